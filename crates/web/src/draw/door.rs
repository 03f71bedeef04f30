//! The doors of the waiting room: shut, ajar, open with a band, bricked up.
//!
//! They use symbols of their own, see [`symbols`], because they are no part of the first screen.

use rules::game::Band;

use super::rays::Rays;
use super::{cast_portrait, rnd};

/// How the leaves of an open door are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// They stand open.
    Open,
    /// They swing open while the band rises.
    Opening,
    /// They slam while the band drops.
    Slamming,
}

const ARCH: &str = "M62 262V122A88 88 0 0 1 238 122V262Z";
const MIRRORED: &str = r#"<g transform="translate(300 0) scale(-1 1)">"#;

/// The symbols of all doors. They have to be on the page once, in a picture that is not hidden.
#[must_use]
pub fn symbols() -> String {
    let planks = r#"<path d="M150 262V34A88 88 0 0 0 62 122V262Z" class="dr-wood"/><path d="M106 262V46C112 42 120 38 128 37V262Z" class="dr-wood2"/><path d="M62 262V122C63 112 64 108 66 102L84 100V262Z" class="dr-wood2"/><path d="M84 64V262M106 46V262M128 37V262" class="dr-ln"/><path d="M72 232q5 6 2 14M94 124q7 8 1 20M117 196q6 7 1 18M138 66q5 8 0 16" class="dr-gr"/><path d="M62 148H120L132 155 120 162H62Z" class="dr-iron"/><path d="M62 216H120L132 223 120 230H62Z" class="dr-iron"/><path d="M74 155h.1M92 155h.1M110 155h.1M74 223h.1M92 223h.1M110 223h.1" class="dr-nail"/><path d="M80 88 138 76 140 122 80 124Z" class="dr-hole"/>"#;
    let eye = r#"<g class="bl"><path class="dr-eye" d="M84 92C100 92 124 98 137 112 122 121 92 120 84 92Z"/><path d="M110 97C116 103 116 112 113 117 107 113 105 103 110 97Z" class="dr-slit"/></g>"#;
    let bars = r#"<path d="M95 85V124M124 79V122" class="dr-bark"/><path d="M95 85V124M124 79V122" class="dr-bar"/><path d="M80 88 138 76 140 122 80 124Z" class="dr-frame"/><circle cx="136" cy="197" r="11" class="dr-ring"/><circle cx="136" cy="197" r="11" class="dr-ring2"/><circle cx="136" cy="184" r="5" class="dr-iron"/>"#;
    format!(
        r##"<clipPath id="D-arch"><path d="{ARCH}"/></clipPath><g id="D-wall">{}</g><g id="D-ring"><path d="M36 262V122A114 114 0 0 1 264 122V262H238V122A88 88 0 0 0 62 122V262Z" class="dr-st"/><path d="M264 262V122A114 114 0 0 0 231 42L219 66A88 88 0 0 1 238 122V262Z" class="dr-st2"/><path d="M264 262V122A114 114 0 0 0 231 42L219 66A88 88 0 0 1 238 122V262Z" fill="url(#h2)"/><path d="M67.3 91.9L42.9 83.0M82.6 65.4L62.7 48.7M106.0 45.8L93.0 23.3M134.7 35.3L130.2 9.7M165.3 35.3L169.8 9.7M194.0 45.8L207.0 23.3M217.4 65.4L237.3 48.7M232.7 91.9L257.1 83.0M36 122H62M238 122H264M36 168H62M238 168H264M36 214H62M238 214H264" class="dr-sj"/></g><g id="D-leaf">{planks}{eye}{bars}</g><g id="D-leaf0">{planks}{bars}</g><g id="D-open"><path d="M62 122C56 92 46 64 28 40V286L62 262Z" class="dr-ink"/><path d="M62 122C56 92 46 64 28 40V286L62 262Z" class="dr-wood2"/><path d="M51 84V270M39 56V278" class="dr-ln"/><path d="M62 150 30 140 28 158 62 164ZM62 214 30 216 28 234 62 228Z" class="dr-iron"/></g>"##,
        wall()
    )
}

/// Blocks of 70 by 36, every third one lighter.
fn wall() -> String {
    let (mut joints, mut lighter) = (String::new(), String::new());
    for (row, y) in (-34..290).step_by(36).enumerate() {
        for (column, x) in (-190 - if row % 2 == 1 { 35 } else { 0 }..500).step_by(70).enumerate() {
            joints.push_str(&format!("M{x} {y}h70v36h-70Z"));
            if rnd(column, row, 5) < 0.36 {
                lighter.push_str(&format!("M{} {}h64v30h-64Z", x + 3, y + 3));
            }
        }
    }
    format!(
        r#"<path d="M-200-40H500V300H-200Z" class="dr-w1"/><path d="{lighter}" class="dr-w2"/><path d="{joints}" class="dr-j"/>"#
    )
}

