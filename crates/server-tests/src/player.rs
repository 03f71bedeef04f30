//! Players that choose random legal actions, over HTTP or WebSocket, and watchers. They go on after a lost connection.

use fastrand::Rng;
use protocol::{ClientMessage, Entry, ErrorCode, GameId, GameView, ServerMessage};
use rules::chance::{Salt, Secret, Seed};
use rules::game::{Action, Game, Seat};
use rules::notation::from_hex;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::client::{BREATHER, Client, Failure};
use crate::{History, Live, Mirror, PATIENCE};

/// How often a connection may be lost in a row before the player gives up.
const LOSSES: u32 = 50;

/// Chooses one of the legal actions at random. Of a game that waits for a player there is always one.
///
/// # Panics
///
/// If the game waits for a tombstone or is over.
#[must_use]
pub fn random_action(game: &Game, rng: &mut Rng) -> Action {
    assert!(game.acting().is_some(), "the game waits for a player");
    rng.choice(game.legal_actions()).expect("a player can always act")
}

/// How a player or watcher leaves the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The game is over.
    Over,
    /// The server could not store an action, and the player may stop because of that.
    Unavailable,
}

/// Somebody at a table: the holder of some seats, or of none.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) game: GameId,
    pub(crate) seats: Vec<usize>,
    pub(crate) mirror: Mirror,
    pub(crate) rng: Rng,
    pub(crate) history: History,
    /// The number of actions that somebody at the table has seen. Those with HTTP wait for it instead of asking again
    /// and again.
    pub(crate) bell: watch::Sender<u32>,
    /// Whether it leaves when the server cannot store an action.
    pub(crate) may_leave: bool,
}

/// An action that has no answer yet.
struct InFlight {
    seq: u32,
    action: Action,
    /// Whether it was sent over the present connection.
    is_sent: bool,
}

impl Player {
    fn has(&self, seat: Option<Seat>) -> bool {
        seat.is_some_and(|seat| self.seats.contains(&seat.index()))
    }

