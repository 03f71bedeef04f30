//! The cover: the monster in its arch, the figures running, and on wide pages the shadow on which the title stands.

use std::f32::consts::PI;
use std::fmt::Write;

use super::rays::Rays;

/// The cover of a wide page: title and buttons stand on the feathered shadow to the left.
#[must_use]
pub fn wide() -> String {
    let runners = [
        runner("G", (820.0, 690.0), 1.3, -6, 2.0),
        runner("Y", (1196.0, 672.0), 1.28, 8, -2.0),
        runner("B", (1088.0, 752.0), 1.66, -5, -1.0),
        runner("R", (932.0, 768.0), 1.8, 8, 1.5),
    ];
    cover("wide", "0 0 1440 900", "xMaxYMax slice", &feathers(), &runners.concat())
}

/// The cover of an upright page: the hall alone.
#[must_use]
pub fn upright() -> String {
    let runners = [
        runner("G", (792.0, 690.0), 1.2, -6, 2.0),
        runner("Y", (1196.0, 672.0), 1.28, 8, -2.0),
        runner("B", (1078.0, 716.0), 1.3, -5, -1.0),
        runner("R", (912.0, 716.0), 1.3, 8, 1.5),
    ];
    cover("upright", "604 -262 822 1716", "xMidYMin slice", "", &runners.concat())
}

fn cover(id: &str, view_box: &str, fit: &str, shadow: &str, front_runners: &str) -> String {
    let back_runners = [
        runner("E", (890.0, 604.0), 0.92, 6, 1.5),
        runner("P", (1130.0, 600.0), 0.92, -8, -1.5),
        runner("K", (1010.0, 640.0), 1.12, 4, 0.0),
    ];
    let parts = [hall(), arch(id), floor(), shadow.to_owned(), BEAST.to_owned(), torches(), BLOOD.to_owned()];
    format!(
        r#"<svg class="{id}" viewBox="{view_box}" preserveAspectRatio="{fit}" aria-hidden="true">{}{}{front_runners}</svg>"#,
        parts.concat(),
        back_runners.concat()
    )
}

fn hall() -> String {
    let pillar = |x: i32| {
        format!(
            r#"<path d="M{}-60H{}L{} 520H{}Z" class="hs-wall2" stroke="var(--ink)" stroke-width="6"/><path d="M{}-60H{}L{} 520H{}Z" fill="url(#h3)"/>"#,
            x - 34,
            x + 34,
            x + 30,
            x - 30,
            x + 8,
            x + 34,
            x + 30,
            x + 6
        )
    };
    format!(
        r#"<rect x="-600" y="-600" width="2800" height="2200" class="hs-far"/><path d="M-600-600H2200V520H-600Z" class="hs-wall"/>{}<path d="M-600-600H2200V520H-600Z" fill="url(#h1)"/>"#,
        [560, 700, 1330, 1470].map(pillar).concat()
    )
}

/// Stonework, and rays behind the monster.
fn arch(id: &str) -> String {
    let stone = |joint: u8| {
        let angle = PI * (1.0 + f32::from(joint) / 12.0);
        let at = |radius: f32| format!("{:.0} {:.0}", 1015.0 + angle.cos() * radius, 246.0 + angle.sin() * radius);
        format!("M{}L{}", at(205.0), at(272.0))
    };
    let joints: String = (0..13).map(stone).collect();
    let rays = Rays { center: (1015.0, 280.0), count: 18, length: 420.0, width: 0.19, from: 0.0 }.path();
    format!(
        r#"<path d="M738 530V246A277 277 0 0 1 1292 246V530Z" fill="var(--ink)"/><path d="M748 530V246A267 267 0 0 1 1282 246V530Z" class="hs-wall2"/><path d="{joints}M744 320H812M744 392H812M744 464H812M1218 320H1286M1218 392H1286M1218 464H1286" stroke="var(--ink)" stroke-width="6" fill="none"/><path d="M1090-10A267 267 0 0 1 1282 246V530H1250V246A240 240 0 0 0 1084 16Z" fill="url(#h3)"/><clipPath id="arch-{id}"><path d="M810 530V246A205 205 0 0 1 1220 246V530Z"/></clipPath><path d="M800 530V246A215 215 0 0 1 1230 246V530Z" fill="var(--ink)"/><g clip-path="url(#arch-{id})"><path d="M780 0H1260V540H780Z" fill="var(--poison-2)"/><path d="{rays}" fill="var(--poison)" class="glow"/><path d="M780 0H1260V540H780Z" fill="url(#h1)"/></g>"#
    )
}

