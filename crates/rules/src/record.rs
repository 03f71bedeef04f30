//! A game as it is stored: its terms and the list of actions. State is always computed by replaying them.
//!
//! [`notation`](crate::notation) has the formats of records.

use thiserror::Error;

use crate::chance::{Commitment, Nonce, Secret, Seed};
use crate::event::{Event, Sink};
use crate::game::{Action, Ending, FortressChoice, Game, GameEvent, IllegalAction, Seat, Stage};
use crate::host::{Host, Pile, course_of_flip, draw_first, draw_fortress};
use crate::terms::{Beginning, FirstBy, Terms};
use crate::tombstone::Tombstone;

/// A game from its terms to its last action so far.
///
/// Invariant: each action is legal, the number of actions taken over from another game is at most the number of
/// actions, and the secret is present if and only if the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    terms: Terms,
    actions: Vec<Action>,
    ending: Option<Ending>,
    secret: Option<Secret>,
}

/// Why a record is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// An action is against the rules.
    #[error("action {}: {problem}", .action + 1)]
    Illegal {
        /// Its number, from 0.
        action: usize,
        /// The rule it breaks.
        problem: IllegalAction,
    },
    /// The secret is present although the game is not over, or missing although it is.
    #[error("seed and salt belong to a finished game, and only to that")]
    Secret,
    /// More actions are said to be taken over than the record has.
    #[error("{branched} actions are taken over, but there are only {actions}")]
    Branched {
        /// The number of actions taken over, according to the terms.
        branched: usize,
        /// The number of actions in the record.
        actions: usize,
    },
}

/// Why chance in a game was not fair, or cannot be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfair {
    /// The game is not over, so its seed is still a secret.
    #[error("every action so far is legal, but the game is not over: its seed is still a secret")]
    Unfinished,
    /// The host committed to another seed.
    #[error("seed and salt do not give the commitment")]
    Commitment,
    /// Another player should have begun.
    #[error("seat {} should have begun", .drawn.index() + 1)]
    First {
        /// The seat drawn from the seed.
        drawn: Seat,
    },
    /// The random fortress was not drawn from the seed.
    #[error("the fortress does not come from the seed")]
    Fortress,
    /// Another tombstone was on top.
    #[error("the tombstone on top was {on_top}")]
    Tombstone {
        /// The number of the action, from 0.
        action: usize,
        /// The tombstone on top.
        on_top: Tombstone,
    },
}

/// One action of a record, and its result.
#[derive(Clone, Debug)]
pub struct Played<'a> {
    /// The seat that acted; `None` for the host.
    pub seat: Option<Seat>,
    /// The action.
    pub action: &'a Action,
    /// The events it caused.
    pub events: Vec<GameEvent>,
    /// The game after it.
    pub game: Game,
}

/// A record under construction. It plays each action once.
pub(crate) struct Recorder {
    terms: Terms,
    game: Game,
    actions: Vec<Action>,
}

impl Recorder {
    pub(crate) fn new(terms: Terms) -> Recorder {
        let game = terms.begin(&mut ());
        Recorder { terms, game, actions: vec![] }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The number of actions so far.
    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    pub(crate) fn act(&mut self, action: Action, sink: &mut impl Sink<GameEvent>) -> Result<(), RecordProblem> {
        let seat = self.game.acting();
        let illegal = |problem| RecordProblem::Illegal { action: self.actions.len(), problem };
        self.game.act(seat, &action, sink).map_err(illegal)?;
        self.actions.push(action);
        Ok(())
    }

    /// Finishes the record with terms that a code contains only after its actions.
    pub(crate) fn finish_with(
        mut self,
        commitment: Commitment,
        branched: Option<usize>,
        secret: Option<Secret>,
    ) -> Result<Record, RecordProblem> {
        self.terms = self.terms.committed_to(commitment);
        if let Some(branched) = branched {
            self.terms = self.terms.branched_after(branched);
        }
        self.finish(secret)
    }

    pub(crate) fn finish(self, secret: Option<Secret>) -> Result<Record, RecordProblem> {
        let Recorder { terms, game, actions } = self;
        if let Some(branched) = terms.branched().filter(|branched| *branched > actions.len()) {
            return Err(RecordProblem::Branched { branched, actions: actions.len() });
        }
        if secret.is_some() != game.ending().is_some() {
            return Err(RecordProblem::Secret);
        }
        Ok(Record { terms, actions, ending: game.ending(), secret })
    }
}

impl Record {
    /// Creates a record and checks the actions by playing them.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn new(terms: Terms, actions: Vec<Action>, secret: Option<Secret>) -> Result<Record, RecordProblem> {
        let mut recorder = Recorder::new(terms);
        for action in actions {
            recorder.act(action, &mut ())?;
        }
        recorder.finish(secret)
    }

