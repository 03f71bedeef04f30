//! One mishap at a time.

use protocol::{ClientMessage, ErrorCode, Problem, ServerMessage};
use rules::game::{Band, FortressChoice, Length, NamedFortress, Options, Players};
use rules::host::draw_fortress;
use testkit::games::secret;
use web::table::remote::{Effect, Input, RemoteTable, SocketId};
use web::table::{Answer, Link, News, Presence, Table};

use super::client::Fate;
use super::server::{game_id, story_of};
use super::world::{Beginning, Event, Manners, RecordEvent, World, play_on};

/// Two players on this fortress.
fn beginning(fortress: FortressChoice, yours: u8) -> Beginning {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress, length: Length::Normal };
    Beginning { options, bytes: [3; 32], yours, manners: Manners::Tcp, lot: 7 }
}

/// A basic game that has begun, with these seats of the client, over a good network.
fn playing(yours: u8) -> World {
    let mut world = World::new(beginning(FortressChoice::Basic, yours));
    world.second();
    world.happen(&Event::Begin);
    world.flush();
    assert!(world.client.table.has_story());
    world
}

/// A game in which it is the turn of the client.
fn on_turn() -> World {
    let mut world = playing(0b11);
    world.happen(&Event::Act);
    world.flush();
    assert!(world.server.entries().len() == 1 && !world.client.table.is_pending());
    world
}

fn current(world: &World) -> SocketId {
    world.client.current().unwrap()
}

fn acts(world: &World) -> usize {
    world.sent.iter().filter(|(_, message)| matches!(message, ClientMessage::Act { .. })).count()
}

fn refusals(world: &World) -> usize {
    world.client.news.iter().filter(|news| **news == News::Refused).count()
}

fn refusal(sent: Option<u32>, code: ErrorCode) -> Box<ServerMessage> {
    Box::new(ServerMessage::Error { sent, seq: None, error: Problem::new(code, "") })
}

fn seconds(world: &mut World, count: usize) {
    for _ in 0..count {
        world.second();
    }
}

#[test]
fn an_action_that_was_lost_is_sent_again() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    let socket = current(&world);
    world.break_off(socket, true, true);
    seconds(&mut world, 5);
    world.check();
    assert_eq!((acts(&world), world.server.entries().len()), (3, 2));
    assert_eq!(refusals(&world), 0);
}

#[test]
fn an_action_whose_answer_was_lost_counts_once() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    world.happen(&Event::Up(0));
    assert_eq!(world.server.entries().len(), 2);
    let socket = current(&world);
    world.break_off(socket, true, true);
    assert!(world.client.table.is_pending());
    seconds(&mut world, 5);
    world.check();
    assert_eq!((acts(&world), world.server.entries().len()), (2, 2), "the story itself is the answer");
}

#[test]
fn an_action_is_not_sent_before_everything_is_here_that_could_answer_it() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    world.happen(&Event::Up(0));
    let socket = current(&world);
    world.break_off(socket, true, true);
    world.flush();
    world.happen(&Event::Tick(2_000));
    for event in [Event::Up(0), Event::Down(0), Event::Up(0), Event::Down(0)] {
        world.happen(&event);
    }
    assert_eq!(world.client.table.link(), Link::Up);
    assert!(world.client.table.is_pending(), "the welcome is here, and the actions are not");
    assert_eq!(acts(&world), 2);
    world.flush();
    world.check();
    assert_eq!(acts(&world), 2);
}

#[test]
fn an_action_that_is_never_answered_leads_to_another_connection() {
    let mut world = on_turn();
    let socket = current(&world);
    world.happen(&Event::Act);
    world.lose_all();
    seconds(&mut world, 9);
    assert_eq!(current(&world), socket);
    seconds(&mut world, 4);
    assert_ne!(current(&world), socket);
    world.check();
    assert_eq!(world.server.entries().len(), 2);
}

