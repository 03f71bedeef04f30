//! The schemas of actions and placements.

use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::values::words;
use super::{Cell, Direction, FigureId, Step, Stone, Tombstone};

/// One thing that a player or the host of a game does.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// A player lays a stone.
    #[serde(rename = "place", deny_unknown_fields)]
    PlaceStone {
        /// The kind of tile.
        #[schema(schema_with = stone)]
        tile: String,
        /// The side that is face up.
        stone: Stone,
        /// Its space.
        at: Cell,
    },
    /// A player lays the square pool.
    #[serde(rename = "place", deny_unknown_fields)]
    PlaceSquarePool {
        /// The kind of tile.
        #[schema(schema_with = square_pool)]
        tile: String,
        /// Its north-west space.
        at: Cell,
    },
    /// A player lays the long pool.
    #[serde(rename = "place", deny_unknown_fields)]
    PlaceLongPool {
        /// The kind of tile.
        #[schema(schema_with = long_pool)]
        tile: String,
        /// Its westernmost or northernmost space.
        at: Cell,
        /// Its orientation.
        axis: Axis,
    },
    /// A player lays a teleporter.
    #[serde(rename = "place", deny_unknown_fields)]
    PlaceTeleporter {
        /// The kind of tile.
        #[schema(schema_with = teleporter)]
        tile: String,
        /// Its pair.
        pair: Pair,
        /// Its space.
        at: Cell,
        /// The direction of its arrow.
        arrow: Direction,
    },
    /// A player moves a figure. With an empty path it stays.
    #[serde(deny_unknown_fields)]
    Move {
        /// The figure.
        figure: FigureId,
        /// Its steps.
        path: Vec<Step>,
    },
    /// The host flips a tombstone. This action belongs to no seat, so clients never send it.
    #[serde(deny_unknown_fields)]
    Flip {
        /// The tombstone.
        tombstone: Tombstone,
    },
}

/// A tile and its place.
#[derive(ToSchema)]
#[serde(tag = "tile", rename_all = "snake_case")]
pub enum Placement {
    /// A stone.
    #[serde(deny_unknown_fields)]
    Stone {
        /// The side that is face up.
        stone: Stone,
        /// Its space.
        at: Cell,
    },
    /// The square pool.
    #[serde(deny_unknown_fields)]
    SquarePool {
        /// Its north-west space.
        at: Cell,
    },
    /// The long pool.
    #[serde(deny_unknown_fields)]
    LongPool {
        /// Its westernmost or northernmost space.
        at: Cell,
        /// Its orientation.
        axis: Axis,
    },
    /// A teleporter.
    #[serde(deny_unknown_fields)]
    Teleporter {
        /// Its pair.
        pair: Pair,
        /// Its space.
        at: Cell,
        /// The direction of its arrow.
        arrow: Direction,
    },
}

/// A pair of teleporters.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pair {
    /// The first pair.
    One,
    /// The second pair.
    Two,
}

/// The orientation of the long pool.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// West to east.
    Row,
    /// North to south.
    Column,
}

fn stone() -> RefOr<Schema> {
    words("A stone.", ["stone"])
}

fn square_pool() -> RefOr<Schema> {
    words("The pool of 2×2 spaces.", ["square_pool"])
}

fn long_pool() -> RefOr<Schema> {
    words("The pool of 4×1 spaces.", ["long_pool"])
}

fn teleporter() -> RefOr<Schema> {
    words("A teleporter.", ["teleporter"])
}
