//! `fearsome puzzle list`: lists the levels that come with the game.

use std::io::Write;

use anyhow::Result;
use clap::builder::styling::Style;
use puzzles::{Chapter, Findings, Grade, Shipped, shipped};

use super::grade;
use super::solve::USUAL_LIMITS;
use super::wire::ShippedObject;
use crate::command::{Outcome, write_json};
use crate::narrate::counted;

/// What to list.
#[derive(clap::Args, Clone, Debug)]
pub struct ListArguments {
    /// Also list the difficulty of each level. This solves all levels, which takes a while.
    #[arg(long)]
    grades: bool,
    /// Print one JSON array with an object for each level.
    #[arg(long)]
    json: bool,
}

pub(super) fn list(arguments: &ListArguments, is_coloured: bool, output: &mut impl Write) -> Result<Outcome> {
    let graded = |shipped: &'static Shipped| {
        let solve = || {
            let findings = shipped.level.solve(USUAL_LIMITS);
            shipped.level.grade(&findings).map(|grade| (findings, grade))
        };
        (shipped, if arguments.grades { solve() } else { None })
    };
    let levels: Vec<Graded> = shipped().iter().map(graded).collect();
    if arguments.json {
        let object = |(shipped, graded): &Graded| ShippedObject::new(shipped, graded.as_ref());
        write_json(&levels.iter().map(object).collect::<Vec<_>>(), output)?;
    } else {
        write_table(&levels, is_coloured, output)?;
    }
    Ok(Outcome::Yes)
}

/// A level, and its findings and grade if they are wanted.
type Graded = (&'static Shipped, Option<(Findings, Grade)>);

/// A row of the table: number, name, title, pieces, difficulty, tricks.
type Row = [String; 6];

fn write_table(levels: &[Graded], is_coloured: bool, output: &mut impl Write) -> Result<()> {
    let rows: Vec<(Chapter, Row)> =
        levels.iter().map(|(shipped, graded)| (shipped.chapter, row(shipped, graded.as_ref()))).collect();
    let width = |column: usize| rows.iter().map(|(_, row)| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    let bold = if is_coloured { Style::new().bold() } else { Style::new() };
    let mut last = None;
    for (chapter, [number, name, title, pieces, difficulty, tricks]) in &rows {
        if last.replace(chapter) != Some(chapter) {
            let blank = if number == "1" { "" } else { "\n" };
            writeln!(output, "{blank}{bold}{chapter}{bold:#}")?;
        }
        let [numbers, names, titles, counts, difficulties] = widths[..] else { unreachable!("there are five widths") };
        write!(output, "{number:>numbers$}  {name:<names$}  {title:<titles$}  {pieces:<counts$}")?;
        if difficulties > 0 {
            write!(output, "  {difficulty:<difficulties$}")?;
        }
        writeln!(output, "  {tricks}")?;
    }
    Ok(())
}

fn row(shipped: &Shipped, graded: Option<&(Findings, Grade)>) -> Row {
    let Shipped { number, name, level, .. } = shipped;
    [
        number.to_string(),
        name.clone(),
        level.about().title.clone(),
        counted(level.pieces() as u64, "piece", "pieces"),
        graded.map(|(_, grade)| format!("{} ({})", grade.difficulty(), grade.score())).unwrap_or_default(),
        grade::list(&level.about().teaches),
    ]
}
