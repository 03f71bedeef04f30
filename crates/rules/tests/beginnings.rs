//! What a record of version 2 says of its beginning: who plays, which monster, how the first player was found, random
//! fortresses, and games that begin in mid-play.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Purpose, Secret, Stream};
use rules::game::{Band, FortressChoice, Length, Options, Players, Playing, Situation};
use rules::host::{BeginProblem, Host, draw_first, draw_fortress};
use rules::notation::bits::{BitReader, BitWriter};
use rules::notation::{CodeError, RecordText};
use rules::record::{Record, Unfair};
use rules::terms::{Agreement, Beginning, FirstBy, MonsterNumber, Player, PlayerKind};
use testkit::games::{choose, options, secret};
use testkit::positions::config;

/// Plays on at random until the game is over, or for `most` actions.
fn play(host: &mut Host, secret: &Secret, most: usize) {
    let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for _ in 0..most {
        match choose(host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None if host.game().ending().is_some() => return,
            None => drop(host.flip().unwrap()),
        }
    }
}

/// A record comes back from its text and its code, verifies, and can be taken up again.
#[track_caller]
fn check(host: &Host, secret: Secret) -> Record {
    let record = Record::of(host);
    let text = record.to_string();
    assert_eq!(text.parse::<RecordText>().unwrap().record, record, "{text}");
    assert_eq!(Record::from_code(&record.to_code()), Ok(record.clone()), "{text}");
    if record.ending().is_some() {
        assert_eq!(record.verify(), Ok(()), "{text}");
        assert_eq!(RecordText::verified(&text).unwrap().record, record, "{text}");
    }
    let again = Host::resume(&record, secret).unwrap();
    assert_eq!((again.game(), again.log()), (host.game(), host.log()), "{text}");
    record
}

fn seats() -> impl Strategy<Value = Vec<Player>> {
    let kind = prop_oneof![
        Just(PlayerKind::Unknown),
        Just(PlayerKind::Person),
        prop::sample::select(vec!["fool", "fledgling", "fox", "fiend", "ferret"])
            .prop_map(|bot| PlayerKind::Bot(bot.parse().unwrap())),
    ];
    let name = prop::sample::select(vec!["", "Anna", "fox", "? who", "person", "Ben: the Bold"]);
    let player = (name, kind).prop_map(|(name, kind)| Player { name: name.to_owned(), kind, nonce: None });
    prop::collection::vec(player, 2)
}

/// A situation from the middle of a random game.
fn mid_play(options: Options, secret: Secret, actions: usize) -> Option<Situation> {
    let (mut host, _) = Host::new(options, vec![], secret).unwrap();
    play(&mut host, &secret, actions);
    host.game().playing().and_then(Playing::to_situation)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn players_monster_and_first_player_come_back(
        options in options(),
        bytes in any::<[u8; 32]>(),
        seats in seats(),
        monster in prop::option::of(1_usize..=256),
        by in prop::sample::select(FirstBy::ALL.to_vec()),
        stop in 0_usize..400,
    ) {
        let secret = secret(bytes);
        let drawn = draw_first(&options.players, &secret.seed, &[]);
        // Whoever was not found by lot may be anybody.
        let first = if by == FirstBy::Lot { drawn } else { options.players.next(drawn) };
        let beginning = Beginning::New { options, first, by };
        let agreement = Agreement { beginning, seats: seats.clone(), monster: monster.and_then(MonsterNumber::new) };
        let (mut host, _) = Host::begin(agreement, secret).unwrap();
        play(&mut host, &secret, stop);
        let record = check(&host, secret);
        prop_assert_eq!(&record.terms().seats()[..2], &seats[..]);
        prop_assert_eq!(record.terms().monster(), monster.and_then(MonsterNumber::new));
    }

    #[test]
    fn a_random_fortress_comes_from_the_seed(options in options(), bytes in any::<[u8; 32]>(), other in any::<[u8; 32]>()) {
        prop_assume!(bytes != other);
        let secret = secret(bytes);
        let random = |seed| FortressChoice::Random(draw_fortress(seed, &[]));
        let options = Options { fortress: random(&secret.seed), ..options };
        let (mut host, _) = Host::new(options, vec![], secret).unwrap();
        play(&mut host, &secret, 1000);
        let record = check(&host, secret);
        // A fortress that somebody chose is not random.
        let forged = Options { fortress: random(&testkit::games::secret(other).seed), ..options };
        prop_assert_eq!(Host::new(forged, vec![], secret).err(), Some(BeginProblem::Unfair(Unfair::Fortress)));
        let text = record.to_string();
        let FortressChoice::Random(fortress) = forged.fortress else { unreachable!() };
        let (before, tail) = text.split_once("tile: ").unwrap();
        let (_, after) = tail.split_once("length: ").unwrap();
        let tiles: String = fortress.placements().map(|placement| format!("tile: {placement}\n")).collect();
        let error = RecordText::verified(&format!("{before}{tiles}length: {after}")).unwrap_err();
        let line = text.lines().position(|line| line.starts_with("fortress: ")).unwrap() + 1;
        prop_assert_eq!(error.to_string(), format!("line {line}: the fortress does not come from the seed"));
    }

    #[test]
    fn a_game_begins_from_any_situation(options in options(), bytes in any::<[u8; 32]>(), new in any::<[u8; 32]>(), at in 0_usize..250, stop in 0_usize..250) {
        let Some(situation) = mid_play(options, secret(bytes), at) else { return Ok(()) };
        let secret = secret(new);
        let agreement = Agreement {
            beginning: Beginning::From(Box::new(situation.clone())),
            seats: vec![Player::person("Anna")],
            monster: None,
        };
        let (mut host, _) = Host::begin(agreement, secret).unwrap();
        prop_assert_eq!(host.game().playing().and_then(Playing::to_situation), Some(situation));
        play(&mut host, &secret, stop);
        let record = check(&host, secret);
        // A branch of such a game takes over its beginning as well.
        if host.game().ending().is_none() {
            let mut branch = Host::branch(&record, record.actions().len() / 2, vec![], None, secret).unwrap();
            play(&mut branch, &secret, 1000);
            check(&branch, secret);
        }
    }
}

