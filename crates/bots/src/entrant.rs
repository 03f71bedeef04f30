//! The bots that take part in a game of bots, with their budgets, and how they are written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rules::game::{Band, Players, PlayersProblem};
use rules::terms::{Player, PlayerKind};
use thiserror::Error;

use crate::bot::{Bot, UnknownBot};
use crate::budget::Budget;

/// A bot at a table of bots. It is written `fox`, `fiend@200ms` or `fiend@5000n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// The bot.
    pub bot: Bot,
    /// Its own budget, in nodes or whole milliseconds; `None` for that of the table.
    pub budget: Option<Budget>,
}

/// Why a text cannot be parsed as an entrant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntrantProblem {
    /// The bot is unknown.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// The text after the `@` is not a budget.
    #[error("invalid budget {0:?}: expected something like 200ms or 5000n")]
    Budget(String),
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            None => write!(f, "{}", self.bot),
            Some(budget) => write!(f, "{}@{budget}", self.bot),
        }
    }
}

impl FromStr for Entrant {
    type Err = EntrantProblem;

    fn from_str(text: &str) -> Result<Entrant, EntrantProblem> {
        let (bot, own) = text.split_once('@').map_or((text, None), |(bot, own)| (bot, Some(own)));
        let read = |own: &str| budget(own).ok_or_else(|| EntrantProblem::Budget(own.to_owned()));
        Ok(Entrant { bot: bot.parse()?, budget: own.map(read).transpose()? })
    }
}

impl Entrant {
    /// The entrant that played a seat of a record with [these names](Entrants::names); `None` if it was not one of our
    /// bots.
    #[must_use]
    pub fn of(player: &Player) -> Option<Entrant> {
        let PlayerKind::Bot(bot) = &player.kind else { return None };
        match player.name.split_once('@') {
            Some((_, own)) => format!("{bot}@{own}").parse().ok(),
            None => bot.as_str().parse().ok(),
        }
    }
}

fn budget(text: &str) -> Option<Budget> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| *number > 0 && !digits.starts_with('+'))?;
    match &text[digits.len()..] {
        "n" => Some(Budget::Nodes(number)),
        "ms" => Some(Budget::Time(Duration::from_millis(number))),
        _ => None,
    }
}

/// The entrants of a table, by seat.
///
/// Invariant: there are two to seven of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrants {
    by_seat: Vec<Entrant>,
    players: Players,
}

impl Entrants {
    /// Seats the entrants in this order.
    ///
    /// # Errors
    ///
    /// If there are fewer than two or more than seven.
    pub fn new(by_seat: Vec<Entrant>) -> Result<Entrants, PlayersProblem> {
        let bands = Band::ALL.get(..by_seat.len()).ok_or(PlayersProblem::Count(by_seat.len()))?;
        Ok(Entrants { players: Players::new(bands)?, by_seat })
    }

    /// The entrants in the order of their seats.
    #[must_use]
    pub fn by_seat(&self) -> &[Entrant] {
        &self.by_seat
    }

    /// Their names, by seat. Each has a first name of its kind, followed by its budget if it has one of its own:
    /// `Reynard`, `Mephisto@200ms`.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut first: Vec<&str> = vec![];
        for entrant in &self.by_seat {
            first.push(entrant.bot.free_name(first.iter().copied()));
        }
        let name = |(first, entrant): (&str, &Entrant)| match entrant.budget {
            None => first.to_owned(),
            Some(budget) => format!("{first}@{budget}"),
        };
        first.into_iter().zip(&self.by_seat).map(name).collect()
    }

    /// Their bands.
    #[must_use]
    pub fn players(&self) -> Players {
        self.players
    }

    /// The same entrants, each moved on by this many seats clockwise.
    #[must_use]
    pub fn rotated(&self, seats: usize) -> Entrants {
        let mut rotated = self.clone();
        rotated.by_seat.rotate_right(seats % self.by_seat.len());
        rotated
    }
}
