//! What decorates the overview of the puzzle game: the table laid for the monster, sausages, cobwebs, stars and fangs.

use rules::FigureId;
use rules::game::{Band, Face};

use super::coin::{self, Dress, Size};
use super::monster::{self, Kit};
use super::rays::{Rays, masonry};
use super::{escaped, short};

/// The monster at its table.
const DINER: Kit = Kit::of(2, 0, 0, 0);

/// The title, in torch colour below a torn line.
#[must_use]
pub fn title(words: &str) -> String {
    // Short words keep their shape.
    let width = (words.chars().count() * 51).min(606);
    let middle = 19 + width / 2;
    let words = escaped(words);
    let line = |class: &str| {
        format!(
            r#"<text x="{middle}" y="106" textLength="{width}" lengthAdjust="spacingAndGlyphs" class="{class}">{words}</text>"#
        )
    };
    format!(
        r#"<svg viewBox="0 0 640 124" role="img" aria-label="{words}"><clipPath id="feeding-torn"><path d="M-20 66 40 58 90 70 150 56 220 72 290 58 360 72 430 58 500 70 570 57 660 70V140H-20Z"/></clipPath><g transform="rotate(-1.2 320 60)">{}{}<g clip-path="url(#feeding-torn)">{}{}</g></g></svg>"#,
        line("t-k"),
        line("t-f"),
        line("t-l"),
        line("t-h")
    )
}

/// Rays and night behind the mast.
#[must_use]
pub fn mast() -> String {
    let rays = Rays { center: (1060.0, 110.0), count: 30, length: 1500.0, width: 0.1, from: 0.03 }.path();
    format!(
        r#"<svg viewBox="0 0 1400 180" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><path d="{rays}" class="ray"/><path d="M-400 100H1800V500H-400Z" fill="url(#h2)"/></svg>"#
    )
}

/// The monster with fork and knife, and two on their plates.
#[must_use]
pub fn diner() -> String {
    const FORK: &str = "M-4 60V-8M-12-34V-16Q-12-8-4-8 4-8 4-16V-34M-4-34V-16";
    const BIB: &str = "M62 134C80 150 120 150 138 134L146 206C120 220 80 220 54 206Z";
    let [legs, body, arms, head] = monster::front(DINER);
    let checks: String =
        (0..16).map(|nth| format!("M{} 198h22v22h-22ZM{} 220h22v22h-22Z", nth * 44 - 34, nth * 44 - 12)).collect();
    let served = FigureId::of(Band::Red, 4).map(|figure| coin::pictured(figure, Face::Bright, Dress::default()));
    let begun = FigureId::of(Band::Yellow, 3).map(|figure| coin::eaten(figure, Face::Bright, Size::Large));
    format!(
        r##"<svg class="diner" viewBox="0 0 560 236" preserveAspectRatio="xMaxYMax meet" aria-hidden="true"><g transform="translate(150 22) scale(1.02)" class="hungry">{legs}{body}<g transform="translate(22 66) rotate(-10)"><path d="{FORK}" class="fork ink"/><path d="{FORK}" class="fork"/></g><g transform="translate(178 66) rotate(10)"><path d="M-5 62V6L-7-34C8-26 9-8 6 6H4V62Z" class="knife"/></g>{arms}<path d="{BIB}" class="bib ink"/><path d="{BIB}" class="bib"/><path d="M84 176c6-10 10-14 10-14s8 8 8 14-4 9-9 9-9-3-9-9ZM112 190c4-7 7-10 7-10s6 6 6 10-3 7-7 7-6-3-6-7Z" class="red"/>{head}</g><path d="M-40 190H1200V300H-40Z" class="edge"/><path d="M-34 198H1200V300H-34Z" class="cloth"/><path d="{checks}" class="red"/><g class="first-plate" transform="translate(78 192)"><ellipse rx="56" ry="14" class="dish"/><ellipse rx="49" ry="10" cy="-2" class="rim"/><g transform="translate(-4 -26) rotate(-8) scale(1.05)">{}</g></g><g transform="translate(402 194)"><ellipse rx="46" ry="12" class="dish"/><ellipse rx="40" ry="8.5" cy="-2" class="rim"/><g transform="translate(0 -18) scale(.86)">{}</g></g></svg>"##,
        served.unwrap_or_default(),
        begun.unwrap_or_default()
    )
}

