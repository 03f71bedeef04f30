//! QR codes for the terminal.

use qrcodegen::{QrCode, QrCodeEcc};

/// The width of the margin that scanners need, in modules.
const MARGIN: i32 = 4;

/// Black on white, from the fixed part of the palette: themes do not change these colours, and neither dark nor light
/// terminals invert the code.
const COLOURS: &str = "\x1b[38;5;16;48;5;231m";

const RESET: &str = "\x1b[0m";

/// Draws the text as a QR code. Each character shows two modules, one above the other. Returns `None` if the text is too
/// long.
pub(super) fn drawing(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    // Outside of the code, modules are light.
    let line = |y: i32| {
        let blocks = (-MARGIN..size + MARGIN).map(|x| match (code.get_module(x, y), code.get_module(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        });
        format!("{COLOURS}{}{RESET}\n", blocks.collect::<String>())
    };
    Some((-MARGIN..size + MARGIN).step_by(2).map(line).collect())
}

/// What a scanner reads from a text that contains a drawing.
#[cfg(test)]
pub(super) fn decoded(text: &str) -> String {
    /// Scanners need several pixels for each module.
    const PIXELS: usize = 4;
    let lines = text.lines().filter_map(|line| line.strip_prefix(COLOURS)?.strip_suffix(RESET));
    let lines: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
    let is_dark = |x: usize, y: usize| match lines[y / 2][x] {
        '█' => true,
        '▀' => y.is_multiple_of(2),
        '▄' => !y.is_multiple_of(2),
        _ => false,
    };
    let (width, height) = (lines[0].len() * PIXELS, lines.len() * 2 * PIXELS);
    let pixel = |x: usize, y: usize| if is_dark(x / PIXELS, y / PIXELS) { 0 } else { 255 };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, pixel);
    let grids = image.detect_grids();
    grids[0].decode().unwrap().1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scanner_reads_what_was_drawn() {
        for text in ["http://10.0.0.1:80/", "http://192.168.178.123:65535/", "https://floors.example.org/"] {
            assert_eq!(decoded(&drawing(text).unwrap()), text);
        }
    }

    #[test]
    fn the_margin_is_light_on_all_sides() {
        let drawing = drawing("http://192.168.1.23:8717/").unwrap();
        let lines: Vec<&str> =
            drawing.lines().map(|line| line.strip_prefix(COLOURS).unwrap().strip_suffix(RESET).unwrap()).collect();
        assert!(lines.iter().all(|line| line.starts_with("    ") && line.ends_with("    ")));
        let is_light = |line: &&str| line.trim().is_empty();
        assert!(lines[..2].iter().all(is_light) && lines[lines.len() - 2..].iter().all(is_light));
    }

    #[test]
    fn a_text_that_does_not_fit_has_no_code() {
        assert_eq!(drawing(&"x".repeat(10_000)), None);
    }
}
