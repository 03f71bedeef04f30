//! The analysis board: positions laid by hand and from strings, runs watched, best moves played, and a foresight that is the program's.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use browser_tests::fixtures::humans_move_after;
use browser_tests::{Page, with_page};
use rules::chance::{Secret, Seed};
use rules::terms::MonsterNumber;
use rules::{Position, Tombstone};
use serde_json::{Value, json};
use testkit::midgame::{games, scattered};
use web::table::LocalTable;

/// Six figures of three bands in the middle of a game.
const GAME: &str = "Mk5n-Sm4i6e7-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-N21";

/// The position as the address has it.
async fn address(page: &Page) -> String {
    page.eval("location.hash.replace('#/position/', '')").await
}

async fn shown(page: &Page) -> String {
    page.eval("document.querySelector('[data-position]').dataset.position").await
}

/// Waits until the board shows this position.
async fn wait_for_position(page: &Page, text: &str) {
    page.wait_for(&format!("document.querySelector('[data-position]')?.dataset.position === '{text}'")).await;
}

async fn open(page: &Page, text: &str) {
    page.open(&format!("#/position/{text}")).await;
    page.wait_for("document.querySelector('main.analysis')").await;
}

async fn put(page: &Page, tool: &str, cell: &str) {
    page.click(&format!("[data-tool=\"{tool}\"]")).await;
    page.click(&format!("[data-cell=\"{cell}\"]")).await;
}

/// Pastes a text and lays it out.
async fn paste(page: &Page, text: &str) {
    page.eval::<()>(&format!("document.querySelector('.share textarea').value = '{text}'; undefined")).await;
    page.click("[data-do=lay-out]").await;
}

#[test]
fn a_position_laid_by_hand_comes_back_from_its_link() {
    with_page(async |page| {
        page.open("#/position").await;
        page.click("[data-do=empty]").await;
        wait_for_position(page, "").await;
        put(page, "monster_south", "k5").await;
        put(page, "stone", "e7").await;
        put(page, "turn_right", "f2").await;
        put(page, "square_pool", "g3").await;
        put(page, "teleporter", "c4").await;
        page.click("[data-cell=\"n6\"]").await;
        page.click("[data-band=B]").await;
        page.click("[data-tool=B4]").await;
        page.click("[data-cell=\"d8\"]").await;
        let laid = "Mk5s-Se7-Rf2-Bg3h3g4h4-Tc4nn6n-FB4d8";
        wait_for_position(page, laid).await;
        assert_eq!(address(page).await, laid);
        // Off a figure, on an occupied space: told, and nothing changes.
        put(page, "stone", "d8").await;
        page.wait_for("document.querySelector('main [role=alert]')?.textContent.includes('d8')").await;
        assert_eq!(shown(page).await, laid);
        page.click("[data-tool=hand]").await;
        page.drag("[data-cell=\"d8\"]", "[data-cell=\"e9\"]").await;
        page.drag("[data-cell=\"e7\"]", "[data-cell=\"e8\"]").await;
        let moved = "Mk5s-Se8-Rf2-Bg3h3g4h4-Tc4nn6n-FB4e9";
        wait_for_position(page, moved).await;
        page.reload().await;
        wait_for_position(page, moved).await;
    });
}

#[test]
fn everything_can_be_done_with_the_keyboard_and_taken_back() {
    with_page(async |page| {
        open(page, "Mk5s-FB4d8").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        // The cursor begins in the middle, on h6; a hand is chosen.
        for key in ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"] {
            page.key(key).await;
        }
        said(page, "d8, Blue 4").await;
        page.key("Enter").await;
        page.key("ArrowDown").await;
        page.key("Enter").await;
        wait_for_position(page, "Mk5s-FB4d9").await;
        page.key("Delete").await;
        wait_for_position(page, "Mk5s").await;
        page.key("Control+z").await;
        page.key("Control+z").await;
        wait_for_position(page, "Mk5s-FB4d8").await;
        page.key("Control+y").await;
        wait_for_position(page, "Mk5s-FB4d9").await;
        page.click("[data-do=redo]").await;
        wait_for_position(page, "Mk5s").await;
        page.click("[data-do=undo]").await;
        wait_for_position(page, "Mk5s-FB4d9").await;
    });
}

