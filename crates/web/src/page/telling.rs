//! The text board, the answers to typed lines and the errors in them, in the reader's language.

use rules::game::{Face, FigureSet, Tile};
use rules::{Against, Cell, Direction, FigureId, Sight, SightEnd, StepProblem, Stone, Wall, Whereabouts};

use super::i18n::*;
use super::names::ShownSeat;
use super::why;
use super::words::{self, Language};
use crate::scene::caption::Side;
use crate::scene::cast::FigureState;
use crate::scene::foresight::Danger;
use crate::scene::graves::{GraveState, Graves};
use crate::scene::moving::Plan;
use crate::scene::playback::Playback;
use crate::scene::text_board::{Band, Dangers, FigureReport, Holds, MonsterReport, Space, Untold};
use crate::scene::typed::{Act, Answer, Problem, Vocabulary, Word};

/// The vocabulary: the words of the reader's language, and English ones.
#[must_use]
pub fn vocabulary(i18n: Language) -> Vocabulary {
    let languages = [i18n.get_locale_untracked(), Locale::en];
    let lists =
        languages.into_iter().flat_map(|language| Word::all().map(move |word| (word, synonyms(language, word))));
    Vocabulary::new(lists)
}

fn synonyms(language: Locale, word: Word) -> &'static str {
    match word {
        Word::Stay => td_string!(language, voice.words.stay),
        Word::In => td_string!(language, voice.words.enter),
        Word::Out => td_string!(language, voice.words.leave),
        Word::Result => td_string!(language, voice.words.result),
        Word::Undo => td_string!(language, voice.words.undo),
        Word::Confirm => td_string!(language, voice.words.confirm),
        Word::Where => td_string!(language, voice.words.figures),
        Word::Look => td_string!(language, voice.words.look),
        Word::Monster => td_string!(language, voice.words.monster),
        Word::Tombstones => td_string!(language, voice.words.tombstones),
        Word::Dangers => td_string!(language, voice.words.dangers),
        Word::Help => td_string!(language, voice.words.help),
        Word::Skip => td_string!(language, voice.words.skip),
        Word::Step => td_string!(language, voice.words.step),
        Word::GoOn => td_string!(language, voice.words.go_on),
        Word::Again => td_string!(language, voice.words.again),
        Word::Why => td_string!(language, voice.words.why),
        Word::Band(band) => words::colour_in(language, band),
        Word::Go(Direction::North) => td_string!(language, voice.words.north),
        Word::Go(Direction::East) => td_string!(language, voice.words.east),
        Word::Go(Direction::South) => td_string!(language, voice.words.south),
        Word::Go(Direction::West) => td_string!(language, voice.words.west),
    }
}

/// The commands, each with its description.
#[must_use]
pub fn commands(i18n: Language) -> [(&'static str, &'static str); 8] {
    [
        (t_string!(i18n, voice.help.goal_line), t_string!(i18n, voice.help.goal)),
        (t_string!(i18n, voice.help.shown_line), t_string!(i18n, voice.help.shown)),
        (t_string!(i18n, voice.help.steps_line), t_string!(i18n, voice.help.steps)),
        (t_string!(i18n, voice.help.doors_line), t_string!(i18n, voice.help.doors)),
        (t_string!(i18n, voice.help.confirm_line), t_string!(i18n, voice.help.confirm)),
        (t_string!(i18n, voice.help.result_line), t_string!(i18n, voice.help.result)),
        (t_string!(i18n, voice.help.ask_line), t_string!(i18n, voice.help.ask)),
        (t_string!(i18n, voice.help.watch_line), t_string!(i18n, voice.help.watch)),
    ]
}

/// A figure as it is seen, and by its name: "Red 3 (R4)".
#[must_use]
pub fn figure(i18n: Language, one: FigureId, face: Face) -> String {
    format!("{} ({one})", words::figure(i18n, one, face))
}

