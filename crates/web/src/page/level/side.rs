//! The head of the screen, what the level teaches, and whose figures they are.

use leptos::prelude::*;
use puzzles::{Chapter, Difficulty, Trick};
use rules::game::{Axis, Face, FigureSet, Pair, Tile};
use rules::{Direction, FigureId, Stone};

use super::lair::{Lair, Phase};
use super::words;
use crate::draw::coin::{self, Dress, Size};
use crate::draw::icons::Icon;
use crate::draw::sign::{self, Gaze};
use crate::draw::{feeding, laying, level as drawn};
use crate::page::app::theme_tool;
use crate::page::feeding::words as graded;
use crate::page::i18n::*;
use crate::page::menu::{menu, rules_tool, sound_tool};
use crate::page::rulebook::Rulebook;
use crate::page::share::save_level;
use crate::puzzle::LevelRef;
use crate::puzzle::grades::difficulty;
use crate::puzzle::progress::MOST_STARS;
use crate::route::Route;

pub(super) fn mast(lair: Lair, grade: Option<Difficulty>) -> impl IntoView {
    let i18n = use_i18n();
    let source = lair.source.get_value();
    let level = lair.level();
    let grade = match &source {
        LevelRef::Shipped(id) => Some(difficulty(*id)),
        LevelRef::Day(_) | LevelRef::Code(_) => grade,
    };
    let author = level.about().author.clone();
    let is_foreign = matches!(source, LevelRef::Code(_)) && !author.is_empty();
    let kicker = {
        let source = source.clone();
        move || words::kicker(i18n, &source)
    };
    let title = move || words::title(i18n, &source, &level);
    // The stars of the best solution; before it, those that are still to be had.
    let stars = Memo::new(move |_| lair.standing().stars);
    let is_open = Memo::new(move |_| lair.standing().solved.is_none());
    let label = move || t_string!(i18n, feeding.stars_of_three, count = u32::from(stars.get())).to_string();
    let tools = view! {
        {super::text::tool(lair)}
        {sound_tool()}
        <a class="tool" href=Route::Feeding.to_string() data-do="feeding" aria-label=move || t_string!(i18n, common.feeding)>
            <svg viewBox=Icon::Back.view_box() aria-hidden="true" inner_html=Icon::Back.markup()></svg>
        </a>
    };
    view! {
        <header class="title panel">
            <small>{kicker}</small>
            <h1 class="disp">{title}</h1>
            <p>
                {grade.map(graded::graded)}
                {is_foreign.then(|| view! { <span class="by">{move || t_string!(i18n, level.by, author = author.clone()).to_string()}</span> })}
            </p>
            <span
                class="stars" class:open=is_open role="img" aria-label=label
                inner_html=move || feeding::stars(stars.get(), MOST_STARS)
            ></span>
            {menu(tools, view! { {rules_tool()} {save_tool(lair)} {theme_tool()} })}
        </header>
    }
}

/// Saves the level as a file.
fn save_tool(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button
            class="tool" data-do="save-level" aria-label=move || t_string!(i18n, level.save)
            on:click=move |_| save_level(&lair.level())
        >
            <svg viewBox=Icon::Save.view_box() aria-hidden="true" inner_html=Icon::Save.markup()></svg>
        </button>
    }
}

/// What the level teaches: the rule of its chapter.
pub(super) fn teaches(lair: Lair) -> Option<impl IntoView> {
    let i18n = use_i18n();
    let trick = taught(lair)?;
    Some(view! {
        <section class="teach panel">
            <svg viewBox=laying::IN_HAND_BOX aria-hidden="true" inner_html=emblem(trick)></svg>
            <div>
                <h2 class="disp">{t!(i18n, level.teaches)}</h2>
                <p>
                    {move || graded::rule(i18n, trick)} " "
                    {Rulebook::of_table().map(|rulebook| view! {
                        <button class="rules" data-do="rules-of-teach" on:click=move |_| rulebook.open()>{t!(i18n, table.rules)}</button>
                    })}
                </p>
            </div>
        </section>
    })
}

