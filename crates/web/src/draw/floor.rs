//! The fortress without its pieces: night, walls with their letters, flagstones, light and blood; and the coordinates
//! of everything on it.

use super::{Point, rnd, short, step, text, upright};
use rules::{Cell, CellSet, Direction, Wall};
use std::f64::consts::TAU;
use std::fmt::Write;

/// The width of a space, in units.
pub const SPACE: f32 = 60.0;

const UNIT: f64 = SPACE as f64;

/// The outline of the floor.
const OUTLINE: &str = "M0 0H720V60H780V120H840V180H900V240H960V660H240V600H180V540H120V480H60V420H0Z";

/// The lit torches: their places, and the salt of their light.
const TORCHES: [(f64, f64, usize); 5] =
    [(420.0, -24.0, 1), (660.0, -24.0, 2), (984.0, 540.0, 4), (600.0, 684.0, 6), (-24.0, 360.0, 9)];

/// The orientation of the board on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// Columns from left to right, exit at the upper left.
    #[default]
    Wide,
    /// Turned by 90 degrees for upright screens, exit at the upper right.
    Upright,
}

impl Orientation {
    /// The part that every layer shows: left, top, width, height.
    #[must_use]
    pub const fn bounds(self) -> (f32, f32, f32, f32) {
        match self {
            Self::Wide => (-72.0, -62.0, 1104.0, 786.0),
            Self::Upright => (-50.0, -62.0, 760.0, 1088.0),
        }
    }

    /// The same as a `viewBox`.
    #[must_use]
    pub fn view_box(self) -> String {
        let (left, top, width, height) = self.bounds();
        format!("{left} {top} {width} {height}")
    }

    /// The `transform` of the group that holds a layer's content.
    #[must_use]
    pub const fn transform(self) -> &'static str {
        match self {
            Self::Wide => "translate(0 0)",
            Self::Upright => "translate(660 0) rotate(90)",
        }
    }

    /// A point of the board in the coordinates of the `viewBox`.
    #[must_use]
    pub fn place(self, (x, y): Point) -> Point {
        match self {
            Self::Wide => (x, y),
            Self::Upright => (660.0 - y, x),
        }
    }

    /// A point of the `viewBox` in the coordinates of the board.
    #[must_use]
    pub fn on_board(self, (x, y): Point) -> Point {
        match self {
            Self::Wide => (x, y),
            Self::Upright => (y, 660.0 - x),
        }
    }

    /// The free corner of the night for a sound word that belongs to `near`.
    #[must_use]
    pub fn sound_corner(self, near: Cell) -> Point {
        match self {
            Self::Wide if near.column() < near.row() => (44.0, 628.0),
            // Upright, the other corner shows stage and turn.
            Self::Wide | Self::Upright => (906.0, 46.0),
        }
    }
}

/// The middle of a space.
#[must_use]
pub fn center(cell: Cell) -> Point {
    ((f32::from(cell.column()) + 0.5) * SPACE, (f32::from(cell.row()) + 0.5) * SPACE)
}

/// The middle of the exit's door, where escaping figures go.
pub const EXIT: Point = (-25.0, 30.0);

/// The middle of the entrance's door, where figures enter.
pub const ENTRANCE: Point = (986.0, 630.0);

/// The middle of the board, where tombstones fall.
pub const MIDDLE: Point = (480.0, 330.0);

/// The place and size of one of `count` figures that wait outside the entrance.
#[must_use]
pub fn waiting(index: usize, count: usize) -> (Point, f32) {
    if count <= 1 {
        return ((1000.0, 630.0), 0.72);
    }
    // Two columns, from the door over the corner of the wall, which has no letter; large crowds stand closer.
    let rows = count.div_ceil(2);
    let pitch = if rows > 1 { (80.0 / (rows - 1) as f32).min(30.0) } else { 0.0 };
    let first = if rows > 1 { 614.0 } else { 630.0 };
    ((982.0 + (index % 2) as f32 * 28.0, first + (index / 2) as f32 * pitch), 0.5)
}

