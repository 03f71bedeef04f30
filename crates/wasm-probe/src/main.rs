//! A program without input or output that plays recorded games again and says by its exit code whether all came out the
//! same. `cargo xtask test` runs it in WebAssembly; the records were written natively.

use std::process::ExitCode;

use rules::Outcomes;
use rules::chance::{Purpose, Stream};
use rules::game::Awaited;
use rules::host::Host;
use rules::notation::RecordText;
use rules::record::{Record, Unfair};

/// Games of random players, which the same seed lets them play again.
const RANDOM: [&str; 3] = [
    include_str!("../../rules/tests/records/version-1-basic.floors"),
    include_str!("../../rules/tests/records/version-1-by-hand.floors"),
    include_str!("../../rules/tests/records/version-1-prepared.floors"),
];

/// A game with nonces, a first tombstone that did not count, and a winner; and the beginning of it.
const NONCES: &str = include_str!("../../rules/tests/records/version-1-nonces.floors");
const UNFINISHED: &str = include_str!("../../rules/tests/records/version-1-unfinished.floors");

fn main() -> ExitCode {
    // The exit code tells what differs first.
    let checks = RANDOM.map(|text| comes_out_the_same(text) && is_played_again(text));
    let checks = checks.into_iter().chain([comes_out_the_same(NONCES), comes_out_the_same(UNFINISHED)]);
    let first = (1..).zip(checks).find(|(_, is_same)| !is_same);
    first.map_or(ExitCode::SUCCESS, |(number, _)| ExitCode::from(number))
}

/// Whether a record reads and replays, verifies if it is finished, and is written as it stood.
fn comes_out_the_same(text: &str) -> bool {
    let Ok(RecordText { record, .. }) = text.parse() else { return false };
    let is_fair = record.verify() == if record.ending().is_some() { Ok(()) } else { Err(Unfair::Unfinished) };
    is_fair && record.to_string() == text
}

/// Whether the same seed lets random players play the very same game again.
fn is_played_again(text: &str) -> bool {
    let Ok(RecordText { record, .. }) = text.parse() else { return false };
    played_again(&record).as_deref() == Some(text)
}

fn played_again(record: &Record) -> Option<String> {
    let (terms, secret) = (record.terms(), record.secret()?);
    let (mut host, _) = Host::new(*terms.options(), terms.names().to_vec(), terms.nonces().to_vec(), secret).ok()?;
    let mut chance = Stream::new(&secret.seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    loop {
        match host.game().awaited() {
            Awaited::Tile(seat) => {
                let action = host.random_placement()?;
                host.act(seat, &action).ok()?;
            }
            Awaited::Move(seat) => {
                let action = host.game().random_move(&mut chance, &mut outcomes)?;
                host.act(seat, &action).ok()?;
            }
            Awaited::Flip => drop(host.flip().ok()?),
            Awaited::Nothing => return Some(Record::of(&host).to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_comes_out_the_same_natively() {
        assert!(RANDOM.iter().all(|text| comes_out_the_same(text) && is_played_again(text)));
        assert!(comes_out_the_same(NONCES) && comes_out_the_same(UNFINISHED));
    }

    #[test]
    fn a_record_that_differs_is_noticed() {
        assert!(!comes_out_the_same(&RANDOM[0].replacen("# stage 1", "# stage one", 1)));
        assert!(!comes_out_the_same(&RANDOM[0].replacen("flip", "flop", 1)));
        assert!(!is_played_again(NONCES));
    }
}
