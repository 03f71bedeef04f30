//! The trap that a player builds in a level, and what becomes of it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::Arc;

use puzzles::{Deed, Draft, Grant, Level, LevelResult, Limits, Thing, shipped};
use rules::{Cell, CellSet, Stone};
use web::puzzle::LevelId;
use web::scene::board::Spot;
use web::scene::flow::Pace;
use web::scene::level::{
    Circle, Command, Mistake, Outcome, Refusal, Touched, Trap, Verdict, Wanted, Word, first_to_matter, let_loose,
    picture, read_line,
};
use web::scene::player::{Next, Player};
use web::table::Speed;

fn level(name: &str) -> Arc<Level> {
    Arc::new(name.parse::<LevelId>().unwrap().shipped().level.clone())
}

fn written(text: &str) -> Arc<Level> {
    Arc::new(Level::from_text(text).unwrap())
}

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn cells(names: &str) -> CellSet {
    names.split_whitespace().map(cell).collect()
}

#[track_caller]
fn built(trap: &Trap, deeds: &str) {
    assert_eq!(trap.preparation().to_string(), deeds);
}

#[track_caller]
fn run(level: &Arc<Level>, deeds: &str) -> Outcome {
    let mut trap = Trap::new(level.clone());
    for deed in deeds.split_whitespace() {
        trap.apply(deed.parse().unwrap()).unwrap();
    }
    let_loose(level, trap.position())
}

#[test]
fn a_piece_is_taken_and_put_somewhere_else() {
    let mut trap = Trap::new(level("seeing-1"));
    assert_eq!((trap.movable(), trap.turnable()), (cells("g5"), CellSet::EMPTY));
    assert_eq!(trap.touch(Cell::G5), Ok(Touched::Taken));
    assert_eq!(trap.legal(), cells("f5 h5"));
    assert_eq!(trap.touch(Cell::E5), Err(Refusal::NotThere));
    assert_eq!(trap.touch(Cell::G3), Err(Refusal::AsDrawn(Cell::G3)));
    assert_eq!(trap.touch(Cell::F5), Ok(Touched::Built));
    built(&trap, "move:g5-f5");
    assert_eq!((trap.hand(), trap.movable()), (None, CellSet::EMPTY));
    // Once more, from its new place; back where it was, nothing is done.
    assert_eq!(trap.touch(Cell::F5), Ok(Touched::Taken));
    assert_eq!(trap.touch(Cell::G5), Ok(Touched::Built));
    assert!(trap.is_empty());
    assert_eq!(trap.touch(Cell::A1), Err(Refusal::NothingThere(Cell::A1)));
}

#[test]
fn changes_are_undone_one_by_one_and_so_is_clearing() {
    let mut trap = Trap::new(level("seeing-4"));
    assert!(!trap.can_undo());
    trap.apply("stone:p8".parse().unwrap()).unwrap();
    trap.apply("move:n8-o8".parse().unwrap()).unwrap();
    trap.clear();
    assert!(trap.is_empty());
    trap.undo();
    built(&trap, "stone:p8 move:n8-o8");
    trap.take(0);
    // A click on another piece takes that one instead.
    assert_eq!(trap.touch(cell("p8")), Ok(Touched::Taken));
    assert_eq!(trap.hand().map(|hand| hand.slot), Some(1));
    trap.undo();
    assert_eq!(trap.hand(), None);
    built(&trap, "stone:p8 move:n8-o8");
    trap.undo();
    trap.undo();
    assert!(trap.is_empty() && !trap.can_undo());
}

#[test]
fn a_piece_that_was_moved_by_typing_is_moved_again() {
    let mut trap = Trap::new(level("seeing-1"));
    trap.apply("move:g5-f5".parse().unwrap()).unwrap();
    trap.apply("move:g5-h5".parse().unwrap()).unwrap();
    built(&trap, "move:g5-h5");
    assert_eq!(trap.apply("stone:a2".parse().unwrap()), Err(Refusal::NotAllowed));
    assert_eq!(trap.apply("move:g5-g4".parse().unwrap()), Err(Refusal::NotThere));
    built(&trap, "move:g5-h5");
}

