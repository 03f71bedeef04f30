//! The log: captions as they are told, the newest at the bottom, and a voice for those who do not see the board.

use leptos::html::Ol;
use leptos::prelude::*;

use crate::draw::sign::{LURKING_BOX, lurking_eyes};
use crate::page::i18n::*;
use crate::page::session::Session;
use crate::page::words;
use crate::scene::caption::{Caption, Entry};
use crate::scene::rich::{Run, plain, runs};

/// How many captions stay on the page.
const KEPT: usize = 60;

pub(super) fn log(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let seats = StoredValue::new(session.seats());
    let told = Memo::new(move |_| session.playback.with(|playback| playback.log().len()));
    let entries = move || -> Vec<(usize, Entry)> {
        let told = told.get();
        session.playback.with_untracked(|playback| {
            playback.log().iter().cloned().enumerate().skip(told.saturating_sub(KEPT)).collect()
        })
    };
    let list = NodeRef::<Ol>::new();
    Effect::new(move || {
        told.track();
        request_animation_frame(move || {
            if let Some(list) = list.get_untracked() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let newest = move || {
        told.track();
        let newest = session.playback.with_untracked(|playback| playback.log().last().cloned());
        newest.map(|entry| plain(&seats.with_value(|seats| words::caption(i18n, &entry, seats))))
    };
    view! {
        <section class="log panel" aria-label=move || t_string!(i18n, table.log)>
            <ol node_ref=list tabindex="0" aria-label=move || t_string!(i18n, table.log)>
                <li class="lurk" aria-hidden="true">
                    <svg viewBox=LURKING_BOX inner_html=lurking_eyes()></svg>
                </li>
                <For each=entries key=|(number, _)| *number let:entry>
                    {caption_box(session, entry.1)}
                </For>
            </ol>
            <p class="vh" aria-live="polite">{newest}</p>
        </section>
    }
}

fn caption_box(session: Session, entry: Entry) -> impl IntoView {
    let i18n = use_i18n();
    let class = match entry.caption {
        Caption::Step { .. } | Caption::LastLook(_) => "cap panel beast",
        Caption::Stage(_)
        | Caption::Turn { .. }
        | Caption::Move { .. }
        | Caption::Tombstone(_)
        | Caption::NotCounted(_)
        | Caption::Returned(_)
        | Caption::LeftBehind(_)
        | Caption::Ended(_) => "cap panel",
    };
    let seats = session.seats();
    let words = move || {
        let piece = |run: Run| match run {
            Run::Plain(words) => words.into_any(),
            Run::Strong(words) => view! { <b>{words}</b> }.into_any(),
            Run::Sound(words) => view! { <span class="snd">{words}</span> }.into_any(),
        };
        runs(&words::caption(i18n, &entry, &seats)).into_iter().map(piece).collect_view()
    };
    view! { <li class=class>{words}</li> }
}
