//! Other people at the table: who is there, what can be done about them, and what to do when the connection is gone.
//! What is behind it belongs to the screen that seats them at the table.

use leptos::prelude::*;
use rules::game::Seat;

use crate::draw::icons::Icon;
use crate::draw::presence::{self, Presence as Mark};
use crate::page::driver::Driver;
use crate::page::i18n::*;
use crate::page::sound::Ears;
use crate::scene::sound::{Cue, Effect as SoundEffect};
use crate::table::{Attendance, Link, Presence, Speed};

/// What a table with other people shows besides the game. A table without them has none.
#[derive(Clone, Copy)]
pub struct Company {
    /// The tools of the header: who watches, and the menu of the table. It begins with the lines that it is given, where
    /// the header has no room for any tool.
    pub tools: Callback<AnyView, AnyView>,
    /// Opens the menu of the table.
    pub open_menu: Callback<()>,
    /// What the bar offers while this seat is to act elsewhere.
    pub offer: Callback<Seat, AnyView>,
}

impl Company {
    /// The company at the current table.
    #[must_use]
    pub fn of_table() -> Option<Company> {
        use_context()
    }
}

/// A line of the menu of a table; `sub` may be empty.
pub(in crate::page) fn menu_line(
    name: &'static str,
    icon: Icon,
    title: impl Fn() -> String + Send + 'static,
    sub: impl Fn() -> String + Send + 'static,
    act: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button class="mi" data-do=name on:click=move |_| act()>
            <span class="mic"><svg viewBox=icon.view_box() aria-hidden="true" inner_html=icon.markup()></svg></span>
            <b class="disp">{title}</b>
            <small>{sub}</small>
        </button>
    }
}

/// The eyes on the plate of a player, and the bot that stands in.
pub(in crate::page) fn marks(attendance: Signal<Attendance>, is_acting: Signal<bool>) -> Option<impl IntoView> {
    let i18n = use_i18n();
    Company::of_table()?;
    let eyes = move || {
        let Attendance { presence, stand_in, .. } = attendance.get();
        let (class, mark, words) = match (presence, stand_in) {
            (_, Some(_)) => ("at bot", Mark::Key, t_string!(i18n, company.stand_in)),
            (Presence::Unknown, None) => return None,
            (Presence::Away, None) => ("at away", Mark::Away, t_string!(i18n, company.away)),
            (Presence::Here, None) if is_acting.get() => ("at", Mark::Thinking, t_string!(i18n, company.here)),
            (Presence::Here, None) => ("at", Mark::Here, t_string!(i18n, company.here)),
        };
        Some(view! {
            <span class=format!("pres {class}")>
                <svg viewBox=presence::BOX aria-hidden="true" inner_html=mark.markup()></svg>
                <span class="vh">{words}</span>
            </span>
        })
    };
    Some(eyes)
}

/// A connection that may be gone.
#[derive(Clone, Copy)]
pub(in crate::page) struct DeadLine {
    /// Its state.
    pub(in crate::page) link: RwSignal<Link>,
    /// Tries again without waiting any longer.
    pub(in crate::page) reconnect: Callback<()>,
    /// Whether somebody here plans something meanwhile.
    pub(in crate::page) keeps_plan: Signal<bool>,
}

impl DeadLine {
    /// The connection of a game.
    pub(in crate::page) fn of(driver: Driver) -> DeadLine {
        let attendance = driver.wires().attendance;
        DeadLine {
            link: driver.wires().link,
            reconnect: Callback::new(move |()| driver.drive().reconnect()),
            keeps_plan: Signal::derive(move || attendance.with(|seats| seats.iter().any(|seat| seat.is_own))),
        }
    }
}

/// Instead of a bar when the connection is gone.
pub(in crate::page) fn dead_bar(line: DeadLine) -> impl IntoView {
    let i18n = use_i18n();
    let DeadLine { link, reconnect, keeps_plan } = line;
    let attempt = move || match link.get() {
        Link::Lost { attempt, seconds: 0 } => t_string!(i18n, company.ringing_now, attempt).to_string(),
        Link::Lost { attempt, seconds } => t_string!(i18n, company.ringing, attempt, seconds).to_string(),
        Link::Up | Link::Opening => String::new(),
    };
    view! {
        <section class="act deadbar panel" aria-label=move || t_string!(i18n, company.line_dead)>
            <svg class="cord" viewBox=presence::CORD_BOX aria-hidden="true" inner_html=presence::cord()></svg>
            <div class="sum">
                <span class="disp">{t!(i18n, company.line_dead)}</span>
                " "
                <span>
                    {attempt}
                    " "
                    {move || keeps_plan.get().then(|| view! { <span class="long">{t!(i18n, company.plan_kept)}</span> })}
                </span>
            </div>
            <button class="btn" data-do="try-now" on:click=move |_| reconnect.run(())>
                {t!(i18n, company.try_now)}
            </button>
        </section>
    }
}

/// Says when the connection goes and comes back.
pub(in crate::page) fn line_in_words(link: RwSignal<Link>) -> impl IntoView {
    let i18n = use_i18n();
    let is_lost = Memo::new(move |_| matches!(link.get(), Link::Lost { .. }));
    let words = Memo::new(move |earlier: Option<&(bool, &'static str)>| {
        let was_lost = earlier.is_some_and(|(was_lost, _)| *was_lost);
        let words = match (is_lost.get(), was_lost) {
            (true, _) => t_string!(i18n, company.line_dead),
            (false, true) => t_string!(i18n, company.back),
            (false, false) => earlier.map_or("", |(_, words)| words),
        };
        (is_lost.get(), words)
    });
    view! { <p class="vh" role="status">{move || words.get().1}</p> }
}

/// Calls the player at this device when they have the hand, in case they look elsewhere. `words` says what they are
/// called to do.
pub(in crate::page) fn call(has_hand: Memo<bool>, words: impl Fn() -> &'static str + Send + Sync + 'static) {
    let i18n = use_i18n();
    if Company::of_table().is_none() {
        return;
    }
    let ears: Ears = expect_context();
    let title = StoredValue::new(None::<String>);
    let restore = move || {
        if let Some(Some(usual)) = title.try_update_value(Option::take) {
            document().set_title(&usual);
        }
    };
    Effect::new(move |had_hand: Option<bool>| {
        let has_hand = has_hand.get();
        match (has_hand, had_hand.unwrap_or(false)) {
            (true, false) => {
                let usual = document().title();
                document().set_title(&format!("▶ {} · {}", words(), t_string!(i18n, common.title)));
                title.update_value(|title| {
                    title.get_or_insert(usual);
                });
                ears.play(&[Cue { effect: SoundEffect::Call, after_ms: 0 }], Speed::Walk);
            }
            (false, true) => restore(),
            (true, true) | (false, false) => {}
        }
        has_hand
    });
    on_cleanup(restore);
}
