//! The frame around the screens: the current screen, language and colours.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_i18n::Locale as _;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::MediaQueryListEvent;

use super::discard::Bin;
use super::focus;
use super::home::Home;
use super::i18n::*;
use super::online::has_server;
use super::parts::{Coming, Fetched, OnlineScreen, PlayScreen, Program, PuzzleScreen, StudyScreen};
use super::sound::Ears;
use super::{double_clicks, storage, tables, tooltips};
use crate::draw::icons::Icon;
use crate::draw::logo;
use crate::route::{GameRef, Route};
use crate::scene::home::{TableLine, shelf};

const THEME_KEY: &str = "fearsome.theme";
const LANGUAGE_KEY: &str = "fearsome.language";

/// The colours of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark, as the game is drawn.
    Dark,
    /// Light, with high contrast.
    Light,
}

impl Theme {
    /// Its name on `<html>` and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
        }
    }

    fn from_name(name: &str) -> Option<Theme> {
        [Theme::Dark, Theme::Light].into_iter().find(|theme| theme.name() == name)
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Theme {
        match self {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        }
    }
}

/// The state that every screen may read and change.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The current screen.
    pub route: Signal<Route>,
    /// Where the analysis board was opened from in this tab, if it was opened from another screen.
    pub came_from: Signal<Option<Route>>,
    /// The colours in use.
    pub theme: Signal<Theme>,
    chosen_theme: RwSignal<Option<Theme>>,
}

impl Frame {
    /// Changes the colours and stores the choice.
    pub fn choose_theme(self, theme: Theme) {
        storage::write(THEME_KEY, theme.name());
        self.chosen_theme.set(Some(theme));
    }

    /// Changes the language and stores the choice.
    pub fn choose_language(self, language: Locale) {
        storage::write(LANGUAGE_KEY, language.as_str());
        use_i18n().set_locale(language);
    }
}

/// The frame around this screen.
#[must_use]
pub fn use_frame() -> Frame {
    expect_context()
}

/// The name of the game, which leads home.
pub fn logo_link() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <a
            class="logo-link"
            href=Route::Home.to_string()
            aria-label=move || t_string!(i18n, common.home)
            inner_html=move || logo::logo(t_string!(i18n, common.title))
        ></a>
    }
}

/// The button that changes the colours.
pub fn theme_tool() -> impl IntoView {
    let (i18n, frame) = (use_i18n(), use_frame());
    view! {
        <button
            class="tool"
            aria-label=move || t_string!(i18n, common.theme)
            on:click=move |_| frame.choose_theme(frame.theme.get_untracked().other())
        >
            <svg viewBox=Icon::Theme.view_box() aria-hidden="true" inner_html=Icon::Theme.markup()></svg>
        </button>
    }
}

/// The button that leads home.
pub fn home_tool() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <a class="tool" href=Route::Home.to_string() aria-label=move || t_string!(i18n, common.home)>
            <svg viewBox=Icon::Home.view_box() aria-hidden="true" inner_html=Icon::Home.markup()></svg>
        </a>
    }
}

/// Goes to another screen and adds it to the history.
pub fn go_to(route: &Route) {
    // Fails only for addresses that cannot be parsed.
    let _ = window().location().set_hash(&route.to_string());
}

/// Starts the game in the browser.
pub fn start(program: Program) {
    console_error_panic_hook::set_once();
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
    leptos::mount::mount_to_body(move || view! { <App program /> });
}

#[component]
fn App(program: Program) -> impl IntoView {
    let chosen_theme = RwSignal::new(storage::read(THEME_KEY).and_then(|name| Theme::from_name(&name)));
    let preferred = preferred_theme();
    let theme = Signal::derive(move || chosen_theme.get().unwrap_or(preferred.get()));
    let (route, came_from) = routes();
    provide_context(Frame { route, came_from, theme, chosen_theme });
    Ears::provide();
    focus::watch();
    tooltips::add();
    double_clicks::guard();
    Effect::new(move || set_on_root("data-theme", theme.get().name()));
    let language = storage::read(LANGUAGE_KEY).and_then(|name| name.parse().ok()).unwrap_or_else(preferred_language);
    view! {
        <I18nSubContextProvider initial_locale=Signal::stored(language)>
            <Screen program />
        </I18nSubContextProvider>
    }
}

