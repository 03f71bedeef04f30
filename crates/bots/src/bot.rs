//! The bots, what they are asked and what they answer.

use std::fmt;
use std::str::FromStr;

use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Game, Laying, Playing, Seat, View};
use rules::terms::BotName;
use rules::{FigureId, Step};
use thiserror::Error;

use crate::budget::{Budget, Watch};
use crate::reason::Reason;
use crate::survey::{Candidate, Survey, look_at};
use crate::weights::WEIGHTS;
use crate::{fiend, fledgling, fool, fox, tiles};

/// A computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bot {
    /// Makes random legal moves.
    Fool,
    /// Runs for the exit, and avoids the monster only when it is a few steps away.
    Fledgling,
    /// Looks one move ahead with foresight.
    Fox,
    /// Searches.
    Fiend,
}

impl From<Bot> for BotName {
    fn from(bot: Bot) -> BotName {
        bot.name().parse().expect("bots have names of lower-case letters")
    }
}

/// A seat that is to move in a game.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub(crate) seat: Seat,
    pub(crate) game: &'a Playing,
}

/// An unknown name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown bot {0:?}: expected fool, fledgling, fox or fiend")]
pub struct UnknownBot(pub String);

impl Bot {
    /// All bots, from the weakest to the strongest.
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

    /// Decides what to do; `None` if it is not its seat's turn.
    #[must_use]
    pub fn decide(self, view: View<'_>, thinking: &Thinking<'_>) -> Option<Decision> {
        if view.game.acting() != Some(view.seat) {
            return None;
        }
        let chance = &mut chance(view.game, thinking.seed);
        match view.game {
            Game::Laying(laying) => self.lay(laying, chance),
            Game::Playing(game) => self.choose(Mover { seat: view.seat, game }, thinking, chance),
        }
    }

    /// The reason for which this bot would make a move; `None` if the move is illegal.
    #[must_use]
    pub fn reason(self, game: &Playing, figure: FigureId, path: &[Step]) -> Option<Reason> {
        match self {
            Bot::Fool => Some(Reason::AtRandom),
            Bot::Fledgling => fledgling::reason(game, figure, path),
            Bot::Fox | Bot::Fiend => Reason::of_move(game, figure, path),
        }
    }

    /// The reason for the first of these choices.
    fn why(self, mover: Mover<'_>, best: &[Choice]) -> Option<Reason> {
        let Choice { figure, path, .. } = best.first()?;
        self.reason(mover.game, *figure, path)
    }

    fn lay(self, laying: &Laying, chance: &mut Stream) -> Option<Decision> {
        let (placement, reason) = match self {
            Bot::Fool => (laying.tiles().random_choice(chance)?, Reason::AtRandom),
            Bot::Fledgling | Bot::Fox | Bot::Fiend => (tiles::choose(laying.tiles(), chance)?, Reason::LaysTile),
        };
        Some(Decision { action: Action::Place(placement), reason, best: vec![], nodes: 0 })
    }

    fn choose(self, mover: Mover<'_>, thinking: &Thinking<'_>, chance: &mut Stream) -> Option<Decision> {
        let weights = &*WEIGHTS;
        match self {
            Bot::Fool => {
                let (figure, path) = fool::choose(mover, chance)?;
                decision(vec![single(mover, figure, path)?], 1, Reason::AtRandom)
            }
            Bot::Fledgling => {
                let (figure, path, reason) = fledgling::choose(mover, chance)?;
                decision(vec![single(mover, figure, path)?], 1, reason)
            }
            Bot::Fox => {
                let mut survey = Survey::new(weights);
                survey.make(mover.game);
                let ranked = fox::ranked(mover, &survey, chance);
                let choice = |candidate: &Candidate| Choice {
                    figure: candidate.figure,
                    path: survey.path(candidate),
                    value: candidate.chances[mover.seat.index()],
                };
                let best: Vec<Choice> = ranked.iter().take(BEST).map(choice).collect();
                let reason = self.why(mover, &best)?;
                decision(best, ranked.len() as u64, reason)
            }
            Bot::Fiend => {
                let (best, nodes) = fiend::think(mover, thinking, chance, weights)?;
                let reason = self.why(mover, &best)?;
                decision(best, nodes, reason)
            }
        }
    }
}

/// The number of best moves in a decision.
const BEST: usize = 5;

/// The random stream of one decision. It depends on the seed and on how far the game has come.
fn chance(game: &Game, seed: u64) -> Stream {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let progress = match game {
        Game::Laying(laying) => [0, laying.tiles().len() as u8, 0],
        Game::Playing(playing) => {
            let course = playing.course();
            [course.stage().number(), course.turn(), playing.moved().len() as u8]
        }
    };
    bytes[8..8 + progress.len()].copy_from_slice(&progress);
    Stream::new(&Seed(bytes), &[], Purpose::Players)
}

/// A move that was not compared with others, with its value.
fn single(mover: Mover<'_>, figure: FigureId, path: Vec<Step>) -> Option<Choice> {
    let chances = look_at(mover.game, &WEIGHTS, figure, &path)?;
    Some(Choice { figure, path, value: chances[mover.seat.index()] })
}

/// The decision for the first of these choices.
fn decision(mut best: Vec<Choice>, nodes: u64, reason: Reason) -> Option<Decision> {
    best.truncate(BEST);
    let Choice { figure, path, .. } = best.first()?.clone();
    Some(Decision { action: Action::Move { figure, path }, reason, best, nodes })
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

/// How a bot thinks.
#[derive(Clone, Copy)]
pub struct Thinking<'a> {
    /// How much it may think.
    pub budget: Budget,
    /// The seed of its randomness. Different decisions of a game use different random numbers, even with the same seed.
    pub seed: u64,
    /// The number of threads; 1 where there are none. With a budget of nodes, it does not influence the decision.
    pub threads: usize,
    /// The clock, which can also call it off.
    pub watch: &'a dyn Watch,
}

/// The decision of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The action.
    pub action: Action,
    /// Its reason.
    pub reason: Reason,
    /// The best moves, starting with the one it makes. Empty when it lays a tile.
    pub best: Vec<Choice>,
    /// The number of positions it evaluated.
    pub nodes: u64,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The figure that moves.
    pub figure: FigureId,
    /// Its path.
    pub path: Vec<Step>,
    /// The estimated chance to win the game after it, from 0 to 1.
    pub value: f64,
}
