//! The last picture: day if a player won, night if the monster did. Wide and upright.

use std::f32::consts::PI;

use rules::FigureId;
use rules::game::Face;

use super::coin::{self, Dress, Size};
use super::escaped;
use super::monster::{self, Kit};
use super::rays::{Rays, masonry};

/// The shape of the panel that a picture fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Wider than high.
    Wide,
    /// Higher than wide.
    Upright,
}

impl Shape {
    const fn name(self) -> &'static str {
        match self {
            Shape::Wide => "wide",
            Shape::Upright => "upright",
        }
    }

    fn pick<T>(self, wide: T, upright: T) -> T {
        match self {
            Shape::Wide => wide,
            Shape::Upright => upright,
        }
    }

    fn frame(self, picture: &str) -> String {
        let view_box = self.pick("0 0 1440 640", "0 0 640 780");
        let fit = self.pick("xMinYMax", "xMidYMax");
        format!(
            r#"<svg class="{}" viewBox="{view_box}" preserveAspectRatio="{fit} slice" aria-hidden="true">{picture}</svg>"#,
            self.name()
        )
    }
}

/// The `viewBox` of [`stage_two`].
pub const STAGE_TWO_BOX: &str = "-150 -118 300 236";

/// The sign that stage two begins: a skull in a burst of blood.
#[must_use]
pub fn stage_two() -> &'static str {
    r##"<g class="pop tone-blood"><use href="#burst" class="bo-ink" transform="translate(5 8) scale(1.2 1.45)"/><use href="#burst" class="bo-a" transform="scale(1.16 1.4)"/><use href="#burst" class="bo-b" transform="scale(.92 1.06)"/><g class="sk" transform="translate(3 5) scale(3.1)"><use href="#skull"/></g></g>"##
}

/// What the last picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splash<'a> {
    /// The monster.
    pub kit: Kit,
    /// The figures that escaped: up to three are drawn.
    pub winners: &'a [FigureId],
    /// The figures that were eaten: by day up to four are drawn.
    pub eaten: &'a [FigureId],
    /// The sound word of a full monster.
    pub burp: &'a str,
}

