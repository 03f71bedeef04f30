//! The first game: seven scenes that teach by playing. What each of them asks and what comes of every answer is decided
//! by the rules; this module only chooses the positions.
//!
//! Scenes one to six are rounds with a question each, see [`round`]. The last one is a game, see [`crate::table::Script`].

pub mod fate;
pub mod picture;
pub mod progress;
pub mod round;

use rules::terms::MonsterNumber;
use rules::{Cell, FigureId, Position, Tombstone};

use crate::draw::floor::{Orientation, SPACE};

pub use fate::{Fate, Trick};
pub use progress::Progress;
pub use round::{Choice, Round};

/// The monster of the first game: the one on the cover.
pub const MONSTER: MonsterNumber = MonsterNumber::from_index(0b00_01_01_11);

/// A scene of the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lesson {
    /// You are the monster and choose its steps.
    Monster,
    /// A figure moves and is turned over.
    Move,
    /// A figure pushes a stone and hides behind it.
    Push,
    /// A figure slides over blood, and so does the monster.
    Blood,
    /// The monster walks through a wall.
    Walls,
    /// A figure lures the monster onto somebody else.
    Lure,
    /// The end of a game.
    Game,
}

/// What a round asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The direction of the monster's next step.
    Step,
    /// A move of a figure.
    Move(Task),
    /// The space on which the monster comes back in.
    Entry,
}

/// A move that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The figure that moves. It shows its bright side.
    pub figure: FigureId,
    /// How far the monster runs after the move; `None` if it stays.
    pub tombstone: Option<Tombstone>,
    /// Whether the figure may push stones.
    pub may_push: bool,
    /// Whether it may stay.
    pub may_stay: bool,
    /// What is asked for, if any move that leaves the figure alive is not enough.
    pub trick: Option<Trick>,
}

/// The part of the board that matters, in spaces. Around it the light is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its first column, from 0.
    pub column: u8,
    /// Its first row, from 0.
    pub row: u8,
    /// Its width.
    pub columns: u8,
    /// Its height.
    pub rows: u8,
}

impl Lesson {
    /// All of them, in order.
    pub const ALL: [Lesson; 7] =
        [Lesson::Monster, Lesson::Move, Lesson::Push, Lesson::Blood, Lesson::Walls, Lesson::Lure, Lesson::Game];

    /// Its name in addresses and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lesson::Monster => "monster",
            Lesson::Move => "move",
            Lesson::Push => "push",
            Lesson::Blood => "blood",
            Lesson::Walls => "walls",
            Lesson::Lure => "lure",
            Lesson::Game => "game",
        }
    }

    /// The scene with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| lesson.name() == name)
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// The scene after it.
    #[must_use]
    pub fn next(self) -> Option<Lesson> {
        Lesson::ALL.get(self.number()).copied()
    }

    /// The positions of its rounds; the last scene has none.
    #[must_use]
    pub const fn positions(self) -> &'static [&'static str] {
        match self {
            Lesson::Monster => &["Mh6e-Se4-FB4h3", "Mh6e-Se4h8-FB4h4R1h10Y3l6", "Mh6e-Sk8-FB4h3R1h9"],
            Lesson::Move => &["Mc3s-Sm4g7-FB4k7Y3j6"],
            Lesson::Push => &["Me5e-Sj3-FB3i3"],
            Lesson::Blood => &["Mj7w-Bd7e7d8e8-FB1f8"],
            Lesson::Walls => &["Mb8s-FY3o7"],
            Lesson::Lure => &["Ml5n-Sh7m8-FB4f3R5i8"],
            Lesson::Game => &[],
        }
    }

    /// What its rounds ask; `None` in the last scene.
    #[must_use]
    pub fn question(self) -> Option<Question> {
        let blue = |bright| FigureId::of(rules::game::Band::Blue, bright).expect("blue has this figure");
        let task =
            |bright| Task { figure: blue(bright), tombstone: None, may_push: false, may_stay: true, trick: None };
        match self {
            Lesson::Monster => Some(Question::Step),
            Lesson::Move => Some(Question::Move(Task { may_stay: false, ..task(4) })),
            Lesson::Push => Some(Question::Move(Task {
                tombstone: Some(Tombstone::steps(8)),
                may_push: true,
                trick: Some(Trick::Hide),
                ..task(3)
            })),
            Lesson::Blood => Some(Question::Move(Task {
                tombstone: Some(Tombstone::steps(5)),
                trick: Some(Trick::Slide),
                ..task(1)
            })),
            Lesson::Walls => Some(Question::Entry),
            Lesson::Lure => {
                Some(Question::Move(Task { tombstone: Some(Tombstone::steps(7)), trick: Some(Trick::Lure), ..task(4) }))
            }
            Lesson::Game => None,
        }
    }

    /// The part of the board that matters.
    #[must_use]
    pub const fn window(self) -> Window {
        let (column, row, columns, rows) = match self {
            Lesson::Monster => (4, 2, 9, 8),
            Lesson::Move => (6, 2, 9, 9),
            Lesson::Push => (3, 0, 10, 8),
            Lesson::Blood => (1, 3, 10, 7),
            Lesson::Lure => (2, 1, 11, 9),
            Lesson::Walls | Lesson::Game => return Window::WHOLE,
        };
        Window { column, row, columns, rows }
    }
}

impl Window {
    /// The whole board.
    pub const WHOLE: Window = Window { column: 0, row: 0, columns: 16, rows: 11 };

    /// Whether a space is in it.
    #[must_use]
    pub const fn has(self, cell: Cell) -> bool {
        let (column, row) = (cell.column(), cell.row());
        column >= self.column && column < self.column + self.columns && row >= self.row && row < self.row + self.rows
    }

    /// Whether it is the whole board, so that nothing lies in the dark.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self == Window::WHOLE
    }

    /// Its place on the board: left, top, width and height in units. A little more than its spaces, so that no piece at
    /// its edge is cut.
    #[must_use]
    pub fn bounds(self) -> (f32, f32, f32, f32) {
        const MORE: f32 = 9.0;
        let units = |spaces: u8| f32::from(spaces) * SPACE;
        if self.is_whole() {
            return Orientation::Wide.bounds();
        }
        (
            units(self.column) - MORE,
            units(self.row) - MORE,
            units(self.columns) + 2.0 * MORE,
            units(self.rows) + 2.0 * MORE,
        )
    }

    /// Its place in the picture of a board with this orientation, as parts of the whole picture: left, top, width, height.
    #[must_use]
    pub fn parts(self, view: Orientation) -> (f32, f32, f32, f32) {
        let (left, top, width, height) = view.bounds();
        if self.is_whole() {
            return (0.0, 0.0, 1.0, 1.0);
        }
        let (x, y, across, down) = self.bounds();
        let (one, other) = (view.place((x, y)), view.place((x + across, y + down)));
        let (x, y) = (one.0.min(other.0), one.1.min(other.1));
        let (across, down) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
        ((x - left) / width, (y - top) / height, across / width, down / height)
    }
}

/// The position of this round of a scene.
fn position(lesson: Lesson, round: usize) -> Option<Position> {
    let text = lesson.positions().get(round)?;
    let setup = text.parse().expect("the positions of the first game can be parsed");
    Some(Position::from_setup(&setup).expect("the positions of the first game are legal"))
}
