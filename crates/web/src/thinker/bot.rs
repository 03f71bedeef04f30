//! Bots that think in the worker: the question, the decision, and the thinking itself.

use std::time::Duration;

use bots::{Bot, Budget, Choice, Thinking, UnknownBot, Watch};
use rules::game::{Action, Game, Seat, SituationProblem, View};
use rules::notation::{RecordError, RecordText, StringError};
use rules::{FigureId, Step};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a bot is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The bot's name.
    pub bot: String,
    /// The game so far.
    pub subject: Subject,
    /// The seat to act.
    pub seat: Seat,
    /// The thinking time in milliseconds.
    pub budget_ms: u32,
    /// The seed of its random choices.
    pub seed: u64,
}

/// The game to think about, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// Its record. It contains no secret, because only the record of a finished game does.
    Record(String),
    /// A situation string.
    Situation(String),
}

/// The decision of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The action.
    pub action: Action,
    /// The best moves, starting with the one it makes; empty if it lays a tile.
    pub best: Vec<GoodMove>,
}

/// A move that a bot considers good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoodMove {
    /// The figure that moves.
    pub figure: FigureId,
    /// The path.
    pub path: Vec<Step>,
    /// The chance to win after it, in per cent, rounded.
    pub percent: u8,
}

/// Why there is no decision.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Undecided {
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// The record cannot be parsed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The situation cannot be parsed.
    #[error(transparent)]
    Situation(#[from] StringError),
    /// The situation is impossible.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Impossible(Vec<SituationProblem>),
    /// It is not this seat's turn.
    #[error("it is not the turn of seat {}", .0.index() + 1)]
    NotToAct(Seat),
}

/// Lets the bot think.
///
/// # Errors
///
/// If the question is invalid.
pub fn think(question: &Question, watch: &dyn Watch) -> Result<Thought, Undecided> {
    let bot: Bot = question.bot.parse()?;
    let game = match &question.subject {
        Subject::Record(record) => game_of(record)?,
        Subject::Situation(text) => Game::from_situation(&text.parse()?).map_err(Undecided::Impossible)?,
    };
    let budget = Budget::Time(Duration::from_millis(question.budget_ms.into()));
    let thinking = Thinking { budget, seed: question.seed, threads: 1, watch };
    let decision = bot.decide(View { seat: question.seat, game: &game }, &thinking);
    let decision = decision.ok_or(Undecided::NotToAct(question.seat))?;
    let good = |Choice { figure, path, value }| GoodMove { figure, path, percent: (value * 100.0).round() as u8 };
    Ok(Thought { action: decision.action, best: decision.best.into_iter().map(good).collect() })
}

/// The game after the last action of a record.
fn game_of(record: &str) -> Result<Game, RecordError> {
    let record = record.parse::<RecordText>()?.record;
    let last = record.replay().last().map(|played| played.game);
    Ok(last.unwrap_or_else(|| record.beginning().0))
}

#[cfg(test)]
mod tests {
    use bots::Stopwatch;

    use super::*;

    const UNFINISHED: &str = include_str!("../../../rules/tests/records/version-1-unfinished.floors");

    fn question(bot: &str) -> Question {
        let seat = game_of(UNFINISHED).unwrap().acting().unwrap();
        let subject = Subject::Record(UNFINISHED.to_owned());
        Question { bot: bot.to_owned(), subject, seat, budget_ms: 20, seed: u64::MAX }
    }

    #[test]
    fn every_bot_decides_something_legal() {
        for bot in Bot::ALL {
            let question = question(bot.name());
            let decision = think(&question, &Stopwatch::start()).unwrap();
            game_of(UNFINISHED).unwrap().act(Some(question.seat), &decision.action, &mut ()).unwrap();
        }
    }

    #[test]
    fn a_situation_is_thought_about_like_the_game_it_came_from() {
        let asked = question("fox");
        let situation = game_of(UNFINISHED).unwrap().playing().unwrap().to_situation().unwrap().to_string();
        let of_situation = Question { subject: Subject::Situation(situation), ..asked.clone() };
        let thought = think(&of_situation, &Stopwatch::start()).unwrap();
        assert_eq!(Ok(&thought), think(&asked, &Stopwatch::start()).as_ref());
        let best = thought.best.first().unwrap();
        assert_eq!(thought.action, Action::Move { figure: best.figure, path: best.path.clone() });
        assert!(best.percent <= 100 && thought.best.len() > 1);
    }

    #[test]
    fn a_question_that_makes_no_sense_is_told() {
        let no_bot = question("goblin");
        assert!(matches!(think(&no_bot, &Stopwatch::start()), Err(Undecided::Bot(_))));
        let no_record = Question { subject: Subject::Record("?".to_owned()), ..question("fool") };
        assert!(matches!(think(&no_record, &Stopwatch::start()), Err(Undecided::Record(_))));
        let no_situation = Question { subject: Subject::Situation("?".to_owned()), ..question("fool") };
        assert!(matches!(think(&no_situation, &Stopwatch::start()), Err(Undecided::Situation(_))));
        let no_game = Question { subject: Subject::Situation("Ma1e".to_owned()), ..question("fool") };
        assert!(matches!(think(&no_game, &Stopwatch::start()), Err(Undecided::Impossible(_))));
        let other = Seat::new((question("fool").seat.index() + 1) % 2).unwrap();
        let not_to_act = Question { seat: other, ..question("fool") };
        assert_eq!(think(&not_to_act, &Stopwatch::start()), Err(Undecided::NotToAct(other)));
    }
}