#[component]
fn Screen(program: Program) -> impl IntoView {
    let i18n = use_i18n();
    let route = use_frame().route;
    Effect::new(move || set_on_root("lang", i18n.get_locale().as_str()));
    Effect::new(move || {
        let game = t_string!(i18n, common.title);
        let screen = match route.get() {
            Route::Home | Route::Unknown => return document().set_title(game),
            Route::Position(_) => t_string!(i18n, common.analysis),
            Route::NewTable => t_string!(i18n, common.new_table),
            Route::Fortress => t_string!(i18n, setup.fortress),
            Route::Archive => t_string!(i18n, common.archive),
            Route::Replay { .. } => t_string!(i18n, replay.title),
            Route::Game(_) | Route::Seats(_) => t_string!(i18n, table.title),
            Route::End(_) => t_string!(i18n, win.title),
            Route::Feeding => t_string!(i18n, common.feeding),
            Route::Level(_) => t_string!(i18n, common.level),
            Route::First(_) => t_string!(i18n, common.first_game),
            Route::About => t_string!(i18n, common.about),
        };
        document().set_title(&format!("{screen} · {game}"));
    });
    let (form, play) = (Fetched::new(program.form), Fetched::new(program.play));
    let (study, online) = (Fetched::new(program.study), Fetched::new(program.online));
    let puzzles = Fetched::new(program.puzzles);
    // The requested part is loaded at once, the rest when the first screen has been drawn.
    match screen_at(route.get_untracked()) {
        ScreenKind::Cover { .. } => {}
        ScreenKind::NewTable => form.fetch(),
        ScreenKind::Play(_) => play.fetch(),
        ScreenKind::Study(_) => study.fetch(),
        ScreenKind::Online(_) => online.fetch(),
        ScreenKind::Puzzles(_) => puzzles.fetch(),
    }
    request_animation_frame(move || {
        form.fetch();
        play.fetch();
        study.fetch();
    });
    // Moves the focus to the beginning of the new screen, once it is here, for keyboard and screen reader.
    Effect::new(move |begun: Option<Option<Route>>| {
        let (route, begun) = (route.get(), begun.flatten());
        let is_here = match screen_at(route.clone()) {
            ScreenKind::Cover { .. } => true,
            ScreenKind::NewTable => form.is_here(),
            ScreenKind::Play(_) => play.is_here(),
            ScreenKind::Study(_) => study.is_here(),
            ScreenKind::Online(_) => online.is_here(),
            ScreenKind::Puzzles(_) => puzzles.is_here(),
        };
        if !is_here {
            return begun;
        }
        if begun.is_some_and(|begun| begun != route) {
            request_animation_frame(begin_at_top);
        }
        Some(route)
    });
    // It outlives the cover, which shows it at once when the reader returns.
    let mine = RwSignal::new(Vec::<TableLine>::new());
    move || match screen_at(route.get()) {
        ScreenKind::Cover { is_lost } => {
            let saved = RwSignal::new(tables::saved());
            let bin = Bin::new(Callback::new(move |()| saved.set(tables::saved())));
            let play_now = move |()| tables::begin(tables::play_now(i18n));
            keep_asking(program.errands.mine, mine);
            view! {
                <Home
                    on_play_now=Callback::new(play_now)
                    shelf=Signal::derive(move || shelf(saved.get(), mine.get()))
                    bin
                    is_lost
                    find=program.errands.find
                />
            }
            .into_any()
        }
        ScreenKind::NewTable => form.show(()),
        ScreenKind::Play(screen) => play.show(screen),
        ScreenKind::Study(screen) => study.show(screen),
        ScreenKind::Online(screen) => {
            online.fetch();
            online.show(screen)
        }
        ScreenKind::Puzzles(screen) => {
            puzzles.fetch();
            puzzles.show(screen)
        }
    }
}

/// How often the cover asks for the tables of this browser.
const ASK_AGAIN: Duration = Duration::from_secs(30);

/// Asks the server for the tables of this browser while the cover is shown: at once, every now and then, and when the
/// reader comes back to the page.
fn keep_asking(ask: fn() -> Coming<Option<Vec<TableLine>>>, mine: RwSignal<Vec<TableLine>>) {
    if !has_server() {
        return;
    }
    let ask = move || {
        if !document().hidden() {
            spawn_local(async move {
                // Without an answer, what was known stays.
                let Some(lines) = ask().await.ok().flatten() else { return };
                // The same lines are not drawn again.
                if mine.with_untracked(|known| *known != lines) {
                    mine.set(lines);
                }
            });
        }
    };
    // The cover comes first.
    request_animation_frame(ask);
    let timer = set_interval_with_handle(ask, ASK_AGAIN);
    let listener = window_event_listener_untyped("visibilitychange", move |_| ask());
    on_cleanup(move || {
        listener.remove();
        if let Ok(timer) = timer {
            timer.clear();
        }
    });
}

