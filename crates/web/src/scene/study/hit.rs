//! What can be done with the places of the analysis board, by pointer or keyboard.

use rules::{Cell, Direction, FigureId};

use super::desk::{Beside, Desk, Edit, Thing, Top};
use crate::scene::pointing::Hit;

impl Hit {
    /// The place that an arrow key leads to: over the spaces, and out by the doors. Waiting figures stand in a row
    /// after the entrance.
    #[must_use]
    pub fn step(self, direction: Direction, desk: &Desk) -> Hit {
        if let Hit::Space(cell) = self
            && let Some(next) = cell.step(direction)
        {
            return Hit::Space(next);
        }
        let mut row = vec![Hit::Exit, Hit::Space(Cell::EXIT)];
        if !row.contains(&self) {
            row = vec![Hit::Space(Cell::ENTRANCE)];
            row.extend(desk.waiting().map(Hit::Waiting));
            row.push(Hit::Entrance);
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
            Hit::Space(cell) => desk.position().figure_at(cell),
            Hit::Waiting(figure) => Some(figure),
            Hit::Entrance | Hit::Exit => None,
        }
    }

    /// What is picked up there.
    #[must_use]
    pub fn top(self, desk: &Desk) -> Option<Top> {
        match self {
            Hit::Space(cell) => desk.top(cell),
            Hit::Waiting(figure) => Some(Top::Figure(figure)),
            Hit::Entrance | Hit::Exit => None,
        }
    }

    /// Whether there is something to pick up.
    #[must_use]
    pub fn holds(self, desk: &Desk) -> bool {
        self.top(desk).is_some()
    }

    /// The edit that results from carrying what is here to another place. What is dropped where it was is turned; what
    /// is dropped beside the board is removed, except figures dropped at the doors.
    #[must_use]
    pub fn carried(self, to: Option<Hit>, desk: &Desk) -> Option<Edit> {
        match (self, to, self.figure(desk)) {
            (Hit::Space(from), Some(Hit::Space(to)), _) if from == to => Some(Edit::Turn(from)),
            (Hit::Space(from), Some(Hit::Space(to)), _) => Some(Edit::Shift { from, to }),
            (Hit::Waiting(figure), Some(to), _) if to == self => Some(Edit::TurnOver(figure)),
            (_, Some(Hit::Space(to)), Some(figure)) => Some(Edit::Put(Thing::Figure(figure), to)),
            (_, Some(Hit::Waiting(_) | Hit::Entrance), Some(figure)) => Some(Edit::Send(figure, Beside::Waiting)),
            (_, Some(Hit::Exit), Some(figure)) => Some(Edit::Send(figure, Beside::Escaped)),
            (_, None, Some(figure)) => Some(Edit::Remove(figure)),
            (Hit::Space(cell), _, None) => Some(Edit::Erase(cell)),
            (Hit::Waiting(_) | Hit::Entrance | Hit::Exit, _, None) => None,
        }
    }

    /// The place after a change: if the waiting figure is gone, the free place outside the entrance.
    #[must_use]
    pub fn settled(self, desk: &Desk) -> Hit {
        match self {
            Hit::Waiting(figure) if desk.waiting().all(|other| other != figure) => Hit::Entrance,
            Hit::Space(_) | Hit::Waiting(_) | Hit::Entrance | Hit::Exit => self,
        }
    }
}
