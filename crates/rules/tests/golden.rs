//! Golden files: each shows one position, one question about it, and everything that happens.
//!
//! The first three lines of a file are a sentence that names the rule, a position string and the question. The rest is
//! the engine's answer, which `cargo xtask bless` rewrites. Review the difference before committing it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rules::{
    Brink, Cell, Death, Event, FigureId, Motion, Position, Sight, SightEnd, Step, Stone, Tombstone, Turn, Verdict, Wall,
};

#[test]
fn r1_a_turning_stone_turns_the_monster_also_after_a_tie() {
    check("r1");
}

#[test]
fn r2_a_monster_that_comes_back_to_a_facing_it_tried_stays() {
    check("r2");
}

#[test]
fn r3_a_stone_on_a_corner_leaves_the_game_whoever_pushed_it() {
    check("r3");
}

#[test]
fn r4_a_stone_pushed_onto_a_teleporter_leaves_the_game() {
    check("r4");
}

#[test]
fn r5_a_stone_that_slides_onto_a_corner_or_teleporter_leaves_the_game() {
    check("r5");
}

#[test]
fn r6_the_monster_stops_at_its_second_arrival_on_blood_with_the_same_facing() {
    check("r6");
}

#[test]
fn r7_a_slide_shoves_nothing_and_leaves_the_board_nowhere() {
    check("r7");
}

#[test]
fn r8_the_space_the_monster_leaves_is_free_during_the_shove() {
    check("r8");
}

#[test]
fn r12_a_second_turning_stone_turns_the_monster_again_without_a_look() {
    check("r12");
}

#[test]
fn r13_touching_pools_are_one_slide() {
    check("r13");
}

#[test]
fn r15_a_run_for_hits_ends_after_twenty_movement_points() {
    check("r15");
}

#[test]
fn r16_the_walls_beside_the_two_corners_are_twins() {
    check("r16");
}

#[test]
fn r17_a_figure_stopped_on_blood_leaves_in_any_possible_direction() {
    check("r17");
}

#[test]
fn the_monster_looks_walks_and_eats_as_the_rules_say() {
    check("monster");
}

#[test]
fn figures_move_as_the_rules_say() {
    check("figures");
}

#[test]
fn the_walk_without_limit_ends_when_a_position_repeats() {
    check("endless");
}

#[test]
fn every_folder_has_its_test() {
    let rules = ["endless", "figures", "monster"];
    let rulings = ["r1", "r12", "r13", "r15", "r16", "r17", "r2", "r3", "r4", "r5", "r6", "r7", "r8"];
    let folders: Vec<_> = entries(&root()).iter().map(|path| name(path)).collect();
    assert_eq!(folders, [&rules[..], &rulings].concat());
}

