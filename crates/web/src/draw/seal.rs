//! The tombstones of the game to come: face down, roped and sealed.

/// The `viewBox` of [`seal`].
pub const SEAL_BOX: &str = "-60 -60 120 130";

/// The wax with its ribbons.
#[must_use]
pub fn seal() -> String {
    let blot = "M0-52C10-55 17-47 24-45 33-43 41-44 44-36 47-29 43-21 46-13 49-5 56-1 54 8 52 16 43 19 40 26 36 33 37 42 29 46 22 49 15 44 7 46 0 48-5 55-13 53-21 51-24 42-31 38-38 34-47 34-50 26-53 18-47 12-48 4-49-4-56-10-54-19-52-27-43-28-38-34-33-40-32-48-24-51-16-54-9-49 0-52Z";
    format!(
        r##"<path d="M-22 30-34 68-18 60-8 70 2 36ZM22 30 34 68 18 60 8 70-2 36Z" class="se-rib"/><path d="{blot}" class="se-ink"/><path d="{blot}" class="se-wax"/><path d="M40 26C36 33 37 42 29 46 22 49 15 44 7 46 0 48-5 55-13 53 10 46 34 26 46-13 49-5 56-1 54 8 52 16 43 19 40 26Z" class="se-wax2"/><circle r="31" class="se-dent"/><g transform="translate(0 1) scale(1.18)" class="se-skull"><use href="#skull"/></g><path d="M-38-24C-34-32-27-38-18-42" class="se-hi"/>"##
    )
}

/// The wax in two halves: the game is over, and everybody can check it.
#[must_use]
pub fn broken() -> String {
    let crack = "4L-8-30 8-6-6 22 6 80";
    let half = |id: &str, side: i32, place: &str| {
        format!(
            r##"<clipPath id="{id}"><path d="M{side}-70H{crack}H{side}Z"/></clipPath><g transform="{place}"><g clip-path="url(#{id})">{}</g></g>"##,
            seal()
        )
    };
    half("seal-left", -80, "translate(-6 2) rotate(-8)") + &half("seal-right", 80, "translate(7 0) rotate(9)")
}

/// The `viewBox` of [`pile`].
pub const PILE_BOX: &str = "0 0 300 92";

/// Eight tombstones, face down, with a rope around them.
#[must_use]
pub fn pile() -> String {
    let stone = |(index, angle): (usize, i32)| {
        let (x, y) = (8.0 + 35.5 * index as f64, if index % 2 == 0 { 0 } else { 4 });
        format!(
            r##"<use href="#tombstone-back" x="{x}" y="{y}" width="48" height="62.4" transform="rotate({angle} {} 40)"/>"##,
            x + 22.0
        )
    };
    let stones: String = [-4, 2, -2, 3, -3, 2, -2, 4].into_iter().enumerate().map(stone).collect();
    format!(
        r#"{stones}<path d="M-6 34C60 46 110 30 150 40 200 50 250 34 306 44V54C250 45 200 60 150 50 110 41 60 56-6 44Z" class="rope"/><path d="M10 42l8 4M34 43l8 5M58 42l8 4M82 39l8 4M106 37l8 5M190 48l8 3M214 47l8 4M238 43l8 4M262 42l8 5" class="rope2"/>"#
    )
}
