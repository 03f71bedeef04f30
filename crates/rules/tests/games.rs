//! Whole random games: audited action by action, recorded, replayed, checked for fairness.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use proptest::prelude::*;
use rules::chance::{Nonce, Purpose, Seed, Stream};
use rules::game::{
    Action, Awaited, Band, FortressChoice, Game, GameEvent, Length, Options, Placement, Players, Seat, Stage, TURNS,
    Tile, Winner,
};
use rules::host::Host;
use rules::notation::{RecordText, to_hex};
use rules::record::{Record, Unfair};
use rules::{Direction, FigureId, Outcomes, Position, Step, Tombstone, Whereabouts};
use testkit::audit::Auditor;
use testkit::games::{choose, options, seated, secret};
use testkit::positions::config;

/// What holds after every action.
fn check_invariants(game: &Game) {
    let Some(playing) = game.playing() else { return };
    let position = playing.position();
    assert_eq!(Position::from_setup(&position.to_setup()), Ok(*position));
    let each = game.players().figures_each();
    assert_eq!(position.figures().count(), each * game.players().count(), "no figure is lost");
    for (figure, whereabouts) in position.figures() {
        assert!(game.players().owner(figure).is_some());
        assert_eq!(whereabouts == Whereabouts::Escaped, playing.escaped().contains(&figure));
        assert!(
            whereabouts != Whereabouts::Eaten || playing.course().stage() == Stage::Two,
            "eaten for good in stage two only"
        );
    }
    assert!((1..=TURNS).contains(&playing.course().turn()));
    assert_eq!(playing.course().used().len() + playing.left().len(), 8);
    assert_eq!(game.awaited() == Awaited::Nothing, game.ending().is_some());
    if let Awaited::Move(seat) = game.awaited() {
        assert!(!playing.movable(seat).is_empty(), "nobody is asked in vain");
    }
}

/// RULES 3 [R19]: what is true of the places of every finished game. The auditor compares the numbers themselves.
fn check_places(game: &Game) {
    let game = game.playing().unwrap();
    let places = game.places().unwrap();
    let mut seats: Vec<Seat> = places.iter().map(|place| place.seat).collect();
    seats.sort();
    assert!(seats.into_iter().eq(game.players().seats()), "every seat has one place");
    let winners: Vec<Seat> = places.iter().filter(|place| place.number == 1).map(|place| place.seat).collect();
    match game.ending().unwrap().winner {
        Winner::Seat(winner) => assert_eq!(winners, [winner]),
        Winner::Monster => assert!(places.iter().all(|place| place.number == 2)),
    }
    for pair in places.windows(2) {
        let [better, worse] = [pair[0], pair[1]];
        assert!(game.escaped_of(better.seat) >= game.escaped_of(worse.seat));
        let is_shared = game.escaped_of(better.seat) == 0;
        assert_eq!(worse.number - better.number, usize::from(!is_shared), "only seats without an escape share a place");
    }
}

