//! The texts of the analysis board in the reader's language.

use rules::game::{Axis, Band, Length, PlayersProblem, SituationProblem, Tile};
use rules::notation::{StringError, Wanted};
use rules::{Cell, FigureId, SetupProblem, Whereabouts};

use crate::page::i18n::*;
use crate::page::words::{self, Language, colour, tombstone};
use crate::scene::foresight::{Foresight, percent};
use crate::scene::pointing::Hit;
use crate::scene::study::{Beside, Desk, Edit, Refusal, Thing, Tool, Top, Unread};

/// Something that can be put down.
fn thing(i18n: Language, desk: &Desk, thing: Thing) -> String {
    match thing {
        Thing::Stone(kind) => top(i18n, desk, Top::Stone(kind)),
        Thing::Blood => top(i18n, desk, Top::Blood),
        Thing::SquarePool => words::tile(i18n, Tile::SquarePool),
        Thing::LongPool(axis) => long_pool(i18n, axis),
        Thing::Teleporter(arrow) => top(i18n, desk, Top::Teleporter(arrow)),
        Thing::Figure(figure) => top(i18n, desk, Top::Figure(figure)),
        Thing::Monster(facing) => top(i18n, desk, Top::Monster(facing)),
    }
}

/// The long pool with its orientation.
fn long_pool(i18n: Language, axis: Axis) -> String {
    let lies = match axis {
        Axis::Row => t_string!(i18n, analysis.lying),
        Axis::Column => t_string!(i18n, analysis.standing),
    };
    format!("{}, {lies}", words::tile(i18n, Tile::LongPool))
}

/// Something on a space.
fn top(i18n: Language, desk: &Desk, top: Top) -> String {
    match top {
        Top::Figure(one) => figure(i18n, desk, one),
        Top::Stone(kind) => words::stone(i18n, kind).to_owned(),
        Top::Monster(facing) => words::facing(i18n, t_string!(i18n, things.monster), facing),
        Top::Teleporter(arrow) => words::arrow(i18n, t_string!(i18n, things.teleporter), arrow),
        Top::Blood => t_string!(i18n, things.blood).to_owned(),
    }
}

/// A figure with its visible number.
pub(super) fn figure(i18n: Language, desk: &Desk, one: FigureId) -> String {
    words::figure(i18n, one, desk.face(one))
}

/// What is in the hand, by where it came from.
pub(super) fn held(i18n: Language, desk: &Desk, held: Hit) -> String {
    match held {
        Hit::Space(cell) => desk.top(cell).map(|one| top(i18n, desk, one)).unwrap_or_default(),
        Hit::Waiting(one) => figure(i18n, desk, one),
        Hit::Entrance | Hit::Exit => String::new(),
    }
}

/// A tool.
pub(super) fn tool(i18n: Language, desk: &Desk, tool: Tool) -> String {
    match tool {
        Tool::Hand => t_string!(i18n, analysis.hand).to_owned(),
        Tool::Walk => t_string!(i18n, analysis.walk).to_owned(),
        Tool::Rub => t_string!(i18n, analysis.rub).to_owned(),
        Tool::Turn => t_string!(i18n, analysis.turn_over).to_owned(),
        Tool::Put(one) => thing(i18n, desk, one),
    }
}

/// A place and what is there.
pub(super) fn target(i18n: Language, desk: &Desk, outlook: Option<&Foresight>, target: Hit) -> String {
    let beside = |place: &str, figures: &mut dyn Iterator<Item = FigureId>| {
        let names: Vec<String> = figures.map(|one| figure(i18n, desk, one)).collect();
        if names.is_empty() { place.to_owned() } else { words::about(i18n, place, &names.join(", ")) }
    };
    match target {
        Hit::Space(cell) => space(i18n, desk, outlook, cell),
        Hit::Waiting(one) => beside(t_string!(i18n, analysis.entrance), &mut [one].into_iter()),
        Hit::Entrance => t_string!(i18n, analysis.entrance).to_owned(),
        Hit::Exit => beside(t_string!(i18n, analysis.exit), &mut desk.situation().escaped.iter().copied()),
    }
}

/// A space and everything on it.
fn space(i18n: Language, desk: &Desk, outlook: Option<&Foresight>, cell: Cell) -> String {
    let mut things = vec![];
    match desk.top(cell) {
        Some(Top::Figure(one)) => {
            things.push(figure(i18n, desk, one));
            let chance = outlook.and_then(|outlook| outlook.danger(one)).map_or(0, |danger| percent(danger.after));
            things.push(words::danger_of(i18n, chance));
        }
        Some(one) => things.push(top(i18n, desk, one)),
        None => {}
    }
    let is_blood = desk.position().blood().has(cell);
    if is_blood && desk.top(cell) != Some(Top::Blood) {
        things.push(t_string!(i18n, things.blood).to_owned());
    }
    if things.is_empty() {
        things.push(t_string!(i18n, things.empty).to_owned());
    }
    format!("{cell}, {}", things.join(", "))
}

