//! The table: board, players, log, tombstones and the action bar.

pub(in crate::page) mod act;
mod ahead;
mod board;
mod cast;
pub mod company;
mod graves;
mod log;
mod mast;
mod omen;
pub(in crate::page) mod text;

use leptos::prelude::*;
use rules::Direction;
use web_sys::KeyboardEvent;

use self::act::act;
pub(super) use self::board::{OnGoal, board};
pub(super) use self::cast::cast;
use self::company::Company;
pub(super) use self::graves::graveyard;
pub(super) use self::log::log;
pub(super) use self::mast::{mast, sound_line};
use self::omen::omen_caption;
use self::text::{Reading, hand_in_words, skip_link, text_board};
pub(super) use super::board::drawings::{blocked, turned};
use super::candle::{self, MoveCandle};
use super::driver::local::{self, NoGame};
use super::driver::{Driver, Trouble};
use super::i18n::*;
use super::keys;
use super::names::{self, ShownSeat};
use super::pointed::Pointed;
use super::rulebook::Rulebook;
use super::run::speed_choice;
use super::session::Session;
use super::setup::set_up;
use super::sound::{self, Ears};
use crate::draw::floor::Orientation;
use crate::route::Route;
use crate::scene::moving::Moving;
use crate::scene::playback::Playback;
use crate::table::{Link, SaveProblem};

/// The screen of the game with this id.
#[component]
pub fn Table(
    /// The id of the game.
    id: String,
) -> impl IntoView {
    match local::open(id) {
        Ok(driver) => game(driver).into_any(),
        Err(problem) => no_table(problem).into_any(),
    }
}

/// Shows the set-up first, if the players lay the fortress themselves.
pub(super) fn game(driver: Driver) -> impl IntoView {
    let i18n = use_i18n();
    let is_laid = RwSignal::new(driver.read(|table| table.story().game().playing().is_some()));
    let seats = move || {
        let (mut seats, bands, own) = driver.read(|table| {
            let players = table.story().game().players();
            (table.seats().to_vec(), players.bands().to_vec(), table.capabilities().own)
        });
        names::name_strangers(i18n, &mut seats, &bands);
        names::shown(i18n, seats, &bands, own)
    };
    let lay = move || set_up(driver, seats(), Callback::new(move |()| is_laid.set(true))).into_any();
    let play = move || match Session::new(driver, seats()) {
        Some(session) => sheet(session).into_any(),
        None => no_table(NoGame::Unknown).into_any(),
    };
    move || {
        let is_laid = is_laid.get();
        untrack(|| if is_laid { play() } else { lay() })
    }
}

fn sheet(session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let view = board_view();
    let is_walking = Memo::new(move |_| session.display.playback.with(Playback::is_run));
    // On the window, because the element with the focus may disappear.
    let keys =
        window_event_listener(leptos::ev::keydown, move |event| act_on_key(session, view.get_untracked(), &event));
    on_cleanup(move || keys.remove());
    let reading = Reading::provide();
    Pointed::provide();
    let rulebook = Rulebook::provide();
    text::at_readers_pace(session, reading);
    expect_context::<Ears>().listen(session.display);
    MoveCandle::provide(session);
    let has_hand = Memo::new(move |_| session.display.due().is_some());
    company::call(has_hand, move || t_string!(i18n, table.your_move));
    let link = session.driver().wires().link;
    let is_cut = Memo::new(move |_| matches!(link.get(), Link::Lost { .. }));
    let has_company = Company::of_table().is_some();
    let on_goal = OnGoal {
        confirm: Callback::new(move |()| session.confirm()),
        remind: Callback::new(move |()| session.remind()),
    };
    view! {
        <main
            class="table" class:online=has_company class:cut=is_cut class:walking=is_walking
            class:reading=move || reading.is_open.get()
        >
            <h1 class="vh">{t!(i18n, table.title)}</h1>
            {skip_link(reading)}
            <div class="sheet">
                {board(session.display, view, on_goal)}
                <div class="side">
                    {mast(session.display, speed_choice("menu-speed", session.display.speed, Callback::new(move |speed| session.set_speed(speed))))}
                    {text_board(session, reading)}
                    {cast(session.display)}
                    {log(session.display)}
                    {omen_caption(session.display)}
                </div>
                {session.display.answer(view)}
                <div class="strip">
                    {graveyard(session.display)}
                    {act(session)}
                </div>
            </div>
            {hand_in_words(session.display, reading)}
            {ahead::in_words(session)}
            {candle::in_words(session)}
            {company::line_in_words(session.driver().wires().link)}
            {sound::settings()}
            {rulebook.pages()}
            {trouble_box(session.trouble, session.display.seats(), Callback::new(move |()| session.try_again()))}
        </main>
    }
}

