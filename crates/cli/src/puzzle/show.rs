//! `fearsome puzzle show`: shows a level on one screen.

use std::io::Write;

use anyhow::Result;
use puzzles::{Deed, Grant, Level, Thing};
use rules::game::FigureSet;
use rules::{Piece, Stone};

use super::example::example;
use super::paint::Paint;
use super::wire::LevelObject;
use super::{LEVEL_HELP, LevelArgument};
use crate::command::{Outcome, write_json};
use crate::narrate::stone_name;

/// The level to show, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct ShowArguments {
    #[arg(help = LEVEL_HELP)]
    level: LevelArgument,
    #[command(flatten)]
    form: ShownForm,
}

/// How to show the dish of today.
#[derive(clap::Args, Clone, Debug)]
pub struct DailyArguments {
    #[command(flatten)]
    form: ShownForm,
}

/// How to show a level.
#[derive(clap::Args, Clone, Debug)]
struct ShownForm {
    /// Also show the hint.
    #[arg(long)]
    hint: bool,
    /// Print only the level code.
    #[arg(long, conflicts_with_all = ["text", "json", "hint"])]
    code: bool,
    /// Print only the text of the level, as in a .level file.
    #[arg(long, conflicts_with_all = ["json", "hint"])]
    text: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn show(arguments: &ShowArguments, is_coloured: bool, output: &mut impl Write) -> Result<Outcome> {
    write_level(&arguments.level, &arguments.form, is_coloured, output)
}

/// The same as `show daily`.
pub(super) fn daily(arguments: &DailyArguments, is_coloured: bool, output: &mut impl Write) -> Result<Outcome> {
    write_level(&LevelArgument::daily(), &arguments.form, is_coloured, output)
}

fn write_level(
    argument: &LevelArgument,
    form: &ShownForm,
    is_coloured: bool,
    output: &mut impl Write,
) -> Result<Outcome> {
    let level = argument.read()?;
    if form.code {
        writeln!(output, "{}", level.to_code())?;
    } else if form.text {
        write!(output, "{}", level.to_text())?;
    } else if form.json {
        write_json(&LevelObject::new(&level, form.hint), output)?;
    } else {
        let paint = Paint::new(&level, is_coloured);
        write_title(&level, &paint, output)?;
        write_board(&level, &paint, output)?;
        write_grants(&level, &paint, output)?;
        if form.hint {
            let hint = &level.about().hint;
            writeln!(output, "\nHint: {}", if hint.is_empty() { "there is none." } else { hint })?;
        }
        write_how_to_go_on(argument, &level, output)?;
    }
    Ok(Outcome::Yes)
}

fn write_title(level: &Level, paint: &Paint<'_>, output: &mut impl Write) -> Result<()> {
    let about = level.about();
    let title = if about.title.is_empty() { "A level without a title" } else { &about.title };
    let author = if about.author.is_empty() { String::new() } else { format!(", by {}", about.author) };
    writeln!(output, "{}{author}", paint.title(title))?;
    if !about.teaches.is_empty() {
        let teaches: Vec<String> = about.teaches.iter().map(ToString::to_string).collect();
        writeln!(output, "teaches: {}", teaches.join(", "))?;
    }
    Ok(())
}

/// Writes the drawn board, which figures are ours and theirs, and the legend.
fn write_board(level: &Level, paint: &Paint<'_>, output: &mut impl Write) -> Result<()> {
    write!(output, "\n{}", paint.level())?;
    if !level.ours().is_empty() {
        writeln!(output, "{}", paint.figures(format!("ours: {}", names(level.ours()))))?;
    }
    writeln!(output, "{}", paint.figures(format!("theirs: {}", names(level.theirs()))))?;
    Ok(writeln!(output, "marks: {}", paint.legend())?)
}

/// The names of figures, separated by blanks.
pub(super) fn names(figures: FigureSet) -> String {
    figures.iter().map(|figure| figure.to_string()).collect::<Vec<_>>().join(" ")
}

fn write_grants(level: &Level, paint: &Paint<'_>, output: &mut impl Write) -> Result<()> {
    writeln!(output, "\nYou may")?;
    for grant in level.grants() {
        writeln!(output, "- {}{}", paint.figures(in_words(*grant, level)), paint.mark_of(*grant))?;
    }
    let ours = if level.ours().is_empty() { "" } else { " and none of ours" };
    Ok(writeln!(output, "so that the monster, walking forever, eats all of theirs{ours}.")?)
}

/// Writes the command to try deeds, and an example for each grant.
fn write_how_to_go_on(argument: &LevelArgument, level: &Level, output: &mut impl Write) -> Result<()> {
    writeln!(output, "\nTo try something: fearsome puzzle run {} DEED…", argument.typed())?;
    let deeds: Vec<Deed> = level.grants().iter().filter_map(|grant| example(*grant, level)).collect();
    if !deeds.is_empty() {
        writeln!(output, "where a DEED is, for example,")?;
    }
    for deed in deeds {
        writeln!(output, "  {deed}")?;
    }
    Ok(())
}

fn in_words(grant: Grant, level: &Level) -> String {
    let area = level.area_of(grant).map(|area| area.to_string()).unwrap_or_default();
    match grant {
        Grant::Lay { thing, count, .. } => format!("lay {}{}", some(thing, count), place("on", &area)),
        Grant::Move { from, .. } => {
            let piece = match level.position().piece_at(from) {
                Some(Piece::Figure(figure)) => figure.to_string(),
                Some(Piece::Stone(stone)) => format!("the {}", stone_name(stone)),
                None => unreachable!("a level only grants to move pieces on its board"),
            };
            format!("move {piece} on {from}{}", place("to", &area))
        }
        Grant::Turn { at } => format!("turn the arrow of the teleporter on {at}"),
    }
}

/// An area with its preposition; "anywhere" needs none.
fn place(preposition: &str, area: &str) -> String {
    if area.starts_with("anywhere") { format!(" {area}") } else { format!(" {preposition} {area}") }
}

/// A noun phrase for at most `count` things.
fn some(thing: Thing, count: u8) -> String {
    let [one, many] = match thing {
        Thing::Stone(Stone::Plain) => ["a stone", "stones"],
        Thing::Stone(Stone::Crystal) => ["a crystal", "crystals"],
        Thing::Stone(Stone::TurnRight) => ["a turn-right stone", "turn-right stones"],
        Thing::Stone(Stone::TurnAround) => ["a turn-around stone", "turn-around stones"],
        Thing::Figure => ["one of our waiting figures", "of our waiting figures"],
        Thing::SquarePool => ["a pool of 2×2 spaces", "pools of 2×2 spaces"],
        Thing::LongPool => ["a pool of 4×1 spaces, lying either way,", "pools of 4×1 spaces, lying either way,"],
        Thing::Teleporters => [
            "a pair of teleporters, their arrows pointing anywhere,",
            "pairs of teleporters, their arrows pointing anywhere,",
        ],
    };
    if count == 1 { one.to_owned() } else { format!("up to {count} {many}") }
}
