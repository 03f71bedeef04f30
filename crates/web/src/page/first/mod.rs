//! The first game: its scenes on the real board, each with a question. The last one starts a real game.

mod act;
mod board;
mod play;
mod words;

use leptos::prelude::*;

use self::play::{Phase, Play};
use super::app::{logo_link, theme_tool};
use super::i18n::*;
use super::menu::sound_tool;
use super::table::board_view;
use super::words::rich_text;
use super::{keys, sound, storage};
use crate::draw::first as drawn;
use crate::draw::sign::{self, EYE_BOX, Gaze};
use crate::route::Route;
use crate::scene::first::progress::KEY;
use crate::scene::first::round::OWN;
use crate::scene::first::{Lesson, Progress, Question};
use crate::scene::why::WhySight;
use crate::table::Script;

/// How far this browser has come.
#[must_use]
pub fn progress() -> Progress {
    Progress::from_text(&storage::read(KEY).unwrap_or_default())
}

/// The screen of the first game.
#[component]
pub fn FirstGame(
    /// The scene; `None` for the one that is to be done next.
    lesson: Option<Lesson>,
) -> impl IntoView {
    let i18n = use_i18n();
    let play = Play::new(i18n, lesson.unwrap_or_else(|| progress().current()));
    let view = board_view();
    // On the window, because the element with the focus may disappear.
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let has_modifier = event.alt_key() || event.ctrl_key() || event.meta_key();
        let is_ours = !has_modifier && !keys::is_taken(&event) && !event.default_prevented();
        if is_ours && board::act_on_key(play, view.get_untracked(), &event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <main
            class="lesson" tabindex="-1" data-scene=play.lesson.name()
            class:walking=move || play.phase.get() == Phase::Running
            class:told=move || play.phase.get() == Phase::Told
            class:answered=move || play.balloon().is_some()
        >
            {bar(play)}
            <section class="stage panel" aria-label=move || t_string!(i18n, first.board)>
                {board::frame(play, view)}
                <div class="col">
                    {say(play)}
                    {answer(play)}
                    <div class="who" aria-hidden="true">{who(play)}</div>
                </div>
            </section>
            {act::act(play)}
            {board::voice(play)}
            {sound::settings()}
        </main>
    }
}

/// The way through the scenes, the tools, and the way out.
fn bar(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let print = move |lesson: Lesson| {
        let is_now = lesson == play.lesson;
        let class = move || match play.progress.with(|progress| progress.has(lesson)) {
            _ if is_now => "now",
            true => "done",
            false => "",
        };
        let turn = if lesson.number().is_multiple_of(2) { "rotate(14)" } else { "rotate(-14)" };
        let done = move || play.progress.with(|progress| progress.has(lesson)).then(|| t_string!(i18n, first.done));
        view! {
            <li class=class aria-current=is_now.then_some("step")>
                <svg viewBox="-10 -16 20 26" aria-hidden="true"><use href="#print" transform=turn /></svg>
                <span>{move || words::name(i18n, lesson)}</span>
                <span class="vh">{done}</span>
            </li>
        }
    };
    view! {
        <header class="bar panel">
            {logo_link()}
            <div class="progress-way">
                <ol class="way" aria-label=move || t_string!(i18n, first.lessons)>{Lesson::ALL.map(print).collect_view()}</ol>
                <span class="cnt" aria-hidden="true">
                    {move || t_string!(i18n, first.count, n = play.lesson.number()).to_string()}
                </span>
            </div>
            <div class="tools">{sound_tool()}{theme_tool()}</div>
            <a class="btn skip" data-do="skip-lesson" href=Route::NewTable.to_string()>
                <span class="long">{t!(i18n, first.skip)}</span>
                <span class="short" aria-hidden="true">{t!(i18n, first.skip_short)}</span>
            </a>
        </header>
    }
}

/// The caption: what the scene is about.
fn say(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="say caption panel" aria-live="polite">
            <p class="k">{move || words::kicker(i18n, play)}</p>
            <h1 class="disp">{move || words::head(i18n, play.lesson)}</h1>
            <p>{move || rich_text(&words::say(i18n, play))}</p>
        </section>
    }
}

/// What comes of the answer, or came of it, and why.
fn answer(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let row = move |sight: WhySight| {
        let eye = match sight.figure_at() {
            Some(_) => sign::eye(sight.distance, if sight.decides { Gaze::Won } else { Gaze::Idle }),
            None => sign::closed_eye(),
        };
        view! {
            <li class:won=sight.decides>
                <svg viewBox=EYE_BOX aria-hidden="true" inner_html=eye></svg>
                <span>{rich_text(&words::row(i18n, &sight))}</span>
            </li>
        }
    };
    let balloon = move || {
        let fate = play.balloon()?;
        let is_told = play.phase.get() == Phase::Told;
        let sights = play.round.with(|round| {
            let round = round.as_ref().filter(|round| round.question() == Question::Step)?;
            Some(round.why()?.sights)
        });
        let sights = sights.map(|sights| view! { <ul class="why-sights">{sights.map(row).collect_view()}</ul> });
        let class = if fate.is_right() { "why ok" } else { "why no" };
        Some(view! {
            <div class=class data-answer=if fate.is_right() { "right" } else { "wrong" }>
                <h2 class="disp">{words::exclamation(i18n, fate, is_told)}</h2>
                {sights}
                <p class="why-verdict">{rich_text(&words::fate(i18n, play, fate, is_told))}</p>
            </div>
        })
    };
    view! { <section class="answer" aria-live="polite">{balloon}</section> }
}

/// Somebody to look at beside the board, where there is room.
fn who(play: Play) -> impl IntoView {
    let round = play.round.get_untracked();
    let figures = round.as_ref().map(|round| {
        let mut figures: Vec<_> = round.position().figures().map(|(figure, _)| figure).collect();
        figures.sort_by_key(|figure| figure.band() != OWN);
        figures
    });
    let task = round.as_ref().and_then(|round| round.task());
    let monster = move || {
        let mood = match (play.phase.get(), play.shown_fate()) {
            (Phase::Told, _) => "mood-roar",
            (_, Some(_)) => "",
            (_, None) => "mood-star",
        };
        view! { <svg class=mood viewBox=drawn::LURKING_BOX inner_html=drawn::lurking()></svg> }.into_any()
    };
    let coins =
        |markup: String| view! { <svg class="coins" viewBox=drawn::COINS_BOX inner_html=markup></svg> }.into_any();
    move || match (play.lesson, task) {
        (Lesson::Move, Some(task)) => coins(drawn::both_sides(task.figure)),
        (Lesson::Push, Some(task)) => coins(drawn::in_hiding(task.figure)),
        (Lesson::Blood | Lesson::Lure, Some(task)) => match task.tombstone {
            Some(tombstone) => {
                let is_lured = play.lesson == Lesson::Lure && play.shown_fate().is_some_and(|fate| fate.is_right());
                coins(drawn::at_stake(tombstone, figures.as_deref().unwrap_or_default(), is_lured))
            }
            None => monster(),
        },
        (Lesson::Game, _) => coins(drawn::rivals()),
        (Lesson::Monster | Lesson::Walls | Lesson::Move | Lesson::Push | Lesson::Blood | Lesson::Lure, _) => monster(),
    }
}

/// Starts the game of the last scene.
fn for_real(play: Play) {
    play.finish();
    super::tables::begin_script(play.i18n, Script::FIRST_GAME);
}