/// Waits until the keyboard's place is told so.
async fn said(page: &Page, words: &str) {
    page.wait_for(&format!("document.querySelector('[aria-live=polite].vh').textContent.startsWith('{words}')")).await;
}

#[test]
fn the_keys_lead_out_by_the_doors_and_to_those_who_wait_there() {
    with_page(async |page| {
        open(page, "Mk5s-WG1").await;
        page.eval::<()>("document.querySelector('.board').focus()").await;
        let press = async |key: &str, times: usize| {
            for _ in 0..times {
                page.key(key).await;
            }
        };
        // From h6, where the cursor begins, to p11 and out.
        press("ArrowRight", 9).await;
        press("ArrowDown", 5).await;
        press("ArrowRight", 1).await;
        said(page, "outside the entrance: Green 1").await;
        press("Enter", 1).await;
        said(page, "Picked up: Green 1").await;
        press("ArrowLeft", 1).await;
        press("Enter", 1).await;
        wait_for_position(page, "Mk5s-FG1p11").await;
        // Up again, across to a1 and out by the exit.
        press("Enter", 1).await;
        press("ArrowUp", 5).await;
        press("ArrowLeft", 15).await;
        press("ArrowUp", 5).await;
        press("ArrowLeft", 1).await;
        said(page, "Picked up: Green 1. outside the exit").await;
        press("Enter", 1).await;
        wait_for_position(page, "Mk5s-EG1").await;
        said(page, "outside the exit: Green 1").await;
        press("Control+z", 2).await;
        wait_for_position(page, "Mk5s-WG1").await;
        // A screen reader finds them, too.
        page.eval::<()>("document.querySelector('[data-cell=G1]').dispatchEvent(new MouseEvent('click')); undefined")
            .await;
        page.eval::<()>("document.querySelector('[data-cell=exit]').dispatchEvent(new MouseEvent('click')); undefined")
            .await;
        wait_for_position(page, "Mk5s-EG1").await;
    });
}

#[test]
fn what_is_left_is_found_again_and_back_leads_where_one_came_from() {
    with_page(async |page| {
        page.open("#/").await;
        page.click("a[href='#/position']").await;
        page.click("[data-do=empty]").await;
        put(page, "monster_south", "k5").await;
        wait_for_position(page, "Mk5s").await;
        // Loaded anew in place, so that the way back stays as it is.
        page.eval::<()>("window.isOld = true; setTimeout(() => location.reload()); undefined").await;
        page.wait_for("!window.isOld && document.querySelector('main.analysis')").await;
        wait_for_position(page, "Mk5s").await;
        page.eval::<()>("setTimeout(() => history.back()); undefined").await;
        page.wait_for("location.hash === '#/' && !document.querySelector('main.analysis')").await;
        page.eval::<()>("setTimeout(() => history.forward()); undefined").await;
        wait_for_position(page, "Mk5s").await;
    });
}

#[test]
fn an_address_that_cannot_be_read_is_kept_to_be_mended() {
    with_page(async |page| {
        open(page, "Ma1e-Sc3x/d4").await;
        page.wait_for("document.querySelector('main [role=alert]')?.textContent.includes('Character 9')").await;
        page.wait_for("document.querySelector('.share textarea').value === 'Ma1e-Sc3x/d4'").await;
        assert_eq!(address(page).await, "Ma1e-Sc3x/d4");
        // What is wrong is selected.
        page.click("[data-do=lay-out]").await;
        page.wait_for("document.querySelector('.share textarea').selectionStart === 8").await;
        page.eval::<()>("document.querySelector('.share textarea').value = 'Ma1e-Sc3d4'; undefined").await;
        page.key("Enter").await;
        wait_for_position(page, "Ma1e-Sc3d4").await;
        assert_eq!(address(page).await, "Ma1e-Sc3d4");
        page.wait_for("!document.querySelector('main [role=alert]')").await;
    });
}

#[test]
fn the_ends_are_drawn_at_once_and_every_run_is_explained() {
    with_page(async |page| {
        open(page, "Mf6e-Ch6-FR4j6G4n6-N12-D5s").await;
        page.wait_for("document.querySelectorAll('.g .watched').length > 0").await;
        page.click("[data-tombstone=\"8\"] > button").await;
        page.wait_for("document.querySelector('.steps li')?.textContent.includes('crystal on h6')").await;
        // A look before each step, and one at the end.
        assert_eq!(page.count(".steps > li").await, 9);
        page.click("[data-tombstone=\"8\"] > button").await;
        page.wait_for("!document.querySelector('.steps')").await;
    });
}

