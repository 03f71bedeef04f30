//! A bot that keeps its own copy of the game: it carries out every action with `rules` and compares the hash.
//!
//! It chooses the move after which its figures are closest to the exit and least likely to be eaten.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Result, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    ClientMessage, Created, Entry, ErrorAnswer, ErrorCode, GameId, GameView, NewGame, Occupant, SeatPlan, Seated,
    ServerMessage, StartRule, TakeSeat, state_hash,
};
use reqwest::{Client, RequestBuilder};
use rules::game::{Action, Ending, FortressChoice, Game, Options, Players, Seat};
use rules::{Foresight, Whereabouts};
use serde::de::DeserializeOwned;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// How long to wait before connecting again, unless the server sends a time.
const PAUSE: Duration = Duration::from_secs(1);

/// How often in a row to connect in vain.
const ATTEMPTS: u32 = 100;

/// A bot on its seat.
pub(crate) struct Bot {
    http: Client,
    /// The address of the game, without a slash at its end.
    url: String,
    token: String,
    /// The seats of the bot. Their numbers may change when the game starts, so they come from the server.
    seats: Vec<usize>,
    copy: Option<Copy>,
    failures: u32,
}

/// The bot's own copy of the game.
struct Copy {
    seq: u32,
    game: Game,
}

/// Makes a table with this number of open seats and of Foxes. The game starts when no seat is open any more.
///
/// # Errors
///
/// If the server cannot be reached or refuses.
pub(crate) async fn make_table(server: &str, open: usize, foxes: usize) -> Result<GameId> {
    let fox = SeatPlan::Bot { bot: "fox".parse()? };
    let seats = [vec![SeatPlan::Open {}; open], vec![fox; foxes]].concat();
    let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(seats) };
    let created: Created = answer(Client::new().post(format!("{server}/api/v1/games")).json(&table)).await?;
    Ok(created.game)
}

impl Bot {
    /// Takes the first open seat of a table.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached or refuses.
    pub(crate) async fn sit_down(server: &str, game: GameId, name: &str) -> Result<Bot> {
        let http = Client::new();
        let url = format!("{server}/api/v1/games/{game}");
        let wish = TakeSeat { name: Some(name.to_owned()), ..TakeSeat::default() };
        let seated: Seated = answer(http.post(format!("{url}/seats")).json(&wish)).await?;
        let Some(token) = seated.token else { bail!("the server gave no token") };
        Ok(Bot { http, url, token, seats: vec![], copy: None, failures: 0 })
    }

    /// Plays until the game is over. Whenever the connection is lost, the bot connects again and catches up.
    ///
    /// # Errors
    ///
    /// If the server refuses a message, or cannot be reached any more.
    pub(crate) async fn play(&mut self) -> Result<Ending> {
        while self.failures < ATTEMPTS {
            match self.play_while_connected().await? {
                ControlFlow::Break(ending) => return Ok(ending),
                ControlFlow::Continue(pause) => tokio::time::sleep(pause).await,
            }
            self.failures += 1;
        }
        bail!("the server does not answer any more")
    }

    /// Plays until the game is over or the connection is lost. In that case it returns how long to wait.
    async fn play_while_connected(&mut self) -> Result<ControlFlow<Ending, Duration>> {
        let address = format!("{}/live", self.url.replacen("http", "ws", 1));
        let Ok((mut live, _)) = connect_async(address).await else { return Ok(ControlFlow::Continue(PAUSE)) };
        let from = self.copy.as_ref().map_or(1, |copy| copy.seq + 1);
        let mut next = Some(ClientMessage::Hello { from, tokens: vec![self.token.clone()] });
        let mut sent = 0;
        loop {
            if let Some(message) = next.take() {
                let text = serde_json::to_string(&message)?;
                if live.send(Message::text(text)).await.is_err() {
                    return Ok(ControlFlow::Continue(PAUSE));
                }
            }
            let text = match live.next().await {
                Some(Ok(Message::Text(text))) => text,
                // Pings are answered by the library.
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return Ok(ControlFlow::Continue(PAUSE)),
            };
            // A newer server may send messages that this bot does not know.
            let Ok(message) = serde_json::from_str(&text) else { continue };
            match message {
                ServerMessage::Welcome { game } | ServerMessage::Table { game } => {
                    self.failures = 0;
                    if let Some(ending) = game.result {
                        return Ok(ControlFlow::Break(ending));
                    }
                    self.seats.clone_from(&game.yours);
                    if self.copy.is_none() {
                        self.copy = Copy::of(&game);
                    }
                }
                ServerMessage::Actions { actions, .. } => {
                    if !actions.iter().all(|entry| self.follow(entry)) {
                        let Ok(game) = answer(self.http.get(&self.url)).await else {
                            return Ok(ControlFlow::Continue(PAUSE));
                        };
                        self.copy = Copy::of(&game);
                    }
                }
                ServerMessage::Error { error, .. } => match error.code {
                    // The actions that the bot does not know are on their way.
                    ErrorCode::Stale => {}
                    ErrorCode::TooMany | ErrorCode::Unavailable => return Ok(ControlFlow::Continue(PAUSE)),
                    code => bail!("{code}: {}", error.message),
                },
                ServerMessage::Bye { again } => return Ok(ControlFlow::Continue(Duration::from_secs(again.into()))),
                ServerMessage::Acted { .. } | ServerMessage::Over { .. } | ServerMessage::Pong {} => {}
            }
            // Several messages may arrive before the answer to an action.
            next = self.turn().filter(|(seq, _)| *seq > sent).map(|(seq, action)| {
                sent = seq;
                ClientMessage::Act { seq, action }
            });
        }
    }

