//! `fearsome play --auto`: whole games without a terminal.

use anyhow::{Context, Result};
use rules::Outcomes;
use rules::chance::{Purpose, Salt, Secret, Seed, Stream};
use rules::game::{Awaited, Colour, Fortress, Length, NamedLayout, Options, Players, PlayersProblem};
use rules::host::Host;
use rules::record::Record;

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The basic game.
    Basic,
    /// The game for experienced players, every seat laying tiles at random.
    Experienced,
    /// The game for experienced players in a fortress laid in advance.
    Named(NamedLayout),
}

impl std::str::FromStr for Ground {
    type Err = String;

    fn from_str(text: &str) -> Result<Ground, String> {
        match text {
            "basic" => Ok(Ground::Basic),
            "experienced" => Ok(Ground::Experienced),
            name => name.parse().map(Ground::Named).map_err(|_| {
                let names = NamedLayout::ALL.map(|layout| layout.to_string()).join(", ");
                format!("{name:?} is neither basic nor experienced nor one of {names}")
            }),
        }
    }
}

/// Who plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Player {
    /// Any legal move, each different result equally likely.
    Random,
}

/// A seed and a salt from the operating system.
///
/// # Errors
///
/// If it has none to give.
pub fn random_secret() -> Result<Secret> {
    let mut bytes = [[0; 32]; 2];
    bytes.iter_mut().try_for_each(|bytes| getrandom::fill(bytes)).context("no random numbers to be had")?;
    let [seed, salt] = bytes;
    Ok(Secret { seed: Seed(seed), salt: Salt(salt) })
}

/// A secret for a seed that somebody chose: the salt follows from it, so that the same seed gives the same file.
#[must_use]
pub fn chosen_secret(seed: Seed) -> Secret {
    let unsalted = Secret { seed, salt: Salt([0; 32]) };
    Secret { salt: Salt(unsalted.commitment().0), ..unsalted }
}

/// Plays a whole game.
///
/// # Errors
///
/// If there can be no such table.
pub fn play_auto(players: usize, ground: Ground, length: Length, player: Player, secret: Secret) -> Result<Record> {
    let colours = Colour::ALL.get(..players).ok_or(PlayersProblem::Count(players))?;
    let players = Players::new(colours)?;
    let fortress = match ground {
        Ground::Basic => Fortress::Basic,
        Ground::Experienced => Fortress::ByHand,
        Ground::Named(layout) => Fortress::Prepared(layout.layout()),
    };
    let name = match player {
        Player::Random => "Random",
    };
    let names = vec![name.to_owned(); players.count()];
    let (mut host, _) = Host::new(Options { players, fortress, length }, names, vec![], secret)?;
    let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    loop {
        match host.game().awaited() {
            Awaited::Tile(seat) => {
                let action = host.random_placement().context("there is always room for a tile")?;
                host.act(seat, &action)?;
            }
            Awaited::Move(seat) => {
                let action = match player {
                    Player::Random => host.game().random_move(&mut chance, &mut outcomes),
                };
                host.act(seat, &action.context("who is to move has a figure")?)?;
            }
            Awaited::Flip => drop(host.flip()?),
            Awaited::Nothing => return Ok(Record::of(&host)),
        }
    }
}
