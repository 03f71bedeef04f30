//! The odds are exact: every order of the pile is counted, and every run that can come is played.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;

use bots::{Bot, Budget, Chance, Odds, Stopwatch, Thinking};
use proptest::prelude::*;
use proptest::sample::select;
use rules::chance::{Purpose, Salt, Secret, Seed, Stream};
use rules::game::{
    Action, Awaited, Band, FortressChoice, Game, GameEvent, Length, NamedFortress, Options, Players, Seat, Stage,
    Tombstones,
};
use rules::host::Host;
use rules::{Cell, CellSet, Event, FigureId, Position, Tombstone, Whereabouts};
use testkit::positions::config;

fn options() -> impl Strategy<Value = Options> {
    let fortress = prop_oneof![
        2 => Just(FortressChoice::Basic),
        1 => Just(FortressChoice::ByHand),
        2 => select(&NamedFortress::ALL[..]).prop_map(|named| FortressChoice::Prepared(named.fortress())),
    ];
    let length = select(&[Length::Normal, Length::Long][..]);
    let players = (2_usize..=7).prop_map(|count| Players::new(&Band::ALL[..count]).unwrap());
    (players, fortress, length).prop_map(|(players, fortress, length)| Options { players, fortress, length })
}

/// The pile as somebody at the table knows it: every order it can still lie in.
struct Pile {
    /// Each different one once: it stands for equally many shuffles, because equal tombstones look alike.
    orders: Vec<Vec<Tombstone>>,
    /// How many have been flipped since the shuffle: all orders begin with the same ones.
    flipped: usize,
}

impl Pile {
    fn shuffled(tombstones: &[Tombstone]) -> Pile {
        Pile { orders: orders(tombstones), flipped: 0 }
    }

    fn of_game(length: Length) -> Pile {
        Pile::shuffled(&flat(Tombstones::of_game(length)))
    }

    /// Follows what `tombstone` did to the pile, from the rules alone.
    fn follow(&mut self, before: &Game, tombstone: Tombstone, after: &Game) {
        if stage(after) != stage(before) {
            *self = Pile::of_game(before.length());
        } else if is_first_turn(before) && is_number(tombstone) {
            let mut rest = flat(Tombstones::of_game(before.length()));
            rest.remove(rest.iter().position(|one| *one == tombstone).unwrap());
            *self = Pile::shuffled(&rest);
        } else {
            self.orders.retain(|order| order[self.flipped] == tombstone);
            self.flipped += 1;
        }
    }

    /// What is flipped until the monster runs, and in how many of the orders.
    fn flips(&self, game: &Game) -> BTreeMap<&[Tombstone], u64> {
        let mut flips = BTreeMap::new();
        for order in &self.orders {
            let rest = &order[self.flipped..];
            let shown = if is_first_turn(game) { rest.iter().position(|one| is_number(*one)).unwrap() } else { 0 };
            *flips.entry(&rest[..=shown]).or_default() += 1;
        }
        flips
    }
}

fn is_first_turn(game: &Game) -> bool {
    (game.playing().unwrap().course().stage(), game.playing().unwrap().course().turn()) == (Stage::One, 1)
}

fn is_number(tombstone: Tombstone) -> bool {
    match tombstone {
        Tombstone::Steps(_) => true,
        Tombstone::Hits(_) => false,
    }
}

fn flat(tombstones: Tombstones) -> Vec<Tombstone> {
    tombstones.iter().flat_map(|(tombstone, count)| vec![tombstone; count]).collect()
}

/// Every different order.
fn orders(tombstones: &[Tombstone]) -> Vec<Vec<Tombstone>> {
    if tombstones.is_empty() {
        return vec![vec![]];
    }
    let mut all = vec![];
    for (index, first) in tombstones.iter().enumerate() {
        if !tombstones[..index].contains(first) {
            let rest = [&tombstones[..index], &tombstones[index + 1..]].concat();
            all.extend(orders(&rest).into_iter().map(|order| [&[*first][..], &order].concat()));
        }
    }
    all
}

