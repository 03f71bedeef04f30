//! A server of its own for a test, which can be killed and started again.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;

use server::{Config, Durability, Server, Site, SqliteOptions};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::stage::{output, site};

/// A server that can be killed. Its tables survive that.
pub struct House {
    data: TempDir,
    address: SocketAddr,
    running: Option<Running>,
}

struct Running {
    /// Dropped, the server dies where it stands.
    life: oneshot::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl House {
    /// Starts a server.
    ///
    /// # Panics
    ///
    /// If there is no port, no room for a database, or no site.
    #[must_use]
    pub fn open() -> House {
        let data = tempfile::tempdir_in(output()).expect("a folder for the database");
        let mut house = House { data, address: SocketAddr::from(([127, 0, 0, 1], 0)), running: None };
        house.start();
        house
    }

    /// Where it listens: the address of the page, with a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Its port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Starts it again, on the same port and with the same tables.
    ///
    /// # Panics
    ///
    /// If it runs already, or cannot be started.
    pub fn start(&mut self) {
        assert!(self.running.is_none(), "the server is running");
        let file = self.data.path().join("house.sqlite");
        let config = Config::new(SqliteOptions { file, durability: Durability::None, megabytes: None });
        let (address, (life, death), (told, listening)) = (self.address, oneshot::channel::<()>(), mpsc::channel());
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
            runtime.block_on(async move {
                let site = Site::read(&site()).expect("the site is built");
                let listener = TcpListener::bind(address).await.expect("the port is free");
                told.send(listener.local_addr().expect("an address")).expect("the test waits");
                let server = Server::open(config, site, None).await.expect("a database");
                tokio::select! {
                    _ = death => {}
                    () = server.serve(listener, std::future::pending()) => {}
                }
            });
            // No farewell: connections break, and whatever was under way is lost.
            runtime.shutdown_background();
        });
        self.address = listening.recv().expect("the server listens");
        self.running = Some(Running { life, thread });
    }

    /// Kills it without a word.
    ///
    /// # Panics
    ///
    /// If it does not run.
    pub fn kill(&mut self) {
        let Running { life, thread } = self.running.take().expect("the server runs");
        drop(life);
        thread.join().expect("the server has not panicked");
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.kill();
        }
    }
}