/// Where the letter of a wall is painted.
#[must_use]
pub fn letter_at(wall: Wall) -> Point {
    let (x, y) = center(wall.cell());
    let (dx, dy) = step(wall.side());
    let (mut x, mut y) = (x + dx as f32 * 51.0, y + dy as f32 * 51.0);
    for along in [wall.side().left(), wall.side().right()] {
        // Where two walls meet at a corner of the night, each letter moves away from the corner, or they would touch.
        if !has_floor_beyond(wall, along) {
            continue;
        }
        let (ax, ay) = step(along);
        (x, y) = (x - ax as f32 * 15.0, y - ay as f32 * 15.0);
    }
    (x, y)
}

/// Whether there is floor diagonally behind a wall.
fn has_floor_beyond(wall: Wall, along: Direction) -> bool {
    let ((dx, dy), (ax, ay)) = (step(wall.side()), step(along));
    let column = f64::from(wall.cell().column()) + dx + ax;
    let row = f64::from(wall.cell().row()) + dy + ay;
    is_floor(column as i32, row as i32)
}

fn is_floor(column: i32, row: i32) -> bool {
    let small = |number: i32| u8::try_from(number).ok();
    small(column).zip(small(row)).and_then(|(column, row)| Cell::new(column, row)).is_some()
}

/// The whole floor layer: everything that is drawn once for a fortress with this blood. `exit` is the word on the door;
/// it should be short.
#[must_use]
pub fn floor(blood: &CellSet, exit: &str) -> String {
    let everywhere = |_| true;
    hall(exit) + &letters(everywhere) + &pools(blood) + &pillars() + &coordinates(everywhere)
}

/// What the floor of every fortress has in common: night, walls, doors, flagstones and light.
#[must_use]
pub fn hall(exit: &str) -> String {
    let Stones { tones: [a, b, c], cracks, glints } = flagstones();
    let mut layer = format!(
        r##"<defs><clipPath id="floor-clip"><path d="{OUTLINE}"/></clipPath>
<path id="floor-a" d="{a}"/><path id="floor-b" d="{b}"/><path id="floor-c" d="{c}"/><path id="floor-cracks" d="{cracks}"/></defs>
<rect x="-400" y="-400" width="1800" height="1800" fill="var(--hall)"/>
<path d="M-400-400H1400V1400H-400Z" fill="url(#hs)"/>
<path d="M560-400 1400-400 1400 460Z M-400 300-400 1400 600 1400Z" fill="url(#hn)"/>
<path transform="translate(-20 30)" fill="var(--mustard)" d="{rays}"/>
<g stroke-linejoin="miter" fill="none"><path d="{OUTLINE}" stroke="var(--shadow)" stroke-width="100" transform="translate(7 12)"/>
<path d="{OUTLINE}" stroke="var(--ink)" stroke-width="98"/><path d="{OUTLINE}" stroke="var(--wall)" stroke-width="84"/>
<path d="{OUTLINE}" stroke="var(--wall-2)" stroke-width="72"/></g>
<path d="{joints}" stroke="var(--ink)" stroke-width="3" fill="none"/>
<path d="{OUTLINE}" fill="var(--joint)" stroke="var(--ink)" stroke-width="11" stroke-linejoin="miter"/>
{tiles}
<path d="{glints}" fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="3" stroke-linecap="round"/>
<use href="#floor-cracks" fill="none" stroke="var(--joint)" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>
<g clip-path="url(#floor-clip)"><path d="{OUTLINE}" fill="none" stroke="var(--shadow)" stroke-width="26" transform="translate(5 7)"/>
<path d="{OUTLINE}" fill="none" stroke="url(#h2)" stroke-width="62" transform="translate(4 6)"/></g>
"##,
        rays = rays(),
        joints = joints(),
        tiles = tiles("stone"),
    );
    layer += &exit_door(exit);
    layer += &entrance();
    layer += &light();
    layer
}

struct Stones {
    /// The flagstones by tone, so that three fills colour all of them.
    tones: [String; 3],
    cracks: String,
    glints: String,
}