    fn apply(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.mirror.apply(entry);
            self.history.shown(self.game, entry);
        }
        let seq = self.mirror.seq();
        self.bell.send_if_modified(|known| {
            let is_news = *known < seq;
            *known = seq.max(*known);
            is_news
        });
    }

    /// Plays over HTTP to the end.
    pub(crate) async fn play_over_http(mut self) -> Left {
        let mut bell = self.bell.subscribe();
        self.catch_up().await;
        while !self.mirror.is_over() {
            if self.has(self.mirror.game().acting()) {
                if let Some(left) = self.act_over_http().await {
                    return left;
                }
            } else {
                let seq = self.mirror.seq();
                let rung = tokio::time::timeout(PATIENCE, bell.wait_for(|known| *known > seq)).await;
                drop(rung.unwrap_or_else(|_| panic!("{}: nobody acts", self.game)));
                self.catch_up().await;
            }
        }
        let game = self.game;
        let view = self.client.view(game).await.expect("the game is there");
        self.check_view(&view);
        self.history.repeated(self.client.repeated());
        Left::Over
    }

    async fn act_over_http(&mut self) -> Option<Left> {
        let (game, seq) = (self.game, self.mirror.seq() + 1);
        if self.rng.u8(..) < 16 {
            self.check_moves().await;
        }
        let action = random_action(self.mirror.game(), &mut self.rng);
        let asked = self.history.ask();
        // The client repeats it if the answer is lost: the server knows the number.
        let acted = self.client.act(game, seq, &action).await;
        let acted = match acted {
            Ok(acted) => acted,
            Err(failure) if self.may_leave && failure.code() == Some(ErrorCode::Unavailable) => {
                return Some(Left::Unavailable);
            }
            Err(failure) => panic!("{game}: a legal action was refused: {failure:?}"),
        };
        self.history.answer(game, asked, seq);
        self.history.acknowledged(game, seq, &action, Some(acted.hash));
        self.catch_up().await;
        let (seat, known) = self.mirror.action(seq).cloned().expect("an acknowledged action is shown");
        assert_eq!(known, action, "{game}: number {seq} was acknowledged and is another action");
        assert!(self.has(seat), "{game}: number {seq} is by another seat");
        assert_eq!(Some(acted.hash), self.mirror.hash(seq), "{game}: the answer has another hash");
        if self.rng.u8(..) < 16 {
            let again = self.client.act(game, seq, &action).await;
            assert_eq!(again.as_ref(), Ok(&acted), "{game}: a repeated action has another answer");
        }
        None
    }

    /// Compares the legal moves that the server lists with those of the rules.
    async fn check_moves(&mut self) {
        let game = self.game;
        let moves = self.client.moves(game).await.expect("a player is to act");
        assert_eq!((Some(moves.seat), moves.seq), (self.mirror.game().acting(), self.mirror.seq()), "{game}");
        assert_eq!(moves.actions.len(), self.mirror.game().legal_actions().len(), "{game}: other legal moves");
        for legal in moves.actions {
            let mut after = self.mirror.game().clone();
            let result = after.act(Some(moves.seat), &legal.action, &mut ());
            assert_eq!(result, Ok(()), "{game}: {:?} is not legal", legal.action);
            // While tiles are laid there is no position, not even after the last one.
            let was_laying = self.mirror.game().laying().is_some();
            let position = after.playing().filter(|_| !was_laying).map(|playing| playing.position().to_string());
            assert_eq!(legal.position, position, "{game}: {:?} leads elsewhere", legal.action);
        }
    }

    async fn catch_up(&mut self) {
        let (game, next) = (self.game, self.mirror.seq() + 1);
        let asked = self.history.ask();
        let entries = self.client.all_actions(game, next).await;
        self.apply(&entries.expect("the game is there"));
        self.history.answer(game, asked, self.mirror.seq());
    }

    fn check_view(&self, view: &GameView) {
        self.mirror.check_view(view);
        assert_eq!(view.yours, self.seats, "{}: other seats are mine", self.game);
    }

    /// Plays over WebSocket to the end, or watches if no seat is the player's.
    pub(crate) async fn play_live(mut self) -> Left {
        let mut in_flight: Option<InFlight> = None;
        let mut losses = 0;
        let is_steadfast = self.client.is_steadfast();
        let mut since = Instant::now();
        loop {
            let before = self.mirror.seq();
            let asked = self.history.ask();
            let left = match Live::open(&self.client, self.game, before + 1).await {
                Ok((live, view)) => {
                    self.history.answer(self.game, asked, view.seq);
                    self.stay(live, view, &mut in_flight).await
                }
                Err(failure) => Err(failure),
            };
            match left {
                Ok(left) => return left,
                Err(failure) if is_steadfast && failure.code().is_none_or(|code| code == ErrorCode::Unavailable) => {
                    if self.mirror.seq() > before {
                        since = Instant::now();
                    }
                    assert!(since.elapsed() < PATIENCE, "{}: nothing happens any more: {failure:?}", self.game);
                    sleep(BREATHER).await;
                }
                Err(Failure::Refused(refusal)) => panic!("{}: the connection was refused: {refusal:?}", self.game),
                Err(Failure::Lost(why)) => {
                    losses = if self.mirror.seq() > before { 0 } else { losses + 1 };
                    assert!(losses < LOSSES, "{}: the connection was lost {losses} times: {why}", self.game);
                }
            }
            if let Some(in_flight) = &mut in_flight {
                self.history.repeated(u64::from(in_flight.is_sent));
                in_flight.is_sent = false;
            }
        }
    }

    /// Stays until the game is over or the connection is lost.
    async fn stay(
        &mut self,
        mut live: Live,
        welcome: GameView,
        in_flight: &mut Option<InFlight>,
    ) -> Result<Left, Failure> {
        self.check_view(&welcome);
        let mut is_revealed = false;
        loop {
            // The answer to the last action may come after the secret.
            if is_revealed && in_flight.is_none() {
                return Ok(Left::Over);
            }
            if self.mirror.seq() >= welcome.seq {
                self.settle(in_flight);
                if in_flight.is_none() && self.has(self.mirror.game().acting()) {
                    let action = random_action(self.mirror.game(), &mut self.rng);
                    *in_flight = Some(InFlight { seq: self.mirror.seq() + 1, action, is_sent: false });
                }
                if let Some(InFlight { seq, action, is_sent: is_sent @ false }) = in_flight {
                    *is_sent = true;
                    live.send(&ClientMessage::Act { seq: *seq, action: action.clone() }).await?;
                }
            }
            match live.next().await? {
                ServerMessage::Actions { actions, awaits } => {
                    self.apply(&actions);
                    self.mirror.check_awaits(awaits);
                }
                ServerMessage::Table { game } => self.mirror.check_view(&game),
                ServerMessage::Acted { seq } => {
                    let acted = in_flight.take().filter(|in_flight| in_flight.seq == seq && in_flight.is_sent);
                    let acted = acted.unwrap_or_else(|| panic!("{}: nobody sent number {seq}", self.game));
                    let shown = self.mirror.action(seq).map(|(_, action)| action);
                    assert_eq!(shown, Some(&acted.action), "{}: an action is shown before it is acted", self.game);
                    self.history.acknowledged(self.game, seq, &acted.action, self.mirror.hash(seq));
                }
                ServerMessage::Over { seed, salt } => {
                    self.check_over(&seed, &salt);
                    is_revealed = true;
                }
                ServerMessage::Error { error, .. } if self.may_leave && error.code == ErrorCode::Unavailable => {
                    return Ok(Left::Unavailable);
                }
                ServerMessage::Error { error, .. }
                    if self.client.is_steadfast() && error.code == ErrorCode::Unavailable =>
                {
                    return Err(Failure::Lost(error.message));
                }
                ServerMessage::Error { sent, seq, error } => {
                    panic!("{}: number {sent:?} was refused after {seq:?}: {error:?}", self.game)
                }
                ServerMessage::Bye { .. } => return Err(Failure::Lost("bye".to_owned())),
                ServerMessage::Pong {} => panic!("{}: an answer that nobody asked for", self.game),
                ServerMessage::Welcome { .. } => panic!("{}: a second welcome", self.game),
            }
        }
    }

    /// Looks after a lost connection whether the action without an answer was carried out. If so, that is as good as
    /// an answer; if not, it is sent again.
    fn settle(&self, in_flight: &mut Option<InFlight>) {
        let is_lost = in_flight.as_ref().is_some_and(|one| !one.is_sent && self.mirror.seq() >= one.seq);
        if let Some(lost) = in_flight.take_if(|_| is_lost) {
            let shown = self.mirror.action(lost.seq).map(|(_, action)| action);
            assert_eq!(shown, Some(&lost.action), "{}: somebody else acted for my seat", self.game);
        }
    }

    fn check_over(&self, seed: &str, salt: &str) {
        assert!(self.mirror.is_over(), "{}: the secret is revealed before the end", self.game);
        let read = |text: &str| from_hex(text).unwrap_or_else(|| panic!("{text} is not hexadecimal"));
        let secret = Secret { seed: Seed(read(seed)), salt: Salt(read(salt)) };
        assert_eq!(secret.commitment(), self.mirror.terms().commitment(), "{}: another secret", self.game);
    }
}