/// Only the second slot allows e6, so the first deed has to give it up.
#[test]
fn typed_deeds_find_the_slots_that_allow_them() {
    let level = written("fearsome-level 1\n1 > . . R4 . . . . . . . .\nlay: 1 stone on e5 e6\nlay: 1 stone on e5");
    let mut trap = Trap::new(level);
    trap.apply("stone:e5".parse().unwrap()).unwrap();
    trap.apply("stone:e6".parse().unwrap()).unwrap();
    built(&trap, "stone:e5 stone:e6");
    assert_eq!(trap.deed(0), Some("stone:e6".parse().unwrap()));
    assert_eq!(trap.apply("stone:e6".parse().unwrap()), Err(Refusal::TooMany));
}

#[test]
fn a_pool_covers_the_space_it_is_put_onto_and_can_be_turned() {
    let level = written("fearsome-level 1\n1 > . . R4 . . . . . . . .\nlay: 1 long-pool on e5-h5 e6 e7 e8");
    let mut trap = Trap::new(level);
    trap.take(0);
    assert!(trap.hand_turns());
    assert_eq!(trap.legal(), cells("e5 f5 g5 h5"));
    trap.turn();
    assert_eq!(trap.legal(), cells("e5 e6 e7 e8"));
    assert_eq!(trap.touch(cell("e7")), Ok(Touched::Built));
    built(&trap, "long-pool:e5s");
    // It is taken up by any of its spaces, and lies as it lay.
    assert_eq!(trap.touch(cell("e8")), Ok(Touched::Taken));
    assert_eq!(trap.touch(cell("p11")), Err(Refusal::SticksOut));
    assert_eq!(trap.touch(cell("e6")), Ok(Touched::Built));
    built(&trap, "long-pool:e5s");
}

#[test]
fn teleporters_are_laid_one_after_the_other_and_turned_by_touching_them() {
    let mut trap = Trap::new(level("teleporter-5"));
    trap.take(0);
    assert_eq!(trap.touch(Cell::A1), Err(Refusal::NotThere));
    assert_eq!(trap.touch(cell("m7")), Ok(Touched::HalfBuilt));
    assert!(trap.is_empty());
    assert_eq!(trap.touch(cell("m7")), Err(Refusal::InTheWay(cell("m7"))));
    trap.turn();
    assert_eq!(trap.touch(cell("n8")), Ok(Touched::Built));
    built(&trap, "teleporters:m7n-n8e");
    assert_eq!(trap.touch(cell("n8")), Ok(Touched::Built));
    built(&trap, "teleporters:m7n-n8s");
    trap.take(0);
    trap.take_off(0);
    assert!(trap.is_empty());
}

#[test]
fn a_teleporter_that_may_be_turned_goes_round_to_where_it_was() {
    let found = shipped()
        .iter()
        .find(|shipped| shipped.level.grants().iter().any(|grant| matches!(grant, puzzles::Grant::Turn { .. })));
    let level = Arc::new(found.unwrap().level.clone());
    let mut trap = Trap::new(level);
    let slot = trap.slots().iter().position(|slot| slot.area().is_none()).unwrap();
    for turned in 1..=4 {
        trap.take(slot);
        assert_eq!(trap.is_empty(), turned == 4, "{turned}");
    }
}

#[test]
fn every_solution_of_the_solver_can_be_laid_out_and_solves_the_level() {
    // The first solution of every level is found with fewer nodes.
    let limits = Limits { nodes: 2_000_000, solutions: 1 };
    for shipped in shipped() {
        let level = Arc::new(shipped.level.clone());
        let solution = level.solve(limits).best.expect(&shipped.name);
        let mut trap = Trap::new(level.clone());
        trap.lay_out(solution.preparation.deeds()).unwrap();
        assert_eq!(trap.preparation(), solution.preparation, "{}", shipped.name);
        let outcome = let_loose(&level, trap.position());
        assert_eq!(outcome.verdict, Verdict::Solved, "{}", shipped.name);
        assert_eq!(outcome.steps, solution.steps);
        assert_eq!(outcome.meals.len(), level.theirs().len());
        let first = first_to_matter(&level, &solution.preparation).unwrap();
        let deeds = solution.preparation.deeds();
        let parts: Vec<u32> = deeds.iter().map(|deed| parts_at(&level, deeds, *deed)).collect();
        let soonest = parts.iter().min();
        let nth = deeds.iter().position(|deed| *deed == first).unwrap();
        assert_eq!(Some(&parts[nth]), soonest, "{}: {first} of {parts:?}", shipped.name);
    }
}