/// Why an edit is refused.
pub(super) fn refusal(i18n: Language, desk: &Desk, refusal: Refusal) -> String {
    match refusal {
        Refusal::NoSuchSpace => t_string!(i18n, setup.no.sticks_out).to_owned(),
        Refusal::Corner(cell) => t_string!(i18n, analysis.refused_corner, cell = cell).to_string(),
        Refusal::OnTeleporter(cell) => t_string!(i18n, analysis.refused_teleporter, cell = cell).to_string(),
        Refusal::FloorTaken(cell) => t_string!(i18n, analysis.refused_floor, cell = cell).to_string(),
        Refusal::Occupied(cell) => t_string!(i18n, analysis.refused_occupied, cell = cell).to_string(),
        Refusal::TooManyPairs => t_string!(i18n, analysis.refused_pairs).to_owned(),
        Refusal::Nothing(cell) => t_string!(i18n, analysis.refused_nothing, cell = cell).to_string(),
        Refusal::NoTurnLeft => t_string!(i18n, analysis.refused_turns).to_owned(),
        Refusal::NoSuchTombstone => t_string!(i18n, analysis.refused_tombstone).to_owned(),
        Refusal::NoMonster => t_string!(i18n, analysis.refused_monster).to_owned(),
        Refusal::Illegal(one) => t_string!(i18n, analysis.refused_move, figure = figure(i18n, desk, one)).to_string(),
        Refusal::HasMoved(one) => t_string!(i18n, analysis.refused_moved, figure = figure(i18n, desk, one)).to_string(),
        Refusal::NotThere(one) => {
            t_string!(i18n, analysis.refused_absent, figure = figure(i18n, desk, one)).to_string()
        }
    }
}

/// Why a text cannot be read.
pub(super) fn unread(i18n: Language, unread: &Unread) -> String {
    match unread {
        Unread::Unreadable(error) => unreadable(i18n, error),
        Unread::Drawing(error) => t_string!(i18n, analysis.unreadable_drawing, line = error.line).to_string(),
        Unread::Impossible(problems) => {
            // The first few problems are enough to correct a text.
            let told: Vec<String> = problems.iter().take(3).map(|problem| laid(i18n, problem)).collect();
            t_string!(i18n, analysis.impossible, problem = told.join(" ")).to_string()
        }
    }
}

fn unreadable(i18n: Language, error: &StringError) -> String {
    let wanted = match error.wanted {
        Wanted::Field | Wanted::SituationField => t_string!(i18n, analysis.wanted_field),
        Wanted::Dash => t_string!(i18n, analysis.wanted_dash),
        Wanted::OnlyOneMonster | Wanted::OnlyOnce => t_string!(i18n, analysis.wanted_once),
        Wanted::Cell => t_string!(i18n, analysis.wanted_cell),
        Wanted::Figure => t_string!(i18n, analysis.wanted_figure),
        Wanted::Direction => t_string!(i18n, analysis.wanted_direction),
        Wanted::Band => t_string!(i18n, analysis.wanted_band),
        Wanted::Stage | Wanted::Turn => t_string!(i18n, analysis.wanted_number),
        Wanted::Length => t_string!(i18n, analysis.wanted_length),
        Wanted::Tombstone => t_string!(i18n, analysis.wanted_tombstone),
    };
    // People count from 1.
    let at = error.at + 1;
    if error.found.is_empty() {
        t_string!(i18n, analysis.unreadable_end, at = at, wanted = wanted).to_string()
    } else {
        t_string!(i18n, analysis.unreadable, at = at, wanted = wanted, found = error.found.clone()).to_string()
    }
}

fn laid(i18n: Language, problem: &SetupProblem) -> String {
    match *problem {
        SetupProblem::NoSuchCell { .. } => t_string!(i18n, setup.no.sticks_out).to_owned(),
        SetupProblem::OnCorner { cell, .. } => t_string!(i18n, analysis.refused_corner, cell = cell).to_string(),
        SetupProblem::OnTeleporter { cell, .. } => {
            t_string!(i18n, analysis.refused_teleporter, cell = cell).to_string()
        }
        SetupProblem::Overlap { cell, .. } => t_string!(i18n, analysis.refused_floor, cell = cell).to_string(),
        SetupProblem::Crowded { cell, .. } => t_string!(i18n, analysis.refused_occupied, cell = cell).to_string(),
        SetupProblem::Unpaired { count, .. } => t_string!(i18n, analysis.problem_unpaired, ends = count).to_string(),
        SetupProblem::TooManyPairs { .. } => t_string!(i18n, analysis.refused_pairs).to_owned(),
        SetupProblem::SameFigure { figure, .. } => {
            t_string!(i18n, analysis.problem_twice, figure = figure.to_string()).to_string()
        }
    }
}

