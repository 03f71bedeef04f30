//! Light clients for measurements: they follow a game with the rules, but compare nothing.
//!
//! Two clients a game, one action in flight each. Client and server share the machine, so a client does as little as
//! possible: it looks for a legal move of one figure instead of listing all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, GameId, NewGame, SeatPlan, StartRule, TakeSeat};
use rules::game::{Action, Game, Playing, Seat};
use rules::{Direction, Step, Whereabouts};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::{Address, Client, Live, Mirror, Way};

/// How many paths are tried before a figure stays where it is.
const ATTEMPTS: usize = 8;

/// What clients measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// How long each acknowledged action took.
    pub latencies: Vec<Duration>,
    /// The time in which they were acknowledged.
    pub time: Duration,
}

impl Measured {
    /// Acknowledged actions a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.time.as_secs_f64()
    }

    /// The latency that this part of all actions did not exceed, from 0 to 1.
    #[must_use]
    pub fn percentile(&self, part: f64) -> Duration {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let index = (sorted.len() as f64 * part) as usize;
        sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}

/// The part of a message that a light client needs.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Heard {
    Actions {
        actions: Vec<Played>,
    },
    Acted {
        #[serde(rename = "seq")]
        _seq: u32,
    },
    Error {
        error: protocol::Problem,
    },
    #[serde(other)]
    Else,
}

#[derive(Deserialize)]
struct Played {
    seat: Option<Seat>,
    action: Action,
}

/// Plays this many games at once for `warm_up` and `time`, and measures in the latter.
///
/// # Panics
///
/// If the server refuses something.
pub async fn play(address: &Address, games: usize, way: Way, warm_up: Duration, time: Duration) -> Measured {
    let goes_on = Arc::new(AtomicBool::new(true));
    let start = Instant::now() + warm_up;
    let mut tables = JoinSet::new();
    for seed in 0..games {
        let (address, goes_on) = (address.clone(), Arc::clone(&goes_on));
        tables.spawn(async move {
            let mut measured = vec![];
            let mut rng = Rng::with_seed(seed as u64);
            while goes_on.load(Ordering::Relaxed) {
                measured.extend(play_one(&address, way, rng.fork(), Arc::clone(&goes_on)).await);
            }
            measured
        });
    }
    tokio::time::sleep_until((start + time).into()).await;
    goes_on.store(false, Ordering::Relaxed);
    let mut measured = Measured { time, ..Measured::default() };
    while let Some(latencies) = tables.join_next().await {
        let latencies = latencies.expect("a client does not fail");
        let counted = latencies.into_iter().filter(|(end, _)| (start..start + time).contains(end));
        measured.latencies.extend(counted.map(|(_, latency)| latency));
    }
    measured
}

/// Plays one game after the other with a single client that holds all seats and pauses before each action, as people do.
///
/// # Panics
///
/// If the server refuses something.
pub async fn play_alone(address: &Address, pause: Duration, time: Duration) -> Measured {
    let goes_on = Arc::new(AtomicBool::new(true));
    let end = tokio::spawn({
        let goes_on = Arc::clone(&goes_on);
        async move {
            tokio::time::sleep(time).await;
            goes_on.store(false, Ordering::Relaxed);
        }
    });
    let mut rng = Rng::with_seed(0);
    let mut measured = Measured { time, ..Measured::default() };
    while goes_on.load(Ordering::Relaxed) {
        let (game, clients) = open_game(address).await;
        let mut client = together(&clients);
        let start = Mirror::begin(&mut client, game).await.game().clone();
        let seats = client.view(game).await.expect("the game is there").yours;
        let latencies = play_live(client, game, start, seats, rng.fork(), Arc::clone(&goes_on), pause).await;
        measured.latencies.extend(latencies.into_iter().map(|(_, latency)| latency));
    }
    end.await.expect("it only waits");
    measured
}

/// Makes a table where seven bots of this kind play.
///
/// # Panics
///
/// If the server refuses something.
pub async fn open_bot_game(address: &Address, bot: &str) -> GameId {
    let seats = vec![SeatPlan::Bot { bot: bot.parse().expect("a known bot") }; 7];
    let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(seats) };
    Client::new("host", address).make_table(&table).await.expect("a table can be made").game
}

/// One client with the tokens of all.
#[must_use]
pub fn together(clients: &[Client]) -> Client {
    let mut all = clients[0].twin();
    all.set_tokens(clients.iter().flat_map(|client| client.tokens().to_vec()).collect());
    all
}

/// Makes a table with two open seats and takes both, each with a client of its own.
///
/// # Panics
///
/// If the server refuses something.
pub async fn open_game(address: &Address) -> (GameId, Vec<Client>) {
    let mut clients = vec![Client::new("one", address), Client::new("two", address)];
    let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(vec![SeatPlan::Open {}; 2]) };
    let game = clients[0].make_table(&table).await.expect("a table can be made").game;
    for client in &mut clients {
        let seated = client.take_seat(game, &TakeSeat::default()).await.expect("the seat is free");
        client.add_token(seated.token.expect("a program gets a token"));
    }
    (game, clients)
}

/// Plays the first `actions` of a game over HTTP with all tokens.
///
/// # Panics
///
/// If the server refuses something.
pub async fn play_some(client: &mut Client, game: GameId, actions: u32, rng: &mut Rng) {
    let mut mirror = Mirror::begin(client, game).await;
    while mirror.seq() < actions && !mirror.is_over() {
        let action = quick_action(mirror.game(), rng);
        client.act(game, mirror.seq() + 1, &action).await.expect("the action is legal");
        for entry in client.all_actions(game, mirror.seq() + 1).await.expect("the game is there") {
            mirror.apply(&entry);
        }
    }
}

