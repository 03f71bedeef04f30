//! The cover: play now, set up a table, continue a game.

use leptos::ev::SubmitEvent;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_i18n::Locale as _;
use rules::game::Band;

use super::app::{Theme, go_to, use_frame};
use super::discard::{Bin, BringBack, Discard};
use super::i18n::*;
use super::larder::FED;
use super::online::has_server;
use super::parts::{Coming, Found};
use super::{names, storage, tables, words};
use crate::draw::{coin, cover, logo, time_line};
use crate::puzzle::LevelId;
use crate::route::{GameRef, Route};
use crate::scene::first::progress as first;
use crate::scene::home::{Knock, Plate, SavedGameLine, ShelfLine, Standing, TableLine};

/// The cover.
#[component]
pub fn Home(
    /// Starts a game against bots at once.
    on_play_now: Callback<()>,
    /// The games to continue.
    shelf: Signal<Vec<ShelfLine>>,
    /// Where deleted games go.
    bin: Bin,
    /// Whether an address led here that leads nowhere.
    is_lost: bool,
    /// Finds the table with this code.
    find: fn(String) -> Coming<Found>,
) -> impl IntoView {
    let i18n = use_i18n();
    let new_table_sub = move || {
        if has_server() { t_string!(i18n, home.new_table_far) } else { t_string!(i18n, home.new_table_sub) }
    };
    // Whoever has never played is offered the first game, once.
    let offer = NodeRef::<Dialog>::new();
    let play_now = move |_| match offer.get_untracked().filter(|_| tables::is_newcomer()) {
        Some(dialog) => {
            storage::write(first::KEY, "");
            // Fails only if it is open.
            let _ = dialog.show_modal();
        }
        None => on_play_now.run(()),
    };
    let fed = move || match storage::read(FED) {
        Some(count) => {
            let all = t_string!(i18n, feeding.tally.of, all = LevelId::all().count()).to_string();
            format!("{count} {all} {}", t_string!(i18n, feeding.tally.fed))
        }
        None => t_string!(i18n, feeding.tile).to_owned(),
    };
    view! {
        <main class="home">
            <div class="cover panel">
                <div class="art" inner_html=cover::wide() + &cover::upright()></div>
                <p class="cornerbox panel">
                    <b>"2–7"</b>
                    <span>{t!(i18n, home.players)}</span>
                </p>
                <div class="front">
                    <div class="title">
                        <h1 inner_html=move || logo::logo(t_string!(i18n, common.title))></h1>
                        <p class="kick caption panel">{t!(i18n, home.tagline)}</p>
                    </div>
                    <div class="go">
                        <div class="first">
                            <button
                                class="playnow"
                                aria-label=move || t_string!(i18n, home.play_now_label)
                                on:click=play_now
                            >
                                <PlayNowArt />
                            </button>
                            <Shelf shelf bin />
                        </div>
                        <ul class="more">
                            <li>
                                <a class="panel hot" href=Route::NewTable.to_string()>
                                    <svg viewBox="-32 -32 64 64" aria-hidden="true" inner_html=two_coins()></svg>
                                    <b>{t!(i18n, common.new_table)}</b>
                                    <span>{new_table_sub}</span>
                                </a>
                            </li>
                            <li>
                                <a class="panel" href=Route::Feeding.to_string()>
                                    <svg viewBox="-46 -46 92 92" aria-hidden="true" inner_html=MUNCHER></svg>
                                    <b>{t!(i18n, common.feeding)}</b>
                                    <span>{fed}</span>
                                </a>
                            </li>
                            <li>
                                <a class="panel" href=Route::Archive.to_string()>
                                    <svg viewBox="-32 -46 64 92" aria-hidden="true" inner_html=time_line::archive()></svg>
                                    <b>{t!(i18n, common.archive)}</b>
                                    <span>{t!(i18n, home.archive_sub)}</span>
                                </a>
                            </li>
                            <li>
                                <a class="panel" href=Route::Position(String::new()).to_string()>
                                    <svg viewBox="-32 -32 64 64" aria-hidden="true" inner_html=WATCHFUL></svg>
                                    <b>{t!(i18n, common.analysis)}</b>
                                    <span>{t!(i18n, home.analysis_sub)}</span>
                                </a>
                            </li>
                            <li>
                                <a class="panel" href=Route::About.to_string()>
                                    <svg viewBox="-32 -32 64 64" aria-hidden="true" inner_html=SIGNPOST></svg>
                                    <b>{t!(i18n, common.about)}</b>
                                    <span>{t!(i18n, home.about_sub)}</span>
                                </a>
                            </li>
                        </ul>
                        <Show when=has_server>
                            <CodeForm find />
                        </Show>
                    </div>
                    <Foot />
                </div>
            </div>
            <dialog class="offer" node_ref=offer aria-labelledby="offer">
                <div class="caption panel">
                    <h2 class="disp" id="offer">{t!(i18n, home.offer)}</h2>
                    <p>{t!(i18n, home.offer_text)}</p>
                    <div class="buttons">
                        <button class="btn" data-do="deal" on:click=move |_| on_play_now.run(())>{t!(i18n, home.offer_no)}</button>
                        <a class="btn go" data-do="first-game" href=Route::First(None).to_string()>{t!(i18n, home.offer_yes)}</a>
                    </div>
                </div>
            </dialog>
            <BringBack bin />
            <Show when=move || is_lost>
                <p class="notice caption panel" role="alert">{t!(i18n, home.lost_link)}</p>
            </Show>
        </main>
    }
}

