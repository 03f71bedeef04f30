//! All drawings are well-formed, have no style attributes, and use only symbols that exist.

use super::coin::{Dress, Size, Standing};
use super::floor::Orientation;
use super::graves::{Grave, GraveLook, Words};
use super::icons::Icon;
use super::monster::Kit;
use super::picture::{Parts, font_address, picture, with_font};
use super::sign::{Certainty, Gaze, Leg, Tone};
use super::time_line::{self, Transport};
use super::{
    coin, door, face, feeding, floor, fortress_thumb, graves, icons, issue, laying, level_board, level_map, logo,
    monster, presence, qr, rnd, seal, sign, stone,
};
use puzzles::Trick;
use rules::game::{Axis, Band, Face, Pair, Placement, Tile};
use rules::terms::MonsterNumber;
use rules::{Cell, Direction, FigureId, Stone, Tombstone, Wall};
use std::collections::HashSet;

const ART: [&str; 4] = [
    include_str!("../../art/defs.svg"),
    include_str!("../../art/figures.svg"),
    include_str!("../../art/monster-kit.svg"),
    include_str!("../../art/tiles.svg"),
];

/// Parses a fragment as the page will; returns its ids and the ids it uses.
#[track_caller]
fn read(markup: &str) -> (Vec<String>, Vec<String>) {
    let whole = format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>"#);
    let document = roxmltree::Document::parse(&whole).unwrap_or_else(|problem| panic!("{problem} in {markup}"));
    let (mut ids, mut uses) = (Vec::new(), Vec::new());
    for attribute in document.descendants().flat_map(|node| node.attributes()) {
        let (name, value) = (attribute.name(), attribute.value());
        assert_ne!(name, "style", "{markup}");
        match name {
            "id" => ids.push(value.to_owned()),
            "href" => uses.push(value.trim_start_matches('#').to_owned()),
            _ => {}
        }
        uses.extend(value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')')).map(str::to_owned));
    }
    assert!(document.descendants().all(|node| !node.has_tag_name("style")));
    (ids, uses)
}

#[track_caller]
fn check(markup: &str) {
    let art: HashSet<String> = ART.iter().flat_map(|art| read(art).0).collect();
    let (ids, uses) = read(markup);
    for used in uses {
        assert!(art.contains(&used) || ids.contains(&used), "{used} is not drawn anywhere");
    }
}

fn figures() -> impl Iterator<Item = FigureId> {
    FigureId::all().filter(|figure| figure.band().has_four() || figure.number(Face::Bright) != 3)
}

#[test]
fn jitter_is_the_same_as_in_the_design() {
    for ((x, y, salt), expected) in [
        ((0, 0, 1), 0.009_704_737_924_039_364),
        ((3, 7, 9), 0.926_944_759_208_709),
        ((15, 10, 44), 0.318_173_844_367_265_7),
        ((15, 4, 2), 0.460_698_803_653_940_56),
    ] {
        assert_eq!(rnd(x, y, salt), expected);
    }
}

#[test]
fn the_art_is_complete_and_its_names_are_its_own() {
    let all: Vec<_> = ART.iter().map(|art| read(art)).collect();
    let mut ids = HashSet::new();
    for id in all.iter().flat_map(|(ids, _)| ids) {
        assert!(ids.insert(id), "{id} is there twice");
    }
    for used in all.iter().flat_map(|(_, uses)| uses) {
        assert!(ids.contains(used), "{used} is not drawn anywhere");
    }
}

#[test]
fn the_floor_is_drawn_with_every_wall_and_any_blood() {
    let blood = [Cell::G3, Cell::H3, Cell::G4, Cell::H4, Cell::B5].into_iter().collect();
    let layer = floor::floor(&blood, "Exit");
    check(&layer);
    assert_eq!(layer.matches("data-wall").count(), 52);
    check(&floor::flames());
}

#[test]
fn all_figures_are_drawn_in_every_way() {
    assert_eq!(figures().map(coin::portrait_id).collect::<HashSet<_>>().len(), 25);
    for figure in figures() {
        check(&coin::portrait(figure));
        for face in [Face::Bright, Face::Dark] {
            for size in [Size::Small, Size::Large] {
                check(&coin::coin(figure, face, size, Dress { lifted: true, ghost: true, bare: false }));
                check(&coin::eaten(figure, face, size));
            }
        }
    }
    for standing in Standing::ALL {
        check(&coin::in_cast(FigureId::of(Band::Blue, 3).expect("a figure"), Face::Dark, standing, Size::Large));
        check(&icons::standing(standing));
    }
    for band in Band::ALL {
        check(&coin::chip(band));
    }
}

