//! What stands behind a table on the screen: a game in this browser, or one on a server. The screens do not know which.

pub mod local;
pub mod remote;

use std::rc::Rc;

use leptos::prelude::*;
use rules::game::{Action, Seat};

use crate::route::GameRef;
use crate::table::{Answer, Attendance, Capabilities, Link, MoveTimer, News, Speed, Table};

/// What went wrong at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser does not save games.
    NotKept,
    /// The game was continued differently in another tab.
    OtherTab,
    /// The stored game was overwritten by something that this program cannot load, so it is no longer saved.
    Unreadable,
    /// A bot failed.
    Bot(Seat),
    /// An action does not count: somebody else was faster, or the seat was moved to another device.
    Overtaken,
    /// The server has gone back to an earlier moment of the game.
    SetBack,
    /// The server has no time for an action. It will be sent again.
    Busy,
}

/// What stands behind a table.
pub trait Drive {
    /// The game.
    fn game(&self) -> GameRef;

    /// Reads the table.
    fn read(&self, look: &mut dyn FnMut(&dyn Table));

    /// Takes an action of a seat of this device.
    fn act(&self, seat: Seat, action: Action) -> Answer;

    /// Rolls the die while tiles are laid: lays tiles at random, see [`Capabilities::die`].
    fn roll(&self, seat: Seat) -> Answer;

    /// Takes back the last move that was made here, if [`Capabilities::can_take_back`].
    fn take_back(&self);

    /// Whether an action of this device is on its way.
    fn is_pending(&self) -> bool;

    /// Why something that was shown here did not happen.
    fn overruled(&self) -> Trouble;

    /// Lets the bots of this device think, if it is their turn.
    fn think(&self);

    /// How fast pieces move.
    fn speed(&self) -> Speed;

    /// Changes how fast pieces move.
    fn set_speed(&self, speed: Speed);

    /// How long a move of somebody here may take. Only tables at one screen have a timer.
    fn timer(&self) -> Option<MoveTimer> {
        None
    }

    /// The number of actions that this device has shown.
    fn shown(&self) -> Option<usize>;

    /// Remembers the number of actions that this device has shown.
    fn set_shown(&self, shown: usize);

    /// Tries to get a lost connection back without waiting any longer.
    fn reconnect(&self);
}

/// What stands behind a table on the screen.
#[derive(Clone, Copy)]
pub struct Driver {
    drive: StoredValue<Rc<dyn Drive>, LocalStorage>,
    wires: Wires,
}

/// What a driver reports, as the screens receive it.
#[derive(Clone, Copy)]
pub struct Wires {
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
    /// The connection.
    pub link: RwSignal<Link>,
    /// What can change about each seat.
    pub attendance: RwSignal<Vec<Attendance>>,
    listener: StoredValue<Option<Callback<News>>>,
}

impl Default for Wires {
    fn default() -> Wires {
        Wires {
            trouble: RwSignal::new(None),
            link: RwSignal::new(Link::Up),
            attendance: RwSignal::new(vec![]),
            listener: StoredValue::new(None),
        }
    }
}

impl Wires {
    /// Tells the screen.
    pub fn tell(self, news: News) {
        if let Some(Some(listener)) = self.listener.try_get_value() {
            // The screen may be gone.
            let _ = listener.try_run(news);
        }
    }
}

impl Driver {
    /// This driver with these wires.
    #[must_use]
    pub fn new(drive: impl Drive + 'static, wires: Wires) -> Driver {
        let driver = Driver { drive: StoredValue::new_local(Rc::new(drive)), wires };
        wires.attendance.set(driver.read(|table| table.attendance()));
        driver
    }

    /// What the driver reports.
    #[must_use]
    pub fn wires(self) -> Wires {
        self.wires
    }

    /// Calls back with news, until another screen listens.
    pub fn listen(self, listener: Callback<News>) {
        self.wires.listener.set_value(Some(listener));
    }

    /// Reads the table.
    pub fn read<T>(self, look: impl FnOnce(&dyn Table) -> T) -> T {
        let (mut look, mut seen) = (Some(look), None);
        self.drive.get_value().read(&mut |table| seen = look.take().map(|look| look(table)));
        seen.expect("a driver has a table")
    }

    /// What may be done on this device.
    #[must_use]
    pub fn capabilities(self) -> Capabilities {
        self.read(|table| table.capabilities())
    }

    /// What does the work.
    #[must_use]
    pub fn drive(self) -> Rc<dyn Drive> {
        self.drive.get_value()
    }
}
