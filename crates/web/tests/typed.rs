//! Typed lines: every legal move can be typed and is what is played; whatever else is typed is told, and changes nothing.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;

use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Band, FigureSet, FortressChoice, Game, Length, NamedFortress, Options, Seat, Situation, Stage};
use rules::host::Host;
use rules::{Cell, Direction, FigureId, Outcomes, Step, StepProblem, Stroll, Tombstone, Whereabouts};
use serde_json::Value;
use testkit::games::{choose, options, secret};
use testkit::positions::config;
use web::scene::moving::Moving;
use web::scene::playback::Playback;
use web::scene::text_board::Untold;
use web::scene::typed::{Act, Answer, Command, Mistake, Problem, Reader, Subject, Vocabulary, Word, obey};
use web::table::{Help, Story};

const CATALOGUES: [(&str, &str, &str); 3] = [
    ("en", include_str!("../locales/en/voice.json"), include_str!("../locales/en/things.json")),
    ("de", include_str!("../locales/de/voice.json"), include_str!("../locales/de/things.json")),
    ("fr", include_str!("../locales/fr/voice.json"), include_str!("../locales/fr/things.json")),
];

/// The key of a word in the catalogue.
fn key(word: Word) -> &'static str {
    match word {
        Word::Stay => "stay",
        Word::In => "enter",
        Word::Out => "leave",
        Word::Result => "result",
        Word::Undo => "undo",
        Word::Confirm => "confirm",
        Word::Where => "figures",
        Word::Look => "look",
        Word::Monster => "monster",
        Word::Tombstones => "tombstones",
        Word::Dangers => "dangers",
        Word::Help => "help",
        Word::Skip => "skip",
        Word::Step => "step",
        Word::GoOn => "go_on",
        Word::Again => "again",
        Word::Why => "why",
        Word::Band(Band::Green) => "green",
        Word::Band(Band::Red) => "red",
        Word::Band(Band::Blue) => "blue",
        Word::Band(Band::Yellow) => "yellow",
        Word::Band(Band::Beige) => "beige",
        Word::Band(Band::Purple) => "purple",
        Word::Band(Band::Black) => "black",
        Word::Go(Direction::North) => "north",
        Word::Go(Direction::East) => "east",
        Word::Go(Direction::South) => "south",
        Word::Go(Direction::West) => "west",
    }
}

/// The lists of synonyms in a language.
fn lists((_, voice, things): (&str, &str, &str)) -> Vec<(Word, String)> {
    let (voice, things): (Value, Value) = (serde_json::from_str(voice).unwrap(), serde_json::from_str(things).unwrap());
    let list = |word: Word| match word {
        Word::Band(_) => things[key(word)].as_str().unwrap().to_owned(),
        _ => voice["words"][key(word)].as_str().unwrap().to_owned(),
    };
    Word::all().map(|word| (word, list(word))).collect()
}

/// Words that are buttons, too, each with the catalogue and the key of what stands on it.
const BUTTONS: [(Word, &str, &str, Command); 7] = [
    (Word::Undo, "common", "undo", Command::Undo),
    (Word::Undo, "table", "take_back", Command::Undo),
    (Word::Confirm, "table", "confirm", Command::Confirm),
    (Word::Skip, "common", "skip", Command::Skip),
    (Word::Step, "table", "step", Command::Step),
    (Word::GoOn, "common", "go_on", Command::GoOn),
    (Word::Again, "table", "watch_again", Command::Again),
];

/// The words of a language, and English behind them.
fn vocabulary(language: usize) -> Vocabulary {
    let words = [lists(CATALOGUES[language]), lists(CATALOGUES[0])].concat();
    Vocabulary::new(words.iter().map(|(word, list)| (*word, list.as_str())))
}

