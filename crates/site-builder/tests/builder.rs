//! The folders that the builder refuses to overwrite.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_folder_with_other_files_is_not_overwritten() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("something-else");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("letter.txt"), "dear").expect("a file");
    let mut builder = Command::new(env!("CARGO_BIN_EXE_site-builder"));
    let output = builder.args(["--programs", "nowhere", "--out"]).arg(&folder).output().expect("it starts");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("something-else contains other files"));
    assert_eq!(fs::read_to_string(folder.join("letter.txt")).expect("it is still there"), "dear");
}
