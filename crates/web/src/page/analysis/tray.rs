//! The box: everything that can be put down, and what else can be said of the game.

use leptos::prelude::*;
use rules::game::{Axis, Colour, Face, Length, Stage};
use rules::{Direction, FigureId, Stone, Tombstone};

use super::words;
use super::{Bench, Tool};
use crate::draw;
use crate::draw::coin::{self, CHIP_BOX, Dress, chip};
use crate::draw::graves::single;
use crate::draw::monster::{Kit, from_above};
use crate::draw::tools::{FEET, HAND, RUBBER, TOOL_BOX, TURNS};
use crate::page::i18n::*;
use crate::page::words::{self as common_words, colour};
use crate::scene::study::{Desk, Edit};

/// The bright numbers of a band.
const BRIGHT: [u8; 4] = [1, 3, 4, 5];

pub(super) fn tray(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="tray panel" aria-label=move || t_string!(i18n, analysis.place)>
            <h2 class="disp">{t!(i18n, analysis.tiles)}</h2>
            <div class="pal">{tiles(bench)}</div>
            <h2 class="disp">{t!(i18n, analysis.bands)}</h2>
            <div class="pal seven">{Colour::ALL.map(|band| band_button(bench, band)).collect_view()}</div>
            <h2 class="disp">{t!(i18n, things.figures)}</h2>
            <div class="pal fig4">{figures(bench)}</div>
            <h2 class="disp">{t!(i18n, things.monster)}</h2>
            <div class="pal">{monsters(bench)}</div>
            <h2 class="disp">{t!(i18n, analysis.game)}</h2>
            <div class="pal">{game(bench)}</div>
        </section>
    }
}

/// A button that chooses a tool.
fn tool_button(
    bench: Bench,
    tool: Tool,
    name: &'static str,
    label: impl Fn() -> String + Send + Sync + Clone + 'static,
    view_box: &'static str,
    markup: impl Fn() -> String + Send + 'static,
    again: impl Fn() + 'static,
) -> impl IntoView {
    let is_on = move || bench.tool.get() == tool;
    let title = label.clone();
    let choose = move |_| {
        if bench.tool.get_untracked() == tool {
            again();
        }
        bench.tool.set(tool);
        bench.chosen.set(None);
        bench.held.set(None);
    };
    view! {
        <button class="p" data-tool=name aria-pressed=move || is_on().to_string() title=title on:click=choose>
            <svg viewBox=view_box aria-hidden="true" inner_html=markup></svg>
            <span class="vh">{label}</span>
        </button>
    }
}