/// The most sausages that are drawn; the number beside them says how many there are.
const MOST_SAUSAGES: usize = 7;

/// A string of sausages, one for each day in a row; a dashed one if there is none.
#[must_use]
pub fn sausages(days: usize) -> String {
    let shown = days.clamp(1, MOST_SAUSAGES);
    let one = |nth: usize| {
        let (x, is_low) = (18 + nth * 46, nth % 2 == 1);
        let [y, bend, belly, from, to, shine] = if is_low { [20, 18, 28, 6, -2, 18] } else { [12, 2, 16, 22, 8, 8] };
        let (skin, gleam) = if days == 0 {
            ("sausage none", String::new())
        } else {
            ("sausage", format!(r#"<path d="M10 12C16 {shine} 26 {shine} 32 11" class="gleam"/>"#))
        };
        let last = if nth + 1 == shown { " last" } else { "" };
        format!(
            r#"<g transform="translate({x} {y})"><g class="link{last}"><path d="M44 {from}q6 -4 4 {to}" class="string"/><path d="M6 8C14 {bend} 32 {bend} 40 8 46 14 42 24 34 22 28 {belly} 18 {belly} 12 22 4 24 0 14 6 8Z" class="{skin}"/>{gleam}</g></g>"#
        )
    };
    format!(
        r#"<svg class="sausages" viewBox="0 0 {} 52" aria-hidden="true"><path d="M4 14C12 4 14 4 20 12" class="string"/>{}</svg>"#,
        shown * 46 + 30,
        (0..shown).map(one).collect::<String>()
    )
}

/// The wall behind the gallery.
#[must_use]
pub fn wall() -> String {
    let (joints, lighter) = masonry(-60, 1460, -20, 560);
    format!(
        r#"<svg preserveAspectRatio="xMidYMid slice" viewBox="0 0 1400 560" aria-hidden="true"><path d="M0 0H1400V560H0Z" class="bricks"/><path d="{lighter}" class="brick"/><path d="{joints}" class="mortar"/><path d="M0 0H1400V560H0Z" fill="url(#h3)"/></svg>"#
    )
}

/// A cobweb in the corner of a frame.
#[must_use]
pub const fn cobweb() -> &'static str {
    r#"<svg class="web" viewBox="0 0 60 60" aria-hidden="true"><path d="M0 0 58 8M0 0 44 36M0 0 10 56M20 2.5Q18 12 16 13 10 16 3.5 19M36 5Q32 22 29 24 18 30 6.5 36M50 7Q46 30 40 33 26 42 9 50"/></svg>"#
}

/// Stars, of which these many are won.
#[must_use]
pub fn stars(won: u8, all: u8) -> String {
    (0..all).map(|nth| format!(r#"<svg{} viewBox="-24 -24 48 48"><path d="{STAR}"/></svg>"#, on(nth < won))).collect()
}

/// The outline of a star around 0 0.
pub const STAR: &str = "M0-20 5.6-7 20-6 9 3.5 12.5 18 0 10-12.5 18-9 3.5-20-6-5.6-7Z";

/// Fangs, of which these many are sharp.
#[must_use]
pub fn fangs(sharp: usize, all: usize) -> String {
    let fang =
        |nth| format!(r#"<svg{} viewBox="0 0 16 28"><path d="M2 2H14L9 25Q8 27 7 25Z"/></svg>"#, on(nth < sharp));
    (0..all).map(fang).collect()
}

const fn on(is_on: bool) -> &'static str {
    if is_on { r#" class="on""# } else { "" }
}

/// The cloche over a dish that is still being cooked.
#[must_use]
pub fn cloche() -> String {
    let steam = [-34.0, 0.0, 34.0].map(|x: f64| {
        format!("M{} -104C{} -118 {} -128 {} -144", short(x), short(x - 10.0), short(x + 10.0), short(x))
    });
    format!(
        r#"<svg class="cloche" viewBox="-120 -160 240 210" aria-hidden="true"><path d="{}" class="steam"/><path d="M-92 14C-92-48-52-84 0-84 52-84 92-48 92 14Z" class="lid"/><path d="M-64 6C-62-34-40-60-8-66" class="shine"/><circle cy="-92" r="11" class="knob"/><path d="M-112 14H112L100 34H-100Z" class="tray"/></svg>"#,
        steam.concat()
    )
}