/// What a run did, told by the events of the game.
struct Told {
    carried_out: Vec<Tombstone>,
    eaten: Vec<FigureId>,
    walk: Vec<Cell>,
    game: Game,
}

fn play(game: &Game, flips: &[Tombstone]) -> Told {
    let (mut game, mut events) = (game.clone(), vec![]);
    for tombstone in flips {
        game.act(None, &Action::Flip { tombstone: *tombstone }, &mut events).unwrap();
    }
    let (mut carried_out, mut eaten, mut walk) = (vec![], vec![], vec![]);
    for event in events {
        if let GameEvent::TombstoneFlipped { tombstone } = event {
            carried_out.push(tombstone);
        }
        if let GameEvent::Board(Event::FigureEaten { figure, .. }) = event {
            eaten.push(figure);
        }
        if let GameEvent::Board(Event::MonsterMoved { to, .. } | Event::MonsterTeleported { to, .. }) = event {
            walk.push(to);
        }
    }
    Told { carried_out, eaten, walk, game }
}

/// The turn ends now: whoever has not moved stays.
fn ended(game: &Game) -> Game {
    let mut game = game.clone();
    while let Awaited::Move(seat) = game.awaited() {
        let figure = game.playing().unwrap().movable(seat).iter().next().unwrap();
        game.act(Some(seat), &Action::Move { figure, path: vec![] }, &mut ()).unwrap();
    }
    game
}

fn odds(game: &Game) -> Option<Odds> {
    Odds::of(game.playing()?)
}

fn stage(game: &Game) -> Option<Stage> {
    Some(game.playing()?.course().stage())
}

/// Compares the odds with all that can come.
fn check(game: &Game, pile: &Pile) {
    let odds = odds(game).unwrap();
    let ended = ended(game);
    assert_eq!(self::odds(&ended).as_ref(), Some(&odds), "who stays changes nothing");
    let mut kinds = BTreeMap::<Tombstone, u64>::new();
    let (mut deaths, mut passes, mut stops) = ([0; FigureId::COUNT], [0; 256], [0; 256]);
    for (flips, count) in pile.flips(game) {
        let told = play(&ended, flips);
        let tombstone = *flips.last().unwrap();
        assert_eq!(told.carried_out, [tombstone]);
        let monster = told.game.playing().unwrap().position().monster().unwrap();
        let prospect = odds.prospects().find(|prospect| prospect.tombstone == tombstone).unwrap();
        assert_eq!((prospect.eaten, prospect.walk, prospect.monster), (&told.eaten[..], &told.walk[..], monster));
        let place_of_eaten = if odds.is_final() { Whereabouts::Eaten } else { Whereabouts::Waiting };
        for figure in told.eaten {
            assert_eq!(told.game.playing().unwrap().position().whereabouts(figure), Some(place_of_eaten));
            deaths[figure.index()] += count;
        }
        told.walk.into_iter().collect::<CellSet>().iter().for_each(|cell| passes[cell as usize] += count);
        stops[monster.at as usize] += count;
        *kinds.entry(tombstone).or_default() += count;
    }
    let is_exact = |chance: Chance, count: u64| {
        u64::from(chance.ways()) * pile.orders.len() as u64 == count * u64::from(chance.of())
    };
    for figure in FigureId::all() {
        assert!(is_exact(odds.danger(figure), deaths[figure.index()]), "danger of {figure}");
    }
    for cell in Cell::ALL {
        assert!(is_exact(odds.passes(cell), passes[cell as usize]), "passes {cell}");
        assert!(is_exact(odds.stops(cell), stops[cell as usize]), "stops on {cell}");
    }
    assert!(odds.prospects().map(|prospect| prospect.tombstone).eq(kinds.keys().copied()), "in order, and no other");
    assert!(odds.prospects().all(|prospect| is_exact(prospect.chance, kinds[&prospect.tombstone])));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn the_odds_are_what_every_order_of_the_pile_brings(
        options in options(), bytes in any::<[u8; 32]>(), seed in any::<u64>(),
    ) {
        let secret = Secret { seed: Seed(bytes), salt: Salt(bytes) };
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        let (mut host, _) = Host::new(options, vec![], secret).unwrap();
        let watch = Stopwatch::start();
        let thinking = Thinking { budget: Budget::Nodes(1), seed, threads: 1, watch: &watch };
        let mut pile = Pile::of_game(options.length);
        while host.game().ending().is_none() {
            let before = host.game().clone();
            match before.awaited() {
                Awaited::Tile(_) => {}
                Awaited::Flip => check(&before, &pile),
                // Now and then also in the middle of a turn.
                Awaited::Move(_) if chance.below(8) == 0 => check(&before, &pile),
                Awaited::Move(_) | Awaited::Nothing => {}
            }
            match before.acting() {
                Some(seat) => {
                    let action = Bot::Fool.decide(host.view(seat), &thinking).unwrap().action;
                    host.act(seat, &action).unwrap();
                    // An action of a seat changes nothing but the table, unless it ends the game.
                    if let (Some(before), Some(after)) = (before.playing(), host.game().playing()) && after.ending().is_none() {
                        prop_assert_eq!(Odds::after(before, after.position()), Odds::of(after));
                    }
                }
                None => {
                    host.flip().unwrap();
                    let Some(Action::Flip { tombstone }) = host.log().last() else { unreachable!("it was flipped") };
                    pile.follow(&before, *tombstone, host.game());
                }
            }
        }
        prop_assert_eq!(odds(host.game()), None);
    }
}