/// What is on a space, without its name; empty for an empty floor.
#[must_use]
pub fn on_space(i18n: Language, space: &Space) -> String {
    let mut things: Vec<String> = vec![];
    things.extend(space.holds.map(|holds| match holds {
        Holds::Figure(one, face) => figure(i18n, one, face),
        Holds::Stone(kind) => words::stone(i18n, kind).to_owned(),
        Holds::Monster(facing) => words::facing(i18n, t_string!(i18n, things.monster), facing),
    }));
    if space.has_blood {
        things.push(t_string!(i18n, things.blood).to_owned());
    }
    things.extend(space.teleporter.map(|gate| {
        let teleporter = words::arrow(i18n, &words::tile(i18n, Tile::Teleporter(gate.pair)), gate.arrow);
        t_string!(i18n, voice.teleporter, teleporter, other = gate.other).to_string()
    }));
    // A cell without words would be read as one without floor.
    if space.is_bare() {
        things.push(t_string!(i18n, voice.floor).to_owned());
    }
    things.extend(space.walls.iter().map(|one| wall(i18n, *one)));
    let cost = space.cost.filter(|cost| *cost > 0);
    things.extend(cost.map(|cost| t_string!(i18n, voice.reach, points = words::points(i18n, cost)).to_string()));
    things.join(", ")
}

fn wall(i18n: Language, wall: Wall) -> String {
    match wall.letter() {
        Some(letter) => {
            let side = words::direction(i18n, wall.side());
            t_string!(i18n, voice.wall, letter = letter, direction = side).to_string()
        }
        None if wall.cell() == Cell::EXIT => t_string!(i18n, voice.exit).to_owned(),
        None => t_string!(i18n, voice.entrance).to_owned(),
    }
}

/// A player: "Ada, Red: 1 of 3 out, to move now".
#[must_use]
pub fn player(i18n: Language, playback: &Playback, band: &Band, seats: &[ShownSeat]) -> String {
    let name = seats.get(band.seat.index()).map(|seat| seat.name.clone()).unwrap_or_default();
    let colour = words::colour(i18n, playback.game().players().band(band.seat));
    let mut out = t_string!(i18n, table.out, out = band.out.0, of = band.out.1).to_string();
    if band.is_acting {
        out = format!("{out}, {}", t_string!(i18n, voice.player_acts));
    }
    words::about(i18n, &format!("{name}, {colour}"), &out)
}

/// The place and the state of a figure.
#[must_use]
pub fn report(i18n: Language, report: &FigureReport) -> String {
    let FigureReport { figure: one, face, at, state } = *report;
    let place = words::place(i18n, at);
    let what = match state {
        FigureState::Escaped | FigureState::Eaten => words::figure_state(i18n, state).to_owned(),
        FigureState::Moving | FigureState::Moved | FigureState::OutsideMoved => {
            format!("{place}, {}", words::figure_state(i18n, state))
        }
        FigureState::ToMove | FigureState::Outside => {
            format!("{place}, {}", words::figure_state(i18n, FigureState::ToMove))
        }
    };
    words::about(i18n, &figure(i18n, one, face), &what)
}

/// Where the monster is, what it sees, and what it concludes: a sentence each.
#[must_use]
pub fn monster(i18n: Language, report: &MonsterReport, dark: FigureSet) -> Vec<String> {
    let place = words::on(i18n, t_string!(i18n, things.the_monster), report.monster.at);
    let mut sentences = vec![words::facing(i18n, &place, report.monster.facing) + "."];
    if let Some(([ahead, left, right], saw)) = report.view {
        for (side, sight) in [(Side::Ahead, ahead), (Side::Left, left), (Side::Right, right)] {
            sentences.push(words::about(i18n, why::side(i18n, side), &sight_end(i18n, sight, dark)) + ".");
        }
        sentences.push(words::saw(i18n, saw, dark));
    }
    sentences
}

fn sight_end(i18n: Language, sight: Sight, dark: FigureSet) -> String {
    match sight.end {
        SightEnd::Figure { figure: one, at } => {
            let one = figure(i18n, one, words::face(dark, one));
            format!("{}, {}", words::on(i18n, &one, at), words::spaces(i18n, sight.distance))
        }
        SightEnd::Stone { at, .. } => t_string!(i18n, why.stone, at = at).to_string(),
        SightEnd::Wall(_) => t_string!(i18n, why.door).to_owned(),
    }
}

