//! A band as one large coin: the portrait of a figure in the rim of the band, and the letter.

use rules::game::Band;

use super::{coin, text};

/// The `viewBox` of [`face`], with room for a halo.
pub const BOX: &str = "-46 -46 92 92";

/// The band as a coin.
#[must_use]
pub fn face(band: Band) -> String {
    let person = match band {
        Band::Green | Band::Beige => 1,
        Band::Blue | Band::Purple => 2,
        Band::Red | Band::Black => 3,
        Band::Yellow => 4,
    };
    let (letter, name) = (coin::letter(band), coin::band(band));
    format!(
        r##"<g class="coin {letter}"><g transform="scale(1.28)">{}</g><circle r="25" class="c-sky"/><use href="#{name}-{person}" x="-31" y="-33" width="62" height="62"/><circle cx="26" cy="25" r="12" class="c-tag"/>{}</g>"##,
        coin::rim(band),
        text(letter, 19.0, 25.7, 25.0, "c-let")
    )
}
