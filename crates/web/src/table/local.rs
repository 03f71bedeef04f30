//! A table on this device: the page hosts the game. It does not know who thinks for the bots or where the game is
//! stored.

use bots::Bot;
use rules::chance::{Purpose, Secret, Stream};
use rules::game::{Action, Awaited, FortressChoice, Game, IllegalAction, Options, Players, Seat, Situation};
use rules::host::{BeginProblem, BranchProblem, Host};
use rules::record::{Record, Unfair};
use rules::terms::{Agreement, Beginning, MonsterNumber, Player};
use thiserror::Error;

use super::{
    Attendance, Capabilities, Customs, Die, First, Help, NewTable, Played, Presence, SaveProblem, SavedGame, SeatPlan,
    Seats, Speed, Story, Table, Takeover, Who,
};

/// A game that this page hosts.
pub struct LocalTable {
    host: Host,
    secret: Secret,
    seats: Vec<SeatPlan>,
    monster: MonsterNumber,
    speed: Speed,
    help: Help,
    customs: Customs,
    story: Story,
}

/// Why a table cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartProblem {
    /// The game is impossible.
    #[error(transparent)]
    Begin(#[from] BeginProblem),
    /// No game can branch off there.
    #[error(transparent)]
    Branch(#[from] BranchProblem),
    /// Each player needs a seat.
    #[error("{seats} seats for {players} players")]
    Seats {
        /// The number of seats.
        seats: usize,
        /// The number of players.
        players: usize,
    },
}

impl LocalTable {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// If the game is impossible.
    pub fn begin(table: NewTable, secret: Secret) -> Result<LocalTable, StartProblem> {
        let NewTable { options, seats, monster, speed, help, customs } = table;
        check_seats(&seats, &options.players)?;
        let (first, by) = customs.first.find(&options.players, &secret.seed);
        let customs = Customs { first: customs.first.for_next_game(), ..customs };
        let agreement = Agreement {
            beginning: Beginning::New { options, first, by },
            seats: seats.iter().map(Player::from).collect(),
            monster: Some(monster),
        };
        let (host, events) = Host::begin(agreement, secret)?;
        let story = Story::new((host.game().clone(), events));
        Ok(LocalTable { host, secret, seats, monster, speed, help, customs, story })
    }

    /// Begins a game from a situation.
    ///
    /// # Errors
    ///
    /// If no game can begin there.
    pub fn from_situation(situation: Situation, table: Takeover, secret: Secret) -> Result<LocalTable, StartProblem> {
        let Takeover { seats, monster, speed, help } = table;
        let agreement = Agreement {
            beginning: Beginning::From(Box::new(situation)),
            seats: seats.iter().map(Player::from).collect(),
            monster: Some(monster),
        };
        let (host, events) = Host::begin(agreement, secret)?;
        check_seats(&seats, host.terms().players())?;
        let story = Story::new((host.game().clone(), events));
        let mut table = LocalTable { host, secret, seats, monster, speed, help, customs: Customs::default(), story };
        table.flip_what_is_due();
        Ok(table)
    }

    /// Resumes a saved game.
    ///
    /// # Errors
    ///
    /// What is wrong with the save.
    pub fn resume(saved: SavedGame) -> Result<LocalTable, SaveProblem> {
        let SavedGame { record, secret, whos, monster, speed, help, customs, awaits: _ } = saved;
        let host = Host::resume(&record, secret).map_err(|unfair: Unfair| SaveProblem::Unfair(unfair.to_string()))?;
        let players = record.terms().seats().iter();
        let seats = players.zip(whos).map(|(player, who)| SeatPlan { who, name: player.name.clone() }).collect();
        Ok(LocalTable { story: Story::of(&record), host, secret, seats, monster, speed, help, customs })
    }

    /// Branches off another game, with other players and new random tombstones.
    ///
    /// # Errors
    ///
    /// If no game can branch off there.
    pub fn branch(
        record: &Record,
        actions: usize,
        table: Takeover,
        secret: Secret,
    ) -> Result<LocalTable, StartProblem> {
        let Takeover { seats, monster, speed, help } = table;
        check_seats(&seats, record.terms().players())?;
        let players = seats.iter().map(Player::from).collect();
        let host = Host::branch(record, actions, players, Some(monster), secret)?;
        let story = Story::of(record).until(actions);
        let customs = Customs::default();
        let mut table = LocalTable { host, secret, seats, monster, speed, help, customs, story };
        table.flip_what_is_due();
        Ok(table)
    }

    /// The game as it is saved.
    #[must_use]
    pub fn to_save(&self) -> SavedGame {
        SavedGame {
            record: self.record(),
            secret: self.secret,
            whos: self.seats.iter().map(|seat| seat.who).collect(),
            monster: self.monster,
            speed: self.speed,
            help: self.help,
            customs: self.customs,
            awaits: self.game().acting(),
        }
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::of(&self.host)
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.host.game()
    }

    /// Carries out the action and flips the tombstone if that is due then.
    ///
    /// # Errors
    ///
    /// The first rule broken. The table is then unchanged.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        let events = self.host.act(seat, &action)?;
        self.story.push(Played { seat: Some(seat), action, events, game: self.game().clone() });
        self.flip_what_is_due();
        Ok(())
    }

    /// The bot that has to act, and its seat.
    #[must_use]
    pub fn bot_to_act(&self) -> Option<(Seat, Bot)> {
        let seat = self.game().acting()?;
        match self.seats[seat.index()].who {
            Who::Human => None,
            Who::Bot(bot) => Some((seat, bot)),
        }
    }

    /// The seed of the bots' random choices. It belongs to the game, so that a bot that has to choose again because a
    /// move was taken back does not get another chance.
    #[must_use]
    pub fn bot_seed(&self) -> u64 {
        let mut chance = Stream::new(&self.secret.seed, &self.host.terms().nonces(), Purpose::Players);
        u64::from_le_bytes(std::array::from_fn(|_| chance.below(256) as u8))
    }

    /// Takes back the last move of a person, and the moves that bots made after it. Returns whether that was possible:
    /// only while no tombstone has fallen since and the game is not over.
    pub fn take_back(&mut self) -> bool {
        let Some(actions) = self.before_last_move() else { return false };
        let record = self.record();
        let earlier = Record::new(record.terms().clone(), record.actions()[..actions].to_vec(), None)
            .expect("a legal game was legal before its last move");
        self.host = Host::resume(&earlier, self.secret).expect("its tombstones came from this secret");
        self.story.go_back_to(actions);
        true
    }

    /// The number of actions before the last move that can be taken back.
    fn before_last_move(&self) -> Option<usize> {
        self.game().acting()?;
        // What was taken over from another game was not played here.
        let taken_over = self.host.terms().branched().unwrap_or(0);
        let moves = self.story.played().iter().enumerate().skip(taken_over).rev();
        let mut since_tombstone = moves.take_while(|(_, played)| matches!(played.action, Action::Move { .. }));
        let is_person = |seat: Seat| self.seats[seat.index()].who == Who::Human;
        since_tombstone.find(|(_, played)| played.seat.is_some_and(is_person)).map(|(index, _)| index)
    }

    /// Lays all remaining tiles at random, for all players.
    pub fn lay_the_rest(&mut self) {
        while let Some(action) = self.host.random_placement() {
            let seat = self.game().acting().expect("a seat lays the next tile");
            self.act(seat, action).expect("a random placement is legal");
        }
    }

    /// How fast pieces move on the screen.
    #[must_use]
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Changes how fast pieces move on the screen.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// What the table reveals about the next run.
    #[must_use]
    pub fn help(&self) -> Help {
        self.help
    }

    /// What the players have agreed on besides the game.
    #[must_use]
    pub fn customs(&self) -> Customs {
        self.customs
    }

    /// The same table for a new game; on the basic fortress if this game began in mid-play. If that is the custom, whoever
    /// was eaten last in this game begins.
    #[must_use]
    pub fn again(&self) -> NewTable {
        let terms = self.host.terms();
        let (players, length) = (*terms.players(), terms.length());
        let basic = Options { players, fortress: FortressChoice::Basic, length };
        let mut options = terms.options().copied().unwrap_or(basic);
        // The other game has another seed, from which this fortress was not drawn.
        if let FortressChoice::Random(fortress) = options.fortress {
            options.fortress = FortressChoice::Prepared(fortress);
        }
        let first = match self.customs.first {
            First::LastEaten(_) => First::LastEaten(self.record().last_eaten()),
            first @ (First::Lot | First::Seat(_)) => first,
        };
        NewTable {
            options,
            seats: self.seats.clone(),
            monster: self.monster,
            speed: self.speed,
            help: self.help,
            customs: Customs { first, ..self.customs },
        }
    }
}

