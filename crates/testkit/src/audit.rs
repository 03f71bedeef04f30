//! Compares a game with the reference implementation, action by action.

use std::collections::BTreeSet;

use rules::game::{Action, Awaited, Axis, Game, Length, Pair, Placement, Seat, Tombstones, Winner};
use rules::{FigureId, Position, Tombstone, Whereabouts};

use crate::differential::{card, kind, numbers, side, space, step};
use crate::reference::{self, Board, Card, Side};
use crate::reference_game::{self, Audit, Awaits, Laid};

/// Follows a game with the reference implementation.
pub struct Auditor {
    audit: Audit,
}

impl Auditor {
    /// Starts the same game as `game`, which must not have any actions yet.
    ///
    /// # Panics
    ///
    /// If the two implementations disagree.
    #[must_use]
    pub fn new(game: &Game) -> Auditor {
        let bands: Vec<usize> = game.players().bands().iter().map(|band| *band as usize).collect();
        let (first, ready) = match game {
            Game::Laying(laying) => (laying.first(), None),
            Game::Playing(playing) => {
                let mut setup = game.to_setup();
                setup.figures.clear();
                let position = Position::from_setup(&setup).expect("a position without its figures is legal");
                (playing.course().start(), Some(Board::from(&position)))
            }
        };
        let is_long = game.length() == Length::Long;
        let audit = Audit::new(&bands, is_long, first.index(), ready).expect("a legal table");
        let auditor = Auditor { audit };
        auditor.compare(game);
        auditor
    }

    /// Plays the action that led to `game`, and compares.
    ///
    /// # Panics
    ///
    /// If the two implementations disagree.
    pub fn follow(&mut self, seat: Option<Seat>, action: &Action, game: &Game) {
        self.act(seat, action).unwrap_or_else(|problem| panic!("the reference rejects {action:?}: {problem}"));
        self.compare(game);
    }

    /// Whether the reference implementation rejects this action.
    #[must_use]
    pub fn rejects(&self, seat: Option<Seat>, action: &Action) -> bool {
        Auditor { audit: self.audit.clone() }.act(seat, action).is_err()
    }

    fn act(&mut self, seat: Option<Seat>, action: &Action) -> Result<(), String> {
        match (seat, action) {
            (Some(seat), Action::Place(placement)) => self.audit.lay(seat.index(), laid(*placement)),
            (Some(seat), Action::Move { figure, path }) => {
                let path: Vec<reference::Step> = path.iter().map(|one| step(*one)).collect();
                self.audit.move_figure(seat.index(), figure.index(), &path)
            }
            (None, Action::Flip { tombstone }) => self.audit.flip(card(*tombstone)),
            (Some(_), Action::Flip { .. }) | (None, Action::Place(_) | Action::Move { .. }) => {
                Err("tombstones are flipped by no seat, everything else by a seat".to_owned())
            }
        }
    }

    fn compare(&self, game: &Game) {
        let state = self.audit.state();
        let awaits = match game.awaited() {
            Awaited::Tile(seat) => Awaits::Tile { seat: seat.index() },
            Awaited::Move(seat) => Awaits::Move { seat: seat.index() },
            Awaited::Flip => Awaits::Flip,
            Awaited::Nothing => Awaits::Nothing,
        };
        assert_eq!(state.awaits, awaits);
        let winner = game.ending().map(|ending| match ending.winner {
            Winner::Seat(seat) => reference_game::Winner::Seat(seat.index()),
            Winner::Monster => reference_game::Winner::Monster,
        });
        assert_eq!(state.winner, winner);
        let Some(playing) = game.playing() else { return };
        let places = playing.places().map(|mut places| {
            places.sort_by_key(|place| place.seat);
            places.iter().map(|place| place.number).collect::<Vec<_>>()
        });
        assert_eq!(state.places, places);
        let (course, position) = (playing.course(), playing.position());
        let (stage, turn, start) = (course.stage().number(), course.turn(), course.start());
        assert_eq!((state.stage, state.turn, state.start), (stage.into(), turn.into(), start.index()));
        assert_eq!(state.escaped, numbers(playing.escaped()));
        assert_eq!(counted(&state.used), course.used());
        assert_eq!(counted(&state.shown), playing.shown());
        assert_eq!(normal(&state.board), normal(&Board::from(position)));
        let set = |keep: &dyn Fn(FigureId) -> bool| -> BTreeSet<usize> {
            position.figures().map(|(figure, _)| figure).filter(|figure| keep(*figure)).map(FigureId::index).collect()
        };
        assert_eq!(state.dark, set(&|figure| playing.face(figure) == rules::game::Face::Dark));
        assert_eq!(state.moved, set(&|figure| playing.moved().has(figure)));
        assert_eq!(state.eaten, set(&|figure| position.whereabouts(figure) == Some(Whereabouts::Eaten)));
    }
}

/// Sorts the teleporters, whose order depends on when they were laid.
fn normal(board: &Board) -> Board {
    let mut board = board.clone();
    board.teleporters.iter_mut().for_each(|pair| pair.sort());
    board.teleporters.sort();
    board
}

fn counted(cards: &[Card]) -> Tombstones {
    let of = |card: &Card| match *card {
        Card::Steps(number) => Tombstone::steps(number as u16),
        Card::Hits(number) => Tombstone::hits(number as u8),
    };
    cards.iter().map(of).collect()
}

fn laid(placement: Placement) -> Laid {
    match placement {
        Placement::Stone { stone, at } => Laid::Stone(kind(stone), space(at)),
        Placement::SquarePool { at } => Laid::SquarePool(space(at)),
        Placement::LongPool { at, axis: Axis::Row } => Laid::LongPool { at: space(at), along: Side::East },
        Placement::LongPool { at, axis: Axis::Column } => Laid::LongPool { at: space(at), along: Side::South },
        Placement::Teleporter { pair, at, arrow } => {
            let pair = match pair {
                Pair::One => 0,
                Pair::Two => 1,
            };
            Laid::Teleporter { pair, at: space(at), arrow: side(arrow) }
        }
    }
}