#[test]
fn a_pasted_text_is_laid_out_or_told_what_is_wrong_with_it() {
    with_page(async |page| {
        page.open("#/position").await;
        paste(page, GAME).await;
        wait_for_position(page, &canonical(GAME)).await;
        paste(page, "Ma1e-Sc3x").await;
        page.wait_for("document.querySelector('main [role=alert]')?.textContent.includes('Character 9')").await;
        wait_for_position(page, &canonical(GAME)).await;
        paste(page, "https://example.org/#/position/Ma1e-FR4d3").await;
        wait_for_position(page, "Ma1e-FR4d3").await;
        open(page, "Ma1e-Sc3x").await;
        page.wait_for("document.querySelector('main [role=alert]')?.textContent.includes('Character 9')").await;
    });
}

/// A situation string as it is written.
fn canonical(text: &str) -> String {
    let situation: rules::game::Situation = text.parse().expect("it can be read");
    situation.to_string()
}

#[test]
fn a_watched_tombstone_leaves_the_monster_where_the_rules_say() {
    with_page(async |page| {
        page.motion().await;
        page.hold_clock().await;
        open(page, GAME).await;
        page.click("[data-grave=\"8\"]").await;
        page.click("[data-do=watch]").await;
        page.run_until("document.querySelector('.act.walk')?.textContent.includes('Step 3')").await;
        // No panel tells the end before it is seen.
        assert_eq!(shown(page).await, canonical(GAME));
        page.run_until("!document.querySelector('.act.walk')").await;
        let mut position = Position::from_setup(&GAME.parse::<rules::game::Situation>().expect("a game").setup)
            .expect("it can be laid");
        position.run(Tombstone::steps(8), &mut ());
        let monster = position.monster().expect("there is one");
        let label: String = page
            .eval(&format!("document.querySelector('[data-cell=\"{}\"]').getAttribute('aria-label')", monster.at))
            .await;
        assert!(label.contains(&format!("Monster, facing {}", monster.facing)), "{label}");
        // In stage two who is eaten is gone, so all else stands as the rules left it.
        let table = shown(page).await;
        assert!(table.starts_with(&position.to_string()), "{table} is not {position}");
        page.click("[data-do=undo]").await;
        wait_for_position(page, &canonical(GAME)).await;
    });
}

#[test]
fn a_run_is_watched_as_at_the_table() {
    with_page(async |page| {
        page.motion().await;
        page.hold_clock().await;
        open(page, GAME).await;
        page.click("[data-grave=\"8\"]").await;
        page.click("[data-do=watch]").await;
        let step = "document.querySelector('.act.walk .disp').textContent";
        page.click("[data-do=step]").await;
        for nth in 1..4 {
            page.run_until(&format!("document.querySelector('[data-do=run]') && {step}.startsWith('Step {nth} ')"))
                .await;
            page.click("[data-do=step]").await;
        }
        page.run_until(&format!("document.querySelector('[data-do=run]') && {step}.startsWith('Step 4 ')")).await;
        page.click("[data-do=back]").await;
        page.wait_for(&format!("{step}.startsWith('Step 3 ')")).await;
        page.click("[data-do=why-now]").await;
        page.wait_for("document.querySelector('.answer .why')").await;
        page.key("Escape").await;
        page.wait_for("!document.querySelector('.why')").await;
        page.click("[data-do=run]").await;
        page.run_until(&format!("{step}.startsWith('Step 5 ')")).await;
        page.click("[data-do=again]").await;
        page.run_until(&format!("{step}.startsWith('Step 2 ')")).await;
        page.click("[data-do=skip]").await;
        page.wait_for("!document.querySelector('.act.walk')").await;
        assert_ne!(shown(page).await, canonical(GAME));
    });
}

#[test]
fn a_teleporter_without_its_twin_says_so() {
    with_page(async |page| {
        open(page, GAME).await;
        assert_eq!(page.count(".lone").await, 0);
        page.click("[data-tool=teleporter]").await;
        page.click("[data-cell=\"h6\"]").await;
        page.wait_for("document.querySelector('.lone')?.textContent.includes('twin')").await;
        page.click("[data-do=undo]").await;
        page.wait_for("!document.querySelector('.lone')").await;
    });
}

