//! What can be touched on the analysis board, by a pointer or with the keys: its spaces, those who wait, and the doors.

use rules::{Cell, Direction, FigureId};

use super::desk::Desk;
use crate::draw::Point;
use crate::draw::floor::{ENTRANCE, EXIT, SPACE, center};
use crate::scene::board::{Scene, Spot};
use crate::scene::pointing::{cell_at, distance, place};

/// How near to the middle of a door a point means it.
const DOOR_REACH: f32 = 60.0;

/// A place that can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A space.
    Space(Cell),
    /// A figure outside the entrance.
    Waiting(FigureId),
    /// The free place outside the entrance.
    Entrance,
    /// The place outside the exit.
    Exit,
}

impl Target {
    /// What a point of the picture means; `None` beside the board.
    #[must_use]
    pub fn at(scene: &Scene, point: Point) -> Option<Target> {
        let near = scene.figures.iter().filter(|mark| matches!(mark.spot, Spot::Waiting(_))).map(|mark| {
            let (middle, _) = place(mark.spot, scene.in_queue());
            (distance(middle, point), mark.figure)
        });
        let nearest = near.min_by(|(one, _), (other, _)| one.total_cmp(other));
        let waiting = nearest.filter(|(far, _)| *far < SPACE / 2.0).map(|(_, figure)| Target::Waiting(figure));
        let door = |middle, door| (distance(point, middle) < DOOR_REACH).then_some(door);
        cell_at(point)
            .map(Target::Space)
            .or(waiting)
            .or_else(|| door(ENTRANCE, Target::Entrance))
            .or_else(|| door(EXIT, Target::Exit))
    }

    /// Its middle in the picture.
    #[must_use]
    pub fn middle(self, scene: &Scene) -> Point {
        match self {
            Target::Space(cell) => center(cell),
            Target::Waiting(figure) => {
                let mark = scene.figures.iter().find(|mark| mark.figure == figure);
                mark.map_or(ENTRANCE, |mark| place(mark.spot, scene.in_queue()).0)
            }
            Target::Entrance => ENTRANCE,
            Target::Exit => EXIT,
        }
    }

    /// Where an arrow key leads: over the spaces, and out by the doors. Those who wait stand in a row behind the entrance.
    #[must_use]
    pub fn step(self, direction: Direction, desk: &Desk) -> Target {
        if let Target::Space(cell) = self
            && let Some(next) = cell.step(direction)
        {
            return Target::Space(next);
        }
        let mut row = vec![Target::Exit, Target::Space(Cell::EXIT)];
        if !row.contains(&self) {
            row = vec![Target::Space(Cell::ENTRANCE)];
            row.extend(desk.waiting().map(Target::Waiting));
            row.push(Target::Entrance);
        }
        let at = row.iter().position(|other| *other == self);
        let next = match direction {
            Direction::East => at.map(|at| at + 1),
            Direction::West => at.and_then(|at| at.checked_sub(1)),
            Direction::North | Direction::South => at,
        };
        next.and_then(|next| row.get(next)).copied().unwrap_or(self)
    }

    /// The same when the table has changed: where nobody waits any more there is a free place.
    #[must_use]
    pub fn settled(self, desk: &Desk) -> Target {
        match self {
            Target::Waiting(figure) if desk.waiting().all(|other| other != figure) => Target::Entrance,
            Target::Space(_) | Target::Waiting(_) | Target::Entrance | Target::Exit => self,
        }
    }
}
