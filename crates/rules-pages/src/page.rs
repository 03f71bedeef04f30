//! The page of one language: a static file that needs no program to be read.
//!
//! It is well-formed XML as well as HTML, so that tests can read it.

use std::fmt::Write;

use pulldown_cmark::{Options, Parser, html};
use web::draw::icons::Icon;
use web::draw::logo;
use web::puzzle::words::Language;
use web::route::Route;
use web::rule;

use crate::Mistake;
use crate::example::{Example, Examples};
use crate::picture::{self, escaped};
use crate::reel::Reel;
use crate::source::{Block, Book, Chapter, Panel, Ruling, TileRow};
use crate::tell;
use crate::words::{Words, code, name};

/// Where the symbols of the drawings are to stand.
pub const ART_MARK: &str = "<!-- art -->";

/// As in `index.html`, for servers that do not send one.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// The whole page.
pub(crate) fn page(book: &Book, examples: &Examples, words: &Words) -> Result<String, Mistake> {
    let writer = Writer { examples, words };
    let language = words.language;
    let mut chapters = String::new();
    for (index, chapter) in book.chapters.iter().enumerate() {
        chapters += &writer.chapter(index + 1, chapter)?;
    }
    let alternates: String = Language::ALL.into_iter().map(alternate).collect();
    Ok(format!(
        r##"<!DOCTYPE html>
<html lang="{lang}" data-theme="dark">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"/>
<meta name="description" content="{description}"/>
<meta name="color-scheme" content="dark light"/>
<title>{title}</title>
<link rel="canonical" href="./{file}"/>
{alternates}<link rel="alternate" hreflang="x-default" href="./{default}"/>
<link rel="icon" type="image/svg+xml" href="./favicon.svg"/>
<link rel="stylesheet" href="./rules.css"/>
<script src="./rules.js"></script>
</head>
<body>
{ART_MARK}
<svg class="art-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>{shared}</defs></svg>
<a class="skiplink" href="#rules">{skip}</a>
<div class="book">
{contents}
<main id="rules" tabindex="-1">
<header class="cover panel"><div class="t"><h1 class="disp">{headline}</h1>{lead}</div>{monsters}</header>
{chapters}</main>
</div>
</body>
</html>
"##,
        lang = code(language),
        description = escaped(&book.description),
        title = escaped(&book.name),
        file = rule::page(language),
        default = rule::page(Language::English),
        shared = picture::shared(&words.page.exit),
        skip = words.page.skip,
        contents = writer.contents(book),
        headline = inline(&book.title),
        lead = markdown(&book.lead),
        monsters = picture::monsters(),
    ))
}

fn alternate(language: Language) -> String {
    let (lang, file) = (code(language), rule::page(language));
    format!("<link rel=\"alternate\" hreflang=\"{lang}\" href=\"./{file}\"/>\n")
}

/// Markdown as HTML.
fn markdown(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(text, options));
    page
}

/// Markdown within a line as HTML, without its paragraph.
fn inline(text: &str) -> String {
    let page = markdown(text);
    let page = page.trim();
    page.strip_prefix("<p>").and_then(|page| page.strip_suffix("</p>")).unwrap_or(page).to_owned()
}

struct Writer<'a> {
    examples: &'a Examples,
    words: &'a Words,
}