/// All sorts of actions by everybody, most of them against the rules now.
fn all_sorts_of_actions(game: &Game, chance: &mut Stream) -> Vec<(Option<Seat>, Action)> {
    let staying = FigureId::all().map(|figure| Action::Move { figure, path: vec![] });
    let tombstones = Tombstone::KINDS.into_iter().chain([Tombstone::steps(6)]);
    let mut placements: Vec<Placement> = Tile::BOX.into_iter().flat_map(|(tile, _)| Placement::all(tile)).collect();
    chance.shuffle(&mut placements);
    let actions: Vec<Action> = staying
        .chain(tombstones.map(|tombstone| Action::Flip { tombstone }))
        .chain([Action::Move { figure: FigureId::new(0).unwrap(), path: vec![Step::Go(Direction::West); 9] }])
        .chain(placements.into_iter().take(200).map(Action::Place))
        .collect();
    let who = game.players().seats().map(Some).chain([None]);
    who.flat_map(|seat| actions.iter().map(move |action| (seat, action.clone()))).collect()
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn random_games_keep_to_the_rules_and_can_be_replayed(options in options(), bytes in any::<[u8; 32]>(), nonce in any::<Option<[u8; 16]>>()) {
        let secret = secret(bytes);
        let nonces = vec![nonce.map(Nonce)];
        let (mut host, mut told) = Host::new(options, seated(&["Anna"], &nonces), secret).unwrap();
        let mut auditor = Auditor::new(host.game());
        // What anybody can make of the terms and the actions alone: whatever the host shows beyond that would differ.
        let mut opening = vec![];
        let mut public = Game::new(options, host.terms().first(), &mut opening);
        prop_assert_eq!(&opening, &told);
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        let mut outcomes = Outcomes::new();
        let mut flips = 0;
        while host.game().ending().is_none() {
            let before = host.game().clone();
            let (seat, action, events) = match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => {
                    let events = host.act(seat, &action).unwrap();
                    (Some(seat), action, events)
                }
                None => {
                    let events = host.flip().unwrap();
                    flips += 1;
                    (None, host.log().last().unwrap().clone(), events)
                }
            };
            auditor.follow(seat, &action, host.game());
            check_invariants(host.game());
            let mut public_events = vec![];
            public.act(seat, &action, &mut public_events).unwrap();
            prop_assert_eq!(&public, host.game());
            prop_assert_eq!(&public_events, &events);
            let json = serde_json::to_string(&events).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Vec<GameEvent>>(&json).unwrap(), &events);
            let json = serde_json::to_string(&action).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Action>(&json).unwrap(), &action);
            if let (Some(before), Some(after)) = (before.playing(), host.game().playing()) {
                let mut replayed = *before.position();
                for event in &events {
                    if let GameEvent::Board(event) = event {
                        replayed.apply_unchecked(event);
                    }
                }
                prop_assert_eq!(&replayed, after.position(), "the events of {:?} tell another story", action);
            }
            told.extend(events);
            // Once a turn is enough: what is told stays told.
            if seat.is_none() && host.game().ending().is_none() {
                let so_far = serde_json(&told) + &Record::of(&host).to_string() + &format!("{:?}", host.view(Seat::new(0).unwrap()));
                prop_assert!(!so_far.contains(&to_hex(&secret.seed.0)) && !so_far.contains(&to_hex(&secret.salt.0)));
                prop_assert_eq!(host.revealed(), None);
            }
        }
        check_places(host.game());
        // 14 runs, and at most three tombstones that did not count.
        prop_assert!(flips <= 14 + 3);

        let record = Record::of(&host);
        prop_assert_eq!(record.verify(), Ok(()));
        let text = record.to_string();
        let read: RecordText = text.parse().unwrap();
        prop_assert_eq!(&read.record, &record);
        let last = read.record.replay().last().unwrap();
        prop_assert_eq!(&last.game, host.game());
        let (_, mut replayed) = record.beginning();
        replayed.extend(record.replay().flat_map(|played| played.events));
        prop_assert_eq!(replayed, told);
    }

    #[test]
    fn what_the_auditor_refuses_is_refused_and_changes_nothing(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..150) {
        let secret = secret(bytes);
        let (mut host, _) = Host::new(options, vec![], secret).unwrap();
        let mut auditor = Auditor::new(host.game());
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        let mut outcomes = Outcomes::new();
        for _ in 0..stop {
            let (seat, action) = match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => {
                    host.act(seat, &action).unwrap();
                    (Some(seat), action)
                }
                None if host.game().ending().is_some() => break,
                None => {
                    host.flip().unwrap();
                    (None, host.log().last().unwrap().clone())
                }
            };
            auditor.follow(seat, &action, host.game());
        }
        let mut refused = 0;
        for (seat, action) in all_sorts_of_actions(host.game(), &mut chance) {
            let (mut game, mut events) = (host.game().clone(), vec![]);
            let result = game.act(seat, &action, &mut events);
            prop_assert_eq!(result.is_err(), auditor.rejects(seat, &action), "{:?} of {:?}: {:?}", action, seat, result);
            if result.is_err() {
                refused += 1;
                prop_assert_eq!(&game, host.game());
                prop_assert_eq!(events, vec![]);
            }
        }
        prop_assert!(refused > 0);
    }

    #[test]
    fn every_listed_action_is_allowed(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..60) {
        let secret = secret(bytes);
        let (mut host, _) = Host::new(options, vec![], secret).unwrap();
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        let mut outcomes = Outcomes::new();
        for _ in 0..stop {
            match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
                None if host.game().ending().is_some() => break,
                None => drop(host.flip().unwrap()),
            }
        }
        let seat = host.game().acting();
        let actions = host.game().legal_actions();
        prop_assert_eq!(actions.is_empty(), host.game().ending().is_some());
        for action in actions {
            prop_assert_eq!(host.game().clone().act(seat, &action, &mut ()), Ok(()));
        }
    }

    #[test]
    fn a_game_taken_up_again_goes_on_as_if_it_had_never_stopped(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..150) {
        let secret = secret(bytes);
        let (mut host, _) = Host::new(options, seated(&[], &[Some(Nonce([3; 16]))]), secret).unwrap();
        let mut outcomes = Outcomes::new();
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        for _ in 0..stop {
            match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
                None if host.game().ending().is_some() => break,
                None => drop(host.flip().unwrap()),
            }
        }
        let record = Record::of(&host);
        let read: RecordText = record.to_string().parse().unwrap();
        let mut again = Host::resume(&read.record, secret).unwrap();
        prop_assert_eq!(Record::of(&again), record.clone());
        while host.game().ending().is_none() {
            match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => prop_assert_eq!(host.act(seat, &action), again.act(seat, &action)),
                None => prop_assert_eq!(host.flip(), again.flip()),
            }
        }
        let other = rules::chance::Secret { seed: Seed([9; 32]), ..secret };
        prop_assert_eq!(Host::resume(&record, other).err(), Some(Unfair::Commitment));
    }

    #[test]
    fn nothing_that_can_be_seen_depends_on_the_order_of_the_pile(options in options(), one in any::<[u8; 32]>(), other in any::<[u8; 32]>()) {
        // Two hosts with other secrets who happen to let the same seat begin: until the first tombstone is flipped
        // all they show is the same, whatever their piles are like.
        let (mut one, events) = Host::new(options, vec![], secret(one)).unwrap();
        let (mut other, other_events) = Host::new(options, vec![], secret(other)).unwrap();
        prop_assume!(one.terms().first() == other.terms().first());
        prop_assert_eq!(events, other_events);
        let mut chance = Stream::new(&Seed([7; 32]), &[], Purpose::Players);
        let mut outcomes = Outcomes::new();
        while let Some((seat, action)) = choose(&mut one, &mut chance, &mut outcomes) {
            prop_assert_eq!(one.act(seat, &action), other.act(seat, &action));
            prop_assert_eq!(format!("{:?}", one.view(seat)), format!("{:?}", other.view(seat)));
        }
        let without_commitment = |host: &Host| {
            let text = Record::of(host).to_string();
            text.lines().filter(|line| !line.starts_with("commitment:")).map(str::to_owned).collect::<Vec<_>>()
        };
        prop_assert_eq!(without_commitment(&one), without_commitment(&other));
    }
}

