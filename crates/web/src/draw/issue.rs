//! The issues of the puzzle game as covers of comics, one for each trick: 200 × 284 units.

use puzzles::Trick;
use rules::FigureId;
use rules::game::{Band, Face};

use super::coin::{self, Dress};
use super::monster::{self, Kit};
use super::rays::Rays;
use super::sign::{self, Gaze};
use super::{Point, escaped, short};

/// The cover of an issue with its number and title. Somebody has bitten off a corner if all its levels are solved.
#[must_use]
pub fn cover(issue: Trick, number: usize, title: &str, is_bitten: bool) -> String {
    let (mask, masked, edge) = if is_bitten {
        (
            format!(
                r##"<mask id="issue-bite-{issue}" maskUnits="userSpaceOnUse" x="-10" y="-10" width="220" height="304"><path d="M-10-10H210V294H-10Z" fill="#fff"/><path d="M214-14 148-14C146-4 150 2 157 3 152 12 158 20 167 18 164 28 171 35 180 32 178 42 186 48 194 44 196 52 204 54 214 50Z" fill="#000" class="cv-bite"/></mask>"##
            ),
            format!(r#" mask="url(#issue-bite-{issue})""#),
            r#"<path d="M148 1C146 5 150 4 157 3 152 12 158 20 167 18 164 28 171 35 180 32 178 42 186 48 194 44 196 47 197 48 199 48" class="cv-edge"/>"#,
        )
    } else {
        (String::new(), String::new(), "")
    };
    let (art, title) = (art(issue), lettering(title));
    format!(
        r#"<svg class="cv" viewBox="0 0 200 284" aria-hidden="true"><defs><clipPath id="issue-{issue}"><path d="M5 6 195 4 194 279 6 280Z"/></clipPath>{mask}</defs><g{masked}><path d="M1 3 199 0 197 284 3 281Z" fill="var(--ink)"/><g clip-path="url(#issue-{issue})">{art}{title}<g transform="translate(24 19) rotate(-4) scale(.86)"><path d="M-18-13 19-15 18 14-17 13Z" fill="var(--bone)" stroke="var(--ink)" stroke-width="3.5"/><text y="8" font-size="21" fill="var(--ink)">{number}</text></g></g></g>{edge}</svg>"#
    )
}

/// The largest letters of a title.
const LARGEST: usize = 40;

/// The title in one or two lines, each as wide as the cover allows.
fn lettering(title: &str) -> String {
    let mut baseline = 30.0;
    let mut lettering = String::new();
    for line in lines(title) {
        // A letter of the display face is a little less than half as wide as it is high.
        let size = LARGEST.min(178_000 / (line.chars().count().max(1) * 455)) as f64;
        baseline += size * 0.86;
        lettering += &format!(
            r#"<text x="100" y="{}" font-size="{size}" class="cv-t">{}</text>"#,
            short(baseline),
            escaped(line)
        );
        baseline += size * 0.06;
    }
    lettering
}

/// Breaks a title where the longer line is shortest.
fn lines(title: &str) -> Vec<&str> {
    let length = |text: &str| text.chars().count();
    let breaks = title.match_indices(' ').map(|(at, space)| (&title[..at], &title[at + space.len()..]));
    let best = breaks.min_by_key(|(one, other)| length(one).max(length(other)));
    best.map_or_else(|| vec![title], |(one, other)| vec![one, other])
}

fn art(issue: Trick) -> String {
    match issue {
        Trick::Seeing => seeing(),
        Trick::Nearest => nearest(),
        Trick::Tie => tie(),
        Trick::Stone => stone(),
        Trick::Shove => shove(),
        Trick::Wall => wall(),
        Trick::Slide => slide(),
        Trick::Crystal => crystal(),
        Trick::Turn => turn(),
        Trick::Teleporter => teleporter(),
    }
}

/// One colour, and rays of another.
fn ground(colour: &str, rays: &str, center: Point, count: u16) -> String {
    let path = Rays { center, count, length: 330.0, width: 0.2, from: 0.1 }.path();
    format!(r#"<path d="M0 0H200V284H0Z" fill="{colour}"/><path d="{path}" fill="{rays}"/>"#)
}

/// The monster around its chin; `mood` is the class that moves its parts.
fn bust(kit: Kit, (x, y): Point, size: f32, mood: &str) -> String {
    let portrait = monster::portrait(kit);
    format!(r#"<g transform="translate({x} {y}) scale({size}) translate(-100 -78)" class="{mood}">{portrait}</g>"#)
}

/// Somebody who is in trouble.
fn face(band: Band, number: u8, (x, y): Point, size: f32, lean: i16) -> String {
    let coin = FigureId::of(band, number).map(|figure| coin::pictured(figure, Face::Bright, Dress::default()));
    let coin = coin.unwrap_or_default();
    format!(r#"<g transform="translate({x} {y}) rotate({lean}) scale({size})">{coin}</g>"#)
}

fn eye(distance: u8, (x, y): Point, size: f32, gaze: Gaze) -> String {
    format!(r#"<g transform="translate({x} {y}) scale({size})">{}</g>"#, sign::eye(distance, gaze))
}

/// An eye as large as the page, with somebody in it.
fn seeing() -> String {
    format!(
        r##"{}<path d="M-4 200H204V290H-4Z" fill="url(#h3)"/><g transform="translate(100 178)"><path d="M-92 4C-58-52-26-64 0-64 26-64 58-52 92 4 58 56 26 66 0 66-26 66-58 56-92 4Z" class="cv-i9" fill="var(--ink)"/><path d="M-92 4C-58-52-26-64 0-64 26-64 58-52 92 4 58 56 26 66 0 66-26 66-58 56-92 4Z" fill="#fdf6e3"/><path d="M-88 6C-70 4-60 10-46 8M-72 22C-62 18-54 20-44 22M88 2C72 2 62 10 48 6M74 24C64 18 56 22 46 22" fill="none" stroke="#c01a30" stroke-width="3.5" stroke-linecap="round"/><path d="M92 4C58 56 26 66 0 66-26 66-58 56-92 4-58 40-26 48 0 48 26 48 58 40 92 4Z" fill="#e2d3ae"/><circle r="50" fill="var(--ink)"/><circle r="45" fill="#a6e13c"/><path d="M-45 0A45 45 0 0 0 45 0 50 60 0 0 1-45 0Z" fill="#5b9a22"/><circle r="31" fill="var(--ink)"/><g transform="translate(0 1) scale(.92)">{}</g><circle cx="-24" cy="-24" r="8.5" fill="#fff"/><path d="M-100-12C-62-66-26-78 0-78 26-78 62-66 100-12 62-52 26-62 0-62-26-62-62-52-100-12Z" fill="#0f2030"/><path d="M-92 4C-58-52-26-64 0-64 26-64 58-52 92 4" fill="none" stroke="var(--ink)" stroke-width="10" stroke-linecap="round"/></g>"##,
        ground("#0f2030", "#173448", (100.0, 178.0), 18),
        face(Band::Blue, 4, (0.0, 0.0), 1.0, 0)
    )
}

/// The nearest of two is about to be caught.
fn nearest() -> String {
    format!(
        r##"{}<path d="M-4 190H204V290H-4Z" fill="url(#h2)"/>{}{}{}{}{}"##,
        ground("#d8342a", "#ef5f45", (70.0, 190.0), 16),
        bust(Kit::of(1, 3, 2, 1), (112.0, 196.0), 1.02, "cv-nearest"),
        face(Band::Yellow, 4, (38.0, 246.0), 1.25, -12),
        face(Band::Yellow, 1, (176.0, 130.0), 0.62, 10),
        eye(1, (70.0, 272.0), 0.8, Gaze::Won),
        eye(5, (158.0, 156.0), 0.55, Gaze::Idle)
    )
}

/// Blindfolded between two that are equally near.
fn tie() -> String {
    format!(
        r##"{}<path d="M-4 200H204V290H-4Z" fill="url(#h2)"/>{}<g transform="translate(100 190) scale(.86)"><path d="M46-6 82-20 76-2 90 8 52 12Z" class="cv-i7"/><path d="M46-6 82-20 76-2 90 8 52 12Z" fill="#d3c29a"/><path d="M-52-18C-20-8 20-8 52-18L54 8C20 18-20 18-54 8Z" class="cv-i7"/><path d="M-52-18C-20-8 20-8 52-18L54 8C20 18-20 18-54 8Z" fill="#f6ecd4"/><path d="M-30 0h16M14 0h16" stroke="var(--ink)" stroke-width="4" stroke-linecap="round"/></g>{}{}{}{}"##,
        ground("#6d3fb4", "#8a5bd0", (100.0, 190.0), 16),
        bust(Kit::of(2, 2, 0, 3), (100.0, 196.0), 0.86, "cv-tie"),
        face(Band::Red, 3, (30.0, 252.0), 1.02, -8),
        face(Band::Green, 3, (170.0, 252.0), 1.02, 8),
        eye(2, (66.0, 262.0), 0.62, Gaze::Idle),
        eye(2, (134.0, 262.0), 0.62, Gaze::Idle)
    )
}

/// Somebody behind a stone, and eyes beyond it.
fn stone() -> String {
    format!(
        r##"{}<path d="M0 196H200V284H0Z" fill="#14303c"/><path d="M0 196H200" stroke="var(--ink)" stroke-width="5"/><g fill="#a6e13c"><path d="M96 112C108 114 122 122 128 134 118 140 102 132 96 112ZM176 112C164 114 150 122 144 134 154 140 170 132 176 112Z"/></g><path d="M112 119C116 124 117 130 114 134M160 119C156 124 155 130 158 134" stroke="var(--ink)" stroke-width="4"/>{}<g transform="translate(112 214) scale(2.7)"><use href="#st-plain"/></g><path d="M22 268l18-6M14 252l14-2M188 268l-14-6" stroke="#f6ecd4" stroke-width="4" stroke-linecap="round"/>"##,
        ground("#1d3f4f", "#27546a", (100.0, 120.0), 14),
        face(Band::Green, 5, (48.0, 186.0), 1.2, -10)
    )
}

/// It shoves a stone and somebody behind it into a wall.
fn shove() -> String {
    format!(
        r##"{}<path d="M-4 196H204V290H-4Z" fill="url(#h2)"/><path d="M168 110 204 106V288H160Z" fill="#2b4955" stroke="var(--ink)" stroke-width="6"/><path d="M164 170H204M162 230H204" stroke="var(--ink)" stroke-width="4"/><text x="185" y="158" font-size="34" fill="#f6ecd4">K</text><g transform="translate(50 196) rotate(90) scale(1.16)">{}</g><path d="M78 128h24M70 144h18M84 256h22M74 270h16" stroke="var(--ink)" stroke-width="5" stroke-linecap="round"/><g transform="translate(122 200) scale(.98) rotate(-6)"><use href="#st-plain"/></g>{}<path d="M188 150l10-14M194 240l8 12M180 146l2-18" stroke="#fff" stroke-width="5" stroke-linecap="round"/>"##,
        ground("#e8821b", "#f6a945", (20.0, 190.0), 18),
        monster::from_above(Kit::of(3, 0, 1, 3)),
        face(Band::Purple, 4, (172.0, 196.0), 1.1, 16)
    )
}

/// A wall with teeth, and two letters.
fn wall() -> String {
    format!(
        r##"<path d="M0 0H200V284H0Z" fill="#24424e"/><path d="M-20 100h60v40h-60ZM44 100h70v40h-70ZM118 100h90v40h-90ZM-40 236h80v44h-80ZM44 244h66v44h-66ZM114 240h96v46h-96Z" fill="#33606f"/><path d="M0 98H200M0 144H200M0 234H200M42 98V144M116 98V144M42 234V284M112 238V284" stroke="var(--ink)" stroke-width="5"/><path d="M-4 200H204V290H-4Z" fill="url(#h2)"/><g><path d="M48 102h62v38H48Z" fill="#11141b"/><path d="M120 102h62v38h-62Z" fill="#11141b"/><text x="79" y="134" font-size="40" fill="#a6e13c">F</text><text x="151" y="134" font-size="40" fill="#a6e13c">F</text></g><path d="M-6 160C40 146 160 146 206 160V226C160 240 40 240-6 226Z" fill="var(--ink)"/><path d="M-4 168C40 156 160 156 204 168V220C160 232 40 232-4 220Z" fill="#7d0c20"/><path d="M-6 160 14 192 30 157 50 196 70 154 92 198 112 153 134 196 152 154 172 194 190 158 206 186V156C160 144 40 144-6 156Z" fill="#f6ecd4" stroke="var(--ink)" stroke-width="5" stroke-linejoin="round"/><path d="M-6 228 10 200 26 230 44 204 62 233 84 206 104 234 124 205 144 233 162 204 182 230 206 198V236C160 246 40 246-6 236Z" fill="#f6ecd4" stroke="var(--ink)" stroke-width="5" stroke-linejoin="round"/>{}<path d="M118 258h14M114 268h18" stroke="#f6ecd4" stroke-width="4" stroke-linecap="round"/>"##,
        face(Band::Yellow, 5, (150.0, 262.0), 0.82, 12)
    )
}

/// A red carpet, and somebody who slides down it.
fn slide() -> String {
    format!(
        r##"{}<path d="M0 168H200V284H0Z" fill="#24495a"/><path d="M0 168H200M30 168-30 284M66 168 40 284M134 168 160 284M170 168 230 284M0 200H200M0 240H200" stroke="#173642" stroke-width="4"/><path d="M0 168H200" stroke="var(--ink)" stroke-width="6"/>{}<path d="M76 196C84 192 116 192 124 196L168 290H32Z" fill="var(--ink)"/><path d="M80 199C88 196 112 196 120 199L160 290H40Z" fill="#c01a30"/><path d="M112 199 120 199 160 290H130Z" fill="#7d0c20"/><path d="M84 214 70 262M92 212l-4 20" stroke="#f0566a" stroke-width="4" stroke-linecap="round"/>{}<path d="M84 282l-8 8M104 284v10M124 280l8 10" stroke="#fff" stroke-width="4" stroke-linecap="round"/>"##,
        ground("#0e1a25", "#16293a", (100.0, 120.0), 18),
        bust(Kit::of(3, 3, 3, 2), (100.0, 140.0), 0.66, "cv-slide"),
        face(Band::Green, 1, (104.0, 246.0), 1.05, -14)
    )
}

/// It looks through a crystal.
fn crystal() -> String {
    format!(
        r##"{}<path d="M-4 200H204V290H-4Z" fill="url(#h2)"/><g transform="translate(104 182) scale(2.95)"><use href="#st-crystal"/></g><g transform="translate(84 178) scale(1.75)"><g opacity=".92"><use href="#eye" fill="#fdf6e3" stroke="var(--ink)" stroke-width="4"/><circle r="10.5" fill="#a6e13c" stroke="var(--ink)" stroke-width="2.5"/><path d="M0-9C3-3 3 3 0 9-3 3-3-3 0-9Z" fill="var(--ink)"/><circle cx="-5" cy="-5" r="2.6" fill="#fff"/></g></g><g transform="translate(142 212) scale(.9) rotate(8)" opacity=".92"><use href="#eye" fill="#fdf6e3" stroke="var(--ink)" stroke-width="5"/><circle r="10" fill="#a6e13c" stroke="var(--ink)" stroke-width="3"/><circle r="4.5" fill="var(--ink)"/></g>{}<path d="M60 222l10-12M66 240l14-6" stroke="#fff" stroke-width="4" stroke-linecap="round"/>"##,
        ground("#2f7f8c", "#3f9aa6", (100.0, 170.0), 16),
        face(Band::Red, 1, (36.0, 252.0), 1.1, -8)
    )
}

/// An arrow that turns it.
fn turn() -> String {
    format!(
        r##"{}<path d="M-4 190H204V290H-4Z" fill="url(#h2)"/><path d="M24 300V196C24 138 62 116 116 116H126V92L184 138 126 184V160H118C84 160 70 172 70 200V300Z" fill="var(--ink)" transform="translate(4 6)"/><path d="M24 300V196C24 138 62 116 116 116H126V92L184 138 126 184V160H118C84 160 70 172 70 200V300Z" fill="#f4c63f" stroke="var(--ink)" stroke-width="6" stroke-linejoin="round"/><path d="M30 290V198C30 150 60 126 104 124" fill="none" stroke="#fff3b8" stroke-width="5" stroke-linecap="round"/><g transform="translate(56 232) rotate(8) scale(1.02)">{}</g>{}<path d="M112 214l-8-14M134 204l-2-14" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/>"##,
        ground("#c9302c", "#e04a3e", (130.0, 200.0), 16),
        monster::from_above(Kit::of(0, 1, 0, 0)),
        face(Band::Blue, 5, (150.0, 246.0), 1.3, 10)
    )
}

/// It comes out of a teleporter.
fn teleporter() -> String {
    format!(
        r##"<path d="M0 0H200V284H0Z" fill="#2a1650"/><path d="{}" fill="#3c2270"/><path d="M-4 196H204V290H-4Z" fill="url(#h2)"/><g transform="translate(100 184)"><circle r="84" fill="var(--ink)"/><circle r="76" fill="none" stroke="#c39bff" stroke-width="9" stroke-dasharray="22 10"/><circle r="62" fill="#120a26"/></g><clipPath id="issue-well"><path d="M-40-40H240V184H162A62 62 0 0 1 38 184H-40Z"/></clipPath><g clip-path="url(#issue-well)">{}</g><path d="M38 184A62 62 0 0 0 162 184" fill="none" stroke="var(--ink)" stroke-width="6"/>{}<path d="M70 232l8-12M80 250l14-4" stroke="#fff" stroke-width="4" stroke-linecap="round"/>"##,
        Rays { center: (100.0, 180.0), count: 22, length: 330.0, width: 0.13, from: 0.05 }.path(),
        bust(Kit::of(1, 2, 3, 3), (100.0, 166.0), 0.94, "cv-teleporter"),
        face(Band::Beige, 5, (46.0, 254.0), 1.02, -10)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_break_where_both_lines_are_short() {
        for (title, expected) in [
            ("It sees you", vec!["It sees", "you"]),
            ("Nearest and dearest", vec!["Nearest", "and dearest"]),
            ("Push comes to shove", vec!["Push comes", "to shove"]),
            ("A turn for the worse", vec!["A turn for", "the worse"]),
            ("Au suivant\u{202f}!", vec!["Au", "suivant\u{202f}!"]),
            ("Glasklar", vec!["Glasklar"]),
        ] {
            assert_eq!(lines(title), expected);
        }
    }

    #[test]
    fn long_lines_have_small_letters() {
        assert!(lettering("Boo").contains(r#"font-size="40""#));
        assert!(lettering("Undurchschaubarkeiten").contains(r#"font-size="18""#));
    }
}
