//! What the screen shows of a game, independent of its driver: all that board, players, log and tombstones need.

use leptos::prelude::*;
use rules::FigureId;
use rules::game::{FigureSet, Seat};
use rules::terms::MonsterNumber;

use super::answer::answer;
use super::clock::prefers_stillness;
use super::names::ShownSeat;
use crate::draw::floor::Orientation;
use crate::scene::caption::Moment;
use crate::scene::flow::Pace;
use crate::scene::foresight::{Foresight, Picks};
use crate::scene::moving::Moving;
use crate::scene::playback::Playback;
use crate::scene::player::{Next, Progress, RunButton};
use crate::scene::why::Why;
use crate::table::{Attendance, Help, Speed};

/// The answer to a question about the monster.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The answer.
    pub why: Why,
    /// The figures that showed their dark side then.
    pub dark: FigureSet,
}

impl Asked {
    /// The answer to why the monster did what it did at this moment; `None` if it did not look then.
    #[must_use]
    pub fn of(moment: &Moment) -> Option<Asked> {
        Some(Asked { why: Why::of(moment)?, dark: moment.show.before.dark })
    }
}

/// A game on the screen.
#[derive(Clone, Copy)]
pub struct Display {
    seats: StoredValue<Vec<ShownSeat>>,
    monster: MonsterNumber,
    /// The most that the table reveals about the next run.
    allowed: Help,
    /// Whether the game is only watched.
    is_watched: bool,
    attendance: RwSignal<Vec<Attendance>>,
    /// How far the screen has followed the game.
    pub playback: RwSignal<Playback>,
    /// The hand of the player whose turn it is, or of one who prepares a move.
    pub moving: RwSignal<Option<Moving>>,
    /// How fast pieces move.
    pub speed: RwSignal<Speed>,
    /// What is currently shown of the next run.
    pub help: RwSignal<Help>,
    /// Whether moments follow each other so quickly that only the board follows.
    pub is_hurried: RwSignal<bool>,
    /// The picked tombstones.
    pub picks: RwSignal<Picks>,
    /// The open question about the monster.
    pub asked: RwSignal<Option<Asked>>,
    /// The next run, if the table reveals it: after the planned move, and only while nothing is animated.
    pub foresight: Memo<Option<Foresight>>,
    /// How far the run of the monster on the screen has been watched.
    pub progress: Memo<Option<Progress>>,
    /// Whether the beginning of stage two is announced.
    pub is_announcing: Memo<bool>,
}

impl Display {
    /// A game with these seats and this monster, shown up to this point.
    #[must_use]
    pub fn new(seats: Vec<ShownSeat>, monster: MonsterNumber, playback: Playback, speed: Speed, help: Help) -> Display {
        let allowed = help;
        let (playback, moving, help) = (RwSignal::new(playback), RwSignal::new(None), RwSignal::new(help));
        let foresight = Memo::new(move |_| {
            let playback = playback.read();
            let is_told = help.get() == Help::Foresight && playback.beat().is_none();
            if is_told { Foresight::of(playback.game(), moving.read().as_ref()) } else { None }
        });
        Display {
            seats: StoredValue::new(seats),
            monster,
            allowed,
            is_watched: false,
            attendance: RwSignal::new(vec![]),
            playback,
            moving,
            speed: RwSignal::new(speed),
            help,
            is_hurried: RwSignal::new(false),
            picks: RwSignal::new(Picks::default()),
            asked: RwSignal::new(None),
            foresight,
            progress: Memo::new(move |_| playback.with(|playback| playback.player().progress())),
            is_announcing: Memo::new(move |_| playback.with(Playback::is_announcing)),
        }
    }

    /// The same game, with what can change about its seats.
    #[must_use]
    pub fn attended_by(self, attendance: RwSignal<Vec<Attendance>>) -> Display {
        Display { attendance, ..self }
    }

    /// What can change about a seat.
    #[must_use]
    pub fn attendance(self, seat: Seat) -> Attendance {
        self.attendance.with(|seats| seats.get(seat.index()).copied().unwrap_or_default())
    }

    /// Whether several people share this screen.
    #[must_use]
    pub fn is_shared(self) -> bool {
        self.attendance.with(|seats| seats.iter().filter(|seat| seat.is_own).count() > 1)
    }

    /// Whether a seat is marked as one's own: it is played here, and others are not.
    #[must_use]
    pub fn marks_own(self, seat: Seat) -> bool {
        self.attendance.with(|seats| marks_own(seats, seat))
    }

