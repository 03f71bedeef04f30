//! The box: everything that can be put down, and the settings of the game.

use leptos::prelude::*;
use rules::game::{Axis, Band, Face, Length, Pair, Stage};
use rules::{Direction, FigureId, Stone, Tombstone};
use web_sys::KeyboardEvent;

use super::bench::Bench;
use super::words;
use crate::draw::coin::{self, CHIP_BOX, Dress, chip};
use crate::draw::graves::single;
use crate::draw::monster::{Kit, from_above};
use crate::draw::tools::{FEET, HAND, RUBBER, TOOL_BOX, TURNS};
use crate::draw::{self, stone};
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::words::{self as common_words, colour};
use crate::scene::study::{Desk, Edit, Thing, Tool};

/// The bright numbers of a band.
const BRIGHT: [u8; 4] = [1, 3, 4, 5];

/// The tiles of the box.
const TILES: [Thing; 8] = [
    Thing::Stone(Stone::Plain),
    Thing::Stone(Stone::Crystal),
    Thing::Stone(Stone::TurnRight),
    Thing::Stone(Stone::TurnAround),
    Thing::Teleporter(Direction::North),
    Thing::Blood,
    Thing::SquarePool,
    Thing::LongPool(Axis::Row),
];

pub(super) fn tray(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let monsters = Direction::ALL.map(|facing| Tool::Put(Thing::Monster(facing)));
    let hands = [Tool::Hand, Tool::Walk, Tool::Rub];
    view! {
        <section class="tray panel" aria-label=move || t_string!(i18n, analysis.place)>
            <h2 class="disp">{t!(i18n, analysis.tiles)}</h2>
            {tool_row(bench, "pal", move || t_string!(i18n, analysis.tiles), move || TILES.map(Tool::Put).to_vec())}
            <h2 class="disp">{t!(i18n, analysis.bands)}</h2>
            <div class="pal seven" role="radiogroup" aria-label=move || t_string!(i18n, analysis.bands) on:keydown=rove>
                {Band::ALL.map(|band| band_button(bench, band)).collect_view()}
            </div>
            <h2 class="disp">{t!(i18n, things.figures)}</h2>
            {tool_row(bench, "pal fig4", move || t_string!(i18n, things.figures), move || figures(bench.band.get()))}
            <h2 class="disp">{t!(i18n, things.monster)}</h2>
            {tool_row(bench, "pal seven", move || t_string!(i18n, things.monster), move || [&monsters[..], &hands].concat())}
            <h2 class="disp">{t!(i18n, analysis.game)}</h2>
            <div class="pal seven">{game(bench)}{to_move(bench)}</div>
        </section>
    }
}

/// A row of tools. All rows together have one chosen tool, and each row is one stop for the Tab key.
fn tool_row(
    bench: Bench,
    class: &'static str,
    name: impl Fn() -> &'static str + Send + Sync + 'static,
    tools: impl Fn() -> Vec<Tool> + Send + Sync + 'static,
) -> impl IntoView {
    let tools = Memo::new(move |_| tools());
    let stop = Memo::new(move |_| {
        let (tools, chosen) = (tools.read(), bench.tool.get());
        tools.iter().find(|tool| tool.is_like(chosen)).or(tools.first()).copied()
    });
    let buttons = move || tools.get().into_iter().map(|tool| tool_button(bench, tool, stop)).collect_view();
    view! { <div class=class role="radiogroup" aria-label=name on:keydown=rove>{buttons}</div> }
}

/// The arrow keys in a row.
fn rove(event: KeyboardEvent) {
    focus::rove(&event);
}

/// Whether the Tab key stops at a button.
const fn tab_index(is_stop: bool) -> &'static str {
    if is_stop { "0" } else { "-1" }
}

