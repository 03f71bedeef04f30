//! The form of a new table: seats, fortress and monster.

mod seats;
mod settings;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use rules::game::Players;
use rules::terms::MonsterNumber;

use self::seats::{empty_chair, monster_card, seat_card};
use self::settings::{floors_box, help_box, long_game, speed_box};
use super::i18n::*;
use super::{names, storage};
use crate::draw::logo;
use crate::route::Route;
use crate::scene::newtable::TableForm;
use crate::table::{NewTable, last_table};

const LAST_TABLE_KEY: &str = "fearsome.last-table";

/// The form of a new table, with the settings of the last one.
#[component]
pub fn NewTableScreen(
    /// Starts a game at this table.
    on_start: Callback<NewTable>,
) -> impl IntoView {
    let i18n = use_i18n();
    let form = RwSignal::new(remembered());
    Effect::new(move || form.with(remember));
    let start = move |event: SubmitEvent| {
        event.prevent_default();
        let name = |band| names::band(i18n, band).to_owned();
        on_start.run(form.with_untracked(|form| form.to_table(name)));
    };
    let players = Memo::new(move |_| form.with(TableForm::players));
    view! {
        <main class="newtable">
            <form class="sheet" on:submit=start>
                <header class="mast panel">
                    <a
                        class="logo-link"
                        href=Route::Home.to_string()
                        aria-label=move || t_string!(i18n, common.home)
                        inner_html=move || logo::logo(t_string!(i18n, common.title))
                    ></a>
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
                    <div class="startbox panel">
                        <button class="btn go" type="submit">
                            <svg viewBox="-116 -70 236 144" aria-hidden="true">
                                <g transform="rotate(-6)">
                                    <use href="#burst" class="bo-ink" transform="translate(5 8) scale(1.08 1.1)" />
                                    <use href="#burst" class="bo-a" transform="scale(1.05 1.08)" />
                                    <use href="#burst" class="bo-b" transform="scale(.85 .82)" />
                                    <text
                                        class="bo-t"
                                        font-size=move || start_size(t_string!(i18n, newtable.start))
                                        y="22"
                                    >
                                        {t!(i18n, newtable.start)}
                                    </text>
                                </g>
                            </svg>
                            <span>{t!(i18n, newtable.start)}</span>
                        </button>
                    </div>
                </div>
            </form>
        </main>
    }
}

/// Stores the form.
pub(super) fn remember(form: &TableForm) {
    // A browser that does not store it is not an error.
    storage::write(LAST_TABLE_KEY, &last_table::write(form));
}

/// The stored form; on the first visit the default one with a random monster.
pub(super) fn remembered() -> TableForm {
    let kept = storage::read(LAST_TABLE_KEY);
    let mut form = last_table::read(kept.as_deref().unwrap_or_default());
    if kept.is_none() {
        form.monster = MonsterNumber::from_index(random_below(256) as u8);
    }
    form
}

fn random_below(count: u32) -> u32 {
    (js_sys::Math::random() * f64::from(count)) as u32
}

/// The size of the word in the burst: words of up to six letters have the full size.
fn start_size(word: &str) -> String {
    (62 * 6 / word.chars().count().max(6)).max(34).to_string()
}

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
