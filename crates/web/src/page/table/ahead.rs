//! The next move, prepared while others move: its bar, what the bar of those who wait says about it, and its words for
//! screen readers.

use leptos::prelude::*;

use super::act::{omen, results_choice};
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::pointed::naming;
use crate::page::prepare::Notice;
use crate::page::session::Session;
use crate::page::words::{self, Language};
use crate::scene::moving::{Moving, Plan};

/// The bar of a player who prepares the next move.
pub(super) fn bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let moving = session.display.moving;
    let read =
        move |look: fn(&Moving) -> bool| Memo::new(move |_| moving.with(|moving| moving.as_ref().is_some_and(look)));
    let is_chosen = read(|moving| moving.figure().is_some());
    let has_plan = read(|moving| moving.plan().is_some());
    let is_idle = read(|moving| moving.drawn().is_none());
    let is_complete = read(Moving::is_complete);
    let is_reminded = Memo::new(move |_| session.is_reminded());
    let seats = session.display.seats();
    let title = move || {
        let seat = moving.with(|moving| moving.as_ref().map(Moving::seat));
        let name = seat.filter(|_| session.display.is_shared()).and_then(|seat| seats.get(seat.index()));
        match name.map(|seat| seat.name.clone()) {
            Some(name) => t_string!(i18n, prepare.title_for, name).to_string(),
            None => t_string!(i18n, prepare.title).to_owned(),
        }
    };
    let name = move || {
        moving.with(|moving| {
            let figure = moving.as_ref()?.figure()?;
            let face = session.display.playback.with_untracked(|playback| playback.tableau().face(figure));
            Some(words::figure(i18n, figure, face))
        })
    };
    let summary = move || moving.with(|moving| moving.as_ref().map(|moving| summary(i18n, moving)));
    let left = move || {
        match (is_chosen.get(), has_plan.get()) {
        (false, _) => view! {
            <button class="btn" data-do="forget" on:click=move |_| session.preparation.forget()>{t!(i18n, prepare.stop)}</button>
        }
        .into_any(),
        (true, false) => view! {
            <button class="btn" data-do="stay" on:click=move |_| session.display.with_hand(Moving::stay)>{t!(i18n, things.stay)}</button>
        }
        .into_any(),
        (true, true) => view! {
            <button class="btn" data-do="undo" on:click=move |_| session.display.with_hand(Moving::undo)>{t!(i18n, common.undo)}</button>
        }
        .into_any(),
    }
    };
    view! {
        <section class="act ahead panel" aria-label=move || t_string!(i18n, prepare.bar)>
            <div class="sum" class:idle=is_idle class:chosen=is_chosen>
                <span>
                    {move || (!is_chosen.get()).then(|| view! { <span class="disp">{title.clone()}</span> " " })}
                    {move || name().map(|name| view! { <span class="disp">{name}</span> " " })}
                    <span>{move || summary().map(|words| naming(&words))}</span>
                    {move || omen(i18n, session.display).map(|words| view! { " " <b class="omen">{words}</b> })}
                    {move || is_reminded.get().then(|| view! { " " <b class="reminder">{t!(i18n, prepare.press_again)}</b> })}
                    {notice(session)}
                    {results_choice(session)}
                </span>
            </div>
            {left}
            <button
                class="btn go" class:nudged=is_reminded data-do="keep" disabled=move || !is_complete.get()
                on:click=move |_| session.confirm()
            >
                {t!(i18n, prepare.keep)}
            </button>
        </section>
    }
}

/// What the hand has planned, or what is to be done next.
fn summary(i18n: Language, moving: &Moving) -> String {
    match (moving.drawn(), moving.figure()) {
        (Some(plan), _) => words::plan(i18n, plan, moving.points()),
        (None, None) => t_string!(i18n, prepare.choose_figure).to_owned(),
        (None, Some(_)) if moving.is_stuck() => t_string!(i18n, table.cannot_move).to_owned(),
        (None, Some(_)) => t_string!(i18n, prepare.choose_target).to_owned(),
    }
}

/// The kept move in the bar of those who wait, or that it is gone.
pub(super) fn sleeve(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let kept = Memo::new(move |_| session.preparation.plan());
    move || match kept.get() {
        Some(plan) => {
            let words = in_one_sentence(i18n, session, &plan);
            view! { <span class="sleeve"><b>{t!(i18n, prepare.kept)}</b> " " {naming(&words)}</span> }.into_any()
        }
        None => notice(session).into_any(),
    }
}

/// Prepares a move, or changes and forgets the one that is kept.
pub(super) fn buttons(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let preparation = session.preparation;
    let is_kept = Memo::new(move |_| preparation.kept.with(Option::is_some));
    let can_begin = Memo::new(move |_| preparation.can_begin());
    let begin = move |_| {
        preparation.begin();
        // The button goes with its bar.
        focus::on(focus::BOARD);
    };
    move || {
        match (is_kept.get(), can_begin.get()) {
        (true, _) => view! {
            <button class="btn" data-do="change" on:click=begin>{t!(i18n, prepare.change)}</button>
            <button class="btn" data-do="forget" on:click=move |_| preparation.forget()>{t!(i18n, prepare.forget)}</button>
        }
        .into_any(),
        (false, true) => view! {
            <button class="btn" data-do="prepare" aria-label=t_string!(i18n, prepare.prepare_label) on:click=begin>
                {t!(i18n, prepare.prepare)}
            </button>
        }
        .into_any(),
        (false, false) => ().into_any(),
    }
    }
}

/// What became of the prepared move.
pub(super) fn notice(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        session.preparation.notice.with(|notice| {
            let (class, words) = match notice.as_ref()? {
                Notice::Offered(_) => ("prepared offered", t_string!(i18n, prepare.offered)),
                Notice::Lost => ("prepared lost", t_string!(i18n, prepare.lost)),
            };
            Some(view! { " " <b class=class>{words}</b> })
        })
    }
}

/// What happens to the next move, for screen readers.
pub(super) fn in_words(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let kept = Memo::new(move |_| session.preparation.plan());
    let is_begun =
        Memo::new(move |_| session.display.moving.with(|moving| moving.as_ref().is_some_and(Moving::is_ahead)));
    let words = move || match (session.preparation.notice.get(), kept.get()) {
        (Some(Notice::Offered(_)), _) => t_string!(i18n, prepare.said_offered).to_owned(),
        (Some(Notice::Lost), _) => t_string!(i18n, prepare.said_lost).to_owned(),
        (None, Some(plan)) => {
            let words = in_one_sentence(i18n, session, &plan);
            t_string!(i18n, prepare.said_kept, r#move = words).to_string()
        }
        (None, None) if is_begun.get() => t_string!(i18n, prepare.said_ahead).to_owned(),
        (None, None) => String::new(),
    };
    view! { <p class="vh" role="status" data-voice="ahead">{words}</p> }
}

fn in_one_sentence(i18n: Language, session: Session, plan: &Plan) -> String {
    let (face, points) = session
        .display
        .playback
        .with_untracked(|playback| (playback.tableau().face(plan.figure), playback.game().number(plan.figure)));
    words::about(i18n, &words::figure(i18n, plan.figure, face), &words::plan(i18n, plan, points))
}
