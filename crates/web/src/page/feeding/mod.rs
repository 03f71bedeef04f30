//! Feeding time: the overview of the puzzle game.

mod daily;
mod issues;
mod now;
mod sent;
pub(super) mod words;

use leptos::prelude::*;
use puzzles::{Date, Trick};

use super::app::{home_tool, logo_link, theme_tool};
use super::clock::Clock;
use super::i18n::*;
use super::larder::{self, Larder, Trouble, use_larder};
use super::rulebook::Rulebook;
use super::{focus, storage, tables};
use crate::draw::feeding as drawn;
use crate::puzzle::progress::{Progress, ProgressProblem};
use crate::scene::feeding::calendar::until_midnight_ms;
use crate::scene::feeding::{News, Overview};

/// The progress that this tab has shown last, so that what is new can be shown as it happens.
const SEEN: &str = "fearsome.larder.seen";

/// What the parts of the screen share.
#[derive(Clone, Copy)]
struct Screen {
    larder: Larder,
    overview: Memo<Overview>,
    /// The player's date; `None` if the clock of the device is far off.
    today: RwSignal<Option<Date>>,
    /// The issue that is open.
    open: RwSignal<Trick>,
    news: StoredValue<News>,
}

/// The screen.
#[component]
pub fn Feeding() -> impl IntoView {
    let larder = use_larder();
    let overview = Memo::new(move |_| larder.with(Overview::new));
    let today = RwSignal::new(larder::today());
    let listener = window_event_listener_untyped("visibilitychange", move |_| today.set(larder::today()));
    on_cleanup(move || listener.remove());
    watch_for_midnight(Clock::new(), today);
    let rulebook = Rulebook::provide();
    let open = RwSignal::new(overview.with_untracked(Overview::opened));
    let screen = Screen { larder, overview, today, open, news: StoredValue::new(news(larder, today.get_untracked())) };
    view! {
        <main class="feeding" tabindex="-1">
            <div class="top">{mast(screen)} {trouble(larder)}</div>
            {now::now(screen)}
            {daily::daily(screen)}
            {issues::issues(screen)}
            {issues::gallery(screen)}
            {sent::sent(screen)}
            {jumps()}
            {rulebook.pages()}
        </main>
    }
}

/// The next day begins while the screen is open.
fn watch_for_midnight(clock: Clock, today: RwSignal<Option<Date>>) {
    let now = js_sys::Date::new_0();
    clock.set(until_midnight_ms(now.get_hours(), now.get_minutes()), move || {
        let date = larder::today();
        // The dish that stands there is not made again.
        if today.get_untracked() != date {
            today.set(date);
        }
        watch_for_midnight(clock, today);
    });
}

/// What has happened since this tab has shown the screen last.
fn news(larder: Larder, today: Option<Date>) -> News {
    let seen = storage::in_this_tab(SEEN).and_then(|text| Progress::from_text(&text).ok());
    larder.with_untracked(|progress| {
        storage::keep_in_this_tab(SEEN, &progress.to_text());
        seen.zip(today).map(|(seen, today)| News::since(&seen, progress, today)).unwrap_or_default()
    })
}

fn mast(screen: Screen) -> impl IntoView {
    let i18n = use_i18n();
    let is_first = move || screen.overview.with(|overview| overview.is_first_visit);
    let lead = move || if is_first() { t_string!(i18n, feeding.lead_new) } else { t_string!(i18n, feeding.lead) };
    let fed = move || screen.overview.with(|overview| overview.fed);
    let stars = move || screen.overview.with(|overview| overview.stars);
    view! {
        <header class="mast panel">
            <div class="art" inner_html=drawn::mast() + &drawn::diner()></div>
            <div class="mbox">
                {logo_link()}
                <div class="ttl">
                    <h1 inner_html=move || drawn::title(t_string!(i18n, feeding.title))></h1>
                    <p>{lead}</p>
                    <dl class="tally">
                        <div>
                            <dt>{t!(i18n, feeding.tally.fed)}</dt>
                            <dd>
                                <b>{move || fed().0}</b>
                                " "
                                {move || t_string!(i18n, feeding.tally.of, all = fed().1).to_string()}
                            </dd>
                        </div>
                        <div>
                            <dt>{t!(i18n, feeding.tally.stars)}</dt>
                            <dd>
                                <b>{move || stars().0}</b>
                                " "
                                {move || t_string!(i18n, feeding.tally.of, all = stars().1).to_string()}
                            </dd>
                        </div>
                    </dl>
                </div>
            </div>
            <div class="tools">
                {theme_tool()}
                {home_tool()}
            </div>
        </header>
    }
}

