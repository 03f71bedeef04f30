//! An HTTP server for the files of the browser game, with compression, caching and security headers.
//!
//! It knows nothing about the game itself.

mod http;
mod site;

use std::future::Future;
use std::io;

pub use http::{NO_SITE, router};
pub use site::Site;
use tokio::net::TcpListener;

/// Serves the site until `stop` completes, then finishes pending requests.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    site: Site,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router(site)).with_graceful_shutdown(stop).await
}
