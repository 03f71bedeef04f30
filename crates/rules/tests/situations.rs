//! Games in mid-play as open data: they go on as if nothing had happened, and what is wrong with them is told.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use proptest::prelude::*;
use rules::chance::{Purpose, Stream};
use rules::game::{Action, Awaited, Band, Face, Game, Length, Playing, Seat, Situation, Stage};
use rules::host::Host;
use rules::{Cell, FigureId, Outcomes, Position, Tombstone, Whereabouts};
use testkit::games::{choose, options, secret};
use testkit::positions::config;

/// Compares all that is known about two games but how they came about.
#[track_caller]
fn assert_alike(restored: &Playing, game: &Playing) {
    let table = |game: &Playing| (*game.position(), game.awaited(), game.ending());
    assert_eq!(table(restored), table(game));
    let progress = |game: &Playing| (*game.course(), game.moved());
    assert_eq!(progress(restored), progress(game));
    let tombstones = |game: &Playing| (game.left(), game.flippable());
    assert_eq!(tombstones(restored), tombstones(game));
    assert_eq!((restored.players(), restored.length()), (game.players(), game.length()));
    assert_eq!(restored.escaped(), game.escaped());
    for seat in game.players().seats() {
        assert_eq!(restored.movable(seat), game.movable(seat));
        assert_eq!(restored.escaped_of(seat), game.escaped_of(seat));
    }
    for (figure, face, number) in sides(game) {
        assert_eq!((restored.face(figure), restored.number(figure)), (face, number), "{figure}");
    }
}

/// The sides of all figures in play: those of the others nobody needs any more.
fn sides(game: &Playing) -> Vec<(FigureId, Face, u8)> {
    let figures = game.position().figures();
    let in_play = figures.filter(|(_, place)| matches!(place, Whereabouts::Waiting | Whereabouts::On(_)));
    in_play.map(|(figure, _)| (figure, game.face(figure), game.number(figure))).collect()
}

/// Plays a random game to its end: every action, and the game before it.
fn play(mut host: Host, chance: &mut Stream) -> Vec<(Game, Option<Seat>, Action)> {
    let mut outcomes = Outcomes::new();
    let mut played = vec![];
    while host.game().ending().is_none() {
        let before = host.game().clone();
        let seat = match choose(&mut host, chance, &mut outcomes) {
            Some((seat, action)) => {
                host.act(seat, &action).unwrap();
                Some(seat)
            }
            None => {
                host.flip().unwrap();
                None
            }
        };
        played.push((before, seat, host.log().last().unwrap().clone()));
    }
    assert_eq!(host.game().playing().unwrap().to_situation(), None);
    played
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_game_goes_on_from_its_situation_as_if_nothing_had_happened(options in options(), bytes in any::<[u8; 32]>()) {
        let secret = secret(bytes);
        let (host, _) = Host::new(options, vec![], secret).unwrap();
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        let played = play(host, &mut chance);
        let mut awaiting_move = vec![];
        for (index, (game, ..)) in played.iter().enumerate() {
            let situation = game.playing().and_then(Playing::to_situation);
            prop_assert_eq!(situation.is_some(), matches!(game.awaited(), Awaited::Move(_)));
            let Some(situation) = situation else { continue };
            let restored = Playing::from_situation(&situation).unwrap();
            assert_alike(&restored, game.playing().unwrap());
            prop_assert_eq!(restored.to_situation(), Some(situation.clone()));
            let text = situation.to_string();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{}", text);
            let read: Situation = text.parse().unwrap();
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(&Playing::from_situation(&read).unwrap(), &restored);
            prop_assert_eq!((read.left(), read.next_tombstones()), (game.playing().unwrap().left(), game.playing().unwrap().next_tombstones()));
            for (figure, face, _) in sides(game.playing().unwrap()) {
                prop_assert_eq!(read.face(figure), face, "{}", figure);
            }
            awaiting_move.push((index, Game::Playing(restored)));
        }
        // To the end only from some, because from all would take as long as all games together.
        for _ in 0..10 {
            let (index, mut restored) = chance.choose(&awaiting_move).unwrap().clone();
            let mut original = played[index].0.clone();
            for (_, seat, action) in &played[index..] {
                let (mut events, mut expected) = (vec![], vec![]);
                restored.act(*seat, action, &mut events).unwrap();
                original.act(*seat, action, &mut expected).unwrap();
                prop_assert_eq!(&events, &expected);
                assert_alike(restored.playing().unwrap(), original.playing().unwrap());
            }
            prop_assert!(restored.ending().is_some());
        }
    }

    #[test]
    fn a_tombstone_that_ends_the_turn_leads_where_the_game_goes(options in options(), bytes in any::<[u8; 32]>()) {
        let secret = secret(bytes);
        let (host, _) = Host::new(options, vec![], secret).unwrap();
        let played = play(host, &mut Stream::new(&secret.seed, &[], Purpose::Players));
        for (step, (game, _, action)) in played.iter().enumerate() {
            let Action::Flip { tombstone } = *action else { continue };
            if game.playing().unwrap().next_tombstones().count(tombstone) == 0 {
                continue;
            }
            // The last move before the tombstone: from there on nothing but the tombstone changes the table.
            let Some(mut situation) = played[..step].iter().rev().find_map(|(game, ..)| game.playing()?.to_situation()) else {
                continue;
            };
            situation.setup = game.to_setup();
            situation.escaped = game.playing().unwrap().escaped().to_vec();
            let after = situation.after_run(tombstone, &mut ()).unwrap();
            let next = played.get(step + 1).map(|(game, ..)| game.clone());
            if let Some(next) = next.and_then(|next| next.playing()?.to_situation()) {
                prop_assert_eq!(Playing::from_situation(&after).unwrap().to_situation(), Some(next));
            }
        }
    }

    #[test]
    fn nobody_but_the_seat_that_is_due_can_have_moved(options in options(), bytes in any::<[u8; 32]>()) {
        let secret = secret(bytes);
        let (host, _) = Host::new(options, vec![], secret).unwrap();
        let played = play(host, &mut Stream::new(&secret.seed, &[], Purpose::Players));
        for (game, ..) in &played {
            let Some(playing) = game.playing() else { continue };
            let Some(situation) = playing.to_situation() else { continue };
            for (figure, ..) in sides(playing).into_iter().filter(|(figure, ..)| !playing.moved().has(*figure)) {
                let mut one_more = situation.clone();
                one_more.moved.push(figure);
                let is_due = game.players().owner(figure) == game.acting();
                match Game::from_situation(&one_more) {
                    Ok(_) => prop_assert!(is_due, "{figure} has moved"),
                    Err(problems) => {
                        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
                        let is_last = told == ["the moved figures: nobody is left to move"];
                        prop_assert!(is_due == is_last, "{figure} has moved: {told:?}");
                    }
                }
            }
        }
    }
}

