//! The board as it is shown at one moment: the position, and what a picture needs beyond it.
//!
//! It follows the events one by one and never compares two positions.

use rules::game::{Face, FigureSet, GameEvent, Playing};
use rules::{Cell, Direction, Event, FigureId, Position, Stone};

/// A stone with an identity, so that it can be followed with the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneMark {
    /// Its number in this game, from 0.
    pub id: u8,
    /// Its kind.
    pub stone: Stone,
    /// Where it lies; `None` once it has left the game.
    pub at: Option<Cell>,
}

/// The board at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Tableau {
    /// The position.
    pub position: Position,
    /// The stones of the beginning of the game, ordered by the spaces they had then.
    pub stones: Vec<StoneMark>,
    /// The angle of the monster in degrees clockwise from north. It is not reduced to a full turn, so that a turn is
    /// always drawn the short way round.
    pub angle: i32,
    /// The figures that show their dark side.
    pub dark: FigureSet,
    /// The figures that have moved in this turn.
    pub moved: FigureSet,
}

impl Tableau {
    /// The current board of `game`.
    #[must_use]
    pub fn of(game: &Playing) -> Tableau {
        let position = *game.position();
        let dark = position.figures().map(|(figure, _)| figure).filter(|figure| game.face(*figure) == Face::Dark);
        Tableau::laid(position, dark.collect(), game.moved())
    }

    /// A position with the figures that show their dark side and those that have moved.
    #[must_use]
    pub fn laid(position: Position, dark: FigureSet, moved: FigureSet) -> Tableau {
        let stones = (0..).zip(position.stones()).map(|(id, (stone, at))| StoneMark { id, stone, at: Some(at) });
        Tableau {
            stones: stones.collect(),
            angle: position.monster().map_or(0, |monster| degrees(monster.facing)),
            dark,
            moved,
            position,
        }
    }

    /// The side of a figure that faces up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        if self.dark.has(figure) { Face::Dark } else { Face::Bright }
    }

    /// The stone on `cell`, with its identity.
    #[must_use]
    pub fn stone_at(&self, cell: Cell) -> Option<StoneMark> {
        self.stones.iter().find(|mark| mark.at == Some(cell)).copied()
    }

    /// Applies one event: of a move of the figure `mover`, or of a run.
    pub fn follow(&mut self, mover: Option<FigureId>, event: &GameEvent) {
        match event {
            GameEvent::Board(event) => self.follow_on_board(event),
            GameEvent::FigureTurnedOver { figure, number } => {
                if figure.number(Face::Bright) == *number {
                    self.dark.remove(*figure);
                } else {
                    self.dark.insert(*figure);
                }
                // On the first turn, unmoved figures are turned over as well.
                if mover == Some(*figure) {
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

    /// The short way round; a half turn is clockwise.
    fn turn(&mut self, to: Direction) {
        let by = (degrees(to) - self.angle).rem_euclid(360);
        self.angle += if by > 180 { by - 360 } else { by };
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