/// The first step in which the monster walks otherwise if one of these deeds is left out, by what is shown of the walks.
fn parts_at(level: &Arc<Level>, deeds: &[Deed], left_out: Deed) -> u32 {
    let walk = |deeds: &[Deed]| {
        let mut trap = Trap::new(level.clone());
        trap.lay_out(deeds).unwrap();
        let show = let_loose(level, trap.position()).show;
        let ends: Vec<_> = show.beats.iter().filter(|beat| beat.ends_step).cloned().collect();
        ends.into_iter().map(|beat| beat.tableau.position.monster()).collect::<Vec<_>>()
    };
    let others: Vec<Deed> = deeds.iter().copied().filter(|deed| *deed != left_out).collect();
    let (with, without) = (walk(deeds), walk(&others));
    // A walk that is over goes on in a circle, or one of ours was eaten; either way, that is where they part.
    with.iter().zip(&without).take_while(|(one, other)| one == other).count() as u32
}

#[test]
fn the_deed_that_matters_first_is_the_one_the_monster_notices_first() {
    for (name, solution, first) in [
        ("seeing-1", "move:g5-h5", "move:g5-h5"),
        // It comes from the west, along row 8.
        ("seeing-3", "stone:o8 stone:i8", "stone:i8"),
    ] {
        let deeds = solution.split(' ').map(|deed| deed.parse().unwrap()).collect();
        assert_eq!(first_to_matter(&level(name), &deeds), Some(first.parse().unwrap()), "{name}");
    }
}

#[test]
fn a_dragged_piece_is_put_down_or_stays_but_never_takes_another() {
    let mut trap = Trap::new(level("seeing-3"));
    trap.apply("stone:i8".parse().unwrap()).unwrap();
    trap.apply("stone:o8".parse().unwrap()).unwrap();
    let on = |trap: &Trap, name: &str| trap.slot_at(cell(name)).unwrap();
    trap.take(on(&trap, "o8"));
    assert_eq!(trap.drop_at(cell("i8")), Err(Refusal::InTheWay(cell("i8"))));
    assert_eq!(trap.hand(), None);
    built(&trap, "stone:i8 stone:o8");
    // A click takes the other one instead.
    trap.take(on(&trap, "o8"));
    assert_eq!(trap.touch(cell("i8")), Ok(Touched::Taken));
    assert_eq!(trap.hand().map(|hand| hand.slot), Some(on(&trap, "i8")));
    assert_eq!(trap.drop_at(cell("n8")), Ok(Touched::Built));
    built(&trap, "stone:n8 stone:o8");
}

/// Whatever is done, the walk that is shown ends as the puzzle's own judge says.
#[test]
fn the_walk_on_the_screen_ends_as_the_judge_says() {
    for shipped in shipped() {
        let level = Arc::new(shipped.level.clone());
        let position = Trap::new(level.clone()).position();
        let outcome = let_loose(&level, position);
        let judgement = level.judge(position, &mut ());
        let last = outcome.show.beats.last().unwrap().tableau.position;
        match (&outcome.verdict, judgement.result) {
            (Verdict::Solved, LevelResult::Solved) => {}
            (Verdict::Lost(loss), LevelResult::Lost(figure)) => {
                assert_eq!((loss.meal.figure, loss.meal.step), (figure, outcome.steps));
                assert_eq!(outcome.meals.last(), Some(&loss.meal));
                assert!(loss.step <= loss.meal.step && outcome.circle.is_none());
                assert!(loss.moment.show.beats[loss.moment.at].look.is_some());
            }
            (Verdict::Spared(spared), LevelResult::Spared(figures)) => {
                assert!(spared.iter().map(|one| one.figure).eq(figures.iter()));
                assert!(spared.iter().all(|one| last.figure_at(one.at) == Some(one.figure)));
                let Circle { from, length } = outcome.circle.unwrap();
                assert_eq!((length, from + length - 1), (judgement.walk.period, judgement.walk.steps));
            }
            (found, expected) => panic!("{}: {found:?}, {expected:?}", shipped.name),
        }
        assert_eq!(u32::from(outcome.show.steps()), outcome.steps);
    }
}

