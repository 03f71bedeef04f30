//! Where things are in the picture, and what a pointer points at.

use rules::{Cell, FigureId, Whereabouts};

use super::board::{FigureMark, Scene, Spot};
use crate::draw::Point;
use crate::draw::floor::{ENTRANCE, EXIT, Orientation, SPACE, center, waiting};

/// The longest distance between a tap and the middle of the place it selects: fingers are wider than spaces on a phone.
const TAP_REACH: f32 = 50.0;

/// The distance from the middle of a door within which a point selects it.
const DOOR_REACH: f32 = 60.0;

/// A place that can be selected by pointer or keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A space.
    Space(Cell),
    /// A figure outside the entrance.
    Waiting(FigureId),
    /// The free place outside the entrance.
    Entrance,
    /// The place outside the exit.
    Exit,
}

impl Hit {
    /// What is at a point of the picture; `None` beside the board.
    #[must_use]
    pub fn at(scene: &Scene, point: Point) -> Option<Hit> {
        let near = scene.figures.iter().filter(|mark| matches!(mark.spot, Spot::Waiting(_))).map(|mark| {
            let (middle, _) = place(mark.spot, scene.in_queue());
            (distance(middle, point), mark.figure)
        });
        let nearest = near.min_by(|(one, _), (other, _)| one.total_cmp(other));
        let waiting = nearest.filter(|(far, _)| *far < SPACE / 2.0).map(|(_, figure)| Hit::Waiting(figure));
        let door = |middle, door| (distance(point, middle) < DOOR_REACH).then_some(door);
        cell_at(point)
            .map(Hit::Space)
            .or(waiting)
            .or_else(|| door(ENTRANCE, Hit::Entrance))
            .or_else(|| door(EXIT, Hit::Exit))
    }

    /// Its middle in the picture.
    #[must_use]
    pub fn middle(self, scene: &Scene) -> Point {
        match self {
            Hit::Space(cell) => center(cell),
            Hit::Waiting(figure) => {
                let mark = scene.figures.iter().find(|mark| mark.figure == figure);
                mark.map_or(ENTRANCE, |mark| place(mark.spot, scene.in_queue()).0)
            }
            Hit::Entrance => ENTRANCE,
            Hit::Exit => EXIT,
        }
    }

    /// The space.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        match self {
            Hit::Space(cell) => Some(cell),
            Hit::Waiting(_) | Hit::Entrance | Hit::Exit => None,
        }
    }

    /// Where a figure would be there.
    #[must_use]
    pub fn whereabouts(self) -> Whereabouts {
        match self {
            Hit::Space(cell) => Whereabouts::On(cell),
            Hit::Waiting(_) | Hit::Entrance => Whereabouts::Waiting,
            Hit::Exit => Whereabouts::Escaped,
        }
    }
}

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

/// Where a balloon stands on a large screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nook {
    /// In the corner beside the exit's row, where the fortress has no spaces.
    TopRight,
    /// In the corner beside the entrance's row.
    BottomLeft,
    /// Beside the board.
    Beside,
}

impl Nook {
    /// The place for a balloon of this size on a board of this size: the corner nearest to the monster in which it covers
    /// neither the monster nor a figure. All in pixels from the upper left of the board; `reach` is how far pieces extend
    /// from their middle.
    #[must_use]
    pub fn for_balloon(balloon: Point, board: Point, monster: Point, figures: &[Point], reach: f32) -> Nook {
        let (width, height) = board;
        let mut corners = [(Nook::TopRight, (width, 0.0)), (Nook::BottomLeft, (0.0, height))];
        corners.sort_by(|(_, one), (_, other)| distance(*one, monster).total_cmp(&distance(*other, monster)));
        let is_free = |nook: &Nook| {
            let covers = |(x, y): &Point| match nook {
                Nook::TopRight => x + reach > width - balloon.0 && y - reach < balloon.1,
                Nook::BottomLeft => x - reach < balloon.0 && y + reach > height - balloon.1,
                Nook::Beside => false,
            };
            !covers(&monster) && !figures.iter().any(covers)
        };
        corners.into_iter().map(|(nook, _)| nook).find(is_free).unwrap_or(Nook::Beside)
    }

    /// Its name in the style.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Nook::TopRight => "top-right",
            Nook::BottomLeft => "bottom-left",
            Nook::Beside => "beside",
        }
    }
}

