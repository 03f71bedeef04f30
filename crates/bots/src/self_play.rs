//! A whole game between bots.

use std::time::Duration;

use rules::chance::{Purpose, Secret, Seed, Stream};
use rules::game::{Awaited, FortressChoice, Length, Options, Seat};
use rules::host::{BeginProblem, Host, draw_first};
use rules::record::Record;
use rules::terms::{Agreement, Beginning, FirstBy, Player};

use crate::bot::{Decision, Thinking};
use crate::budget::{Budget, Watch};
use crate::entrant::Entrants;

/// A game between bots. With budgets of nodes it is the same whenever and wherever it is played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// The bots.
    pub entrants: &'a Entrants,
    /// The budget of entrants that have none of their own.
    pub budget: Budget,
    /// The fortress.
    pub fortress: FortressChoice,
    /// The length of the game.
    pub length: Length,
    /// The seed of all randomness, for the game and the bots.
    pub secret: Secret,
    /// The number of threads on which each bot thinks.
    pub threads: usize,
    /// The seat that begins and how it was found; `None` draws it by lot.
    pub first: Option<(Seat, FirstBy)>,
}

impl SelfPlay<'_> {
    /// Plays the game and returns its record, with the [names](Entrants::names) of the entrants. Calls `start_watch` for
    /// each decision, and `on_decision` with the decision and the time it took. Returns `None` if a watch calls the game off.
    ///
    /// # Errors
    ///
    /// If a random fortress was not drawn from the secret, or no entrant has the seat that begins.
    pub fn play<W: Watch>(
        &self,
        start_watch: impl Fn() -> W,
        mut on_decision: impl FnMut(Seat, &Decision, Duration),
    ) -> Result<Option<Record>, BeginProblem> {
        let options = Options { players: self.entrants.players(), fortress: self.fortress, length: self.length };
        let entrants = self.entrants.names().into_iter().zip(self.entrants.by_seat());
        let seats = entrants.map(|(name, entrant)| Player::bot(name, entrant.bot.into()));
        let (first, by) =
            self.first.unwrap_or_else(|| (draw_first(&options.players, &self.secret.seed, &[]), FirstBy::Lot));
        let beginning = Beginning::New { options, first, by };
        let agreement = Agreement { beginning, seats: seats.collect(), monster: None };
        let (mut host, _) = Host::begin(agreement, self.secret)?;
        let seed = bots_seed(&self.secret.seed);
        loop {
            match host.game().awaited() {
                Awaited::Tile(seat) | Awaited::Move(seat) => {
                    let watch = start_watch();
                    let decision = self.decide(&host, seat, seed, &watch);
                    // A bot that was called off has not finished thinking, so its decision must not count.
                    if watch.is_called_off() {
                        return Ok(None);
                    }
                    on_decision(seat, &decision, watch.elapsed());
                    host.act(seat, &decision.action).expect("bots keep to the rules");
                }
                Awaited::Flip => drop(host.flip().expect("a tombstone is awaited")),
                Awaited::Nothing => return Ok(Some(Record::of(&host))),
            }
        }
    }

    fn decide(&self, host: &Host, seat: Seat, seed: u64, watch: &dyn Watch) -> Decision {
        let entrant = self.entrants.by_seat()[seat.index()];
        let budget = entrant.budget.unwrap_or(self.budget);
        let thinking = Thinking { budget, seed, threads: self.threads, watch };
        entrant.bot.decide(host.view(seat), &thinking).expect("a bot whose turn it is decides")
    }
}

/// The seed of the bots. It is derived from that of the game but does not reveal it, because bots must not know the pile.
fn bots_seed(seed: &Seed) -> u64 {
    let mut chance = Stream::new(seed, &[], Purpose::Players);
    (0..4).fold(0, |drawn, _| drawn << 16 | chance.below(1 << 16) as u64)
}
