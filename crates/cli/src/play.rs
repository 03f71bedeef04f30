//! `fearsome play --auto`: whole games without a terminal.

use anyhow::{Context, Result, bail};
use bots::{Budget, Decision, Entrant, Entrants, SelfPlay, Stopwatch};
use rules::chance::{Salt, Secret, Seed};
use rules::game::{Action, FortressChoice, Length, NamedFortress, Seat};
use rules::record::Record;

use crate::bots::cores;
use crate::narrate::why;

/// How many play if nothing is said.
const USUAL_PLAYERS: usize = 4;

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The basic game.
    Basic,
    /// The game for experienced players, every seat laying tiles.
    Experienced,
    /// The game for experienced players in a fortress laid in advance.
    Named(NamedFortress),
}

impl std::str::FromStr for Ground {
    type Err = String;

    fn from_str(text: &str) -> Result<Ground, String> {
        match text {
            "basic" => Ok(Ground::Basic),
            "experienced" => Ok(Ground::Experienced),
            name => name.parse().map(Ground::Named).map_err(|_| {
                let names = NamedFortress::ALL.map(|layout| layout.to_string()).join(", ");
                format!("{name:?} is neither basic nor experienced nor one of {names}")
            }),
        }
    }
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

/// Who sits at the table: those named, or the only one named on every seat.
///
/// # Errors
///
/// If there can be no such table, or not as many players were asked for as were named.
pub fn entrants(named: &[Entrant], players: Option<u8>) -> Result<Entrants> {
    let players = players.map(usize::from);
    let by_seat = match (named, players) {
        ([one], _) => vec![*one; players.unwrap_or(USUAL_PLAYERS)],
        (_, Some(players)) if players != named.len() => bail!("{} bots for {players} players", named.len()),
        (_, _) => named.to_vec(),
    };
    Ok(Entrants::new(by_seat)?)
}

/// Plays a whole game and tells what each bot does and why.
///
/// # Errors
///
/// If there can be no such game.
pub fn play_auto(
    entrants: &Entrants,
    budget: Budget,
    ground: Ground,
    length: Length,
    secret: Secret,
    mut tell: impl FnMut(String),
) -> Result<Record> {
    let fortress = match ground {
        Ground::Basic => FortressChoice::Basic,
        Ground::Experienced => FortressChoice::ByHand,
        Ground::Named(layout) => FortressChoice::Prepared(layout.fortress()),
    };
    let game = SelfPlay { entrants, budget, fortress, length, secret, threads: cores().get() };
    let told = |seat: Seat, decision: &Decision, _| {
        let who = format!("{} ({})", entrants.by_seat()[seat.index()], entrants.players().band(seat));
        let what = match &decision.action {
            Action::Place(placement) => format!("lays {placement}"),
            Action::Move { figure, path } if path.is_empty() => format!("lets {figure} stay"),
            Action::Move { figure, path } => {
                let steps: Vec<String> = path.iter().map(ToString::to_string).collect();
                format!("moves {figure} {}", steps.join(" "))
            }
            Action::Flip { .. } => unreachable!("no bot flips tombstones"),
        };
        tell(format!("{who} {what}, {}.", why(decision.reason)));
    };
    game.play(Stopwatch::start, told)?.context("nobody calls it off")
}
