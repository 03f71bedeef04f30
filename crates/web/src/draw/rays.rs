//! Rays of light and blocks of stone for backgrounds.

use std::f32::consts::TAU;
use std::fmt::Write;

use super::Point;

/// A sunburst: the number of rays, their length, and their width and first angle in radians.
pub(super) struct Rays {
    pub(super) center: Point,
    pub(super) count: u16,
    pub(super) length: f32,
    pub(super) width: f32,
    pub(super) from: f32,
}

impl Rays {
    /// The rays as one path.
    pub(super) fn path(&self) -> String {
        let (x, y) = self.center;
        let mut path = String::new();
        for ray in 0..self.count {
            let angle = f32::from(ray) / f32::from(self.count) * TAU + self.from;
            path.push_str(&format!("M{x} {y}L"));
            for angle in [angle, angle + self.width] {
                // Writing to a string cannot fail.
                let _ = write!(path, "{:.1} {:.1} ", x + angle.cos() * self.length, y + angle.sin() * self.length);
            }
            path.push('Z');
        }
        path
    }
}

/// Masonry from `left` to `right` and `top` to `bottom`: the joints, and the stones that are a little lighter.
pub(super) fn masonry(left: i32, right: i32, top: i32, bottom: i32) -> (String, String) {
    let (mut joints, mut lighter) = (String::new(), String::new());
    for (row, y) in (top..bottom).step_by(62).enumerate() {
        for x in (left - if row % 2 == 1 { 55 } else { 0 }..right).step_by(110) {
            joints.push_str(&format!("M{x} {y}h110v62h-110Z"));
            if (x * 7 + y * 13) % 5 < 2 {
                lighter.push_str(&format!("M{} {}h102v54h-102Z", x + 4, y + 4));
            }
        }
    }
    (joints, lighter)
}
