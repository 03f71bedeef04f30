//! The board on which tiles are laid: where the tile in the hand may lie, where it stands, and what is in its way.

use leptos::prelude::*;
use rules::game::{Placement, Tile};
use rules::{Cell, CellSet};

use super::bench::{LayingBench, Purpose};
use crate::draw::floor::{SPACE, center};
use crate::draw::{self, laying as draw_laying, sign};
use crate::page::board::{Board, BoardInput, Touch, board as plain_board};
use crate::page::i18n::*;
use crate::page::words::tile as tile_name;
use crate::scene::board::Scene;
use crate::scene::laying::{TileHand, tile_at};
use crate::scene::pointing::Hit;

/// The board itself.
pub(super) fn board(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let scene = Memo::new(move |_| {
        let ms = bench.landing.get().map_or(0, |(_, ms)| ms);
        Scene { ms, ..Scene::of_tiles(&bench.lying()) }
    });
    let board = Board {
        scene,
        view: bench.view,
        monster: bench.monster,
        input: Pointer { bench, scene, grip: StoredValue::new(None) }.input(),
        under: Memo::new(move |_| bench.read(spaces).unwrap_or_default()).into(),
        over: Memo::new(move |_| {
            let landing = bench.landing.get().map(|(placement, _)| draw_laying::landing(placement));
            bench.read(marks).unwrap_or_default() + &landing.unwrap_or_default()
        })
        .into(),
        hits: hits(bench).into_any(),
        label: Signal::derive(move || t_string!(i18n, setup.board).to_owned()),
        described_by: "board-help",
    };
    plain_board(board)
}

/// Where the tile in the hand may lie and where it may not.
fn spaces(hand: &TileHand) -> String {
    let Some(spaces) = hand.spaces() else { return String::new() };
    let stands = hand.placement().and_then(Placement::cells).unwrap_or(CellSet::EMPTY);
    draw_laying::legal(&spaces.legal, &stands) + &draw_laying::refused(&spaces.refused)
}

/// The tile where it stands or could stand, and why it may not lie where the player pointed.
fn marks(hand: &TileHand) -> String {
    let standing = hand.placement().map(draw_laying::standing);
    let preview = hand.preview_placement().map(draw_laying::preview);
    let refusal = hand.refusal().map(|refusal| {
        let cause = draw_laying::cause(&refusal.cause, refusal.wall);
        cause + &draw_laying::no(refusal.at)
    });
    // A tile in the hand shows where the cursor is.
    let cursor = hand.cursor().filter(|_| hand.tile().is_none()).map(|cell| draw::at(center(cell), &sign::focus()));
    [preview, standing, refusal, cursor].into_iter().flatten().collect()
}

/// The state of a space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// The tile in the hand may lie there.
    Free,
    /// It may not.
    Refused,
    /// A tile lies there.
    Taken(Tile),
}

/// The spaces as buttons, for keyboard and screen reader.
fn hits(bench: LayingBench) -> impl IntoView {
    let i18n = use_i18n();
    let uses = Memo::new(move |_| bench.read(|hand| uses(bench.purpose, hand)).unwrap_or_default());
    move || {
        let hit = |(cell, good_for): (Cell, Use)| {
            let name = match good_for {
                Use::Free => format!("{cell}, {}", t_string!(i18n, setup.free)),
                Use::Refused => format!("{cell}, {}", t_string!(i18n, setup.refused)),
                Use::Taken(tile) => format!("{cell}, {}", tile_name(i18n, tile)),
            };
            let (x, y) = center(cell);
            view! {
                <rect
                    class="hit" role="button" tabindex="-1" data-cell=cell.to_string() aria-label=name
                    x=x - SPACE / 2.0 y=y - SPACE / 2.0 width=SPACE height=SPACE
                    // The board handles pointers.
                    on:click=move |event| if event.detail() == 0 { touch(bench, cell) }
                />
            }
        };
        uses.get().into_iter().map(hit).collect_view()
    }
}

fn uses(purpose: Purpose, hand: &TileHand) -> Vec<(Cell, Use)> {
    let spaces = hand.spaces();
    let good_for = |cell: Cell| match (tile_at(hand.tiles(), cell), spaces) {
        (Some(placement), _) if spaces.is_some() || purpose == Purpose::Own => Some(Use::Taken(placement.tile())),
        (Some(_), _) | (None, None) => None,
        (None, Some(spaces)) => Some(if spaces.legal.has(cell) { Use::Free } else { Use::Refused }),
    };
    Cell::ALL.into_iter().filter_map(|cell| Some((cell, good_for(cell)?))).collect()
}

/// Selects a space: lifts the tile there, if that is allowed; otherwise the tile in the hand is placed there.
pub(super) fn touch(bench: LayingBench, cell: Cell) {
    bench.with_hand(|hand| {
        // A tile that was just taken from the tray is refused with a reason and stays in the hand.
        let may_lift = bench.purpose == Purpose::Own && (hand.tile().is_none() || hand.placement().is_some());
        if !(may_lift && hand.lift(cell)) && hand.tile().is_some() {
            hand.point(cell);
        }
    });
}

/// A pointer over the board.
#[derive(Clone, Copy)]
struct Pointer {
    bench: LayingBench,
    scene: Memo<Scene>,
    /// The space that the tile was dragged to.
    grip: StoredValue<Option<Cell>>,
}

impl Pointer {
    fn input(self) -> BoardInput {
        BoardInput {
            down: Callback::new(move |touch| self.down(touch)),
            moved: Callback::new(move |touch| self.moved(touch)),
            up: Callback::new(move |_| self.grip.set_value(None)),
            left: Callback::new(move |()| {
                self.grip.set_value(None);
                self.preview(None);
            }),
        }
    }

    fn cell(self, at: Touch) -> Option<Cell> {
        self.scene.with_untracked(|scene| Hit::at(scene, at.point)).and_then(Hit::cell)
    }

    fn down(self, at: Touch) -> bool {
        let standing = self.bench.hand.with_untracked(|hand| hand.as_ref().and_then(TileHand::placement));
        if let Some(arrow) = standing.and_then(|standing| draw_laying::knob_at(standing, at.point)) {
            self.bench.with_hand(|hand| hand.point_arrow(arrow));
            return false;
        }
        let Some(cell) = self.cell(at) else { return false };
        touch(self.bench, cell);
        self.grip.set_value(Some(cell));
        true
    }

    fn moved(self, at: Touch) {
        let cell = self.cell(at);
        match (self.grip.get_value().filter(|_| at.is_pressed), cell) {
            (Some(last), Some(cell)) if last != cell => {
                self.grip.set_value(Some(cell));
                self.bench.with_hand(|hand| {
                    if hand.tile().is_some() {
                        hand.point(cell);
                    }
                });
            }
            (Some(_), _) => {}
            // A finger does not hover.
            (None, _) if at.is_finger => {}
            (None, cell) => self.preview(cell),
        }
    }

    /// Hovering selects nothing, so the die stays in the hand.
    fn preview(self, cell: Option<Cell>) {
        self.bench.hand.maybe_update(|hand| {
            let before = hand.clone();
            if let Some(hand) = hand {
                hand.preview(cell);
            }
            *hand != before
        });
    }
}
