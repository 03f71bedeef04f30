//! A page in the browser: what a player can do with it, and what a test wants to know of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, process};

use chromiumoxide::cdp::browser_protocol::browser::{
    BrowserContextId, DownloadProgressState, EventDownloadProgress, EventDownloadWillBegin,
    SetDownloadBehaviorBehavior, SetDownloadBehaviorParams,
};
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetTouchEmulationEnabledParams,
    SetUserAgentOverrideParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventParams, DispatchTouchEventReturns, DispatchTouchEventType, MouseButton, TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::log;
use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotFormat, NavigateParams};
use chromiumoxide::cdp::browser_protocol::target::{CreateBrowserContextParams, CreateTargetParams};
use chromiumoxide::cdp::js_protocol::runtime::{self, EvaluateParams};
use chromiumoxide::listeners::EventStream;
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::types::{Command, Method, MethodId};
use futures::{FutureExt, StreamExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::timeout;
use web::table::{LocalTable, Table};

use crate::fixtures::before_a_run;
use crate::stage::{Stage, output};

const WAIT: &str = include_str!("js/wait.js");
const REACHABLE: &str = include_str!("js/reachable.js");
const LAYOUT: &str = include_str!("js/layout.js");
const SMALL: &str = include_str!("js/small.js");
const AXE: &str = include_str!("js/axe.js");
const AXE_CORE: &str = include_str!("../../../third_party/axe-core/axe.min.js");

/// How long something may take that should happen. The machine may be busy; nothing takes that long because of it alone.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the page looks by itself before it tells how things are.
const LOOK: Duration = Duration::from_secs(2);

/// After that, its answer is lost: on a busy machine that happens now and then, and asking again helps.
const LOST: Duration = Duration::from_secs(15);

/// The least size of what a finger is to hit, in CSS pixels.
const FINGER_PX: u32 = 44;

/// The colours that the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// By night.
    Dark,
    /// By day.
    Light,
}

impl Scheme {
    /// As CSS calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Dark => "dark",
            Scheme::Light => "light",
        }
    }
}

/// A file that the page gave to the player.
#[derive(Clone, Debug)]
pub struct Download {
    /// As the page calls it.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

/// A page with a storage of its own.
pub struct Page {
    stage: &'static Stage,
    page: chromiumoxide::Page,
    context: BrowserContextId,
    console: Mutex<Console>,
    width: AtomicI64,
    is_touch: AtomicBool,
    is_light: AtomicBool,
    has_motion: AtomicBool,
}

/// What the page sees when it looks whether something is so.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Look<T> {
    Value(T),
    Trouble(String),
}

struct Console {
    calls: EventStream<runtime::EventConsoleApiCalled>,
    exceptions: EventStream<runtime::EventExceptionThrown>,
    entries: EventStream<log::EventEntryAdded>,
    messages: Vec<String>,
    marks: u32,
}

impl Page {
    pub(crate) async fn new(stage: &'static Stage) -> Page {
        let context = stage.browser.create_browser_context(CreateBrowserContextParams::default()).await;
        let context = context.expect("a browser context");
        let target = CreateTargetParams::builder().url("about:blank").browser_context_id(context.clone());
        let page = stage.browser.new_page(target.build().expect("it has an address")).await.expect("a page");
        page.enable_log().await.expect("a log");
        page.enable_runtime().await.expect("a console");
        let console = Console {
            calls: page.event_listener().await.expect("a listener"),
            exceptions: page.event_listener().await.expect("a listener"),
            entries: page.event_listener().await.expect("a listener"),
            messages: vec![],
            marks: 0,
        };
        let page = Page {
            stage,
            page,
            context,
            console: Mutex::new(console),
            width: AtomicI64::new(0),
            is_touch: AtomicBool::new(false),
            is_light: AtomicBool::new(false),
            has_motion: AtomicBool::new(false),
        };
        page.size(1440, 900, false).await;
        page.language("en").await;
        page.set_media().await;
        page
    }

    pub(crate) async fn close(self) {
        // The page goes with its context; if it is gone already, so much the better.
        let _ = self.stage.browser.dispose_browser_context(self.context).await;
    }

