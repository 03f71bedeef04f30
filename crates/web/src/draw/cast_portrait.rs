//! Portraits for the new table: a band with one figure in front, the monster, an empty chair, and a shut door.

use rules::game::Band;

use super::coin;
use super::monster::{self, Kit};
use super::rays::Rays;

/// The band; the seat determines which figure stands in front.
#[must_use]
pub fn band(band: Band, seat: usize) -> String {
    let (behind, front) = heads(band, seat);
    format!(
        r#"<svg viewBox="0 0 300 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><path d="{}" class="ray"/><path d="M-200 120H500V300H-200Z" fill="url(#h2)"/><path d="M-200 158H500V300H-200Z" fill="url(#h3)"/><g class="heads">{behind}{front}</g></svg>"#,
        sunburst(120.0)
    )
}

/// The figures of a band, 300 units wide: those behind, and the one in front.
pub(super) fn heads(band: Band, seat: usize) -> (String, String) {
    let (name, count) = (coin::band(band), if band.has_four() { 4 } else { 3 });
    let lead = Some([2, 3, 1, 4][seat % 4]).filter(|lead| *lead <= count).unwrap_or(1);
    let others = (1..=count).filter(|portrait| *portrait != lead);
    // The one in the middle is furthest back.
    let spots: &[(i32, i32, i32)] =
        if count == 4 { &[(86, 6, 118), (34, 44, 128), (138, 44, 128)] } else { &[(22, 34, 132), (146, 34, 132)] };
    let portrait = |number: u8, (x, y, size): (i32, i32, i32)| {
        format!(r##"<use href="#{name}-{number}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##)
    };
    let behind = others.zip(spots).map(|(number, spot)| portrait(number, *spot)).collect();
    (behind, portrait(lead, (66, 34, 178)))
}

/// The monster on its card.
#[must_use]
pub fn star(kit: Kit) -> String {
    format!(
        r#"<svg viewBox="0 0 300 230" preserveAspectRatio="xMidYMin slice" aria-hidden="true"><path d="{}" class="ray"/><path d="M-200 120H500V400H-200Z" fill="url(#h2)"/><g class="heads mood-star"><g transform="translate(8 14) scale(1.42)">{}</g></g></svg>"#,
        sunburst(110.0),
        monster::portrait(kit)
    )
}

fn sunburst(y: f32) -> String {
    Rays { center: (150.0, y), count: 14, length: 420.0, width: 0.2, from: 0.1 }.path()
}

/// An empty chair.
#[must_use]
pub fn empty_chair(seat: usize) -> String {
    let height = [28, 40, 22][seat % 3];
    format!(
        r#"<svg class="eyes" viewBox="0 0 200 200" aria-hidden="true"><g class="chair"><path d="M58 12C76 2 124 2 142 12L146 108H54Z"/><path d="M40 108H160L170 132H30Z"/><path d="M36 132H52L48 196H36ZM148 132H164V196H152ZM66 132H76L75 176H67ZM124 132H134L133 176H125Z"/><path class="gap" d="M70 24C86 18 114 18 130 24L132 92H68Z"/></g><path class="web" d="M146 14 176 2M146 40C156 34 164 24 168 6M146 62C164 50 174 34 178 8M146 14 190 40M146 14 170 62"/><g transform="translate(52 {height}) scale(.48)"><g class="bl b{}"><path class="e" d="M14 18C40 20 72 34 88 58 66 68 30 60 14 18Z"/><path class="e" d="M186 18C160 20 128 34 112 58 134 68 170 60 186 18Z"/><path d="M58 32C65 42 66 54 62 63 55 57 53 43 58 32ZM142 32C135 42 134 54 138 63 145 57 147 43 142 32Z" class="slit"/></g></g></svg>"#,
        seat % 3
    )
}

/// A shut door with eyes behind its bars: whoever comes is not here yet.
#[must_use]
pub fn door() -> String {
    // The left leaf; the right one is its mirror image.
    const LEAF: &str = r#"<path d="M150 262V34A88 88 0 0 0 62 122V262Z" class="dr-wood"/><path d="M106 262V46C112 42 120 38 128 37V262ZM62 262V122C63 112 64 108 66 102L84 100V262Z" class="dr-wood2"/><path d="M84 64V262M106 46V262M128 37V262" class="dr-ln"/><path d="M62 148H120L132 155 120 162H62ZM62 216H120L132 223 120 230H62Z" class="dr-iron"/><path d="M80 88 138 76 140 122 80 124Z" class="dr-hole"/><g class="bl"><path class="dr-eye" d="M84 92C100 92 124 98 137 112 122 121 92 120 84 92Z"/><path d="M110 97C116 103 116 112 113 117 107 113 105 103 110 97Z"/></g><path d="M95 85V124M124 79V122" class="dr-bar"/><path d="M80 88 138 76 140 122 80 124Z" class="dr-frame"/><circle cx="136" cy="197" r="11" class="dr-frame"/>"#;
    let rows = (0..8).flat_map(|row| (0..11).map(move |column| (row, column)));
    let bricks: String = rows
        .map(|(row, column)| format!("M{} {}h70v36h-70Z", column * 70 - 225 + row % 2 * 35, row * 36 - 34))
        .collect();
    format!(
        r#"<svg viewBox="0 0 300 250" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><path d="{bricks}" class="dr-j"/><path d="M-200 150H500V300H-200Z" fill="url(#h2)"/><path d="M36 262V122A114 114 0 0 1 264 122V262Z" class="dr-st"/><path d="M67.3 91.9L42.9 83M82.6 65.4L62.7 48.7M106 45.8L93 23.3M134.7 35.3L130.2 9.7M165.3 35.3L169.8 9.7M194 45.8L207 23.3M217.4 65.4L237.3 48.7M232.7 91.9L257.1 83M36 122H62M238 122H264M36 168H62M238 168H264M36 214H62M238 214H264" class="dr-ln"/>{LEAF}<g transform="translate(300 0) scale(-1 1)">{LEAF}</g></svg>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_band_is_shown_whole() {
        for of in Band::ALL {
            for seat in 0..7 {
                let picture = band(of, seat);
                assert_eq!(picture.matches("<use").count(), if of.has_four() { 4 } else { 3 });
                for portrait in 1..=3 {
                    let id = format!("#{}-{portrait}\"", coin::band(of));
                    assert_eq!(picture.matches(&id).count(), 1, "{of} {seat}");
                }
            }
        }
    }
}