/// A game of two in which everybody stays outside, before its next flip.
fn game_after(length: Length, flips: &[Tombstone]) -> Game {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length };
    let mut game = ended(&Game::new(options, Seat::new(0).unwrap(), &mut ()));
    for tombstone in flips {
        game.act(None, &Action::Flip { tombstone: *tombstone }, &mut ()).unwrap();
        game = ended(&game);
    }
    game
}

fn odds_of(game: &Game, position: &str) -> Odds {
    Odds::after(game.playing().unwrap(), &position.parse().unwrap()).unwrap()
}

fn steps(number: u16) -> Tombstone {
    Tombstone::steps(number)
}

fn hits(number: u8) -> Tombstone {
    Tombstone::hits(number)
}

#[track_caller]
fn assert_chance(chance: Chance, ways: u8, of: u8) {
    assert_eq!((chance.ways(), chance.of()), (ways, of));
}

#[test]
fn on_the_first_turn_only_numbers_can_come() {
    // Five, seven, eight and ten steps to the east; the hits would bring it further.
    let odds = odds_of(&game_after(Length::Normal, &[]), "Ma6e");
    for (cell, stops, passes) in
        [(Cell::A6, 0, 0), (Cell::F6, 1, 6), (Cell::H6, 2, 5), (Cell::I6, 2, 3), (Cell::K6, 1, 1), (Cell::L6, 0, 0)]
    {
        assert_chance(odds.stops(cell), stops, 6);
        assert_chance(odds.passes(cell), passes, 6);
    }
    assert_eq!(odds.prospects().count(), 4);
}

#[test]
fn the_long_game_begins_with_one_of_five_numbers() {
    let odds = odds_of(&game_after(Length::Long, &[]), "Ma6e");
    for (cell, stops, passes) in [(Cell::F6, 0, 5), (Cell::H6, 2, 5), (Cell::I6, 2, 3), (Cell::K6, 1, 1)] {
        assert_chance(odds.stops(cell), stops, 5);
        assert_chance(odds.passes(cell), passes, 5);
    }
}

#[test]
fn hits_that_were_shown_on_the_first_turn_change_nothing() {
    for (length, flips) in [(Length::Normal, &[hits(2), hits(1)][..]), (Length::Long, &[hits(3), hits(1), hits(2)])] {
        let odds = odds_of(&game_after(length, &[]), "Ma6e-FG1i6");
        for shown in 1..=flips.len() {
            let game = game_after(length, &flips[..shown]);
            assert_eq!((game.playing().unwrap().course().turn(), game.playing().unwrap().shown().len()), (1, shown));
            assert_eq!(odds_of(&game, "Ma6e-FG1i6"), odds);
        }
        check(&game_after(length, flips), &pile_after(length, flips));
    }
}

