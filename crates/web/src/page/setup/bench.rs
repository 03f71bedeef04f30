//! A fortress that is being laid on the screen: the tiles and the hand over them. It does not know whether it belongs
//! to a game or to the editor.

use leptos::prelude::*;
use rules::game::{PartialFortress, Placement, Tile};
use rules::terms::MonsterNumber;

use crate::draw::floor::Orientation;
use crate::page::focus;
use crate::page::table::board_view;
use crate::scene::laying::TileHand;
use crate::table::Die;

/// A fortress that is being laid.
#[derive(Clone, Copy)]
pub(super) struct LayingBench {
    /// The tiles, as far as they have been shown.
    pub(super) tiles: RwSignal<PartialFortress>,
    /// The hand of the player at this screen.
    pub(super) hand: RwSignal<Option<TileHand>>,
    /// Whether the die is in the hand instead of a tile.
    pub(super) is_rolling: RwSignal<bool>,
    /// A tile that is animated coming down, and the duration in milliseconds.
    pub(super) landing: RwSignal<Option<(Placement, u32)>>,
    /// The purpose of the fortress.
    pub(super) purpose: Purpose,
    /// The number of the monster, which determines its parts.
    pub(super) monster: MonsterNumber,
    /// The orientation of the board.
    pub(super) view: Signal<Orientation>,
}

/// The purpose of a fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A game: the players lay in turn, and tiles stay where they are. The die lays some of them.
    Game(Die),
    /// The editor: every tile can be lifted again.
    Own,
}

impl LayingBench {
    /// These tiles, and no hand over them.
    pub(super) fn new(tiles: PartialFortress, purpose: Purpose, monster: MonsterNumber) -> LayingBench {
        let hand = RwSignal::new(None);
        // A bar that is replaced by another one takes its buttons with it.
        Effect::new(move || {
            hand.track();
            // When the new bar stands.
            request_animation_frame(focus::rescue);
        });
        LayingBench {
            tiles: RwSignal::new(tiles),
            hand,
            is_rolling: RwSignal::new(false),
            landing: RwSignal::new(None),
            purpose,
            monster,
            view: board_view(),
        }
    }

    /// Changes the hand; the die is put back.
    pub(super) fn with_hand(self, change: impl FnOnce(&mut TileHand)) {
        self.is_rolling.maybe_update(|rolling| std::mem::replace(rolling, false));
        self.hand.maybe_update(|hand| {
            let before = hand.clone();
            if let Some(hand) = hand {
                change(hand);
            }
            *hand != before
        });
    }

    /// Takes the die into the hand.
    pub(super) fn roll(self) {
        if self.tiles_left() > 0 && self.hand.with_untracked(Option::is_some) {
            self.with_hand(TileHand::let_go);
            self.is_rolling.set(true);
        }
    }

    /// Undoes one thing.
    pub(super) fn take_back(self) {
        if self.is_rolling.get_untracked() {
            self.is_rolling.set(false);
        } else {
            self.with_hand(TileHand::take_back);
        }
    }

    /// Reads the hand and tracks it.
    pub(super) fn read<T>(self, read: impl FnOnce(&TileHand) -> T) -> Option<T> {
        self.hand.with(|hand| hand.as_ref().map(read))
    }

    /// The tiles laid, without the one in the hand.
    pub(super) fn lying(self) -> PartialFortress {
        self.read(|hand| *hand.tiles()).unwrap_or_else(|| self.tiles.get())
    }

    /// The number of tiles of a kind in the tray.
    pub(super) fn left(self, tile: Tile) -> usize {
        self.read(|hand| hand.left(tile)).unwrap_or_else(|| self.tiles.with(|tiles| tiles.left(tile)))
    }

    /// The current number of tiles in the tray.
    pub(super) fn tiles_left(self) -> usize {
        untrack(|| Tile::BOX.into_iter().map(|(tile, _)| self.left(tile)).sum())
    }

    /// Whether there is something to confirm.
    pub(super) fn is_ready(self) -> bool {
        self.is_rolling.get() || self.read(|hand| hand.placement().is_some()).unwrap_or(false)
    }
}