    /// Loads the site anew at this address, like `#/new`, and waits until a screen is shown.
    pub async fn open(&self, address: &str) {
        self.navigate("about:blank").await;
        self.navigate(&format!("{}{address}", self.stage.address)).await;
        self.wait_for("document.querySelector('main') && document.fonts.status === 'loaded'").await;
    }

    /// Runs this script before the site's own whenever a page is loaded from now on.
    pub async fn before_load(&self, script: &str) {
        self.page.evaluate_on_new_document(script).await.expect("the script is kept");
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        let address: String = self.eval("location.hash").await;
        self.open(&address).await;
    }

    async fn navigate(&self, address: &str) {
        let answer = self.page.execute(NavigateParams::new(address)).await.expect("the page goes there");
        assert_eq!(answer.result.error_text, None, "{address}");
    }

    /// The size of the window, in CSS pixels, and whether it is touched instead of clicked.
    pub async fn size(&self, width: u32, height: u32, touch: bool) {
        let metrics = SetDeviceMetricsOverrideParams::new(i64::from(width), i64::from(height), 1.0, touch);
        self.page.execute(metrics).await.expect("the size is set");
        self.page.execute(SetTouchEmulationEnabledParams::new(touch)).await.expect("touch is set");
        self.width.store(width.into(), Ordering::Relaxed);
        self.is_touch.store(touch, Ordering::Relaxed);
    }

    /// The colours that the system asks for.
    pub async fn theme(&self, scheme: Scheme) {
        self.is_light.store(scheme == Scheme::Light, Ordering::Relaxed);
        self.set_media().await;
    }

    /// Lets things move; without this they are cut to where they end.
    pub async fn motion(&self) {
        self.has_motion.store(true, Ordering::Relaxed);
        self.set_media().await;
    }

    async fn set_media(&self) {
        let scheme = if self.is_light.load(Ordering::Relaxed) { Scheme::Light } else { Scheme::Dark };
        let motion = if self.has_motion.load(Ordering::Relaxed) { "no-preference" } else { "reduce" };
        let features = [("prefers-color-scheme", scheme.name()), ("prefers-reduced-motion", motion)];
        let features = features.map(|(name, value)| MediaFeature::new(name, value));
        let media = SetEmulatedMediaParams::builder().features(features).build();
        self.page.execute(media).await.expect("media features are set");
    }

    /// The language that the browser asks for, like `de`. It holds for what is loaded after it.
    pub async fn language(&self, language: &str) {
        let agent = self.stage.browser.user_agent().await.expect("a browser has a name");
        let agent = SetUserAgentOverrideParams::builder().user_agent(agent).accept_language(language).build();
        self.page.execute(agent.expect("it has a name")).await.expect("the language is set");
    }

    /// Keeps a game in the browser, as if it had been played here. The site must be open.
    pub async fn keep_game(&self, id: &str, table: &LocalTable) {
        let shown = table.played().len().to_string();
        let items = [("game", table.to_save().to_text()), ("shown", shown), ("when", "1".to_owned())];
        for (key, value) in items {
            let (key, value) = (quoted(&format!("fearsome.{key}.{id}")), quoted(&value));
            self.eval::<()>(&format!("localStorage.setItem({key}, {value})")).await;
        }
    }

