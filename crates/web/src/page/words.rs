//! The log and the names of things, in the reader's language.

use std::fmt::Display;

use bots::Chance;
use leptos::prelude::*;
use leptos_i18n::{I18nContext, Locale as _};
use rules::game::{Band, Face, FigureSet, Pair, Seat, Stage, Tile, Winner};
use rules::{Cell, Direction, FigureId, Stone, Tombstone, Whereabouts};

use super::i18n::*;
use super::names::ShownSeat;
use super::pointed::naming;
use crate::rule::Rule;
use crate::scene::caption::{Caption, Deed, Entry, Saw, Side};
use crate::scene::cast::FigureState;
use crate::scene::foresight::{Danger, End, percent};
use crate::scene::moving::Plan;
use crate::scene::rich::{self, Run, runs};
use crate::scene::show::Sound;
use crate::table::{Help, Speed};

/// The reader's language; reading it in a view tracks its changes.
pub type Language = I18nContext<Locale>;

/// Where a rule is written in the reader's language.
#[must_use]
pub fn rule(i18n: Language, rule: Rule) -> String {
    rule.address(tongue(i18n))
}

/// The page with all rules in the reader's language.
#[must_use]
pub fn rules(i18n: Language) -> &'static str {
    crate::rule::page(tongue(i18n))
}

fn tongue(i18n: Language) -> crate::puzzle::words::Language {
    crate::puzzle::words::Language::from_code(i18n.get_locale().as_str())
}

/// The colour of a band.
#[must_use]
pub fn colour(i18n: Language, band: Band) -> &'static str {
    colour_in(i18n.get_locale(), band)
}

/// The colour of a band in a language.
#[must_use]
pub fn colour_in(language: Locale, band: Band) -> &'static str {
    match band {
        Band::Green => td_string!(language, things.green),
        Band::Red => td_string!(language, things.red),
        Band::Blue => td_string!(language, things.blue),
        Band::Yellow => td_string!(language, things.yellow),
        Band::Beige => td_string!(language, things.beige),
        Band::Purple => td_string!(language, things.purple),
        Band::Black => td_string!(language, things.black),
    }
}

/// A figure by colour and visible number.
#[must_use]
pub fn figure(i18n: Language, figure: FigureId, face: Face) -> String {
    format!("{} {}", colour(i18n, figure.band()), figure.number(face))
}

/// The side of a figure that faces up, given the figures that show the dark one.
#[must_use]
pub fn face(dark: FigureSet, figure: FigureId) -> Face {
    if dark.has(figure) { Face::Dark } else { Face::Bright }
}

/// The name of a kind of stone.
#[must_use]
pub fn stone(i18n: Language, stone: Stone) -> &'static str {
    match stone {
        Stone::Plain => t_string!(i18n, things.stone),
        Stone::Crystal => t_string!(i18n, things.crystal),
        Stone::TurnRight => t_string!(i18n, things.turn_right),
        Stone::TurnAround => t_string!(i18n, things.turn_around),
    }
}

/// The name of a tile.
#[must_use]
pub fn tile(i18n: Language, tile: Tile) -> String {
    match tile {
        Tile::Stone(kind) => stone(i18n, kind).to_owned(),
        Tile::Teleporter(Pair::One) => format!("{} I", t_string!(i18n, things.teleporter)),
        Tile::Teleporter(Pair::Two) => format!("{} II", t_string!(i18n, things.teleporter)),
        Tile::SquarePool => t_string!(i18n, things.square_pool).to_owned(),
        Tile::LongPool => t_string!(i18n, things.long_pool).to_owned(),
    }
}

/// The inscription of a tombstone: "8", "2 victims".
#[must_use]
pub fn tombstone(i18n: Language, tombstone: Tombstone) -> String {
    match tombstone {
        Tombstone::Steps(steps) => steps.to_string(),
        Tombstone::Hits(hits) => t_string!(i18n, things.hits, count = hits.get()).to_string(),
    }
}