fn flagstones() -> Stones {
    let mut stones = Stones { tones: Default::default(), cracks: String::new(), glints: String::new() };
    for cell in Cell::ALL {
        let (column, row) = (usize::from(cell.column()), usize::from(cell.row()));
        let (x, y) = (column as f64 * UNIT, row as f64 * UNIT);
        let chance = |salt| rnd(column, row, salt);
        let corner = |dx: f64, dy: f64, salt| {
            let jitter = |salt| short((chance(salt) - 0.5) * 3.0);
            format!("{} {}", short(x + dx + jitter(salt)), short(y + dy + jitter(salt + 1)))
        };
        let (near, far) = (1.6, UNIT - 1.6);
        let tone = &mut stones.tones[(chance(9) * 3.0) as usize];
        let [a, b, c, d] = [corner(near, near, 1), corner(far, near, 3), corner(far, far, 5), corner(near, far, 7)];
        *tone += &format!("M{a}L{b} {c} {d}Z");
        let kind = chance(20);
        if kind < 0.16 {
            let (from, wide, last) = (x + 8.0 + chance(21) * 40.0, 4.0 + chance(22) * 6.0, 3.0 + chance(23) * 7.0);
            let (from, wide, last) = (short(from), short(wide), short(last));
            stones.cracks += &format!("M{from} {}l{wide} 9 -5 7 {last} 8", y + 3.0);
        } else if kind < 0.32 {
            let (a, b, wide) = (x + 10.0 + chance(24) * 38.0, y + 40.0 + chance(25) * 12.0, 3.0 + chance(26) * 7.0);
            let (left, right) = ((short(a), short(b), short(wide)), (short(a - 4.0), short(b + 5.0)));
            stones.cracks += &format!("M{} {}h{}M{} {}h3", left.0, left.1, left.2, right.0, right.1);
        }
        if chance(30) < 0.3 {
            let (down, across) = (short(y + 20.0 + chance(31) * 12.0), short(x + 18.0 + chance(32) * 16.0));
            stones.glints += &format!("M{} {down}V{}H{across}", x + 5.0, y + 5.0);
        }
    }
    stones
}

