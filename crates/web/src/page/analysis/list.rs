//! What can be read beside the board: what comes, where a figure can go, what was done, and the lines side by side.

use leptos::prelude::*;
use rules::{FigureId, Tombstone, Whereabouts};

use super::Bench;
use super::words;
use crate::draw::coin::{self, Dress};
use crate::draw::tools::{REDO, TOOL_BOX, UNDO};
use crate::page::i18n::*;
use crate::page::words as common_words;
use crate::scene::foresight::{End, Foresight, percent};
use crate::scene::study::{Desk, Edit, Study, goals, outlook};

/// What the list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Where every tombstone leads.
    Ends,
    /// Where the chosen figure can go.
    Goals,
    /// What was done, and the lines side by side.
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

/// Where every tombstone leads, in words and as data.
fn ends(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let item = move |end: &End| {
        let names = |figures: &[FigureId]| figures.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let trail: Vec<String> = end.trail.iter().map(ToString::to_string).collect();
        let share = format!("{}/{}", end.chance.ways(), end.chance.of());
        let chance = if end.chance.is_none() {
            t_string!(i18n, analysis.cannot_be_first).to_owned()
        } else {
            common_words::chance(i18n, end.chance)
        };
        view! {
            <li
                data-tombstone=end.tombstone.to_string() data-chance=share data-end=end.monster.at.to_string()
                data-facing=end.monster.facing.to_string() data-eaten=names(&end.eaten) data-trail=trail.join(" ")
            >
                <b class="disp">{common_words::tombstone(i18n, end.tombstone)}</b>
                <span class="d">{chance}</span>
                <span>{bench.desk.with(|desk| common_words::end(i18n, end, |figure| words::figure(i18n, desk, figure)))}</span>
            </li>
        }
    };
    move || {
        bench.outlook.with(|outlook| match outlook {
            Some(outlook) => {
                view! { <ol class="what-comes">{outlook.ends.iter().map(item).collect_view()}</ol> }.into_any()
            }
            None => view! { <p class="hint">{t!(i18n, analysis.no_monster)}</p> }.into_any(),
        })
    }
}

/// Where the chosen figure can go, the safest places first.
fn ways(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let Some(figure) = bench.chosen.get() else {
            return view! { <p class="hint">{t!(i18n, analysis.choose_figure)}</p> }.into_any();
        };
        let desk = bench.desk.get();
        let mut goals = goals(&desk, figure);
        goals.sort_by_key(|goal| (goal.danger, goal.cost));
        let now = bench.outlook.with(|outlook| danger(outlook.as_ref(), figure)).unwrap_or(0);
        let name = words::figure(i18n, &desk, figure);
        let row = move |goal: crate::scene::study::Goal| {
            let place = match goal.place {
                Whereabouts::Escaped => t_string!(i18n, things.out_by_exit).to_owned(),
                _ if goal.path.is_empty() => t_string!(i18n, things.stay).to_owned(),
                place => common_words::place(i18n, place),
            };
            let words = format!("{place}, {}", common_words::points(i18n, goal.cost));
            let danger = goal.danger.map(|danger| common_words::chance(i18n, danger));
            let walk = move |_| {
                bench.chosen.set(None);
                bench.edit(i18n, Edit::Walk { figure, path: goal.path.clone() });
            };
            view! { <li><button class="mv" on:click=walk><span>{words}</span><span class="d">{danger}</span></button></li> }
        };
        view! {
            <p class="hint">{format!("{name}, {}", common_words::danger_of(i18n, now))}</p>
            <ol class="moves">{goals.into_iter().map(row).collect_view()}</ol>
        }
        .into_any()
    }
}

fn danger(outlook: Option<&Foresight>, figure: FigureId) -> Option<u8> {
    outlook?.danger(figure).map(|danger| percent(danger.after))
}

/// What was done in this line; each thing leads back to it.
fn done(bench: Bench) -> impl IntoView {
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

/// The lines side by side: where each tombstone leads, and who is in danger.
fn comparison(bench: Bench) -> impl IntoView {
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
                view! { <td>{words.unwrap_or_else(|| "–".to_owned())}</td> }
            };
            let cells = views.iter().map(cell).collect_view();
            view! { <tr><th scope="row">{common_words::tombstone(i18n, kind)}</th>{cells}</tr> }
        });
        let is_on_board = |figure: &FigureId| {
            desks.iter().any(|desk| matches!(desk.position().whereabouts(*figure), Some(Whereabouts::On(_))))
        };
        let figures = FigureId::all().filter(is_on_board).map(|figure| {
            let cell = |(view, desk): (&Option<Foresight>, &Desk)| {
                let words = match desk.position().whereabouts(figure) {
                    Some(Whereabouts::On(_)) => {
                        danger(view.as_ref(), figure).map(|danger| common_words::per_cent(i18n, danger))
                    }
                    Some(place) => Some(common_words::place(i18n, place)),
                    None => None,
                };
                view! { <td>{words.unwrap_or_else(|| "–".to_owned())}</td> }
            };
            let cells = views.iter().zip(&desks).map(cell).collect_view();
            let face = desks[0].face(figure);
            let coin = coin::plain(figure, face, Dress { bare: true, ..Dress::default() });
            let name = common_words::figure(i18n, figure, face);
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

/// Back and forth, and the lines.
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
                    <button class="x" aria-label=forget on:click=move |_| bench.change(|study| study.drop_line(line))>"×"</button>
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
