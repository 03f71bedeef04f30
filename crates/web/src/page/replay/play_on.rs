//! Playing on from the current moment: who plays which seat.

use leptos::html::Dialog;
use leptos::prelude::*;
use rules::game::Seat;

use super::viewer::Viewer;
use crate::draw::coin;
use crate::page::i18n::*;
use crate::page::words::Language;
use crate::page::{names, tables};
use crate::table::{Help, SeatPlan, Takeover, Who};
use bots::Bot;

pub(super) fn play_on(viewer: Viewer, dialog: NodeRef<Dialog>) -> impl IntoView {
    let i18n = use_i18n();
    let players = viewer.with_replay(|replay| *replay.record().terms().players());
    // By default the player takes the seat that is to move; between turns, the one that moves first.
    let due = Memo::new(move |_| {
        viewer.display.playback.with(|playback| playback.game().acting().unwrap_or(playback.game().course().start()))
    });
    let whos = RwSignal::new(usual(players.count(), due.get_untracked()));
    Effect::new(move || whos.set(usual(players.count(), due.get())));
    let seat = move |(seat, plan): (Seat, SeatPlan)| {
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
    let begin = move |_| {
        close();
        let seats = new_seats(i18n, viewer, &whos.get_untracked());
        let display = viewer.display;
        let takeover =
            Takeover { seats, monster: display.monster(), speed: display.speed.get_untracked(), help: Help::default() };
        let moment = viewer.moment.get_untracked();
        viewer.with_replay(|replay| tables::play_on(replay.record(), moment, takeover));
    };
    view! {
        <dialog class="play-on" node_ref=dialog aria-labelledby="play-on">
            <div class="panel">
                <h2 class="disp" id="play-on">{t!(i18n, replay.play_on_title)}</h2>
                <p>{t!(i18n, replay.play_on_text)}</p>
                <ul>{players.seats().zip(viewer.display.seats()).map(seat).collect_view()}</ul>
                <div class="do">
                    <button class="btn quiet" on:click=move |_| close()>{t!(i18n, replay.cancel)}</button>
                    <button class="btn go" data-do="begin" on:click=begin>{t!(i18n, replay.begin)}</button>
                </div>
            </div>
        </dialog>
    }
}

/// One person against bots.
fn usual(count: usize, due: Seat) -> Vec<Who> {
    let mut whos = vec![Who::Bot(Bot::Fox); count];
    whos[due.index()] = Who::Human;
    whos
}

/// People and bots keep their seats' names where the kind of player stays; no person gets the name of a bot.
fn new_seats(i18n: Language, viewer: Viewer, whos: &[Who]) -> Vec<SeatPlan> {
    let bands = viewer.with_replay(|replay| replay.record().terms().players().bands().to_vec());
    let plan = |(old, who): (SeatPlan, &Who)| match old.who == *who {
        true => old,
        false => SeatPlan { who: *who, name: String::new() },
    };
    let mut seats: Vec<SeatPlan> = viewer.display.seats().into_iter().zip(whos).map(plan).collect();
    names::name_strangers(i18n, &mut seats, &bands);
    seats
}