#[test]
fn the_words_of_a_language_are_single_unless_they_stand_alone_and_mean_one_thing() {
    for catalogue in CATALOGUES {
        let mut seen: Vec<(String, Word)> = vec![];
        for (word, list) in lists(catalogue) {
            let stands_alone = BUTTONS.iter().any(|(button, ..)| *button == word);
            for synonym in list.split(',').map(|synonym| synonym.trim().to_lowercase()) {
                let parts = synonym.split(|letter: char| !letter.is_alphabetic() && letter != '\'').count();
                assert!((parts == 1 || stands_alone) && !synonym.is_empty(), "{}: {synonym:?}", catalogue.0);
                assert!(synonym.parse::<Cell>().is_err(), "{}: {synonym:?} is a space", catalogue.0);
                let other = seen.iter().find(|(other, _)| *other == synonym);
                assert_eq!(other, None, "{}: {synonym:?} is said twice", catalogue.0);
                seen.push((synonym, word));
            }
        }
    }
}

#[test]
fn what_stands_on_a_button_can_be_typed() {
    for (language, (name, ..)) in CATALOGUES.iter().enumerate() {
        let vocabulary = vocabulary(language);
        let reader = Reader { vocabulary: &vocabulary, own: FigureSet::default(), in_game: FigureSet::default() };
        for (_, catalogue, key, command) in &BUTTONS {
            let path = format!("{}/locales/{name}/{catalogue}.json", env!("CARGO_MANIFEST_DIR"));
            let texts: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            let text = texts[*key].as_str().unwrap();
            assert_eq!(reader.read(text).as_ref(), Ok(command), "{name}: {text:?}");
        }
    }
}

/// A game in which somebody is to move, as a screen shows it.
fn midgame(options: Options, bytes: [u8; 32], stop: usize) -> Option<(Game, Seat)> {
    let options = match options.fortress {
        FortressChoice::ByHand => {
            Options { fortress: FortressChoice::Prepared(NamedFortress::ALL[0].fortress()), ..options }
        }
        FortressChoice::Basic | FortressChoice::Prepared(_) | FortressChoice::Random(_) => options,
    };
    let (mut host, _) = Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    for number in 0.. {
        if number >= stop && host.game().acting().is_some() {
            return host.game().acting().map(|seat| (host.game().clone(), seat));
        }
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None if host.game().ending().is_some() => return None,
            None => drop(host.flip().unwrap()),
        }
    }
    None
}

/// A screen with a hand over it.
struct Desk {
    playback: Playback,
    moving: Moving,
    vocabulary: Vocabulary,
    help: Help,
    can_take_back: bool,
}

impl Desk {
    fn new(game: &Game, seat: Seat, language: usize) -> Desk {
        let playback = Playback::new(&Story::new((game.clone(), vec![])), 0).unwrap();
        Desk {
            playback,
            moving: Moving::new(game.playing().unwrap(), seat).unwrap(),
            vocabulary: vocabulary(language),
            help: Help::Foresight,
            can_take_back: false,
        }
    }

    fn type_line(&mut self, line: &str) -> Result<Answer, Mistake> {
        let players = self.playback.game().players();
        let in_game: FigureSet = players.seats().flat_map(|seat| players.figures(seat).iter()).collect();
        let reader = Reader { vocabulary: &self.vocabulary, own: players.figures(self.moving.seat()), in_game };
        let command = reader.read(line)?;
        let (moving, can_take_back) = (Some(&mut self.moving), self.can_take_back);
        let subject = Subject { playback: &self.playback, moving, help: self.help, can_take_back };
        obey(&command, subject)
    }

    #[track_caller]
    fn problem(&mut self, line: &str) -> (Problem, String) {
        let Mistake { what, at } = self.type_line(line).unwrap_err();
        (what, line.chars().skip(at.start).take(at.len()).collect())
    }
}

/// Where each step of a path brings the figure.
fn places(game: &Game, figure: FigureId, path: &[Step]) -> Vec<String> {
    let mut stroll = Stroll::new(game.playing().unwrap().position(), figure).unwrap();
    let place = |step: &Step| {
        stroll.step(*step, &mut ()).unwrap();
        match stroll.place() {
            Whereabouts::On(cell) => cell.to_string(),
            Whereabouts::Escaped => "out".to_owned(),
            Whereabouts::Waiting | Whereabouts::Eaten => unreachable!("a step leads in or out"),
        }
    };
    path.iter().map(place).collect()
}

