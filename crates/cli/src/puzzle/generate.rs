//! `fearsome puzzle generate`: generates levels of a given difficulty.

use std::fs::{self, File};
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use puzzles::{Difficulty, Generated, GeneratorVersion, Grade, Recipe, Trick};

use super::attempts::{Attempts, Harvest};
use super::grade::{doublings, foresight, list};
use super::wire::HarvestObject;
use crate::command::{Outcome, ThreadsArgument, called_off_by_ctrl_c, write_json};
use crate::narrate::counted;
use crate::value::{in_any_case, whole_number};

/// The levels to generate, and where to write them.
#[derive(clap::Args, Clone, Debug)]
pub struct GenerateArguments {
    /// Difficulty: gentle, easy, tricky, hard or diabolic.
    #[arg(long, value_name = "D", value_parser = in_any_case::<Difficulty>)]
    difficulty: Difficulty,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<NonZeroUsize>)]
    count: NonZeroUsize,
    /// Seed of all randomness. The same seed gives the same levels with any number of threads. Default: a random seed, which is printed.
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>)]
    seed: Option<u64>,
    /// Tricks that the solutions must need: seeing, nearest, tie, stone, shove, wall, slide, crystal, turn, teleporter. Default: any.
    #[arg(long, value_name = "TRICK,TRICK,…", value_delimiter = ',', value_parser = in_any_case::<Trick>)]
    teaches: Vec<Trick>,
    /// Write the levels to this folder, with names like tricky-7-392.level. It is created; existing files are not overwritten.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Give up after N attempts. A level usually takes hundreds of attempts, and many more with rare tricks.
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = whole_number::<NonZeroU64>)]
    attempts: NonZeroU64,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn generate(arguments: &GenerateArguments, output: &mut impl Write) -> Result<Outcome> {
    let GenerateArguments { difficulty, ref teaches, .. } = *arguments;
    if let Some((_, twice)) = (0..).zip(teaches).find(|(nth, trick)| teaches[..*nth].contains(trick)) {
        bail!("--teaches: duplicate trick {twice}");
    }
    let seed = arguments.seed.map_or_else(fresh_seed, Ok)?;
    let recipe = Recipe { version: GeneratorVersion::LATEST, difficulty, teaches: teaches.clone(), seed };
    let is_called_off = called_off_by_ctrl_c()?;
    if let Some(folder) = &arguments.out {
        // Fail now rather than after the levels have been found.
        make(folder)?;
    }
    let attempts =
        Attempts { attempt: &|number| recipe.attempt(number), wanted: arguments.count, most: arguments.attempts };
    let harvest = attempts.run(arguments.threads.count(), &is_called_off);
    let outcome = match harvest.levels.len() {
        found if found == arguments.count.get() => Outcome::Yes,
        _ if harvest.made < arguments.attempts.get() => Outcome::Interrupted,
        _ => Outcome::Unknown,
    };
    if arguments.json {
        write_json(&HarvestObject::new(seed, &harvest, outcome == Outcome::Interrupted), output)?;
    }
    match &arguments.out {
        Some(folder) => {
            keep(&recipe, &harvest, folder, |told| if arguments.json { Ok(()) } else { writeln!(output, "{told}") })?
        }
        None if arguments.json => {}
        None => {
            let texts: Vec<String> = harvest.levels.iter().map(|(number, made)| text(&recipe, *number, made)).collect();
            write!(output, "{}", texts.join("\n"))?;
        }
    }
    if outcome != Outcome::Yes {
        output.flush()?;
        let why = if outcome == Outcome::Interrupted { "interrupted" } else { "gave up" };
        let (found, made) = (harvest.levels.len(), counted(harvest.made, "attempt", "attempts"));
        eprintln!("fearsome: {why} after {made} with seed {seed}: {found} of {} found", arguments.count);
    }
    Ok(outcome)
}

/// A random seed that is short enough to be typed.
fn fresh_seed() -> Result<u64> {
    getrandom::u32().map(u64::from).context("cannot get random numbers from the operating system")
}

fn make(folder: &Path) -> Result<()> {
    let name = || folder.display().to_string();
    if folder.exists() && !folder.is_dir() {
        bail!("{}: not a folder", name());
    }
    fs::create_dir_all(folder).with_context(name)
}

/// Writes each level to a file of its own and calls `report` with its path and grade. Goes on if one cannot be written.
fn keep(
    recipe: &Recipe,
    harvest: &Harvest,
    folder: &Path,
    mut report: impl FnMut(String) -> io::Result<()>,
) -> Result<()> {
    let mut problems = vec![];
    for (number, generated) in &harvest.levels {
        let file = folder.join(file_name(recipe, *number));
        match write_new(&file, &text(recipe, *number, generated)) {
            Ok(()) => report(format!("{}: {}", file.display(), in_words(&generated.grade)))?,
            Err(problem) => problems.push(format!("{}: {problem}", file.display())),
        }
    }
    if problems.is_empty() { Ok(()) } else { bail!(problems.join("\n")) }
}

/// Writes a new file. If the same level is already there, that is fine: asking for more levels of a seed gives the first ones again.
fn write_new(file: &Path, text: &str) -> Result<()> {
    match File::create_new(file) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes())?),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::read(file)? == text.as_bytes() {
                return Ok(());
            }
            bail!("another file of this name exists and is not overwritten")
        }
        Err(error) => Err(error.into()),
    }
}

/// The file name of a level. It is unique for each version of the generator.
fn file_name(recipe: &Recipe, number: u64) -> String {
    let tricks: String = recipe.teaches.iter().map(|trick| format!("-{trick}")).collect();
    format!("{}{tricks}-{}-{number}.level", recipe.difficulty, recipe.seed)
}

/// The text of a level, with its grade and origin as comments.
fn text(recipe: &Recipe, number: u64, generated: &Generated) -> String {
    let Recipe { version, difficulty, teaches, seed } = recipe;
    let teaches = match &teaches[..] {
        [] => String::new(),
        tricks => format!(" --teaches {}", tricks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
    };
    format!(
        "// {}\n// Attempt {number} of: fearsome puzzle generate --difficulty {difficulty} --seed {seed}{teaches} (generator {version})\n{}",
        in_words(&generated.grade),
        generated.level.to_text()
    )
}

/// A grade as one line.
fn in_words(grade: &Grade) -> String {
    format!(
        "{}, score {}: {}, {:.1} doublings, {}, {}, foresight of {}, tricks: {}",
        grade.difficulty(),
        grade.score(),
        counted(grade.pieces() as u64, "piece", "pieces"),
        doublings(grade),
        counted(grade.turns, "turn", "turns"),
        counted(grade.decisive, "decisive step", "decisive steps"),
        foresight(grade),
        list(&grade.tricks),
    )
}
