//! The lines: the history of the one on the board, all of them side by side, and the strip to switch between them.

use leptos::prelude::*;
use rules::{FigureId, Tombstone, Whereabouts};
use web_sys::MouseEvent;

use super::bench::Bench;
use super::list::Leaf;
use super::words;
use crate::draw::coin::{self, Dress};
use crate::draw::tools::{REDO, TOOL_BOX, UNDO};
use crate::page::i18n::*;
use crate::page::pointed::naming;
use crate::page::words::{self as common_words, tombstone as tombstone_words};
use crate::scene::foresight::Foresight;
use crate::scene::study::{Desk, Study, outlook};

/// The history of this line; each entry leads back to it.
pub(super) fn done(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        bench.study.with(|study| {
            let line = study.line();
            let row = |nth: usize, words: String| {
                let is_now = line.at() == nth;
                view! {
                    <li>
                        <button
                            class="mv" aria-current=is_now.then_some("step")
                            on:click=move |_| bench.change(|study| study.go_to(nth))
                        >
                            <span class="no">{nth}</span>
                            <span>{words}</span>
                        </button>
                    </li>
                }
            };
            let beginning = row(0, t_string!(i18n, analysis.beginning).to_owned());
            let rows = line
                .done()
                .iter()
                .enumerate()
                .map(|(nth, done)| row(nth + 1, words::done(i18n, &done.edit, line.before(nth), &done.desk)));
            view! { <ol class="moves done">{beginning}{rows.collect_view()}</ol> }
        })
    }
}

/// The name of a line: A, B, C.
fn letter(line: usize) -> char {
    char::from(b'A' + (line % 26) as u8)
}

/// The lines side by side: where each tombstone leads, and the dangers.
pub(super) fn comparison(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let lines = Memo::new(move |_| {
        bench.study.with(|study| study.lines().iter().map(|line| line.desk().clone()).collect::<Vec<Desk>>())
    });
    let table = move || {
        let desks = lines.get();
        let views: Vec<Option<Foresight>> = desks.iter().map(outlook).collect();
        let heads =
            (0..desks.len()).map(|line| view! { <th scope="col">{letter(line).to_string()}</th> }).collect_view();
        let kinds =
            Tombstone::KINDS.into_iter().filter(|kind| views.iter().flatten().any(|view| view.end(*kind).is_some()));
        let ends = kinds.map(|kind| {
            let cell = |view: &Option<Foresight>| {
                let end = view.as_ref().and_then(|view| view.end(kind));
                let words = end.map(|end| {
                    let eaten: Vec<String> = end.eaten.iter().map(ToString::to_string).collect();
                    format!("{} {}", end.monster.at, eaten.join(" "))
                });
                view! { <td>{naming(&words.unwrap_or_else(|| "–".to_owned()))}</td> }
            };
            let cells = views.iter().map(cell).collect_view();
            view! { <tr><th scope="row">{tombstone_words(i18n, kind)}</th>{cells}</tr> }
        });
        let is_on_board = |figure: &FigureId| {
            desks.iter().any(|desk| matches!(desk.position().whereabouts(*figure), Some(Whereabouts::On(_))))
        };
        let figures = FigureId::all().filter(is_on_board).map(|figure| {
            let cell = |(view, desk): (&Option<Foresight>, &Desk)| {
                let words = match desk.position().whereabouts(figure) {
                    Some(Whereabouts::On(_)) => view
                        .as_ref()
                        .and_then(|view| view.danger(figure))
                        .map(|danger| common_words::chance(i18n, danger.after)),
                    Some(place) => Some(common_words::place(i18n, place)),
                    None => None,
                };
                view! { <td>{words.unwrap_or_else(|| "–".to_owned())}</td> }
            };
            let cells = views.iter().zip(&desks).map(cell).collect_view();
            let face = desks[0].face(figure);
            let coin = coin::plain(figure, face, Dress { bare: true, ..Dress::default() });
            let name = crate::page::words::figure(i18n, figure, face);
            view! {
                <tr>
                    <th scope="row"><svg viewBox="-32 -32 64 64" role="img" aria-label=name inner_html=coin></svg></th>
                    {cells}
                </tr>
            }
        });
        view! {
            <table class="compare">
                <caption class="vh">{t!(i18n, analysis.compare)}</caption>
                <thead><tr><th scope="col">{t!(i18n, analysis.tombstone)}</th>{heads}</tr></thead>
                <tbody>{ends.collect_view()}{figures.collect_view()}</tbody>
            </table>
        }
    };
    move || (lines.with(Vec::len) > 1).then(table)
}

/// Forgets a line. After it the next one stands under the pointer, which a double click does not mean.
fn forget_once(bench: Bench, line: usize, event: &MouseEvent) {
    if event.detail() <= 1 {
        bench.change(|study| study.forget_line(line));
    }
}

/// Undo, redo, and the lines.
pub(super) fn line_strip(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let count = Memo::new(move |_| bench.study.with(|study| study.lines().len()));
    let current = Memo::new(move |_| bench.study.with(Study::current));
    let line = move |line: usize| {
        let name = move || t_string!(i18n, analysis.line, letter = letter(line)).to_string();
        let forget = move || t_string!(i18n, analysis.drop_line, letter = letter(line)).to_string();
        view! {
            <span class="ln">
                <button
                    data-line=line
                    aria-pressed=move || (current.get() == line).to_string()
                    on:click=move |_| bench.change(|study| study.switch(line))
                >
                    {name}
                </button>
                {move || (count.get() > 1).then(|| view! {
                    <button class="x" aria-label=forget on:click=move |event| forget_once(bench, line, &event)>"×"</button>
                })}
            </span>
        }
    };
    let branch = move |_| {
        bench.change(Study::branch);
        bench.leaf.set(Leaf::Lines);
    };
    let is_full = move || count.get() >= Study::MOST_LINES;
    view! {
        <section class="time panel" aria-label=move || t_string!(i18n, analysis.lines)>
            <div class="ctl">
                <button
                    data-do="undo" aria-label=move || t_string!(i18n, common.undo)
                    disabled=move || bench.study.with(|study| !study.can_undo())
                    on:click=move |_| bench.change(Study::undo)
                >
                    <svg viewBox=TOOL_BOX aria-hidden="true" inner_html=UNDO></svg>
                </button>
                <button
                    data-do="redo" aria-label=move || t_string!(i18n, analysis.redo)
                    disabled=move || bench.study.with(|study| !study.can_redo())
                    on:click=move |_| bench.change(Study::redo)
                >
                    <svg viewBox=TOOL_BOX aria-hidden="true" inner_html=REDO></svg>
                </button>
            </div>
            <div class="lns">
                {move || (0..count.get()).map(line).collect_view()}
                <button class="new" data-do="branch" disabled=is_full on:click=branch>
                    "+ "{t!(i18n, analysis.new_line)}
                </button>
            </div>
        </section>
    }
}
