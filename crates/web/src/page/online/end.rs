//! The end of a game on the server: the winning screen, the broken seal, and the next game with the same people.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::GameId;
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::MonsterNumber;

use super::api::{self, Failure};
use super::company::own_seats;
use crate::draw::seal;
use crate::page::app::go_to;
use crate::page::driver::remote::RemoteDriver;
use crate::page::games::{self, Kept};
use crate::page::i18n::*;
use crate::page::win::WinScreen;
use crate::page::{names, tables};
use crate::route::{GameRef, RecordSource, Route};
use crate::table::{Help, SavedGame, SeatPlan, Who};

/// The winning screen of a game on the server; its table if it is not over.
#[component]
pub fn RemoteEnd(
    /// The id of the game.
    game: GameId,
) -> impl IntoView {
    let i18n = use_i18n();
    let remote = RemoteDriver::open(game);
    let record = RwSignal::new(None::<Result<Record, Failure>>);
    let fetch = move || {
        record.set(None);
        spawn_local(async move {
            let fetched = api::record(game)
                .await
                .and_then(|text| text.parse::<RecordText>().map(|text| text.record).map_err(|_| Failure::Unreachable));
            // The screen may be gone.
            let _ = record.try_set(Some(fetched));
        });
    };
    fetch();
    let is_known = Memo::new(move |_| remote.view.with(Option::is_some));
    follow_rematch(remote);
    move || {
        if !is_known.get() {
            return waiting(i18n);
        }
        match record.get() {
            None => waiting(i18n),
            Some(Ok(finished)) if finished.ending().is_some() => {
                archive(game, &finished);
                untrack(|| end(remote, game, finished).into_any())
            }
            Some(Ok(_)) => {
                go_to(&Route::Game(GameRef::Remote(game)));
                waiting(i18n)
            }
            Some(Err(_)) => view! {
                <main class="loading">
                    <p role="alert">{t!(i18n, company.failed)}</p>
                    <button class="btn" on:click=move |_| fetch()>{t!(i18n, common.try_again)}</button>
                </main>
            }
            .into_any(),
        }
    }
}

fn waiting(i18n: crate::page::words::Language) -> AnyView {
    view! { <p class="loading" role="status">{t!(i18n, common.fetching)}</p> }.into_any()
}

/// Goes along to the next game when somebody sets it up while this screen is shown.
fn follow_rematch(remote: RemoteDriver) {
    Effect::new(move |earlier: Option<Option<bool>>| {
        let rematch = remote.view.with(|view| view.as_ref().map(|view| view.rematch));
        if let (Some(Some(next)), Some(false)) = (rematch, earlier.flatten()) {
            go_to(&Route::Game(GameRef::Remote(next)));
        }
        // `None` until the table is known: what was there before is not followed, but offered.
        rematch.map(|rematch| rematch.is_some()).or(earlier.flatten())
    });
}

fn end(remote: RemoteDriver, game: GameId, record: Record) -> impl IntoView {
    let i18n = use_i18n();
    let mut seats: Vec<SeatPlan> = SeatPlan::of_record(&record);
    let players = record.terms().players();
    let bands: Vec<_> = players.seats().map(|seat| players.band(seat)).collect();
    names::name_strangers(i18n, &mut seats, &bands);
    let monster = monster(&record);
    let is_busy = RwSignal::new(false);
    let has_failed = RwSignal::new(false);
    let rematch = Memo::new(move |_| remote.view.with(|view| view.as_ref().and_then(|view| view.rematch)));
    let own = own_seats(remote);
    let again = move |()| {
        if let Some(next) = rematch.get_untracked() {
            return go_to(&Route::Game(GameRef::Remote(next)));
        }
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        has_failed.set(false);
        spawn_local(async move {
            let answer = api::rematch(game).await;
            if is_busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(next) => go_to(&Route::Game(GameRef::Remote(next.game))),
                Err(_) => has_failed.set(true),
            }
        });
    };
    let checked = record.verify().is_ok();
    let fingerprint = fingerprint(&record);
    let word = move || match (checked, has_failed.get()) {
        (_, true) => t_string!(i18n, company.failed),
        (true, false) => t_string!(i18n, company.seal_checked),
        (false, false) => t_string!(i18n, company.seal_wrong),
    };
    let seal = view! {
        <div class="sealline" class:wrong=!checked data-seal=if checked { "checked" } else { "wrong" }>
            <svg class="seal" viewBox=seal::SEAL_BOX aria-hidden="true" inner_html=seal::broken()></svg>
            <p role="status"><b class="disp">{t!(i18n, company.seal_broken)} " " <span class="fp">{fingerprint}</span></b> {word}</p>
        </div>
    };
    let text = StoredValue::new(record.to_string());
    let save = move |()| tables::save_file(&format!("fearsome-floors-{game}.floors"), &text.get_value());
    let can_ask = move || own.count() > 0 || rematch.get().is_some();
    view! {
        <WinScreen
            record
            seats
            own
            monster
            replay=Route::Replay { source: RecordSource::Kept(game.to_string()), at: Some(0) }
            on_rematch=Callback::new(again)
            can_rematch=Signal::derive(can_ask)
            is_waiting=Signal::derive(move || rematch.get().is_some())
            seal=seal.into_any()
            on_save=Callback::new(save)
        />
    }
}

/// The monster of a record. Every record of the server names one.
fn monster(record: &Record) -> MonsterNumber {
    record.terms().monster().unwrap_or(MonsterNumber::from_index(0))
}

/// The first eight digits of the commitment.
fn fingerprint(record: &Record) -> String {
    let digits = rules::notation::to_hex(&record.terms().commitment().0[..4]).to_uppercase();
    format!("{}-{}", &digits[..4], &digits[4..])
}

/// Puts a finished game into the archive of this browser.
fn archive(game: GameId, record: &Record) {
    let id = game.to_string();
    let (Some(secret), None) = (record.secret(), games::text(&id)) else { return };
    let saved = SavedGame {
        record: record.clone(),
        secret,
        whos: SeatPlan::of_record(record).into_iter().map(|seat| seat.who).collect::<Vec<Who>>(),
        monster: monster(record),
        speed: tables::speed(),
        help: Help::Foresight,
        awaits: None,
    };
    // A browser that refuses shows the replay all the same, as long as the page is open.
    match games::keep(&id, &saved.to_text(), None) {
        Kept::Yes | Kept::No | Kept::Overtaken(_) => games::set_shown(&id, record.actions().len()),
    }
}
