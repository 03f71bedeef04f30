//! The server: tables over HTTP and WebSocket, stored in a database, and the files of the browser game.
//!
//! `docs/api.md` describes what it answers, `docs/hosting.md` how to run it.

mod api;
mod clock;
mod config;
mod game;
mod limits;
mod listen;
mod lots;
mod site;
mod store;
mod table;
mod thinkers;

use std::time::Duration;

pub use clock::Clock;
pub use config::{BotBudget, Config, Limits, NotAPublicUrl, PublicUrl};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
pub use site::{NO_SITE, Site};
pub use store::{Database, Durability, NotAPostgresUrl, OpenProblem, PostgresOptions, SqliteOptions};
use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use api::App;
use game::{Games, Message, Services};
use store::{DueBots, News};
use thinkers::Thinkers;

/// How often tables are looked for that have waited too long.
const SWEEP: Duration = Duration::from_secs(60);

/// How often a node shows that it lives, and looks for bots that nobody lets think.
const BEAT: Duration = Duration::from_secs(2);

/// How often figures are summed up. Until then every single one is kept.
const FIGURES: Duration = Duration::from_secs(5);

/// How many of them are removed at a time.
const SWEPT: u32 = 500;

/// A server whose database is open.
pub struct Server {
    app: App,
    config: Config,
    router: axum::Router,
    stop: CancellationToken,
}

impl Server {
    /// Opens the database and prepares everything.
    ///
    /// # Errors
    ///
    /// If the database cannot be opened.
    pub async fn open(config: Config, site: Site, metrics: Option<Metrics>) -> Result<Server, OpenProblem> {
        let services = Services {
            store: store::open(&config.database).await?,
            thinkers: Thinkers::start(config.bots.threads, config.bots.nodes),
            clock: config.clock.clone(),
            linger: config.limits.linger,
            patience: config.limits.patience,
        };
        let stop = CancellationToken::new();
        let app = App::new(
            Games::new(services),
            config.limits.clone(),
            config.public_url.clone(),
            config.trusted_proxies.clone(),
            metrics.map(|metrics| metrics.0),
            stop.clone(),
        );
        let router = site::guarded(api::router(app.clone()).fallback_service(site::files(site)));
        Ok(Server { app, config, router, stop })
    }

    /// The routes, for tests without a port.
    pub fn router(&self) -> axum::Router {
        self.router.clone()
    }

    /// Closes the database without having served anything.
    pub async fn close(self) {
        self.app.games.services.store.close().await;
    }

    /// Serves until `stop` completes. Then it finishes what is under way, takes leave of everybody who is connected, and
    /// closes the database.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) {
        let stopped = self.stop.clone();
        tokio::spawn(async move {
            stop.await;
            stopped.cancel();
        });
        let upkeep = tokio::spawn(upkeep(self.app.clone(), self.stop.clone()));
        let follow = tokio::spawn(follow(self.app.clone(), self.stop.clone()));
        let Config { limits, trusted_proxies, .. } = &self.config;
        listen::listen(listener, self.router, limits, trusted_proxies, self.stop.clone()).await;
        self.app.conversations.close();
        if timeout(listen::FAREWELL, self.app.conversations.wait()).await.is_err() {
            tracing::warn!("some clients do not read that the server stops");
        }
        // It ends with the same signal, after the table it is looking at.
        let _ = (upkeep.await, follow.await);
        self.app.games.close_all().await;
        self.app.games.services.store.close().await;
        tracing::info!("stopped");
    }
}

/// Does what nobody asks for: tells other nodes that this one lives, wakes bots whose turn a crash cut off, and forgets
/// tables that have waited too long.
async fn upkeep(app: App, stop: CancellationToken) {
    let [mut beats, mut figures, mut sweeps] = [BEAT, FIGURES, SWEEP].map(interval);
    for timer in [&mut beats, &mut figures, &mut sweeps] {
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = beats.tick() => beat(&app, &stop).await,
            _ = figures.tick() => {
                if let Some(metrics) = &app.metrics {
                    metrics.run_upkeep();
                }
            }
            _ = sweeps.tick() => sweep(&app).await,
        }
    }
}

async fn beat(app: &App, stop: &CancellationToken) {
    let store = &app.games.services.store;
    if let Err(error) = store.beat().await {
        return tracing::error!(%error, "the other nodes are not told that this one lives");
    }
    let DueBots { claimed, own } = match store.due_bots().await {
        Ok(due) => due,
        Err(error) => return tracing::error!(%error, "the games with bots to act cannot be found"),
    };
    // Bots of open games think already, unless they belonged to another node until now.
    let closed = own.into_iter().filter(|game| !app.games.is_open(*game));
    for game in claimed.into_iter().chain(closed) {
        if stop.is_cancelled() {
            return;
        }
        if app.games.tell(game, Message::Changed).await.is_err() {
            tracing::error!(%game, "a game with a bot to act cannot be opened");
        }
    }
}

async fn sweep(app: &App) {
    let services = &app.games.services;
    let before = services.clock.now().saturating_sub(services.patience_milliseconds());
    match services.store.abandoned(before, SWEPT).await {
        Ok(abandoned) => {
            for game in abandoned {
                // If that fails, the next sweep finds it again.
                let _ = app.games.tell(game, Message::Expire).await;
            }
        }
        Err(error) => tracing::error!(%error, "tables that waited too long cannot be found"),
    }
}

/// Tells open games what other nodes have done.
async fn follow(app: App, stop: CancellationToken) {
    let games = &app.games;
    loop {
        let news = tokio::select! {
            () = stop.cancelled() => return,
            news = games.services.store.news() => news,
        };
        match news {
            News::Game(game) => games.inform_if_open(game, Message::Changed),
            News::Presence(game) => games.inform_if_open(game, Message::Attended { again: false }),
            News::TurnedAway(game, seat) => games.inform_if_open(game, Message::TurnAway { seat }),
            News::Missed => {
                games.inform_all_open(|| Message::Changed);
                games.inform_all_open(|| Message::Attended { again: true });
            }
        }
    }
}

/// The metrics of this program, as Prometheus reads them. There can be only one.
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Starts to collect metrics. Returns `None` if the program does so already.
    #[must_use]
    pub fn install() -> Option<Metrics> {
        PrometheusBuilder::new().install_recorder().ok().map(Metrics)
    }
}
