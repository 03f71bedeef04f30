//! Parses and checks a line, and answers it.

use std::io::{self, Write};

use rules::{Cell, Event, FigureId, Foresight, Outcome, Outcomes, Position, Sink, Tombstone, Whereabouts};

use super::bestmove::BestMove;
use super::position::lay;
use super::values::{card, in_range, needed, place, tombstone, tombstones};
use super::wire::{
    self, At, Card, FigureLeft, Foreseen, Kind, Object, PositionObject, Question, RunAnswer, StoneAt, Written,
};

/// The maximum of `points`.
const MOST_POINTS: u64 = 20;

/// The maximum number of figures and stones in an answer to `moves`: more would take gigabytes.
const MOST_LISTED: usize = 5_000_000;

/// A question that has been checked and can be answered.
pub struct Task {
    /// The position.
    pub position: Position,
    /// The question about it.
    pub subject: Subject,
    /// The id of each figure; empty for a game, in which figures have the names of the notation.
    ids: Vec<(FigureId, String)>,
    /// The cards of a `foresight` question as the question has them.
    cards: Vec<Card>,
}

/// A question without its position.
pub enum Subject {
    /// Run the monster.
    Monster(Tombstone),
    /// List the results of moving a figure by up to this number of points.
    Moves(FigureId, u8),
    /// Run the monster for each of these tombstones.
    Foresight(Vec<Tombstone>),
    /// Let a bot choose a move.
    BestMove(Box<BestMove>),
}

impl Task {
    /// Parses and checks a line.
    ///
    /// # Errors
    ///
    /// Describes the problem and its place.
    pub fn read(line: &[u8]) -> Result<Task, String> {
        let text =
            std::str::from_utf8(line).map_err(|error| format!("column {}: invalid UTF-8", error.valid_up_to() + 1))?;
        let mut json = serde_json::Deserializer::from_str(text);
        let question: Object<Question> = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            // A syntax error has a column, but no path.
            if path == "." || !error.inner().is_data() {
                worded(error.inner())
            } else {
                format!("{path}: {}", worded(error.inner()))
            }
        })?;
        json.end().map_err(|error| worded(&error))?;
        Task::new(question.0)
    }

    fn new(question: Question) -> Result<Task, String> {
        question.reject_fields_of_other_kinds()?;
        match question.kind {
            Kind::Monster => Task::monster(question),
            Kind::Moves => Task::moves(question),
            Kind::Foresight => Task::foresight(question),
            Kind::BestMove => Task::bestmove(question),
        }
    }

    fn monster(question: Question) -> Result<Task, String> {
        let (position, ids) = lay_with_monster(question.position)?;
        let tombstone = tombstone(needed("card", question.card)?, "card")?;
        Ok(Task { position, subject: Subject::Monster(tombstone), ids, cards: vec![] })
    }

    fn moves(question: Question) -> Result<Task, String> {
        let (position, ids) = lay(needed("position", question.position)?)?;
        let id = needed("figure", question.figure)?;
        let known = ids.iter().find(|(_, known)| *known == id);
        let figure =
            known.map(|(figure, _)| *figure).ok_or_else(|| format!("figure: no figure {id:?} in the position"))?;
        if matches!(position.whereabouts(figure), Some(Whereabouts::Escaped | Whereabouts::Eaten)) {
            return Err(format!("figure: {id:?} is not in play"));
        }
        let points = in_range(needed("points", question.points)?.0, MOST_POINTS, "points")? as u8;
        Ok(Task { position, subject: Subject::Moves(figure, points), ids, cards: vec![] })
    }

    fn foresight(question: Question) -> Result<Task, String> {
        let (position, ids) = lay_with_monster(question.position)?;
        let cards = question.cards.unwrap_or_else(|| Tombstone::KINDS.map(card).into());
        let tombstones = tombstones(&cards, "cards")?;
        Ok(Task { position, subject: Subject::Foresight(tombstones), ids, cards })
    }

    fn bestmove(question: Question) -> Result<Task, String> {
        let bestmove = Box::new(BestMove::new(question)?);
        Ok(Task { position: *bestmove.position(), subject: Subject::BestMove(bestmove), ids: vec![], cards: vec![] })
    }

    /// Writes the answer. If the question turns out to be too large, returns the reason and writes nothing.
    pub(super) fn answer(&self, output: &mut impl Write) -> io::Result<Result<(), String>> {
        match &self.subject {
            Subject::Monster(tombstone) => serde_json::to_writer(output, &self.run(*tombstone))?,
            Subject::Foresight(tombstones) => self.write_foresight(tombstones, output)?,
            Subject::Moves(figure, points) => {
                let limit = MOST_LISTED / (10 + self.position.stones().count());
                let mut outcomes = Outcomes::new();
                if !outcomes.find_at_most(&self.position, *figure, *points, limit) {
                    return Ok(Err(format!("points: {points} points reach more than {limit} places")));
                }
                write_outcomes(&outcomes, output)?;
            }
            Subject::BestMove(bestmove) => serde_json::to_writer(output, &bestmove.answer())?,
        }
        Ok(Ok(()))
    }

    /// Writes card by card, so that a thousand answers need not be in memory at once.
    fn write_foresight(&self, tombstones: &[Tombstone], output: &mut impl Write) -> io::Result<()> {
        let foresight = Foresight::of(&self.position);
        write!(output, "{{\"foresight\":[")?;
        for (index, (card, tombstone)) in self.cards.iter().zip(tombstones).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(output, "{comma}")?;
            // `Foresight` covers 20 steps; cards with more need a run of their own.
            let run = match foresight.run(*tombstone) {
                Some(run) => self.run_answer(run.position, run.eaten, run.trail),
                None => self.run(*tombstone),
            };
            serde_json::to_writer(&mut *output, &Foreseen { card: *card, run })?;
        }
        write!(output, "]}}")
    }

    fn run(&self, tombstone: Tombstone) -> RunAnswer<'_> {
        let (mut position, mut trail) = (self.position, Trail::default());
        let eaten = position.run(tombstone, &mut trail);
        self.run_answer(&position, &eaten, &trail.0)
    }

    fn run_answer(&self, position: &Position, eaten: &[FigureId], trail: &[Cell]) -> RunAnswer<'_> {
        let monster = position.monster().expect("a run has a monster");
        let on_board = position.figures().filter_map(|(figure, whereabouts)| match whereabouts {
            Whereabouts::On(cell) => Some(FigureLeft { id: self.id(figure), at: At(cell.into()) }),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        });
        RunAnswer {
            monster: wire::Monster { at: At(monster.at.into()), facing: monster.facing },
            stones: stones(position),
            figures: on_board.collect(),
            eaten: eaten.iter().map(|figure| self.id(*figure)).collect(),
            trail: trail.iter().map(|cell| At((*cell).into())).collect(),
        }
    }

    fn id(&self, figure: FigureId) -> &str {
        let known = self.ids.iter().find(|(known, _)| *known == figure);
        &known.expect("every figure of the position has an id").1
    }
}

