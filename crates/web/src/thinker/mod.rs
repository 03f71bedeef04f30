//! Bots that think in a worker, beside the page: question, answer, and the thinking itself.
//!
//! The page's side is `page::thinker`. Both sides send text: the version of the messages, a space, and JSON.

#[cfg(target_arch = "wasm32")]
pub mod in_worker;

use std::time::Duration;

use bots::{Bot, Budget, Choice, Thinking, UnknownBot, Watch};
use rules::game::{Action, Game, Seat, SituationProblem, View};
use rules::notation::{RecordError, RecordText, StringError};
use rules::{FigureId, Step};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the messages. Raise it when their form changes: page and worker of different builds then notice.
const VERSION: &str = "1";

/// Why a message cannot be read.
#[derive(Debug, Error)]
pub enum Unreadable {
    /// Page and worker come from different builds.
    #[error("a message of another version than {VERSION}")]
    OtherVersion,
    /// It has our version, but not its form.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Writes a message.
///
/// # Errors
///
/// Never for our messages, which are plain data.
pub fn write(message: &impl Serialize) -> serde_json::Result<String> {
    Ok(format!("{VERSION} {}", serde_json::to_string(message)?))
}

/// Reads a message.
///
/// # Errors
///
/// If it is of another version, or has another form.
pub fn read<M: DeserializeOwned>(text: &str) -> Result<M, Unreadable> {
    let (version, json) = text.split_once(' ').ok_or(Unreadable::OtherVersion)?;
    if version != VERSION {
        return Err(Unreadable::OtherVersion);
    }
    Ok(serde_json::from_str(json)?)
}

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Identifies the answer.
    pub id: u32,
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

/// The answer of the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The id of the question.
    pub id: u32,
    /// The decision, or why there is none.
    pub outcome: Result<Thought, String>,
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
        Question { id: 7, bot: bot.to_owned(), subject, seat, budget_ms: 20, seed: u64::MAX }
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

    #[test]
    fn another_version_is_noticed_before_its_form_matters() {
        let text = write(&question("fox")).unwrap();
        let newer = text.replacen(VERSION, "999", 1);
        for other in ["", "{}", "999 ", newer.as_str()] {
            assert!(matches!(read::<Question>(other), Err(Unreadable::OtherVersion)), "{other}");
        }
        assert!(matches!(read::<Question>(&format!("{VERSION} {{}}")), Err(Unreadable::Json(_))));
    }

    /// Whoever changes these texts raises the version.
    #[test]
    fn messages_of_this_version_have_this_form() {
        let subjects = [Subject::Record("a record".to_owned()), Subject::Situation("Ma1e".to_owned())];
        let questions = subjects.map(|subject| write(&Question { subject, ..question("fox") }).unwrap());
        let seat = question("fox").seat.index();
        let question = |subject: &str| {
            format!(
                r#"1 {{"id":7,"bot":"fox","subject":{{{subject}}},"seat":{seat},"budget_ms":20,"seed":18446744073709551615}}"#
            )
        };
        assert_eq!(questions, [question(r#""record":"a record""#), question(r#""situation":"Ma1e""#)]);
        let (figure, path) = ("R4".parse().unwrap(), vec![]);
        let action = Action::Move { figure, path: path.clone() };
        let thought = Thought { action, best: vec![GoodMove { figure, path, percent: 50 }] };
        let answers = [Ok(thought), Err("no".to_owned())].map(|outcome| write(&Answer { id: 7, outcome }).unwrap());
        let expected = [
            r#"1 {"id":7,"outcome":{"Ok":{"action":{"type":"move","figure":"R4","path":[]},"best":[{"figure":"R4","path":[],"percent":50}]}}}"#,
            r#"1 {"id":7,"outcome":{"Err":"no"}}"#,
        ];
        assert_eq!(answers, expected);
    }

    #[test]
    fn questions_and_answers_survive_the_way_to_the_worker_and_back() {
        let question = question("fiend");
        let there: Question = read(&write(&question).unwrap()).unwrap();
        assert_eq!(there, question);
        let outcomes = [think(&question, &Stopwatch::start()).map_err(|error| error.to_string()), Err("no".to_owned())];
        for outcome in outcomes {
            let answer = Answer { id: question.id, outcome };
            let back: Answer = read(&write(&answer).unwrap()).unwrap();
            assert_eq!(back, answer);
        }
    }
}