/// Says why the progress is not safe.
fn trouble(larder: Larder) -> impl IntoView {
    let i18n = use_i18n();
    let save = move |_| tables::save_file("fearsome-floors-puzzles.json", &larder.stored_file());
    let has_no_room = RwSignal::new(false);
    let start_over = move |_| has_no_room.set(!larder.start_over());
    let told = move || {
        Some(match larder.trouble()? {
            Trouble::NotKept => view! { <p>{t!(i18n, feeding.trouble.not_kept)}</p> }.into_any(),
            Trouble::Unreadable(problem) => {
                let words = move || match problem {
                    ProgressProblem::Unreadable(_) | ProgressProblem::TooLong(_) | ProgressProblem::TooManySent(_) => {
                        t_string!(i18n, feeding.trouble.unreadable)
                    }
                    ProgressProblem::Version(_) => t_string!(i18n, feeding.trouble.newer),
                };
                view! {
                    <p>{words}</p>
                    <button class="btn" data-do="save-larder" on:click=save>
                        {t!(i18n, feeding.trouble.save)}
                    </button>
                    <button class="btn" data-do="start-over" on:click=start_over>
                        {t!(i18n, feeding.trouble.start_over)}
                    </button>
                    {move || has_no_room.get().then(|| view! { <p class="wrong">{t!(i18n, feeding.trouble.no_room)}</p> })}
                }
                .into_any()
            }
        })
    };
    let has_trouble = move || larder.trouble().is_some();
    view! {
        <div class="trouble" role="status" class:caption=has_trouble class:panel=has_trouble>
            {told}
        </div>
    }
}

/// On phones, the way to the parts of the page is under the thumb.
fn jumps() -> impl IntoView {
    let i18n = use_i18n();
    let to = |id: &'static str, view_box: &'static str, icon: &'static str, words: AnyView| {
        view! {
            <button data-jump=id on:click=move |_| scroll_to(id)>
                <svg viewBox=view_box aria-hidden="true" inner_html=icon></svg>
                {words}
            </button>
        }
    };
    view! {
        <nav class="jump" aria-label=move || t_string!(i18n, feeding.jump.label)>
            {to("today", "-30 -46 60 92", r##"<use href="#stone-slab"/>"##, t!(i18n, feeding.jump.today).into_any())}
            {to("issues", "0 0 24 24", r#"<path d="M4 3h11l5 4v14H4Z"/>"#, t!(i18n, feeding.jump.issues).into_any())}
            {to(
                "gallery",
                "0 0 24 24",
                r#"<path d="M2 4h20v16H2ZM6 8h12v8H6Z" fill-rule="evenodd"/>"#,
                t!(i18n, feeding.jump.horrors).into_any(),
            )}
            {to(
                "sent",
                "0 0 24 24",
                r#"<path d="M2 5h20v2L12 14 2 7ZM2 9.6 12 16.6 22 9.6V19H2Z"/>"#,
                t!(i18n, feeding.jump.sent).into_any(),
            )}
        </nav>
    }
}

/// Scrolls to a part of the page; its heading takes the focus.
fn scroll_to(id: &str) {
    if let Some(part) = document().get_element_by_id(id) {
        part.scroll_into_view();
    }
    focus::on(&format!("#{id} h2"));
}
