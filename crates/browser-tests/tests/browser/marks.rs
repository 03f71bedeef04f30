//! What is drawn on the board: nothing covers a number, sight reaches as far as the rules say, and maps show everything.

use browser_tests::poses::{LANGUAGES, Look, Screen};
use browser_tests::{Scheme, with_page};

/// A crowd around the monster, which sees neighbours on all sides. Some of them are in danger.
const CROWD: &str = "#/position/Mh6e-Se7m4-Bg3h3g4h4-FG1h5G3g6G4i6G5i5R1g5R3g7R4h7R5i7B1j6B3j7B4a1B5b1Y1k6Y3k7-N21";

/// The numbers of figures that something covers. Texts are measured by their ink, the rest by its outline.
const COVERED: &str = r#"(() => {
    const brush = document.createElement('canvas').getContext('2d');
    const ink = (text) => {
        const style = getComputedStyle(text);
        brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        brush.textAlign = 'center';
        const drawn = brush.measureText(text.textContent);
        const [x, y] = [text.x.baseVal, text.y.baseVal].map((at) => at.length ? at.getItem(0).value : 0);
        const at = (x, y) => new DOMPoint(x, y).matrixTransform(text.getScreenCTM());
        const from = at(x - drawn.actualBoundingBoxLeft, y - drawn.actualBoundingBoxAscent);
        const to = at(x + drawn.actualBoundingBoxRight, y + drawn.actualBoundingBoxDescent);
        return { left: from.x, top: from.y, right: to.x, bottom: to.y };
    };
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const numbers = [...document.querySelectorAll('.l-play .piece:not(.gone) .c-num')].map(ink);
    const shapes = [...document.querySelectorAll('.bdg use, .mini > use, .g-pct, .l-play .eye use')];
    const marks = shapes.map((shape) => shape.getBoundingClientRect())
        .concat([...document.querySelectorAll('.r-cost')].map(ink));
    const covered = numbers.filter((number) => marks.some((mark) => meet(number, mark)));
    return [numbers.length, marks.length, covered.length];
})()"#;

#[test]
fn nothing_covers_the_number_of_a_figure() {
    with_page(async |page| {
        for (width, height, touch) in [(320, 568, true), (390, 844, true), (1440, 900, false), (2560, 1440, false)] {
            page.size(width, height, touch).await;
            page.open(CROWD).await;
            page.wait_for("document.querySelector('main.analysis .bdg')").await;
            let [numbers, marks, covered]: [usize; 3] = page.eval(COVERED).await;
            assert!(numbers == 14 && marks > 8, "{numbers} numbers and {marks} marks, {width} × {height}");
            assert_eq!(covered, 0, "{width} × {height}");
        }
    });
}

#[test]
fn figures_lie_above_the_monster() {
    with_page(async |page| {
        page.open(CROWD).await;
        page.wait_for("document.querySelector('main.analysis .monster')").await;
        let above = "[...document.querySelectorAll('.l-play .piece .coin')].filter((coin) => document.querySelector('.monster').compareDocumentPosition(coin) & Node.DOCUMENT_POSITION_FOLLOWING).length";
        assert_eq!(page.eval::<usize>(above).await, 14);
    });
}

#[test]
fn the_sight_of_the_monster_reaches_the_last_space_before_a_wall() {
    with_page(async |page| {
        page.open("#/position/Mm4s").await;
        page.wait_for("document.querySelectorAll('.l-help .beam').length === 3").await;
        let reaches = "(() => {
            const middle = (cell) => {
                const box = document.querySelector(`[data-cell=${cell}]`).getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2];
            };
            const covers = ([x, y]) => [...document.querySelectorAll('.b-fill')].some((beam) => {
                const box = beam.getBoundingClientRect();
                return box.left < x && x < box.right && box.top < y && y < box.bottom;
            });
            return ['m5', 'm11', 'l4', 'a4', 'o4', 'm3'].map(middle).map(covers);
        })()";
        // Ahead to m11, to the left to o4, to the right to a4; not behind.
        assert_eq!(page.eval::<Vec<bool>>(reaches).await, [true, true, true, true, true, false]);
    });
}

#[test]
fn maps_of_a_fortress_show_all_its_tiles_wherever_they_are() {
    with_page(async |page| {
        for screen in [Screen::NewTable, Screen::About, Screen::Room] {
            let look = Look { scheme: Scheme::Light, ..screen.looks()[4] };
            screen
                .show(page, [look], async |_| {
                    let drawn = "(() => {
                        const shown = (shape) => shape.getBBox().width > 20 && getComputedStyle(shape).fill !== 'rgb(0, 0, 0)';
                        return [...document.querySelectorAll('svg.thumb')].map((map) => [...map.querySelectorAll('.th-p, .th-s, .th-c, .th-t')].filter(shown).length);
                    })()";
                    let drawn: Vec<usize> = page.eval(drawn).await;
                    // The basic fortress has two pools and eleven stones, the others thirteen such tiles.
                    assert!(!drawn.is_empty() && drawn.iter().all(|tiles| *tiles == 13), "{}: {drawn:?}", screen.name());
                })
                .await;
        }
    });
    with_page(async |page| {
        page.open("#/new").await;
        page.wait_for("document.querySelectorAll('svg.thumb').length === 2").await;
        let drawn = "(() => {
            const map = document.querySelectorAll('svg.thumb')[1];
            const shown = (shape) => shape.getBBox().width > 20 && getComputedStyle(shape).fill !== 'rgb(0, 0, 0)';
            return ['.th-p', '.th-s, .th-c, .th-t', '.th-1', '.th-2'].map((kind) => [...map.querySelectorAll(kind)].filter(shown).length);
        })()";
        assert_eq!(page.eval::<[usize; 4]>(drawn).await, [2, 11, 2, 2]);
    });
}

#[test]
fn the_switches_of_the_analysis_board_cover_no_wall() {
    with_page(async |page| {
        for (width, height, touch) in
            [(1024, 768, true), (1180, 820, true), (1280, 800, true), (1024, 768, false), (1440, 900, false)]
        {
            page.size(width, height, touch).await;
            for language in LANGUAGES {
                page.language(language).await;
                page.open(CROWD).await;
                page.wait_for("document.querySelectorAll('.analysis .aids button').length === 4").await;
                let covered: Vec<String> = page
                    .eval("(() => { const switches = [...document.querySelectorAll('.aids button')].map((one) => { const box = one.getBoundingClientRect(); const words = document.createRange(); words.selectNodeContents(one); return { left: box.left, top: box.top, bottom: box.bottom, right: words.getBoundingClientRect().right }; }); return [...document.querySelectorAll('.l-floor .wl text')].filter((letter) => { const box = letter.getBoundingClientRect(); return switches.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom); }).map((letter) => letter.textContent); })()")
                    .await;
                assert_eq!(covered, [""; 0], "{width} × {height}, {language}");
                assert_eq!(page.layout_problems().await, [""; 0], "{width} × {height}, {language}");
            }
        }
    });
}
