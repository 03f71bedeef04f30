//! What a table shows of the future is what happens then.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;

use rules::game::{Awaited, Playing};
use rules::{Event, FigureId, Position, Tombstone, Whereabouts};
use testkit::midgame;
use web::scene::foresight::{End, Foresight, HopKind, Picks, percent};
use web::scene::moving::Moving;

/// What the run for a tombstone really does: the space after each point, who is eaten, the table then.
fn run(position: &Position, tombstone: Tombstone) -> (Vec<rules::Cell>, Vec<FigureId>, Position, Vec<Event>) {
    let (mut table, mut events) = (*position, vec![]);
    let eaten = table.run(tombstone, &mut events).to_vec();
    let trail = events.iter().filter_map(|event| match event {
        Event::PointSpent { at, .. } => Some(*at),
        _ => None,
    });
    (trail.collect(), eaten, table, events)
}

fn check(game: &Playing, position: &Position, foresight: &Foresight) {
    let next = game.next_tombstones();
    assert_eq!(foresight.ends.len(), next.iter().count());
    let mut eaten_in: BTreeMap<FigureId, usize> = BTreeMap::new();
    for ((tombstone, count), end) in next.iter().zip(&foresight.ends) {
        let (trail, eaten, table, events) = run(position, tombstone);
        assert_eq!((end.tombstone, &end.trail, &end.eaten), (tombstone, &trail, &eaten));
        assert_eq!(Some(end.monster), table.monster());
        assert_eq!((usize::from(end.chance.ways()), usize::from(end.chance.of())), (count, next.len()));
        check_hops(end, &events, position);
        eaten.iter().for_each(|figure| *eaten_in.entry(*figure).or_default() += count);
    }
    for danger in &foresight.dangers {
        let ways = eaten_in.get(&danger.figure).copied().unwrap_or(0);
        assert_eq!(usize::from(danger.after.ways()), ways, "{}", danger.figure);
    }
}

fn check_hops(end: &End, events: &[Event], position: &Position) {
    let walls = events.iter().filter_map(|event| match event {
        Event::MonsterMoved { through, .. } => *through,
        _ => None,
    });
    let shown = end.hops.iter().filter_map(|hop| match hop.how {
        HopKind::Through(wall) => Some(wall),
        HopKind::Floor | HopKind::Teleport => None,
    });
    assert_eq!(shown.collect::<Vec<_>>(), walls.collect::<Vec<_>>());
    let mut at = position.monster().unwrap().at;
    for hop in &end.hops {
        assert_eq!(hop.from, at);
        at = hop.to;
    }
    assert_eq!(at, end.monster.at);
}

#[test]
fn the_future_that_is_shown_is_the_one_that_comes() {
    for players in [2, 4, 7] {
        for game in midgame::games(60, players, 3) {
            let foresight = Foresight::of(&game, None).unwrap();
            check(&game, game.position(), &foresight);
        }
    }
}

#[test]
fn with_a_move_in_the_hand_it_is_the_future_after_that_move() {
    let mut compared = 0;
    for game in midgame::games(60, 3, 9) {
        let Awaited::Move(seat) = game.awaited() else { continue };
        let before = Foresight::of(&game, None).unwrap();
        let mut moving = Moving::new(&game, seat).unwrap();
        for figure in game.movable(seat).iter() {
            moving.choose(figure);
            for target in moving.targets().to_vec() {
                moving.preview(Some(target.place));
                let Some(plan) = moving.drawn().cloned() else { continue };
                let mut after = game.clone();
                after.move_figure(figure, &plan.path, &mut ()).unwrap();
                assert_eq!(moving.ends_game(), after.ending().is_some());
                let Some(foresight) = Foresight::of(&game, Some(&moving)) else {
                    assert!(after.ending().is_some());
                    continue;
                };
                assert!(after.ending().is_none());
                check(&game, after.position(), &foresight);
                for danger in &foresight.dangers {
                    assert_eq!(Some(danger.before), before.danger(danger.figure).map(|danger| danger.after));
                    let place = after.position().whereabouts(danger.figure);
                    assert!(danger.after.is_none() || matches!(place, Some(Whereabouts::On(_))));
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn at_most_two_ends_are_drawn_and_the_pointer_shows_any() {
    for game in midgame::games(40, 4, 5) {
        let foresight = Foresight::of(&game, None).unwrap();
        let mut picks = Picks::default();
        let tombstones: Vec<Tombstone> = foresight.ends.iter().map(|end| end.tombstone).collect();
        let shown = |picks: &Picks| picks.shown(&foresight).iter().map(|end| end.tombstone).collect::<Vec<_>>();
        assert!((1..=2).contains(&shown(&picks).len()));
        for tombstone in &tombstones {
            picks.hover(Some(*tombstone));
            assert_eq!(shown(&picks), [*tombstone]);
        }
        picks.hover(None);
        for tombstone in &tombstones {
            picks.toggle(*tombstone);
            assert!(picks.has(*tombstone) && shown(&picks).contains(tombstone) && shown(&picks).len() <= 2);
        }
        // The shorter way first: the other one goes on where it ends.
        let ends = picks.shown(&foresight);
        if let [short, long] = ends[..] {
            assert_eq!(long.hops[..short.hops.len()], short.hops[..]);
        }
        tombstones.iter().rev().take(2).for_each(|tombstone| picks.toggle(*tombstone));
        assert_eq!(shown(&picks), shown(&Picks::default()));
    }
}

#[test]
fn chances_are_rounded_to_whole_per_cent() {
    let game = &midgame::games(1, 2, 1)[0];
    let foresight = Foresight::of(game, None).unwrap();
    for end in &foresight.ends {
        let exact = 100.0 * end.chance.to_f64();
        assert!((f64::from(percent(end.chance)) - exact).abs() <= 0.5);
    }
    let all: u32 = foresight.ends.iter().map(|end| u32::from(end.chance.ways())).sum();
    assert_eq!(all, u32::from(foresight.ends[0].chance.of()));
}
