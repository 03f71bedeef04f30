//! Sharing a position as text, link or drawing; and reading one.

use leptos::html::Textarea;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::KeyboardEvent;

use super::bench::Bench;
use super::words;
use crate::draw::picture::{Parts, font_address, picture, with_font};
use crate::page::clock::{Clock, NOTE_MS};
use crate::page::i18n::*;
use crate::page::tables::{self, save_file};
use crate::route::Route;
use crate::scene::study::{Desk, Unread};

/// The outcome of a copy to the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Copied {
    /// It is in the clipboard.
    Written,
    /// The browser does not allow it: this text must be copied by hand.
    ByHand(String),
}

/// The position as an editable text; at first the text that could not be parsed, if there is one.
pub(super) fn share(bench: Bench, unread: Option<String>) -> impl IntoView {
    let i18n = use_i18n();
    let text = bench.text;
    let field = NodeRef::<Textarea>::new();
    let written = RwSignal::new(unread.unwrap_or_else(|| text.get_untracked()));
    Effect::new(move |earlier: Option<()>| {
        let text = text.get();
        if earlier.is_some() {
            written.set(text);
        }
    });
    let link = move || {
        let location = window().location();
        let page = location.href().unwrap_or_default();
        let page = page.split('#').next().unwrap_or_default().to_owned();
        format!("{page}{}", Route::Position(text.get_untracked()).with_monster(bench.monster.get_untracked()))
    };
    let drawing = move || bench.desk.with_untracked(|desk| desk.position().drawing());
    let lay_out = move || {
        let Some(field) = field.get_untracked() else { return };
        match Desk::read_with_monster(&field.value()) {
            Ok((desk, monster)) => {
                bench.lay_out(desk, monster);
                field.set_value(&text.get_untracked());
            }
            Err(problem) => {
                bench.notice.set(Some(words::unread(i18n, &problem)));
                if let Unread::Unreadable(error) = problem {
                    // Only marks the place; the message describes it as well.
                    let _ = field.focus();
                    let _ = field.set_selection_range(error.at as u32, (error.at + error.found.chars().count()) as u32);
                }
            }
        }
    };
    // A pasted text replaces the position, but a text that is being corrected is left alone.
    let select = move || {
        if let Some(field) = field.get_untracked().filter(|field| field.value() == text.get_untracked()) {
            field.select();
        }
    };
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() {
            event.prevent_default();
            lay_out();
        }
    };
    view! {
        <section class="share panel" aria-label=move || t_string!(i18n, analysis.share) data-position=text>
            <textarea
                node_ref=field rows="2" spellcheck="false" autocomplete="off" prop:value=written
                aria-label=move || t_string!(i18n, analysis.paste) placeholder=move || t_string!(i18n, analysis.paste)
                on:click=move |_| select()
                on:keydown=enter
            ></textarea>
            <button class="btn" data-do="lay-out" on:click=move |_| lay_out()>{t!(i18n, analysis.lay_out)}</button>
            <div class="copies">
                <button class="btn" data-do="copy-text" on:click=move |_| copy(bench, text.get_untracked())>
                    {t!(i18n, analysis.copy_text)}
                </button>
                <button class="btn" data-do="copy-link" on:click=move |_| copy(bench, link())>
                    {t!(i18n, common.copy_link)}
                </button>
                <button class="btn" data-do="copy-drawing" on:click=move |_| copy(bench, drawing())>
                    {t!(i18n, analysis.copy_drawing)}
                </button>
                <button class="btn" data-do="save-picture" on:click=move |_| save_picture()>
                    {t!(i18n, analysis.save_picture)}
                </button>
            </div>
        </section>
    }
}

/// Copies a text to the clipboard.
fn copy(bench: Bench, text: String) {
    leptos::task::spawn_local(async move {
        let copied = if tables::copy(&text).await { Copied::Written } else { Copied::ByHand(text) };
        // The screen may have been left in the meantime.
        let _ = bench.copied.try_set(Some(copied));
    });
}

