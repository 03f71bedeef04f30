//! The JSON output of the puzzle commands. Deeds are written as the user types them. `docs/puzzles.md` describes each field.

use std::time::Duration;

use puzzles::{
    Answer, Findings, Generated, Grade, Grant, Judgement, Level, LevelResult, Preparation, Shipped, Solution, Trick,
};
use rules::game::FigureSet;
use rules::{CellSet, Event, Piece, Position};
use serde::Serialize;

use super::attempts::Harvest;
use super::grade::doublings;
use super::level_argument::NoLevel;
use crate::engine::PositionObject;

/// A level that comes with the game, for `list`.
#[derive(Serialize)]
pub(super) struct ShippedObject {
    number: usize,
    name: &'static str,
    chapter: &'static str,
    title: &'static str,
    teaches: Vec<String>,
    pieces: usize,
    /// Only with `--grades`.
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<GradeObject>,
}

/// A level, for `show`.
#[derive(Serialize)]
pub(super) struct LevelObject<'a> {
    title: &'a str,
    author: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    teaches: Vec<String>,
    ours: Vec<String>,
    theirs: Vec<String>,
    pieces: usize,
    grants: Vec<GrantObject>,
    position: String,
    board: PositionObject,
    code: String,
}

/// A grant.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum GrantObject {
    Lay { thing: String, count: u8, on: Vec<String> },
    Move { thing: String, from: String, to: Vec<String> },
    Turn { at: String },
}

/// The result for one level of `check`.
#[derive(Serialize)]
pub(super) struct CheckObject {
    level: String,
    problems: Vec<ProblemObject>,
    answer: Option<&'static str>,
    solutions: Option<usize>,
    solves_itself: Option<bool>,
    needs_every_piece: Option<bool>,
    /// Tricks that it claims to teach but does not need.
    teaches_in_vain: Option<Vec<String>>,
}

#[derive(Serialize)]
struct ProblemObject {
    line: Option<usize>,
    reason: String,
}

/// The result of `solve`.
#[derive(Serialize)]
pub(super) struct FindingsObject {
    answer: &'static str,
    /// The number found.
    solutions: usize,
    first_solutions: Vec<Vec<String>>,
    best: Option<SolutionObject>,
    solves_itself: bool,
    needs_every_piece: Option<bool>,
    near_misses: u64,
    /// The first near misses.
    examples: Vec<Vec<String>>,
    nodes: u64,
    steps: u64,
    seconds: f64,
    steps_per_second: f64,
    interrupted: bool,
}

#[derive(Serialize)]
struct SolutionObject {
    preparation: Vec<String>,
    steps: u32,
}

/// The result of `grade`.
#[derive(Serialize)]
pub(super) struct GradedObject {
    answer: &'static str,
    grade: Option<GradeObject>,
    interrupted: bool,
}

#[derive(Serialize)]
struct GradeObject {
    difficulty: String,
    score: u32,
    /// The number of doublings from 1 to the number of possible preparations.
    ways: f64,
    turns: u32,
    decisive: u32,
    /// For the piece that matters last.
    foresight: u32,
    foresight_of_pieces: Vec<u32>,
    tricks: Vec<String>,
    pieces: usize,
    /// The solver's work. It does not count.
    effort: u64,
    /// Those that the solver found. They do not count.
    near_misses: u64,
}

/// The result of `generate`.
#[derive(Serialize)]
pub(super) struct HarvestObject<'a> {
    seed: u64,
    levels: Vec<GeneratedObject<'a>>,
    attempts: u64,
    interrupted: bool,
}

#[derive(Serialize)]
struct GeneratedObject<'a> {
    attempt: u64,
    grade: GradeObject,
    solution: Option<SolutionObject>,
    level: LevelObject<'a>,
}

