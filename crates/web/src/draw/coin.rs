//! The figures as coins. The rim shows the band, so that the colours are not needed to recognize it.

use super::{Point, short, text};
use rules::FigureId;
use rules::game::{Band, Face};

/// A variation of a coin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dress {
    /// A shadow under it: the figure has yet to move.
    pub lifted: bool,
    /// Without the letter of the band.
    pub bare: bool,
    /// A figure's previous or planned place.
    pub ghost: bool,
}

/// The state of a figure in its player's panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// To move in this turn.
    Ready,
    /// Has moved in this turn.
    Moved,
    /// Chosen to move now.
    Picked,
    /// Outside the entrance.
    Waiting,
    /// Eaten.
    Eaten,
    /// Escaped.
    Escaped,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Standing; 6] = [Self::Ready, Self::Moved, Self::Picked, Self::Waiting, Self::Eaten, Self::Escaped];

    /// Its class, also the name of its icon.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Moved => "moved",
            Self::Picked => "pick",
            Self::Waiting => "waits",
            Self::Eaten => "eaten",
            Self::Escaped => "escaped",
        }
    }
}

/// The level of detail; portraits need at least 44 px.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The number alone.
    Small,
    /// The portrait, with the number on a disc of its own.
    Large,
}

impl Size {
    /// The middle of the number on a coin of this size, and the height of its line.
    #[must_use]
    pub const fn number(self) -> (Point, f32) {
        match self {
            Self::Small => ((-0.5, 0.5), 33.0),
            Self::Large => ((-17.4, -16.2), 22.5),
        }
    }
}

/// The letter of a band; also the class of everything in its colour.
#[must_use]
pub const fn letter(band: Band) -> char {
    match band {
        Band::Green => 'G',
        Band::Red => 'R',
        Band::Blue => 'B',
        Band::Yellow => 'Y',
        Band::Beige => 'E',
        Band::Purple => 'P',
        Band::Black => 'K',
    }
}

/// The name of a band's drawings.
#[must_use]
pub const fn band(band: Band) -> &'static str {
    match band {
        Band::Green => "forager",
        Band::Red => "firebrand",
        Band::Blue => "fisher",
        Band::Yellow => "fiddler",
        Band::Beige => "friar",
        Band::Purple => "fortune",
        Band::Black => "felon",
    }
}

/// The id of the portrait of a figure; its `viewBox` is `0 0 100 100`.
#[must_use]
pub fn portrait_id(figure: FigureId) -> String {
    let (of, nth) = (figure.band(), figure.index() % 4);
    // Bands of three have no figure with a bright 3, the second one.
    let person = if of.has_four() || nth == 0 { nth + 1 } else { nth };
    format!("{}-{person}", band(of))
}

const fn side(face: Face) -> &'static str {
    match face {
        Face::Bright => "bright",
        Face::Dark => "dark",
    }
}