/// Compares every file of a folder with the engine's answer.
#[track_caller]
fn check(folder: &str) {
    let is_blessing = std::env::var_os("FEARSOME_BLESS").is_some();
    let files = entries(&root().join(folder));
    assert!(!files.is_empty(), "{folder} has no files");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let expected = retold(&text).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        if is_blessing {
            fs::write(&file, expected).unwrap();
        } else {
            assert!(
                text == expected,
                "{} does not match. The file:\n{text}\nThe engine:\n{expected}\nIf the engine is right: cargo xtask bless",
                file.display()
            );
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The file as it should be: its first three lines, followed by the engine's answer.
fn retold(text: &str) -> Result<String, String> {
    let mut lines = text.lines();
    let mut line = |what: &str| lines.next().ok_or(format!("no {what}"));
    let (title, position, question) = (line("title")?, line("position")?, line("question")?);
    let before: Position = position.parse().map_err(|error| format!("{error}"))?;
    let mut after = before;
    let mut events = vec![];
    let verdict = ask(question, &mut after, &mut events)?;

    let mut story = format!("{title}\n{position}\n{question}\n\n{}\n", before.drawing());
    events.iter().for_each(|event| writeln!(story, "{}", tell(event)).unwrap());
    writeln!(story, "{verdict}\n\n{}{after}", after.drawing()).unwrap();

    let mut replayed = before;
    events.iter().for_each(|event| replayed.apply_unchecked(event));
    if replayed != after {
        return Err(format!("the events lead to {replayed:?} instead of {after:?}"));
    }
    Ok(story)
}

/// Answers the question: `run 8`, `run 2 hits`, `endless` or `R4 with 3: west west leave`.
fn ask(question: &str, position: &mut Position, events: &mut Vec<Event>) -> Result<String, String> {
    let unknown = || format!("{question:?} is no question");
    let words: Vec<&str> = question.split([' ', ':']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        ["run", number] => {
            position.run(Tombstone::steps(number.parse().map_err(|_| unknown())?), events);
        }
        ["run", number, "hit" | "hits"] => {
            position.run(Tombstone::hits(number.parse().map_err(|_| unknown())?), events);
        }
        ["endless"] => {
            let endless = position.run_endless(events);
            return Ok(format!("the last {} of {} steps repeat endlessly.", endless.period, endless.steps));
        }
        [figure, "with", points, ref path @ ..] => {
            let figure: FigureId = figure.parse().map_err(|_| unknown())?;
            let path = path.iter().map(|word| step(word).ok_or_else(unknown)).collect::<Result<Vec<_>, _>>()?;
            let points = points.parse().map_err(|_| unknown())?;
            if let Err(problem) = position.play(figure, points, &path, events) {
                return Ok(format!("refused: {problem}."));
            }
        }
        _ => return Err(unknown()),
    }
    Ok("done.".to_owned())
}

fn step(word: &str) -> Option<Step> {
    match word {
        "enter" => Some(Step::Enter),
        "leave" => Some(Step::Leave),
        direction => direction.parse().ok().map(Step::Go),
    }
}

fn tell(event: &Event) -> String {
    match *event {
        Event::FigureEntered { figure, at } => format!("{figure} enters on {at}"),
        Event::FigureMoved { figure, from, to, how } => format!("{figure} {} from {from} to {to}", motion(how)),
        Event::FigureEscaped { figure, from } => format!("{figure} escapes from {from}"),
        Event::FigureEaten { figure, at, how: Death::Bitten } => format!("{figure} is eaten on {at}"),
        Event::FigureEaten { figure, at, how: Death::Shoved(brink) } => {
            format!("{figure} is eaten, shoved from {at} {}", over(brink))
        }
        Event::FigureReturned { figure } => format!("{figure} waits outside again"),
        Event::FigureLeftBehind { figure } => format!("{figure} is left behind"),
        Event::StoneMoved { stone, from, to, how } => format!("{} {} from {from} to {to}", kind(stone), motion(how)),
        Event::StoneLost { stone, from, to } => format!("{} leaves the game from {from} {}", kind(stone), over(to)),
        Event::MonsterLooked { at, sights, verdict } => {
            let sights = sights.map(sight).join(", ");
            let verdict = match verdict {
                Verdict::Nearest(direction) => format!("nearest {direction}"),
                Verdict::Tie => "tie".to_owned(),
                Verdict::Nothing => "nobody".to_owned(),
            };
            format!("the monster on {at} looks {sights}: {verdict}")
        }
        Event::MonsterTurned { at, from, to, why: Turn::Saw(figure) } => {
            format!("the monster on {at} turns from {from} to {to}: it sees {figure}")
        }
        Event::MonsterTurned { at, from, to, why: Turn::Stone { stone, at: before } } => {
            format!("the monster on {at} turns from {from} to {to}: {} on {before}", kind(stone))
        }
        Event::MonsterSpun { at, facing, stone, before } => {
            format!("the monster on {at} is spun round by {} on {before}, facing {facing}", kind(stone))
        }
        Event::MonsterMoved { from, to, through, how } => {
            let through = through.map(|wall| format!(" through wall {}", letter(wall))).unwrap_or_default();
            format!("the monster {} from {from} to {to}{through}", motion(how))
        }
        Event::MonsterTeleported { from, to, facing } => {
            format!("the monster goes from teleporter {from} to teleporter {to}, facing {facing}")
        }
        Event::MonsterHeld { at, facing } => format!("the monster was on {at} facing {facing} before: it stops"),
        Event::PointSpent { points, at } => format!("({points} spent, on {at})"),
    }
}

fn motion(how: Motion) -> &'static str {
    match how {
        Motion::Walked => "goes",
        Motion::Slid => "slides",
        Motion::Pushed => "is pushed",
        Motion::Shoved => "is shoved",
    }
}

fn over(brink: Brink) -> String {
    match brink {
        Brink::Wall(wall) => format!("over wall {}", letter(wall)),
        Brink::Corner(cell) => format!("onto the corner {cell}"),
        Brink::Teleporter(cell) => format!("onto the teleporter {cell}"),
    }
}

fn sight(Sight { direction, distance, end }: Sight) -> String {
    let seen = |what: &dyn std::fmt::Display, at: Cell| format!("{what} on {at}");
    let end = match end {
        SightEnd::Figure { figure, at } => seen(&figure, at),
        SightEnd::Stone { stone, at } => seen(&kind(stone), at),
        SightEnd::Wall(wall) => format!("wall {}", letter(wall)),
    };
    format!("{direction} ({end}, {distance} away)")
}

fn letter(wall: Wall) -> char {
    wall.letter().unwrap_or('*')
}

fn kind(stone: Stone) -> &'static str {
    match stone {
        Stone::Plain => "the stone",
        Stone::Crystal => "the crystal",
        Stone::TurnRight => "the turn-right stone",
        Stone::TurnAround => "the turn-around stone",
    }
}
