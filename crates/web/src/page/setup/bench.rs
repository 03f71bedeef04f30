//! A fortress on the screen that is being laid: what lies, and the hand over it. It does not know whether a game or an
//! editor is behind it.

use leptos::prelude::*;
use rules::game::{PartialFortress, Placement, Tile};

use crate::draw::floor::Orientation;
use crate::page::focus;
use crate::page::table::board_view;
use crate::scene::laying::Laying;

/// A fortress that is being laid.
#[derive(Clone, Copy)]
pub(super) struct LayingBench {
    /// What lies, as far as it has been shown.
    pub(super) layout: RwSignal<PartialFortress>,
    /// The hand of whoever lays at this screen.
    pub(super) hand: RwSignal<Option<Laying>>,
    /// Whether the die is in the hand instead of a tile.
    pub(super) is_rolling: RwSignal<bool>,
    /// A tile that comes down while everybody watches, and how long that takes in milliseconds.
    pub(super) landing: RwSignal<Option<(Placement, u32)>>,
    /// Whose fortress it is.
    pub(super) purpose: Purpose,
    /// The number of the monster's mix of parts.
    pub(super) kit: u8,
    /// How the board lies.
    pub(super) view: Signal<Orientation>,
}

/// Whose fortress it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// That of a game: everybody lays in turn, and what lies stays.
    Game,
    /// That of somebody alone, who may lift everything again.
    Own,
}

impl LayingBench {
    /// These tiles, and no hand over them.
    pub(super) fn new(layout: PartialFortress, purpose: Purpose, kit: u8) -> LayingBench {
        let hand = RwSignal::new(None);
        // A bar that makes room for another one takes its buttons along.
        Effect::new(move || {
            hand.track();
            focus::rescue();
        });
        LayingBench {
            layout: RwSignal::new(layout),
            hand,
            is_rolling: RwSignal::new(false),
            landing: RwSignal::new(None),
            purpose,
            kit,
            view: board_view(),
        }
    }

    /// Changes the hand; the die goes out of it.
    pub(super) fn with_hand(self, change: impl FnOnce(&mut Laying)) {
        self.is_rolling.maybe_update(|rolling| std::mem::replace(rolling, false));
        self.hand.maybe_update(|hand| {
            let before = hand.clone();
            if let Some(laying) = hand {
                change(laying);
            }
            *hand != before
        });
    }

    /// Takes the die into the hand.
    pub(super) fn roll(self) {
        if self.tiles_left() > 0 && self.hand.with_untracked(Option::is_some) {
            self.with_hand(Laying::let_go);
            self.is_rolling.set(true);
        }
    }

    /// Takes back one thing.
    pub(super) fn take_back(self) {
        if self.is_rolling.get_untracked() {
            self.is_rolling.set(false);
        } else {
            self.with_hand(Laying::take_back);
        }
    }

    /// Reads the hand, and follows it.
    pub(super) fn read<T>(self, read: impl FnOnce(&Laying) -> T) -> Option<T> {
        self.hand.with(|hand| hand.as_ref().map(read))
    }

    /// The tiles that lie, without the one in the hand.
    pub(super) fn lying(self) -> PartialFortress {
        self.read(|laying| *laying.layout()).unwrap_or_else(|| self.layout.get())
    }

    /// How many of a kind the tray holds.
    pub(super) fn left(self, tile: Tile) -> usize {
        self.read(|laying| laying.left(tile)).unwrap_or_else(|| self.layout.with(|layout| layout.left(tile)))
    }

    /// How many tiles the tray holds, now.
    pub(super) fn tiles_left(self) -> usize {
        untrack(|| Tile::BOX.into_iter().map(|(tile, _)| self.left(tile)).sum())
    }

    /// Whether there is something to confirm.
    pub(super) fn is_ready(self) -> bool {
        self.is_rolling.get() || self.read(|laying| laying.placement().is_some()).unwrap_or(false)
    }
}
