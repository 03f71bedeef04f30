//! `fearsome replay`: shows a record, or writes it as JSON.

use std::io::{self, BufRead, Write};

use anyhow::{Result, anyhow};
use rules::game::{Action, Band, Ending, FortressChoice, Game, GameEvent, Placement, Seat};
use rules::notation::to_hex;
use rules::record::Record;
use rules::terms::{Beginning, Player, PlayerKind};
use serde::Serialize;

use crate::command::write_json;
use crate::engine::PositionObject;
use crate::narrate::Narrator;

/// How to show a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// All at once.
    AtOnce,
    /// One action at a time, each after a line of input.
    StepByStep,
}

/// Writes each action of a record: its events as sentences, then the board.
///
/// # Errors
///
/// If `output` cannot be written or `input` cannot be read.
pub fn show(record: &Record, pace: Pace, mut input: impl BufRead, output: &mut impl Write) -> Result<()> {
    let narrator = Narrator::new(record.terms());
    let (game, events) = record.beginning();
    for seat in game.players().seats() {
        writeln!(output, "seat {}: {}", seat.index() + 1, narrator.player(seat))?;
    }
    if let Some(branched) = record.terms().branched() {
        writeln!(output, "branched: {branched} actions are another game's.")?;
    }
    tell(&narrator, &events, &game, output)?;
    let count = record.actions().len();
    for (index, played) in record.replay().enumerate() {
        if pace == Pace::StepByStep {
            write!(output, "[{index} of {count}: press Enter for the next, q and Enter to stop] ")?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 || line.trim() == "q" {
                return Ok(());
            }
        }
        let who = played.seat.map_or_else(|| "the pile".to_owned(), |seat| narrator.seat(seat));
        writeln!(output, "\n{}. {who}: {}", index + 1, asked(played.action))?;
        tell(&narrator, &played.events, &played.game, output)?;
    }
    if record.ending().is_none() {
        writeln!(output, "The game is not over.")?;
    }
    Ok(())
}

/// Summarises a game: who won, and the number of actions.
#[must_use]
pub fn summary(record: &Record) -> String {
    let narrator = Narrator::new(record.terms());
    let ending = record.ending().map_or_else(|| "The game is not over.".to_owned(), |ending| narrator.ending(ending));
    format!("{ending} {} actions.", record.actions().len())
}

fn tell(narrator: &Narrator<'_>, events: &[GameEvent], game: &Game, output: &mut impl Write) -> io::Result<()> {
    events
        .iter()
        .filter_map(|event| narrator.sentence(event))
        .try_for_each(|sentence| writeln!(output, "{sentence}"))?;
    write_board(game, output)
}

fn asked(action: &Action) -> String {
    match action {
        Action::Place(placement) => format!("lays {placement}"),
        Action::Move { figure, path } if path.is_empty() => format!("{figure} stays"),
        Action::Move { figure, path } => {
            let steps: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("{figure} {}", steps.join(" "))
        }
        Action::Flip { tombstone } => format!("flip {tombstone}"),
    }
}

fn write_board(game: &Game, output: &mut impl Write) -> io::Result<()> {
    match game {
        Game::Playing(playing) => {
            let position = playing.position();
            // The drawing does not show which side of a figure is up, and so how far it can go.
            let in_play = position.figures().filter(|(figure, _)| position.is_in_play(*figure));
            let numbers: Vec<String> =
                in_play.map(|(figure, _)| format!("{figure}={}", playing.number(figure))).collect();
            write!(output, "\n{}", position.drawing())?;
            if !numbers.is_empty() {
                writeln!(output, "numbers: {}", numbers.join(" "))?;
            }
            writeln!(output, "{position}")
        }
        Game::Laying(_) => writeln!(output, "{}", game.to_setup()),
    }
}

/// Writes only the position after `actions` actions.
///
/// # Errors
///
/// If the record has fewer actions, or `output` cannot be written.
pub fn show_at(record: &Record, actions: usize, output: &mut impl Write) -> Result<()> {
    write_board(&game_after(record, actions)?, output)?;
    Ok(())
}

fn game_after(record: &Record, actions: usize) -> Result<Game> {
    let count = record.actions().len();
    match actions.checked_sub(1) {
        None => Ok(record.beginning().0),
        Some(last) => record
            .replay()
            .nth(last)
            .map(|played| played.game)
            .ok_or_else(|| anyhow!("action {actions} does not exist: the record has {count} actions")),
    }
}