/// Red and green at a table that looks like this. In even turns all show their dark sides, in odd ones their bright ones.
fn two(position: &str, turn: u64) -> Desk {
    let situation = Situation {
        players: vec![Band::Red, Band::Green],
        length: Length::Normal,
        setup: position.parse().unwrap(),
        stage: Stage::One,
        turn,
        start: Band::Red,
        moved: vec![],
        used: [5, 7].map(Tombstone::steps)[..turn as usize - 1].to_vec(),
        escaped: vec![],
    };
    let game = Game::from_situation(&situation).unwrap();
    let seat = game.acting().unwrap();
    Desk::new(&game, seat, 0)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn every_legal_move_can_be_typed_and_is_what_is_played(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..150) {
        let Some((game, seat)) = midgame(options, bytes, stop) else { return Ok(()) };
        let mut desk = Desk::new(&game, seat, 0);
        for figure in game.playing().unwrap().movable(seat).iter() {
            let outcomes = game.playing().unwrap().position().outcomes(figure, game.playing().unwrap().number(figure));
            let mut nth_at: Vec<(Whereabouts, usize)> = vec![];
            for outcome in outcomes.iter() {
                let places = places(&game, figure, &outcome.path());
                let by_steps = if places.is_empty() { format!("{figure} stay") } else { format!("{figure} {}", places.join(" ")) };
                nth_at.push((outcome.place(), 0));
                let nth = nth_at.iter().filter(|(place, _)| *place == outcome.place()).count();
                let goal = match outcome.place() {
                    Whereabouts::On(cell) => Some(cell.to_string()),
                    Whereabouts::Escaped => Some("out".to_owned()),
                    Whereabouts::Waiting | Whereabouts::Eaten => None,
                };
                let by_goal = goal.map(|goal| format!("{} {goal} result {nth}!", figure.to_string().to_lowercase()));
                for line in [Some(by_steps), by_goal].into_iter().flatten() {
                    let answer = desk.type_line(&line);
                    prop_assert!(matches!(answer, Ok(Answer::Planned { at_once, .. }) if at_once == line.ends_with('!')), "{line}: {answer:?}");
                    prop_assert_eq!(desk.type_line("ok"), Ok(Answer::Do(Act::Confirm)));
                    let action = desk.moving.action().unwrap();
                    let mut after = game.clone();
                    after.act(Some(seat), &action, &mut ()).unwrap();
                    prop_assert_eq!(after.playing().unwrap().position(), &outcome.position(), "{}", line);
                }
            }
        }
    }

    #[test]
    fn whatever_is_typed_a_wrong_line_changes_nothing(
        options in options(),
        bytes in any::<[u8; 32]>(),
        stop in 0_usize..150,
        language in 0_usize..3,
        lines in prop::collection::vec(prop_oneof![any::<String>(), nearly_a_line()], 30),
    ) {
        let Some((game, seat)) = midgame(options, bytes, stop) else { return Ok(()) };
        let mut desk = Desk::new(&game, seat, language);
        for line in lines {
            let before = desk.moving.clone();
            match desk.type_line(&line) {
                Ok(_) => if let Some(action) = desk.moving.action() {
                    prop_assert!(game.clone().act(Some(seat), &action, &mut ()).is_ok());
                },
                Err(mistake) => {
                    prop_assert_eq!(&desk.moving, &before);
                    prop_assert!(mistake.at.start <= mistake.at.end && mistake.at.end <= line.chars().count());
                }
            }
        }
    }
}

/// Words that belong together, put together by chance.
fn nearly_a_line() -> impl Strategy<Value = String> {
    let words = CATALOGUES
        .into_iter()
        .flat_map(lists)
        .flat_map(|(_, list)| list.split(',').map(|word| word.trim().to_owned()).collect::<Vec<_>>());
    let mut words: Vec<String> = words.collect();
    words.extend(Cell::ALL.map(|cell| cell.to_string()));
    words.extend(FigureId::all().map(|figure| figure.to_string()));
    words.extend((0..9).map(|number| number.to_string()));
    words.extend(["!", "99999999999999999999", "m1", "ü", "-"].map(str::to_owned));
    let words = prop::collection::vec(prop::sample::select(words), 0..6);
    (words, prop::sample::select(&[" ", "-", "  ,", "\u{a0}", ""][..])).prop_map(|(words, gap)| words.join(gap))
}

