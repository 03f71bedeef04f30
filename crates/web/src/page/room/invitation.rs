//! The invitation: a code to scan, words to say, and the link to copy or share.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::Hall;
use crate::draw::qr::qr;
use crate::page::clock::Clock;
use crate::page::i18n::*;
use crate::page::online::invitation_link;
use crate::page::tables;
use crate::scene::room::words_to_say;

/// How long COPY says that it has copied, in milliseconds.
const COPIED_MS: u32 = 1800;

/// The outcome of copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copied {
    /// The link is in the clipboard.
    Yes,
    /// The browser does not allow it; the link is selected.
    ByHand,
}

/// Scrolls to the invitation.
pub(super) fn show() {
    if let Some(invitation) = document().query_selector(".room .invite").ok().flatten() {
        invitation.scroll_into_view();
    }
}

pub(super) fn invitation(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let link = invitation_link(hall.game());
    let code = Memo::new(move |_| hall.at.view.with(|view| view.code.clone()));
    let picture = {
        let link = link.clone();
        move || qr(&link, t_string!(i18n, room.qr))
    };
    let input = NodeRef::<Input>::new();
    let copied = RwSignal::new(None::<Copied>);
    let clock = Clock::new();
    let copy = {
        let link = link.clone();
        move |_| {
            let link = link.clone();
            spawn_local(async move {
                let is_written = tables::copy(&link).await;
                // The screen may have been left in the meantime.
                if copied.try_set(Some(if is_written { Copied::Yes } else { Copied::ByHand })).is_some() {
                    return;
                }
                if is_written {
                    clock.set(COPIED_MS, move || copied.set(None));
                } else {
                    select(input);
                }
            });
        }
    };
    let can_share = can_share();
    let share = {
        let link = link.clone();
        move |_| {
            let text = t_string!(i18n, room.share_text);
            share_link(t_string!(i18n, common.title), text, &link);
        }
    };
    let words = move || {
        let words = words_to_say(&code.get()?);
        Some(view! {
            <p>{t!(i18n, room.scan)} " " <br />{t!(i18n, room.say)}</p>
            <p class="code disp">
                {words.into_iter().map(|word| view! { <span>{word}</span> " " }).collect_view()}
            </p>
        })
    };
    let only_send = move || code.get().is_none().then(|| view! { <p>{t!(i18n, room.send)}</p> });
    let is_copied = move || copied.get() == Some(Copied::Yes);
    view! {
        <section class="box invite panel" aria-labelledby="invitation">
            <h2 class="disp" id="invitation">{t!(i18n, room.invitation)}</h2>
            <div class="qrbox" inner_html=picture></div>
            <div class="say">{words} {only_send}</div>
            <div class="linkline" class:single=!can_share>
                <label class="vh" for="link">{t!(i18n, room.link)}</label>
                <input id="link" node_ref=input readonly value=link on:focus=move |_| select(input) />
                <button class="btn copy" class:done=is_copied data-do="copy" on:click=copy>
                    <svg class="ic2" class:pop=is_copied viewBox="0 0 24 24" aria-hidden="true">
                        <path d=move || {
                            if is_copied() { "M4 13 10 19 21 5" } else { "M8 8V3h13v13h-5M3 8h13v13H3Z" }
                        } />
                    </svg>
                    <span aria-live="polite">
                        {move || if is_copied() { t_string!(i18n, room.copied) } else { t_string!(i18n, room.copy) }}
                    </span>
                </button>
                {can_share.then(|| view! {
                    <button class="btn share" data-do="share" on:click=share>
                        <svg class="ic2" viewBox="0 0 24 24" aria-hidden="true">
                            <path d="M12 15V3M7 8l5-5 5 5M5 12v9h14v-9" />
                        </svg>
                        {t!(i18n, room.share)}
                    </button>
                })}
            </div>
            <p class="note" role="status">
                {move || {
                    if copied.get() == Some(Copied::ByHand) {
                        t_string!(i18n, room.by_hand)
                    } else {
                        t_string!(i18n, room.whoever)
                    }
                }}
            </p>
        </section>
    }
}

fn select(input: NodeRef<Input>) {
    if let Some(input) = input.get_untracked() {
        input.select();
    }
}

fn can_share() -> bool {
    let share = js_sys::Reflect::get(&window().navigator(), &JsValue::from_str("share"));
    share.is_ok_and(|share| share.is_function())
}

/// Opens the list of programs that the device shares links with.
fn share_link(title: &str, text: &str, link: &str) {
    let navigator = window().navigator();
    let what = js_sys::Object::new();
    for (key, value) in [("title", title), ("text", text), ("url", link)] {
        // Setting a field of a fresh object cannot fail.
        let _ = js_sys::Reflect::set(&what, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    let share = js_sys::Reflect::get(&navigator, &JsValue::from_str("share"));
    let Ok(share) = share.and_then(|share| share.dyn_into::<js_sys::Function>()) else { return };
    if let Ok(promise) = share.call1(&navigator, &what)
        && let Ok(promise) = promise.dyn_into::<js_sys::Promise>()
    {
        // Whoever closes the list has changed their mind: that is not an error.
        spawn_local(async move { drop(JsFuture::from(promise).await) });
    }
}