/// The result of `run`.
#[derive(Serialize)]
pub(super) struct RunObject {
    preparation: Vec<String>,
    position: String,
    verdict: &'static str,
    /// The figures eaten, in order; up to the loss if there is one.
    eaten: Vec<String>,
    lost: Option<String>,
    lost_in_step: Option<u32>,
    spared: Vec<String>,
    steps: u32,
    period: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<Vec<StepObject>>,
}

/// One step of a walk.
#[derive(Serialize)]
pub(super) struct StepObject {
    pub(super) step: u32,
    pub(super) events: Vec<Event>,
    pub(super) position: String,
}

impl ShippedObject {
    pub(super) fn new(shipped: &'static Shipped, graded: Option<&(Findings, Grade)>) -> ShippedObject {
        let about = shipped.level.about();
        ShippedObject {
            number: shipped.number,
            name: &shipped.name,
            chapter: shipped.chapter.code(),
            title: &about.title,
            teaches: tricks(&about.teaches),
            pieces: shipped.level.pieces(),
            grade: graded.map(|(findings, grade)| GradeObject::new(grade, findings)),
        }
    }
}

impl<'a> LevelObject<'a> {
    pub(super) fn new(level: &'a Level, has_hint: bool) -> LevelObject<'a> {
        let about = level.about();
        LevelObject {
            title: &about.title,
            author: &about.author,
            hint: has_hint.then_some(&about.hint),
            teaches: tricks(&about.teaches),
            ours: figures(level.ours()),
            theirs: figures(level.theirs()),
            pieces: level.pieces(),
            grants: level.grants().iter().map(|grant| GrantObject::new(*grant, level.position())).collect(),
            position: level.position().to_string(),
            board: PositionObject::from(&level.position().to_setup()),
            code: level.to_code(),
        }
    }
}

impl GrantObject {
    fn new(grant: Grant, position: &Position) -> GrantObject {
        match grant {
            Grant::Lay { thing, count, on } => GrantObject::Lay { thing: thing.to_string(), count, on: cells(&on) },
            Grant::Move { from, to } => {
                let thing = match position.piece_at(from) {
                    Some(Piece::Figure(figure)) => figure.to_string(),
                    Some(Piece::Stone(stone)) => puzzles::Thing::Stone(stone).to_string(),
                    None => unreachable!("a level only grants to move pieces on its board"),
                };
                GrantObject::Move { thing, from: from.to_string(), to: cells(&to) }
            }
            Grant::Turn { at } => GrantObject::Turn { at: at.to_string() },
        }
    }
}

impl CheckObject {
    pub(super) fn of_no_level(level: String, no_level: &NoLevel) -> CheckObject {
        let problems = match no_level {
            NoLevel::Unreadable { reason, .. } => vec![ProblemObject { line: None, reason: reason.clone() }],
            NoLevel::NotALevel(problems) => {
                problems.iter().map(|told| ProblemObject { line: told.line, reason: told.reason.clone() }).collect()
            }
        };
        CheckObject {
            level,
            problems,
            answer: None,
            solutions: None,
            solves_itself: None,
            needs_every_piece: None,
            teaches_in_vain: None,
        }
    }

    pub(super) fn of_findings(name: String, level: &Level, findings: &Findings) -> CheckObject {
        CheckObject {
            level: name,
            problems: vec![],
            answer: Some(code(findings.answer())),
            solutions: Some(findings.solutions),
            solves_itself: Some(super::solve::solves_itself(level)),
            needs_every_piece: findings.needs_every_piece(level),
            teaches_in_vain: super::check::taught_in_vain(level, findings).as_deref().map(tricks),
        }
    }
}

fn code(answer: Answer) -> &'static str {
    match answer {
        Answer::Unsolvable => "unsolvable",
        Answer::Exactly(_) => "exactly",
        Answer::AtLeast(_) => "at_least",
        Answer::Unknown => "unknown",
    }
}