#[test]
fn of_two_actions_with_the_same_number_one_is_refused() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    world.happen(&Event::Rival);
    world.flush();
    seconds(&mut world, 3);
    world.check();
    assert_eq!(refusals(&world), 1);
    assert_eq!(world.server.entries().len(), 2);
    assert_eq!(world.client.attempts.last().unwrap().fate, Fate::Refused);
}

#[test]
fn an_action_of_a_seat_that_was_moved_away_is_refused() {
    let mut world = playing(0b11);
    world.happen(&Event::Act);
    let seat = world.client.attempts[0].seat.index();
    world.happen(&Event::MoveAway(seat));
    world.flush();
    assert_eq!(refusals(&world), 1);
    seconds(&mut world, 2);
    world.check();
    assert_eq!(world.server.entries().len(), 0);
    assert!(!world.client.table.capabilities().own.has(world.client.attempts[0].seat));
}

#[test]
fn a_refusal_that_comes_twice_does_not_hit_the_next_action() {
    let mut world = on_turn();
    let socket = current(&world);
    world.happen(&Event::Act);
    world.lose_all();
    world.tell(Input::Said(socket, refusal(Some(2), ErrorCode::NotYourTurn)));
    assert_eq!(refusals(&world), 1);
    world.happen(&Event::Act);
    world.tell(Input::Said(socket, refusal(Some(2), ErrorCode::NotYourTurn)));
    assert_eq!(refusals(&world), 1);
    assert!(world.client.table.is_pending());
    seconds(&mut world, 2);
    world.check();
    assert_eq!(world.client.attempts.last().unwrap().fate, Fate::Counts);
}

#[test]
fn a_refusal_of_another_number_changes_nothing() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    let socket = current(&world);
    for number in [1, 3] {
        world.tell(Input::Said(socket, refusal(Some(number), ErrorCode::AgainstRules)));
    }
    assert_eq!((refusals(&world), world.client.table.is_pending()), (0, true));
}

#[test]
fn a_server_that_is_busy_gets_the_action_again_after_a_pause() {
    for code in [ErrorCode::TooMany, ErrorCode::Unavailable] {
        let mut world = on_turn();
        world.happen(&Event::Trouble(code));
        world.happen(&Event::Act);
        world.flush();
        assert!(world.client.table.is_pending());
        assert_eq!((world.client.table.link(), world.client.news.last()), (Link::Up, Some(&News::Delayed)));
        assert_eq!(acts(&world), 2);
        seconds(&mut world, 1);
        world.check();
        assert_eq!((acts(&world), world.server.entries().len()), (3, 2));
    }
}

#[test]
fn a_server_that_stays_busy_is_asked_less_and_less_often() {
    let mut world = on_turn();
    let socket = current(&world);
    world.happen(&Event::Act);
    let mut tries = vec![];
    for second in 0..60 {
        world.happen(&Event::Trouble(ErrorCode::Unavailable));
        let before = acts(&world);
        world.second();
        if acts(&world) > before {
            tries.push(second);
        }
    }
    let pauses: Vec<i32> = tries.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(pauses, [2, 4, 8, 15, 15]);
    assert_eq!(current(&world), socket, "the connection is good");
}

#[test]
fn a_plan_for_a_position_that_is_gone_is_not_sent() {
    let mut world = playing(0b11);
    for _ in 0..4 {
        world.happen(&Event::Act);
        world.flush();
    }
    // An action is on its way when the server loses all others and draws other tombstones, and goes on as far.
    world.happen(&Event::Act);
    let number = world.client.attempts.last().unwrap().number as usize;
    world.lose_all();
    world.happen(&Event::RollBack(0));
    while world.server.entries().len() + 1 < number {
        world.happen(&Event::Rival);
    }
    seconds(&mut world, 5);
    world.check();
    assert_eq!(world.client.attempts.last().unwrap().fate, Fate::Refused);
}

