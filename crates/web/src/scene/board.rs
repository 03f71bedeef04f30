//! What the board shows: every mark on it, where it is and how it got there. Components only draw it.

use rules::game::{Face, FigureSet, Pair, PartialFortress, Placement};
use rules::{
    Brink, Cell, CellSet, Direction, Event, FigureId, Position, SightEnd, Stone, Teleporter, Tombstone, Verdict, Walk,
    Wall, Whereabouts,
};

use super::foresight::{Danger, End, Foresight, HopKind, Picks, percent};
use super::moving::{Moving, Plan};
use super::playback::{Playback, at_speed};
use super::show::{Beat, Look, PieceId, Show, Sound, Way};
use super::tableau::{Tableau, degrees};
use crate::table::{Help, Speed};

/// Everything the board draws, already decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What lies on the floor and stays there.
    pub floor: FloorPlan,
    /// Every figure of the table, seen or not.
    pub everybody: FigureSet,
    /// The figures that can be seen on the board or at its doors.
    pub figures: Vec<FigureMark>,
    /// The stones.
    pub stones: Vec<StoneView>,
    /// The monster.
    pub monster: Option<MonsterMark>,
    /// Where the chosen figure can go.
    pub reach: Vec<Reach>,
    /// The move that is thought about.
    pub plan: Option<PlanMark>,
    /// The lines of sight.
    pub beams: Vec<Beam>,
    /// The walls that are lit; their twins are, too.
    pub lit: Vec<Wall>,
    /// Where the monster would go, for at most two tombstones, the shorter way first.
    pub ends: Vec<End>,
    /// Who is in danger, or would be no more.
    pub dangers: Vec<DangerMark>,
    /// Where the monster has been on this run: each space it left and the way it went.
    pub prints: Vec<(Cell, Direction)>,
    /// What is heard.
    pub word: Option<WordMark>,
    /// The tombstone that falls into the middle.
    pub falling: Option<Tombstone>,
    /// How long the present beat lasts, in milliseconds; 0 at rest.
    pub ms: u32,
}

/// What lies on the floor and stays there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorPlan {
    /// The spaces with blood.
    pub blood: CellSet,
    /// The teleporters, each with its pair.
    pub teleporters: Vec<(Pair, Teleporter)>,
}

impl FloorPlan {
    /// The floor of a table.
    #[must_use]
    pub fn of(position: &Position) -> FloorPlan {
        let pairs = [Pair::One, Pair::Two].into_iter().zip(position.teleporters());
        let teleporters = pairs.flat_map(|(pair, ends)| ends.map(|end| (pair, end))).collect();
        FloorPlan { blood: *position.blood(), teleporters }
    }

    /// The tiles that lie so far.
    #[must_use]
    pub fn of_tiles(tiles: &PartialFortress) -> FloorPlan {
        let mut floor = FloorPlan::default();
        for placement in tiles.placements() {
            match placement {
                Placement::Stone { .. } => {}
                Placement::SquarePool { .. } | Placement::LongPool { .. } => {
                    let cells = placement.cells().expect("a tile that was laid lies in the fortress");
                    floor.blood = floor.blood.union(&cells);
                }
                Placement::Teleporter { pair, at, arrow } => floor.teleporters.push((pair, Teleporter { at, arrow })),
            }
        }
        floor
    }
}

/// A sound word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordMark {
    /// What.
    pub sound: Sound,
    /// Beside which space.
    pub at: Cell,
    /// The beat that made it, so that what is heard twice pops up anew.
    pub beat: usize,
}

/// How long a sound word stands, in milliseconds.
const WORD_MS: u32 = 760;

/// A place of the picture: a space, or one beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On a space.
    On(Cell),
    /// Outside the entrance, in this place of the queue from 0.
    Waiting(usize),
    /// Outside the exit.
    Out,
    /// Just beyond a wall.
    Beyond(Wall),
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureMark {
    /// Who.
    pub figure: FigureId,
    /// Where.
    pub spot: Spot,
    /// The side that lies up.
    pub face: Face,
    /// How it came there.
    pub way: Option<Way>,
    /// Still to move in this turn.
    pub is_to_move: bool,
    /// Can be chosen now by who sits at the screen.
    pub is_choosable: bool,
    /// Is the one that moves.
    pub is_chosen: bool,
}

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneView {
    /// Its number at this table.
    pub id: u8,
    /// Its kind.
    pub stone: Stone,
    /// Where.
    pub spot: Spot,
    /// How it came there.
    pub way: Option<Way>,
}

