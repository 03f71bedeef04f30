//! Everything that needs a Chromium: the browser tests, the pictures, the contact sheets.

use anyhow::Result;

use crate::site::{self, Build};
use crate::{cargo, run};

/// Builds the site and runs something of `browser-tests` with it.
pub(crate) fn with_site(arguments: &str, rest: &[String]) -> Result<()> {
    site::build(&site::place(), Build::Release)?;
    let mut command = cargo(arguments);
    run(command.args(rest).env("FEARSOME_BUILT_SITE", site::place()))
}

/// Runs the tests that drive the built game, perhaps only those whose name contains a word.
pub(crate) fn test(filter: Option<String>) -> Result<()> {
    // Some tests compare what the page shows with what the program answers.
    run(&mut cargo("build --package cli --bin fearsome"))?;
    with_site("test --package browser-tests --features chromium --test browser --", &Vec::from_iter(filter))
}
