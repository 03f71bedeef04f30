//! Serves the browser game: the files of the site, with all that keeps a browser safe and quick.
//!
//! It knows nothing of the game.

mod http;
mod site;

use std::future::Future;
use std::io;

pub use http::router;
pub use site::Site;
use tokio::net::TcpListener;

/// Serves the site until `stop` is ready, then finishes what is under way.
///
/// # Errors
///
/// If the listener breaks down.
pub async fn serve(
    listener: TcpListener,
    site: Site,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router(site)).with_graceful_shutdown(stop).await
}
