//! A move is taken back: the game is as if it had never been made.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use bots::Bot;
use proptest::prelude::*;
use rules::Outcomes;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Band, FortressChoice, Length, Options, Players};
use rules::terms::MonsterNumber;
use testkit::games::{choose_in, secret};
use testkit::positions::config;
use web::table::{Customs, Help, LocalTable, NewTable, SavedGame, SeatPlan, Speed, Table, Takeover, Who};

const BOT: Who = Who::Bot(Bot::Fool);

fn seats(whos: &[Who]) -> Vec<SeatPlan> {
    whos.iter().zip(["Ada", "Bob", "Cleo"]).map(|(who, name)| SeatPlan { who: *who, name: name.to_owned() }).collect()
}

fn begin(whos: &[Who], bytes: [u8; 32]) -> LocalTable {
    let players = Players::new(&Band::ALL[..whos.len()]).unwrap();
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let monster = MonsterNumber::from_index(7);
    let new = NewTable {
        options,
        seats: seats(whos),
        monster,
        speed: Speed::Walk,
        help: Help::Nothing,
        customs: Customs::default(),
    };
    LocalTable::begin(new, secret(bytes)).unwrap()
}

/// Makes random moves.
struct Author {
    chance: Stream,
    outcomes: Outcomes,
}

impl Author {
    fn new(bytes: [u8; 32]) -> Author {
        Author { chance: Stream::new(&Seed(bytes), &[], Purpose::Players), outcomes: Outcomes::new() }
    }

    /// Returns whether somebody could move.
    fn act(&mut self, table: &mut LocalTable) -> bool {
        let Some((seat, action)) = choose_in(table.game(), &mut self.chance, &mut self.outcomes) else { return false };
        table.act(seat, action).unwrap();
        true
    }

    fn grow(&mut self, table: &mut LocalTable, actions: usize) {
        let goal = table.story().actions() + actions;
        while table.story().actions() < goal && self.act(table) {}
    }
}

fn text(table: &LocalTable) -> String {
    table.to_save().to_text()
}

fn can_take_back(table: &LocalTable) -> bool {
    table.capabilities().can_take_back
}

/// The number of actions before the last move of a person since the last tombstone, by looking at the story.
fn expected(table: &LocalTable) -> Option<usize> {
    let played = table.story().played();
    let start = played.iter().rposition(|played| matches!(played.action, Action::Flip { .. })).map_or(0, |at| at + 1);
    let is_person = |at: &usize| played[*at].seat.is_some_and(|seat| table.seats()[seat.index()].who == Who::Human);
    table.game().acting().and_then(|_| (start..played.len()).rev().find(is_person))
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn the_save_is_the_one_from_before_the_last_move_of_a_person(
        bytes in any::<[u8; 32]>(),
        people in 1_u8..8,
        actions in 0_usize..90,
    ) {
        let whos: Vec<Who> = (0..3).map(|seat| if people & 1 << seat == 0 { BOT } else { Who::Human }).collect();
        let (mut table, mut author) = (begin(&whos, bytes), Author::new(bytes));
        let mut saves = vec![text(&table)];
        while table.story().actions() < actions && author.act(&mut table) {
            // A tombstone that falls at once has no save of its own.
            saves.resize(table.story().actions(), String::new());
            saves.push(text(&table));
        }
        let expected = expected(&table);
        prop_assert_eq!(can_take_back(&table), expected.is_some());
        let before = text(&table);
        prop_assert_eq!(table.take_back(), expected.is_some());
        prop_assert_eq!(text(&table), expected.map_or(before, |at| saves[at].clone()));
        prop_assert_eq!(table.story().game(), table.game());
        prop_assert_eq!(table.record().actions().len(), table.story().actions());
        // The game goes on, and what is saved can be loaded.
        author.grow(&mut table, 5);
        let saved = SavedGame::from_text(&text(&table)).unwrap();
        prop_assert_eq!(text(&LocalTable::resume(saved).unwrap()), text(&table));
    }
}

#[test]
fn the_same_tombstones_fall_whatever_was_taken_back() {
    let whos = [Who::Human, BOT, BOT];
    let (mut table, mut other) = (begin(&whos, [3; 32]), begin(&whos, [3; 32]));
    let (mut author, mut another) = (Author::new([3; 32]), Author::new([4; 32]));
    for number in 0..120 {
        author.act(&mut table);
        another.act(&mut other);
        if number % 7 == 0 {
            table.take_back();
        }
    }
    let tombstones = |table: &LocalTable| -> Vec<Action> {
        table
            .record()
            .actions()
            .iter()
            .filter(|action| matches!(action, Action::Flip { .. }))
            .take(3)
            .cloned()
            .collect()
    };
    assert_eq!(tombstones(&table).len(), 3);
    assert_eq!(tombstones(&table), tombstones(&other));
}

#[test]
fn a_bot_that_has_to_choose_again_has_no_other_chance() {
    let mut table = begin(&[Who::Human, BOT, BOT], [3; 32]);
    let seed = table.bot_seed();
    Author::new([3; 32]).grow(&mut table, 3);
    assert!(table.take_back());
    assert_eq!(table.bot_seed(), seed);
    let saved = SavedGame::from_text(&text(&table)).unwrap();
    assert_eq!(LocalTable::resume(saved).unwrap().bot_seed(), seed);
    assert_ne!(begin(&[Who::Human, BOT, BOT], [4; 32]).bot_seed(), seed);
}

#[test]
fn what_was_taken_over_from_another_game_stays() {
    let mut game = begin(&[Who::Human, BOT, BOT], [3; 32]);
    Author::new([3; 32]).grow(&mut game, 3);
    assert!(can_take_back(&game));
    let whos = seats(&[Who::Human; 3]);
    let takeover =
        Takeover { seats: whos, monster: MonsterNumber::from_index(7), speed: Speed::Walk, help: Help::Nothing };
    let mut branch = LocalTable::branch(&game.record(), 3, takeover, secret([5; 32])).unwrap();
    assert!(!can_take_back(&branch) && !branch.take_back());
    assert_eq!(branch.story().actions(), 3);
    Author::new([6; 32]).grow(&mut branch, 1);
    assert!(branch.take_back());
    assert_eq!(branch.story().actions(), 3);
}
