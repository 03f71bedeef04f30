//! The larder: a player's progress in the puzzle game, as this browser stores it.

use leptos::prelude::*;
use puzzles::Date;

use super::{games, storage};
use crate::puzzle::progress::{Progress, ProgressProblem};
use crate::table::Bundle;

/// The text of the progress, see [`Progress::to_text`].
const KEY: &str = "fearsome.larder";
/// How many of the levels that come with the game are solved, for the cover, which does not load the progress.
pub(super) const FED: &str = "fearsome.fed";
/// Progress that could not be read, when somebody starts over.
const SET_ASIDE: &str = "fearsome.larder.unreadable.";

/// Why the progress is not safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser does not store it: it lasts only as long as this page.
    NotKept,
    /// What is stored cannot be read. It stays as it is, and new progress lasts only as long as this page.
    Unreadable(ProgressProblem),
}

/// The progress of this browser's player. It lasts as long as the page, so whatever a screen has begun can be finished after
/// the screen has gone.
#[derive(Clone, Copy)]
pub struct Larder(());

thread_local! {
    static STOCK: ArcRwSignal<Stock> = stock();
}

fn stock() -> ArcRwSignal<Stock> {
    let stock = ArcRwSignal::new(Stock::load());
    let listened = stock.clone();
    // Another tab has changed it. The listener lasts as long as the page.
    window_event_listener(leptos::ev::storage, move |event| {
        if event.key().is_none_or(|key| key == KEY) {
            refresh(&listened);
        }
    });
    stock
}

fn refresh(stock: &ArcRwSignal<Stock>) {
    if stock.with_untracked(Stock::is_outdated) {
        stock.update(Stock::catch_up);
    }
}

#[derive(Clone, Debug, Default)]
struct Stock {
    progress: Progress,
    /// What the browser had stored when it was last looked at, by this tab or another one.
    kept: Option<String>,
    trouble: Option<Trouble>,
}

impl Stock {
    /// What is stored now.
    fn load() -> Stock {
        let kept = storage::read_kept(KEY);
        let (progress, trouble) = match kept.as_deref().map(Progress::from_text) {
            Some(Ok(progress)) => (progress, None),
            Some(Err(problem)) => (Progress::default(), Some(Trouble::Unreadable(problem))),
            None => (Progress::default(), None),
        };
        Stock { progress, kept, trouble }
    }

    fn is_outdated(&self) -> bool {
        storage::read_kept(KEY) != self.kept
    }

    /// Takes over what another tab has stored, beside everything of this tab that is not stored.
    fn catch_up(&mut self) {
        if !self.is_outdated() {
            return;
        }
        let own = std::mem::replace(self, Stock::load());
        if own.trouble.is_some() {
            self.progress.merge(&own.progress);
            self.trouble = self.trouble.take().or(Some(Trouble::NotKept));
        }
    }

    fn is_unreadable(&self) -> bool {
        matches!(self.trouble, Some(Trouble::Unreadable(_)))
    }

    /// Stores the progress, unless that would overwrite something unreadable. If the storage is full, the oldest finished
    /// games make room.
    fn keep(&mut self) {
        if self.is_unreadable() {
            return;
        }
        let text = self.progress.to_text();
        let is_kept = storage::write(KEY, &text) || games::make_room(None, || storage::write(KEY, &text));
        self.trouble = (!is_kept).then_some(Trouble::NotKept);
        if is_kept {
            self.kept = Some(text);
        }
        self.tell_cover();
    }

    /// The cover can do without it, so it does not matter whether there is room.
    fn tell_cover(&self) {
        storage::write(FED, &self.progress.fed().to_string());
    }

    /// Adds other progress, or changes nothing if it cannot be stored.
    fn take_in(&mut self, progress: &Progress) -> TakenIn {
        self.catch_up();
        if self.is_unreadable() {
            return TakenIn::Unreadable;
        }
        let mut both = self.progress.clone();
        both.merge(progress);
        let text = both.to_text();
        if !storage::write_if_kept(KEY, &text) {
            return TakenIn::NoRoom;
        }
        *self = Stock { progress: both, kept: Some(text), trouble: None };
        self.tell_cover();
        TakenIn::Yes
    }
}

/// The larder of this browser, as it is stored now.
#[must_use]
pub fn use_larder() -> Larder {
    refresh(&Larder(()).stock());
    Larder(())
}

impl Larder {
    fn stock(self) -> ArcRwSignal<Stock> {
        STOCK.with(ArcRwSignal::clone)
    }

    /// Reads the progress, and again when it changes.
    pub fn with<T>(self, read: impl FnOnce(&Progress) -> T) -> T {
        self.stock().with(|stock| read(&stock.progress))
    }

    /// Reads the progress once.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Progress) -> T) -> T {
        self.stock().with_untracked(|stock| read(&stock.progress))
    }

    /// Changes the progress and stores it. What another tab has stored in the meantime is taken into account.
    pub fn change<T>(self, change: impl FnOnce(&mut Progress) -> T) -> T {
        let mut result = None;
        self.stock().update(|stock| {
            stock.catch_up();
            if let Some(today) = today() {
                stock.progress.set_today(today);
            }
            result = Some(change(&mut stock.progress));
            stock.keep();
        });
        result.expect("an update runs at once")
    }

    /// Why the progress is not safe, if it is not.
    #[must_use]
    pub fn trouble(self) -> Option<Trouble> {
        self.stock().with(|stock| stock.trouble.clone())
    }

    /// What is stored as a file that can be opened again, whether this program can read it or not.
    #[must_use]
    pub fn stored_file(self) -> String {
        let stored = self.stock().with_untracked(|stock| stock.kept.clone());
        Bundle::new(vec![], stored).to_text()
    }

    /// Sets unreadable progress aside and stores what was done since. Returns whether there was room; if not, nothing has
    /// changed.
    pub fn start_over(self) -> bool {
        let unreadable = self.stock().with_untracked(|stock| stock.kept.clone()).unwrap_or_default();
        let is_aside = storage::write_if_kept(&format!("{SET_ASIDE}{}", games::new_id()), &unreadable);
        if is_aside {
            self.stock().update(|stock| {
                stock.trouble = None;
                stock.keep();
            });
        }
        is_aside
    }
}

/// The progress for an exported file, whether it is stored or not; `None` if there is none that can be read.
#[must_use]
pub fn exported() -> Option<String> {
    use_larder().with_untracked(|progress| (!progress.is_empty()).then(|| progress.to_text()))
}

/// The outcome of taking progress in from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenIn {
    /// It is stored.
    Yes,
    /// The browser has no room for it.
    NoRoom,
    /// What this browser has stored cannot be read, and is not overwritten.
    Unreadable,
}

/// Adds the progress of an exported file to that of this browser, if there is room: no game is deleted for it.
#[must_use]
pub fn take_in(progress: &Progress) -> TakenIn {
    let taken = Larder(()).stock().try_update(|stock| stock.take_in(progress));
    taken.expect("the larder lasts as long as the page")
}

/// The player's date.
#[must_use]
pub fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let small = |number: u32| u8::try_from(number).ok();
    Date::new(u16::try_from(now.get_full_year()).ok()?, small(now.get_month() + 1)?, small(now.get_date())?)
}