/// The monster as on the maps of levels.
const MUNCHER: &str = r##"<g transform="rotate(90)" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"><circle r="42" fill="var(--ink)"/><path d="M0-4-31-31A44 44 0 1 0 31-31Z" fill="var(--poison)"/><path d="M-31-31-17-24-19-12-7-13 0-4 7-13 19-12 17-24 31-31" fill="none" stroke="#fff" stroke-width="6"/></g>"##;

const WATCHFUL: &str =
    r##"<g class="eye won" transform="scale(1.25)"><use href="#eye"/><circle r="6.5" fill="var(--ink)"/></g>"##;

const SIGNPOST: &str = r##"<use href="#st-right"/>"##;

fn two_coins() -> String {
    let coin = |band: Band, at: &str| {
        let (letter, rim) = (coin::letter(band), coin::rim(band));
        format!(
            r#"<g class="coin {letter}" transform="translate({at}) scale(.72)">{rim}<circle r="15" class="c-face"/></g>"#
        )
    };
    coin(Band::Red, "-11 -4") + &coin(Band::Blue, "11 6")
}

#[component]
fn PlayNowArt() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <svg viewBox="-128 -84 256 160" aria-hidden="true">
            <use href="#burst" transform="translate(4 8) scale(1.13 1.23)" class="bo-ink" />
            <use href="#burst" transform="scale(1.1 1.18)" class="bo-a" />
            <use href="#burst" transform="scale(.9 .88)" class="bo-b" />
            <g transform="rotate(-5)">
                <text y="18" font-size=move || shout_size(t_string!(i18n, home.play_now), 53) class="bo-t">
                    {t!(i18n, home.play_now)}
                </text>
            </g>
        </svg>
    }
}

/// The size of a word in a burst: words of up to eight letters have the size `usual`.
pub(super) fn shout_size(word: &str, usual: usize) -> String {
    (usual * 8 / word.chars().count().max(8)).to_string()
}