/// The group of a coin, and its rim.
fn begin(figure: FigureId, face: Face, dress: Dress) -> String {
    let letter = letter(figure.band());
    let ghost = if dress.ghost { " ghost" } else { "" };
    let lift = if dress.lifted { r#"<ellipse cx="5" cy="9" rx="27" ry="25" class="lift"/>"# } else { "" };
    format!(r#"<g class="coin {letter} {}{ghost}">{lift}{}"#, side(face), rim(figure.band()))
}

/// The rim of a band without content; the group around it has the class of the [`letter`].
#[must_use]
pub fn rim(band: Band) -> String {
    let letter = letter(band);
    format!(r##"<use href="#rim{letter}" class="c-ink"/><use href="#rim{letter}" class="c-rim"/>"##)
}

/// The letter of a coin, at the lower right.
fn mark(figure: FigureId, dress: Dress, x: f64, y: f64) -> String {
    if dress.bare {
        return String::new();
    }
    let letter = text(letter(figure.band()), 15.5, x - 0.3, y, "c-let");
    format!(r#"<g class="c-mark"><circle cx="{x}" cy="{y}" r="9.5" class="c-tag"/>{letter}</g>"#)
}

fn number(figure: FigureId, face: Face, size: Size) -> String {
    let ((x, y), height) = size.number();
    text(figure.number(face), height.into(), short(x.into()), short(y.into()), "c-num")
}

/// A coin of any size.
#[must_use]
pub fn coin(figure: FigureId, face: Face, size: Size, dress: Dress) -> String {
    match size {
        Size::Small => plain(figure, face, dress),
        Size::Large => pictured(figure, face, dress),
    }
}

/// A coin with its number only.
#[must_use]
pub fn plain(figure: FigureId, face: Face, dress: Dress) -> String {
    let ring = ring(face, 0.0, 0.0, 16.3);
    let number = number(figure, face, Size::Small);
    let mark = mark(figure, dress, 18.5, 18.5);
    let rim = begin(figure, face, dress);
    format!(r##"{rim}<use href="#coinshade"/><circle r="18" class="c-face"/>{ring}{number}{mark}</g>"##)
}

/// A coin with the portrait of its figure; it fits a space of the board.
#[must_use]
pub fn pictured(figure: FigureId, face: Face, dress: Dress) -> String {
    let ring = ring(face, -17.0, -16.5, 10.6);
    let number = number(figure, face, Size::Large);
    let mark = mark(figure, dress, 19.5, 18.5);
    let (rim, bust) = (begin(figure, face, dress), bust(figure));
    format!(r#"{rim}{bust}<circle cx="-17" cy="-16.5" r="12.6" class="c-face"/>{ring}{number}{mark}</g>"#)
}

/// A coin that shows a figure without its number.
#[must_use]
pub fn portrait(figure: FigureId) -> String {
    let dress = Dress::default();
    format!("{}{}{}</g>", begin(figure, Face::Bright, dress), bust(figure), mark(figure, dress, 19.5, 18.5))
}

fn bust(figure: FigureId) -> String {
    format!(
        r##"<circle r="19.5" class="c-sky"/><path class="c-ray" d="M0 0-18.7-6.2-18.7 4.7ZM0 0-11.7-15.6-3.9-19.5ZM0 0 7-18.7 14-14ZM0 0 19.5-3.1 18.7 7Z"/><use href="#{}" x="-24.2" y="-25" width="48.4" height="48.4"/>"##,
        portrait_id(figure)
    )
}

fn ring(face: Face, x: f64, y: f64, radius: f64) -> String {
    match face {
        Face::Bright => String::new(),
        Face::Dark => format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" class="c-ring"/>"#),
    }
}

/// The remains of a coin whose figure was eaten.
#[must_use]
pub fn eaten(figure: FigureId, face: Face, size: Size) -> String {
    let coin = coin(figure, face, size, Dress::default());
    format!(
        r##"<g class="lost"><g mask="url(#bitten)">{coin}</g><path d="M0-28C-2-26 2-23 6-23 3-17 7-11 13-12 11-6 16-1 22-3 21 2 24 4 27 4" class="gore"/></g>"##
    )
}

/// The `viewBox` of [`chip`].
pub const CHIP_BOX: &str = "-32 -32 64 64";

/// The rim of a band with its letter in the middle, for plates and choices.
#[must_use]
pub fn chip(band: Band) -> String {
    let letter = letter(band);
    format!(r#"<g class="coin {letter}">{}{}</g>"#, rim(band), text(letter, 34.0, 0.0, 0.0, "chip-l"))
}

/// The `viewBox` of [`in_cast`].
pub const IN_CAST_BOX: &str = "-46 -35 98 70";

/// A figure in its player's panel: the side that faces up, the other side small behind it, and its state.
#[must_use]
pub fn in_cast(figure: FigureId, face: Face, standing: Standing, size: Size) -> String {
    let other = match face {
        Face::Bright => Face::Dark,
        Face::Dark => Face::Bright,
    };
    let rear = plain(figure, other, Dress { bare: true, ..Dress::default() });
    let rear = format!(r#"<g transform="translate(32 8) scale(.6)">{rear}</g>"#);
    let front = match standing {
        Standing::Eaten => eaten(figure, face, size),
        _ => coin(figure, face, size, Dress::default()),
    };
    let scale = match size {
        Size::Small => "",
        Size::Large => " scale(1.1)",
    };
    let front = |halo: &str| format!(r#"<g transform="translate(-12 0){scale}">{halo}{front}</g>"#);
    match standing {
        Standing::Eaten => format!(r#"<g class="lost">{rear}</g>{}"#, front("")),
        Standing::Escaped => format!(
            r#"<path d="M-44-33 40-33 44 33-42 34Z" class="door"/><path d="M-44-33 40-33 30-20-30-20Z" class="door2"/>{rear}{}"#,
            front("")
        ),
        Standing::Ready | Standing::Moved | Standing::Picked | Standing::Waiting => {
            format!("{rear}{}", front(r#"<circle r="35" class="halo"/>"#))
        }
    }
}
