//! Where the small marks stand: dangers, ends of foresight, eyes, costs and the names of spaces. No mark covers the number of a figure or
//! another mark, however crowded the board is.
//!
//! The coin of a figure leaves its lower left corner to the danger; so the danger is on its own coin, and nothing else
//! stands on a space with a figure. An end stands on its space if that is free, or else on the nearest free one, with a
//! line to its own. An eye stands half way on its line of sight, or on the back of the monster. A cost moves into the
//! corner of its space. The name of a space that somebody points at stands in a corner that everything else leaves free.

use rules::{Cell, Direction};

use super::{Beam, BeamFate, Scene, Spot};
use crate::draw::Point;
use crate::draw::coin::Size;
use crate::draw::floor::{Orientation, SPACE, center};
use crate::scene::pointing::{distance, place};

/// A mark. Marks stay upright when the board is turned, so everything here is in the coordinates of the `viewBox`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it shows.
    pub kind: MarkKind,
    /// Its middle.
    pub at: Point,
    /// Its size: 1 is the size in which its sign is drawn.
    pub size: f32,
    /// The space it belongs to, if it had to make room for something else.
    pub belongs_to: Option<Cell>,
}

/// What a mark shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The danger of a figure in per cent.
    Danger(u8),
    /// Where the monster stops: the index of an end of [`Scene::ends`].
    End(usize),
    /// The distance to a figure that the monster sees.
    Eye {
        /// The distance in spaces.
        distance: u8,
        /// What the monster makes of it.
        fate: BeamFate,
    },
    /// The points that a place costs.
    Cost(u8),
    /// The name of a space that somebody points at.
    Name(Cell),
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The smallest x.
    pub left: f32,
    /// The smallest y.
    pub top: f32,
    /// The largest x.
    pub right: f32,
    /// The largest y.
    pub bottom: f32,
}

impl Area {
    /// A rectangle by its middle and half its size.
    #[must_use]
    pub const fn around((x, y): Point, (wide, high): Point) -> Area {
        Area { left: x - wide, top: y - high, right: x + wide, bottom: y + high }
    }

    /// Whether two rectangles have more than an edge in common.
    #[must_use]
    pub fn meets(self, other: Area) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The same, enlarged and then moved.
    #[must_use]
    pub fn at(self, (x, y): Point, size: f32) -> Area {
        Area {
            left: x + self.left * size,
            top: y + self.top * size,
            right: x + self.right * size,
            bottom: y + self.bottom * size,
        }
    }
}

/// Drops, skulls and shields.
const DANGER: [Area; 1] = [Area { left: -15.8, top: -22.8, right: 15.8, bottom: 20.8 }];
/// A slab with its shadow, and the plate below it.
const END: [Area; 2] = [
    Area { left: -30.5, top: -54.5, right: 36.5, bottom: 39.5 },
    Area { left: -46.5, top: 11.5, right: 46.5, bottom: 54.5 },
];
/// An eye is pointed at both ends.
const EYE: [Area; 2] = [Area::around((0.0, 0.0), (14.0, 16.5)), Area::around((0.0, 0.0), (23.5, 9.0))];
/// A digit with its edge.
const COST: [Area; 1] = [Area::around((0.0, 0.0), (9.0, 12.5))];
/// A plate with its edge.
const NAME: [Area; 1] = [Area::around((0.0, 0.0), (17.0, 8.5))];

impl Mark {
    /// Everything that it covers.
    pub fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        let (at, size) = (self.at, self.size);
        let shape: &'static [Area] = match self.kind {
            MarkKind::Danger(_) => &DANGER,
            MarkKind::End(_) => &END,
            MarkKind::Eye { .. } => &EYE,
            MarkKind::Cost(_) => &COST,
            MarkKind::Name(_) => &NAME,
        };
        shape.iter().map(move |area| area.at(at, size))
    }

    /// Whether it covers a part of another mark.
    #[must_use]
    pub fn meets(&self, other: &Mark) -> bool {
        self.areas().any(|area| other.areas().any(|covered| area.meets(covered)))
    }
}