/// The games to continue; without any, a hint for new players.
#[component]
fn Shelf(shelf: Signal<Vec<ShelfLine>>, bin: Bin) -> impl IntoView {
    let i18n = use_i18n();
    let is_empty = Memo::new(move |_| shelf.with(Vec::is_empty));
    view! {
        <Show
            when=move || !is_empty.get()
            fallback=move || {
                view! {
                    <a class="cont caption panel" data-do="new-here" href=Route::First(None).to_string()>
                        <b class="disp">{t!(i18n, home.first_time)}</b>
                        <span>{t!(i18n, home.first_time_sub)}</span>
                    </a>
                }
            }
        >
            <ul class="shelf" aria-label=move || t_string!(i18n, home.tables)>
                <For each=move || shelf.get() key=Clone::clone let:line>
                    {match line {
                        ShelfLine::Table(line) => view! { <RemoteGame line /> }.into_any(),
                        ShelfLine::Saved(line) => view! { <SavedGame line bin /> }.into_any(),
                    }}
                </For>
            </ul>
        </Show>
    }
}

/// A table on the server.
#[component]
fn RemoteGame(line: TableLine) -> impl IntoView {
    let i18n = use_i18n();
    let TableLine { game, standing, players } = line;
    let class = if standing == Standing::YourMove { "cont caption panel yours" } else { "cont caption panel" };
    let name = move |Plate { name, band }: &Plate| name.clone().unwrap_or_else(|| names::band(i18n, *band).to_owned());
    let names = move || players.iter().map(name).collect::<Vec<_>>().join(", ");
    let said = move || match &standing {
        Standing::YourMove => t_string!(i18n, home.your_move).to_owned(),
        Standing::Move(Plate { name: Some(name), .. }) => t_string!(i18n, home.their_move, name).to_string(),
        Standing::Move(Plate { name: None, band }) => {
            t_string!(i18n, home.band_move, band = names::band(i18n, *band)).to_string()
        }
        Standing::Waiting { seated, seats } => t_string!(i18n, home.waiting, seated, seats).to_string(),
        Standing::Won(Plate { name: Some(name), .. }) => t_string!(i18n, home.won, name).to_string(),
        Standing::Won(Plate { name: None, band }) => {
            t_string!(i18n, home.band_won, band = names::band(i18n, *band)).to_string()
        }
        Standing::NobodyWon => t_string!(i18n, home.nobody_won).to_owned(),
    };
    view! {
        <li class=class>
            <a class="remote" href=Route::Game(GameRef::Remote(game)).to_string()>
                <svg viewBox="1 0 26 16" aria-hidden="true">
                    <path d=EYES class="white" />
                    <path d=PUPILS />
                </svg>
                <b class="disp">{said}</b>
                <span class="names">{names}</span>
            </a>
        </li>
    }
}

/// The mark of those who play from elsewhere.
const EYES: &str = "M2.4 8.6C2.4 4.6 4.8 1.6 8 1.6s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6ZM14.4 8.6c0-4 2.4-7 5.6-7s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6Z";
const PUPILS: &str = "M7 9a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0ZM16 9a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0Z";

/// Leads to the table whose code, invitation or address is typed.
#[component]
fn CodeForm(find: fn(String) -> Coming<Found>) -> impl IntoView {
    let i18n = use_i18n();
    let text = RwSignal::new(String::new());
    let is_busy = RwSignal::new(false);
    let answer = RwSignal::new(None::<Found>);
    let knock = move |event: SubmitEvent| {
        event.prevent_default();
        match Knock::parse(&text.get_untracked()) {
            Some(Knock::Route(route)) => go_to(&route),
            Some(Knock::Code(code)) if !is_busy.get_untracked() => {
                is_busy.set(true);
                answer.set(None);
                spawn_local(async move {
                    let found = find(code).await.unwrap_or(Found::Unreachable);
                    // Whoever has left the cover in the meantime is not called back.
                    if is_busy.try_set(false).is_some() {
                        return;
                    }
                    match found {
                        Found::Table(game) => go_to(&Route::Game(GameRef::Remote(game))),
                        Found::Nothing | Found::Unreachable => answer.set(Some(found)),
                    }
                });
            }
            Some(Knock::Code(_)) => {}
            None => answer.set(Some(Found::Nothing)),
        }
    };
    let said = move || match answer.get()? {
        Found::Table(_) => None,
        Found::Nothing => Some(t_string!(i18n, home.no_such_code)),
        Found::Unreachable => Some(t_string!(i18n, home.no_answer)),
    };
    view! {
        <form class="code panel" on:submit=knock>
            <label class="disp" for="code">
                {t!(i18n, home.code)}
            </label>
            <input
                id="code"
                placeholder="moth-candle-52"
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                required
                on:input=move |event| {
                    text.set(event_target_value(&event));
                    answer.set(None);
                }
            />
            <button class="btn" aria-busy=move || is_busy.get().to_string()>
                {t!(i18n, home.knock)}
            </button>
            <p role="status">{said}</p>
        </form>
    }
}

