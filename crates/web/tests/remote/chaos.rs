//! Whatever happens in between, client and server end with the same story.

use proptest::collection::vec;
use proptest::prelude::*;
use testkit::positions::config;
use web::table::News;

use super::world::{Beginning, Event, World, beginnings, events, play_on};

/// A world in which all of this has happened.
fn after(beginning: Beginning, happened: &[Event]) -> World {
    let mut world = World::new(beginning);
    for event in happened {
        world.happen(event);
    }
    world
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn after_a_bad_time_client_and_server_have_the_same_story(
        beginning in beginnings(),
        happened in vec(events(), 0..250),
        client_notices in any::<bool>(),
    ) {
        let mut world = after(beginning, &happened);
        world.heal(client_notices);
        world.check();
    }

    #[test]
    fn a_seat_that_is_moved_away_does_not_act_any_more(
        beginning in beginnings(),
        happened in vec(prop_oneof![30 => events(), 1 => (0_usize..7).prop_map(Event::MoveAway)], 0..250),
    ) {
        let mut world = after(beginning, &happened);
        world.heal(true);
        world.check();
    }

    #[test]
    fn a_server_that_loses_actions_is_followed_all_the_same(
        beginning in beginnings(),
        happened in vec(prop_oneof![40 => events(), 1 => (0_usize..40).prop_map(Event::RollBack)], 0..250),
        client_notices in any::<bool>(),
    ) {
        let mut world = after(beginning, &happened);
        world.heal(client_notices);
        world.check();
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn a_game_that_began_badly_is_played_to_its_end(beginning in beginnings(), happened in vec(events(), 0..100)) {
        let mut world = after(beginning, &happened);
        world.heal(true);
        play_on(&mut world);
        world.heal(true);
        world.check();
        prop_assert!(world.client.story().is_some_and(|story| story.game().ending().is_some()));
    }

    #[test]
    fn over_a_good_network_a_game_is_played_with_one_connection_and_one_record(beginning in beginnings()) {
        let mut world = World::new(beginning);
        world.second();
        world.happen(&Event::Begin);
        world.second();
        play_on(&mut world);
        world.second();
        world.check();
        prop_assert_eq!(world.client.current().map(|socket| socket.0), Some(1));
        prop_assert_eq!(world.fetches, 1);
        let is_bad = |news: &News| matches!(news, News::Refused | News::Forked { .. });
        prop_assert!(!world.client.news.iter().any(is_bad));
    }
}

proptest! {
    #![proptest_config(config(4))]

    #[test]
    fn a_whole_game_is_played_over_a_bad_network(beginning in beginnings(), happened in vec(events(), 400)) {
        let mut world = World::new(beginning);
        world.happen(&Event::Begin);
        for event in happened.iter().cycle().take(8_000) {
            world.happen(event);
            if world.server.game().ending().is_some() {
                break;
            }
        }
        world.heal(false);
        play_on(&mut world);
        world.heal(false);
        world.check();
    }
}
