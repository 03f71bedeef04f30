//! The end of a game on a server is checked against the seal that was shown before it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use protocol::{First, FortressWish, GameId, GameView, Help, Occupant, SeatView, State};
use rules::Outcomes;
use rules::chance::{Commitment, Nonce, Purpose, Seed, Stream};
use rules::game::{Band, FortressChoice, Length, Options, Players};
use rules::host::{Host, draw_first};
use rules::record::Record;
use rules::terms::{Agreement, Beginning, FirstBy, MonsterNumber};
use testkit::games::{choose, seated, secret};
use web::table::pledge::{Pledges, Seal, without_nonce};

const SEAL: [u8; 32] = [5; 32];
const OTHER_SEAL: [u8; 32] = [6; 32];
const OURS: Nonce = Nonce([1; 16]);
const THEIRS: Nonce = Nonce([2; 16]);

fn game() -> GameId {
    GameId::from_random([7; GameId::LENGTH])
}

/// A table in this state, whose first seat is ours.
fn view(state: State, commitment: Commitment, nonces: [Option<Nonce>; 2]) -> GameView {
    let seat = |(seat, nonce): (usize, Option<Nonce>)| SeatView {
        seat,
        occupant: Occupant::Human { name: None, band: Band::ALL[seat], here: true, nonce, stand_in: None },
    };
    GameView {
        game: game(),
        state,
        seats: nonces.into_iter().enumerate().map(seat).collect(),
        fortress: FortressWish::Basic,
        length: Length::Normal,
        help: Help::Foresight,
        first: First::Lot,
        start: None,
        monster: MonsterNumber::from_index(0),
        commitment,
        code: None,
        host_seat: None,
        watching: vec![],
        seq: 0,
        awaits: None,
        tiles: None,
        position: None,
        situation: None,
        hash: None,
        result: None,
        rematch: None,
        yours: vec![0],
        host: false,
        last_eaten: None,
    }
}

/// A game that was played to its end with this seal.
fn record(seal: [u8; 32], nonces: &[Option<Nonce>; 2]) -> Record {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let sent: Vec<Nonce> = nonces.iter().flatten().copied().collect();
    let first = draw_first(&players, &secret(seal).seed, &sent);
    let beginning = Beginning::New { options, first, by: FirstBy::Lot };
    let seats = seated(&["Ada", "Ben"], nonces);
    let (mut host, _) = Host::begin(Agreement { beginning, seats, monster: None }, secret(seal)).unwrap();
    let (mut chance, mut outcomes) = (Stream::new(&Seed(seal), &[], Purpose::Players), Outcomes::new());
    while host.game().ending().is_none() {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None => drop(host.flip().unwrap()),
        }
    }
    Record::of(&host)
}

fn commitment(seal: [u8; 32]) -> Commitment {
    secret(seal).commitment()
}

/// A browser that was there from the beginning and has sent its nonce.
fn there_from_the_beginning() -> Pledges {
    let mut pledges = Pledges::default();
    assert!(pledges.see(&view(State::Waiting, commitment(SEAL), [None, Some(THEIRS)])));
    pledges.send(game(), OURS);
    assert!(pledges.see(&view(State::Waiting, commitment(SEAL), [Some(OURS), Some(THEIRS)])));
    assert!(!pledges.see(&view(State::Playing, commitment(SEAL), [Some(OURS), Some(THEIRS)])));
    pledges
}

#[test]
fn a_game_with_the_seal_of_its_beginning_is_the_same() {
    let record = record(SEAL, &[Some(OURS), Some(THEIRS)]);
    assert_eq!(there_from_the_beginning().check(game(), &record), Seal::Same);
}

#[test]
fn a_seal_that_was_swapped_is_noticed_although_the_game_fits_it() {
    let record = record(OTHER_SEAL, &[Some(OURS), Some(THEIRS)]);
    assert_eq!(record.verify(), Ok(()));
    assert_eq!(there_from_the_beginning().check(game(), &record), Seal::Wrong);
    // Whatever the server says in between.
    let mut pledges = there_from_the_beginning();
    pledges.see(&view(State::Playing, commitment(OTHER_SEAL), [Some(OURS), Some(THEIRS)]));
    assert_eq!(pledges.check(game(), &record), Seal::Wrong);
}

#[test]
fn a_nonce_that_was_left_out_is_noticed() {
    for nonces in [[None, Some(THEIRS)], [Some(THEIRS), Some(THEIRS)]] {
        let record = record(SEAL, &nonces);
        assert_eq!(record.verify(), Ok(()));
        assert_eq!(there_from_the_beginning().check(game(), &record), Seal::Wrong);
    }
}

#[test]
fn who_leaves_a_seat_is_not_owed_its_nonce() {
    let mut pledges = there_from_the_beginning();
    pledges.see(&view(State::Waiting, commitment(SEAL), [None, Some(THEIRS)]));
    assert_eq!(pledges.check(game(), &record(SEAL, &[None, Some(THEIRS)])), Seal::Same);
}

#[test]
fn who_comes_when_all_is_over_has_not_seen_the_seal() {
    let record = record(SEAL, &[None, None]);
    let mut pledges = Pledges::default();
    assert!(!pledges.see(&view(State::Over, commitment(SEAL), [None, None])));
    assert_eq!(pledges.check(game(), &record), Seal::Unseen);
}

#[test]
fn what_was_written_down_is_read_again() {
    let pledges = there_from_the_beginning();
    let text = serde_json::to_string(&pledges).unwrap();
    assert_eq!(serde_json::from_str::<Pledges>(&text).unwrap(), pledges);
}

#[test]
fn the_oldest_seals_are_forgotten() {
    let (mut pledges, record) = (there_from_the_beginning(), record(SEAL, &[Some(OURS), Some(THEIRS)]));
    let other = |number: u8| {
        let mut bytes = [number % 32; GameId::LENGTH];
        bytes[0] = 8 + number / 32;
        GameId::from_random(bytes)
    };
    for number in 0..99 {
        assert!(pledges.remember(other(number), commitment(SEAL)));
    }
    assert_eq!(pledges.check(game(), &record), Seal::Same);
    assert!(pledges.remember(other(99), commitment(SEAL)));
    assert_eq!(pledges.check(game(), &record), Seal::Unseen);
}

#[test]
fn own_seats_without_a_nonce_get_one_before_the_game() {
    let nonces = [None, None];
    assert_eq!(without_nonce(&view(State::Waiting, commitment(SEAL), nonces)), [0]);
    assert_eq!(without_nonce(&view(State::Waiting, commitment(SEAL), [Some(OURS), None])), [0; 0]);
    assert_eq!(without_nonce(&view(State::Playing, commitment(SEAL), nonces)), [0; 0]);
}
