//! Runs other programs, cargo above all, and shows what is run.

use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// What cargo compiles the native programs and tests with, always the same: a crate that gets other features, because only
/// some packages or no tests are asked for, would be compiled again with everything that depends on it.
const NATIVE: &str = "--workspace --features browser-tests/chromium";

/// The top folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// A call of the cargo that runs this.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments.split(' ')).current_dir(root());
    command
}

/// A call of cargo for everything native, like `test` or `clippy`.
pub(crate) fn native(subcommand: &str, arguments: &str) -> Command {
    cargo(&format!("{subcommand} {NATIVE} {arguments}"))
}

/// A program that cargo has built natively.
pub(crate) fn built(program: &str) -> Command {
    built_with("debug", program)
}

/// A program that cargo has built natively and optimised.
pub(crate) fn built_release(program: &str) -> Command {
    built_with("release", program)
}

fn built_with(profile: &str, program: &str) -> Command {
    Command::new(target().join(profile).join(program).with_extension(std::env::consts::EXE_EXTENSION))
}

/// Shows the command and runs it.
///
/// # Errors
///
/// If it cannot be started, or fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words: Vec<_> = iter::once(program).chain(command.get_args()).map(|word| word.to_string_lossy()).collect();
    let line = words.join(" ");
    println!("\n> {line}");
    let status = command.status().with_context(|| format!("{line} could not be started"))?;
    if !status.success() {
        bail!("{line} failed");
    }
    Ok(())
}
