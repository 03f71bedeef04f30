//! The title lettering: our own polygons, eight letters with a cap height of 140 units.

use super::{escaped, short};

/// The letters: width and outline.
const fn glyph(letter: char) -> (f64, &'static str) {
    match letter {
        'F' => (80.0, "M0 4 80 0 75 34 36 36 36 58 67 55 63 87 37 89 42 140 21 131 2 137Z"),
        'E' => (84.0, "M0 3 82 0 78 32 36 35 37 55 69 53 66 83 37 85 38 106 81 102 85 136 40 134 2 140Z"),
        'A' => (98.0, "M30 0 67 2 99 140 77 133 60 138 56 113 40 114 37 140 18 133-2 137ZM47 44 42 86 53 85Z"),
        'R' => (
            92.0,
            "M0 2 54 0 80 13 87 44 78 70 62 81 93 138 72 134 52 140 35 95 36 138 18 133 0 140ZM35 31 34 61 48 58 54 45 48 31Z",
        ),
        'S' => (
            86.0,
            "M82 8 73 41 46 32 38 38 43 48 70 59 87 84 81 118 50 140 4 133 0 98 34 106 48 102 47 93 36 85 10 71 0 44 12 14 42 0Z",
        ),
        'M' => {
            (124.0, "M0 138 6 2 40 0 61 54 82 2 117 4 124 140 104 133 87 138 85 68 68 112 53 111 38 66 35 140 17 133Z")
        }
        'L' => (82.0, "M0 2 36 0 38 102 79 97 83 134 40 133 2 140Z"),
        _ => (98.0, EYEBALL),
    }
}

/// The outline of an O: in the second word it is an eye.
const EYEBALL: &str = "M14 15 48 0 85 13 99 64 89 118 52 140 14 125 0 70Z";

const O: &str = "M14 15 48 0 85 13 99 64 89 118 52 140 14 125 0 70ZM47 36 36 52 37 92 50 104 62 92 63 50Z";

const UPPER: &str = "FEARSOME";
const LOWER: &str = "FLOORS";

/// The logo as a whole `<svg>`; `label` is the name of the game for screen readers.
#[must_use]
pub fn logo(label: &str) -> String {
    let (upper, lower) = (width(UPPER, 9.0), width(LOWER, 11.0));
    let stretch = upper / lower * 0.98;
    let (wide, high) = ((upper + 34.0).round(), (176.0 + 140.0 * stretch + 26.0).round());
    let row = |y: f64| short(176.0 + stretch * y);
    let part = |share: f64| short(wide * share);
    let rows = |layer: Layer| {
        format!(
            r#"<g transform="translate(14 14) rotate(-1.5 400 70)">{}</g><g transform="translate(10 176) scale({:.3} {:.3}) rotate(.6 300 70)">{}</g>"#,
            word(UPPER, 9.0, layer),
            stretch,
            stretch * 0.98,
            word(LOWER, 11.0, layer)
        )
    };
    // The lower part of the letters burns: everything below a torn line, except the eyes.
    let flames = format!(
        "M0 92 40 80 90 98 150 78 210 100 280 82 350 98 420 80 500 98 570 82 640 96 720 80 {wide} 96V165H0Z M0 {a} 60 {b} 130 {c} 190 {d} 192 {high} 0 {high}Z M{left} {high} {left} {b} {} {e} {} {b} {wide} {e} {wide} {high}Z",
        part(0.76),
        part(0.86),
        a = row(92.0),
        b = row(80.0),
        c = row(98.0),
        d = row(82.0),
        e = row(96.0),
        left = part(0.67),
    );
    format!(
        r##"<svg class="logo" viewBox="0 0 {wide} {high}" role="img" aria-label="{}"><g transform="translate(7 10)">{}</g>{}{}<g clip-path="url(#logo-flames)">{}{}</g><clipPath id="logo-flames"><path d="{flames}"/></clipPath></svg>"##,
        escaped(label),
        rows(Layer::Shadow),
        rows(Layer::Ink),
        rows(Layer::Face),
        rows(Layer::Flames),
        rows(Layer::Halftone),
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Shadow,
    Ink,
    Face,
    Flames,
    Halftone,
}

impl Layer {
    const fn class(self) -> &'static str {
        match self {
            Self::Shadow => "lg-sh",
            Self::Ink => "lg-ink",
            Self::Face => "lg-face",
            Self::Flames => "lg-lo",
            Self::Halftone => "lg-ht",
        }
    }
}

fn width(word: &str, gap: f64) -> f64 {
    word.chars().map(|letter| glyph(letter).0 + gap).sum::<f64>() - gap
}

fn word(word: &str, gap: f64, layer: Layer) -> String {
    let (mut x, mut letters) = (0.0, String::new());
    for (i, letter) in word.chars().enumerate() {
        let wide = glyph(letter).0;
        let (drop, lean) = (if i % 2 == 0 { 4 } else { -4 }, short(((i * 37 % 7) as f64 - 3.0) * 8.0) / 10.0);
        let drawn = match (letter, layer) {
            ('O', Layer::Face) if word == LOWER => eye(i == 2),
            ('O', _) if word == LOWER => outline(EYEBALL, layer),
            ('O', _) => outline(O, layer),
            _ => outline(glyph(letter).1, layer),
        };
        letters += &format!(r#"<g transform="translate({x} {drop}) rotate({lean} {} 70)">{drawn}</g>"#, wide / 2.0);
        x += wide + gap;
    }
    letters
}

fn outline(path: &str, layer: Layer) -> String {
    format!(r#"<path d="{path}" class="{}" fill-rule="evenodd"/>"#, layer.class())
}

/// One of the two eyes in the floor; they squint at each other.
fn eye(left: bool) -> String {
    let (x, lid) = if left { (54, "M-8 0 106 38 104 12 40-16Z") } else { (44, "M106 0-8 38-6 12 58-16Z") };
    let (right, narrow, glint) = (x + 12, x - 12, x - 10);
    format!(
        r##"<path d="{EYEBALL}" class="lg-eye"/><ellipse cx="{x}" cy="76" rx="30" ry="40" class="lg-iris"/><path d="M{x} 38C{right} 62 {right} 92 {x} 114 {narrow} 92 {narrow} 62 {x} 38Z" class="lg-slit"/><circle cx="{glint}" cy="56" r="8" fill="#fff"/><path d="{lid}" class="lg-lid"/>"##
    )
}
