//! What nodes tell each other: the notifications of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use protocol::GameId;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::CONNECT;
use crate::store::News;

/// The channel of all notices.
pub(super) const CHANNEL: &str = "fearsome";

/// The most games in one notice: PostgreSQL allows 8000 bytes.
pub(super) const MOST_GAMES: usize = 400;

/// How long nothing is heard, not even a heartbeat, before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(10);

/// How long to wait before the next attempt to listen.
const PAUSE: Duration = Duration::from_millis(200);

/// The text of a notification: who sends it, what it is about, and the games.
pub(super) struct Notice;

impl Notice {
    pub(super) fn games(node: &str, games: &[GameId]) -> String {
        let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
        format!("{node} games {}", games.join(" "))
    }

    pub(super) fn presence_prefix(node: &str) -> String {
        format!("{node} presence ")
    }

    pub(super) fn turned_away(node: &str, game: GameId, seat: usize) -> String {
        format!("{node} turned-away {game} {seat}")
    }

    pub(super) fn beat(node: &str) -> String {
        format!("{node} beat")
    }

    /// What another node says. What a newer node says and this one does not know is ignored.
    pub(super) fn read(text: &str, own: &str) -> Vec<News> {
        let mut words = text.split(' ');
        let (node, topic) = (words.next(), words.next());
        if node == Some(own) {
            return vec![];
        }
        match topic {
            Some("games") => words.filter_map(|word| word.parse().ok()).map(News::Game).collect(),
            Some("presence") => words.filter_map(|word| word.parse().ok()).map(News::Presence).collect(),
            Some("turned-away") => {
                let game = words.next().and_then(|word| word.parse().ok());
                let seat = words.next().and_then(|word| word.parse().ok());
                game.zip(seat).map(|(game, seat)| News::TurnedAway(game, seat)).into_iter().collect()
            }
            _ => vec![],
        }
    }
}

/// Listens until it is stopped. Whenever something may have been missed, it says so.
pub(super) async fn listen(
    options: PgConnectOptions,
    node: String,
    heard: mpsc::UnboundedSender<News>,
    is_listening: Arc<AtomicBool>,
    stop: CancellationToken,
) {
    let mut is_first = true;
    while !stop.is_cancelled() {
        let listener = tokio::select! {
            () = stop.cancelled() => return,
            listener = timeout(CONNECT, connect(&options)) => listener,
        };
        match listener {
            Ok(Ok(listener)) => {
                if !is_first {
                    tracing::info!("the notifications of the database are heard again");
                    // Nobody waits for news after the end.
                    let _ = heard.send(News::Missed);
                }
                is_first = false;
                is_listening.store(true, Ordering::Relaxed);
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = hear(listener, &node, &heard) => {}
                }
                is_listening.store(false, Ordering::Relaxed);
                tracing::warn!("the notifications of the database are lost");
            }
            Ok(Err(error)) => tracing::debug!(%error, "the database cannot be listened to"),
            Err(_) => tracing::debug!("the database does not answer"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep(PAUSE) => {}
        }
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes on what is heard until the connection is lost.
async fn hear(mut listener: PgListener, node: &str, heard: &mpsc::UnboundedSender<News>) {
    while let Ok(Ok(Some(notification))) = timeout(SILENCE, listener.try_recv()).await {
        for news in Notice::read(notification.payload(), node) {
            // Nobody waits for news after the end.
            let _ = heard.send(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(byte: u8) -> GameId {
        GameId::from_random([byte; GameId::LENGTH])
    }

    #[test]
    fn notices_are_read_by_other_nodes_only() {
        let text = Notice::games("a", &[game(1), game(2)]);
        assert_eq!(Notice::read(&text, "b"), [News::Game(game(1)), News::Game(game(2))]);
        assert_eq!(Notice::read(&text, "a"), []);
        let text = format!("{}{}", Notice::presence_prefix("a"), game(3));
        assert_eq!(Notice::read(&text, "b"), [News::Presence(game(3))]);
        assert_eq!(Notice::read(&Notice::turned_away("a", game(1), 4), "b"), [News::TurnedAway(game(1), 4)]);
        assert_eq!(Notice::read(&Notice::beat("a"), "b"), []);
    }

    #[test]
    fn what_a_newer_node_says_is_ignored() {
        for text in ["", "a", "a weather rain", "a games ?", "a turned-away x 1", "a turned-away"] {
            assert_eq!(Notice::read(text, "b"), [], "{text:?}");
        }
    }

    #[test]
    fn the_longest_notice_fits() {
        let games = vec![game(7); MOST_GAMES];
        assert!(Notice::games(&"f".repeat(16), &games).len() < 8000);
    }
}
