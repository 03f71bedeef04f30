//! What holds in every position, whatever happens: events tell everything, nothing is lost, text reads back.

use proptest::prelude::*;
use rules::game::Situation;
use rules::{
    Cell, Direction, Event, FigureId, Position, Setup, Sight, SightEnd, Stone, Tombstone, Turn, Verdict, Whereabouts,
};
use testkit::positions::{config, positions};

/// The events lead from `before` to `after`, `after` is a legal table, and nothing vanished without its event.
fn check_story(before: &Position, events: &[Event], after: &Position) {
    let mut replayed = *before;
    events.iter().for_each(|event| replayed.apply_unchecked(event));
    assert_eq!(replayed, *after, "the events tell another story");
    assert_eq!(Position::from_setup(&after.to_setup()), Ok(*after), "the sets do not agree with each other");

    for kind in Stone::ALL {
        let count = |position: &Position| position.stones().filter(|(stone, _)| *stone == kind).count();
        let lost = events.iter().filter(|event| matches!(event, Event::StoneLost { stone, .. } if *stone == kind));
        assert_eq!(count(before), count(after) + lost.count(), "{kind:?}");
    }
    for figure in FigureId::all() {
        let is_mine = |event: &&Event| {
            matches!(event,
                Event::FigureEaten { figure: who, .. } | Event::FigureEscaped { figure: who, .. } if *who == figure)
        };
        let expected = match events.iter().find(is_mine) {
            Some(Event::FigureEaten { .. }) => Some(Whereabouts::Eaten),
            Some(_) => Some(Whereabouts::Escaped),
            None => {
                after.whereabouts(figure).filter(|place| matches!(place, Whereabouts::On(_) | Whereabouts::Waiting))
            }
        };
        assert_eq!(after.whereabouts(figure), expected, "{figure}");
        assert_eq!(before.whereabouts(figure).is_some(), after.whereabouts(figure).is_some(), "{figure}");
    }
}

