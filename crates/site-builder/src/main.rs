//! Builds what a browser loads: the two WebAssembly programs with their bindings, the style, the art, the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use wasm_bindgen_cli_support::Bindgen;

/// Makes the files that a browser loads. `cargo xtask site` compiles the game and calls this.
#[derive(Parser)]
struct Arguments {
    /// The folder of the compiled programs.
    #[arg(long, value_name = "FOLDER")]
    programs: PathBuf,
    /// The folder of the site.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Skip everything that only makes the files smaller.
    #[arg(long)]
    dev: bool,
}

/// The style sheets in the order in which they apply.
const STYLES: [&str; 14] = [
    "tokens", "base", "frame", "board", "table", "voice", "setup", "home", "newtable", "win", "about", "analysis",
    "replay", "small",
];

/// The programs: as cargo calls them, and as the browser does.
const PROGRAMS: [(&str, &str); 2] = [("page", "page"), ("worker", "thinker")];

/// What is taken as it is.
const COPIED: [&str; 4] = [
    "crates/web/start.js",
    "crates/web/worker.js",
    "crates/web/favicon.svg",
    "third_party/bangers/bangers-subset.woff2",
];

/// What a browser loads before it shows the first screen; the rest is fetched behind it.
const FIRST_LOAD: [&str; 8] = [
    "index.html",
    "site.css",
    "start.js",
    "page.js",
    "parts.js",
    "page_bg.wasm",
    "favicon.svg",
    "bangers-subset.woff2",
];

fn main() -> Result<()> {
    let Arguments { programs, out, dev } = &Arguments::parse();
    ensure!(is_ours(out)?, "{} holds something else: name a new folder, or an empty one", out.display());
    // Made anew beside the old one, so that a server that reads it meanwhile never sees half a site.
    let new = programs.join("site.new");
    remove(&new)?;
    fs::create_dir_all(&new)?;
    for (program, name) in PROGRAMS {
        let mut wasm = programs.join(format!("{program}.wasm"));
        let is_cut = program == "page";
        if is_cut {
            wasm = cut(&wasm, &new, !dev)?;
        }
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&wasm).out_name(name).web(true)?.typescript(false).omit_default_module_path(false);
        // The parts hold on to what the linker exported.
        bindgen.keep_lld_exports(is_cut);
        if !dev {
            bindgen.remove_name_section(true).remove_producers_section(true);
        }
        bindgen.generate(&new).with_context(|| wasm.display().to_string())?;
    }
    for file in COPIED {
        let name = Path::new(file).file_name().context("a file has a name")?;
        fs::copy(root().join(file), new.join(name)).with_context(|| file.to_owned())?;
    }
    write(&new.join("site.css"), &style()?)?;
    write(&new.join("index.html"), &page()?)?;
    check(&new)?;
    if !dev {
        compress(&new)?;
        tell_sizes(&new)?;
    }
    remove(out)?;
    move_folder(&new, out)?;
    println!("The site is in {}", out.display());
    Ok(())
}

/// Cuts the parts out of the page that are fetched later; gives what is left of it.
fn cut(page: &Path, site: &Path, is_small: bool) -> Result<PathBuf> {
    let whole = fs::read(page).with_context(|| page.display().to_string())?;
    let rest = page.with_file_name("page_cut.wasm");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = site;
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

/// Writes a part anew without names, and without the room that the linker leaves in every number.
fn shrink(part: &Path) -> Result<()> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(&fs::read(part)?)?;
    fs::write(part, module.emit_wasm())?;
    Ok(())
}

/// Whether a site may be written there: nothing is lost but an earlier one.
fn is_ours(out: &Path) -> Result<bool> {
    Ok(!out.exists() || out.join("page_bg.wasm").exists() || file_names(out)?.is_empty())
}

