//! QR codes, drawn by hand: modules a little askew, and the eyes of the logo in the middle.
//!
//! The highest level of error correction restores what the eyes cover. The colours do not follow the theme, because
//! readers expect dark modules on a light ground.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

use super::rnd;

/// The margin around the code, in modules. Readers need four; the box around the code adds the rest.
const MARGIN: i32 = 3;
/// Half the width and height of what the eyes cover, in modules.
const COVERED: (f64, f64) = (4.4, 2.9);

/// The code of a text as a whole `<svg>`, named for screen readers; `None` if the text is too long.
#[must_use]
pub fn qr(text: &str, label: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::High).ok()?;
    let size = code.size();
    let mut modules = String::new();
    for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
        if code.get_module(x, y) && !is_finder(x, y, size) && !is_covered(x, y, size) {
            module(&mut modules, x, y);
        }
    }
    let far = size - 7;
    let finders: String = [(0, 0), (far, 0), (0, far)].into_iter().map(finder).collect();
    let middle = f64::from(size) / 2.0;
    let eyes: String = [middle - 2.05, middle + 2.05].map(|x| eye(x, middle)).concat();
    let whole = size + 2 * MARGIN;
    let label = super::escaped(label);
    Some(format!(
        r##"<svg class="qr" viewBox="-{MARGIN} -{MARGIN} {whole} {whole}" role="img" aria-label="{label}"><path d="M-{MARGIN}-{MARGIN}h{whole}v{whole}h-{whole}Z" fill="#fffdf6"/><g fill="#0b0e14"><path d="{modules}"/>{finders}</g>{eyes}</svg>"##
    ))
}

/// One of the three large squares at the corners.
const fn is_finder(x: i32, y: i32, size: i32) -> bool {
    let is_left = x < 7;
    let is_right = x >= size - 7;
    let is_low = y >= size - 7;
    if y < 7 { is_left || is_right } else { is_left && is_low }
}

fn is_covered(x: i32, y: i32, size: i32) -> bool {
    let middle = f64::from(size) / 2.0;
    (f64::from(x) + 0.5 - middle).abs() < COVERED.0 && (f64::from(y) + 0.5 - middle).abs() < COVERED.1
}

/// A square whose corners are off by at most a tenth.
fn module(path: &mut String, x: i32, y: i32) {
    let off = |salt: usize| (rnd(x as usize, y as usize, salt) - 0.4) * 0.14;
    let (left, top, right, bottom) =
        (f64::from(x) + off(1), f64::from(y) + off(2), f64::from(x) + 1.0 + off(3), f64::from(y) + 1.0 + off(4));
    // Writing to a string cannot fail.
    let _ = write!(
        path,
        "M{left:.2} {top:.2}L{right:.2} {:.2} {:.2} {bottom:.2} {left:.2} {bottom:.2}Z",
        top + off(5) * 0.5,
        right - off(6).abs() * 0.5
    );
}

fn finder((x, y): (i32, i32)) -> String {
    format!(
        r##"<g transform="translate({x} {y})"><path d="M-.05 .1 7.05-.05 6.95 7.05 .05 6.95Z"/><path d="M1.02 1.05 6 .98 5.95 6 1.05 5.96Z" fill="#fffdf6"/><path d="M2 2.08 5.02 1.95 4.95 5.02 2.05 4.95Z"/></g>"##
    )
}

fn eye(x: f64, y: f64) -> String {
    format!(
        r##"<g transform="translate({x:.2} {y:.2}) scale(.0345)"><path d="M-36-55-1-70 36-57 50-6 40 48 3 70-35 55-49 0Z" fill="#fff" stroke="#0b0e14" stroke-width="16" stroke-linejoin="round"/><ellipse rx="28" ry="40" fill="#7ec61f"/><path d="M0-38C11-12 11 14 0 38-11 14-11-12 0-38Z" fill="#0b0e14"/><circle cx="-12" cy="-20" r="8" fill="#fff"/></g>"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eyes_cover_less_than_the_correction_restores() {
        let link = "https://floors.example.org:8443/games/t/abcdefghijkmn";
        let size = QrCode::encode_text(link, QrCodeEcc::High).unwrap().size();
        let covered = (0..size * size).filter(|index| is_covered(index % size, index / size, size)).count();
        // Level H restores 30 % of the code words; readers need some of that for themselves.
        assert!(covered * 100 < 6 * (size * size) as usize, "{covered} of {size} × {size}");
    }

    #[test]
    fn a_text_that_does_not_fit_has_no_code() {
        assert_eq!(qr(&"x".repeat(5000), ""), None);
    }
}
