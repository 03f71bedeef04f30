//! `bestmove`: builds a game from the question and lets a bot choose a move.

use std::time::Duration;

use bots::{Bot, Budget, Choice, Stopwatch, Thinking, UnknownBot};
use rules::game::{Action, FigureSet, Game, Length, Part, Players, Situation, SituationProblem, Stage, View};
use rules::{FigureId, Position, Setup, Step, Stroll, Whereabouts};

use super::position::{Names, joined, read};
use super::values::{in_range, needed, place, tombstones};
use super::wire::{self, BestMoveAnswer, Question, Whole, Written};

/// The maximum of `nodes`.
const MOST_NODES: u64 = 10_000_000;

/// The maximum of `millis`.
const MOST_MILLIS: u64 = 60_000;

/// The maximum number of moves in `best`, which includes the chosen one.
const MOST_BEST: usize = 5;

/// A game that waits for a move, and the bot that chooses it.
pub struct BestMove {
    game: Game,
    bot: Bot,
    budget: Budget,
    seed: u64,
}

impl BestMove {
    pub(super) fn new(question: Question) -> Result<BestMove, String> {
        let game = game(&needed("view", question.view)?)?;
        let bot = match question.bot {
            Some(name) => name.parse().map_err(|error: UnknownBot| format!("bot: {error}"))?,
            None => Bot::Fiend,
        };
        let budget = budget(question.nodes, question.millis)?;
        Ok(BestMove { game, bot, budget, seed: question.seed.map_or(0, |seed| seed.0) })
    }

    /// The position of the game.
    pub(super) fn position(&self) -> &Position {
        self.game.playing().expect("a situation is in mid-play").position()
    }

    /// Lets the bot choose a move.
    pub(super) fn answer(&self) -> BestMoveAnswer {
        let seat = self.game.acting().expect("a move is awaited");
        // One thread, so that the cost of running several engines in parallel is predictable.
        let thinking = Thinking { budget: self.budget, seed: self.seed, threads: 1, watch: &Stopwatch::start() };
        let decision = self.bot.decide(View { seat, game: &self.game }, &thinking);
        let decision = decision.expect("a bot decides when its seat is to act");
        let Action::Move { figure, path } = decision.action else {
            unreachable!("a bot moves when a move is awaited");
        };
        BestMoveAnswer {
            figure,
            path: self.places(figure, &path),
            reason: reason(decision.reason),
            best: decision.best.iter().take(MOST_BEST).map(|choice| self.choice(choice)).collect(),
        }
    }

    fn choice(&self, choice: &Choice) -> wire::Choice {
        let value = rounded(choice.value);
        wire::Choice { figure: choice.figure, path: self.places(choice.figure, &choice.path), value }
    }

    /// The place after each step of a path.
    fn places(&self, figure: FigureId, path: &[Step]) -> Vec<String> {
        let mut stroll = Stroll::new(self.position(), figure).expect("a bot moves figures in play");
        let walk = |step: &Step| {
            stroll.step(*step, &mut ()).expect("a bot keeps to the rules");
            place(stroll.place())
        };
        path.iter().map(walk).collect()
    }
}

fn reason(reason: bots::Reason) -> wire::Reason {
    match reason {
        bots::Reason::AtRandom => wire::Reason::AtRandom,
        bots::Reason::LaysTile => unreachable!("a bot lays no tile when a move is awaited"),
        bots::Reason::Escapes => wire::Reason::Escapes,
        bots::Reason::Shies => wire::Reason::Shies,
        bots::Reason::Saves { figure, before, after } => {
            wire::Reason::Saves { figure, before: rounded(before.to_f64()), after: rounded(after.to_f64()) }
        }
        bots::Reason::Lures { figure, before, after } => {
            wire::Reason::Lures { figure, before: rounded(before.to_f64()), after: rounded(after.to_f64()) }
        }
        bots::Reason::OutOfSight => wire::Reason::OutOfSight,
        bots::Reason::Blocks { figure, points } => wire::Reason::Blocks { figure, points },
        bots::Reason::Enters => wire::Reason::Enters,
        bots::Reason::Advances { points } => wire::Reason::Advances { points },
        bots::Reason::Waits => wire::Reason::Waits,
    }
}

/// Rounds to four digits: the bots' estimates are no more precise.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn budget(nodes: Option<Whole>, millis: Option<Whole>) -> Result<Budget, String> {
    match (nodes, millis) {
        (Some(_), Some(_)) => Err("millis: cannot be combined with `nodes`".to_owned()),
        (None, Some(millis)) => Ok(Budget::Time(Duration::from_millis(in_range(millis.0, MOST_MILLIS, "millis")?))),
        (Some(nodes), None) => Ok(Budget::Nodes(in_range(nodes.0, MOST_NODES, "nodes")?)),
        (None, None) => Ok(Budget::USUAL),
    }
}

/// Builds the game, or reports every problem with it.
fn game(view: &Written<wire::View>) -> Result<Game, String> {
    match view {
        Written::Text(text) => {
            let situation: Situation = text.parse().map_err(|error| format!("view: {error}"))?;
            Game::from_situation(&situation)
                .map_err(|problems| joined(problems.iter().map(|problem| format!("view: {problem}"))))
        }
        Written::Object(view) => game_of_object(view),
    }
}

fn game_of_object(view: &wire::View) -> Result<Game, String> {
    let (mut setup, names) = read(&view.position, "view.position")?;
    complete(&mut setup, view);
    let situation = Situation {
        players: view.players.clone(),
        length: if view.long { Length::Long } else { Length::Normal },
        setup,
        stage: view.stage,
        turn: view.turn.0,
        start: view.start,
        moved: view.moved.clone(),
        used: tombstones(&view.used, "view.used")?,
        escaped: view.escaped.clone(),
    };
    Game::from_situation(&situation)
        .map_err(|problems| joined(problems.iter().map(|problem| described(problem, &names))))
}

/// Adds the players' figures that the position does not name: those in `escaped` have escaped, and in stage two all
/// others have been eaten. In stage one the position must name all others.
fn complete(setup: &mut Setup, view: &wire::View) {
    // The check of the situation reports invalid players together with all other problems.
    let Ok(players) = Players::new(&view.players) else { return };
    let named: FigureSet = setup.figures.iter().map(|(figure, _)| *figure).collect();
    let escaped: FigureSet = view.escaped.iter().copied().collect();
    for figure in players.seats().flat_map(|seat| players.figures(seat).without(named).iter()) {
        let whereabouts = match (escaped.has(figure), view.stage) {
            (true, Stage::One | Stage::Two) => Some(Whereabouts::Escaped),
            (false, Stage::One) => None,
            (false, Stage::Two) => Some(Whereabouts::Eaten),
        };
        setup.figures.extend(whereabouts.map(|whereabouts| (figure, whereabouts)));
    }
}

/// Describes a problem with the names of the question.
fn described(problem: &SituationProblem, names: &Names) -> String {
    if let SituationProblem::Setup(problem) = problem {
        return names.describe(problem);
    }
    let list = |name: &str, nth: Option<usize>| match nth {
        Some(nth) => format!("view.{name}[{nth}]"),
        None => format!("view.{name}"),
    };
    problem.describe(|part| match part {
        Part::Players => "view.players".to_owned(),
        Part::Setup => "view.position".to_owned(),
        Part::Thing(item) => names.name(item),
        Part::Turn => "view.turn".to_owned(),
        Part::Start => "view.start".to_owned(),
        Part::Moved(nth) => list("moved", nth),
        Part::Used(nth) => list("used", nth),
        Part::Escaped(nth) => list("escaped", nth),
    })
}