fn figures(names: &[&str]) -> Vec<FigureId> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// Green and red in turn three of stage one; red began the turn, both have moved one figure.
fn situation() -> Situation {
    Situation {
        players: vec![Band::Green, Band::Red],
        length: Length::Normal,
        setup: "Mh6e-Sc3-FG1k6G3k7R1l8R3a1-WG4G5R4-ER5".parse().unwrap(),
        stage: Stage::One,
        turn: 3,
        start: Band::Red,
        moved: figures(&["G3", "R5"]),
        used: vec![Tombstone::steps(7), Tombstone::hits(1)],
        escaped: figures(&["R5"]),
    }
}

#[test]
fn whose_move_it_is_and_which_sides_lie_up_follows_from_the_rest() {
    let game = Game::from_situation(&situation()).unwrap();
    assert_eq!(game.awaited(), Awaited::Move(Seat::new(1).unwrap()));
    let numbers: Vec<String> =
        sides(game.playing().unwrap()).iter().map(|(figure, _, number)| format!("{figure}:{number}")).collect();
    // After two turns all lie bright side up, but G3 has moved.
    assert_eq!(numbers, ["G1:1", "G3:4", "G4:4", "G5:5", "R1:1", "R3:3", "R4:4"]);

    let next_turn = Situation {
        turn: 4,
        start: Band::Green,
        moved: vec![],
        used: [situation().used, vec![Tombstone::steps(7)]].concat(),
        ..situation()
    };
    let game = Game::from_situation(&next_turn).unwrap();
    assert_eq!(game.awaited(), Awaited::Move(Seat::new(0).unwrap()));
    let numbers: Vec<u8> = sides(game.playing().unwrap()).into_iter().map(|(.., number)| number).collect();
    assert_eq!(numbers, [6, 4, 3, 2, 6, 4, 3]);

    // Red has three figures left, green one: after a move of each, red moves the rest.
    let table = "Mh6e-FG1k6R1l8R3a2R4p11-EG5-XG3G4R5".parse().unwrap();
    let stage_two = Situation {
        setup: table,
        stage: Stage::Two,
        moved: figures(&["G1", "R1", "R3"]),
        escaped: figures(&["G5"]),
        ..situation()
    };
    let game = Game::from_situation(&stage_two).unwrap();
    assert_eq!(game.awaited(), Awaited::Move(Seat::new(1).unwrap()));
    assert_eq!(game.playing().unwrap().movable(Seat::new(1).unwrap()).iter().collect::<Vec<_>>(), figures(&["R4"]));
}

