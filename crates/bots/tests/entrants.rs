//! How entrants are written, and how many can enter.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::time::Duration;

use bots::{Budget, Entrant, Entrants};
use rules::game::PlayersProblem;
use rules::terms::Player;

#[test]
fn entrants_are_read_as_they_are_written() {
    for text in ["fool", "fledgling", "fox@1n", "fiend@5000n", "fiend@200ms", "fox@18446744073709551615ms"] {
        assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
    }
    let fiend: Entrant = "fiend@200ms".parse().unwrap();
    assert_eq!(fiend.budget, Some(Budget::Time(Duration::from_millis(200))));
    for (text, problem) in [
        ("", "unknown bot \"\": expected fool, fledgling, fox or fiend"),
        ("Fox", "unknown bot \"Fox\": expected fool, fledgling, fox or fiend"),
        ("fox@", "invalid budget \"\": expected something like 200ms or 5000n"),
        ("fox@5", "invalid budget \"5\": expected something like 200ms or 5000n"),
        ("fox@0n", "invalid budget \"0n\": expected something like 200ms or 5000n"),
        ("fox@5 ms", "invalid budget \"5 ms\": expected something like 200ms or 5000n"),
        ("fox@-5ms", "invalid budget \"-5ms\": expected something like 200ms or 5000n"),
        (
            "fox@18446744073709551616n",
            "invalid budget \"18446744073709551616n\": expected something like 200ms or 5000n",
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

#[test]
fn each_entrant_has_a_name_of_its_kind_and_shows_its_own_budget() {
    let by_seat = ["fox", "fiend@200ms", "fox@30n", "fool"].map(|text| text.parse::<Entrant>().unwrap());
    let entrants = Entrants::new(by_seat.to_vec()).unwrap();
    assert_eq!(entrants.names(), ["Reynard", "Mephisto@200ms", "Vix@30n", "Dodo"]);
    let players =
        entrants.names().into_iter().zip(by_seat).map(|(name, entrant)| Player::bot(name, entrant.bot.into()));
    assert_eq!(players.map(|player| Entrant::of(&player)).collect::<Vec<_>>(), by_seat.map(Some));
    assert_eq!(Entrant::of(&Player::person("Reynard@30n")), None);
}