/// Every mark of a scene, on a board of this orientation.
#[must_use]
pub fn marks(scene: &Scene, view: Orientation) -> Vec<Mark> {
    let mut layout = Layout { scene, view, marks: vec![] };
    layout.dangers();
    layout.ends();
    layout.eyes();
    layout.costs();
    layout.marks
}

/// The names of these spaces on a board with these marks. Where there is no room for one, the space is only framed.
#[must_use]
pub fn names(scene: &Scene, view: Orientation, marks: &[Mark], cells: &[Cell]) -> Vec<Mark> {
    let mut layout = Layout { scene, view, marks: marks.to_vec() };
    cells.iter().for_each(|cell| layout.name(*cell));
    layout.marks.split_off(marks.len())
}

/// From the middle of a coin to its danger.
const DANGER_ASIDE: Point = (-22.0, 12.8);
const DANGER_SIZE: f32 = 0.82;

/// The size of an eye if several share the back of the monster, and the distances from its middle.
const CROWDED_EYE: f32 = 0.52;
const CROWDED_EYE_ASIDE: Point = (12.4, 19.0);

/// From the middle of a space to a cost in its corner.
const COST_ASIDE: Point = (-23.0, -20.5);
const COST_ASIDE_SIZE: f32 = 0.72;

/// Half the width and height of a digit in a line of height 1.
const DIGIT: Point = (0.25, 0.38);

/// From the middle of a space to its name: in the upper right corner, which a coin and its danger leave free; in another
/// corner; beside the space.
const NAME_ASIDE: [Point; 8] =
    [(13.0, -21.5), (13.0, 21.5), (-13.0, -21.5), (-13.0, 21.5), (0.0, -38.5), (0.0, 38.5), (47.5, 0.0), (-47.5, 0.0)];

/// On a turned board, which is a small one, the ends are as large as a space allows.
const fn end_size(view: Orientation) -> f32 {
    match view {
        Orientation::Wide => 0.46,
        Orientation::Upright => 0.54,
    }
}

/// The marks that have a place already.
struct Layout<'a> {
    scene: &'a Scene,
    view: Orientation,
    marks: Vec<Mark>,
}

