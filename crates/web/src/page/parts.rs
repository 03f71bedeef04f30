//! The program in parts: the cover is there at once; the others are loaded after it, or when they are needed.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use js_sys::Promise;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;
use protocol::GameId;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, HtmlLinkElement};

use super::i18n::*;
use super::storage;
use crate::puzzle::LevelRef;
use crate::route::RecordSource;
use crate::scene::first::Lesson;
use crate::scene::home::TableLine;

/// A screen for playing.
pub enum PlayScreen {
    /// A game, by its id.
    Table(String),
    /// The end of a game.
    End(String),
}

/// A screen for everything else.
pub enum StudyScreen {
    /// The archive.
    Archive,
    /// A record to watch, from this action on.
    Replay(RecordSource, Option<usize>),
    /// The analysis board with this position.
    Position(String),
    /// The editor of a fortress.
    Fortress,
    /// The first game, at a scene.
    First(Option<Lesson>),
    /// About this program.
    About,
}

/// A screen of a game on the server.
pub enum OnlineScreen {
    /// A table: waiting, or with its game.
    Table(GameId),
    /// The end of a game.
    End(GameId),
    /// Takes over seats from another device, by the code of the handover.
    Seats(String),
}

/// A screen of the puzzle game.
pub enum PuzzleScreen {
    /// All levels.
    Feeding,
    /// One of them.
    Level(LevelRef),
}

/// Something whose part is loaded first.
pub type Coming<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// A part of the program that is loaded on demand.
pub struct Part<S: 'static> {
    /// The style sheets that its screens need besides the first one, by their names in `index.html`.
    pub sheets: &'static [&'static str],
    /// Loads it, unless it is here.
    pub fetch: fn() -> Coming<()>,
    /// Loads it and returns one of its screens.
    pub screen: fn(S) -> Coming<AnyView>,
}

/// The parts that are loaded on demand.
pub struct Program {
    /// The form of a new table.
    pub form: Part<()>,
    /// For playing.
    pub play: Part<PlayScreen>,
    /// For everything else.
    pub study: Part<StudyScreen>,
    /// For games on the server. It is loaded only when it is needed.
    pub online: Part<OnlineScreen>,
    /// For puzzles. It is loaded only when it is needed.
    pub puzzles: Part<PuzzleScreen>,
    /// What the cover asks of the server.
    pub errands: Errands,
}

/// What the cover asks of the server. The code for that is loaded first.
#[derive(Clone, Copy)]
pub struct Errands {
    /// The tables of this browser; `None` if the server does not answer.
    pub mine: fn() -> Coming<Option<Vec<TableLine>>>,
    /// The table with this code.
    pub find: fn(String) -> Coming<Found>,
}

/// Where a code leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// To this table.
    Table(GameId),
    /// Nowhere.
    Nothing,
    /// The server does not answer.
    Unreachable,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Away,
    OnItsWay,
    Here,
    Lost,
}

/// A part, and whether it is here.
pub(super) struct Fetched<S: 'static> {
    part: Part<S>,
    state: RwSignal<State>,
}

impl<S> Clone for Fetched<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Fetched<S> {}

impl<S> Clone for Part<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Part<S> {}

impl<S> Fetched<S> {
    pub(super) fn new(part: Part<S>) -> Fetched<S> {
        Fetched { part, state: RwSignal::new(State::Away) }
    }

    /// Loads it, unless it is here or on its way.
    pub(super) fn fetch(self) {
        let state = self.state;
        if matches!(state.get_untracked(), State::OnItsWay | State::Here) {
            return;
        }
        state.set(State::OnItsWay);
        // No screen is shown without its style.
        let styles: Vec<Promise> = self.part.sheets.iter().filter_map(|name| load_style(name)).collect();
        let coming = (self.part.fetch)();
        spawn_local(async move {
            let mut is_here = coming.await.is_ok();
            for style in styles {
                let event = JsFuture::from(style).await.ok().and_then(|event| event.dyn_into::<Event>().ok());
                is_here &= event.is_some_and(|event| event.type_() == "load");
            }
            if is_here {
                state.set(State::Here);
            } else {
                state.set(State::Lost);
                renew();
            }
        });
    }

    pub(super) fn is_here(self) -> bool {
        self.state.get() == State::Here
    }

    /// One of its screens, as soon as it is here.
    pub(super) fn show(self, screen: S) -> AnyView {
        let i18n = use_i18n();
        match self.state.get() {
            State::Away | State::OnItsWay => {
                view! { <p class="loading" role="status">{move || t_string!(i18n, common.fetching)}</p> }.into_any()
            }
            State::Here => at_once((self.part.screen)(screen)).and_then(Result::ok).unwrap_or_else(|| self.lost()),
            State::Lost => self.lost(),
        }
    }

    fn lost(self) -> AnyView {
        let i18n = use_i18n();
        view! {
            <main class="loading">
                <p role="alert">{move || t_string!(i18n, common.not_fetched)}</p>
                <button class="btn" data-do="again" on:click=move |_| self.fetch()>
                    {move || t_string!(i18n, common.try_again)}
                </button>
            </main>
        }
        .into_any()
    }
}

/// The `rel` of a style sheet that is not needed yet. Browsers ignore the link.
const LATER: &str = "later";

/// Loads a style sheet of `index.html`, where its place determines which rules it overrides. Resolves to the event that
/// ends the loading; `None` if it is here.
fn load_style(name: &str) -> Option<Promise> {
    let link = document().query_selector(&format!("link[data-sheet={name}]")).ok().flatten();
    let link: HtmlLinkElement = link.expect("index.html links every style sheet").unchecked_into();
    if link.sheet().is_some() {
        return None;
    }
    let ended = Promise::new(&mut |resolve, _| {
        for event in ["load", "error"] {
            // Fails only for things that have no events.
            let _ = link.add_event_listener_with_callback(event, &resolve);
        }
    });
    if link.rel() == LATER {
        link.set_rel("stylesheet");
        let failed = link.clone();
        // Another attempt begins anew.
        let reset = move |_: Event| failed.set_rel(LATER);
        let reset = wasm_bindgen::closure::Closure::once_into_js(reset);
        let _ = link.add_event_listener_with_callback("error", reset.unchecked_ref());
    }
    Some(ended)
}

/// Reloads the page if the host offers another build, because the missing part of this one may be gone for good.
/// `start.js` checks that. Does nothing while the browser refuses to store something, which would be lost.
pub(super) fn renew() {
    if storage::is_all_kept()
        && let Ok(event) = web_sys::Event::new("fearsome-lost")
    {
        // No listener cancels it.
        let _ = window().dispatch_event(&event);
    }
}

/// The result of a future that is ready, because everything it waits for is here.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
