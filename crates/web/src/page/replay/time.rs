//! The time line: a cell per turn with one slider over all of them, and the buttons beside it.

use leptos::html::Div;
use leptos::prelude::*;
use rules::game::{Stage, TURNS};
use web_sys::{KeyboardEvent, PointerEvent};

use super::viewer::Viewer;
use crate::draw::time_line::{self, CELL_BOX, EATEN_BOX, ESCAPED_BOX, Transport};
use crate::page::i18n::*;
use crate::page::words::{self, Language};
use crate::scene::replay::{Jump, TurnCell};

pub(super) fn time(viewer: Viewer) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="time panel" aria-label=move || t_string!(i18n, replay.time)>
            {transport(viewer)}
            {line(viewer)}
        </section>
    }
}

fn transport(viewer: Viewer) -> impl IntoView {
    let i18n = use_i18n();
    let (first, last) = viewer.with_replay(|replay| (replay.first(), replay.last()));
    let button = move |transport: Transport, jump: Jump, label: fn(Language) -> &'static str| {
        // Disabling a button while it is pressed would lose the keyboard focus.
        let is_idle = move || match jump {
            Jump::Start | Jump::BackTurn | Jump::Back => viewer.moment.get() == first,
            Jump::On | Jump::OnTurn | Jump::End => viewer.moment.get() == last,
        };
        view! {
            <button
                data-do=transport.name()
                aria-label=move || label(i18n)
                aria-disabled=move || is_idle().to_string()
                on:click=move |_| viewer.jump(jump)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=transport.markup()></svg>
            </button>
        }
    };
    let play = move || if viewer.is_playing.get() { Transport::Pause } else { Transport::Play };
    let play_label = move || match viewer.is_playing.get() {
        true => t_string!(i18n, replay.pause),
        false => t_string!(i18n, replay.play),
    };
    view! {
        <div class="ctl" role="group" aria-label=move || t_string!(i18n, replay.transport)>
            {button(Transport::Start, Jump::Start, |i18n| t_string!(i18n, replay.to_start))}
            {button(Transport::Back, Jump::Back, |i18n| t_string!(i18n, replay.back))}
            <button class="play" data-do="play" aria-label=play_label on:click=move |_| viewer.play_or_pause()>
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=move || play().markup()></svg>
            </button>
            {button(Transport::On, Jump::On, |i18n| t_string!(i18n, replay.on))}
            {button(Transport::End, Jump::End, |i18n| t_string!(i18n, replay.to_end))}
        </div>
    }
}

