//! The table behind the screens: actions in, events out. The screens do not know who hosts it.

mod bundle;
pub mod draft;
pub mod last_table;
mod local;
mod save;

use bots::Bot;
use rules::game::{Action, Game, GameEvent, IllegalAction, Options, PartialFortress, Seat};
use rules::terms::Player;

pub use bundle::{Bundle, BundledGame};
pub use local::{Due, LocalTable, StartProblem};
pub use save::{SaveOutline, SaveProblem, SavedGame};

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Somebody in front of the screen.
    Human,
    /// A bot.
    Bot(Bot),
}

/// A seat as it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// Who plays it.
    pub who: Who,
    /// What they are called.
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

/// How fast pieces move on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Speed {
    /// To follow every look.
    Creep,
    /// As drawn.
    #[default]
    Walk,
    /// For those who know.
    Rush,
}

impl Speed {
    /// Every speed, from slow to fast.
    pub const ALL: [Speed; 3] = [Speed::Creep, Speed::Walk, Speed::Rush];
}

/// What the table shows of the monster's plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Help {
    /// Nothing: everybody counts for themselves.
    Nothing,
    /// What the monster sees from where it stands.
    Sight,
    /// Where it goes for each tombstone left, and who is in danger.
    #[default]
    Foresight,
}

impl Help {
    /// Every level, from little to much.
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

/// Everything that is agreed on before a game at one screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Players, fortress, tombstones.
    pub options: Options,
    /// The seats in order, one for each player.
    pub seats: Vec<SeatPlan>,
    /// The number of the monster's mix of parts.
    pub kit: u8,
    /// How fast pieces move.
    pub speed: Speed,
    /// What is shown of the monster's plans.
    pub help: Help,
}

/// Who takes over a game that somebody else began, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeover {
    /// The seats in order, one for each player.
    pub seats: Vec<SeatPlan>,
    /// The number of the monster's mix of parts.
    pub kit: u8,
    /// How fast pieces move.
    pub speed: Speed,
    /// What the table shows of the monster's plans.
    pub help: Help,
}

/// A table as the screens know it: actions go in, and what came of them comes out at the end of [`played`](Table::played). Who
/// hosts the game, and whether that is far away, they do not know.
pub trait Table {
    /// The game before the first action, and what happened until then.
    fn beginning(&self) -> &(Game, Vec<GameEvent>);

    /// Everything that has been done, in order. It only grows.
    fn played(&self) -> &[Played];

    /// The seats in order.
    fn seats(&self) -> &[SeatPlan];

    /// The number of the monster's mix of parts.
    fn kit(&self) -> u8;

    /// Who is to act.
    fn due(&self) -> Due;

    /// Asks for an action. A table that is far away takes it up later.
    ///
    /// # Errors
    ///
    /// The first rule broken. The table is then unchanged.
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction>;
}

/// One action and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Whose action it was; a flip has no seat.
    pub seat: Option<Seat>,
    /// What was done.
    pub action: Action,
    /// What happened.
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