    /// The record of a game so far. It contains the secret if the game is over.
    #[must_use]
    pub fn of(host: &Host) -> Record {
        Record {
            terms: host.terms().clone(),
            actions: host.log().to_vec(),
            ending: host.game().ending(),
            secret: host.revealed(),
        }
    }

    /// Everything that was fixed before the first action.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All actions.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Seed and salt, if the game is over.
    #[must_use]
    pub fn secret(&self) -> Option<Secret> {
        self.secret
    }

    /// The game before the first action, and the events until then.
    #[must_use]
    pub fn beginning(&self) -> (Game, Vec<GameEvent>) {
        let mut events = vec![];
        let game = self.terms.begin(&mut events);
        (game, events)
    }

    /// The seat whose figure was the last to be eaten; `None` if nobody was. In a rematch it may begin.
    #[must_use]
    pub fn last_eaten(&self) -> Option<Seat> {
        let players = self.terms.players();
        let mut last = None;
        for played in self.replay() {
            for event in &played.events {
                if let GameEvent::Board(Event::FigureEaten { figure, .. }) = event {
                    last = players.owner(*figure);
                }
            }
        }
        last
    }

    /// Replays the actions one by one.
    pub fn replay(&self) -> impl Iterator<Item = Played<'_>> {
        let (mut game, _) = self.beginning();
        self.actions.iter().map(move |action| {
            let seat = game.acting();
            let mut events = vec![];
            game.act(seat, action, &mut events).expect("the actions of a record are legal");
            Played { seat, action, events, game: game.clone() }
        })
    }

    /// Checks that all chance in the game came from the seed to which the host had committed. In a game that branched
    /// off another, only chance since then is checked.
    ///
    /// # Errors
    ///
    /// The first violation.
    pub fn verify(&self) -> Result<(), Unfair> {
        let secret = self.secret.ok_or(Unfair::Unfinished)?;
        let mut fairness = Fairness::new(&self.terms, &secret)?;
        let (mut game, _) = self.beginning();
        for (index, played) in self.replay().enumerate() {
            fairness.check(&game, played.action, index)?;
            game = played.game;
        }
        Ok(())
    }
}

/// The check of a game against its secret, action by action.
pub(crate) struct Fairness {
    one: Pile,
    two: Pile,
    seed: Seed,
    nonces: Vec<Nonce>,
    /// The number of actions taken over, which do not depend on the secret.
    bound_after: usize,
}

impl Fairness {
    /// Checks commitment, first seat and random fortress.
    pub(crate) fn new(terms: &Terms, secret: &Secret) -> Result<Fairness, Unfair> {
        if secret.commitment() != terms.commitment() {
            return Err(Unfair::Commitment);
        }
        let nonces = terms.nonces();
        if let (Beginning::New { options, first, by }, None) = (terms.beginning(), terms.branched()) {
            let drawn = draw_first(&options.players, &secret.seed, &nonces);
            if *by == FirstBy::Lot && drawn != *first {
                return Err(Unfair::First { drawn });
            }
            if let FortressChoice::Random(fortress) = options.fortress
                && fortress != draw_fortress(&secret.seed, &nonces)
            {
                return Err(Unfair::Fortress);
            }
        }
        let pile = |stage| Pile::new(terms.length(), &secret.seed, &nonces, stage);
        let (one, two) = (pile(Stage::One), pile(Stage::Two));
        Ok(Fairness { one, two, seed: secret.seed, nonces, bound_after: terms.branched().unwrap_or(0) })
    }

    /// Checks the action with this number before it is carried out in `game`. It accepts actions that are not due; the
    /// game rejects them.
    pub(crate) fn check(&mut self, game: &Game, action: &Action, number: usize) -> Result<(), Unfair> {
        if number < self.bound_after {
            return Ok(());
        }
        if number == self.bound_after {
            let pile = Pile::left_in(game, &self.seed, &self.nonces);
            match game.playing().map(|playing| playing.course().stage()) {
                Some(Stage::Two) => self.two = pile,
                Some(Stage::One) | None => self.one = pile,
            }
        }
        let (Action::Flip { tombstone }, Some(course)) = (action, course_of_flip(game)) else { return Ok(()) };
        let pile = match course.stage() {
            Stage::One => &mut self.one,
            Stage::Two => &mut self.two,
        };
        match pile.flip(course.is_first_turn()) {
            Some(on_top) if on_top != *tombstone => Err(Unfair::Tombstone { action: number, on_top }),
            Some(_) | None => Ok(()),
        }
    }
}
