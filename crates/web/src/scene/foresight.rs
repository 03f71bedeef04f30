//! What a table may reveal about the next run: the path of the monster for each tombstone that can come up, and the
//! figures in danger. The run is that of the current position or of the position after the planned move. The numbers
//! are exact; see [`bots::Odds`].

use bots::{Chance, Odds};
use rules::game::{Playing, Stage, Tombstones};
use rules::{Cell, Event, FigureId, Monster, Position, Tombstone, Walk, Wall};

use super::moving::Moving;

/// What the next run can bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Foresight {
    /// For each kind of tombstone that can come up, in the order of [`Tombstone::KINDS`].
    pub ends: Vec<End>,
    /// For every figure in play.
    pub dangers: Vec<Danger>,
}

/// The run of one kind of tombstone.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The tombstone.
    pub tombstone: Tombstone,
    /// The chance that it comes up.
    pub chance: Chance,
    /// The path of the monster. Of two tombstones, the path of one is the beginning of the other's.
    pub hops: Vec<Hop>,
    /// Where it stands after each point.
    pub trail: Vec<Cell>,
    /// The figures it eats, in order.
    pub eaten: Vec<FigureId>,
    /// Where it stops, and its facing there.
    pub monster: Monster,
}

/// The way from one space to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The starting space.
    pub from: Cell,
    /// The space it leads to.
    pub to: Cell,
    /// The kind of the hop.
    pub how: HopKind,
}

/// How the monster gets from one space to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HopKind {
    /// A step.
    Floor,
    /// Into this wall and out of its twin.
    Through(Wall),
    /// From one teleporter to the other.
    Teleport,
}

/// The danger of a figure: the chance that it is eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The figure.
    pub figure: FigureId,
    /// In the current position.
    pub before: Chance,
    /// After the planned move.
    pub after: Chance,
}

impl Foresight {
    /// The next run of `game`, after the planned move if there is one; `None` if the game is over or the move would end
    /// it.
    #[must_use]
    pub fn of(game: &Playing, moving: Option<&Moving>) -> Option<Foresight> {
        let before = game.position();
        if moving.is_some_and(Moving::ends_game) {
            return None;
        }
        let after = moving.and_then(Moving::drawn).and_then(|plan| plan.table.as_ref()).unwrap_or(before);
        Foresight::with(game.next_tombstones(), game.course().stage(), before, after)
    }

    /// The next run on the position `after` if one of the tombstones `next` is carried out. Dangers are compared with
    /// those in `before`. `None` without tombstones or a monster.
    #[must_use]
    pub fn with(next: Tombstones, stage: Stage, before: &Position, after: &Position) -> Option<Foresight> {
        let (odds, earlier) = (Odds::with(next, stage, after)?, Odds::with(next, stage, before)?);
        let walk = walk(after, next);
        let end = |prospect: bots::Prospect<'_>| {
            let over = |stop: &Stop| prospect.tombstone.is_over(stop.points, stop.eaten);
            let points = walk.stops.iter().position(over).map_or(walk.stops.len(), |nth| nth + 1);
            End {
                tombstone: prospect.tombstone,
                chance: prospect.chance,
                hops: walk.hops[..prospect.walk.len()].to_vec(),
                trail: walk.stops[..points].iter().map(|stop| stop.at).collect(),
                eaten: prospect.eaten.to_vec(),
                monster: prospect.monster,
            }
        };
        let danger = |(figure, _)| Danger { figure, before: earlier.danger(figure), after: odds.danger(figure) };
        Some(Foresight { ends: odds.prospects().map(end).collect(), dangers: after.figures().map(danger).collect() })
    }

    /// The danger of a figure.
    #[must_use]
    pub fn danger(&self, figure: FigureId) -> Option<Danger> {
        self.dangers.iter().find(|danger| danger.figure == figure).copied()
    }

    /// The run of a tombstone.
    #[must_use]
    pub fn end(&self, tombstone: Tombstone) -> Option<&End> {
        self.ends.iter().find(|end| end.tombstone == tombstone)
    }
}

/// A chance in per cent, rounded.
#[must_use]
pub fn percent(chance: Chance) -> u8 {
    let (ways, of) = (u32::from(chance.ways()), u32::from(chance.of()));
    ((200 * ways + of) / (2 * of)) as u8
}

/// The longest walk of all tombstones.
struct LongestWalk {
    hops: Vec<Hop>,
    stops: Vec<Stop>,
}