/// A screen, by the part of the program that it belongs to.
enum ScreenKind {
    Cover {
        /// Whether the address leads nowhere.
        is_lost: bool,
    },
    NewTable,
    Play(PlayScreen),
    Study(StudyScreen),
    Online(OnlineScreen),
    Puzzles(PuzzleScreen),
}

fn screen_at(route: Route) -> ScreenKind {
    match route {
        Route::Home => ScreenKind::Cover { is_lost: false },
        Route::Unknown => ScreenKind::Cover { is_lost: true },
        Route::NewTable => ScreenKind::NewTable,
        Route::Game(GameRef::Kept(id)) => ScreenKind::Play(PlayScreen::Table(id)),
        Route::End(GameRef::Kept(id)) => ScreenKind::Play(PlayScreen::End(id)),
        Route::Game(GameRef::Remote(game)) => ScreenKind::Online(OnlineScreen::Table(game)),
        Route::End(GameRef::Remote(game)) => ScreenKind::Online(OnlineScreen::End(game)),
        Route::Seats(code) => ScreenKind::Online(OnlineScreen::Seats(code)),
        Route::Archive => ScreenKind::Study(StudyScreen::Archive),
        Route::Replay { source, at } => ScreenKind::Study(StudyScreen::Replay(source, at)),
        Route::Position(text) => ScreenKind::Study(StudyScreen::Position(text)),
        Route::Fortress => ScreenKind::Study(StudyScreen::Fortress),
        Route::Feeding => ScreenKind::Puzzles(PuzzleScreen::Feeding),
        Route::Level(level) => ScreenKind::Puzzles(PuzzleScreen::Level(level)),
        Route::First(lesson) => ScreenKind::Study(StudyScreen::First(lesson)),
        Route::About => ScreenKind::Study(StudyScreen::About),
    }
}

/// The screen of the address and the one before it, updated when the address changes.
fn routes() -> (Signal<Route>, Signal<Option<Route>>) {
    let read = || Route::parse(&window().location().hash().unwrap_or_default());
    let (route, set_route) = signal(read());
    let is_board = |route: &Route| matches!(route, Route::Position(_));
    // It is remembered when the page is loaded again.
    let kept = storage::in_this_tab(CAME_FROM).filter(|_| is_board(&read()));
    let (before, set_before) = signal(kept.map(|address| Route::parse(&address)));
    let listener = window_event_listener(leptos::ev::hashchange, move |event| {
        // The old address, not the old route: a replay changes its moment in the address alone.
        let old = event.old_url();
        let old = Route::parse(old.split_once('#').map_or("", |(_, hash)| hash));
        if is_board(&read()) && !is_board(&old) {
            storage::keep_in_this_tab(CAME_FROM, &old.to_string());
            set_before.set(Some(old));
        }
        set_route.set(read());
    });
    on_cleanup(move || listener.remove());
    (route.into(), before.into())
}

/// Where the analysis board was opened from.
const CAME_FROM: &str = "fearsome.came-from";

/// The preference of the system, updated when it changes.
fn preferred_theme() -> Signal<Theme> {
    let theme = |is_light| if is_light { Theme::Light } else { Theme::Dark };
    let query = window().match_media("(prefers-color-scheme: light)").ok().flatten();
    let (preferred, set_preferred) = signal(theme(query.as_ref().is_some_and(|query| query.matches())));
    if let Some(query) = query {
        let changed = Closure::<dyn Fn(MediaQueryListEvent)>::new(move |event: MediaQueryListEvent| {
            set_preferred.set(theme(event.matches()));
        });
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The listeners live as long as the page.
        changed.forget();
        std::mem::forget(query);
    }
    preferred.into()
}

fn preferred_language() -> Locale {
    let languages: Vec<String> = window().navigator().languages().iter().filter_map(|one| one.as_string()).collect();
    Locale::find_locale(&languages)
}

fn set_on_root(attribute: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Fails only for names that are not attributes.
        let _ = root.set_attribute(attribute, value);
    }
}

fn begin_at_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
    focus::on("main");
}
