//! The reference implementation of RULES 1, 4, 5 and the endless walk of RULES 7, to be read next to them.
//!
//! Tests compare the engine with it, so it shares no code with the engine and prefers plain code to fast code. It does
//! *not* check positions: the caller builds a [`Board`] that satisfies RULES 1 (at most one occupant per space, nothing
//! on a teleporter but the monster, no stone, blood or teleporter on a corner). It does not know players, stages or the
//! pile either: an eaten figure is removed from the board.

use std::collections::{BTreeMap, BTreeSet};

/// A space as (column, row), both from 0. Not every pair is a space of the fortress.
pub type Space = (i32, i32);

/// RULES 1: the exit corner, `a1`.
const EXIT: Space = (0, 0);
/// RULES 1: the entrance corner, `p11`.
const ENTRANCE: Space = (15, 10);
/// RULES 5, \[R15\]: the maximum number of movement points in a run for hits.
const MOST_STEPS_FOR_HITS: usize = 20;

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Towards row 1.
    North,
    /// Towards column `p`.
    East,
    /// Towards row 11.
    South,
    /// Towards column `a`.
    West,
}

impl Side {
    fn right(self) -> Side {
        match self {
            Side::North => Side::East,
            Side::East => Side::South,
            Side::South => Side::West,
            Side::West => Side::North,
        }
    }

    fn around(self) -> Side {
        self.right().right()
    }

    fn left(self) -> Side {
        self.around().right()
    }
}

/// The kind of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Blocks sight and is shoved.
    Plain,
    /// Does not block sight and is shoved.
    Crystal,
    /// Blocks sight and turns the monster to its right.
    TurnRight,
    /// Blocks sight and turns the monster around.
    TurnAround,
}

/// An occupant of a space, other than the monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A stone of this kind.
    Stone(Kind),
    /// The figure with this number.
    Figure(usize),
}

/// A position.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The occupants other than the monster.
    pub things: BTreeMap<Space, Thing>,
    /// The spaces of the blood pools.
    pub blood: BTreeSet<Space>,
    /// The pairs of teleporters, each teleporter with its arrow.
    pub teleporters: Vec<[(Space, Side); 2]>,
    /// The monster and its facing.
    pub monster: Option<(Space, Side)>,
    /// The figures waiting outside the entrance.
    pub outside: BTreeSet<usize>,
}

/// A tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Run for this number of movement points.
    Steps(u32),
    /// Run until this number of figures has been eaten, for at most 20 movement points.
    Hits(u32),
}

/// The result of a run of the monster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The board after the run, without the eaten figures.
    pub board: Board,
    /// The figures eaten, in order.
    pub eaten: Vec<usize>,
    /// The monster's space after each movement point.
    pub trail: Vec<Space>,
}

/// Where a figure's move can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Still waiting outside the entrance.
    Outside,
    /// On this space.
    On(Space),
    /// Out through the exit.
    Escaped,
}

/// One result of a figure's move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// Where the figure is then.
    pub place: Place,
    /// All stones then on the board.
    pub stones: BTreeMap<Space, Kind>,
    /// The movement points it took.
    pub cost: u32,
}

/// One step of a path. Each costs one movement point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// From outside onto the entrance corner.
    Enter,
    /// To the next space on this side, and on if that is blood.
    Go(Side),
    /// From the exit corner out.
    Leave,
}

impl Step {
    const ALL: [Step; 6] = [
        Step::Enter,
        Step::Go(Side::North),
        Step::Go(Side::East),
        Step::Go(Side::South),
        Step::Go(Side::West),
        Step::Leave,
    ];
}

/// Runs the monster for a tombstone. Without a monster nothing happens.
#[must_use]
pub fn run(board: &Board, card: Card) -> Run {
    let mut run = Run::new(board);
    if board.monster.is_none() {
        return run;
    }
    match card {
        Card::Steps(steps) => {
            for _ in 0..steps {
                run.look();
                run.step();
            }
        }
        Card::Hits(hits) => {
            while run.eaten.len() < hits as usize && run.trail.len() < MOST_STEPS_FOR_HITS {
                run.look();
                run.step();
            }
        }
    }
    // RULES 5: one last look, for every tombstone.
    run.look();
    run
}

