//! An example played through by the engine: where every piece is after each step.

use std::collections::BTreeMap;
use std::fmt;

use rules::game::Face;
use rules::{Direction, Event, FigureId, IllegalMove, Position, Step, Stone, Stroll, Whereabouts};
use web::draw::{Point, degrees, floor};

use crate::Mistake;
use crate::example::{Deed, Example};

/// A piece of an example, by a name that stays with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceName {
    /// A stone, by its place among the stones of the first position.
    Stone(usize),
    /// A figure.
    Figure(FigureId),
    /// The monster.
    Monster,
}

/// The name on the page.
impl fmt::Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceName::Stone(number) => write!(f, "s{number}"),
            PieceName::Figure(figure) => write!(f, "{figure}"),
            PieceName::Monster => f.write_str("m"),
        }
    }
}

/// Where a piece is, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The point on the board, in units.
    pub at: Point,
    /// Its size. Figures that wait outside are small, so that all of them have room.
    pub scale: f32,
    /// How far it is turned, in degrees. A full turn is counted, so that a piece always turns the short way.
    pub turn: i32,
    /// Whether it has left the board.
    pub is_gone: bool,
    /// Whether a figure has been turned over.
    pub is_turned_over: bool,
    /// Whether it came here without passing the spaces in between.
    pub has_jumped: bool,
}

/// All pieces at one moment.
pub(crate) type Stand = BTreeMap<PieceName, Place>;

/// One step of an example.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What kind of step it is.
    pub kind: FrameKind,
    /// What happened.
    pub events: Vec<Event>,
    /// The position after it.
    pub position: Position,
    /// The pieces after it.
    pub stand: BTreeMap<PieceName, Place>,
}

/// The kind of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A step of a figure.
    FigureStep(FigureId),
    /// A figure is turned over after its move; it stayed where it was if it made no step.
    TurnedOver {
        /// The figure.
        figure: FigureId,
        /// Whether it stayed.
        has_stayed: bool,
    },
    /// A move that the rules do not allow.
    Refused {
        /// The figure that does not move.
        figure: FigureId,
        /// Why.
        problem: IllegalMove,
    },
    /// A movement point of the monster, with the look before it.
    MonsterStep(u32),
    /// The look after its last step.
    LastLook,
}

/// An example with all its steps.
#[derive(Clone, Debug)]
pub struct Reel {
    /// The stones by number.
    pub stones: Vec<Stone>,
    /// The pieces at the beginning.
    pub start: BTreeMap<PieceName, Place>,
    /// The steps, in order.
    pub frames: Vec<Frame>,
}

impl Reel {
    /// Plays an example.
    ///
    /// # Errors
    ///
    /// If the rules do not allow one of its moves, or allow one that is said to be refused.
    pub fn of(example: &Example) -> Result<Reel, Mistake> {
        let start = stand(&example.position);
        let stones = example.position.stones().map(|(stone, _)| stone).collect();
        let mut player =
            Player { example, position: example.position, stand: start.clone(), turned_over: vec![], frames: vec![] };
        for deed in &example.deeds {
            player.play(deed)?;
        }
        Ok(Reel { stones, start, frames: player.frames })
    }
}

/// The pieces of a position.
fn stand(position: &Position) -> Stand {
    let still = |at: Point| Place { at, scale: 1.0, turn: 0, is_gone: false, is_turned_over: false, has_jumped: false };
    let mut all = Stand::new();
    for (number, (_, cell)) in position.stones().enumerate() {
        all.insert(PieceName::Stone(number), still(floor::center(cell)));
    }
    let waiting: Vec<FigureId> =
        position.figures().filter(|(_, place)| *place == Whereabouts::Waiting).map(|(figure, _)| figure).collect();
    for (index, figure) in waiting.iter().enumerate() {
        let (at, scale) = floor::waiting(index, waiting.len());
        all.insert(PieceName::Figure(*figure), Place { scale, ..still(at) });
    }
    for (figure, place) in position.figures() {
        if let Whereabouts::On(cell) = place {
            all.insert(PieceName::Figure(figure), still(floor::center(cell)));
        }
    }
    if let Some(monster) = position.monster() {
        let turn = i32::from(degrees(monster.facing));
        all.insert(PieceName::Monster, Place { turn, ..still(floor::center(monster.at)) });
    }
    all
}

struct Player<'a> {
    example: &'a Example,
    position: Position,
    stand: Stand,
    turned_over: Vec<FigureId>,
    frames: Vec<Frame>,
}