#[test]
fn the_best_move_of_a_bot_is_shown_and_played() {
    with_page(async |page| {
        open(page, "Mh6e-FG4h10R4h2-XG1G3G5R1R3R5-N23-AR-VR4-D10s2h").await;
        page.wait_for("document.querySelector('[data-advice=G4]')").await;
        page.wait_for("document.querySelector('.best-arrow')").await;
        page.click("[data-do=play-it]").await;
        page.wait_for("document.querySelector('[data-position]').dataset.position.includes('-VR4G4')").await;
        // Both have moved: no game goes on before a tombstone, and that is told.
        page.wait_for("document.querySelector('.best .said')?.textContent.includes('tombstone')").await;
    });
}

#[test]
fn a_figure_walks_by_the_rules_and_its_dangers_are_listed() {
    with_page(async |page| {
        open(page, "Mf6e-FR1h6G4a3-N12-D5s").await;
        page.click("[data-tool=walk]").await;
        page.click("[data-cell=\"h6\"]").await;
        page.wait_for("document.querySelectorAll('.leaf .moves .mv').length > 20").await;
        page.wait_for("document.querySelector('.reach path')").await;
        page.click("[data-cell=\"h9\"]").await;
        page.wait_for("document.querySelector('[data-position]').dataset.position.includes('R1h9')").await;
        page.wait_for("document.querySelector('[data-position]').dataset.position.includes('-VR1')").await;
    });
}

#[test]
fn lines_stand_side_by_side() {
    with_page(async |page| {
        open(page, "Ma6e-FR4c6").await;
        page.click("[data-do=branch]").await;
        page.drag("[data-cell=\"c6\"]", "[data-cell=\"p11\"]").await;
        wait_for_position(page, "Ma6e-FR4p11").await;
        page.wait_for("document.querySelectorAll('.compare thead th').length === 3").await;
        let dangers: Vec<String> = page
            .eval("[...document.querySelectorAll('.compare tbody tr:last-child td')].map((cell) => cell.textContent)")
            .await;
        assert_eq!(dangers, ["100%", "0%"]);
        page.click("[data-line=\"0\"]").await;
        wait_for_position(page, "Ma6e-FR4c6").await;
        // A line that was forgotten is taken back like all else.
        page.click("[data-line=\"1\"] + .x").await;
        page.wait_for("!document.querySelector('.compare')").await;
        page.click("[data-do=undo]").await;
        page.wait_for("document.querySelectorAll('.compare thead th').length === 3").await;
    });
}

#[test]
fn a_picture_of_the_board_can_be_saved() {
    with_page(async |page| {
        open(page, GAME).await;
        let picture = page.download("[data-do=save-picture]").await;
        assert_eq!(picture.name, "fearsome-floors.svg");
        let text = String::from_utf8(picture.content).expect("it is text");
        let picture = roxmltree::Document::parse(&text).expect("other programs can read it");
        assert!(picture.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        let attributes = || picture.descendants().flat_map(|node| node.attributes());
        let ids: Vec<&str> = attributes().filter(|one| one.name() == "id").map(|one| one.value()).collect();
        let used: Vec<&str> = attributes().filter(|one| one.name() == "href").map(|one| one.value()).collect();
        assert!(used.len() > 20 && used.iter().all(|used| ids.contains(&&used[1..])), "{used:?}");
        let style = picture.descendants().find(|node| node.has_tag_name("style")).and_then(|style| style.text());
        let style = style.expect("its colours are inside it");
        // Beside the picture lies nothing: the font is inside it, too.
        assert!(style.contains("--blood") && style.contains("url(\"data:font/woff2;base64,d09GMg"));
        assert!(!style.contains("bangers"));
    });
}

/// The program, as `cargo xtask test-browser` builds it beside this test.
pub(crate) fn program() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let program =
        test.parent().and_then(|deps| deps.parent()).expect("it is in a folder of the target").join("fearsome");
    assert!(fs::exists(&program).unwrap_or(false), "`cargo xtask test-browser` makes {program:?}");
    program
}

