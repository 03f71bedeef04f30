//! Compresses the files, and enforces the budgets for the download.

use std::io::Write;
use std::thread;

use anyhow::{Result, anyhow, ensure};

use crate::Files;
use crate::names::{PAGE, SERVED_PAGE, is_page, is_rules_page, plain};

/// The files that a browser loads before it shows the first screen.
const FIRST_LOAD: [&str; 8] =
    [PAGE, "site.css", "start.js", "page.js", "parts.js", "page_bg.wasm", "favicon.svg", "bangers-subset.woff2"];

/// The budget for the first screen, in bytes after Brotli.
const HOME_BUDGET: usize = 350_000;

/// The budget for a game with bots, in bytes after Brotli. The goal is 600 kB. The worker solves levels as well, which
/// takes 50 kB of it.
const GAME_BUDGET: usize = 1_010_000;

/// Adds the compressed forms of each file, for servers that send them: `x.br` for Brotli, `x.gz` for gzip.
///
/// Reuses those of the earlier site: files with the same name have the same content.
pub(crate) fn compress(files: &mut Files, earlier: &Files) -> Result<()> {
    let plain: Vec<_> = files.iter().filter(|(name, _)| !name.ends_with(".woff2")).collect();
    let packed: Result<Vec<Files>> = thread::scope(|scope| {
        let jobs: Vec<_> =
            plain.into_iter().map(|(name, content)| scope.spawn(|| forms(name, content, earlier))).collect();
        jobs.into_iter().map(|job| job.join().map_err(|_| anyhow!("the compression panicked"))?).collect()
    });
    files.extend(packed?.into_iter().flatten());
    Ok(())
}

type Pack = fn(&[u8]) -> Result<Vec<u8>>;

fn forms(name: &str, content: &[u8], earlier: &Files) -> Result<Files> {
    let mut forms = Files::new();
    for (ending, pack) in [("br", brotli as Pack), ("gz", gzip)] {
        let form = format!("{name}.{ending}");
        let packed = match earlier.get(&form).filter(|_| !is_page(name)) {
            Some(packed) => packed.clone(),
            None => pack(content)?,
        };
        if packed.len() < content.len() {
            forms.insert(form, packed);
        }
    }
    Ok(forms)
}

fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut packed = vec![];
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &*content, &mut packed, &parameters)?;
    Ok(packed)
}

fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::best());
    gzip.write_all(content)?;
    Ok(gzip.finish()?)
}

/// Prints the size of each file and the totals.
///
/// # Errors
///
/// If a budget is exceeded.
pub(crate) fn report(files: &Files) -> Result<()> {
    let is_form = |name: &str| name.ends_with(".br") || name.ends_with(".gz");
    let parts = files.iter().find(|(name, _)| plain(name) == "parts.js");
    let parts = parts.map_or("", |(_, text)| str::from_utf8(text).unwrap_or_default());
    let (mut home, mut game, mut all) = (0, 0, 0);
    println!("\n{:36} {:>9} {:>9} {:>9}", "", "plain", "gzip", "brotli");
    for (name, content) in files.iter().filter(|(name, _)| !is_form(name)) {
        let size = |ending: &str| files.get(&format!("{name}.{ending}")).unwrap_or(content).len();
        println!("{name:36} {:9} {:9} {:9}", content.len(), size("gz"), size("br"));
        // A browser loads only one of the two pages.
        if name == SERVED_PAGE {
            continue;
        }
        all += size("br");
        if FIRST_LOAD.contains(&plain(name).as_str()) {
            home += size("br");
        }
        if is_for_a_game(name, parts) {
            game += size("br");
        }
    }
    println!("First screen: {home} bytes; game with bots: {game}; all files: {all}, after Brotli.\n");
    ensure!(home <= HOME_BUDGET, "the first screen takes {home} bytes, more than its budget of {HOME_BUDGET}");
    ensure!(game <= GAME_BUDGET, "a game with bots takes {game} bytes, more than its budget of {GAME_BUDGET}");
    Ok(())
}

/// Whether a game with bots needs the file: everything except the parts and styles of other screens, and what only those
/// share.
fn is_for_a_game(name: &str, parts: &str) -> bool {
    let elsewhere = ["study.css", "online.css", "puzzles.css", "rules.css", "rules.js"];
    if is_rules_page(name) || elsewhere.contains(&plain(name).as_str()) {
        return false;
    }
    let is_part = name.starts_with("split_") && !name.starts_with("split_play");
    // A comment above each shared part lists the parts that use it: `/* play, study */`.
    let shared = parts
        .split("/* ")
        .skip(1)
        .find(|shared| shared.split('"').nth(1).is_some_and(|file| file == format!("./{name}")));
    let users = shared.and_then(|shared| shared.split_once(" */")).map(|(users, _)| users);
    !is_part && users.is_none_or(|users| users.split(", ").any(|user| user == "play"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_needs_what_it_shares_and_nothing_of_other_screens() {
        let parts = "/* play, study */\nconst one = fetch(new URL(\"./chunk_1-0.wasm\"\n/* puzzle, study */\nconst two = fetch(new URL(\"./chunk_2-0.wasm\"\nexport const study = fetch(new URL(\"./split_study-0.wasm\"";
        let names = [
            "chunk_1-0.wasm",
            "chunk_2-0.wasm",
            "split_play-0.wasm",
            "split_study-0.wasm",
            "thinker_bg-0.wasm",
            "play-0123456789abcdef.css",
            "study-0123456789abcdef.css",
            "rules-0123456789abcdef.css",
            "rules-0123456789abcdef.js",
            "regeln.html",
        ];
        let needed: Vec<&str> = names.into_iter().filter(|name| is_for_a_game(name, parts)).collect();
        assert_eq!(needed, ["chunk_1-0.wasm", "split_play-0.wasm", "thinker_bg-0.wasm", "play-0123456789abcdef.css"]);
    }

    #[test]
    fn compressed_files_of_the_earlier_site_are_reused_except_the_pages() {
        let names = ["a-0.js", PAGE, SERVED_PAGE];
        let earlier = names.map(|name| (format!("{name}.br"), b"old".to_vec())).into();
        let mut files: Files = names.map(|name| (name.to_owned(), vec![b'a'; 100])).into();
        compress(&mut files, &earlier).unwrap();
        assert_eq!(files["a-0.js.br"], b"old");
        assert_ne!(files["index.html.br"], b"old");
        assert_ne!(files["served.html.br"], b"old");
    }
}