/// The outcome of the copy; if it was not allowed, the text to copy by hand.
pub(super) fn copied(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let by_hand = NodeRef::<Textarea>::new();
    // What was copied is known after a while; what must be copied by hand stays.
    let clock = Clock::new();
    Effect::new(move || match bench.copied.get() {
        Some(Copied::Written) => clock.set(NOTE_MS, move || bench.copied.set(None)),
        Some(Copied::ByHand(_)) | None => clock.stop(),
    });
    Effect::new(move || {
        if let Some(text) = by_hand.get() {
            // A selection can be copied at once only if its field has the focus.
            let _ = text.focus();
            text.select();
        }
    });
    let said = move |copied: Copied| match copied {
        Copied::Written => view! { <span>{t!(i18n, analysis.copied)}</span> }.into_any(),
        Copied::ByHand(text) => view! {
            <label>
                {t!(i18n, analysis.not_copied)}
                <textarea node_ref=by_hand readonly rows="2" prop:value=text></textarea>
            </label>
        }
        .into_any(),
    };
    let note = move |copied: Copied| {
        view! {
            <div class="refusal caption panel">
                {said(copied)}
                <button class="close" aria-label=move || t_string!(i18n, common.close) on:click=move |_| bench.copied.set(None)>"×"</button>
            </div>
        }
    };
    view! { <div role="status">{move || bench.copied.get().map(note)}</div> }
}

/// Saves the board as a picture: its layers, the symbols they use, the rules of the style sheet and its font.
fn save_picture() {
    leptos::task::spawn_local(async {
        let style = style();
        let font = match font_address(&style) {
            Some(address) => font(address).await.map(|font| with_font(&style, address, &font)),
            None => None,
        };
        let document = document();
        let view_box = document.query_selector(".analysis .board .l-floor").ok().flatten();
        let theme = document.document_element().and_then(|root| root.get_attribute("data-theme"));
        let parts = Parts {
            view_box: &view_box.and_then(|layer| layer.get_attribute("viewBox")).unwrap_or_default(),
            theme: &theme.unwrap_or_default(),
            // Without the font, the style sheet falls back to others.
            style: &font.unwrap_or(style),
            symbols: &markup("body > svg"),
            layers: &markup(".analysis .board .layer:not(.l-hits):not(.l-fx)"),
        };
        save_file("fearsome-floors.svg", &picture(&parts));
    });
}

fn markup(selector: &str) -> String {
    let all = document().query_selector_all(selector);
    let nodes = all.map(|all| (0..all.length()).filter_map(move |nth| all.item(nth)).collect::<Vec<_>>());
    let elements = nodes.unwrap_or_default().into_iter().filter_map(|node| node.dyn_into::<web_sys::Element>().ok());
    elements.map(|element| element.outer_html()).collect()
}

/// The rules of the style sheet that a picture may need.
fn style() -> String {
    let sheets = document().style_sheets();
    let mut text = String::new();
    for nth in 0..sheets.length() {
        let sheet = sheets.item(nth).and_then(|sheet| sheet.dyn_into::<web_sys::CssStyleSheet>().ok());
        let Some(rules) = sheet.and_then(|sheet| sheet.css_rules().ok()) else { continue };
        for nth in 0..rules.length() {
            text += &rules.item(nth).map(|rule| rule.css_text()).unwrap_or_default();
        }
    }
    text
}

/// The font as text, from the browser's cache.
async fn font(address: &str) -> Option<String> {
    let response = JsFuture::from(window().fetch_with_str(address)).await.ok()?.dyn_into::<web_sys::Response>().ok()?;
    let bytes = JsFuture::from(response.array_buffer().ok().filter(|_| response.ok())?).await.ok()?;
    let bytes = js_sys::Uint8Array::new(&bytes).to_vec();
    // `btoa` takes a string of bytes.
    window().btoa(&bytes.into_iter().map(char::from).collect::<String>()).ok()
}
