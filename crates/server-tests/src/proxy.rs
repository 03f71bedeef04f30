//! Plain proxies: one in front of several servers, and one in front of the database that can be cut.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::Address;
use crate::postgres::PORT;

/// Passes every connection on to one of several servers, by turns. It knows nothing of HTTP.
#[derive(Debug)]
pub struct Balancer {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Balancer {
    /// Starts a proxy in front of servers, some of which may be down.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn start(nodes: Vec<Address>) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let next = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (nodes, next) = (nodes.clone(), Arc::clone(&next));
                tokio::spawn(async move {
                    if let Some(node) = reach(&nodes, &next).await {
                        // A connection that breaks on one side ends on the other as well.
                        let (mut client, mut node) = (client, node);
                        let _ = copy_bidirectional(&mut client, &mut node).await;
                    }
                });
            }
        });
        Balancer { address, task }
    }

    /// Where clients find it.
    #[must_use]
    pub fn address(&self) -> Address {
        Address::fixed(self.address)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Connects to the next server that is up.
async fn reach(nodes: &[Address], next: &AtomicUsize) -> Option<TcpStream> {
    let first = next.fetch_add(1, Ordering::Relaxed);
    for index in 0..nodes.len() {
        let node = &nodes[(first + index) % nodes.len()];
        if !node.is_up() {
            continue;
        }
        if let Ok(stream) = TcpStream::connect(node.current().await).await {
            let _ = stream.set_nodelay(true);
            return Some(stream);
        }
    }
    None
}

/// A network between a server and the database that can fail: while it is cut, nothing arrives and nothing is refused.
/// What was on its way arrives when it is mended, however late.
#[derive(Debug)]
pub struct Cable {
    port: u16,
    socket: PathBuf,
    is_cut: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Cable {
    /// Starts a proxy in front of the socket of PostgreSQL in `folder`. Its own socket is beside that one, with another
    /// number, so that it is deleted together with the database, however this process ends.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    #[must_use]
    pub fn start(folder: &Path) -> Cable {
        static NEXT: AtomicU16 = AtomicU16::new(PORT + 1);
        let port = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = socket(folder, port);
        let listener = UnixListener::bind(&own).expect("a socket can be made");
        let is_cut = watch::Sender::new(false);
        let (state, database) = (is_cut.subscribe(), socket(folder, PORT));
        let task = tokio::spawn(async move {
            while let Ok((server, _)) = listener.accept().await {
                tokio::spawn(pass(server, database.clone(), state.clone()));
            }
        });
        Cable { port, socket: own, is_cut, task }
    }

    /// The number of its socket.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts it.
    pub fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// Mends it.
    pub fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.task.abort();
        // The database may have gone already, and its folder with it.
        let _ = fs::remove_file(&self.socket);
    }
}

fn socket(folder: &Path, port: u16) -> PathBuf {
    folder.join(format!(".s.PGSQL.{port}"))
}

async fn pass(server: UnixStream, database: PathBuf, is_cut: watch::Receiver<bool>) {
    whole(&mut is_cut.clone()).await;
    // While the database is down, the server is refused.
    let Ok(database) = UnixStream::connect(database).await else { return };
    let (from_server, to_server) = server.into_split();
    let (from_database, to_database) = database.into_split();
    tokio::join!(carry(from_server, to_database, is_cut.clone()), carry(from_database, to_server, is_cut));
}

/// Carries bytes in one direction until it ends.
async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut is_cut: watch::Receiver<bool>,
) {
    let mut bytes = [0; 8192];
    loop {
        whole(&mut is_cut).await;
        let Ok(count) = from.read(&mut bytes).await else { break };
        // What was read just before the cut waits as well.
        whole(&mut is_cut).await;
        if count == 0 || to.write_all(&bytes[..count]).await.is_err() {
            break;
        }
    }
    // The other side may have gone already.
    let _ = to.shutdown().await;
}

/// Waits until the cable is not cut.
async fn whole(is_cut: &mut watch::Receiver<bool>) {
    if is_cut.wait_for(|is_cut| !is_cut).await.is_err() {
        // The test is over.
        std::future::pending::<()>().await;
    }
}