impl FindingsObject {
    pub(super) fn new(level: &Level, findings: &Findings, took: Duration, interrupted: bool) -> FindingsObject {
        FindingsObject {
            answer: code(findings.answer()),
            solutions: findings.solutions,
            first_solutions: findings.first_solutions.iter().map(deeds).collect(),
            best: findings.best.as_ref().map(SolutionObject::new),
            solves_itself: super::solve::solves_itself(level),
            needs_every_piece: findings.needs_every_piece(level),
            near_misses: findings.near_misses,
            examples: findings.first_near_misses.iter().map(deeds).collect(),
            nodes: findings.nodes,
            steps: findings.steps,
            seconds: took.as_secs_f64(),
            steps_per_second: super::solve::rate(findings.steps, took),
            interrupted,
        }
    }
}

impl GradedObject {
    pub(super) fn new(findings: &Findings, grade: Option<&Grade>, interrupted: bool) -> GradedObject {
        let grade = grade.map(|grade| GradeObject::new(grade, findings));
        GradedObject { answer: code(findings.answer()), grade, interrupted }
    }
}

impl GradeObject {
    fn new(grade: &Grade, findings: &Findings) -> GradeObject {
        GradeObject {
            difficulty: grade.difficulty().to_string(),
            score: grade.score(),
            ways: doublings(grade),
            turns: grade.turns,
            decisive: grade.decisive,
            foresight: grade.foresight.iter().copied().max().unwrap_or(0),
            foresight_of_pieces: grade.foresight.clone(),
            tricks: tricks(&grade.tricks),
            pieces: grade.pieces(),
            effort: findings.nodes,
            near_misses: findings.near_misses,
        }
    }
}

impl<'a> HarvestObject<'a> {
    pub(super) fn new(seed: u64, harvest: &'a Harvest, interrupted: bool) -> HarvestObject<'a> {
        let level = |(number, Generated { level, findings, grade }): (&u64, &'a Generated)| GeneratedObject {
            attempt: *number,
            grade: GradeObject::new(grade, findings),
            solution: findings.best.as_ref().map(SolutionObject::new),
            level: LevelObject::new(level, false),
        };
        HarvestObject { seed, levels: harvest.levels.iter().map(level).collect(), attempts: harvest.made, interrupted }
    }
}

impl SolutionObject {
    fn new(solution: &Solution) -> SolutionObject {
        SolutionObject { preparation: deeds(&solution.preparation), steps: solution.steps }
    }
}

impl RunObject {
    /// `end` is the last step that counts.
    pub(super) fn new(
        preparation: &Preparation,
        prepared: &Position,
        judgement: &Judgement,
        end: u32,
        walk: Option<Vec<StepObject>>,
    ) -> RunObject {
        let (verdict, lost, spared) = match judgement.result {
            LevelResult::Solved => ("solved", None, vec![]),
            LevelResult::Lost(figure) => ("lost", Some(figure), vec![]),
            LevelResult::Spared(spared) => ("spared", None, figures(spared)),
        };
        let eaten = &judgement.walk.eaten;
        let until = eaten.iter().position(|figure| Some(*figure) == lost).map_or(eaten.len(), |at| at + 1);
        RunObject {
            preparation: deeds(preparation),
            position: prepared.to_string(),
            verdict,
            eaten: eaten[..until].iter().map(ToString::to_string).collect(),
            lost: lost.map(|figure| figure.to_string()),
            lost_in_step: lost.map(|_| end),
            spared,
            steps: judgement.walk.steps,
            period: judgement.walk.period,
            walk,
        }
    }
}

fn deeds(preparation: &Preparation) -> Vec<String> {
    preparation.deeds().iter().map(ToString::to_string).collect()
}

fn tricks(tricks: &[Trick]) -> Vec<String> {
    tricks.iter().map(ToString::to_string).collect()
}

fn figures(figures: FigureSet) -> Vec<String> {
    figures.iter().map(|figure| figure.to_string()).collect()
}

fn cells(cells: &CellSet) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}
