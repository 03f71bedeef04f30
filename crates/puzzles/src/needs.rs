//! Which tricks a solution needs: those without which an otherwise unchanged monster would not solve the level.

use rules::{Death, Direction, Event, Motion, Position, Sight, SightEnd, Stone, Walk};

use crate::level::Level;
use crate::outcome::{Course, Outcome};
use crate::trick::Trick;

impl Level {
    /// The tricks that a prepared position needs to solve the level.
    #[must_use]
    pub fn needed(&self, position: &Position) -> Vec<Trick> {
        let is_needed = |trick: &Trick| !self.is_solved_without(*trick, position);
        Trick::ALL.into_iter().filter(is_needed).collect()
    }

    /// Whether a prepared position would solve the level with a monster that does not know `trick`.
    #[must_use]
    pub fn is_solved_without(&self, trick: Trick, position: &Position) -> bool {
        let mut position = without(trick, position);
        let mut course = Course::new(self, position);
        loop {
            look(trick, &mut position);
            for figure in step(trick, &mut position) {
                course.eat(figure);
            }
            if let Some(outcome) = course.after_step(&position) {
                return outcome == Outcome::Solved;
            }
        }
    }
}

/// The position without the tiles that a trick is about.
fn without(trick: Trick, position: &Position) -> Position {
    let mut setup = position.to_setup();
    let mut change = |from: &[Stone], to: Stone| {
        setup.stones.iter_mut().filter(|(stone, _)| from.contains(stone)).for_each(|(stone, _)| *stone = to);
    };
    match trick {
        Trick::Seeing | Trick::Nearest | Trick::Tie | Trick::Shove | Trick::Wall => {}
        Trick::Stone => change(&[Stone::Plain], Stone::Crystal),
        Trick::Crystal => change(&[Stone::Crystal], Stone::Plain),
        Trick::Turn => change(&[Stone::TurnRight, Stone::TurnAround], Stone::Plain),
        Trick::Slide => setup.blood.clear(),
        Trick::Teleporter => setup.teleporters.clear(),
    }
    Position::from_setup(&setup).expect("a position with less on it can be laid")
}

/// The look of a monster that does not know a trick.
fn look(trick: Trick, position: &mut Position) {
    let Some(monster) = position.monster() else { return };
    let facing = match trick {
        Trick::Seeing => monster.facing,
        // It turns to the first figure in sight, regardless of distance. A tie is still a tie.
        Trick::Nearest => turned_to(position, |nearest, _| nearest.len() == 1),
        // It turns to the first of the nearest figures.
        Trick::Tie => turned_to(position, |nearest, sight| nearest.contains(sight)),
        Trick::Stone | Trick::Shove | Trick::Wall | Trick::Slide | Trick::Crystal | Trick::Turn | Trick::Teleporter => {
            return Walk::new(position, &mut ()).look();
        }
    };
    position.turn_monster(facing);
}

/// The first direction, of left, right and ahead, in which the monster sees a figure that `is_wanted`, given the
/// nearest ones in sight.
fn turned_to(position: &Position, is_wanted: impl Fn(&[Sight], &Sight) -> bool) -> Direction {
    let Some(monster) = position.monster() else { return Direction::North };
    let directions = [monster.facing.left(), monster.facing.right(), monster.facing];
    let mut seen = directions.map(|direction| position.sight(monster.at, direction)).to_vec();
    seen.retain(|sight| matches!(sight.end, SightEnd::Figure { .. }));
    let least = seen.iter().map(|sight| sight.distance).min();
    let nearest: Vec<Sight> = seen.iter().filter(|sight| Some(sight.distance) == least).copied().collect();
    seen.iter().find(|sight| is_wanted(&nearest, sight)).map_or(monster.facing, |sight| sight.direction)
}

/// The step of a monster that does not know a trick. Returns the figures it eats. Where it would need the trick, it
/// stays.
fn step(trick: Trick, position: &mut Position) -> Vec<rules::FigureId> {
    let before = *position;
    let mut events = vec![];
    Walk::new(position, &mut events).step();
    let needs_it = |event: &Event| match trick {
        Trick::Wall => matches!(event, Event::MonsterMoved { through: Some(_), .. }),
        Trick::Shove => {
            let is_lost = matches!(event, Event::StoneLost { .. } | Event::FigureEaten { how: Death::Shoved(_), .. });
            is_lost
                || matches!(
                    event,
                    Event::StoneMoved { how: Motion::Shoved, .. } | Event::FigureMoved { how: Motion::Shoved, .. }
                )
        }
        Trick::Seeing
        | Trick::Nearest
        | Trick::Tie
        | Trick::Stone
        | Trick::Slide
        | Trick::Crystal
        | Trick::Turn
        | Trick::Teleporter => false,
    };
    if events.iter().any(needs_it) {
        *position = before;
        return vec![];
    }
    let eaten = events.into_iter().filter_map(|event| match event {
        Event::FigureEaten { figure, .. } => Some(figure),
        _ => None,
    });
    eaten.collect()
}
