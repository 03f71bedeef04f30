//! The first game in `docs/api.md`: every command is carried out, and the answers have the fields that the page shows.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;
use std::process::Command;

use http::Method;
use protocol::{GameId, GameView, Occupant, State};
use serde_json::Value;
use server_tests::{Client, Folder, Live, Program, UNLIMITED};

const PAGE: &str = include_str!("../../../docs/api.md");

/// The address that the page uses.
const SERVER: &str = "http://localhost:8717";

/// A command of the page, and the answer that the page shows.
struct Example {
    command: String,
    answer: Option<String>,
}

fn examples() -> Vec<Example> {
    let (_, rest) = PAGE.split_once("\n## A first game\n").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let blocks = section.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut examples: Vec<Example> = vec![];
    for line in blocks.flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push(Example { command: command.to_owned(), answer: None }),
            None => examples.last_mut().unwrap().answer = Some(line.to_owned()),
        }
    }
    examples
}

/// The words of a command, as a shell splits them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in command.chars() {
        match (character, quote) {
            ('\'' | '"', None) => quote = Some(character),
            (' ', None) => words.push(String::new()),
            (_, Some(open)) if character == open => quote = None,
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// Checks that the answer has everything that the page shows, and of the same type.
#[track_caller]
fn check_shape(shown: &Value, answer: &Value) {
    match (shown, answer) {
        (Value::Object(shown), Value::Object(fields)) => {
            for (key, shown) in shown {
                check_shape(shown, fields.get(key).unwrap_or_else(|| panic!("{key} is missing in {answer}")));
            }
        }
        (Value::Array(shown), Value::Array(parts)) => {
            assert!(shown.len() <= parts.len(), "{answer}");
            shown.iter().zip(parts).for_each(|(shown, part)| check_shape(shown, part));
        }
        _ => assert_eq!(std::mem::discriminant(shown), std::mem::discriminant(answer), "{shown} and {answer}"),
    }
}

/// Waits until the bots have acted and it is Ada's turn, or the game is over.
async fn settle(client: &mut Client, game: GameId) {
    let (mut live, _) = Live::open(client, game, 1).await.unwrap();
    while !is_settled(&client.view(game).await.unwrap()) {
        live.next().await.unwrap();
    }
}

fn is_settled(view: &GameView) -> bool {
    let has_stand_in = matches!(view.seats[0].occupant, Occupant::Human { stand_in: Some(_), .. });
    let is_adas_turn = view.awaits.is_some_and(|awaits| awaits.seat.index() == 0);
    view.state != State::Playing || is_adas_turn && !has_stand_in
}

#[tokio::test]
async fn the_first_game_of_the_page_can_be_played() {
    let folder = Folder::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    let flags = [&UNLIMITED[..], &["--bot-nodes", "60"]].concat();
    let program = Program::start(env!("CARGO_BIN_EXE_fearsome"), folder.path(), &flags);
    let mut client = Client::new("reader", &program.address());
    let (mut last, mut game, mut token) = (Value::Null, String::new(), String::new());
    let mut requests = 0;
    for Example { command, answer: shown } in examples() {
        if let Ok(game) = game.parse() {
            settle(&mut client, game).await;
        }
        let command = command.replace("$GAME", &game).replace("$TOKEN", &token);
        let words = words(&command);
        match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["cargo", "fearsome", "serve", ..] => {}
            ["cargo", "fearsome", "replay", file, flag] => {
                let mut replay = Command::new(env!("CARGO_BIN_EXE_fearsome"));
                let output = replay.args(["replay", file, flag]).current_dir(folder.path()).output().unwrap();
                assert!(output.status.success(), "{output:?}");
            }
            ["curl", "-o", file, address] => {
                let path = address.strip_prefix(SERVER).unwrap();
                let answer = client.send(Method::GET, path, &[], None).await.unwrap();
                assert_eq!(answer.status, 200, "{}", answer.text());
                fs::write(folder.path().join(file), answer.body).unwrap();
                requests += 1;
            }
            ["curl", options @ .., address] => {
                let (mut method, mut headers, mut body) = (Method::GET, vec![], None);
                for option in options.chunks(2) {
                    match option {
                        ["--json", json] => {
                            body = Some((*json).to_owned().into());
                            if method == Method::GET {
                                method = Method::POST;
                            }
                        }
                        ["-X", name] => method = name.parse().unwrap(),
                        ["-H", header] => headers.push(header.split_once(": ").unwrap()),
                        _ => panic!("{option:?} is not known"),
                    }
                }
                let path = address.strip_prefix(SERVER).unwrap();
                let answer = client.send(method, path, &headers, body).await.unwrap();
                assert!((200..300).contains(&answer.status), "{command}: {}", answer.text());
                last = serde_json::from_slice(&answer.body).unwrap();
                let shown = shown.unwrap().replace("[…]", "[]").replace(",…", "");
                check_shape(&serde_json::from_str(&shown).unwrap(), &last);
                requests += 1;
            }
            [assignment] if assignment.starts_with("GAME=") => game = last["game"].as_str().unwrap().to_owned(),
            [assignment] if assignment.starts_with("TOKEN=") => token = last["token"].as_str().unwrap().to_owned(),
            _ => panic!("{command} is not known"),
        }
    }
    assert_eq!(requests, 8);
}
