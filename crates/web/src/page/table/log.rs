//! The log: captions, newest at the bottom, and announcements for screen readers.

use leptos::html::Ol;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use crate::draw::sign::{LURKING_BOX, lurking_eyes};
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::names::ShownSeat;
use crate::page::pointed::names;
use crate::page::{why, words};
use crate::scene::caption::{Caption, Cause, Entry};
use crate::scene::playback::Playback;
use crate::scene::rich::plain;
use crate::scene::why::BotAnswer;
use crate::table::Who;

/// How far from its end the list may be scrolled and still counts as being there.
const END_SLACK_PX: i32 = 8;

/// The number of captions on the page.
const KEPT: usize = 60;

pub(in crate::page) fn log(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let seats = StoredValue::new(display.seats());
    let told = display.beside(|playback| playback.log().len());
    let jumps = display.beside(Playback::jumps);
    // After a jump another story may be told, with as many captions.
    let entries = move || -> Vec<((usize, usize), Entry)> {
        let (told, jumps) = (told.get(), jumps.get());
        display.playback.with_untracked(|playback| {
            let all = playback.log().iter().cloned().enumerate();
            all.skip(told.saturating_sub(KEPT)).map(|(number, entry)| ((jumps, number), entry)).collect()
        })
    };
    let list = NodeRef::<Ol>::new();
    let to_end = move || {
        if let Some(list) = list.try_get_untracked().flatten() {
            list.set_scroll_top(list.scroll_height());
        }
    };
    // Whoever has scrolled up to read stays there.
    let is_at_end = StoredValue::new(true);
    let scrolled = move |_| {
        if let Some(list) = list.get_untracked() {
            is_at_end.set_value(list.scroll_top() + list.client_height() + END_SLACK_PX >= list.scroll_height());
        }
    };
    let stay_at_end = move || {
        if is_at_end.try_get_value() == Some(true) {
            request_animation_frame(to_end);
        }
    };
    // The omen of a plan takes room from the list.
    let has_omen = Memo::new(move |_| {
        display.moving.with(|moving| moving.as_ref().is_some_and(|moving| moving.drawn().is_some()))
    });
    Effect::new(move || {
        told.track();
        request_animation_frame(to_end);
    });
    Effect::new(move || {
        has_omen.track();
        // Its sentences come with the foresight.
        display.foresight.track();
        display.picks.track();
        stay_at_end();
    });
    let resized = window_event_listener(leptos::ev::resize, move |_| stay_at_end());
    on_cleanup(move || resized.remove());
    // Everything new since the last announcement, so that nothing is lost when beats are skipped. In a game that is
    // only watched, jumps do not announce everything in between.
    let heard =
        StoredValue::new((told.get_untracked().saturating_sub(1), display.playback.with_untracked(Playback::shown)));
    let newest = move || {
        let (told, shown) = (told.get(), display.playback.with_untracked(Playback::shown));
        let (from, before) = heard.get_value();
        let last = told.saturating_sub(1);
        // Only a move that is taken back shortens the story of a game that is played.
        if !display.is_watched() && told < from {
            heard.set_value((told, shown));
            return t_string!(i18n, voice.move_taken_back).to_owned();
        }
        let from = if display.is_watched() && shown.abs_diff(before) > 1 { last } else { from.min(last) };
        heard.set_value((told, shown));
        let new = display.playback.with_untracked(|playback| playback.log()[from..].to_vec());
        let tell = |entry: &Entry| plain(&seats.with_value(|seats| words::caption(i18n, entry, seats)));
        new.iter().map(tell).collect::<Vec<_>>().join(" ")
    };
    view! {
        <section class="log panel" aria-label=move || t_string!(i18n, table.log)>
            <ol node_ref=list on:scroll=scrolled tabindex="0" aria-label=move || t_string!(i18n, table.log)>
                <li class="lurk" aria-hidden="true">
                    <svg viewBox=LURKING_BOX inner_html=lurking_eyes()></svg>
                </li>
                <For each=entries key=|(number, _)| *number let:entry>
                    {caption_box(display, entry.1, list)}
                </For>
            </ol>
            <p class="vh" aria-live="polite">{newest}</p>
        </section>
    }
}

fn caption_box(display: Display, entry: Entry, list: NodeRef<Ol>) -> impl IntoView {
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
    let seats = display.seats();
    let question = question(display, &entry, &seats, list);
    let cells = names(&entry.caption.cells());
    let words = move || words::rich_text(&words::caption(i18n, &entry, &seats));
    view! {
        <li class=class data-names=cells>{words} {question}</li>
    }
}

/// The question about an entry: about the monster it is answered on the board, about a bot here.
fn question(display: Display, entry: &Entry, seats: &[ShownSeat], list: NodeRef<Ol>) -> Option<AnyView> {
    let i18n = use_i18n();
    let dark = entry.dark;
    match (entry.cause.clone()?, &entry.caption) {
        (Cause::Look(moment), _) => Some(
            view! {
                " "
                <button class="whyq" data-do="why" on:click=move |_| display.ask(&moment)>{t!(i18n, why.why)}</button>
            }
            .into_any(),
        ),
        (Cause::Move { game, figure, path }, Caption::Move { seat, .. }) => {
            let Who::Bot(bot) = seats.get(seat.index())?.who() else { return None };
            let answer = RwSignal::new(BotAnswer::default());
            let toggle = move |event: MouseEvent| {
                answer.update(|answer| answer.toggle(|| bot.reason(&game, figure, &path)));
                let caption =
                    event.target().and_then(|target| target.dyn_into::<Element>().ok()?.closest("li").ok()?);
                request_animation_frame(move || bring_into_view(list, caption));
            };
            let reason = move || {
                let reason = answer.get().reason()?;
                Some(view! { <span class="reason">{why::reason(i18n, reason, dark)}</span> })
            };
            Some(
                view! {
                    " "
                    <button
                        class="whyq" data-do="reason" aria-expanded=move || answer.get().is_shown().to_string()
                        on:click=toggle
                    >
                        {t!(i18n, why.why)}
                    </button>
                    <span aria-live="polite">{reason}</span>
                }
                .into_any(),
            )
        }
        (Cause::Move { .. }, _) => None,
    }
}

/// Scrolls the list until the end of the caption can be read.
fn bring_into_view(list: NodeRef<Ol>, caption: Option<Element>) {
    if let (Some(list), Some(caption)) = (list.try_get_untracked().flatten(), caption) {
        let hidden = caption.get_bounding_client_rect().bottom() - list.get_bounding_client_rect().bottom();
        if hidden > 0.0 {
            list.set_scroll_top(list.scroll_top() + hidden.ceil() as i32);
        }
    }
}
