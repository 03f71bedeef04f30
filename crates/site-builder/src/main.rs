//! Turns the compiled game into the files that a browser loads. `cargo xtask site` compiles the game and runs this.

mod names;
mod page;
mod programs;
mod sizes;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// The files of a site by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Turns the compiled game into the files that a browser loads.
#[derive(Parser)]
struct Arguments {
    /// The folder of the compiled programs.
    #[arg(long, value_name = "FOLDER")]
    programs: PathBuf,
    /// The folder of the site.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Skip everything that only makes the files smaller.
    #[arg(long)]
    dev: bool,
}

fn main() -> ExitCode {
    match build(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build(arguments: Arguments) -> Result<()> {
    let Arguments { programs, out, dev } = arguments;
    ensure!(is_ours(&out)?, "{} contains other files: choose a new or empty folder", out.display());
    let is_small = !dev;
    let mut files = programs::bind(&programs, is_small)?;
    files.extend(page::files()?);
    let mut files = names::with_hashes(files)?;
    if is_small {
        sizes::compress(&mut files, &read(&out)?)?;
        sizes::report(&files)?;
    }
    write(&out, &files)?;
    println!("The site is in {}", out.display());
    Ok(())
}

/// Whether a site may be written to this folder: it is empty or contains an earlier site.
fn is_ours(out: &Path) -> Result<bool> {
    let names = file_names(out)?;
    let is_program = |name: &String| name.starts_with("page_bg") && name.ends_with(".wasm");
    Ok(names.is_empty() || names.iter().any(is_program))
}

/// Replaces the folder, unless it already contains exactly these files: crates that embed them are then not rebuilt.
fn write(out: &Path, files: &Files) -> Result<()> {
    if read(out)? == *files {
        return Ok(());
    }
    // The new site is written to another folder and then renamed, so that a server never reads half of it.
    let name = out.file_name().with_context(|| format!("{} is not the name of a folder", out.display()))?;
    let new = out.with_file_name(format!("{}.new", name.to_string_lossy()));
    ensure!(is_ours(&new)?, "{} is in the way: it contains other files", new.display());
    remove(&new)?;
    fs::create_dir_all(&new).with_context(|| new.display().to_string())?;
    for (name, content) in files {
        fs::write(new.join(name), content).with_context(|| name.clone())?;
    }
    remove(out)?;
    fs::rename(&new, out).with_context(|| out.display().to_string())
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// The files of a folder; none if the folder does not exist.
fn read(folder: &Path) -> Result<Files> {
    let paths =
        file_names(folder)?.into_iter().map(|name| (folder.join(&name), name)).filter(|(path, _)| path.is_file());
    paths.map(|(path, name)| Ok((name, fs::read(&path).with_context(|| path.display().to_string())?))).collect()
}

/// The names of everything in a folder, sorted; none if the folder does not exist.
fn file_names(folder: &Path) -> Result<Vec<String>> {
    if !folder.exists() {
        return Ok(vec![]);
    }
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let names = files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
