//! The first game in words: captions, what comes of an answer, and spaces.

use leptos::prelude::*;
use rules::game::Face;
use rules::{Cell, FigureId, SightEnd, Whereabouts};

use super::play::Play;
use crate::page::i18n::*;
use crate::page::why;
use crate::page::words::{self as common, Language};
use crate::scene::caption::Side;
use crate::scene::first::{Fate, Lesson, Question, Round, Trick};
use crate::scene::why::WhySight;

/// The name of a scene on the way.
pub(super) fn name(i18n: Language, lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::Monster => t_string!(i18n, first.name.monster),
        Lesson::Move => t_string!(i18n, first.name.go),
        Lesson::Push => t_string!(i18n, first.name.push),
        Lesson::Blood => t_string!(i18n, first.name.blood),
        Lesson::Walls => t_string!(i18n, first.name.walls),
        Lesson::Lure => t_string!(i18n, first.name.lure),
        Lesson::Game => t_string!(i18n, first.name.game),
    }
}

/// The headline of a scene.
pub(super) fn head(i18n: Language, lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::Monster => t_string!(i18n, first.head.monster),
        Lesson::Move => t_string!(i18n, first.head.go),
        Lesson::Push => t_string!(i18n, first.head.push),
        Lesson::Blood => t_string!(i18n, first.head.blood),
        Lesson::Walls => t_string!(i18n, first.head.walls),
        Lesson::Lure => t_string!(i18n, first.head.lure),
        Lesson::Game => t_string!(i18n, first.head.game),
    }
}

/// "Lesson 1, round 2 of 3".
pub(super) fn kicker(i18n: Language, play: Play) -> String {
    let (n, rounds) = (play.lesson.number(), play.lesson.positions().len());
    let round = play.round.with(|round| round.as_ref().map_or(0, Round::nth)) + 1;
    match rounds {
        0 | 1 => t_string!(i18n, first.kicker, n).to_string(),
        rounds => t_string!(i18n, first.kicker_round, n, round, rounds).to_string(),
    }
}

/// The caption of the current round.
pub(super) fn say(i18n: Language, play: Play) -> String {
    let task = play.round.with(|round| round.as_ref().and_then(Round::task));
    let steps =
        task.and_then(|task| task.tombstone).map(|tombstone| common::tombstone(i18n, tombstone)).unwrap_or_default();
    match play.lesson {
        Lesson::Monster => match play.round.with(|round| round.as_ref().map_or(0, Round::nth)) {
            0 => t_string!(i18n, first.say.monster_1).to_owned(),
            1 => t_string!(i18n, first.say.monster_2).to_owned(),
            _ => t_string!(i18n, first.say.monster_3).to_owned(),
        },
        Lesson::Move => {
            let Some(figure) = task.map(|task| task.figure) else { return String::new() };
            match play.shown_fate().filter(|_| play.phase.get() == super::Phase::Told) {
                Some(_) => {
                    let (bright, dark) = (figure.number(Face::Bright), figure.number(Face::Dark));
                    t_string!(i18n, first.say.moved, bright, dark).to_string()
                }
                None => t_string!(i18n, first.say.go, figure = self::figure(i18n, figure)).to_string(),
            }
        }
        Lesson::Push => t_string!(i18n, first.say.push, steps).to_string(),
        Lesson::Blood => t_string!(i18n, first.say.blood, steps).to_string(),
        Lesson::Walls => t_string!(i18n, first.say.walls).to_owned(),
        Lesson::Lure => {
            let other = play.round.with(|round| {
                let round = round.as_ref()?;
                round
                    .position()
                    .figures()
                    .map(|(figure, _)| figure)
                    .find(|figure| Some(*figure) != task.map(|task| task.figure))
            });
            let figure = other.map(|other| self::figure(i18n, other)).unwrap_or_default();
            t_string!(i18n, first.say.lure, figure, steps).to_string()
        }
        Lesson::Game => t_string!(i18n, first.say.game).to_owned(),
    }
}

/// What the bar says when a round is done.
pub(super) fn done(i18n: Language, play: Play) -> (&'static str, &'static str) {
    match play.lesson {
        Lesson::Monster => {
            let words = match play.round.with(|round| round.as_ref().map_or(0, Round::nth)) {
                0 => t_string!(i18n, first.act.two_more),
                1 => t_string!(i18n, first.act.one_more),
                _ => t_string!(i18n, first.act.all),
            };
            (t_string!(i18n, first.act.chew), words)
        }
        Lesson::Move => (t_string!(i18n, first.act.turned), t_string!(i18n, first.act.turned_text)),
        Lesson::Push => (t_string!(i18n, first.act.hid), t_string!(i18n, first.act.hid_text)),
        Lesson::Blood => (t_string!(i18n, first.act.slid), t_string!(i18n, first.act.slid_text)),
        Lesson::Walls => (t_string!(i18n, first.act.back_in), t_string!(i18n, first.act.in_text)),
        Lesson::Lure | Lesson::Game => (t_string!(i18n, first.act.that_is), t_string!(i18n, first.act.that_text)),
    }
}