/// Changes the situation and compares what is told about it.
#[track_caller]
fn check(change: impl FnOnce(&mut Situation), expected: &[&str]) {
    let mut changed = situation();
    change(&mut changed);
    let problems = Game::from_situation(&changed).err().unwrap_or_default();
    assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
}

#[test]
fn there_must_be_such_a_game() {
    check(|_| {}, &[]);
    check(|one| one.players.truncate(1), &["the players: 1 players, from 2 to 7 can play"]);
    check(|one| one.players.clear(), &["the players: 0 players, from 2 to 7 can play"]);
    check(|one| one.players[1] = Band::Green, &["the players: green is taken twice"]);
    check(|one| one.start = Band::Blue, &["the start marker: nobody plays blue"]);
    check(|one| one.turn = 0, &["the turn: 0 is not from 1 to 7"]);
    check(|one| one.turn = 1 << 40, &["the turn: 1099511627776 is not from 1 to 7"]);
}

#[test]
fn there_must_be_such_a_table() {
    check(|one| one.setup.monster = None, &["the position: there is no monster"]);
    let on_c3 = |one: &mut Situation| one.setup.figures[0].1 = Whereabouts::On(Cell::C3.into());
    check(on_c3, &["figure 1: c3 is occupied by stone 1"]);
    let two_on_k6 = |one: &mut Situation| one.setup.figures[1].1 = one.setup.figures[0].1;
    check(two_on_k6, &["figure 2: k6 is occupied by figure 1"]);
}

#[test]
fn every_player_has_every_figure_and_nobody_else_has() {
    let without_g1 = |one: &mut Situation| one.setup.figures.retain(|(figure, _)| figure.to_string() != "G1");
    check(without_g1, &["the position: G1 is missing"]);
    let blue = "B1".parse::<FigureId>().unwrap();
    check(|one| one.setup.figures.push((blue, Whereabouts::Waiting)), &["figure 9: nobody plays with B1"]);
    check(|one| one.moved.push(blue), &["moved figure 3: nobody plays with B1"]);
    check(|one| one.escaped.push(blue), &["escaped figure 2: nobody plays with B1"]);
    let waiting = |one: &mut Situation| one.setup.figures.push((figures(&["R4"])[0], Whereabouts::Waiting));
    check(waiting, &["figure 9: R4 is there already"]);
    // RULES 2: with five players nobody has a 3.
    let five = |one: &mut Situation| one.players = Band::ALL[..5].to_vec();
    let told = [
        "figure 2: nobody plays with G3",
        "figure 4: nobody plays with R3",
        "the position: B1 is missing",
        "the position: B4 is missing",
        "the position: B5 is missing",
        "the position: Y1 is missing",
        "the position: Y4 is missing",
        "the position: Y5 is missing",
        "the position: E1 is missing",
        "the position: E4 is missing",
        "the position: E5 is missing",
        "moved figure 1: nobody plays with G3",
    ];
    check(five, &told);
}

#[test]
fn in_stage_one_nobody_stays_eaten() {
    let eaten = |one: &mut Situation| one.setup.figures[4].1 = Whereabouts::Eaten;
    check(eaten, &["figure 5: G4 is eaten, but in stage one it waits outside again"]);
    let in_stage_two = |one: &mut Situation| {
        eaten(one);
        one.stage = Stage::Two;
    };
    check(in_stage_two, &[]);
    let having_moved = |one: &mut Situation| {
        in_stage_two(one);
        one.moved[0] = "G4".parse().unwrap();
    };
    check(having_moved, &["moved figure 1: G4 has been eaten"]);
}

#[test]
fn one_tombstone_of_the_box_is_used_each_turn() {
    let use_up = |used: &[Tombstone]| {
        let used = used.to_vec();
        move |one: &mut Situation| one.used = used
    };
    let (five, seven, eight) = (Tombstone::steps(5), Tombstone::steps(7), Tombstone::steps(8));
    check(use_up(&[seven]), &["the used tombstones: 1 tombstones, but 2 turns of the stage are over"]);
    check(use_up(&[seven; 2]), &[]);
    check(use_up(&[five; 2]), &["used tombstone 2: no such tombstone is left in the box"]);
    check(use_up(&[Tombstone::steps(6), eight]), &["used tombstone 1: no such tombstone is left in the box"]);
    check(use_up(&[eight, Tombstone::hits(3)]), &["used tombstone 2: no such tombstone is left in the box"]);
    let long = |one: &mut Situation| {
        one.length = Length::Long;
        one.used = vec![eight, Tombstone::hits(3)];
    };
    check(long, &[]);
    let first_turn = |one: &mut Situation| one.turn = 1;
    check(first_turn, &["the used tombstones: 2 tombstones, but 0 turns of the stage are over"]);
    // More than a byte can count.
    let many = Game::from_situation(&Situation { used: vec![five; 1000], ..situation() }).unwrap_err();
    assert_eq!(many.len(), 999 + 1);
}

