//! `fearsome serve`: serves the browser game and its tables.

mod lan;
mod options;
mod qr;

use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, anyhow};
use lan::Places;
pub use options::ServeArguments;
use options::{LogFormat, LogLevel};
use server::{Metrics, Server, Site};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Serves the game until Ctrl-C or SIGTERM. `is_terminal`: whether the output goes to a terminal, which can show a QR
/// code.
///
/// # Errors
///
/// If an option is wrong, the data folder cannot be used, or the port is in use or not permitted.
pub fn serve(arguments: &ServeArguments, is_terminal: bool, output: &mut impl Write) -> Result<()> {
    let options = arguments.clone().with_file()?;
    log(&options);
    // Servers that share a database need no folder.
    let (data, _lock) = match &options.database {
        Some(_) => (PathBuf::new(), None),
        None => {
            let data = options.data_folder()?;
            let lock = reserve(&data)?;
            if lock.is_none() {
                if options.check {
                    writeln!(output, "The options are valid. {} is in use by a running server.", data.display())?;
                    return Ok(());
                }
                return Err(anyhow!(
                    "{} is in use by another server: choose another folder with --data",
                    data.display()
                ));
            }
            (data, lock)
        }
    };
    let store = options.database.as_ref().map_or_else(|| data.display().to_string(), ToString::to_string);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let site = Site::embedded();
        let has_site = !site.is_empty();
        let server = Server::open(options.server_config(&data), site, Metrics::install()).await?;
        if options.check {
            server.close().await;
            writeln!(output, "The options are valid, and {store} can be used.")?;
            return Ok(());
        }
        let asked = options.address();
        let listener = TcpListener::bind(asked).await.map_err(|error| refused(asked, &error))?;
        let address = listener.local_addr().context("cannot determine the address of the open port")?;
        if !has_site {
            writeln!(output, "{}", server::NO_SITE)?;
        }
        let here = url(on_this_machine(address));
        let shown = if options.lan { here.clone() } else { url(address) };
        writeln!(output, "Fearsome Floors is served at {shown} (press Ctrl-C to stop)")?;
        writeln!(output, "Tables and games are stored in {store}")?;
        let mut opened = here;
        if options.lan {
            let places = Places::find(options.public_url.as_ref(), address.port())?;
            places.invite(is_terminal, output)?;
            // Links that are made there work for others, too.
            opened = places.urls.into_iter().next().unwrap_or(opened);
        }
        output.flush()?;
        if options.open {
            open(&opened);
        }
        server.serve(listener, stop(options.until_input_ends)).await;
        Ok(())
    })
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// The address for a browser on this machine: none can open the address that stands for all of them.
fn on_this_machine(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        IpAddr::V4(_) | IpAddr::V6(_) => {}
    }
    address
}

/// Makes the data folder, and locks it for as long as the result lives: two servers would get in each other's way.
/// Returns `None` if another one has locked it.
fn reserve(data: &Path) -> Result<Option<File>> {
    let mut folder = DirBuilder::new();
    folder.recursive(true);
    let mut file = File::options();
    file.create(true).truncate(false).write(true);
    // The secrets of games lie there.
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    }
    folder.create(data).with_context(|| format!("cannot create the folder {}", data.display()))?;
    let path = data.join("lock");
    let open = |path: &Path| file.open(path).with_context(|| format!("cannot write to the folder {}", data.display()));
    let lock = open(&path)?;
    // An empty file is an empty database, and keeps its permissions when it grows.
    open(&data.join(options::DATABASE))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
    }
}

fn log(options: &ServeArguments) {
    let level = match options.log_level.unwrap_or(LogLevel::Info) {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    // Libraries log what they receive when they log everything, and that includes tokens.
    let targets = Targets::new().with_default(level.min(LevelFilter::WARN)).with_target("server", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    let layer = match options.log.unwrap_or(LogFormat::Text) {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // Fails only if the program logs already.
    let _ = tracing_subscriber::registry().with(layer.with_filter(targets)).try_init();
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

/// Completes when the program is asked to stop.
async fn stop(until_input_ends: bool) {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler, the default action of the signal ends the program.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
        () = input_ended(), if until_input_ends => {}
    }
}

/// Completes when standard input ends.
async fn input_ended() {
    let (sender, ended) = oneshot::channel::<()>();
    thread::spawn(move || {
        // Input that cannot be read has ended, too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        drop(sender);
    });
    // The sender sends nothing: it goes away.
    let _ = ended.await;
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
