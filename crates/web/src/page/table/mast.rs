//! The header of the table: the way home, the colours, stage and turn.

use leptos::prelude::*;
use rules::game::TURNS;

use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::menu::{colours_and_home, menu, rules_tool, sound_tool};
use crate::page::sound::Ears;
use crate::page::table::company::{Company, menu_line};
use crate::page::table::text::Reading;
use crate::page::words;
use crate::route::Route;
use crate::scene::cast::stage_and_turn;
use crate::table::Help;

/// Opens the text board, at a table that has one.
fn text_tool() -> impl IntoView {
    let i18n = use_i18n();
    use_context::<Reading>().map(|reading| {
        view! {
            <button
                class="tool"
                data-do="text"
                aria-label=move || t_string!(i18n, voice.title)
                aria-pressed=move || reading.is_open.get().to_string()
                on:click=move |_| reading.open(!reading.is_open.get_untracked())
            >
                <svg viewBox=Icon::Text.view_box() aria-hidden="true" inner_html=Icon::Text.markup()></svg>
            </button>
        }
    })
}

/// Leads to the analysis board with the current position: if foresight is allowed, or when the game is over.
fn analysis_tool(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let is_allowed =
        display.beside(move |playback| display.allowed() == Help::Foresight || playback.game().ending().is_some());
    let address = display
        .beside(move |playback| Route::analysis_in_play(playback.game()).with_monster(display.monster()).to_string());
    move || {
        is_allowed.get().then(|| {
            view! {
                <a class="tool" data-do="analyse" href=address aria-label=t_string!(i18n, help.analyse) title=t_string!(i18n, help.analyse)>
                    <svg viewBox=Icon::Analysis.view_box() aria-hidden="true" inner_html=Icon::Analysis.markup()></svg>
                </a>
            }
        })
    }
}

/// Sound and keys as a line of the menu of a table with company.
pub(in crate::page) fn sound_line() -> impl IntoView {
    let i18n = use_i18n();
    let ears: Ears = expect_context();
    let words = move || t_string!(i18n, voice.sound).to_owned();
    menu_line("menu-sound", Icon::Sound, words, String::new, move || ears.open_or_close())
}

/// The tools as lines of the menu of a table with company, for screens without room for them.
fn tool_lines(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let text = use_context::<Reading>().map(|reading| {
        menu_line(
            "menu-text",
            Icon::Text,
            move || t_string!(i18n, voice.title).to_owned(),
            String::new,
            move || {
                reading.open(!reading.is_open.get_untracked());
            },
        )
    });
    let help = (display.allowed() != Help::Nothing).then(|| {
        let shown = move || words::help(i18n, display.help.get()).to_owned();
        let more_or_less = move || display.show_more_or_less();
        menu_line("menu-help", Icon::Help, move || t_string!(i18n, help.help).to_owned(), shown, more_or_less)
    });
    view! {
        {text}
        {sound_line()}
        {help}
    }
}

/// The header. `offers` is what the menu has besides the tools.
pub(in crate::page) fn mast(display: Display, offers: impl IntoView) -> impl IntoView {
    let i18n = use_i18n();
    let company = Company::of_table();
    let now = display.beside(stage_and_turn);
    let stage = move || words::stage(i18n, now.get().0);
    let pip = move |turn: u8| {
        let is = move |wanted: fn(u8, u8) -> bool| move || wanted(turn, now.get().1);
        view! {
            <li class:done=is(|turn, now| turn < now) class:now=is(|turn, now| turn == now)
                aria-current=move || (turn == now.get().1).then_some("step")>{turn}</li>
        }
    };
    let help_label = move || match display.allowed() {
        Help::Nothing => t_string!(i18n, help.not_at_this_table).to_owned(),
        Help::Sight | Help::Foresight => {
            let shown = t_string!(i18n, help.shown, level = words::help(i18n, display.help.get())).to_string();
            if display.help.get() == Help::Nothing { shown } else { format!("{shown} {}", t_string!(i18n, help.eyes)) }
        }
    };
    let help_icon = move || match display.help.get() {
        Help::Nothing => Icon::ClosedEye.markup(),
        Help::Sight => Icon::Help.markup(),
        Help::Foresight => Icon::Foresight.markup(),
    };
    let tools = view! {
        {text_tool()}
        {sound_tool()}
        {company.is_none().then(|| analysis_tool(display))}
        <button
            class="tool"
            data-do="help"
            data-help=move || words::help(i18n, display.help.get())
            disabled=display.allowed() == Help::Nothing
            title=help_label
            aria-label=help_label
            on:click=move |_| display.show_more_or_less()
        >
            <svg viewBox=Icon::Help.view_box() aria-hidden="true" inner_html=help_icon></svg>
        </button>
        // Rules, colours and the way home are in its own menu.
        {company.map(|company| company.tools.run(tool_lines(display).into_any()))}
    };
    let rest = view! { {rules_tool()} {offers} {company.is_none().then(colours_and_home)} };
    view! {
        <header class="mast panel">
            <a class="homeward" href=Route::Home.to_string() inner_html=move || logo(t_string!(i18n, common.home))></a>
            {menu(tools, rest)}
            <div class="turnbox">
                <b class="disp">{stage}</b>
                <ol class="pips" aria-label=move || t_string!(i18n, table.turn_of, turn = now.get().1).to_string()>
                    {(1..=TURNS).map(pip).collect_view()}
                </ol>
            </div>
        </header>
    }
}