/// The tombstones left with their chances, the current one, and the used ones: a sentence each.
#[must_use]
pub fn tombstones(i18n: Language, yard: &Graves) -> Vec<String> {
    let list = |wanted: GraveState| {
        let mut kinds: Vec<_> =
            yard.graves.iter().filter(|grave| grave.state == wanted).map(|grave| grave.tombstone).collect();
        kinds.dedup();
        let one = |tombstone| {
            let count =
                yard.graves.iter().filter(|grave| grave.tombstone == tombstone && grave.state == wanted).count();
            let name = words::tombstone(i18n, tombstone);
            let name = if count > 1 { format!("{count} × {name}") } else { name };
            let chance = yard.chances.iter().find(|(kind, _)| *kind == tombstone && wanted == GraveState::Left);
            match chance {
                Some((_, chance)) => format!("{name} ({})", words::per_cent(i18n, *chance)),
                None => name,
            }
        };
        let names: Vec<String> = kinds.into_iter().map(one).collect();
        if names.is_empty() { t_string!(i18n, things.none).to_owned() } else { names.join(", ") }
    };
    let mut sentences = vec![t_string!(i18n, voice.left, list = list(GraveState::Left)).to_string()];
    if yard.graves.iter().any(|grave| grave.state == GraveState::Now) {
        sentences.push(t_string!(i18n, voice.now, list = list(GraveState::Now)).to_string());
    }
    sentences.push(t_string!(i18n, voice.used, list = list(GraveState::Used)).to_string());
    sentences
}

/// What the next run can bring: a sentence each.
#[must_use]
pub fn dangers(i18n: Language, dangers: &Dangers, dark: FigureSet) -> Vec<String> {
    let name = |one: FigureId| figure(i18n, one, words::face(dark, one));
    let mut sentences = vec![if dangers.is_planned {
        t_string!(i18n, voice.if_planned).to_owned()
    } else {
        t_string!(i18n, voice.if_now).to_owned()
    }];
    sentences.extend(dangers.foresight.ends.iter().map(|end| words::run(i18n, end, name)));
    let mut eaten: Vec<_> = dangers.foresight.dangers.iter().filter(|danger| !danger.after.is_none()).collect();
    eaten.sort_by_key(|danger| std::cmp::Reverse(danger.after));
    let told = |danger: &&Danger| format!("{} ({})", name(danger.figure), words::chance(i18n, danger.after));
    let eaten: Vec<String> = eaten.iter().map(told).collect();
    sentences.push(match (eaten.is_empty(), dangers.is_final) {
        (true, _) => t_string!(i18n, voice.no_danger).to_owned(),
        (false, true) => t_string!(i18n, voice.in_danger_final, figures = eaten.join(", ")).to_string(),
        (false, false) => t_string!(i18n, voice.in_danger, figures = eaten.join(", ")).to_string(),
    });
    sentences
}

/// The answer to a line.
#[must_use]
pub fn answer(i18n: Language, answer: &Answer, playback: &Playback) -> String {
    let tableau = playback.tableau();
    match answer {
        Answer::Chosen { figure: one, points, targets } => {
            let name = figure(i18n, *one, tableau.face(*one));
            let mut sentences = vec![format!("{name}, {}.", words::points(i18n, *points))];
            for cost in 1..=*points {
                let places = targets.iter().filter(|(_, points)| *points == cost).map(|(place, _)| goal(i18n, *place));
                let places: Vec<String> = places.collect();
                if !places.is_empty() {
                    let places = places.join(", ");
                    sentences.push(
                        t_string!(i18n, voice.reaches, points = words::points(i18n, cost), places = places).to_string(),
                    );
                }
            }
            if sentences.len() == 1 {
                sentences.push(t_string!(i18n, voice.reaches_nothing).to_owned());
            }
            sentences.join(" ")
        }
        Answer::Planned { plan, points, results, at_once } => planned(i18n, plan, *points, results, *at_once, playback),
        Answer::TakenBack => t_string!(i18n, voice.taken_back).to_owned(),
        Answer::Do(act) => done(i18n, *act).to_owned(),
        Answer::Figures(reports) => {
            let reports: Vec<String> = reports.iter().map(|one| report(i18n, one)).collect();
            format!("{}.", reports.join("; "))
        }
        Answer::Space(space) => {
            let words = on_space(i18n, space);
            let words = if words.is_empty() { t_string!(i18n, things.empty).to_owned() } else { words };
            words::about(i18n, &space.cell.to_string(), &words) + "."
        }
        Answer::Monster(report) => monster(i18n, report, tableau.dark).join(" "),
        Answer::Tombstones(yard) => tombstones(i18n, yard).join(" "),
        Answer::Dangers(told) => dangers(i18n, told, tableau.dark).join(" "),
        Answer::Help => {
            let lines = commands(i18n).map(|(line, meaning)| words::about(i18n, line, meaning));
            lines.join(" ")
        }
    }
}

