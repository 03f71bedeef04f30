//! Handing a position on: as text, as a link, as a drawing; and taking one in.

use leptos::html::Textarea;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::Bench;
use super::words;
use crate::page::i18n::*;
use crate::page::tables::save_file;
use crate::page::words::Language;
use crate::route::Route;
use crate::scene::study::{Desk, Edit};

pub(super) fn share(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let text = Memo::new(move |_| bench.desk.with(|desk| desk.situation().to_string()));
    let typed = NodeRef::<Textarea>::new();
    let link = move || {
        let location = window().location();
        let page = location.href().unwrap_or_default();
        let page = page.split('#').next().unwrap_or_default().to_owned();
        format!("{page}{}", Route::Position(text.get_untracked()))
    };
    let drawing = move || bench.desk.with_untracked(|desk| desk.position().drawing());
    let lay_out = move |_| {
        let Some(typed) = typed.get_untracked() else { return };
        match Desk::read(&typed.value()) {
            Ok(desk) => {
                bench.edit(i18n, Edit::Lay(Box::new(desk)));
                typed.set_value("");
            }
            Err(problem) => bench.notice.set(Some(words::unread(i18n, &problem))),
        }
    };
    view! {
        <section class="share panel" aria-label=move || t_string!(i18n, analysis.share)>
            <code aria-label=move || t_string!(i18n, analysis.position) data-position>{text}</code>
            <div class="copies">
                <button class="btn" data-do="copy-text" on:click=move |_| copy(bench, i18n, text.get_untracked())>
                    {t!(i18n, analysis.copy_text)}
                </button>
                <button class="btn" data-do="copy-link" on:click=move |_| copy(bench, i18n, link())>
                    {t!(i18n, analysis.copy_link)}
                </button>
                <button class="btn" data-do="copy-drawing" on:click=move |_| copy(bench, i18n, drawing())>
                    {t!(i18n, analysis.copy_drawing)}
                </button>
                <button class="btn" data-do="save-picture" on:click=move |_| save_picture()>
                    {t!(i18n, analysis.save_picture)}
                </button>
            </div>
            <textarea
                node_ref=typed rows="1" spellcheck="false"
                aria-label=move || t_string!(i18n, analysis.paste) placeholder=move || t_string!(i18n, analysis.paste)
            ></textarea>
            <button class="btn" data-do="lay-out" on:click=lay_out>{t!(i18n, analysis.lay_out)}</button>
        </section>
    }
}

/// Puts a text where it can be pasted from.
fn copy(bench: Bench, i18n: Language, text: String) {
    leptos::task::spawn_local(async move {
        let copied = JsFuture::from(window().navigator().clipboard().write_text(&text)).await;
        let words = match copied {
            Ok(_) => t_string!(i18n, analysis.copied).to_owned(),
            // The text itself is the next best thing.
            Err(_) => format!("{} {text}", t_string!(i18n, analysis.not_copied)),
        };
        // The screen may have gone in the meantime.
        let _ = bench.notice.try_set(Some(words));
    });
}

/// The board as a picture of its own: its layers, the symbols they use, and the rules of the style sheet.
fn save_picture() {
    let document = document();
    let markup = |selector: &str| {
        let all = document.query_selector_all(selector);
        let nodes = all.map(|all| (0..all.length()).filter_map(move |nth| all.item(nth)).collect::<Vec<_>>());
        let elements = nodes.unwrap_or_default().into_iter().filter_map(|node| {
            use wasm_bindgen::JsCast;
            node.dyn_into::<web_sys::Element>().ok()
        });
        elements.map(|element| element.outer_html()).collect::<String>()
    };
    let view_box = document.query_selector(".analysis .board .l-floor").ok().flatten();
    let view_box = view_box.and_then(|layer| layer.get_attribute("viewBox")).unwrap_or_default();
    let root = document.document_element();
    let theme = root.and_then(|root| root.get_attribute("data-theme")).unwrap_or_default();
    let symbols = markup("body > svg");
    let layers = markup(".analysis .board .layer:not(.l-hits):not(.l-fx)");
    let size: Vec<&str> = view_box.split(' ').collect();
    let (width, height) = (size.get(2).copied().unwrap_or("1104"), size.get(3).copied().unwrap_or("786"));
    let picture = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width}" height="{height}" data-theme="{theme}"><style>{}</style>{symbols}<g class="board">{layers}</g></svg>"#,
        style()
    );
    save_file("fearsome-floors.svg", &picture);
}

/// The rules of the style sheet that a picture can need.
fn style() -> String {
    let sheets = document().style_sheets();
    let mut text = String::new();
    for nth in 0..sheets.length() {
        use wasm_bindgen::JsCast;
        let sheet = sheets.item(nth).and_then(|sheet| sheet.dyn_into::<web_sys::CssStyleSheet>().ok());
        let Some(rules) = sheet.and_then(|sheet| sheet.css_rules().ok()) else { continue };
        for nth in 0..rules.length() {
            text += &rules.item(nth).map(|rule| rule.css_text()).unwrap_or_default();
        }
    }
    text.replace('&', "&amp;").replace('<', "&lt;")
}
