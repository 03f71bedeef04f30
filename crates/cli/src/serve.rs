//! `fearsome serve`: serves the browser game.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use server::Site;
use tokio::net::TcpListener;

/// Where to serve the game.
#[derive(Args, Clone, Debug)]
pub struct ServeArguments {
    /// Port to listen on; 0 picks a free one.
    #[arg(long, default_value_t = 8717)]
    pub port: u16,
    /// Address to listen on; 0.0.0.0 makes the game available to the local network.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Open the game in the browser.
    #[arg(long)]
    pub open: bool,
}

/// Serves the game until Ctrl-C.
///
/// # Errors
///
/// If the port is in use or not permitted.
pub fn serve(arguments: &ServeArguments, output: &mut impl Write) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let asked = SocketAddr::new(arguments.host, arguments.port);
        let listener = TcpListener::bind(asked).await.map_err(|error| refused(asked, &error))?;
        let address = listener.local_addr().context("cannot determine the address of the open port")?;
        let site = Site::embedded();
        if site.is_empty() {
            writeln!(output, "{}", server::NO_SITE)?;
        }
        writeln!(output, "Fearsome Floors is served at http://{address}/ (press Ctrl-C to stop)")?;
        output.flush()?;
        if arguments.open {
            // A browser cannot open 0.0.0.0.
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
            anyhow!("port {} is in use: choose another one with --port, or 0 for any free port", address.port())
        }
        io::ErrorKind::PermissionDenied => anyhow!("port {} is not permitted: choose one above 1023", address.port()),
        io::ErrorKind::AddrNotAvailable => anyhow!("{} is not an address of this machine", address.ip()),
        _ => anyhow!("{address}: {error}"),
    }
}

async fn stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler, the default action of the signal ends the program.
        std::future::pending::<()>().await;
    }
}

/// Opens the address in a browser. If that fails, the user can open the printed address.
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
        eprintln!("Could not open a browser. Please open the address yourself.");
    }
}
