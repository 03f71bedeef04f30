//! Every screen in every size, colour and language: nothing covered, nothing cut, nothing that axe finds.

use std::collections::BTreeSet;

use browser_tests::poses::{LANGUAGES, Look, SIZES, Screen, TIGHT};
use browser_tests::{Scheme, with_page};

fn check(screen: Screen) {
    let mut problems = vec![];
    with_page(async |page| {
        let inspect = async |look: Look| {
            // Texts first: the layout is inspected by scrolling.
            let mut found = page.unreadable_texts().await;
            found.extend(page.layout_problems().await);
            let (width, height, touch) = look.size;
            if touch {
                found.extend(page.small_targets().await);
            }
            if screen.day_and_night().contains(&look) {
                found.extend(page.axe().await);
            }
            let (scheme, language) = (look.scheme.name(), look.language);
            problems.extend(
                found.into_iter().map(|problem| format!("{width} × {height}, {scheme}, {language}: {problem}")),
            );
            // Texts do not depend on the colours, and a window changes its size faster than a screen is opened.
            let tight = if screen.begins_language(look) { &TIGHT[..] } else { &[] };
            for &(width, height, touch) in tight.iter().filter(|size| **size != look.size) {
                page.size(width, height, touch).await;
                let found = page.unreadable_texts().await;
                problems.extend(found.into_iter().map(|problem| format!("{width} × {height}, {language}: {problem}")));
            }
        };
        screen.show(page, screen.looks(), inspect).await;
        assert!(problems.is_empty(), "{}:\n{}", screen.name(), problems.join("\n"));
    });
}

/// A test for each screen.
macro_rules! every_screen {
    ($($test:ident: $screen:ident,)*) => {
        $(#[test]
        fn $test() {
            check(Screen::$screen);
        })*

        #[test]
        fn no_screen_is_forgotten() {
            assert_eq!(BTreeSet::from([$(Screen::$screen),*]), BTreeSet::from(Screen::ALL));
        }
    };
}

every_screen! {
    home_is_for_everyone: Home,
    a_new_table_is_for_everyone: NewTable,
    the_table_is_for_everyone: Choice,
    a_planned_move_is_for_everyone: Table,
    a_table_of_seven_is_for_everyone: Seven,
    the_text_board_is_for_everyone: TextBoard,
    the_walk_of_the_monster_is_for_everyone: Monster,
    an_answer_to_why_is_for_everyone: Why,
    the_end_is_for_everyone: End,
    the_analysis_board_is_for_everyone: Analysis,
    a_run_on_the_analysis_board_is_for_everyone: AnalysisRun,
    an_answer_on_the_analysis_board_is_for_everyone: AnalysisWhy,
    laying_the_fortress_is_for_everyone: SetUp,
    laying_the_fortress_of_seven_is_for_everyone: SetUpOfSeven,
    the_editor_of_a_fortress_is_for_everyone: Fortress,
    a_replay_is_for_everyone: Replay,
    a_replay_of_seven_is_for_everyone: ReplayOfSeven,
    a_run_in_a_replay_is_for_everyone: ReplayRun,
    an_answer_in_a_replay_is_for_everyone: ReplayWhy,
    the_archive_is_for_everyone: Archive,
    about_is_for_everyone: About,
    the_rules_are_for_everyone: Rules,
    a_ruling_is_for_everyone: Ruling,
    home_with_tables_is_for_everyone: HomeWithTables,
    a_new_table_with_people_elsewhere_is_for_everyone: NewTableElsewhere,
    the_waiting_room_is_for_everyone: Room,
    the_waiting_room_of_a_guest_is_for_everyone: GuestRoom,
    the_arrival_is_for_everyone: Arrival,
    the_arrival_at_a_full_house_is_for_everyone: FullHouse,
    a_table_over_a_link_is_for_everyone: RemoteTable,
    a_table_of_seven_over_a_link_is_for_everyone: RemoteSeven,
    the_menu_of_a_table_is_for_everyone: TableMenu,
    moving_seats_is_for_everyone: MoveSeats,
    taking_seats_over_is_for_everyone: TakeOver,
    a_dead_line_is_for_everyone: DeadLine,
    the_end_of_a_game_over_a_link_is_for_everyone: RemoteEnd,
    feeding_time_is_for_everyone_who_comes_for_the_first_time: FeedingFirst,
    feeding_time_is_for_everyone: Feeding,
    feeding_time_is_for_everyone_who_has_solved_everything: FeedingDone,
    feeding_time_is_for_everyone_in_trouble: FeedingTrouble,
    a_level_is_for_everyone: Level,
    a_walk_in_a_level_is_for_everyone: LevelWalk,
    a_lost_level_is_for_everyone: LevelLost,
    an_answer_in_a_level_is_for_everyone: LevelWhy,
    a_level_with_survivors_is_for_everyone: LevelSpared,
    a_solved_level_is_for_everyone: LevelSolved,
    the_helps_of_a_level_are_for_everyone: LevelHelps,
    the_text_board_of_a_level_is_for_everyone: LevelText,
    a_damaged_level_is_for_everyone: LevelDamaged,
    preparing_a_move_is_for_everyone: Ahead,
    a_prepared_move_is_for_everyone: Kept,
    the_first_scene_is_for_everyone: FirstMonster,
    the_first_move_is_for_everyone: FirstMove,
    hiding_is_for_everyone: FirstPush,
    sliding_is_for_everyone: FirstBlood,
    the_walls_are_for_everyone: FirstWalls,
    luring_is_for_everyone: FirstLure,
    the_last_scene_is_for_everyone: FirstReal,
}

