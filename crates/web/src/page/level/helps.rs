//! The helps: the idea in words, the space that matters first, a solution to look at. Each costs a star, unless the
//! level is solved already.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::Deed;

use super::lair::{Lair, Phase};
use super::side::goal;
use super::{progress_bar, words};
use crate::page::i18n::*;
use crate::page::thinker::{Thinker, ThinkerError};
use crate::page::words as common;
use crate::puzzle::progress::Help;
use crate::scene::level::{Asked, Ending, Helping, Quest, Way};
use crate::thinker::Search;

/// The most nodes that a search for a help may take.
const MOST_NODES: u64 = 20_000_000;

impl Lair {
    /// Takes a help. The search for a solution costs nothing unless it finds one.
    fn help(self, help: Help) {
        match help {
            Help::Idea => self.pay(help),
            Help::FirstSpace | Help::Solution => {
                match self.helping.try_update(|helping| helping.ask(help)) {
                    Some(Asked::Known) => self.pay(help),
                    Some(Asked::Wait) => self.say(help),
                    Some(Asked::Search) => self.search(help),
                    // The screen was left.
                    None => {}
                }
            }
        }
    }

    fn pay(self, help: Help) {
        self.larder.change(|progress| self.source.with_value(|source| progress.helped(source, help)));
        self.say(help);
    }

    /// Tells screen readers what became of a help.
    fn say(self, help: Help) {
        let words = match untrack(|| shown(self, help)) {
            Shown::Told(words, _) | Shown::Broken(words) => words,
            Shown::Searching => t_string!(self.i18n, level.help.begun).to_owned(),
            Shown::Shut | Shown::Offered => return,
        };
        // The screen may have been left in the meantime.
        let _ = self.hint_voice.try_set(words);
    }

    /// Takes the next help, or repeats the last one; returns what there is to say.
    pub(super) fn next_help(self) -> String {
        let all = || Help::ALL.map(|help| (help, untrack(|| shown(self, help))));
        let next = all().into_iter().find(|(_, shown)| matches!(shown, Shown::Offered | Shown::Broken(_)));
        if let Some((help, _)) = next {
            self.help(help);
        }
        let asked = next.map(|(help, _)| help);
        let said = all().into_iter().rev().find_map(|(help, shown)| match shown {
            // It is told again if there is no other.
            Shown::Told(words, _) | Shown::Broken(words) if asked.is_none_or(|asked| asked == help) => Some(words),
            Shown::Searching => Some(t_string!(self.i18n, level.help.begun).to_owned()),
            Shown::Told(..) | Shown::Broken(_) | Shown::Shut | Shown::Offered => None,
        });
        // The answer to the line tells it; it is not announced twice.
        self.hint_voice.set(String::new());
        said.unwrap_or_default()
    }

    fn search(self, help: Help) {
        let level = self.level();
        let search = Search { level: level.to_code(), nodes: MOST_NODES, solutions: 1 };
        // Known as soon as the worker has the order.
        let number = Rc::new(Cell::new(None));
        let known = number.clone();
        let on_progress = move |progress: crate::thinker::Progress| {
            // The screen may have been left in the meantime.
            if let Some(id) = known.get() {
                let _ = self.helping.try_update(|helping| helping.advance(id, progress.per_mille));
            }
        };
        let errand = match Thinker::of_page().solve(search, on_progress) {
            Ok(errand) => errand,
            Err(_) => {
                self.helping.update(Helping::fail);
                return self.say(help);
            }
        };
        let id = errand.id();
        number.set(Some(id));
        self.helping.update(|helping| helping.begin(id));
        self.say(help);
        spawn_local(async move {
            let found = errand.found().await;
            let quest = match found {
                Ok(found) => match found.best {
                    Some((deeds, steps)) => {
                        let deeds = deeds.iter().filter_map(|deed| deed.parse().ok()).collect();
                        Quest::Found(Way::new(&level, deeds, steps))
                    }
                    None if found.is_all => Quest::Ended(Ending::None),
                    None => Quest::Ended(Ending::GaveUp),
                },
                Err(ThinkerError::CalledOff) => Quest::Asleep,
                Err(ThinkerError::Broken(_) | ThinkerError::Undecided(_)) => Quest::Ended(Ending::Broken),
            };
            let is_found = matches!(quest, Quest::Found(_));
            // The screen may have been left in the meantime.
            let waited = self.helping.try_update(|helping| helping.end(id, quest)).unwrap_or_default();
            for help in waited {
                if is_found {
                    self.pay(help);
                } else {
                    self.say(help);
                }
            }
        });
    }

    /// Calls the search off.
    pub(super) fn stop_search(self) {
        let is_under_way = |helping: &Helping| matches!(helping.quest(), Quest::UnderWay { .. });
        if self.helping.try_with_untracked(is_under_way) != Some(true) {
            return;
        }
        if let Some(Some(id)) = self.helping.try_update(Helping::stop) {
            Thinker::of_page().call_off(id);
        }
    }
}

pub(super) fn helps(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let cost = move || match lair.standing().solved {
        Some(_) => t_string!(i18n, level.help.free),
        None => t_string!(i18n, level.help.cost),
    };
    // A phone has room for a line or two. The rest is folded up until the player wants to see it.
    let is_open = RwSignal::new(false);
    let unfold = move || match is_open.get() {
        true => t_string!(i18n, common.close),
        false => t_string!(i18n, level.help.open),
    };
    Effect::new(move || {
        if lair.phase.get() == Phase::Running {
            is_open.set(false);
        }
    });
    view! {
        <section class="hints" class:open=is_open aria-labelledby="hints-title">
            <h2 class="disp" id="hints-title">{t!(i18n, level.help.title)}<small>{cost}</small></h2>
            {goal(lair)}
            <button
                class="btn unfold" data-do="unfold-hints" aria-expanded=move || is_open.get().to_string() aria-controls="hints-list"
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >{unfold}</button>
            <ol id="hints-list">{Help::ALL.map(|help| view! { <li>{one(lair, help)}</li> }).collect_view()}</ol>
        </section>
    }
}