#[test]
fn the_list_of_escapes_agrees_with_the_table() {
    check(|one| one.escaped.clear(), &["the escaped figures: R5 has escaped, but is not listed"]);
    check(|one| one.escaped.insert(0, "R3".parse().unwrap()), &["escaped figure 1: R3 has not escaped"]);
    check(|one| one.escaped.push("R5".parse().unwrap()), &["escaped figure 2: R5 is there already"]);
}

#[test]
fn players_move_in_turn() {
    let moved = |names: &[&str]| {
        let moved = figures(names);
        move |one: &mut Situation| one.moved = moved
    };
    check(moved(&["R5", "R5"]), &["moved figure 2: R5 is there already"]);
    let told = [
        "the moved figures: green has moved 2 figures, but was due to move 1",
        "the moved figures: red has moved 0 figures, but was due to move 1",
    ];
    check(moved(&["G1", "G3"]), &told);
    check(moved(&["R1"]), &[]);
    let told = [
        "the moved figures: green has moved 1 figures, but was due to move 0",
        "the moved figures: red has moved 0 figures, but was due to move 1",
    ];
    check(moved(&["G1"]), &told);
    let everybody = ["G1", "G3", "G4", "G5", "R1", "R3", "R4", "R5"];
    check(moved(&everybody), &["the moved figures: nobody is left to move"]);
}

#[test]
fn on_the_first_turn_each_moves_two() {
    let first_turn = |names: &[&str]| {
        let moved = figures(names);
        move |one: &mut Situation| {
            one.setup = "Ma1e-FG3p11R1p10-WG1G4G5R3R4R5".parse().unwrap();
            (one.turn, one.used, one.escaped) = (1, vec![], vec![]);
            one.moved = moved;
        }
    };
    check(first_turn(&["R1", "G3", "R3"]), &[]);
    check(first_turn(&["R1", "G3", "R3", "G4"]), &["the moved figures: nobody is left to move"]);
    let told = [
        "the moved figures: green has moved 1 figures, but was due to move 2",
        "the moved figures: red has moved 3 figures, but was due to move 2",
    ];
    check(first_turn(&["R1", "G3", "R3", "R4"]), &told);
}

#[test]
fn a_game_that_is_over_does_not_go_on() {
    let escape = |names: &'static [&str]| {
        move |one: &mut Situation| {
            for (figure, place) in &mut one.setup.figures {
                if names.contains(&figure.to_string().as_str()) {
                    *place = Whereabouts::Escaped;
                }
            }
            one.escaped.extend(figures(names));
        }
    };
    check(escape(&["R1", "R3"]), &["the escaped figures: red has won already"]);
    check(escape(&["R1", "R3", "R4"]), &["the escaped figures: red has won already"]);
    let nobody_left = |one: &mut Situation| {
        one.stage = Stage::Two;
        one.moved.clear();
        for (_, place) in one.setup.figures.iter_mut().filter(|(_, place)| *place != Whereabouts::Escaped) {
            *place = Whereabouts::Eaten;
        }
    };
    check(nobody_left, &["the moved figures: nobody is left to move"]);
}

#[test]
fn every_problem_is_told_at_once() {
    let wrong = |one: &mut Situation| {
        one.setup.figures[0].1 = Whereabouts::Eaten;
        one.turn = 9;
        one.used[0] = Tombstone::steps(6);
        one.start = Band::Black;
        one.moved.push("G1".parse().unwrap());
        one.escaped.clear();
        one.setup.blood.push(Cell::A1.into());
    };
    let told = [
        "blood 1: only figures and the monster can be on the corner a1",
        "the turn: 9 is not from 1 to 7",
        "used tombstone 1: no such tombstone is left in the box",
        "the start marker: nobody plays black",
        "figure 1: G1 is eaten, but in stage one it waits outside again",
        "moved figure 3: G1 has been eaten",
        "the escaped figures: R5 has escaped, but is not listed",
    ];
    check(wrong, &told);
}

#[test]
fn a_restored_game_knows_its_table_whatever_lies_on_it() {
    let table = "Mh6e-Ck5-Uk8-Tc5en7w-FG1k6G3k7R1l8R3a1-WG4G5R4-ER5";
    let game = Game::from_situation(&Situation { setup: table.parse().unwrap(), ..situation() }).unwrap();
    assert_eq!(*game.playing().unwrap().position(), table.parse::<Position>().unwrap());
    assert_eq!(game.to_setup().to_string(), table);
}
