//! The console of the page. A test fails if it is not empty at the end.

use chromiumoxide::cdp::browser_protocol::log;
use chromiumoxide::cdp::js_protocol::runtime;
use chromiumoxide::error::CdpError;
use chromiumoxide::listeners::EventStream;
use futures::{FutureExt, StreamExt};
use tokio::time::timeout;

use super::{Page, quoted};
use crate::patience::PATIENCE;

pub(super) struct Console {
    calls: EventStream<runtime::EventConsoleApiCalled>,
    exceptions: EventStream<runtime::EventExceptionThrown>,
    entries: EventStream<log::EventEntryAdded>,
    messages: Vec<String>,
    marks: u32,
}

impl Console {
    pub(super) async fn of(page: &chromiumoxide::Page) -> Result<Console, CdpError> {
        page.enable_log().await?;
        page.enable_runtime().await?;
        Ok(Console {
            calls: page.event_listener().await?,
            exceptions: page.event_listener().await?,
            entries: page.event_listener().await?,
            messages: vec![],
            marks: 0,
        })
    }
}

impl Page {
    /// Everything that the console, exceptions and violations of the policy said since the beginning.
    pub async fn console(&self) -> Vec<String> {
        let console = &mut *self.console.lock().await;
        console.marks += 1;
        let mark = format!("mark {} of the tests", console.marks);
        // What was said before the mark has arrived when the mark has.
        if self.try_eval::<()>(&format!("console.debug({})", quoted(&mark))).await.is_ok() {
            while let Some(call) = timeout(PATIENCE, console.calls.next()).await.expect("the mark arrives") {
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
}

fn described(object: &runtime::RemoteObject) -> String {
    let value = object.value.as_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    value.or_else(|| object.description.clone()).unwrap_or_default()
}