#[test]
fn a_stand_in_acts_for_the_seat_of_its_holder() {
    let mut world = playing(0b11);
    world.server.stand_in(0);
    world.happen(&Event::Rejoin);
    world.flush();
    let own: Vec<usize> = world.client.table.capabilities().own.iter().map(|seat| seat.index()).collect();
    assert_eq!(own, [1]);
    let attendance = world.client.table.attendance();
    assert_eq!(
        attendance.iter().map(|seat| (seat.is_own, seat.stand_in.is_some())).collect::<Vec<_>>(),
        [(true, true), (true, false)]
    );
    // Who is there is unknown while the line is down.
    let presences =
        |world: &World| world.client.table.attendance().iter().map(|seat| seat.presence).collect::<Vec<_>>();
    let mut watched = playing(0);
    assert_eq!(presences(&watched), [Presence::Here; 2]);
    watched.happen(&Event::Offline);
    assert_eq!(presences(&watched), [Presence::Unknown; 2]);
}

#[test]
fn a_guest_at_the_door_hears_that_the_host_declines() {
    let mut world = World::new(beginning(FortressChoice::Basic, 0));
    world.second();
    let declined = Problem::new(ErrorCode::NotYours, "").at("seat");
    let said = Box::new(ServerMessage::Error { sent: None, seq: None, error: declined });
    world.tell(Input::Said(current(&world), said));
    assert_eq!(world.client.news.last(), Some(&News::TurnedAway));
}

#[test]
fn what_was_said_at_the_door_is_said_again_over_a_new_connection() {
    let watching = ClientMessage::Watching { name: Some("Zoe".to_owned()) };
    for (yours, is_said_again) in [(0, true), (0b01, false)] {
        let mut world = World::new(beginning(FortressChoice::Basic, yours));
        world.second();
        world.tell(Input::Say(watching.clone()));
        let socket = current(&world);
        world.break_off(socket, true, true);
        seconds(&mut world, 5);
        let again = (current(&world), watching.clone());
        assert_eq!(world.sent.contains(&again), is_said_again, "who has a seat is known by it");
    }
}

#[test]
fn what_an_old_socket_says_does_not_touch_the_new_one() {
    let mut world = on_turn();
    let old = current(&world);
    world.happen(&Event::Rejoin);
    world.flush();
    let new = current(&world);
    assert_ne!(old, new);
    world.happen(&Event::Act);
    let (link, attempts) = (world.client.table.link(), world.client.attempts.len());
    for input in [
        Input::Closed(old),
        Input::Gibberish(old),
        Input::Said(old, refusal(Some(2), ErrorCode::AgainstRules)),
        Input::Said(old, refusal(None, ErrorCode::NoSuchGame)),
        Input::Said(old, Box::new(ServerMessage::Bye { again: 1000 })),
        Input::Said(old, Box::new(ServerMessage::Acted { seq: 9 })),
    ] {
        assert_eq!(world.client.take(input), []);
    }
    // One that opens late is closed, and nothing else.
    assert!(world.client.take(Input::Opened(old)).len() == 1);
    assert_eq!((world.client.table.link(), world.client.attempts.len()), (link, attempts));
    assert_eq!(current(&world), new);
    assert!(world.client.table.is_pending());
    world.flush();
    world.check();
}

#[test]
fn a_socket_that_says_twice_that_it_is_open_stays_open() {
    let mut world = on_turn();
    let socket = current(&world);
    assert_eq!(world.client.take(Input::Opened(socket)), []);
    world.happen(&Event::Act);
    world.flush();
    world.check();
    assert_eq!(current(&world), socket);
}

#[test]
fn a_missing_number_opens_the_connection_anew_from_there() {
    let mut world = playing(0b00);
    world.happen(&Event::Others);
    world.lose_all();
    world.happen(&Event::Others);
    world.flush();
    world.check();
    let hello = world.sent.iter().rev().find(|(_, message)| matches!(message, ClientMessage::Hello { .. }));
    assert_eq!(hello.unwrap().1, ClientMessage::Hello { from: 1, tokens: vec![] });
    assert_eq!(current(&world), SocketId(2));
    assert_eq!(world.client.story().unwrap().actions(), 2);
    assert!(!world.client.news.iter().any(|news| matches!(news, News::Link(Link::Lost { .. }))), "nobody notices");
}

