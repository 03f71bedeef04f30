//! Who hosts a game: holds the secret and the pile, flips the tombstones, keeps the log.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::chance::{Nonce, Purpose, Secret, Seed, Stream};
use crate::game::{Action, Awaited, Game, GameEvent, IllegalAction, Length, Options, Seat, Stage, Tombstones, View};
use crate::record::{Fairness, Record, Unfair};
use crate::terms::{Terms, TermsProblem};
use crate::tombstone::Tombstone;

/// The tombstones of a stage, face down.
#[derive(Clone)]
pub(crate) struct Pile {
    /// The last one is on top.
    face_down: ArrayVec<Tombstone, 8>,
    /// Flipped before the first number came.
    shown: ArrayVec<Tombstone, 8>,
    stream: Stream,
}

impl Pile {
    pub(crate) fn new(length: Length, seed: &Seed, nonces: &[Nonce], stage: Stage) -> Pile {
        Pile::shuffled(Tombstones::of_game(length), Tombstones::NONE, seed, nonces, stage)
    }

    /// What is left of the pile in mid-play, in an order of its own: for a game that branches off another one.
    pub(crate) fn left_in(game: &Game, seed: &Seed, nonces: &[Nonce]) -> Pile {
        let shown = if game.is_first_turn() { game.shown() } else { Tombstones::NONE };
        Pile::shuffled(game.flippable(), shown, seed, nonces, game.stage())
    }

    fn shuffled(left: Tombstones, shown: Tombstones, seed: &Seed, nonces: &[Nonce], stage: Stage) -> Pile {
        let purpose = match stage {
            Stage::One => Purpose::PileOne,
            Stage::Two => Purpose::PileTwo,
        };
        let each = |tombstones: Tombstones| {
            tombstones.iter().flat_map(|(tombstone, count)| std::iter::repeat_n(tombstone, count)).collect()
        };
        let mut stream = Stream::new(seed, nonces, purpose);
        let mut face_down: ArrayVec<Tombstone, 8> = each(left);
        stream.shuffle(&mut face_down);
        Pile { face_down, shown: each(shown), stream }
    }

    /// Flips the top one. On the first turn of a game what shows no number is laid aside, and after the first number
    /// everything else is shuffled again.
    pub(crate) fn flip(&mut self, is_first_turn: bool) -> Option<Tombstone> {
        let tombstone = self.face_down.pop()?;
        if is_first_turn {
            match tombstone {
                Tombstone::Hits(_) => self.shown.push(tombstone),
                Tombstone::Steps(_) => {
                    self.face_down.extend(self.shown.drain(..));
                    // In an order that does not depend on what was shown when.
                    self.face_down.sort();
                    self.stream.shuffle(&mut self.face_down);
                }
            }
        }
        Some(tombstone)
    }
}

/// Who begins, drawn from the seed.
#[must_use]
pub fn draw_first(options: &Options, seed: &Seed, nonces: &[Nonce]) -> Seat {
    let drawn = Stream::new(seed, nonces, Purpose::Start).below(options.players.count());
    Seat::new(drawn).expect("a number below the number of players is a seat")
}

/// Why no game can branch off there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BranchProblem {
    /// The other game has not come that far.
    #[error("there is no action {actions}: the record has {count} actions")]
    NoSuchAction {
        /// How many should be taken over.
        actions: usize,
        /// How many there are.
        count: usize,
    },
    /// There is nothing more to play.
    #[error("the game is over there")]
    Over,
    /// There can be no such players.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
}

/// A game with all that only its host may know.
pub struct Host {
    terms: Terms,
    secret: Secret,
    game: Game,
    pile: Pile,
    set_up: Stream,
    log: Vec<Action>,
}

impl Host {
    /// Begins a game. `names` and `nonces` are those of the seats in order; what is missing is empty.
    ///
    /// # Errors
    ///
    /// If there can be no such game.
    pub fn new(
        options: Options,
        names: Vec<String>,
        nonces: Vec<Option<Nonce>>,
        secret: Secret,
    ) -> Result<(Host, Vec<GameEvent>), TermsProblem> {
        let given: Vec<Nonce> = nonces.iter().flatten().copied().collect();
        let first = draw_first(&options, &secret.seed, &given);
        let terms = Terms::new(options, names, nonces, secret.commitment(), first)?;
        let mut events = vec![];
        let host = Host {
            game: Game::new(options, first, &mut events),
            pile: Pile::new(options.length, &secret.seed, &given, Stage::One),
            set_up: Stream::new(&secret.seed, &given, Purpose::SetUp),
            log: vec![],
            terms,
            secret,
        };
        Ok((host, events))
    }

