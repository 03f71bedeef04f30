//! Games watched again: every moment is the one of the game, whatever way leads there; and games that go on from one.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use bots::Bot;
use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Purpose, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, GameEvent, Length, Options, Players};
use rules::host::{BranchProblem, Host};
use rules::notation::bits::WordError;
use rules::notation::{CodeError, RecordText};
use rules::record::Record;
use rules::terms::MonsterNumber;
use testkit::games::{choose, options, seated, secret};
use testkit::positions::config;
use web::route::{RecordSource, Route};
use web::scene::archive::{
    ArchiveLine, Brought, BroughtProblem, Reception, Shelf, Standing, Summary, read, sort, to_make_room,
};
use web::scene::playback::Playback;
use web::scene::replay::{Jump, Replay};
use web::table::{
    Bundle, BundleProblem, BundledGame, Customs, Help, LocalTable, SavedGame, SeatPlan, Speed, StartProblem, Table,
    Takeover, Turn, Who,
};

/// A random game after so many actions, or at its end.
fn game(options: Options, bytes: [u8; 32], stop: usize) -> Host {
    let (mut host, _) = Host::new(options, seated(&["Anna", "Ben"], &[]), secret(bytes)).unwrap();
    let mut chance = Stream::new(&secret(bytes).seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for _ in 0..stop {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None if host.game().ending().is_some() => break,
            None => drop(host.flip().unwrap()),
        }
    }
    host
}

fn of_two() -> Options {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    Options { players, fortress: FortressChoice::Basic, length: Length::Normal }
}

fn takeover(count: usize) -> Takeover {
    let seat = |index: usize| match index {
        0 => SeatPlan { who: Who::Human, name: "Me".to_owned() },
        _ => SeatPlan { who: Who::Bot(Bot::Fox), name: "Reynard".to_owned() },
    };
    Takeover {
        seats: (0..count).map(seat).collect(),
        monster: MonsterNumber::from_index(3),
        speed: Speed::Rush,
        help: Help::Nothing,
    }
}

