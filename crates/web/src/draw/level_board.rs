//! A level as one large picture: the whole board with everything on it, before anything is prepared.

use puzzles::Level;
use rules::game::{Face, Pair};
use rules::{CellSet, Whereabouts};

use super::coin::{self, Dress};
use super::level::{self as drawn, outline};
use super::level_map::{spaces, squares};
use super::monster::{self, Kit};
use super::{at, degrees, floor, stone};

/// The part of the board that the picture shows.
const VIEW_BOX: &str = "-60 -56 1080 772";

/// A level as a picture. `id` tells the pictures of a page apart, and `exit` is the word on the door.
#[must_use]
pub fn board(level: &Level, kit: Kit, id: &str, exit: &str) -> String {
    let position = level.position();
    let mut pieces = area(&spaces(level));
    for (pair, ends) in [Pair::One, Pair::Two].into_iter().zip(position.teleporters()) {
        for end in ends {
            pieces += &at(floor::center(end.at), &stone::teleporter(pair, end.arrow));
        }
    }
    for (stone, cell) in position.stones() {
        pieces += &at(floor::center(cell), &stone::stone(stone));
    }
    for (figure, place) in position.figures() {
        if let Whereabouts::On(cell) = place {
            let coin = coin::plain(figure, Face::Bright, Dress::default());
            let marked =
                if level.ours().has(figure) { coin + drawn::ours() } else { drawn::theirs().to_owned() + &coin };
            pieces += &at(floor::center(cell), &marked);
        }
    }
    if let Some(monster) = position.monster() {
        let drawn = monster::from_above(kit);
        let turned = format!(r#"<g transform="rotate({})">{drawn}</g>"#, degrees(monster.facing));
        pieces += &at(floor::center(monster.at), &turned);
    }
    picture(position.blood(), &pieces, id, exit)
}

/// The board before its level is known.
#[must_use]
pub fn bare(id: &str, exit: &str) -> String {
    picture(&CellSet::EMPTY, "", id, exit)
}

fn picture(blood: &CellSet, pieces: &str, id: &str, exit: &str) -> String {
    // Several pictures of the floor may stand on a page.
    let floor = floor::floor(blood, exit).replace("floor-", &format!("{id}-floor-"));
    let flames = floor::flames();
    format!(
        r#"<svg class="hall" viewBox="{VIEW_BOX}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><g class="l-floor">{floor}</g>{pieces}{flames}</svg>"#
    )
}

/// The spaces of an area, and the line around them.
fn area(cells: &CellSet) -> String {
    if cells.is_empty() {
        return String::new();
    }
    format!(r#"<path d="{}" class="spot"/><path d="{}" class="spot-line"/>"#, squares(cells), outline(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_page_do_not_share_their_names() {
        let [one, other] = ["next", "today"].map(|id| bare(id, "Exit"));
        assert!(one.contains("next-floor-clip") && other.contains("today-floor-clip"));
        assert!(!one.contains("#floor-") && !one.contains("\"floor-"));
    }
}
