//! What happens, as data: enough to animate, explain and replay it without knowing the rules.
//!
//! Front ends put events into words.

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Direction, Wall};
use crate::piece::{FigureId, Stone};

/// One thing that happened on the board.
///
/// Applying the events of a move or a run to the old position, in order, gives the new position: see
/// [`Position::apply_unchecked`](crate::Position::apply_unchecked).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A figure came in from outside.
    FigureEntered {
        /// The figure.
        figure: FigureId,
        /// The entrance corner.
        at: Cell,
    },
    /// A figure moved by one space, led by its player or shoved.
    FigureMoved {
        /// The figure.
        figure: FigureId,
        /// The space it left.
        from: Cell,
        /// The next space.
        to: Cell,
        /// How it moved.
        how: Motion,
    },
    /// A figure left by the exit.
    FigureEscaped {
        /// The figure.
        figure: FigureId,
        /// The exit corner.
        from: Cell,
    },
    /// The monster ate a figure.
    FigureEaten {
        /// The figure.
        figure: FigureId,
        /// The space it was on.
        at: Cell,
        /// How it was eaten.
        how: Death,
    },
    /// In stage one of a game, an eaten figure returned to the entrance.
    FigureReturned {
        /// The figure.
        figure: FigureId,
    },
    /// A figure that was still in play when the game ended counts as eaten.
    FigureLeftBehind {
        /// The figure.
        figure: FigureId,
    },
    /// A stone moved by one space.
    StoneMoved {
        /// Its kind.
        stone: Stone,
        /// The space it left.
        from: Cell,
        /// The next space.
        to: Cell,
        /// How it moved.
        how: Motion,
    },
    /// A stone left the game.
    StoneLost {
        /// Its kind.
        stone: Stone,
        /// The last space it was on.
        from: Cell,
        /// Where it went.
        to: Brink,
    },
    /// The monster looked around. If it turned, the next event says so.
    MonsterLooked {
        /// Where it stands.
        at: Cell,
        /// Straight ahead, to its left, to its right.
        sights: [Sight; 3],
        /// What it concludes from that.
        verdict: Verdict,
    },
    /// The monster turned on the spot.
    MonsterTurned {
        /// Where it stands.
        at: Cell,
        /// Its old facing.
        from: Direction,
        /// Its new facing.
        to: Direction,
        /// What made it turn.
        why: Turn,
    },
    /// Turning stones brought the monster back to a facing it had already tried, so it stays \[R2\].
    MonsterSpun {
        /// Where it stands.
        at: Cell,
        /// Its facing, the same as before it began to spin.
        facing: Direction,
        /// The kind of the last turning stone.
        stone: Stone,
        /// Where that stone lies.
        before: Cell,
    },
    /// The monster moved by one space.
    MonsterMoved {
        /// The space it left.
        from: Cell,
        /// The space it came to.
        to: Cell,
        /// The wall it went through, if any; it came in through that wall's twin.
        through: Option<Wall>,
        /// Whether it walked or slid over blood.
        how: Motion,
    },
    /// The monster stepped on a teleporter and came out of the other one.
    MonsterTeleported {
        /// The teleporter it stepped on.
        from: Cell,
        /// The other one of the pair.
        to: Cell,
        /// The arrow there: its new facing.
        facing: Direction,
    },
    /// The monster arrived on a space of blood with the same facing for the second time in one step, so it stops there
    /// \[R6\].
    MonsterHeld {
        /// Where it stands.
        at: Cell,
        /// Its facing.
        facing: Direction,
    },
    /// One movement point of the monster is spent.
    PointSpent {
        /// The number of points spent in this run so far.
        points: u32,
        /// Where it stands now.
        at: Cell,
    },
}

/// How something moved to the next space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// By its own step.
    Walked,
    /// It slid on over blood.
    Slid,
    /// Pushed by a figure that moved onto its space.
    Pushed,
    /// Shoved by the monster.
    Shoved,
}

/// Where something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brink {
    /// Shoved over the outer wall.
    Wall(Wall),
    /// Onto the exit or entrance corner: stones only \[R3\].
    Corner(Cell),
    /// Onto a teleporter \[R4\].
    Teleporter(Cell),
}

/// How a figure was eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// The monster walked onto its space.
    Bitten,
    /// It was shoved, or slid, to a place where figures are lost.
    Shoved(Brink),
}

/// Why the monster turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// This figure is the nearest it sees.
    Saw(FigureId),
    /// This turning stone lay ahead of it, perhaps beyond a wall.
    Stone {
        /// Its kind.
        stone: Stone,
        /// Where it lies.
        at: Cell,
    },
}

/// What the monster saw in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sight {
    /// The direction it looked in.
    pub direction: Direction,
    /// The distance in spaces at which the line of sight ends; a wall of the monster's own space has distance 1.
    pub distance: u8,
    /// What ends it.
    pub end: SightEnd,
}

/// What ends a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SightEnd {
    /// A figure: it is seen.
    Figure {
        /// The figure.
        figure: FigureId,
        /// Its space.
        at: Cell,
    },
    /// A stone that is not crystal.
    Stone {
        /// Its kind.
        stone: Stone,
        /// Its space.
        at: Cell,
    },
    /// The outer wall.
    Wall(Wall),
}

/// What the monster concludes from what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One figure is strictly nearest: the monster turns that way, or keeps its facing if the figure is ahead.
    Nearest(Direction),
    /// Two or three figures are equally near: the monster keeps its facing.
    Tie,
    /// The monster sees nobody and keeps its facing.
    Nothing,
}

/// Receives events.
///
/// An event is a closure that is called only if the sink listens. Search uses the sink `()`, so events cost it nothing.
pub trait Sink<E = Event> {
    /// Whether the sink uses the events.
    const LISTENS: bool = true;

    /// Receives an event.
    fn tell(&mut self, event: impl FnOnce() -> E);
}

impl<E> Sink<E> for () {
    const LISTENS: bool = false;

    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Sink<E> for Vec<E> {
    fn tell(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
