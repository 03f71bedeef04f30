//! `bestmove`: the move of a bot in a game that the question describes.

use bots::Bot;
use cli::engine::PositionObject;
use proptest::prelude::*;
use proptest::sample::select;
use rules::chance::{Purpose, Stream};
use rules::game::{Action, Awaited, Game, Length, Playing};
use rules::host::Host;
use rules::{Direction, FigureId, Step, Stroll, Whereabouts};
use serde_json::{Value, json};
use testkit::games::{options, secret};
use testkit::positions::{config, positions};

/// Calls the library directly, as the program does.
fn answers(lines: &[u8]) -> Vec<Value> {
    let mut output = vec![];
    cli::engine::serve(lines, &mut output).expect("memory can be read and written");
    let answers = String::from_utf8(output).expect("answers are UTF-8");
    answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

/// A game of two players in stage two: the monster stands on the entrance corner, and only R4 outside has not moved.
fn last_to_move() -> Value {
    json!({
        "players": ["green", "red"], "position": "Mp11w-FG1c3G3c4R1d5-WR4-EG4-XG5R3R5", "stage": 2, "turn": 3,
        "start": "green", "moved": ["G1", "G3", "R1"], "used": [7, { "hits": 1 }], "escaped": ["G4"],
    })
}

/// Changes fields of an object; `null` removes a field.
fn changed(mut object: Value, fields: Value) -> Value {
    let map = object.as_object_mut().expect("an object");
    map.extend(fields.as_object().expect("an object").clone());
    map.retain(|_, value| !value.is_null());
    object
}

/// A `bestmove` question with further fields beside the view.
fn bestmove(view: Value, fields: Value) -> String {
    changed(json!({ "kind": "bestmove", "view": view }), fields).to_string()
}

#[test]
fn a_bot_makes_the_only_possible_move() {
    let string = last_to_move();
    let board = json!({
        "monster": { "at": "p11", "facing": "west" },
        "figures": [
            { "id": "G1", "at": "c3" }, { "id": "G3", "at": "c4" }, { "id": "R1", "at": "d5" }, { "id": "R4", "at": null },
        ],
    });
    let object = changed(last_to_move(), json!({ "position": board, "long": false }));
    let situation = json!("Mp11w-FG1c3G3c4R1d5-WR4-EG4-XG5R3R5-N23-VG1G3R1-D7s1h");
    let gone_unnamed = changed(last_to_move(), json!({ "position": "Mp11w-FG1c3G3c4R1d5-WR4" }));
    let questions = [
        bestmove(string.clone(), json!({})),
        bestmove(object, json!({ "bot": "fiend", "nodes": 100, "seed": 1 })),
        bestmove(gone_unnamed, json!({ "bot": "fool", "millis": 1, "seed": u64::MAX })),
        bestmove(string, json!({ "name": "a case", "expect": {} })),
        bestmove(situation, json!({ "bot": "fox" })),
    ];
    let answers = answers(questions.join("\n").as_bytes());
    assert_eq!(answers.len(), questions.len());
    for answer in answers {
        assert_eq!((&answer["figure"], &answer["path"]), (&json!("R4"), &json!([])), "{answer}");
        assert!(answer["reason"]["code"].is_string(), "{answer}");
        assert_eq!((&answer["best"][0]["figure"], &answer["best"][0]["path"]), (&json!("R4"), &json!([])), "{answer}");
        assert!(answer["best"][0]["value"].is_number(), "{answer}");
    }
}

#[test]
fn every_problem_of_a_game_is_reported_with_its_place() {
    let asked = |fields: Value| bestmove(last_to_move(), fields);
    let seen = |fields: Value| bestmove(changed(last_to_move(), fields), json!({}));
    let board = |figures: Value| {
        let board = json!({ "monster": { "at": "p11", "facing": "west" }, "figures": figures });
        seen(json!({ "position": board }))
    };
    let mistakes = [
        (json!({ "kind": "bestmove" }).to_string(), "missing field `view`"),
        (asked(json!({ "position": "Ma1e" })), "position: unexpected field in a `bestmove` question"),
        (asked(json!({ "card": 1 })), "card: unexpected field in a `bestmove` question"),
        (
            json!({ "kind": "monster", "card": 1, "position": "Ma1e", "seed": 1 }).to_string(),
            "seed: unexpected field in a `monster` question",
        ),
        (asked(json!({ "bot": "frog" })), "bot: unknown bot \"frog\": expected fool, fledgling, fox or fiend"),
        (asked(json!({ "nodes": 0 })), "nodes: 0 is out of range, expected 1 to 10000000"),
        (asked(json!({ "nodes": 10_000_001 })), "nodes: 10000001 is out of range, expected 1 to 10000000"),
        (asked(json!({ "millis": 60_001 })), "millis: 60001 is out of range, expected 1 to 60000"),
        (asked(json!({ "nodes": 1, "millis": 1 })), "millis: cannot be combined with `nodes`"),
        (asked(json!({ "seed": -1 })), "seed: invalid type: integer `-1`, expected a non-negative integer"),
        (bestmove(json!([]), json!({})), "view: invalid type: sequence, expected a situation string or an object"),
        (seen(json!({ "players": null })), "view: missing field `players`"),
        (
            seen(json!({ "turns": 3 })),
            "view.turns: unknown field `turns`, expected one of `players`, `position`, `stage`, `turn`, `start`, `moved`, `used`, `escaped`, `long`",
        ),
        (
            seen(json!({ "players": ["green", "pink"] })),
            "view.players[1]: \"pink\" is not a band: bands are green, red, blue, yellow, beige, purple and black",
        ),
        (seen(json!({ "players": ["green"] })), "view.players: 1 players, from 2 to 7 can play"),
        (seen(json!({ "stage": 3 })), "view.stage: 3 is not a stage: stages are 1 and 2"),
        (seen(json!({ "turn": 8 })), "view.turn: 8 is not from 1 to 7"),
        (seen(json!({ "start": "blue" })), "view.start: nobody plays blue"),
        (
            seen(json!({ "moved": ["G1", "X1"] })),
            "view.moved[1]: \"X1\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5",
        ),
        (seen(json!({ "moved": ["G1", "B1", "R1"] })), "view.moved[1]: nobody plays with B1"),
        (seen(json!({ "moved": ["G1", "G3", "R5"] })), "view.moved[2]: R5 has been eaten"),
        (
            seen(json!({ "moved": ["G1", "G3"] })),
            "view.moved: green has moved 2 figures, but was due to move 1; view.moved: red has moved 0 figures, but was due to move 1",
        ),
        (seen(json!({ "moved": ["G1", "G3", "R1", "R4"] })), "view.moved: nobody is left to move"),
        (seen(json!({ "used": [7] })), "view.used: 1 tombstones, but 2 turns of the stage are over"),
        (seen(json!({ "used": [7, { "hits": 3 }] })), "view.used[1]: no such tombstone is left in the box"),
        (seen(json!({ "used": [7, { "hits": 0 }] })), "view.used[1].hits: 0 is out of range, expected at least 1"),
        (seen(json!({ "used": [7, 5], "long": true })), "view.used[1]: no such tombstone is left in the box"),
        (seen(json!({ "escaped": null })), "view.escaped: G4 has escaped, but is not listed"),
        (seen(json!({ "escaped": ["G4", "G1"] })), "view.escaped[1]: G1 has not escaped"),
        (
            seen(json!({ "position": "Mp11w-FG1c3G3c4-WR4", "escaped": ["G4", "R1", "R3", "R5"] })),
            "view.escaped: red has won already",
        ),
        (seen(json!({ "position": "Mp11" })), "view.position: character 5: n, e, s or w expected, found \"\""),
        (
            seen(json!({ "position": "FG1c3G3c3R1a99-WR4K1" })),
            "view.position: there is no monster; view.position: figure 2: c3 is occupied by figure 1; view.position: figure 3: there is no space a99; view.position: figure 5: nobody plays with K1",
        ),
        (
            seen(json!({ "stage": 1 })),
            "view.position: figure 6: G5 is eaten, but in stage one it waits outside again; view.position: figure 7: R3 is eaten, but in stage one it waits outside again; view.position: figure 8: R5 is eaten, but in stage one it waits outside again",
        ),
        (
            board(json!([{ "id": "anna", "at": "c3" }, { "id": "G1", "at": "c3" }, { "id": "R9", "at": null }])),
            "view.position.figures[0].id: \"anna\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5; view.position.figures[2].id: \"R9\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5",
        ),
        (
            board(json!([{ "id": "G1", "at": "c3" }, { "id": "R1", "at": "c3" }, { "id": "G1", "at": null }])),
            "view.position.figures[1]: c3 is occupied by view.position.figures[0]; view.position.figures[2]: G1 is there already; view.moved[1]: G3 has been eaten",
        ),
        (
            bestmove(
                changed(
                    last_to_move(),
                    json!({ "position": { "figures": [{ "id": "G1", "at": "c3" }] }, "stage": 1, "moved": [] }),
                ),
                json!({}),
            ),
            "view.position: there is no monster; view.position: G3 is missing; view.position: G5 is missing; view.position: R1 is missing; view.position: R3 is missing; view.position: R4 is missing; view.position: R5 is missing",
        ),
    ];
    for (question, error) in mistakes {
        assert_eq!(answers(question.as_bytes()), [json!({ "error": error })], "to {question}");
    }
}

#[test]
fn every_problem_of_a_situation_string_is_reported() {
    let problems = [
        ("", "view: the players: 0 players, from 2 to 7 can play; view: the position: there is no monster"),
        (
            "Mp11w-FG1c3G3c4R1d5-WR4-EG4-XG5R3R5-N23-VG1G3R1-D7s1x",
            "view: character 52: a tombstone like 8s or 2h expected, found \"1x\"",
        ),
        // Unlike in an object, all figures must be there.
        (
            "Mp11w-FG1c3G3c4G4c5G5c6R1d5R3d6-PGR-N23-D7s",
            "view: the used tombstones: 1 tombstones, but 2 turns of the stage are over; view: the position: R4 is missing; view: the position: R5 is missing",
        ),
        (
            "Mp11w-FG1c3G3c3-WG4G5R1R3R4R5-N12-VB1G1G1-D5s",
            "view: figure 2: c3 is occupied by figure 1; view: moved figure 1: nobody plays with B1; view: moved figure 3: G1 is there already",
        ),
        ("Mp11w-WG1G3G4G5R1R3R4R5-N18-D5s7s7s8s8s10s1h", "view: the turn: 8 is not from 1 to 7"),
        ("Mp11w-WG1R1R3R4R5-EG3G4G5-N12-D7s", "view: the escaped figures: green has won already"),
        (
            "Mp11w-WG1G3G4G5R1R3R4R5-N12-VR1-D7s",
            "view: the moved figures: green has moved 0 figures, but was due to move 1; view: the moved figures: red has moved 1 figures, but was due to move 0",
        ),
    ];
    for (view, error) in problems {
        assert_eq!(answers(bestmove(json!(view), json!({})).as_bytes()), [json!({ "error": error })], "to {view}");
    }
    // In an object the other fields describe the game, so its position has no fields about it.
    let both = changed(last_to_move(), json!({ "position": "Mp11w-FG1c3G3c4R1d5-WR4-N23" }));
    let error = "view.position: character 25: one of M S C R U B T F W E X expected, found \"N23\"";
    assert_eq!(answers(bestmove(both, json!({})).as_bytes()), [json!({ "error": error })]);
}

#[test]
fn lists_of_a_hundred_thousand_members_are_rejected() {
    let seen = |fields: Value| bestmove(changed(last_to_move(), fields), json!({}));
    let lines = [
        seen(json!({ "position": format!("W{}", "R4".repeat(200_000)), "moved": vec!["R4"; 100_000] })),
        seen(json!({ "moved": vec!["R4"; 70_000], "escaped": vec!["K5"; 70_000] })),
        seen(json!({ "players": vec!["green"; 100_000] })),
        seen(json!({ "used": vec![5; 400_000] })),
        bestmove(json!(format!("W{}-P{}", "R4".repeat(300_000), "G".repeat(300_000))), json!({})),
        bestmove(json!(format!("Mp11w-WR4-PGR-V{}-D{}", "R4".repeat(200_000), "5s".repeat(200_000))), json!({})),
        bestmove(json!(format!("Mp11w-WR4-PGR-O{}", "R4".repeat(400_000))), json!({})),
        seen(json!({ "position": { "figures": vec![json!({ "id": "", "at": null }); 40_000] } })),
    ];
    for line in lines {
        let answer = answers(line.as_bytes()).pop().expect("an answer");
        let error = answer["error"].as_str().expect("an error");
        assert!(error.starts_with("view") && error.len() < 20_000, "{error}");
    }
}

/// A game as the object of a question.
fn view(game: &Game) -> Value {
    let situation = game.playing().and_then(Playing::to_situation).expect("a move is awaited");
    json!({
        "players": situation.players, "position": situation.setup.to_string(), "stage": situation.stage,
        "turn": situation.turn, "start": situation.start, "moved": situation.moved, "used": situation.used,
        "escaped": situation.escaped, "long": situation.length == Length::Long,
    })
}

/// The move of an answer: finds the step that leads to each place, as every reader of an answer must.
fn read_move(game: &Game, answer: &Value) -> Action {
    let figure: FigureId = answer["figure"].as_str().and_then(|name| name.parse().ok()).expect("a figure");
    let mut stroll =
        Stroll::new(game.playing().expect("the fortress is laid").position(), figure).expect("it is in play");
    let steps: Vec<Step> = Direction::ALL.into_iter().map(Step::Go).chain([Step::Enter, Step::Leave]).collect();
    let mut path = vec![];
    for place in answer["path"].as_array().expect("a list") {
        let leads_there = |step: &Step| {
            let mut tried = stroll;
            let whereabouts = tried.step(*step, &mut ()).map(|()| tried.place());
            let name = match whereabouts {
                Ok(Whereabouts::On(cell)) => cell.to_string(),
                Ok(Whereabouts::Escaped) => "escaped".to_owned(),
                Ok(Whereabouts::Waiting | Whereabouts::Eaten) | Err(_) => return false,
            };
            *place == json!(name)
        };
        let step = *steps.iter().find(|step| leads_there(step)).unwrap_or_else(|| panic!("no step leads on: {answer}"));
        stroll.step(step, &mut ()).expect("it has just been tried");
        path.push(step);
    }
    Action::Move { figure, path }
}

proptest! {
    #![proptest_config(config(10))]

    #[test]
    fn every_answer_is_a_legal_move(options in options(), bytes in any::<[u8; 32]>(), seed in any::<u64>()) {
        let secret = secret(bytes);
        let (mut host, _) = Host::new(options, vec![], secret).expect("legal terms");
        let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
        while host.game().ending().is_none() {
            let seat = match host.game().awaited() {
                Awaited::Tile(seat) => {
                    let action = host.random_placement().expect("a tile is awaited");
                    host.act(seat, &action).expect("it is legal");
                    continue;
                }
                Awaited::Flip | Awaited::Nothing => {
                    host.flip().expect("a tombstone is awaited");
                    continue;
                }
                Awaited::Move(seat) => seat,
            };
            let game = host.game();
            let bot = chance.choose(&Bot::ALL).map(|bot| bot.name());
            let fields = json!({ "bot": bot, "nodes": 10, "seed": seed });
            let situation = game.playing().and_then(Playing::to_situation).expect("a move is awaited").to_string();
            let board = json!(PositionObject::from(&game.to_setup()));
            let questions = [
                bestmove(view(game), fields.clone()),
                bestmove(changed(view(game), json!({ "position": board })), fields.clone()),
                bestmove(json!(situation), fields),
            ];
            let answers = answers(questions.join("\n").as_bytes());
            prop_assert_eq!(&answers[0], &answers[1], "a string and an object are the same position");
            prop_assert_eq!(&answers[0], &answers[2], "a string and an object are the same game");
            let best = answers[0]["best"].as_array().expect("a list");
            prop_assert!((1..=5).contains(&best.len()), "{:?}", best);
            prop_assert_eq!((&best[0]["figure"], &best[0]["path"]), (&answers[0]["figure"], &answers[0]["path"]));
            for choice in best {
                let value = choice["value"].as_f64().expect("a number");
                prop_assert!((0.0..=1.0).contains(&value));
                prop_assert_eq!(game.clone().act(Some(seat), &read_move(game, choice), &mut ()), Ok(()));
            }
            let action = read_move(game, &answers[0]);
            host.act(seat, &action).expect("it is legal");
        }
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_bot_moves_in_any_position(position in positions(), bot in select(&Bot::ALL[..])) {
        let mut setup = position.to_setup();
        let own: Vec<FigureId> = FigureId::all().take(8).collect();
        setup.figures.retain(|(figure, _)| own.contains(figure));
        let missing = own.into_iter().filter(|own| setup.figures.iter().all(|(figure, _)| figure != own));
        let waiting: Vec<_> = missing.map(|figure| (figure, Whereabouts::Waiting)).collect();
        setup.figures.extend(waiting);
        let view = json!({
            "players": ["green", "red"], "position": setup.to_string(), "stage": 1, "turn": 4, "start": "red",
            "used": [7, 7, 8],
        });
        let answers = answers(bestmove(view, json!({ "bot": bot.name(), "nodes": 100 })).as_bytes());
        prop_assert!(answers[0]["figure"].as_str().is_some_and(|name| name.starts_with('R')), "{}", answers[0]);
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_damaged_question_gets_one_answer(cut in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let situation = json!("Mp11w-FG1c3G3c4R1d5-WR4-EG4-XG5R3R5-PGR-Ln-N23-AG-VG1G3R1-D7s1h-OG4");
        for view in [last_to_move(), situation] {
            let question = bestmove(view, json!({ "bot": "fool", "nodes": 1 }));
            let mut damaged = question.clone().into_bytes();
            damaged[cut.index(question.len())] = if byte == b'\n' { 0 } else { byte };
            prop_assert_eq!(answers(&damaged).len(), 1);
            prop_assert!(answers(&question.as_bytes()[..cut.index(question.len())]).len() <= 1);
        }
    }
}
