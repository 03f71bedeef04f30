//! What the monster can do on a desk: where every tombstone leads, who is in danger, where a figure can go and what that changes.

use bots::Odds;
use rules::game::Tombstones;
use rules::{Cell, FigureId, Foresight, Monster, Outcomes, Position, Step, Tombstone, Whereabouts};

use super::desk::Desk;

/// A chance: so many of so many tombstones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many of them.
    pub ways: usize,
    /// How many there are.
    pub of: usize,
}

impl Share {
    /// The nearest whole number of per cent.
    #[must_use]
    pub fn percent(self) -> u8 {
        let (ways, of) = (self.ways as u32, (self.of as u32).max(1));
        ((200 * ways + of) / (2 * of)).min(100) as u8
    }
}

/// What every tombstone that is left would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlook {
    /// One for each kind, in the order of [`Tombstone::KINDS`]; none without a monster.
    pub ends: Vec<End>,
    /// The figures on the board, each with its danger.
    pub dangers: Vec<(FigureId, Share)>,
}

/// Where a run ends.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// For which tombstone.
    pub tombstone: Tombstone,
    /// The chance that it comes next.
    pub chance: Share,
    /// The monster after its last look.
    pub monster: Monster,
    /// Who is eaten, in order.
    pub eaten: Vec<FigureId>,
    /// The monster's space after each movement point.
    pub trail: Vec<Cell>,
}

impl Outlook {
    /// What can come on this desk.
    #[must_use]
    pub fn of(desk: &Desk) -> Outlook {
        let (position, next) = (desk.position(), desk.situation().next_tombstones());
        let foresight = Foresight::of(position);
        let end = |(tombstone, _): (Tombstone, usize)| {
            let run = foresight.run(tombstone)?;
            Some(End {
                tombstone,
                chance: share(next, tombstone),
                monster: run.position.monster()?,
                eaten: run.eaten.to_vec(),
                trail: run.trail.to_vec(),
            })
        };
        let ends: Vec<End> = desk.situation().left().iter().filter_map(end).collect();
        let danger = |(figure, place)| match place {
            Whereabouts::On(_) => Some((figure, danger(&ends, figure))),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        };
        let dangers = position.figures().filter_map(danger).collect();
        Outlook { ends, dangers }
    }

    /// The danger of a figure on the board.
    #[must_use]
    pub fn danger(&self, figure: FigureId) -> Option<Share> {
        self.dangers.iter().find(|(other, _)| *other == figure).map(|(_, danger)| *danger)
    }

    /// Where this tombstone leads.
    #[must_use]
    pub fn end(&self, tombstone: Tombstone) -> Option<&End> {
        self.ends.iter().find(|end| end.tombstone == tombstone)
    }
}

fn share(next: Tombstones, tombstone: Tombstone) -> Share {
    Share { ways: next.count(tombstone), of: next.len() }
}

fn danger(ends: &[End], figure: FigureId) -> Share {
    let of = ends.first().map_or(1, |end| end.chance.of);
    let ways = ends.iter().filter(|end| end.eaten.contains(&figure)).map(|end| end.chance.ways).sum();
    Share { ways, of }
}

/// A place that a figure can walk to by the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Where.
    pub place: Whereabouts,
    /// The points it takes.
    pub cost: u8,
    /// How: of the ways there, the one that leaves the figure in the least danger, and the shortest of those.
    pub path: Vec<Step>,
    /// Its danger there.
    pub danger: Share,
}

/// Where a figure can go with its points, each place once, in the order of their cost.
#[must_use]
pub fn goals(desk: &Desk, figure: FigureId) -> Vec<Goal> {
    let mut outcomes = Outcomes::new();
    outcomes.find(desk.position(), figure, desk.points(figure));
    let mut goals: Vec<Goal> = vec![];
    for outcome in outcomes.iter() {
        let danger = danger_after(desk, &outcome.position(), figure);
        match goals.iter_mut().find(|goal| goal.place == outcome.place()) {
            Some(goal) if goal.danger.ways <= danger.ways => {}
            Some(goal) => *goal = Goal { path: outcome.path(), cost: outcome.cost(), danger, ..goal.clone() },
            None => {
                goals.push(Goal { place: outcome.place(), cost: outcome.cost(), path: outcome.path(), danger });
            }
        }
    }
    goals
}

/// The danger of a figure if the turn ended with this position.
#[must_use]
pub fn danger_after(desk: &Desk, position: &Position, figure: FigureId) -> Share {
    let next = desk.situation().next_tombstones();
    let odds = Odds::ahead(next, desk.situation().stage, position);
    let ways = odds.map_or(0, |odds| odds.danger(figure).ways());
    Share { ways: ways.into(), of: next.len().max(1) }
}
