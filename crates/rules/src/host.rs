//! The host of a game: holds the secret and the pile, flips the tombstones, and keeps the log.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::chance::{Nonce, Purpose, Secret, Seed, Stream};
use crate::game::{
    Action, Awaited, Course, Fortress, Game, GameEvent, IllegalAction, Length, Options, Players, Seat, Stage,
    Tombstones, View,
};
use crate::record::{Fairness, Record, Unfair};
use crate::terms::{Agreement, Beginning, FirstBy, MonsterNumber, Player, Terms, TermsProblem};
use crate::tombstone::Tombstone;

/// The tombstones of a stage, face down.
#[derive(Clone)]
pub(crate) struct Pile {
    /// The last element is on top.
    face_down: ArrayVec<Tombstone, 8>,
    /// The tombstones flipped before the first number.
    shown: ArrayVec<Tombstone, 8>,
    stream: Stream,
}

impl Pile {
    pub(crate) fn new(length: Length, seed: &Seed, nonces: &[Nonce], stage: Stage) -> Pile {
        Pile::shuffled(Tombstones::of_game(length), Tombstones::NONE, seed, nonces, stage)
    }

    /// The rest of the pile in mid-play, shuffled again, for a game that branches off another one.
    pub(crate) fn left_in(game: &Game, seed: &Seed, nonces: &[Nonce]) -> Pile {
        let Some(playing) = game.playing() else { return Pile::new(game.length(), seed, nonces, Stage::One) };
        let shown = if playing.course().is_first_turn() { playing.shown() } else { Tombstones::NONE };
        Pile::shuffled(playing.flippable(), shown, seed, nonces, playing.course().stage())
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

    /// Flips the tombstone on top. On the first turn of a game, a tombstone without a number is set aside, and after
    /// the first number all the others are shuffled again.
    pub(crate) fn flip(&mut self, is_first_turn: bool) -> Option<Tombstone> {
        let tombstone = self.face_down.pop()?;
        if is_first_turn {
            match tombstone {
                Tombstone::Hits(_) => self.shown.push(tombstone),
                Tombstone::Steps(_) => {
                    self.face_down.extend(self.shown.drain(..));
                    // Sorted, so that the result does not depend on the order in which they were shown.
                    self.face_down.sort();
                    self.stream.shuffle(&mut self.face_down);
                }
            }
        }
        Some(tombstone)
    }
}

/// How far the game has come, if a tombstone is due.
pub(crate) fn course_of_flip(game: &Game) -> Option<Course> {
    game.playing().filter(|playing| playing.awaited() == Awaited::Flip).map(|playing| *playing.course())
}

/// The first player, drawn from the seed.
#[must_use]
pub fn draw_first(players: &Players, seed: &Seed, nonces: &[Nonce]) -> Seat {
    let drawn = Stream::new(seed, nonces, Purpose::Start).below(players.count());
    Seat::new(drawn).expect("a number below the number of players is a seat")
}

/// A random fortress, drawn from the seed.
#[must_use]
pub fn draw_fortress(seed: &Seed, nonces: &[Nonce]) -> Fortress {
    Fortress::random(&mut Stream::new(seed, nonces, Purpose::SetUp))
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BeginProblem {
    /// The terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
    /// The first player or the random fortress was not drawn from the secret.
    #[error(transparent)]
    Unfair(#[from] Unfair),
}

/// Why a game cannot branch off there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BranchProblem {
    /// The record has fewer actions.
    #[error("there is no action {actions}: the record has {count} actions")]
    NoSuchAction {
        /// The number of actions to be taken over.
        actions: usize,
        /// The number of actions in the record.
        count: usize,
    },
    /// The game is over at that point.
    #[error("the game is over there")]
    Over,
    /// The new terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsProblem),
}

/// A game, with everything that only its host may know.
pub struct Host {
    terms: Terms,
    secret: Secret,
    game: Game,
    pile: Pile,
    set_up: Stream,
    log: Vec<Action>,
}

impl Host {
    /// Begins a game whose first player is drawn by lot. Players missing from `seats` have no name.
    ///
    /// # Errors
    ///
    /// If the terms are invalid.
    pub fn new(options: Options, seats: Vec<Player>, secret: Secret) -> Result<(Host, Vec<GameEvent>), BeginProblem> {
        let nonces: Vec<Nonce> = seats.iter().filter_map(|player| player.nonce).collect();
        let first = draw_first(&options.players, &secret.seed, &nonces);
        let beginning = Beginning::New { options, first, by: FirstBy::Lot };
        Host::begin(Agreement { beginning, seats, monster: None }, secret)
    }

    /// Begins any game.
    ///
    /// # Errors
    ///
    /// If the terms are invalid, or if the first player or random fortress should have been drawn from `secret` and
    /// was not: see [`draw_first`] and [`draw_fortress`].
    pub fn begin(agreement: Agreement, secret: Secret) -> Result<(Host, Vec<GameEvent>), BeginProblem> {
        let terms = Terms::new(agreement, secret.commitment())?;
        Fairness::new(&terms, &secret)?;
        let mut events = vec![];
        let game = terms.begin(&mut events);
        Ok((Host::at(terms, game, vec![], secret), events))
    }

    /// Resumes a game where its record ends.
    ///
    /// # Errors
    ///
    /// If the chance in the record did not come from this secret.
    pub fn resume(record: &Record, secret: Secret) -> Result<Host, Unfair> {
        let terms = record.terms();
        let mut fairness = Fairness::new(terms, &secret)?;
        let taken = &record.actions()[..terms.branched().unwrap_or(0)];
        let mut host = Host::take_over(terms.clone(), taken, secret);
        for (index, action) in record.actions().iter().enumerate().skip(taken.len()) {
            fairness.check(&host.game, action, index)?;
            match host.game.acting() {
                Some(seat) => host.act(seat, action),
                None => host.flip(),
            }
            .expect("the actions of a record are legal");
        }
        Ok(host)
    }

    /// Continues from the middle of another game, with new players and a new secret. So nobody knows what will come,
    /// even if the other game is over. The record of the new game states how many actions were taken over.
    ///
    /// # Errors
    ///
    /// If the record has fewer actions, the game is over at that point, or the new terms are invalid.
    pub fn branch(
        record: &Record,
        actions: usize,
        seats: Vec<Player>,
        monster: Option<MonsterNumber>,
        secret: Secret,
    ) -> Result<Host, BranchProblem> {
        let count = record.actions().len();
        let taken = record.actions().get(..actions).ok_or(BranchProblem::NoSuchAction { actions, count })?;
        let beginning = record.terms().beginning().clone();
        let terms = Terms::new(Agreement { beginning, seats, monster }, secret.commitment())?.branched_after(actions);
        let host = Host::take_over(terms, taken, secret);
        if host.game.ending().is_some() {
            return Err(BranchProblem::Over);
        }
        Ok(host)
    }

    fn take_over(terms: Terms, actions: &[Action], secret: Secret) -> Host {
        let mut game = terms.begin(&mut ());
        for action in actions {
            let seat = game.acting();
            game.act(seat, action, &mut ()).expect("the actions of a record are legal");
        }
        Host::at(terms, game, actions.to_vec(), secret)
    }

    fn at(terms: Terms, game: Game, log: Vec<Action>, secret: Secret) -> Host {
        let nonces = terms.nonces();
        Host {
            pile: Pile::left_in(&game, &secret.seed, &nonces),
            set_up: Stream::new(&secret.seed, &nonces, Purpose::SetUp),
            log,
            game,
            terms,
            secret,
        }
    }

    /// The game, which contains only what everybody may know.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a seat may know.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_> {
        View { seat, game: &self.game }
    }

    /// Everything that was fixed before the first action.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All actions so far.
    #[must_use]
    pub fn log(&self) -> &[Action] {
        &self.log
    }

    /// The secret, once the game is over.
    #[must_use]
    pub fn revealed(&self) -> Option<Secret> {
        self.game.ending().map(|_| self.secret)
    }

    /// Carries out an action of a seat, and returns what happens.
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

    /// Flips the next tombstone, and returns what happens.
    ///
    /// # Errors
    ///
    /// If no tombstone is due. The game is then unchanged.
    pub fn flip(&mut self) -> Result<Vec<GameEvent>, IllegalAction> {
        let Some(course) = course_of_flip(&self.game) else {
            return Err(IllegalAction::NotAwaited(self.game.awaited()));
        };
        let tombstone = self.pile.flip(course.is_first_turn()).expect("a stage has fewer turns than tombstones");
        let mut events = vec![];
        let action = Action::Flip { tombstone };
        self.game.act(None, &action, &mut events).expect("the pile has what the game says is left");
        self.log.push(action);
        if self.game.playing().is_some_and(|playing| playing.course().stage() != course.stage()) {
            let nonces = self.terms.nonces();
            self.pile = Pile::new(self.terms.length(), &self.secret.seed, &nonces, Stage::Two);
        }
        Ok(events)
    }

    /// A random way to lay the next tile, drawn from the seed, or `None` if no tile is due.
    pub fn random_placement(&mut self) -> Option<Action> {
        let placement = self.game.laying()?.tiles().random_choice(&mut self.set_up);
        placement.map(Action::Place)
    }
}
