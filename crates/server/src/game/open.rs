//! The games that are open, and how one is opened when somebody asks for it.

use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::{ErrorCode, GameId, Problem};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::actor::Actor;
use super::commands::{Message, Refusal, Reply};
use crate::clock::Clock;
use crate::store::{Found, Store, StoreError};
use crate::thinkers::Thinkers;

/// The number of messages that wait for a game before whoever sends more has to wait.
const QUEUE: usize = 64;

/// What every game uses.
pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) thinkers: Thinkers,
    pub(crate) clock: Clock,
    /// How long a game stays open that nobody asks for.
    pub(crate) linger: Duration,
    /// How long a table waits where nobody is.
    pub(crate) patience: Duration,
}

impl Services {
    /// How long a table waits where nobody is, in milliseconds.
    pub(crate) fn patience_milliseconds(&self) -> i64 {
        i64::try_from(self.patience.as_millis()).unwrap_or(i64::MAX)
    }
}

/// The games that are open. A game is a task of its own, and the map has the only lasting way to reach it.
#[derive(Clone)]
pub(crate) struct Games {
    open: Arc<Mutex<HashMap<GameId, mpsc::Sender<Message>>>>,
    pub(crate) services: Arc<Services>,
    tasks: TaskTracker,
}

impl Games {
    pub(crate) fn new(services: Services) -> Games {
        Games { open: Arc::default(), services: Arc::new(services), tasks: TaskTracker::new() }
    }

    fn map(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Message>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a game for something, and opens it if it is not open.
    pub(crate) async fn ask<T>(&self, game: GameId, message: impl Fn(Reply<T>) -> Message) -> Result<T, Refusal> {
        // A game may close just when it is asked. Then nothing has happened, and it is opened again.
        for _ in 0..3 {
            let inbox = self.inbox(game).await?;
            let (reply, answer) = oneshot::channel();
            if inbox.send(message(reply)).await.is_err() {
                continue;
            }
            drop(inbox);
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(unavailable().into())
    }

    /// Sends a message that has no answer.
    pub(crate) async fn tell(&self, game: GameId, message: Message) -> Result<(), Refusal> {
        self.inbox(game).await?.send(message).await.map_err(|_| unavailable().into())
    }

    /// Sends a message that has no answer to a game if it is open.
    pub(crate) async fn tell_if_open(&self, game: GameId, message: Message) {
        let inbox = self.map().get(&game).cloned();
        if let Some(inbox) = inbox {
            // A game that closes has nobody to tell.
            let _ = inbox.send(message).await;
        }
    }

    /// Sends a message that has no answer to a game if it is open, without waiting for a game that is busy.
    pub(crate) fn inform_if_open(&self, game: GameId, message: Message) {
        let inbox = self.map().get(&game).cloned();
        if let Some(inbox) = inbox {
            inform(inbox, message);
        }
    }

    /// Sends a message that has no answer to every open game.
    pub(crate) fn inform_all_open(&self, message: impl Fn() -> Message) {
        let inboxes: Vec<mpsc::Sender<Message>> = self.map().values().cloned().collect();
        inboxes.into_iter().for_each(|inbox| inform(inbox, message()));
    }

    /// Whether a game is open.
    pub(crate) fn is_open(&self, game: GameId) -> bool {
        self.map().get(&game).is_some_and(|inbox| !inbox.is_closed())
    }

    async fn inbox(&self, game: GameId) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(inbox) = self.map().get(&game).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        let stored = match self.services.store.load(game).await.map_err(failure)? {
            Found::Nothing => return Err(Problem::new(ErrorCode::NoSuchGame, "there is no such game").into()),
            Found::Gone => return Err(Problem::new(ErrorCode::Gone, "the table has expired").into()),
            Found::Game(stored) => stored,
        };
        let actor = Actor::new(game, *stored, self.clone()).map_err(|problem| {
            tracing::error!(%game, %problem, "a stored game cannot be opened");
            unavailable()
        })?;
        let mut map = self.map();
        match map.entry(game) {
            MapEntry::Occupied(entry) if !entry.get().is_closed() => Ok(entry.get().clone()),
            entry => {
                let (inbox, messages) = mpsc::channel(QUEUE);
                entry.insert_entry(inbox.clone());
                metrics::gauge!("fearsome_open_games").set(map.len() as f64);
                self.tasks.spawn(actor.run(messages));
                Ok(inbox)
            }
        }
    }

    /// Closes a game whose task has nothing to do. Returns whether it may end: nobody can reach it then.
    pub(super) fn close(&self, game: GameId, messages: &mpsc::Receiver<Message>) -> bool {
        let mut map = self.map();
        // The map has one sender. Whoever has another is about to send something.
        if !messages.is_empty() || messages.sender_strong_count() > 1 {
            return false;
        }
        map.remove(&game);
        metrics::gauge!("fearsome_open_games").set(map.len() as f64);
        true
    }

    /// Makes a game unreachable whose task ends although somebody may want to reach it. They open it again.
    pub(super) fn forget(&self, game: GameId) {
        self.map().remove(&game);
    }

    /// Ends the tasks of all games after what they are doing now.
    pub(crate) async fn close_all(&self) {
        self.map().clear();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

fn inform(inbox: mpsc::Sender<Message>, message: Message) {
    if let Err(mpsc::error::TrySendError::Full(message)) = inbox.try_send(message) {
        // A game that closes has nobody to tell.
        tokio::spawn(async move { drop(inbox.send(message).await) });
    }
}

/// What a client is told when the server fails. The cause is in the log.
fn unavailable() -> Problem {
    Problem::new(ErrorCode::Unavailable, "the server cannot do this at the moment: try again later")
}

/// What a client is told when something could not be stored or read.
pub(crate) fn failure(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict | StoreError::CodeTaken => {
            Problem::new(ErrorCode::Unavailable, "the table has changed in the meantime: try again")
        }
        StoreError::TooMany => Problem::new(ErrorCode::TooMany, "too many tables or seats from your address"),
        StoreError::Full => {
            tracing::error!("the database is full");
            Problem::new(ErrorCode::Unavailable, "the server has no room left: nothing was stored")
        }
        StoreError::Failed(problem) => {
            tracing::error!(%problem, "the database failed");
            unavailable()
        }
    }
}