/// Handles a key, wherever the focus is.
fn act_on_key(session: Session, view: Orientation, event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
        return;
    }
    if keys::is_taken(event) {
        return;
    }
    let key = event.key();
    if key == "Escape" && session.display.asked.with_untracked(Option::is_some) {
        session.display.close_answer();
        return event.prevent_default();
    }
    let is_preparing = session.preparation.is_preparing();
    if key == " " && (is_preparing || !session.display.has_hand()) {
        session.skip();
        return event.prevent_default();
    }
    if matches!(key.as_str(), "p" | "P") && !is_preparing && session.preparation.can_begin() {
        session.preparation.begin();
        return event.prevent_default();
    }
    if !session.display.has_hand() {
        return;
    }
    match key.as_str() {
        "ArrowUp" => session.display.with_hand(|moving| moving.walk(on_board(view, Direction::North))),
        "ArrowRight" => session.display.with_hand(|moving| moving.walk(on_board(view, Direction::East))),
        "ArrowDown" => session.display.with_hand(|moving| moving.walk(on_board(view, Direction::South))),
        "ArrowLeft" => session.display.with_hand(|moving| moving.walk(on_board(view, Direction::West))),
        "Enter" => session.confirm(),
        // With nothing left to undo, nothing is prepared either.
        "Escape" | "Backspace" if is_preparing && session.preparation.is_idle() => session.preparation.forget(),
        "Escape" | "Backspace" => session.display.with_hand(Moving::undo),
        "s" | "S" => session.display.with_hand(Moving::stay),
        "r" | "R" => session.display.with_hand(Moving::next_result),
        "1" | "2" | "3" | "4" | "5" | "6" => {
            let number = key.parse().unwrap_or_default();
            session.display.with_hand(|moving| {
                if let Some(figure) = moving.showing(number) {
                    moving.choose(figure);
                }
            });
        }
        _ => return,
    }
    event.prevent_default();
}

/// A direction of the screen as one of the board.
pub(in crate::page) fn on_board(view: Orientation, direction: Direction) -> Direction {
    match view {
        Orientation::Wide => direction,
        // Turned by 90 degrees clockwise.
        Orientation::Upright => direction.left(),
    }
}

/// The orientation of the board on this screen, updated when the screen is turned.
pub(in crate::page) fn board_view() -> Signal<Orientation> {
    let read = || {
        let query = window().match_media("(max-aspect-ratio: 1/1)").ok().flatten();
        if query.is_some_and(|query| query.matches()) { Orientation::Upright } else { Orientation::Wide }
    };
    let (view, set_view) = signal(read());
    let listener = window_event_listener(leptos::ev::resize, move |_| {
        if view.get_untracked() != read() {
            set_view.set(read());
        }
    });
    on_cleanup(move || listener.remove());
    view.into()
}

/// What went wrong, and what can be done about it.
pub(in crate::page) fn trouble_box(
    trouble: RwSignal<Option<Trouble>>,
    seats: Vec<ShownSeat>,
    try_again: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let words = move |trouble: Trouble| match trouble {
        Trouble::NotKept => t_string!(i18n, table.not_kept).to_owned(),
        Trouble::OtherTab => t_string!(i18n, table.other_tab).to_owned(),
        Trouble::Unreadable => t_string!(i18n, table.save_unreadable).to_owned(),
        Trouble::Overtaken => t_string!(i18n, table.overtaken).to_owned(),
        Trouble::SetBack => t_string!(i18n, table.set_back).to_owned(),
        Trouble::Busy => t_string!(i18n, table.server_busy).to_owned(),
        Trouble::Bot(seat) => {
            let name = seats[seat.index()].name.clone();
            t_string!(i18n, table.bot_gave_up, name).to_string()
        }
    };
    move || {
        trouble.get().map(|trouble| {
            let button = match trouble {
                Trouble::Bot(_) => t_string!(i18n, common.try_again),
                Trouble::NotKept
                | Trouble::OtherTab
                | Trouble::Unreadable
                | Trouble::Overtaken
                | Trouble::SetBack
                | Trouble::Busy => t_string!(i18n, common.close),
            };
            view! {
                <div class="trouble caption panel" role="alert">
                    <p>{words(trouble)}</p>
                    <button class="btn" on:click=move |_| try_again.run(())>{button}</button>
                </div>
            }
        })
    }
}

fn no_table(problem: NoGame) -> impl IntoView {
    let i18n = use_i18n();
    let words = move || match &problem {
        NoGame::Unknown => t_string!(i18n, table.no_such_game).to_owned(),
        NoGame::Damaged(SaveProblem::Version(_)) => t_string!(i18n, table.save_newer).to_owned(),
        NoGame::Damaged(SaveProblem::Unreadable(_) | SaveProblem::Unfair(_)) => {
            t_string!(i18n, table.save_damaged).to_owned()
        }
    };
    view! {
        <main class="table lost-table">
            <div class="caption panel" role="alert">
                <h1 class="disp">{t!(i18n, table.title)}</h1>
                <p>{words}</p>
                <a class="btn go" href=Route::Home.to_string()>{t!(i18n, common.home)}</a>
            </div>
        </main>
    }
}