fn done(i18n: Language, act: Act) -> &'static str {
    match act {
        Act::Confirm => t_string!(i18n, voice.confirmed),
        Act::TakeBack => t_string!(i18n, voice.taken_back),
        Act::Skip => t_string!(i18n, voice.skipped),
        Act::Step => t_string!(i18n, voice.stepping),
        Act::GoOn => t_string!(i18n, voice.going_on),
        Act::Again => t_string!(i18n, voice.again),
        // The answer has an announcement of its own.
        Act::Why => "",
    }
}

fn goal(i18n: Language, place: Whereabouts) -> String {
    match place {
        Whereabouts::Escaped => t_string!(i18n, things.out).to_owned(),
        Whereabouts::On(_) | Whereabouts::Waiting | Whereabouts::Eaten => words::place(i18n, place),
    }
}

fn planned(i18n: Language, plan: &Plan, points: u8, results: &[Plan], at_once: bool, playback: &Playback) -> String {
    let tableau = playback.tableau();
    let name = figure(i18n, plan.figure, tableau.face(plan.figure));
    let mut sentences = vec![words::about(i18n, &name, &words::plan(i18n, plan, points))];
    if plan.trail.len() > 2 {
        let places: Vec<String> = plan.trail.iter().map(Cell::to_string).collect();
        sentences.push(t_string!(i18n, voice.way, places = places.join(", ")).to_string());
    }
    let pushed = |plan: &Plan| -> Vec<String> {
        let one = |(from, to): &(Cell, Option<Cell>)| {
            let kind = words::stone(i18n, tableau.stone_at(*from).map_or(Stone::Plain, |mark| mark.stone));
            match to {
                Some(to) => words::from_to(i18n, kind, *from, *to),
                None => t_string!(i18n, voice.pushes_off, stone = kind, from = *from).to_string(),
            }
        };
        plan.pushed.iter().map(one).collect()
    };
    let list = pushed(plan);
    if !list.is_empty() {
        sentences.push(t_string!(i18n, voice.pushes, list = list.join(", ")).to_string());
    }
    if at_once {
        sentences.push(t_string!(i18n, voice.confirmed).to_owned());
        return sentences.join(" ");
    }
    if results.len() > 1 {
        let (nth, of) = plan.result;
        sentences.push(t_string!(i18n, voice.choose_result, nth = nth, of = of).to_string());
        sentences.extend((1..).zip(results).map(|(nth, result)| {
            let list = pushed(result);
            let list = if list.is_empty() { t_string!(i18n, voice.pushes_nothing).to_owned() } else { list.join(", ") };
            let points = words::points(i18n, result.path.len() as u8);
            t_string!(i18n, voice.result, nth, points, list).to_string()
        }));
    }
    sentences.push(t_string!(i18n, voice.enter_confirms).to_owned());
    sentences.join(" ")
}

