//! The program `fearsome`, whose answers some tests compare with the page.

use std::path::PathBuf;
use std::{env, fs};

/// The program, as `cargo xtask test-browser` builds it beside this test.
pub(crate) fn program() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let program =
        test.parent().and_then(|deps| deps.parent()).expect("it is in a folder of the target").join("fearsome");
    assert!(fs::exists(&program).unwrap_or(false), "`cargo build --package cli --bin fearsome` makes {program:?}");
    program
}
