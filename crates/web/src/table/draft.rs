//! A draft of a fortress that is being edited, as stored in the browser. A draft that cannot be parsed is treated as
//! missing.

use rules::game::{PartialFortress, Placement};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Stored {
    /// The fortress before the edits.
    begun: Vec<Placement>,
    lying: Vec<Placement>,
}

/// The text of a draft that [`read`] parses: the fortress before the edits and the tiles now.
#[must_use]
pub fn write(begun: &PartialFortress, lying: &PartialFortress) -> String {
    let stored = Stored { begun: begun.placements().collect(), lying: lying.placements().collect() };
    serde_json::to_string(&stored).expect("plain data can always be written")
}

/// Parses a draft; `None` if it belongs to another fortress than `begun`.
#[must_use]
pub fn read(text: &str, begun: &PartialFortress) -> Option<PartialFortress> {
    let stored: Stored = serde_json::from_str(text).ok()?;
    let is_same = PartialFortress::new(&stored.begun).ok()? == *begun;
    PartialFortress::new(&stored.lying).ok().filter(|_| is_same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::game::NamedFortress;

    #[test]
    fn a_draft_comes_back_for_the_fortress_it_was_begun_with_and_for_no_other() {
        let (begun, other) = (*NamedFortress::Court.fortress().tiles(), *NamedFortress::Burrow.fortress().tiles());
        let some: Vec<Placement> = begun.placements().skip(3).collect();
        let lying = PartialFortress::new(&some).unwrap();
        assert_eq!(read(&write(&begun, &lying), &begun), Some(lying));
        assert_eq!(read(&write(&begun, &lying), &other), None);
    }

    #[test]
    fn what_cannot_be_read_is_no_draft() {
        let begun = *NamedFortress::Court.fortress().tiles();
        let kept = write(&begun, &begun);
        let twice = kept.replace("\"lying\":[", &format!("\"lying\":[{},", first(&kept)));
        for broken in [String::new(), "{}".to_owned(), kept.replace("tile", "tail"), twice] {
            assert_eq!(read(&broken, &begun), None, "{broken}");
        }
    }

    fn first(kept: &str) -> &str {
        let from = kept.find("{\"tile\"").unwrap();
        &kept[from..from + kept[from..].find('}').unwrap() + 1]
    }
}
