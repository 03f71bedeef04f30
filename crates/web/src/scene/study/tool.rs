//! The tools of the analysis board.

use std::iter;

use rules::game::Axis;
use rules::{Direction, Stone};

use super::desk::{Beside, Edit, Thing};
use crate::scene::pointing::Hit;

/// What selecting a place does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Carries things, and turns what is only selected.
    Hand,
    /// Moves figures by the rules.
    Walk,
    /// Removes things.
    Rub,
    /// Turns things and figures over.
    Turn,
    /// Puts something down.
    Put(Thing),
}

impl Tool {
    /// The tool that results from choosing this one again: it is turned if it has an arrow or a long side.
    #[must_use]
    pub fn again(self) -> Tool {
        match self {
            Tool::Put(Thing::Teleporter(arrow)) => Tool::Put(Thing::Teleporter(arrow.right())),
            Tool::Put(Thing::LongPool(Axis::Row)) => Tool::Put(Thing::LongPool(Axis::Column)),
            Tool::Put(Thing::LongPool(Axis::Column)) => Tool::Put(Thing::LongPool(Axis::Row)),
            Tool::Hand | Tool::Walk | Tool::Rub | Tool::Turn | Tool::Put(_) => self,
        }
    }

    /// Whether it is the same tool, in any orientation.
    #[must_use]
    pub fn is_like(self, other: Tool) -> bool {
        iter::successors(Some(self), |tool| Some(tool.again())).take(Direction::ALL.len()).any(|tool| tool == other)
    }

    /// The edit that it makes at a target; `None` if it needs more than one selection or has nothing to do there.
    #[must_use]
    pub fn edit(self, target: Hit) -> Option<Edit> {
        match (self, target) {
            (Tool::Rub, Hit::Space(cell)) => Some(Edit::Erase(cell)),
            (Tool::Rub, Hit::Waiting(figure)) => Some(Edit::Remove(figure)),
            (Tool::Turn, Hit::Space(cell)) => Some(Edit::Turn(cell)),
            (Tool::Turn, Hit::Waiting(figure)) => Some(Edit::TurnOver(figure)),
            (Tool::Put(thing), Hit::Space(cell)) => Some(Edit::Put(thing, cell)),
            (Tool::Put(Thing::Figure(figure)), Hit::Waiting(_) | Hit::Entrance) => {
                Some(Edit::Send(figure, Beside::Waiting))
            }
            (Tool::Put(Thing::Figure(figure)), Hit::Exit) => Some(Edit::Send(figure, Beside::Escaped)),
            (Tool::Hand | Tool::Walk, _) => None,
            (Tool::Rub | Tool::Turn, Hit::Entrance | Hit::Exit) => None,
            (Tool::Put(_), Hit::Waiting(_) | Hit::Entrance | Hit::Exit) => None,
        }
    }

    /// Its name in the markup.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            Tool::Hand => "hand",
            Tool::Walk => "walk",
            Tool::Rub => "rub",
            Tool::Turn => "turn",
            Tool::Put(Thing::Stone(Stone::Plain)) => "stone",
            Tool::Put(Thing::Stone(Stone::Crystal)) => "crystal",
            Tool::Put(Thing::Stone(Stone::TurnRight)) => "turn_right",
            Tool::Put(Thing::Stone(Stone::TurnAround)) => "turn_around",
            Tool::Put(Thing::Blood) => "blood",
            Tool::Put(Thing::SquarePool) => "square_pool",
            Tool::Put(Thing::LongPool(_)) => "long_pool",
            Tool::Put(Thing::Teleporter(_)) => "teleporter",
            Tool::Put(Thing::Figure(figure)) => return figure.to_string(),
            Tool::Put(Thing::Monster(facing)) => return format!("monster_{facing}"),
        };
        name.to_owned()
    }
}