fn serde_json(events: &[GameEvent]) -> String {
    serde_json::to_string(events).unwrap()
}

#[test]
fn every_refusal_names_the_rule() {
    use rules::game::{IllegalAction, Pair, PlacingProblem};
    use rules::{Cell, IllegalMove, Stone};

    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = |fortress| Options { players, fortress, length: Length::Normal };
    let (one, two) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
    let figure = |name: &str| name.parse::<FigureId>().unwrap();
    let stay = |name: &str| Action::Move { figure: figure(name), path: vec![] };
    let flip = |number| Action::Flip { tombstone: Tombstone::steps(number) };

    let mut game = Game::new(options(FortressChoice::Basic), one, &mut ());
    let refusal = |game: &Game, seat, action: &Action| game.clone().act(seat, action, &mut ()).unwrap_err();
    assert_eq!(refusal(&game, Some(two), &stay("R1")), IllegalAction::NotYourTurn(Awaited::Move(one)));
    assert_eq!(refusal(&game, None, &flip(5)), IllegalAction::NotYourTurn(Awaited::Move(one)));
    assert_eq!(refusal(&game, Some(one), &flip(5)), IllegalAction::NotAwaited(Awaited::Move(one)));
    assert_eq!(refusal(&game, Some(one), &stay("R1")), IllegalAction::NotYours(figure("R1")));
    let far = Action::Move { figure: figure("G1"), path: vec![Step::Enter; 2] };
    let too_far = IllegalMove::TooFar { allowed: 1, asked: 2 };
    assert_eq!(refusal(&game, Some(one), &far), IllegalAction::Move(too_far));
    game.act(Some(one), &stay("G1"), &mut ()).unwrap();
    game.act(Some(two), &stay("R1"), &mut ()).unwrap();
    assert_eq!(refusal(&game, Some(one), &stay("G1")), IllegalAction::HasMoved(figure("G1")));
    game.act(Some(one), &stay("G3"), &mut ()).unwrap();
    game.act(Some(two), &stay("R3"), &mut ()).unwrap();
    assert_eq!(refusal(&game, None, &flip(6)), IllegalAction::NotInPile(Tombstone::steps(6)));
    assert_eq!(refusal(&game, Some(one), &stay("G4")), IllegalAction::NotYourTurn(Awaited::Flip));

    let mut laying = Game::new(options(FortressChoice::ByHand), one, &mut ());
    let mut seat = one;
    let mut lay = |game: &mut Game, placement| {
        game.act(Some(seat), &Action::Place(placement), &mut ()).map(|()| seat = game.acting().unwrap())
    };
    let stone = |at| Placement::Stone { stone: Stone::Crystal, at };
    let teleporter = |at| Placement::Teleporter { pair: Pair::One, at, arrow: Direction::East };
    let refused = |problem| Err(IllegalAction::Placing(problem));
    assert_eq!(lay(&mut laying, stone(Cell::B1)), refused(PlacingProblem::AtDoor(Cell::B1)));
    assert_eq!(lay(&mut laying, Placement::SquarePool { at: Cell::P5 }), refused(PlacingProblem::SticksOut));
    lay(&mut laying, stone(Cell::C3)).unwrap();
    assert_eq!(lay(&mut laying, Placement::SquarePool { at: Cell::B2 }), refused(PlacingProblem::Taken(Cell::C3)));
    lay(&mut laying, stone(Cell::C5)).unwrap();
    assert_eq!(lay(&mut laying, stone(Cell::C7)), refused(PlacingProblem::NoneLeft(Tile::Stone(Stone::Crystal))));
    lay(&mut laying, teleporter(Cell::G1)).unwrap();
    assert_eq!(lay(&mut laying, teleporter(Cell::G2)), refused(PlacingProblem::BesideTeleporter(Cell::G1)));
    // j11 lies on the other side of the board, but its wall is the twin of that of g1.
    assert_eq!(lay(&mut laying, teleporter(Cell::J11)), refused(PlacingProblem::BesideTeleporter(Cell::G1)));
}

