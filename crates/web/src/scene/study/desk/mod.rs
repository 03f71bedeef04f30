//! The board on which anything goes: what lies on it, and the texts it is read from.

mod edit;
mod teleporters;

use std::fmt;

use rules::game::{Band, Face, FigureSet, Length, Players, Playing, Situation, SituationProblem, Stage, basic_setup};
use rules::notation::{DrawingError, StringError};
use rules::{Cell, Direction, FigureId, Position, Setup, SetupProblem, Stone, Teleporter, Whereabouts};
use thiserror::Error;

use teleporters::take_loose;

pub use edit::{Beside, Edit, Refusal, Thing};

/// A game in mid-play as somebody lays it out.
///
/// Invariant: its table can be laid. Whether there can be such a game is another question: see [`game`](Desk::game).
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    situation: Situation,
    position: Position,
    /// The teleporters whose other ends do not lie yet.
    loose: Vec<Teleporter>,
}

/// What lies uppermost on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A figure.
    Figure(FigureId),
    /// A stone.
    Stone(Stone),
    /// The monster, looking this way.
    Monster(Direction),
    /// A teleporter with its arrow.
    Teleporter(Direction),
    /// Blood.
    Blood,
}

/// Why a text cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    /// It is no position.
    #[error(transparent)]
    Unreadable(#[from] StringError),
    /// It is no drawing.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// There can be no such table.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Impossible(Vec<SetupProblem>),
}

impl Desk {
    /// The fortress of the basic game, and nobody in it.
    ///
    /// # Panics
    ///
    /// Never: that fortress can be laid.
    #[must_use]
    pub fn basic() -> Desk {
        let situation = Situation { setup: basic_setup().to_setup(), ..nothing() };
        Desk::of(situation).expect("the basic fortress can be laid")
    }

    /// Lays out a situation.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with its table.
    pub fn of(mut situation: Situation) -> Result<Desk, Vec<SetupProblem>> {
        let loose = take_loose(&mut situation.setup)?;
        let position = Position::from_setup(&situation.setup)?;
        let setup = position.to_setup();
        Ok(Desk { situation: Situation { setup, ..situation }, position, loose })
    }

    /// Lays out a position string, a situation string, a link with one of them, or a drawing.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or there can be no such table.
    pub fn read(text: &str) -> Result<Desk, Unread> {
        let word = text.rsplit_once("#/position").map_or(text, |(_, word)| word);
        let word = word.trim_start_matches(|letter: char| letter == '/' || letter.is_whitespace());
        let skipped = text[..text.len() - word.len()].chars().count();
        let word = word.trim_end_matches(|letter: char| letter == '/' || letter.is_whitespace());
        // The place is told in the text that somebody sees.
        let in_text = |error: StringError| StringError { at: error.at + skipped, ..error };
        let situation = if word.contains('\n') {
            let lines = text[..text.len() - text.trim_start().len()].matches('\n').count();
            let in_text = |error: DrawingError| DrawingError { line: error.line + lines, ..error };
            let table = Setup::from_drawing(word).map_err(in_text)?;
            // Whoever draws a table says nothing else: it is written and read as a position.
            table.to_string().parse()?
        } else {
            word.parse().map_err(in_text)?
        };
        Desk::of(situation).map_err(Unread::Impossible)
    }

    /// The table.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All that is laid out, but for single teleporters.
    #[must_use]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Who waits outside the entrance, in the order of the queue.
    pub fn waiting(&self) -> impl Iterator<Item = FigureId> {
        FigureId::all().filter(|figure| self.position.whereabouts(*figure) == Some(Whereabouts::Waiting))
    }

    /// Who shows the dark side.
    #[must_use]
    pub fn dark(&self) -> FigureSet {
        let figures = self.position.figures().map(|(figure, _)| figure);
        figures.filter(|figure| self.face(*figure) == Face::Dark).collect()
    }

    /// The side of a figure that lies up. Who has escaped or been eaten is turned over no more, and lies bright side up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        match self.position.whereabouts(figure) {
            Some(Whereabouts::Escaped | Whereabouts::Eaten) => Face::Bright,
            Some(Whereabouts::On(_) | Whereabouts::Waiting) | None => self.situation.face(figure),
        }
    }

    /// Who has moved in this turn.
    #[must_use]
    pub fn moved(&self) -> FigureSet {
        self.situation.moved.iter().copied().collect()
    }

    /// The points of a figure: the number that lies up.
    #[must_use]
    pub fn points(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    /// Whether a figure can still walk in this turn.
    ///
    /// # Errors
    ///
    /// If it has moved.
    pub fn can_walk(&self, figure: FigureId) -> Result<(), Refusal> {
        if self.situation.moved.contains(&figure) { Err(Refusal::HasMoved(figure)) } else { Ok(()) }
    }

    /// What lies uppermost on a space.
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

    /// The game that goes on from here. Figures of the players that nobody put anywhere wait outside; in stage two they have
    /// been eaten.
    ///
    /// # Errors
    ///
    /// Everything that keeps it from going on.
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

    /// The band that is to move, if the game can go on.
    #[must_use]
    pub fn to_move(&self) -> Option<Band> {
        let game = self.game().ok()?;
        Some(game.players().band(game.acting()?))
    }
}

/// The situation string that [`read`](Desk::read) reads, with the single teleporters.
impl fmt::Display for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Situation { setup: self.whole_table(), ..self.situation.clone() }, f)
    }
}

/// A game of nobody that has not begun.
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
    Position::from_setup(&Setup::default()).expect("nothing can be laid anywhere")
}