/// Renames a folder, or copies it where that cannot be done, as onto another disk.
fn move_folder(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    if fs::rename(from, to).is_err() {
        fs::create_dir_all(to)?;
        for name in file_names(from)? {
            fs::copy(from.join(&name), to.join(&name))?;
        }
        remove(from)?;
    }
    Ok(())
}

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}

fn style() -> Result<String> {
    let folder = root().join("crates/web/style");
    for name in file_names(&folder)? {
        let is_known = name.strip_suffix(".css").is_some_and(|name| STYLES.contains(&name));
        ensure!(
            is_known,
            "crates/web/style/{name} has no place in the order of the style sheets (crates/site-builder)"
        );
    }
    let files = STYLES.iter().map(|name| folder.join(format!("{name}.css"))).filter(|file| file.exists());
    files.map(|file| read(&file)).collect()
}

fn page() -> Result<String> {
    let folder = root().join("crates/web/art");
    let mut art = String::new();
    for name in file_names(&folder)? {
        art += &without_comments(&read(&folder.join(name))?);
    }
    let page = read(&root().join("crates/web/index.html"))?;
    let mark = "<!-- art -->";
    ensure!(page.contains(mark), "index.html has no place for the art: {mark}");
    // Not `hidden`: patterns of a picture that is not rendered are not drawn either.
    let art =
        format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>{art}</defs></svg>");
    Ok(page.replace(mark, &art))
}

fn file_names(folder: &Path) -> Result<Vec<String>> {
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let names = files.map(|file| Ok(file?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<Result<_>>()?;
    names.sort();
    Ok(names)
}

fn without_comments(markup: &str) -> String {
    let mut pieces = markup.split("<!--");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once("-->").map_or("", |(_, rest)| rest))
}

/// The page forbids styles in its markup, and a static site needs relative addresses.
fn check(site: &Path) -> Result<()> {
    let page = read(&site.join("index.html"))?;
    for forbidden in ["style=", "<style", "href=\"/", "src=\"/"] {
        ensure!(!page.contains(forbidden), "index.html: {forbidden:?} has no place in it");
    }
    Ok(())
}

/// Writes each file that gets smaller also as brotli and gzip, for servers that hand them out.
fn compress(site: &Path) -> Result<()> {
    for name in file_names(site)? {
        let file = site.join(&name);
        if file.is_dir() || name.ends_with(".woff2") {
            continue;
        }
        let plain = fs::read(&file)?;
        let mut brotli = vec![];
        let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
        brotli::BrotliCompress(&mut &plain[..], &mut brotli, &parameters)?;
        let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::best());
        gzip.write_all(&plain)?;
        for (ending, packed) in [("br", brotli), ("gz", gzip.finish()?)] {
            if packed.len() < plain.len() {
                fs::write(site.join(format!("{name}.{ending}")), packed)?;
            }
        }
    }
    Ok(())
}

fn tell_sizes(site: &Path) -> Result<()> {
    let size = |name: &str| fs::metadata(site.join(name)).ok().map(|file| file.len());
    let (mut first, mut all) = (0, 0);
    println!("\n{:24} {:>9} {:>9} {:>9}", "", "plain", "gzip", "brotli");
    for name in file_names(site)?.iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz")) {
        let Some(plain) = size(name) else { continue };
        let packed = |ending: &str| size(&format!("{name}.{ending}")).unwrap_or(plain);
        println!("{name:24} {plain:9} {:9} {:9}", packed("gz"), packed("br"));
        all += packed("br");
        if FIRST_LOAD.contains(&name.as_str()) {
            first += packed("br");
        }
    }
    println!("Until Home answers: {first} bytes; in all: {all} bytes, in brotli.\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out() {
        assert_eq!(without_comments("<a/><!-- b\n -->c<!--d--><e/>"), "<a/>c<e/>");
        assert_eq!(without_comments("<a/>"), "<a/>");
    }

    #[test]
    fn the_art_takes_its_place_in_the_page() {
        let page = page().unwrap();
        assert!(page.contains("<defs>") && !page.contains("<!-- art -->"));
    }
}