/// A direction.
#[must_use]
pub fn direction(i18n: Language, direction: Direction) -> &'static str {
    match direction {
        Direction::North => t_string!(i18n, things.north),
        Direction::East => t_string!(i18n, things.east),
        Direction::South => t_string!(i18n, things.south),
        Direction::West => t_string!(i18n, things.west),
    }
}

/// "Stage one".
#[must_use]
pub fn stage(i18n: Language, stage: Stage) -> &'static str {
    match stage {
        Stage::One => t_string!(i18n, things.first_stage),
        Stage::Two => t_string!(i18n, things.second_stage),
    }
}

/// A turn of a game: "Stage 2, turn 4".
#[must_use]
pub fn moment(i18n: Language, stage: u8, turn: impl Into<u64>) -> String {
    t_string!(i18n, things.moment, stage, turn = turn.into()).to_string()
}

/// The name of a speed.
#[must_use]
pub fn speed(i18n: Language, speed: Speed) -> &'static str {
    match speed {
        Speed::Creep => t_string!(i18n, table.creep),
        Speed::Walk => t_string!(i18n, table.walk),
        Speed::Rush => t_string!(i18n, table.rush),
    }
}

/// The place of a figure: "d9", "at the entrance".
#[must_use]
pub fn place(i18n: Language, place: Whereabouts) -> String {
    match place {
        Whereabouts::On(cell) => cell.to_string(),
        Whereabouts::Waiting => t_string!(i18n, things.outside).to_owned(),
        Whereabouts::Escaped => t_string!(i18n, things.escaped).to_owned(),
        Whereabouts::Eaten => t_string!(i18n, things.eaten).to_owned(),
    }
}

/// The state of a figure.
#[must_use]
pub fn figure_state(i18n: Language, state: FigureState) -> &'static str {
    match state {
        FigureState::ToMove => t_string!(i18n, table.to_move),
        FigureState::Moved | FigureState::OutsideMoved => t_string!(i18n, table.moved),
        FigureState::Moving => t_string!(i18n, table.moving),
        FigureState::Outside => t_string!(i18n, table.waiting),
        FigureState::Escaped => t_string!(i18n, things.escaped),
        FigureState::Eaten => t_string!(i18n, things.eaten),
    }
}

/// A thing with a remark: "Red 3: eaten".
#[must_use]
pub fn about(i18n: Language, thing: &str, what: &str) -> String {
    t_string!(i18n, things.about, thing, what).to_string()
}

/// Something on a space: "Red 3 on k6".
#[must_use]
pub fn on(i18n: Language, thing: &str, cell: Cell) -> String {
    t_string!(i18n, things.on, thing, cell).to_string()
}

/// A thing that goes from one space to another: "Red 3 from k6 to k4".
#[must_use]
pub fn from_to(i18n: Language, thing: &str, from: Cell, to: Cell) -> String {
    t_string!(i18n, things.from_to, thing, from, to).to_string()
}

/// A thing with its facing: "Monster, facing north".
#[must_use]
pub fn facing(i18n: Language, thing: &str, facing: Direction) -> String {
    t_string!(i18n, things.facing, thing, direction = direction(i18n, facing)).to_string()
}

/// A teleporter with its arrow: "Teleporter I, arrow north".
#[must_use]
pub fn arrow(i18n: Language, thing: &str, arrow: Direction) -> String {
    t_string!(i18n, things.arrow, thing, direction = direction(i18n, arrow)).to_string()
}

/// "3 steps".
#[must_use]
pub fn points(i18n: Language, count: u8) -> String {
    t_string!(i18n, things.points, count).to_string()
}

/// "3 spaces".
#[must_use]
pub fn spaces(i18n: Language, count: u8) -> String {
    t_string!(i18n, things.spaces, count).to_string()
}

/// A percentage as this language writes it.
#[must_use]
pub fn per_cent(i18n: Language, number: u8) -> String {
    t_string!(i18n, things.percent, number).to_string()
}