/// A button that chooses a tool. Choosing it again turns what has an arrow or a long side.
fn tool_button(bench: Bench, tool: Tool, stop: Memo<Option<Tool>>) -> impl IntoView {
    let is_on = move || tool.is_like(bench.tool.get());
    let now = move || if is_on() { bench.tool.get() } else { tool };
    let label = move || bench.desk.with(|desk| words::tool(bench.i18n, desk, now()));
    let choose = move |_| {
        bench.tool.update(|chosen| *chosen = if tool.is_like(*chosen) { chosen.again() } else { tool });
        bench.chosen.set(None);
        bench.held.set(None);
    };
    let (view_box, _) = bench.desk.with_untracked(|desk| art(desk, tool));
    let markup = move || bench.desk.with(|desk| art(desk, now()).1);
    view! {
        <button
            class="p" role="radio" data-tool=tool.name() aria-checked=move || is_on().to_string() title=label
            tabindex=move || tab_index(stop.get() == Some(tool))
            on:click=choose
        >
            <svg viewBox=view_box aria-hidden="true" inner_html=markup></svg>
            <span class="vh">{label}</span>
        </button>
    }
}

/// The icon of a tool: its `viewBox` and its content.
fn art(desk: &Desk, tool: Tool) -> (&'static str, String) {
    let icon = |icon: &str| (TOOL_BOX, format!(r#"<g class="ic">{icon}</g>"#));
    let tile = |name: &str, width: u16, height: u16| {
        format!(r##"<use href="#tile-{name}" width="{width}" height="{height}"/>"##)
    };
    let turned = |degrees: u16, markup: String| format!(r#"<g transform="rotate({degrees})">{markup}</g>"#);
    let thing = match tool {
        Tool::Hand => return icon(HAND),
        Tool::Walk => return icon(FEET),
        Tool::Rub => return icon(RUBBER),
        Tool::Turn => return icon(TURNS),
        Tool::Put(thing) => thing,
    };
    match thing {
        Thing::Stone(kind) => ("-32 -32 64 64", stone::stone(kind)),
        Thing::Blood => {
            let drop = r#"<path class="drop" d="M0-34C14-10 24 2 24 16A24 24 0 0 1-24 16C-24 2-14-10 0-34Z"/>"#;
            ("-45 -45 90 90", drop.to_owned())
        }
        Thing::SquarePool => ("0 0 200 200", tile("pool-square", 200, 200)),
        Thing::LongPool(axis) => {
            let degrees = match axis {
                Axis::Row => 0,
                Axis::Column => 90,
            };
            let pool = format!(r#"<g transform="translate(-200 -50)">{}</g>"#, tile("pool-long", 400, 100));
            ("-200 -200 400 400", turned(degrees, pool))
        }
        Thing::Teleporter(arrow) => ("-38 -38 76 76", stone::teleporter(Pair::One, arrow)),
        Thing::Figure(figure) => ("-33 -33 66 68", coin::pictured(figure, desk.face(figure), Dress::default())),
        Thing::Monster(facing) => {
            let nose = r#"<path class="nose" d="M-12-46 0-62 12-46Z"/>"#;
            ("-58 -58 116 116", turned(draw::degrees(facing), from_above(Kit::default()) + nose))
        }
    }
}

fn band_button(bench: Bench, band: Band) -> impl IntoView {
    let i18n = use_i18n();
    let is_on = move || bench.band.get() == band;
    let choose = move |_| {
        bench.band.set(band);
        // With a figure of another band in the hand, choosing a band chooses its figure.
        if let Tool::Put(Thing::Figure(figure)) = bench.tool.get_untracked()
            && let Some(same) = FigureId::of(band, figure.number(Face::Bright))
        {
            bench.tool.set(Tool::Put(Thing::Figure(same)));
        }
    };
    view! {
        <button
            class="p band"
            role="radio"
            data-band=coin::letter(band).to_string()
            aria-checked=move || is_on().to_string()
            tabindex=move || tab_index(is_on())
            title=move || colour(i18n, band)
            on:click=choose
        >
            <svg viewBox=CHIP_BOX aria-hidden="true" inner_html=chip(band)></svg>
            <span class="vh">{move || colour(i18n, band)}</span>
        </button>
    }
}

/// The figures of a band, and what turns them over.
fn figures(band: Band) -> Vec<Tool> {
    let numbers = BRIGHT.into_iter().filter(move |bright| band.has_four() || *bright != 3);
    let figures = numbers.filter_map(|bright| FigureId::of(band, bright));
    figures.map(|figure| Tool::Put(Thing::Figure(figure))).chain([Tool::Turn]).collect()
}

/// Stage and tombstones, and boards to begin with.
fn game(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let stage = move |stage: Stage| {
        let is_on = move || bench.desk.with(|desk| desk.situation().stage == stage);
        let name = move || common_words::stage(i18n, stage);
        view! {
            <button
                class="p" role="radio" data-stage=stage.number() aria-checked=move || is_on().to_string() title=name
                tabindex=move || tab_index(is_on())
                on:click=move |_| bench.edit(Edit::Stage(stage))
            >
                <span class="disp" aria-hidden="true">{"I".repeat(stage.number().into())}</span>
                <span class="vh">{name}</span>
            </button>
        }
    };
    let is_long = move || bench.desk.with(|desk| desk.situation().length == Length::Long);
    let other_length = move |_| {
        let length = if is_long() { Length::Normal } else { Length::Long };
        bench.edit(Edit::Length(length));
    };
    view! {
        <span class="set" role="radiogroup" aria-label=move || t_string!(i18n, analysis.game) on:keydown=rove>
            {stage(Stage::One)}
            {stage(Stage::Two)}
        </span>
        <button
            class="p" data-do="long" aria-pressed=move || is_long().to_string()
            title=move || t_string!(i18n, analysis.long_game)
            on:click=other_length
        >
            <svg viewBox="-44 -50 88 96" aria-hidden="true" inner_html=single(Tombstone::hits(3), 0, false, false)></svg>
            <span class="vh">{t!(i18n, analysis.long_game)}</span>
        </button>
        <button
            class="p two" data-do="basic" title=move || t_string!(i18n, analysis.basic)
            on:click=move |_| bench.edit(Edit::Lay(Box::new(Desk::basic())))
        >
            <span class="disp">{t!(i18n, analysis.basic_short)}</span>
        </button>
        <button
            class="p two" data-do="empty" title=move || t_string!(i18n, analysis.empty)
            on:click=move |_| bench.edit(Edit::Empty)
        >
            <span class="disp">{t!(i18n, analysis.empty_short)}</span>
        </button>
    }
}

/// The band that is to move.
fn to_move(bench: Bench) -> impl IntoView {
    let bands = Memo::new(move |_| bench.desk.with(|desk| desk.situation().players.clone()));
    let acting = Memo::new(move |_| bench.desk.with(Desk::to_move));
    let stop = Memo::new(move |_| acting.get().or_else(|| bands.read().first().copied()));
    let button = move |band: Band| {
        let label = move || words::to_move(bench.i18n, band);
        view! {
            <button
                class="p band" role="radio" data-to-move=coin::letter(band).to_string() title=label
                aria-checked=move || (acting.get() == Some(band)).to_string()
                tabindex=move || tab_index(stop.get() == Some(band))
                on:click=move |_| bench.edit(Edit::ToMove(band))
            >
                <svg viewBox=CHIP_BOX aria-hidden="true" inner_html=chip(band)></svg>
                <span class="vh">{label}</span>
            </button>
        }
    };
    move || {
        let buttons = bands.get().into_iter().map(button).collect_view();
        (!bands.read().is_empty()).then(|| view! {
            <span class="set" role="radiogroup" aria-label=move || t_string!(bench.i18n, table.whose_turn) on:keydown=rove>
                {buttons}
            </span>
        })
    }
}
