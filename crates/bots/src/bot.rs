//! The bots by name, what they are asked and what they answer.

use std::fmt;
use std::str::FromStr;

use rules::game::{Action, Awaited, View};
use rules::{FigureId, Step};
use thiserror::Error;

use crate::budget::{Budget, Watch};
use crate::{fiend, fledgling, fool, fox};
use crate::survey::Survey;
use crate::weights::WEIGHTS;
use crate::reason::Reason;

/// A player that thinks, by character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bot {
    /// Does anything legal.
    Fool,
    /// Runs for the exit and shies away from the monster when it is beside it.
    Fledgling,
    /// Looks one move ahead with foresight.
    Fox,
    /// Searches.
    Fiend,
}

/// A text that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no bot: bots are fool, fledgling, fox and fiend")]
pub struct UnknownBot(pub String);

impl Bot {
    /// Every bot, from the weakest to the strongest.
    pub const ALL: [Bot; 4] = [Bot::Fool, Bot::Fledgling, Bot::Fox, Bot::Fiend];

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Fool => "fool",
            Bot::Fledgling => "fledgling",
            Bot::Fox => "fox",
            Bot::Fiend => "fiend",
        }
    }

    /// What this bot does now; `None` if it is not its seat's turn.
    #[must_use]
    pub fn decide(self, view: View<'_>, thinking: &Thinking<'_>) -> Option<Decision> {
        if view.game.acting() != Some(view.seat) {
            return None;
        }
        match view.game.awaited() {
            Awaited::Tile(_) => fool::lay(view.game, thinking),
            Awaited::Move(_) => self.choose_move(view, thinking),
            Awaited::Flip | Awaited::Nothing => None,
        }
    }
}

impl Bot {
    fn choose_move(self, view: View<'_>, thinking: &Thinking<'_>) -> Option<Decision> {
        let mut nodes = 1;
        let (figure, path) = match self {
            Bot::Fool => return fool::decide(view, thinking),
            Bot::Fledgling => fledgling::choose(view, thinking)?,
            Bot::Fiend => {
                let (choices, judged) = fiend::think(view, thinking)?;
                nodes = judged;
                let best = choices.into_iter().next()?;
                (best.figure, best.path)
            }
            Bot::Fox => {
                let mut survey = Survey::new(&WEIGHTS);
                let ranked = fox::ranked(view, thinking, &mut survey);
                let best = ranked.first()?;
                nodes = ranked.len() as u64;
                (best.figure, survey.path(best))
            }
        };
        let action = Action::Move { figure, path: path.clone() };
        let best = vec![Choice { figure, path, value: 0.0 }];
        Some(Decision { action, reason: Reason::AtRandom, best, nodes })
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Bot, UnknownBot> {
        Bot::ALL.into_iter().find(|bot| bot.name() == text).ok_or_else(|| UnknownBot(text.to_owned()))
    }
}

/// How a bot is to think.
#[derive(Clone, Copy)]
pub struct Thinking<'a> {
    /// For how long.
    pub budget: Budget,
    /// What its chance follows from. The chance of two decisions in one game differs even with the same seed.
    pub seed: u64,
    /// On how many cores; 1 where there are no threads. It changes what a bot gets done in a time, never what it decides with nodes.
    pub threads: usize,
    /// Who watches it.
    pub watch: &'a dyn Watch,
}

/// What a bot has decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it does.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// The moves it thought best, the one it makes first; empty when it lays a tile.
    pub best: Vec<Choice>,
    /// How many positions it judged.
    pub nodes: u64,
}

/// A move and what a bot thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Who moves.
    pub figure: FigureId,
    /// How.
    pub path: Vec<Step>,
    /// The chance to win the game after it, from 0 to 1.
    pub value: f64,
}
