//! What is written and drawn on the floor can be seen in both themes, on every flagstone.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashMap;

const TOKENS: &str = include_str!("../style/tokens.css");

/// The colours of a theme by name; the light theme overrides some of the dark one.
fn colours(theme: &str) -> HashMap<&str, [f64; 3]> {
    let (dark, light) = TOKENS.split_once("[data-theme=light]").unwrap();
    let blocks = if theme == "light" { vec![dark, light] } else { vec![dark] };
    let mut colours = HashMap::new();
    for declaration in blocks.iter().flat_map(|block| block.split([';', '{', '\n'])) {
        let Some((name, value)) = declaration.trim().split_once(':') else { continue };
        if let Some(hex) = value.trim().strip_prefix('#') {
            colours.insert(name.trim(), rgb(hex));
        }
    }
    colours
}

fn rgb(hex: &str) -> [f64; 3] {
    let digits: Vec<u8> = hex.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
    let channel = |index: usize| match digits.len() {
        3 => digits[index] * 17,
        _ => digits[index * 2] * 16 + digits[index * 2 + 1],
    };
    [0, 1, 2].map(|index| f64::from(channel(index)) / 255.0)
}

/// The contrast of two colours as WCAG defines it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |colour: [f64; 3]| {
        let [r, g, b] =
            colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Everything that a mark on the floor can lie on.
fn grounds() -> Vec<String> {
    let lights = ["stone", "dusk", "warm", "dawn", "day"];
    let stones = lights.into_iter().flat_map(|light| ["a", "b", "c"].map(|tone| format!("--{light}-{tone}")));
    stones.chain(["--joint", "--warm-joint", "--blood"].map(str::to_owned)).collect()
}

#[test]
fn names_of_columns_and_rows_have_the_contrast_of_text() {
    for theme in ["dark", "light"] {
        let colours = colours(theme);
        assert!(contrast(colours["--label"], colours["--label-edge"]) >= 4.5, "{theme}");
        assert!(contrast(colours["--letter"], colours["--ink"]) >= 4.5, "{theme}");
    }
}

#[test]
fn footprints_stand_out_from_whatever_they_lie_on() {
    for theme in ["dark", "light"] {
        let colours = colours(theme);
        let (track, edge) = (colours["--track"], colours["--track-edge"]);
        assert!(contrast(track, edge) >= 3.0, "{theme}");
        for ground in grounds() {
            let ground_colour = colours[ground.as_str()];
            let best = contrast(track, ground_colour).max(contrast(edge, ground_colour));
            assert!(best >= 3.0, "{best} on {ground}, {theme}");
        }
    }
}
