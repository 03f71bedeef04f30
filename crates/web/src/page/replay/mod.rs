//! A replay: the table with a time line instead of a hand.

mod share;
mod time;
mod viewer;

use leptos::prelude::*;
use rules::notation::CodeError;
use rules::record::Record;
use rules::terms::MonsterNumber;
use web_sys::KeyboardEvent;

use self::share::share;
use self::time::{act_on_key, time};
use self::viewer::{Cast, Viewer};
use super::i18n::*;
use super::names::{self, ShownSeat};
use super::pointed::Pointed;
use super::rulebook::Rulebook;
use super::run::{run_bar, speed_choice};
use super::sound::{self, Ears};
use super::table::{OnGoal, board, board_view, cast, graveyard, log, mast};
use super::words::Language;
use super::{games, keys, problems};
use crate::route::{RecordSource, Route};
use crate::scene::playback::Playback;
use crate::scene::replay::Replay;
use crate::table::{Help, SeatPlan, Seats, Table as _, Turn};

/// Why there is nothing to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NoReplay {
    /// There is no such game in this browser.
    Unknown,
    /// It cannot be loaded.
    Damaged,
    /// The link cannot be parsed.
    Code(CodeError),
    /// The fortress is still being laid.
    NotLaid,
}

/// The screen of a replay.
#[component]
pub fn ReplayScreen(
    /// The source of the record.
    source: RecordSource,
    /// The moment to begin with; default: the end.
    at: Option<usize>,
) -> impl IntoView {
    let i18n = use_i18n();
    match open(i18n, source, at) {
        Ok(viewer) => sheet(viewer).into_any(),
        Err(problem) => nothing(problem).into_any(),
    }
}

fn open(i18n: Language, source: RecordSource, at: Option<usize>) -> Result<Viewer, NoReplay> {
    let (record, cast) = match &source {
        RecordSource::Kept(id) => {
            let text = games::text(id).ok_or(NoReplay::Unknown)?;
            let table = games::open(&text).map_err(|_| NoReplay::Damaged)?;
            // An unfinished game is watched with the help that was agreed on for it.
            let allowed = if table.turn() == Turn::Over { Help::Foresight } else { table.help() };
            let bands = table.game().players().bands().to_vec();
            let seats = names::shown(i18n, table.seats().to_vec(), &bands, table.capabilities().own);
            let cast = Cast { seats, monster: table.monster(), help: table.help(), allowed };
            (table.record(), cast)
        }
        RecordSource::Code(code) => {
            let record = Record::from_code(code).map_err(NoReplay::Code)?;
            let (terms, seats) = (record.terms(), strangers(i18n, &record));
            // Records of version 1 do not name their monster, so it is derived from the record: always the same one.
            let derived = MonsterNumber::from_index(terms.commitment().0[0]);
            let monster = terms.monster().unwrap_or(derived);
            let cast = Cast { seats, monster, help: Help::default(), allowed: Help::Foresight };
            (record, cast)
        }
    };
    let replay = Replay::of(record).ok_or(NoReplay::NotLaid)?;
    let at = at.unwrap_or(replay.last());
    Ok(Viewer::new(replay, source, cast, at))
}

/// The players of a record.
fn strangers(i18n: Language, record: &Record) -> Vec<ShownSeat> {
    let mut seats = SeatPlan::of_record(record);
    let bands = record.terms().players().bands();
    names::name_strangers(i18n, &mut seats, bands);
    names::shown(i18n, seats, bands, Seats::default())
}

fn sheet(viewer: Viewer) -> impl IntoView {
    let i18n = use_i18n();
    let view = board_view();
    let display = viewer.display;
    let position = move || display.playback.with(|playback| playback.game().position().to_string());
    let is_walking = Memo::new(move |_| display.playback.with(Playback::is_run));
    let set_speed = Callback::new(move |speed| viewer.set_speed(speed));
    let keys = window_event_listener(leptos::ev::keydown, move |event| on_key(viewer, &event));
    on_cleanup(move || keys.remove());
    expect_context::<Ears>().listen(display);
    let rulebook = Rulebook::provide();
    Pointed::provide();
    view! {
        <main class="table replay" class:playing=viewer.is_playing class:walking=is_walking data-at=move || viewer.moment.get() data-position=position>
            <h1 class="vh">{t!(i18n, replay.title)}</h1>
            <div class="sheet">
                {board(display, view, OnGoal::nothing())}
                <div class="side">
                    {mast(display, speed_choice("menu-speed", display.speed, set_speed))}
                    {cast(display)}
                    {log(display)}
                </div>
                {display.answer(view)}
                <div class="strip">
                    {graveyard(display)}
                    {move || if is_walking.get() { run_bar(viewer.run_controls()).into_any() } else { share(viewer).into_any() }}
                </div>
                {time(viewer)}
            </div>
            {sound::settings()}
            {rulebook.pages()}
        </main>
    }
}

fn on_key(viewer: Viewer, event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
        return;
    }
    if keys::is_taken(event) {
        return;
    }
    if event.key() == "Escape" && viewer.display.asked.with_untracked(Option::is_some) {
        viewer.display.close_answer();
        event.prevent_default();
    } else if act_on_key(viewer, event) {
        event.prevent_default();
    }
}

fn nothing(problem: NoReplay) -> impl IntoView {
    let i18n = use_i18n();
    let reason = match &problem {
        NoReplay::Code(error) => Some(error.to_string()),
        NoReplay::Unknown | NoReplay::Damaged | NoReplay::NotLaid => None,
    };
    let said = move || match &problem {
        NoReplay::Unknown => t_string!(i18n, table.no_such_game).to_owned(),
        NoReplay::Damaged => t_string!(i18n, table.save_damaged).to_owned(),
        NoReplay::Code(error) => problems::code(i18n, error),
        NoReplay::NotLaid => t_string!(i18n, replay.not_laid).to_owned(),
    };
    view! {
        <main class="table lost-table">
            <div class="caption panel" role="alert">
                <h1 class="disp">{t!(i18n, replay.title)}</h1>
                <p>{said}</p>
                {reason.map(|reason| view! { <p lang="en"><code>{reason}</code></p> })}
                <a class="btn" href=Route::Home.to_string()>{t!(i18n, common.home)}</a>
                <a class="btn go" href=Route::Archive.to_string()>{t!(i18n, common.archive)}</a>
            </div>
        </main>
    }
}
