//! The cover: play now, set up a table, continue a game.

use leptos::prelude::*;
use leptos_i18n::Locale as _;

use super::app::{Theme, use_frame};
use super::discard::Discard;
use super::i18n::*;
use super::words;
use crate::draw::{coin, cover, logo, time_line};
use crate::route::{GameRef, Route};
use crate::scene::home::SavedGameLine;
use rules::game::Band;

/// The cover.
#[component]
pub fn Home(
    /// Starts a game against bots at once.
    on_play_now: Callback<()>,
    /// The games to continue.
    saved: Signal<Vec<SavedGameLine>>,
    /// Deletes the game with this id.
    on_discard: Callback<String>,
) -> impl IntoView {
    let i18n = use_i18n();
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
                                on:click=move |_| on_play_now.run(())
                            >
                                <PlayNowArt />
                            </button>
                            <Shelf saved on_discard />
                        </div>
                        <ul class="more">
                            <li>
                                <a class="panel hot" href=Route::NewTable.to_string()>
                                    <svg viewBox="-32 -32 64 64" aria-hidden="true" inner_html=two_coins()></svg>
                                    <b>{t!(i18n, common.new_table)}</b>
                                    <span>{t!(i18n, home.new_table_sub)}</span>
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
                    </div>
                    <Foot />
                </div>
            </div>
        </main>
    }
}

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

/// The saved games; without any, a hint for new players.
#[component]
fn Shelf(saved: Signal<Vec<SavedGameLine>>, on_discard: Callback<String>) -> impl IntoView {
    let i18n = use_i18n();
    let is_empty = Memo::new(move |_| saved.with(Vec::is_empty));
    view! {
        <Show
            when=move || !is_empty.get()
            fallback=move || {
                view! {
                    <a class="cont caption panel" href=Route::About.to_string()>
                        <b class="disp">{t!(i18n, home.first_time)}</b>
                        <span>{t!(i18n, home.first_time_sub)}</span>
                    </a>
                }
            }
        >
            <ul class="shelf" aria-label=move || t_string!(i18n, home.saved)>
                <For each=move || saved.get() key=|line| line.id.clone() let:line>
                    <SavedGame line on_discard />
                </For>
            </ul>
        </Show>
    }
}

#[component]
fn SavedGame(line: SavedGameLine, on_discard: Callback<String>) -> impl IntoView {
    let i18n = use_i18n();
    let SavedGameLine { id, stage, turn, tile, names, whose_move } = line;
    let names = names.join(", ");
    let short = move || match tile {
        Some(tile) => t_string!(i18n, home.saved_tile, tile).to_string(),
        None => words::moment(i18n, stage, turn),
    };
    let said = move || {
        let next = whose_move.clone().map(|name| match tile {
            Some(_) => t_string!(i18n, home.continue_tile, name).to_string(),
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
                <span class="names">{names.clone()}</span>
            </a>
            <Discard names beside=".home .first a" on_discard=move || on_discard.run(id.clone()) />
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