fn doorway(class: &str, content: &str) -> String {
    format!(
        r##"<svg class="doorway {class}" viewBox="0 0 300 250" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><use href="#D-wall"/>{content}</svg>"##
    )
}

/// Both leaves shut, and eyes behind the bars.
#[must_use]
pub fn shut() -> String {
    doorway("", &format!(r##"<use href="#D-leaf"/>{MIRRORED}<use href="#D-leaf"/></g><use href="#D-ring"/>"##))
}

/// One leaf open: a shape with a hand on the other.
#[must_use]
pub fn ajar() -> String {
    let rays = Rays { center: (196.0, 170.0), count: 16, length: 300.0, width: 0.18, from: 0.05 }.path();
    let hand = "M146 168c14-6 20 1 12 6M146 181c15-5 21 2 12 6M146 194c14-4 19 2 11 6";
    doorway(
        "",
        &format!(
            r##"<g clip-path="url(#D-arch)"><path d="M0-10H300V270H0Z" class="dr-glow"/><path d="{rays}" class="dr-glow2"/><path d="M0 190H300V270H0Z" fill="url(#h2)"/><g class="peek"><path d="M132 270C132 206 138 176 150 160 146 130 160 106 186 104 214 102 228 128 224 160 238 178 246 210 246 270Z" class="dr-ink"/><g class="bl"><ellipse cx="174" cy="140" rx="11" ry="13" class="dr-white"/><ellipse cx="203" cy="140" rx="11" ry="13" class="dr-white"/><circle cx="171" cy="141" r="4.5" class="dr-ink"/><circle cx="200" cy="141" r="4.5" class="dr-ink"/></g></g></g><use href="#D-leaf0"/><path d="{hand}" class="dr-handk"/><path d="{hand}" class="dr-hand"/><use href="#D-ring"/>{MIRRORED}<use href="#D-open"/></g>"##
        ),
    )
}

/// Both leaves open, and the band in its rays; the seat determines which figure stands in front.
#[must_use]
pub fn taken(band: Band, seat: usize, leaves: Leaves) -> String {
    let rays = Rays { center: (150.0, 150.0), count: 14, length: 420.0, width: 0.2, from: 0.1 }.path();
    let (behind, front) = cast_portrait::heads(band, seat);
    let heads = |heads: &str| format!(r#"<g class="heads"><g transform="translate(0 46)">{heads}</g></g>"#);
    let (behind, front) = (heads(&behind), heads(&front));
    let pair = |class: &str, leaf: &str| {
        format!(
            r##"<g class="lf {class}"><use href="#{leaf}"/></g><g class="lf {class} r">{MIRRORED}<use href="#{leaf}"/></g></g>"##
        )
    };
    let (class, shut) = match leaves {
        Leaves::Open => ("", String::new()),
        Leaves::Opening => ("opening", pair("lf-c", "D-leaf0")),
        Leaves::Slamming => ("slamming", pair("lf-c", "D-leaf0")),
    };
    doorway(
        class,
        &format!(
            r##"<g clip-path="url(#D-arch)"><path d="M0-10H300V270H0Z" class="band"/><path d="{rays}" class="ray"/><path d="M0 180H300V270H0Z" fill="url(#h2)"/><path d="M0 214H300V270H0Z" fill="url(#h3)"/>{behind}</g><use href="#D-ring"/>{front}{}{shut}"##,
            pair("lf-o", "D-open")
        ),
    )
}

/// Bricked up.
#[must_use]
pub fn bricks() -> String {
    let mut joints = String::new();
    for (row, y) in (30..250).step_by(27).enumerate() {
        for x in (if row % 2 == 1 { 22 } else { 44 }..270).step_by(44) {
            joints.push_str(&format!("M{x} {y}h44v27h-44Z"));
        }
    }
    doorway(
        "",
        &format!(
            r##"<g clip-path="url(#D-arch)"><path d="M0-10H300V270H0Z" class="dr-clay"/><path d="{joints}" class="dr-cj"/><path d="M0 170H300V270H0Z" fill="url(#h2)"/><path d="M132 96 148 112 140 128 160 146 152 168" class="dr-crack"/></g><use href="#D-ring"/>"##
        ),
    )
}
