//! The buttons: build and let loose, back or on, share.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::lair::{Lair, Phase};
use super::words;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::run::{again_button, run_bar_with};
use crate::page::share::{self, Copied, link_to};
use crate::puzzle::LevelRef;
use crate::puzzle::progress::MOST_STARS;
use crate::route::Route;
use crate::scene::level::{Trap, Verdict};
use crate::scene::player::RunButton;

pub(super) fn bar(lair: Lair) -> impl IntoView {
    // A bar that is replaced by another one takes its buttons with it.
    Effect::new(move || {
        lair.phase.track();
        request_animation_frame(focus::rescue);
    });
    move || match lair.phase.get() {
        Phase::Building => building(lair).into_any(),
        Phase::Running => run_bar_with(stop(lair), lair.run.controls()).into_any(),
        Phase::Told => told(lair).into_any(),
    }
}

/// Back to the trap, in which everything is still in place.
fn to_trap(lair: Lair) {
    lair.back();
    request_animation_frame(|| focus::on(".level .board"));
}

/// Ends the walk before its end.
fn stop(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let label = move || t_string!(i18n, level.stop);
    view! {
        <button class="btn stop" data-do="stop-walk" aria-label=label title=label on:click=move |_| to_trap(lair)>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 5 19.5 4.5 19 19.5 5 19Z" fill="currentColor"/></svg>
        </button>
    }
}

fn building(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let can_undo = Memo::new(move |_| lair.trap.with(Trap::can_undo));
    let is_empty = Memo::new(move |_| lair.trap.with(Trap::is_empty));
    let can_turn = Memo::new(move |_| lair.trap.with(Trap::hand_turns));
    view! {
        <section class="act go2 panel">
            <button class="btn" data-do="undo" disabled=move || !can_undo.get() on:click=move |_| lair.undo()>{t!(i18n, common.undo)}</button>
            {move || match can_turn.get() {
                true => view! { <button class="btn" data-do="turn" on:click=move |_| lair.turn()>{t!(i18n, level.turn)}</button> }.into_any(),
                false => view! {
                    <button class="btn" data-do="clear" disabled=move || is_empty.get() on:click=move |_| lair.clear()>{t!(i18n, level.clear)}</button>
                }.into_any(),
            }}
            <button class="btn go" data-do="loose" on:click=move |_| lair.let_loose()>{t!(i18n, level.loose)}</button>
        </section>
    }
}

fn told(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let is_solved = lair
        .outcome
        .with_untracked(|outcome| outcome.as_ref().is_some_and(|outcome| outcome.verdict == Verdict::Solved));
    let again = Callback::new(move |()| lair.run.press(RunButton::Again));
    let back = move |class: &'static str| {
        view! {
            <button class=class data-do="back-to-trap" on:click=move |_| to_trap(lair)>{t!(i18n, level.back)}</button>
        }
    };
    if !is_solved {
        return view! {
            <section class="act go2 told panel">{again_button(again)}{back("btn go")}</section>
        }
        .into_any();
    }
    let next = lair.next();
    let onward = match next {
        Route::Level(_) => t!(i18n, level.next).into_any(),
        _ => t!(i18n, common.feeding).into_any(),
    };
    let onward = view! { <a class="btn go" data-do="next" href=next.to_string()>{onward}</a> };
    let copied = RwSignal::new(None::<Copied>);
    let share = move |_| {
        let text = untrack(|| result(lair));
        spawn_local(async move {
            let outcome = share::copy(text).await;
            // The screen may have been left in the meantime.
            let _ = copied.try_set(Some(outcome));
        });
    };
    view! {
        <section class="act go2 told solved panel">
            {again_button(again)}
            <button class="btn" data-do="share" on:click=share>{t!(i18n, level.share)}</button>
            {back("btn")}
            {onward}
            {said(copied)}
        </section>
    }
    .into_any()
}

/// The outcome of the copy.
fn said(copied: RwSignal<Option<Copied>>) -> impl IntoView {
    let i18n = use_i18n();
    let note = move |outcome: Copied| {
        view! {
            <div class="notice caption panel">
                {share::copied(outcome)}
                <button class="btn" data-do="close-note" on:click=move |_| copied.set(None)>{t!(i18n, common.close)}</button>
            </div>
        }
    };
    view! { <div role="status">{move || copied.get().map(note)}</div> }
}

/// The result as a text that gives nothing away: stars, steps, tries and the link.
fn result(lair: Lair) -> String {
    let i18n = lair.i18n;
    let source = lair.source.get_value();
    let Some(solved) = lair.standing().solved else { return String::new() };
    let stars = "★".repeat(solved.stars.into()) + &"☆".repeat((MOST_STARS - solved.stars.min(MOST_STARS)).into());
    let (steps, tries) = (words::steps(i18n, solved.steps), words::tries(i18n, solved.tries));
    let words = match &source {
        LevelRef::Day(day) => {
            t_string!(i18n, level.share_day, date = words::whole_date(i18n, *day), stars, steps, tries).to_string()
        }
        LevelRef::Shipped(_) | LevelRef::Code(_) => {
            let title = words::title(i18n, &source, &lair.level());
            t_string!(i18n, level.share_level, title, stars, steps, tries).to_string()
        }
    };
    format!("{words}\n{}", link_to(&Route::Level(source)))
}