/// The drawing for a trick, in a square of 100.
fn emblem(trick: Trick) -> String {
    let tile = |tile: Tile| laying::in_hand(tile, Direction::East, Axis::Row);
    let large = |markup: &str| format!(r#"<g transform="translate(50 50) scale(1.9)">{markup}</g>"#);
    match trick {
        Trick::Seeing => large(&sign::eye(3, Gaze::Won)),
        Trick::Nearest => large(&sign::eye(1, Gaze::Won)),
        Trick::Tie => large(&sign::closed_eye()),
        Trick::Stone | Trick::Shove => tile(Tile::Stone(Stone::Plain)),
        Trick::Wall => large(r#"<g class="twin"><circle r="18"/><text y="10" font-size="27">W</text></g>"#),
        Trick::Slide => tile(Tile::SquarePool),
        Trick::Crystal => tile(Tile::Stone(Stone::Crystal)),
        Trick::Turn => tile(Tile::Stone(Stone::TurnRight)),
        Trick::Teleporter => tile(Tile::Teleporter(Pair::One)),
    }
}

/// What to do with ours and theirs in two lines, and the rule of the level, for phones, which have no room for more.
pub(super) fn goal(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let level = lair.level();
    let (ours, theirs) = (level.ours().len() as u32, level.theirs().len() as u32);
    let keep = (ours > 0).then(|| {
        view! {
            <li>
                <svg viewBox=drawn::OURS_BOX aria-hidden="true" inner_html=drawn::ours()></svg>
                <span>{move || t_string!(i18n, level.keep, count = ours).to_string()}</span>
            </li>
        }
    });
    let trick = taught(lair);
    view! {
        <ul class="goal">
            <li>
                <svg viewBox=drawn::THEIRS_BOX aria-hidden="true" inner_html=drawn::theirs()></svg>
                <span>{move || t_string!(i18n, level.feed, count = theirs).to_string()}</span>
            </li>
            {keep}
            {trick.map(|trick| view! { <li class="taught">{move || graded::rule(i18n, trick)}</li> })}
        </ul>
    }
}

/// The trick that a level teaches, if it is about one.
fn taught(lair: Lair) -> Option<Trick> {
    let is_horror = lair.source.with_value(|source| match source {
        // These teach no rule: they need all of them.
        LevelRef::Shipped(id) => id.chapter() == Chapter::AllTogether,
        LevelRef::Day(_) | LevelRef::Code(_) => false,
    });
    lair.level().about().teaches.first().copied().filter(|_| !is_horror)
}

/// Ours and theirs.
pub(super) fn sides(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let level = lair.level();
    let (ours, theirs) = (level.ours(), level.theirs());
    let eaten = Memo::new(move |_| {
        let outcome = lair.outcome.get().filter(|_| lair.phase.get() == Phase::Told);
        outcome.map_or(FigureSet::EMPTY, |outcome| outcome.meals.iter().map(|meal| meal.figure).collect())
    });
    let figure = move |one: FigureId| {
        let markup = move || {
            let coin = match eaten.get().has(one) {
                true => coin::eaten(one, Face::Bright, Size::Large),
                false => coin::pictured(one, Face::Bright, Dress::default()),
            };
            match ours.has(one) {
                true => format!("{coin}{}", drawn::ours()),
                false => format!("{}{coin}", drawn::theirs()),
            }
        };
        view! { <li><svg viewBox=drawn::SIDE_BOX role="img" aria-label=move || words::figure(i18n, one) inner_html=markup></svg></li> }
    };
    let count = |set: FigureSet| set.len() as u32;
    let keep = move || match count(ours) {
        0 => t_string!(i18n, level.nobody).to_owned(),
        count => t_string!(i18n, level.keep, count = count).to_string(),
    };
    let feed = move || t_string!(i18n, level.feed, count = count(theirs)).to_string();
    view! {
        <section class="sides">
            <div class="sd panel">
                <h2 class="disp"><svg viewBox=drawn::OURS_BOX aria-hidden="true" inner_html=drawn::ours()></svg>{t!(i18n, level.ours)}</h2>
                <ul>{ours.iter().map(figure).collect_view()}</ul>
                <p>{keep}</p>
            </div>
            <div class="sd panel">
                <h2 class="disp"><svg viewBox=drawn::THEIRS_BOX aria-hidden="true" inner_html=drawn::theirs()></svg>{t!(i18n, level.theirs)}</h2>
                <ul>{theirs.iter().map(figure).collect_view()}</ul>
                <p>{feed}</p>
            </div>
        </section>
    }
}