/// The longest walk that a search among random positions has found.
#[test]
fn a_walk_of_hundreds_of_steps_is_shown_to_its_end() {
    let level = Level::from_code("aAAAAAIBIACQsAAQAEIARRAEECggLARQCLpqq4aCmgIyFQKzmIwAEIAVxZH").unwrap();
    let outcome = let_loose(&level, *level.position());
    assert_eq!((outcome.steps, outcome.show.steps()), (798, 798));
    assert_eq!(outcome.show.beats.last().unwrap().step, 798);
    assert_eq!(outcome.circle.map(|circle| circle.from + circle.length), Some(799));
}

#[test]
fn the_look_that_decides_a_loss_is_the_first_of_the_hunt() {
    let level = written(
        "fearsome-level 1\nours: G1\n1 > . . . . . . . . . . R4\n5 . . . G1 . . . . . . . . . . . .\nlay: 1 stone on a2",
    );
    let outcome = run(&level, "");
    let Verdict::Lost(loss) = &outcome.verdict else { panic!("{outcome:?}") };
    // On d1 it looks right and sees G1 four spaces away; R4 is eight.
    assert_eq!((loss.step, loss.meal.step, loss.meal.at), (4, 7, Cell::D5));
    assert!(loss.was_hunted);
    let scene = picture::scene(&Trap::new(level), &Player::default(), Some(&outcome), CellSet::EMPTY, Speed::Walk);
    let wrong = scene.puzzle.wrong.unwrap();
    assert_eq!((wrong.at, wrong.step), (Cell::D1, 4));
    assert_eq!(scene.puzzle.eaten.len(), 1);
    assert!(scene.puzzle.eaten[0].is_aside, "the monster stands there");
    assert_eq!(scene.beams.len(), 1);
}

#[test]
fn whoever_is_spared_was_never_seen_or_not_hunted() {
    let level = written(
        "fearsome-level 1\n1 > . . . . . . . . . . .\n5 . R4 . . . . . . . . . . . . . .\n\nlay: 1 stone on a5",
    );
    // Row 1 leads through the wall and back, past the column of R4 every time: it sees R4 at once.
    let Verdict::Solved = run(&level, "").verdict else { panic!("it sees R4") };
    let outcome = run(
        &written(
            "fearsome-level 1\n1 > . . . . . . . . . . .\n2 . # . . . . . . . . . . .\n5 . R4 . . . . . . . . . . . . . .\nlay: 1 stone on a5",
        ),
        "",
    );
    let Verdict::Spared(spared) = &outcome.verdict else { panic!("{outcome:?}") };
    assert_eq!((spared.len(), spared[0].at, spared[0].nearest.0), (1, Cell::B5, 4));
    assert_eq!(spared[0].seen, None, "the stone hides it");
    // Two equally near count as nobody: it sees both from d6, in step 4, and goes straight on, round and round.
    let tie = written(
        "fearsome-level 1\n4 . . . R4 . . . . . . . . . . .\n6 > . . . . . . . . . . . . . . .\n8 . . R5 . . . . . . . . . . . .\nlay: 1 stone on a2",
    );
    let Verdict::Spared(spared) = run(&tie, "").verdict else { panic!("it cannot decide") };
    let seen: Vec<_> = spared.iter().map(|one| one.seen.as_ref().map(|seen| (seen.step, seen.was_hunted))).collect();
    assert_eq!(seen, [Some((4, false)); 2]);
    // It goes for R4 in row 6, and a teleporter on d6 takes it away, every time it comes round.
    let shaken = Cell::ALL.into_iter().find_map(|out| {
        let position = format!("Ma6e-Td6n{out}s-FR4h6").parse::<rules::Position>().ok()?;
        let draft = Draft {
            setup: position.to_setup(),
            grants: vec![Grant::Lay { thing: Thing::Stone(Stone::Plain), count: 1, on: cells("a2") }],
            ..Draft::default()
        };
        match run(&Arc::new(Level::new(&draft).ok()?), "").verdict {
            Verdict::Spared(spared) => Some(spared),
            Verdict::Solved | Verdict::Lost(_) | Verdict::TooLong => None,
        }
    });
    let seen = shaken.unwrap()[0].seen.clone().unwrap();
    assert!(seen.was_hunted);
    assert!(seen.moment.show.beats[seen.moment.at].look.is_some());
}

