//! A level in words.

use leptos_i18n::Locale as _;
use puzzles::{Date, Deed, Level, LevelCodeError, Thing, Trick};
use rules::game::{Axis, Face, Tile};
use rules::notation::bits::WordError;
use rules::{Cell, Direction, FigureId, Monster, Piece, Position};

use crate::page::feeding::words as feeding;
use crate::page::i18n::*;
use crate::page::words::{self, Language};
use crate::puzzle::LevelRef;
use crate::puzzle::words::{Language as Tongue, LevelWords};
use crate::scene::level::{Outcome, Refusal, Slot, Trap};

/// The words of the level, in the reader's language if it comes with the game.
fn of_level(i18n: Language, source: &LevelRef) -> Option<LevelWords> {
    match source {
        LevelRef::Shipped(id) => Some(LevelWords::of(*id, Tongue::from_code(i18n.get_locale().as_str()))),
        LevelRef::Day(_) | LevelRef::Code(_) => None,
    }
}

/// The title of a level.
pub(super) fn title(i18n: Language, source: &LevelRef, level: &Level) -> String {
    match source {
        LevelRef::Day(_) => t_string!(i18n, feeding.daily.title).to_owned(),
        LevelRef::Shipped(_) | LevelRef::Code(_) => {
            let own = || feeding::own_title(i18n, level);
            of_level(i18n, source).map_or_else(own, |words| words.title.to_owned())
        }
    }
}

/// The idea of a level; `None` if its author left none. A dish has no author: its idea is that of the trick it teaches.
pub(super) fn hint(i18n: Language, source: &LevelRef, level: &Level) -> Option<String> {
    let hint = match source {
        LevelRef::Shipped(_) => of_level(i18n, source).map(|words| words.hint.to_owned()),
        LevelRef::Day(_) => level.about().teaches.first().map(|trick| idea(i18n, *trick).to_owned()),
        LevelRef::Code(_) => Some(level.about().hint.clone()),
    };
    hint.filter(|hint| !hint.is_empty())
}

/// How to make use of a trick.
fn idea(i18n: Language, trick: Trick) -> &'static str {
    match trick {
        Trick::Seeing => t_string!(i18n, level.ideas.seeing),
        Trick::Nearest => t_string!(i18n, level.ideas.nearest),
        Trick::Tie => t_string!(i18n, level.ideas.tie),
        Trick::Stone => t_string!(i18n, level.ideas.stone),
        Trick::Shove => t_string!(i18n, level.ideas.shove),
        Trick::Wall => t_string!(i18n, level.ideas.wall),
        Trick::Slide => t_string!(i18n, level.ideas.slide),
        Trick::Crystal => t_string!(i18n, level.ideas.crystal),
        Trick::Turn => t_string!(i18n, level.ideas.turn),
        Trick::Teleporter => t_string!(i18n, level.ideas.teleporter),
    }
}

/// What stands above the title.
pub(super) fn kicker(i18n: Language, source: &LevelRef) -> String {
    match source {
        LevelRef::Shipped(id) => t_string!(i18n, level.number, number = id.shipped().number as u32).to_string(),
        LevelRef::Day(day) => date(i18n, *day),
        LevelRef::Code(_) => t_string!(i18n, level.sent).to_owned(),
    }
}

/// A date in the format of the language.
pub(super) fn date(i18n: Language, day: Date) -> String {
    feeding::date(i18n, day, &[("weekday", "long"), ("day", "numeric"), ("month", "long")])
}

/// The same with the year, for readers of any day.
pub(super) fn whole_date(i18n: Language, day: Date) -> String {
    let parts = [("weekday", "long"), ("day", "numeric"), ("month", "long"), ("year", "numeric")];
    feeding::date(i18n, day, &parts)
}

/// A number of steps.
pub(super) fn steps(i18n: Language, count: u32) -> String {
    t_string!(i18n, things.points, count = count).to_string()
}

/// A number of dry runs.
pub(super) fn tries(i18n: Language, count: u32) -> String {
    t_string!(i18n, level.tries, count = count).to_string()
}

/// A figure, which shows its bright side in every level.
pub(super) fn figure(i18n: Language, figure: FigureId) -> String {
    words::figure(i18n, figure, Face::Bright)
}

