//! The bar under a run of the monster: its speed, step by step, back, again, on, skip, and "Why?". Table, replay,
//! analysis board and levels share it.

use std::cmp::Ordering;

use leptos::prelude::*;

use super::i18n::*;
use super::words;
use crate::draw::icons::{self, Icon};
use crate::draw::time_line::Transport;
use crate::scene::player::{Progress, RunButton};
use crate::table::Speed;

/// A run that can be watched.
#[derive(Clone, Copy)]
pub struct RunControls {
    /// How far it has been watched; `None` if there is none.
    pub progress: Memo<Option<Progress>>,
    /// How fast pieces move.
    pub speed: RwSignal<Speed>,
    /// What to do when a button is pressed.
    pub press: Callback<RunButton>,
}

/// The bar.
pub fn run_bar(controls: RunControls) -> impl IntoView {
    run_bar_with((), controls)
}

/// The bar with a button of the screen before the others.
pub fn run_bar_with(first: impl IntoView, controls: RunControls) -> impl IntoView {
    let i18n = use_i18n();
    let RunControls { progress, speed, press } = controls;
    let is_waiting = Memo::new(move |_| progress.get().is_some_and(|progress| progress.is_waiting));
    let can_go_back = Memo::new(move |_| progress.get().is_some_and(|progress| progress.can_go_back));
    let can_ask = Memo::new(move |_| progress.get().is_some_and(|progress| progress.can_ask));
    let title = move || match progress.get() {
        Some(Progress { step, of: Some(of), .. }) => t_string!(i18n, table.step_of, step, of).to_string(),
        Some(Progress { step, of: None, .. }) => t_string!(i18n, table.step_number, step).to_string(),
        None => String::new(),
    };
    let back = move || t_string!(i18n, table.step_back);
    view! {
        <section class="act walk panel" aria-label=move || t_string!(i18n, table.monster_moves)>
            <div class="sum">
                <span><span class="disp">{title}</span>{move || progress.get().map(footprints)}</span>
                <button class="whyq" data-do="why-now" disabled=move || !can_ask.get() on:click=move |_| press.run(RunButton::Why)>
                    {t!(i18n, why.why)}
                </button>
                {speed_choice("speed", speed, Callback::new(move |speed| press.run(RunButton::Speed(speed))))}
            </div>
            {first}
            <button
                class="btn back" data-do="back" aria-label=back title=back
                disabled=move || !can_go_back.get() on:click=move |_| press.run(RunButton::Back)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=Transport::Back.markup()></svg>
            </button>
            {move || if is_waiting.get() {
                view! {
                    <button class="btn" data-do="run" on:click=move |_| press.run(RunButton::Run)>{t!(i18n, common.go_on)}</button>
                }
                .into_any()
            } else {
                again_button(Callback::new(move |()| press.run(RunButton::Again))).into_any()
            }}
            {skip_button(Callback::new(move |()| press.run(RunButton::Skip)))}
            <button class="btn go" data-do="step" on:click=move |_| press.run(RunButton::Step)>{t!(i18n, table.step)}</button>
        </section>
    }
}

/// The most footprints of a walk without limit.
const MOST_PRINTS: u16 = 12;

/// A footprint for each step: done, now, to come.
fn footprints(Progress { step, of, .. }: Progress) -> impl IntoView {
    let print = |nth: u16| {
        let class = match nth.cmp(&step) {
            Ordering::Less => "d",
            Ordering::Equal => "n",
            Ordering::Greater => "",
        };
        view! { <li class=class><svg viewBox=icons::FOOTPRINT_BOX inner_html=icons::footprint()></svg></li> }
    };
    let count = of.unwrap_or(step).max(1);
    // A walk without limit leaves more than there is room for: the newest are seen.
    let first = if of.is_some() { 1 } else { count.saturating_sub(MOST_PRINTS - 1).max(1) };
    view! { <ol class="prints" aria-hidden="true">{(first..=count).map(print).collect_view()}</ol> }
}

/// Shows the last run again.
pub fn again_button(press: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="btn" data-do="again" on:click=move |_| press.run(())>
            <svg viewBox=Icon::Again.view_box() aria-hidden="true" inner_html=Icon::Again.markup()></svg>
            {t!(i18n, table.watch_again)}
        </button>
    }
}

/// Skips what is animated.
pub fn skip_button(press: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="btn" data-do="skip" on:click=move |_| press.run(())>
            <svg viewBox=Icon::Skip.view_box() aria-hidden="true" inner_html=Icon::Skip.markup()></svg>
            {t!(i18n, common.skip)}
        </button>
    }
}

/// How fast pieces move. Choices that are on the screen at the same time have different groups, else they would take each
/// other's mark away.
pub fn speed_choice(group: &'static str, speed: RwSignal<Speed>, set: Callback<Speed>) -> impl IntoView {
    let now = speed;
    let i18n = use_i18n();
    let choice = move |speed: Speed| {
        let words = move || words::speed(i18n, speed);
        view! {
            <label>
                <input type="radio" name=group prop:checked=move || now.get() == speed on:change=move |_| set.run(speed) />
                <span>{words}</span>
            </label>
        }
    };
    view! {
        <fieldset class="speed">
            <legend>{t!(i18n, table.speed)}</legend>
            {Speed::ALL.map(choice).collect_view()}
        </fieldset>
    }
}
