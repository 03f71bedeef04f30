//! What only the first game draws: the dark around the part of the board that matters, the arrows of the monster, and small
//! pictures beside the board.

use rules::game::{Band, Face};
use rules::{Direction, FigureId, Stone, Tombstone};

use super::coin::{self, Dress, Size};
use super::monster::{self, Kit};
use super::{Point, at, degrees, sign, step, stone, upright};

/// The dark around a part of the board (left, top, width, height), and the frame of that part.
#[must_use]
pub fn dark((x, y, width, height): (f32, f32, f32, f32)) -> String {
    let (right, bottom) = (x + width, y + height);
    // As crooked as every panel.
    let frame =
        format!("M{x} {}V{}L{} {}L{} {}Z", y + 3.0, bottom - 2.0, right - 3.0, bottom + 2.0, right + 2.0, y - 3.0);
    let around = format!("M-900-900H2000V2000H-900Z{frame}");
    format!(
        r##"<g class="dark"><path d="{around}" fill-rule="evenodd" class="d0"/><path d="{around}" fill-rule="evenodd" fill="url(#h3)"/><path d="{frame}" class="d1"/><path d="{frame}" class="d2"/></g>"##
    )
}

/// How far from the middle of the monster its arrows stand.
pub const ARROW: f32 = 64.0;

/// The middle of the arrow in a direction, for a monster at this point.
#[must_use]
pub fn arrow_at((x, y): Point, direction: Direction) -> Point {
    let (dx, dy) = step(direction);
    (x + dx as f32 * ARROW, y + dy as f32 * ARROW)
}

/// An arrow that the player can choose; crossed out if it was wrong.
#[must_use]
pub fn arrow(from: Point, direction: Direction, is_wrong: bool) -> String {
    const SHAPE: &str = "M0-27 27 3H12V24H-12V3H-27Z";
    let class = if is_wrong { "pick bad" } else { "pick" };
    let cross = if is_wrong {
        upright(
            r#"<path d="M-12-12 12 12M12-12-12 12" class="no-a"/><path d="M-12-12 12 12M12-12-12 12" class="no-b"/>"#,
        )
    } else {
        String::new()
    };
    let arrow = format!(
        r#"<g class="{class}"><g transform="rotate({})"><path d="{SHAPE}" class="pa0"/><path d="{SHAPE}" class="pa1"/></g>{cross}</g>"#,
        degrees(direction)
    );
    at(arrow_at(from, direction), &arrow)
}

/// The `viewBox` of an arrow on a button.
pub const ARROW_BOX: &str = "-28 -30 56 56";

/// An arrow on a button, turned by this many degrees.
#[must_use]
pub fn button_arrow(angle: i32) -> String {
    format!(r#"<path d="M0-26 26 3H11V22H-11V3H-26Z" transform="rotate({angle})" fill="currentColor"/>"#)
}

/// The `viewBox` of [`lurking`].
pub const LURKING_BOX: &str = "0 0 200 165";

/// The monster of the first game, down to the waist.
#[must_use]
pub fn lurking() -> String {
    monster::portrait(Kit::COVER)
}

/// The `viewBox` of the pictures with coins.
pub const COINS_BOX: &str = "0 0 260 120";

/// Both sides of a figure.
#[must_use]
pub fn both_sides(figure: FigureId) -> String {
    const WAY: &str = "M112 88C124 108 142 108 154 90";
    format!(
        r#"{}<path d="{WAY}" class="way-ink"/><path d="{WAY}" class="wayl"/><path d="M142 90 166 74 164 102Z" class="tip2"/>{}"#,
        placed(64.0, &coin::pictured(figure, Face::Bright, Dress::default())),
        placed(200.0, &coin::pictured(figure, Face::Dark, Dress::default()))
    )
}

/// A tombstone, and the figures that it is about; the last one may be eaten.
#[must_use]
pub fn at_stake(tombstone: Tombstone, figures: &[FigureId], is_last_eaten: bool) -> String {
    let grave = format!(r#"<g transform="translate(46 62)">{}</g>"#, sign::grave(tombstone, 0.95));
    let mut picture = grave;
    for (nth, figure) in figures.iter().enumerate() {
        let is_eaten = is_last_eaten && nth + 1 == figures.len();
        let drawn = match is_eaten {
            true => coin::eaten(*figure, Face::Bright, Size::Large),
            false => coin::pictured(*figure, Face::Bright, Dress::default()),
        };
        picture += &placed(136.0 + 80.0 * nth as f32, &drawn);
    }
    picture
}

/// A figure behind a stone.
#[must_use]
pub fn in_hiding(figure: FigureId) -> String {
    format!(
        r#"{}<g transform="translate(106 66) scale(1.35)">{}</g>"#,
        placed(150.0, &coin::pictured(figure, Face::Bright, Dress::default())),
        stone::stone(Stone::Plain)
    )
}

/// The figures of both players at the last scene.
#[must_use]
pub fn rivals() -> String {
    let figure = |band| FigureId::of(band, 4).map(|one| coin::pictured(one, Face::Bright, Dress::default()));
    placed(84.0, &figure(Band::Blue).unwrap_or_default()) + &placed(176.0, &figure(Band::Red).unwrap_or_default())
}

fn placed(x: f32, markup: &str) -> String {
    format!(r#"<g transform="translate({x} 60) scale(1.35)">{markup}</g>"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_drawn_without_styles() {
        let blue = FigureId::of(Band::Blue, 4).expect("a figure");
        let drawings = [
            dark((0.0, 0.0, 540.0, 480.0)),
            arrow((30.0, 30.0), Direction::West, true),
            lurking(),
            both_sides(blue),
            at_stake(Tombstone::steps(7), &[blue], true),
            in_hiding(blue),
            rivals(),
        ];
        for drawing in drawings {
            assert!(drawing.len() > 100 && !drawing.contains("style="));
        }
    }

    #[test]
    fn an_arrow_stands_beside_the_monster() {
        assert_eq!(arrow_at((100.0, 100.0), Direction::North), (100.0, 36.0));
        assert_eq!(arrow_at((100.0, 100.0), Direction::East), (164.0, 100.0));
    }
}