/// The monster after a point.
struct Stop {
    points: u16,
    eaten: usize,
    at: Cell,
}

fn walk(position: &Position, next: Tombstones) -> LongestWalk {
    let mut table = *position;
    let mut events: Vec<Event> = vec![];
    let mut walk = Walk::new(&mut table, &mut events);
    for points in 1..=Tombstone::MOST_STEPS {
        walk.look();
        walk.step();
        if next.iter().all(|(tombstone, _)| tombstone.is_over(points, walk.eaten().len())) {
            break;
        }
    }
    let (mut longest, mut eaten) = (LongestWalk { hops: hops(&events), stops: vec![] }, 0);
    for event in events {
        if matches!(event, Event::FigureEaten { .. }) {
            eaten += 1;
        }
        if let Event::PointSpent { points, at } = event {
            longest.stops.push(Stop { points: points as u16, eaten, at });
        }
    }
    longest
}

/// The way of the monster in these events.
pub(super) fn hops(events: &[Event]) -> Vec<Hop> {
    let hop = |event: &Event| match *event {
        Event::MonsterMoved { from, to, through, .. } => {
            Some(Hop { from, to, how: through.map_or(HopKind::Floor, HopKind::Through) })
        }
        Event::MonsterTeleported { from, to, .. } => Some(Hop { from, to, how: HopKind::Teleport }),
        Event::MonsterLooked { .. }
        | Event::MonsterTurned { .. }
        | Event::MonsterSpun { .. }
        | Event::MonsterHeld { .. }
        | Event::PointSpent { .. }
        | Event::FigureEaten { .. }
        | Event::FigureEntered { .. }
        | Event::FigureMoved { .. }
        | Event::FigureEscaped { .. }
        | Event::FigureReturned { .. }
        | Event::FigureLeftBehind { .. }
        | Event::StoneMoved { .. }
        | Event::StoneLost { .. } => None,
    };
    events.iter().filter_map(hop).collect()
}

/// The tombstones whose ends are drawn: at most two at a time, so that they can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// At most two, newest last.
    picked: Vec<Tombstone>,
    /// The tombstone under the pointer or with the focus.
    hovered: Option<Tombstone>,
}

impl Picks {
    /// Picks a tombstone, or removes it from the picks.
    pub fn toggle(&mut self, tombstone: Tombstone) {
        if self.picked.contains(&tombstone) {
            self.picked.retain(|other| *other != tombstone);
            return;
        }
        self.picked.push(tombstone);
        if self.picked.len() > 2 {
            self.picked.remove(0);
        }
    }

    /// Shows a tombstone alone while the pointer or the focus is on it.
    pub fn hover(&mut self, tombstone: Option<Tombstone>) {
        self.hovered = tombstone;
    }

    /// Whether it has been picked.
    #[must_use]
    pub fn has(&self, tombstone: Tombstone) -> bool {
        self.picked.contains(&tombstone)
    }

    /// The most important end: that of the tombstone under the pointer, of the one picked last, or of the most likely
    /// one.
    #[must_use]
    pub fn foremost<'a>(&self, foresight: &'a Foresight) -> Option<&'a End> {
        let by_hand = self.hovered.iter().chain(self.picked.iter().rev());
        by_hand
            .copied()
            .find_map(|tombstone| foresight.end(tombstone))
            .or_else(|| foresight.ends.iter().max_by_key(|end| (end.chance, end.trail.len())))
    }

    /// The ends to draw, shortest path first: that of the tombstone under the pointer, or those picked. Default: the
    /// most likely one and the shortest one that can come up.
    #[must_use]
    pub fn shown<'a>(&self, foresight: &'a Foresight) -> Vec<&'a End> {
        let by_hand = match self.hovered {
            Some(hovered) if foresight.end(hovered).is_some() => vec![hovered],
            Some(_) | None => self.picked.clone(),
        };
        let mut shown: Vec<&End> = by_hand.iter().filter_map(|tombstone| foresight.end(*tombstone)).collect();
        if shown.is_empty() {
            let can_come = foresight.ends.iter().filter(|end| !end.chance.is_none());
            shown.extend(self.foremost(foresight));
            shown.extend(can_come.min_by_key(|end| (end.trail.len(), end.hops.len())));
            shown.dedup_by_key(|end| end.tombstone);
        }
        shown.sort_by_key(|end| (end.trail.len(), end.hops.len()));
        shown
    }
}
