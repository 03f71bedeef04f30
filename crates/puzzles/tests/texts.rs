//! Levels as text: every level comes back, what is wrong is told with its line, old texts can always be read.

mod random_levels;

use proptest::prelude::*;
use puzzles::Level;
use random_levels::levels;
use testkit::positions::config;

/// A level as somebody wrote it by hand, and as we write it.
const EVERYTHING: &str = include_str!("levels/version-1-everything.level");
const EVERYTHING_AS_WRITTEN: &str = include_str!("levels/version-1-everything-as-written.level");

/// A level with lines 2 to 6 for the texts, 7 to 9 for the drawing, and 10 for a grant.
const PLAIN: [&str; 10] = [
    "fearsome-level 1",
    "title: The first step",
    "author: Somebody",
    "hint: It never looks behind.",
    "teaches: seeing, nearest",
    "ours: G1",
    " 1 > . . . . . . . . . . .",
    " 3 . . # R4 . . . . . . . . . .",
    "waiting: G1",
    "lay: 1 figure on anywhere",
];

/// What is told of the level above with other lines in place of some; each may be several.
#[track_caller]
fn check(changed: &[(usize, &str)], told: &[&str]) {
    let mut lines = PLAIN;
    for (line, content) in changed {
        lines[line - 1] = content;
    }
    let errors = Level::from_text(&lines.join("\n")).err().unwrap_or_default();
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
}

#[test]
fn texts_of_every_version_are_read_for_ever() {
    let level = Level::from_text(EVERYTHING).unwrap();
    assert_eq!(level.to_text(), EVERYTHING_AS_WRITTEN);
    assert_eq!(Level::from_text(EVERYTHING_AS_WRITTEN), Ok(level));
}

#[test]
fn a_text_may_have_other_ends_of_lines_and_blanks() {
    let level = Level::from_text(EVERYTHING).unwrap();
    assert_eq!(Level::from_text(&EVERYTHING.replace('\n', " \r\n\r\n ")), Ok(level));
}

#[test]
fn a_byte_order_mark_is_ignored() {
    assert_eq!(Level::from_text(&format!("\u{feff}{EVERYTHING}")), Level::from_text(EVERYTHING));
}

#[test]
fn commas_and_plurals_are_read_and_not_written() {
    let text = |lines: [&str; 3]| {
        let [ours, waiting, lay] = lines;
        format!(
            "fearsome-level 1\n{ours}\n1 > . R4 . . . . . . . . .\n{waiting}\nlay: 2 {lay} on c3 d4\nlay: 1 stone on e5"
        )
    };
    let plain = Level::from_text(&text(["ours: G1 G3", "waiting: G1 G3", "figure"])).unwrap();
    let other =
        text(["ours: G1, G3", "waiting: G1,G3", "figures"]).replace("c3 d4", "c3, d4").replace("stone", "stones");
    assert_eq!(Level::from_text(&other), Ok(plain.clone()));
    assert!(plain.to_text().contains("ours: G1 G3\n") && plain.to_text().contains("lay: 2 figure on c3 d4\n"));
    let teleporters = |word| Level::from_text(&other.replace("stones", word)).err().map(|errors| errors[0].to_string());
    let words = "stone, crystal, turn-right, turn-around, figure, square-pool, long-pool, teleporters";
    assert_eq!(
        teleporters("teleporterss"),
        Some(format!("line 6: unknown thing \"teleporterss\": expected one of {words}"))
    );
    assert_eq!(teleporters("long-pools"), Some("line 6: there is no room for it in this area".to_owned()));
}

#[test]
fn what_looks_like_a_comment_is_told_how_comments_are_written() {
    let told = "a comment must be on a line of its own and begin with //";
    for (line, content) in [
        (2, "# The first step"),
        (2, "# title: The first step"),
        (5, "teaches: seeing // and more"),
        (6, "ours: G1 # ours"),
        (7, " 1 > . . . . . . . . . . . // the monster"),
        (9, "waiting: G1 // at the door"),
        (10, "lay: 1 figure on anywhere // even there"),
    ] {
        check(&[(line, content)], &[&format!("line {line}: {told}")]);
    }
    check(&[(2, "title: Stone #1"), (3, "author: https://example.org/"), (4, "hint: Take # or //.")], &[]);
}

#[test]
fn only_the_first_line_the_drawing_and_a_grant_must_be_there() {
    check(&[], &[]);
    let level = Level::from_text("fearsome-level 1\n1 > R4 . . . . . . . . . .\nlay: 1 stone on anywhere").unwrap();
    assert_eq!((level.about().title.as_str(), level.ours().len()), ("", 0));
    check(&[(2, "title:"), (3, ""), (4, "// hint: It does."), (5, "teaches:")], &[]);
}