#[test]
fn actions_that_were_mentioned_and_do_not_come_are_asked_for() {
    let mut world = playing(0b11);
    world.happen(&Event::Rival);
    world.lose_all();
    // Somebody comes, and everybody gets the table with its number of actions.
    world.happen(&Event::MoveAway(6));
    world.flush();
    seconds(&mut world, 15);
    world.check();
    assert_eq!(world.client.story().unwrap().actions(), 1);
}

#[test]
fn an_action_with_another_hash_is_not_believed() {
    let mut world = playing(0b00);
    world.happen(&Event::Others);
    world.flush();
    world.happen(&Event::Others);
    let mut entry = world.server.entries()[1].clone();
    entry.hash.0[0] ^= 1;
    world.lose_all();
    let (socket, fetches) = (current(&world), world.fetches);
    let actions = Box::new(ServerMessage::Actions { actions: vec![entry], awaits: None });
    world.tell(Input::Said(socket, actions));
    assert_eq!(world.client.story().unwrap().actions(), 1);
    assert_eq!(world.fetches, fetches + 1);
    world.flush();
    world.check();
    assert_eq!(world.client.news.last(), Some(&News::Grown), "the record only adds to it");
}

#[test]
fn a_server_that_lost_actions_is_followed_to_its_story() {
    let mut world = playing(0b01);
    for _ in 0..12 {
        world.happen(&Event::Others);
        world.flush();
        world.happen(&Event::Act);
        world.flush();
    }
    let before = world.client.story().unwrap().clone();
    assert!(before.actions() > 9);
    world.happen(&Event::RollBack(7));
    for _ in 0..4 {
        world.happen(&Event::Rival);
    }
    world.flush();
    seconds(&mut world, 3);
    world.check();
    let common = before.common(&world.server.story());
    assert!((7..before.actions()).contains(&common));
    assert!(world.client.news.contains(&News::Forked { common }), "{:?}", world.client.news);
}

#[test]
fn a_server_that_lost_actions_is_noticed_before_anybody_acts() {
    let mut world = playing(0b11);
    for _ in 0..6 {
        world.happen(&Event::Act);
        world.flush();
    }
    world.happen(&Event::RollBack(2));
    world.flush();
    seconds(&mut world, 3);
    world.check();
    assert!(world.client.news.contains(&News::Forked { common: 2 }));
    // And the client can go on from there.
    world.happen(&Event::Act);
    world.flush();
    world.check();
    assert_eq!(world.client.attempts.last().unwrap().fate, Fate::Counts);
}

#[test]
fn another_story_of_the_same_length_is_noticed_before_anybody_acts() {
    let mut world = playing(0b11);
    for _ in 0..3 {
        world.happen(&Event::Act);
        world.flush();
    }
    let (known, fetches) = (world.client.story().unwrap().actions(), world.fetches);
    world.happen(&Event::RollBack(1));
    while world.server.entries().len() < known {
        world.happen(&Event::Rival);
    }
    assert_eq!(world.server.entries().len(), known);
    assert_ne!(world.client.story(), Some(&world.server.story()));
    seconds(&mut world, 3);
    world.check();
    assert_eq!(world.fetches, fetches + 1);
    assert_eq!(world.client.news.iter().filter(|news| matches!(news, News::Forked { .. })).count(), 1);
}

#[test]
fn an_action_that_waits_while_the_server_loses_its_place_is_refused_and_not_sent_for_ever() {
    let mut world = playing(0b11);
    for _ in 0..6 {
        world.happen(&Event::Act);
        world.flush();
    }
    let socket = current(&world);
    world.break_off(socket, true, true);
    world.flush();
    world.happen(&Event::Act);
    assert!(world.client.table.is_pending());
    let acts_before = acts(&world);
    world.happen(&Event::RollBack(2));
    seconds(&mut world, 5);
    world.check();
    assert_eq!((refusals(&world), acts(&world)), (1, acts_before));
}

