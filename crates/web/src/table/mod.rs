//! The table: actions in, events out. The screens do not know who hosts it.

mod bundle;
pub mod draft;
pub mod last_table;
mod local;
mod save;

use bots::Bot;
use rules::game::{Action, Game, GameEvent, IllegalAction, Options, PartialFortress, Seat};
use rules::terms::{MonsterNumber, Player};

pub use bundle::{Bundle, BundledGame};
pub use local::{Due, LocalTable, StartProblem};
pub use save::{SaveOutline, SaveProblem, SavedGame};

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A player at the screen.
    Human,
    /// A bot.
    Bot(Bot),
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// Who plays it.
    pub who: Who,
    /// Their name.
    pub name: String,
}

impl From<&SeatPlan> for Player {
    fn from(seat: &SeatPlan) -> Player {
        match seat.who {
            Who::Human => Player::person(&seat.name),
            Who::Bot(bot) => Player::bot(&seat.name, bot.into()),
        }
    }
}

/// Gives each bot without a name the first free name of its kind, in the order of the seats.
pub fn name_bots(seats: &mut [SeatPlan]) {
    for seat in 0..seats.len() {
        let SeatPlan { who, name } = &seats[seat];
        if let (Who::Bot(bot), true) = (*who, name.is_empty()) {
            seats[seat].name = bot.free_name(seats.iter().map(|seat| seat.name.as_str())).to_owned();
        }
    }
}

/// How fast pieces move on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Speed {
    /// Slow enough to follow every look.
    Creep,
    /// Normal.
    #[default]
    Walk,
    /// Fast, for experienced players.
    Rush,
}

impl Speed {
    /// Every speed, from slow to fast.
    pub const ALL: [Speed; 3] = [Speed::Creep, Speed::Walk, Speed::Rush];
}

/// What the table reveals about the next run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Help {
    /// Nothing.
    Nothing,
    /// What the monster sees from its space.
    Sight,
    /// Its path for each tombstone left, and the danger of each figure.
    #[default]
    Foresight,
}

impl Help {
    /// Every level, from least to most.
    pub const ALL: [Help; 3] = [Help::Nothing, Help::Sight, Help::Foresight];

    /// The level below.
    #[must_use]
    pub const fn less(self) -> Option<Help> {
        match self {
            Help::Nothing => None,
            Help::Sight => Some(Help::Nothing),
            Help::Foresight => Some(Help::Sight),
        }
    }
}

/// The settings of a new game on one screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Players, fortress and length.
    pub options: Options,
    /// The seats in order, one per player.
    pub seats: Vec<SeatPlan>,
    /// The number of the monster, which determines its parts.
    pub monster: MonsterNumber,
    /// How fast pieces move.
    pub speed: Speed,
    /// What the table reveals about the next run.
    pub help: Help,
}

/// The players who take over a game from its middle, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeover {
    /// The seats in order, one per player.
    pub seats: Vec<SeatPlan>,
    /// The number of the monster, which determines its parts.
    pub monster: MonsterNumber,
    /// How fast pieces move.
    pub speed: Speed,
    /// What the table reveals about the next run.
    pub help: Help,
}

/// A table as the screens see it: actions go in, and their results are appended to [`played`](Table::played). The
/// screens do not know who hosts the game or where.
pub trait Table {
    /// The game before the first action, and the events until then.
    fn beginning(&self) -> &(Game, Vec<GameEvent>);

    /// Every action with its result, in order. The list only grows.
    fn played(&self) -> &[Played];

    /// The seats in order.
    fn seats(&self) -> &[SeatPlan];

    /// The number of the monster, which determines its parts.
    fn monster(&self) -> MonsterNumber;

    /// Who must act.
    fn due(&self) -> Due;

    /// Requests an action. A remote table carries it out later.
    ///
    /// # Errors
    ///
    /// The first rule broken. The table is then unchanged.
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction>;
}

/// An action and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The seat that acted; `None` for a flip.
    pub seat: Option<Seat>,
    /// The action.
    pub action: Action,
    /// The events.
    pub events: Vec<GameEvent>,
    /// The game after it.
    pub game: Game,
}

/// The tiles that the players have laid.
#[must_use]
pub fn tiles_laid(played: &[Played]) -> PartialFortress {
    let placements = played.iter().map_while(|played| match played.action {
        Action::Place(placement) => Some(placement),
        Action::Move { .. } | Action::Flip { .. } => None,
    });
    PartialFortress::new(&placements.collect::<Vec<_>>()).expect("what has been played is legal")
}

impl From<rules::record::Played<'_>> for Played {
    fn from(played: rules::record::Played<'_>) -> Played {
        Played { seat: played.seat, action: played.action.clone(), events: played.events, game: played.game }
    }
}
