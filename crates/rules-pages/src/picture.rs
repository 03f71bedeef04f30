//! The pictures of the examples: the position at the beginning, and over it what will happen.

use std::collections::BTreeSet;

use rules::game::{Band, Face, Pair};
use rules::{Cell, Direction, Event, FigureId, IllegalMove, SightEnd, Step, Stone, Tombstone, Whereabouts};
use web::draw::coin::{self, Dress, Size};
use web::draw::monster::{self, Kit};
use web::draw::sign::{self, Certainty, Gaze, Leg};
use web::draw::{Point, at, excerpt, floor, graves, stone};
use web::scene::board::{Beam, BeamFate, beams};
use web::scene::show::Look;

use crate::example::{Deed, Example};
use crate::reel::{Frame, FrameKind, PieceName, Place, Reel, Stand};

/// The widest excerpt, in units, whose coins are large enough for portraits.
const PORTRAITS: f32 = 600.0;

/// Half the way through a wall, from the middle of a space.
const INTO_WALL: f32 = 50.0;

/// The picture of an example, with these words for those who do not see it.
pub(crate) fn picture(example: &Example, reel: &Reel, alt: &str) -> String {
    let position = &example.position;
    let mut ground = example.excerpt.floor(position.blood());
    for (pair, ends) in [Pair::One, Pair::Two].into_iter().zip(position.teleporters()) {
        for end in ends {
            ground += &at(floor::center(end.at), &stone::teleporter(pair, end.arrow));
        }
    }
    let (frames, costs) = reach(example);
    let ways = frames + &trail(example, reel) + &plans(example, reel);
    let (beams, eyes) = looks(reel);
    let size = if example.excerpt.size().0 > PORTRAITS { Size::Small } else { Size::Large };
    let pieces: String = reel.start.iter().map(|(name, place)| piece(example, reel, *name, *place, size)).collect();
    let crosses = crosses(example, reel);
    format!(
        r#"<svg class="mb" viewBox="{}" role="img" aria-label="{}">{ground}{ways}{beams}{costs}{pieces}{eyes}{crosses}</svg>"#,
        example.excerpt.view_box(),
        escaped(alt)
    )
}

/// A text escaped for an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The pieces that are ever anywhere else than at the beginning.
fn movers(reel: &Reel) -> BTreeSet<PieceName> {
    let moves = |frame: &Frame| {
        frame.stand.iter().filter(|(name, place)| reel.start.get(name) != Some(place)).map(|(name, _)| *name).collect()
    };
    reel.frames.iter().flat_map(|frame: &Frame| -> Vec<PieceName> { moves(frame) }).collect()
}

/// The moments of an example for the script of the page: the beginning and every step.
///
/// A moment lists the pieces that move: name, x, y, size, turn, and marks: `g` gone, `o` turned over, `j` jumped.
pub(crate) fn moments(reel: &Reel) -> Vec<String> {
    let movers = movers(reel);
    let moment = |stand: &Stand| {
        let moving = stand.iter().filter(|(name, _)| movers.contains(name));
        let piece = |(name, place): (&PieceName, &Place)| {
            let mark = |is_set: bool, mark: &'static str| if is_set { mark } else { "" };
            let (x, y) = place.at;
            format!(
                "{name},{x},{y},{},{},{}{}{}",
                place.scale,
                place.turn,
                mark(place.is_gone, "g"),
                mark(place.is_turned_over, "o"),
                mark(place.has_jumped, "j")
            )
        };
        moving.map(piece).collect::<Vec<_>>().join(" ")
    };
    std::iter::once(&reel.start).chain(reel.frames.iter().map(|frame| &frame.stand)).map(moment).collect()
}

