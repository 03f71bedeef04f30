//! Checks that native code and WebAssembly agree: replays recorded games, repeats games of bots, and solves and
//! generates levels again. The exit code is 0 if all results match those recorded natively. `cargo xtask test` runs this
//! program in WebAssembly; it has no input or output.

use std::process::ExitCode;
use std::time::Duration;

use bots::{Budget, Entrant, Entrants, SelfPlay, Watch};
use puzzles::{Date, Difficulty, GeneratorVersion, Limits, Recipe, shipped};
use rules::notation::RecordText;
use rules::record::{Record, Unfair};

/// One game for each kind of fortress; one with nonces, a first tombstone that does not count, and a winner; and the
/// beginning of that game.
const RECORDS: [&str; 8] = [
    include_str!("../../rules/tests/records/version-1-basic.floors"),
    include_str!("../../rules/tests/records/version-1-by-hand.floors"),
    include_str!("../../rules/tests/records/version-1-prepared.floors"),
    include_str!("../../rules/tests/records/version-1-nonces.floors"),
    include_str!("../../rules/tests/records/version-1-unfinished.floors"),
    include_str!("../../rules/tests/records/version-2-basic.floors"),
    include_str!("../../rules/tests/records/version-2-random.floors"),
    include_str!("../../rules/tests/records/version-2-from.floors"),
];

/// Games of bots that the same seed reproduces: two players in the basic game, and five who lay their fortress. Every
/// bot plays in at least one of them. `cargo xtask bless` writes these files.
const BOTS: [&str; 2] = [include_str!("../games/two-basic.floors"), include_str!("../games/five-by-hand.floors")];

/// Results of the solver and the generator. `cargo xtask bless` writes this file.
const LEVELS: &str = include_str!("../levels.txt");

fn main() -> ExitCode {
    // The exit code is the number of the first check that fails.
    let replayed = RECORDS.into_iter().map(comes_out_the_same);
    let games = BOTS.into_iter().map(|text| played_again(text).as_deref() == Some(text));
    let checks = replayed.chain(games).chain([solved_again() == LEVELS]);
    let first = (1..).zip(checks).find(|(_, is_same)| !is_same);
    first.map_or(ExitCode::SUCCESS, |(number, _)| ExitCode::from(number))
}

/// Whether a record parses and replays, verifies if it is finished, and is written exactly as it was.
fn comes_out_the_same(text: &str) -> bool {
    let Ok(RecordText { record, .. }) = text.parse() else { return false };
    let is_fair = record.verify() == if record.ending().is_some() { Ok(()) } else { Err(Unfair::Unfinished) };
    // A record of version 1 is written in version 2.
    let written = record.to_string();
    let is_old = text.starts_with("Fearsome Floors record, version 1\n");
    let reads_back = written.parse().is_ok_and(|text: RecordText| text.record == record);
    is_fair && reads_back && (is_old || written == text)
}

/// Lets the bots play a game with the terms and the seed of this one, and returns its record.
fn played_again(text: &str) -> Option<String> {
    let RecordText { record, .. } = text.parse().ok()?;
    let (terms, secret) = (record.terms(), record.secret()?);
    let by_seat: Option<Vec<Entrant>> = terms.seats().iter().map(Entrant::of).collect();
    let options = terms.options()?;
    let game = SelfPlay {
        entrants: &Entrants::new(by_seat?).ok()?,
        budget: Budget::Nodes(1),
        fortress: options.fortress,
        length: options.length,
        secret,
        threads: 1,
        first: None,
    };
    let played = game.play(|| Unwatched, |_, _, _| ()).ok()??;
    Some(Record::to_string(&played))
}

/// Solves every third level, with a budget that some exceed, makes ten attempts of the generator and the dishes of three
/// days. Returns the results as text.
fn solved_again() -> String {
    let solved = shipped().iter().step_by(3).map(|shipped| {
        let findings = shipped.level.solve(Limits { nodes: 1_000, solutions: 100 });
        let score = shipped.level.grade(&findings).map(|grade| grade.score());
        format!("{} {:?} {} {} {score:?}\n", shipped.name, findings.answer(), findings.nodes, findings.steps)
    });
    let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty: Difficulty::Easy, teaches: vec![], seed: 1 };
    let made = (0..10).filter_map(|number| Some(format!("{number} {}\n", recipe.attempt(number)?.level.to_code())));
    let days = std::iter::successors(Date::FIRST.next(), |date| date.next()).take(3);
    let dishes = days.map(|date| format!("{date} {}\n", date.level().level.to_code()));
    solved.chain(made).chain(dishes).collect()
}

/// Bare WebAssembly has no clock, and bots with a budget in nodes need none.
struct Unwatched;

impl Watch for Unwatched {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_called_off(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites the games of the bots if `FEARSOME_BLESS` is set.
    #[test]
    fn every_game_of_bots_is_played_again_natively() {
        let again = BOTS.map(|text| played_again(text).expect("it is a game of bots"));
        if std::env::var_os("FEARSOME_BLESS").is_some() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games/");
            for (name, text) in ["two-basic", "five-by-hand"].iter().zip(again) {
                std::fs::write(format!("{folder}{name}.floors"), text).expect("the folder can be written");
            }
            return;
        }
        assert_eq!(again, BOTS);
    }

    /// Rewrites the results if `FEARSOME_BLESS` is set.
    #[test]
    fn levels_are_solved_again_natively() {
        let again = solved_again();
        if std::env::var_os("FEARSOME_BLESS").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/levels.txt"), again).expect("the file can be written");
            return;
        }
        assert_eq!(again, LEVELS);
    }

    #[test]
    fn every_record_comes_out_the_same_natively() {
        assert!(RECORDS.iter().all(|text| comes_out_the_same(text)));
    }

    #[test]
    fn a_record_that_differs_is_noticed() {
        let finished = RECORDS.into_iter().find(|text| text.contains("version 2\n")).unwrap();
        assert!(!comes_out_the_same(&finished.replacen("# stage 1", "# stage one", 1)), "it is written differently");
        assert!(!comes_out_the_same(&finished.replacen("flip", "flop", 1)), "it cannot be read");
        assert!(!comes_out_the_same(&finished.replacen("seed: 2a", "seed: 2b", 1)), "it does not verify");
    }
}