#[derive(Serialize)]
struct HeaderLine<'a> {
    version: u8,
    seats: Vec<SeatField<'a>>,
    /// The number of the monster's looks.
    monster: Option<u16>,
    /// Missing if the game begins in mid-play.
    fortress: Option<String>,
    /// The tiles of a prepared or random fortress.
    tiles: Vec<Placement>,
    length: String,
    first: Seat,
    /// How the first player was found; missing if the game begins in mid-play.
    first_by: Option<String>,
    /// The situation of a game that begins in mid-play.
    from: Option<String>,
    /// The number of actions that were taken over from another game.
    branched: Option<usize>,
    commitment: String,
    nonces: Vec<Option<String>>,
    result: Option<Ending>,
    seed: Option<String>,
    salt: Option<String>,
    actions: usize,
    /// The events before the first action, and the position after them.
    events: Vec<GameEvent>,
    position: String,
    board: PositionObject,
}

#[derive(Serialize)]
struct SeatField<'a> {
    colour: Band,
    name: &'a str,
    /// `person`, or the bot; missing if it is not known.
    player: Option<String>,
}

#[derive(Serialize)]
struct ActionLine<'a> {
    seq: usize,
    seat: Option<Seat>,
    action: &'a Action,
    events: &'a [GameEvent],
    position: String,
    board: PositionObject,
}

/// Writes a record as JSON lines: the header, then a line for each action. With `at`, writes only that line; 0 is the header.
///
/// # Errors
///
/// If there is no such action, or `output` cannot be written.
pub fn write_json_lines(record: &Record, at: Option<usize>, output: &mut impl Write) -> Result<()> {
    let count = record.actions().len();
    if let Some(at) = at.filter(|at| *at > count) {
        return Err(anyhow!("action {at} does not exist: the record has {count} actions"));
    }
    let is_wanted = |seq: usize| at.is_none_or(|at| at == seq);
    if is_wanted(0) {
        write_json(&header(record), output)?;
    }
    for (seq, played) in (1..).zip(record.replay()) {
        if is_wanted(seq) {
            let (seat, action, events) = (played.seat, played.action, &played.events[..]);
            let setup = played.game.to_setup();
            let (position, board) = (setup.to_string(), PositionObject::from(&setup));
            write_json(&ActionLine { seq, seat, action, events, position, board }, output)?;
        }
    }
    Ok(())
}

fn header(record: &Record) -> HeaderLine<'_> {
    let terms = record.terms();
    let (game, events) = record.beginning();
    let setup = game.to_setup();
    let (first_by, from) = match terms.beginning() {
        Beginning::New { by, .. } => (Some(by.to_string()), None),
        Beginning::From(situation) => (None, Some(situation.to_string())),
    };
    let fortress = terms.options().map(|options| options.fortress);
    let tiles = match fortress {
        Some(FortressChoice::Prepared(fortress) | FortressChoice::Random(fortress)) => fortress.placements().collect(),
        Some(FortressChoice::Basic | FortressChoice::ByHand) | None => vec![],
    };
    HeaderLine {
        version: 2,
        seats: terms.players().bands().iter().zip(terms.seats()).map(seat_field).collect(),
        monster: terms.monster().map(|monster| u16::from(monster.index()) + 1),
        fortress: fortress.map(|fortress| fortress.to_string()),
        tiles,
        length: terms.length().to_string(),
        first: terms.first(),
        first_by,
        from,
        branched: terms.branched(),
        commitment: to_hex(&terms.commitment().0),
        nonces: terms.seats().iter().map(|player| player.nonce.map(|nonce| to_hex(&nonce.0))).collect(),
        result: record.ending(),
        seed: record.secret().map(|secret| to_hex(&secret.seed.0)),
        salt: record.secret().map(|secret| to_hex(&secret.salt.0)),
        actions: record.actions().len(),
        events,
        position: setup.to_string(),
        board: PositionObject::from(&setup),
    }
}

fn seat_field<'a>((band, player): (&Band, &'a Player)) -> SeatField<'a> {
    let kind = match &player.kind {
        PlayerKind::Unknown => None,
        kind @ (PlayerKind::Person | PlayerKind::Bot(_)) => Some(kind.to_string()),
    };
    SeatField { colour: *band, name: &player.name, player: kind }
}