/// Something that can be laid.
pub(super) fn thing(i18n: Language, thing: Thing) -> String {
    match thing {
        Thing::Stone(stone) => words::stone(i18n, stone).to_owned(),
        Thing::Figure => t_string!(i18n, level.figure).to_owned(),
        Thing::SquarePool => words::tile(i18n, Tile::SquarePool),
        Thing::LongPool => words::tile(i18n, Tile::LongPool),
        Thing::Teleporters => t_string!(i18n, level.teleporters).to_owned(),
    }
}

/// The piece of a slot.
pub(super) fn slot(i18n: Language, slot: &Slot) -> String {
    match slot {
        Slot::Lay { thing: laid, .. } => thing(i18n, *laid),
        Slot::Move { piece: Piece::Stone(stone), .. } => words::stone(i18n, *stone).to_owned(),
        Slot::Move { piece: Piece::Figure(one), .. } => figure(i18n, *one),
        Slot::Turn { .. } => t_string!(i18n, things.teleporter).to_owned(),
    }
}

/// What may be done with a slot: "to lay", "from g5".
pub(super) fn may(i18n: Language, slot: &Slot) -> String {
    match slot {
        Slot::Lay { .. } => t_string!(i18n, level.to_lay).to_owned(),
        Slot::Move { from, .. } => t_string!(i18n, level.to_move, cell = *from).to_string(),
        Slot::Turn { at, .. } => t_string!(i18n, level.to_turn, cell = *at).to_string(),
    }
}

/// A deed: "Stone on e5", "Red 4 from c3 to d3".
pub(super) fn deed(i18n: Language, level: &Level, deed: Deed) -> String {
    let name = |thing_laid: Thing| thing(i18n, thing_laid);
    let pointed = |at: Cell, arrow: Direction| format!("{at} ({})", words::direction(i18n, arrow));
    match deed {
        Deed::Stone { stone, at } => words::on(i18n, words::stone(i18n, stone), at),
        Deed::Figure { at } => words::on(i18n, &name(Thing::Figure), at),
        Deed::SquarePool { at } => words::on(i18n, &name(Thing::SquarePool), at),
        Deed::LongPool { at, axis } => {
            let along = match axis {
                Axis::Row => Direction::East,
                Axis::Column => Direction::South,
            };
            let pool = words::on(i18n, &name(Thing::LongPool), at);
            format!("{pool} ({})", words::direction(i18n, along))
        }
        Deed::Teleporters(pair) => {
            let ends = pair.map(|end| pointed(end.at, end.arrow)).join(", ");
            words::about(i18n, &name(Thing::Teleporters), &ends)
        }
        Deed::Move { from, to } => {
            let piece = match level.position().piece_at(from) {
                Some(Piece::Figure(one)) => figure(i18n, one),
                Some(Piece::Stone(stone)) => words::stone(i18n, stone).to_owned(),
                None => String::new(),
            };
            words::from_to(i18n, &piece, from, to)
        }
        Deed::Turn { at, arrow } => {
            let teleporter = words::on(i18n, t_string!(i18n, things.teleporter), at);
            words::arrow(i18n, &teleporter, arrow)
        }
    }
}

/// Several deeds.
pub(super) fn deeds(i18n: Language, level: &Level, all: &[Deed]) -> String {
    all.iter().map(|one| deed(i18n, level, *one)).collect::<Vec<_>>().join("; ")
}

/// Where the piece of a slot is put: "on e5", or the arrow of a teleporter that was turned.
pub(super) fn placed(i18n: Language, deed: Deed) -> String {
    match deed {
        Deed::Turn { arrow, .. } => words::direction(i18n, arrow).to_owned(),
        Deed::Teleporters([one, other]) => {
            t_string!(i18n, level.on, cell = format!("{}, {}", one.at, other.at)).to_string()
        }
        Deed::Stone { at, .. }
        | Deed::Figure { at }
        | Deed::SquarePool { at }
        | Deed::LongPool { at, .. }
        | Deed::Move { to: at, .. } => t_string!(i18n, level.on, cell = at.to_string()).to_string(),
    }
}

/// Why something is refused.
pub(super) fn refusal(i18n: Language, refusal: Refusal) -> String {
    match refusal {
        Refusal::SticksOut => t_string!(i18n, level.refused.sticks_out).to_owned(),
        Refusal::NotAllowed => t_string!(i18n, level.refused.not_allowed).to_owned(),
        Refusal::NotThere => t_string!(i18n, level.refused.not_there).to_owned(),
        Refusal::AsDrawn(cell) => t_string!(i18n, level.refused.as_drawn, cell = cell).to_string(),
        Refusal::InTheWay(cell) => t_string!(i18n, level.refused.in_the_way, cell = cell).to_string(),
        Refusal::TooMany => t_string!(i18n, level.refused.used_up).to_owned(),
        Refusal::NothingThere(cell) => t_string!(i18n, level.refused.nothing_there, cell = cell).to_string(),
    }
}