/// What `fearsome engine` foresees in each of these positions.
fn foreseen(positions: &[Position]) -> Vec<Value> {
    let mut engine = Command::new(program())
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut questions = engine.stdin.take().expect("it is piped");
    let lines: Vec<String> = positions
        .iter()
        .map(|position| json!({ "kind": "foresight", "position": position.to_string() }).to_string())
        .collect();
    let asking = std::thread::spawn(move || {
        for line in lines {
            writeln!(questions, "{line}").expect("it listens");
        }
    });
    let answers = BufReader::new(engine.stdout.take().expect("it is piped")).lines();
    let answers = answers.map(|line| serde_json::from_str(&line.expect("it answers")).expect("JSON")).collect();
    asking.join().expect("all has been asked");
    engine.wait().expect("it ends");
    answers
}

/// What the page foresees, in the shape of the engine's answers.
const LISTED: &str = "[...document.querySelectorAll('.what-comes li')].map(({ dataset }) => ({
    card: dataset.tombstone, monster: { at: dataset.end, facing: dataset.facing },
    eaten: dataset.eaten.split(' ').filter(Boolean), trail: dataset.trail.split(' ').filter(Boolean),
}))";

#[test]
fn the_foresight_of_the_page_is_that_of_the_program() {
    let mut positions = scattered(100, 7);
    positions.extend(games(100, 4, 8).iter().map(|game| *game.position()));
    let expected = foreseen(&positions);
    assert_eq!((positions.len(), expected.len()), (200, 200));
    with_page(async |page| {
        // The bot, which would be asked for its best move after a pause, is not asked.
        page.hold_clock().await;
        open(page, "Ma1e").await;
        for (position, expected) in positions.iter().zip(&expected) {
            let text = position.to_string();
            page.eval::<()>(&format!("location.hash = '#/position/{text}'; undefined")).await;
            wait_for_position(page, &text).await;
            let listed: Vec<Value> = page.eval(LISTED).await;
            let wanted = expected["foresight"].as_array().expect("a list");
            // The page leaves out 3 hits, which the normal game does not have.
            let wanted = wanted.iter().filter(|end| end["card"] != json!({ "hits": 3 }));
            let wanted: Vec<Value> = wanted
                .map(|end| {
                    let card = match &end["card"] {
                        Value::Number(steps) => steps.to_string(),
                        hits => {
                            let hits = hits["hits"].as_u64().expect("a number");
                            Tombstone::hits(u8::try_from(hits).expect("a few")).to_string()
                        }
                    };
                    json!({ "card": card, "monster": end["monster"], "eaten": end["eaten"], "trail": end["trail"] })
                })
                .collect();
            assert_eq!(listed, wanted, "{text}");
        }
    });
}

#[test]
fn a_position_is_played_on_as_a_game() {
    with_page(async |page| {
        // A game has all figures: those that are nowhere else are lost.
        open(page, &GAME.replace("-N21", "-XG3G4G5R1R3R4B1B4B5Y1Y4Y5-N21")).await;
        let before = shown(page).await;
        // The advice moves the button.
        page.wait_for("document.querySelector('[data-advice]')").await;
        page.click("[data-do=play-on]").await;
        page.click("dialog [data-do=begin]").await;
        page.wait_for("location.hash.startsWith('#/game/') && document.querySelector('button[data-pick]')").await;
        let save = "JSON.parse(localStorage.getItem(`fearsome.game.${location.hash.split('/')[2]}`))";
        let mut whos: Vec<String> = page.eval(&format!("{save}.seats")).await;
        whos.sort();
        assert_eq!(whos, ["fox", "fox", "fox", "human"]);
        // The same position, seen from the table.
        page.click("[data-do=analyse]").await;
        wait_for_position(page, &before).await;
    });
}

/// The parts of the monster on the board.
const MONSTER: &str =
    "[...document.querySelectorAll('.l-play .monster use')].map((part) => part.getAttribute('href')).join()";

