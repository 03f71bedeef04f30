//! A program without input or output that plays recorded games again and says by its exit code whether all came out the
//! same. `cargo xtask test` runs it in WebAssembly; the records were written natively.

use std::process::ExitCode;

use rules::Outcomes;
use rules::chance::{Purpose, Stream};
use rules::game::Awaited;
use rules::host::Host;
use rules::notation::RecordText;
use rules::record::Record;

const RECORDS: [&str; 3] = [
    include_str!("../../rules/tests/records/version-1-basic.floors"),
    include_str!("../../rules/tests/records/version-1-by-hand.floors"),
    include_str!("../../rules/tests/records/version-1-prepared.floors"),
];

fn main() -> ExitCode {
    // The exit code tells which record differs first.
    let first = (1..).zip(RECORDS).find(|(_, text)| !comes_out_the_same(text));
    first.map_or(ExitCode::SUCCESS, |(number, _)| ExitCode::from(number))
}

/// Whether a record reads, replays and verifies, is written as it stood, and the same seed lets random players play the
/// very same game again.
fn comes_out_the_same(text: &str) -> bool {
    let Ok(RecordText { record, .. }) = text.parse() else { return false };
    record.verify().is_ok() && record.to_string() == text && played_again(&record).as_deref() == Some(text)
}

fn played_again(record: &Record) -> Option<String> {
    let (terms, secret) = (record.terms(), record.secret()?);
    let (mut host, _) = Host::new(terms.options, terms.names.clone(), terms.nonces.clone(), secret);
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
        assert!(RECORDS.iter().all(|text| comes_out_the_same(text)));
    }

    #[test]
    fn a_record_that_differs_is_noticed() {
        assert!(!comes_out_the_same(&RECORDS[0].replacen("# stage 1", "# stage one", 1)));
        assert!(!comes_out_the_same(&RECORDS[0].replacen("flip", "flop", 1)));
    }
}