/// The monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterMark {
    /// Where.
    pub at: Cell,
    /// Where it looks, in degrees clockwise from north; see [`Tableau::heading`].
    pub heading: i32,
    /// How it came there.
    pub way: Option<Way>,
}

/// How likely a figure is eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DangerMark {
    /// Where it is.
    pub spot: Spot,
    /// The whole per cent nearest to its danger. 0 is shown where it was more without the move that is thought about.
    pub percent: u8,
}

/// What the table shows of the monster's plans.
#[derive(Clone, Copy, Debug)]
pub struct Aid<'a> {
    /// How much.
    pub help: Help,
    /// What can come.
    pub foresight: Option<&'a Foresight>,
    /// For which tombstones.
    pub picks: &'a Picks,
}

/// A place that the chosen figure can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where.
    pub spot: Spot,
    /// The points it costs; 0 for staying.
    pub cost: u8,
    /// Whether something covers its middle: then the number stands aside.
    pub is_covered: bool,
}

/// The move that is thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanMark {
    /// Who.
    pub figure: FigureId,
    /// Where it was.
    pub origin: Spot,
    /// Every place it touches, in order, the origin first.
    pub trail: Vec<Spot>,
    /// The stones that are pushed: where each lay, and where it will lie if it stays in the game.
    pub pushed: Vec<(Stone, Cell, Option<Cell>)>,
    /// Whether the figure may end there.
    pub can_stop: bool,
}

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// From where.
    pub from: Cell,
    /// In which direction.
    pub direction: Direction,
    /// How many spaces it is long.
    pub length: u8,
    /// Whom it hits, if anybody.
    pub sees: Option<FigureId>,
    /// What comes of it.
    pub fate: BeamFate,
}

/// What comes of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamFate {
    /// The monster goes after it.
    Followed,
    /// As near as another: neither counts.
    Tied,
    /// Nothing.
    Passed,
}

impl Scene {
    /// The scene as it is now: the screen's place in the log, the hand of the player whose turn it is, and what the table shows of the monster's
    /// plans.
    #[must_use]
    pub fn of(playback: &Playback, moving: Option<&Moving>, speed: Speed, aid: Aid<'_>) -> Scene {
        let tableau = playback.tableau();
        let beat = playback.beat();
        let moving = moving.filter(|_| beat.is_none());
        let plan = moving.and_then(Moving::drawn);
        // While something happens nobody looks into the future.
        let foresight = aid.foresight.filter(|_| beat.is_none() && aid.help == Help::Foresight);
        let queue = queue(playback);
        let figures = figures(tableau, &queue, beat, moving, plan);
        let ends: Vec<End> =
            foresight.map_or(vec![], |foresight| aid.picks.shown(foresight).into_iter().cloned().collect());
        let look = match beat {
            Some(beat) => beat.look,
            None if aid.help >= Help::Sight && playback.game().ending().is_none() => {
                look_at(plan.and_then(|plan| plan.table.as_ref()).unwrap_or(&tableau.position))
            }
            None => None,
        };
        Scene {
            floor: playback.floor().clone(),
            stones: stones(tableau, beat, plan),
            reach: moving.map_or(vec![], |moving| reach(tableau, moving, plan)),
            plan: plan.map(|plan| plan_mark(tableau, plan, &queue)),
            beams: look.map_or(vec![], beams),
            lit: beat.and_then(|beat| beat.wall).into_iter().chain(walls(&ends)).collect(),
            dangers: foresight.map_or(vec![], |foresight| dangers(foresight, &figures)),
            ends,
            figures,
            ..Scene::of_table(tableau, playback.show(), speed)
        }
    }

