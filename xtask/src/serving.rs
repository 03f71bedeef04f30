//! Everything that drives an optimised server: chaos and the benchmark.

use std::fs;

use anyhow::Result;

use crate::command::{built_release, cargo, run, target};

/// Kills the server for some minutes while clients play.
pub(crate) fn chaos(minutes: u64, seed: Option<u64>) -> Result<()> {
    run_program("server-chaos", |command| {
        command.arg("--minutes").arg(minutes.to_string());
        if let Some(seed) = seed {
            command.arg("--seed").arg(seed.to_string());
        }
    })
}

/// Measures the server.
pub(crate) fn bench() -> Result<()> {
    run_program("server-bench", |_| {})
}

/// Builds the server and a program of the package `server-tests`, and runs that.
fn run_program(name: &str, arguments: impl FnOnce(&mut std::process::Command)) -> Result<()> {
    run(&mut cargo(&format!("build --release --package cli --package server-tests --bin fearsome --bin {name}")))?;
    // On the disk that the project is on: some systems keep their temporary files in memory.
    let folder = target().join("served");
    fs::create_dir_all(&folder)?;
    let mut command = built_release(name);
    command.arg("--program").arg(built_release("fearsome").get_program()).arg("--folder").arg(folder);
    arguments(&mut command);
    run(&mut command)
}