fn saved(host: &Host, bytes: [u8; 32]) -> SavedGame {
    let whos = vec![Who::Human; host.game().players().count()];
    SavedGame {
        record: Record::of(host),
        secret: secret(bytes),
        whos,
        monster: MonsterNumber::from_index(1),
        speed: Speed::Walk,
        help: Help::Nothing,
        customs: Customs::default(),
        awaits: host.game().acting(),
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn every_moment_is_the_one_of_the_game(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..400) {
        let record = Record::of(&game(options, bytes, stop));
        let tiles = record.actions().iter().filter(|action| matches!(action, Action::Place(_))).count();
        let Some(replay) = Replay::of(record.clone()) else {
            prop_assert!(tiles < 17 && options.fortress == FortressChoice::ByHand);
            return Ok(());
        };
        prop_assert_eq!((replay.first(), replay.last()), (tiles, record.actions().len()));
        let mut games = vec![record.beginning().0];
        games.extend(record.replay().map(|played| played.game));
        for (moment, game) in games.iter().enumerate().skip(replay.first()) {
            let playback = replay.at(moment);
            prop_assert_eq!(Some(playback.game()), game.playing());
            prop_assert_eq!(playback.shown(), moment);
            prop_assert_eq!(&playback.tableau().position, game.playing().unwrap().position());
            prop_assert_eq!(replay.next(moment).map(|played| &played.action), record.actions().get(moment));
            // The time line and its slider agree.
            let along = replay.along(moment);
            prop_assert!((0.0..=14.0).contains(&along));
            let again = replay.moment_at(along);
            prop_assert_eq!(replay.along(again), along);
        }
        // Moments beyond the ends are the ends.
        let (start, end) = (replay.at(0), replay.at(usize::MAX));
        prop_assert_eq!((Some(start.game()), Some(end.game())), (games[replay.first()].playing(), games.last().unwrap().playing()));
        prop_assert_eq!((replay.moment_at(-3.0), replay.moment_at(99.0)), (replay.first(), replay.last()));
    }

    #[test]
    fn the_log_does_not_depend_on_how_a_moment_is_reached(options in options(), bytes in any::<[u8; 32]>(), at in any::<prop::sample::Index>()) {
        let host = game(options, bytes, 1000);
        let replay = Replay::of(Record::of(&host)).unwrap();
        let at = replay.first() + at.index(replay.last() - replay.first() + 1);
        let mut watched = replay.at(0);
        while watched.shown() < at {
            let next = replay.next(watched.shown()).unwrap();
            watched.start(next, web::scene::show::Path::New);
            watched.finish();
        }
        let jumped = replay.at(at);
        prop_assert_eq!(watched.log(), jumped.log());
        prop_assert_eq!(watched.tableau(), jumped.tableau());
    }

    #[test]
    fn the_cells_of_the_time_line_are_the_turns(options in options(), bytes in any::<[u8; 32]>(), stop in 30_usize..400) {
        let record = Record::of(&game(options, bytes, stop));
        let Some(replay) = Replay::of(record.clone()) else { return Ok(()) };
        let turns = replay.turns();
        prop_assert_eq!(turns[0].from, replay.first());
        prop_assert_eq!(turns.last().unwrap().to, replay.last());
        prop_assert!(turns.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].tombstone.is_some()));
        let count = |wanted: fn(&GameEvent) -> bool| record.replay().flat_map(|played| played.events).filter(wanted).count();
        let eaten = count(|event| matches!(event, GameEvent::Board(rules::Event::FigureEaten { .. })));
        prop_assert_eq!(turns.iter().map(|turn| turn.eaten).sum::<usize>(), eaten);
        let escaped = count(|event| matches!(event, GameEvent::Board(rules::Event::FigureEscaped { .. })));
        prop_assert_eq!(turns.iter().map(|turn| turn.escaped).sum::<usize>(), escaped);
        let flips = count(|event| matches!(event, GameEvent::TombstoneFlipped { .. }));
        prop_assert_eq!(turns.iter().filter(|turn| turn.tombstone.is_some()).count(), flips);
        let cells = replay.cells();
        prop_assert_eq!(cells.len(), 14);
        prop_assert_eq!(cells.iter().filter_map(|(_, _, cell)| *cell).collect::<Vec<_>>(), turns);
    }

    #[test]
    fn a_game_goes_on_from_every_moment(options in options(), bytes in any::<[u8; 32]>(), new in any::<[u8; 32]>(), at in any::<prop::sample::Index>()) {
        let record = Record::of(&game(options, bytes, 1000));
        let at = at.index(record.actions().len());
        let mut table = LocalTable::branch(&record, at, takeover(options.players.count()), secret(new)).unwrap();
        prop_assert!(table.story().played().len() >= at && table.record().actions()[..at] == record.actions()[..at]);
        prop_assert!(table.game().awaited() != Awaited::Flip);
        // Kept and taken up again it is the same, and somebody can act.
        let again = LocalTable::resume(SavedGame::from_text(&table.to_save().to_text()).unwrap()).unwrap();
        prop_assert_eq!((again.game(), again.turn()), (table.game(), table.turn()));
        prop_assert_eq!(again.seats(), takeover(options.players.count()).seats);
        if let Some(seat) = table.game().acting() {
            let action = table.game().legal_actions().swap_remove(0);
            table.act(seat, action).unwrap();
        }
    }

    #[test]
    fn the_summary_of_every_game_is_right(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..400) {
        let host = game(options, bytes, stop);
        let summary = Summary::of(&saved(&host, bytes).to_text()).unwrap();
        let bands: Vec<Band> = summary.seats.iter().map(|(band, _)| *band).collect();
        prop_assert_eq!(bands, options.players.bands());
        prop_assert_eq!(&summary.seats[1].1, "Ben");
        prop_assert_eq!(summary.is_over(), host.game().ending().is_some());
        let winner = host.game().ending().map(|ending| match ending.winner {
            rules::game::Winner::Seat(seat) => Standing::Won(seat.index()),
            rules::game::Winner::Monster => Standing::Monster,
        });
        prop_assert_eq!(summary.standing, winner.unwrap_or(Standing::Unfinished));
        let turn = host.game().playing().map(|playing| (playing.course().stage().number(), playing.course().turn()));
        prop_assert_eq!(summary.turn, turn);
        prop_assert!(!summary.is_branch);
    }

    #[test]
    fn no_import_makes_reading_panic(text in "\\PC{0,80}", json in r#"\{"kind":"fearsome floors games","version":1,"games":\[\PC{0,40}\]\}"#) {
        prop_assert!(read(&text).is_err());
        drop(read(&json));
    }

    #[test]
    fn no_damage_to_a_file_of_games_makes_reading_panic(at in any::<prop::sample::Index>(), new in any::<char>()) {
        let game = BundledGame { id: "0a".to_owned(), when: 1.5, shown: 3, save: saved(&game(of_two(), [1; 32], 20), [1; 32]).to_text() };
        let mut file: Vec<char> = Bundle::new(vec![game], None).to_text().chars().collect();
        let at = at.index(file.len());
        file[at] = new;
        let file: String = file.into_iter().collect();
        if let Ok(Brought::Games(games, _)) = read(&file) {
            // What is taken in can be played.
            prop_assert!(games.iter().all(|game| SavedGame::from_text(&game.save).and_then(LocalTable::resume).is_ok()));
        }
    }
}

