//! A page in the browser: what a player can do with it, and what a test wants to know of it.

mod answers;
mod clock;
mod console;
mod input;
mod look;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};

use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetCpuThrottlingRateParams, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams,
    SetTouchEmulationEnabledParams, SetUserAgentOverrideParams,
};
#[allow(deprecated, reason = "its successor is not in all versions of Chromium that Debian ships")]
use chromiumoxide::cdp::browser_protocol::network::{EmulateNetworkConditionsParams, EnableParams, SetCookieParams};
use chromiumoxide::cdp::browser_protocol::page::{AddScriptToEvaluateOnNewDocumentParams, ScriptIdentifier};
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::error::CdpError;
use tokio::sync::Mutex;
use web::table::{LocalTable, Table};

use self::clock::Pace;
use self::console::Console;
use crate::fixtures::before_a_run;
use crate::person::Person;
use crate::retry::retry;
use crate::stage::Stage;

pub use self::look::Download;

/// The colours that the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// By night.
    Dark,
    /// By day.
    Light,
}

impl Scheme {
    /// Both.
    pub const ALL: [Scheme; 2] = [Scheme::Dark, Scheme::Light];

    /// As CSS calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Dark => "dark",
            Scheme::Light => "light",
        }
    }
}

/// A page with a storage of its own.
pub struct Page {
    stage: &'static Stage,
    page: chromiumoxide::Page,
    context: BrowserContextId,
    console: Mutex<Console>,
    /// The script that sets up the clock in new documents.
    clock: Mutex<Option<ScriptIdentifier>>,
    /// The number of scripts evaluated so far.
    scripts: AtomicU32,
    width: AtomicI64,
    is_touch: AtomicBool,
    is_light: AtomicBool,
    has_motion: AtomicBool,
    has_forced_colours: AtomicBool,
}

impl Page {
    pub(crate) async fn new(stage: &'static Stage) -> Page {
        let page = retry("a new page", async || Page::begin(stage).await).await.expect("a page");
        page.set_pace(Pace::Rush).await;
        page.size(1440, 900, false).await;
        page.language("en").await;
        page.set_media().await;
        page
    }

    async fn begin(stage: &'static Stage) -> Result<Page, CdpError> {
        let context = stage.browser.create_browser_context(CreateBrowserContextParams::default()).await?;
        let target = CreateTargetParams::builder().url("about:blank").browser_context_id(context.clone());
        let page = stage.browser.new_page(target.build().expect("it has an address")).await?;
        let console = Mutex::new(Console::of(&page).await?);
        Ok(Page {
            stage,
            page,
            context,
            console,
            clock: Mutex::new(None),
            scripts: AtomicU32::new(0),
            width: AtomicI64::new(0),
            is_touch: AtomicBool::new(false),
            is_light: AtomicBool::new(false),
            has_motion: AtomicBool::new(false),
            has_forced_colours: AtomicBool::new(false),
        })
    }

    pub(crate) async fn close(self) {
        // The page goes with its context; if it is gone already, so much the better.
        let _ = self.stage.browser.dispose_browser_context(self.context).await;
    }

    /// Loads the site anew at this address, like `#/new`, and waits until a screen is shown.
    pub async fn open(&self, address: &str) {
        self.visit(&format!("{}{address}", self.stage.address)).await;
    }

    /// Loads the page at a whole address anew, and waits until a screen is shown.
    pub async fn visit(&self, url: &str) {
        self.navigate("about:blank").await;
        self.navigate(url).await;
        // A static page has its beginning before its end.
        self.wait_for(
            "document.readyState === 'complete' && document.querySelector('main') && document.fonts.status === 'loaded'",
        )
        .await;
    }

    /// Leaves the site.
    pub async fn leave(&self) {
        self.navigate("about:blank").await;
    }

    /// Takes the network from the page, or gives it back.
    #[allow(deprecated, reason = "its successor is not in all versions of Chromium that Debian ships")]
    pub async fn network(&self, is_there: bool) {
        self.ask(EnableParams::default()).await;
        let conditions = EmulateNetworkConditionsParams::new(!is_there, 0.0, -1.0, -1.0);
        self.ask(conditions).await;
    }

    /// Runs this script before the site's own whenever a page is loaded from now on.
    pub async fn before_load(&self, script: &str) {
        self.ask(AddScriptToEvaluateOnNewDocumentParams::new(script)).await;
    }

    /// Has the pages that are loaded from now on believe that it is noon of this day, like `2026-11-19`.
    pub async fn on_day(&self, date: &str) {
        let script = format!(
            "{{ const Real = Date; const noon = new Real('{date}T12:00:00').getTime(); const begun = Real.now(); Date = class extends Real {{ constructor(...parts) {{ if (parts.length) super(...parts); else super(Date.now()); }} static now() {{ return noon + Real.now() - begun; }} }}; }}"
        );
        self.before_load(&script).await;
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        let address: String = self.eval("location.hash").await;
        self.open(&address).await;
    }

