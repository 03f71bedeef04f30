//! The levels that come with the game: ten issues as covers with the levels of the open one, and the gallery.

use leptos::html::Ul;
use leptos::prelude::*;
use puzzles::Trick;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::{Screen, words};
use crate::draw::{feeding as drawn, issue, level_map};
use crate::page::i18n::*;
use crate::page::rulebook::Rulebook;
use crate::puzzle::LevelRef;
use crate::route::Route;
use crate::scene::feeding::{Card, Issue, Mark};

/// The issues.
pub(super) fn issues(screen: Screen) -> impl IntoView {
    let i18n = use_i18n();
    let cover = move |trick: Trick| {
        let issue = Memo::new(move |_| screen.overview.with(|overview| overview.issue(trick).clone()));
        view! { <li>{cover(screen, trick, issue)}</li> }
    };
    let opened = move || {
        let open = screen.open.get();
        let issue = Memo::new(move |_| screen.overview.with(|overview| overview.issue(open).clone()));
        move || spread(issue.get())
    };
    // Where the covers do not fit side by side, the open one is in the middle.
    let rack = NodeRef::<Ul>::new();
    Effect::new(move || {
        screen.open.track();
        let Some(rack) = rack.get() else { return };
        request_animation_frame(move || bring_to_middle(&rack));
    });
    view! {
        <section class="issues" aria-labelledby="issues-head" id="issues">
            <h2 class="caption panel head" id="issues-head">
                <span class="disp">{t!(i18n, feeding.issues.title)}</span>
            </h2>
            <p class="note">{t!(i18n, feeding.issues.text)}</p>
            <ul class="rack" node_ref=rack on:keydown=leaf>
                {Trick::ALL.map(cover).collect_view()}
            </ul>
            <section class="spread panel" aria-live="polite">
                {opened}
            </section>
        </section>
    }
}

fn bring_to_middle(rack: &HtmlElement) {
    let open = rack.query_selector("[aria-pressed=true]").ok().flatten();
    if let Some(open) = open.and_then(|open| open.parent_element()?.dyn_into::<HtmlElement>().ok()) {
        let before = open.offset_left() - rack.offset_left();
        rack.set_scroll_left(before - (rack.client_width() - open.offset_width()) / 2);
    }
}

/// The arrow keys go from cover to cover.
fn leaf(event: KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let covers = document().query_selector_all(".rack .cover").ok();
    let (Some(target), Some(covers)) = (target, covers) else { return };
    let covers: Vec<HtmlElement> = (0..covers.length()).filter_map(|nth| covers.item(nth)?.dyn_into().ok()).collect();
    let Some(at) = covers.iter().position(|cover| *cover == target) else { return };
    let to = match event.key().as_str() {
        "ArrowRight" => at + 1,
        "ArrowLeft" => at + covers.len() - 1,
        "Home" => 0,
        "End" => covers.len() - 1,
        _ => return,
    };
    event.prevent_default();
    // Failing to focus is not an error.
    let _ = covers[to % covers.len()].focus();
}

fn cover(screen: Screen, trick: Trick, issue: Memo<Issue>) -> impl IntoView {
    let i18n = use_i18n();
    let is_open = move || screen.open.get() == trick;
    let label = move || {
        issue.with(|issue| {
            let (number, title) = (issue.number, words::issue(i18n, trick));
            let (solved, stars) = (issue.solved(), issue.stars());
            let label = t_string!(i18n, feeding.issues.label, number, title, solved, stars).to_string();
            if issue.has_next() { t_string!(i18n, feeding.issues.label_next, label).to_string() } else { label }
        })
    };
    let picture =
        move || issue.with(|issue| issue::cover(trick, issue.number, words::issue(i18n, trick), issue.is_eaten()));
    let boxes = move || issue.with(|issue| issue.cards.iter().map(|card| progress_box(card.mark)).collect_view());
    let won = move || {
        let stars = issue.with(|issue| (issue.solved() > 0).then(|| issue.stars()));
        match stars {
            Some(stars) => view! {
                {stars}
                <svg viewBox="-24 -24 48 48" aria-hidden="true">
                    <path d=drawn::STAR />
                </svg>
            }
            .into_any(),
            None => view! { {t!(i18n, feeding.state.fresh)} }.into_any(),
        }
    };
    let flag = move || {
        issue.with(Issue::has_next).then(|| {
            view! {
                <span class="flag disp" aria-hidden="true">{t!(i18n, feeding.next_flag)}</span>
            }
        })
    };
    let is_fresh = screen.news.with_value(|news| news.eaten.contains(&trick));
    view! {
        <button
            class="cover"
            class:on=is_open
            class:fresh=is_fresh
            data-issue=trick.code()
            aria-pressed=move || is_open().to_string()
            on:click=move |_| screen.open.set(trick)
        >
            <span class="vh">{label}</span>
            <span aria-hidden="true" inner_html=picture></span>
            {flag}
            <span class="prog" aria-hidden="true">
                {boxes}
                <b>{won}</b>
            </span>
        </button>
    }
}

