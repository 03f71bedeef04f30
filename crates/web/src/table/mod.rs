//! A table: what the screens read of it, and what stands behind it. The screens do not know who hosts the game.
//!
//! The data is the [`Story`], the seats with their [`Attendance`], the [`Capabilities`] of this device, and whose
//! [`Turn`] it is. [`LocalTable`] hosts the game in the page, [`RemoteTable`] follows one on a server.

mod bundle;
mod cast;
mod customs;
pub mod draft;
pub mod last_table;
mod local;
pub mod pledge;
pub mod remote;
mod save;
mod script;
mod story;

use rules::game::Options;
use rules::terms::MonsterNumber;

pub use bundle::{Bundle, BundleProblem, BundledGame};
pub use cast::{Attendance, Capabilities, Die, Presence, SeatPlan, Seats, Turn, Who, name_bots, only_person};
pub use customs::{Customs, First, MoveTimer};
pub use local::{LocalTable, StartProblem};
pub use remote::RemoteTable;
pub use save::{SaveOutline, SaveProblem, SavedGame};
pub use script::Script;
pub use story::{Played, Story, tiles_laid};

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

    /// The speed with so many players, as long as nobody has chosen one: with six or seven there is much to watch.
    #[must_use]
    pub const fn usual(players: usize) -> Speed {
        if players >= 6 { Speed::Rush } else { Speed::Walk }
    }
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

impl From<protocol::Help> for Help {
    fn from(help: protocol::Help) -> Help {
        match help {
            protocol::Help::None => Help::Nothing,
            protocol::Help::Sight => Help::Sight,
            protocol::Help::Foresight => Help::Foresight,
        }
    }
}

impl From<Help> for protocol::Help {
    fn from(help: Help) -> protocol::Help {
        match help {
            Help::Nothing => protocol::Help::None,
            Help::Sight => protocol::Help::Sight,
            Help::Foresight => protocol::Help::Foresight,
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
    /// What the players have agreed on besides the game.
    pub customs: Customs,
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

/// A table as the screens see it.
pub trait Table {
    /// The game so far.
    fn story(&self) -> &Story;

    /// The seats in order. They stay the same for the whole game.
    fn seats(&self) -> &[SeatPlan];

    /// What can change about each seat, in order.
    fn attendance(&self) -> Vec<Attendance>;

    /// The number of the monster, which determines its parts.
    fn monster(&self) -> MonsterNumber;

    /// What may be done on this device.
    fn capabilities(&self) -> Capabilities;

    /// Whose turn it is.
    fn turn(&self) -> Turn {
        match self.story().game().acting() {
            None => Turn::Over,
            Some(seat) if self.capabilities().own.has(seat) => Turn::Here(seat),
            Some(seat) => Turn::Elsewhere(seat),
        }
    }
}

/// The answer of a driver to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has been carried out.
    Accepted,
    /// It is on its way. News will say what became of it.
    Pending,
    /// It is not possible.
    Refused,
}

/// What a driver reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The story has more actions than before.
    Grown,
    /// The story was replaced by another one.
    Forked {
        /// The number of actions with which both begin.
        common: usize,
    },
    /// The last actions of the story were taken back.
    TakenBack,
    /// An action that was on its way does not count.
    Refused,
    /// Nobody has time for an action that is on its way. It will be sent again.
    Delayed,
    /// The host does not want this browser at the door where it stands.
    TurnedAway,
    /// The connection came or went.
    Link(Link),
    /// Somebody came or went, or sits elsewhere now.
    Seats,
}

/// The connection to whoever hosts the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It is there, or none is needed.
    Up,
    /// It is being opened for the first time.
    Opening,
    /// It is gone.
    Lost {
        /// The number of the current or next attempt to get it back, from 1.
        attempt: u32,
        /// The seconds until the next attempt; 0 during it.
        seconds: u32,
    },
}
