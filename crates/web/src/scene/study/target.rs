//! What can be selected on the analysis board by pointer or keyboard: spaces, waiting figures and doors.

use rules::{Cell, Direction, FigureId};

use super::desk::{Beside, Desk, Edit, Thing};
use crate::draw::Point;
use crate::draw::floor::{ENTRANCE, EXIT, SPACE, center};
use crate::scene::board::{Scene, Spot};
use crate::scene::pointing::{cell_at, distance, place};

/// The distance from the middle of a door within which a point selects it.
const DOOR_REACH: f32 = 60.0;

/// A place that can be selected.
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
    /// The target at a point of the picture; `None` beside the board.
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

    /// The target that an arrow key leads to: over the spaces, and out by the doors. Waiting figures stand in a row
    /// after the entrance.
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

    /// The figure there.
    #[must_use]
    pub fn figure(self, desk: &Desk) -> Option<FigureId> {
        match self {
            Target::Space(cell) => desk.position().figure_at(cell),
            Target::Waiting(figure) => Some(figure),
            Target::Entrance | Target::Exit => None,
        }
    }

    /// Whether there is something to pick up.
    #[must_use]
    pub fn holds(self, desk: &Desk) -> bool {
        match self {
            Target::Space(cell) => desk.top(cell).is_some(),
            Target::Waiting(_) => true,
            Target::Entrance | Target::Exit => false,
        }
    }

    /// The edit that results from carrying what is here to another place. What is dropped where it was is turned; what
    /// is dropped beside the board is removed, except figures dropped at the doors.
    #[must_use]
    pub fn carried(self, to: Option<Target>, desk: &Desk) -> Option<Edit> {
        match (self, to, self.figure(desk)) {
            (Target::Space(from), Some(Target::Space(to)), _) if from == to => Some(Edit::Turn(from)),
            (Target::Space(from), Some(Target::Space(to)), _) => Some(Edit::Shift { from, to }),
            (Target::Waiting(figure), Some(to), _) if to == self => Some(Edit::TurnOver(figure)),
            (_, Some(Target::Space(to)), Some(figure)) => Some(Edit::Put(Thing::Figure(figure), to)),
            (_, Some(Target::Waiting(_) | Target::Entrance), Some(figure)) => Some(Edit::Send(figure, Beside::Waiting)),
            (_, Some(Target::Exit), Some(figure)) => Some(Edit::Send(figure, Beside::Escaped)),
            (_, None, Some(figure)) => Some(Edit::Remove(figure)),
            (Target::Space(cell), _, None) => Some(Edit::Erase(cell)),
            (Target::Waiting(_) | Target::Entrance | Target::Exit, _, None) => None,
        }
    }

    /// The target after a change: if the waiting figure is gone, the free place outside the entrance.
    #[must_use]
    pub fn settled(self, desk: &Desk) -> Target {
        match self {
            Target::Waiting(figure) if desk.waiting().all(|other| other != figure) => Target::Entrance,
            Target::Space(_) | Target::Waiting(_) | Target::Entrance | Target::Exit => self,
        }
    }
}