#[test]
fn what_is_no_level_is_told_so() {
    let told = |text: &str| Level::from_text(text).unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>();
    let no_level = "not a level: the first line must be \"fearsome-level 1\"";
    assert_eq!(told(""), [format!("line 1: {no_level}")]);
    assert_eq!(told("// Only this.\n"), [format!("line 1: {no_level}")]);
    assert_eq!(told("\n// First this.\nlevel 1\ntitel: a\n"), [format!("line 3: {no_level}")]);
    assert_eq!(told("fearsome-level 2"), ["line 1: unsupported version \"2\": expected 1"]);
    let long = "fearsome-level 1\n".to_owned() + &"//\n".repeat(30_000);
    assert_eq!(told(&long), ["line 1: the text is too long: 90017 bytes, at most 65536"]);
    assert_eq!(
        told("fearsome-level 1\n\n// Nothing.\n"),
        [
            "line 3: there is no monster",
            "line 3: no figure is theirs, so the monster has nobody to eat",
            "line 3: nothing may be laid, moved or turned",
        ]
    );
}

#[test]
fn lines_that_cannot_be_read_are_all_told() {
    check(
        &[
            (2, "titel: The first step"),
            (3, "author: One\nauthor: Two"),
            (5, "teaches: seeing,, nearest"),
            (6, "ours: G1 G2 and me"),
            (7, " 1 > . ."),
            (8, " 3 . . # R4 . . . ? . . . . ! .\n 3 ."),
            (9, "waiting: G1 G2"),
            (10, "lay: 1 piano on anywhere"),
        ],
        &[
            "line 2: unknown header \"titel\": expected one of title, author, hint, teaches, ours, lay, move, turn, waiting",
            "line 4: duplicate author",
            "line 6: unknown trick \"\": expected one of seeing, nearest, tie, stone, shove, wall, slide, crystal, turn, teleporter",
            "line 7: \"G2\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5",
            "line 7: \"and\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5",
            "line 7: \"me\" is not a figure: figures are G, R, B, Y, E, P or K and 1, 3, 4 or 5",
            "line 8: row 1 needs 12 spaces, 3 are drawn",
            "line 9: \"?\" on h3 means nothing",
            "line 9: \"!\" on m3 means nothing",
            "line 10: row 3 is drawn twice",
            "line 11: \"G2\" is no figure",
            "line 12: unknown thing \"piano\": expected one of stone, crystal, turn-right, turn-around, figure, square-pool, \
             long-pool, teleporters",
        ],
    );
    check(
        &[(7, "What a fine day"), (9, "waiting: G1\nteaches: tie")],
        &[
            "line 7: \"What\" is neither a row number from 1 to 11 nor \"waiting:\", \"escaped:\" or \"eaten:\"",
            "line 10: duplicate teaches",
        ],
    );
}

#[test]
fn grants_that_cannot_be_read_are_told() {
    for (grant, told) in [
        ("lay: stone", "expected something like \"2 stone on anywhere\", found \"stone\""),
        ("lay: 1 stone anywhere", "expected something like \"2 stone on anywhere\", found \"1 stone anywhere\""),
        ("lay: +1 stone on anywhere", "expected a number, found \"+1\""),
        ("lay: 256 stone on anywhere", "expected a number, found \"256\""),
        ("lay: 1 stone on", "missing area: expected anywhere, anywhere but …, or spaces like c3 and e5-h8"),
        ("lay: 1 stone on c3 b9", "there is no space b9"),
        ("lay: 1 stone on c3 there", "invalid area \"there\": expected a space like c3 or a rectangle like e5-h8"),
        ("lay: 1 stone on anywhere except c3", "expected \"anywhere but\", found \"anywhere except\""),
        (
            "lay: 1 stone on d3-c4",
            "invalid rectangle \"d3-c4\": expected the north-west corner, then the south-east corner",
        ),
        ("move: c3", "expected something like \"c3 to d3 e3\", found \"c3\""),
        ("move: m1 to d3", "there is no space m1"),
        ("move: it to d3", "expected a space like d4, found \"it\""),
        ("turn:", "expected a space like d4, found \"\""),
        ("turn: c4 d4", "expected a space like d4, found \"c4 d4\""),
        ("turn: x9", "there is no space x9"),
        ("turn: it", "expected a space like d4, found \"it\""),
    ] {
        check(&[(10, grant)], &[&format!("line 10: {told}")]);
    }
}

