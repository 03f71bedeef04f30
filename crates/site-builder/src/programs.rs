//! The two WebAssembly programs, with their JavaScript bindings.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;

use crate::{Files, read, remove};

/// The programs: the name of the cargo target, and the name in the site.
const PROGRAMS: [(&str, &str); 2] = [("page", "page"), ("worker", "thinker")];

/// Generates the bindings of the programs, and splits the page into parts.
pub(crate) fn bind(programs: &Path, is_small: bool) -> Result<Files> {
    let out = programs.join("bound");
    remove(&out)?;
    fs::create_dir_all(&out)?;
    for (program, name) in PROGRAMS {
        let mut wasm = programs.join(format!("{program}.wasm"));
        let is_cut = program == "page";
        if is_cut {
            wasm = cut(&wasm, &out, is_small)?;
        }
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&wasm).out_name(name).web(true)?.typescript(false).omit_default_module_path(false);
        // The parts use what the linker exported.
        bindgen.keep_lld_exports(is_cut);
        if is_small {
            bindgen.remove_name_section(true).remove_producers_section(true);
        }
        bindgen.generate(&out).with_context(|| wasm.display().to_string())?;
    }
    read(&out)
}

/// Splits off the parts of the page that are loaded later. Returns the path of the rest.
fn cut(page: &Path, out: &Path, is_small: bool) -> Result<PathBuf> {
    let whole = fs::read(page).with_context(|| page.display().to_string())?;
    let rest = page.with_file_name("page_cut.wasm");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = out;
    options.main_out_path = &rest;
    options.main_module = "./page.js";
    options.link_name = "./parts.js";
    let cut = wasm_split_cli_support::transform(options).map_err(|error| anyhow!("{}: {error:#}", page.display()))?;
    if is_small {
        for part in cut.split_modules {
            shrink(&part).with_context(|| part.display().to_string())?;
        }
    }
    Ok(rest)
}

/// Rewrites a part without names, and without the padding that the linker adds to numbers.
fn shrink(part: &Path) -> Result<()> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(&fs::read(part)?)?;
    fs::write(part, module.emit_wasm())?;
    Ok(())
}
