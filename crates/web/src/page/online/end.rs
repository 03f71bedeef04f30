//! The end of a game on the server: the winning screen, the broken seal, and the next game with the same people.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::GameId;
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::MonsterNumber;

use super::api::{self, Failure};
use super::company::own_seats;
use super::{dead_line, knocking, pledge, window};
use crate::draw::seal;
use crate::page::app::go_to;
use crate::page::driver::remote::RemoteDriver;
use crate::page::games::{self, Kept};
use crate::page::i18n::*;
use crate::page::win::WinScreen;
use crate::page::{names, tables};
use crate::route::{GameRef, RecordSource, Route};
use crate::scene::room::fingerprint;
use crate::table::pledge::Seal;
use crate::table::{Customs, First, Help, SavedGame, SeatPlan, Who};

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
    follow_rematch(remote, game);
    move || {
        if remote.closed.get().is_some() {
            return super::closed(remote).into_any();
        }
        match record.get() {
            None => knocking(i18n),
            // Who sat here is known when the connection is there.
            Some(Ok(_)) if !is_known.get() => view! { {knocking(i18n)} {dead_line(remote)} }.into_any(),
            Some(Ok(finished)) if finished.ending().is_some() => {
                archive(game, &finished);
                untrack(|| end(remote, game, finished).into_any())
            }
            Some(Ok(_)) => {
                go_to(&Route::Game(GameRef::Remote(game)));
                knocking(i18n)
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

/// Goes along to the next game when somebody sets it up while this screen is shown.
fn follow_rematch(remote: RemoteDriver, game: GameId) {
    Effect::new(move |earlier: Option<Option<bool>>| {
        let rematch = remote.view.with(|view| view.as_ref().map(|view| view.rematch));
        if let (Some(Some(next)), Some(false)) = (rematch, earlier.flatten()) {
            go_along(remote, game, next);
        }
        // `None` until the table is known: what was there before is not followed, but offered.
        rematch.map(|rematch| rematch.is_some()).or(earlier.flatten())
    });
}

/// Goes to the next game. Whoever watched this one watches that one.
fn go_along(remote: RemoteDriver, game: GameId, next: GameId) {
    if own_seats(remote).count() == 0 {
        window::take_along(game, next);
    }
    go_to(&Route::Game(GameRef::Remote(next)));
}

fn end(remote: RemoteDriver, game: GameId, record: Record) -> impl IntoView {
    let i18n = use_i18n();
    let mut seats: Vec<SeatPlan> = SeatPlan::of_record(&record);
    let players = record.terms().players();
    let bands: Vec<_> = players.seats().map(|seat| players.band(seat)).collect();
    names::name_strangers(i18n, &mut seats, &bands);
    let own = own_seats(remote);
    let seats = names::shown(i18n, seats, &bands, own);
    let monster = monster(&record);
    let is_busy = RwSignal::new(false);
    let has_failed = RwSignal::new(false);
    let rematch = Memo::new(move |_| remote.view.with(|view| view.as_ref().and_then(|view| view.rematch)));
    let again = move |()| {
        if let Some(next) = rematch.get_untracked() {
            return go_along(remote, game, next);
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
    let (fingerprint, seal) = (fingerprint(&record.terms().commitment()), pledge::check(game, &record));
    let word = move || match (seal, has_failed.get()) {
        (_, true) => t_string!(i18n, company.failed),
        (Seal::Same, false) => t_string!(i18n, company.seal_checked),
        (Seal::Unseen, false) => t_string!(i18n, company.seal_unseen),
        (Seal::Wrong, false) => t_string!(i18n, company.seal_wrong),
    };
    let name = match seal {
        Seal::Same => "checked",
        Seal::Unseen => "unseen",
        Seal::Wrong => "wrong",
    };
    let seal = view! {
        <div class="sealline" class:wrong=seal == Seal::Wrong data-seal=name>
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
        customs: Customs { first: First::of_terms(record.terms()), timer: None },
        awaits: None,
    };
    tables::tidy_up();
    // A browser that refuses shows the replay all the same, as long as the page is open.
    match games::keep(&id, &saved.to_text(), None) {
        Kept::Yes | Kept::No | Kept::Overtaken(_) => games::set_shown(&id, record.actions().len()),
    }
}
