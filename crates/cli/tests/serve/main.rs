//! `fearsome serve` as its clients know it: whole games, rivals, strangers, browsers, secrets, crashes.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod browsers;
mod crashes;
mod games;
#[cfg(unix)]
mod nodes;
mod rivals;
mod secrets;
mod starts;
mod strangers;

use std::path::{Path, PathBuf};

use protocol::{GameId, NewGame, SeatPlan, StartRule, TakeSeat};
use server_tests::{Address, Client, Folder, Program, UNLIMITED};

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_fearsome"))
}

fn parent() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A server of a test's own, with an empty database.
struct Served {
    // The server ends before its folder is deleted.
    program: Program,
    folder: Folder,
}

impl Served {
    /// Starts a server that limits nobody and whose bots decide quickly.
    fn new(flags: &[&str]) -> Served {
        Served::strict(&[&UNLIMITED[..], &["--bot-nodes", "60"], flags].concat())
    }

    /// Starts a server with just these flags.
    fn strict(flags: &[&str]) -> Served {
        let folder = Folder::new(parent());
        Served { program: Program::start(binary(), folder.path(), flags), folder }
    }

    fn address(&self) -> Address {
        self.program.address()
    }

    fn client(&self, name: &str) -> Client {
        Client::new(name, &self.address())
    }

    /// Starts a game with this many seats, all held by one client.
    async fn game(&self, seats: usize) -> (Client, GameId) {
        let mut client = self.client("player");
        let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(vec![SeatPlan::Open {}; seats]) };
        let game = client.make_table(&table).await.unwrap().game;
        for _ in 0..seats {
            let seated = client.take_seat(game, &TakeSeat::default()).await.unwrap();
            client.add_token(seated.token.unwrap());
        }
        (client, game)
    }
}
