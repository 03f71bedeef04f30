//! A whole game (RULES 2, 3, 6): set-up, turns, stages, winning.
//!
//! Chance is an argument: the flipped tombstone is passed to a [`Game`]. The pile belongs to the
//! [`Host`](crate::host::Host).

mod action;
mod course;
mod event;
mod laying;
mod named_fortress;
mod places;
mod players;
mod playing;
mod random;
mod situation;
mod tiles;
mod tombstones;

pub use action::{Action, IllegalAction};
pub use course::{Course, Stage, TURNS};
pub use event::GameEvent;
pub use laying::Laying;
pub use named_fortress::NamedFortress;
pub use places::Place;
pub use players::{Band, Face, FigureSet, Players, PlayersProblem, Seat};
pub use playing::{Lead, Playing};
pub use situation::{Part, Situation, SituationProblem};
pub use tiles::{Axis, Fortress, Pair, PartialFortress, Placement, PlacingProblem, Tile, basic_setup};
pub use tombstones::{Length, Tombstones};

use serde::{Deserialize, Serialize};

use crate::event::Sink;
use crate::setup::Setup;

/// The fortress a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FortressChoice {
    /// The basic game.
    Basic,
    /// The game for experienced players: they lay the tiles themselves, one by one.
    ByHand,
    /// The game for experienced players, on a fortress laid in advance.
    Prepared(Fortress),
    /// The game for experienced players, on a fortress drawn from the seed of the game.
    Random(Fortress),
}

/// What is agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The players.
    pub players: Players,
    /// The fortress.
    pub fortress: FortressChoice,
    /// The length of the game, which determines its tombstones.
    pub length: Length,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Awaited {
    /// A tile of this seat.
    Tile(Seat),
    /// A move of this seat.
    Move(Seat),
    /// A tombstone.
    Flip,
    /// Nothing: the game is over.
    Nothing,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// A player.
    Seat(Seat),
    /// No figure escaped \[R11\].
    Monster,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A player got all figures but one out.
    AllButOneOut,
    /// In stage two, no figure is left in play.
    NobodyLeft,
    /// The last tombstone of stage two has been carried out.
    LastTombstone,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 3] = [Self::AllButOneOut, Self::NobodyLeft, Self::LastTombstone];
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// The winner.
    pub winner: Winner,
    /// The reason.
    pub reason: EndReason,
}

/// A game under way or over, with everything that all players may know.
#[derive(Clone, Debug, PartialEq, Eq)]
// Most games are in play, and search copies them by the million. A box would only add an indirection.
#[expect(clippy::large_enum_variant)]
pub enum Game {
    /// The players lay the fortress.
    Laying(Laying),
    /// The fortress is laid.
    Playing(Playing),
}

/// What one seat may know: everything except the order of the pile, which a [`Game`] does not contain.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The seat that looks.
    pub seat: Seat,
    /// The game.
    pub game: &'a Game,
}

impl Game {
    /// Sets up a game. `first` lays the first tile if the players lay the fortress themselves; otherwise it is the
    /// start player.
    ///
    /// # Panics
    ///
    /// If `first` is not a seat of these players.
    pub fn new(options: Options, first: Seat, sink: &mut impl Sink<GameEvent>) -> Game {
        let Options { players, fortress, length } = options;
        assert!(first.index() < players.count(), "the first seat must be one of the table");
        let setup = match fortress {
            FortressChoice::Basic => basic_setup().to_setup(),
            FortressChoice::Prepared(fortress) | FortressChoice::Random(fortress) => fortress.to_setup(),
            FortressChoice::ByHand => return Game::Laying(Laying::new(players, length, first)),
        };
        Game::Playing(Playing::begin(players, length, first, setup, sink))
    }

    /// The players.
    #[must_use]
    #[inline]
    pub fn players(&self) -> &Players {
        match self {
            Game::Laying(laying) => laying.players(),
            Game::Playing(playing) => playing.players(),
        }
    }

    /// The length of the game, which determines its tombstones.
    #[must_use]
    pub fn length(&self) -> Length {
        match self {
            Game::Laying(laying) => laying.length(),
            Game::Playing(playing) => playing.length(),
        }
    }

    /// The game while its fortress is being laid.
    #[must_use]
    pub fn laying(&self) -> Option<&Laying> {
        match self {
            Game::Laying(laying) => Some(laying),
            Game::Playing(_) => None,
        }
    }

    /// The game once its fortress is laid.
    #[must_use]
    #[inline]
    pub fn playing(&self) -> Option<&Playing> {
        match self {
            Game::Laying(_) => None,
            Game::Playing(playing) => Some(playing),
        }
    }

    /// Everything on the board, as open data. While the fortress is being laid, these are the tiles so far.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        match self {
            Game::Laying(laying) => laying.tiles().to_setup(),
            Game::Playing(playing) => playing.position().to_setup(),
        }
    }

    /// What the game waits for.
    #[must_use]
    #[inline]
    pub fn awaited(&self) -> Awaited {
        match self {
            Game::Laying(laying) => Awaited::Tile(laying.next()),
            Game::Playing(playing) => playing.awaited(),
        }
    }

    /// The seat whose action the game waits for; `None` if it waits for a tombstone or for nothing.
    #[must_use]
    pub fn acting(&self) -> Option<Seat> {
        match self {
            Game::Laying(laying) => Some(laying.next()),
            Game::Playing(playing) => playing.acting(),
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.playing().and_then(Playing::ending)
    }

    /// Every action that is legal now. Of moves with the same outcome, only one is listed.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        match self {
            Game::Laying(laying) => laying.tiles().choices().into_iter().map(Action::Place).collect(),
            Game::Playing(playing) => playing.legal_actions(),
        }
    }

    /// Carries out `action` for `seat`, or for the host if `seat` is `None`, and reports what happens to `sink`.
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged, and nothing has been reported.
    pub fn act(
        &mut self,
        seat: Option<Seat>,
        action: &Action,
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<(), IllegalAction> {
        if seat != self.acting() {
            return Err(IllegalAction::NotYourTurn(self.awaited()));
        }
        match (self, action) {
            (game @ Game::Laying(_), Action::Place(placement)) => game.place(*placement, sink),
            (Game::Playing(playing), Action::Move { figure, path }) => playing.move_figure(*figure, path, sink),
            (Game::Playing(playing), Action::Flip { tombstone }) => playing.flip(*tombstone, sink),
            (game @ Game::Laying(_), Action::Move { .. } | Action::Flip { .. })
            | (game @ Game::Playing(_), Action::Place(_)) => Err(IllegalAction::NotAwaited(game.awaited())),
        }
    }

    /// Lays a tile (RULES 6). After the last one, play begins.
    fn place(&mut self, placement: Placement, sink: &mut impl Sink<GameEvent>) -> Result<(), IllegalAction> {
        let Game::Laying(laying) = self else { return Err(IllegalAction::NotAwaited(self.awaited())) };
        let seat = laying.next();
        laying.place(placement)?;
        sink.tell(|| GameEvent::TilePlaced { seat, placement });
        if let Some(fortress) = laying.tiles().complete() {
            let (players, length, start) = (*laying.players(), laying.length(), laying.next());
            *self = Game::Playing(Playing::begin(players, length, start, fortress.to_setup(), sink));
        }
        Ok(())
    }
}