    /// The value of a JavaScript expression; of a promise, what it gives.
    ///
    /// # Panics
    ///
    /// If it throws, or gives something else.
    pub async fn eval<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_eval(expression).await.unwrap_or_else(|problem| panic!("{problem}"))
    }

    async fn try_eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let beginning: String = expression.chars().take(200).collect();
        let parameters = EvaluateParams::builder().expression(expression).await_promise(true).return_by_value(true);
        let answer = self.page.execute(parameters.build().expect("it has an expression")).await;
        let answer = answer.map_err(|error| format!("{beginning}: {error}"))?.result;
        if let Some(exception) = answer.exception_details {
            let text = exception.exception.and_then(|exception| exception.description);
            return Err(text.unwrap_or(exception.text));
        }
        let value = answer.result.value.unwrap_or_default();
        serde_json::from_value(value).map_err(|error| format!("{beginning}: {error}"))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Panics
    ///
    /// If it does not come true.
    pub async fn wait_for(&self, expression: &str) {
        self.wait::<serde_json::Value>(&format!("() => Boolean({expression})"), expression).await;
    }

    async fn wait<T: DeserializeOwned>(&self, condition: &str, what: &str) -> T {
        let look = format!("({WAIT})({condition}, {})", LOOK.as_millis());
        let begin = Instant::now();
        let mut last_trouble = "no answer".to_owned();
        while begin.elapsed() < PATIENCE {
            match timeout(LOST, self.try_eval(&look)).await {
                Ok(Ok(Look::Value(value))) => return value,
                Ok(Ok(Look::Trouble(trouble))) => last_trouble = trouble,
                // The page was left while it looked: the next one will tell.
                Ok(Err(problem)) if problem.contains("context") || problem.contains("navigated") => {
                    last_trouble = problem;
                }
                Ok(Err(problem)) => panic!("{problem}"),
                Err(_) => eprintln!("an answer was lost: {what}"),
            }
        }
        panic!("waited in vain for {what}: {last_trouble}")
    }

    /// Where the first such element can be clicked; waits until it can.
    async fn reachable(&self, selector: &str) -> (f64, f64) {
        let selector = quoted(selector);
        self.wait(&format!("({REACHABLE})({selector})"), &format!("{selector} to be clickable")).await
    }

    /// Clicks or touches the first such element, as soon as nothing lies above it.
    pub async fn click(&self, selector: &str) {
        let (x, y) = self.reachable(selector).await;
        if self.is_touch.load(Ordering::Relaxed) {
            let down = DispatchTouchEventParams::new(DispatchTouchEventType::TouchStart, vec![TouchPoint::new(x, y)]);
            self.page.execute(down).await.expect("touch works");
            self.page.execute(TouchEnd { kind: "touchEnd", touch_points: [] }).await.expect("touch works");
        } else {
            self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
            self.mouse(DispatchMouseEventType::MousePressed, x, y).await;
            self.mouse(DispatchMouseEventType::MouseReleased, x, y).await;
        }
    }

    /// Keeps a game in which the monster is about to run on the screen.
    pub async fn keep_run(&self, id: &str, seed: u8) {
        let (table, shown) = before_a_run(seed);
        self.keep_game(id, &table).await;
        self.eval::<()>(&format!("localStorage.setItem('fearsome.shown.{id}', '{shown}'); undefined")).await;
    }

    /// Moves the mouse over the first such element.
    pub async fn hover(&self, selector: &str) {
        let (x, y) = self.reachable(selector).await;
        self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
    }

    /// Drags what lies at the first such element to the other one.
    pub async fn drag(&self, from: &str, to: &str) {
        let ((x, y), (goal_x, goal_y)) = (self.reachable(from).await, self.reachable(to).await);
        self.mouse(DispatchMouseEventType::MouseMoved, x, y).await;
        self.mouse(DispatchMouseEventType::MousePressed, x, y).await;
        for (x, y) in [((x + goal_x) / 2.0, (y + goal_y) / 2.0), (goal_x, goal_y)] {
            let event = DispatchMouseEventParams::builder().r#type(DispatchMouseEventType::MouseMoved).x(x).y(y);
            // The left button stays down.
            let event = event.button(MouseButton::Left).buttons(1).build().expect("it is complete");
            self.page.execute(event).await.expect("the mouse works");
        }
        self.mouse(DispatchMouseEventType::MouseReleased, goal_x, goal_y).await;
    }

    async fn mouse(&self, kind: DispatchMouseEventType, x: f64, y: f64) {
        let is_move = kind == DispatchMouseEventType::MouseMoved;
        let button = if is_move { MouseButton::None } else { MouseButton::Left };
        let event = DispatchMouseEventParams::builder().r#type(kind).x(x).y(y).button(button);
        let event = event.click_count(i64::from(!is_move)).build().expect("it is complete");
        self.page.execute(event).await.expect("the mouse works");
    }

    /// Presses a key, as `KeyboardEvent.key` calls it: `Tab`, `Enter`, `ArrowLeft`, `Escape`, ` ` or a letter. `Shift+Tab` and `Control+z` go too.
    pub async fn key(&self, key: &str) {
        let (modifiers, key) = match key.split_once('+') {
            Some(("Shift", key)) => (8, key),
            Some(("Control", key)) => (2, key),
            Some(_) | None => (0, key),
        };
        let (code, number) = match key {
            "Tab" => ("Tab".to_owned(), 9),
            "Enter" => ("Enter".to_owned(), 13),
            "Escape" => ("Escape".to_owned(), 27),
            " " => ("Space".to_owned(), 32),
            "End" => ("End".to_owned(), 35),
            "Home" => ("Home".to_owned(), 36),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37),
            "ArrowUp" => ("ArrowUp".to_owned(), 38),
            "ArrowRight" => ("ArrowRight".to_owned(), 39),
            "ArrowDown" => ("ArrowDown".to_owned(), 40),
            "Backspace" => ("Backspace".to_owned(), 8),
            "Delete" => ("Delete".to_owned(), 46),
            letter => {
                let upper = letter.to_uppercase();
                let number = upper.bytes().next().expect("a key has a name");
                let kind = if number.is_ascii_digit() { "Digit" } else { "Key" };
                (format!("{kind}{upper}"), i64::from(number))
            }
        };
        let text = match key {
            "Enter" => Some("\r"),
            one if one.chars().count() == 1 && modifiers != 2 => Some(one),
            _ => None,
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let event = DispatchKeyEventParams::builder().r#type(kind.clone()).key(key).code(code.clone());
            let mut event = event.windows_virtual_key_code(number).modifiers(modifiers);
            if let (DispatchKeyEventType::KeyDown, Some(text)) = (kind, text) {
                event = event.text(text);
            }
            self.page.execute(event.build().expect("it is complete")).await.expect("the keyboard works");
        }
    }

    /// Types into the first such element, instead of what stands there.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.click(selector).await;
        self.eval::<()>(&format!("document.querySelector({}).select()", quoted(selector))).await;
        for letter in text.chars() {
            self.key(&letter.to_string()).await;
        }
    }

    /// Chooses the option with this value.
    pub async fn choose(&self, selector: &str, value: &str) {
        self.reachable(selector).await;
        let (selector, value) = (quoted(selector), quoted(value));
        self.eval::<()>(&format!(
            "{{ const select = document.querySelector({selector}); select.value = {value}; \
             for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, {{ bubbles: true }})); undefined; }}"
        ))
        .await;
    }

    /// The text of the first such element, as one sees it; waits until there is one.
    pub async fn text(&self, selector: &str) -> String {
        let selector = quoted(selector);
        self.wait_for(&format!("document.querySelector({selector})")).await;
        self.eval(&format!(
            "(({{ innerText, textContent }}) => (innerText ?? textContent).trim())(document.querySelector({selector}))"
        ))
        .await
    }

    /// How many such elements there are now.
    pub async fn count(&self, selector: &str) -> usize {
        self.eval(&format!("document.querySelectorAll({}).length", quoted(selector))).await
    }

    /// A picture of the window, in the format of the name: PNG, or WebP.
    pub async fn screenshot(&self, file: &Path) {
        let is_webp = file.extension().is_some_and(|ending| ending == "webp");
        let format = if is_webp { CaptureScreenshotFormat::Webp } else { CaptureScreenshotFormat::Png };
        let mut picture = ScreenshotParams::builder().format(format);
        if is_webp {
            picture = picture.quality(90);
        }
        let picture = self.page.screenshot(picture.build()).await.expect("a picture");
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).expect("the folder can be made");
        }
        fs::write(file, picture).expect("the picture can be written");
    }

    /// Everything that the console, exceptions and violations of the policy said since the beginning.
    pub async fn console(&self) -> Vec<String> {
        let console = &mut *self.console.lock().await;
        console.marks += 1;
        let mark = format!("mark {} of the tests", console.marks);
        // What was said before the mark has arrived when the mark has.
        if self.try_eval::<()>(&format!("console.debug({})", quoted(&mark))).await.is_ok() {
            while let Some(call) = console.calls.next().await {
                let words: Vec<String> = call.args.iter().map(described).collect();
                let words = words.join(" ");
                if words == mark {
                    break;
                }
                console.messages.push(format!("{}: {words}", call.r#type.as_ref()));
            }
        }
        while let Some(Some(thrown)) = console.exceptions.next().now_or_never() {
            let details = &thrown.exception_details;
            let text = details.exception.as_ref().and_then(|exception| exception.description.clone());
            console.messages.push(format!("exception: {}", text.unwrap_or_else(|| details.text.clone())));
        }
        while let Some(Some(added)) = console.entries.next().now_or_never() {
            let entry = &added.entry;
            let place = entry.url.as_deref().unwrap_or_default();
            console.messages.push(format!("{}: {} {place}", entry.source.as_ref(), entry.text));
        }
        console.messages.clone()
    }

    /// Forgets what the console said so far: for tests that provoke it.
    pub async fn forget_console(&self) {
        self.console().await;
        self.console.lock().await.messages.clear();
    }

    /// # Panics
    ///
    /// If the console said anything.
    pub async fn assert_clean(&self) {
        let messages = self.console().await;
        assert!(messages.is_empty(), "the console is not empty: {messages:#?}");
    }

    /// What axe-core finds wrong for people who see, hear or handle things differently; a line each.
    pub async fn axe(&self) -> Vec<String> {
        if !self.eval::<bool>("'axe' in window").await {
            self.eval::<()>(&format!("{AXE_CORE};undefined")).await;
        }
        self.eval(&format!("({AXE})()")).await
    }

    /// What is wrong with the layout: sideways scrolling, controls that are covered or lie on each other; a line each.
    pub async fn layout_problems(&self) -> Vec<String> {
        self.eval(&format!("({LAYOUT})({})", self.width.load(Ordering::Relaxed))).await
    }

    /// The controls that are too small for a finger; a line each. Spaces of the board do not count.
    pub async fn small_targets(&self) -> Vec<String> {
        self.eval(&format!("({SMALL})({FINGER_PX})")).await
    }

    /// Clicks, and waits for the file that comes of it.
    pub async fn download(&self, selector: &str) -> Download {
        let folder: PathBuf = output().join("browser-tests").join(format!("downloads-{}", process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let folder = folder.canonicalize().expect("it is there");
        let browser = &self.stage.browser;
        let mut begun = browser.event_listener::<EventDownloadWillBegin>().await.expect("a listener");
        let mut progress = browser.event_listener::<EventDownloadProgress>().await.expect("a listener");
        let behavior = SetDownloadBehaviorParams::builder()
            .behavior(SetDownloadBehaviorBehavior::AllowAndName)
            .browser_context_id(self.context.clone())
            .download_path(folder.display().to_string())
            .events_enabled(true);
        browser.execute(behavior.build().expect("it is complete")).await.expect("downloads are allowed");
        self.click(selector).await;
        let begun = begun.next().await.expect("a download");
        loop {
            let step = progress.next().await.expect("progress");
            if step.guid == begun.guid && step.state == DownloadProgressState::Completed {
                break;
            }
        }
        let file = folder.join(&begun.guid);
        let content = fs::read(&file).expect("the file is there");
        fs::remove_file(&file).expect("the file can be removed");
        Download { name: begun.suggested_filename.clone(), content }
    }
}

/// The last finger leaves the screen. The library's own event leaves out an empty list, which Chromium refuses.
#[derive(Debug, Serialize)]
struct TouchEnd {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "touchPoints")]
    touch_points: [TouchPoint; 0],
}

impl Method for TouchEnd {
    fn identifier(&self) -> MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for TouchEnd {
    type Response = DispatchTouchEventReturns;
}

fn described(object: &runtime::RemoteObject) -> String {
    let value = object.value.as_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    value.or_else(|| object.description.clone()).unwrap_or_default()
}

/// As a string in JavaScript.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text can be written")
}
