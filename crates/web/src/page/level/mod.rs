//! A level of the puzzle game: prepare the board, let the monster loose, watch what becomes of it.

mod bar;
mod board;
mod helps;
mod lair;
mod side;
mod text;
mod tray;
mod verdict;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use puzzles::{Date, Difficulty, Level, LevelCodeError};

use self::lair::{Lair, Phase};
use super::answer::answer;
use super::i18n::*;
use super::kitchen::{Dish, Kitchen};
use super::larder::use_larder;
use super::rulebook::Rulebook;
use super::table::board_view;
use super::words as common;
use super::{keys, sound};
use crate::draw::feeding;
use crate::puzzle::LevelRef;
use crate::route::Route;

/// The screen of a level.
#[component]
pub fn LevelScreen(
    /// The level.
    level: LevelRef,
) -> impl IntoView {
    match &level {
        LevelRef::Shipped(id) => {
            let found = Arc::new(id.shipped().level.clone());
            play(level, found, None).into_any()
        }
        LevelRef::Code(code) => match Level::from_code(code) {
            Ok(found) => {
                use_larder().change(|progress| progress.received(code));
                play(level, Arc::new(found), None).into_any()
            }
            Err(error) => damaged(error).into_any(),
        },
        LevelRef::Day(date) => of_day(*date).into_any(),
    }
}

/// The dish of a day, as soon as it has been made.
fn of_day(date: Date) -> impl IntoView {
    let kitchen = Kitchen::open(date);
    move || match kitchen.dish() {
        Dish::Served(level, grade) => play(LevelRef::Day(date), level, grade).into_any(),
        Dish::Cooking => cooking(date, kitchen).into_any(),
        Dish::Burnt(why) => burnt(date, why, kitchen).into_any(),
    }
}

/// The dish is being made: how far it is, and the way back, which calls it off.
fn cooking(date: Date, kitchen: Kitchen) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="level nothing" tabindex="-1">
            <section class="no-level panel" data-state="cooking">
                <div class="cloche" aria-hidden="true" inner_html=feeding::cloche()></div>
                <h1 class="disp">{t!(i18n, level.cooking.title)}</h1>
                <p role="status">{move || t_string!(i18n, level.cooking.text, date = words::date(i18n, date)).to_string()}</p>
                {progress_bar(Signal::derive(move || kitchen.part()), Signal::derive(move || t_string!(i18n, level.cooking.title)))}
                <a class="btn" data-do="stop-cooking" href=Route::Feeding.to_string()>{t!(i18n, level.cooking.stop)}</a>
            </section>
        </main>
    }
}

/// How far something is, in per mille, for everybody: a bar whose value screen readers tell when they are asked.
fn progress_bar(part: Signal<u16>, label: Signal<&'static str>) -> impl IntoView {
    let i18n = use_i18n();
    let hundredths = move || u8::try_from(part.get() / 10).unwrap_or(100).min(100);
    view! {
        <div
            class="progress" role="progressbar" aria-label=label
            aria-valuemin="0" aria-valuemax="100" aria-valuenow=move || hundredths().to_string()
            style:--part=move || format!("{}%", hundredths())
        >
            <span aria-hidden="true">{move || common::per_cent(i18n, hundredths())}</span>
        </div>
    }
}

fn burnt(date: Date, why: String, kitchen: Kitchen) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <main class="level nothing" tabindex="-1">
            <section class="no-level panel" data-state="burnt">
                <h1 class="disp">{move || words::date(i18n, date)}</h1>
                <p role="alert">{move || t_string!(i18n, level.cooking.failed, why = why.clone()).to_string()}</p>
                <button class="btn go" data-do="again" on:click=move |_| kitchen.cook()>{t!(i18n, common.try_again)}</button>
                <a class="btn" href=Route::Feeding.to_string()>{t!(i18n, common.feeding)}</a>
            </section>
        </main>
    }
}

/// A code that is not a level: what is wrong with it, and a way on.
fn damaged(error: LevelCodeError) -> impl IntoView {
    let i18n = use_i18n();
    let exact = error.to_string();
    view! {
        <main class="level nothing" tabindex="-1">
            <section class="no-level panel" data-state="damaged">
                <h1 class="disp">{t!(i18n, level.damaged.title)}</h1>
                <p role="alert">{move || words::damage(i18n, &error)}</p>
                <p>{t!(i18n, level.damaged.ask)}</p>
                <p class="exact" lang="en">{exact}</p>
                <a class="btn go" data-do="feeding" href=Route::Feeding.to_string()>{t!(i18n, common.feeding)}</a>
            </section>
        </main>
    }
}

fn play(source: LevelRef, level: Arc<Level>, grade: Option<Difficulty>) -> impl IntoView {
    let i18n = use_i18n();
    let lair = Lair::new(i18n, source, level);
    lair.is_reading.set(text::was_open());
    let view = board_view();
    let rulebook = Rulebook::provide();
    // On the window, because the element with the focus may disappear.
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        let is_ours = !keys::is_taken(&event) && !event.alt_key() && !event.default_prevented();
        if is_ours && board::act_on_key(lair, view.get_untracked(), &event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <main
            class="level" tabindex="-1"
            class:walking=move || lair.phase.get() == Phase::Running
            class:told=move || lair.phase.get() == Phase::Told
            class:reading=lair.is_reading
        >
            <button class="skiplink btn" on:click=move |_| text::open(lair, true)>{t!(i18n, voice.skip_link)}</button>
            <div class="sheet">
                {board::stage(lair, view)}
                {side::mast(lair, grade)}
                {text::text_board(lair)}
                {side::teaches(lair)}
                {side::sides(lair)}
                // With the text board open, they are a part of it.
                {move || (!lair.is_reading.get()).then(|| says(lair))}
                {tray::tray(lair)}
                {bar::bar(lair)}
                {answer(lair.run.asked, view, None, Callback::new(move |()| lair.run.go_on_after_answer()))}
            </div>
            // Outside of everything that may be hidden: screen readers announce only what is shown.
            {board::voice(lair)}
            {helps::voice(lair)}
            {sound::settings()}
            {rulebook.pages()}
        </main>
    }
}

/// What became of the trap, and the helps.
fn says(lair: Lair) -> impl IntoView {
    view! {
        <div class="says panel">
            {verdict::verdict(lair)}
            {helps::helps(lair)}
            <div class="lurk" aria-hidden="true"><svg viewBox="0 0 200 165" inner_html=board::lurking()></svg></div>
        </div>
    }
}
