//! What all tests of a program share: a server, a Chromium, and the threads that talk to it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, mpsc};
use std::time::Duration;
use std::{env, process, thread};

use chromiumoxide::Browser;
use chromiumoxide::handler::HandlerConfig;
use futures::{FutureExt, StreamExt};
use server::{Config, Durability, Server, Site, SqliteOptions};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::page::Page;
use crate::retry::retry;

pub(crate) struct Stage {
    runtime: Runtime,
    pub(crate) browser: Browser,
    /// How the browser calls itself.
    pub(crate) agent: String,
    /// Where the site is served, with a slash at the end.
    pub(crate) address: String,
    /// Where the server of the site listens.
    pub(crate) server: SocketAddr,
    /// Lives as long as its input is open, which is as long as this program runs.
    _chromium: Child,
    /// Where the server stores its tables.
    _data: TempDir,
}

/// How long the browser may take to start, and to answer a command.
const START: Duration = Duration::from_secs(120);

static STAGE: LazyLock<Stage> = LazyLock::new(Stage::set);

/// Runs a test with a page of its own, in a window of 1440 × 900, in English, dark and without motion.
///
/// # Panics
///
/// If the test does, or if the console is not empty at its end. A picture is then kept.
pub fn with_page<T>(test: impl AsyncFnOnce(&Page) -> T) -> T {
    with_pages(async |[page]: &[Page; 1]| test(page).await)
}

/// The same with several pages, each of somebody else: they share nothing.
///
/// # Panics
///
/// As [`with_page`].
pub fn with_pages<T, const N: usize>(test: impl AsyncFnOnce(&[Page; N]) -> T) -> T {
    let stage = &*STAGE;
    stage.runtime.block_on(async {
        let mut pages = vec![];
        for _ in 0..N {
            pages.push(Page::new(stage).await);
        }
        let Ok(pages) = <[Page; N]>::try_from(pages) else { unreachable!("there are as many as were made") };
        let watched = AssertUnwindSafe(async {
            let value = test(&pages).await;
            for page in &pages {
                page.assert_clean().await;
            }
            value
        });
        let result = watched.catch_unwind().await;
        for (number, page) in pages.into_iter().enumerate() {
            if result.is_err() {
                let name = thread::current().name().unwrap_or("test").replace("::", "-");
                let name = if N > 1 { format!("{name}-{}", number + 1) } else { name };
                let picture = output().join("browser-tests").join(format!("{name}.png"));
                eprintln!("a picture of the page: {}", picture.display());
                eprintln!("console: {:#?}", page.console().await);
                page.screenshot(&picture).await;
            }
            page.close().await;
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// A server of a site, and the folder of its tables.
///
/// # Panics
///
/// If there is no room for a database.
pub async fn server_of(site: Site) -> (Server, TempDir) {
    let data = tempfile::tempdir_in(output()).expect("a folder for the database");
    let file = data.path().join("test.sqlite");
    let mut config = Config::new(SqliteOptions { file, durability: Durability::None, megabytes: None });
    // Everybody at all tables has the same address.
    config.limits.requests_per_minute = None;
    (Server::open(config, site, None).await.expect("a database"), data)
}

/// Where pictures and other output go: beside the site.
#[must_use]
pub fn output() -> PathBuf {
    site().parent().unwrap_or(Path::new(".")).to_owned()
}

/// The folder of the built site.
#[must_use]
pub fn site() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/site");
    env::var_os("FEARSOME_BUILT_SITE").map_or_else(usual, Into::into)
}

impl Stage {
    fn set() -> Stage {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
        let site = Site::read(&site()).ok().filter(|site| !site.is_empty());
        let site = site.unwrap_or_else(|| panic!("the site is not built: `cargo xtask test` does that"));
        let (server, data, (chromium, browser)) = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = listener.local_addr().expect("an address");
            let (server, data) = server_of(site).await;
            tokio::spawn(server.serve(listener, std::future::pending()));
            let started = retry("the start of Chromium", start_browser).await;
            (address, data, started.unwrap_or_else(|problem| panic!("Chromium does not start: {problem}")))
        });
        let agent = runtime.block_on(browser.user_agent()).expect("a browser has a name");
        let address = format!("http://{server}/");
        Stage { runtime, browser, agent, address, server, _chromium: chromium, _data: data }
    }
}

async fn start_browser() -> Result<(Child, Browser), String> {
    let (chromium, socket) = launch()?;
    let config = HandlerConfig { viewport: None, request_timeout: START, ..HandlerConfig::default() };
    let connected = Browser::connect_with_config(socket, config).await;
    let (browser, mut handler) = connected.map_err(|error| error.to_string())?;
    tokio::spawn(async move { while handler.next().await.is_some() {} });
    Ok((chromium, browser))
}

const ARGUMENTS: [&str; 18] = [
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--hide-scrollbars",
    // A name that is not localhost: without encryption, a page there is no secure context.
    "--host-resolver-rules=MAP fearsome.test 127.0.0.1",
    "--password-store=basic",
];

/// Starts Chromium; tells where it listens.
///
/// A shell watches it: when this program ends, however it ends, its input closes, and Chromium and its folder go.
fn launch() -> Result<(Child, String), String> {
    let program = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| is_installed(name));
    let program = program.expect("Chromium is installed: `cargo xtask test` does that");
    static LAUNCHES: AtomicU32 = AtomicU32::new(0);
    let launch = LAUNCHES.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("fearsome-chromium-{}-{launch}", process::id()));
    // The shell closes its own end of the pipe, so that the pipe ends with Chromium.
    let script = r#"folder=$1; shift; "$@" --user-data-dir="$folder" & exec 2>/dev/null; cat >/dev/null; kill $!; wait $!; rm -rf "$folder""#;
    let mut child = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(&folder)
        .arg(program)
        .args(ARGUMENTS)
        .arg("about:blank")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let lines = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
    let (found, listening) = mpsc::channel();
    // All output must be read, or Chromium would block when the pipe is full.
    thread::spawn(move || {
        for line in lines {
            if let Some(address) = line.strip_prefix("DevTools listening on ") {
                // The receiver is gone if this took too long.
                let _ = found.send(address.to_owned());
            }
        }
    });
    match listening.recv_timeout(START) {
        Ok(socket) => Ok((child, socket)),
        Err(_) => {
            // Waiting also closes its input, which ends it.
            thread::spawn(move || child.wait());
            Err("it does not say where it listens".to_owned())
        }
    }
}

fn is_installed(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).is_file())
}
