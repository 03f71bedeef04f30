//! The waiting room: examples, and properties of any view that a server might send.

use bots::Bot;
use proptest::prelude::*;
use protocol::{First, FortressWish, GameId, GameView, Help, Occupant, SeatView, StartRule, State};
use rules::chance::Commitment;
use rules::game::{Band, Length, NamedFortress};
use rules::terms::MonsterNumber;

use super::arrival::{Arrival, Owner, clean_name};
use super::news::{Motion, News, motion, news};
use super::*;

fn open() -> Occupant {
    Occupant::Open { arriving: None }
}

fn arriving(name: &str) -> Occupant {
    Occupant::Open { arriving: Some(name.to_owned()) }
}

fn person(name: &str, band: Band) -> Occupant {
    Occupant::Human { name: Some(name.to_owned()), band, here: true, nonce: None, stand_in: None }
}

fn bot(band: Band) -> Occupant {
    Occupant::Bot { bot: Bot::Fox.into(), name: "Reynard".to_owned(), band }
}

fn view(seats: Vec<Occupant>) -> GameView {
    GameView {
        game: GameId::from_random([7; GameId::LENGTH]),
        state: State::Waiting,
        seats: seats.into_iter().enumerate().map(|(seat, occupant)| SeatView { seat, occupant }).collect(),
        fortress: FortressWish::Basic,
        length: Length::Normal,
        help: Help::Foresight,
        first: First::Lot,
        last_eaten: None,
        start: Some(StartRule::ByHost),
        monster: MonsterNumber::from_index(0),
        commitment: Commitment([0; 32]),
        code: Some("moth-candle-52".to_owned()),
        host_seat: Some(0),
        watching: vec![],
        seq: 0,
        awaits: None,
        tiles: None,
        position: None,
        situation: None,
        hash: None,
        result: None,
        rematch: None,
        yours: vec![],
        host: false,
    }
}

/// The table of the design: Ada and Cleo here, Ben elsewhere, Dora on the way, a Fox, an empty door, bricks.
fn evening() -> GameView {
    let seats = vec![
        person("Ada", Band::Blue),
        person("Cleo", Band::Green),
        person("Ben", Band::Red),
        arriving("Dora"),
        bot(Band::Yellow),
        open(),
        Occupant::None,
    ];
    GameView { yours: vec![0, 1], host: true, ..view(seats) }
}

fn deeds_of(view: &GameView) -> Vec<Vec<Deed>> {
    Room::of(view).doors.into_iter().map(|door| door.deeds).collect()
}

#[test]
fn whoever_is_in_can_begin_and_in_a_rematch_whoever_was_eaten_last() {
    let wishes =
        |view: &GameView| Tonight::of(view).beginners.into_iter().map(|(wish, _)| wish).collect::<Vec<First>>();
    let evening = evening();
    let seats: Vec<First> = (0..evening.seats.len())
        .filter(|seat| Room::of(&evening).door(*seat).is_some_and(|door| door.behind.tag().is_some()))
        .map(First::Seat)
        .collect();
    assert!(seats.len() > 1);
    assert_eq!(wishes(&evening), [&[First::Lot], &seats[..]].concat());
    let rematch = GameView { last_eaten: Some(1), ..evening };
    assert_eq!(wishes(&rematch), [&[First::Lot], &seats[..], &[First::LastEaten]].concat());
}

#[test]
fn the_host_may_do_something_at_every_door() {
    use Deed::*;
    assert_eq!(
        deeds_of(&evening()),
        [
            vec![Move, Leave],
            vec![Move, Leave],
            vec![Move, ShowOut],
            vec![KeepOut],
            vec![OtherBot, ShowOut],
            vec![OneMoreHere, SeatBot, BrickUp],
            vec![Open],
        ]
    );
}