impl Layout<'_> {
    fn dangers(&mut self) {
        for danger in &self.scene.dangers {
            let (dx, dy) = DANGER_ASIDE;
            let (x, y) = self.view.place(place(danger.spot, self.scene.in_queue()).0);
            let kind = MarkKind::Danger(danger.percent);
            self.marks.push(Mark { kind, at: (x + dx, y + dy), size: DANGER_SIZE, belongs_to: None });
        }
    }

    fn ends(&mut self) {
        for (index, end) in self.scene.ends.iter().enumerate() {
            let own = end.monster.at;
            let mark = |cell: Cell| Mark {
                kind: MarkKind::End(index),
                at: self.view.place(center(cell)),
                size: end_size(self.view),
                belongs_to: (cell != own).then_some(own),
            };
            // Stones are no obstacle, but of two spaces the empty one is better.
            let far = |cell: Cell| distance(center(own), center(cell)) + if self.has_stone(cell) { 1.0 } else { 0.0 };
            let free = Cell::ALL.into_iter().filter(|cell| !self.is_taken(*cell) && self.is_free(&mark(*cell)));
            let nearest = free.min_by(|one, other| far(*one).total_cmp(&far(*other)));
            self.marks.extend(nearest.map(mark));
        }
    }

    fn eyes(&mut self) {
        let mut on_monster: Vec<&Beam> = vec![];
        for beam in self.scene.beams.iter().filter(|beam| beam.sees.is_some()) {
            let middle = f32::from(beam.length) / 2.0 * SPACE;
            let off = |cell: Cell| (distance(center(beam.from), center(cell)) - middle).abs();
            let on = |cell: Cell| eye(beam, self.view.place(center(cell)), 1.0);
            let free = beam.between().filter(|cell| self.is_free(&on(*cell)));
            match free.min_by(|one, other| off(*one).total_cmp(&off(*other))) {
                Some(cell) => self.marks.push(on(cell)),
                None => on_monster.push(beam),
            }
        }
        let is_alone = on_monster.len() == 1;
        for beam in on_monster {
            let (x, y) = self.view.place(center(beam.from));
            self.marks.push(if is_alone {
                eye(beam, (x, y), 1.0)
            } else {
                let (dx, dy) = towards(self.view, beam.direction);
                eye(beam, (x + dx * CROWDED_EYE_ASIDE.0, y + dy * CROWDED_EYE_ASIDE.1), CROWDED_EYE)
            });
        }
    }

    fn costs(&mut self) {
        let aim = self.scene.plan.as_ref().and_then(|plan| plan.trail.last().copied());
        for reach in &self.scene.reach {
            let has_figure = self.scene.figures.iter().any(|mark| mark.spot == reach.spot);
            if reach.cost == 0 || aim == Some(reach.spot) || has_figure {
                continue;
            }
            let (x, y) = self.view.place(place(reach.spot, 0).0);
            let kind = MarkKind::Cost(reach.cost);
            let middle = Mark { kind, at: (x, y), size: 1.0, belongs_to: None };
            let corner = Mark { at: (x + COST_ASIDE.0, y + COST_ASIDE.1), size: COST_ASIDE_SIZE, ..middle };
            self.marks.push(if reach.is_covered || !self.is_free(&middle) { corner } else { middle });
        }
    }

    fn name(&mut self, cell: Cell) {
        let (x, y) = self.view.place(center(cell));
        let on =
            |(dx, dy): Point| Mark { kind: MarkKind::Name(cell), at: (x + dx, y + dy), size: 1.0, belongs_to: None };
        let free = NAME_ASIDE.into_iter().map(on).find(|name| self.is_free(name) && !self.covers_number(name));
        self.marks.extend(free);
    }

    /// Whether a mark covers the number of a figure, however large coins are.
    fn covers_number(&self, mark: &Mark) -> bool {
        self.scene.figures.iter().any(|figure| {
            let (middle, scale) = place(figure.spot, self.scene.in_queue());
            let (x, y) = self.view.place(middle);
            [Size::Small, Size::Large].into_iter().any(|size| {
                let ((dx, dy), height) = size.number();
                let half = (height * scale * DIGIT.0, height * scale * DIGIT.1);
                let number = Area::around((x + dx * scale, y + dy * scale), half);
                mark.areas().any(|area| area.meets(number))
            })
        })
    }

    /// Whether nothing may stand here because of a figure or the monster.
    fn is_taken(&self, cell: Cell) -> bool {
        let has_monster = self.scene.monster.is_some_and(|monster| monster.at == cell);
        has_monster || self.scene.figures.iter().any(|mark| mark.spot == Spot::On(cell))
    }

    fn has_stone(&self, cell: Cell) -> bool {
        self.scene.stones.iter().any(|stone| stone.spot == Spot::On(cell))
    }

    fn is_free(&self, mark: &Mark) -> bool {
        !self.marks.iter().any(|other| other.meets(mark))
    }
}

fn eye(beam: &Beam, at: Point, size: f32) -> Mark {
    Mark { kind: MarkKind::Eye { distance: beam.length, fate: beam.fate }, at, size, belongs_to: None }
}

/// One step in this direction in the `viewBox`.
fn towards(view: Orientation, direction: Direction) -> Point {
    let (dx, dy) = match direction {
        Direction::North => (0.0, -1.0),
        Direction::East => (1.0, 0.0),
        Direction::South => (0.0, 1.0),
        Direction::West => (-1.0, 0.0),
    };
    let ((ax, ay), (bx, by)) = (view.place((0.0, 0.0)), view.place((dx, dy)));
    (bx - ax, by - ay)
}