fn line(viewer: Viewer) -> impl IntoView {
    let i18n = use_i18n();
    let (first, last) = viewer.with_replay(|replay| (replay.first(), replay.last()));
    let cells = viewer.with_replay(|replay| replay.cells());
    let (one, two) = cells.split_at(TURNS.into());
    let rows = [(Stage::One, one.to_vec()), (Stage::Two, two.to_vec())];
    let nodes = [NodeRef::<Div>::new(), NodeRef::<Div>::new()];
    let told = move || {
        let moment = viewer.moment.get();
        viewer.with_replay(|replay| {
            let turn = replay.turns()[replay.turn_at(moment)];
            moment_words(i18n, turn, moment, last)
        })
    };
    // The place of a pointer on the line, in turns.
    let along = move |event: &PointerEvent| {
        let x = f64::from(event.client_x());
        let rects = nodes.map(|node| node.get_untracked().map(|node| node.get_bounding_client_rect()));
        let [Some(one), Some(two)] = rects else { return None };
        let turns = f64::from(TURNS);
        let into = |rect: &web_sys::DomRect| ((x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0) * turns;
        Some(if x < two.left() { into(&one) } else { turns + into(&two) } as f32)
    };
    let pointed = move |event: &PointerEvent| {
        let moment = viewer.with_replay(|replay| along(event).map(|along| replay.moment_at(along)));
        moment.filter(|moment| *moment != viewer.moment.get_untracked())
    };
    let node = NodeRef::<Div>::new();
    let down = move |event: PointerEvent| {
        if event.button() == 0 && event.is_primary() {
            if let Some(moment) = pointed(&event) {
                viewer.go_to(moment);
            }
            if let Some(node) = node.get_untracked() {
                // Fails if the pointer is gone in the meantime.
                let _ = node.set_pointer_capture(event.pointer_id());
            }
        }
    };
    let moved = move |event: PointerEvent| {
        if event.buttons() & 1 == 1
            && event.is_primary()
            && let Some(moment) = pointed(&event)
        {
            viewer.pass(moment);
        }
    };
    let stage = move |(stage, cells): (Stage, Vec<(Stage, u8, Option<TurnCell>)>)| {
        let name = move || words::stage(i18n, stage);
        let row = match stage {
            Stage::One => nodes[0],
            Stage::Two => nodes[1],
        };
        view! {
            <div class="half">
                <b>{name}</b>
                <div class="trn" node_ref=row>
                    {cells.into_iter().map(|(_, turn, played)| cell(viewer, turn, played)).collect_view()}
                </div>
            </div>
        }
    };
    view! {
        <div
            class="line"
            role="slider"
            tabindex="0"
            node_ref=node
            aria-label=move || t_string!(i18n, replay.moment_label)
            aria-valuemin=first
            aria-valuemax=last
            aria-valuenow=move || viewer.moment.get()
            aria-valuetext=told
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=move |_| viewer.arrive()
        >
            {rows.map(stage).collect_view()}
        </div>
    }
}

/// "Stage 2, turn 4, action 57 of 122".
pub(super) fn moment_words(i18n: Language, turn: TurnCell, nth: usize, of: usize) -> String {
    let moment = words::moment(i18n, turn.stage.number(), turn.turn);
    format!("{moment}, {}", t_string!(i18n, replay.action, nth, of))
}

fn cell(viewer: Viewer, turn: u8, played: Option<TurnCell>) -> impl IntoView {
    let Some(cell) = played else { return view! { <div class="tt off">{turn}</div> }.into_any() };
    let is_now = Memo::new(move |_| {
        let moment = viewer.moment.get();
        viewer.with_replay(|replay| replay.turns()[replay.turn_at(moment)] == cell)
    });
    let knob = move || {
        is_now.get().then(|| {
            let along = move || viewer.with_replay(|replay| replay.along(viewer.moment.get()));
            // After the last turn the knob stands at its right end.
            let into = move || (along() - f32::from((cell.stage.number() - 1) * TURNS + turn - 1)).clamp(0.0, 1.0);
            view! { <span class="knob" style:left=move || format!("{:.1}%", into() * 100.0)></span> }
        })
    };
    let moves = cell.to - cell.from;
    let sign = move || match cell.tombstone {
        Some(tombstone) => view! { <svg viewBox=CELL_BOX inner_html=time_line::tombstone(tombstone)></svg> }.into_any(),
        None => turn.into_any(),
    };
    let fates = view! {
        <span class="ev">
            {(cell.eaten > 0).then(|| view! { <svg viewBox=EATEN_BOX inner_html=time_line::eaten()></svg> })}
            {(cell.escaped > 0).then(|| view! { <svg viewBox=ESCAPED_BOX inner_html=time_line::escaped()></svg> })}
        </span>
    };
    view! {
        <div class="tt on" class:now=is_now data-turn=turn data-from=cell.from aria-hidden="true">
            {sign}
            {(cell.eaten + cell.escaped > 0).then_some(fates)}
            <span class="ticks" style:--moves=moves.max(1).to_string()></span>
            {knob}
        </div>
    }
    .into_any()
}

/// Handles a key wherever the focus is; returns whether it was used.
pub(super) fn act_on_key(viewer: Viewer, event: &KeyboardEvent) -> bool {
    match (event.key().as_str(), event.shift_key()) {
        ("ArrowLeft" | "ArrowDown", false) => viewer.jump(Jump::Back),
        ("ArrowRight" | "ArrowUp", false) => viewer.jump(Jump::On),
        ("ArrowLeft" | "ArrowDown", true) | ("PageDown", _) => viewer.jump(Jump::BackTurn),
        ("ArrowRight" | "ArrowUp", true) | ("PageUp", _) => viewer.jump(Jump::OnTurn),
        ("Home", _) => viewer.jump(Jump::Start),
        ("End", _) => viewer.jump(Jump::End),
        (" ", _) => viewer.play_or_pause(),
        _ => return false,
    }
    true
}