impl LocalTable {
    fn flip_what_is_due(&mut self) {
        while self.game().awaited() == Awaited::Flip {
            let events = self.host.flip().expect("a tombstone is awaited");
            let action = self.host.log().last().expect("a flip has just been done").clone();
            self.story.push(Played { seat: None, action, events, game: self.game().clone() });
        }
    }
}

/// Checks that each player has a seat.
fn check_seats(seats: &[SeatPlan], players: &Players) -> Result<(), StartProblem> {
    let (seats, players) = (seats.len(), players.count());
    if seats == players { Ok(()) } else { Err(StartProblem::Seats { seats, players }) }
}

impl Table for LocalTable {
    fn story(&self) -> &Story {
        &self.story
    }

    fn seats(&self) -> &[SeatPlan] {
        &self.seats
    }

    fn attendance(&self) -> Vec<Attendance> {
        let seat = |seat: &SeatPlan| Attendance {
            is_own: seat.who == Who::Human,
            presence: Presence::Unknown,
            stand_in: None,
        };
        self.seats.iter().map(seat).collect()
    }

    fn monster(&self) -> MonsterNumber {
        self.monster
    }

    /// Everybody who is not a bot plays here.
    fn capabilities(&self) -> Capabilities {
        let people = self.game().players().seats().zip(&self.seats).filter(|(_, plan)| plan.who == Who::Human);
        let own: Seats = people.map(|(seat, _)| seat).collect();
        let can_take_back = self.before_last_move().is_some();
        Capabilities { own, help: self.help, die: Die::AllTiles, can_take_back }
    }
}
