//! Puts the log and the names of things into words of the reader's language.

use leptos::prelude::*;
use leptos_i18n::I18nContext;
use rules::game::{Colour, Face, FigureSet, Seat, Stage, Winner};
use rules::{Cell, Direction, FigureId, Stone, Tombstone, Whereabouts};

use super::i18n::*;
use crate::scene::caption::{Caption, Deed, Entry, Saw, Side};
use crate::scene::foresight::{Danger, End, percent};
use crate::scene::moving::Plan;
use crate::scene::rich::{self, Run, runs};
use crate::scene::show::Sound;
use crate::scene::tableau::Tableau;
use crate::table::{Help, SeatPlan};

/// The reader's language, as it is now: reading it in a view follows a change.
pub type Language = I18nContext<Locale>;

/// The name of a colour.
#[must_use]
pub fn colour(i18n: Language, colour: Colour) -> &'static str {
    match colour {
        Colour::Green => t_string!(i18n, common.green),
        Colour::Red => t_string!(i18n, common.red),
        Colour::Blue => t_string!(i18n, common.blue),
        Colour::Yellow => t_string!(i18n, common.yellow),
        Colour::Beige => t_string!(i18n, common.beige),
        Colour::Purple => t_string!(i18n, common.purple),
        Colour::Black => t_string!(i18n, common.black),
    }
}

/// A figure by colour and the number that lies up.
#[must_use]
pub fn figure(i18n: Language, figure: FigureId, face: Face) -> String {
    let (colour, number) = (colour(i18n, figure.colour()), figure.number(face));
    t_string!(i18n, common.figure, colour = colour, number = number).to_string()
}

/// What a tombstone says: "8", "2 hits".
#[must_use]
pub fn tombstone(i18n: Language, tombstone: Tombstone) -> String {
    match tombstone {
        Tombstone::Steps(steps) => steps.to_string(),
        Tombstone::Hits(hits) => t_string!(i18n, log.hits, count = hits.get()).to_string(),
    }
}

/// Where somebody looks.
#[must_use]
pub fn direction(i18n: Language, direction: Direction) -> &'static str {
    match direction {
        Direction::North => t_string!(i18n, help.north),
        Direction::East => t_string!(i18n, help.east),
        Direction::South => t_string!(i18n, help.south),
        Direction::West => t_string!(i18n, help.west),
    }
}

/// How much a table shows.
#[must_use]
pub fn help(i18n: Language, help: Help) -> &'static str {
    match help {
        Help::Nothing => t_string!(i18n, help.level.nothing),
        Help::Sight => t_string!(i18n, help.level.sight),
        Help::Foresight => t_string!(i18n, help.level.foresight),
    }
}

/// How likely a figure is eaten: "danger 20 per cent".
#[must_use]
pub fn danger(i18n: Language, danger: Danger) -> String {
    let (before, after) = (percent(danger.before), percent(danger.after));
    if before == after {
        t_string!(i18n, help.danger_of, after = after).to_string()
    } else {
        t_string!(i18n, help.danger_of_change, before = before, after = after).to_string()
    }
}

/// What a tombstone would do; figures are called by the sides in `tableau`.
#[must_use]
pub fn end(i18n: Language, end: &End, tableau: &Tableau) -> String {
    let (tombstone, percent) = (tombstone(i18n, end.tombstone), percent(end.chance));
    let (cell, direction) = (end.monster.at, direction(i18n, end.monster.facing));
    let stops = t_string!(i18n, help.end, tombstone, percent, cell, direction).to_string();
    let figures: Vec<String> = end.eaten.iter().map(|one| figure(i18n, *one, tableau.face(*one))).collect();
    let eats = if figures.is_empty() {
        t_string!(i18n, help.eats_nobody).to_owned()
    } else {
        t_string!(i18n, help.eats, figures = figures.join(", ")).to_string()
    };
    format!("{stops} {eats}")
}

/// A sound word.
#[must_use]
pub fn sound(i18n: Language, sound: Sound) -> &'static str {
    match sound {
        Sound::Thud => t_string!(i18n, table.thud),
        Sound::Swoosh => t_string!(i18n, table.swoosh),
        Sound::Krrrk => t_string!(i18n, table.krrrk),
        Sound::Womp => t_string!(i18n, table.womp),
        Sound::Zap => t_string!(i18n, table.zap),
        Sound::Chomp => t_string!(i18n, table.chomp),
    }
}