/// Why a game cannot continue.
pub(super) fn problem(i18n: Language, desk: &Desk, problem: &SituationProblem) -> String {
    match *problem {
        SituationProblem::Players(PlayersProblem::OnlyThree(band)) => {
            t_string!(i18n, analysis.problem_three, colour = colour(i18n, band)).to_string()
        }
        SituationProblem::Players(PlayersProblem::Count(_) | PlayersProblem::Twice(_)) => {
            t_string!(i18n, analysis.problem_players).to_owned()
        }
        SituationProblem::NoMonster => t_string!(i18n, analysis.refused_monster).to_owned(),
        SituationProblem::Stranger { figure: one, .. } => {
            t_string!(i18n, analysis.problem_stranger, figure = figure(i18n, desk, one)).to_string()
        }
        SituationProblem::Twice { figure: one, .. } => {
            t_string!(i18n, analysis.problem_twice, figure = figure(i18n, desk, one)).to_string()
        }
        SituationProblem::EatenInStageOne { figure: one, .. } => {
            t_string!(i18n, analysis.problem_eaten, figure = figure(i18n, desk, one)).to_string()
        }
        SituationProblem::NoSuchTurn(_) | SituationProblem::UsedCount { .. } => {
            let situation = desk.situation();
            let (used, turn) = (situation.used.len(), situation.turn);
            t_string!(i18n, analysis.problem_turn, used = used, turn = turn).to_string()
        }
        SituationProblem::OutOfTurn { band, moved, due } => {
            let band = colour(i18n, band);
            t_string!(i18n, analysis.problem_order, colour = band, moved = moved, due = due).to_string()
        }
        SituationProblem::HasWon(band) => {
            t_string!(i18n, analysis.problem_won, colour = colour(i18n, band)).to_string()
        }
        SituationProblem::NobodyToMove => t_string!(i18n, analysis.problem_nobody).to_owned(),
        SituationProblem::NotInBox { .. } => t_string!(i18n, analysis.refused_tombstone).to_owned(),
        SituationProblem::Setup(_)
        | SituationProblem::NobodyPlays(_)
        | SituationProblem::Missing(_)
        | SituationProblem::MovedEaten { .. }
        | SituationProblem::NotEscaped { .. }
        | SituationProblem::EscapeUnlisted(_) => t_string!(i18n, analysis.problem_rest).to_owned(),
    }
}

/// The band that is to move.
pub(super) fn to_move(i18n: Language, band: Band) -> String {
    t_string!(i18n, analysis.to_move, colour = colour(i18n, band)).to_string()
}

/// An edit, with the desk before and after it.
pub(super) fn done(i18n: Language, edit: &Edit, before: &Desk, after: &Desk) -> String {
    let on = |cell: Cell| before.top(cell).map(|one| top(i18n, before, one)).unwrap_or_default();
    match edit {
        Edit::Put(one, cell) => words::on(i18n, &thing(i18n, after, *one), *cell),
        Edit::Erase(cell) => t_string!(i18n, analysis.done_erase, thing = on(*cell), cell = *cell).to_string(),
        Edit::Shift { from, to } => words::from_to(i18n, &on(*from), *from, *to),
        Edit::Send(one, beside) => {
            let place = match beside {
                Beside::Waiting => Whereabouts::Waiting,
                Beside::Escaped => Whereabouts::Escaped,
                Beside::Eaten => Whereabouts::Eaten,
            };
            words::about(i18n, &figure(i18n, before, *one), &words::place(i18n, place))
        }
        Edit::Remove(one) => words::about(i18n, &figure(i18n, before, *one), "–"),
        Edit::TurnOver(one) => t_string!(i18n, analysis.done_turn, thing = figure(i18n, before, *one)).to_string(),
        Edit::Turn(cell) => t_string!(i18n, analysis.done_turn, thing = on(*cell)).to_string(),
        Edit::Use(one) => format!("{}, {}", tombstone(i18n, *one), t_string!(i18n, things.used)),
        Edit::PutBack(one) => t_string!(i18n, analysis.done_put_back, tombstone = tombstone(i18n, *one)).to_string(),
        Edit::Stage(one) => words::stage(i18n, *one).to_owned(),
        Edit::Length(length) => match length {
            Length::Normal => t_string!(i18n, analysis.normal_game).to_owned(),
            Length::Long => t_string!(i18n, analysis.long_game).to_owned(),
        },
        Edit::ToMove(band) => to_move(i18n, *band),
        Edit::Walk { figure: one, .. } => {
            let name = figure(i18n, before, *one);
            let (from, to) = (before.position().whereabouts(*one), after.position().whereabouts(*one));
            match to {
                Some(Whereabouts::Escaped) => format!("{name} {}", t_string!(i18n, things.out_by_exit)),
                Some(Whereabouts::On(cell)) if from != to => {
                    t_string!(i18n, analysis.done_walk, figure = name, place = cell).to_string()
                }
                Some(Whereabouts::On(_) | Whereabouts::Waiting | Whereabouts::Eaten) | None => {
                    t_string!(i18n, analysis.done_stay, figure = name).to_string()
                }
            }
        }
        Edit::Run(one) => t_string!(i18n, analysis.done_run, tombstone = tombstone(i18n, *one)).to_string(),
        Edit::Empty => t_string!(i18n, analysis.empty).to_owned(),
        Edit::Lay(_) => t_string!(i18n, analysis.done_lay).to_owned(),
    }
}