impl Writer<'_> {
    /// The list of chapters, with the languages and the way to the game.
    fn contents(&self, book: &Book) -> String {
        let words = &self.words.page;
        let mut chapters = String::new();
        for (index, chapter) in book.chapters.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(
                chapters,
                r##"<li><a href="#{}"><b>{}</b><span>{}</span></a></li>"##,
                chapter.id,
                index + 1,
                inline(&chapter.title)
            );
        }
        let languages: String = Language::ALL
            .into_iter()
            .map(|language| {
                let (lang, file, name) = (code(language), rule::page(language), name(language));
                let current = if language == self.words.language { r#" aria-current="page""# } else { "" };
                let short = lang.to_uppercase();
                format!(r#"<a href="./{file}" lang="{lang}" hreflang="{lang}" title="{name}"{current}>{short}</a>"#)
            })
            .collect();
        let icon =
            |icon: Icon| format!(r#"<svg viewBox="{}" aria-hidden="true">{}</svg>"#, icon.view_box(), icon.markup());
        format!(
            r##"<nav class="toc panel" aria-label="{contents}">
<a class="logo-link" href="./" aria-label="{game}">{logo}</a>
<ol>{chapters}</ol>
<div class="peek" aria-hidden="true">{lurker}</div>
<div class="tools"><a class="tool" href="./" aria-label="{game}" title="{game}">{home}</a><button class="tool" data-do="theme" aria-label="{theme}" title="{theme}">{moon}</button><span class="langs" role="group" aria-label="{tongues}">{languages}</span></div>
</nav>"##,
            contents = words.contents,
            game = words.game,
            logo = logo::logo("Fearsome Floors"),
            lurker = picture::lurker(),
            home = icon(Icon::Home),
            theme = words.theme,
            moon = icon(Icon::Theme),
            tongues = words.languages,
        )
    }

    fn chapter(&self, number: usize, chapter: &Chapter) -> Result<String, Mistake> {
        let mut content = String::new();
        let mut blocks = chapter.blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            match block {
                Block::Prose(text) => content += &format!("<div class=\"text panel\">{}</div>\n", markdown(text)),
                Block::Strip(panels) => content += &self.strip(panels)?,
                Block::Example(panel) => {
                    content += &format!("<div class=\"strip wide\">{}</div>\n", self.frame(panel)?)
                }
                Block::Tiles(rows) => content += &self.tiles(rows)?,
                Block::Tombstones => {
                    content += &format!("<div class=\"shelf panel\">{}</div>\n", picture::tombstones())
                }
                Block::Figures => content += &format!("<div class=\"shelf panel\">{}</div>\n", picture::figures()),
                Block::Ruling(first) => {
                    let mut cards = self.ruling(first)?;
                    while let Some(Block::Ruling(next)) = blocks.peek() {
                        cards += &self.ruling(next)?;
                        blocks.next();
                    }
                    content += &format!("<div class=\"cards\">{cards}</div>\n");
                }
            }
        }
        Ok(format!(
            "<section class=\"ch\" id=\"{}\"><h2 class=\"disp panel\"><i>{number}</i>{}</h2>\n{content}</section>\n",
            chapter.id,
            inline(&chapter.title)
        ))
    }

    /// Frames beside each other.
    fn strip(&self, panels: &[Panel]) -> Result<String, Mistake> {
        let frames: String = panels.iter().map(|panel| self.frame(panel)).collect::<Result<_, _>>()?;
        Ok(format!("<div class=\"strip n{}\">{frames}</div>\n", panels.len()))
    }

    /// An example as a frame of a strip.
    fn frame(&self, panel: &Panel) -> Result<String, Mistake> {
        let example = self.examples.find(&panel.example, &panel.place)?;
        let caption = inline(&panel.caption);
        Ok(format!(
            r#"<figure class="fr panel" id="x-{}">{}</figure>
"#,
            example.name,
            self.played(example, &format!("<p class=\"say\">{caption}</p>"))?
        ))
    }

    /// An example that can be played through: its picture, what is said of it, its steps, and the way to the board.
    fn played(&self, example: &Example, say: &str) -> Result<String, Mistake> {
        let words = &self.words.page;
        let reel = Reel::of(example)?;
        let alt = tell::position(example, self.words);
        let picture = picture::picture(example, &reel, &alt);
        let moments = picture::moments(&reel);
        let steps = tell::steps(example, &reel, self.words);
        let begin = moments.first().map_or("", |moment| moment);
        let list: String = steps
            .iter()
            .zip(moments.iter().skip(1))
            .map(|(step, moment)| format!(r#"<li data-at="{moment}">{}</li>"#, escaped(step)))
            .collect();
        let played = if steps.is_empty() {
            String::new()
        } else {
            format!(
                r#"<p class="now" role="status"></p><div class="play"><button class="btn try" data-step="{step}" data-again="{again}">{try_it}</button><button class="btn quiet back" hidden="">{back}</button></div><details class="steps"><summary>{all}</summary><ol data-at="{begin}">{list}</ol></details>"#,
                step = words.step,
                again = words.again,
                try_it = words.try_it,
                back = words.back,
                all = words.steps,
            )
        };
        let route = Route::Position(example.board.clone());
        Ok(format!(
            r#"<div class="art">{picture}</div><figcaption>{say}{played}<a class="open" href="./{route}">{}</a></figcaption>"#,
            words.open
        ))
    }

    fn ruling(&self, ruling: &Ruling) -> Result<String, Mistake> {
        let id = ruling.id();
        let example = self.examples.find(&id, &ruling.place)?;
        let text = inline(&ruling.text);
        let reason = inline(&ruling.reason);
        let say = format!(r#"<p class="why"><b>{}:</b> {reason}</p>"#, self.words.page.reason);
        Ok(format!(
            r#"<article class="rc panel" id="{id}"><span class="tab" aria-hidden="true"><b>R{number}</b></span><h3 class="disp"><span class="vh">R{number} </span>{title}</h3><p>{text}</p><figure>{played}</figure></article>
"#,
            number = ruling.number,
            title = inline(&ruling.title),
            played = self.played(example, &say)?
        ))
    }

    fn tiles(&self, rows: &[TileRow]) -> Result<String, Mistake> {
        let columns = &self.words.page.columns;
        let drawing = |name: &str| {
            picture::thing(name).ok_or_else(|| Mistake::new("the table", format!("there is no drawing {name:?}")))
        };
        let mut head = format!(r#"<th scope="col"><span class="vh">{}</span></th>"#, columns[0]);
        for (name, column) in ["monster", "figure", "sight", "pushed"].iter().zip(&columns[1..]) {
            head += &format!(r#"<th scope="col">{}{column}</th>"#, drawing(name)?);
        }
        let mut body = String::new();
        for TileRow { drawing: name, cells } in rows {
            let [thing, rest @ ..] = cells;
            body += &format!(r#"<tr><th scope="row"><div>{}{}</div></th>"#, drawing(name)?, inline(thing));
            for (cell, column) in rest.iter().zip(&columns[1..]) {
                body += &format!(r#"<td data-c="{}"><span>{}</span></td>"#, escaped(column), inline(cell));
            }
            body += "</tr>\n";
        }
        Ok(format!(
            "<div class=\"tb panel\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n",
            escaped(&columns[0])
        ))
    }
}