#[test]
fn jumps_lead_to_turns_and_stop_at_the_ends() {
    let replay = Replay::of(Record::of(&game(of_two(), [5; 32], 1000))).unwrap();
    let turns = replay.turns();
    let second = turns[1];
    assert_eq!(replay.jump(second.from, Jump::BackTurn), turns[0].from);
    assert_eq!(replay.jump(second.from + 1, Jump::BackTurn), second.from);
    assert_eq!(replay.jump(second.from, Jump::OnTurn), second.to);
    assert_eq!(replay.jump(second.from + 1, Jump::On), second.from + 2);
    assert_eq!(replay.jump(second.from + 1, Jump::Back), second.from);
    assert_eq!((replay.jump(9, Jump::Start), replay.jump(9, Jump::End)), (0, replay.last()));
    assert_eq!((replay.jump(0, Jump::Back), replay.jump(0, Jump::BackTurn)), (0, 0));
    // As an address may ask for.
    assert_eq!(replay.jump(usize::MAX, Jump::On), replay.last());
    assert_eq!(
        (replay.jump(replay.last(), Jump::On), replay.jump(replay.last(), Jump::OnTurn)),
        (replay.last(), replay.last())
    );
}

#[test]
fn a_finished_game_cannot_be_continued() {
    let record = Record::of(&game(of_two(), [5; 32], 1000));
    let over = LocalTable::branch(&record, record.actions().len(), takeover(2), secret([1; 32]));
    assert_eq!(over.err(), Some(StartProblem::Branch(BranchProblem::Over)));
}

#[test]
fn a_branch_awaits_the_seat_to_move() {
    let record = Record::of(&game(of_two(), [5; 32], 1000));
    let table = LocalTable::branch(&record, 6, takeover(2), secret([1; 32])).unwrap();
    let acting = table.game().acting().unwrap();
    let due = if acting.index() == 0 { Turn::Here(acting) } else { Turn::Elsewhere(acting) };
    assert_eq!(table.turn(), due);
    assert!(Playback::new(table.story(), 6).is_some());
    assert!(Summary::of(&table.to_save().to_text()).unwrap().is_branch);
}