/// The headline of an answer.
pub(super) fn exclamation(i18n: Language, fate: Fate, is_told: bool) -> &'static str {
    match fate {
        Fate::Only | Fate::Nearest { .. } | Fate::Tie | Fate::Nobody => t_string!(i18n, first.good),
        Fate::Farther { .. } | Fate::Stone | Fate::NobodyThere { .. } | Fate::Undecided { .. } => {
            t_string!(i18n, first.bad)
        }
        Fate::Moved | Fate::Hidden { .. } | Fate::Slid | Fate::Enters { .. } => t_string!(i18n, first.right),
        Fate::Lured { .. } if is_told => t_string!(i18n, first.chomp),
        Fate::Lured { .. } => t_string!(i18n, first.wicked),
        Fate::Dodged(Trick::Lure) => t_string!(i18n, first.walks_past),
        Fate::Dodged(Trick::Hide | Trick::Slide) | Fate::Chased => t_string!(i18n, first.almost),
        Fate::Eaten { .. } | Fate::EatenByTie { .. } => t_string!(i18n, first.oh_dear),
        Fate::TooFar | Fate::Taken(_) | Fate::WrongWall { .. } | Fate::SameWall { .. } => {
            t_string!(i18n, first.not_there)
        }
    }
}

/// What comes of an answer, and why.
pub(super) fn fate(i18n: Language, play: Play, fate: Fate, is_told: bool) -> String {
    match fate {
        Fate::Only => t_string!(i18n, first.fate.only).to_owned(),
        Fate::Nearest { near, far, hides } => {
            let nearest =
                t_string!(i18n, first.fate.nearest, near = number(i18n, near), far = number(i18n, far)).to_string();
            if hides { format!("{nearest} {}", t_string!(i18n, first.fate.hides)) } else { nearest }
        }
        Fate::Tie => t_string!(i18n, first.fate.tie).to_owned(),
        Fate::Nobody => t_string!(i18n, first.fate.nobody).to_owned(),
        Fate::Farther { figure: whom, far, other, near } => {
            let (whom, other) = (figure(i18n, whom), figure(i18n, other));
            let (far, near) = (number(i18n, far), number(i18n, near));
            t_string!(i18n, first.fate.farther, figure = whom, far, other, near).to_string()
        }
        Fate::Stone => t_string!(i18n, first.fate.stone).to_owned(),
        Fate::NobodyThere { look: Side::Left } => t_string!(i18n, first.fate.look_left).to_owned(),
        Fate::NobodyThere { look: Side::Right } => t_string!(i18n, first.fate.look_right).to_owned(),
        Fate::NobodyThere { look: Side::Ahead } => t_string!(i18n, first.fate.look_ahead).to_owned(),
        Fate::Undecided { one, other, far } => {
            let (one, other) = (figure(i18n, one), figure(i18n, other));
            t_string!(i18n, first.fate.undecided, one, other, far = number(i18n, far)).to_string()
        }
        // The caption says it.
        Fate::Moved => String::new(),
        Fate::Hidden { from } => t_string!(i18n, first.fate.hidden, from).to_string(),
        Fate::Slid => t_string!(i18n, first.fate.slid).to_owned(),
        Fate::Dodged(Trick::Hide) => t_string!(i18n, first.fate.dodged_hide).to_owned(),
        Fate::Dodged(Trick::Slide) => t_string!(i18n, first.fate.dodged_slide).to_owned(),
        Fate::Dodged(Trick::Lure) => t_string!(i18n, first.fate.dodged_lure).to_owned(),
        Fate::Chased => t_string!(i18n, first.fate.chased).to_owned(),
        Fate::Lured { at, victim, near, far } => {
            let victim = figure(i18n, victim);
            let lured = match far {
                Some(far) => {
                    let (near, far) = (number(i18n, near), number(i18n, far));
                    t_string!(i18n, first.fate.lured, at, figure = victim, near, far).to_string()
                }
                None => t_string!(i18n, first.fate.lured_unseen, at, figure = victim).to_string(),
            };
            if is_told { format!("{lured} {}", t_string!(i18n, first.fate.lured_told)) } else { lured }
        }
        Fate::Eaten { step } if play.lesson == Lesson::Lure => t_string!(i18n, first.fate.eaten_lure, step).to_string(),
        Fate::Eaten { step } => t_string!(i18n, first.fate.eaten, step).to_string(),
        Fate::EatenByTie { at, other, far } => {
            let (other, far) = (figure(i18n, other), number(i18n, far));
            t_string!(i18n, first.fate.eaten_tie, at, far, other).to_string()
        }
        Fate::TooFar => {
            let task = play.round.with(|round| round.as_ref().and_then(Round::task));
            let points = common::points(i18n, task.map_or(0, |task| task.figure.number(Face::Bright)));
            t_string!(i18n, first.fate.too_far, points).to_string()
        }
        Fate::Taken(whom) => t_string!(i18n, first.fate.taken, figure = figure(i18n, whom)).to_string(),
        Fate::Enters { letter } => t_string!(i18n, first.fate.enters, letter).to_string(),
        Fate::WrongWall { letter, chosen: Some(chosen) } => {
            t_string!(i18n, first.fate.wrong_wall, chosen, letter).to_string()
        }
        Fate::WrongWall { letter, chosen: None } => t_string!(i18n, first.fate.no_wall, letter).to_string(),
        Fate::SameWall { letter } => t_string!(i18n, first.fate.same_wall, letter).to_string(),
    }
}