#[test]
fn a_table_that_waits_is_followed_into_the_game() {
    let mut world = World::new(beginning(FortressChoice::ByHand, 0b01));
    assert_eq!(world.client.table.link(), Link::Opening);
    seconds(&mut world, 60);
    assert!(!world.client.table.has_story() && world.client.table.view().is_some());
    assert_eq!((world.client.table.link(), world.fetches), (Link::Up, 0));
    world.happen(&Event::Begin);
    world.flush();
    assert!(world.client.table.has_story());
    assert_eq!(world.fetches, 1);
    world.check();
}

#[test]
fn actions_alone_show_that_a_game_has_begun() {
    let mut world = World::new(beginning(FortressChoice::Basic, 0b00));
    world.second();
    world.happen(&Event::Begin);
    world.lose_all();
    world.happen(&Event::Others);
    world.flush();
    world.check();
}

#[test]
fn a_record_that_fails_is_asked_for_again_at_once_and_one_that_vanishes_after_a_while() {
    for (event, patience) in [(RecordEvent::Fail, 1), (RecordEvent::Vanish, 30)] {
        let mut world = World::new(beginning(FortressChoice::Basic, 0b01));
        world.second();
        world.happen(&Event::Begin);
        world.happen(&Event::Down(0));
        assert_eq!(world.fetches, 1);
        world.happen(&Event::Record(event));
        seconds(&mut world, patience - 1);
        assert_eq!(world.fetches, 1);
        assert!(!world.client.table.has_story());
        seconds(&mut world, 1);
        assert_eq!(world.fetches, 2);
        world.check();
    }
}

#[test]
fn a_record_older_than_what_was_heard_is_completed() {
    let mut world = World::new(beginning(FortressChoice::Basic, 0b00));
    world.second();
    world.happen(&Event::Begin);
    world.happen(&Event::Down(0));
    world.happen(&Event::Record(RecordEvent::Write));
    for _ in 0..5 {
        world.happen(&Event::Others);
    }
    for _ in 0..5 {
        world.happen(&Event::Down(0));
    }
    assert!(!world.client.table.has_story());
    world.happen(&Event::Record(RecordEvent::Arrive));
    world.check();
    assert!(world.client.story().unwrap().actions() >= 5);
}

#[test]
fn a_record_that_nobody_waits_for_is_ignored() {
    let mut world = on_turn();
    let text = World::new(beginning(FortressChoice::Basic, 0)).record_of_beginning();
    for record in [Some(text), None, Some("no record".to_owned())] {
        assert_eq!(world.client.take(Input::Record(record)), []);
    }
    world.check();
}

#[test]
fn an_open_socket_that_does_not_welcome_is_given_up() {
    let mut world = World::new(beginning(FortressChoice::Basic, 0b01));
    world.happen(&Event::Tick(1_000));
    world.happen(&Event::Up(0));
    world.happen(&Event::Down(0));
    world.lose_all();
    for _ in 0..9 {
        world.happen(&Event::Tick(1_000));
        assert_eq!(world.client.current(), Some(SocketId(1)));
    }
    world.happen(&Event::Tick(1_000));
    assert_eq!(world.client.current(), None);
    seconds(&mut world, 4);
    assert_eq!(world.client.table.link(), Link::Up);
    assert_eq!(world.client.current(), Some(SocketId(2)));
}

#[test]
fn a_connection_that_has_silently_died_is_tested_and_given_up() {
    let mut world = on_turn();
    let socket = current(&world);
    world.break_off(socket, false, true);
    seconds(&mut world, 26);
    assert_eq!(world.sent.last(), Some(&(socket, ClientMessage::Ping {})));
    assert_eq!(world.client.table.link(), Link::Up, "nobody knows yet");
    seconds(&mut world, 15);
    assert_ne!(current(&world), socket);
    world.check();
}

