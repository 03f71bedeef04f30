//! A scripted game: it begins from a situation, and its pile is always the same. The last scene of the first game is one.
//!
//! Everything else about it is an ordinary game at a local table: the secret decides the pile of every game, and that of a
//! script is fixed. So the screens need not know that a game is scripted.

use bots::Bot;
use rules::chance::{Salt, Secret, Seed};
use rules::game::{Band, Situation};
use rules::terms::MonsterNumber;

use super::{Help, LocalTable, SeatPlan, Speed, StartProblem, Takeover, Who};
use crate::scene::first::MONSTER;

/// A scripted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    situation: &'static str,
    seed: u8,
    opponent: Bot,
    monster: MonsterNumber,
}

impl Script {
    /// The end of the first game: three turns of stage two, each player with one figure out, one eaten and two inside.
    pub const FIRST_GAME: Script = Script {
        situation: "Ml6w-Sc3h5i6g7e8m8-Bi3j3i4j4e9f9g9h9-FB4j8B5h2R4k9R5e5-EB1R3-XB3R1-PBR-N25-D7s8s10s1h",
        seed: 0,
        opponent: Bot::Fledgling,
        monster: MONSTER,
    };

    /// The situation it begins from.
    #[must_use]
    pub fn situation(self) -> Situation {
        self.situation.parse().expect("the situation of a script can be parsed")
    }

    /// Its table: a person with the first band against the bot.
    ///
    /// # Errors
    ///
    /// If a name is not possible. The situation always is.
    pub fn table(self, names: impl Fn(Band) -> String, speed: Speed) -> Result<LocalTable, StartProblem> {
        let situation = self.situation();
        let whos = [Who::Human, Who::Bot(self.opponent)];
        let seats = situation.players.iter().zip(whos).map(|(band, who)| SeatPlan { who, name: names(*band) });
        let takeover = Takeover { seats: seats.collect(), monster: self.monster, speed, help: Help::Foresight };
        LocalTable::from_situation(situation, takeover, self.secret())
    }

    /// The pile follows from it.
    const fn secret(self) -> Secret {
        Secret { seed: Seed([self.seed; 32]), salt: Salt([self.seed; 32]) }
    }
}