/// Runs the monster without limit (RULES 7), until a position repeats; positions are compared before each look.
///
/// `trail` has one entry per step. Without a monster nothing happens.
#[must_use]
pub fn endless(board: &Board) -> Run {
    let mut run = Run::new(board);
    if board.monster.is_none() {
        return run;
    }
    // Blood, teleporters and waiting figures never change during a run, so these two identify the position.
    let mut seen = BTreeSet::new();
    while seen.insert((run.board.things.clone(), run.board.monster)) {
        run.look();
        run.step();
    }
    run
}

/// Returns every different result of moving `figure` by up to `points`, with its lowest cost, ordered by place and
/// stones. A figure that is neither on the board nor outside has no results.
#[must_use]
pub fn outcomes(board: &Board, figure: usize, points: u32) -> Vec<Outcome> {
    let Some((board, start)) = lift(board, figure) else {
        return Vec::new();
    };
    // Costs are tried in rising order, so the first cost noted for a result is its lowest.
    let mut costs = BTreeMap::from([((start, stones(&board)), 0)]);
    let mut reached = vec![(board.clone(), start)];
    for cost in 1..=points {
        let mut next = Vec::new();
        for (before, place) in &reached {
            for step in Step::ALL {
                let mut after = before.clone();
                let Some(place) = take(&mut after, *place, step) else {
                    continue;
                };
                let result = (place, stones(&after));
                if costs.contains_key(&result) {
                    continue;
                }
                costs.insert(result, cost);
                next.push((after, place));
            }
        }
        reached = next;
    }
    costs
        .into_iter()
        .filter(|((place, _), _)| may_end(&board, *place))
        .map(|((place, stones), cost)| Outcome { place, stones, cost })
        .collect()
}

/// Follows a path of at most `points` steps. Returns `None` if a step or the end of the path is illegal.
///
/// The cost is that of this path, not the lowest for its result.
#[must_use]
pub fn follow(board: &Board, figure: usize, points: u32, path: &[Step]) -> Option<Outcome> {
    let (mut board, mut place) = lift(board, figure)?;
    let mut cost = 0;
    for step in path {
        if cost == points {
            return None;
        }
        place = take(&mut board, place, *step)?;
        cost += 1;
    }
    may_end(&board, place).then(|| Outcome { place, stones: stones(&board), cost })
}

// ---- RULES 1: the fortress ----

fn exists((x, y): Space) -> bool {
    (0..=15).contains(&x) && (0..=10).contains(&y) && x - y < 12 && y - x < 7
}

fn is_corner(space: Space) -> bool {
    space == EXIT || space == ENTRANCE
}

/// The next space on this side, or `None` at a wall.
fn next((x, y): Space, side: Side) -> Option<Space> {
    let beside = match side {
        Side::North => (x, y - 1),
        Side::East => (x + 1, y),
        Side::South => (x, y + 1),
        Side::West => (x - 1, y),
    };
    exists(beside).then_some(beside)
}

/// The next space for the monster, which goes through walls: \[R16\] every wall leads to the space of its twin.
fn next_or_twin((x, y): Space, side: Side) -> Space {
    next((x, y), side).unwrap_or((15 - x, 10 - y))
}

impl Board {
    fn is_monster_on(&self, space: Space) -> bool {
        self.monster.is_some_and(|(at, _)| at == space)
    }

    /// Whether the space has no occupant, the monster being one.
    fn is_free(&self, space: Space) -> bool {
        !self.things.contains_key(&space) && !self.is_monster_on(space)
    }

    /// The other teleporter of the pair and its arrow, if there is a teleporter on this space.
    fn other_teleporter(&self, space: Space) -> Option<(Space, Side)> {
        for [one, other] in &self.teleporters {
            if one.0 == space {
                return Some(*other);
            }
            if other.0 == space {
                return Some(*one);
            }
        }
        None
    }

    fn is_teleporter(&self, space: Space) -> bool {
        self.other_teleporter(space).is_some()
    }