/// Tells screen readers when a search begins, and what the helps say.
pub(super) fn voice(lair: Lair) -> impl IntoView {
    view! { <p class="vh" role="status" data-voice="hint">{lair.hint_voice}</p> }
}

/// How a help stands.
#[derive(Clone, Debug, PartialEq)]
enum Shown {
    /// The one before comes first.
    Shut,
    /// It can be taken.
    Offered,
    /// A search is under way for it.
    Searching,
    /// The search broke down, as this says; it can be tried again.
    Broken(String),
    /// It is told, and perhaps there are deeds to lay out.
    Told(String, Vec<Deed>),
}

fn shown(lair: Lair, help: Help) -> Shown {
    let i18n = lair.i18n;
    let taken = lair.standing().helps;
    let hint = || lair.source.with_value(|source| words::hint(i18n, source, &lair.level()));
    let before = match help {
        Help::Idea => None,
        // Without an idea to tell, the second help is the first.
        Help::FirstSpace => hint().map(|_| Help::Idea),
        Help::Solution => Some(Help::FirstSpace),
    };
    if help == Help::Idea {
        return match (hint(), taken.contains(&help)) {
            (None, _) => Shown::Told(t_string!(i18n, level.help.no_idea).to_owned(), vec![]),
            (Some(hint), true) => Shown::Told(hint, vec![]),
            (Some(_), false) => Shown::Offered,
        };
    }
    if before.is_some_and(|before| !taken.contains(&before)) {
        return Shown::Shut;
    }
    lair.helping.with(|helping| {
        if !helping.has_asked(help) {
            return Shown::Offered;
        }
        match helping.quest() {
            Quest::Asleep => Shown::Offered,
            Quest::UnderWay { .. } => Shown::Searching,
            Quest::Ended(Ending::None) => Shown::Told(t_string!(i18n, level.help.none).to_owned(), vec![]),
            Quest::Ended(Ending::GaveUp) => Shown::Told(t_string!(i18n, level.help.gave_up).to_owned(), vec![]),
            Quest::Ended(Ending::Broken) => Shown::Broken(t_string!(i18n, level.help.broken).to_owned()),
            Quest::Found(way) if help == Help::FirstSpace => {
                let cell = way.first.map(|cell| cell.to_string()).unwrap_or_default();
                Shown::Told(t_string!(i18n, level.help.matters, cell).to_string(), vec![])
            }
            Quest::Found(way) => {
                let deeds = words::deeds(i18n, &lair.level(), &way.deeds);
                let told = common::about(i18n, &words::steps(i18n, way.steps), &deeds);
                Shown::Told(told, way.deeds.clone())
            }
        }
    })
}

fn one(lair: Lair, help: Help) -> impl IntoView {
    let i18n = use_i18n();
    let (number, name) = match help {
        Help::Idea => (1, "idea"),
        Help::FirstSpace => (2, "first-space"),
        Help::Solution => (3, "solution"),
    };
    let shown = Memo::new(move |_| shown(lair, help));
    let offer = move || match help {
        Help::Idea => t_string!(i18n, level.help.idea),
        Help::FirstSpace => t_string!(i18n, level.help.first_space),
        Help::Solution => t_string!(i18n, level.help.solution),
    };
    // It says what it costs before it is taken.
    let is_free = move || {
        let standing = lair.standing();
        standing.solved.is_some() || standing.helps.contains(&help)
    };
    let price = move || (!is_free()).then(|| t_string!(i18n, level.help.price));
    move || match shown.get() {
        Shown::Shut => view! {
            <div class="h shut panel"><span class="n">{number}</span>
                <span>{t_string!(i18n, level.help.opens, number = number - 1).to_string()}</span>
            </div>
        }
        .into_any(),
        Shown::Offered => view! {
            <button class="h panel" data-help=name on:click=move |_| lair.help(help)>
                <span class="n">{number}</span><span><u>{offer}</u>" "<small>{price}</small></span>
            </button>
        }
        .into_any(),
        Shown::Searching => {
            let part = Signal::derive(move || lair.helping.with(Helping::part));
            view! {
                <div class="h panel" data-help=name><span class="n">{number}</span>
                    {progress_bar(part, Signal::derive(move || t_string!(i18n, level.help.begun)))}
                    <button class="btn" data-do="stop-search" on:click=move |_| lair.stop_search()>
                        {t!(i18n, level.help.stop)}
                    </button>
                </div>
            }
            .into_any()
        }
        Shown::Broken(words) => view! {
            <div class="h panel" data-help=name data-state="broken"><span class="n">{number}</span>
                <span>{words}</span>
                <button class="btn" data-do="search-again" on:click=move |_| lair.help(help)>
                    {t!(i18n, common.try_again)}
                </button>
            </div>
        }
        .into_any(),
        Shown::Told(words, deeds) => {
            let can_lay = !deeds.is_empty();
            let deeds = StoredValue::new(deeds);
            view! {
                <div class="h told panel" data-help=name><span class="n">{number}</span>
                    <span>{words}</span>
                    {can_lay.then(|| view! {
                        <button
                            class="btn" data-do="lay-out" disabled=move || lair.phase.get() == Phase::Running
                            on:click=move |_| deeds.with_value(|deeds| lair.lay_out(deeds))
                        >{t!(i18n, level.help.lay_out)}</button>
                    })}
                </div>
            }
            .into_any()
        }
    }
}
