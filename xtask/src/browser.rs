//! Everything that needs a Chromium: the browser tests, the pictures, the contact sheets.

use anyhow::Result;

use crate::command::{native, run};
use crate::site::{self, Build};

/// Builds the site and runs the tests that drive it, perhaps only those whose name contains a word.
pub(crate) fn test(filter: Option<String>) -> Result<()> {
    site::build(&site::place(), Build::Release)?;
    // Some tests compare what the page shows with what the program answers.
    run(&mut native("build", "--bin fearsome --test browser"))?;
    run(native("test", "--test browser --").args(filter).env("FEARSOME_BUILT_SITE", site::place()))
}

/// Builds the site and runs another program of the package `browser-tests` with these arguments.
pub(crate) fn run_program(name: &str, arguments: &[String]) -> Result<()> {
    site::build(&site::place(), Build::Release)?;
    run(&mut native("build", &format!("--bin {name} --test browser")))?;
    run(crate::command::built(name).args(arguments).env("FEARSOME_BUILT_SITE", site::place()))
}
