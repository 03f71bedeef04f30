//! The desk: a game in mid-play that can be edited freely, and the texts it is read from.

mod edit;
mod teleporters;

use std::fmt;

use rules::game::{Band, Face, FigureSet, Length, Players, Playing, Situation, SituationProblem, Stage, basic_setup};
use rules::notation::{DrawingError, StringError};
use rules::terms::MonsterNumber;
use rules::{Cell, Direction, FigureId, Position, Setup, SetupProblem, Stone, Teleporter, Whereabouts};
use thiserror::Error;

use teleporters::take_loose;

use crate::route::split_monster;

pub use edit::{Beside, Edit, Refusal, Thing};

/// A game in mid-play, edited freely.
///
/// Invariant: its position is legal. Whether such a game can exist is another
/// question: see [`game`](Desk::game).
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    situation: Situation,
    position: Position,
    /// The teleporters without their twins.
    loose: Vec<Teleporter>,
}

/// What is on top of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A figure.
    Figure(FigureId),
    /// A stone.
    Stone(Stone),
    /// The monster and its facing.
    Monster(Direction),
    /// A teleporter with its arrow.
    Teleporter(Direction),
    /// Blood.
    Blood,
}

/// Why a text cannot be read as a desk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    /// It is not a position string.
    #[error(transparent)]
    Unreadable(#[from] StringError),
    /// It is not a drawing.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// The position is impossible.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Impossible(Vec<SetupProblem>),
}

impl Desk {
    /// The basic fortress without figures.
    ///
    /// # Panics
    ///
    /// Never: the basic fortress is legal.
    #[must_use]
    pub fn basic() -> Desk {
        let situation = Situation { setup: basic_setup().to_setup(), ..nothing() };
        Desk::of(situation).expect("the basic fortress is legal")
    }

    /// The desk of a situation.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with its position.
    pub fn of(mut situation: Situation) -> Result<Desk, Vec<SetupProblem>> {
        let loose = take_loose(&mut situation.setup)?;
        let position = Position::from_setup(&situation.setup)?;
        let setup = position.to_setup();
        Ok(Desk { situation: Situation { setup, ..situation }, position, loose })
    }

    /// Parses a position string, a situation string, a link with one of them, or a drawing.
    ///
    /// # Errors
    ///
    /// If it cannot be parsed, or the position is impossible.
    pub fn read(text: &str) -> Result<Desk, Unread> {
        Desk::read_with_monster(text).map(|(desk, _)| desk)
    }

