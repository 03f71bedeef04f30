//! What stands beside the doors: the monster with the sealed tombstones, tonight's game, and START.

use bots::Bot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Is, SeatPatch, Start as StartWish};

use super::ask::Asked;
use super::door::key;
use super::{Hall, Place, Spot, oops, words};
use crate::draw::icons::{self, Icon};
use crate::draw::monster::Kit;
use crate::draw::{cast_portrait, fortress_thumb, seal};
use crate::page::i18n::*;
use crate::page::names;
use crate::page::online::api;
use crate::page::words as common;
use crate::scene::newtable::Floors;
use crate::scene::room::{Beginner, Role, Start, fingerprint};
use crate::table::Help;

/// The monster keeps the tombstones.
pub(super) fn monster(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let kit = Memo::new(move |_| Kit::from(hall.at.view.with(|view| view.monster)));
    let keeps = move || t_string!(i18n, room.keeps, monster = names::monster_head(i18n, kit.get())).to_string();
    view! {
        <section class="seat monster" aria-label=keeps>
            <div class="pic" inner_html=move || cast_portrait::star(kit.get())></div>
            <h2 class="bandcap caption panel disp">{keeps}</h2>
            <div class="ctl">
                <div class="pile" aria-hidden="true">
                    <svg viewBox=seal::PILE_BOX inner_html=seal::pile()></svg>
                    <svg class="seal" viewBox=seal::SEAL_BOX inner_html=seal::seal()></svg>
                </div>
                <div class="sealed">
                    <b class="disp">{t!(i18n, room.sealed)} " " {print(hall)}</b>
                    <p>{t!(i18n, room.seal_text)}</p>
                </div>
            </div>
        </section>
    }
}

/// The first digits of the commitment.
pub(super) fn print(hall: Hall) -> impl IntoView {
    view! { <span class="fp">{move || hall.at.view.with(|view| fingerprint(&view.commitment))}</span> }
}

/// A small map of the fortress.
pub(super) fn map(floors: Floors) -> String {
    match floors {
        Floors::Basic => fortress_thumb::basic(),
        // It is drawn when the game starts, or laid by the players.
        Floors::Random | Floors::ByHand => fortress_thumb::unknown(),
        Floors::Named(named) => fortress_thumb::tiles(named.fortress().tiles()),
        Floors::Own(fortress) => fortress_thumb::tiles(fortress.tiles()),
    }
}

pub(super) const fn help_icon(help: Help) -> Icon {
    match help {
        Help::Nothing => Icon::ClosedEye,
        Help::Sight => Icon::Help,
        Help::Foresight => Icon::Foresight,
    }
}

