//! `fearsome puzzle generate`: new levels, worth playing and as hard as wanted.

use std::fs::{self, File};
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::HumanCount;
use puzzles::{Difficulty, GENERATOR_VERSION, Generated, Grade, Recipe, Trick};

use super::attempts::{Attempts, Harvest};
use super::grade::list;
use super::wire::HarvestObject;
use crate::command::{Outcome, ThreadsArgument, called_off_by_ctrl_c, write_json};
use crate::narrate::counted;
use crate::value::{in_any_case, whole_number};

/// What levels are wanted, and where they go.
#[derive(clap::Args, Clone, Debug)]
pub struct GenerateArguments {
    /// How hard they shall be: gentle, easy, tricky, hard, diabolic.
    #[arg(long, value_name = "D", value_parser = in_any_case::<Difficulty>)]
    difficulty: Difficulty,
    /// How many levels.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole_number::<NonZeroUsize>)]
    count: NonZeroUsize,
    /// What all chance follows from. The same seed gives the same levels on any number of cores; without it, a fresh one is drawn and told.
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>)]
    seed: Option<u64>,
    /// What they shall need: seeing, nearest, tie, stone, shove, wall, slide, crystal, turn, teleporter. Without it, anything.
    #[arg(long, value_name = "TRICK,TRICK,…", value_delimiter = ',', value_parser = in_any_case::<Trick>)]
    teaches: Vec<Trick>,
    /// A folder for the levels, with names like tricky-7-392.level; it is made, and nothing in it is overwritten.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Give up after so many attempts. Most attempts fail: hundreds for a level are usual, and many more if rare tricks shall be needed.
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = whole_number::<NonZeroU64>)]
    attempts: NonZeroU64,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn generate(arguments: &GenerateArguments, output: &mut impl Write) -> Result<Outcome> {
    let GenerateArguments { difficulty, ref teaches, .. } = *arguments;
    if let Some((_, twice)) = (0..).zip(teaches).find(|(nth, trick)| teaches[..*nth].contains(trick)) {
        bail!("--teaches: {twice} is named twice");
    }
    let seed = arguments.seed.map_or_else(fresh_seed, Ok)?;
    let recipe = Recipe { difficulty, teaches: teaches.clone(), seed };
    let is_called_off = called_off_by_ctrl_c()?;
    if let Some(folder) = &arguments.out {
        // Nobody shall wait for levels that cannot be kept.
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
        let why = if outcome == Outcome::Interrupted { "interrupted" } else { "given up" };
        let (found, made) = (harvest.levels.len(), counted(harvest.made, "attempt", "attempts"));
        eprintln!("fearsome: {why} after {made} with seed {seed}: {found} of {} found", arguments.count);
    }
    Ok(outcome)
}

/// A seed that nobody knows yet, and that is short enough to be typed again.
fn fresh_seed() -> Result<u64> {
    getrandom::u32().map(u64::from).context("no random numbers to be had")
}

fn make(folder: &Path) -> Result<()> {
    let name = || folder.display().to_string();
    if folder.exists() && !folder.is_dir() {
        bail!("{}: this is no folder", name());
    }
    fs::create_dir_all(folder).with_context(name)
}

/// Writes each level into a file of its own, and tells where it is. The others are kept even if one cannot be.
fn keep(
    recipe: &Recipe,
    harvest: &Harvest,
    folder: &Path,
    mut tell: impl FnMut(String) -> io::Result<()>,
) -> Result<()> {
    let mut problems = vec![];
    for (number, generated) in &harvest.levels {
        let file = folder.join(file_name(recipe, *number));
        match write_new(&file, &text(recipe, *number, generated)) {
            Ok(()) => tell(format!("{}: {}", file.display(), in_words(&generated.grade)))?,
            Err(problem) => problems.push(format!("{}: {problem}", file.display())),
        }
    }
    if problems.is_empty() { Ok(()) } else { bail!(problems.join("\n")) }
}

/// The same level may be there already: who wants more levels of a seed asks for the first ones again.
fn write_new(file: &Path, text: &str) -> Result<()> {
    match File::create_new(file) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes())?),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::read(file)? == text.as_bytes() {
                return Ok(());
            }
            bail!("another file of this name is there, and nothing is overwritten")
        }
        Err(error) => Err(error.into()),
    }
}

/// Difficulty, tricks that were asked for, seed, attempt: no two levels of one version of the generator share a name.
fn file_name(recipe: &Recipe, number: u64) -> String {
    let tricks: String = recipe.teaches.iter().map(|trick| format!("-{trick}")).collect();
    format!("{}{tricks}-{}-{number}.level", recipe.difficulty, recipe.seed)
}

/// The level as a file, with its grade and where it comes from.
fn text(recipe: &Recipe, number: u64, generated: &Generated) -> String {
    let Recipe { difficulty, teaches, seed } = recipe;
    let teaches = match &teaches[..] {
        [] => String::new(),
        tricks => format!(" --teaches {}", tricks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
    };
    format!(
        "// {}\n// Attempt {number} of: fearsome puzzle generate --difficulty {difficulty} --seed {seed}{teaches} (generator {GENERATOR_VERSION})\n{}",
        in_words(&generated.grade),
        generated.level.to_text()
    )
}

/// A grade on a line.
fn in_words(grade: &Grade) -> String {
    let Grade { effort, near_misses, tricks, foresight, pieces } = grade;
    let near_misses = counted(*near_misses, "near miss", "near misses");
    let pieces = counted(*pieces as u64, "piece", "pieces");
    format!(
        "{}, score {}: {} nodes, {near_misses}, foresight of {}, {pieces}, tricks: {}",
        grade.difficulty(),
        grade.score(),
        HumanCount(*effort),
        counted(*foresight, "step", "steps"),
        list(tricks),
    )
}