/// A chance in per cent.
#[must_use]
pub fn chance(i18n: Language, chance: Chance) -> String {
    per_cent(i18n, percent(chance))
}

/// A chance before and after something, "20% → 40%"; once if it stays the same.
#[must_use]
pub fn change(i18n: Language, before: Chance, after: Chance) -> String {
    if percent(before) == percent(after) {
        chance(i18n, after)
    } else {
        format!("{} →\u{a0}{}", chance(i18n, before), chance(i18n, after))
    }
}

/// The name of a level of help.
#[must_use]
pub fn help(i18n: Language, help: Help) -> &'static str {
    match help {
        Help::Nothing => t_string!(i18n, help.level.nothing),
        Help::Sight => t_string!(i18n, help.level.sight),
        Help::Foresight => t_string!(i18n, help.level.foresight),
    }
}

/// The danger of a figure: "danger 20%".
#[must_use]
pub fn danger_of(i18n: Language, percent: u8) -> String {
    t_string!(i18n, things.danger, chance = per_cent(i18n, percent)).to_string()
}

/// The danger of a figure now and after the planned move, for screen readers.
#[must_use]
pub fn danger(i18n: Language, danger: Danger) -> String {
    if percent(danger.before) == percent(danger.after) {
        return danger_of(i18n, percent(danger.after));
    }
    let (before, after) = (chance(i18n, danger.before), chance(i18n, danger.after));
    t_string!(i18n, help.danger_of_change, before, after).to_string()
}

/// The end of a run: "ends on k6, facing north, eats Red 3".
#[must_use]
pub fn end(i18n: Language, end: &End, name: impl Fn(FigureId) -> String) -> String {
    let stops = facing(i18n, &t_string!(i18n, things.ends, cell = end.monster.at).to_string(), end.monster.facing);
    let figures: Vec<String> = end.eaten.iter().map(|one| name(*one)).collect();
    if figures.is_empty() {
        format!("{stops}, {}", t_string!(i18n, things.eats_nobody))
    } else {
        format!("{stops}, {}", t_string!(i18n, things.eats, figures = figures.join(", ")))
    }
}

