//! Who hosts a game: holds the secret and the pile, flips the tombstones, keeps the log.

use arrayvec::ArrayVec;

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
        let purpose = match stage {
            Stage::One => Purpose::PileOne,
            Stage::Two => Purpose::PileTwo,
        };
        let mut stream = Stream::new(seed, nonces, purpose);
        let mut face_down: ArrayVec<Tombstone, 8> = Tombstones::of_game(length)
            .iter()
            .flat_map(|(tombstone, count)| std::iter::repeat_n(tombstone, count))
            .collect();
        stream.shuffle(&mut face_down);
        Pile { face_down, shown: ArrayVec::new(), stream }
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
        let (mut host, _) = Host::new(options, terms.names().to_vec(), nonces, secret)
            .expect("the terms of a record have been checked");
        for (index, action) in record.actions().iter().enumerate() {
            fairness.check(&host.game, action, index)?;
            match host.game.acting() {
                Some(seat) => host.act(seat, action),
                None => host.flip(),
            }
            .expect("the actions of a record are legal");
        }
        Ok(host)
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
