//! Everything about a game that is fixed before its first action.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::chance::{Commitment, Nonce};
use crate::event::Sink;
use crate::game::{Game, GameEvent, Length, Options, Players, Playing, Seat, Situation, SituationProblem};
use crate::notation::is_line;

/// The maximum length of a player's name, in characters.
pub const LONGEST_NAME: usize = 40;

/// What players agree on before a game, as open data. [`Terms`] are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// How the game begins.
    pub beginning: Beginning,
    /// The player on each seat. Players missing at the end of the list have no name.
    pub seats: Vec<Player>,
    /// The look of the monster.
    pub monster: Option<MonsterNumber>,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// From the start, with all figures outside.
    New {
        /// Players, fortress and length.
        options: Options,
        /// The start player, or the player who lays the first tile.
        first: Seat,
        /// How that player was found.
        by: FirstBy,
    },
    /// In mid-play.
    From(Box<Situation>),
}

/// How the first player was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstBy {
    /// Drawn from the seed, so that anyone can check it.
    Lot,
    /// Chosen by the players.
    Chosen,
    /// In a rematch: the player whose figure was the last to be eaten.
    LastEaten,
}

impl FirstBy {
    /// All variants. The order must not change, because links depend on it.
    pub const ALL: [FirstBy; 3] = [FirstBy::Lot, FirstBy::Chosen, FirstBy::LastEaten];
}

/// A player on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The player's name; may be empty.
    pub name: String,
    /// Person or bot.
    pub kind: PlayerKind,
    /// The player's contribution to chance, if any.
    pub nonce: Option<Nonce>,
}

impl Player {
    /// A person with this name.
    pub fn person(name: impl Into<String>) -> Player {
        Player { name: name.into(), kind: PlayerKind::Person, nonce: None }
    }

    /// A bot of the kind `bot` with this name.
    pub fn bot(name: impl Into<String>, bot: BotName) -> Player {
        Player { name: name.into(), kind: PlayerKind::Bot(bot), nonce: None }
    }
}

/// The kind of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerKind {
    /// Not known: records of version 1 do not contain it.
    #[default]
    Unknown,
    /// A person.
    Person,
    /// A bot.
    Bot(BotName),
}

/// The name of a kind of bot, such as `fox`. Any word is allowed, so that records of future bots can be read.
///
/// Invariant: 1 to [`BotName::LONGEST`] lower-case letters, and not `person`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BotName(String);

/// The text is not the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not the name of a bot: at most {longest} lower-case letters", longest = BotName::LONGEST)]
pub struct NotABotName(pub String);