fn floor() -> String {
    let (x, y) = (1010, 452);
    let away = (-12..=12).map(|line| format!("M{} {}L{} 1400", x + line * 16, y + 64, x + line * 283));
    let across = [528, 548, 576, 614, 664, 730, 816, 930, 1080].map(|y| format!("M-200 {y}H1800"));
    let joints: String = across.into_iter().chain(away).collect();
    format!(
        r#"<path d="M-600 516H2200V1600H-600Z" class="hs-floor"/><path d="M-600 516H2200V556H-600Z" class="hs-floor2"/><path d="{joints}" stroke="var(--ink)" stroke-width="3.5" opacity=".6" fill="none"/><path d="M840 516 640 960H1420L1190 516Z" fill="var(--poison)" opacity=".26"/><path d="M906 516 800 960H1270L1124 516Z" fill="var(--poison)" opacity=".22"/><path d="M-600 516H2200" stroke="var(--ink)" stroke-width="9"/>"#
    )
}

/// One solid shadow with an edge of brush strokes, and a figure in it.
fn feathers() -> String {
    let mut edge = String::from("M-600-600H640");
    for (stroke, length) in (0..26u8).zip([70.0, 150.0, 96.0, 190.0, 60.0, 128.0, 104.0].into_iter().cycle()) {
        let (x, y) = (606.0 + (f32::from(stroke) * 0.9).sin() * 16.0, i32::from(stroke) * 38 - 20);
        // Writing to a string cannot fail.
        let _ = write!(edge, "L{x:.0} {y}L{:.0} {}L{x:.0} {}", x + length, y + 23, y + 30);
    }
    let eyes = |x: i32, y: i32, size: f32, colour: &str| {
        format!(
            r#"<g transform="translate({x} {y}) scale({size})" fill="var({colour})"><g class="lurk"><path d="M-30-6C-18-10-8-4-4 8-14 10-26 6-30-6ZM30-6C18-10 8-4 4 8 14 10 26 6 30-6Z"/><circle cx="-14" cy="1" r="3" fill="var(--ink)"/><circle cx="14" cy="1" r="3" fill="var(--ink)"/></g></g>"#
        )
    };
    let lurkers = [
        eyes(478, 442, 1.2, "--poison-2"),
        eyes(384, 474, 0.8, "--blood"),
        eyes(566, 492, 0.7, "--torch-2"),
        eyes(574, 652, 0.6, "--poison-2"),
    ];
    format!(
        r#"<path d="{edge}L606 1600H-600Z" fill="var(--shade)"/><path d="M-600-600H560V1600H-600Z" fill="url(#hs)" opacity=".8"/>{}"#,
        lurkers.concat()
    )
}

fn torches() -> String {
    let torch = |(side, x, y): (&str, i32, i32)| {
        format!(
            r##"<g class="torch {side}"><circle cx="{x}" cy="{0}" r="118" fill="var(--torch)" opacity=".2"/><circle cx="{x}" cy="{0}" r="74" fill="var(--torch)" opacity=".3"/><use href="#flame" transform="translate({x} {y}) scale(2.5)"/></g>"##,
            y - 10
        )
    };
    [("left", 664, 250), ("right", 1380, 262)].map(torch).concat()
}