/// A box of the log in words, with the marks of [`rich`].
#[must_use]
pub fn caption(i18n: Language, entry: &Entry, seats: &[SeatPlan]) -> String {
    Teller { i18n, dark: entry.dark, seats }.caption(&entry.caption)
}

/// What the monster made of a look, without the marks of [`rich`].
#[must_use]
pub fn saw(i18n: Language, saw: Saw, dark: FigureSet) -> String {
    rich::plain(&Teller { i18n, dark, seats: &[] }.saw(saw))
}

/// What a move means that is being thought about.
#[must_use]
pub fn plan(i18n: Language, plan: &Plan, points: u8) -> String {
    if plan.path.is_empty() {
        return t_string!(i18n, table.plan_stay).to_owned();
    }
    let (used, points) = (plan.path.len(), t_string!(i18n, table.points, count = points).to_string());
    let way = match (plan.from, plan.to) {
        (Whereabouts::On(from), Whereabouts::On(to)) => t_string!(i18n, table.plan, from, to, used, points).to_string(),
        (_, Whereabouts::On(to)) => t_string!(i18n, table.plan_in, to, used, points).to_string(),
        (_, Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) => {
            t_string!(i18n, table.plan_out, used, points).to_string()
        }
    };
    let mut sentences = vec![way];
    if !plan.pushed.is_empty() {
        sentences.push(t_string!(i18n, table.plan_pushes, count = plan.pushed.len() as u32).to_string());
    }
    if !plan.can_stop {
        sentences.push(t_string!(i18n, table.cannot_stop).to_owned());
    }
    sentences.join(" ")
}

struct Teller<'a> {
    i18n: Language,
    dark: FigureSet,
    seats: &'a [SeatPlan],
}