/// A tombstone, its chance, and the end of its run.
#[must_use]
pub fn run(i18n: Language, run: &End, name: impl Fn(FigureId) -> String) -> String {
    let tombstone = format!("{} ({})", tombstone(i18n, run.tombstone), chance(i18n, run.chance));
    about(i18n, &tombstone, &end(i18n, run, name)) + "."
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

/// The text of a log entry, with the marks of [`rich`].
#[must_use]
pub fn caption(i18n: Language, entry: &Entry, seats: &[ShownSeat]) -> String {
    Teller { i18n, dark: entry.dark, seats }.caption(&entry.caption)
}

/// What the monster concluded from a look, without the marks of [`rich`].
#[must_use]
pub fn saw(i18n: Language, saw: Saw, dark: FigureSet) -> String {
    rich::plain(&Teller { i18n, dark, seats: &[] }.saw(saw))
}

/// The description of a planned move.
#[must_use]
pub fn plan(i18n: Language, plan: &Plan, points: u8) -> String {
    if plan.path.is_empty() {
        return t_string!(i18n, table.plan_stay).to_owned();
    }
    let way = match (plan.from, plan.to) {
        (Whereabouts::On(from), Whereabouts::On(to)) => t_string!(i18n, table.plan, from, to).to_string(),
        (_, Whereabouts::On(to)) => t_string!(i18n, table.plan_in, to).to_string(),
        (_, Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) => {
            t_string!(i18n, things.out_by_exit).to_owned()
        }
    };
    let used = self::points(i18n, plan.path.len() as u8);
    let mut sentences = vec![format!("{way}, {}", t_string!(i18n, table.plan_cost, points = used, of = points))];
    if !plan.pushed.is_empty() {
        sentences.push(pushes(i18n, plan.pushed.len()));
    }
    if !plan.can_stop {
        sentences.push(t_string!(i18n, table.cannot_stop).to_owned());
    }
    sentences.join(" ")
}

fn pushes(i18n: Language, stones: usize) -> String {
    t_string!(i18n, table.plan_pushes, count = stones as u32).to_string()
}

/// Who has won, with the marks of [`rich`].
#[must_use]
pub fn victory(i18n: Language, name: &str, is_you: bool) -> String {
    // "You" has a sentence of its own: in German and French the word changes.
    if is_you {
        t_string!(i18n, win.you_win).to_owned()
    } else {
        t_string!(i18n, things.victory, name = format!("*{name}*")).to_string()
    }
}

struct Teller<'a> {
    i18n: Language,
    dark: FigureSet,
    seats: &'a [ShownSeat],
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
                    sentences.push(self.deed(Deed::Slid, false));
                }
                if *pushed > 0 {
                    sentences.push(pushes(i18n, *pushed));
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
                Winner::Seat(seat) => {
                    let is_you = self.seats.get(seat.index()).is_some_and(|seat| seat.is_you);
                    victory(i18n, &self.name(seat), is_you)
                }
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
        let loud = |heard: Sound, words: &dyn Display| format!("~{}~ {words}", sound(i18n, heard));
        match deed {
            Deed::Turned { stone: Stone::TurnAround, at } => t_string!(i18n, log.turned_around, at = at).to_string(),
            Deed::Turned { at, .. } => t_string!(i18n, log.turned_right, at = at).to_string(),
            Deed::Spun => t_string!(i18n, log.spun).to_owned(),
            Deed::Slid => loud(Sound::Swoosh, &t_string!(i18n, log.slid)),
            Deed::Held => t_string!(i18n, log.held).to_owned(),
            Deed::Through(wall) => match wall.letter() {
                Some(letter) => loud(Sound::Womp, &t_string!(i18n, log.through, letter = letter)),
                None => loud(Sound::Womp, &t_string!(i18n, log.through_door)),
            },
            Deed::Teleported(to) => loud(Sound::Zap, &t_string!(i18n, log.teleported, to = to)),
            Deed::Shoved => loud(Sound::Krrrk, &t_string!(i18n, log.shoved)),
            Deed::Lost(_) => t_string!(i18n, log.stone_lost).to_owned(),
            Deed::Ate { figure, by_shove: true } => {
                loud(Sound::Chomp, &t_string!(i18n, log.shoved_out, figure = self.figure(figure)))
            }
            Deed::Ate { figure, .. } if is_final => {
                loud(Sound::Chomp, &t_string!(i18n, log.ate_final, figure = self.figure(figure)))
            }
            Deed::Ate { figure, .. } => loud(Sound::Chomp, &t_string!(i18n, log.ate, figure = self.figure(figure))),
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map(|seat| rich::name(&seat.name)).unwrap_or_default()
    }

    fn figure(&self, one: FigureId) -> String {
        figure(self.i18n, one, face(self.dark, one))
    }

    fn figures(&self, figures: &[FigureId]) -> String {
        figures.iter().map(|figure| self.figure(*figure)).collect::<Vec<_>>().join(", ")
    }
}

/// A text with the marks of [`rich`] as a view in which every name of a space shows it.
#[must_use]
pub fn rich_text(text: &str) -> AnyView {
    let piece = |run: Run| match run {
        Run::Plain(words) => naming(&words),
        Run::Strong(words) => view! { <b>{naming(&words)}</b> }.into_any(),
        Run::Sound(words) => view! { <span class="snd">{words}</span> }.into_any(),
    };
    runs(text).into_iter().map(piece).collect_view().into_any()
}

/// The description of a reachable space for screen readers.
#[must_use]
pub fn space(i18n: Language, cell: Cell, cost: u8) -> String {
    match cost {
        0 => format!("{cell}, {}", t_string!(i18n, things.stay)),
        cost => format!("{cell}, {}", points(i18n, cost)),
    }
}
