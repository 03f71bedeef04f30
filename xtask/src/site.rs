//! Builds the browser game. The heavy tools for that are in `site-builder`, which is compiled only when it is needed.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{cargo, run, target};

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
    run(&mut cargo(&format!("build --package web --bins --target wasm32-unknown-unknown --profile {profile}")))?;
    let mut builder = cargo("run --package site-builder --");
    builder.arg("--programs").arg(target().join("wasm32-unknown-unknown").join(folder));
    if build == Build::Dev {
        builder.arg("--dev");
    }
    run(builder.arg("--out").arg(out))
}