/// Where the tail of a balloon ends: at the monster, or before the first figure on the way there. The tail is no wider
/// than `width` at `from`.
#[must_use]
pub fn tail_tip(from: Point, monster: Point, width: f32, figures: &[Point], reach: f32) -> Point {
    let (dx, dy) = (monster.0 - from.0, monster.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Along the tail, and beside it.
    let seen_from = |(x, y): Point| {
        let (x, y) = (x - from.0, y - from.1);
        (x * ux + y * uy, (y * ux - x * uy).abs())
    };
    let whole = length - reach;
    let before = |figure: &Point| {
        let (along, aside) = seen_from(*figure);
        // Past the tip of the whole tail nothing is covered, and beside it nothing either.
        let is_in_the_way = along > 0.0 && along - reach < whole && aside < reach + width / 2.0;
        is_in_the_way.then_some(along - reach)
    };
    let end = figures.iter().filter_map(before).fold(whole, f32::min).max(0.0);
    (from.0 + ux * end, from.1 + uy * end)
}

/// Where a point of the board is shown in a layer of this size, and how long a unit of the board is there; in pixels.
#[must_use]
pub fn in_layer(view: Orientation, (width, height): Point, point: Point) -> (Point, f32) {
    let (left, top, box_width, box_height) = view.bounds();
    let scale = (width / box_width).min(height / box_height);
    let (x, y) = view.place(point);
    let x = (x - left) * scale + (width - box_width * scale) / 2.0;
    let y = (y - top) * scale + (height - box_height * scale) / 2.0;
    ((x, y), scale)
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
fn cell_at((x, y): Point) -> Option<Cell> {
    let index = |along: f32| (0.0..16.0 * SPACE).contains(&along).then_some((along / SPACE) as u8);
    Cell::new(index(x)?, index(y)?)
}

/// The figure under a point, if it can be chosen.
#[must_use]
pub fn choosable_at(scene: &Scene, point: Point) -> Option<FigureId> {
    let hit = Hit::at(scene, point)?;
    let is_there = |mark: &&FigureMark| match hit {
        Hit::Space(cell) => mark.spot == Spot::On(cell),
        Hit::Waiting(figure) => mark.figure == figure,
        Hit::Entrance => false,
        Hit::Exit => mark.spot == Spot::Out,
    };
    scene.figures.iter().filter(|mark| mark.is_choosable).find(is_there).map(|mark| mark.figure)
}

/// The reachable place under a point, or else the nearest one, unless it is too far away.
#[must_use]
pub fn reach_at(scene: &Scene, point: Point) -> Option<Whereabouts> {
    let places = || scene.reach.iter().filter_map(|reach| Some((reach.spot.whereabouts()?, reach.spot)));
    let under = Hit::at(scene, point).map(Hit::whereabouts).filter(|under| places().any(|(place, _)| place == *under));
    under.or_else(|| {
        let near = places().map(|(whereabouts, spot)| (distance(place(spot, 0).0, point), whereabouts));
        let near = near.filter(|(far, _)| *far <= TAP_REACH).min_by(|(one, _), (other, _)| one.total_cmp(other));
        near.map(|(_, whereabouts)| whereabouts)
    })
}

/// What a press on the board means for the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// On the goal of the planned move: confirms it.
    Confirm,
    /// Beside that goal, but nearer to it than to any other place: too vague to confirm a move, and not meant to drop it.
    AlmostConfirm,
    /// On another place in reach, or near one: plans to go there.
    Plan(Whereabouts),
    /// Far from everything in reach: drops the plan, then the figure.
    LetGo,
}

impl Press {
    /// The meaning of a press at a point, while the planned move leads to `goal`. Fingers are wider than spaces on a phone,
    /// so a press near a place plans to go there; a move is confirmed only by a press on the goal itself.
    #[must_use]
    pub fn at(scene: &Scene, point: Point, goal: Option<Whereabouts>) -> Press {
        match reach_at(scene, point) {
            Some(place) if Some(place) != goal => Press::Plan(place),
            Some(place) if Hit::at(scene, point).is_some_and(|hit| hit.whereabouts() == place) => Press::Confirm,
            Some(_) => Press::AlmostConfirm,
            None => Press::LetGo,
        }
    }
}

/// The distance between two points.
#[must_use]
pub fn distance((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx).hypot(ay - by)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rules::game::FigureSet;

    use super::*;
    use crate::scene::board::Reach;
    use crate::scene::tableau::Tableau;
    use crate::table::Speed;

    fn points() -> impl Strategy<Value = Vec<Point>> {
        proptest::collection::vec((0.0_f32..1000.0, 0.0_f32..700.0), 0..20)
    }

    proptest! {
        #[test]
        fn a_balloon_on_the_board_covers_nobody(
            monster in (0.0_f32..1000.0, 0.0_f32..700.0), figures in points(), width in 100.0_f32..500.0, height in 80.0_f32..500.0,
        ) {
            let nook = Nook::for_balloon((width, height), (1000.0, 700.0), monster, &figures, 20.0);
            let (left, top) = match nook {
                Nook::TopRight => (1000.0 - width, 0.0),
                Nook::BottomLeft => (0.0, 700.0 - height),
                Nook::Beside => return Ok(()),
            };
            for (x, y) in figures.into_iter().chain([monster]) {
                let beside = (left - x).max(x - left - width).max(top - y).max(y - top - height);
                prop_assert!(beside >= 20.0 - 0.01, "{nook:?} covers {x} {y}");
            }
        }

        #[test]
        fn a_tail_covers_no_figure(from in (0.0_f32..300.0, 0.0_f32..300.0), monster in (500.0_f32..1000.0, 400.0_f32..700.0), figures in points()) {
            let tip = tail_tip(from, monster, 50.0, &figures, 20.0);
            // Points of the tail's own middle line are at least as far from every figure as it reaches.
            for part in 0..=50_u8 {
                let share = f32::from(part) / 50.0;
                let point = (from.0 + (tip.0 - from.0) * share, from.1 + (tip.1 - from.1) * share);
                for figure in &figures {
                    let is_behind = (figure.0 - from.0) * (monster.0 - from.0) + (figure.1 - from.1) * (monster.1 - from.1) <= 0.0;
                    prop_assert!(is_behind || tip == from || distance(point, *figure) >= 19.9, "{point:?} covers {figure:?}");
                }
            }
        }
    }

    #[test]
    fn a_balloon_stands_in_the_corner_near_the_monster_unless_somebody_is_there() {
        let place =
            |monster, figures: &[Point]| Nook::for_balloon((300.0, 200.0), (1000.0, 700.0), monster, figures, 20.0);
        assert_eq!(place((600.0, 300.0), &[]), Nook::TopRight);
        assert_eq!(place((300.0, 400.0), &[]), Nook::BottomLeft);
        assert_eq!(place((600.0, 300.0), &[(900.0, 100.0)]), Nook::BottomLeft);
        assert_eq!(place((600.0, 300.0), &[(900.0, 100.0), (100.0, 600.0)]), Nook::Beside);
    }

    #[test]
    fn only_a_press_on_the_goal_itself_confirms() {
        let position: rules::Position = "FG1d4".parse().expect("a position");
        let tableau = Tableau::laid(position, FigureSet::EMPTY, FigureSet::EMPTY);
        let mut scene = Scene::of_table(&tableau, None, Speed::Walk);
        let reach = |cell| Reach { spot: Spot::On(cell), cost: 1, is_covered: false };
        scene.reach = vec![reach(Cell::E4), reach(Cell::D5)];
        let (goal, other) = (Whereabouts::On(Cell::E4), Whereabouts::On(Cell::D5));
        let (x, y) = center(Cell::E4);
        assert_eq!(Press::at(&scene, (x, y), Some(goal)), Press::Confirm);
        assert_eq!(Press::at(&scene, (x + 29.0, y - 29.0), Some(goal)), Press::Confirm);
        // On the next space, which is not in reach.
        assert_eq!(Press::at(&scene, (x + 40.0, y), Some(goal)), Press::AlmostConfirm);
        assert_eq!(Press::at(&scene, (x + 40.0, y), None), Press::Plan(goal));
        assert_eq!(Press::at(&scene, (x + 40.0, y), Some(other)), Press::Plan(goal));
        assert_eq!(Press::at(&scene, center(Cell::D5), Some(goal)), Press::Plan(other));
        assert_eq!(Press::at(&scene, (x + 60.0, y), Some(goal)), Press::LetGo);
    }

    #[test]
    fn a_pointer_finds_the_space_it_is_on_however_the_board_lies() {
        for view in [Orientation::Wide, Orientation::Upright] {
            for size in [(1104.0, 786.0), (600.0, 900.0), (360.0, 420.0)] {
                for cell in Cell::ALL {
                    let (point, _) = in_layer(view, size, center(cell));
                    assert_eq!(cell_at(on_board(view, size, point)), Some(cell));
                }
            }
        }
        assert_eq!(cell_at((-1.0, 30.0)), None);
        assert_eq!(cell_at((955.0, 5.0)), None);
    }
}