fn pile_after(length: Length, shown: &[Tombstone]) -> Pile {
    let mut pile = Pile::of_game(length);
    let first_turn = game_after(length, &[]);
    shown.iter().for_each(|tombstone| pile.follow(&first_turn, *tombstone, &first_turn));
    pile
}

#[test]
fn the_seventh_run_of_stage_one_is_one_of_two_and_not_final() {
    // It takes six steps to the figure: the 5 does not get there.
    let position = "Ma6e-FG1g6";
    let green: FigureId = "G1".parse().unwrap();
    let used = [steps(7), steps(8), hits(2), steps(7), steps(10), steps(8)];
    let odds = odds_of(&game_after(Length::Normal, &used), position);
    assert_chance(odds.danger(green), 1, 2);
    assert_chance(odds.stops(Cell::F6), 1, 2);
    assert_chance(odds.stops(Cell::G6), 1, 2);
    assert!(!odds.is_final());

    let used = [&used[..], &[hits(1)]].concat();
    let odds = odds_of(&game_after(Length::Normal, &used), position);
    assert_chance(odds.danger(green), 7, 8);
    assert!(odds.is_final());
}

#[test]
fn the_space_it_begins_on_counts_when_it_comes_back() {
    // Sixteen steps along row 6 lead round to where it was: only the hits go that far, four more steps.
    let odds = odds_of(&game_after(Length::Normal, &[steps(7)]), "Ma6e");
    assert_chance(odds.passes(Cell::A6), 2, 7);
    assert_chance(odds.stops(Cell::A6), 0, 7);
    assert_chance(odds.stops(Cell::E6), 2, 7);
    assert_chance(odds.passes(Cell::B6), 7, 7);
}

#[test]
fn the_walk_leads_over_blood_through_teleporters_and_walls() {
    let odds = odds_of(&game_after(Length::Normal, &[]), "Mb6e-Bd6e6-Th6sk2e");
    let walks: Vec<String> = odds.prospects().map(|prospect| names(prospect.walk)).collect();
    assert_eq!(walks[0], "c6 d6 e6 f6 g6 h6 k2 l2");
    assert_eq!(walks[1], "c6 d6 e6 f6 g6 h6 k2 l2 m2 d10");
    assert_chance(odds.passes(Cell::H6), 6, 6);
    assert_chance(odds.passes(Cell::D10), 5, 6);
}

#[test]
fn a_monster_that_is_spun_round_enters_nothing_and_stops_where_it_stands() {
    let odds = odds_of(&game_after(Length::Normal, &[steps(7)]), "Mf6e-Ue6g6");
    assert!(odds.prospects().all(|prospect| prospect.walk.is_empty()));
    assert_chance(odds.passes(Cell::F6), 0, 7);
    assert_chance(odds.stops(Cell::F6), 7, 7);
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn who_is_shoved_over_a_wall_is_in_danger() {
    // The stone shoves the two before it one by one; after the first, the run for one hit is over.
    let odds = odds_of(&game_after(Length::Normal, &[steps(7)]), "Md6w-Sc6-FG1b6R1a6-WG3");
    assert_chance(odds.danger("R1".parse().unwrap()), 7, 7);
    assert_chance(odds.danger("G1".parse().unwrap()), 6, 7);
    assert_chance(odds.danger("G3".parse().unwrap()), 0, 7);
    assert_chance(odds.stops(Cell::C6), 1, 7);
}

#[test]
fn where_no_monster_runs_there_are_no_odds() {
    let game = game_after(Length::Normal, &[]);
    assert_eq!(Odds::after(game.playing().unwrap(), &"FG1a6".parse::<Position>().unwrap()), None);
}
