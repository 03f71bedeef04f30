//! The dialog before a game goes on from a moment of another one, or from the analysis board: who plays which seat.

use leptos::html::Dialog;
use leptos::prelude::*;
use rules::game::{Players, Seat};

use super::i18n::*;
use super::names::{self, ShownSeat};
use super::words::Language;
use crate::draw::coin;
use crate::table::{SeatPlan, Who};

/// Where a game goes on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A moment of another game.
    Moment,
    /// The analysis board.
    Board,
}

/// Asks who plays, beginning with who played before. `begin` receives the new seats.
pub fn play_on(
    origin: Origin,
    dialog: NodeRef<Dialog>,
    players: Players,
    before: Vec<ShownSeat>,
    begin: Callback<Vec<SeatPlan>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let text = move || match origin {
        Origin::Moment => t_string!(i18n, replay.play_on_text),
        Origin::Board => t_string!(i18n, replay.play_on_board),
    };
    let whos: RwSignal<Vec<Who>> = RwSignal::new(before.iter().map(ShownSeat::who).collect());
    let seat = move |(seat, plan): (Seat, ShownSeat)| {
        let band = players.band(seat);
        let who = move || whos.with(|whos| whos[seat.index()]);
        let option = move |(index, one): (usize, Who)| {
            view! { <option value=index selected=move || who() == one>{move || names::who(i18n, one)}</option> }
        };
        let choose = move |event| {
            let chosen =
                event_target_value(&event).parse::<usize>().ok().and_then(|index| Who::ALL.get(index).copied());
            if let Some(chosen) = chosen {
                whos.update(|whos| whos[seat.index()] = chosen);
            }
        };
        view! {
            <li class=format!("coin {}", coin::letter(band))>
                <label>
                    <svg class="chip" viewBox=coin::CHIP_BOX aria-hidden="true" inner_html=coin::chip(band)></svg>
                    <span>{plan.name}</span>
                    <select data-seat=seat.index() + 1 on:change=choose>
                        {Who::ALL.into_iter().enumerate().map(option).collect_view()}
                    </select>
                </label>
            </li>
        }
    };
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let seats = players.seats().zip(before.clone()).map(seat).collect_view();
    let start = move |_| {
        close();
        begin.run(new_seats(i18n, &players, &before, &whos.get_untracked()));
    };
    view! {
        <dialog class="play-on" node_ref=dialog aria-labelledby="play-on">
            <div class="panel">
                <h2 class="disp" id="play-on">{t!(i18n, replay.play_on_title)}</h2>
                <p>{text}</p>
                <ul>{seats}</ul>
                <div class="do">
                    <button class="btn quiet" on:click=move |_| close()>{t!(i18n, replay.cancel)}</button>
                    <button class="btn go" data-do="begin" on:click=start>{t!(i18n, replay.begin)}</button>
                </div>
            </div>
        </dialog>
    }
}

/// People and bots keep their stored names where the kind of player stays; no person gets the name of a bot.
fn new_seats(i18n: Language, players: &Players, before: &[ShownSeat], whos: &[Who]) -> Vec<SeatPlan> {
    let plan = |(old, who): (&ShownSeat, &Who)| match old.who() == *who {
        true => old.stored.clone(),
        false => SeatPlan { who: *who, name: String::new() },
    };
    let mut seats: Vec<SeatPlan> = before.iter().zip(whos).map(plan).collect();
    names::name_strangers(i18n, &mut seats, players.bands());
    seats
}
