//! The levels that come with the game: each is proven, and what is proven is pinned.

use std::collections::BTreeSet;

use puzzles::{Answer, Chapter, Difficulty, Extent, Findings, Grade, LevelResult, Limits, Shipped, Trick, shipped};

/// Every level with all that the solver knows of it.
fn solved() -> Vec<(&'static Shipped, Findings, Grade)> {
    // A second or so each: nobody who looks for a hint waits longer.
    let limits = Limits { nodes: 2_000_000, solutions: 10_000 };
    let solved = shipped().iter().map(|shipped| {
        let findings = shipped.level.solve(limits);
        assert_eq!(findings.extent, Extent::Everything, "{}", shipped.name);
        let grade = shipped.level.grade(&findings).unwrap_or_else(|| panic!("{} cannot be solved", shipped.name));
        (shipped, findings, grade)
    });
    solved.collect()
}

#[test]
fn every_level_is_proven() {
    let mut lines = vec![];
    let mut solutions = BTreeSet::new();
    let solved = solved();
    for (shipped, findings, grade) in &solved {
        let Shipped { level, name, .. } = shipped;
        let best = findings.best.as_ref().expect("a solution");
        let position = level.prepare(&best.preparation).expect("a solution can be made");
        assert_eq!(level.judge(position, &mut ()).result, LevelResult::Solved, "{name}");
        assert_eq!(findings.needs_every_piece(level), Some(true), "{name} gives more than it needs");
        // What it says it teaches, it needs; above all what its chapter is about.
        let about = level.about();
        assert!(about.teaches.iter().all(|trick| grade.tricks.contains(trick)), "{name}: {:?}", grade.tricks);
        if let Chapter::About(trick) = shipped.chapter {
            assert_eq!(about.teaches.first(), Some(&trick), "{name}");
        }
        assert!(solutions.insert((best.preparation.to_string(), about.teaches.first())), "{name} is like another one");
        let Answer::Exactly(count) = findings.answer() else { panic!("{name} is not proven") };
        let tricks: Vec<&str> = grade.tricks.iter().map(|trick| trick.code()).collect();
        lines.push(format!(
            "{name}: {} | solutions {count} | {} | walk {} | near misses {} | nodes {} | ways {} | turns {} | decisive {} | foresight {:?} | {} | {} {}",
            about.title,
            best.preparation,
            best.steps,
            findings.near_misses,
            findings.nodes,
            grade.ways_eighths,
            grade.turns,
            grade.decisive,
            grade.foresight,
            tricks.join(" "),
            grade.score(),
            grade.difficulty(),
        ));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn there_are_sixty_in_eleven_chapters() {
    let counts: Vec<usize> = Chapter::all().map(|chapter| chapter.levels().count()).collect();
    assert_eq!(counts, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10]);
    assert_eq!(shipped().last().map(|last| (last.number, last.name.as_str())), Some((60, "all-together-10")));
}

#[test]
fn the_last_ten_are_diabolic_and_ordered() {
    let solved = solved();
    let (others, last) = solved.split_at(50);
    let scores: Vec<u32> = last.iter().map(|(_, _, grade)| grade.score()).collect();
    assert!(scores.is_sorted(), "{scores:?}");
    let diabolic = |(_, _, grade): &&(&Shipped, Findings, Grade)| grade.difficulty() == Difficulty::Diabolic;
    assert_eq!(last.iter().filter(diabolic).count(), 10, "{scores:?}");
    let early: Vec<&str> = others.iter().filter(diabolic).map(|(shipped, ..)| shipped.name.as_str()).collect();
    assert_eq!(early, ["tie-5"], "no other level is as hard");
    for trick in Trick::ALL {
        assert!(last.iter().any(|(_, _, grade)| grade.tricks.contains(&trick)), "none needs {trick}");
    }
}

/// `docs/puzzles.md` has this figure.
#[test]
fn the_grades_agree_with_the_testers() {
    let solved = solved();
    let (mut agree, mut differ) = (0, 0);
    for chapter in solved[..50].chunks(5) {
        for (nth, (_, _, easier)) in chapter.iter().enumerate() {
            for (_, _, harder) in &chapter[nth + 1..] {
                agree += u32::from(easier.score() < harder.score());
                differ += u32::from(easier.score() > harder.score());
            }
        }
    }
    assert_eq!((agree, differ), (86, 13), "of a hundred pairs of levels of a chapter");
}

#[test]
fn each_level_has_a_title_of_its_own_and_a_hint() {
    let titles: BTreeSet<&str> = shipped().iter().map(|shipped| shipped.level.about().title.as_str()).collect();
    assert_eq!(titles.len(), 60);
    for shipped in shipped() {
        let about = shipped.level.about();
        assert_ne!(about.title, shipped.name);
        assert!(about.hint.split(' ').count() > 4 && !about.author.is_empty(), "{}: {}", shipped.name, about.hint);
        assert!(shipped.level.to_code().len() <= 300, "{}: {}", shipped.name, shipped.level.to_code().len());
    }
}
