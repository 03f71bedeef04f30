//! Output: texts, screenshots, downloads, and problems of layout and accessibility.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::{fs, process};

use chromiumoxide::cdp::browser_protocol::browser::{
    DownloadProgressState, EventDownloadProgress, EventDownloadWillBegin, SetDownloadBehaviorBehavior,
    SetDownloadBehaviorParams,
};
use chromiumoxide::cdp::browser_protocol::page::CaptureScreenshotFormat;
use chromiumoxide::page::ScreenshotParams;
use futures::StreamExt;
use tokio::time::timeout;

use super::{Page, quoted};
use crate::patience::PATIENCE;
use crate::retry::retry;
use crate::stage::output;

const LAYOUT: &str = include_str!("../js/layout.js");
const TEXTS: &str = include_str!("../js/texts.js");
const SMALL: &str = include_str!("../js/small.js");
const AXE: &str = include_str!("../js/axe.js");
const AXE_CORE: &str = include_str!("../../../../third_party/axe-core/axe.min.js");

/// The least size of what a finger is to hit, in CSS pixels.
const FINGER_PX: u32 = 44;

/// A file that the page gave to the player.
#[derive(Clone, Debug)]
pub struct Download {
    /// As the page calls it.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

impl Page {
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
        let picture = || {
            let picture = ScreenshotParams::builder().format(format.clone());
            if is_webp { picture.quality(90).build() } else { picture.build() }
        };
        let picture = retry("a picture", async || self.page.screenshot(picture()).await).await;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).expect("the folder can be made");
        }
        fs::write(file, picture.expect("a picture")).expect("the picture can be written");
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

    /// The texts and icons that cannot be read whole: cut, sticking out of their control, or broken within a word; a line
    /// each.
    pub async fn unreadable_texts(&self) -> Vec<String> {
        // A window that has just changed its size is laid out anew in the next frame, and the page follows in the one after.
        self.eval::<()>("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then())))")
            .await;
        self.eval(&format!("({TEXTS})()")).await
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
        let frame = self.page.mainframe().await.expect("the page is there").expect("it has a frame");
        self.click(selector).await;
        // The browser reports the downloads of all pages.
        let arrived = async {
            let begun = loop {
                let begun = begun.next().await.expect("a download");
                if begun.frame_id == frame {
                    break begun;
                }
            };
            loop {
                let step = progress.next().await.expect("progress");
                if step.guid == begun.guid && step.state == DownloadProgressState::Completed {
                    break begun;
                }
            }
        };
        let begun = timeout(PATIENCE, arrived).await.expect("the file arrives");
        let file = folder.join(&begun.guid);
        let content = fs::read(&file).expect("the file is there");
        fs::remove_file(&file).expect("the file can be removed");
        Download { name: begun.suggested_filename.clone(), content }
    }
}
