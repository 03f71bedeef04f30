//! The fortress of a game that its players lay in turn: coordinates its driver, the hand and the tiles.

use leptos::prelude::*;
use rules::game::{Action, Game, Placement, Seat, Tile};

use super::bench::{LayingBench, Purpose};
use crate::page::clock::prefers_stillness;
use crate::page::display::marks_own;
use crate::page::driver::{Driver, Trouble};
use crate::page::follow::{Follower, Hooks};
use crate::page::names::ShownSeat;
use crate::scene::flow::Pace;
use crate::scene::laying::{TileHand, TileReel};
use crate::table::{Attendance, Die, Speed, Turn};

/// A fortress that is being laid by the players of a game.
#[derive(Clone, Copy)]
pub(super) struct SetUp {
    driver: Driver,
    follower: Follower<TileReel>,
    seats: StoredValue<Vec<ShownSeat>>,
    /// The tiles and the hand over them.
    pub(super) bench: LayingBench,
    /// The game, as far as it has been shown.
    pub(super) game: RwSignal<Game>,
    /// The last tile, and the seat that laid it.
    pub(super) last: RwSignal<Option<(Seat, Placement)>>,
    /// What went wrong.
    pub(super) trouble: RwSignal<Option<Trouble>>,
}

impl SetUp {
    /// Shows the game as it is, and calls `on_done` when all tiles are laid.
    pub(super) fn new(driver: Driver, seats: Vec<ShownSeat>, on_done: Callback<()>) -> SetUp {
        let (reel, monster) =
            driver.read(|table| (TileReel::new(table.story(), table.story().actions()), table.monster()));
        let bench = LayingBench::new(reel.tiles(), Purpose::Game(driver.capabilities().die), monster);
        let (game, last) = (RwSignal::new(reel.game().clone()), RwSignal::new(reel.last()));
        let (reel, speed) = (RwSignal::new(reel), RwSignal::new(driver.drive().speed()));
        let hooks = Hooks {
            hand_over: Callback::new(move |_| {
                if bench.hand.with_untracked(Option::is_none) {
                    bench.hand.set(Some(TileHand::new(bench.tiles.get_untracked())));
                }
            }),
            take_hand: Callback::new(move |()| {
                bench.hand.set(None);
                bench.is_rolling.set(false);
            }),
            // Tiles are not prepared.
            look_ahead: Callback::new(|()| {}),
            leave: on_done,
            changed: Callback::new(move |()| {
                let pace = Pace { speed: speed.get_untracked(), is_still: prefers_stillness() };
                reel.with_untracked(|reel| {
                    bench.tiles.set(reel.tiles());
                    bench.landing.set(reel.landing(pace));
                    game.set(reel.game().clone());
                    last.set(reel.last());
                });
            }),
        };
        let follower = Follower::new(driver, reel, speed, hooks);
        let trouble = driver.wires().trouble;
        let set_up = SetUp { driver, follower, seats: StoredValue::new(seats), bench, game, last, trouble };
        follower.begin();
        set_up
    }

    /// The seats.
    pub(super) fn seats(self) -> Vec<ShownSeat> {
        self.seats.get_value()
    }

    /// What can change about a seat.
    pub(super) fn attendance(self, seat: Seat) -> Attendance {
        self.driver.wires().attendance.with(|seats| seats.get(seat.index()).copied().unwrap_or_default())
    }

    /// Whether a seat is marked as one's own: it is played here, and others are not.
    pub(super) fn marks_own(self, seat: Seat) -> bool {
        self.driver.wires().attendance.with(|seats| marks_own(seats, seat))
    }

    /// Whether several people share the screen.
    pub(super) fn is_shared(self) -> bool {
        self.driver.wires().attendance.with(|seats| seats.iter().filter(|seat| seat.is_own).count() > 1)
    }

    /// How fast tiles come down.
    pub(super) fn speed(self) -> RwSignal<Speed> {
        self.follower.speed
    }

    /// Whether a tile of this device is on its way.
    pub(super) fn is_pending(self) -> Signal<bool> {
        self.follower.is_pending.into()
    }

    /// Lays what is in the hand: a tile, or what the die lays.
    pub(super) fn confirm(self) {
        let Turn::Here(seat) = self.driver.read(|table| table.turn()) else { return };
        if self.bench.is_rolling.get_untracked() {
            let count = match self.driver.capabilities().die {
                Die::AllTiles => Tile::COUNT,
                Die::OwnTile => 1,
            };
            return self.follower.act(count, || self.driver.drive().roll(seat));
        }
        let placement = self.bench.hand.with_untracked(|hand| hand.as_ref().and_then(TileHand::placement));
        if let Some(placement) = placement {
            self.follower.act(1, || self.driver.drive().act(seat, Action::Place(placement)));
        }
    }

    /// Changes how fast tiles come down.
    pub(super) fn set_speed(self, speed: Speed) {
        self.follower.set_speed(speed);
    }

    /// Skips what is animated, and all tiles until the next human.
    pub(super) fn skip(self) {
        if self.bench.hand.with_untracked(Option::is_none) {
            self.follower.skip();
        }
    }

    /// Dismisses a problem and asks the bots again.
    pub(super) fn try_again(self) {
        self.trouble.set(None);
        self.follower.proceed();
    }
}
