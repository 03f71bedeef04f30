//! Reads the source of the pages: Markdown with a head, chapters, and blocks that only these pages have.
//!
//! Within fences, `strip` lists frames (`example: caption`), `example` names a single one, `tiles` is the table of what does
//! what, and `tombstones` and `figures` are drawings. A heading of level 3 with an id like `r6` begins a ruling. Everything
//! else is plain Markdown.

use web::puzzle::words::Language;

use crate::Mistake;
use crate::words::code;

/// The rules in one language.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    /// The title of the page in a list of search results.
    pub(crate) name: String,
    /// The description there.
    pub(crate) description: String,
    /// The headline.
    pub(crate) title: String,
    /// The text below it, Markdown.
    pub(crate) lead: String,
    pub(crate) chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Markdown.
    Prose(String),
    /// Frames beside each other.
    Strip(Vec<Panel>),
    /// One picture across the page.
    Example(Panel),
    /// The table of what does what.
    Tiles(Vec<TileRow>),
    /// The tombstones of the box.
    Tombstones,
    /// The figures of a band.
    Figures,
    /// A ruling.
    Ruling(Ruling),
}

/// An example with its caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panel {
    pub(crate) example: String,
    /// Markdown within a line.
    pub(crate) caption: String,
    /// Where it stands in the source.
    pub(crate) place: String,
}

/// A line of the table: the thing and what the monster, a figure, its sight and pushed things do there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileRow {
    /// The name of the drawing.
    pub(crate) drawing: String,
    /// Markdown within a line.
    pub(crate) cells: [String; 5],
}

/// A ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) number: u8,
    pub(crate) title: String,
    /// What is ruled, and after it the reason; Markdown.
    pub(crate) text: String,
    pub(crate) reason: String,
    pub(crate) place: String,
}

impl Ruling {
    /// Its id, and the name of its example.
    pub(crate) fn id(&self) -> String {
        format!("r{}", self.number)
    }
}

