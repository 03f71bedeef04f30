//! Connections to the database, and what to do when one is lost.
//!
//! The pool of sqlx is not used: a connection whose network is gone would keep its place there for as long as the
//! operating system believes in it.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep, timeout};

use super::{ANSWER, CONNECT};

/// How long to wait before trying again to connect.
const PAUSE: Duration = Duration::from_millis(100);

/// Connections for statements that may be repeated.
pub(super) struct Connections {
    options: PgConnectOptions,
    idle: Mutex<Vec<PgConnection>>,
    permits: Semaphore,
}

/// A connection in use. It is closed when this is dropped, unless it is kept.
pub(super) struct Lease<'a> {
    connection: PgConnection,
    connections: &'a Connections,
    _permit: SemaphorePermit<'a>,
}

impl Connections {
    pub(super) fn new(options: PgConnectOptions, most: usize) -> Connections {
        Connections { options, idle: Mutex::default(), permits: Semaphore::new(most) }
    }

    /// A connection, which may turn out to be lost.
    pub(super) async fn take(&self) -> Result<Lease<'_>, sqlx::Error> {
        let permit = in_time(async { self.permits.acquire().await.map_err(|_| sqlx::Error::PoolClosed) }).await?;
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        Ok(Lease { connection, connections: self, _permit: permit })
    }

    /// Closes the connections that nobody uses: if one is lost, so are probably the others.
    pub(super) fn clear(&self) {
        self.idle().clear();
    }

    pub(super) async fn close(&self) {
        self.permits.close();
        let idle = std::mem::take(&mut *self.idle());
        for connection in idle {
            // The database notices the end in any case.
            let _ = in_time(connection.close()).await;
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<PgConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease<'_> {
    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Keeps the connection for others. Nothing may be under way on it.
    pub(super) fn keep(self) {
        let Lease { connection, connections, .. } = self;
        connections.idle().push(connection);
    }
}

/// Connects, and goes on trying for a while if the database is just being restarted.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let deadline = Instant::now() + CONNECT;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match timeout(left, PgConnection::connect_with(options)).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) if is_lost(&error) && Instant::now() + PAUSE < deadline => sleep(PAUSE).await,
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(no_answer()),
        }
    }
}

/// Waits for the database, but not for ever. The connection must not be used again after a timeout.
pub(super) async fn in_time<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    timeout(ANSWER, work).await.unwrap_or_else(|_| Err(no_answer()))
}

fn no_answer() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
}

/// Whether the connection is gone, so that another one may work.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() != io::ErrorKind::TimedOut,
        sqlx::Error::Protocol(_) => true,
        // The classes of failed connections and of a database that is being stopped or started.
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

/// Carries out a statement that may be repeated, on a second connection if the first one turns out to be lost.
macro_rules! repeatable {
    ($connections:expr, $connection:ident => $work:expr) => {{
        let mut is_first = true;
        loop {
            let mut lease = $connections.take().await?;
            let $connection = lease.connection();
            match $crate::store::postgres::connections::in_time($work).await {
                Ok(value) => {
                    lease.keep();
                    break Ok::<_, $crate::store::StoreError>(value);
                }
                Err(error) if is_first && $crate::store::postgres::connections::is_lost(&error) => {
                    $connections.clear();
                    is_first = false;
                }
                Err(error) => break Err(error.into()),
            }
        }
    }};
}
pub(super) use repeatable;