    /// A table by itself, and the show that is on there with the number of its beat. Everybody who waits is seen.
    #[must_use]
    pub fn of_table(tableau: &Tableau, show: Option<(&Show, usize)>, speed: Speed) -> Scene {
        let beat = show.and_then(|(show, at)| show.beats.get(at));
        let waits = |figure: &FigureId| tableau.position.whereabouts(*figure) == Some(Whereabouts::Waiting);
        let queue: Vec<FigureId> = FigureId::all().filter(waits).collect();
        Scene {
            floor: FloorPlan::of(&tableau.position),
            everybody: tableau.position.figures().map(|(figure, _)| figure).collect(),
            figures: figures(tableau, &queue, beat, None, None),
            stones: stones(tableau, beat, None),
            monster: tableau.position.monster().map(|monster| MonsterMark {
                at: monster.at,
                heading: tableau.heading,
                way: way_of(beat, PieceId::Monster),
            }),
            beams: beat.and_then(|beat| beat.look).map_or(vec![], beams),
            lit: beat.and_then(|beat| beat.wall).into_iter().collect(),
            prints: prints(show),
            word: word(show, speed),
            falling: beat.and_then(|beat| beat.falling),
            ms: beat.map_or(0, |beat| at_speed(beat.ms, speed)),
            ..Scene::default()
        }
    }

    /// A fortress that is being laid, with the monster where it starts. A stone's number is that of its tile in the layout.
    #[must_use]
    pub fn of_tiles(tiles: &PartialFortress) -> Scene {
        let stones = (0..).zip(tiles.placements()).filter_map(|(id, placement)| match placement {
            Placement::Stone { stone, at } => Some(StoneView { id, stone, spot: Spot::On(at), way: Some(Way::Jump) }),
            Placement::SquarePool { .. } | Placement::LongPool { .. } | Placement::Teleporter { .. } => None,
        });
        let monster = MonsterMark { at: Cell::EXIT, heading: degrees(Direction::East), way: None };
        Scene {
            floor: FloorPlan::of_tiles(tiles),
            stones: stones.collect(),
            monster: Some(monster),
            ..Scene::default()
        }
    }

    /// How many figures wait outside, those included that are about to come in.
    #[must_use]
    pub fn in_queue(&self) -> usize {
        let waiting = self.figures.iter().filter(|mark| matches!(mark.spot, Spot::Waiting(_))).count();
        let coming = self.plan.iter().filter(|plan| matches!(plan.origin, Spot::Waiting(_))).count();
        waiting + coming * usize::from(self.plan.as_ref().is_some_and(|plan| plan.trail.len() > 1))
    }
}

/// Who waits in the picture. Only one player's figures: the stairs are narrow. The others stand in their panels.
fn queue(playback: &Playback) -> Vec<FigureId> {
    let Some(seat) = playback.game().acting() else { return vec![] };
    let position = &playback.tableau().position;
    let own = playback.game().players().figures(seat);
    own.iter().filter(|figure| position.whereabouts(*figure) == Some(Whereabouts::Waiting)).collect()
}

fn way_of(beat: Option<&Beat>, piece: PieceId) -> Option<Way> {
    beat?.moves.iter().find(|(other, _)| *other == piece).map(|(_, way)| *way)
}

/// Where a piece is drawn that leaves the game in this beat.
fn last_seen(way: Option<Way>) -> Option<Spot> {
    match way? {
        Way::Eaten(at) => Some(Spot::On(at)),
        Way::Lost(_, Brink::Wall(wall)) => Some(Spot::Beyond(wall)),
        Way::Lost(_, Brink::Corner(cell) | Brink::Teleporter(cell)) => Some(Spot::On(cell)),
        Way::Escape => Some(Spot::Out),
        _ => None,
    }
}