    /// Puts a pushed or shoved thing onto the free space `at` and lets it slide. Returns whether it is still in the
    /// game.
    fn put_pushed(&mut self, thing: Thing, mut at: Space, side: Side) -> bool {
        // RULES 4, [R7] One slide rule for everything pushed: to the first space beyond the blood, or to the last
        // free blood space before an occupant or a wall. [R13] Pools that touch are one slide.
        while self.blood.contains(&at)
            && let Some(beyond) = next(at, side).filter(|beyond| self.is_free(*beyond))
        {
            at = beyond;
        }
        // [R3] [R4] [R5] No matter whether it was pushed there or slid. Figures can stand on a corner.
        let is_lost = match thing {
            Thing::Stone(_) => is_corner(at) || self.is_teleporter(at),
            Thing::Figure(_) => self.is_teleporter(at),
        };
        if !is_lost {
            self.things.insert(at, thing);
        }
        !is_lost
    }
}

// ---- RULES 5: the monster ----

impl Run {
    fn new(board: &Board) -> Run {
        Run { board: board.clone(), eaten: Vec::new(), trail: Vec::new() }
    }

    /// Turns the monster to the one direction, ahead, left or right, in which a figure is strictly nearest.
    fn look(&mut self) {
        let Some((at, facing)) = self.board.monster else {
            return;
        };
        let mut seen = Vec::new();
        for side in [facing, facing.left(), facing.right()] {
            if let Some(distance) = self.distance_to_figure(at, side) {
                seen.push((distance, side));
            }
        }
        let nearest = seen.iter().map(|(distance, _)| *distance).min();
        seen.retain(|(distance, _)| Some(*distance) == nearest);
        // Nothing seen, or a tie: it keeps its facing.
        if let [(_, side)] = seen[..] {
            self.board.monster = Some((at, side));
        }
    }

    /// How many spaces away the nearest figure in sight on this side is.
    fn distance_to_figure(&self, from: Space, side: Side) -> Option<u32> {
        let mut at = from;
        let mut distance = 0;
        loop {
            // A wall ends the line of sight; blood and teleporters do not, and count as spaces.
            at = next(at, side)?;
            distance += 1;
            match self.board.things.get(&at) {
                Some(Thing::Figure(_)) => return Some(distance),
                Some(Thing::Stone(Kind::Plain | Kind::TurnRight | Kind::TurnAround)) => {
                    return None;
                }
                Some(Thing::Stone(Kind::Crystal)) | None => {}
            }
        }
    }

    /// Spends one movement point; the numbers are those of RULES 5.
    fn step(&mut self) {
        // [R8] The monster is taken off the board during its step, so it occupies no space.
        let Some((mut at, mut facing)) = self.board.monster.take() else {
            return;
        };
        // [R6] Only arrivals within this point count, so the space where it began is not among them.
        let mut arrivals = BTreeSet::new();
        // 1, 2. [R2] Spun round, it stays with the facing it had; [R6] on blood this ends the slide.
        while let Some((to, way)) = self.way_on(at, facing) {
            facing = way;
            // 3. It comes out on the other teleporter, and the point is spent.
            if let Some(other) = self.board.other_teleporter(to) {
                (at, facing) = other;
                break;
            }
            // 4. A figure on that space is eaten, a stone is shoved.
            match self.board.things.get(&to).copied() {
                Some(Thing::Figure(figure)) => {
                    self.board.things.remove(&to);
                    self.eaten.push(figure);
                }
                Some(Thing::Stone(_)) => self.shove(to, facing),
                None => {}
            }
            at = to;
            // 5. [R13] The slide goes on over all touching blood. [R6] The second arrival with the same facing ends it.
            let first_time = arrivals.insert((at, facing));
            if !self.board.blood.contains(&at) || !first_time {
                break;
            }
        }
        self.board.monster = Some((at, facing));
        self.trail.push(at);
    }

    /// The space the monster goes to next and its facing, after turning stones have turned it on the spot. `None` if
    /// they spin it round.
    fn way_on(&self, at: Space, facing: Side) -> Option<(Space, Side)> {
        let mut way = facing;
        let mut tried = BTreeSet::new();
        // [R12] Every turning stone turns it again, without a look. [R2] At a facing it has tried, it is spun round.
        while tried.insert(way) {
            let to = next_or_twin(at, way);
            match self.board.things.get(&to) {
                Some(Thing::Stone(Kind::TurnRight)) => way = way.right(),
                Some(Thing::Stone(Kind::TurnAround)) => way = way.around(),
                Some(Thing::Stone(Kind::Plain | Kind::Crystal) | Thing::Figure(_)) | None => {
                    return Some((to, way));
                }
            }
        }
        None
    }

