//! Formats records as text, always in the newest version.

use std::fmt;

use super::TITLE;
use crate::event::{Event, Motion};
use crate::game::{Action, Ending, FortressChoice, GameEvent, Winner};
use crate::notation::hex::to_hex;
use crate::piece::Whereabouts;
use crate::record::Record;
use crate::terms::{Beginning, Player};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.terms();
        writeln!(f, "{TITLE} 2")?;
        for (index, (band, player)) in terms.players().bands().iter().zip(terms.seats()).enumerate() {
            let Player { name, kind, .. } = player;
            writeln!(f, "{}", format!("seat {}: {band} {kind} {name}", index + 1).trim_end())?;
        }
        if let Some(monster) = terms.monster() {
            writeln!(f, "monster: {monster}")?;
        }
        match terms.beginning() {
            Beginning::New { options, .. } => {
                writeln!(f, "fortress: {}", options.fortress)?;
                if let FortressChoice::Prepared(fortress) | FortressChoice::Random(fortress) = options.fortress {
                    fortress.placements().try_for_each(|placement| writeln!(f, "tile: {placement}"))?;
                }
                writeln!(f, "length: {}", options.length)?;
            }
            Beginning::From(situation) => writeln!(f, "from: {situation}")?,
        }
        writeln!(f, "commitment: {}", to_hex(&terms.commitment().0))?;
        for (index, player) in terms.seats().iter().enumerate() {
            if let Some(nonce) = player.nonce {
                writeln!(f, "nonce {}: {}", index + 1, to_hex(&nonce.0))?;
            }
        }
        if let Beginning::New { first, by, .. } = terms.beginning() {
            writeln!(f, "first: seat {}, {by}", first.index() + 1)?;
        }
        if let Some(branched) = terms.branched() {
            writeln!(f, "branched: {branched}")?;
        }

        let (_, events) = self.beginning();
        write_turns(f, &events)?;
        for played in self.replay() {
            writeln!(f, "{}", action_text(played.action, &played.events))?;
            write_turns(f, &played.events)?;
        }
        writeln!(f, "\nresult: {}", result_text(self.ending()))?;
        if let Some(secret) = self.secret() {
            writeln!(f, "seed: {}", to_hex(&secret.seed.0))?;
            writeln!(f, "salt: {}", to_hex(&secret.salt.0))?;
        }
        Ok(())
    }
}

/// Writes a comment where a turn begins, for people who read the file.
fn write_turns(f: &mut fmt::Formatter<'_>, events: &[GameEvent]) -> fmt::Result {
    for event in events {
        if let GameEvent::TurnBegan { stage, turn, .. } = event {
            writeln!(f, "\n# stage {}, turn {turn}", stage.number())?;
        }
    }
    Ok(())
}

fn action_text(action: &Action, events: &[GameEvent]) -> String {
    match action {
        Action::Place(placement) => format!("place {placement}"),
        Action::Move { figure, .. } => format!("{figure} {}", way(events).join("-")),
        Action::Flip { tombstone } => format!("flip {tombstone}"),
    }
}

pub(super) const OUTSIDE: &str = "entrance";
pub(super) const OUT: &str = "exit";

/// The places of a move in order: where the figure was, and where each step led.
pub(super) fn way(events: &[GameEvent]) -> Vec<String> {
    let mut way: Vec<String> = vec![];
    for event in events {
        match event {
            GameEvent::Board(Event::FigureEntered { at, .. }) => way.extend([OUTSIDE.to_owned(), at.to_string()]),
            GameEvent::Board(Event::FigureMoved { from, to, how: Motion::Walked, .. }) => {
                if way.is_empty() {
                    way.push(from.to_string());
                }
                way.push(to.to_string());
            }
            // Sliding belongs to the same step.
            GameEvent::Board(Event::FigureMoved { to, how: Motion::Slid, .. }) => {
                way.pop();
                way.push(to.to_string());
            }
            GameEvent::Board(Event::FigureEscaped { from, .. }) => {
                if way.is_empty() {
                    way.push(from.to_string());
                }
                way.push(OUT.to_owned());
            }
            GameEvent::FigureStayed { whereabouts, .. } => way.push(match whereabouts {
                Whereabouts::On(cell) => cell.to_string(),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => OUTSIDE.to_owned(),
            }),
            // The move is over; later events do not belong to it.
            GameEvent::FigureTurnedOver { .. } => break,
            _ => {}
        }
    }
    way
}

/// The value of the result line of a record: the ending, or `unfinished`.
#[must_use]
pub fn result_text(ending: Option<Ending>) -> String {
    let Some(Ending { winner, reason }) = ending else { return "unfinished".to_owned() };
    let winner = match winner {
        Winner::Seat(seat) => format!("seat {} wins", seat.index() + 1),
        Winner::Monster => "the monster wins".to_owned(),
    };
    format!("{winner}: {reason}")
}