/// What the table plays.
pub(super) fn tonight(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let tonight = hall.tonight;
    let is_host = Memo::new(move |_| hall.room.with(|room| room.role == Role::Host));
    let floors = Memo::new(move |_| tonight.with(|tonight| tonight.floors));
    let is_long = Memo::new(move |_| tonight.with(|tonight| tonight.is_long));
    let help = Memo::new(move |_| tonight.with(|tonight| tonight.help));
    let first = Memo::new(move |_| tonight.with(|tonight| tonight.first.clone()));
    let floors_name = move || match floors.get() {
        Floors::Basic => t_string!(i18n, newtable.basic),
        Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_) => t_string!(i18n, newtable.experienced),
    };
    let floors_sub = move || match floors.get() {
        Floors::Basic => t_string!(i18n, newtable.basic_sub),
        floors @ (Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_)) => words::fortress(i18n, floors),
    };
    let stone = move || {
        let id = if is_long.get() { "tombstone-hits-3" } else { "tombstone-5" };
        format!(r##"<use href="#{id}" width="100" height="130"/>"##)
    };
    let first_name = move || match first.get() {
        Beginner::Lot => t_string!(i18n, room.by_lot).to_owned(),
        Beginner::LastEaten => t_string!(i18n, room.last_eaten).to_owned(),
        Beginner::Player(tag) => words::name(i18n, &tag),
    };
    let first_sub = move || match first.get() {
        Beginner::Lot => t_string!(i18n, room.by_lot_sub),
        Beginner::LastEaten => t_string!(i18n, room.last_eaten_sub),
        Beginner::Player(_) => t_string!(i18n, room.chosen_sub),
    };
    view! {
        <section class="box tonight panel" aria-labelledby="tonight">
            <h2 class="disp" id="tonight">{t!(i18n, room.tonight)}</h2>
            <Show when=move || is_host.get()>
                <button class="linkbtn" data-do="change" on:click=move |_| hall.asked.set(Some(Asked::Settings))>
                    {t!(i18n, room.change)}
                </button>
            </Show>
            <ul class="facts">
                <li>
                    <div class="fpic" inner_html=move || map(floors.get())></div>
                    <span class="k">{t!(i18n, room.floors)}</span>
                    <span class="v"><b>{floors_name}</b>{floors_sub}</span>
                </li>
                <li>
                    <div class="fpic tombs">
                        <svg viewBox="0 0 100 130" aria-hidden="true" inner_html=stone></svg>
                    </div>
                    <span class="k">{t!(i18n, room.long)}</span>
                    <span class="v">
                        <b>{move || if is_long.get() { t_string!(i18n, room.on) } else { t_string!(i18n, room.off) }}</b>
                        {move || if is_long.get() { t_string!(i18n, room.long_on) } else { t_string!(i18n, room.long_off) }}
                    </span>
                </li>
                <li>
                    <div class="fpic">
                        <svg
                            class="big"
                            viewBox="0 0 24 24"
                            aria-hidden="true"
                            inner_html=move || help_icon(help.get()).markup()
                        ></svg>
                    </div>
                    <span class="k">{t!(i18n, room.help)}</span>
                    <span class="v">
                        <b>{move || common::help(i18n, help.get())}</b>
                        {move || words::help_line(i18n, help.get())}
                    </span>
                </li>
                <li>
                    <div class="fpic torch">
                        <svg viewBox=icons::FLAME_BOX aria-hidden="true" inner_html=icons::flame()></svg>
                    </div>
                    <span class="k">{t!(i18n, room.first)}</span>
                    <span class="v"><b>{first_name}</b>{first_sub}</span>
                </li>
            </ul>
        </section>
    }
}

/// START for the host; for the others, who starts.
pub(super) fn start_box(hall: Hall) -> impl IntoView {
    let is_host = Memo::new(move |_| hall.room.with(|room| room.role == Role::Host));
    view! {
        <section class="startbox panel" class:waits=move || !is_host.get()>
            {move || if is_host.get() { starting(hall).into_any() } else { waiting(hall).into_any() }}
        </section>
    }
}

fn what(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let words = move || {
        hall.room.with(|room| {
            let words = words::start(i18n, &room.start());
            if room.starts_when_full { format!("{words} {}", t_string!(i18n, room.when_full)) } else { words }
        })
    };
    view! { <p id="what" class="what">{words}</p> }
}

fn starting(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let is_ready = Memo::new(move |_| hall.room.with(|room| room.start() != Start::TooFew));
    let has_empty = Memo::new(move |_| hall.room.with(|room| room.empty().next().is_some()));
    let start = move |_| {
        let game = hall.game();
        hall.ask(Spot::Start, async move { api::start(game, &StartWish { fill: None }).await }, |_| {});
    };
    let fill = move |_| fill(hall);
    let choose = move |event| {
        if let Ok(kind) = event_target_value(&event).parse() {
            hall.kind.set(kind);
        }
    };
    let option = move |kind: Bot| {
        view! {
            <option value=kind.name() selected=move || hall.kind.get() == kind>
                {move || names::bot(i18n, kind)}
            </option>
        }
    };
    let size = move || {
        let letters = t_string!(i18n, room.start).chars().count();
        (70 * 6 / letters.max(6)).max(38).to_string()
    };
    view! {
        <div class="fill">
            <button class="btn" data-do="fill" disabled=move || !has_empty.get() || hall.is_busy.get() on:click=fill>
                {key()}
                <span>{t!(i18n, room.fill)}</span>
            </button>
            <label class="kind">
                <span class="vh">{t!(i18n, room.kind)}</span>
                <select on:change=choose>{Bot::ALL.map(option).collect_view()}</select>
                <i></i>
            </label>
        </div>
        <button
            class="btn go"
            data-do="start"
            aria-describedby="what"
            disabled=move || !is_ready.get() || hall.is_busy.get()
            on:click=start
        >
            <span>{t!(i18n, room.start)}</span>
            <svg viewBox="-150 -95 300 190" aria-hidden="true">
                <g transform="scale(1.28 1.28)">
                    <use href="#burst" class="bo-ink" transform="translate(2 5)" />
                    <use href="#burst" class="bo-a" />
                    <use href="#burst" class="bo-b" transform="scale(.84)" />
                </g>
                <text class="bo-t" font-size=size y="24.5" transform="rotate(-6)">{t!(i18n, room.start)}</text>
            </svg>
        </button>
        <div class="below">{what(hall)} {oops(hall, Spot::Start)}</div>
    }
}

