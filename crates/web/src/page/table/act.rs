//! The action bar: the planned move, or how to watch the monster.

use leptos::prelude::*;
use rules::game::Seat;
use web_sys::MouseEvent;

use crate::page::candle;
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::names::ShownSeat;
use crate::page::pointed::naming;
use crate::page::run::{again_button, run_bar, skip_button, speed_choice};
use crate::page::session::Session;
use crate::page::table::ahead;
use crate::page::table::company::{Company, DeadLine, dead_bar};
use crate::page::words;
use crate::route::Route;
use crate::scene::foresight::{Danger, percent};
use crate::scene::moving::Moving;
use crate::table::{Help, Link};

/// The current purpose of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The connection is gone.
    Dead,
    /// A player at the screen moves.
    Move,
    /// A player at the screen prepares the next move.
    Prepare,
    /// The monster runs.
    Watch,
    /// Another player moves.
    Wait,
    /// The game is over.
    End,
}

pub(super) fn act(session: Session) -> impl IntoView {
    let purpose = Memo::new(move |_| {
        let playback = session.display.playback.read();
        let is_cut = matches!(session.driver().wires().link.get(), Link::Lost { .. });
        if playback.is_run() {
            Purpose::Watch
        } else if is_cut && playback.game().ending().is_none() {
            Purpose::Dead
        } else if session.display.due().is_some() {
            Purpose::Move
        } else if session.display.moving.with(Option::is_some) {
            Purpose::Prepare
        } else if playback.game().ending().is_some() {
            Purpose::End
        } else {
            Purpose::Wait
        }
    });
    move || match purpose.get() {
        Purpose::Dead => dead_bar(DeadLine::of(session.driver())).into_any(),
        Purpose::Move => move_bar(session).into_any(),
        Purpose::Prepare => ahead::bar(session).into_any(),
        Purpose::Watch => run_bar(session.run_controls()).into_any(),
        Purpose::Wait => wait_bar(session).into_any(),
        Purpose::End => end_bar(session).into_any(),
    }
}

fn move_bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let (moving, is_pending) = (session.display.moving, session.is_pending());
    let is_chosen =
        Memo::new(move |_| moving.with(|moving| moving.as_ref().is_some_and(|moving| moving.figure().is_some())));
    let can_confirm =
        Memo::new(move |_| moving.with(|moving| moving.as_ref().is_some_and(|moving| moving.action().is_some())));
    let has_plan =
        Memo::new(move |_| moving.with(|moving| moving.as_ref().is_some_and(|moving| moving.plan().is_some())));
    // Not even under the pointer.
    let is_idle =
        Memo::new(move |_| moving.with(|moving| moving.as_ref().is_none_or(|moving| moving.drawn().is_none())));
    let has_run = Memo::new(move |_| session.display.playback.with(|playback| playback.player().has_run()));
    let is_reminded = Memo::new(move |_| session.is_reminded());
    let name = move || {
        moving.with(|moving| {
            let moving = moving.as_ref()?;
            let figure = moving.figure()?;
            let face = session.display.playback.with_untracked(|playback| playback.tableau().face(figure));
            Some(words::figure(i18n, figure, face))
        })
    };
    let summary = move || moving.with(|moving| moving.as_ref().map(|moving| summary(i18n, moving)));
    let omen = move || omen(i18n, session.display);
    let seats = session.display.seats();
    let whose = move || {
        let seat = moving.with(|moving| moving.as_ref().filter(|moving| moving.figure().is_none()).map(Moving::seat));
        let name = seat
            .filter(|_| session.display.is_shared())
            .and_then(|seat| seats.get(seat.index()))
            .map(|seat| seat.name.clone());
        name.map(|name| view! { <b>{t_string!(i18n, table.hand_over, name).to_string()}"."</b> " " })
    };
    let left = move || {
        if !is_chosen.get() && has_run.get() {
            again_button(Callback::new(move |()| session.watch_again())).into_any()
        } else if is_chosen.get() && !has_plan.get() {
            view! { <button class="btn" data-do="stay" on:click=move |_| session.display.with_hand(Moving::stay)>{t!(i18n, things.stay)}</button> }.into_any()
        } else {
            view! {
                <button class="btn" data-do="undo" disabled=move || !is_chosen.get() on:click=move |_| session.display.with_hand(Moving::undo)>
                    {t!(i18n, common.undo)}
                </button>
            }
            .into_any()
        }
    };
    let set_speed = Callback::new(move |speed| session.set_speed(speed));
    // The only figure is chosen by itself, so the choice of a figure takes nothing away. There is room for one button:
    // what can be taken back is more urgent than what can be seen again, and that is offered once the figure is let go.
    let again = move || {
        (is_chosen.get() && has_run.get() && !session.can_take_back.get())
            .then(|| again_button(Callback::new(move |()| session.watch_again())))
    };
    let aside = move || {
        is_idle.get().then(|| {
            view! {
                {move || (!is_chosen.get()).then(|| speed_choice("speed", session.display.speed, set_speed))}
                {again}
                {take_back_button(session)}
            }
        })
    };
    view! {
        <section class="act panel" aria-label=move || t_string!(i18n, table.your_move)>
            {candle::on_bar()}
            <div class="sum" class:idle=is_idle class:chosen=is_chosen>
                <span>
                    {whose}
                    {move || name().map(|name| view! { <span class="disp">{name}</span> " " })}
                    <span>{move || summary().map(|words| naming(&words))}</span>
                    {move || omen().map(|words| view! { " " <b class="omen">{words}</b> })}
                    {move || is_reminded.get().then(|| view! { " " <b class="reminder">{t!(i18n, table.press_again)}</b> })}
                    {ahead::notice(session)}
                    {candle::rung()}
                    {results_choice(session)}
                </span>
                {aside}
            </div>
            {left}
            <button class="btn go" class:nudged=is_reminded data-do="confirm" disabled=move || !can_confirm.get() || is_pending.get() aria-busy=move || is_pending.get().to_string() on:click=move |_| session.confirm()>
                {t!(i18n, table.confirm)}
            </button>
        </section>
    }
}