#[test]
fn a_connection_that_answers_is_kept_for_ever() {
    let mut world = on_turn();
    let socket = current(&world);
    seconds(&mut world, 600);
    assert_eq!(current(&world), socket);
    let pings = world.sent.iter().filter(|(_, message)| matches!(message, ClientMessage::Ping {})).count();
    assert!((20..=24).contains(&pings), "{pings}");
}

#[test]
fn a_device_that_slept_for_hours_tests_its_connection() {
    let mut world = on_turn();
    let socket = current(&world);
    world.happen(&Event::Tick(5 * 3_600_000));
    world.flush();
    assert_eq!(current(&world), socket);
    world.break_off(socket, false, true);
    world.happen(&Event::Tick(5 * 3_600_000));
    world.happen(&Event::Wake);
    seconds(&mut world, 14);
    world.check();
    assert_ne!(current(&world), socket);
}

#[test]
fn a_clock_that_is_set_back_stops_nothing() {
    let mut world = on_turn();
    world.happen(&Event::Offline);
    world.happen(&Event::Tick(-5 * 3_600_000));
    seconds(&mut world, 4);
    world.check();
    let socket = current(&world);
    world.happen(&Event::Tick(-5 * 3_600_000));
    world.break_off(socket, false, true);
    seconds(&mut world, 45);
    world.check();
    assert_ne!(current(&world), socket);
}

#[test]
fn rights_that_change_replace_the_connection_without_a_word() {
    let mut world = on_turn();
    let news = world.client.news.len();
    world.happen(&Event::Rejoin);
    world.flush();
    assert_eq!(current(&world), SocketId(2));
    assert!(!world.client.news[news..].iter().any(|news| matches!(news, News::Link(_))));
    world.check();
}

#[test]
fn a_network_that_comes_back_is_used_at_once() {
    let mut world = on_turn();
    world.happen(&Event::Offline);
    assert!(matches!(world.client.table.link(), Link::Lost { attempt: 1, seconds: 1..=2 }));
    world.happen(&Event::Wake);
    world.flush();
    world.check();
}

#[test]
fn after_a_farewell_the_client_comes_back_when_it_was_told_to() {
    let mut world = on_turn();
    world.happen(&Event::Stop(8));
    world.happen(&Event::Start);
    world.flush();
    let Link::Lost { seconds: wait, .. } = world.client.table.link() else { panic!("it is still there") };
    assert!((6..=10).contains(&wait), "{wait}");
    seconds(&mut world, 5);
    assert_eq!(world.client.current(), None);
    seconds(&mut world, 6);
    world.check();
}