    /// Something read from the playback for what stands beside the board. It stays as it is while the game is hurried.
    #[must_use]
    pub fn beside<T>(self, read: impl Fn(&Playback) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Clone + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |before: Option<&T>| match before.filter(|_| self.is_hurried.get()) {
            Some(before) => before.clone(),
            None => self.playback.with(&read),
        })
    }

    /// The same game, only to be watched.
    #[must_use]
    pub fn watched(self) -> Display {
        Display { is_watched: true, ..self }
    }

    /// Whether the game is only watched.
    #[must_use]
    pub fn is_watched(self) -> bool {
        self.is_watched
    }

    /// The seats.
    #[must_use]
    pub fn seats(self) -> Vec<ShownSeat> {
        self.seats.get_value()
    }

    /// The number of the monster, which determines its parts.
    #[must_use]
    pub fn monster(self) -> MonsterNumber {
        self.monster
    }

    /// The most that the table reveals about the next run.
    #[must_use]
    pub fn allowed(self) -> Help {
        self.allowed
    }

    /// Shows one level less; after the lowest level, all that the table allows.
    pub fn show_more_or_less(self) {
        self.help.update(|help| *help = help.less().unwrap_or(self.allowed));
    }

    /// Pauses at a look of the monster and explains what it did then. The driver watches `asked` to know when to
    /// continue.
    pub fn ask(self, moment: &Moment) {
        let Some(asked) = Asked::of(moment) else { return };
        self.playback.update(|playback| playback.ask(moment));
        self.asked.set(Some(asked));
    }

    /// Asks about the current step of the monster, or the last one.
    pub fn ask_now(self) {
        if let Some(moment) = self.playback.with_untracked(|playback| playback.player().last_look()) {
            self.ask(&moment);
        }
    }

    /// What a button of the bar under a run does. The speed is up to the driver.
    pub fn press(self, button: RunButton) {
        if button == RunButton::Why {
            self.ask_now();
        } else if button.moves() {
            self.close_answer();
            self.playback.update(|playback| playback.press(button));
        }
    }

    /// Continues after a question.
    pub fn close_answer(self) {
        if self.asked.with_untracked(Option::is_some) {
            self.playback.update(Playback::answered);
            self.asked.set(None);
        }
    }

    /// Ends the announcement of stage two, if it stands. The driver watches `is_announcing` to know when to continue.
    pub fn end_announcement(self) {
        if self.is_announcing.get_untracked() {
            self.playback.update(Playback::announced);
        }
    }

    /// The answer to the open question.
    pub fn answer(self, view: Signal<Orientation>) -> impl IntoView {
        let close = Callback::new(move |()| self.close_answer());
        let analysed_with = (self.allowed() == Help::Foresight).then(|| self.monster());
        answer(self.asked, view, analysed_with, close)
    }

    /// What follows the current beat, and when.
    #[must_use]
    pub fn next(self) -> Next {
        let pace = Pace { speed: self.speed.get_untracked(), is_still: prefers_stillness() };
        self.playback.with_untracked(|playback| playback.next(pace))
    }

    /// Changes the player's hand, if something can be done with it now.
    pub fn with_hand(self, change: impl FnOnce(&mut Moving)) {
        if self.has_hand() {
            self.moving.maybe_update(|hand| {
                let before = hand.clone();
                if let Some(moving) = hand {
                    change(moving);
                }
                *hand != before
            });
        }
    }

    /// Whether a player at the screen can plan a move: it is their turn and nothing is animated, or they prepare one.
    #[must_use]
    pub fn has_hand(self) -> bool {
        self.moving
            .with_untracked(|moving| self.playback.with_untracked(|playback| playback.hand(moving.as_ref()).is_some()))
    }

    /// The seat at this screen that is to move.
    #[must_use]
    pub fn due(self) -> Option<Seat> {
        self.moving.with(|moving| moving.as_ref().filter(|moving| !moving.is_ahead()).map(Moving::seat))
    }

    /// Chooses a figure of the player who has the hand.
    pub fn choose(self, figure: FigureId) {
        self.with_hand(|moving| moving.choose(figure));
    }
}

/// Whether a seat is marked as one's own: it is played here, and others are not.
#[must_use]
pub fn marks_own(seats: &[Attendance], seat: Seat) -> bool {
    seats.get(seat.index()).is_some_and(|seat| seat.is_own) && seats.iter().any(|seat| !seat.is_own)
}
