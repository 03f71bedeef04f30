//! The monster: four heads, bodies, pairs of arms and pairs of legs make 256 of them. They all behave alike.

use rules::terms::MonsterNumber;

/// The parts of a monster, each from 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kit {
    head: u8,
    body: u8,
    arms: u8,
    legs: u8,
}

/// Its parts are the digits of its index in base four, head first.
impl From<MonsterNumber> for Kit {
    fn from(number: MonsterNumber) -> Kit {
        let index = number.index();
        Kit { head: index >> 6, body: index >> 4 & 3, arms: index >> 2 & 3, legs: index & 3 }
    }
}

const HEADS: [&str; 4] = ["turnip", "skull", "mushroom", "helmet"];
const BODIES: [&str; 4] = ["barrel", "sack", "ribcage", "bell"];
const ARMS: [&str; 4] = ["crab", "hands", "blades", "vines"];
const LEGS: [&str; 4] = ["chicken", "peg", "slug", "goat"];

impl Kit {
    /// The monster on the cover: turnip, sack, hands, goat.
    pub const COVER: Kit = Kit { head: 0, body: 1, arms: 1, legs: 3 };

    /// The monster with these parts.
    pub(super) const fn of(head: u8, body: u8, arms: u8, legs: u8) -> Kit {
        Kit { head: head & 3, body: body & 3, arms: arms & 3, legs: legs & 3 }
    }

    /// The number of its head, from 0.
    #[must_use]
    pub const fn head(self) -> usize {
        self.head as usize
    }

    /// The number of its body, from 0.
    #[must_use]
    pub const fn body(self) -> usize {
        self.body as usize
    }

    /// The number of its arms, from 0.
    #[must_use]
    pub const fn arms(self) -> usize {
        self.arms as usize
    }

    /// The number of its legs, from 0.
    #[must_use]
    pub const fn legs(self) -> usize {
        self.legs as usize
    }

    /// The ids of its parts in this view, bottom to top.
    fn parts(self, view: &str) -> [String; 4] {
        [
            format!("legs-{}-{view}", LEGS[self.legs()]),
            format!("body-{}-{view}", BODIES[self.body()]),
            format!("arms-{}-{view}", ARMS[self.arms()]),
            format!("head-{}-{view}", HEADS[self.head()]),
        ]
    }
}

/// The monster from above, facing north, a little larger than a space.
#[must_use]
pub fn from_above(kit: Kit) -> String {
    let parts = kit.parts("top").map(|id| format!(r##"<use href="#{id}" x="-52" y="-52" width="104" height="104"/>"##));
    format!(r#"<g class="breathe">{}</g>"#, parts.concat())
}

/// The monster from the front, in a box of 200 × 300, with its feet at 292.
#[must_use]
pub fn portrait(kit: Kit) -> String {
    front(kit).concat()
}

/// The parts of its [`portrait`]: legs, body, arms and head.
pub(super) fn front(kit: Kit) -> [String; 4] {
    kit.parts("front").map(|id| format!(r##"<use href="#{id}" width="200" height="300"/>"##))
}

/// The belly of a monster that has eaten a lot, over its [`portrait`].
#[must_use]
pub fn belly(kit: Kit) -> String {
    // Light, dark, and what holds the belly together: hoops, a patch, ribs, a golden rim.
    const INK: &str = r#"stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round""#;
    let (light, dark, band) = match kit.body {
        0 => (
            "#b9773a",
            "#7f4b22",
            format!(
                r##"<path d="M-84-22C-40-2 40-2 84-22L86-2C42 18-42 18-86-2Z" fill="#6f8790" {INK} stroke-width="5"/><path d="M-70 38C-34 56 34 56 70 38L60 52C30 68-30 68-60 52Z" fill="#6f8790" {INK} stroke-width="5"/>"##
            ),
        ),
        1 => (
            "#d9a658",
            "#a87632",
            format!(
                r##"<g transform="translate(-26 -10) rotate(-8)"><path d="M-30-30H30V30H-30Z" fill="#b3202a" {INK} stroke-width="4"/><path d="M-34-22h8M-34-6h8M-34 10h8M26-22h8M26-6h8M26 10h8M-20-34v8M0-34v8M18-34v8M-20 26v8M0 26v8M18 26v8" {INK} stroke-width="3.5"/></g>"##
            ),
        ),
        2 => (
            "#f08a24",
            "#c4551a",
            format!(
                r##"<g fill="#f1e6cf" {INK} stroke-width="5"><path d="M-82-26C-60-40-30-38-10-30L-12-16C-34-24-60-22-82-10ZM82-26C60-40 30-38 10-30L12-16C34-24 60-22 82-10Z"/><path d="M-86 10C-60-4-32 0-14 8L-16 22C-38 14-60 16-80 30ZM86 10C60-4 32 0 14 8L16 22C38 14 60 16 80 30Z"/></g>"##
            ),
        ),
        _ => (
            "#f0b429",
            "#b87a14",
            format!(
                r##"<path d="M-80 24C-36 46 36 46 80 24L72 44C34 64-34 64-72 44Z" fill="#8d5aa3" {INK} stroke-width="5"/><path d="M-46-44C-56-32-60-20-60-8" fill="none" stroke="#fff0b8" stroke-width="9" stroke-linecap="round"/>"##
            ),
        ),
    };
    format!(
        r##"<g transform="translate(100 201) scale(.633)"><ellipse rx="92" ry="82" fill="var(--ink)"/><ellipse cy="-1" rx="86" ry="76" fill="{light}"/><path d="M50-63A86 76 0 0 1-60 52C0 52 56 8 50-63Z" fill="{dark}"/><path d="M50-63A86 76 0 0 1-60 52C0 52 56 8 50-63Z" fill="url(#h2)"/>{band}<path d="M18 42c6 6 14 6 18-2" fill="none" {INK} stroke-width="4"/></g>"##
    )
    .replace(r#""#, "")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_number_is_another_monster() {
        let kits: BTreeSet<Kit> = (0..=255).map(|index| Kit::from(MonsterNumber::from_index(index))).collect();
        assert_eq!(kits.len(), 256);
        assert_eq!(Kit::from(MonsterNumber::from_index(23)), Kit::COVER);
    }
}
