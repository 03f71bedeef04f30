//! Embeds the client in the program if `cargo xtask site` has built it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=FEARSOME_SITE");
    println!("cargo::rerun-if-env-changed=CARGO_TARGET_DIR");
    let site = site();
    // If the folder did not exist, cargo would rerun this script and rebuild its dependents every time.
    fs::create_dir_all(&site)?;
    println!("cargo::rerun-if-changed={}", site.display());
    let mut table = String::from("[\n");
    let mut files: Vec<PathBuf> = fs::read_dir(&site)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.is_file()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    table.push(']');
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&out).join("site.rs"), table)
}

fn site() -> PathBuf {
    if let Some(site) = env::var_os("FEARSOME_SITE") {
        return site.into();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |target| root.join(target)).join("site")
}
