//! Builds the browser game. The heavy tools for that are in `site-builder`, which is compiled only when it is needed.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::{built, cargo, native, run, target};

/// What is compiled for the browser, the probe included, so that all of it is compiled with the same features.
const PACKAGES: &str = "--package web --package wasm-probe --target wasm32-unknown-unknown";

/// How the site is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Small, and compressed beforehand.
    Release,
    /// Quickly, for development.
    Dev,
}

/// The default folder of the site.
pub(crate) fn place() -> PathBuf {
    target().join("site")
}

/// Builds the site into this folder.
pub(crate) fn build(out: &Path, build: Build) -> Result<()> {
    let (profile, folder) = match build {
        Build::Release => ("small", "small"),
        Build::Dev => ("dev", "debug"),
    };
    run(&mut cargo(&format!("build {PACKAGES} --profile {profile} --bin page --bin worker")))?;
    // A test of it is built, too: with one, cargo chooses the features that all tests have.
    run(&mut native("build", "--bin site-builder --test builder"))?;
    let mut builder = built("site-builder");
    builder.arg("--programs").arg(programs(folder)).arg("--out").arg(std::path::absolute(out)?);
    if build == Build::Dev {
        builder.arg("--dev");
    }
    run(&mut builder)
}

/// Checks everything that is compiled for the browser, without a browser.
pub(crate) fn check() -> Result<()> {
    lint()?;
    probe()?;
    document()
}

/// Runs the probe in an interpreter: the same rules as natively, without a browser.
fn probe() -> Result<()> {
    run(&mut cargo(&format!("build {PACKAGES} --profile small --bin wasm-probe")))?;
    run(&mut native("build", "--bin interpret --test builder"))?;
    run(built("interpret").arg(programs("small").join("wasm-probe.wasm")))
}

/// Checks the code that only the browser runs. With the profile of the site its macros are there already.
fn lint() -> Result<()> {
    run(&mut cargo(&format!("clippy {PACKAGES} --profile small --bin page --bin worker --lib -- --deny warnings")))
}

/// Checks the documentation of the code that only the browser runs.
fn document() -> Result<()> {
    let mut document = cargo(&format!(
        "doc {PACKAGES} --profile small --no-deps --document-private-items --bin page --bin worker --lib"
    ));
    run(document.env("RUSTDOCFLAGS", "--deny warnings"))
}

fn programs(profile: &str) -> PathBuf {
    target().join("wasm32-unknown-unknown").join(profile)
}