/// A space and what is on it: "e5: Stone", "k8: Blue 4, ours".
pub(super) fn space(i18n: Language, trap: &Trap, cell: Cell) -> String {
    let position = trap.position();
    let piece = match position.piece_at(cell) {
        Some(piece) => Some(self::piece(i18n, trap, piece)),
        None => position.monster().filter(|monster| monster.at == cell).map(|monster| self::monster(i18n, monster)),
    };
    on_floor(i18n, &position, cell, piece.into_iter().collect())
}

/// A space after the verdict, as the board shows it: what was laid is in place, the monster is where its walk ended, and
/// whoever was eaten is named where that happened.
pub(super) fn told_space(i18n: Language, trap: &Trap, outcome: &Outcome, cell: Cell) -> String {
    let position = trap.position();
    let is_eaten = |figure: FigureId| outcome.meals.iter().any(|meal| meal.figure == figure);
    let monster = outcome.monster.filter(|monster| monster.at == cell).map(|monster| self::monster(i18n, monster));
    let piece = position.piece_at(cell).filter(|piece| !matches!(piece, Piece::Figure(one) if is_eaten(*one)));
    let eaten = outcome.meals.iter().filter(|meal| meal.at == cell).map(|meal| {
        let step = t_string!(i18n, level.said.eaten, step = meal.step).to_string();
        format!("{}, {step}", self::piece(i18n, trap, Piece::Figure(meal.figure)))
    });
    let pieces = monster.into_iter().chain(piece.map(|piece| self::piece(i18n, trap, piece))).chain(eaten);
    on_floor(i18n, &position, cell, pieces.collect())
}

fn piece(i18n: Language, trap: &Trap, piece: Piece) -> String {
    match piece {
        Piece::Stone(stone) => words::stone(i18n, stone).to_owned(),
        Piece::Figure(one) => {
            let camp = match trap.level().ours().has(one) {
                true => t_string!(i18n, level.said.ours),
                false => t_string!(i18n, level.said.theirs),
            };
            format!("{}, {camp}", figure(i18n, one))
        }
    }
}

fn monster(i18n: Language, monster: Monster) -> String {
    words::facing(i18n, t_string!(i18n, things.monster), monster.facing)
}

/// A space with these pieces, and what lies on its floor.
fn on_floor(i18n: Language, position: &Position, cell: Cell, pieces: Vec<String>) -> String {
    let teleporter = position.teleporters().flatten().find(|end| end.at == cell);
    let teleporter = teleporter.map(|end| words::arrow(i18n, t_string!(i18n, things.teleporter), end.arrow));
    let blood = position.blood().has(cell).then(|| t_string!(i18n, things.blood).to_owned());
    let all: Vec<String> = pieces.into_iter().chain(teleporter).chain(blood).collect();
    let what = if all.is_empty() { t_string!(i18n, things.empty).to_owned() } else { all.join(", ") };
    words::about(i18n, &cell.to_string(), &what)
}

/// What is wrong with a code, and where.
pub(super) fn damage(i18n: Language, error: &LevelCodeError) -> String {
    match error {
        LevelCodeError::Word(WordError::Empty) => t_string!(i18n, level.damaged.empty).to_owned(),
        LevelCodeError::Word(WordError::TooLong { .. }) => t_string!(i18n, level.damaged.too_long).to_owned(),
        LevelCodeError::Word(WordError::Version { .. }) => t_string!(i18n, level.damaged.version).to_owned(),
        LevelCodeError::Word(WordError::Character { at, .. }) => {
            t_string!(i18n, level.damaged.character, at = *at).to_string()
        }
        LevelCodeError::Word(WordError::Damaged) => t_string!(i18n, level.damaged.checksum).to_owned(),
        LevelCodeError::Word(WordError::BreaksOff(_) | WordError::Expected { .. }) | LevelCodeError::Roundabout => {
            t_string!(i18n, level.damaged.unreadable).to_owned()
        }
        LevelCodeError::Level(_) => t_string!(i18n, level.damaged.no_level).to_owned(),
    }
}