#[test]
fn a_game_whose_record_cannot_be_parsed_has_no_summary() {
    let save = saved(&game(of_two(), [5; 32], 40), [5; 32]).to_text();
    assert!(Summary::of(&save).is_some());
    for (good, bad) in [
        ("length: normal", "length: short"),
        ("first: seat ", "first: seat 7"),
        ("seat 2: red", "seat 3: red"),
        (r"\nflip ", r"\nflop "),
        ("result: unfinished", "result: seat 7 wins: all figures but one are out"),
        (r#""version":2"#, r#""version":3"#),
    ] {
        assert!(save.contains(good), "{good} is not in the save");
        assert_eq!(Summary::of(&save.replacen(good, bad, 1)), None, "{bad}");
    }
}

#[test]
fn only_finished_games_are_deleted_and_the_oldest_first() {
    let summary = |standing| {
        Some(Summary { seats: vec![(Band::Red, String::new())], you: None, standing, turn: None, is_branch: false })
    };
    let line = |id: &str, when, summary| ArchiveLine { id: id.to_owned(), when, summary };
    let mut lines = vec![
        line("c", 3.0, summary(Standing::Won(1))),
        line("old", 0.0, summary(Standing::Unfinished)),
        line("a", 1.0, summary(Standing::Monster)),
        line("damaged", -1.0, None),
        line("b", 2.0, summary(Standing::Won(0))),
    ];
    assert_eq!(to_make_room(&lines, 1), ["a", "b"]);
    assert_eq!(to_make_room(&lines, 0), ["a", "b", "c"]);
    assert!(to_make_room(&lines, 3).is_empty());
    sort(&mut lines);
    assert_eq!(lines.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(), ["c", "b", "a", "old", "damaged"]);
}

#[test]
fn records_codes_links_and_files_are_recognized() {
    let record = Record::of(&game(of_two(), [5; 32], 1000));
    let code = record.to_code();
    let link = Route::Replay { source: RecordSource::Code(code.clone()), at: Some(7) }.to_string();
    let whole = |at| Ok(Brought::Record(Box::new(record.clone()), at));
    assert_eq!(read(&record.to_string()), whole(None));
    assert_eq!(read(&format!("\u{feff}\n  {record}\n\n")), whole(None));
    assert_eq!(read(&format!(" {code}\n")), whole(None));
    assert_eq!(read(&format!("https://example.org/floors/{link}")), whole(Some(7)));
    assert_eq!(read(&format!("Look at this: https://example.org/{link} !")), whole(Some(7)));
    assert_eq!(read("http://x/#/replay/game-0a/3"), Ok(Brought::Kept("0a".to_owned(), Some(3))));
    assert_eq!(read("http://x/#/about"), Err(BroughtProblem::OtherLink));
    assert_eq!(read(" \n"), Err(BroughtProblem::Nothing));
    assert_eq!(read("3abc"), Err(BroughtProblem::Code(CodeError::Word(WordError::Version { found: '3', known: '2' }))));
    assert_eq!(read(&code[..50]), Err(BroughtProblem::Code(CodeError::Word(WordError::Damaged))));
}

#[test]
fn an_error_in_a_record_has_its_line_also_after_blank_lines() {
    let text = Record::of(&game(of_two(), [5; 32], 1000)).to_string().replace("length: normal", "length: short");
    let line = |text: &str| match read(text) {
        Err(BroughtProblem::Text(error)) => error.line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line(&text), 5);
    assert_eq!(line(&format!("\n\n{text}")), 7);
    assert_eq!(line("this is no record"), 1);
}

#[test]
fn all_games_come_back_from_their_file() {
    let bundled = |id: &str, seed: u8, stop| {
        let save = saved(&game(of_two(), [seed; 32], stop), [seed; 32]).to_text();
        BundledGame { id: id.to_owned(), when: f64::from(seed) + 0.5, shown: 3, save }
    };
    let games = vec![bundled("0a", 1, 1000), bundled("0b", 2, 20)];
    let text = Bundle::new(games.clone(), None).to_text();
    assert_eq!(read(&text), Ok(Brought::Games(games.clone(), None)));
    let later = text.replace("\"version\": 1", "\"version\": 9");
    assert_eq!(read(&later), Err(BroughtProblem::File(BundleProblem::Version(9))));
    let other = text.replace("fearsome floors games", "recipes");
    assert!(
        matches!(read(&other), Err(BroughtProblem::File(BundleProblem::Json { line: 2, .. }))),
        "{:?}",
        read(&other)
    );
    let id = text.replace("\"0b\"", "\"../0b\"");
    assert!(matches!(read(&id), Err(BroughtProblem::Game { number: 2, .. })));
    let mut forged = games;
    forged[1].save = forged[1].save.replacen("\"seed\":\"02", "\"seed\":\"03", 1);
    let forged = read(&Bundle::new(forged, None).to_text());
    assert!(matches!(forged, Err(BroughtProblem::Game { number: 2, .. })), "{forged:?}");
}

#[test]
fn the_same_game_is_known_again_and_the_longer_one_kept() {
    let save = |seed: u8, stop| saved(&game(of_two(), [seed; 32], stop), [seed; 32]).to_text();
    let (short, long, over) = (save(1, 12), save(1, 31), save(1, 1000));
    let mut shelf = Shelf::default();
    assert_eq!(shelf.reception(&long), Reception::New);
    shelf.put("0a", &long);
    shelf.put("0b", &save(2, 12));
    assert_eq!(shelf.reception(&long), Reception::Known);
    assert_eq!(shelf.reception(&short), Reception::Known, "it was played on here");
    assert_eq!(shelf.reception(&over), Reception::Further("0a".to_owned()), "it was played on there");
    // How it is shown makes no other game of it.
    let otherwise = saved(&game(of_two(), [1; 32], 31), [1; 32]);
    let otherwise = SavedGame { speed: Speed::Rush, help: Help::Foresight, ..otherwise }.to_text();
    assert_ne!(otherwise, long);
    assert_eq!(shelf.reception(&otherwise), Reception::Known);
    // A save of an earlier version is the same game.
    let earlier = include_str!("saves/version-1.json");
    shelf.put("0c", &LocalTable::resume(SavedGame::from_text(earlier).unwrap()).unwrap().to_save().to_text());
    assert_eq!(shelf.reception(earlier), Reception::Known);
    // What began alike with another secret is another game, and so is what branched off.
    assert_eq!(shelf.reception(&save(3, 0)), Reception::New);
    let branch = LocalTable::branch(&Record::of(&game(of_two(), [1; 32], 31)), 12, takeover(2), secret([9; 32]));
    assert_eq!(shelf.reception(&branch.unwrap().to_save().to_text()), Reception::New);
    // In place of the shorter one.
    shelf.put("0a", &over);
    assert_eq!(shelf.reception(&over), Reception::Known);
    assert_eq!(shelf.reception(&long), Reception::Known);
    // A copy that an earlier import left behind: the longest is played on.
    let mut shelf = Shelf::default();
    shelf.put("0a", &short);
    shelf.put("0b", &long);
    assert_eq!(shelf.reception(&over), Reception::Further("0b".to_owned()));
    assert_eq!(shelf.reception("damaged"), Reception::New);
}

#[test]
fn a_game_that_was_played_on_in_two_ways_is_two_games() {
    let table = |second: bool| {
        let secret = secret([4; 32]);
        let whos = vec![Who::Human; 2];
        let saved = SavedGame { whos, ..saved(&game(of_two(), [4; 32], 1), [4; 32]) };
        assert_eq!(saved.secret, secret);
        let mut table = LocalTable::resume(saved).unwrap();
        let seat = table.game().acting().unwrap();
        let figures: Vec<_> = table.game().playing().unwrap().movable(seat).iter().collect();
        let figure = figures[usize::from(second)];
        table.act(seat, Action::Move { figure, path: vec![] }).unwrap();
        table.to_save().to_text()
    };
    let mut shelf = Shelf::default();
    shelf.put("0a", &table(false));
    assert_eq!(shelf.reception(&table(true)), Reception::New);
    shelf.put("0b", &table(true));
    assert_eq!(shelf.reception(&table(true)), Reception::Known, "a second time nothing is doubled");
}

#[test]
fn a_record_of_a_fortress_laid_by_hand_begins_after_the_last_tile() {
    let text = include_str!("../../rules/tests/records/version-1-by-hand.floors");
    let record = text.parse::<RecordText>().unwrap().record;
    let replay = Replay::of(record.clone()).unwrap();
    assert_eq!((replay.first(), replay.last()), (17, record.actions().len()));
    assert_eq!(replay.at(17).log().len(), 1);
    let begun = Record::new(record.terms().clone(), record.actions()[..9].to_vec(), None).unwrap();
    assert!(Replay::of(begun).is_none());
}

#[test]
fn a_rematch_on_a_random_fortress_is_played_on_the_same_tiles() {
    let text = include_str!("../../rules/tests/records/version-2-random.floors");
    let record: RecordText = text.parse().unwrap();
    let seats = vec![SeatPlan { who: Who::Human, name: String::new() }; 2];
    let takeover = Takeover { seats, monster: MonsterNumber::from_index(0), speed: Speed::Walk, help: Help::Foresight };
    let table = LocalTable::branch(&record.record, 5, takeover, secret([3; 32])).unwrap();
    let again = LocalTable::begin(table.again(), secret([4; 32])).unwrap();
    let tiles = |table: &LocalTable| table.story().beginning().0.to_setup();
    assert_eq!(tiles(&again), tiles(&table));
}
