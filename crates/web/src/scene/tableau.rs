//! The table as it is shown at one moment: the position, and what a picture needs beyond it.
//!
//! It follows the events, one by one; it never compares two positions.

use rules::game::{Action, Face, FigureSet, GameEvent, Playing};
use rules::{Cell, Direction, Event, FigureId, Position, Stone};

/// A stone with an identity, so that one can follow it with the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneMark {
    /// Its number at this table, from 0.
    pub id: u8,
    /// Its kind.
    pub stone: Stone,
    /// Where it lies; `None` once it has left the game.
    pub at: Option<Cell>,
}

/// The table as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Tableau {
    /// The table.
    pub position: Position,
    /// The stones that were there when the game began, in the order of their spaces then.
    pub stones: Vec<StoneMark>,
    /// Where the monster looks, in degrees clockwise from north, counted on beyond a full turn: so that a turn is
    /// always drawn the short way round.
    pub heading: i32,
    /// Who shows the dark side.
    pub dark: FigureSet,
    /// Who has moved in this turn.
    pub moved: FigureSet,
}

impl Tableau {
    /// The table of `game` as it is.
    #[must_use]
    pub fn of(game: &Playing) -> Tableau {
        let position = *game.position();
        let dark = position.figures().map(|(figure, _)| figure).filter(|figure| game.face(*figure) == Face::Dark);
        Tableau::laid(position, dark.collect(), game.moved())
    }

    /// A table that somebody has laid: who shows the dark side, and who has moved.
    #[must_use]
    pub fn laid(position: Position, dark: FigureSet, moved: FigureSet) -> Tableau {
        let stones = (0..).zip(position.stones()).map(|(id, (stone, at))| StoneMark { id, stone, at: Some(at) });
        Tableau {
            stones: stones.collect(),
            heading: position.monster().map_or(0, |monster| degrees(monster.facing)),
            dark,
            moved,
            position,
        }
    }

    /// The side of a figure that lies up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        if self.dark.has(figure) { Face::Dark } else { Face::Bright }
    }

    /// The stone that lies on `cell`, as somebody to follow.
    #[must_use]
    pub fn stone_at(&self, cell: Cell) -> Option<StoneMark> {
        self.stones.iter().find(|mark| mark.at == Some(cell)).copied()
    }

    /// Follows one event of `action`.
    pub fn follow(&mut self, action: &Action, event: &GameEvent) {
        match event {
            GameEvent::Board(event) => self.follow_on_board(event),
            GameEvent::FigureTurnedOver { figure, number } => {
                if figure.number(Face::Bright) == *number {
                    self.dark.remove(*figure);
                } else {
                    self.dark.insert(*figure);
                }
                // On the first turn those who were not moved are turned over, too.
                if matches!(action, Action::Move { figure: moved, .. } if moved == figure) {
                    self.moved.insert(*figure);
                }
            }
            GameEvent::TurnBegan { .. } => self.moved = FigureSet::EMPTY,
            GameEvent::TilePlaced { .. }
            | GameEvent::StageBegan { .. }
            | GameEvent::FigureStayed { .. }
            | GameEvent::SeatToMove { .. }
            | GameEvent::MovesOver
            | GameEvent::TombstoneFlipped { .. }
            | GameEvent::TombstoneShown { .. }
            | GameEvent::PileShuffled { .. }
            | GameEvent::StartMarkerPassed { .. }
            | GameEvent::GameEnded { .. } => {}
        }
    }

    fn follow_on_board(&mut self, event: &Event) {
        self.position.apply_unchecked(event);
        match *event {
            Event::StoneMoved { from, to, .. } => self.put_stone(from, Some(to)),
            Event::StoneLost { from, .. } => self.put_stone(from, None),
            Event::MonsterTurned { to, .. } => self.turn(to),
            Event::MonsterSpun { facing, .. } | Event::MonsterTeleported { facing, .. } => self.turn(facing),
            Event::FigureEntered { .. }
            | Event::FigureMoved { .. }
            | Event::FigureEscaped { .. }
            | Event::FigureEaten { .. }
            | Event::FigureReturned { .. }
            | Event::FigureLeftBehind { .. }
            | Event::MonsterLooked { .. }
            | Event::MonsterMoved { .. }
            | Event::MonsterHeld { .. }
            | Event::PointSpent { .. } => {}
        }
    }

    fn put_stone(&mut self, from: Cell, to: Option<Cell>) {
        let stone = self.stones.iter_mut().find(|mark| mark.at == Some(from));
        stone.expect("events name stones that lie there").at = to;
    }

    /// The short way round, and a half turn clockwise.
    fn turn(&mut self, to: Direction) {
        let by = (degrees(to) - self.heading).rem_euclid(360);
        self.heading += if by > 180 { by - 360 } else { by };
    }
}

/// A direction in degrees clockwise from north.
#[must_use]
pub const fn degrees(direction: Direction) -> i32 {
    match direction {
        Direction::North => 0,
        Direction::East => 90,
        Direction::South => 180,
        Direction::West => 270,
    }
}
