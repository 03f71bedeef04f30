//! What the board shows: every mark, its place, and how it got there. Components only draw it.

pub mod marks;
mod puzzle;
mod sight;
pub mod trail;

use rules::game::{Face, FigureSet, Pair, PartialFortress, Placement};
use rules::{Brink, Cell, CellSet, Direction, FigureId, Position, Stone, Teleporter, Tombstone, Wall, Whereabouts};

use super::foresight::{Danger, End, Foresight, Hop, HopKind, Picks, percent};
use super::moving::{Moving, Plan};
use super::playback::{Playback, at_speed};
use super::show::{Beat, PieceId, Show, Sound, Way};
use super::tableau::{Tableau, degrees};
use crate::table::{Help, Speed};

pub use puzzle::{EatenMark, PuzzleMarks, WrongMark};
pub use sight::{Beam, BeamFate, beams, look_at};

/// Everything the board draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What lies on the floor and never moves.
    pub floor: FloorPlan,
    /// Every figure of the game, visible or not.
    pub everybody: FigureSet,
    /// The figures that are visible on the board or at its doors.
    pub figures: Vec<FigureMark>,
    /// The stones.
    pub stones: Vec<StoneView>,
    /// The monster.
    pub monster: Option<MonsterMark>,
    /// The places that the chosen figure can reach.
    pub reach: Vec<Reach>,
    /// The planned move.
    pub plan: Option<PlanMark>,
    /// The move that a bot recommends.
    pub best: Option<PlanMark>,
    /// The lines of sight.
    pub beams: Vec<Beam>,
    /// The walls that are lit, together with their twins.
    pub lit: Vec<Wall>,
    /// The paths of the monster for at most two tombstones, shorter path first.
    pub ends: Vec<End>,
    /// The figures in danger, and those that the planned move takes out of danger.
    pub dangers: Vec<DangerMark>,
    /// The path of the monster in this run: each space it left, and the direction it took.
    pub prints: Vec<(Cell, Direction)>,
    /// The sound word.
    pub word: Option<WordMark>,
    /// The tombstone that falls into the middle.
    pub falling: Option<Tombstone>,
    /// The duration of the current beat in milliseconds; 0 at rest.
    pub ms: u32,
    /// What only the board of a level shows.
    pub puzzle: PuzzleMarks,
}

/// What lies on the floor and never moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorPlan {
    /// The spaces with blood.
    pub blood: CellSet,
    /// The teleporters, each with its pair.
    pub teleporters: Vec<(Pair, Teleporter)>,
}

impl FloorPlan {
    /// The floor of a position.
    #[must_use]
    pub fn of(position: &Position) -> FloorPlan {
        let pairs = [Pair::One, Pair::Two].into_iter().zip(position.teleporters());
        let teleporters = pairs.flat_map(|(pair, ends)| ends.map(|end| (pair, end))).collect();
        FloorPlan { blood: *position.blood(), teleporters }
    }

    /// The floor of a fortress that is being laid.
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
    /// The sound.
    pub sound: Sound,
    /// The space it is shown beside.
    pub at: Cell,
    /// The number of the beat that made it, so that the same word pops up again when it is repeated.
    pub beat: usize,
}

/// How long a sound word is shown, in milliseconds.
const WORD_MS: u32 = 760;

/// A place in the picture: a space, or a place beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On a space.
    On(Cell),
    /// Outside the entrance, at this index of the queue.
    Waiting(usize),
    /// Outside the exit.
    Out,
    /// Just beyond a wall.
    Beyond(Wall),
}

impl Spot {
    /// Where a figure is there; `None` just beyond a wall.
    #[must_use]
    pub fn whereabouts(self) -> Option<Whereabouts> {
        match self {
            Spot::On(cell) => Some(Whereabouts::On(cell)),
            Spot::Waiting(_) => Some(Whereabouts::Waiting),
            Spot::Out => Some(Whereabouts::Escaped),
            Spot::Beyond(_) => None,
        }
    }
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureMark {
    /// The figure.
    pub figure: FigureId,
    /// Its place.
    pub spot: Spot,
    /// The side that faces up.
    pub face: Face,
    /// How it got there.
    pub way: Option<Way>,
    /// Whether it has still to move in this turn.
    pub is_to_move: bool,
    /// Whether the player at the screen can choose it.
    pub is_choosable: bool,
    /// Whether it is the figure that moves.
    pub is_chosen: bool,
}

/// A stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneView {
    /// Its number in this game.
    pub id: u8,
    /// Its kind.
    pub stone: Stone,
    /// Its place.
    pub spot: Spot,
    /// How it got there.
    pub way: Option<Way>,
}

/// The monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterMark {
    /// Its space.
    pub at: Cell,
    /// Its angle in degrees clockwise from north; see [`Tableau::angle`].
    pub angle: i32,
    /// How it got there.
    pub way: Option<Way>,
}

/// The danger of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DangerMark {
    /// Its place.
    pub spot: Spot,
    /// Its danger in per cent, rounded. 0 is shown only if the planned move lowers the danger to it.
    pub percent: u8,
}

/// What the table reveals about the next run.
#[derive(Clone, Copy, Debug)]
pub struct Aid<'a> {
    /// The level of help.
    pub help: Help,
    /// The next run.
    pub foresight: Option<&'a Foresight>,
    /// The tombstones that are picked.
    pub picks: &'a Picks,
}

/// A place that the chosen figure can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Its place.
    pub spot: Spot,
    /// The points it costs; 0 for staying.
    pub cost: u8,
    /// Whether a piece covers its middle, so that the number is drawn aside.
    pub is_covered: bool,
}

