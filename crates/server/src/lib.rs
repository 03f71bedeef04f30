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

use std::sync::Arc;
use std::time::Duration;

pub use clock::Clock;
pub use config::{BotBudget, Config, Limits, NotAPublicUrl, PublicUrl};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
pub use site::{NO_SITE, Site};
pub use store::{Durability, OpenProblem, SqliteOptions};
use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use api::App;
use game::{Games, Message, Services};
use store::Sqlite;
use thinkers::Thinkers;

/// How often tables are looked for that have waited too long.
const SWEEP: Duration = Duration::from_secs(60);

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
        let store = Sqlite::open(config.database.clone()).await?;
        let services = Services {
            store: Arc::new(store),
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
        let Config { limits, trusted_proxies, .. } = &self.config;
        listen::listen(listener, self.router, limits, trusted_proxies, self.stop.clone()).await;
        self.app.conversations.close();
        if timeout(listen::FAREWELL, self.app.conversations.wait()).await.is_err() {
            tracing::warn!("some clients do not read that the server stops");
        }
        // It ends with the same signal, after the table it is looking at.
        let _ = upkeep.await;
        self.app.games.close_all().await;
        self.app.games.services.store.close().await;
        tracing::info!("stopped");
    }
}

/// Does what nobody asks for: bots whose turn a restart cut off, and tables that have waited too long.
async fn upkeep(app: App, stop: CancellationToken) {
    let games = &app.games;
    match games.services.store.games_with_bots_due().await {
        Ok(due) => {
            for game in due {
                if stop.is_cancelled() {
                    return;
                }
                if games.tell(game, Message::Wake).await.is_err() {
                    tracing::error!(%game, "a game with a bot to act cannot be opened");
                }
            }
        }
        Err(error) => tracing::error!(%error, "the games with bots to act cannot be found"),
    }
    let mut figures = interval(FIGURES);
    figures.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweeps = interval(SWEEP);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = figures.tick() => {
                if let Some(metrics) = &app.metrics {
                    metrics.run_upkeep();
                }
                continue;
            }
            _ = sweeps.tick() => {}
        }
        let before = games.services.clock.now().saturating_sub(games.services.patience_milliseconds());
        match games.services.store.abandoned(before, SWEPT).await {
            Ok(abandoned) => {
                for game in abandoned {
                    // If that fails, the next sweep finds it again.
                    let _ = games.tell(game, Message::Expire).await;
                }
            }
            Err(error) => tracing::error!(%error, "tables that waited too long cannot be found"),
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