impl Player<'_> {
    fn play(&mut self, deed: &Deed) -> Result<(), Mistake> {
        match deed {
            Deed::Move(figure, path) => self.move_figure(*figure, path),
            Deed::Refused(figure, path) => match self.points_and(*figure, path) {
                Ok(_) => Err(self.wrong(format!("the rules allow {figure} to go there"))),
                Err(problem) => {
                    self.add(FrameKind::Refused { figure: *figure, problem }, vec![], self.position);
                    Ok(())
                }
            },
            Deed::Run(tombstone) => {
                let (mut after, mut events) = (self.position, vec![]);
                after.run(*tombstone, &mut events);
                self.run(events);
                debug_assert_eq!(self.position, after, "events lead to the same position");
                Ok(())
            }
        }
    }

    /// The position after a whole move.
    fn points_and(&self, figure: FigureId, path: &[Step]) -> Result<Position, IllegalMove> {
        let mut after = self.position;
        let is_over = self.example.dark.has(figure) != self.turned_over.contains(&figure);
        let face = if is_over { Face::Dark } else { Face::Bright };
        after.play(figure, figure.number(face), path, &mut ())?;
        Ok(after)
    }

    fn move_figure(&mut self, figure: FigureId, path: &[Step]) -> Result<(), Mistake> {
        let after = self.points_and(figure, path).map_err(|problem| self.wrong(problem))?;
        let mut stroll = Stroll::new(&self.position, figure).ok_or_else(|| self.wrong("it is not in play"))?;
        for step in path {
            let mut events = vec![];
            stroll.step(*step, &mut events).map_err(|problem| self.wrong(problem))?;
            self.add(FrameKind::FigureStep(figure), events, stroll.position());
        }
        self.turned_over.push(figure);
        if let Some(place) = self.stand.get_mut(&PieceName::Figure(figure)) {
            place.is_turned_over = !place.is_turned_over;
        }
        // A figure that is out is not turned over any more.
        if after.whereabouts(figure) != Some(Whereabouts::Escaped) {
            self.add(FrameKind::TurnedOver { figure, has_stayed: path.is_empty() }, vec![], after);
        }
        self.position = after;
        Ok(())
    }

    fn run(&mut self, events: Vec<Event>) {
        let mut step = vec![];
        for event in events {
            let mut position = self.position;
            position.apply_unchecked(&event);
            self.position = position;
            step.push(event);
            if let Event::PointSpent { points, .. } = event {
                self.add(FrameKind::MonsterStep(points), std::mem::take(&mut step), position);
            }
        }
        if !step.is_empty() {
            self.add(FrameKind::LastLook, step, self.position);
        }
    }

    fn add(&mut self, kind: FrameKind, events: Vec<Event>, position: Position) {
        for place in self.stand.values_mut() {
            place.has_jumped = false;
        }
        for event in &events {
            self.follow(event);
        }
        self.frames.push(Frame { kind, events, position, stand: self.stand.clone() });
    }

    /// Moves the pieces as an event tells.
    fn follow(&mut self, event: &Event) {
        match *event {
            Event::FigureEntered { figure, at } | Event::FigureMoved { figure, to: at, .. } => {
                self.put(PieceName::Figure(figure), floor::center(at));
            }
            Event::FigureEscaped { figure, .. } => {
                self.put(PieceName::Figure(figure), floor::EXIT);
                self.remove(PieceName::Figure(figure));
            }
            Event::FigureEaten { figure, .. } => self.remove(PieceName::Figure(figure)),
            Event::StoneMoved { from, to, .. } => {
                if let Some(stone) = self.stone_at(floor::center(from)) {
                    self.put(stone, floor::center(to));
                }
            }
            Event::StoneLost { from, .. } => {
                if let Some(stone) = self.stone_at(floor::center(from)) {
                    self.remove(stone);
                }
            }
            Event::MonsterTurned { to, .. } => self.turn(to),
            Event::MonsterSpun { facing, .. } => self.turn(facing),
            Event::MonsterMoved { to, through, .. } => {
                self.put(PieceName::Monster, floor::center(to));
                if through.is_some() {
                    self.jump();
                }
            }
            Event::MonsterTeleported { to, facing, .. } => {
                self.put(PieceName::Monster, floor::center(to));
                self.turn(facing);
                self.jump();
            }
            Event::MonsterHeld { .. }
            | Event::MonsterLooked { .. }
            | Event::PointSpent { .. }
            | Event::FigureReturned { .. }
            | Event::FigureLeftBehind { .. } => {}
        }
    }

    fn put(&mut self, piece: PieceName, at: Point) {
        if let Some(place) = self.stand.get_mut(&piece) {
            place.at = at;
            place.scale = 1.0;
        }
    }

    fn remove(&mut self, piece: PieceName) {
        if let Some(place) = self.stand.get_mut(&piece) {
            place.is_gone = true;
        }
    }

    fn jump(&mut self) {
        if let Some(place) = self.stand.get_mut(&PieceName::Monster) {
            place.has_jumped = true;
        }
    }

    fn turn(&mut self, to: Direction) {
        if let Some(place) = self.stand.get_mut(&PieceName::Monster) {
            let change = (i32::from(degrees(to)) - place.turn).rem_euclid(360);
            place.turn += if change > 180 { change - 360 } else { change };
        }
    }

    fn stone_at(&self, at: Point) -> Option<PieceName> {
        let is_there = |(name, place): &(&PieceName, &Place)| {
            matches!(name, PieceName::Stone(_)) && place.at == at && !place.is_gone
        };
        self.stand.iter().find(is_there).map(|(name, _)| *name)
    }

    fn wrong(&self, problem: impl ToString) -> Mistake {
        Mistake::new(format!("example {}", self.example.name), problem)
    }
}