#[test]
fn a_first_player_that_should_have_been_drawn_must_have_been() {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let secret = secret([1; 32]);
    let drawn = draw_first(&options.players, &secret.seed, &[]);
    let first = options.players.next(drawn);
    let agreement =
        Agreement { beginning: Beginning::New { options, first, by: FirstBy::Lot }, seats: vec![], monster: None };
    assert_eq!(Host::begin(agreement, secret).err(), Some(BeginProblem::Unfair(Unfair::First { drawn })));
}

#[test]
fn the_situation_in_a_code_is_spelled_in_one_way_only() {
    let text = include_str!("records/version-2-from.floors");
    let record = text.parse::<RecordText>().unwrap().record;
    // The same figures have moved, listed in another order: the same game.
    let reordered = text.replacen("-VG1G3", "-VG3G1", 1);
    assert_ne!(reordered, text);
    assert_eq!(reordered.parse::<RecordText>().unwrap().record, record);
    let code = record.to_code();
    let longest = code.len();
    let mut reader = BitReader::open(&code, '2', longest).unwrap();
    let mut bits = vec![];
    while let Ok(bit) = reader.flag() {
        bits.push(bit);
    }
    let of = |text: &str| -> Vec<bool> {
        text.bytes().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 != 0)).collect()
    };
    let (from, to) = (of("VG1G3"), of("VG3G1"));
    let at = bits.windows(from.len()).position(|window| window == from).expect("the code spells the situation");
    bits.splice(at..at + from.len(), to);
    let mut writer = BitWriter::default();
    bits.into_iter().for_each(|bit| writer.flag(bit));
    assert_eq!(Record::from_code(&writer.into_word('2')), Err(CodeError::Roundabout));
}

#[test]
fn a_situation_in_a_record_is_checked() {
    let text = include_str!("records/version-2-from.floors");
    let error = |find: &str, replace: &str| {
        assert!(text.contains(find), "{find:?} is not in the record");
        text.replacen(find, replace, 1).parse::<RecordText>().unwrap_err().to_string()
    };
    let line = text.lines().position(|line| line.starts_with("from: ")).unwrap() + 1;
    assert!(error("from: M", "from: Q").starts_with(&format!("line {line}: character 1: ")));
    assert_eq!(
        error("from: ", "length: normal\nfrom: "),
        format!("line {line}: length cannot be combined with \"from\": the situation defines it")
    );
    assert_eq!(
        error("seat 2: red", "seat 2: blue"),
        format!("line {line}: the bands of the seats are not those of the situation")
    );
    // Green would have won already.
    assert!(error("-FG1m8G3m7G4n9", "-EG1G3G4-F").starts_with(&format!("line {line}: ")));
    assert!(
        error("seat 1: green person", "seat 1: green Person")
            .starts_with("line 2: \"Person\" is not the name of a bot")
    );
    assert!(error("monster: 17", "monster: 257").starts_with("line 4: a number from 1 to 256 expected"));
}

/// Writes the fixtures of this version, should they ever have to be made again.
fn fixtures() -> Vec<(&'static str, Record)> {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let normal = Length::Normal;
    let seats = || vec![Player::person("Ada"), Player::bot("Reynard", "fox".parse().unwrap())];
    let monster = MonsterNumber::new(17);
    let played = |agreement: Agreement, secret: Secret, most: usize| {
        let (mut host, _) = Host::begin(agreement, secret).unwrap();
        play(&mut host, &secret, most);
        Record::of(&host)
    };
    let secret = secret([42; 32]);
    let first = draw_first(&players, &secret.seed, &[]);
    let new =
        |fortress, first, by| Beginning::New { options: Options { players, fortress, length: normal }, first, by };
    let random = FortressChoice::Random(draw_fortress(&secret.seed, &[]));
    let situation = (20..)
        .find_map(|at| mid_play(Options { players, fortress: FortressChoice::Basic, length: normal }, secret, at));
    let situation = Beginning::From(Box::new(situation.unwrap()));
    let other = players.next(first);
    vec![
        (
            "basic",
            played(
                Agreement { beginning: new(FortressChoice::Basic, first, FirstBy::Lot), seats: seats(), monster },
                secret,
                1000,
            ),
        ),
        (
            "chosen",
            played(
                Agreement {
                    beginning: new(FortressChoice::Basic, other, FirstBy::Chosen),
                    seats: seats(),
                    monster: None,
                },
                secret,
                30,
            ),
        ),
        (
            "random",
            played(Agreement { beginning: new(random, first, FirstBy::Lot), seats: seats(), monster }, secret, 1000),
        ),
        ("from", played(Agreement { beginning: situation, seats: seats(), monster }, secret, 1000)),
    ]
}

#[test]
fn what_this_version_writes_stays_as_it_is() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (name, record) in fixtures() {
        let text = folder.join(format!("records/version-2-{name}.floors"));
        let code = folder.join(format!("codes/version-2-{name}.txt"));
        if std::env::var_os("FEARSOME_BLESS").is_some() {
            std::fs::write(&text, record.to_string()).unwrap();
            std::fs::write(&code, record.to_code() + "\n").unwrap();
        }
        assert_eq!(record.to_string(), std::fs::read_to_string(text).unwrap(), "{name}");
        assert_eq!(record.to_code(), std::fs::read_to_string(code).unwrap().trim(), "{name}");
    }
}