#[test]
fn all_monsters_are_drawn() {
    for kit in (0..=255).map(MonsterNumber::from_index).map(Kit::from) {
        check(&monster::from_above(kit));
        check(&(monster::portrait(kit) + &monster::belly(kit)));
    }
}

#[test]
fn every_tile_is_drawn_in_the_tray_in_the_hand_and_on_the_board() {
    for (tile, _) in Tile::BOX {
        check(&laying::rich(tile));
        assert!(!laying::rich_box(tile).is_empty());
        for (arrow, axis) in [(Direction::North, Axis::Row), (Direction::West, Axis::Column)] {
            check(&laying::in_hand(tile, arrow, axis));
        }
        for placement in Placement::all(tile).filter(|placement| placement.cells().is_some()) {
            check(&(laying::standing(placement) + &laying::landing(placement) + &laying::preview(placement)));
            check(&laying::laid(placement));
        }
    }
    let (some, all) = ([Cell::C4, Cell::K1].into_iter().collect(), Cell::ALL.into_iter().collect());
    check(&(laying::legal(&all, &some) + &laying::refused(&some)));
    for wall in Wall::all() {
        check(&(laying::cause(&some, Some(wall)) + &laying::no(wall.cell())));
    }
    check(laying::die());
    check(&(laying::turn(laying::Spin::Left) + &laying::turn(laying::Spin::Right)));
}

#[test]
fn stones_and_teleporters_are_drawn() {
    for kind in Stone::ALL {
        check(&(stone::stone(kind) + &stone::ghost(kind)));
    }
    for direction in Direction::ALL {
        check(&stone::scrapes(direction));
        check(&(stone::teleporter(Pair::One, direction) + &stone::teleporter(Pair::Two, direction)));
    }
}

#[test]
fn signs_are_drawn() {
    for gaze in [Gaze::Idle, Gaze::Won] {
        check(&(sign::eye(3, gaze) + &sign::beam(Cell::K4, Direction::West, 3, gaze)));
    }
    let way = [Cell::D8, Cell::D7, Cell::E7].map(floor::center);
    for certainty in [Certainty::Shared, Certainty::Partial] {
        check(&sign::trail(&[Leg { points: way.to_vec(), certainty }]));
    }
    check(&sign::plan(&way));
    assert_eq!(sign::plan(&way[..1]), "");
    for percent in [0, 40, 100] {
        check(&sign::danger(percent));
    }
    for wall in Wall::all() {
        check(&sign::lit_wall(wall));
    }
    for from in Direction::ALL {
        for to in [from.left(), from.right(), from.opposite()] {
            check(&sign::turn_arrow(from, to));
        }
        check(&(sign::stop(from) + &sign::speed_lines(from)));
    }
    for tone in [Tone::Blood, Tone::Torch, Tone::Poison, Tone::Rune, Tone::Burp] {
        check(&sign::sound("Crunch & <munch>", tone));
    }
    for tombstone in Tombstone::KINDS {
        check(&(sign::grave(tombstone, 2.6) + &sign::end(tombstone, "20 %")));
    }
    let rest = [sign::reach(), sign::reach_exit(), sign::cost(3), sign::selection(), sign::origin()];
    check(&rest.concat());
    check(&[sign::focus(), sign::crumbs(), sign::white_frame(), sign::lurking_eyes(), sign::closed_eye()].concat());
}

#[test]
fn a_beam_ends_at_the_far_side_of_its_last_space() {
    assert!(!sign::beam(Cell::K4, Direction::South, 0, Gaze::Idle).contains("<path"));
    for spaces in 1..=15 {
        let beam = sign::beam(Cell::K4, Direction::South, spaces, Gaze::Idle);
        let (_, rest) = beam.split_once(" 20-").expect("the far corner");
        let length: f32 = rest.split_once(' ').and_then(|(length, _)| length.parse().ok()).expect("a length");
        let (middle, edge) = (spaces as f32 * floor::SPACE, (spaces as f32 + 0.5) * floor::SPACE);
        assert!(length > middle + 20.0 && length < edge, "{length} over {spaces} spaces");
    }
}

#[test]
fn the_graveyard_is_drawn() {
    let looks = [GraveLook::Left(Some("20 %".to_owned())), GraveLook::Left(None), GraveLook::Used, GraveLook::Now];
    for look in looks {
        let row: Vec<Grave> = Tombstone::KINDS
            .into_iter()
            .map(|tombstone| Grave { tombstone, look: look.clone(), is_watched: true })
            .collect();
        check(&graves::strip(&row, Words { used: "used", now: "now" }));
    }
}

