//! The prospects: where each tombstone leads, which figures it eats, and why, step by step.

use leptos::prelude::*;
use rules::{FigureId, Tombstone};

use super::bench::Bench;
use crate::draw::coin::{self, Dress};
use crate::page::i18n::*;
use crate::page::why;
use crate::page::words::{self, rich_text, tombstone as tombstone_words};
use crate::scene::foresight::End;
use crate::scene::study::picture::story;

/// Where each tombstone leads, in words and as data.
pub(super) fn ends(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        bench.outlook.with(|outlook| match outlook {
            Some(outlook) => {
                let is_first = outlook.ends.iter().any(|end| end.chance.is_none());
                view! {
                    <ol class="what-comes">{outlook.ends.iter().map(|end| row(bench, end)).collect_view()}</ol>
                    {is_first.then(|| view! { <p class="hint">{t!(i18n, analysis.not_first)}</p> })}
                }
                .into_any()
            }
            None => view! { <p class="hint">{t!(i18n, analysis.no_monster)}</p> }.into_any(),
        })
    }
}

fn row(bench: Bench, end: &End) -> impl IntoView {
    let i18n = bench.i18n;
    let tombstone = end.tombstone;
    let names = end.eaten.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let trail = end.trail.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let told = bench.desk.with(|desk| words::run(i18n, end, |figure| words::figure(i18n, figure, desk.face(figure))));
    let coins = bench.desk.with(|desk| {
        let coin = |figure: &FigureId| {
            let coin = coin::plain(*figure, desk.face(*figure), Dress { bare: true, ..Dress::default() });
            view! { <svg viewBox="-32 -32 64 64" inner_html=coin></svg> }
        };
        end.eaten.iter().map(coin).collect_view()
    });
    let nobody = end.eaten.is_empty().then(|| t_string!(i18n, things.eats_nobody));
    let is_open = move || bench.explained.get() == Some(tombstone);
    let open = move |_| {
        let opened = (!untrack(is_open)).then_some(tombstone);
        bench.explained.set(opened);
        bench.picks.update(|picks| picks.hover(opened));
    };
    view! {
        <li
            data-tombstone=tombstone.to_string() data-chance=format!("{}/{}", end.chance.ways(), end.chance.of())
            data-end=end.monster.at.to_string() data-facing=end.monster.facing.to_string() data-eaten=names data-trail=trail
        >
            <button class="mv" data-names=end.monster.at.to_string() aria-expanded=move || is_open().to_string() on:click=open>
                <span class="vh">{told}</span>
                <b class="disp" aria-hidden="true">{tombstone_words(i18n, tombstone)}</b>
                <span class="d" aria-hidden="true">{words::chance(i18n, end.chance)}</span>
                <span aria-hidden="true">{format!("→\u{a0}{}", end.monster.at)}</span>
                <span class="who" aria-hidden="true">{coins}{nobody}</span>
                <u>{t!(i18n, why.why)}</u>
            </button>
            {move || is_open().then(|| explanation(bench, tombstone))}
        </li>
    }
}

/// Every look of the run, and what followed.
fn explanation(bench: Bench, tombstone: Tombstone) -> impl IntoView {
    let steps = bench.desk.with(|desk| {
        let steps = story(desk, tombstone);
        steps.iter().map(|step| why::brief(bench.i18n, step, desk.dark())).collect::<Vec<_>>()
    });
    view! { <ol class="steps">{steps.iter().map(|step| view! { <li>{rich_text(step)}</li> }).collect_view()}</ol> }
}
