//! Every table somebody can describe reads back from its text, whether or not the rules allow it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Band, FortressChoice, Game, Length, NamedFortress, Options, Players, Situation};
use rules::{Direction, FigureId, Monster, Position, Setup, Spot, Stone, TeleporterTile, Whereabouts};
use testkit::positions::config;

/// The same things in the order in which a position string lists them.
fn sorted(mut setup: Setup) -> Setup {
    setup.stones.sort_by_key(|(stone, _)| Stone::ALL.iter().position(|kind| kind == stone));
    setup.teleporters.sort_by_key(|tile| tile.pair);
    setup.figures.sort_by_key(|(_, place)| match place {
        Whereabouts::On(_) => 0,
        Whereabouts::Waiting => 1,
        Whereabouts::Escaped => 2,
        Whereabouts::Eaten => 3,
    });
    setup
}

#[track_caller]
fn check(setup: &Setup, text: &str) {
    assert_eq!(setup.to_string(), text);
    assert_eq!(text.parse(), Ok(sorted(setup.clone())));
}

/// Teleporters with these pairs, on c3, d3, e3 and so on.
fn teleporters(pairs: &[u64]) -> Setup {
    let tile = |(column, pair): (u8, &u64)| TeleporterTile {
        pair: *pair,
        at: Spot { column, row: 2 },
        arrow: Direction::North,
    };
    Setup { teleporters: (2..).zip(pairs).map(tile).collect(), ..Setup::default() }
}

#[test]
fn teleporters_stay_with_their_pair_in_whatever_order_they_are_listed() {
    check(&teleporters(&[1, 1, 2, 2]), "Tc3nd3n-Te3nf3n");
    check(&teleporters(&[1, 2, 1, 2]), "Tc3ne3n-Td3nf3n");
    check(&teleporters(&[2, 1, 1, 2]), "Td3ne3n-Tc3nf3n");
    check(&teleporters(&[2, 2, 1, 1]), "Te3nf3n-Tc3nd3n");
}

#[test]
fn a_teleporter_without_its_twin_keeps_the_number_of_its_pair() {
    check(&teleporters(&[1]), "Tc3n");
    check(&teleporters(&[2]), "T2c3n");
    check(&teleporters(&[2, 1]), "Td3n-Tc3n");
    check(&teleporters(&[2, 1, 2]), "Td3n-Tc3ne3n");
    check(&teleporters(&[7, 0, 8]), "T0d3n-T7c3n-Te3n");
    check(&teleporters(&[u64::MAX, 1]), "Td3n-T18446744073709551615c3n");
}

#[test]
fn the_pairs_of_a_string_without_numbers_are_counted() {
    let pairs = |text: &str| {
        let setup: Setup = text.parse().expect("a position string");
        setup.teleporters.iter().map(|tile| tile.pair).collect::<Vec<_>>()
    };
    assert_eq!(pairs("Tj5eo7s-Tc3nd3n"), [1, 1, 2, 2]);
    assert_eq!(pairs("Tj5e-To7s-Tc3n-Td3n"), [1, 2, 3, 4]);
    assert_eq!(pairs("T5j5e-To7s-T5c3n"), [5, 6, 5]);
    assert_eq!(pairs("T18446744073709551615j5e-To7s"), [u64::MAX, u64::MAX]);
    let error = "T18446744073709551616j5e".parse::<Setup>().expect_err("the number is too large").to_string();
    assert_eq!(error, "character 2: a cell expected, found \"18446744\"");
}

#[test]
fn every_named_fortress_reads_back_from_its_drawing_and_from_its_string() {
    for named in NamedFortress::ALL {
        let setup = named.fortress().to_setup();
        let position = Position::from_setup(&setup).expect("a named fortress is legal");
        let drawn = Setup::from_drawing(&position.drawing()).expect("drawings can be read");
        for text in [setup.to_string(), drawn.to_string(), position.to_string()] {
            assert_eq!(text.parse(), Ok(position), "{named}: {text}");
        }
    }
}

/// A place that has a name, whether or not it exists.
fn spot() -> impl Strategy<Value = Spot> {
    let near = (0_u8..16, 0_u8..11);
    let far = (0_u8..26, 0_u8..99);
    prop_oneof![9 => near, 1 => far].prop_map(|(column, row)| Spot { column, row })
}

fn direction() -> impl Strategy<Value = Direction> {
    select(&Direction::ALL[..])
}

/// Anything somebody may describe, things on top of each other and lone teleporters included.
fn setups() -> impl Strategy<Value = Setup> {
    let monster = (spot(), direction()).prop_map(|(at, facing)| Monster { at, facing });
    let pair = prop_oneof![9 => 0_u64..4, 1 => any::<u64>()];
    let teleporter = (pair, spot(), direction()).prop_map(|(pair, at, arrow)| TeleporterTile { pair, at, arrow });
    let away = select(&[Whereabouts::Waiting, Whereabouts::Escaped, Whereabouts::Eaten][..]);
    let place = prop_oneof![spot().prop_map(Whereabouts::On), away];
    let figure = (select(FigureId::all().collect::<Vec<_>>()), place);
    let stone = (select(&Stone::ALL[..]), spot());
    (proptest::option::of(monster), vec(stone, 0..6), vec(spot(), 0..6), vec(teleporter, 0..6), vec(figure, 0..6))
        .prop_map(|(monster, stones, blood, teleporters, figures)| Setup {
            monster,
            stones,
            blood,
            teleporters,
            figures,
        })
}

/// A fortress that its players lay by chance, after each tile.
fn laid(bytes: [u8; 32]) -> Vec<Game> {
    let players = Players::new(&[Band::Green, Band::Red]).expect("a legal table");
    let options = Options { players, fortress: FortressChoice::ByHand, length: Length::Normal };
    let first = players.seats().next().expect("two players");
    let mut games = vec![Game::new(options, first, &mut ())];
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    loop {
        let mut game = games[games.len() - 1].clone();
        let Some(laying) = game.laying() else { return games };
        let tile = laying.tiles().random_choice(&mut chance).expect("a tile is left");
        game.act(game.acting(), &Action::Place(tile), &mut ()).expect("a random choice is legal");
        games.push(game);
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_table_reads_back_from_its_string(setup in setups()) {
        let text = setup.to_string();
        prop_assert_eq!(text.parse(), Ok(sorted(setup.clone())), "{}", text);
        let situation: Situation = text.parse().expect("a position string is a situation string");
        prop_assert_eq!(situation.to_string().parse::<Situation>().map(|again| again.setup), Ok(sorted(setup)));
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_fortress_reads_back_after_every_tile(bytes in any::<[u8; 32]>()) {
        for game in laid(bytes) {
            let setup = game.to_setup();
            prop_assert_eq!(setup.to_string().parse(), Ok(sorted(setup)));
        }
    }
}
