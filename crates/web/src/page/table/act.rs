//! The action bar: the planned move, or how to watch the monster.

use leptos::prelude::*;
use rules::Tombstone;
use rules::game::Seat;

use crate::draw::icons::{self, Icon};
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::session::Session;
use crate::page::table::company::{Company, DeadLine, dead_bar};
use crate::page::words;
use crate::route::Route;
use crate::scene::foresight::{Danger, percent};
use crate::scene::moving::Moving;
use crate::scene::playback::{Gait, Playback};
use crate::table::{Help, Link, Speed};

/// The current purpose of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The connection is gone.
    Dead,
    /// A player at the screen moves.
    Move,
    /// The monster runs.
    Watch,
    /// Another player moves.
    Wait(Option<Seat>),
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
        } else if session.display.moving.with(Option::is_some) {
            Purpose::Move
        } else if playback.game().ending().is_some() {
            Purpose::End
        } else {
            Purpose::Wait(playback.game().acting())
        }
    });
    move || match purpose.get() {
        Purpose::Dead => dead_bar(DeadLine::of(session.driver())).into_any(),
        Purpose::Move => move_bar(session).into_any(),
        Purpose::Watch => watch_bar(session).into_any(),
        Purpose::Wait(seat) => wait_bar(session, seat).into_any(),
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
    let results = Memo::new(move |_| moving.with(|moving| moving.as_ref()?.plan().map(|plan| plan.result)));
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
    let several = move || {
        results.get().filter(|(_, of)| *of > 1).map(|(nth, of)| {
            view! {
                <span class="results">
                    <button class="btn quiet" aria-label=t_string!(i18n, table.result_previous)
                        on:click=move |_| session.display.with_hand(|moving| moving.previous_result())>"‹"</button>
                    <span>{t_string!(i18n, table.result_of, nth = nth, of = of).to_string()}</span>
                    <button class="btn quiet" aria-label=t_string!(i18n, table.result_next)
                        on:click=move |_| session.display.with_hand(|moving| moving.next_result())>"›"</button>
                </span>
            }
        })
    };
    let left = move || {
        if !is_chosen.get() && session.display.playback.with(Playback::has_run) {
            again_button(session).into_any()
        } else if is_chosen.get() && !has_plan.get() {
            view! { <button class="btn" data-do="stay" on:click=move |_| session.display.with_hand(Moving::stay)>{t!(i18n, things.stay)}</button> }.into_any()
        } else {
            view! {
                <button class="btn" disabled=move || !is_chosen.get() on:click=move |_| session.display.with_hand(Moving::undo)>
                    {t!(i18n, common.undo)}
                </button>
            }
            .into_any()
        }
    };
    view! {
        <section class="act panel" aria-label=move || t_string!(i18n, table.your_move)>
            <div class="sum">
                {whose}
                {move || name().map(|name| view! { <span class="disp">{name}</span> " " })}
                <span>{summary}</span>
                {move || omen().map(|words| view! { " " <b class="omen">{words}</b> })}
                {several}
            </div>
            {left}
            <button class="btn go" data-do="confirm" disabled=move || !can_confirm.get() || is_pending.get() aria-busy=move || is_pending.get().to_string() on:click=move |_| session.confirm()>
                {t!(i18n, table.confirm)}
            </button>
        </section>
    }
}