fn figures(
    tableau: &Tableau,
    queue: &[FigureId],
    beat: Option<&Beat>,
    moving: Option<&Moving>,
    plan: Option<&Plan>,
) -> Vec<FigureMark> {
    let choosable = moving.map_or(FigureSet::EMPTY, Moving::choosable);
    let mut marks = vec![];
    for (figure, whereabouts) in tableau.position.figures() {
        let way = way_of(beat, PieceId::Figure(figure));
        let mut spot = match whereabouts {
            Whereabouts::On(cell) => Some(Spot::On(cell)),
            Whereabouts::Waiting => queue.iter().position(|other| *other == figure).map(Spot::Waiting),
            Whereabouts::Escaped | Whereabouts::Eaten => last_seen(way),
        };
        if let Some(plan) = plan.filter(|plan| plan.figure == figure) {
            spot = spot_of(plan.to).or(spot);
        }
        marks.extend(spot.map(|spot| FigureMark {
            figure,
            spot,
            face: tableau.face(figure),
            way,
            is_to_move: !tableau.moved.has(figure),
            is_choosable: choosable.has(figure),
            is_chosen: moving.is_some_and(|moving| moving.figure() == Some(figure)),
        }));
    }
    marks
}

fn spot_of(place: Whereabouts) -> Option<Spot> {
    match place {
        Whereabouts::On(cell) => Some(Spot::On(cell)),
        Whereabouts::Escaped => Some(Spot::Out),
        Whereabouts::Waiting | Whereabouts::Eaten => None,
    }
}

fn stones(tableau: &Tableau, beat: Option<&Beat>, plan: Option<&Plan>) -> Vec<StoneView> {
    let view = |mark: &super::tableau::StoneMark| {
        let way = way_of(beat, PieceId::Stone(mark.id));
        let planned = plan.and_then(|plan| plan.pushed.iter().find(|(from, _)| mark.at == Some(*from)));
        let at = planned.map_or(mark.at, |(_, to)| *to);
        let spot = at.map(Spot::On).or_else(|| last_seen(way))?;
        Some(StoneView { id: mark.id, stone: mark.stone, spot, way })
    };
    tableau.stones.iter().filter_map(view).collect()
}

fn reach(tableau: &Tableau, moving: &Moving, plan: Option<&Plan>) -> Vec<Reach> {
    let origin = moving.figure().and_then(|figure| tableau.position.whereabouts(figure));
    let trail: &[Cell] = plan.map_or(&[], |plan| &plan.trail);
    let places = moving.targets().iter().filter_map(|target| {
        let spot = match target.place {
            Whereabouts::On(cell) => Spot::On(cell),
            Whereabouts::Escaped => Spot::Out,
            Whereabouts::Waiting | Whereabouts::Eaten => return None,
        };
        let is_covered = match spot {
            Spot::On(cell) => trail.contains(&cell) || tableau.stone_at(cell).is_some(),
            Spot::Waiting(_) | Spot::Out | Spot::Beyond(_) => false,
        };
        Some(Reach { spot, cost: target.cost, is_covered: is_covered || Some(target.place) == origin })
    });
    places.collect()
}

fn plan_mark(tableau: &Tableau, plan: &Plan, queue: &[FigureId]) -> PlanMark {
    let in_queue = queue.iter().position(|figure| *figure == plan.figure).unwrap_or_default();
    let origin = spot_of(plan.from).unwrap_or(Spot::Waiting(in_queue));
    let inside = plan.trail.iter().map(|cell| Spot::On(*cell));
    let out = (plan.to == Whereabouts::Escaped).then_some(Spot::Out);
    let mut trail: Vec<Spot> = vec![origin];
    trail.extend(inside.chain(out));
    trail.dedup();
    let stone = |(from, to): &(Cell, Option<Cell>)| tableau.stone_at(*from).map(|mark| (mark.stone, *from, *to));
    PlanMark {
        figure: plan.figure,
        origin,
        trail,
        pushed: plan.pushed.iter().filter_map(stone).collect(),
        can_stop: plan.can_stop,
    }
}

/// The lines of a look.
#[must_use]
pub fn beams(look: Look) -> Vec<Beam> {
    let nearest = look.sights.iter().filter(|sight| matches!(sight.end, SightEnd::Figure { .. }));
    let nearest = nearest.map(|sight| sight.distance).min();
    let beam = |sight: rules::Sight| {
        let sees = match sight.end {
            SightEnd::Figure { figure, .. } => Some(figure),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
        };
        let fate = match look.verdict {
            Verdict::Nearest(direction) if direction == sight.direction => BeamFate::Followed,
            Verdict::Tie if sees.is_some() && Some(sight.distance) == nearest => BeamFate::Tied,
            Verdict::Nearest(_) | Verdict::Tie | Verdict::Nothing => BeamFate::Passed,
        };
        Beam { from: look.at, direction: sight.direction, length: sight.distance, sees, fate }
    };
    look.sights.map(beam).to_vec()
}