/// A line of sight, space by space.
fn scanned(position: &Position, from: Cell, direction: Direction) -> Sight {
    let mut at = from;
    for distance in 1.. {
        let Some(next) = at.step(direction) else {
            let wall = at.wall(direction).expect("the floor ends at a wall");
            return Sight { direction, distance, end: SightEnd::Wall(wall) };
        };
        at = next;
        if let Some(figure) = position.figure_at(at) {
            return Sight { direction, distance, end: SightEnd::Figure { figure, at } };
        }
        if let Some(stone) = position.stone_at(at).filter(|stone| *stone != Stone::Crystal) {
            return Sight { direction, distance, end: SightEnd::Stone { stone, at } };
        }
    }
    unreachable!("every line ends")
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn the_events_of_a_run_tell_all_of_it(before in positions(), nth in 0..Tombstone::KINDS.len()) {
        let (mut after, mut events) = (before, vec![]);
        let eaten = after.run(Tombstone::KINDS[nth], &mut events);
        check_story(&before, &events, &after);
        let told = events.iter().filter_map(|event| match event {
            Event::FigureEaten { figure, .. } => Some(*figure),
            _ => None,
        });
        prop_assert!(told.eq(eaten));
    }

    #[test]
    fn what_the_monster_sees_is_told_as_it_is(before in positions()) {
        let (mut after, mut events) = (before, vec![]);
        after.run(Tombstone::steps(6), &mut events);
        let mut now = before;
        for (index, event) in events.iter().enumerate() {
            if let Event::MonsterLooked { at, sights, verdict } = *event {
                let monster = now.monster().expect("who looks is there");
                prop_assert_eq!(at, monster.at);
                let facing = monster.facing;
                prop_assert_eq!(sights.map(|sight| sight.direction), [facing, facing.left(), facing.right()]);
                for sight in sights {
                    prop_assert_eq!(sight, scanned(&now, at, sight.direction));
                }
                let seen = sights.iter().filter(|sight| matches!(sight.end, SightEnd::Figure { .. }));
                let nearest = seen.clone().map(|sight| sight.distance).min();
                let at_nearest: Vec<&Sight> = seen.filter(|sight| Some(sight.distance) == nearest).collect();
                let (expected, turn) = match at_nearest[..] {
                    [] => (Verdict::Nothing, None),
                    [only] => (Verdict::Nearest(only.direction), Some(only).filter(|only| only.direction != facing)),
                    _ => (Verdict::Tie, None),
                };
                prop_assert_eq!(verdict, expected);
                let turned = events.get(index + 1).and_then(|next| match next {
                    Event::MonsterTurned { to, why: Turn::Saw(figure), .. } => Some((*to, *figure)),
                    _ => None,
                });
                let wanted = turn.and_then(|sight| match sight.end {
                    SightEnd::Figure { figure, .. } => Some((sight.direction, figure)),
                    SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
                });
                prop_assert_eq!(turned, wanted);
            }
            now.apply_unchecked(event);
        }
    }

    #[test]
    fn the_events_of_an_endless_walk_tell_all_of_it(before in positions()) {
        let (mut after, mut events) = (before, vec![]);
        after.run_endless(&mut events);
        check_story(&before, &events, &after);
    }

    #[test]
    fn the_path_of_an_outcome_leads_to_it(before in positions(), points in 1_u8..=4) {
        for (figure, _) in before.figures().take(3) {
            for outcome in before.outcomes(figure, points).iter() {
                let (mut after, mut events) = (before, vec![]);
                prop_assert_eq!(after.play(figure, outcome.cost(), &outcome.path(), &mut events), Ok(()));
                prop_assert_eq!(after, outcome.position());
                prop_assert_eq!(outcome.path().len(), usize::from(outcome.cost()));
                check_story(&before, &events, &after);
            }
        }
    }

    #[test]
    fn a_position_string_reads_back(position in positions(), steps in 1_u16..10) {
        let mut position = position;
        position.run(Tombstone::steps(steps), &mut ());
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert!(text.len() < 1500, "too long for a link: {}", text);
        let is_harmless = |c: char| c.is_ascii_alphanumeric() || c == '-';
        prop_assert!(text.chars().all(is_harmless), "not for a link: {}", text);
    }

    #[test]
    fn a_drawing_reads_back(position in positions(), steps in 1_u16..10) {
        let mut position = position;
        position.run(Tombstone::steps(steps), &mut ());
        let setup = Setup::from_drawing(&position.drawing()).expect("drawings can be read");
        prop_assert_eq!(Position::from_setup(&setup), Ok(position));
    }

    #[test]
    fn any_text_is_read_or_refused(fields in fields(), wild in any::<String>(), at in any::<prop::sample::Index>(), new in any::<char>()) {
        let mut damaged: Vec<char> = fields.chars().collect();
        let at = at.index(damaged.len());
        damaged[at] = new;
        for text in [fields, damaged.into_iter().collect(), wild] {
            if let Ok(position) = text.parse::<Position>() {
                prop_assert_eq!(position.to_string().parse(), Ok(position));
            }
            if let Ok(situation) = text.parse::<Situation>() {
                let again: Situation = situation.to_string().parse().expect("what was written can be read");
                prop_assert_eq!(again.to_string(), situation.to_string());
            }
            drop(Setup::from_drawing(&text));
        }
    }

    #[test]
    fn a_drawing_with_any_mark_changed_is_refused_or_can_be_drawn_again(before in positions(), at in any::<prop::sample::Index>(), mark in "[-A-Za-z0-9 .#~^<>v*:]") {
        let mut drawing: Vec<char> = before.drawing().chars().collect();
        let at = at.index(drawing.len());
        drawing[at] = mark.chars().next().unwrap_or('.');
        let Ok(setup) = Setup::from_drawing(&drawing.into_iter().collect::<String>()) else { return Ok(()) };
        if let Ok(position) = Position::from_setup(&setup) {
            let again = Setup::from_drawing(&position.drawing()).expect("drawings can be read");
            prop_assert_eq!(Position::from_setup(&again), Ok(position));
        }
    }
}

/// Fields that can be read one by one, put together by chance: most of these strings can be read, and many can be laid out.
fn fields() -> impl Strategy<Value = String> {
    const FIELD: &str = "(M[a-p][1-9][nesw]|[SCRU]([b-o][2-9]){1,2}|B([b-o][2-9]){1,4}|T[b-o][2-9][nesw][b-o][2-9][nesw]\
        |F[GRB][145][b-o][2-9]|[WEX]([GRB][145]){1,2}|P[GRB]{1,3}|L[nl]|N[12][1-7]|A[GRB]|V[GRB][145]|D([1-9][sh]){1,2}|O[GRB][145])";
    let text = proptest::string::string_regex(&format!("{FIELD}(-{FIELD}){{0,3}}"));
    text.expect("the pattern can be read")
}