fn rich(name: &str, width: u16, height: u16) -> String {
    format!(r##"<use href="#tile-{name}" width="{width}" height="{height}"/>"##)
}

fn tiles(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let stones = [
        (Stone::Plain, "stone", "stone"),
        (Stone::Crystal, "crystal", "crystal"),
        (Stone::TurnRight, "turn_right", "turn-right"),
        (Stone::TurnAround, "turn_around", "turn-around"),
    ];
    let stones = stones.map(move |(stone, name, art)| {
        let label = move || common_words::stone(i18n, stone).to_owned();
        tool_button(bench, Tool::Stone(stone), name, label, "0 0 100 100", move || rich(art, 100, 100), || {})
    });
    let arrow = move || draw::degrees(bench.arrow.get());
    let teleporter =
        move || format!(r#"<g transform="rotate({} 50 50)">{}</g>"#, arrow(), rich("teleporter-a", 100, 100));
    let teleporter_label = move || common_words::arrow(i18n, t_string!(i18n, things.teleporter), bench.arrow.get());
    let turn_arrow = move || bench.arrow.update(|arrow| *arrow = arrow.right());
    let long_pool = move || {
        let turn = match bench.axis.get() {
            Axis::Row => 0,
            Axis::Column => 90,
        };
        format!(r#"<g transform="rotate({turn} 200 50)">{}</g>"#, rich("pool-long", 400, 100))
    };
    let long_label = move || words::long_pool(i18n, bench.axis.get());
    let turn_pool = move || {
        bench.axis.update(|axis| {
            *axis = match axis {
                Axis::Row => Axis::Column,
                Axis::Column => Axis::Row,
            };
        });
    };
    let blood = r#"<path class="drop" d="M0-34C14-10 24 2 24 16A24 24 0 0 1-24 16C-24 2-14-10 0-34Z"/>"#;
    let blood_label = move || t_string!(i18n, things.blood).to_owned();
    let square_label = move || t_string!(i18n, things.square_pool).to_owned();
    view! {
        {stones.collect_view()}
        {tool_button(bench, Tool::Teleporter, "teleporter", teleporter_label, "0 0 100 100", teleporter, turn_arrow)}
        {tool_button(bench, Tool::Blood, "blood", blood_label, "-45 -45 90 90", move || blood.to_owned(), || {})}
        {tool_button(bench, Tool::SquarePool, "square_pool", square_label, "0 0 200 200", || rich("pool-square", 200, 200), || {})}
        {tool_button(bench, Tool::LongPool, "long_pool", long_label, "50 -100 300 300", long_pool, turn_pool)}
    }
}

fn band_button(bench: Bench, band: Colour) -> impl IntoView {
    let i18n = use_i18n();
    let is_on = move || bench.band.get() == band;
    let choose = move |_| {
        bench.band.set(band);
        // Who holds a figure of another band wants the one of this band.
        if let Tool::Figure(figure) = bench.tool.get_untracked()
            && let Some(same) = FigureId::of(band, figure.number(Face::Bright))
        {
            bench.tool.set(Tool::Figure(same));
        }
    };
    view! {
        <button
            class="p band"
            data-band=coin::letter(band).to_string()
            aria-pressed=move || is_on().to_string()
            on:click=choose
        >
            <svg viewBox=CHIP_BOX aria-hidden="true" inner_html=chip(band)></svg>
            <span class="vh">{move || colour(i18n, band)}</span>
        </button>
    }
}

fn figures(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let buttons = move || {
        let band = bench.band.get();
        let figures = BRIGHT.into_iter().filter(move |bright| band.has_four() || *bright != 3);
        figures
            .filter_map(|bright| FigureId::of(band, bright))
            .map(|figure| {
                let face = move || bench.desk.with(|desk| desk.face(figure));
                let label = move || common_words::figure(i18n, figure, face());
                let markup = move || coin::pictured(figure, face(), Dress::default());
                let name = "figure";
                view! {
                    <span data-figure=figure.to_string()>
                        {tool_button(bench, Tool::Figure(figure), name, label, "-33 -33 66 68", markup, || {})}
                    </span>
                }
            })
            .collect_view()
    };
    let turn = || format!(r#"<g class="ic">{TURNS}</g>"#);
    let turn_label = move || t_string!(i18n, analysis.turn_over).to_owned();
    view! {
        {buttons}
        {tool_button(bench, Tool::Turn, "turn", turn_label, TOOL_BOX, turn, || {})}
    }
}

fn monsters(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let looks = Direction::ALL.map(move |facing| {
        let label = move || common_words::facing(i18n, t_string!(i18n, things.monster), facing);
        let markup = move || {
            let monster = from_above(Kit::from_number(0));
            format!(
                r#"<g transform="rotate({})">{monster}<path class="nose" d="M-12-46 0-62 12-46Z"/></g>"#,
                draw::degrees(facing)
            )
        };
        let name = match facing {
            Direction::North => "monster_north",
            Direction::East => "monster_east",
            Direction::South => "monster_south",
            Direction::West => "monster_west",
        };
        tool_button(bench, Tool::Monster(facing), name, label, "-58 -58 116 116", markup, || {})
    });
    let icon = |icon: &'static str| move || format!(r#"<g class="ic">{icon}</g>"#);
    let hand = move || t_string!(i18n, analysis.hand).to_owned();
    let walk = move || t_string!(i18n, analysis.walk).to_owned();
    let rub = move || t_string!(i18n, analysis.rub).to_owned();
    view! {
        {looks.collect_view()}
        {tool_button(bench, Tool::Hand, "hand", hand, TOOL_BOX, icon(HAND), || {})}
        {tool_button(bench, Tool::Walk, "walk", walk, TOOL_BOX, icon(FEET), || {})}
        {tool_button(bench, Tool::Rub, "rub", rub, TOOL_BOX, icon(RUBBER), || {})}
        <button
            class="p" data-do="empty" title=move || t_string!(i18n, analysis.empty)
            on:click=move |_| bench.edit(i18n, Edit::Empty)
        >
            <span class="tx">{t!(i18n, analysis.empty_short)}</span>
        </button>
    }
}

/// Stage, who is to move, which tombstones.
fn game(bench: Bench) -> impl IntoView {
    let i18n = use_i18n();
    let stage = move |stage: Stage| {
        let is_on = move || bench.desk.with(|desk| desk.situation().stage == stage);
        let name = move || common_words::stage(i18n, stage);
        view! {
            <button
                class="p" data-stage=stage.number() aria-pressed=move || is_on().to_string() title=name
                on:click=move |_| bench.edit(i18n, Edit::Stage(stage))
            >
                <span class="disp" aria-hidden="true">{"I".repeat(stage.number().into())}</span>
                <span class="vh">{name}</span>
            </button>
        }
    };
    let is_long = move || bench.desk.with(|desk| desk.situation().length == Length::Long);
    let other_length = move |_| {
        let length = if is_long() { Length::Normal } else { Length::Long };
        bench.edit(i18n, Edit::Length(length));
    };
    let bands = Memo::new(move |_| bench.desk.with(|desk| desk.situation().colours.clone()));
    let to_move = move || {
        bands
            .get()
            .into_iter()
            .map(|band| {
                let is_on = move || bench.desk.with(|desk| desk.to_move()) == Some(band);
                let label = move || t_string!(i18n, analysis.to_move, colour = colour(i18n, band)).to_string();
                view! {
                    <button
                        class="p band" data-to-move=coin::letter(band).to_string() title=label
                        aria-pressed=move || is_on().to_string()
                        on:click=move |_| bench.edit(i18n, Edit::ToMove(band))
                    >
                        <svg viewBox=CHIP_BOX aria-hidden="true" inner_html=chip(band)></svg>
                        <span class="vh">{label}</span>
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        {stage(Stage::One)}
        {stage(Stage::Two)}
        <button
            class="p" data-do="long" aria-pressed=move || is_long().to_string()
            title=move || t_string!(i18n, analysis.long_game)
            on:click=other_length
        >
            <svg viewBox="-44 -50 88 96" aria-hidden="true" inner_html=single(Tombstone::hits(3), 0, false, false)></svg>
            <span class="vh">{t!(i18n, analysis.long_game)}</span>
        </button>
        <button
            class="p" data-do="basic" title=move || t_string!(i18n, analysis.basic)
            on:click=move |_| bench.edit(i18n, Edit::Lay(Box::new(Desk::basic())))
        >
            <span class="tx">{t!(i18n, analysis.basic_short)}</span>
        </button>
        {to_move}
    }
}