    /// Takes up a game again where its record ends.
    ///
    /// # Errors
    ///
    /// If the chance in the record did not come from this secret.
    pub fn resume(record: &Record, secret: Secret) -> Result<Host, Unfair> {
        let terms = record.terms();
        let mut fairness = Fairness::new(terms, &secret)?;
        let (options, nonces) = (*terms.options(), terms.nonces().to_vec());
        let mut host = match terms.branched() {
            None => {
                Host::new(options, terms.names().to_vec(), nonces, secret)
                    .expect("the terms of a record have been checked")
                    .0
            }
            Some(branched) => Host::take_over(terms.clone(), &record.actions()[..branched], secret),
        };
        for (index, action) in record.actions().iter().enumerate().skip(host.log.len()) {
            fairness.check(&host.game, action, index)?;
            match host.game.acting() {
                Some(seat) => host.act(seat, action),
                None => host.flip(),
            }
            .expect("the actions of a record are legal");
        }
        Ok(host)
    }

    /// Goes on from the middle of another game, with players of any names and a secret of its own: of what is still to come
    /// nobody knows anything, also if the other game is over. Its record says how many actions were taken over.
    ///
    /// # Errors
    ///
    /// If there is no such point of the game, or nothing comes after it.
    pub fn branch(record: &Record, actions: usize, names: Vec<String>, secret: Secret) -> Result<Host, BranchProblem> {
        let count = record.actions().len();
        let taken = record.actions().get(..actions).ok_or(BranchProblem::NoSuchAction { actions, count })?;
        let (options, first) = (*record.terms().options(), record.terms().first());
        let terms = Terms::new(options, names, vec![], secret.commitment(), first)?.branched_after(actions);
        let host = Host::take_over(terms, taken, secret);
        if host.game.ending().is_some() {
            return Err(BranchProblem::Over);
        }
        Ok(host)
    }

    fn take_over(terms: Terms, actions: &[Action], secret: Secret) -> Host {
        let mut game = Game::new(*terms.options(), terms.first(), &mut ());
        for action in actions {
            let seat = game.acting();
            game.act(seat, action, &mut ()).expect("the actions of a record are legal");
        }
        let nonces = terms.given_nonces();
        Host {
            pile: Pile::left_in(&game, &secret.seed, &nonces),
            set_up: Stream::new(&secret.seed, &nonces, Purpose::SetUp),
            log: actions.to_vec(),
            game,
            terms,
            secret,
        }
    }

    /// The game, as everybody may know it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a seat may know.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_> {
        View { seat, game: &self.game }
    }

    /// What was fixed before the first action.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Everything that has been done.
    #[must_use]
    pub fn log(&self) -> &[Action] {
        &self.log
    }

    /// The secret, once the game is over.
    #[must_use]
    pub fn revealed(&self) -> Option<Secret> {
        self.game.ending().map(|_| self.secret)
    }

    /// Does what a seat wants.
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Vec<GameEvent>, IllegalAction> {
        let mut events = vec![];
        self.game.act(Some(seat), action, &mut events)?;
        self.log.push(action.clone());
        Ok(events)
    }

    /// Flips the next tombstone.
    ///
    /// # Errors
    ///
    /// If none is due. The game is then unchanged.
    pub fn flip(&mut self) -> Result<Vec<GameEvent>, IllegalAction> {
        if self.game.awaited() != Awaited::Flip {
            return Err(IllegalAction::NotAwaited(self.game.awaited()));
        }
        let is_first_turn = self.game.is_first_turn();
        let stage = self.game.stage();
        let tombstone = self.pile.flip(is_first_turn).expect("a stage has fewer turns than tombstones");
        let mut events = vec![];
        let action = Action::Flip { tombstone };
        self.game.act(None, &action, &mut events).expect("the pile has what the game says is left");
        self.log.push(action);
        if self.game.stage() != stage {
            let nonces = self.terms.given_nonces();
            self.pile = Pile::new(self.terms.options().length, &self.secret.seed, &nonces, Stage::Two);
        }
        Ok(events)
    }

    /// A random way to lay the next tile, drawn from the seed. `None` if no tile is to be laid.
    pub fn random_placement(&mut self) -> Option<Action> {
        self.game.random_placement(&mut self.set_up)
    }
}