    /// Shoves the thing on `at`, if there is one, one space on. Things in its way are shoved first.
    fn shove(&mut self, at: Space, side: Side) {
        let Some(thing) = self.board.things.get(&at).copied() else {
            return;
        };
        let beyond = next(at, side);
        if let Some(beyond) = beyond {
            self.shove(beyond, side);
        }
        self.board.things.remove(&at);
        // A figure shoved over a wall, or lost where it was put, is eaten.
        let is_kept = beyond.is_some_and(|beyond| self.board.put_pushed(thing, beyond, side));
        if let Thing::Figure(figure) = thing
            && !is_kept
        {
            self.eaten.push(figure);
        }
    }
}

// ---- RULES 4: moving a figure ----

/// The board without `figure`, and the figure's place. `None` if the figure is not in play.
///
/// RULES 4: a figure's starting space is free once it has left. Before that nothing can be pushed there, because stones
/// are pushed away from the figure. So it can be off the board for the whole move.
fn lift(board: &Board, figure: usize) -> Option<(Board, Place)> {
    let mut board = board.clone();
    if board.outside.remove(&figure) {
        return Some((board, Place::Outside));
    }
    let (&space, _) = board.things.iter().find(|(_, thing)| **thing == Thing::Figure(figure))?;
    board.things.remove(&space);
    Some((board, Place::On(space)))
}

/// Takes one step, pushing stones. Returns the new place, or `None` if the step is illegal.
fn take(board: &mut Board, place: Place, step: Step) -> Option<Place> {
    match (place, step) {
        (Place::Outside, Step::Enter) => (!board.is_monster_on(ENTRANCE)).then_some(Place::On(ENTRANCE)),
        (Place::On(at), Step::Go(side)) => go(board, at, side).map(Place::On),
        (Place::On(at), Step::Leave) => (at == EXIT).then_some(Place::Escaped),
        // No figure leaves by the entrance or comes back.
        (Place::Outside, Step::Go(_) | Step::Leave)
        | (Place::On(_), Step::Enter)
        | (Place::Escaped, Step::Enter | Step::Go(_) | Step::Leave) => None,
    }
}

/// Goes to the next space and slides on over all touching blood \[R13\] until the way is barred. From blood, a figure
/// can go to any side \[R17\].
fn go(board: &mut Board, from: Space, side: Side) -> Option<Space> {
    let mut at = go_one_space(board, from, side)?;
    while board.blood.contains(&at) {
        let Some(beyond) = go_one_space(board, at, side) else {
            break;
        };
        at = beyond;
    }
    Some(at)
}

/// Goes one space, over figures, pushing at most one stone. If the way is barred, returns `None` and pushes nothing.
fn go_one_space(board: &mut Board, from: Space, side: Side) -> Option<Space> {
    let to = next(from, side)?;
    if board.is_monster_on(to) || board.is_teleporter(to) {
        return None;
    }
    if let Some(stone @ Thing::Stone(_)) = board.things.get(&to).copied() {
        let behind = next(to, side)?;
        if !board.is_free(behind) {
            return None;
        }
        board.things.remove(&to);
        // The figure moves on, no matter whether the stone is still in the game.
        let _ = board.put_pushed(stone, behind, side);
    }
    Some(to)
}

/// Whether a move can end here: it must not end on another figure.
fn may_end(board: &Board, place: Place) -> bool {
    match place {
        Place::Outside | Place::Escaped => true,
        Place::On(space) => !matches!(board.things.get(&space), Some(Thing::Figure(_))),
    }
}

fn stones(board: &Board) -> BTreeMap<Space, Kind> {
    let things = board.things.iter();
    let stones = things.filter_map(|(space, thing)| match thing {
        Thing::Stone(kind) => Some((*space, *kind)),
        Thing::Figure(_) => None,
    });
    stones.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endless_walk_goes_on_after_the_last_figure_until_a_position_repeats() {
        let board = Board {
            things: BTreeMap::from([((5, 5), Thing::Stone(Kind::Plain)), ((6, 5), Thing::Figure(3))]),
            monster: Some(((3, 5), Side::East)),
            ..Board::default()
        };
        let run = endless(&board);
        // The 11th step shoves the figure over the wall, the 12th step the stone. 16 more lead around row 6.
        assert_eq!((run.eaten, run.trail.len()), (vec![3], 12 + 16));
    }
}
