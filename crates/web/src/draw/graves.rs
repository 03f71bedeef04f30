//! The graveyard: the tombstones of a stage in a row under a moon, left and used ones.

use super::sign::inscription;
use super::{escaped, short};
use rules::Tombstone;

/// A tombstone of the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grave {
    /// Its inscription.
    pub tombstone: Tombstone,
    /// How it is drawn.
    pub look: GraveLook,
    /// Whether its run is being looked at.
    pub is_watched: bool,
}

/// How a tombstone is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraveLook {
    /// It can still come up; with the chance of its kind, if that is shown.
    Left(Option<String>),
    /// It has been used in this stage.
    Used,
    /// It is the one of this turn.
    Now,
}

/// The words under the tombstones.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Under one that has been used.
    pub used: &'a str,
    /// Under the one of this turn.
    pub now: &'a str,
}

/// The distance between tombstones.
const PITCH: f64 = 132.0;

/// The lean of the tombstones in degrees, in order.
const LEAN: [f64; 8] = [-3.0, 2.0, -1.5, 3.0, -2.0, 1.5, -3.0, 2.0];

/// The `viewBox` of [`strip`] for this many tombstones.
#[must_use]
pub fn view_box(graves: usize) -> String {
    format!("0 0 {} 172", graves as f64 * PITCH + 28.0)
}

/// The row. Neighbours of one kind that are left share a bracket and their chance.
#[must_use]
pub fn strip(graves: &[Grave], words: Words<'_>) -> String {
    let stones: String = graves.iter().enumerate().map(|(i, grave)| stone(grave, i)).collect();
    let labels = labels(graves, words);
    format!(
        r#"<g class="sky"><circle cx="678" cy="44" r="36" fill="var(--day)" opacity=".9"/><circle cx="666" cy="36" r="6" fill="var(--bone-2)" opacity=".6"/><circle cx="688" cy="56" r="9" fill="var(--bone-2)" opacity=".5"/><path d="M-300 172V96C-200 76-90 108 20 92 130 74 220 108 340 88 470 70 560 106 700 88 820 72 930 104 1040 86 1160 74 1280 96 1400 88V172Z" fill="url(#h3)"/><path d="M214 130C216 100 210 86 190 66M212 104C222 90 236 86 244 62M214 112C206 104 196 102 184 104M228 84 222 62M196 74 198 56M246 76l12-10" fill="none" stroke="var(--ink)" stroke-width="6" stroke-linecap="round"/></g>{stones}<path d="M-400 190V126C-200 120-60 130 30 124 90 118 150 130 240 123 330 118 420 131 510 124 600 118 690 130 760 123 820 118 1000 128 1500 122V190Z" fill="var(--ink)"/><path d="M22 126l5-14 5 13 4-9 4 9M270 124l4-13 5 12 5-8 2 9M672 124l5-12 5 11 4-8 3 9M1042 122l4-12 5 12 4-8 3 9" fill="var(--ink)"/>{labels}"#
    )
}

/// One tombstone by itself, around its middle; it leans as it would at this place of the row.
#[must_use]
pub fn single(tombstone: Tombstone, place: usize, is_used: bool, is_watched: bool) -> String {
    let lean = LEAN[place % LEAN.len()] * if is_used { 4.0 } else { 1.0 };
    let (class, claws) =
        if is_used { (" used", r#"<path d="M-20-30 12 8M-8-36 24 2M-26-18 2 16" class="slash"/>"#) } else { ("", "") };
    let (face, watched) = (inscription(tombstone, "n"), if is_watched { WATCHED } else { "" });
    format!(
        r##"<g class="tomb{class}" transform="rotate({lean})"><use href="#stone-slab" class="sink" transform="translate(2 2)"/><use href="#stone-slab" class="slab"/><path d="M27 40 28-12C28-24 23-34 15-39 19-30 19-20 19-10L18 40Z" class="side"/>{face}{claws}{watched}</g>"##
    )
}

fn x_of(place: f64) -> f64 {
    80.0 + place * PITCH
}

fn stone(grave: &Grave, place: usize) -> String {
    let lean = LEAN[place % LEAN.len()];
    let (class, y, lean, claws) = match grave.look {
        GraveLook::Left(_) => ("", 80, lean, ""),
        GraveLook::Now => (" gnow", 66, lean, ""),
        GraveLook::Used => {
            (" used", 108, lean * 5.0, r#"<path d="M-20-30 12 8M-8-36 24 2M-26-18 2 16" class="slash"/>"#)
        }
    };
    let (x, face) = (x_of(place as f64), inscription(grave.tombstone, "n"));
    let watched = if grave.is_watched { WATCHED } else { "" };
    format!(
        r##"<g class="tomb{class}" transform="translate({x} {y}) scale(1.35) rotate({lean})"><use href="#stone-slab" class="sink" transform="translate(2 2)"/><use href="#stone-slab" class="slab"/><path d="M27 40 28-12C28-24 23-34 15-39 19-30 19-20 19-10L18 40Z" class="side"/><path d="M-20-18C-19-28-13-34-6-36" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3" stroke-linecap="round"/>{face}{claws}{watched}</g>"##
    )
}

/// An outline and an open eye.
const WATCHED: &str = r##"<use href="#stone-slab" class="watched"/><g class="eye won" transform="translate(18 -38) scale(.72)"><use href="#eye"/><circle r="6" fill="var(--ink)"/></g>"##;

/// The middle of a tombstone in the strip.
#[must_use]
pub fn middle(place: usize) -> (f32, f32) {
    (x_of(place as f64) as f32, 80.0)
}

fn labels(graves: &[Grave], words: Words<'_>) -> String {
    let mut labels = String::new();
    let mut place = 0;
    while let Some(grave) = graves.get(place) {
        let alike = graves[place..].iter().take_while(|other| *other == grave).count();
        match &grave.look {
            GraveLook::Left(None) => {}
            GraveLook::Left(Some(chance)) => {
                let (first, last) = (x_of(place as f64), x_of((place + alike - 1) as f64));
                let middle = (first + last) / 2.0;
                labels += &text_at(chance, middle, 160, 31, "gp");
                if alike > 1 {
                    let (from, to) = (middle - 42.0, middle + 42.0);
                    let (first, last) = (first - 14.0, last + 14.0);
                    labels += &format!(r#"<path d="M{first} 138V149H{from}M{last} 138V149H{to}" class="gb"/>"#);
                }
            }
            GraveLook::Used => {
                for used in place..place + alike {
                    labels += &text_at(words.used, x_of(used as f64), 158, 24, "gu");
                }
            }
            GraveLook::Now => labels += &text_at(words.now, x_of(place as f64), 160, 31, "gp"),
        }
        place += alike;
    }
    labels
}

fn text_at(words: &str, x: f64, y: u16, size: u16, class: &str) -> String {
    format!(r#"<text x="{}" y="{y}" font-size="{size}" class="{class}">{}</text>"#, short(x), escaped(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_that_are_left_share_a_bracket() {
        let left = |steps, chance: &str| Grave {
            tombstone: Tombstone::steps(steps),
            look: GraveLook::Left(Some(chance.to_owned())),
            is_watched: false,
        };
        let row = strip(&[left(5, "20%"), left(8, "40%"), left(8, "40%")], Words { used: "used", now: "now" });
        assert_eq!(row.matches("40%").count(), 1);
        assert_eq!(row.matches(r#"class="gb""#).count(), 1);
    }
}