/// Puts the chosen bot behind every empty door, one after the other.
fn fill(hall: Hall) {
    let game = hall.game();
    let seats: Vec<usize> = hall.room.with_untracked(|room| room.empty().collect());
    let bot = hall.kind.get_untracked();
    hall.trouble.set(None);
    hall.is_busy.set(true);
    spawn_local(async move {
        let mut failed = None;
        for seat in seats {
            let patch = SeatPatch { is: Some(Is::Bot), bot: Some(bot.into()), ..SeatPatch::default() };
            if let Err(failure) = api::change_seat(game, seat, &patch).await {
                // Somebody may have come in just now: the others are filled all the same.
                failed = Some(failure);
            }
        }
        // The screen may have been left in the meantime.
        if hall.is_busy.try_set(false).is_none() {
            hall.trouble.set(failed.map(|failure| (Spot::Start, failure)));
        }
    });
}

fn waiting(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let title = move || {
        hall.room.with(|room| match &room.host {
            Some(tag) => t_string!(i18n, room.host_starts, name = words::name(i18n, tag)).to_string(),
            None => t_string!(i18n, room.the_host_starts).to_owned(),
        })
    };
    let has_open = Memo::new(move |_| hall.room.with(|room| room.open().next().is_some()));
    let sit = move |_| hall.place.set(Place::Outside);
    view! {
        <div class="patience">
            <svg viewBox="-130 -46 260 76" aria-hidden="true" inner_html=STARERS></svg>
            <b class="disp">{title}</b>
            <Show when=move || hall.place.get() == Place::Inside>
                <p>{t!(i18n, room.wait)}</p>
            </Show>
        </div>
        <Show when=move || hall.place.get() == Place::Window && has_open.get()>
            <button class="btn go" data-do="sit" on:click=sit>{t!(i18n, room.sit_after_all)}</button>
        </Show>
        <div class="below">{what(hall)}</div>
    }
}

/// Three pairs of eyes that stare into the dark.
const STARERS: &str = r#"<g class="bl"><path class="st-e" d="M-46-6C-30-5-14 4-5 16-18 22-40 18-46-6ZM46-6C30-5 14 4 5 16 18 22 40 18 46-6Z"/><path class="st-s" d="M-22 2c4 6 4 12 2 16-4-3-5-11-2-16ZM22 2c-4 6-4 12-2 16 4-3 5-11 2-16Z"/></g><g transform="translate(-98 -18) scale(.6)"><g class="bl"><path class="st-e" d="M-46-6C-30-5-14 4-5 16-18 22-40 18-46-6ZM46-6C30-5 14 4 5 16 18 22 40 18 46-6Z"/><path class="st-s" d="M-22 2c4 6 4 12 2 16-4-3-5-11-2-16ZM22 2c-4 6-4 12-2 16 4-3 5-11 2-16Z"/></g></g><g transform="translate(104 -26) scale(.5)"><g class="bl"><path class="st-e" d="M-46-6C-30-5-14 4-5 16-18 22-40 18-46-6ZM46-6C30-5 14 4 5 16 18 22 40 18 46-6Z"/><path class="st-s" d="M-22 2c4 6 4 12 2 16-4-3-5-11-2-16ZM22 2c-4 6-4 12-2 16 4-3 5-11 2-16Z"/></g></g>"#;
