//! Stops the build when the catalogues of the languages differ.

mod catalogue;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// As in the metadata of `Cargo.toml`, English first: the others are compared with it.
const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=locales");
    let mut problems = vec![];
    for namespace in namespaces() {
        let file = |language: &str| Path::new("locales").join(language).join(format!("{namespace}.json"));
        let mut catalogues = vec![];
        for language in LANGUAGES {
            match fs::read_to_string(file(language)) {
                Ok(json) => catalogues.push((language, json)),
                Err(error) => problems.push(format!("{}: {error}", file(language).display())),
            }
        }
        let catalogues: Vec<(&str, &str)> = catalogues.iter().map(|(language, json)| (*language, &**json)).collect();
        problems.extend(catalogue::problems(&namespace, &catalogues));
    }
    for problem in &problems {
        println!("cargo::error={problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Every namespace that any language has.
fn namespaces() -> Vec<String> {
    let files = LANGUAGES.iter().filter_map(|language| fs::read_dir(Path::new("locales").join(language)).ok());
    let names = files.flatten().flatten().filter_map(|file| file.path().file_stem()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}