#[test]
fn a_figure_is_called_by_its_name_or_by_what_one_sees() {
    // R4 shows 3 and R3 shows 4.
    let mut desk = two("Ma1e-FR3d6R4h6R5g2-WR1G1G3G4G5", 2);
    let mut held = |line: &str| {
        desk.type_line(line).unwrap();
        desk.moving.figure().unwrap().to_string()
    };
    assert_eq!(held("R4"), "R4");
    assert_eq!(held("r3 d7"), "R3");
    assert_eq!(held("3"), "R4");
    assert_eq!(held("4 d7"), "R3");
    assert_eq!(held("red 3 stay"), "R4");
    assert_eq!(held("R2"), "R5");
    assert_eq!(held("g3"), "R5", "green is not to move, so g3 is a space");
    assert_eq!(desk.problem("5 k5").0, Problem::NobodyShows(5));
    assert_eq!(desk.problem("green 6 k5"), (Problem::NotYours("G1".parse().unwrap()), "green 6".to_owned()));
    assert_eq!(desk.problem("Y1 k5"), (Problem::NotInGame("Y1".parse().unwrap()), "Y1".to_owned()));
}

#[test]
fn the_first_word_is_a_figure_of_who_is_to_move_also_if_it_has_moved() {
    let situation = "Ma1e-FG3g6G4k6-WG1G5R1R3R4R5-PGR-N13-AG-VG4R1-D5s7s";
    let game = Game::from_situation(&situation.parse().unwrap()).unwrap();
    let mut desk = Desk::new(&game, game.acting().unwrap(), 0);
    let green = |name: &str| name.parse::<FigureId>().unwrap();
    desk.type_line("G3").unwrap();
    assert_eq!(desk.problem("g4"), (Problem::CannotMove(green("G4")), "g4".to_owned()));
    assert_eq!(desk.problem("g4 g5"), (Problem::CannotMove(green("G4")), "g4".to_owned()));
    desk.type_line("g3 g4").unwrap();
    assert_eq!(desk.moving.plan().unwrap().to, Whereabouts::On(Cell::G4));
    // G4 has been turned over, and shows 3 like G3: only the latter can be meant.
    desk.type_line("3 g5").unwrap();
    assert_eq!(desk.moving.figure(), Some(green("G3")));
    assert_eq!(desk.problem("4 g5").0, Problem::NobodyShows(4));
    assert!(matches!(desk.type_line("where g4"), Ok(Answer::Figures(told)) if told[0].figure == green("G4")));
    assert!(matches!(desk.type_line("look g4"), Ok(Answer::Space(space)) if space.cell == Cell::G4));
}

#[test]
fn what_is_not_revealed_has_a_reason() {
    let mut desk = two("Mh6e-FR4b1-WR1R3R5G1G3G4G5", 3);
    assert!(matches!(desk.type_line("dangers"), Ok(Answer::Dangers(_))));
    desk.help = Help::Sight;
    assert_eq!(desk.problem("dangers").0, Problem::Untold(Untold::LessHelp));
}

