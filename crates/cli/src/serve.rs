//! Serves the browser game from this program.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use server::Site;
use tokio::net::TcpListener;

/// Where the game is served.
#[derive(Args, Clone, Debug)]
pub struct ServeArguments {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8717)]
    pub port: u16,
    /// The address of this machine: 0.0.0.0 lets others in the same network open the game, too.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Opens the game in the browser.
    #[arg(long)]
    pub open: bool,
}

/// Serves until Ctrl-C.
///
/// # Errors
///
/// If the port is taken or may not be used.
pub fn serve(arguments: &ServeArguments, output: &mut impl Write) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let asked = SocketAddr::new(arguments.host, arguments.port);
        let listener = TcpListener::bind(asked).await.map_err(|error| refused(asked, &error))?;
        let address = listener.local_addr().context("a port that listens has an address")?;
        let site = Site::embedded();
        if site.is_empty() {
            writeln!(output, "This program was built without the browser game: `cargo xtask play` builds it.")?;
        }
        writeln!(output, "Fearsome Floors is served at http://{address}/ (Ctrl-C ends it)")?;
        output.flush()?;
        if arguments.open {
            // 0.0.0.0 is where it listens, not where a browser can go.
            let port = address.port();
            open(&if address.ip().is_unspecified() {
                format!("http://localhost:{port}/")
            } else {
                format!("http://{address}/")
            });
        }
        server::serve(listener, site, stop()).await?;
        Ok(())
    })
}

fn refused(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!("port {} is taken: choose another one with --port, or 0 for any free one", address.port())
        }
        io::ErrorKind::PermissionDenied => anyhow!("port {} may not be used: choose one above 1023", address.port()),
        io::ErrorKind::AddrNotAvailable => anyhow!("{} is no address of this machine", address.ip()),
        _ => anyhow!("{address}: {error}"),
    }
}

async fn stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the signal the program ends as the system ends it.
        std::future::pending::<()>().await;
    }
}

/// Opens the address in a browser. Where there is none, the printed address has to do.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        eprintln!("No browser could be opened: open the address yourself.");
    }
}
