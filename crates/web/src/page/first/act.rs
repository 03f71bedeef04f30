//! The bar with what can be done now.

use leptos::prelude::*;
use rules::game::Face;

use super::for_real;
use super::play::{Phase, Play};
use super::words;
use crate::draw::first as drawn;
use crate::page::i18n::*;
use crate::page::why;
use crate::page::words as common;
use crate::route::Route;
use crate::scene::caption::Side;
use crate::scene::first::{Choice, Lesson, Question, Round};

pub(super) fn act(play: Play) -> impl IntoView {
    // The bar stays while an answer changes, so that the focus does.
    let kind = Memo::new(move |_| {
        let question = play.round.with(|round| round.as_ref().map(Round::question));
        let nth = play.round.with(|round| round.as_ref().map_or(0, Round::nth));
        (question, nth, play.phase.get())
    });
    move || {
        let (question, _, phase) = kind.get();
        let content = match (question, phase) {
            (None, _) => last_scene(play).into_any(),
            (Some(_), Phase::Running) => running(play).into_any(),
            (Some(_), Phase::Told) => told(play).into_any(),
            (Some(Question::Step), Phase::Asking) => step(play).into_any(),
            (Some(Question::Move(_)), Phase::Asking) => plan(play).into_any(),
            (Some(Question::Entry), Phase::Asking) => entry(play).into_any(),
        };
        view! { <footer class="act panel">{content}</footer> }
    }
}

fn sum(head: AnyView, words: AnyView) -> impl IntoView {
    view! { <p class="sum"><span class="disp">{head}</span>" "{words}</p> }
}

fn step(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let button = move |(side, angle): (Side, i32)| {
        let is_chosen =
            move || play.round.with(|round| round.as_ref().and_then(Round::choice) == Some(Choice::Step(side)));
        view! {
            <button
                class="btn dir" class:chosen=is_chosen aria-pressed=move || is_chosen().to_string()
                data-do=words::side_key(side) on:click=move |_| play.choose(Choice::Step(side))
            >
                <svg viewBox=drawn::ARROW_BOX aria-hidden="true" inner_html=drawn::button_arrow(angle)></svg>
                {move || why::side(i18n, side)}
            </button>
        }
    };
    view! {
        {sum(t!(i18n, first.act.your_step).into_any(), t!(i18n, first.act.tap_arrow).into_any())}
        {[(Side::Left, -90), (Side::Ahead, 0), (Side::Right, 90)].map(button).collect_view()}
    }
}

fn entry(_play: Play) -> impl IntoView {
    let i18n = use_i18n();
    sum(t!(i18n, first.act.your_guess).into_any(), t!(i18n, first.act.tap_entry).into_any())
}

fn plan(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let task = play.round.with_untracked(|round| round.as_ref().and_then(Round::task));
    let runs = task.is_some_and(|task| task.tombstone.is_some());
    let goal = Memo::new(move |_| {
        play.round.with(|round| round.as_ref().and_then(|round| round.goal().map(|goal| (goal.at, goal.cost))))
    });
    let from =
        play.round.with_untracked(|round| round.as_ref().and_then(|round| Some(words::start(round)?.to_string())));
    let from = StoredValue::new(from.unwrap_or_default());
    let summary = move || match goal.get() {
        None => {
            let words =
                if runs { t_string!(i18n, first.act.tap_and_see) } else { t_string!(i18n, first.act.tap_space) };
            (t_string!(i18n, first.act.your_move).to_owned(), words.to_owned())
        }
        Some((to, cost)) => {
            let figure = task.map(|task| common::figure(i18n, task.figure, Face::Bright)).unwrap_or_default();
            let points = task.map_or(0, |task| task.figure.number(Face::Bright));
            let words = match cost {
                0 => t_string!(i18n, first.act.stays, at = to).to_string(),
                cost => t_string!(i18n, first.act.plan, from = from.get_value(), to, cost, points).to_string(),
            };
            (figure, words)
        }
    };
    let has_choice =
        Memo::new(move |_| play.round.with(|round| round.as_ref().is_some_and(|round| round.choice().is_some())));
    view! {
        <p class="sum"><span class="disp">{move || summary().0}</span>" "<span>{move || summary().1}</span></p>
        <button class="btn" data-do="undo" disabled=move || !has_choice.get() on:click=move |_| play.reset()>
            {t!(i18n, common.undo)}
        </button>
        <button class="btn go" data-do="confirm" disabled=move || goal.get().is_none() on:click=move |_| play.play()>
            {move || if runs { t_string!(i18n, first.act.loose) } else { t_string!(i18n, first.act.confirm) }}
        </button>
    }
}

fn running(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        {sum(t!(i18n, first.act.runs).into_any(), ().into_any())}
        <button class="btn" data-do="skip" on:click=move |_| play.run.finish()>{t!(i18n, first.act.skip)}</button>
    }
}

fn told(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let is_right = play.has_done_it();
    let again = move |words: AnyView, class: &'static str| {
        view! { <button class=class data-do="again" on:click=move |_| play.reset()>{words}</button> }
    };
    if !is_right {
        return view! {
            {sum(t!(i18n, first.act.gulp).into_any(), t!(i18n, first.act.gulp_text).into_any())}
            {again(t!(i18n, first.act.try_again).into_any(), "btn go")}
        }
        .into_any();
    }
    let is_last = play.round.with_untracked(|round| round.as_ref().is_none_or(Round::is_last));
    let onward = if is_last {
        let next = play.lesson.next().unwrap_or(Lesson::Game);
        let words = if next == Lesson::Game {
            t!(i18n, first.act.for_real).into_any()
        } else {
            t!(i18n, first.act.next_lesson).into_any()
        };
        view! { <a class="btn go" data-do="next" href=Route::First(Some(next)).to_string()>{words}</a> }.into_any()
    } else {
        view! { <button class="btn go" data-do="next" on:click=move |_| play.next_round()>{t!(i18n, first.act.next_look)}</button> }
            .into_any()
    };
    view! {
        <p class="sum"><span class="disp">{move || words::done(i18n, play).0}</span>" "<span>{move || words::done(i18n, play).1}</span></p>
        {again(t!(i18n, first.act.again).into_any(), "btn")}
        {onward}
    }
    .into_any()
}

fn last_scene(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        {sum(t!(i18n, first.act.ready).into_any(), t!(i18n, first.act.ready_text).into_any())}
        <button class="btn go" data-do="for-real" on:click=move |_| for_real(play)>{t!(i18n, first.act.for_real)}</button>
    }
}