#[component]
fn SavedGame(line: SavedGameLine, bin: Bin) -> impl IntoView {
    let i18n = use_i18n();
    let SavedGameLine { id, stage, turn, tile, names, whose_move, you } = line;
    // Who has not given a name is "you".
    let you = you.filter(|(seat, band)| names.get(seat.index()).is_some_and(|name| names::is_nobodys(name, *band)));
    let you = you.map(|(seat, _)| seat);
    let names = StoredValue::new(names);
    let names = move || {
        let mut names = names.get_value();
        if let Some(name) = you.and_then(|you| names.get_mut(you.index())) {
            t_string!(i18n, table.you).clone_into(name);
        }
        names
    };
    let short = move || match tile {
        Some(tile) => t_string!(i18n, home.saved_tile, tile).to_string(),
        None => words::moment(i18n, stage, turn),
    };
    let said = move || {
        let next = whose_move.and_then(|seat| names().into_iter().nth(seat.index())).map(|name| match tile {
            Some(_) => t_string!(i18n, home.continue_tile, name).to_string(),
            None if whose_move == you => t_string!(i18n, home.continue_your_move).to_owned(),
            None => t_string!(i18n, home.continue_move, name).to_string(),
        });
        next.map_or_else(short, |next| format!("{}. {next}", short()))
    };
    view! {
        <li class="cont caption panel">
            <a href=Route::Game(GameRef::Kept(id.clone())).to_string()>
                <b class="disp">{t!(i18n, home.continued)}</b>
                <span class="said">{said}</span>
                <span class="short">{short}</span>
                <span class="names">{move || names().join(", ")}</span>
            </a>
            <Discard id=id.clone() names=untrack(names).join(", ") beside=".home .first a" bin />
        </li>
    }
}

/// The small print, the colours, the languages.
#[component]
fn Foot() -> impl IntoView {
    let i18n = use_i18n();
    let frame = use_frame();
    let other_theme = move || match frame.theme.get() {
        Theme::Dark => t_string!(i18n, common.theme_light),
        Theme::Light => t_string!(i18n, common.theme_dark),
    };
    let language = move |locale: Locale, name: &'static str| {
        let short = locale.as_str();
        view! {
            <button
                lang=short
                title=name
                aria-pressed=move || (i18n.get_locale() == locale).to_string()
                on:click=move |_| frame.choose_language(locale)
            >
                {short.to_uppercase()}
            </button>
        }
    };
    view! {
        <div class="foot">
            <p>{t!(i18n, home.unofficial)}</p>
            <div class="set">
                <a data-do="all-rules" href=move || words::rules(i18n)>{t!(i18n, home.rules)}</a>
                <button on:click=move |_| {
                    frame.choose_theme(frame.theme.get_untracked().other());
                }>{other_theme}</button>
                <div role="group" aria-label=move || t_string!(i18n, common.language)>
                    {language(Locale::en, "English")}
                    {language(Locale::de, "Deutsch")}
                    {language(Locale::fr, "Français")}
                </div>
            </div>
        </div>
    }
}