type Latency = (Instant, Duration);

async fn play_one(address: &Address, way: Way, mut rng: Rng, goes_on: Arc<AtomicBool>) -> Vec<Latency> {
    let (game, mut clients) = open_game(address).await;
    let mirror = Mirror::begin(&mut clients[0], game).await;
    let known = watch::Sender::new((0, mirror.game().clone()));
    let mut hands = JoinSet::new();
    for mut client in clients {
        let seats = client.view(game).await.expect("the game is there").yours;
        let start = mirror.game().clone();
        let (rng, goes_on) = (rng.fork(), Arc::clone(&goes_on));
        match way {
            Way::Live => hands.spawn(play_live(client, game, start, seats, rng, goes_on, Duration::ZERO)),
            Way::Http => hands.spawn(play_http(client, game, known.clone(), seats, rng, goes_on)),
        };
    }
    hands.join_all().await.concat()
}

async fn play_live(
    client: Client,
    id: GameId,
    mut game: Game,
    seats: Vec<usize>,
    mut rng: Rng,
    goes_on: Arc<AtomicBool>,
    pause: Duration,
) -> Vec<Latency> {
    let mut latencies = vec![];
    let (mut live, _) = Live::open(&client, id, 1).await.expect("the game is there");
    let socket = live.socket();
    let mut seq = 0;
    let mut sent: Option<Instant> = None;
    while game.ending().is_none() && (goes_on.load(Ordering::Relaxed) || sent.is_some()) {
        if sent.is_none() && game.acting().is_some_and(|seat| seats.contains(&seat.index())) {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let action = quick_action(&game, &mut rng);
            let act = json!(ClientMessage::Act { seq: seq + 1, action }).to_string();
            sent = Some(Instant::now());
            socket.send(act.into()).await.expect("the connection holds");
        }
        // The other client may have stopped, so nobody waits for ever.
        let Ok(message) = tokio::time::timeout(Duration::from_secs(1), socket.next()).await else { continue };
        let message = message.expect("the connection holds").expect("the connection holds");
        let Ok(text) = message.to_text() else { continue };
        match serde_json::from_str(text).unwrap_or(Heard::Else) {
            Heard::Actions { actions } => {
                for played in actions {
                    game.act(played.seat, &played.action, &mut ()).expect("the server follows the rules");
                    seq += 1;
                }
            }
            Heard::Acted { .. } => {
                let start = sent.take().expect("one action is in flight");
                latencies.push((Instant::now(), start.elapsed()));
            }
            Heard::Error { error } => panic!("an action was refused: {error:?}"),
            Heard::Else => {}
        }
    }
    latencies
}

/// The clients of a game that is played over HTTP learn of each other's actions within this process, so that only
/// actions are measured and nobody asks again and again.
async fn play_http(
    mut client: Client,
    id: GameId,
    known: watch::Sender<(u32, Game)>,
    seats: Vec<usize>,
    mut rng: Rng,
    goes_on: Arc<AtomicBool>,
) -> Vec<Latency> {
    let mut latencies = vec![];
    let mut seen = known.subscribe();
    let is_mine = |game: &Game| game.acting().is_some_and(|seat| seats.contains(&seat.index()));
    loop {
        let mine = seen.wait_for(|(_, game)| game.ending().is_some() || is_mine(game));
        // The other client may have stopped, so nobody waits for ever.
        let mine = tokio::time::timeout(Duration::from_secs(1), mine).await.ok();
        let mine = mine.map(|state| state.expect("this client keeps the channel open").clone());
        if !goes_on.load(Ordering::Relaxed) {
            return latencies;
        }
        let Some((mut seq, mut game)) = mine else { continue };
        if game.ending().is_some() {
            return latencies;
        }
        let action = quick_action(&game, &mut rng);
        let start = Instant::now();
        client.act(id, seq + 1, &action).await.expect("the action is legal");
        latencies.push((Instant::now(), start.elapsed()));
        for entry in client.all_actions(id, seq + 1).await.expect("the game is there") {
            game.act(entry.seat, &entry.action, &mut ()).expect("the server follows the rules");
            seq = entry.seq;
        }
        known.send_replace((seq, game));
    }
}

/// A legal action that is found quickly: some path of some figure, or else the figure stays.
///
/// # Panics
///
/// If the game does not wait for a move.
#[must_use]
pub fn quick_action(game: &Game, rng: &mut Rng) -> Action {
    let playing = game.playing().expect("no tiles are laid");
    let seat = playing.acting().expect("a player is to move");
    let figures: Vec<_> = playing.movable(seat).iter().collect();
    let figure = figures[rng.usize(..figures.len())];
    let paths = (0..ATTEMPTS).map(|_| random_path(playing, figure, rng));
    let is_legal = |action: &Action| game.clone().act(Some(seat), action, &mut ()).is_ok();
    let moves: Vec<Action> = paths.map(|path| Action::Move { figure, path }).collect();
    let stay = Action::Move { figure, path: vec![] };
    moves.into_iter().find(is_legal).unwrap_or(stay)
}

fn random_path(playing: &Playing, figure: rules::FigureId, rng: &mut Rng) -> Vec<Step> {
    let mut path = vec![];
    if playing.position().whereabouts(figure) == Some(Whereabouts::Waiting) {
        path.push(Step::Enter);
    }
    let steps = rng.usize(..=usize::from(playing.number(figure)) - path.len());
    // Towards the exit more often than not, so that games are like those of people.
    let directions =
        [Direction::North, Direction::West, Direction::North, Direction::West, Direction::East, Direction::South];
    path.extend((0..steps).map(|_| Step::Go(directions[rng.usize(..directions.len())])));
    path
}
