//! The schemas of events.

use utoipa::ToSchema;

use super::{Cell, Direction, FigureId, Placement, Seat, Stage, Stone, Tombstone, Wall};

/// One thing that happened in a game or on its board.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// A player laid a tile.
    TilePlaced {
        /// The player.
        seat: Seat,
        /// The tile and its place.
        placement: Placement,
    },
    /// A stage began.
    StageBegan {
        /// The stage.
        stage: Stage,
        /// The tombstones that are shuffled for it.
        #[schema(max_items = 8)]
        tombstones: Vec<Tombstone>,
    },
    /// A turn began.
    TurnBegan {
        /// The stage.
        stage: Stage,
        /// The number of the turn in the stage.
        #[schema(minimum = 1, maximum = 7)]
        turn: u8,
        /// The seat that has the start marker.
        start: Seat,
    },
    /// A player let a figure stay where it was.
    FigureStayed {
        /// The figure.
        figure: FigureId,
        /// On its space, or waiting outside.
        whereabouts: Whereabouts,
    },
    /// A figure was turned over.
    FigureTurnedOver {
        /// The figure.
        figure: FigureId,
        /// The number that is face up now.
        #[schema(minimum = 1, maximum = 6)]
        number: u8,
    },
    /// A player is to move.
    SeatToMove {
        /// The player.
        seat: Seat,
    },
    /// Everybody has moved: the monster is next.
    MovesOver,
    /// A tombstone was flipped and the monster runs.
    TombstoneFlipped {
        /// The tombstone.
        tombstone: Tombstone,
    },
    /// A tombstone was flipped that does not count, because the first one of a game must show a number.
    TombstoneShown {
        /// The tombstone.
        tombstone: Tombstone,
    },
    /// After the first number, the tombstones shown before it were shuffled back into the pile.
    PileShuffled {
        /// The tombstones in the pile now.
        #[schema(max_items = 8)]
        tombstones: Vec<Tombstone>,
    },
    /// The start marker was passed on.
    StartMarkerPassed {
        /// The seat that has it now.
        to: Seat,
    },
    /// The game is over.
    GameEnded {
        /// Why it ended, and who won.
        ending: Ending,
    },
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
    /// The monster looked around. If it turned, the next event describes that.
    MonsterLooked {
        /// Where it stands.
        at: Cell,
        /// Straight ahead, to its left, to its right.
        #[schema(min_items = 3, max_items = 3)]
        sights: Vec<Sight>,
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
    /// Turning stones brought the monster back to a facing it had already tried, so it stays.
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
        #[schema(required)]
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
    /// The monster arrived on a space of blood with the same facing for the second time in one step, so it stops there.
    MonsterHeld {
        /// Where it stands.
        at: Cell,
        /// Its facing.
        facing: Direction,
    },
    /// One movement point of the monster is spent.
    PointSpent {
        /// The number of points spent in this run so far.
        #[schema(minimum = 1)]
        points: u32,
        /// Where it stands now.
        at: Cell,
    },
}

/// The place of a figure.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// Outside the entrance.
    Waiting,
    /// In the fortress.
    On(Cell),
    /// Out by the exit.
    Escaped,
    /// Eaten by the monster.
    Eaten,
}

/// How something moved to the next space.
#[derive(ToSchema)]
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
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Brink {
    /// Shoved over the outer wall.
    Wall(Wall),
    /// Onto the exit or entrance corner: stones only.
    Corner(Cell),
    /// Onto a teleporter.
    Teleporter(Cell),
}

/// How a figure was eaten.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Death {
    /// The monster walked onto its space.
    Bitten,
    /// It was shoved, or slid, to a place where figures are lost.
    Shoved(Brink),
}

/// Why the monster turned.
#[derive(ToSchema)]
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
#[derive(ToSchema)]
pub struct Sight {
    /// The direction it looked in.
    pub direction: Direction,
    /// The distance in spaces at which the line of sight ends; a wall of the monster's own space has distance 1.
    #[schema(minimum = 1, maximum = 16)]
    pub distance: u8,
    /// What ends it.
    pub end: SightEnd,
}

/// What ends a line of sight.
#[derive(ToSchema)]
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
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One figure is strictly nearest: the monster turns that way, or keeps its facing if the figure is ahead.
    Nearest(Direction),
    /// Two or three figures are equally near: the monster keeps its facing.
    Tie,
    /// The monster sees nobody and keeps its facing.
    Nothing,
}

/// How a game ended.
#[derive(ToSchema)]
pub struct Ending {
    /// The winner.
    pub winner: Winner,
    /// The reason.
    pub reason: EndReason,
}

/// Who won.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// A player.
    Seat(Seat),
    /// No figure escaped.
    Monster,
}

/// Why a game ended.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A player got all figures but one out.
    AllButOneOut,
    /// In stage two, no figure is left in play.
    NobodyLeft,
    /// The last tombstone of stage two has been carried out.
    LastTombstone,
}