#[test]
fn a_walk_is_played_by_the_player_of_runs_to_its_end() {
    let outcome = run(&level("seeing-1"), "move:g5-f5");
    let mut player = Player::default();
    player.start(outcome.show.clone());
    let trap = Trap::new(level("seeing-1"));
    let mut beats = 0;
    while player.next(Pace::default()) != Next::Rest {
        let scene = picture::scene(&trap, &player, None, CellSet::EMPTY, Speed::Walk);
        assert_eq!(scene.puzzle.theirs, trap.level().theirs());
        assert_eq!(player.progress().unwrap().of, None);
        player.go_on();
        beats += 1;
    }
    assert_eq!(beats, outcome.show.beats.len());
}

#[test]
fn what_was_laid_is_marked_and_stays_marked_while_the_monster_walks() {
    let level = level("tie-5");
    let mut trap = Trap::new(level.clone());
    trap.apply("stone:e5".parse().unwrap()).unwrap();
    let still = picture::scene(&trap, &Player::default(), None, CellSet::EMPTY, Speed::Walk);
    let [laid] = still.puzzle.laid_stones[..] else { panic!("one stone was laid") };
    let at = still.stones.iter().find(|stone| stone.id == laid).map(|stone| stone.spot);
    assert_eq!(at, Some(Spot::On(Cell::E5)));
    let outcome = let_loose(&level, trap.position());
    let mut player = Player::default();
    player.start(outcome.show);
    let walking = picture::scene(&trap, &player, None, CellSet::EMPTY, Speed::Walk);
    assert_eq!(walking.puzzle.laid_stones, [laid]);
    assert_eq!((walking.puzzle.ours, walking.puzzle.theirs), (level.ours(), level.theirs()));
}

#[test]
fn lines_are_deeds_or_a_word() {
    let vocabulary = [("Let it loose".to_owned(), Word::Loose), ("undo".to_owned(), Word::Undo)];
    let read = |line: &str| read_line(line, &vocabulary);
    let deeds = ["stone:i8", "move:g5-h5"].map(|deed| deed.parse::<Deed>().unwrap()).to_vec();
    assert_eq!(read("  Stone:I8   move:g5-h5 "), Ok(Command::Deeds(deeds)));
    assert_eq!(read("LET IT LOOSE"), Ok(Command::Word(Word::Loose)));
    assert_eq!(read(" "), Err(Mistake::Empty));
    assert_eq!(read("eat"), Err(Mistake::Unknown("eat".to_owned())));
    for (word, wanted) in [
        ("stone:q9", Wanted::Space),
        ("long-pool:e9", Wanted::Pool),
        ("teleporters:c4e", Wanted::Pair),
        ("move:g5", Wanted::TwoSpaces),
        ("turn:c4", Wanted::Arrow),
    ] {
        assert_eq!(read(word), Err(Mistake::Expected { word: word.to_owned(), wanted }));
        assert!(wanted.example().parse::<Deed>().is_ok());
    }
}