impl Splash<'_> {
    /// Outside, at dawn: the winners run into the light, and the monster is stuck in the door.
    #[must_use]
    pub fn day(&self, shape: Shape) -> String {
        let (x, ground) = shape.pick((270, 500), (148, 640));
        let spots = shape.pick(
            [(735, 516, 1.7, 5), (560, 470, 1.15, -6), (950, 470, 1.35, 9)],
            [(436, 674, 1.3, 5), (340, 586, 0.86, -6), (568, 600, 1.05, 8)],
        );
        let mut runners: Vec<(i32, String)> =
            spots.into_iter().zip(self.winners).map(|(spot, figure)| (spot.1, runner(*figure, spot))).collect();
        // Figures in the back are drawn first.
        runners.sort_by_key(|(depth, _)| *depth);
        let runners: String = runners.into_iter().map(|(_, runner)| runner).collect();
        let at = (x + shape.pick(176, 196), ground - shape.pick(330, 300));
        let picture = format!(
            r#"{}<g transform="translate({x} {ground}) scale({}) translate(-{x} -{ground})">{}{}{}{}</g>{runners}"#,
            landscape(shape, x, ground),
            shape.pick("1", ".76"),
            gate(shape.name(), x, ground),
            full_monster(self.kit, x, ground),
            self.leftovers(x, ground),
            burst(at, shape.pick(0.85, 1.0), "tone-burp", self.burp)
        );
        shape.frame(&picture)
    }

    /// Inside, at night: no figure is left.
    #[must_use]
    pub fn night(&self, shape: Shape) -> String {
        let (x, ground) = shape.pick((470, 540), (320, 650));
        let size = shape.pick(0.97, 0.84);
        let (joints, lighter) = masonry(-400, 2000, -260, ground - 120);
        let rays = |width, from| {
            Rays { center: (x as f32, ground as f32 - 260.0), count: 18, length: 1500.0, width, from }.path()
        };
        let monster = format!(
            r#"<g transform="translate({} {}) scale({})">{}</g>"#,
            x as f32 - 200.0 * size,
            ground as f32 - 566.0 * size,
            2.0 * size,
            monster::portrait(self.kit)
        );
        let grave = shape.pick(r##"<use href="#tombstone-back" x="905" y="390" width="150" height="195"/>"##, "");
        let at = (x + shape.pick(300, 190), ground - shape.pick(190, 330));
        let picture = format!(
            r#"<path d="M-600-600H2200V1400H-600Z" class="w3"/><path d="{lighter}" class="w1"/><path d="{joints}" fill="none" stroke="var(--ink)" stroke-width="4"/><path d="{}" fill="var(--poison-2)"/><path d="{}" fill="var(--poison)"/><path d="M-600-600H2200V1400H-600Z" fill="url(#h1)"/><path d="M-600 {horizon}H2200V1400H-600Z" class="w2" stroke="var(--ink)" stroke-width="8"/><path d="M-600 {}H2200M-600 {}H2200" stroke="var(--ink)" stroke-width="4"/><path d="M-600 {horizon}H2200V{ground}H-600Z" fill="url(#h3)"/><ellipse cx="{x}" cy="{}" rx="330" ry="44" fill="var(--ink)"/><ellipse cx="{x}" cy="{}" rx="318" ry="36" fill="var(--blood)"/><g class="belly mood-roar">{monster}</g>{grave}{}{}"#,
            rays(0.17, 0.0),
            rays(0.09, 0.04),
            ground - 30,
            ground + 40,
            ground + 46,
            ground + 42,
            self.pile(shape, ground),
            burst(at, shape.pick(1.1, 0.95), "tone-blood", self.burp),
            horizon = ground - 70,
        );
        shape.frame(&picture)
    }

    /// What lies in front of the door.
    fn leftovers(&self, x: i32, ground: i32) -> String {
        let spots = [(-120, 40, 0.95, -20), (110, 46, 0.95, 14), (-10, 70, 1.05, -6), (190, 74, 0.8, 30)];
        let lying = |((right, down, size, turn), figure): ((i32, i32, f32, i32), &FigureId)| {
            format!(
                r#"<g transform="translate({} {}) scale({size}) rotate({turn})">{}</g>"#,
                x + right,
                ground + down,
                bitten(*figure)
            )
        };
        spots.into_iter().zip(self.eaten).map(lying).collect()
    }

    /// All figures in a heap. The disorder is always the same.
    fn pile(&self, shape: Shape, ground: i32) -> String {
        let last = self.eaten.len().saturating_sub(1).max(1) as f32;
        let lying = |(index, figure): (usize, &FigureId)| {
            let along = index as f32 / last;
            let n = index as i32;
            let x = shape.pick(60.0 + along * 820.0, 40.0 + along * 560.0) + ((n * 37) % 23 - 11) as f32;
            let rim = if (along - 0.5).abs() > 0.3 { 26 } else { 0 };
            let y = ground + 62 - (n * 29) % 5 * 11 - rim;
            let size = (0.82 + ((n * 17) % 5) as f32 * 0.06) * shape.pick(1.05, 0.8);
            let turn = (n * 53) % 60 - 30;
            let coin = bitten(*figure);
            (y, format!(r#"<g transform="translate({x:.1} {y}) scale({size:.2}) rotate({turn})">{coin}</g>"#))
        };
        let mut heap: Vec<(i32, String)> = self.eaten.iter().enumerate().map(lying).collect();
        heap.sort_by_key(|(depth, _)| *depth);
        heap.into_iter().map(|(_, coin)| coin).collect()
    }
}

fn landscape(shape: Shape, x: i32, ground: i32) -> String {
    let (sun_x, sun_y) = shape.pick((700, 300), (470, 400));
    let (glow, sun) = shape.pick((150, 124), (120, 98));
    let (width, height) = shape.pick((1440, 640), (640, 780));
    let rays =
        |width, from| Rays { center: (sun_x as f32, sun_y as f32), count: 22, length: 1900.0, width, from }.path();
    let far = format!(
        "M-600 {}C-200 {} {x} {} {} {} {} {} {} {} {} {} {} {} 2000 {} 2200 {}V1400H-600Z",
        ground - 40,
        ground - 90,
        ground - 70,
        x + 300,
        ground - 100,
        x + 520,
        ground - 150,
        x + 700,
        ground - 40,
        x + 960,
        ground - 110,
        x + 1200,
        ground - 160,
        ground - 60,
        ground - 90
    );
    let near = format!(
        "M-600 {}C0 {ground} {} {} {} {} {} {} 2000 {} 2200 {}V1400H-600Z",
        ground + 10,
        x + 300,
        ground - 50,
        x + 640,
        ground - 10,
        x + 900,
        ground + 10,
        ground - 40,
        ground - 20
    );
    let path = format!(
        "M{} {}C{} {} {} {} {} {}L{} {}C{} {} {} {} {} {}Z",
        x - 120,
        ground + 24,
        x + 200,
        ground - 6,
        x + 460,
        ground + 30,
        width + 200,
        ground + 20,
        width + 300,
        height + 160,
        x + 500,
        height + 60,
        x + 160,
        ground + 130,
        x - 150,
        ground + 60
    );
    let ruts: String = [(230, 40, 40), (420, 90, 60), (330, 62, 24), (640, 50, 36), (560, 116, 70)]
        .map(|(right, down, length)| format!("M{} {}h{length}", x + right, ground + down))
        .concat();
    format!(
        r##"<path d="M-600-600H2200V1400H-600Z" class="skyc"/><path d="{}" class="dayA"/><path d="{}" class="dayB"/><circle cx="{sun_x}" cy="{sun_y}" r="{glow}" fill="#fff" stroke="var(--ink)" stroke-width="6"/><circle cx="{sun_x}" cy="{sun_y}" r="{sun}" class="dayB"/><path d="M{} {}A{sun} {sun} 0 0 1 {} {}A150 150 0 0 0 {} {}Z" fill="var(--torch)"/><path d="{far}" class="hill2" stroke="var(--ink)" stroke-width="6"/><path d="{far}" fill="url(#h2)"/><path d="{near}" class="hill1" stroke="var(--ink)" stroke-width="6"/><path d="{path}" class="path" stroke="var(--ink)" stroke-width="5"/><path d="{ruts}" stroke="#c9a860" stroke-width="6" stroke-linecap="round"/>"##,
        rays(0.15, 0.05),
        rays(0.07, 0.09),
        sun_x + 70,
        sun_y - 60,
        sun_x - 20,
        sun_y + sun - 2,
        sun_x + 70,
        sun_y - 60,
    )
}

/// The wall of the fortress and its exit.
fn gate(id: &str, x: i32, ground: i32) -> String {
    let (joints, lighter) = masonry(-400, x + 210, -446, ground + 20);
    let (left, right, spring) = (x - 165, x + 165, ground - 270);
    let arch = format!("M{left} {0}V{spring}C{left} {1} {right} {1} {right} {spring}V{0}Z", ground + 30, ground - 420);
    let frame =
        format!("M{0} {2}V{spring}C{0} {3} {1} {3} {1} {spring}V{2}Z", x - 205, x + 205, ground + 30, ground - 478);
    let voussoir = |joint: u8| {
        let angle = PI * (1.0 + f32::from(joint) / 8.0);
        let at = |wide: f32, high: f32| {
            format!("{:.1} {:.1}", x as f32 + angle.cos() * wide, spring as f32 + angle.sin() * high)
        };
        format!("M{}L{}", at(165.0, 126.0), at(205.0, 158.0))
    };
    let voussoirs: String = (0..9).map(voussoir).collect();
    format!(
        r#"<clipPath id="wall-{id}"><path d="M-500-600H{0}L{1} {2}H-500Z"/></clipPath><clipPath id="gate-{id}"><path d="{arch}"/></clipPath><g clip-path="url(#wall-{id})"><path d="M-600-600H{3}V{2}H-600Z" class="w1"/><path d="{lighter}" class="w2"/><path d="{joints}" fill="none" stroke="var(--ink)" stroke-width="4"/><path d="M{4}-600H{3}V{2}H{4}Z" fill="url(#h3)"/></g><path d="M{0}-600 {1} {2}" stroke="var(--ink)" stroke-width="10"/><path d="{frame}" class="w2" stroke="var(--ink)" stroke-width="8"/><path d="{voussoirs}" stroke="var(--ink)" stroke-width="5"/><path d="{arch}" fill="var(--ink)"/><g clip-path="url(#gate-{id})"><path d="M-600-600H2200V1400H-600Z" fill="url(#hs)"/></g>"#,
        x + 205,
        x + 190,
        ground + 40,
        x + 240,
        x + 110
    )
}

/// The monster after dinner.
fn full_monster(kit: Kit, x: i32, ground: i32) -> String {
    format!(
        r#"<g class="belly mood-full"><g transform="translate({} {}) scale(1.58)">{}{}</g></g>"#,
        x - 158,
        ground - 436,
        monster::portrait(kit),
        monster::belly(kit)
    )
}

/// A coin with a portrait, a little larger than on the board.
fn portrait_coin(figure: FigureId) -> String {
    format!(r#"<g transform="scale(1.28)">{}</g>"#, coin::pictured(figure, Face::Bright, Dress::default()))
}

/// The remains of a coin.
fn bitten(figure: FigureId) -> String {
    format!(r#"<g transform="scale(1.28)">{}</g>"#, coin::eaten(figure, Face::Bright, Size::Large))
}

/// A portrait with raised arms: its place, size and lean.
fn runner(figure: FigureId, (x, y, size, lean): (i32, i32, f32, i32)) -> String {
    const LIMBS: &str =
        "M-10 26C-13 44-24 46-28 58M10 26C16 42 12 52 26 60M-28-4C-46-8-50-24-46-40M28-4C48-8 52-22 54-38";
    let band = coin::letter(figure.band());
    format!(
        r##"<g transform="translate({x} {y}) scale({size})"><ellipse cx="4" cy="72" rx="36" ry="8" fill="var(--shadow)"/><g class="run"><g transform="rotate({lean})" class="{band}"><path d="{LIMBS}" stroke="var(--ink)" stroke-width="13" fill="none" stroke-linecap="round"/><path d="{LIMBS}" stroke="var(--limb,var(--c))" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M-38 60-22 55-20 65-37 69ZM21 56 39 58 38 69 20 67Z" fill="var(--c)" stroke="var(--ink)" stroke-width="4" stroke-linejoin="round"/><circle cx="-46" cy="-43" r="8" fill="#fbf3df" stroke="var(--ink)" stroke-width="3.5"/><circle cx="54" cy="-41" r="8" fill="#fbf3df" stroke="var(--ink)" stroke-width="3.5"/>{}</g></g></g>"##,
        portrait_coin(figure)
    )
}

/// A burst with a sound word.
fn burst((x, y): (i32, i32), size: f32, tone: &str, word: &str) -> String {
    format!(
        r##"<g transform="translate({x} {y}) rotate(-8) scale({size})" class="{tone}"><g class="pop"><use href="#burst" class="bo-ink" transform="translate(4 7) scale(.98 1.06)"/><use href="#burst" class="bo-a" transform="scale(.95 1)"/><use href="#burst" class="bo-b" transform="scale(.74 .72)"/><text class="bo-t" font-size="52" y="18">{}</text></g></g>"##,
        escaped(word)
    )
}

/// The title over the last picture: two lines with ink behind them, in torch colour below a torn line.
#[must_use]
pub fn title(first: &str, second: &str) -> String {
    let line = |words: &str, y: u16, size: usize, room: u16, letters: usize, class: &str| {
        let count = words.chars().count();
        // Short words keep their width; long ones get lower before they get narrower.
        let size = size * letters / count.max(letters);
        let fit = if count * 3 > letters * 2 {
            format!(r#" textLength="{room}" lengthAdjust="spacingAndGlyphs""#)
        } else {
            String::new()
        };
        format!(r#"<text x="400" y="{y}" font-size="{size}" class="{class}"{fit}>{}</text>"#, escaped(words))
    };
    let lines = |class: &str| line(first, 132, 150, 760, 14, class) + &line(second, 290, 176, 640, 11, class);
    format!(
        r#"<svg viewBox="0 -24 800 344" role="img" aria-label="{} {}"><clipPath id="title-torn"><path d="M0 92 90 78 180 98 280 80 380 98 480 80 580 98 680 80 800 96V150H0ZM0 240 90 226 180 246 280 228 380 246 480 228 580 246 680 228 800 244V330H0Z"/></clipPath><g transform="rotate(-2.5 400 160)"><g transform="translate(7 10)">{ink}</g>{ink}{}<g clip-path="url(#title-torn)">{}{}</g></g></svg>"#,
        escaped(first),
        escaped(second),
        lines("t-f"),
        lines("t-l"),
        lines("t-h"),
        ink = lines("t-k"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::game::Band;

    #[test]
    fn winners_are_shown_by_day_and_everybody_by_night() {
        let winners: Vec<FigureId> = [3, 4, 5].into_iter().filter_map(|one| FigureId::of(Band::Blue, one)).collect();
        let eaten: Vec<FigureId> = FigureId::all().filter(|figure| figure.band() == Band::Red).collect();
        let splash = Splash { kit: Kit::COVER, winners: &winners, eaten: &eaten, burp: "<Burp & more>" };
        for shape in [Shape::Wide, Shape::Upright] {
            let (day, night) = (splash.day(shape), splash.night(shape));
            assert_eq!((day.matches("\"run\"").count(), day.matches("\"lost\"").count()), (3, 4));
            assert_eq!(night.matches("\"lost\"").count(), 4);
            for picture in [day, night] {
                assert!(picture.contains("&lt;Burp &amp; more>") && !picture.contains("style="));
            }
        }
    }
}
