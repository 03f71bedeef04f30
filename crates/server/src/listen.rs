//! Accepting connections, and ending those that take too long.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;

use crate::config::Limits;
use crate::limits::Admission;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// How long the server waits for requests that are under way when it stops.
pub(crate) const FAREWELL: Duration = Duration::from_secs(10);

/// Accepts connections until `stop` is cancelled, then waits for requests that are under way.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    limits: &Limits,
    trusted_proxies: &[IpNet],
    stop: CancellationToken,
) {
    let admission = Admission::new(limits.connections_per_address, limits.connections);
    let graceful = GracefulShutdown::new();
    loop {
        let (stream, address) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    after_failure(&error).await;
                    continue;
                }
            },
        };
        // Many people share the address of a proxy.
        let Some(admitted) = admission.admit((!is_trusted(trusted_proxies, address.ip())).then(|| address.ip().into()))
        else {
            metrics::counter!("fearsome_refused_connections_total").increment(1);
            continue;
        };
        // Small messages are sent at once.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(limits.idle_timeout));
        stream.set_write_timeout(Some(limits.idle_timeout));
        let service = TowerToHyperService::new(router.clone().layer(axum::Extension(ConnectInfo(Peer(address)))));
        let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
        builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(admitted);
        });
    }
    drop(listener);
    if timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way");
    }
}

/// Whether an address belongs to a proxy that is trusted.
pub(crate) fn is_trusted(proxies: &[IpNet], address: IpAddr) -> bool {
    proxies.iter().any(|proxy| proxy.contains(&address.to_canonical()))
}

/// Waits after a failure that would repeat itself at once, such as too many open files.
async fn after_failure(error: &io::Error) {
    let passes = [io::ErrorKind::ConnectionAborted, io::ErrorKind::ConnectionReset, io::ErrorKind::ConnectionRefused];
    if !passes.contains(&error.kind()) {
        tracing::error!(%error, "no connection can be accepted");
        sleep(Duration::from_millis(200)).await;
    }
}
