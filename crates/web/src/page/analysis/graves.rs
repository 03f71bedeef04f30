//! The tombstones to try: one or two are shown on the board, and the last one picked can be watched.

use leptos::prelude::*;
use rules::Tombstone;
use rules::game::Tombstones;

use super::bench::Bench;
use crate::draw::graves::single;
use crate::draw::icons::Icon;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::foresight::{Foresight, percent};
use crate::scene::study::picture::Overlay;
use crate::scene::study::{Edit, chance};

/// Where the chance of a tombstone is written: two of a kind share one.
#[derive(Clone, Copy)]
enum Label {
    Own,
    /// Between this one and the next.
    OfBoth,
    /// Between this one and the previous one.
    Told,
}

impl Label {
    const fn class(self) -> &'static str {
        match self {
            Label::Own => "pc",
            Label::OfBoth => "pc pair",
            Label::Told => "pc told",
        }
    }
}

/// One of the eight tombstones, and whether it has been used.
type Grave = (Tombstone, bool);

pub(super) fn graves(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let graves = Memo::new(move |_| {
        bench.desk.with(|desk| {
            let situation = desk.situation();
            let left = situation.left();
            let all = Tombstones::of_game(situation.length);
            let kinds = all.iter().flat_map(|(tombstone, count)| {
                (0..count).map(move |nth| (tombstone, nth < count.saturating_sub(left.count(tombstone))))
            });
            kinds.collect::<Vec<Grave>>()
        })
    });
    let stones = move || {
        let all = graves.get();
        let has_twin = |place: usize, other: Option<usize>| {
            let twin = other.and_then(|other| all.get(other));
            twin.is_some_and(|twin| !twin.1 && *twin == all[place])
        };
        let label = |place: usize| match (has_twin(place, place.checked_sub(1)), has_twin(place, Some(place + 1))) {
            (true, _) => Label::Told,
            (false, true) => Label::OfBoth,
            (false, false) => Label::Own,
        };
        all.iter().enumerate().map(|(place, grave)| stone(bench, place, *grave, label(place))).collect_view()
    };
    // Without foresight there is nothing to watch.
    let next = Memo::new(move |_| {
        bench.outlook.with(|outlook| {
            let outlook = outlook.as_ref()?;
            bench.picks.with(|picks| picks.foremost(outlook).map(|end| end.tombstone))
        })
    });
    let watch = move |_| next.get_untracked().into_iter().for_each(|tombstone| bench.watch(tombstone));
    let can_watch_again = Memo::new(move |_| bench.can_watch_again());
    let watch_words = move || match next.get() {
        Some(next) => t_string!(i18n, analysis.watch_tombstone, tombstone = words::tombstone(i18n, next)).to_string(),
        None => t_string!(i18n, analysis.watch).to_owned(),
    };
    view! {
        <section class="graves panel" aria-label=move || t_string!(i18n, analysis.and_if)>
            <div class="ask">
                <b class="disp">{t!(i18n, analysis.and_if)}</b>
                <span>{t!(i18n, analysis.pick)}</span>
            </div>
            <div class="gr">{stones}</div>
            <div class="do">
                <button
                    class="mark" data-do="mark"
                    aria-pressed=move || bench.marks_used.get().to_string()
                    on:click=move |_| bench.marks_used.update(|marks| *marks = !*marks)
                >
                    {t!(i18n, analysis.mark_used)}
                </button>
                {move || can_watch_again.get().then(|| view! {
                    <button
                        class="btn" data-do="again" aria-label=move || t_string!(i18n, table.watch_again)
                        on:click=move |_| bench.watch_again()
                    >
                        <svg viewBox=Icon::Again.view_box() aria-hidden="true" inner_html=Icon::Again.markup()></svg>
                    </button>
                })}
                <button class="btn go" data-do="watch" disabled=move || next.get().is_none() on:click=watch>
                    {watch_words}
                </button>
            </div>
        </section>
    }
}

fn stone(bench: Bench, place: usize, (tombstone, is_used): Grave, label: Label) -> impl IntoView {
    let i18n = use_i18n();
    let chance = move || bench.desk.with(|desk| chance(desk, tombstone)).map_or(0, percent);
    let is_picked = move || !is_used && bench.picks.with(|picks| picks.has(tombstone));
    let is_shown = move || {
        let shown = |outlook: &Foresight| {
            bench.picks.with(|picks| picks.shown(outlook).iter().any(|end| end.tombstone == tombstone))
        };
        !is_used && bench.shows(Overlay::Ends) && bench.outlook.with(|outlook| outlook.as_ref().is_some_and(shown))
    };
    let hover = move |tombstone: Option<Tombstone>| bench.picks.update(|picks| picks.hover(tombstone));
    let spoken = move || {
        let name = words::tombstone(i18n, tombstone);
        if is_used {
            format!("{name}, {}", t_string!(i18n, things.used))
        } else {
            format!("{name}, {}", words::per_cent(i18n, chance()))
        }
    };
    let click = move |_| match (bench.marks_used.get_untracked(), is_used) {
        (true, false) => bench.edit(Edit::Use(tombstone)),
        (true, true) => bench.edit(Edit::PutBack(tombstone)),
        (false, false) => bench.picks.update(|picks| picks.toggle(tombstone)),
        (false, true) => {}
    };
    let below = move || {
        if is_used {
            view! { <span class="pc" aria-hidden="true">{t!(i18n, things.used)}</span> }.into_any()
        } else {
            view! { <span class=label.class() aria-hidden="true">{chance}<i>"%"</i></span> }.into_any()
        }
    };
    view! {
        <button
            class="g" class:used=is_used data-grave=tombstone.to_string()
            aria-pressed=move || is_picked().to_string()
            aria-disabled=move || (is_used && !bench.marks_used.get()).to_string()
            on:pointerenter=move |event| if event.pointer_type() != "touch" { hover(Some(tombstone)) }
            on:pointerleave=move |_| hover(bench.explained.get_untracked())
            on:click=click
        >
            <svg viewBox="-44 -56 88 104" aria-hidden="true" inner_html=move || single(tombstone, place, is_used, is_shown())></svg>
            {below}
            <span class="vh">{spoken}</span>
        </button>
    }
}
