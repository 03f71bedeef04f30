//! Every screen in every size, colour and language: nothing covered, nothing cut, nothing that axe finds.

use std::collections::BTreeSet;

use browser_tests::poses::{LANGUAGES, Look, SIZES, Screen};
use browser_tests::{Scheme, with_page};

fn check(screen: Screen) {
    let mut problems = vec![];
    with_page(async |page| {
        let inspect = async |look: Look| {
            let mut found = page.layout_problems().await;
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
            assert_eq!([$(Screen::$screen),*], Screen::ALL);
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
    laying_the_fortress_is_for_everyone: SetUp,
    laying_the_fortress_of_seven_is_for_everyone: SetUpOfSeven,
    the_editor_of_a_fortress_is_for_everyone: Fortress,
    a_replay_is_for_everyone: Replay,
    a_replay_of_seven_is_for_everyone: ReplayOfSeven,
    the_archive_is_for_everyone: Archive,
    about_is_for_everyone: About,
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