/// What the monster sees on one side, as it would say it itself.
pub(super) fn row(i18n: Language, sight: &WhySight) -> String {
    let seen = match sight.end {
        SightEnd::Figure { figure: whom, .. } if sight.distance == 1 => {
            t_string!(i18n, first.row.next_to, figure = figure(i18n, whom)).to_string()
        }
        SightEnd::Figure { figure: whom, .. } => {
            t_string!(i18n, first.row.away, figure = figure(i18n, whom), n = sight.distance).to_string()
        }
        SightEnd::Stone { .. } => t_string!(i18n, first.row.stone).to_owned(),
        SightEnd::Wall(wall) => t_string!(i18n, first.row.wall, letter = wall.letter().unwrap_or('–')).to_string(),
    };
    common::about(i18n, &format!("*{}*", why::side(i18n, sight.side)), &seen)
}

/// The board in one text: everything on it.
pub(super) fn described(i18n: Language, play: Play) -> String {
    let board = t_string!(i18n, first.board).to_owned();
    let things = play.round.with(|round| {
        let Some(round) = round else { return vec![] };
        let position = round.position();
        let monster = position.monster().map(|monster| {
            let on = common::on(i18n, t_string!(i18n, things.monster), monster.at);
            common::facing(i18n, &on, monster.facing)
        });
        let figures =
            position.figures().filter_map(|(whom, place)| Some(common::on(i18n, &figure(i18n, whom), cell(place)?)));
        let stones = position.stones().map(|(stone, at)| common::on(i18n, common::stone(i18n, stone), at));
        let blood = position.blood().iter().map(|at| common::on(i18n, t_string!(i18n, things.blood), at));
        monster.into_iter().chain(figures).chain(stones).chain(blood).collect::<Vec<_>>()
    });
    std::iter::once(board).chain(things).collect::<Vec<_>>().join(". ")
}

/// A space, what stands there, and what it costs to go there.
pub(super) fn space(i18n: Language, play: Play, at: Cell) -> String {
    play.round.with(|round| {
        let Some(round) = round else { return at.to_string() };
        let position = round.position();
        let figure = position.figure_at(at).map(|whom| figure(i18n, whom));
        let stone = position.stone_at(at).map(|stone| common::stone(i18n, stone).to_owned());
        let blood = position.blood().has(at).then(|| t_string!(i18n, things.blood).to_owned());
        let cost = round.goals().iter().find(|goal| goal.at == at).map(|goal| goal.cost);
        let place = match cost {
            Some(cost) => common::space(i18n, at, cost),
            None => at.to_string(),
        };
        let letters = match round.question() {
            Question::Entry => rules::Wall::all()
                .filter(|wall| wall.cell() == at)
                .filter_map(rules::Wall::letter)
                .map(String::from)
                .collect::<Vec<_>>(),
            Question::Step | Question::Move(_) => vec![],
        };
        std::iter::once(place).chain(figure).chain(stone).chain(blood).chain(letters).collect::<Vec<_>>().join(", ")
    })
}

/// Where the figure of the task begins.
pub(super) fn start(round: &Round) -> Option<Cell> {
    cell(round.position().whereabouts(round.task()?.figure)?)
}

/// The name of a side in the markup.
pub(super) const fn side_key(side: Side) -> &'static str {
    match side {
        Side::Ahead => "ahead",
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn figure(i18n: Language, figure: FigureId) -> String {
    common::figure(i18n, figure, Face::Bright)
}

fn cell(place: Whereabouts) -> Option<Cell> {
    match place {
        Whereabouts::On(cell) => Some(cell),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    }
}

/// A small number as a word; larger ones as digits.
fn number(i18n: Language, n: u8) -> String {
    let word = match n {
        1 => t_string!(i18n, first.number.n1),
        2 => t_string!(i18n, first.number.n2),
        3 => t_string!(i18n, first.number.n3),
        4 => t_string!(i18n, first.number.n4),
        5 => t_string!(i18n, first.number.n5),
        6 => t_string!(i18n, first.number.n6),
        7 => t_string!(i18n, first.number.n7),
        8 => t_string!(i18n, first.number.n8),
        9 => t_string!(i18n, first.number.n9),
        10 => t_string!(i18n, first.number.n10),
        more => return more.to_string(),
    };
    word.to_owned()
}
