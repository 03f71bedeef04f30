//! The keys while tiles are laid, wherever the focus is.

use leptos::prelude::*;
use rules::Direction;
use web_sys::KeyboardEvent;

use super::bench::{LayingBench, Purpose};
use super::board::touch;
use crate::page::keys;
use crate::page::table::on_board;
use crate::scene::laying::{TRAY, TileHand};

/// Listens to the keyboard. `confirm` lays what is in the hand, `skip` skips what others do.
pub(super) fn listen(bench: LayingBench, confirm: Callback<()>, skip: Callback<()>) {
    // On the window, because the element with the focus may disappear.
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        act_on_key(bench, confirm, skip, &event);
    });
    on_cleanup(move || keys.remove());
}

fn act_on_key(bench: LayingBench, confirm: Callback<()>, skip: Callback<()>, event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
        return;
    }
    if keys::is_taken(event) {
        return;
    }
    let step = |direction| bench.with_hand(|hand| hand.step(on_board(bench.view.get_untracked(), direction)));
    let has_hand = bench.hand.with_untracked(Option::is_some);
    match event.key().as_str() {
        " " if !has_hand => skip.run(()),
        _ if !has_hand => return,
        "ArrowUp" => step(Direction::North),
        "ArrowRight" => step(Direction::East),
        "ArrowDown" => step(Direction::South),
        "ArrowLeft" => step(Direction::West),
        "Enter" => enter(bench, confirm),
        "Escape" | "Backspace" => bench.take_back(),
        "Delete" if bench.purpose == Purpose::Own => bench.with_hand(TileHand::put_away),
        "r" => bench.with_hand(TileHand::turn_right),
        "R" => bench.with_hand(TileHand::turn_left),
        "9" => bench.roll(),
        key => match key.parse::<usize>().ok().and_then(|number| TRAY.get(number.checked_sub(1)?)) {
            Some(tile) => bench.with_hand(|hand| hand.pick(*tile)),
            None => return,
        },
    }
    event.prevent_default();
}

/// Lays what is in the hand; an empty hand lifts the tile under the cursor, if that is allowed.
fn enter(bench: LayingBench, confirm: Callback<()>) {
    if untrack(|| bench.is_ready()) {
        return confirm.run(());
    }
    let cursor = bench.hand.with_untracked(|hand| hand.as_ref().filter(|hand| hand.tile().is_none())?.cursor());
    if let Some(cell) = cursor {
        touch(bench, cell);
    }
}