/// The description of the planned move.
fn summary(i18n: words::Language, moving: &Moving) -> String {
    let Some(plan) = moving.drawn() else {
        return match moving.figure() {
            None => t_string!(i18n, table.choose_figure).to_owned(),
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

fn again_button(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="btn" data-do="again" on:click=move |_| session.watch_again()>
            <svg viewBox=Icon::Again.view_box() aria-hidden="true" inner_html=Icon::Again.markup()></svg>
            {t!(i18n, table.watch_again)}
        </button>
    }
}

fn skip_button(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="btn" data-do="skip" on:click=move |_| session.skip()>
            <svg viewBox=Icon::Skip.view_box() aria-hidden="true" inner_html=Icon::Skip.markup()></svg>
            {t!(i18n, common.skip)}
        </button>
    }
}

fn watch_bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let steps = Memo::new(move |_| {
        session.display.playback.with(|playback| {
            let (show, at) = playback.show()?;
            // The length of a run for hits is not revealed in advance.
            let of = match show.tombstone? {
                Tombstone::Steps(steps) => Some(steps.get()),
                Tombstone::Hits(_) => None,
            };
            Some((show.beats[at].step.min(show.steps()), of))
        })
    });
    let is_waiting = Memo::new(move |_| {
        session.display.playback.with(|playback| playback.gait() == Gait::Waiting || playback.is_asked())
    });
    let title = move || match steps.get() {
        Some((step, Some(of))) => t_string!(i18n, table.step_of, step = step, of = of).to_string(),
        Some((step, None)) => t_string!(i18n, table.step_number, step = step).to_string(),
        None => String::new(),
    };
    let prints = move || {
        let (step, of) = steps.get()?;
        let print = |nth: u16| {
            let class = match nth.cmp(&step) {
                std::cmp::Ordering::Less => "d",
                std::cmp::Ordering::Equal => "n",
                std::cmp::Ordering::Greater => "",
            };
            view! { <li class=class><svg viewBox=icons::FOOTPRINT_BOX inner_html=icons::footprint()></svg></li> }
        };
        Some((1..=of.unwrap_or(step).max(1)).map(print).collect_view())
    };
    view! {
        <section class="act walk panel" aria-label=move || t_string!(i18n, table.monster_moves)>
            <div class="sum">
                <span><span class="disp">{title}</span><ol class="prints" aria-hidden="true">{prints}</ol></span>
                {why_button(session)}
                {speed_choice(session.display.speed, Callback::new(move |speed| session.set_speed(speed)))}
            </div>
            {move || if is_waiting.get() {
                view! { <button class="btn" data-do="run" on:click=move |_| session.run()>{t!(i18n, common.go_on)}</button> }.into_any()
            } else {
                again_button(session).into_any()
            }}
            {skip_button(session)}
            <button class="btn go" data-do="step" on:click=move |_| session.step()>{t!(i18n, table.step)}</button>
        </section>
    }
}

/// Asks about the current step.
fn why_button(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let ask = move |_| {
        if let Some(moment) = session.display.playback.with_untracked(Playback::last_look) {
            session.display.ask(&moment);
        }
    };
    let has_looked = Memo::new(move |_| session.display.playback.with(|playback| playback.last_look().is_some()));
    view! {
        <button class="whyq" data-do="why-now" disabled=move || !has_looked.get() on:click=ask>{t!(i18n, why.why)}</button>
    }
}

/// How fast pieces move.
pub(in crate::page) fn speed_choice(speed: RwSignal<Speed>, set: Callback<Speed>) -> impl IntoView {
    let now = speed;
    let i18n = use_i18n();
    let choice = move |speed: Speed| {
        let words = move || words::speed(i18n, speed);
        view! {
            <label>
                <input type="radio" name="speed" prop:checked=move || now.get() == speed on:change=move |_| set.run(speed) />
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

fn wait_bar(session: Session, seat: Option<Seat>) -> impl IntoView {
    let i18n = use_i18n();
    let seats = session.display.seats();
    let words = move || {
        let name = seat.and_then(|seat| seats.get(seat.index())).map(|seat| seat.name.clone());
        name.map(|name| t_string!(i18n, table.moves, name = name).to_string())
    };
    let offer = Company::of_table().zip(seat).map(|(company, seat)| company.offer.run(seat));
    view! {
        <section class="act wait panel" aria-label=move || t_string!(i18n, table.waiting_bar)>
            <div class="sum">
                <span class="disp">{words}</span>
                " "
                {speed_choice(session.display.speed, Callback::new(move |speed| session.set_speed(speed)))}
                {offer}
            </div>
            {skip_button(session)}
        </section>
    }
}

fn end_bar(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="act end panel" aria-label=move || t_string!(i18n, table.the_end)>
            {again_button(session)}
            <a class="btn go" data-do="end" href=Route::End(session.game()).to_string()>{t!(i18n, table.the_end)}</a>
        </section>
    }
}
