//! The form of a new table: seats, fortress and monster.

mod customs;
mod seats;
mod settings;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::ErrorCode;
use rules::chance::Nonce;
use rules::game::Players;
use rules::terms::MonsterNumber;

use self::customs::customs_box;
use self::seats::{empty_chair, monster_card, seat_card};
use self::settings::{floors_box, help_box, long_game, speed_box};
use super::app::{go_to, logo_link};
use super::games::random_bytes;
use super::i18n::*;
use super::online::api::Failure;
use super::online::has_server;
use super::words::Language;
use super::{lobby, names, storage, tables};
use crate::route::{GameRef, Route};
use crate::scene::newtable::TableForm;
use crate::table::last_table;

const LAST_TABLE_KEY: &str = "fearsome.last-table";

/// The form of a new table, with the settings of the last one.
#[component]
pub fn NewTableScreen() -> impl IntoView {
    let i18n = use_i18n();
    let form = RwSignal::new(remembered());
    Effect::new(move || form.with(remember));
    let is_busy = RwSignal::new(false);
    let trouble = RwSignal::new(None::<Failure>);
    let start = move |event: SubmitEvent| {
        event.prevent_default();
        // A second click makes no second table.
        if is_busy.get_untracked() {
            return;
        }
        let form = form.get_untracked();
        if !form.is_remote() {
            return tables::begin(form.to_table(|band| names::band(i18n, band).to_owned()));
        }
        is_busy.set(true);
        trouble.set(None);
        spawn_local(async move {
            let opened = lobby::open(&form.to_remote(|| Nonce(random_bytes()))).await;
            // Whoever has left the form in the meantime finds the table on the cover.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match opened {
                Ok(game) => go_to(&Route::Game(GameRef::Remote(game))),
                Err(failure) => trouble.set(Some(failure)),
            }
        });
    };
    let players = Memo::new(move |_| form.with(TableForm::players));
    view! {
        <main class="newtable">
            <form class="sheet" on:submit=start>
                <header class="mast panel">
                    {logo_link()}
                    <h1 class="disp">
                        <span>{t!(i18n, newtable.who_dares)}</span>
                        <small>{t!(i18n, newtable.sub)}</small>
                    </h1>
                    <Count form players />
                </header>
                <ol class="cast" class:few=move || players.get() < 5>
                    {(0..Players::MOST)
                        .map(|seat| {
                            view! {
                                <li>
                                    <Show
                                        when=move || seat < players.get()
                                        fallback=move || empty_chair(form, seat)
                                    >
                                        {seat_card(form, seat)}
                                    </Show>
                                </li>
                            }
                        })
                        .collect_view()}
                    <li>
                        {monster_card(form)}
                    </li>
                </ol>
                <div class="side">
                    {floors_box(form)}
                    {long_game(form)}
                    {speed_box(form)}
                    {help_box(form)}
                    {customs_box(form)}
                    <Show when=|| !has_server()>
                        <p class="alone panel">{t!(i18n, newtable.needs_server)}</p>
                    </Show>
                    <StartBox form is_busy trouble />
                </div>
            </form>
        </main>
    }
}

/// The button that starts the game here, or opens the table on the server.
#[component]
fn StartBox(form: RwSignal<TableForm>, is_busy: RwSignal<bool>, trouble: RwSignal<Option<Failure>>) -> impl IntoView {
    let i18n = use_i18n();
    let is_remote = Memo::new(move |_| form.with(TableForm::is_remote));
    let word = move || {
        if is_remote.get() { t_string!(i18n, newtable.open_table) } else { t_string!(i18n, newtable.start) }
    };
    let shout = move || {
        let lines = lines(word());
        let size = lines.iter().map(|line| start_size(line)).min().unwrap_or_default().min(110 / lines.len());
        let shift = size as i32 * 9 / 20;
        let first = shift - (lines.len() as i32 - 1) * shift;
        let line = move |(index, line): (usize, &'static str)| {
            view! {
                <text class="bo-t" font-size=size y=first + index as i32 * 2 * shift>
                    {line}
                </text>
            }
        };
        lines.into_iter().enumerate().map(line).collect_view()
    };
    view! {
        <div class="startbox panel" class:ajar=is_remote>
            <Show when=move || trouble.with(Option::is_some)>
                <p class="trouble caption panel" role="alert">
                    {move || trouble.with(|trouble| trouble.as_ref().map(|failure| refusal(i18n, failure)))}
                </p>
            </Show>
            <button
                class="btn go"
                type="submit"
                disabled=is_busy
                aria-busy=move || is_busy.get().to_string()
            >
                <svg viewBox="-116 -70 236 144" aria-hidden="true">
                    <g transform="rotate(-6)">
                        <use href="#burst" class="bo-ink" transform="translate(5 8) scale(1.08 1.1)" />
                        <use href="#burst" class="bo-a" transform="scale(1.05 1.08)" />
                        <use href="#burst" class="bo-b" transform="scale(.85 .82)" />
                        {shout}
                    </g>
                </svg>
                <span>{word}</span>
            </button>
        </div>
    }
}

