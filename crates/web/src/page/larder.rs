//! The larder: a player's progress in the puzzle game, as this browser stores it.

use leptos::prelude::*;
use puzzles::Date;

use super::{games, storage};
use crate::puzzle::progress::{Progress, ProgressProblem};

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
        stock.set(Stock::load());
    }
}

#[derive(Clone, Debug, Default)]
struct Stock {
    progress: Progress,
    /// The stored text that `progress` was read from or written to.
    text: Option<String>,
    trouble: Option<Trouble>,
}

impl Stock {
    /// What is stored now.
    fn load() -> Stock {
        let text = storage::read(KEY);
        let (progress, trouble) = match text.as_deref().map(Progress::from_text) {
            Some(Ok(progress)) => (progress, None),
            Some(Err(problem)) => (Progress::default(), Some(Trouble::Unreadable(problem))),
            None => (Progress::default(), None),
        };
        let is_kept = text.is_none() || storage::is_kept(KEY);
        Stock { progress, text, trouble: trouble.or_else(|| (!is_kept).then_some(Trouble::NotKept)) }
    }

    fn is_outdated(&self) -> bool {
        storage::read(KEY) != self.text
    }

    /// Stores the progress, unless that would overwrite something unreadable. If the storage is full, the oldest finished
    /// games make room.
    fn keep(&mut self) {
        self.keep_if(|text| games::make_room(None, || storage::write(KEY, text)));
    }

    /// Stores the progress; `make_room` is the second attempt if the storage is full.
    fn keep_if(&mut self, make_room: impl Fn(&str) -> bool) {
        if matches!(self.trouble, Some(Trouble::Unreadable(_))) {
            return;
        }
        let text = self.progress.to_text();
        let is_kept = storage::write(KEY, &text) || make_room(&text);
        self.trouble = (!is_kept).then_some(Trouble::NotKept);
        self.text = Some(text);
        // The cover can do without it.
        storage::write(FED, &self.progress.fed().to_string());
    }
}

impl Stock {
    /// Adds other progress, or changes nothing if it cannot be stored.
    fn take_in(&mut self, progress: &Progress) -> TakenIn {
        if self.is_outdated() {
            *self = Stock::load();
        }
        if matches!(self.trouble, Some(Trouble::Unreadable(_))) {
            return TakenIn::No;
        }
        let before = self.clone();
        self.progress.merge(progress);
        self.keep_if(|_| false);
        if self.trouble.is_none() {
            return TakenIn::Yes;
        }
        *self = before;
        match &self.text {
            Some(text) => _ = storage::write(KEY, text),
            None => storage::remove(KEY),
        }
        TakenIn::No
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
            if stock.is_outdated() {
                *stock = Stock::load();
            }
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

    /// The stored text, whether it can be read or not.
    #[must_use]
    pub fn stored(self) -> String {
        self.stock().with_untracked(|stock| stock.text.clone()).unwrap_or_default()
    }

    /// Sets unreadable progress aside and stores what was done since. Returns whether there was room.
    pub fn start_over(self) -> bool {
        let unreadable = self.stored();
        let key = format!("{SET_ASIDE}{}", games::new_id());
        let is_aside = storage::write(&key, &unreadable);
        if is_aside {
            self.stock().update(|stock| {
                stock.trouble = None;
                stock.keep();
            });
        } else {
            storage::remove(&key);
        }
        is_aside
    }
}

/// The progress for an exported file; `None` if there is none, or if it cannot be read.
#[must_use]
pub fn exported() -> Option<String> {
    storage::read(KEY).filter(|text| Progress::from_text(text).is_ok_and(|progress| !progress.is_empty()))
}

/// The outcome of taking progress in from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenIn {
    /// It is stored.
    Yes,
    /// The browser does not store it.
    No,
}

/// Adds the progress of an exported file to that of this browser, if there is room: no game is deleted for it.
#[must_use]
pub fn take_in(progress: &Progress) -> TakenIn {
    let mut taken = TakenIn::No;
    Larder(()).stock().update(|stock| taken = stock.take_in(progress));
    taken
}

/// The player's date.
#[must_use]
pub fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let small = |number: u32| u8::try_from(number).ok();
    Date::new(u16::try_from(now.get_full_year()).ok()?, small(now.get_month() + 1)?, small(now.get_date())?)
}
