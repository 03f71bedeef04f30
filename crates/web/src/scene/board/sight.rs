//! The lines of sight: what the monster sees, and the spaces that each line covers.

use std::iter;

use rules::{Cell, Direction, Event, FigureId, Position, Sight, SightEnd, Verdict, Walk};

use crate::scene::show::Look;

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// The starting space.
    pub from: Cell,
    /// The direction.
    pub direction: Direction,
    /// The distance in spaces to the figure, or to what blocks the view.
    pub length: u8,
    /// The figure at its end, if any.
    pub sees: Option<FigureId>,
    /// What the monster makes of it.
    pub fate: BeamFate,
}

/// What the monster makes of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamFate {
    /// The monster follows it.
    Followed,
    /// It is tied with another one, so neither counts.
    Tied,
    /// It is ignored.
    Passed,
}

impl Beam {
    /// The spaces it covers, nearest first: a figure on any of them is seen. Ends with the figure that is seen, or before
    /// what blocks the view.
    pub fn spaces(&self) -> impl Iterator<Item = Cell> + use<> {
        let direction = self.direction;
        let covered = usize::from(self.length) - usize::from(self.sees.is_none());
        iter::successors(Some(self.from), move |cell| cell.step_or_wall(direction).ok()).skip(1).take(covered)
    }

    /// The spaces between the monster and the end of the line, where no figure stands.
    pub fn between(&self) -> impl Iterator<Item = Cell> + use<> {
        self.spaces().take(usize::from(self.length) - 1)
    }
}

/// The lines of a look.
#[must_use]
pub fn beams(look: Look) -> Vec<Beam> {
    let nearest = look.sights.iter().filter(|sight| matches!(sight.end, SightEnd::Figure { .. }));
    let nearest = nearest.map(|sight| sight.distance).min();
    let beam = |sight: Sight| {
        let sees = match sight.end {
            SightEnd::Figure { figure, .. } => Some(figure),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
        };
        let fate = match look.verdict {
            Verdict::Nearest(direction) if direction == sight.direction => BeamFate::Followed,
            Verdict::Tie if sees.is_some() && Some(sight.distance) == nearest => BeamFate::Tied,
            Verdict::Nearest(_) | Verdict::Tie | Verdict::Nothing => BeamFate::Passed,
        };
        Beam { from: look.at, direction: sight.direction, length: sight.distance, sees, fate }
    };
    look.sights.map(beam).to_vec()
}

/// What the monster sees in this position.
#[must_use]
pub fn look_at(position: &Position) -> Option<Look> {
    let mut events: Vec<Event> = vec![];
    Walk::new(&mut position.clone(), &mut events).look();
    match events.first() {
        Some(Event::MonsterLooked { at, sights, verdict }) => {
            Some(Look { at: *at, sights: *sights, verdict: *verdict })
        }
        Some(_) | None => None,
    }
}
