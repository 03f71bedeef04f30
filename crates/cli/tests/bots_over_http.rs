//! The example bots play whole games on `fearsome serve`, which is killed and stopped meanwhile.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../protocol/examples/bot/player.rs"]
mod player;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use player::Bot;
use protocol::{FortressWish, GameId, NewGame, SeatPlan, ServerMessage, StartRule, State};
use rules::game::Ending;
use rules::notation::RecordText;
use server_tests::{Client, Folder, Live, Program, UNLIMITED};

/// The Pythons to try. One in a home directory may come first and lack the package.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// A Python that has the package of the example.
fn python() -> &'static str {
    let has_package = |python: &&&str| {
        let mut command = Command::new(python);
        command.args(["-c", "import websockets"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let found = PYTHONS.iter().find(has_package);
    found.expect("no Python has the package `websockets`: on Debian, type `sudo apt-get install python3-websockets`")
}

/// Starts the example in Python.
fn start_python_bot(server: &str, game: GameId, name: &str) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/random_bot.py");
    let mut command = Command::new(python());
    command.arg(script).arg(server).arg(game.as_str()).arg(name).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// A server of a test's own, whose bots decide quickly.
fn start_server(folder: &Folder) -> Program {
    let flags = [&UNLIMITED[..], &["--bot-nodes", "60"]].concat();
    Program::start(env!("CARGO_BIN_EXE_fearsome"), folder.path(), &flags)
}

fn folder() -> Folder {
    Folder::new(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

/// Waits until a game has this number of actions.
async fn wait_for(client: &Client, game: GameId, count: u32) {
    let (mut live, view) = Live::open(client, game, 1).await.unwrap();
    let mut seq = view.seq;
    while seq < count {
        if let ServerMessage::Actions { actions, .. } = live.next().await.unwrap() {
            seq = actions.last().unwrap().seq;
        }
    }
}

/// Waits for both bots, and checks that they and the server agree on how the game ended.
async fn check_end(
    program: &Program,
    game: GameId,
    rust: tokio::task::JoinHandle<anyhow::Result<Ending>>,
    python: Child,
) {
    let ending = rust.await.unwrap().unwrap();
    let output = tokio::task::spawn_blocking(|| python.wait_with_output()).await.unwrap().unwrap();
    let (lines, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{lines}{errors}");
    assert_eq!(serde_json::from_str::<Ending>(lines.lines().last().unwrap()).unwrap(), ending, "{lines}{errors}");
    let mut client = Client::new("judge", &program.address());
    let view = client.view(game).await.unwrap();
    assert_eq!((view.state, view.result), (State::Over, Some(ending)));
    let text: RecordText = client.record(game).await.unwrap().parse().unwrap();
    assert_eq!(text.record.verify(), Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_in_python_one_in_rust_and_a_fox_play_to_the_end_while_the_server_comes_and_goes() {
    let folder = folder();
    let mut program = start_server(&folder);
    let server = format!("http://{}", program.address().current().await);
    let game = player::make_table(&server, 2, 1).await.unwrap();
    let python = start_python_bot(&server, game, "Monty");
    let mut bot = Bot::sit_down(&server, game, "Ferris").await.unwrap();
    let rust = tokio::spawn(async move { bot.play().await });
    let watcher = Client::new("watcher", &program.address());
    wait_for(&watcher, game, 8).await;
    program.kill();
    program.start_again();
    wait_for(&watcher, game, 16).await;
    #[cfg(unix)]
    assert!(program.stop().success());
    #[cfg(not(unix))]
    program.kill();
    program.start_again();
    check_end(&program, game, rust, python).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_lay_the_fortress_and_sit_at_seats_that_are_renumbered() {
    let folder = folder();
    let program = start_server(&folder);
    let server = format!("http://{}", program.address().current().await);
    let seats = vec![SeatPlan::None {}, SeatPlan::Open {}, SeatPlan::None {}, SeatPlan::Open {}];
    let wish = NewGame {
        fortress: Some(FortressWish::ByHand),
        start: Some(StartRule::WhenFull),
        ..NewGame::with_seats(seats)
    };
    let game = Client::new("host", &program.address()).make_table(&wish).await.unwrap().game;
    let mut bot = Bot::sit_down(&server, game, "Ferris").await.unwrap();
    let python = start_python_bot(&server, game, "Monty");
    let rust = tokio::spawn(async move { bot.play().await });
    check_end(&program, game, rust, python).await;
}