#[test]
fn r9_the_long_pool_lies_either_way_and_arrows_point_anywhere() {
    use rules::Cell;
    use rules::game::{Axis, Pair, PartialFortress};
    for axis in [Axis::Row, Axis::Column] {
        for arrow in Direction::ALL {
            let tiles = [
                Placement::LongPool { at: Cell::F5, axis },
                Placement::Teleporter { pair: Pair::Two, at: Cell::K8, arrow },
            ];
            assert!(PartialFortress::new(&tiles).is_ok(), "{axis:?} {arrow}");
        }
    }
}

#[test]
fn r18_no_teleporter_lies_where_the_monster_could_step_onto_it_from_another() {
    use rules::game::{Pair, PartialFortress};
    use rules::{Cell, Setup};
    let teleporter = |at| Placement::Teleporter { pair: Pair::One, at, arrow: Direction::North };
    let is_laid = |one, other| PartialFortress::new(&[teleporter(one), teleporter(other)]).is_ok();
    let step = |at: Cell, facing| {
        let monster = Some(rules::Monster { at: at.into(), facing });
        let mut position = Position::from_setup(&Setup { monster, ..Setup::default() }).unwrap();
        position.run(Tombstone::steps(1), &mut ());
        position.monster().unwrap().at
    };
    let free: Vec<Cell> =
        Cell::ALL.into_iter().filter(|cell| PartialFortress::new(&[teleporter(*cell)]).is_ok()).collect();
    assert_eq!(free.len(), Cell::ALL.len() - 6, "all but the corners and the spaces next to them");
    for one in &free {
        let next: Vec<Cell> = Direction::ALL.into_iter().map(|facing| step(*one, facing)).collect();
        for other in free.iter().filter(|other| *other != one) {
            assert_eq!(is_laid(*one, *other), !next.contains(other), "{one} and {other}");
        }
    }
}
