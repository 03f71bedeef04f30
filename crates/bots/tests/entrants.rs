//! How entrants are written, and how many can enter.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::time::Duration;

use bots::{Budget, Entrant, Entrants};
use rules::game::PlayersProblem;

#[test]
fn entrants_are_read_as_they_are_written() {
    for text in ["fool", "fledgling", "fox@1n", "fiend@5000n", "fiend@200ms", "fox@18446744073709551615ms"] {
        assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
    }
    let fiend: Entrant = "fiend@200ms".parse().unwrap();
    assert_eq!(fiend.budget, Some(Budget::Time(Duration::from_millis(200))));
    for (text, problem) in [
        ("", "\"\" is no bot: bots are fool, fledgling, fox and fiend"),
        ("Fox", "\"Fox\" is no bot: bots are fool, fledgling, fox and fiend"),
        ("fox@", "\"\" is no budget: budgets are like 200ms or 5000n, and not 0"),
        ("fox@5", "\"5\" is no budget: budgets are like 200ms or 5000n, and not 0"),
        ("fox@0n", "\"0n\" is no budget: budgets are like 200ms or 5000n, and not 0"),
        ("fox@5 ms", "\"5 ms\" is no budget: budgets are like 200ms or 5000n, and not 0"),
        ("fox@-5ms", "\"-5ms\" is no budget: budgets are like 200ms or 5000n, and not 0"),
        (
            "fox@18446744073709551616n",
            "\"18446744073709551616n\" is no budget: budgets are like 200ms or 5000n, and not 0",
        ),
    ] {
        assert_eq!(text.parse::<Entrant>().unwrap_err().to_string(), problem);
    }
}

#[test]
fn two_to_seven_can_enter() {
    let fools = |count| Entrants::new(vec!["fool".parse().unwrap(); count]).map(|entrants| entrants.players().count());
    assert_eq!((2..=7).map(fools).collect::<Vec<_>>(), [Ok(2), Ok(3), Ok(4), Ok(5), Ok(6), Ok(7)]);
    for count in [0, 1, 8, 100] {
        assert_eq!(fools(count), Err(PlayersProblem::Count(count)));
    }
}
