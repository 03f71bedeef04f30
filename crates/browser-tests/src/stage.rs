//! What all tests of a program share: a server, a Chromium, and the threads that talk to it.

use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, process, thread};

use chromiumoxide::Browser;
use chromiumoxide::handler::HandlerConfig;
use futures::{FutureExt, StreamExt};
use server::Site;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::page::Page;

pub(crate) struct Stage {
    runtime: Runtime,
    pub(crate) browser: Browser,
    /// Where the site is served, with a slash at the end.
    pub(crate) address: String,
    /// Lives as long as its input is open, which is as long as this program runs.
    _chromium: Child,
}

static STAGE: LazyLock<Stage> = LazyLock::new(Stage::set);

/// Runs a test with a page of its own, in a window of 1440 × 900, in English, dark and without motion.
///
/// # Panics
///
/// If the test does, or if the console is not empty at its end. A picture is then kept.
pub fn with_page<T>(test: impl AsyncFnOnce(&Page) -> T) -> T {
    let stage = &*STAGE;
    stage.runtime.block_on(async {
        let page = Page::new(stage).await;
        let watched = AssertUnwindSafe(async {
            let value = test(&page).await;
            page.assert_clean().await;
            value
        });
        let result = watched.catch_unwind().await;
        if result.is_err() {
            let name = thread::current().name().unwrap_or("test").replace("::", "-");
            let picture = output().join("browser-tests").join(format!("{name}.png"));
            eprintln!("a picture of the page: {}", picture.display());
            eprintln!("console: {:#?}", page.console().await);
            page.screenshot(&picture).await;
        }
        page.close().await;
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
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
        let (chromium, socket) = launch();
        let (address, browser) = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let address = format!("http://{}/", listener.local_addr().expect("an address"));
            tokio::spawn(server::serve(listener, site, std::future::pending()));
            let config =
                HandlerConfig { viewport: None, request_timeout: Duration::from_secs(120), ..HandlerConfig::default() };
            let (browser, mut handler) = Browser::connect_with_config(socket, config).await.expect("a Chromium");
            tokio::spawn(async move { while handler.next().await.is_some() {} });
            (address, browser)
        });
        Stage { runtime, browser, address, _chromium: chromium }
    }
}

const ARGUMENTS: [&str; 17] = [
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
    "--password-store=basic",
];

/// Starts Chromium; tells where it listens.
///
/// A shell watches it: when this program ends, however it ends, its input closes, and Chromium and its folder go.
fn launch() -> (Child, String) {
    let program = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| is_installed(name));
    let program = program.expect("Chromium is installed: `cargo xtask test` does that");
    let folder = env::temp_dir().join(format!("fearsome-chromium-{}", process::id()));
    let script =
        r#"folder=$1; shift; "$@" --user-data-dir="$folder" & cat >/dev/null; kill $!; wait $!; rm -rf "$folder""#;
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
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
    let listening = lines.find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned));
    // Whatever else it says must be read, or it would stop when the pipe is full.
    thread::spawn(move || lines.for_each(drop));
    (child, listening.expect("Chromium says where it listens"))
}

fn is_installed(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).is_file())
}