#[test]
fn a_copied_link_is_laid_out_again_with_its_monster() {
    with_page(async |page| {
        page.before_load(
            // An empty page has no clipboard.
            "if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };",
        )
        .await;
        open(page, &format!("{GAME}/monster-201")).await;
        let (monster, before): (String, String) = (page.eval(MONSTER).await, shown(page).await);
        page.click("[data-do=copy-link]").await;
        page.wait_for("window.copied").await;
        let link: String = page.eval("window.copied").await;
        assert!(link.ends_with("/monster-201"), "{link}");
        open(page, "Ma1e").await;
        assert_ne!(page.eval::<String>(MONSTER).await, monster);
        paste(page, &link).await;
        wait_for_position(page, &before).await;
        page.wait_for(&format!("{MONSTER} === {monster:?}")).await;
        page.wait_for("location.hash.endsWith('/monster-201')").await;
    });
}

#[test]
fn the_analysis_board_shows_the_monster_of_the_game() {
    with_page(async |page| {
        let mut new = humans_move_after(12, 1).again();
        new.monster = MonsterNumber::from_index(201);
        let table = LocalTable::begin(new, Secret::chosen(Seed([1; 32]))).expect("a game");
        page.open("").await;
        page.keep_game("0a", &table).await;
        page.open("#/game/0a").await;
        page.wait_for("document.querySelector('.l-play .monster')").await;
        let parts: String = page.eval(MONSTER).await;
        page.click("[data-do=analyse]").await;
        page.wait_for("document.querySelector('main.analysis .monster')").await;
        assert_eq!(page.eval::<String>(MONSTER).await, parts);
        open(page, GAME).await;
        assert_ne!(page.eval::<String>(MONSTER).await, parts);
    });
}

#[test]
fn undo_has_its_keys_wherever_the_focus_is() {
    with_page(async |page| {
        open(page, GAME).await;
        let before = shown(page).await;
        for letters in ["on", "off"] {
            page.store("fearsome.character-keys", letters).await;
            put(page, "stone", "h6").await;
            page.wait_for(&format!("document.querySelector('[data-position]').dataset.position !== '{before}'")).await;
            page.eval::<()>("document.querySelector('[data-tool=stone]').focus()").await;
            page.key("Control+z").await;
            wait_for_position(page, &before).await;
            page.key("Control+y").await;
            page.wait_for(&format!("document.querySelector('[data-position]').dataset.position !== '{before}'")).await;
            page.key("Control+z").await;
            wait_for_position(page, &before).await;
        }
    });
}

#[test]
fn a_run_is_watched_again_until_the_board_changes() {
    with_page(async |page| {
        page.hold_clock().await;
        open(page, GAME).await;
        assert_eq!(page.count("[data-do=again]").await, 0);
        page.click("[data-grave=\"8\"]").await;
        page.click("[data-do=watch]").await;
        page.click(".act.walk [data-do=skip]").await;
        page.wait_for("!document.querySelector('.act.walk')").await;
        let after = shown(page).await;
        page.click(".graves [data-do=again]").await;
        page.run_until("document.querySelector('.act.walk .disp')?.textContent.startsWith('Step 2 ')").await;
        page.click(".act.walk [data-do=skip]").await;
        page.wait_for("!document.querySelector('.act.walk')").await;
        assert_eq!(shown(page).await, after);
        page.click("[data-do=undo]").await;
        page.wait_for("!document.querySelector('.graves [data-do=again]')").await;
    });
}

#[test]
fn a_sound_word_has_its_corner_for_itself() {
    with_page(async |page| {
        page.motion().await;
        page.hold_clock().await;
        // The monster eats at its first step.
        open(page, "Mh5e-FG1i5").await;
        assert_eq!(page.count(".stage .note").await, 1);
        page.click("[data-do=watch]").await;
        page.run_until("document.querySelector('.shout')").await;
        assert_eq!(page.count(".stage .note").await, 0);
    });
}

#[test]
fn a_space_that_a_list_names_is_shown_on_the_board() {
    with_page(async |page| {
        open(page, GAME).await;
        page.wait_for("document.querySelector('.what-comes .mv')").await;
        let cell: String = page.eval("document.querySelector('.what-comes li').dataset.end").await;
        page.hover(".what-comes .mv").await;
        page.wait_for("document.querySelector('.pointed')").await;
        let names: Vec<String> =
            page.eval("[...document.querySelectorAll('.cell-name text')].map((name) => name.textContent)").await;
        // Where an end stands on the space there may be no room for its name.
        assert!(names.is_empty() || names == [cell], "{names:?}");
        page.hover(".mast h1").await;
        page.wait_for("!document.querySelector('.pointed')").await;
    });
}
