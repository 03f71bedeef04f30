//! The header of the table: the way home, the colours, stage and turn.

use leptos::prelude::*;
use rules::game::TURNS;

use crate::draw::icons::Icon;
use crate::draw::logo::logo;
use crate::page::app::theme_tool;
use crate::page::display::Display;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::sound::Ears;
use crate::page::table::company::Company;
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

/// Opens the settings of the sound, and shows whether it is on.
fn sound_tool() -> impl IntoView {
    let i18n = use_i18n();
    let ears: Ears = expect_context();
    let icon = move || if ears.loudness.get().is_on { Icon::Sound } else { Icon::Silence };
    view! {
        <button
            class="tool"
            data-do="sound-box"
            aria-label=move || t_string!(i18n, voice.sound)
            aria-expanded=move || ears.is_open.get().to_string()
            on:click=move |_| ears.open_or_close()
        >
            <svg viewBox=move || icon().view_box() aria-hidden="true" inner_html=move || icon().markup()></svg>
        </button>
    }
}

/// Leads to the analysis board with the current position: if foresight is allowed, or when the game is over.
fn analysis_tool(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let address = Memo::new(move |_| {
        display.playback.with(|playback| {
            let is_allowed = display.allowed() == Help::Foresight || playback.game().ending().is_some();
            is_allowed.then(|| Route::analysis_in_play(playback.game()).to_string())
        })
    });
    move || {
        address.get().map(|address| {
            view! {
                <a class="tool" data-do="analyse" href=address aria-label=t_string!(i18n, help.analyse) title=t_string!(i18n, help.analyse)>
                    <svg viewBox=Icon::Analysis.view_box() aria-hidden="true" inner_html=Icon::Analysis.markup()></svg>
                </a>
            }
        })
    }
}

pub(in crate::page) fn mast(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let company = Company::of_table();
    let now = Memo::new(move |_| display.playback.with(stage_and_turn));
    let stage = move || words::stage(i18n, now.get().0);
    let pip = move |turn: u8| {
        let is = move |wanted: fn(u8, u8) -> bool| move || wanted(turn, now.get().1);
        view! {
            <li class:done=is(|turn, now| turn < now) class:now=is(|turn, now| turn == now)
                aria-current=move || (turn == now.get().1).then_some("step")>{turn}</li>
        }
    };
    // Where there is no room for all tools, they are in a menu.
    let are_tools_open = RwSignal::new(false);
    // Before the tool acts: the menu closes, and the focus returns here from what the tool opens.
    let close_tools = move |_| {
        if are_tools_open.get_untracked() {
            are_tools_open.set(false);
            focus::on(".tool.more");
        }
    };
    let help_label = move || match display.allowed() {
        Help::Nothing => t_string!(i18n, help.not_at_this_table).to_owned(),
        Help::Sight | Help::Foresight => {
            t_string!(i18n, help.shown, level = words::help(i18n, display.help.get())).to_string()
        }
    };
    let help_icon = move || match display.help.get() {
        Help::Nothing => Icon::ClosedEye.markup(),
        Help::Sight => Icon::Help.markup(),
        Help::Foresight => Icon::Foresight.markup(),
    };
    view! {
        <header class="mast panel">
            <a class="homeward" href=Route::Home.to_string() inner_html=move || logo(t_string!(i18n, common.home))></a>
            <button
                class="tool more"
                aria-label=move || t_string!(i18n, voice.more)
                aria-expanded=move || are_tools_open.get().to_string()
                aria-controls="tools"
                on:click=move |_| are_tools_open.update(|is_open| *is_open = !*is_open)
            >
                <svg viewBox=Icon::Menu.view_box() aria-hidden="true" inner_html=Icon::Menu.markup()></svg>
            </button>
            <div class="tools" id="tools" class:open=are_tools_open on:click:capture=close_tools>
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
                {match company {
                    // Colours and the way home are in its menu.
                    Some(company) => company.tools.run(()),
                    None => view! {
                        {theme_tool()}
                        <a class="tool" href=Route::Home.to_string() aria-label=move || t_string!(i18n, common.home)>
                            <svg viewBox=Icon::Home.view_box() aria-hidden="true" inner_html=Icon::Home.markup()></svg>
                        </a>
                    }
                    .into_any(),
                }}
            </div>
            <div class="turnbox">
                <b class="disp">{stage}</b>
                <ol class="pips" aria-label=move || t_string!(i18n, table.turn_of, turn = now.get().1).to_string()>
                    {(1..=TURNS).map(pip).collect_view()}
                </ol>
            </div>
        </header>
    }
}