/// A running coin, looking to the side by `glance`.
fn runner(band: &str, (x, y): super::Point, size: f32, lean: i8, glance: f32) -> String {
    const LIMBS: &str =
        "M-9 20C-12 36-22 38-26 48M9 20C14 34 10 44 22 52M-22-4C-38-8-40-22-36-34M22-4C40-6 44-18 46-30";
    format!(
        r##"<g transform="translate({x} {y}) scale({size})"><ellipse cx="4" cy="62" rx="30" ry="7" fill="var(--shadow)"/><g class="run"><g transform="rotate({lean})" class="coin {band}"><path d="{LIMBS}" stroke="var(--ink)" stroke-width="11" fill="none" stroke-linecap="round"/><path d="{LIMBS}" stroke="var(--limb,var(--c))" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M-34 50-20 46-18 54-33 58ZM18 48 34 50 33 59 17 57Z" fill="var(--c)" stroke="var(--ink)" stroke-width="3.5" stroke-linejoin="round"/><circle cx="-36" cy="-36" r="6.5" fill="#fbf3df" stroke="var(--ink)" stroke-width="3"/><circle cx="46" cy="-32" r="6.5" fill="#fbf3df" stroke="var(--ink)" stroke-width="3"/><use href="#rim{band}" class="c-ink"/><use href="#rim{band}" class="c-rim"/><use href="#coinshade"/><circle r="19.5" class="c-face"/><g stroke="var(--ink)" stroke-width="2.2" fill="#fff"><ellipse cx="-7" cy="-6" rx="6" ry="7.5"/><ellipse cx="7" cy="-6" rx="6" ry="7.5"/></g><circle cx="{}" cy="-7" r="2.4" fill="var(--ink)"/><circle cx="{}" cy="-7" r="2.4" fill="var(--ink)"/><ellipse cy="9.5" rx="7" ry="{}" fill="var(--blood-2)" stroke="var(--ink)" stroke-width="2.2"/></g></g></g>"##,
        glance - 7.0,
        glance + 7.0,
        6.5 - glance.abs()
    )
}