fn progress_box(mark: Mark) -> impl IntoView {
    let class = match mark {
        Mark::Solved(_) => "done",
        Mark::Tried(_) => "tried",
        Mark::Open => "",
    };
    view! { <i class=class></i> }
}

/// The levels of the open issue.
fn spread(issue: Issue) -> impl IntoView {
    let i18n = use_i18n();
    let Issue { trick, number, cards } = issue;
    view! {
        <header>
            <p class="kick">{t!(i18n, feeding.issues.number, number)}</p>
            <h3 class="disp">{move || words::issue(i18n, trick)}</h3>
            <p class="what">
                {move || words::rule(i18n, trick)} " "
                {Rulebook::of_table().map(|rulebook| view! {
                    <button class="rules" data-do="rules" on:click=move |_| rulebook.open()>
                        {t!(i18n, feeding.issues.the_rule)}
                    </button>
                })}
            </p>
        </header>
        <ul class="levs">{cards.into_iter().map(|card| view! { <li>{level(card)}</li> }).collect_view()}</ul>
    }
}

fn level(card: Card) -> impl IntoView {
    let i18n = use_i18n();
    let Card { id, number, difficulty, mark, is_next } = card;
    view! {
        <a
            class="lev"
            class:done=mark.is_solved()
            class:nx=is_next
            href=Route::Level(LevelRef::Shipped(id)).to_string()
            data-level=id.to_string()
        >
            <span class="tp" inner_html=level_map::map(&id.shipped().level)></span>
            <span class="lt">
                <b>{number}</b>
                " "
                <span>{move || words::title(i18n, id)}</span>
            </span>
            <span class="lm">{words::graded(difficulty)} {words::marked(mark, is_next)}</span>
            {is_next.then(|| view! { <span class="flag disp" aria-hidden="true">{t!(i18n, feeding.next_flag)}</span> })}
        </a>
    }
}

/// The hardest levels, framed.
pub(super) fn gallery(screen: Screen) -> impl IntoView {
    let i18n = use_i18n();
    let cards = Memo::new(move |_| screen.overview.with(|overview| overview.gallery.clone()));
    let solved = move || cards.with(|cards| cards.iter().filter(|card| card.mark.is_solved()).count());
    let count = move || match solved() {
        0 => t_string!(i18n, feeding.gallery.none).to_owned(),
        10 => t_string!(i18n, feeding.gallery.all).to_owned(),
        some => t_string!(i18n, feeding.gallery.solved, count = some as u32).to_string(),
    };
    view! {
        <section class="gallery panel" aria-labelledby="gallery-head" id="gallery">
            <div class="wall" inner_html=drawn::wall()></div>
            <h2 class="caption panel head" id="gallery-head">
                <span class="disp">{t!(i18n, feeding.gallery.title)}</span>
            </h2>
            <p class="mercy">{t!(i18n, feeding.gallery.text)} " " {count}</p>
            <ol class="frames">
                <For each=move || cards.get() key=|card| (card.id, card.mark, card.is_next) let:card>
                    <li>{framed(card)}</li>
                </For>
            </ol>
        </section>
    }
}

fn framed(card: Card) -> impl IntoView {
    let i18n = use_i18n();
    let Card { id, number, mark, is_next, .. } = card;
    let web = if mark.is_solved() { "" } else { drawn::cobweb() };
    let state = match mark {
        Mark::Solved(stars) => words::starred(stars).into_any(),
        Mark::Tried(_) | Mark::Open => view! { <span class="st">{t!(i18n, feeding.gallery.hungry)}</span> }.into_any(),
    };
    view! {
        <a
            class="fr"
            class:done=mark.is_solved()
            class:nx=is_next
            href=Route::Level(LevelRef::Shipped(id)).to_string()
            data-level=id.to_string()
        >
            <span class="gold" inner_html=level_map::map(&id.shipped().level) + web></span>
            <span class="plate">
                <b>{number}</b>
                <span class="nm">{move || words::title(i18n, id)}</span>
                {state}
            </span>
            {is_next.then(|| view! { <span class="flag disp">{t!(i18n, feeding.next_flag)}</span> })}
        </a>
    }
}
