//! A program without input or output that replays recorded games and says by its exit code whether all came out the
//! same. `cargo xtask test` runs it in WebAssembly; the records were written natively.

use std::process::ExitCode;

use rules::notation::RecordText;
use rules::record::Unfair;

/// One game of each kind of fortress, one with nonces, a first tombstone that did not count, and a winner; and the
/// beginning of it.
const RECORDS: [&str; 5] = [
    include_str!("../../rules/tests/records/version-1-basic.floors"),
    include_str!("../../rules/tests/records/version-1-by-hand.floors"),
    include_str!("../../rules/tests/records/version-1-prepared.floors"),
    include_str!("../../rules/tests/records/version-1-nonces.floors"),
    include_str!("../../rules/tests/records/version-1-unfinished.floors"),
];

fn main() -> ExitCode {
    // The exit code tells what differs first.
    let first = (1..).zip(RECORDS).find(|(_, text)| !comes_out_the_same(text));
    first.map_or(ExitCode::SUCCESS, |(number, _)| ExitCode::from(number))
}

/// Whether a record reads and replays, verifies if it is finished, and is written as it stood.
fn comes_out_the_same(text: &str) -> bool {
    let Ok(RecordText { record, .. }) = text.parse() else { return false };
    let is_fair = record.verify() == if record.ending().is_some() { Ok(()) } else { Err(Unfair::Unfinished) };
    is_fair && record.to_string() == text
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
        let [finished, ..] = RECORDS;
        assert!(!comes_out_the_same(&finished.replacen("# stage 1", "# stage one", 1)), "it is written differently");
        assert!(!comes_out_the_same(&finished.replacen("flip", "flop", 1)), "it cannot be read");
        assert!(!comes_out_the_same(&finished.replacen("seed: 11", "seed: 12", 1)), "it does not verify");
    }
}
