//! Everything that needs a Chromium: the browser tests, the pictures, the contact sheets.

use std::env;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::site::{self, Build};
use crate::{cargo, run};

/// Builds the site and runs something of `browser-tests` with it.
pub(crate) fn with_chromium(arguments: &str, rest: &[String]) -> Result<()> {
    install_chromium()?;
    site::build(&site::place(), Build::Release)?;
    let mut command = cargo(arguments);
    run(command.args(rest).env("FEARSOME_BUILT_SITE", site::place()))
}

/// Runs the tests that drive the built game, perhaps only those whose name contains a word.
pub(crate) fn test(filter: Option<String>) -> Result<()> {
    // Some tests compare what the page shows with what the program answers.
    run(&mut cargo("build --package cli --bin fearsome"))?;
    with_chromium("test --package browser-tests --features chromium --test browser --", &Vec::from_iter(filter))
}

/// Installs Chromium where that can be done without asking anybody.
fn install_chromium() -> Result<()> {
    if ["chromium", "chromium-browser", "google-chrome"].into_iter().any(is_installed) {
        return Ok(());
    }
    let can_install = is_installed("apt-get") && is_root();
    ensure!(can_install, "Chromium is missing and could not be installed: install the package `chromium` first");
    for arguments in [&["update"][..], &["install", "--yes", "--no-install-recommends", "chromium"]] {
        println!("\n> apt-get {}", arguments.join(" "));
        let mut command = Command::new("apt-get");
        let status = command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        ensure!(status.context("apt-get")?.success(), "Chromium could not be installed: apt-get failed");
    }
    Ok(())
}

fn is_installed(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