impl Book {
    pub(crate) fn read(language: Language) -> Result<Book, Mistake> {
        let text = match language {
            Language::English => include_str!("../text/en.md"),
            Language::German => include_str!("../text/de.md"),
            Language::French => include_str!("../text/fr.md"),
        };
        Reader::new(text, format!("text/{}.md", code(language))).book()
    }
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    next: usize,
    file: String,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, file: String) -> Reader<'a> {
        Reader { lines: text.lines().collect(), next: 0, file }
    }

    /// The place of the line that was read last.
    fn place(&self) -> String {
        format!("{}, line {}", self.file, self.next)
    }

    fn wrong(&self, problem: impl ToString) -> Mistake {
        Mistake::new(self.place(), problem)
    }

    fn line(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.next)?;
        self.next += 1;
        Some(line)
    }

    fn book(mut self) -> Result<Book, Mistake> {
        let name = self.header("title: ")?;
        let description = self.header("description: ")?;
        let mut book = Book { name, description, title: String::new(), lead: String::new(), chapters: vec![] };
        while let Some(line) = self.line() {
            if let Some(heading) = line.strip_prefix("## ") {
                let (title, id) = self.titled(heading)?;
                let blocks = self.blocks()?;
                book.chapters.push(Chapter { id, title, blocks });
            } else if let Some(title) = line.strip_prefix("# ") {
                book.title = title.to_owned();
            } else {
                book.lead += line;
                book.lead.push('\n');
            }
        }
        Ok(book)
    }

    fn header(&mut self, key: &str) -> Result<String, Mistake> {
        let value = self.line().and_then(|line| line.strip_prefix(key));
        value.map(str::to_owned).ok_or_else(|| self.wrong(format!("{key:?} expected")))
    }

    /// A heading with its id: `It looks {#look}`.
    fn titled(&self, heading: &str) -> Result<(String, String), Mistake> {
        let parts = heading.trim_end().strip_suffix('}').and_then(|heading| heading.split_once(" {#"));
        let (title, id) = parts.ok_or_else(|| self.wrong("the heading has no id like {#look}"))?;
        Ok((title.to_owned(), id.to_owned()))
    }

    /// Everything up to the next chapter.
    fn blocks(&mut self) -> Result<Vec<Block>, Mistake> {
        let mut blocks = vec![];
        let mut prose = String::new();
        while let Some(&line) = self.lines.get(self.next).filter(|line| !line.starts_with("## ")) {
            self.next += 1;
            let special =
                if let Some(kind) = line.strip_prefix("```") { Some(self.fenced(kind)?) } else { self.ruling(line)? };
            match special {
                Some(block) => {
                    flush(&mut prose, &mut blocks);
                    blocks.push(block);
                }
                None => {
                    prose += line;
                    prose.push('\n');
                }
            }
        }
        flush(&mut prose, &mut blocks);
        Ok(blocks)
    }

    fn fenced(&mut self, kind: &str) -> Result<Block, Mistake> {
        let mut content = vec![];
        loop {
            match self.line() {
                Some("```") => break,
                Some(line) => content.push((line, self.place())),
                None => return Err(self.wrong("the fence is not closed")),
            }
        }
        match kind {
            "strip" => Ok(Block::Strip(content.into_iter().map(panel).collect::<Result<_, _>>()?)),
            "example" => match <[_; 1]>::try_from(content) {
                Ok([line]) => Ok(Block::Example(panel(line)?)),
                Err(_) => Err(self.wrong("one example expected")),
            },
            "tiles" => Ok(Block::Tiles(content.into_iter().map(tile_row).collect::<Result<_, _>>()?)),
            "tombstones" => Ok(Block::Tombstones),
            "figures" => Ok(Block::Figures),
            other => Err(self.wrong(format!("unknown block {other:?}"))),
        }
    }

    /// A ruling that begins with this line: `### Also on a tie {#r1}`, its text, and a paragraph with its reason that begins
    /// with `>`.
    fn ruling(&mut self, line: &str) -> Result<Option<Block>, Mistake> {
        let Some(heading) = line.strip_prefix("### ") else { return Ok(None) };
        let (title, id) = self.titled(heading)?;
        let Some(number) = id.strip_prefix('r').and_then(|number| number.parse().ok()) else { return Ok(None) };
        let place = self.place();
        let (mut text, mut reason) = (vec![], vec![]);
        while let Some(&line) = self.lines.get(self.next).filter(|line| !line.starts_with('#')) {
            self.next += 1;
            match line.strip_prefix('>') {
                Some(line) => reason.push(line.trim()),
                None => text.push(line.trim()),
            }
        }
        let joined = |lines: Vec<&str>| lines.join(" ").trim().to_owned();
        let (text, reason) = (joined(text), joined(reason));
        if text.is_empty() || reason.is_empty() {
            return Err(self.wrong(format!("R{number} needs a text and a reason")));
        }
        Ok(Some(Block::Ruling(Ruling { number, title, text, reason, place })))
    }
}

fn flush(prose: &mut String, blocks: &mut Vec<Block>) {
    let text = std::mem::take(prose);
    if !text.trim().is_empty() {
        blocks.push(Block::Prose(text.trim().to_owned()));
    }
}

/// A line `example: caption`.
fn panel((line, place): (&str, String)) -> Result<Panel, Mistake> {
    match line.split_once(": ") {
        Some((example, caption)) => Ok(Panel { example: example.to_owned(), caption: caption.to_owned(), place }),
        None => Err(Mistake::new(place, "an example and its caption expected")),
    }
}

/// A line `drawing | thing | monster | figure | sight | pushed thing`.
fn tile_row((line, place): (&str, String)) -> Result<TileRow, Mistake> {
    let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
    let Ok([drawing, cells @ ..]) = <[String; 6]>::try_from(cells) else {
        return Err(Mistake::new(place, "a drawing and five cells expected"));
    };
    Ok(TileRow { drawing, cells })
}
