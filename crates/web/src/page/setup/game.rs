//! The fortress of a game that its players lay in turn: coordinates hands, bots and their tiles.

use leptos::prelude::*;
use rules::game::{Action, Game, Placement, Seat};

use super::bench::{LayingBench, Purpose};
use crate::page::clock::Clock;
use crate::page::keeper::{Keeper, Newer, Trouble};
use crate::scene::laying::TileHand;
use crate::scene::playback::at_speed;
use crate::table::{Due, LocalTable, SeatPlan, Speed, Table, Who, tiles_laid};

/// The duration of a bot's tile coming down, including the time to look at it.
const LANDING_MS: u32 = 900;

/// The pause before the game begins.
const LAST_LOOK_MS: u32 = 1200;

/// A fortress that is being laid by the players of a game.
#[derive(Clone, Copy)]
pub(super) struct SetUp {
    keeper: Keeper,
    on_done: Callback<()>,
    clock: Clock,
    /// Whether tiles of bots are skipped until the next human.
    is_skipping: StoredValue<bool>,
    /// The tiles and the hand over them.
    pub(super) bench: LayingBench,
    /// The game, as far as it has been shown.
    pub(super) game: RwSignal<Game>,
    /// The last tile, and the seat that laid it.
    pub(super) last: RwSignal<Option<(Seat, Placement)>>,
    /// How fast tiles come down.
    pub(super) speed: RwSignal<Speed>,
    /// What went wrong.
    pub(super) trouble: RwSignal<Option<Trouble>>,
}

impl SetUp {
    /// Shows the game as it is, and calls `on_done` when all tiles are laid.
    pub(super) fn new(keeper: Keeper, on_done: Callback<()>) -> SetUp {
        let (game, tiles) = keeper.with(|table| (table.game().clone(), tiles_laid(table.played())));
        let set_up = SetUp {
            keeper,
            on_done,
            clock: Clock::new(),
            is_skipping: StoredValue::new(false),
            bench: LayingBench::new(tiles, Purpose::Game, keeper.with(LocalTable::monster)),
            game: RwSignal::new(game),
            last: RwSignal::new(None),
            speed: RwSignal::new(keeper.with(LocalTable::speed)),
            trouble: keeper.trouble,
        };
        keeper.watch_other_tabs(move |newer| set_up.adopt(newer), move || set_up.proceed());
        set_up.proceed();
        set_up
    }

    /// The seats.
    pub(super) fn seats(self) -> Vec<SeatPlan> {
        self.keeper.with(|table| table.seats().to_vec())
    }

    /// Whether several people share the screen.
    pub(super) fn is_shared(self) -> bool {
        self.seats().iter().filter(|seat| seat.who == Who::Human).count() > 1
    }

    /// Lays what is in the hand: a tile, or all remaining ones at random.
    pub(super) fn confirm(self) {
        let Due::Human(seat) = self.keeper.with(LocalTable::due) else { return };
        if self.bench.is_rolling.get_untracked() {
            self.keeper.update(LocalTable::lay_the_rest);
            self.has_changed();
        } else {
            let placement = self.bench.hand.with_untracked(|hand| hand.as_ref().and_then(TileHand::placement));
            if let Some(placement) = placement.filter(|placement| self.keeper.act(seat, Action::Place(*placement))) {
                self.last.set(Some((seat, placement)));
                self.has_changed();
            }
        }
    }

    /// Changes how fast tiles come down.
    pub(super) fn set_speed(self, speed: Speed) {
        self.speed.set(speed);
        self.keeper.update(|table| table.set_speed(speed));
        self.keep();
    }

    /// Skips what is animated, and all tiles until the next human.
    pub(super) fn skip(self) {
        if self.bench.hand.with_untracked(Option::is_none) {
            self.is_skipping.set_value(true);
            self.bench.landing.set(None);
            self.show();
            self.proceed();
        }
    }

    /// Dismisses a problem and asks the bots again.
    pub(super) fn try_again(self) {
        self.trouble.set(None);
        self.proceed();
    }

    /// Saves the game and shows what was done.
    fn has_changed(self) {
        self.bench.hand.set(None);
        self.bench.is_rolling.set(false);
        self.bench.landing.set(None);
        self.show();
        self.keep();
        self.proceed();
    }

    /// Catches up with the game.
    fn show(self) {
        let (game, tiles) = self.keeper.with(|table| (table.game().clone(), tiles_laid(table.played())));
        self.bench.tiles.set(tiles);
        self.game.set(game);
    }

    /// Does what is due: hands over to a player or a bot, or begins the game.
    fn proceed(self) {
        self.clock.stop();
        if let Some((_, ms)) = self.bench.landing.get_untracked() {
            return self.clock.set(ms, move || {
                self.bench.landing.set(None);
                self.show();
                self.proceed();
            });
        }
        match self.keeper.with(LocalTable::due) {
            _ if self.keeper.with(|table| table.game().playing().is_some()) => {
                let ms = if self.is_skipping.get_value() { 0 } else { LAST_LOOK_MS };
                self.clock.set(at_speed(ms, self.speed.get_untracked()), move || self.on_done.run(()));
            }
            Due::Human(_) => {
                self.is_skipping.set_value(false);
                if self.bench.hand.with_untracked(Option::is_none) {
                    self.bench.hand.set(Some(TileHand::new(self.bench.tiles.get_untracked())));
                }
            }
            Due::Bot(..) => self.keeper.think(move |seat, action| self.watch(seat, action)),
            Due::Nobody => {}
        }
    }

    /// Lays the tile of a bot with an animation.
    fn watch(self, seat: Seat, action: Action) {
        let Action::Place(placement) = action else { return self.trouble.set(Some(Trouble::Bot(seat))) };
        if !self.keeper.act(seat, action) {
            return;
        }
        self.last.set(Some((seat, placement)));
        if self.is_skipping.get_value() {
            return self.has_changed();
        }
        self.bench.landing.set(Some((placement, at_speed(LANDING_MS, self.speed.get_untracked()))));
        self.keep();
        self.proceed();
    }

    fn keep(self) {
        if let Some(newer) = self.keeper.keep() {
            self.adopt(newer);
        }
    }

    /// Continues with the game of another tab.
    fn adopt(self, Newer { table, common }: Newer) {
        let own = self.keeper.with(|own| own.played().len());
        if own > common {
            self.trouble.set(Some(Trouble::OtherTab));
        }
        let is_further = table.played().len() > common || own > common;
        self.speed.set(table.speed());
        self.keeper.replace(table);
        if is_further {
            self.bench.hand.set(None);
            self.bench.is_rolling.set(false);
            self.bench.landing.set(None);
            self.show();
        }
        self.proceed();
    }
}