#[test]
fn any_two_of_screen_size_colours_and_language_come_together() {
    let values = |screen: Screen, look: Look| {
        let (width, height, _) = look.size;
        [
            screen.name().to_owned(),
            format!("{width} × {height}"),
            look.scheme.name().to_owned(),
            look.language.to_owned(),
        ]
    };
    let looks: Vec<[String; 4]> =
        Screen::ALL.into_iter().flat_map(|screen| screen.looks().map(|look| values(screen, look))).collect();
    let counts = [Screen::ALL.len(), SIZES.len(), Scheme::ALL.len(), LANGUAGES.len()];
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let pairs: BTreeSet<_> = looks.iter().map(|values| (&values[one], &values[other])).collect();
        assert_eq!(pairs.len(), counts[one] * counts[other], "{pairs:?}");
    }
}

#[test]
fn what_takes_long_is_done_by_day_and_by_night() {
    for screen in Screen::ALL {
        let [one, other] = screen.day_and_night();
        assert!(one.scheme != other.scheme && screen.looks().contains(&one) && screen.looks().contains(&other));
    }
}

#[test]
fn no_name_of_seven_is_cut() {
    with_page(async |page| {
        let inspect = async |look: Look| {
            page.wait_for("document.querySelectorAll('.cast .who').length >= 7").await;
            let cut: Vec<String> = page
                .eval("[...document.querySelectorAll('.cast .who')].filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2).map((name) => name.textContent)")
                .await;
            assert!(cut.is_empty(), "{look:?}: {cut:?}");
        };
        Screen::Seven.show(page, Screen::Seven.looks(), inspect).await;
    });
}

#[test]
fn the_end_of_a_game_shows_what_can_be_done_next_at_once() {
    with_page(async |page| {
        let inspect = async |look: Look| {
            page.wait_for("document.querySelector('.acts')").await;
            let room: f64 =
                page.eval("innerHeight - document.querySelector('.acts').getBoundingClientRect().bottom").await;
            assert!(room >= 0.0, "{look:?}: {room}");
        };
        for screen in [Screen::End, Screen::RemoteEnd] {
            screen.show(page, screen.looks(), inspect).await;
        }
    });
}

/// The size of a space of the board in CSS pixels.
const SPACE_PX: &str = "(() => { const board = document.querySelector('.board .layer'); const { width, height } = board.getBoundingClientRect(); const box = board.viewBox.baseVal; return 60 * Math.min(width / box.width, height / box.height); })()";

/// Where each seat is, in whole pixels.
const SEATS: &str = "[...document.querySelectorAll('.cast .player')].map((seat) => seat.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))";

#[test]
fn on_a_phone_board_and_seats_keep_their_places_and_the_board_has_all_the_room() {
    // As large as what stands around the board allows.
    for (size, least) in [((320, 568, true), 18.4), ((390, 844, true), 26.0)] {
        let mut seen: Vec<(Screen, f64, Vec<[i32; 4]>)> = vec![];
        for screen in [Screen::Choice, Screen::Table, Screen::Monster, Screen::Why] {
            with_page(async |page| {
                let look = Look { size, ..screen.looks()[0] };
                let inspect = async |_| seen.push((screen, page.eval(SPACE_PX).await, page.eval(SEATS).await));
                screen.show(page, [look], inspect).await;
            });
        }
        let (_, space, seats) = &seen[0];
        assert!(*space >= least && seen.iter().all(|(_, other, _)| other == space), "{size:?}: {seen:?}");
        assert!(seen.iter().all(|(.., other)| other == seats), "{size:?}: {seen:?}");
    }
}

#[test]
fn on_a_phone_the_menu_has_words() {
    with_page(async |page| {
        let inspect = async |look: Look| {
            page.click(".tool.more").await;
            page.wait_for("document.querySelector('.tools.open')").await;
            let nameless: Vec<String> = page
                .eval("[...document.querySelectorAll('.tools.open .tool')].filter((tool) => tool.checkVisibility() && ['none', '', '\"\"'].includes(getComputedStyle(tool, '::after').content)).map((tool) => tool.outerHTML)")
                .await;
            assert!(nameless.is_empty(), "{look:?}: {nameless:?}");
            assert_eq!(page.small_targets().await, [""; 0], "{look:?}");
        };
        // The menu of a table with company is one of the screens itself.
        for screen in [Screen::Choice, Screen::Analysis, Screen::SetUp, Screen::Replay] {
            screen.show(page, screen.looks().into_iter().take(2), inspect).await;
        }
    });
}

#[test]
fn what_is_chosen_and_where_things_end_is_seen_in_forced_colours() {
    with_page(async |page| {
        page.force_colours().await;
        let inspect = async |_| {
            let edgeless: Vec<String> = page
                .eval("[...document.querySelectorAll('.panel, .btn, .tool, .p, .tile, .g, .mv, .mark, .new')].filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).borderTopWidth) < 2).map((element) => element.className)")
                .await;
            assert_eq!(edgeless, [""; 0]);
            let alike: Vec<String> = page
                .eval("(() => { const fill = (element) => getComputedStyle(element).backgroundColor; const chosen = [...document.querySelectorAll('[aria-pressed=true], [aria-checked=true], :checked + span')].filter((element) => element.checkVisibility()); return chosen.filter((element) => fill(element) === fill(document.body)).map((element) => element.outerHTML.slice(0, 90)); })()")
                .await;
            assert_eq!(alike, [""; 0]);
        };
        for screen in [Screen::Table, Screen::Monster, Screen::Analysis, Screen::SetUp] {
            screen
                .show(
                    page,
                    screen.looks().into_iter().take(1).chain(screen.looks().into_iter().skip(4).take(1)),
                    inspect,
                )
                .await;
        }
    });
}
