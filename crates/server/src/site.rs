//! The files of the site, from the program itself or from a folder.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// Put together by the build script; empty if there was no built client.
static EMBEDDED: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The files of the browser game by name.
#[derive(Clone, Debug, Default)]
pub struct Site {
    files: BTreeMap<String, File>,
}

/// One file, also as it was compressed beforehand.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) content_type: &'static str,
    /// Differs whenever the content does.
    pub(crate) tag: String,
    pub(crate) plain: Bytes,
    pub(crate) brotli: Option<Bytes>,
    pub(crate) gzip: Option<Bytes>,
}

impl Site {
    /// The client that is part of this program; empty if it was built without one.
    #[must_use]
    pub fn embedded() -> Site {
        Site::new(EMBEDDED.iter().map(|(name, bytes)| ((*name).to_owned(), Bytes::from_static(bytes))).collect())
    }

    /// The files of a folder. Folders in it are left out: a site has none.
    ///
    /// # Errors
    ///
    /// If something there cannot be read.
    pub fn read(folder: &Path) -> io::Result<Site> {
        let mut files = BTreeMap::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            if let (true, Some(name)) = (path.is_file(), path.file_name().and_then(|name| name.to_str())) {
                files.insert(name.to_owned(), fs::read(&path)?.into());
            }
        }
        Ok(Site::new(files))
    }

    /// From the files by name. `x.br` and `x.gz` are other forms of `x`.
    #[must_use]
    pub fn new(contents: BTreeMap<String, Bytes>) -> Site {
        let form = |name: &str, ending: &str| contents.get(&format!("{name}.{ending}")).cloned();
        let is_form = |name: &str| {
            let whole = name.strip_suffix(".br").or_else(|| name.strip_suffix(".gz"));
            whole.is_some_and(|whole| contents.contains_key(whole))
        };
        let files = contents.iter().filter(|(name, _)| !is_form(name)).map(|(name, plain)| {
            let (brotli, gzip) = (form(name, "br"), form(name, "gz"));
            let file = File { content_type: content_type(name), tag: tag(plain), plain: plain.clone(), brotli, gzip };
            (name.clone(), file)
        });
        Site { files: files.collect() }
    }

    /// Whether there is no client to serve.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.files.contains_key("index.html")
    }

    pub(crate) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn tag(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest[..12].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
