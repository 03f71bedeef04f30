//! Single values: checks those of a question, formats those of an answer.

use std::num::{NonZeroU8, NonZeroU16};

use rules::{Tombstone, Whereabouts};

use super::wire::Card;

/// The maximum number of steps of a card.
const MOST_STEPS: u64 = 1000;

/// The maximum number of cards in a list.
const MOST_CARDS: usize = 1000;

pub(super) fn needed<T>(field: &str, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| format!("missing field `{field}`"))
}

pub(super) fn in_range(number: u64, most: u64, place: &str) -> Result<u64, String> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("{place}: {number} is out of range, expected 1 to {most}"))
    }
}

pub(super) fn tombstone(card: Card, place: &str) -> Result<Tombstone, String> {
    match card {
        Card::Steps(steps) => {
            let steps = NonZeroU16::new(in_range(steps, MOST_STEPS, place)? as u16);
            Ok(Tombstone::Steps(steps.expect("the range begins with 1")))
        }
        Card::Hits(hits) => {
            // Any number above the number of figures has the same effect, so larger values are capped.
            let hits = NonZeroU8::new(u8::try_from(hits).unwrap_or(u8::MAX));
            hits.map(Tombstone::Hits).ok_or_else(|| format!("{place}.hits: 0 is out of range, expected at least 1"))
        }
    }
}

pub(super) fn card(tombstone: Tombstone) -> Card {
    match tombstone {
        Tombstone::Steps(steps) => Card::Steps(steps.get().into()),
        Tombstone::Hits(hits) => Card::Hits(hits.get().into()),
    }
}

pub(super) fn tombstones(cards: &[Card], place: &str) -> Result<Vec<Tombstone>, String> {
    if cards.len() > MOST_CARDS {
        return Err(format!("{place}: {} cards, at most {MOST_CARDS} allowed", cards.len()));
    }
    cards.iter().enumerate().map(|(index, card)| tombstone(*card, &format!("{place}[{index}]"))).collect()
}

pub(super) fn place(whereabouts: Whereabouts) -> String {
    match whereabouts {
        Whereabouts::On(cell) => cell.to_string(),
        Whereabouts::Waiting => "outside".to_owned(),
        Whereabouts::Escaped => "escaped".to_owned(),
        Whereabouts::Eaten => "eaten".to_owned(),
    }
}
