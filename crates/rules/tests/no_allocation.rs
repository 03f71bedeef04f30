//! What search does a million times a second takes no memory.

use rules::{Foresight, Outcomes, Tombstone};
use testkit::midgame::{questions, scattered};

#[test]
fn running_the_monster_allocates_nothing() {
    let positions = scattered(100, 1);
    let allocated = allocation_counter::measure(|| {
        for position in &positions {
            for tombstone in Tombstone::KINDS {
                let mut position = *position;
                position.run(tombstone, &mut ());
            }
            let mut position = *position;
            position.run_endless(&mut ());
            assert!(Foresight::of(&position).run(Tombstone::hits(1)).is_some());
        }
    });
    assert_eq!(allocated.count_total, 0);
}

#[test]
fn finding_outcomes_again_allocates_nothing() {
    let questions = questions(100, 1);
    let mut outcomes = Outcomes::new();
    let mut ask = || {
        for question in &questions {
            outcomes.find(&question.position, question.figure, question.points);
            assert!(outcomes.iter().count() > 0);
        }
    };
    ask();
    assert_eq!(allocation_counter::measure(ask).count_total, 0);
}