impl Teller<'_> {
    fn caption(&self, caption: &Caption) -> String {
        let i18n = self.i18n;
        match caption {
            Caption::Stage(Stage::One) => t_string!(i18n, log.first_stage).to_owned(),
            Caption::Stage(Stage::Two) => t_string!(i18n, log.second_stage).to_owned(),
            Caption::Turn { turn, start } => {
                t_string!(i18n, log.turn, turn = *turn, name = self.name(*start)).to_string()
            }
            Caption::Move { seat, figure, from, to, pushed, slid } => {
                let mut sentences = vec![self.moved(*seat, *figure, *from, *to)];
                if *slid {
                    sentences.push(t_string!(i18n, log.slid).to_owned());
                }
                if *pushed > 0 {
                    sentences.push(t_string!(i18n, log.pushed, count = *pushed as u32).to_string());
                }
                sentences.join(" ")
            }
            Caption::Tombstone(shown) => {
                t_string!(i18n, log.tombstone, tombstone = tombstone(i18n, *shown)).to_string()
            }
            Caption::NotCounted(shown) => {
                t_string!(i18n, log.not_counted, tombstone = tombstone(i18n, *shown)).to_string()
            }
            Caption::Step { number, saw, deeds, to, is_final } => {
                let mut sentences = vec![t_string!(i18n, log.number, number = *number).to_string(), self.saw(*saw)];
                sentences.extend(deeds.iter().map(|deed| self.deed(*deed, *is_final)));
                if !deeds.iter().any(|deed| matches!(deed, Deed::Spun | Deed::Teleported(_))) {
                    sentences.push(t_string!(i18n, log.walks, to = *to).to_string());
                }
                sentences.join(" ")
            }
            Caption::LastLook(saw) => format!("{} {}", t_string!(i18n, log.last_look), self.saw(*saw)),
            Caption::Returned(figures) => {
                let (count, figures) = (figures.len() as u32, self.figures(figures));
                t_string!(i18n, log.returned, count = count, figures = figures).to_string()
            }
            Caption::LeftBehind(figures) => {
                let (count, figures) = (figures.len() as u32, self.figures(figures));
                t_string!(i18n, log.left_behind, count = count, figures = figures).to_string()
            }
            Caption::Ended(ending) => match ending.winner {
                Winner::Seat(seat) => t_string!(i18n, log.wins, name = self.name(seat)).to_string(),
                Winner::Monster => t_string!(i18n, log.monster_wins).to_owned(),
            },
        }
    }

    fn moved(&self, seat: Seat, figure: FigureId, from: Whereabouts, to: Whereabouts) -> String {
        let (i18n, name, figure) = (self.i18n, self.name(seat), self.figure(figure));
        match (from, to) {
            (_, Whereabouts::Escaped) => t_string!(i18n, log.escapes, name = name, figure = figure).to_string(),
            (Whereabouts::On(from), Whereabouts::On(to)) if from == to => {
                t_string!(i18n, log.stays, name = name, figure = figure, at = to).to_string()
            }
            (Whereabouts::On(from), Whereabouts::On(to)) => {
                t_string!(i18n, log.moves_to, name = name, figure = figure, from = from, to = to).to_string()
            }
            (_, Whereabouts::On(to)) => {
                t_string!(i18n, log.moves_in, name = name, figure = figure, to = to).to_string()
            }
            (_, Whereabouts::Waiting | Whereabouts::Eaten) => {
                t_string!(i18n, log.stays_outside, name = name, figure = figure).to_string()
            }
        }
    }

    fn saw(&self, saw: Saw) -> String {
        let i18n = self.i18n;
        match saw {
            Saw::Figure { figure, at, side } => {
                let figure = self.figure(figure);
                match side {
                    Side::Ahead => t_string!(i18n, log.sees_ahead, figure = figure, at = at).to_string(),
                    Side::Left => t_string!(i18n, log.sees_left, figure = figure, at = at).to_string(),
                    Side::Right => t_string!(i18n, log.sees_right, figure = figure, at = at).to_string(),
                }
            }
            Saw::Tie => t_string!(i18n, log.sees_tie).to_owned(),
            Saw::Nobody => t_string!(i18n, log.sees_nobody).to_owned(),
        }
    }

    fn deed(&self, deed: Deed, is_final: bool) -> String {
        let i18n = self.i18n;
        match deed {
            Deed::Turned { stone: Stone::TurnAround, at } => t_string!(i18n, log.turned_around, at = at).to_string(),
            Deed::Turned { at, .. } => t_string!(i18n, log.turned_right, at = at).to_string(),
            Deed::Spun => t_string!(i18n, log.spun).to_owned(),
            Deed::Slid => t_string!(i18n, log.slid).to_owned(),
            Deed::Held => t_string!(i18n, log.held).to_owned(),
            Deed::Through(wall) => match wall.letter() {
                Some(letter) => t_string!(i18n, log.through, letter = letter).to_string(),
                None => t_string!(i18n, log.through_door).to_owned(),
            },
            Deed::Teleported(to) => t_string!(i18n, log.teleported, to = to).to_string(),
            Deed::Shoved => t_string!(i18n, log.shoved).to_owned(),
            Deed::Lost(_) => t_string!(i18n, log.stone_lost).to_owned(),
            Deed::Ate { figure, by_shove: true } => {
                t_string!(i18n, log.shoved_out, figure = self.figure(figure)).to_string()
            }
            Deed::Ate { figure, .. } if is_final => {
                t_string!(i18n, log.ate_final, figure = self.figure(figure)).to_string()
            }
            Deed::Ate { figure, .. } => t_string!(i18n, log.ate, figure = self.figure(figure)).to_string(),
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map(|seat| rich::name(&seat.name)).unwrap_or_default()
    }

    fn figure(&self, one: FigureId) -> String {
        figure(self.i18n, one, if self.dark.has(one) { Face::Dark } else { Face::Bright })
    }

    fn figures(&self, figures: &[FigureId]) -> String {
        figures.iter().map(|figure| self.figure(*figure)).collect::<Vec<_>>().join(", ")
    }
}

/// A text with the marks of [`rich`] as it is shown.
#[must_use]
pub fn rich_text(text: &str) -> AnyView {
    let piece = |run: Run| match run {
        Run::Plain(words) => words.into_any(),
        Run::Strong(words) => view! { <b>{words}</b> }.into_any(),
        Run::Sound(words) => view! { <span class="snd">{words}</span> }.into_any(),
    };
    runs(text).into_iter().map(piece).collect_view().into_any()
}

/// What one hears about a space that can be reached.
#[must_use]
pub fn space(i18n: Language, cell: Cell, cost: u8) -> String {
    match cost {
        0 => t_string!(i18n, table.space_stay, cell = cell).to_string(),
        cost => t_string!(i18n, table.space, cell = cell, count = cost).to_string(),
    }
}