#[test]
fn a_guest_changes_only_the_own_seat_and_a_stranger_nothing() {
    use Deed::*;
    let guest = GameView { yours: vec![2], host: false, ..evening() };
    let mut expected = vec![vec![]; 7];
    expected[2] = vec![Leave];
    expected[5] = vec![OneMoreHere];
    assert_eq!(deeds_of(&guest), expected);
    let stranger = GameView { yours: vec![], ..guest };
    assert_eq!(deeds_of(&stranger), vec![vec![]; 7]);
    assert_eq!(Room::of(&stranger).role, Role::Stranger);
}

#[test]
fn the_first_seat_of_a_device_is_mine_and_the_next_one_on_it_too() {
    let room = Room::of(&evening());
    let whose = |seat: usize| match room.doors[seat].behind {
        Behind::Person { whose, is_host, .. } => (whose, is_host),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(whose(0), (Whose::Mine, true));
    assert_eq!(whose(1), (Whose::OnThisDevice, false));
    assert_eq!(whose(2), (Whose::Theirs, false));
    assert_eq!(room.host, Some(Tag { name: Some("Ada".to_owned()), band: Band::Blue }));
}

#[test]
fn doors_are_counted_by_kind() {
    assert_eq!(Room::of(&evening()).counts(), Counts { inside: 4, coming: 1, shut: 1 });
}

#[test]
fn start_bricks_up_what_is_open() {
    let start = Room::of(&evening()).start();
    assert_eq!(start, Start::Ready { players: 4, bricked: vec![4, 6], trades: vec![] });
}

#[test]
fn one_player_is_too_few() {
    assert_eq!(Room::of(&view(vec![person("Ada", Band::Blue), open()])).start(), Start::TooFew);
}

#[test]
fn with_few_players_bands_of_three_get_the_first_free_bands_of_four() {
    let seats =
        vec![person("Ada", Band::Green), person("Cleo", Band::Black), bot(Band::Red), person("Ed", Band::Beige)];
    let Start::Ready { trades, .. } = Room::of(&view(seats)).start() else { panic!("four can play") };
    let trades: Vec<_> = trades.into_iter().map(|trade| (trade.tag.name, trade.tag.band, trade.to)).collect();
    assert_eq!(
        trades,
        [(Some("Cleo".to_owned()), Band::Black, Band::Blue), (Some("Ed".to_owned()), Band::Beige, Band::Yellow)]
    );
}

#[test]
fn five_players_keep_their_bands() {
    let bands = [Band::Beige, Band::Purple, Band::Black, Band::Green, Band::Red];
    let start = Room::of(&view(bands.map(|band| person("Ada", band)).into())).start();
    assert_eq!(start, Start::Ready { players: 5, bricked: vec![], trades: vec![] });
}

#[test]
fn a_blank_name_is_none() {
    let room = Room::of(&view(vec![person("  ", Band::Blue), arriving("")]));
    assert_eq!(room.doors[0].behind.tag().unwrap().name, None);
    assert_eq!(room.doors[1].behind, Behind::OnTheWay { name: None });
}

#[test]
fn the_invitation_is_beside_the_page() {
    let game = GameId::from_random([7; GameId::LENGTH]);
    for (page, link) in [
        ("https://floors.example/", "https://floors.example/t/"),
        ("http://10.0.0.5:8080/index.html", "http://10.0.0.5:8080/t/"),
        ("https://example.org/games/floors/", "https://example.org/games/floors/t/"),
    ] {
        assert_eq!(invitation(page, game), format!("{link}{game}"));
    }
}

#[test]
fn a_seal_shows_eight_digits_and_a_code_its_words() {
    let mut hash = [0; 32];
    hash[..4].copy_from_slice(&[0x9f, 0x2c, 0x71, 0xa0]);
    assert_eq!(fingerprint(&Commitment(hash)), "9F2C-71A0");
    assert_eq!(words_to_say("moth-candle-52"), ["moth", "candle", "52"]);
}

#[test]
fn wishes_become_settings_and_back() {
    let laid = NamedFortress::Court.fortress().tiles().placements().collect();
    for fortress in [
        FortressWish::Basic,
        FortressWish::ByHand,
        FortressWish::Random,
        FortressWish::Named(NamedFortress::Burrow),
        FortressWish::Tiles(laid),
    ] {
        assert_eq!(FortressWish::from(Floors::from(&fortress)), fortress);
    }
    for level in crate::table::Help::ALL {
        assert_eq!(crate::table::Help::from(Help::from(level)), level);
    }
}

#[test]
fn whoever_arrives_sees_free_bands_and_the_owners_of_the_others() {
    let room = Room::of(&GameView { yours: vec![], host: false, ..evening() });
    let form = Arrival::new("Dora");
    let bands = form.bands(&room);
    assert!(matches!(&bands[0].owner, Some(Owner::Person(tag)) if tag.name.as_deref() == Some("Cleo")));
    assert!(matches!(bands[3].owner, Some(Owner::Bot(_))));
    assert!(bands[4..].iter().all(|choice| choice.owner.is_none()));
    // Dora is the fifth.
    assert!(bands.iter().all(|choice| !choice.needs_five));
    assert_eq!(form.band(&room), Some(Band::Beige));
    // The door where nobody is expected comes first.
    assert_eq!(form.door(&room), Some(5));
}

#[test]
fn with_few_players_bands_of_three_need_five() {
    let room = Room::of(&view(vec![person("Ada", Band::Blue), open(), open()]));
    let needs: Vec<Band> =
        Arrival::new("").bands(&room).iter().filter(|choice| choice.needs_five).map(|choice| choice.band).collect();
    assert_eq!(needs, [Band::Beige, Band::Purple, Band::Black]);
}

#[test]
fn a_band_that_somebody_else_takes_is_replaced_and_nothing_typed_is_lost() {
    let before = Room::of(&view(vec![person("Ada", Band::Blue), open(), open()]));
    let mut form = Arrival::new("Dora");
    form.choose(Band::Red);
    assert_eq!((form.band(&before), form.lost(&before)), (Some(Band::Red), None));
    let after = Room::of(&view(vec![person("Ada", Band::Blue), person("Ben", Band::Red), open()]));
    assert_eq!(form.band(&after), Some(Band::Green));
    assert_eq!(form.lost(&after).map(|choice| choice.band), Some(Band::Red));
    assert_eq!(form.name(), "Dora");
}

#[test]
fn several_people_on_a_device_take_several_doors() {
    let room = Room::of(&view(vec![person("Ada", Band::Blue), open(), Occupant::None, open()]));
    let mut form = Arrival::new("Dora");
    form.choose(Band::Yellow);
    form.next_person(&room);
    form.set_name("Emil");
    // There is no third door.
    form.next_person(&room);
    assert!(!form.has_room_for_more(&room));
    let seating: Vec<_> = form.seating(&room).into_iter().map(|(seat, one)| (seat, one.name, one.band)).collect();
    assert_eq!(seating, [(1, "Dora".to_owned(), Band::Yellow), (3, "Emil".to_owned(), Band::Green)]);
    form.drop_ready(0);
    assert_eq!(form.seating(&room).len(), 1);
}

#[test]
fn a_refused_door_is_not_tried_again() {
    let room = Room::of(&view(vec![person("Ada", Band::Blue), open(), open()]));
    let mut form = Arrival::new("Dora");
    form.stand_at(form.door(&room));
    form.refuse(1);
    assert_eq!((form.door(&room), form.was_refused()), (Some(2), true));
    form.refuse(2);
    assert_eq!(form.door(&room), None);
}

#[test]
fn whoever_stands_at_a_door_stays_there() {
    let before = Room::of(&view(vec![person("Ada", Band::Blue), open(), open()]));
    let mut form = Arrival::new("Dora");
    form.stand_at(form.door(&before));
    let seen = Room::of(&view(vec![person("Ada", Band::Blue), arriving("Dora"), open()]));
    assert_eq!(form.door(&seen), Some(1));
    let taken = Room::of(&view(vec![person("Ada", Band::Blue), person("Ben", Band::Red), open()]));
    assert_eq!(form.door(&taken), Some(2));
}

#[test]
fn names_have_no_hidden_characters() {
    assert_eq!(clean_name("A\u{202e}d\u{200b}a\n"), "Ada");
    assert_eq!(clean_name(&"x".repeat(60)).len(), 20);
}

#[test]
fn comings_and_goings_are_news() {
    let rooms = [
        view(vec![person("Ada", Band::Blue), open()]),
        view(vec![person("Ada", Band::Blue), arriving("Dora")]),
        view(vec![person("Ada", Band::Blue), person("Dora", Band::Red)]),
        view(vec![person("Dora", Band::Red), person("Ada", Band::Blue)]),
        view(vec![open(), person("Ada", Band::Blue)]),
        view(vec![Occupant::None, person("Ada", Band::Blue)]),
    ]
    .map(|view| Room::of(&view));
    let tag = |name: &str, band| Tag { name: Some(name.to_owned()), band };
    let (ada, dora) = (tag("Ada", Band::Blue), tag("Dora", Band::Red));
    let expected = [
        vec![News::OnTheWay { door: 2, name: Some("Dora".to_owned()) }],
        vec![News::In { door: 2, tag: dora.clone() }],
        vec![News::Moved { door: 1, tag: dora.clone() }, News::Moved { door: 2, tag: ada }],
        vec![News::Out { tag: dora }],
        vec![News::Bricked { door: 1 }],
    ];
    for (pair, expected) in rooms.windows(2).zip(expected) {
        assert_eq!(news(&pair[0], &pair[1]), expected);
    }
}

#[test]
fn another_name_or_band_is_not_news() {
    let before = Room::of(&view(vec![person("Ada", Band::Blue)]));
    for after in [person("Ada", Band::Red), person("Adele", Band::Blue)] {
        assert_eq!(news(&before, &Room::of(&view(vec![after]))), []);
    }
}

#[test]
fn doors_open_for_players_and_slam_behind_them() {
    let room = Room::of(&evening());
    let behind = |seat: usize| &room.doors[seat].behind;
    assert_eq!(motion(behind(5), behind(0)), Some(Motion::Opens));
    assert_eq!(motion(behind(3), behind(4)), Some(Motion::Opens));
    assert_eq!(motion(behind(0), behind(5)), Some(Motion::Slams));
    assert_eq!(motion(behind(0), behind(1)), None);
    assert_eq!(motion(behind(5), behind(6)), None);
}

fn any_occupant() -> impl Strategy<Value = Occupant> {
    let band = prop::sample::select(Band::ALL.to_vec());
    prop_oneof![
        Just(Occupant::None),
        prop::option::of(".{0,8}").prop_map(|arriving| Occupant::Open { arriving }),
        (prop::option::of(".{0,8}"), band.clone(), any::<bool>()).prop_map(|(name, band, here)| Occupant::Human {
            name,
            band,
            here,
            nonce: None,
            stand_in: None
        }),
        ("[a-z]{1,9}", ".{0,8}", band).prop_map(|(bot, name, band)| Occupant::Bot {
            bot: bot.parse().unwrap_or_else(|_| Bot::Fox.into()),
            name,
            band
        }),
    ]
}

prop_compose! {
    fn any_view()(
        seats in prop::collection::vec(any_occupant(), 0..=7),
        host in any::<bool>(),
        host_seat in prop::option::of(0..9_usize),
        yours in prop::collection::vec(0..9_usize, 0..4),
        watching in prop::collection::vec(prop::option::of(".{0,4}"), 0..4),
        first in prop_oneof![Just(First::Lot), Just(First::LastEaten), (0..9_usize).prop_map(First::Seat)],
    ) -> GameView {
        GameView { host, host_seat, yours, watching, first, ..view(seats) }
    }
}

/// Whether the server lets this browser do this, by the description of the API.
fn api_allows(view: &GameView, seat: &SeatView, deed: Deed) -> bool {
    let is_holder = view.yours.contains(&seat.seat) && matches!(seat.occupant, Occupant::Human { .. });
    match deed {
        Deed::OneMoreHere => matches!(seat.occupant, Occupant::Open { .. }),
        // A person is not replaced by a bot or by bricks.
        Deed::SeatBot | Deed::BrickUp | Deed::Open => view.host && !matches!(seat.occupant, Occupant::Human { .. }),
        Deed::OtherBot => view.host && matches!(seat.occupant, Occupant::Bot { .. }),
        Deed::KeepOut => view.host && matches!(seat.occupant, Occupant::Open { .. }),
        Deed::Leave => is_holder,
        Deed::Move => view.host,
        Deed::ShowOut => view.host && !matches!(seat.occupant, Occupant::None),
    }
}

proptest! {
    #[test]
    fn every_deed_that_is_offered_is_allowed(view in any_view()) {
        let room = Room::of(&view);
        prop_assert_eq!(room.doors.len(), view.seats.len());
        for (door, seat) in room.doors.iter().zip(&view.seats) {
            for deed in &door.deeds {
                prop_assert!(api_allows(&view, seat, *deed), "{:?} at {:?}", deed, seat);
            }
            if door.allows(Deed::Move) {
                prop_assert!(room.places(door.seat).next().is_some());
            }
        }
        // Nothing panics, whatever the view.
        let _ = (room.counts(), Tonight::of(&view));
    }

    #[test]
    fn start_gives_everybody_a_different_band_that_fits(view in any_view()) {
        let room = Room::of(&view);
        let mut bands: Vec<Band> = room.players().map(|tag| tag.band).collect();
        bands.sort_unstable();
        bands.dedup();
        let Start::Ready { players, trades, bricked } = room.start() else {
            prop_assert!(room.counts().inside < FEWEST);
            return Ok(());
        };
        prop_assert_eq!(players, room.counts().inside);
        prop_assert_eq!(bricked.len(), room.counts().coming + room.counts().shut);
        prop_assert!(players < MANY || trades.is_empty());
        // A server gives no band twice.
        if bands.len() == players && players < MANY {
            prop_assert_eq!(trades.len(), bands.iter().filter(|band| !band.has_four()).count());
            let mut after: Vec<Band> = bands.into_iter().filter(|band| band.has_four()).collect();
            after.extend(trades.iter().map(|trade| trade.to));
            after.sort_unstable();
            after.dedup();
            prop_assert_eq!(after.len(), players);
            prop_assert!(after.iter().all(|band| band.has_four()));
        }
    }

    #[test]
    fn an_arrival_takes_open_doors_and_free_bands(
        views in prop::collection::vec(any_view(), 1..4),
        keys in prop::collection::vec((0..6_u8, 0..9_usize, ".{0,30}"), 0..12),
    ) {
        let rooms: Vec<Room> = views.iter().map(Room::of).collect();
        let mut form = Arrival::new("");
        for (index, (key, number, text)) in keys.into_iter().enumerate() {
            let room = &rooms[index % rooms.len()];
            match key {
                0 => form.set_name(&text),
                1 => form.choose(Band::ALL[number % 7]),
                2 => form.next_person(room),
                3 => form.drop_ready(number),
                4 => form.stand_at(form.door(room)),
                _ => form.refuse(number),
            }
            for room in &rooms {
                let seating = form.seating(room);
                for (place, (seat, one)) in seating.iter().enumerate() {
                    prop_assert!(room.open().any(|open| open == *seat));
                    prop_assert!(room.players().all(|tag| tag.band != one.band));
                    prop_assert!(seating[..place].iter().all(|(other, two)| other != seat && two.band != one.band));
                    prop_assert!(one.name.chars().count() <= crate::scene::newtable::LONGEST_NAME);
                }
            }
        }
    }

    #[test]
    fn news_come_only_of_changes(before in any_view(), after in any_view()) {
        let (before, after) = (Room::of(&before), Room::of(&after));
        prop_assert_eq!(news(&before, &before), []);
        let _ = news(&before, &after);
    }
}
