//! `fearsome play --auto`: bots play a whole game.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use bots::{Budget, Decision, Entrant, Entrants, SelfPlay, Stopwatch};
use rules::chance::{Salt, Secret, Seed};
use rules::game::{Action, FortressChoice, Length, NamedFortress, Players, Seat};
use rules::host::draw_fortress;
use rules::notation::RecordText;
use rules::record::Record;
use rules::terms::FirstBy;

use crate::command::cores;
use crate::narrate::why;

/// The default number of players.
const USUAL_PLAYERS: usize = 4;

/// The value of `--fortress`.
#[derive(Clone, Copy, Debug)]
pub enum FortressArgument {
    /// `basic`.
    Basic,
    /// `experienced`: the bots lay the tiles.
    Experienced,
    /// `random`: drawn from the seed of the game.
    Random,
    /// A prepared fortress by its name.
    Named(NamedFortress),
}

impl FromStr for FortressArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<FortressArgument, String> {
        match text {
            "basic" => Ok(FortressArgument::Basic),
            "experienced" => Ok(FortressArgument::Experienced),
            "random" => Ok(FortressArgument::Random),
            name => name.parse().map(FortressArgument::Named).map_err(|_| {
                let names = NamedFortress::ALL.map(|named| named.to_string()).join(", ");
                format!("unknown fortress {name:?}: expected basic, experienced, random, {names}")
            }),
        }
    }
}

/// The value of `--first`.
#[derive(Clone, Debug)]
pub enum FirstArgument {
    /// `lot`: drawn from the seed of the game.
    Lot,
    /// A seat, counted from 1 on the command line.
    Seat(usize),
    /// `last-eaten:FILE`: whoever was eaten last in the game of this record.
    LastEaten(PathBuf),
}

impl FromStr for FirstArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<FirstArgument, String> {
        if text == "lot" {
            return Ok(FirstArgument::Lot);
        }
        if let Some(file) = text.strip_prefix("last-eaten:").filter(|file| !file.is_empty()) {
            return Ok(FirstArgument::LastEaten(file.into()));
        }
        let number: Option<usize> = text.parse().ok().filter(|number| (1..=Players::MOST).contains(number));
        let seat = number.map(|number| FirstArgument::Seat(number - 1));
        seat.ok_or_else(|| format!("expected lot, a seat from 1 to {}, or last-eaten:FILE", Players::MOST))
    }
}

impl FirstArgument {
    /// The seat that begins a game of so many players, and how it was found; `None` by lot. `read` reads the file of a record.
    ///
    /// # Errors
    ///
    /// If there is no such seat, the record cannot be read, it is of another number of players, or nobody was eaten in it.
    pub fn find(&self, players: usize, read: impl Fn(&Path) -> Result<String>) -> Result<Option<(Seat, FirstBy)>> {
        match self {
            FirstArgument::Lot => Ok(None),
            FirstArgument::Seat(seat) => {
                let found = Seat::new(*seat).filter(|seat| seat.index() < players);
                let found = found.with_context(|| format!("--first: no seat {} among {players} players", seat + 1))?;
                Ok(Some((found, FirstBy::Chosen)))
            }
            FirstArgument::LastEaten(file) => {
                let place = || format!("--first: {}", file.display());
                let record = RecordText::from_str(&read(file).with_context(place)?).with_context(place)?.record;
                let before = record.terms().players().count();
                if before != players {
                    bail!("{}: a game of {before} players, but {players} play now", place());
                }
                let last = record.last_eaten().with_context(|| format!("{}: nobody was eaten", place()))?;
                Ok(Some((last, FirstBy::LastEaten)))
            }
        }
    }
}

/// Returns a seed and a salt from the random source of the operating system.
///
/// # Errors
///
/// If the random source fails.
pub fn random_secret() -> Result<Secret> {
    let mut bytes = [[0; 32]; 2];
    bytes
        .iter_mut()
        .try_for_each(|bytes| getrandom::fill(bytes))
        .context("cannot get random numbers from the operating system")?;
    let [seed, salt] = bytes;
    Ok(Secret { seed: Seed(seed), salt: Salt(salt) })
}

/// The bots at the table: those named, or the single one named on every seat.
///
/// # Errors
///
/// If the number of players is not 2 to 7, or differs from the number of bots.
pub fn entrants(named: &[Entrant], players: Option<u8>) -> Result<Entrants> {
    let players = players.map(usize::from);
    let by_seat = match (named, players) {
        ([one], _) => vec![*one; players.unwrap_or(USUAL_PLAYERS)],
        (_, Some(players)) if players != named.len() => {
            bail!("{} bots named, but {players} players wanted", named.len())
        }
        (_, _) => named.to_vec(),
    };
    Ok(Entrants::new(by_seat)?)
}

/// Plays a whole game. Calls `report` with a sentence for each action and its reason.
///
/// # Errors
///
/// If the game cannot be set up.
pub fn play_auto(
    entrants: &Entrants,
    budget: Budget,
    fortress: FortressArgument,
    length: Length,
    first: Option<(Seat, FirstBy)>,
    secret: Secret,
    mut report: impl FnMut(String),
) -> Result<Record> {
    let fortress = match fortress {
        FortressArgument::Basic => FortressChoice::Basic,
        FortressArgument::Experienced => FortressChoice::ByHand,
        FortressArgument::Random => FortressChoice::Random(draw_fortress(&secret.seed, &[])),
        FortressArgument::Named(named) => FortressChoice::Prepared(named.fortress()),
    };
    let game = SelfPlay { entrants, budget, fortress, length, secret, threads: cores().get(), first };
    let names = entrants.names();
    let on_decision = |seat: Seat, decision: &Decision, _| {
        let (name, bot) = (&names[seat.index()], entrants.by_seat()[seat.index()].bot);
        let who = format!("{name} ({bot}, {})", entrants.players().band(seat));
        let what = match &decision.action {
            Action::Place(placement) => format!("lays {placement}"),
            Action::Move { figure, path } if path.is_empty() => format!("lets {figure} stay"),
            Action::Move { figure, path } => {
                let steps: Vec<String> = path.iter().map(ToString::to_string).collect();
                format!("moves {figure} {}", steps.join(" "))
            }
            Action::Flip { .. } => unreachable!("no bot flips tombstones"),
        };
        report(format!("{who} {what}, {}.", why(decision.reason)));
    };
    game.play(Stopwatch::start, on_decision)?.context("the game was called off")
}
