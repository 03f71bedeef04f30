//! Generates code from the catalogues, and fails the build if those of the languages differ.

mod catalogue;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use leptos_i18n_parser::parse_locales::options::{Config, ParseOptions};
use leptos_i18n_parser::parse_locales::parse_locales;

/// English first: the others are compared with it.
const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=locales");
    // The page is split into parts that are loaded on demand; the splitter needs the relocations. Other linkers do not
    // know the option.
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-bin=page=--emit-relocs");
    }
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
    if !problems.is_empty() {
        return ExitCode::FAILURE;
    }
    match write_code().and_then(|()| write_level_words()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error={error}");
            ExitCode::FAILURE
        }
    }
}

/// The module `i18n`. `leptos_i18n_build` would generate the same, but depends on an exporter of language data that
/// takes minutes to compile; its macro cannot interpolate values into texts that are not views.
fn write_code() -> Result<(), Box<dyn Error>> {
    let mut config = Config::new(LANGUAGES[0])?.parse_options(ParseOptions::new().interpolate_display(true));
    for language in &LANGUAGES[1..] {
        config = config.add_locale(language)?;
    }
    for namespace in namespaces() {
        config = config.add_namespace(&namespace)?;
    }
    let root: PathBuf = env::var("CARGO_MANIFEST_DIR")?.into();
    let code = leptos_i18n_codegen::gen_code(&parse_locales(Some(root), config)?, None, false, None, false)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("i18n.rs"), code.to_string())?;
    Ok(())
}

/// The titles and hints of the levels as tables sorted by the names of the levels, for `puzzle::words`. Those in English
/// are in the levels themselves.
fn write_level_words() -> Result<(), Box<dyn Error>> {
    let mut code = String::new();
    for language in &LANGUAGES[1..] {
        let file = format!("locales/levels/{language}.json");
        let problem = |problem: &dyn ToString| format!("{file}: {}", problem.to_string());
        let json = fs::read_to_string(&file).map_err(|error| problem(&error))?;
        let levels: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(&json).map_err(|error| problem(&error))?;
        writeln!(code, "static {}: &[(&str, LevelWords)] = &[", language.to_uppercase())?;
        for (name, words) in &levels {
            let (Some(title), Some(hint), 2) = (words.get("title"), words.get("hint"), words.len()) else {
                return Err(problem(&format!("{name:?} must have a title and a hint and nothing else")).into());
            };
            writeln!(code, "({name:?}, LevelWords {{ title: {title:?}, hint: {hint:?} }}),")?;
        }
        writeln!(code, "];")?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("level_words.rs"), code)?;
    Ok(())
}

/// Every namespace of any language.
fn namespaces() -> Vec<String> {
    let files = LANGUAGES.iter().filter_map(|language| fs::read_dir(Path::new("locales").join(language)).ok());
    let names = files.flatten().flatten().filter_map(|file| file.path().file_stem()?.to_str().map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}
