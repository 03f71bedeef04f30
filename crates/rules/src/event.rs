//! What happens, as data: enough to animate it, to explain it and to replay it without knowing the rules.
//!
//! Nothing here is put into words; the front ends do that.

use serde::{Deserialize, Serialize};

use crate::geometry::{Cell, Direction, Wall};
use crate::piece::{FigureId, Stone};

/// One thing that happened. Applied in order to the old position, the events of a move or a run give the new
/// one: see [`Position::apply`](crate::Position::apply).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A figure came in from outside.
    FigureEntered {
        /// Who.
        figure: FigureId,
        /// The entrance corner.
        at: Cell,
    },
    /// A figure moved by one space, led by its player or shoved.
    FigureMoved {
        /// Who.
        figure: FigureId,
        /// The space it left.
        from: Cell,
        /// The next space.
        to: Cell,
        /// By what.
        how: Motion,
    },
    /// A figure left by the exit.
    FigureEscaped {
        /// Who.
        figure: FigureId,
        /// The exit corner.
        from: Cell,
    },
    /// The monster ate a figure.
    FigureEaten {
        /// Who.
        figure: FigureId,
        /// The space it was on.
        at: Cell,
        /// How it came about.
        how: Death,
    },
    /// An eaten figure is outside the entrance again: in stage one of a game.
    FigureReturned {
        /// Who.
        figure: FigureId,
    },
    /// A figure that was still in play when the game ended counts as eaten.
    FigureLeftBehind {
        /// Who.
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
        /// By what.
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
    /// The monster looked around. Whether it turned stands in the next event.
    MonsterLooked {
        /// Where it stands.
        at: Cell,
        /// Straight ahead, to its left, to its right.
        sights: [Sight; 3],
        /// What it makes of that.
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
    /// Turning stones brought the monster back to a facing it had already tried: it stays \[R2\].
    MonsterSpun {
        /// Where it stands.
        at: Cell,
        /// The facing it had before it began to spin, and has again.
        facing: Direction,
        /// The kind of the last turning stone.
        stone: Stone,
        /// Where that lies.
        before: Cell,
    },
    /// The monster went one space on.
    MonsterMoved {
        /// The space it left.
        from: Cell,
        /// The space it came to.
        to: Cell,
        /// The wall it went through, if it did; it came in by that wall's twin.
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
    /// The monster arrived on a space of blood with a facing for the second time in one step: it stops there \[R6\].
    MonsterHeld {
        /// Where it stands.
        at: Cell,
        /// Its facing.
        facing: Direction,
    },
    /// One movement point of the monster is spent.
    PointSpent {
        /// How many are spent in this run.
        points: u32,
        /// Where it stands now.
        at: Cell,
    },
}

/// How something came to the next space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// By its own step.
    Walked,
    /// On over blood.
    Slid,
    /// By a figure that moved onto its space.
    Pushed,
    /// By the monster.
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
    /// It was shoved, or slid, to where figures are lost.
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
    /// How many spaces away the line of sight ends; the wall round its own space is 1 away.
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
        /// Who.
        figure: FigureId,
        /// Where.
        at: Cell,
    },
    /// A stone that is not crystal.
    Stone {
        /// Its kind.
        stone: Stone,
        /// Where.
        at: Cell,
    },
    /// The outer wall.
    Wall(Wall),
}

/// What the monster makes of what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One figure is strictly nearest: it turns that way, or keeps going if that is ahead.
    Nearest(Direction),
    /// Two or three are equally near: it keeps its facing.
    Tie,
    /// It sees nobody: it keeps its facing.
    Nothing,
}

/// Who is told what happens.
///
/// The event is made only if somebody wants it, so that search, which listens with `()`, pays nothing.
pub trait Sink<E = Event> {
    /// Whether anybody is there to be told.
    const LISTENS: bool = true;

    /// Takes note of an event.
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