/// What is wrong with a line.
#[must_use]
pub fn problem(i18n: Language, problem: &Problem, playback: &Playback) -> String {
    let name = |one: FigureId| figure(i18n, one, playback.tableau().face(one));
    let place = |place: Whereabouts| match place {
        Whereabouts::Escaped => t_string!(i18n, voice.place_out).to_owned(),
        Whereabouts::On(_) | Whereabouts::Waiting | Whereabouts::Eaten => words::place(i18n, place),
    };
    match problem {
        Problem::TooLong => t_string!(i18n, voice.problem.too_long).to_owned(),
        Problem::Unknown(word) => t_string!(i18n, voice.problem.unknown, word = word.clone()).to_string(),
        Problem::TooMuch(word) => t_string!(i18n, voice.problem.too_much, word = word.clone()).to_string(),
        Problem::CellMissing => t_string!(i18n, voice.problem.cell_missing).to_owned(),
        Problem::NumberMissing => t_string!(i18n, voice.problem.number_missing).to_owned(),
        Problem::NoHand => t_string!(i18n, voice.problem.no_hand).to_owned(),
        Problem::NothingInHand => t_string!(i18n, voice.problem.nothing_in_hand).to_owned(),
        Problem::NothingPlanned => t_string!(i18n, voice.problem.nothing_planned).to_owned(),
        Problem::NothingToUndo => t_string!(i18n, voice.problem.nothing_to_undo).to_owned(),
        Problem::NothingShown => t_string!(i18n, voice.problem.nothing_shown).to_owned(),
        Problem::NoRun => t_string!(i18n, voice.problem.no_run).to_owned(),
        Problem::NothingAgain => t_string!(i18n, voice.problem.nothing_again).to_owned(),
        Problem::Untold(Untold::LessHelp) => t_string!(i18n, voice.problem.less_help).to_owned(),
        Problem::Untold(Untold::WhileShown) => t_string!(i18n, voice.problem.while_shown).to_owned(),
        Problem::Untold(Untold::NoRunComes) => t_string!(i18n, voice.problem.no_run_comes).to_owned(),
        Problem::NotInGame(one) => t_string!(i18n, voice.problem.not_in_game, figure = one.to_string()).to_string(),
        Problem::NotYours(one) => t_string!(i18n, voice.problem.not_yours, figure = name(*one)).to_string(),
        Problem::CannotMove(one) => t_string!(i18n, voice.problem.cannot_move, figure = name(*one)).to_string(),
        Problem::NobodyShows(number) => t_string!(i18n, voice.problem.nobody_shows, number = *number).to_string(),
        Problem::TooFar { place: goal, points } => {
            let points = words::points(i18n, *points);
            t_string!(i18n, voice.problem.too_far, place = place(*goal), points).to_string()
        }
        Problem::TooManySteps { points } => {
            t_string!(i18n, voice.problem.too_many_steps, points = words::points(i18n, *points)).to_string()
        }
        Problem::NotOneStep { from: Whereabouts::Waiting, .. } => t_string!(i18n, voice.problem.is_outside).to_owned(),
        Problem::NotOneStep { from, to } => {
            t_string!(i18n, voice.problem.not_one_step, from = place(*from), to = place(*to)).to_string()
        }
        Problem::Step(problem) => step_problem(i18n, *problem),
        Problem::EndsOnFigure { at, other } => {
            t_string!(i18n, voice.problem.ends_on_figure, at = *at, figure = name(*other)).to_string()
        }
        Problem::NoSuchResult { of } => t_string!(i18n, voice.problem.no_such_result, count = *of).to_string(),
    }
}

fn step_problem(i18n: Language, problem: StepProblem) -> String {
    match problem {
        StepProblem::NotOutside => t_string!(i18n, voice.problem.is_inside).to_owned(),
        StepProblem::Outside => t_string!(i18n, voice.problem.is_outside).to_owned(),
        StepProblem::EntranceTaken => t_string!(i18n, voice.problem.entrance_taken).to_owned(),
        StepProblem::NotAtExit { from } => t_string!(i18n, voice.problem.not_at_exit, from = from).to_string(),
        StepProblem::HasLeft => t_string!(i18n, voice.problem.has_left).to_owned(),
        StepProblem::Wall(wall) => {
            let side = words::direction(i18n, wall.side());
            t_string!(i18n, voice.problem.wall, direction = side, at = wall.cell()).to_string()
        }
        StepProblem::Monster(at) => t_string!(i18n, voice.problem.monster, at = at).to_string(),
        StepProblem::Teleporter(at) => t_string!(i18n, voice.problem.teleporter, at = at).to_string(),
        StepProblem::Stuck { stone, against } => {
            let why = match against {
                Against::Wall(_) => t_string!(i18n, voice.problem.against_wall),
                Against::Stone(_) => t_string!(i18n, voice.problem.against_stone),
                Against::Figure(_) => t_string!(i18n, voice.problem.against_figure),
                Against::Monster(_) => t_string!(i18n, voice.problem.against_monster),
            };
            t_string!(i18n, voice.problem.stuck, at = stone, why = why).to_string()
        }
    }
}