    /// Carries out an action on the copy. Returns whether the copy still agrees with the server.
    fn follow(&mut self, entry: &Entry) -> bool {
        match &mut self.copy {
            Some(copy) => entry.seq <= copy.seq || copy.follow(entry),
            None => false,
        }
    }

    /// The bot's next action and its number, if it is its turn.
    fn turn(&self) -> Option<(u32, Action)> {
        let copy = self.copy.as_ref()?;
        let seat = copy.game.acting().filter(|seat| self.seats.contains(&seat.index()))?;
        Some((copy.seq + 1, choose(&copy.game, seat)?))
    }
}

impl Copy {
    /// The game as the server describes it, if it waits for a player.
    fn of(view: &GameView) -> Option<Copy> {
        let game = match &view.situation {
            Some(text) => Game::from_situation(&text.parse().ok()?).ok()?,
            None => Copy::set_up(view)?,
        };
        Some(Copy { seq: view.seq, game })
    }

    /// The game while its fortress is being laid.
    fn set_up(view: &GameView) -> Option<Game> {
        let tiles = view.tiles.as_ref()?;
        let bands = view.seats.iter().filter_map(|seat| match &seat.occupant {
            Occupant::Human { band, .. } | Occupant::Bot { band, .. } => Some(*band),
            Occupant::Open { .. } | Occupant::None => None,
        });
        let players = Players::new(&bands.collect::<Vec<_>>()).ok()?;
        // Players lay tiles in turn, so whose turn it is determines who laid the first one.
        let (next, count) = (view.awaits?.seat.index(), players.count());
        let first = Seat::new((next + count - tiles.len() % count) % count)?;
        let options = Options { players, fortress: FortressChoice::ByHand, length: view.length };
        let mut game = Game::new(options, first, &mut ());
        for placement in tiles {
            game.act(game.acting(), &Action::Place(*placement), &mut ()).ok()?;
        }
        Some(game)
    }

    /// Carries out the next action. Returns whether the result is that of the server.
    fn follow(&mut self, entry: &Entry) -> bool {
        self.seq += 1;
        entry.seq == self.seq
            && self.game.act(entry.seat, &entry.action, &mut ()).is_ok()
            && state_hash(self.seq, &self.game) == entry.hash
    }
}

/// The legal action that leads to the best position.
fn choose(game: &Game, seat: Seat) -> Option<Action> {
    let value = |action: &Action| {
        let mut after = game.clone();
        after.act(Some(seat), action, &mut ()).ok()?;
        Some(worth(&after, seat))
    };
    game.legal_actions().into_iter().max_by_key(value)
}

/// How good a game looks for a seat. All fortresses look the same to this bot.
fn worth(game: &Game, seat: Seat) -> i32 {
    let Some(playing) = game.playing() else { return 0 };
    let position = playing.position();
    let own = playing.players().figures(seat);
    let progress = own.iter().map(|figure| match position.whereabouts(figure) {
        Some(Whereabouts::Escaped) => 100,
        Some(Whereabouts::On(cell)) => -i32::from(cell.column() + cell.row()),
        Some(Whereabouts::Waiting) => -30,
        Some(Whereabouts::Eaten) | None => -100,
    });
    let foresight = Foresight::of(position);
    let danger = playing.next_tombstones().iter().map(|(tombstone, count)| {
        let eaten = foresight.run(tombstone).map_or(0, |run| run.eaten.iter().filter(|one| own.has(**one)).count());
        (eaten * count) as i32
    });
    progress.sum::<i32>() - 4 * danger.sum::<i32>()
}

/// Sends a request and parses the answer.
async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> Result<T> {
    let response = request.send().await?;
    if response.status().is_success() {
        return Ok(response.json().await?);
    }
    let ErrorAnswer { error, .. } = response.json().await?;
    bail!("{}: {}", error.code, error.message)
}