/// The planned move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanMark {
    /// The figure.
    pub figure: FigureId,
    /// The place it starts from.
    pub origin: Spot,
    /// Every place it touches, in order, starting with the origin.
    pub trail: Vec<Spot>,
    /// The pushed stones: where each lay, and where it will lie unless it leaves the game.
    pub pushed: Vec<(Stone, Cell, Option<Cell>)>,
    /// Whether the figure may end its move there.
    pub can_stop: bool,
}

impl Scene {
    /// The current scene: the position of the playback, the hand of the player to move, and what the table reveals
    /// about the next run.
    #[must_use]
    pub fn of(playback: &Playback, moving: Option<&Moving>, speed: Speed, aid: Aid<'_>) -> Scene {
        let tableau = playback.tableau();
        let beat = playback.beat();
        let moving = playback.hand(moving);
        let plan = moving.and_then(Moving::drawn);
        // Foresight is hidden while something is animated.
        let foresight = aid.foresight.filter(|_| beat.is_none() && aid.help == Help::Foresight);
        let queue = queue(playback, moving);
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

    /// A position by itself, with the show that is played there and the index of its beat. All waiting figures are
    /// visible.
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
                angle: tableau.angle,
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

    /// A fortress that is being laid, with the monster on its first space. A stone's number is the index of its tile.
    #[must_use]
    pub fn of_tiles(tiles: &PartialFortress) -> Scene {
        let stones = (0..).zip(tiles.placements()).filter_map(|(id, placement)| match placement {
            Placement::Stone { stone, at } => Some(StoneView { id, stone, spot: Spot::On(at), way: Some(Way::Jump) }),
            Placement::SquarePool { .. } | Placement::LongPool { .. } | Placement::Teleporter { .. } => None,
        });
        let monster = MonsterMark { at: Cell::EXIT, angle: degrees(Direction::East), way: None };
        Scene {
            floor: FloorPlan::of_tiles(tiles),
            stones: stones.collect(),
            monster: Some(monster),
            ..Scene::default()
        }
    }

    /// The walls that are lit, and their twins.
    pub fn lit_walls(&self) -> impl Iterator<Item = Wall> + '_ {
        self.lit.iter().flat_map(|wall| [*wall, wall.twin()])
    }

    /// How many figures wait outside, including those about to enter.
    #[must_use]
    pub fn in_queue(&self) -> usize {
        let waiting = self.figures.iter().filter(|mark| matches!(mark.spot, Spot::Waiting(_))).count();
        let coming = self.plan.iter().filter(|plan| matches!(plan.origin, Spot::Waiting(_))).count();
        waiting + coming * usize::from(self.plan.as_ref().is_some_and(|plan| plan.trail.len() > 1))
    }
}

/// The waiting figures that are drawn: those of one player, because the stairs are narrow. The others are shown in
/// their panels.
fn queue(playback: &Playback, moving: Option<&Moving>) -> Vec<FigureId> {
    let Some(seat) = moving.map(Moving::seat).or(playback.game().acting()) else { return vec![] };
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

/// A planned move as it is drawn; `queue` are the waiting figures in the picture.
#[must_use]
pub fn plan_mark(tableau: &Tableau, plan: &Plan, queue: &[FigureId]) -> PlanMark {
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

/// The walls on these paths, one of each pair.
#[must_use]
pub fn walls(ends: &[End]) -> Vec<Wall> {
    walls_on(ends.iter().flat_map(|end| &end.hops))
}

/// The walls on this way, one of each pair.
#[must_use]
pub fn walls_on<'a>(hops: impl IntoIterator<Item = &'a Hop>) -> Vec<Wall> {
    let mut walls: Vec<Wall> = vec![];
    for hop in hops {
        if let HopKind::Through(wall) = hop.how
            && !walls.contains(&wall)
            && !walls.contains(&wall.twin())
        {
            walls.push(wall);
        }
    }
    walls
}

/// The figures in danger, and those that the planned move takes out of danger. Others get no mark.
#[must_use]
pub fn dangers(foresight: &Foresight, figures: &[FigureMark]) -> Vec<DangerMark> {
    let mark = |figure: &FigureMark| {
        let Danger { before, after, .. } = foresight.danger(figure.figure)?;
        let is_worth_it = !before.is_none() || !after.is_none();
        is_worth_it.then(|| DangerMark { spot: figure.spot, percent: percent(after) })
    };
    figures.iter().filter_map(mark).collect()
}

/// The newest sound word of the current show. It is shown longer than its beat, which may be too short to read it.
fn word(show: Option<(&Show, usize)>, speed: Speed) -> Option<WordMark> {
    let (show, at) = show?;
    let mut since = 0;
    for (number, beat) in show.beats[..=at].iter().enumerate().rev() {
        if let Some(word) = beat.word {
            return Some(WordMark { sound: word.sound, at: word.at, beat: number });
        }
        // The beat before ended when this one began.
        since += if number == at { 0 } else { at_speed(beat.ms, speed) };
        let lasted = number.checked_sub(1).map_or(0, |before| at_speed(show.beats[before].ms, speed));
        if since + lasted >= WORD_MS {
            return None;
        }
    }
    None
}

/// The path of the monster in this run.
fn prints(show: Option<(&Show, usize)>) -> Vec<(Cell, Direction)> {
    let Some((show, at)) = show.filter(|(show, _)| show.run.is_some()) else { return vec![] };
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
    fn a_fortress_looks_like_the_game_that_begins_in_it() {
        for named in NamedFortress::ALL {
            let (scene, position) = (Scene::of_tiles(named.fortress().tiles()), named.fortress().to_setup());
            let position = Position::from_setup(&position).unwrap();
            let expected = FloorPlan::of(&position);
            assert_eq!(scene.floor.blood, expected.blood);
            // A position does not store which pair is the first.
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
            assert_eq!((mark.at, mark.angle), (monster.at, degrees(monster.facing)));
        }
    }
}