    /// Parses the same texts as [`read`](Desk::read), and returns the monster that a link names.
    ///
    /// # Errors
    ///
    /// If it cannot be parsed, or the position is impossible.
    pub fn read_with_monster(text: &str) -> Result<(Desk, Option<MonsterNumber>), Unread> {
        let word = text.rsplit_once("#/position").map_or(text, |(_, word)| word);
        let word = word.trim_start_matches(|letter: char| letter == '/' || letter.is_whitespace());
        let skipped = text[..text.len() - word.len()].chars().count();
        let is_end = |letter: char| letter == '/' || letter.is_whitespace();
        let (word, monster) = split_monster(word.trim_end_matches(is_end));
        let word = word.trim_end_matches(is_end);
        // Errors refer to the text that the player sees.
        let in_text = |error: StringError| StringError { at: error.at + skipped, ..error };
        let situation = if word.contains('\n') {
            let lines = text[..text.len() - text.trim_start().len()].matches('\n').count();
            let in_text = |error: DrawingError| DrawingError { line: error.line + lines, ..error };
            let table = Setup::from_drawing(word).map_err(in_text)?;
            // A drawing contains only a position, so it is parsed as a position string.
            table.to_string().parse()?
        } else {
            word.parse().map_err(in_text)?
        };
        Ok((Desk::of(situation).map_err(Unread::Impossible)?, monster))
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The situation, without single teleporters.
    #[must_use]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The figures outside the entrance, in the order of the queue.
    pub fn waiting(&self) -> impl Iterator<Item = FigureId> {
        FigureId::all().filter(|figure| self.position.whereabouts(*figure) == Some(Whereabouts::Waiting))
    }

    /// The figures that show their dark side.
    #[must_use]
    pub fn dark(&self) -> FigureSet {
        let figures = self.position.figures().map(|(figure, _)| figure);
        figures.filter(|figure| self.face(*figure) == Face::Dark).collect()
    }

    /// The side of a figure that faces up. Figures that escaped or were eaten lie bright side up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        match self.position.whereabouts(figure) {
            Some(Whereabouts::Escaped | Whereabouts::Eaten) => Face::Bright,
            Some(Whereabouts::On(_) | Whereabouts::Waiting) | None => self.situation.face(figure),
        }
    }

    /// The figures that have moved in this turn.
    #[must_use]
    pub fn moved(&self) -> FigureSet {
        self.situation.moved.iter().copied().collect()
    }

    /// The points of a figure: its visible number.
    #[must_use]
    pub fn points(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    /// Checks that a figure can still move in this turn.
    ///
    /// # Errors
    ///
    /// If it has moved.
    pub fn can_walk(&self, figure: FigureId) -> Result<(), Refusal> {
        if self.situation.moved.contains(&figure) { Err(Refusal::HasMoved(figure)) } else { Ok(()) }
    }

    /// What is on top of a space.
    #[must_use]
    pub fn top(&self, cell: Cell) -> Option<Top> {
        let monster = self.position.monster().filter(|monster| monster.at == cell);
        let teleporter =
            self.position.teleporters().flatten().chain(self.loose.iter().copied()).find(|one| one.at == cell);
        let figure = self.position.figure_at(cell).map(Top::Figure);
        figure
            .or_else(|| self.position.stone_at(cell).map(Top::Stone))
            .or_else(|| monster.map(|monster| Top::Monster(monster.facing)))
            .or_else(|| teleporter.map(|teleporter| Top::Teleporter(teleporter.arrow)))
            .or_else(|| self.position.blood().has(cell).then_some(Top::Blood))
    }

    /// The game that continues from here. Figures of the players that are not on the desk wait outside; in stage two
    /// they count as eaten.
    ///
    /// # Errors
    ///
    /// Everything that prevents it from continuing.
    pub fn game(&self) -> Result<Playing, Vec<SituationProblem>> {
        Playing::from_situation(&self.completed())
    }

    fn completed(&self) -> Situation {
        let mut situation = self.situation.clone();
        let Ok(players) = Players::new(&situation.players) else { return situation };
        let place = match situation.stage {
            Stage::One => Whereabouts::Waiting,
            Stage::Two => Whereabouts::Eaten,
        };
        let everybody = players.seats().flat_map(|seat| players.figures(seat).iter());
        let missing = everybody.filter(|figure| self.position.whereabouts(*figure).is_none());
        situation.setup.figures.extend(missing.map(|figure| (figure, place)));
        situation
    }

    /// The band that is to move, if the game can continue.
    #[must_use]
    pub fn to_move(&self) -> Option<Band> {
        let game = self.game().ok()?;
        Some(game.players().band(game.acting()?))
    }
}

/// The situation string that [`read`](Desk::read) parses, including single teleporters.
impl fmt::Display for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Situation { setup: self.whole_table(), ..self.situation.clone() }, f)
    }
}

/// A game without players that has not begun.
fn nothing() -> Situation {
    Situation {
        players: vec![],
        length: Length::Normal,
        setup: Setup::default(),
        stage: Stage::One,
        turn: 1,
        start: Band::Green,
        moved: vec![],
        used: vec![],
        escaped: vec![],
    }
}

fn empty() -> Position {
    Position::from_setup(&Setup::default()).expect("an empty setup is legal")
}
