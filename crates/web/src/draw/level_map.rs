//! A level as a small map: what lies where, to be told apart at a glance.

use puzzles::{Grant, Level};
use rules::game::Pair;
use rules::{CellSet, Direction, FigureId, Whereabouts};

use super::{at, coin, degrees, floor, fortress_thumb, stone};

/// An area of more spaces is as good as the whole board, and not worth marking.
pub const LARGEST_AREA: usize = 110;

/// The map of a level. The monster is a disc with a mouth, ours have a ring, theirs brackets, and the spaces where
/// something may be laid or moved to are lit.
#[must_use]
pub fn map(level: &Level) -> String {
    let position = level.position();
    let mut content = area(&spaces(level));
    content += &floor::pools(position.blood());
    for (pair, ends) in [Pair::One, Pair::Two].into_iter().zip(position.teleporters()) {
        for end in ends {
            content += &at(floor::center(end.at), &scaled(1.15, &stone::teleporter(pair, end.arrow)));
        }
    }
    for (stone, cell) in position.stones() {
        content += &at(floor::center(cell), &scaled(1.08, &stone::stone(stone)));
    }
    for (figure, place) in position.figures() {
        if let Whereabouts::On(cell) = place {
            content += &at(floor::center(cell), &self::figure(figure, level.ours().has(figure)));
        }
    }
    if let Some(monster) = position.monster() {
        content += &at(floor::center(monster.at), &self::monster(monster.facing));
    }
    fortress_thumb::map(&content)
}

/// The spaces where something may be laid or moved to; none if that is nearly everywhere.
pub(super) fn spaces(level: &Level) -> CellSet {
    let areas = level.grants().iter().map(|grant| match *grant {
        Grant::Lay { on, .. } => on,
        Grant::Move { to, .. } => to,
        Grant::Turn { at } => [at].into_iter().collect(),
    });
    let all = areas.fold(CellSet::EMPTY, |all, area| all.union(&area));
    if all.len() > LARGEST_AREA { CellSet::EMPTY } else { all }
}

/// The spaces as one path.
pub(super) fn squares(cells: &CellSet) -> String {
    cells
        .iter()
        .map(|cell| format!("M{} {}h60v60h-60Z", u16::from(cell.column()) * 60, u16::from(cell.row()) * 60))
        .collect()
}

fn area(cells: &CellSet) -> String {
    if cells.is_empty() { String::new() } else { format!(r#"<path d="{}" class="th-area"/>"#, squares(cells)) }
}

fn scaled(scale: f32, markup: &str) -> String {
    format!(r#"<g transform="scale({scale})">{markup}</g>"#)
}

fn figure(figure: FigureId, is_ours: bool) -> String {
    let letter = coin::letter(figure.band());
    let side = if is_ours {
        r#"<circle r="43" class="th-ours"/>"#
    } else {
        r#"<path d="M-44-26V-44H-26M26-44H44V-26M44 26V44H26M-26 44H-44V26" class="th-theirs"/>"#
    };
    format!(r##"<g class="{letter}">{side}<use href="#rim{letter}" class="th-f"/></g>"##)
}

fn monster(facing: Direction) -> String {
    format!(
        r#"<g transform="rotate({})"><circle r="44" class="th-ink"/><path d="M0-4-31-31A44 44 0 1 0 31-31Z" class="th-m"/><path d="M-31-31-17-24-19-12-7-13 0-4 7-13 19-12 17-24 31-31" class="th-teeth"/><circle cx="-16" cy="12" r="9" class="th-eye"/><circle cx="16" cy="12" r="9" class="th-eye"/></g>"#,
        degrees(facing)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::shipped;

    #[test]
    fn every_map_shows_the_monster_and_every_figure_by_its_side() {
        for shipped in shipped() {
            let (map, level) = (map(&shipped.level), &shipped.level);
            let count = |class: &str| map.matches(&format!(r#"class="th-{class}""#)).count();
            let is_here = |(figure, place): &(FigureId, Whereabouts)| {
                matches!(place, Whereabouts::On(_)) && level.ours().has(*figure)
            };
            let ours = level.position().figures().filter(is_here).count();
            assert_eq!(
                (count("m"), count("ours"), count("theirs")),
                (1, ours, level.theirs().len()),
                "{}",
                shipped.name
            );
        }
    }

    #[test]
    fn an_area_is_lit_unless_it_is_everywhere() {
        let lit = shipped().iter().filter(|shipped| map(&shipped.level).contains("th-area")).count();
        assert!((30..60).contains(&lit), "{lit}");
    }
}
