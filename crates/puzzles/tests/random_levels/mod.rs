//! Random levels: any position, any texts, grants of every kind.
//!
//! What is wished for and would make no level is left out; so every draw is a level, and a failing one shrinks by
//! losing things.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use puzzles::{About, Draft, Grant, Level, Thing, Trick};
use rules::notation::is_line;
use rules::{Cell, CellSet, FigureId, Position, Setup, Stone, Whereabouts};
use testkit::positions::positions;

/// Levels of every kind. Whether they can be solved is not asked.
pub(crate) fn levels() -> impl Strategy<Value = Level> {
    let ours = vec(any::<bool>(), FigureId::COUNT);
    (positions(), about(), ours, vec(wish(), 1..12))
        .prop_map(|(position, about, ours, wishes)| level(&position, about, &ours, &wishes))
}

/// A grant that would be nice to have.
#[derive(Clone, Debug)]
struct Wish {
    what: What,
    /// Which of the pieces or teleporters of the position it is about.
    which: Index,
    area: CellSet,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Lay(Thing, u8),
    Move,
    Turn,
}

fn wish() -> impl Strategy<Value = Wish> {
    let lay = (select(&Thing::ALL[..]), 1_u8..4).prop_map(|(thing, count)| What::Lay(thing, count));
    let what = prop_oneof![4 => lay, 2 => Just(What::Move), 1 => Just(What::Turn)];
    (what, any::<Index>(), area()).prop_map(|(what, which, area)| Wish { what, which, area })
}

fn area() -> impl Strategy<Value = CellSet> {
    let cell = || select(&Cell::ALL[..]);
    let few = move || vec(cell(), 1..8).prop_map(CellSet::from_iter);
    let rectangle = (cell(), cell()).prop_map(|(one, other)| {
        let is_between = |at: u8, one: u8, other: u8| one.min(other) <= at && at <= one.max(other);
        let is_inside = |cell: &Cell| {
            is_between(cell.column(), one.column(), other.column()) && is_between(cell.row(), one.row(), other.row())
        };
        Cell::ALL.into_iter().filter(is_inside).collect::<CellSet>()
    });
    let half = vec(any::<bool>(), Cell::ALL.len())
        .prop_map(|is_in| Cell::ALL.into_iter().zip(is_in).filter(|(_, is_in)| *is_in).map(|(cell, _)| cell).collect());
    prop_oneof![
        2 => Just(CellSet::FLOOR),
        2 => few(),
        2 => few().prop_map(|few| CellSet::FLOOR.without(&few)),
        2 => rectangle,
        1 => half,
    ]
}

fn about() -> impl Strategy<Value = About> {
    let teaches = subsequence(Trick::ALL.to_vec(), 0..=Trick::ALL.len()).prop_shuffle();
    (text(Level::LONGEST_TITLE), text(Level::LONGEST_AUTHOR), text(Level::LONGEST_HINT), teaches)
        .prop_map(|(title, author, hint, teaches)| About { title, author, hint, teaches })
}

/// One line of at most this many bytes.
fn text(longest: usize) -> impl Strategy<Value = String> {
    let any_text = prop_oneof![Just(String::new()), "[ -~]{0,240}", "\\PC{0,120}"];
    let line = any_text.prop_map(move |text| text[..text.floor_char_boundary(longest)].trim().to_owned());
    line.prop_map(|text| if is_line(&text) { text } else { String::new() })
}

fn level(position: &Position, about: About, ours: &[bool], wishes: &[Wish]) -> Level {
    let mut setup = position.to_setup();
    setup.figures.retain(|(_, place)| matches!(place, Whereabouts::On(_)));
    if setup.figures.is_empty() {
        let room = Thing::Figure.room_on(position).first().expect("no board is full");
        setup.figures.push((FigureId::new(27).expect("the last figure"), Whereabouts::On(room.into())));
    }
    // The first is theirs: somebody has to be eaten.
    let others = setup.figures[1..].iter().map(|(figure, _)| *figure);
    let ours = others.filter(|figure| ours[figure.index()]).collect();
    let mut draft = Draft { about, setup, ours, grants: vec![] };
    for wish in wishes {
        let next = granted(draft.clone(), wish);
        if Level::new(&next).is_ok() {
            draft = next;
        }
    }
    if draft.grants.is_empty() {
        draft.grants.push(Grant::Lay { thing: Thing::Stone(Stone::Plain), count: 1, on: CellSet::FLOOR });
    }
    Level::new(&draft).expect("what would make no level was left out")
}

fn granted(mut draft: Draft, wish: &Wish) -> Draft {
    let one_of = |cells: Vec<Cell>| (!cells.is_empty()).then(|| *wish.which.get(&cells));
    match wish.what {
        What::Lay(thing, count) => {
            if thing == Thing::Figure {
                wait(&mut draft, count.into());
            }
            draft.grants.push(Grant::Lay { thing, count, on: wish.area });
        }
        What::Move => {
            draft.grants.extend(one_of(pieces(&draft.setup)).map(|from| Grant::Move { from, to: wish.area }));
        }
        What::Turn => {
            let cells = draft.setup.teleporters.iter().filter_map(|tile| tile.at.cell()).collect();
            draft.grants.extend(one_of(cells).map(|at| Grant::Turn { at }));
        }
    }
    draft
}

fn pieces(setup: &Setup) -> Vec<Cell> {
    let figures = setup.figures.iter().filter_map(|(_, place)| match place {
        Whereabouts::On(spot) => spot.cell(),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    });
    setup.stones.iter().filter_map(|(_, spot)| spot.cell()).chain(figures).collect()
}

/// Lets this many more of ours wait.
fn wait(draft: &mut Draft, count: usize) {
    let takes_part = |figure: &FigureId| draft.setup.figures.iter().any(|(other, _)| other == figure);
    let new: Vec<FigureId> = FigureId::all().filter(|figure| !takes_part(figure)).take(count).collect();
    draft.setup.figures.extend(new.iter().map(|figure| (*figure, Whereabouts::Waiting)));
    draft.ours.extend(new);
}
