//! The tombstones to try: one or two are looked at, the last one picked can be watched.

use leptos::prelude::*;
use rules::Tombstone;
use rules::game::Tombstones;

use super::Bench;
use crate::draw::graves::single;
use crate::page::i18n::*;
use crate::page::words;
use crate::scene::foresight::percent;
use crate::scene::study::Edit;

/// One of the eight: which, and whether it has been used.
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
        all.iter().enumerate().map(|(place, grave)| stone(bench, place, *grave)).collect_view()
    };
    let newest = move || bench.tried.with(|tried| tried.0.last().copied());
    let is_on = move || bench.watching.with(Option::is_some);
    let watch = move |_| {
        if is_on() {
            bench.stop_watching();
        } else if let Some(tombstone) = newest() {
            bench.watch(i18n, tombstone);
        }
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
                <button class="btn go" data-do="watch" disabled=move || newest().is_none() && !is_on() on:click=watch>
                    {move || if is_on() { t_string!(i18n, common.skip) } else { t_string!(i18n, analysis.watch) }}
                </button>
            </div>
        </section>
    }
}

fn stone(bench: Bench, place: usize, (tombstone, is_used): Grave) -> impl IntoView {
    let i18n = use_i18n();
    let chance = move || {
        let end = bench.outlook.with(|outlook| outlook.as_ref()?.end(tombstone).map(|end| percent(end.chance)));
        // Without a monster there is nothing to foresee, but the pile is the same.
        end.unwrap_or_else(|| {
            bench.desk.with(|desk| {
                let next = desk.situation().next_tombstones();
                (100 * next.count(tombstone) / next.len().max(1)) as u8
            })
        })
    };
    let is_tried = move || !is_used && bench.tried.with(|tried| tried.0.contains(&tombstone));
    let label = move || {
        let name = words::tombstone(i18n, tombstone);
        if is_used {
            format!("{name}, {}", t_string!(i18n, things.used))
        } else {
            format!("{name}, {}", words::per_cent(i18n, chance()))
        }
    };
    let click = move |_| match (bench.marks_used.get_untracked(), is_used) {
        (true, false) => bench.edit(i18n, Edit::Use(tombstone)),
        (true, true) => bench.edit(i18n, Edit::PutBack(tombstone)),
        (false, false) => bench.tried.update(|tried| tried.toggle(tombstone)),
        (false, true) => {}
    };
    let below = move || {
        if is_used {
            view! { <span class="pc" aria-hidden="true">{t!(i18n, things.used)}</span> }.into_any()
        } else {
            view! { <span class="pc" aria-hidden="true">{chance}<i>"%"</i></span> }.into_any()
        }
    };
    view! {
        <button
            class="g" class:used=is_used data-grave=tombstone.to_string()
            aria-pressed=move || is_tried().to_string()
            aria-disabled=move || (is_used && !bench.marks_used.get()).to_string()
            on:click=click
        >
            <svg viewBox="-44 -56 88 104" aria-hidden="true" inner_html=move || single(tombstone, place, is_used, is_tried())></svg>
            {below}
            <span class="vh">{label}</span>
        </button>
    }
}