/// Mostly shadow: only the rim of its fur, claws, eyes and teeth are visible.
const BEAST: &str = r##"<g stroke-linejoin="round"><path d="M1015 92C1052 92 1078 108 1092 128L1120 92 1128 142C1168 150 1216 176 1240 236 1276 250 1310 300 1318 372 1324 424 1310 470 1296 506L1322 548 1290 540 1284 580 1262 546 1238 586 1230 544 1196 566 1212 520C1220 500 1222 474 1216 450 1206 500 1196 540 1186 592L1158 574 1136 604 1104 578 1074 610 1042 580 1015 608 988 580 956 610 926 578 894 604 872 574 844 592C834 540 824 500 814 450 808 474 810 500 818 520L834 566 800 544 792 586 768 546 746 580 740 540 708 548 734 506C720 470 706 424 712 372 720 300 754 250 790 236 814 176 862 150 902 142L910 92 938 128C952 108 978 92 1015 92Z" fill="var(--ink)" stroke="var(--ink)" stroke-width="10"/><path d="M1015 100C1050 100 1074 116 1088 138L1114 112 1119 150C1160 158 1204 182 1228 238 1190 196 1150 182 1118 184 1100 150 1060 124 1015 124S930 150 912 184C880 182 840 196 802 238 826 182 870 158 911 150L916 112 942 138C956 116 980 100 1015 100Z" fill="var(--poison-2)"/><path d="M1306 372C1310 420 1300 462 1284 500L1296 524 1282 522C1284 440 1280 330 1240 252 1272 268 1300 312 1306 372ZM724 372C720 420 730 462 746 500L734 524 748 522C746 440 750 330 790 252 758 268 730 312 724 372Z" fill="var(--poison-2)"/><path d="M1306 372C1310 420 1300 462 1284 500L1296 524 1282 522C1284 440 1280 330 1240 252 1272 268 1300 312 1306 372ZM724 372C720 420 730 462 746 500L734 524 748 522C746 440 750 330 790 252 758 268 730 312 724 372Z" fill="url(#h2)"/><path d="M734 506 708 548 740 540 746 580 768 546 792 586 800 544 834 566 818 520ZM1296 506 1322 548 1290 540 1284 580 1262 546 1238 586 1230 544 1196 566 1212 520Z" fill="var(--bone)" stroke="var(--ink)" stroke-width="6"/><g><path d="M884 214C914 208 960 222 990 262 962 292 904 286 884 214Z" fill="#fff" stroke="var(--ink)" stroke-width="7"/><path d="M1146 214C1116 208 1070 222 1040 262 1068 292 1126 286 1146 214Z" fill="#fff" stroke="var(--ink)" stroke-width="7"/></g><circle cx="950" cy="257" r="17" fill="var(--blood)"/><circle cx="1080" cy="257" r="17" fill="var(--blood)"/><circle cx="951" cy="258" r="8" fill="var(--ink)"/><circle cx="1079" cy="258" r="8" fill="var(--ink)"/><path d="M868 190C916 190 968 214 1002 256M1162 190C1114 190 1062 214 1028 256" stroke="var(--ink)" stroke-width="22" fill="none" stroke-linecap="round"/><path d="M876 186C918 188 962 206 992 238M1154 186C1112 188 1068 206 1038 238" stroke="var(--poison)" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M862 318C910 340 966 344 1015 344S1120 340 1168 318C1176 400 1120 486 1015 490 910 486 854 400 862 318Z" fill="var(--blood-2)" stroke="var(--ink)" stroke-width="9"/><path d="M930 470C944 430 986 414 1015 432 1044 414 1086 430 1100 470 1070 486 960 486 930 470Z" fill="var(--blood)" stroke="var(--ink)" stroke-width="5"/><path d="M1015 432V476" stroke="var(--ink)" stroke-width="5"/><path d="M864 322 886 392 908 336 936 408 962 342 990 400 1015 344 1040 400 1068 342 1094 408 1122 336 1144 392 1166 322C1120 340 1066 344 1015 344S910 340 864 322Z" fill="var(--bone)" stroke="var(--ink)" stroke-width="5.5"/><path d="M880 412 892 382 914 448ZM912 446 928 410 956 474ZM1150 412 1138 382 1116 448ZM1118 446 1102 410 1074 474Z" fill="var(--bone)" stroke="var(--ink)" stroke-width="5.5"/><path d="M968 300l10 12M1062 300l-10 12" stroke="var(--poison)" stroke-width="7" stroke-linecap="round"/><path d="M846 300l-16 34M858 420l-10 40M872 470l-6 40M1184 300l16 34M1172 420l10 40M1158 470l6 40M900 530l-4 30M930 520l-2 26M1130 530l4 30M1100 520l2 26M1015 512v30M985 516v22M1045 516v22" stroke="var(--poison-2)" stroke-width="6" stroke-linecap="round" fill="none"/><path d="M942 404V432M1094 404V450" stroke="var(--poison)" stroke-width="6" stroke-linecap="round"/></g>"##;

const BLOOD: &str = r##"<path d="M1150 720C1210 700 1330 704 1376 726 1400 744 1350 772 1270 776 1200 780 1120 762 1122 742 1124 732 1134 726 1150 720ZM1400 700a12 6 0 1 0 24 0a12 6 0 1 0-24 0Z" fill="var(--blood)" stroke="var(--ink)" stroke-width="6"/><path d="M1130 746C1190 760 1300 766 1372 742 1372 762 1310 774 1260 774 1190 776 1130 762 1130 746Z" fill="var(--blood-2)"/><path d="M1164 728c24-8 60-10 90-10" stroke="var(--blood-hi)" stroke-width="6" stroke-linecap="round"/>"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_covers_show_all_seven_bands_and_share_no_name() {
        for cover in [wide(), upright()] {
            for band in "GRBYEPK".chars() {
                assert_eq!(cover.matches(&format!("#rim{band}\" class=\"c-rim")).count(), 1);
            }
            assert!(!cover.contains("style="));
        }
        assert!(wide().contains("arch-wide") && upright().contains("arch-upright"));
    }
}