/// The flagstones in the three tones of one light.
fn tiles(light: &str) -> String {
    let tone = |tone| format!(r##"<use href="#floor-{tone}" fill="var(--{light}-{tone})"/>"##);
    ["a", "b", "c"].map(tone).concat()
}

/// Daylight from the exit in the night.
fn rays() -> String {
    (0..9).fold(String::new(), |mut rays, i| {
        let from = (f64::from(i) * 20.0 + 100.0).to_radians();
        let end = |angle: f64| format!("{} {}", short(angle.cos() * 240.0), short(angle.sin() * 240.0));
        let _ = write!(rays, "M0 0L{} {}Z", end(from), end(from + 0.15));
        rays
    })
}

/// The joints between the stones of the walls.
fn joints() -> String {
    let mut joints = String::new();
    for wall in Wall::all().filter(|wall| wall.letter().is_some()) {
        let (cell, side) = (wall.cell(), wall.side());
        let ((dx, dy), (x, y)) = (step(side), center(cell));
        let (px, py) = (-dy, dx);
        let lean = (rnd(cell.column().into(), cell.row().into(), side as usize + 40) - 0.5) * 5.0;
        for end in [-30.0, 30.0] {
            let (x, y) = (f64::from(x) + dx * 30.0 + px * end, f64::from(y) + dy * 30.0 + py * end);
            let (to_x, to_y) = (short(x + dx * 42.0 + px * lean), short(y + dy * 42.0 + py * lean));
            joints += &format!("M{} {}L{to_x} {to_y}", x + dx * 4.0, y + dy * 4.0);
        }
    }
    joints
}

/// The letters of the walls at these places, each on a plate in a group with `data-wall`; twins have the same letter. The
/// plates tell them apart from the names of columns.
pub(super) fn letters(is_shown: impl Fn(Point) -> bool) -> String {
    const PLATE: &str = r#"<path d="M-8-14.5H8L11.5-11V11L8 14.5H-8L-11.5 11V-11Z"/>"#;
    let walls = Wall::all().filter_map(|wall| Some((letter_at(wall), wall.letter()?)));
    walls.filter(|(at, _)| is_shown(*at)).fold(String::new(), |mut letters, ((x, y), letter)| {
        let painted = upright(&format!("{PLATE}{}", text(letter, 24.0, 0.0, 0.0, "")));
        let _ = write!(letters, r#"<g transform="translate({x} {y})" class="wl" data-wall="{letter}">{painted}</g>"#);
        letters
    })
}

/// The names of columns and rows at both their ends, along the walls, so that the spaces named in the log can be found;
/// those at these places.
pub(super) fn coordinates(is_shown: impl Fn(Point) -> bool) -> String {
    const TO_WALL: f32 = 22.0;
    let name = |cell: Cell, name: &str, (dx, dy): (f32, f32)| {
        let (x, y) = center(cell);
        let (x, y) = (x + dx * TO_WALL, y + dy * TO_WALL);
        if !is_shown((x, y)) {
            return String::new();
        }
        let name = upright(&format!(r#"<text y=".35em">{name}</text>"#));
        format!(r#"<g transform="translate({x} {y})" class="co">{name}</g>"#)
    };
    let mut names = String::new();
    for cell in Cell::ALL {
        let text = cell.to_string();
        let (column, row) = text.split_at(1);
        for side in Direction::ALL {
            if cell.step_or_wall(side).is_ok() {
                continue;
            }
            let (dx, dy) = step(side);
            names += &match side {
                Direction::North | Direction::South => name(cell, column, (0.0, dy as f32)),
                Direction::East | Direction::West => name(cell, row, (dx as f32, 0.0)),
            };
        }
    }
    names
}

/// The door in the west with daylight behind it.
fn exit_door(word: &str) -> String {
    let size = (92.0 / word.chars().count().max(1) as f64).min(21.0);
    let sign = upright(&text(word, short(size), 0.0, 0.0, ""));
    format!(
        r##"<g class="exit"><path d="M-52 3H4V57H-52Z" fill="var(--day)"/><path d="M-52 3-40 3-40 57-52 57Z" fill="#fff"/>
<path d="M-52 2H1M-52 58H1" stroke="var(--ink)" stroke-width="8"/>
<path d="M-47-4H-2V6H-47ZM-47 54H-2V64H-47Z" fill="var(--wall)" stroke="var(--ink)" stroke-width="3"/>
<g transform="translate(-25 30)">{sign}</g></g>
"##
    )
}

/// The stairs in the east, leading down into the dark.
fn entrance() -> String {
    let stairs = (0..5).fold(String::new(), |mut stairs, i| {
        let (x, top, bottom, light) = (958 + i * 11, 604 + i * 2, 656 - i * 2, short(10.0 - f64::from(i) * 1.7) / 10.0);
        let _ = write!(stairs, r#"<path d="M{x} {top}h9.5V{bottom}h-9.5Z" fill="var(--rock-2)" opacity="{light}"/>"#);
        stairs
    });
    format!(
        r#"<g class="entrance"><path d="M956 603H1012V657H956Z" fill="var(--ink)"/>{stairs}
<path d="M962 596H1007V606H962ZM962 654H1007V664H962Z" fill="var(--wall)" stroke="var(--ink)" stroke-width="3"/></g>
"#
    )
}

/// The light of torches and day. Light is colour, not an overlay: the same flagstones again, in warm fills under a clip
/// path.
fn light() -> String {
    let (mut outer, mut inner, mut rings) = (String::new(), String::new(), [const { String::new() }; 3]);
    for (x, y, salt) in TORCHES {
        let (x, y) = (x.clamp(16.0, 944.0), y.clamp(16.0, 644.0));
        outer += &wobbly_circle(x, y, 112.0, salt);
        inner += &wobbly_circle(x, y, 70.0, salt + 20);
        for (k, ring) in rings.iter_mut().enumerate() {
            let radius = 119.0 + k as f64 * 10.0;
            let dots = (radius * TAU / 11.0).round() as usize;
            for dot in 0..dots {
                let angle = (dot as f64 + (k % 2) as f64 / 2.0) / dots as f64 * TAU;
                *ring += &format!("M{} {}h0", short(x + angle.cos() * radius), short(y + angle.sin() * radius));
            }
        }
    }
    let edge: String = (0..3)
        .map(|k| {
            let dots = (0..13).map(|i| (f64::from(k), f64::from(i) / 12.0)).map(|(k, t)| {
                format!("M{} {}h0", short(244.0 + k * 11.0 - t * 50.0), short(54.0 + t * 126.0 + k * 5.0))
            });
            format!(r#"<path d="{}" stroke-width="{}"/>"#, dots.collect::<String>(), 6.5 - f64::from(k) * 2.0)
        })
        .collect();
    let [near, middle, far] = rings;
    format!(
        r#"{}{}<g clip-path="url(#floor-clip)" fill="none" stroke="var(--dusk-b)" stroke-linecap="round"><path d="{near}" stroke-width="6.5"/><path d="{middle}" stroke-width="4.5"/><path d="{far}" stroke-width="2.5"/></g>
{}{}<g clip-path="url(#floor-clip)" fill="none" stroke="var(--dawn-b)" stroke-linecap="round">{edge}</g>
"#,
        lit("dusk", &outer),
        lit("warm", &inner),
        lit("dawn", "M-10 2 236 44 186 176-10 58Z"),
        lit("day", "M-10 10 150 32 116 108-10 50Z"),
    )
}

/// The flagstones within `shape`, in the colours of this light.
fn lit(light: &str, shape: &str) -> String {
    format!(
        r##"<clipPath id="floor-{light}"><path d="{shape}" clip-path="url(#floor-clip)"/></clipPath><g clip-path="url(#floor-{light})"><path d="M0 0H960V660H0Z" fill="var(--warm-joint)"/>{}<use href="#floor-cracks" fill="none" stroke="var(--warm-joint)" stroke-width="2.4" stroke-linecap="round"/></g>
"##,
        tiles(light)
    )
}

/// A circle that looks hand-drawn: through the middles of the sides of an irregular polygon.
fn wobbly_circle(x: f64, y: f64, radius: f64, salt: usize) -> String {
    const CORNERS: usize = 16;
    let corner = |i: usize| {
        let (i, angle) = (i % CORNERS, (i % CORNERS) as f64 / CORNERS as f64 * TAU);
        let radius = radius * (0.94 + rnd(i, salt, 2) * 0.16);
        (x + angle.cos() * radius, y + angle.sin() * radius)
    };
    let middle = |(ax, ay): (f64, f64), (bx, by): (f64, f64)| (short((ax + bx) / 2.0), short((ay + by) / 2.0));
    let start = middle(corner(CORNERS - 1), corner(0));
    let mut path = format!("M{} {}", start.0, start.1);
    for i in 0..CORNERS {
        let ((x, y), end) = (corner(i), middle(corner(i), corner(i + 1)));
        path += &format!("Q{} {} {} {}", short(x), short(y), end.0, end.1);
    }
    path + "Z"
}

/// The pillars where four flagstones meet.
pub(super) fn pillars() -> String {
    let path: String = Cell::ALL
        .into_iter()
        .map(|cell| (i32::from(cell.column()), i32::from(cell.row())))
        .filter(|&(x, y)| is_floor(x - 1, y) && is_floor(x, y - 1) && is_floor(x - 1, y - 1))
        .map(|(x, y)| format!("M{} {}h0", x * 60, y * 60))
        .collect();
    format!(
        r##"<g fill="none" stroke-linecap="round"><path d="{path}" stroke="var(--ink)" stroke-width="15" transform="translate(1 1.5)"/><path d="{path}" stroke="var(--wall)" stroke-width="10"/><path d="{path}" stroke="#fff" stroke-opacity=".28" stroke-width="4" transform="translate(-1.5 -1.5)"/></g>"##
    )
}

/// The torches' flames, for the layer above the pieces.
#[must_use]
pub fn flames() -> String {
    let flame = upright(r##"<g class="flame"><use href="#flame" transform="translate(0 2) scale(.74)"/></g>"##);
    let flames = TORCHES.map(|(x, y, _)| super::at((x as f32, y as f32), &flame));
    format!(r#"<g class="flames">{}</g>"#, flames.concat())
}

/// The blood of any position, as the tiles of the box would cover it.
#[must_use]
pub fn pools(blood: &CellSet) -> String {
    let pools = cover(blood).unwrap_or_else(|| blood.iter().map(Pool::Drop).collect());
    let pools: String = pools.into_iter().map(Pool::markup).collect();
    format!(r#"<g class="pools">{pools}</g>"#)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pool {
    Square(Cell),
    Lying(Cell),
    Standing(Cell),
    /// Not a tile of the box, but possible in a position.
    Drop(Cell),
}

impl Pool {
    fn markup(self) -> String {
        let place = |cell: Cell| (u16::from(cell.column()) * 60, u16::from(cell.row()) * 60);
        match self {
            Self::Square(cell) => {
                let (x, y) = place(cell);
                format!(r##"<use href="#tile-pool-square" x="{x}" y="{y}" width="120" height="120"/>"##)
            }
            Self::Lying(cell) => {
                let (x, y) = place(cell);
                format!(r##"<use href="#tile-pool-long" x="{x}" y="{y}" width="240" height="60"/>"##)
            }
            Self::Standing(cell) => {
                let (x, y) = place(cell);
                let x = x + 60;
                format!(
                    r##"<g transform="translate({x} {y}) rotate(90)"><use href="#tile-pool-long" width="240" height="60"/></g>"##
                )
            }
            Self::Drop(cell) => {
                let (x, y) = place(cell);
                format!(r##"<use href="#tile-pool-square" x="{x}" y="{y}" width="60" height="60"/>"##)
            }
        }
    }

    /// The spaces it covers, or `None` if it does not fit the floor.
    fn cells(self) -> Option<CellSet> {
        let spaces = |cell: Cell, spaces: [(u8, u8); 4]| {
            spaces.into_iter().map(|(x, y)| Cell::new(cell.column() + x, cell.row() + y)).collect()
        };
        match self {
            Self::Square(cell) => spaces(cell, [(0, 0), (1, 0), (0, 1), (1, 1)]),
            Self::Lying(cell) => spaces(cell, [(0, 0), (1, 0), (2, 0), (3, 0)]),
            Self::Standing(cell) => spaces(cell, [(0, 0), (0, 1), (0, 2), (0, 3)]),
            Self::Drop(cell) => Some([cell].into_iter().collect()),
        }
    }
}

/// The pools of the box that make up this blood; `None` if there are none. The first space by row, then column, is the
/// first space of the pool that covers it, so there are three options. Pools may touch, so the first option need not be
/// the right one.
fn cover(blood: &CellSet) -> Option<Vec<Pool>> {
    let Some(first) = blood.first() else { return Some(Vec::new()) };
    [Pool::Square(first), Pool::Lying(first), Pool::Standing(first)].into_iter().find_map(|pool| {
        let cells = pool.cells().filter(|cells| cells.without(blood).is_empty())?;
        let mut rest = cover(&blood.without(&cells))?;
        rest.insert(0, pool);
        Some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[Cell]) -> CellSet {
        cells.iter().copied().collect()
    }

    #[test]
    fn letters_are_where_their_walls_are_and_apart_in_corners() {
        let wall = |cell: Cell, side| {
            letter_at(Wall::all().find(|wall| (wall.cell(), wall.side()) == (cell, side)).expect("a wall"))
        };
        assert_eq!(wall(Cell::A1, Direction::North), (30.0, -21.0));
        assert_eq!(wall(Cell::L1, Direction::East), (741.0, 15.0));
        assert_eq!(wall(Cell::M2, Direction::North), (765.0, 39.0));
        assert_eq!(wall(Cell::P5, Direction::East), (981.0, 270.0));
    }

    #[test]
    fn pools_that_touch_are_told_apart() {
        use Cell::*;
        let square = [G3, H3, G4, H4];
        assert_eq!(cover(&set(&square)), Some(vec![Pool::Square(G3)]));
        let long = [G5, H5, I5, J5];
        let both = set(&[square, long].concat());
        assert_eq!(cover(&both), Some(vec![Pool::Square(G3), Pool::Lying(G5)]));
        let standing = [F3, F4, F5, F6];
        assert_eq!(cover(&set(&[square, standing].concat())), Some(vec![Pool::Standing(F3), Pool::Square(G3)]));
        assert_eq!(cover(&set(&[B5])), None);
    }

    #[test]
    fn every_waiting_figure_has_a_place_of_its_own() {
        for count in 1..=28 {
            let mut places: Vec<_> = (0..count).map(|index| format!("{:?}", waiting(index, count))).collect();
            places.sort();
            places.dedup();
            assert_eq!(places.len(), count);
        }
    }
}
