//! The dialogs of the waiting room: where to move, which bot, one more person here, tonight's game.

use bots::Bot;
use leptos::ev::SubmitEvent;
use leptos::html::Dialog;
use leptos::prelude::*;
use protocol::{SeatPatch, TakeSeat};
use rules::game::Band;

use super::bands::bands;
use super::settings::settings;
use super::{Hall, Spot, oops, words};
use crate::page::cards::fangs;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::names;
use crate::page::online::{api, pledge};
use crate::scene::newtable::LONGEST_NAME;
use crate::scene::room::Behind;
use crate::scene::room::arrival::{Arrival, named};

/// What a dialog asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Where the player on this seat goes.
    Move(usize),
    /// Which bot takes this seat.
    OtherBot(usize),
    /// Who takes this seat on this device.
    OneMore(usize),
    /// What the table plays.
    Settings,
}

/// The dialog that is open.
pub(super) fn questions(hall: Hall) -> impl IntoView {
    move || hall.asked.get().map(|asked| view! { <Question hall asked /> })
}

#[component]
fn Question(hall: Hall, asked: Asked) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    focus::comes_back();
    Effect::new(move || {
        if let Some(dialog) = dialog.get() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    });
    // Closing it by Escape is closing it.
    let closed = move |_| {
        hall.trouble.update(|trouble| {
            if trouble.as_ref().is_some_and(|(spot, _)| *spot == Spot::Dialog) {
                *trouble = None;
            }
        });
        hall.asked.set(None);
    };
    let content = match asked {
        Asked::Move(seat) => moving(hall, seat).into_any(),
        Asked::OtherBot(seat) => other_bot(hall, seat).into_any(),
        Asked::OneMore(seat) => one_more(hall, seat).into_any(),
        Asked::Settings => settings(hall).into_any(),
    };
    view! {
        <dialog class="ask" node_ref=dialog aria-labelledby="asked" on:close=closed>
            <div class="panel">{content} {oops(hall, Spot::Dialog)}</div>
        </dialog>
    }
}

/// The button that closes the dialog.
pub(super) fn never_mind(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button type="button" class="btn quiet" data-do="cancel" on:click=move |_| hall.asked.set(None)>
            {t!(i18n, room.cancel)}
        </button>
    }
}

fn moving(hall: Hall, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let name = hall.room.with_untracked(|room| {
        let tag = room.door(seat).and_then(|door| door.behind.tag());
        tag.map_or_else(String::new, |tag| words::name(i18n, tag))
    });
    let go = move |to: usize| {
        hall.asked.set(None);
        hall.change_seat(seat, SeatPatch { seat: Some(to), ..SeatPatch::default() });
        hall.acted.set_value(Some(to));
    };
    let places = move || {
        let places: Vec<(usize, String)> =
            hall.room.with(|room| room.places(seat).map(|door| (door.seat, words::label(i18n, door))).collect());
        let place = move |(to, label): (usize, String)| {
            view! {
                <li>
                    <button type="button" class="mini" data-to=to + 1 on:click=move |_| go(to)>{label}</button>
                </li>
            }
        };
        places.into_iter().map(place).collect_view()
    };
    view! {
        <h2 class="disp" id="asked">{t_string!(i18n, room.move_title, name).to_string()}</h2>
        <p>{t!(i18n, room.move_text)}</p>
        <ul class="choices">{places}</ul>
        <div class="buttons">{never_mind(hall)}</div>
    }
}

fn other_bot(hall: Hall, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let present = hall.room.with_untracked(|room| match room.door(seat).map(|door| &door.behind) {
        Some(Behind::Bot { kind, .. }) => *kind,
        Some(Behind::Nobody | Behind::OnTheWay { .. } | Behind::Person { .. } | Behind::Bricks) | None => None,
    });
    let choose = move |kind: Bot| {
        hall.asked.set(None);
        hall.kind.set(kind);
        hall.change_seat(seat, SeatPatch { bot: Some(kind.into()), ..SeatPatch::default() });
    };
    let choice = move |kind: Bot| {
        view! {
            <li>
                <button
                    type="button"
                    class="mini"
                    data-bot=kind.name()
                    aria-current=(present == Some(kind)).then_some("true")
                    on:click=move |_| choose(kind)
                >
                    <b class="disp">{names::bot(i18n, kind)}</b>
                    {fangs(kind)}
                    <i>{names::bot_line(i18n, kind)}</i>
                </button>
            </li>
        }
    };
    view! {
        <h2 class="disp" id="asked">{t!(i18n, room.other_bot_title)}</h2>
        <ul class="choices">{Bot::ALL.map(choice).collect_view()}</ul>
        <div class="buttons">{never_mind(hall)}</div>
    }
}

fn one_more(hall: Hall, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let form = RwSignal::new(Arrival::new(""));
    let band = Memo::new(move |_| hall.room.with(|room| form.with(|form| form.band(room))));
    let take = move |event: SubmitEvent| {
        event.prevent_default();
        let game = hall.game();
        let wish = TakeSeat {
            seat: Some(seat),
            name: named(form.with_untracked(|form| form.name().to_owned()).as_str()),
            band: band.get_untracked(),
            nonce: Some(pledge::nonce(game)),
        };
        hall.acted.set_value(Some(seat));
        hall.ask(Spot::Dialog, async move { api::take_seat(game, &wish).await }, move |_| {
            hall.asked.set(None);
            hall.rejoin();
        });
    };
    let placeholder = move || band.get().map(|band: Band| names::band(i18n, band));
    view! {
        <form on:submit=take>
            <h2 class="disp" id="asked">{t!(i18n, room.more_title)}</h2>
            <p>{t!(i18n, room.more_text)}</p>
            <label class="namefield">
                <span>{t!(i18n, newtable.name)}</span>
                <input
                    maxlength=LONGEST_NAME
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=placeholder
                    on:input=move |event| form.update(|form| form.set_name(&event_target_value(&event)))
                />
            </label>
            {bands(hall, "band-more".to_owned(), band.into(), move |band| form.update(|form| form.choose(band)))}
            <div class="buttons">
                {never_mind(hall)}
                <button class="btn go" data-do="sit" disabled=move || hall.is_busy.get() || band.get().is_none()>
                    {t!(i18n, newtable.take_seat)}
                </button>
            </div>
        </form>
    }
}