#[test]
fn logo_and_icons_are_drawn() {
    check(&logo::logo("Fearsome Floors"));
    for icon in Icon::ALL {
        check(icon.markup());
    }
    check(&(icons::footprint().to_owned() + icons::flame()));
}

#[test]
fn small_maps_are_drawn() {
    check(&fortress_thumb::basic());
    check(&fortress_thumb::unknown());
    for named in rules::game::NamedFortress::ALL {
        check(&fortress_thumb::tiles(named.fortress().tiles()));
    }
}

#[test]
fn the_waiting_room_is_drawn() {
    let symbols = door::symbols();
    check(&symbols);
    let mut doors = vec![door::shut(), door::ajar(), door::bricks()];
    for band in Band::ALL {
        check(&face::face(band));
        for leaves in [door::Leaves::Open, door::Leaves::Opening, door::Leaves::Slamming] {
            doors.push(door::taken(band, 2, leaves));
        }
    }
    for door in doors {
        check(&format!("{symbols}{door}"));
    }
    check(&seal::seal());
    check(&seal::pile());
    for presence in presence::Presence::ALL {
        check(presence.markup());
    }
    check(&qr::qr("https://floors.example/t/abcdefghijkmn", "\"<Link>\"").expect("it is short"));
}

#[test]
fn a_turned_board_shows_the_exit_above_right() {
    let (x, y) = Orientation::Upright.place(floor::EXIT);
    assert!(x > 600.0 && y < 0.0);
}

#[test]
fn the_time_line_is_well_formed() {
    Tombstone::KINDS.into_iter().for_each(|tombstone| check(&time_line::tombstone(tombstone)));
    check(time_line::eaten());
    check(time_line::escaped());
    check(time_line::archive());
    Transport::ALL.into_iter().for_each(|transport| check(transport.markup()));
}

#[test]
fn a_picture_for_other_programs_is_well_formed_and_has_its_font_inside() {
    let style = r#"@font-face { font-family: "A"; src: url("a.woff2") format("woff2"); } .board > .x { fill: red; } a::before { content: "<&"; }"#;
    assert_eq!(font_address(style), Some("a.woff2"));
    assert_eq!(font_address(".x { fill: url(\"#y\"); }"), None);
    let parts = Parts {
        view_box: "-10 -10 120 90",
        theme: "dark",
        style: &with_font(style, "a.woff2", "d09G"),
        symbols: r#"<svg><symbol id="x"></symbol></svg>"#,
        layers: "<svg class=\"layer\" aria-label=\"«&nbsp;X&nbsp;»\"><use href=\"#x\"></use></svg>",
    };
    let text = picture(&parts);
    let document = roxmltree::Document::parse(&text).unwrap_or_else(|problem| panic!("{problem} in {text}"));
    let root = document.root_element();
    assert_eq!((root.attribute("width"), root.attribute("height")), (Some("120"), Some("90")));
    let style = document.descendants().find(|node| node.has_tag_name("style")).and_then(|style| style.text());
    assert_eq!(style, Some(parts.style));
    assert!(parts.style.contains(r#"src: url("data:font/woff2;base64,d09G") format("woff2")"#));
    let label = document.descendants().find_map(|node| node.attribute("aria-label"));
    assert_eq!(label, Some("«\u{a0}X\u{a0}»"));
    let sizeless = picture(&Parts { view_box: "", ..parts });
    assert!(roxmltree::Document::parse(&sizeless).is_ok() && sizeless.contains(r#"width="1104""#));
}

#[test]
fn the_overview_of_the_puzzles_is_drawn() {
    for (number, issue) in (1..).zip(Trick::ALL) {
        check(&issue::cover(issue, number, "Fish & <chips>", false));
        check(&issue::cover(issue, number, "Qual der Wahl", true));
    }
    check(&feeding::title("À table\u{202f}!"));
    check(&(feeding::mast() + &feeding::diner() + &feeding::wall() + feeding::cobweb() + &feeding::cloche()));
    for days in [0, 1, 2, 7, 400] {
        check(&feeding::sausages(days));
    }
    check(&(feeding::stars(2, 3) + &feeding::fangs(3, 5)));
    for shipped in puzzles::shipped() {
        check(&level_map::map(&shipped.level));
    }
    let first = &puzzles::shipped()[0].level;
    check(&(level_board::board(first, Kit::COVER, "now", "Exit") + &level_board::bare("today", "Exit")));
}

#[test]
fn covers_on_one_page_share_no_ids() {
    let covers: String =
        (1..).zip(Trick::ALL).map(|(number, issue)| issue::cover(issue, number, "Boo", true)).collect();
    let ids = read(&covers).0;
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
}