#[test]
fn what_makes_no_level_is_told_where_it_stands() {
    check(
        &[
            (2, "title: 0123456789 0123456789 0123456789 0123456789 0123456789 012345"),
            (5, "teaches: tie, tie"),
            (6, "ours: G1 K5"),
            (7, "1 . . . . . . . . . . . ."),
            (9, "waiting: G1\nescaped: B1"),
            (
                10,
                "lay: 2 figure on anywhere\nlay: 0 stone on b2\nlay: 2 stone on b2 c3\nmove: d4 to e5\nturn: d3\n\
                 lay: 3 teleporters on anywhere\nmove: c3 to anywhere\nmove: c3 to anywhere\nlay: 9 crystal on anywhere",
            ),
        ],
        &[
            "line 2: the title must be one line of at most 60 bytes",
            "line 5: duplicate trick tie",
            "line 6: K5 is ours, but neither on the board nor waiting",
            "line 7: there is no monster",
            "line 9: 1 of our figures wait, but 2 may be laid",
            "line 10: B1 is theirs, but not on the board",
            "line 12: the number of things to lay must be at least 1",
            "line 13: there is room for 1 in this area, not for 2",
            "line 14: there is no piece to move on d4",
            "line 15: there is no teleporter to turn on d3",
            "line 16: too many pairs of teleporters: 3, at most 2",
            "line 18: duplicate grant for c3",
            "line 19: too many pieces to lay, move or turn: 20, at most 12",
        ],
    );
    check(
        &[(10, "lay: 1 figure on anywhere\nlay: 1 square-pool on c3-c9\nmove: c3 to c3")],
        &[
            "line 11: there is no room for it in this area",
            "line 12: there is no room for the piece on c3 in this area",
        ],
    );
    // Where nobody waits, the line is that of the grant.
    check(&[(6, ""), (9, "")], &["line 10: 0 of our figures wait, but 1 may be laid"]);
}

#[test]
fn a_table_that_cannot_be_laid_is_told_row_by_row() {
    check(
        &[
            (7, " 1 #  . . . . . . . . . . ."),
            (8, " 3 . . #1^ R4 . . . . . . . . . .\n 2 . 1> 1v . R4 . . . . . . . ."),
            (9, "waiting: G1\nwaiting: R4 K1"),
        ],
        &[
            "line 7: stone 1: only figures and the monster can be on the corner a1",
            "line 7: there is no monster",
            "line 8: teleporter 1: pair 1 has 3 of 2 teleporters",
            "line 8: stone 2: only the monster can be on the teleporter on c3",
            "line 9: figure 2: R4 is there already",
            "line 11: figure 4: R4 is there already",
            "line 11: K1 is theirs, but not on the board",
        ],
    );
}

#[test]
fn of_very_many_problems_the_first_hundred_are_told() {
    let told = |lines: &str| {
        let errors = Level::from_text(&format!("fearsome-level 1\n{lines}")).unwrap_err();
        (errors.len(), errors[99].to_string())
    };
    assert_eq!(told(&"lay:\n".repeat(9000)).1, "line 101: expected something like \"2 stone on anywhere\", found \"\"");
    let crowd = "waiting:\n".repeat(3000) + "waiting:" + &" G1".repeat(10_000);
    assert_eq!(told(&crowd), (100, "line 3002: figure 101: G1 is there already".to_owned()));
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_level_comes_back_and_is_written_the_same_again(level in levels()) {
        let text = level.to_text();
        prop_assert!(text.len() < Level::LONGEST_TEXT / 4, "{} bytes", text.len());
        let again = Level::from_text(&text);
        prop_assert_eq!(again.as_ref().map(Level::to_text), Ok(text));
        prop_assert_eq!(again, Ok(level));
    }

    #[test]
    fn no_garbage_makes_reading_panic(level in levels(), garbage in "\\PC{0,40}", line in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let text = level.to_text();
        let mut lines: Vec<&str> = text.lines().collect();
        let line = line.index(lines.len());
        let kept = &lines[line][..lines[line].floor_char_boundary(cut.index(lines[line].len() + 1))];
        let changed = format!("{kept}{garbage}");
        lines[line] = &changed;
        if let Ok(level) = Level::from_text(&lines.join("\n")) {
            prop_assert_eq!(Level::from_text(&level.to_text()), Ok(level));
        }
        prop_assert!(Level::from_text(&garbage).is_err());
    }
}