impl BotName {
    /// The maximum length of a name, in letters.
    pub const LONGEST: usize = 20;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for BotName {
    type Err = NotABotName;

    fn from_str(text: &str) -> Result<BotName, NotABotName> {
        let is_word =
            (1..=BotName::LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_word && text != "person" {
            Ok(BotName(text.to_owned()))
        } else {
            Err(NotABotName(text.chars().take(BotName::LONGEST).collect()))
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The number of a look of the monster, from 1 to 256. Each is a different combination of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MonsterNumber(u8);

impl MonsterNumber {
    /// The monster with this number, from 1 to 256.
    #[must_use]
    pub fn new(number: usize) -> Option<MonsterNumber> {
        number.checked_sub(1).and_then(|index| u8::try_from(index).ok()).map(MonsterNumber)
    }

    /// The monster with this index, from 0 to 255.
    #[must_use]
    pub const fn from_index(index: u8) -> MonsterNumber {
        MonsterNumber(index)
    }

    /// Its index, from 0 to 255.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for MonsterNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u16::from(self.0) + 1)
    }
}

/// Everything about a game that is fixed before the first action.
///
/// Invariant: there is a player for each seat, each name fits on a line, the first seat is one of the seats, and the
/// situation is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    agreement: Agreement,
    players: Players,
    commitment: Commitment,
    branched: Option<usize>,
}

/// Why an agreement is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermsProblem {
    /// There are more players than seats.
    #[error("{players} players for {seats} seats")]
    TooManyPlayers {
        /// The number of players listed.
        players: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A name is too long or does not fit on a line.
    #[error("seat {}: {name:?} is not a name: at most {LONGEST_NAME} visible characters on one line", .seat + 1)]
    Name {
        /// The seat, from 0.
        seat: usize,
        /// The beginning of the name.
        name: String,
    },
    /// The first player is not at the table.
    #[error("seat {} is not at this table", .0.index() + 1)]
    First(Seat),
    /// The situation is not legal.
    #[error("{0}")]
    Situation(SituationProblem),
}

impl Terms {
    /// Checks an agreement and adds the missing players.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn new(mut agreement: Agreement, commitment: Commitment) -> Result<Terms, TermsProblem> {
        let players = match &mut agreement.beginning {
            Beginning::New { options, first, .. } => {
                if first.index() >= options.players.count() {
                    return Err(TermsProblem::First(*first));
                }
                options.players
            }
            Beginning::From(situation) => {
                let first = |problems: Vec<SituationProblem>| problems.into_iter().next();
                let problem = |problems| TermsProblem::Situation(first(problems).expect("a refusal has a reason"));
                let playing = Playing::from_situation(situation).map_err(problem)?;
                // Normalised: the order of the lists in a situation must make no difference between terms.
                **situation = playing.to_situation().expect("a move is awaited in a situation");
                *playing.players()
            }
        };
        let seats = players.count();
        if agreement.seats.len() > seats {
            return Err(TermsProblem::TooManyPlayers { players: agreement.seats.len(), seats });
        }
        if let Some(seat) = agreement.seats.iter().position(|player| !is_name(&player.name)) {
            let name = agreement.seats[seat].name.chars().take(LONGEST_NAME).collect();
            return Err(TermsProblem::Name { seat, name });
        }
        agreement.seats.resize(seats, Player::default());
        Ok(Terms { agreement, players, commitment, branched: None })
    }

    /// The same terms for a game that takes over the first `actions` of another one. The commitment covers only what
    /// comes after them, because this host chose neither the first player nor the tombstones until then.
    #[must_use]
    pub fn branched_after(self, actions: usize) -> Terms {
        Terms { branched: Some(actions), ..self }
    }

    /// The same terms with another commitment.
    pub(crate) fn committed_to(self, commitment: Commitment) -> Terms {
        Terms { commitment, ..self }
    }

    /// Creates the game before the first action. `sink` receives the events until then.
    pub fn begin(&self, sink: &mut impl Sink<GameEvent>) -> Game {
        match &self.agreement.beginning {
            Beginning::New { options, first, .. } => Game::new(*options, *first, sink),
            Beginning::From(situation) => {
                let playing = Playing::from_situation(situation).expect("the situation has been checked");
                playing.announce(sink);
                Game::Playing(playing)
            }
        }
    }

    /// How the game begins.
    #[must_use]
    pub fn beginning(&self) -> &Beginning {
        &self.agreement.beginning
    }

    /// The options, or `None` if the game begins in mid-play.
    #[must_use]
    pub fn options(&self) -> Option<&Options> {
        match &self.agreement.beginning {
            Beginning::New { options, .. } => Some(options),
            Beginning::From(_) => None,
        }
    }

    /// The bands by seat.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The length of the game, which determines its tombstones.
    #[must_use]
    pub fn length(&self) -> Length {
        match &self.agreement.beginning {
            Beginning::New { options, .. } => options.length,
            Beginning::From(situation) => situation.length,
        }
    }

    /// The start player, or the player who lays the first tile. In mid-play, the player with the start marker.
    #[must_use]
    pub fn first(&self) -> Seat {
        match &self.agreement.beginning {
            Beginning::New { first, .. } => *first,
            Beginning::From(situation) => {
                let seat = self.players.seats().find(|seat| self.players.band(*seat) == situation.start);
                seat.expect("the situation has been checked")
            }
        }
    }

    /// The player on each seat.
    #[must_use]
    pub fn seats(&self) -> &[Player] {
        &self.agreement.seats
    }

    /// The look of the monster.
    #[must_use]
    pub fn monster(&self) -> Option<MonsterNumber> {
        self.agreement.monster
    }

    /// The nonces of the players, in the order of the seats.
    #[must_use]
    pub fn nonces(&self) -> Vec<Nonce> {
        self.seats().iter().filter_map(|player| player.nonce).collect()
    }

    /// The host's commitment to its secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The number of actions taken over from another game, if this one branched off it.
    #[must_use]
    pub fn branched(&self) -> Option<usize> {
        self.branched
    }

    /// The agreement behind these terms, for example to start another game.
    #[must_use]
    pub fn agreement(&self) -> &Agreement {
        &self.agreement
    }
}

fn is_name(name: &str) -> bool {
    name.chars().count() <= LONGEST_NAME && is_line(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Band, FortressChoice};

    fn terms(names: &[&str], first: usize) -> Result<Terms, TermsProblem> {
        let players = Players::new(&[Band::Green, Band::Red]).unwrap();
        let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
        let seats = names.iter().map(|name| Player::person(*name)).collect();
        let beginning = Beginning::New { options, first: Seat::new(first).unwrap(), by: FirstBy::Lot };
        Terms::new(Agreement { beginning, seats, monster: None }, Commitment([0; 32]))
    }

    #[test]
    fn missing_players_are_nameless() {
        let terms = terms(&["Anna"], 1).unwrap();
        assert_eq!(terms.seats(), [Player::person("Anna"), Player::default()]);
    }

    #[test]
    fn impossible_terms_are_rejected() {
        assert_eq!(terms(&["a", "b", "c"], 0), Err(TermsProblem::TooManyPlayers { players: 3, seats: 2 }));
        assert_eq!(terms(&[], 2), Err(TermsProblem::First(Seat::new(2).unwrap())));
        for name in ["two\nlines", " space", "\u{202e}drawkcab", &"x".repeat(41)] {
            assert!(matches!(terms(&["Anna", name], 0), Err(TermsProblem::Name { seat: 1, .. })), "{name:?}");
        }
        assert!(terms(&[&"é".repeat(40), "Ben the Bold: 2"], 0).is_ok());
    }

    #[test]
    fn a_situation_that_cannot_be_played_is_rejected() {
        let situation: Situation = "Ma1e-FG1c3".parse().unwrap();
        let agreement = Agreement { beginning: Beginning::From(Box::new(situation)), seats: vec![], monster: None };
        assert!(matches!(Terms::new(agreement, Commitment([0; 32])), Err(TermsProblem::Situation(_))));
    }

    #[test]
    fn bots_have_names_of_lower_case_letters() {
        assert_eq!("fox".parse::<BotName>().unwrap().as_str(), "fox");
        for text in ["", "Fox", "a fox", "person", "?", &"x".repeat(21)] {
            assert!(text.parse::<BotName>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn monsters_are_numbered_from_1_to_256() {
        let number = |number| MonsterNumber::new(number).map(|monster| (monster.index(), monster.to_string()));
        assert_eq!(number(1), Some((0, "1".to_owned())));
        assert_eq!(number(256), Some((255, "256".to_owned())));
        assert_eq!((number(0), number(257)), (None, None));
    }
}