fn piece(example: &Example, reel: &Reel, name: PieceName, place: Place, size: Size) -> String {
    let (x, y) = place.at;
    let inner = match name {
        PieceName::Stone(number) => stone::stone(reel.stones.get(number).copied().unwrap_or(Stone::Plain)),
        PieceName::Figure(figure) => coins(example, reel, figure, size),
        PieceName::Monster => monster::from_above(Kit::COVER),
    };
    let scale = if place.scale == 1.0 { String::new() } else { format!(" scale({})", place.scale) };
    let inner = format!(r#"<g class="inner">{inner}</g>"#);
    let (class, inner) = match name {
        PieceName::Monster => {
            ("piece monster", format!(r#"<g class="turner" transform="rotate({})">{inner}</g>"#, place.turn))
        }
        PieceName::Stone(_) | PieceName::Figure(_) => ("piece", inner),
    };
    format!(r#"<g class="{class}" data-piece="{name}" transform="translate({x} {y}){scale}">{inner}</g>"#)
}

/// A figure; both its sides, if it is turned over in this example.
fn coins(example: &Example, reel: &Reel, figure: FigureId, size: Size) -> String {
    let face = example.face(figure);
    let coin = |face: Face| coin::coin(figure, face, size, Dress { lifted: true, ..Dress::default() });
    let turns = |frame: &Frame| frame.stand.get(&PieceName::Figure(figure)).is_some_and(|place| place.is_turned_over);
    if reel.frames.iter().any(turns) {
        format!(r#"<g class="front">{}</g><g class="rear">{}</g>"#, coin(face), coin(face.other()))
    } else {
        coin(face)
    }
}

/// The spaces that a figure can reach, and what they cost.
fn reach(example: &Example) -> (String, String) {
    let Some(figure) = example.reach else { return Default::default() };
    let outcomes = example.position.outcomes(figure, figure.number(example.face(figure)));
    let (mut frames, mut costs) = (String::new(), String::new());
    let mut seen = BTreeSet::new();
    for outcome in outcomes.iter() {
        if let Whereabouts::On(cell) = outcome.place()
            && outcome.cost() > 0
            && example.excerpt.has(cell)
            && seen.insert(cell)
        {
            frames += &at(floor::center(cell), &sign::reach());
            costs += &at(floor::center(cell), &sign::cost(outcome.cost()));
        }
    }
    (format!(r#"<g class="reach">{frames}</g>"#), costs)
}

/// The way of the monster.
fn trail(example: &Example, reel: &Reel) -> String {
    let Some(monster) = example.position.monster() else { return String::new() };
    let mut legs = vec![vec![floor::center(monster.at)]];
    let mut put = |point: Point, begins: bool| match legs.last_mut() {
        Some(leg) if !begins => leg.push(point),
        _ => legs.push(vec![point]),
    };
    for event in reel.frames.iter().flat_map(|frame| &frame.events) {
        match *event {
            Event::MonsterMoved { to, through: None, .. } => put(floor::center(to), false),
            Event::MonsterMoved { from, to, through: Some(wall), .. } => {
                put(beyond(floor::center(from), wall.side(), INTO_WALL), false);
                put(beyond(floor::center(to), wall.side(), -INTO_WALL), true);
                put(floor::center(to), false);
            }
            Event::MonsterTeleported { from, to, .. } => {
                put(floor::center(from), false);
                put(floor::center(to), true);
            }
            _ => {}
        }
    }
    legs.retain(|leg| leg.len() > 1);
    if legs.is_empty() {
        return String::new();
    }
    let legs: Vec<Leg> = legs.into_iter().map(|points| Leg { points, certainty: Certainty::Shared }).collect();
    sign::trail(&legs)
}

fn beyond((x, y): Point, direction: Direction, by: f32) -> Point {
    match direction {
        Direction::North => (x, y - by),
        Direction::East => (x + by, y),
        Direction::South => (x, y + by),
        Direction::West => (x - by, y),
    }
}

/// The ways of the figures that are moved.
fn plans(example: &Example, reel: &Reel) -> String {
    let moved = example.deeds.iter().filter_map(|deed| match deed {
        Deed::Move(figure, path) if !path.is_empty() => Some(*figure),
        Deed::Move(..) | Deed::Refused(..) | Deed::Run(_) => None,
    });
    let way = |figure: FigureId| {
        let name = PieceName::Figure(figure);
        let steps = reel.frames.iter().filter(|frame| frame.kind == FrameKind::FigureStep(figure));
        let places = reel.start.get(&name).into_iter().chain(steps.filter_map(|frame| frame.stand.get(&name)));
        let mut points: Vec<Point> = places.map(|place| place.at).collect();
        // On a slide, only the last space is known: a straight line leads there.
        points.dedup();
        sign::plan(&points)
    };
    moved.map(way).collect()
}

/// What the monster sees before each step: the lines, and the eyes over the pieces. Only those of the next step are shown.
fn looks(reel: &Reel) -> (String, String) {
    let (mut all_beams, mut all_eyes) = (String::new(), String::new());
    for (index, frame) in reel.frames.iter().enumerate() {
        let Some(look) = frame.events.iter().find_map(look_of) else { continue };
        let beams = beams(look);
        let off = if index == 0 { "" } else { " off" };
        let group = |content: String| format!(r#"<g class="seen{off}" data-look="{index}">{content}</g>"#);
        let followed = |beam: &Beam| if beam.fate == BeamFate::Followed { Gaze::Won } else { Gaze::Idle };
        let seeing = || beams.iter().filter(|beam| beam.sees.is_some());
        let lines =
            seeing().map(|beam| sign::beam(beam.from, beam.direction, usize::from(beam.length) - 1, followed(beam)));
        let bars = look.sights.iter().filter_map(|sight| {
            let hidden = matches!(sight.end, SightEnd::Stone { .. }) && sight.distance > 1;
            let before = beyond(floor::center(look.at), sight.direction, f32::from(sight.distance - 1) * floor::SPACE);
            hidden.then(|| at(before, &sign::stop(sight.direction)))
        });
        let eyes = seeing().map(|beam| {
            let middle = f32::from(beam.length) * floor::SPACE / 2.0;
            at(beyond(floor::center(beam.from), beam.direction, middle), &sign::eye(beam.length, followed(beam)))
        });
        all_beams += &group(lines.chain(bars).collect());
        all_eyes += &group(eyes.collect());
    }
    (all_beams, all_eyes)
}

fn look_of(event: &Event) -> Option<Look> {
    match *event {
        Event::MonsterLooked { at, sights, verdict } => Some(Look { at, sights, verdict }),
        _ => None,
    }
}

/// Crosses where a move is refused.
fn crosses(example: &Example, reel: &Reel) -> String {
    let problems = reel.frames.iter().filter_map(|frame| match &frame.kind {
        FrameKind::Refused { problem, .. } => Some(problem),
        _ => None,
    });
    let tries = example.deeds.iter().filter_map(|deed| match deed {
        Deed::Refused(figure, path) => Some((*figure, path)),
        Deed::Move(..) | Deed::Run(_) => None,
    });
    let cross = |((figure, path), problem): ((FigureId, &Vec<Step>), &IllegalMove)| {
        let mut point = reel.start.get(&PieceName::Figure(figure)).map(|place| place.at)?;
        for (index, step) in path.iter().enumerate() {
            let direction = match step {
                Step::Go(direction) => direction,
                Step::Enter => {
                    point = floor::center(Cell::ENTRANCE);
                    continue;
                }
                Step::Leave => continue,
            };
            if matches!(problem, IllegalMove::Step { step, .. } if *step == index) {
                return Some(excerpt::refused(beyond(point, *direction, floor::SPACE / 2.0)));
            }
            point = beyond(point, *direction, floor::SPACE);
        }
        Some(excerpt::refused(beyond(point, Direction::North, floor::SPACE * 0.8)))
    };
    tries.zip(problems).filter_map(cross).collect()
}

/// The tombstones of the box.
pub(crate) fn tombstones() -> String {
    let all = [
        Tombstone::steps(5),
        Tombstone::steps(7),
        Tombstone::steps(7),
        Tombstone::steps(8),
        Tombstone::steps(8),
        Tombstone::steps(10),
        Tombstone::hits(1),
        Tombstone::hits(2),
    ];
    let stone = |(index, tombstone): (usize, Tombstone)| {
        at((46.0 + index as f32 * 76.0, 56.0), &graves::single(tombstone, index, false, false))
    };
    let stones: String = all.into_iter().enumerate().map(stone).collect();
    format!(r#"<svg class="row" viewBox="0 0 624 112" aria-hidden="true">{stones}</svg>"#)
}

/// The four figures of a band, bright above dark.
pub(crate) fn figures() -> String {
    let coin = |(index, bright): (usize, u8)| {
        let figure = FigureId::of(Band::Blue, bright)?;
        let x = 44.0 + index as f32 * 84.0;
        let side = |face| coin::pictured(figure, face, Dress::default());
        Some(at((x, 38.0), &side(Face::Bright)) + &at((x, 112.0), &side(Face::Dark)))
    };
    let coins: String = [1, 3, 4, 5].into_iter().enumerate().filter_map(coin).collect();
    format!(r#"<svg class="row small" viewBox="0 0 340 150" aria-hidden="true">{coins}</svg>"#)
}

/// A thing of the table, in a box of its own; `None` for an unknown name.
pub(crate) fn thing(name: &str) -> Option<String> {
    const SPACE: &str = "-33 -33 66 68";
    let figure = |bright| FigureId::of(Band::Red, bright);
    let (view_box, content) = match name {
        "stone" => (SPACE, stone::stone(Stone::Plain)),
        "crystal" => (SPACE, stone::stone(Stone::Crystal)),
        "turn-right" => (SPACE, stone::stone(Stone::TurnRight)),
        "turn-around" => (SPACE, stone::stone(Stone::TurnAround)),
        "teleporter" => ("-36 -36 72 72", stone::teleporter(Pair::One, Direction::North)),
        "blood" => ("-4 -4 208 208", r##"<use href="#tile-pool-square" width="200" height="200"/>"##.to_owned()),
        "corner" => ("-62 -6 128 76", r##"<use href="#hall"/>"##.to_owned()),
        "wall" => (
            "400 -52 100 66",
            r##"<use href="#hall"/><g class="l-floor"><g class="wl" transform="translate(450 -21)"><path d="M-8-14.5H8L11.5-11V11L8 14.5H-8L-11.5 11V-11Z"/><text y="8.6" font-size="24">H</text></g></g>"##
                .to_owned(),
        ),
        "figure" => (SPACE, coin::pictured(figure(4)?, Face::Bright, Dress::default())),
        "monster" => ("-52 -52 104 104", monster::from_above(Kit::COVER)),
        "sight" => (sign::EYE_BOX, sign::eye(3, Gaze::Won)),
        "pushed" => (
            "-52 -32 88 64",
            stone::scrapes(Direction::East) + &stone::stone(Stone::Plain),
        ),
        _ => return None,
    };
    Some(format!(r#"<svg viewBox="{view_box}" aria-hidden="true">{content}</svg>"#))
}

/// Three monsters in a row, for the cover.
pub(crate) fn monsters() -> String {
    use rules::terms::MonsterNumber;
    let kit = |index| Kit::from(MonsterNumber::from_index(index));
    let rays: String = (0..17)
        .map(|ray| {
            let from = std::f32::consts::PI * (1.0 + ray as f32 / 16.0);
            let end = |angle: f32| format!("{:.0} {:.0}", 248.0 + angle.cos() * 330.0, 214.0 + angle.sin() * 330.0);
            let fill = if ray % 2 == 0 { "#1e4a3a" } else { "#173642" };
            format!(r#"<path d="M248 214L{} {}Z" fill="{fill}"/>"#, end(from), end(from + 0.1))
        })
        .collect();
    let one = |index: u8, place: &str| format!(r#"<g transform="{place}">{}</g>"#, monster::portrait(kit(index)));
    format!(
        r#"<svg class="trio" viewBox="0 14 430 200" aria-hidden="true">{rays}<path d="M-40 214V60C40 30 400 10 470 60V214Z" fill="url(#h2)"/>{}{}{}</svg>"#,
        // Helmet, sack, blades, goat; turnip, ribcage, vines, slug; skull, bell, hands, peg.
        one(0b11_01_10_11, "translate(150 10) scale(.98)"),
        one(0b00_10_11_10, "translate(40 60) scale(.94)"),
        one(0b01_11_01_01, "translate(262 66) scale(.9)")
    )
}

/// The monster that looks over the list of chapters.
pub(crate) fn lurker() -> String {
    format!(r#"<svg viewBox="0 0 200 300" aria-hidden="true">{}</svg>"#, monster::portrait(Kit::COVER))
}

/// The shared drawings of the page. `exit` is the word on the door.
pub(crate) fn shared(exit: &str) -> String {
    excerpt::shared(exit)
}
