//! The program in parts: the cover is there at once, the others are fetched behind it, or when they are asked for.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

use super::i18n::*;
use super::storage;
use crate::route::RecordSource;

/// A screen of those who play.
pub enum PlayScreen {
    /// A game, by its id.
    Table(String),
    /// How a game ended.
    End(String),
}

/// A screen of those who look at games, or make something for them.
pub enum StudyScreen {
    /// The games that this browser keeps.
    Archive,
    /// A game to be watched, from this action on.
    Replay(RecordSource, Option<usize>),
    /// The analysis board with this position.
    Position(String),
    /// A fortress to be laid.
    Fortress,
    /// About this program.
    About,
}

/// What comes when it was fetched.
pub type Coming<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// A part of the program that is fetched.
pub struct Part<S: 'static> {
    /// Fetches it, if it is not here yet.
    pub fetch: fn() -> Coming<()>,
    /// Fetches it and gives one of its screens.
    pub screen: fn(S) -> Coming<AnyView>,
}

/// What is fetched of the program.
pub struct Program {
    /// What one needs to play.
    pub play: Part<PlayScreen>,
    /// What one needs for everything else.
    pub study: Part<StudyScreen>,
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

    /// Fetches it, if it is not here or on its way.
    pub(super) fn fetch(self) {
        let state = self.state;
        if matches!(state.get_untracked(), State::OnItsWay | State::Here) {
            return;
        }
        state.set(State::OnItsWay);
        let coming = (self.part.fetch)();
        spawn_local(async move {
            if coming.await.is_ok() {
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

/// Has the page loaded again if the host offers another build: what could not be loaded of this one may be gone for
/// good. `start.js` finds that out. Not while the browser refuses to store something, which would be lost.
pub(super) fn renew() {
    if storage::is_all_kept()
        && let Ok(event) = web_sys::Event::new("fearsome-lost")
    {
        // Nobody cancels it.
        let _ = window().dispatch_event(&event);
    }
}

/// What a future gives that need not wait, since all it would wait for is here.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
