//! What is computed in a worker, beside the page: bots think, levels are solved, the dish of a day is made.
//!
//! The page's side is `page::thinker`, the worker's side [`mod@bench`]. Both send text: the version of the messages, a
//! space, and JSON. The page sends an [`Order`]; the worker answers with [`Report`]s, the last of which is
//! [`News::Done`].

pub mod bench;
pub mod bot;
#[cfg(target_arch = "wasm32")]
pub mod in_worker;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use bot::{GoodMove, Question, Subject, Thought};

/// The version of the messages. Raise it when their form changes: page and worker of different builds then notice.
const VERSION: &str = "2";

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
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let (version, json) = text.split_once(' ').ok_or(Unreadable::OtherVersion)?;
    if version != VERSION {
        return Err(Unreadable::OtherVersion);
    }
    Ok(serde_json::from_str(json)?)
}

/// What the page sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Something to compute.
    Do {
        /// Identifies the reports.
        id: u32,
        /// What to compute.
        task: Task,
    },
    /// Nobody waits for it any more.
    CallOff {
        /// The id of the order.
        id: u32,
    },
}

/// Something to compute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// What a bot does. It goes before everything else, because somebody waits for the move.
    Think(Question),
    /// The solutions of a level.
    Solve(Search),
    /// The level of a date, like `2026-11-18`.
    Dish(String),
}

/// A search for the solutions of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The code of the level.
    pub level: String,
    /// The most nodes, see [`puzzles::Limits`].
    pub nodes: u64,
    /// The search ends when it has found this many.
    pub solutions: usize,
}

/// What the worker sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The id of the order.
    pub id: u32,
    /// What it reports.
    pub news: News,
}

/// How an order stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// It is under way.
    Progress(Progress),
    /// It is done, or cannot be done for this reason.
    Done(Result<Done, String>),
}

/// How far an order has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The part that is done, in per mille. For a dish it is an estimate.
    pub per_mille: u16,
    /// The solutions found so far, or the attempts made.
    pub found: u64,
}

/// The result of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// The decision of a bot.
    Thought(Thought),
    /// The solutions of a level.
    Found(Found),
    /// The level of a date.
    Dish(Dish),
}

/// The solutions of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// How many were found.
    pub solutions: usize,
    /// Whether there are no others.
    pub is_all: bool,
    /// The deeds of the best one, and the steps of its walk.
    pub best: Option<(Vec<String>, u32)>,
}

/// The level of a date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dish {
    /// Its code.
    pub level: String,
    /// The code of its difficulty.
    pub difficulty: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        let seat = rules::game::Seat::new(1).expect("a seat");
        let subject = Subject::Situation("Ma1e".to_owned());
        Question { bot: "fox".to_owned(), subject, seat, budget_ms: 20, seed: u64::MAX }
    }

    fn orders() -> [Order; 4] {
        let search = Search { level: "a1".to_owned(), nodes: 5, solutions: 1 };
        [
            Order::Do { id: 7, task: Task::Think(question()) },
            Order::Do { id: 8, task: Task::Solve(search) },
            Order::Do { id: 9, task: Task::Dish("2026-11-18".to_owned()) },
            Order::CallOff { id: 8 },
        ]
    }

    fn reports() -> [Report; 5] {
        let (figure, path) = ("R4".parse().expect("a figure"), vec![]);
        let action = rules::game::Action::Move { figure, path: path.clone() };
        let thought = Thought { action, best: vec![GoodMove { figure, path, percent: 50 }] };
        let found = Found { solutions: 1, is_all: true, best: Some((vec!["stone:e5".to_owned()], 36)) };
        let dish = Dish { level: "a1".to_owned(), difficulty: "gentle".to_owned() };
        [
            News::Progress(Progress { per_mille: 250, found: 2 }),
            News::Done(Ok(Done::Thought(thought))),
            News::Done(Ok(Done::Found(found))),
            News::Done(Ok(Done::Dish(dish))),
            News::Done(Err("no".to_owned())),
        ]
        .map(|news| Report { id: 7, news })
    }

    #[test]
    fn another_version_is_noticed_before_its_form_matters() {
        let text = write(&orders()[0]).expect("a message");
        let newer = text.replacen(VERSION, "999", 1);
        for other in ["", "{}", "999 ", newer.as_str()] {
            assert!(matches!(read::<Order>(other), Err(Unreadable::OtherVersion)), "{other}");
        }
        assert!(matches!(read::<Order>(&format!("{VERSION} {{}}")), Err(Unreadable::Json(_))));
    }

    /// Whoever changes these texts raises the version.
    #[test]
    fn messages_of_this_version_have_this_form() {
        assert_eq!(
            orders().map(|order| write(&order).expect("a message")),
            [
                r#"2 {"do":{"id":7,"task":{"think":{"bot":"fox","subject":{"situation":"Ma1e"},"seat":1,"budget_ms":20,"seed":18446744073709551615}}}}"#,
                r#"2 {"do":{"id":8,"task":{"solve":{"level":"a1","nodes":5,"solutions":1}}}}"#,
                r#"2 {"do":{"id":9,"task":{"dish":"2026-11-18"}}}"#,
                r#"2 {"call_off":{"id":8}}"#,
            ]
        );
        assert_eq!(
            reports().map(|report| write(&report).expect("a message")),
            [
                r#"2 {"id":7,"news":{"progress":{"per_mille":250,"found":2}}}"#,
                r#"2 {"id":7,"news":{"done":{"Ok":{"thought":{"action":{"type":"move","figure":"R4","path":[]},"best":[{"figure":"R4","path":[],"percent":50}]}}}}}"#,
                r#"2 {"id":7,"news":{"done":{"Ok":{"found":{"solutions":1,"is_all":true,"best":[["stone:e5"],36]}}}}}"#,
                r#"2 {"id":7,"news":{"done":{"Ok":{"dish":{"level":"a1","difficulty":"gentle"}}}}}"#,
                r#"2 {"id":7,"news":{"done":{"Err":"no"}}}"#,
            ]
        );
    }

    #[test]
    fn messages_survive_the_way_to_the_worker_and_back() {
        for order in orders() {
            assert_eq!(read::<Order>(&write(&order).expect("a message")).ok(), Some(order));
        }
        for report in reports() {
            assert_eq!(read::<Report>(&write(&report).expect("a message")).ok(), Some(report));
        }
    }
}
