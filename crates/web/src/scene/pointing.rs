//! Where things are in the picture, and what a pointer points at.

use rules::{Cell, FigureId, Whereabouts};

use super::board::{Scene, Spot};
use crate::draw::Point;
use crate::draw::floor::{EXIT, Orientation, SPACE, center, waiting};

/// The longest distance between a tap and the middle of the place it selects: fingers are wider than spaces on a phone.
const TAP_REACH: f32 = 50.0;

/// The middle of a place, and the size of a coin there, with this many figures in the queue.
#[must_use]
pub fn place(spot: Spot, in_queue: usize) -> (Point, f32) {
    match spot {
        Spot::On(cell) => (center(cell), 1.0),
        Spot::Waiting(nth) => waiting(nth, in_queue),
        Spot::Out => (EXIT, 0.8),
        Spot::Beyond(wall) => {
            let ((x, y), (dx, dy)) = (center(wall.cell()), wall_step(wall));
            ((x + dx * SPACE, y + dy * SPACE), 1.0)
        }
    }
}

fn wall_step(wall: rules::Wall) -> (f32, f32) {
    match wall.side() {
        rules::Direction::North => (0.0, -1.0),
        rules::Direction::East => (1.0, 0.0),
        rules::Direction::South => (0.0, 1.0),
        rules::Direction::West => (-1.0, 0.0),
    }
}

/// The point of the board under a pointer at `at`, in a layer of this size; both are in pixels. The layer shows its
/// view box centred and as large as possible.
#[must_use]
pub fn on_board(view: Orientation, (width, height): Point, (x, y): Point) -> Point {
    let (left, top, box_width, box_height) = view.bounds();
    let scale = (width / box_width).min(height / box_height).max(f32::MIN_POSITIVE);
    let x = (x - (width - box_width * scale) / 2.0) / scale + left;
    let y = (y - (height - box_height * scale) / 2.0) / scale + top;
    view.on_board((x, y))
}

/// The space under a point.
#[must_use]
pub fn cell_at((x, y): Point) -> Option<Cell> {
    let index = |along: f32| (0.0..16.0 * SPACE).contains(&along).then_some((along / SPACE) as u8);
    Cell::new(index(x)?, index(y)?)
}

/// The figure under a point, if it can be chosen.
#[must_use]
pub fn choosable_at(scene: &Scene, point: Point) -> Option<FigureId> {
    let figures = scene.figures.iter().filter(|mark| mark.is_choosable);
    let near = figures.filter_map(|mark| {
        let (middle, size) = place(mark.spot, scene.in_queue());
        let far = distance(middle, point);
        (far <= SPACE / 2.0 * size.max(0.6)).then_some((far, mark.figure))
    });
    near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, figure)| figure)
}

/// The reachable place nearest to a point, unless it is too far away.
#[must_use]
pub fn reach_at(scene: &Scene, point: Point) -> Option<Whereabouts> {
    let near = scene.reach.iter().map(|reach| (distance(place(reach.spot, 0).0, point), reach.spot));
    let near = near.filter(|(far, _)| *far <= TAP_REACH).min_by(|(one, _), (other, _)| one.total_cmp(other));
    match near?.1 {
        Spot::On(cell) => Some(Whereabouts::On(cell)),
        Spot::Out => Some(Whereabouts::Escaped),
        Spot::Waiting(_) | Spot::Beyond(_) => None,
    }
}

/// The distance between two points.
#[must_use]
pub fn distance((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx).hypot(ay - by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_finds_the_space_it_is_on_however_the_board_lies() {
        for view in [Orientation::Wide, Orientation::Upright] {
            for size in [(1104.0, 786.0), (600.0, 900.0), (360.0, 420.0)] {
                for cell in Cell::ALL {
                    let (left, top, width, height) = view.bounds();
                    let scale = (size.0 / width).min(size.1 / height);
                    let (x, y) = view.place(center(cell));
                    let x = (x - left) * scale + (size.0 - width * scale) / 2.0;
                    let y = (y - top) * scale + (size.1 - height * scale) / 2.0;
                    assert_eq!(cell_at(on_board(view, size, (x, y))), Some(cell));
                }
            }
        }
        assert_eq!(cell_at((-1.0, 30.0)), None);
        assert_eq!(cell_at((955.0, 5.0)), None);
    }
}
