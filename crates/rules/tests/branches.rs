//! Games that branch off other games: they take over the past, and what comes is fair.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Purpose, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, Length, Options, Players};
use rules::host::{BranchProblem, Host};
use rules::notation::RecordText;
use rules::record::{Record, RecordProblem, Unfair};
use rules::terms::MonsterNumber;
use testkit::games::{choose, options, seated, secret};
use testkit::positions::config;

/// Plays at random to the end.
fn play_out(host: &mut Host, bytes: [u8; 32]) {
    let mut chance = Stream::new(&secret(bytes).seed, &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    while host.game().ending().is_none() {
        match choose(host, &mut chance, &mut outcomes) {
            Some((seat, action)) => drop(host.act(seat, &action).unwrap()),
            None => drop(host.flip().unwrap()),
        }
    }
}

fn whole_game(options: Options, bytes: [u8; 32]) -> Record {
    let (mut host, _) = Host::new(options, seated(&["Anna"], &[]), secret(bytes)).unwrap();
    play_out(&mut host, bytes);
    Record::of(&host)
}

fn of_two() -> Options {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    Options { players, fortress: FortressChoice::Basic, length: Length::Normal }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_branch_takes_over_the_past_and_is_fair_from_there(options in options(), bytes in any::<[u8; 32]>(), new in any::<[u8; 32]>(), at in any::<prop::sample::Index>()) {
        let record = whole_game(options, bytes);
        let at = at.index(record.actions().len());
        let mut host = Host::branch(&record, at, seated(&["Fox"], &[]), MonsterNumber::new(7), secret(new)).unwrap();
        prop_assert_eq!(host.log(), &record.actions()[..at]);
        let known = record.replay().take(at).last().map_or(record.beginning().0, |played| played.game);
        prop_assert_eq!(host.game(), &known);

        // Kept in mid-play and taken up again, it goes on as if it had never stopped.
        let kept: RecordText = Record::of(&host).to_string().parse().unwrap();
        prop_assert_eq!(&kept.record, &Record::of(&host));
        let mut again = Host::resume(&kept.record, secret(new)).unwrap();
        play_out(&mut host, new);
        play_out(&mut again, new);
        let branch = Record::of(&host);
        prop_assert_eq!(&Record::of(&again), &branch);
        prop_assert_eq!(branch.terms().branched(), Some(at));
        prop_assert_eq!(branch.verify(), Ok(()));
        let text = branch.to_string();
        prop_assert_eq!(&RecordText::verified(&text).unwrap().record, &branch);
        prop_assert_eq!(Record::from_code(&branch.to_code()), Ok(branch.clone()));

        // A tombstone of the new part that was exchanged is found out, if the game can still be played with it.
        let flips = branch.actions().iter().enumerate().skip(at).filter(|(_, action)| matches!(action, Action::Flip { .. }));
        for (index, _) in flips {
            let before = branch.replay().take(index).last().map_or(branch.beginning().0, |played| played.game);
            for (tombstone, _) in before.playing().unwrap().flippable().iter() {
                let action = Action::Flip { tombstone };
                if action != branch.actions()[index] {
                    let mut actions = branch.actions()[..index].to_vec();
                    actions.push(action);
                    let forged = Record::new(branch.terms().clone(), actions, None);
                    if let Ok(forged) = forged {
                        let unfair = Host::resume(&forged, secret(new)).err();
                        let is_found = matches!(unfair, Some(Unfair::Tombstone { action, .. }) if action == index);
                        prop_assert!(is_found, "{:?}", unfair);
                    }
                }
            }
        }
    }

    #[test]
    fn a_branch_off_a_branch_is_one_too(bytes in any::<[u8; 32]>(), at in any::<prop::sample::Index>(), later in any::<prop::sample::Index>()) {
        let record = whole_game(of_two(), bytes);
        let at = at.index(record.actions().len());
        let mut host = Host::branch(&record, at, vec![], None, secret([1; 32])).unwrap();
        play_out(&mut host, [1; 32]);
        let branch = Record::of(&host);
        let later = later.index(branch.actions().len());
        let mut host = Host::branch(&branch, later, vec![], None, secret([2; 32])).unwrap();
        play_out(&mut host, [2; 32]);
        prop_assert_eq!(Record::of(&host).verify(), Ok(()));
        prop_assert_eq!(Record::of(&host).terms().branched(), Some(later));
    }
}

#[test]
fn every_tombstone_that_is_left_can_come_next() {
    let record = whole_game(of_two(), [4; 32]);
    let games: Vec<_> = record.replay().collect();
    // In the first turn, later in stage one, and in stage two.
    let due: Vec<usize> = (0..games.len()).filter(|at| games[*at].game.awaited() == Awaited::Flip).collect();
    for at in [due[0], due[3], due[9]] {
        let left = games[at]
            .game
            .playing()
            .unwrap()
            .flippable()
            .iter()
            .map(|(tombstone, _)| tombstone)
            .collect::<BTreeSet<_>>();
        let drawn = (0..200_u8).map(|seed| {
            let mut host = Host::branch(&record, at + 1, vec![], None, secret([seed; 32])).unwrap();
            host.flip().unwrap();
            match host.log().last() {
                Some(Action::Flip { tombstone }) => *tombstone,
                Some(Action::Place(_) | Action::Move { .. }) | None => unreachable!("it was flipped"),
            }
        });
        assert_eq!(drawn.collect::<BTreeSet<_>>(), left, "after action {at}");
    }
}

#[test]
fn there_is_no_branch_beyond_the_end() {
    let record = whole_game(of_two(), [4; 32]);
    let count = record.actions().len();
    let branch = |actions, names: &[&str]| {
        Host::branch(&record, actions, seated(names, &[]), None, secret([1; 32])).err().unwrap()
    };
    assert_eq!(branch(count, &[]), BranchProblem::Over);
    assert_eq!(branch(count + 1, &[]), BranchProblem::NoSuchAction { actions: count + 1, count });
    assert!(matches!(branch(3, &["two\nlines"]), BranchProblem::Terms(_)));
}

#[test]
fn more_actions_than_there_are_cannot_have_been_taken_over() {
    let record = whole_game(of_two(), [4; 32]);
    let host = Host::branch(&record, 10, vec![], None, secret([1; 32])).unwrap();
    let text = Record::of(&host).to_string();
    let error = text.replace("branched: 10", "branched: 11").parse::<RecordText>().unwrap_err();
    assert_eq!(error.to_string(), "line 8: 11 actions are taken over, but there are only 10");
    let error = text.replace("branched: 10", "branched: ten").parse::<RecordText>().unwrap_err();
    assert_eq!(error.to_string(), "line 8: a number of actions expected, found \"ten\"");
    let terms = Record::of(&host).terms().clone().branched_after(11);
    let problem = Record::new(terms, record.actions()[..10].to_vec(), None).unwrap_err();
    assert_eq!(problem, RecordProblem::Branched { branched: 11, actions: 10 });
}