#[test]
fn a_line_that_cannot_be_played_is_refused_with_reason_and_place() {
    let mut desk = two("Ma1e-Sd5d4-Bi3j3-FR3d6R4k6R5k3-WR1G1G3G4G5", 3);
    let red = |name: &str| name.parse::<FigureId>().unwrap();
    assert_eq!(desk.problem("R4 k5 xyzzy"), (Problem::Unknown("xyzzy".to_owned()), "xyzzy".to_owned()));
    assert_eq!(desk.problem("undo all"), (Problem::TooMuch("all".to_owned()), "all".to_owned()));
    assert_eq!(desk.problem("look").0, Problem::CellMissing);
    assert_eq!(desk.problem("red").0, Problem::NumberMissing);
    assert_eq!(desk.problem("k5").0, Problem::NothingInHand);
    assert_eq!(desk.problem("undo").0, Problem::NothingToUndo);
    desk.can_take_back = true;
    assert_eq!(desk.type_line("undo"), Ok(Answer::Do(Act::TakeBack)));
    assert_eq!(desk.problem("").0, Problem::NothingPlanned);
    assert_eq!(desk.problem("skip").0, Problem::NothingShown);
    assert_eq!(desk.problem("step").0, Problem::NoRun);
    assert_eq!(desk.problem("again").0, Problem::NothingAgain);
    assert_eq!(desk.problem("R4 a11").0, Problem::Unknown("a11".to_owned()));
    let too_far = Problem::TooFar { place: Whereabouts::On(Cell::A7), points: 4 };
    assert_eq!(desk.problem("R4 a7"), (too_far, "a7".to_owned()));
    let not_one = Problem::NotOneStep { from: Whereabouts::On(Cell::K5), to: Whereabouts::On(Cell::K3) };
    assert_eq!(desk.problem("R4 k5 k3"), (not_one, "k3".to_owned()));
    assert_eq!(desk.problem("R4 w w w w w"), (Problem::TooManySteps { points: 4 }, "w".to_owned()));
    let (stuck, at) = desk.problem("R3 n");
    assert!(matches!(stuck, Problem::Step(StepProblem::Stuck { stone: Cell::D5, .. })) && at == "n", "{stuck:?}");
    let ends = Problem::EndsOnFigure { at: Cell::K3, other: red("R5") };
    assert_eq!(desk.problem("R4 k5 k4 k3"), (ends, "k3".to_owned()));
    assert_eq!(desk.problem("R4 k5 result 7"), (Problem::NoSuchResult { of: 1 }, "7".to_owned()));
    assert_eq!(desk.problem(&"x".repeat(300)).0, Problem::TooLong);
    assert_eq!(desk.moving.figure(), None);
}

#[test]
fn a_slide_may_be_named_by_where_it_ends_or_space_by_space() {
    let mut desk = two("Ma1e-Bi3j3-FR4k3-WR1R3R5G1G3G4G5", 3);
    for line in ["R4 h3 g3", "R4 j3 i3 h3 g3", "R4 j3 g3", "R4 k3-h3-g3", "R4 west west", "r4 h3, W"] {
        desk.type_line(line).unwrap();
        let plan = desk.moving.plan().unwrap();
        assert_eq!((plan.path.len(), plan.to), (2, Whereabouts::On(Cell::G3)), "{line}");
        desk.type_line("undo").unwrap();
    }
}

#[test]
fn doors_have_words() {
    let mut desk = two("Mh6e-FR4b1-WR1R3R5G1G3G4G5", 3);
    let path = |desk: &Desk| desk.moving.plan().unwrap().path.clone();
    for line in ["R4 out", "R4 a1 exit", "R4 b1-a1-exit", "R4 w w"] {
        desk.type_line(line).unwrap();
        assert_eq!(path(&desk), [Step::Go(Direction::West), Step::Leave], "{line}");
    }
    for line in ["R5 in o11", "R5 entrance-p11-o11", "R5 p11 o11", "R5 o11", "R5 n w"] {
        desk.type_line(line).unwrap();
        assert_eq!(path(&desk), [Step::Enter, Step::Go(Direction::West)], "{line}");
    }
}

#[test]
fn several_results_at_one_goal_are_offered() {
    let mut desk = two("Ma1e-Sj6-FR4k6-WR1R3R5G1G3G4G5", 3);
    let Answer::Planned { results, plan, .. } = desk.type_line("R4 j6").unwrap() else { panic!("a plan") };
    assert!(results.len() > 1 && plan.result.0 == 1 && results[0].path == plan.path);
    desk.type_line("result 2").unwrap();
    assert_eq!(desk.moving.plan().unwrap().path, results[1].path);
    desk.type_line("result").unwrap();
    assert_eq!(desk.moving.plan().unwrap().path, results[2 % results.len()].path);
}

#[test]
fn questions_are_answered_in_all_three_languages() {
    let lines = [
        ["where", "look k6", "monster", "tombstones", "dangers", "help"],
        ["wo", "schau k6", "Monster", "Grabsteine", "Gefahren", "Hilfe"],
        ["où", "regarde k6", "monstre", "tombes", "dangers", "aide"],
    ];
    for (language, lines) in lines.into_iter().enumerate() {
        let mut desk = two("Ma1e-FR4k6-WR1R3R5G1G3G4G5", 3);
        desk.vocabulary = vocabulary(language);
        for line in lines {
            assert!(desk.type_line(line).is_ok(), "{line}");
        }
    }
}