    /// Replaces this document by another one.
    ///
    /// `Page.navigate` is not used: the library gives up on it after 30 seconds, whatever its configuration, although the
    /// browser may still be loading the page.
    async fn navigate(&self, address: &str) {
        let address = quoted(address);
        let left: f64 = self.eval("performance.timeOrigin").await;
        self.eval::<()>(&format!("location.href = {address}; undefined")).await;
        self.wait_for(&format!("performance.timeOrigin !== {left} && location.href === {address}")).await;
    }

    /// The size of the window, in CSS pixels, and whether it is touched instead of clicked.
    pub async fn size(&self, width: u32, height: u32, touch: bool) {
        self.ask(SetDeviceMetricsOverrideParams::new(i64::from(width), i64::from(height), 1.0, touch)).await;
        self.ask(SetTouchEmulationEnabledParams::new(touch)).await;
        self.width.store(width.into(), Ordering::Relaxed);
        self.is_touch.store(touch, Ordering::Relaxed);
    }

    /// Makes the page's thread this many times slower, for benchmarks.
    pub async fn slow_down(&self, times: u32) {
        self.ask(SetCpuThrottlingRateParams::new(f64::from(times))).await;
    }

    /// The colours that the system asks for.
    pub async fn theme(&self, scheme: Scheme) {
        self.is_light.store(scheme == Scheme::Light, Ordering::Relaxed);
        self.set_media().await;
    }

    /// Turns on animations and transitions, which are off by default. Unless the clock is real, they are moved to their end
    /// whenever the test waits.
    pub async fn motion(&self) {
        self.has_motion.store(true, Ordering::Relaxed);
        self.set_media().await;
    }

    /// Gives the page the few colours of the system, for people who need strong contrasts.
    pub async fn force_colours(&self) {
        self.has_forced_colours.store(true, Ordering::Relaxed);
        self.set_media().await;
    }

    async fn set_media(&self) {
        let scheme = if self.is_light.load(Ordering::Relaxed) { Scheme::Light } else { Scheme::Dark };
        let motion = if self.has_motion.load(Ordering::Relaxed) { "no-preference" } else { "reduce" };
        let colours = if self.has_forced_colours.load(Ordering::Relaxed) { "active" } else { "none" };
        let features =
            [("prefers-color-scheme", scheme.name()), ("prefers-reduced-motion", motion), ("forced-colors", colours)];
        let features = features.map(|(name, value)| MediaFeature::new(name, value));
        self.ask(SetEmulatedMediaParams::builder().features(features).build()).await;
    }

    /// The language that the browser asks for, like `de`. It holds for what is loaded after it.
    pub async fn language(&self, language: &str) {
        let agent = SetUserAgentOverrideParams::builder().user_agent(&self.stage.agent).accept_language(language);
        self.ask(agent.build().expect("it has a name")).await;
    }

    /// Where the server listens that the page comes from.
    #[must_use]
    pub fn server(&self) -> SocketAddr {
        self.stage.server
    }

    /// Makes the page that of a person's browser: their seats are here.
    ///
    /// # Panics
    ///
    /// If they have no seats, or none in a browser.
    pub async fn belong_to(&self, person: &Person) {
        let (name, value) = person.cookie().expect("a browser with seats has a cookie");
        let cookie = SetCookieParams::builder().name(name).value(value).url(&self.stage.address).http_only(true);
        self.ask(cookie.build().expect("it is complete")).await;
    }

    /// Keeps a text in the browser. The site must be open.
    pub async fn store(&self, key: &str, value: &str) {
        self.eval::<()>(&format!("localStorage.setItem({}, {})", quoted(key), quoted(value))).await;
    }

    /// Keeps a game in the browser, as if it had been played here. The site must be open.
    pub async fn keep_game(&self, id: &str, table: &LocalTable) {
        let shown = table.story().played().len().to_string();
        let items = [("game", table.to_save().to_text()), ("shown", shown), ("when", "1".to_owned())];
        for (key, value) in items {
            self.store(&format!("fearsome.{key}.{id}"), &value).await;
        }
    }

    /// Keeps a game in which the monster is about to run on the screen.
    pub async fn keep_run(&self, id: &str, seed: u8) {
        let (table, shown) = before_a_run(seed);
        self.keep_game(id, &table).await;
        self.store(&format!("fearsome.shown.{id}"), &shown.to_string()).await;
    }
}

/// As a string in JavaScript.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text can be written")
}