/// The milliseconds between attempts that fail at once.
fn pauses(lot: u64) -> Vec<u64> {
    let mut table = RemoteTable::new(game_id(), lot);
    let mut attempts = vec![];
    for now in (1_000_000_u64..1_300_000).step_by(10) {
        for effect in table.take(Input::Tick(now)) {
            if let Effect::Connect(socket) = effect {
                attempts.push(now);
                drop(table.take(Input::Closed(socket)));
            }
        }
    }
    attempts.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn pauses_grow_up_to_a_limit_and_differ_between_clients() {
    let mut firsts = std::collections::BTreeSet::new();
    for lot in (0..40).chain([u64::MAX - 1, u64::MAX]) {
        let pauses = pauses(lot);
        for (index, pause) in pauses.iter().enumerate() {
            let middle = (1_000 << (index + 1).min(10)).min(15_000);
            assert!((middle * 3 / 4..=middle * 5 / 4 + 10).contains(pause), "{index}: {pause}");
        }
        assert!(firsts.insert(pauses[..6].to_vec()), "two clients come back together");
    }
}

#[test]
fn a_table_that_does_not_exist_is_closed_for_good() {
    for code in [ErrorCode::NoSuchGame, ErrorCode::Gone] {
        let mut table = RemoteTable::new(game_id(), 1);
        let socket = SocketId(1);
        let effects = table.take(Input::Tick(5));
        assert_eq!(effects, [Effect::Connect(socket)]);
        drop(table.take(Input::Opened(socket)));
        let effects = table.take(Input::Said(socket, refusal(None, code)));
        assert!(effects.contains(&Effect::Close(socket)) && effects.contains(&Effect::Tell(News::Seats)));
        assert_eq!(table.closed(), Some(code));
        for input in [Input::Tick(1_000_000), Input::Wake, Input::Rejoin, Input::Closed(socket), Input::Record(None)] {
            assert_eq!(table.take(input), []);
        }
    }
}

#[test]
fn only_the_socket_in_use_can_show_that_the_page_is_too_old() {
    let mut table = RemoteTable::new(game_id(), 1);
    drop(table.take(Input::Tick(5)));
    drop(table.take(Input::Opened(SocketId(1))));
    assert_eq!(table.take(Input::Gibberish(SocketId(1))), [Effect::Outdated]);
    assert_eq!(table.take(Input::Gibberish(SocketId(0))), []);
}

#[test]
fn what_is_said_at_the_door_goes_out_only_over_a_connection() {
    let mut world = World::new(beginning(FortressChoice::Basic, 0b01));
    let arriving = ClientMessage::Arriving { seat: Some(1), name: None };
    world.tell(Input::Say(arriving.clone()));
    assert_eq!(world.sent, []);
    world.second();
    world.tell(Input::Say(arriving.clone()));
    assert_eq!(world.sent.last(), Some(&(SocketId(1), arriving)));
}

#[test]
fn only_a_legal_action_of_an_own_seat_is_taken_and_only_one_at_a_time() {
    let mut world = playing(0b01);
    while world.server.game().acting().is_some_and(|seat| !world.server.is_clients(seat)) {
        world.happen(&Event::Others);
        world.flush();
    }
    let mine = world.server.game().acting().unwrap();
    let action = world.server.game().legal_actions().remove(0);
    let others = rules::game::Seat::new(1 - mine.index()).unwrap();
    let table = &mut world.client.table;
    let mut effects = vec![];
    assert_eq!(table.act(others, action.clone(), &mut effects), Answer::Refused);
    let flip = rules::game::Action::Flip { tombstone: rules::Tombstone::KINDS[0] };
    assert_eq!(table.act(mine, flip, &mut effects), Answer::Refused);
    assert_eq!(effects, []);
    assert_eq!(table.act(mine, action.clone(), &mut effects), Answer::Pending);
    assert_eq!(effects.len(), 1);
    assert_eq!(table.act(mine, action, &mut effects), Answer::Refused);
    assert_eq!(effects.len(), 1);
}

#[test]
fn messages_arrive_as_the_server_writes_them() {
    let mut world = on_turn();
    world.happen(&Event::Act);
    for (_, message) in &world.sent {
        let text = serde_json::to_string(message).unwrap();
        assert_eq!(serde_json::from_str::<ClientMessage>(&text).unwrap(), *message);
    }
    let actions = ServerMessage::Actions { actions: world.server.entries().to_vec(), awaits: None };
    let text = serde_json::to_string(&actions).unwrap();
    assert_eq!(serde_json::from_str::<ServerMessage>(&text).unwrap(), actions);
    assert_eq!(story_of(&world.server.record().unwrap()), world.server.story());
}

#[test]
fn each_kind_of_fortress_is_played_to_its_end() {
    let kinds = [
        FortressChoice::Basic,
        FortressChoice::ByHand,
        FortressChoice::Prepared(NamedFortress::ALL[0].fortress()),
        FortressChoice::Random(draw_fortress(&secret([3; 32]).seed, &[])),
    ];
    for kind in kinds {
        for yours in [0b00, 0b01, 0b11] {
            let mut world = World::new(beginning(kind, yours));
            world.second();
            world.happen(&Event::Begin);
            play_on(&mut world);
            world.check();
            assert!(world.client.story().unwrap().game().ending().is_some());
        }
    }
}