/// Which of several results at the same goal is planned.
pub(super) fn results_choice(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let results =
        Memo::new(move |_| session.display.moving.with(|moving| moving.as_ref()?.plan().map(|plan| plan.result)));
    move || {
        results.get().filter(|(_, of)| *of > 1).map(|(nth, of)| {
            view! {
                <span class="results">
                    <button class="btn quiet" data-do="previous-result" aria-label=t_string!(i18n, table.result_previous)
                        on:click=move |_| session.display.with_hand(|moving| moving.previous_result())>"‹"</button>
                    <span>{t_string!(i18n, table.result_of, nth = nth, of = of).to_string()}</span>
                    <button class="btn quiet" data-do="next-result" aria-label=t_string!(i18n, table.result_next)
                        on:click=move |_| session.display.with_hand(|moving| moving.next_result())>"›"</button>
                </span>
            }
        })
    }
}

/// The description of the planned move.
fn summary(i18n: words::Language, moving: &Moving) -> String {
    let Some(plan) = moving.drawn() else {
        return match moving.figure() {
            None => t_string!(i18n, table.choose_figure).to_owned(),
            Some(_) if moving.is_stuck() => t_string!(i18n, table.cannot_move).to_owned(),
            Some(_) => t_string!(i18n, table.choose_target).to_owned(),
        };
    };
    words::plan(i18n, plan, moving.points())
}

/// The danger of the chosen figure, if the table reveals it.
pub(super) fn omen(i18n: words::Language, display: Display) -> Option<String> {
    let (moving, foresight) = (display.moving.read(), display.foresight.read());
    let moving = moving.as_ref()?;
    if display.help.get() == Help::Foresight && moving.ends_game() {
        return Some(t_string!(i18n, help.ends_game).to_owned());
    }
    let Danger { before, after, .. } = foresight.as_ref()?.danger(moving.figure()?)?;
    let is_safe = percent(before) == 0 && percent(after) == 0;
    (!is_safe).then(|| t_string!(i18n, help.danger, change = words::change(i18n, before, after)).to_string())
}

/// Takes back the last move that was made here, while that is possible.
fn take_back_button(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let take_back = move |event: MouseEvent| {
        // A double click means one move.
        if event.detail() <= 1 {
            session.take_back();
        }
    };
    move || {
        session.can_take_back.get().then(|| {
            view! {
                <button class="btn quiet" data-do="take-back" on:click=take_back>
                    {t!(i18n, table.take_back)}
                </button>
            }
        })
    }
}

/// The bar stays while one player after the other moves, so that its buttons can be pressed at any time.
fn wait_bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let seats = session.display.seats();
    let seat: Memo<Option<Seat>> =
        Memo::new(move |_| session.display.playback.with(|playback| playback.game().acting()));
    let words = move || {
        let ShownSeat { name, is_you, .. } = seats.get(seat.get()?.index())?.clone();
        Some(if is_you {
            t_string!(i18n, table.your_move).to_owned()
        } else {
            t_string!(i18n, table.moves, name).to_string()
        })
    };
    let company = Company::of_table();
    let offer = move || company.zip(seat.get()).map(|(company, seat)| company.offer.run(seat));
    view! {
        <section class="act wait panel" aria-label=move || t_string!(i18n, table.waiting_bar)>
            <div class="sum">
                <span class="disp">{words}</span>
                " "
                {ahead::sleeve(session)}
                {speed_choice("speed", session.display.speed, Callback::new(move |speed| session.set_speed(speed)))}
                {offer}
            </div>
            <div class="choices">
                {take_back_button(session)}
                {ahead::buttons(session)}
                {skip_button(Callback::new(move |()| session.skip()))}
            </div>
        </section>
    }
}

fn end_bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="act end panel" aria-label=move || t_string!(i18n, table.the_end)>
            {again_button(Callback::new(move |()| session.watch_again()))}
            <a class="btn go" data-do="end" href=Route::End(session.game()).to_string()>{t!(i18n, table.the_end)}</a>
        </section>
    }
}