/// Why no table was made.
fn refusal(i18n: Language, failure: &Failure) -> &'static str {
    match failure.code() {
        None => t_string!(i18n, newtable.no_answer),
        Some(ErrorCode::TooMany) => t_string!(i18n, newtable.crowded),
        Some(_) => t_string!(i18n, newtable.refused),
    }
}

/// Stores the form.
pub(super) fn remember(form: &TableForm) {
    // A browser that does not store it is not an error.
    storage::write(LAST_TABLE_KEY, &last_table::write(form));
    if let Some(speed) = form.chosen_speed {
        tables::set_speed(speed);
    }
}

/// The stored form; on the first visit the default one with a random monster.
pub(super) fn remembered() -> TableForm {
    let kept = storage::read(LAST_TABLE_KEY);
    let mut form = last_table::read(kept.as_deref().unwrap_or_default());
    if kept.is_none() {
        form.monster = MonsterNumber::from_index(random_below(256) as u8);
    }
    form.chosen_speed = tables::chosen_speed();
    if !has_server() {
        form.gather();
    }
    form
}

fn random_below(count: u32) -> u32 {
    (js_sys::Math::random() * f64::from(count)) as u32
}

/// The size of a word in the burst: words of up to six letters have the full size.
fn start_size(word: &str) -> usize {
    (62 * 6 / word.chars().count().max(6)).max(34)
}

/// The lines of a word in the burst: a long one has two, cut at the space that is nearest to its middle.
fn lines(word: &'static str) -> Vec<&'static str> {
    let spaces = word.match_indices(' ').map(|(index, _)| index);
    let cut = spaces.min_by_key(|index| (index * 2).abs_diff(word.len()));
    match cut {
        Some(cut) if word.chars().count() > LONGEST_LINE => vec![&word[..cut], &word[cut + 1..]],
        Some(_) | None => vec![word],
    }
}

/// The longest word in the burst that has one line.
const LONGEST_LINE: usize = 13;

#[component]
fn Count(form: RwSignal<TableForm>, players: Memo<usize>) -> impl IntoView {
    let i18n = use_i18n();
    let number = move |count: usize| {
        view! {
            <label>
                <input
                    type="radio"
                    class="opt"
                    name="players"
                    value=count
                    prop:checked=move || players.get() == count
                    on:change=move |_| form.update(|form| form.set_players(count))
                />
                <span>{count}</span>
            </label>
        }
    };
    view! {
        <fieldset class="count">
            <legend class="disp">{t!(i18n, things.players)}</legend>
            <div class="graves">{(2..=Players::MOST).map(number).collect_view()}</div>
        </fieldset>
    }
}

/// An arrow beside a choice: to the left or to the right.
#[component]
fn Arrow(way: i8, label: Signal<&'static str>, on_press: impl Fn() + 'static) -> impl IntoView {
    let arrow = format!("M{}-12L{} 0 {} 12Z", way * -9, way * 9, way * -9);
    view! {
        <button type="button" class="turn" aria-label=label title=label on:click=move |_| on_press()>
            <svg viewBox="-14 -16 28 32" aria-hidden="true">
                <path d=arrow />
            </svg>
        </button>
    }
}