impl Question {
    /// Rejects fields of other kinds of questions: `card` instead of `cards`, for example, would otherwise be ignored
    /// and lead to a plausible answer to a different question.
    fn reject_fields_of_other_kinds(&self) -> Result<(), String> {
        let is_bestmove = matches!(self.kind, Kind::BestMove);
        let given = [
            ("position", self.position.is_some(), !is_bestmove),
            ("card", self.card.is_some(), matches!(self.kind, Kind::Monster)),
            ("cards", self.cards.is_some(), matches!(self.kind, Kind::Foresight)),
            ("figure", self.figure.is_some(), matches!(self.kind, Kind::Moves)),
            ("points", self.points.is_some(), matches!(self.kind, Kind::Moves)),
            ("view", self.view.is_some(), is_bestmove),
            ("bot", self.bot.is_some(), is_bestmove),
            ("nodes", self.nodes.is_some(), is_bestmove),
            ("millis", self.millis.is_some(), is_bestmove),
            ("seed", self.seed.is_some(), is_bestmove),
        ];
        match given.into_iter().find(|(_, is_given, is_wanted)| *is_given && !is_wanted) {
            Some((field, ..)) => Err(format!("{field}: unexpected field in a `{}` question", self.kind.name())),
            None => Ok(()),
        }
    }
}

/// Converts the position of a question about the monster.
fn lay_with_monster(position: Option<Written<PositionObject>>) -> Result<(Position, Vec<(FigureId, String)>), String> {
    let (position, ids) = lay(needed("position", position)?)?;
    if position.monster().is_none() {
        return Err("position: missing field `monster`".to_owned());
    }
    Ok((position, ids))
}

/// Writes outcomes one by one, because there can be many. The JSON of the stones is built once per arrangement.
fn write_outcomes(outcomes: &Outcomes, output: &mut impl Write) -> io::Result<()> {
    let mut stones_of: Vec<String> = vec![];
    let mut sorted: Vec<(String, Outcome<'_>)> = vec![];
    for outcome in outcomes.iter() {
        if stones_of.len() <= outcome.arrangement() {
            stones_of.resize(outcome.arrangement() + 1, String::new());
        }
        let written = &mut stones_of[outcome.arrangement()];
        if written.is_empty() {
            *written = serde_json::to_string(&stones(&outcome.position()))?;
        }
        sorted.push((place(outcome.place()), outcome));
    }
    let stones = |outcome: &Outcome<'_>| &stones_of[outcome.arrangement()];
    sorted.sort_by(|(at, one), (other_at, other)| (at, stones(one)).cmp(&(other_at, stones(other))));
    write!(output, "{{\"outcomes\":[")?;
    for (index, (at, outcome)) in sorted.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(output, "{comma}{{\"at\":\"{at}\",\"cost\":{},\"stones\":{}}}", outcome.cost(), stones(outcome))?;
    }
    write!(output, "]}}")
}

fn stones(position: &Position) -> Vec<StoneAt> {
    position.stones().map(|(stone, cell)| StoneAt { kind: stone, at: At(cell.into()) }).collect()
}

/// Collects the monster's space after each movement point.
#[derive(Default)]
struct Trail(Vec<Cell>);

impl Sink for Trail {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::PointSpent { at, .. } = event() {
            self.0.push(at);
        }
    }
}

/// The message of a JSON error, with the column alone: the line number is always 1.
fn worded(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    match error.classify() {
        serde_json::error::Category::Data => what.to_owned(),
        _ => format!("column {}: invalid JSON: {what}", error.column()),
    }
}
