//! The lists beside the board: prospects, places that a figure can reach, and lines.

use leptos::prelude::*;
use rules::Whereabouts;

use super::bench::Bench;
use super::ends::ends;
use super::lines::{comparison, done};
use super::words;
use crate::page::i18n::*;
use crate::page::words as common_words;
use crate::scene::foresight::percent;
use crate::scene::study::{Goal, goals};

/// What the list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Where each tombstone leads.
    Ends,
    /// The places that the chosen figure can reach.
    Goals,
    /// The history, and the lines side by side.
    Lines,
}

impl Leaf {
    const ALL: [Leaf; 3] = [Leaf::Ends, Leaf::Goals, Leaf::Lines];

    const fn name(self) -> &'static str {
        match self {
            Leaf::Ends => "ends",
            Leaf::Goals => "goals",
            Leaf::Lines => "lines",
        }
    }
}

pub(super) fn list(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let leaf = move |leaf: Leaf| {
        let name = move || match leaf {
            Leaf::Ends => t_string!(i18n, analysis.ends),
            Leaf::Goals => t_string!(i18n, analysis.moves),
            Leaf::Lines => t_string!(i18n, analysis.lines),
        };
        view! {
            <button
                data-leaf=leaf.name()
                aria-pressed=move || (bench.leaf.get() == leaf).to_string()
                on:click=move |_| bench.leaf.set(leaf)
            >
                {name}
            </button>
        }
    };
    let hidden = move |leaf: Leaf| move || bench.leaf.get() != leaf;
    view! {
        <section class="list panel" aria-label=move || t_string!(i18n, analysis.moves)>
            <div class="leaves" role="group" aria-label=move || t_string!(i18n, analysis.moves)>
                {Leaf::ALL.map(leaf).collect_view()}
            </div>
            <div class="leaf" tabindex="0" hidden=hidden(Leaf::Ends)>{ends(bench)}</div>
            <div class="leaf" tabindex="0" hidden=hidden(Leaf::Goals)>{ways(bench)}</div>
            <div class="leaf" tabindex="0" hidden=hidden(Leaf::Lines)>{done(bench)}{comparison(bench)}</div>
        </section>
    }
}

/// The places that the chosen figure can reach, safest first.
fn ways(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let Some(figure) = bench.chosen.get() else {
            return view! { <p class="hint">{t!(i18n, analysis.choose_figure)}</p> }.into_any();
        };
        let desk = bench.desk.get();
        let mut goals = goals(&desk, figure);
        goals.sort_by_key(|goal| (goal.danger, goal.cost));
        let now = bench.outlook.with(|outlook| outlook.as_ref()?.danger(figure)).map_or(0, |now| percent(now.after));
        let name = words::figure(i18n, &desk, figure);
        let row = move |goal: Goal| {
            let place = if goal.path.is_empty() {
                t_string!(i18n, things.stay).to_owned()
            } else if goal.place == Whereabouts::Escaped {
                t_string!(i18n, things.out_by_exit).to_owned()
            } else {
                common_words::place(i18n, goal.place)
            };
            let words = format!("{place}, {}", common_words::points(i18n, goal.cost));
            let danger = goal.danger.map(|danger| common_words::chance(i18n, danger));
            let cell = match goal.place {
                Whereabouts::On(cell) => Some(cell.to_string()),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
            };
            let walk = move |_| bench.go(figure, goal.clone());
            view! { <li><button class="mv" data-names=cell on:click=walk><span>{words}</span><span class="d">{danger}</span></button></li> }
        };
        view! {
            <p class="hint">{format!("{name}, {}", common_words::danger_of(i18n, now))}</p>
            <ol class="moves">{goals.into_iter().map(row).collect_view()}</ol>
        }
        .into_any()
    }
}