/// What the monster sees as the table is.
#[must_use]
pub fn look_at(position: &Position) -> Option<Look> {
    let mut events: Vec<Event> = vec![];
    Walk::new(&mut position.clone(), &mut events).look();
    match events.first() {
        Some(Event::MonsterLooked { at, sights, verdict }) => {
            Some(Look { at: *at, sights: *sights, verdict: *verdict })
        }
        Some(_) | None => None,
    }
}

/// The walls that these ways lead through, one of each pair.
#[must_use]
pub fn walls(ends: &[End]) -> Vec<Wall> {
    let mut walls: Vec<Wall> = vec![];
    for hop in ends.iter().flat_map(|end| &end.hops) {
        if let HopKind::Through(wall) = hop.how
            && !walls.contains(&wall)
            && !walls.contains(&wall.twin())
        {
            walls.push(wall);
        }
    }
    walls
}

/// Who is in danger, or would be no more. A plain 0 is not worth a mark.
#[must_use]
pub fn dangers(foresight: &Foresight, figures: &[FigureMark]) -> Vec<DangerMark> {
    let mark = |figure: &FigureMark| {
        let Danger { before, after, .. } = foresight.danger(figure.figure)?;
        let is_worth_it = !before.is_none() || !after.is_none();
        is_worth_it.then(|| DangerMark { spot: figure.spot, percent: percent(after) })
    };
    figures.iter().filter_map(mark).collect()
}

/// The newest sound word of what is on. It outlasts its beat, which may be too short to read it.
fn word(show: Option<(&Show, usize)>, speed: Speed) -> Option<WordMark> {
    let (show, at) = show?;
    let mut since = 0;
    for (number, beat) in show.beats[..=at].iter().enumerate().rev() {
        if let Some(word) = beat.word {
            return Some(WordMark { sound: word.sound, at: word.at, beat: number });
        }
        // The beat before this one ended when this one began.
        since += if number == at { 0 } else { at_speed(beat.ms, speed) };
        let lasted = number.checked_sub(1).map_or(0, |before| at_speed(show.beats[before].ms, speed));
        if since + lasted >= WORD_MS {
            return None;
        }
    }
    None
}

/// The way the monster has come on this run.
fn prints(show: Option<(&Show, usize)>) -> Vec<(Cell, Direction)> {
    let Some((show, at)) = show.filter(|(show, _)| show.tombstone.is_some()) else { return vec![] };
    let mut before = show.before.position.monster();
    let mut prints = vec![];
    for beat in &show.beats[..=at] {
        let now = beat.tableau.position.monster();
        if let (Some(old), Some(new)) = (before, now)
            && old.at != new.at
        {
            prints.push((old.at, old.facing));
        }
        before = now;
    }
    prints
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::game::NamedFortress;

    #[test]
    fn a_layout_looks_like_the_table_that_begins_on_it() {
        for named in NamedFortress::ALL {
            let (scene, position) = (Scene::of_tiles(named.fortress().tiles()), named.fortress().to_setup());
            let position = Position::from_setup(&position).unwrap();
            let expected = FloorPlan::of(&position);
            assert_eq!(scene.floor.blood, expected.blood);
            // Which pair is called the first is not in a position.
            let ends = |floor: &FloorPlan| {
                let mut ends: Vec<Teleporter> = floor.teleporters.iter().map(|(_, end)| *end).collect();
                ends.sort();
                ends
            };
            assert_eq!(ends(&scene.floor), ends(&expected));
            let mut stones: Vec<_> = scene.stones.iter().map(|stone| (stone.stone, stone.spot)).collect();
            for (stone, at) in position.stones() {
                let place = stones.iter().position(|lies| *lies == (stone, Spot::On(at))).expect("it is shown");
                stones.remove(place);
            }
            assert_eq!(stones, []);
            let monster = position.monster().unwrap();
            let mark = scene.monster.unwrap();
            assert_eq!((mark.at, mark.heading), (monster.at, degrees(monster.facing)));
        }
    }
}
