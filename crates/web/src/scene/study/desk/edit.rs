//! The edits of a desk: those that keep the position legal, and why others are refused.

use rules::game::{Axis, Band, GameEvent, Length, Placement, Situation, Stage, TURNS};
use rules::{
    Cell, Direction, FigureId, Monster, Position, Setup, SetupProblem, Spot, Step, Stone, Teleporter, Tombstone,
    Whereabouts,
};
use thiserror::Error;

use super::{Desk, Top, empty, nothing};

/// Something to put on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A stone.
    Stone(Stone),
    /// A space of blood.
    Blood,
    /// The 2×2 pool, with its north-west space there.
    SquarePool,
    /// The 4×1 pool, with its first space there.
    LongPool(Axis),
    /// A teleporter with its arrow. Every second one completes a pair.
    Teleporter(Direction),
    /// A figure.
    Figure(FigureId),
    /// The monster, facing this way.
    Monster(Direction),
}

/// A change of the desk.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Puts something on a space. Blood on blood removes it; the monster and figures are moved from where they were.
    Put(Thing, Cell),
    /// Removes what is on top of a space.
    Erase(Cell),
    /// Moves what is on top of a space, regardless of the rules.
    Shift {
        /// The space it comes from.
        from: Cell,
        /// The space it goes to.
        to: Cell,
    },
    /// Puts a figure beside the board.
    Send(FigureId, Beside),
    /// Takes a figure off the table.
    Remove(FigureId),
    /// Turns a figure over, so that it counts as moved in this turn or not.
    TurnOver(FigureId),
    /// Turns the monster, or the arrow of a teleporter, by 90 degrees clockwise.
    Turn(Cell),
    /// Marks a tombstone as used in this stage.
    Use(Tombstone),
    /// Marks a tombstone as not used.
    PutBack(Tombstone),
    /// Sets the stage.
    Stage(Stage),
    /// Sets the length of the game.
    Length(Length),
    /// Sets the band that is to move.
    ToMove(Band),
    /// Moves a figure by the rules, with its points.
    Walk {
        /// The figure.
        figure: FigureId,
        /// The path.
        path: Vec<Step>,
    },
    /// Ends the turn with this tombstone: the monster runs.
    Run(Tombstone),
    /// Removes everything.
    Empty,
    /// Replaces the desk.
    Lay(Box<Desk>),
}

/// A place beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Outside the entrance.
    Waiting,
    /// Out by the exit.
    Escaped,
    /// Eaten.
    Eaten,
}

/// Why a change is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It would stick out of the fortress.
    #[error("it would stick out of the fortress")]
    NoSuchSpace,
    /// Only figures and the monster can be on a corner.
    #[error("only figures and the monster can be on the corner {0}")]
    Corner(Cell),
    /// Only the monster can be on a teleporter.
    #[error("only the monster can be on the teleporter on {0}")]
    OnTeleporter(Cell),
    /// A teleporter needs an empty floor.
    #[error("{0} already has a floor tile")]
    FloorTaken(Cell),
    /// The space is occupied.
    #[error("{0} is occupied")]
    Occupied(Cell),
    /// The box has two pairs of teleporters.
    #[error("there are already two pairs of teleporters")]
    TooManyPairs,
    /// The space is empty.
    #[error("{0} is empty")]
    Nothing(Cell),
    /// A stage has seven turns, and one tombstone is used in each.
    #[error("a stage has seven turns")]
    NoTurnLeft,
    /// There is no such tombstone.
    #[error("no such tombstone is left")]
    NoSuchTombstone,
    /// There is no monster to run.
    #[error("there is no monster")]
    NoMonster,
    /// The rules forbid the move.
    #[error("{0} cannot move there")]
    Illegal(FigureId),
    /// A figure moves once per turn.
    #[error("{0} has already moved in this turn")]
    HasMoved(FigureId),
    /// The figure is not on the desk.
    #[error("{0} is not on the table")]
    NotThere(FigureId),
}

impl Desk {
    /// The desk after an edit.
    ///
    /// # Errors
    ///
    /// Why the edit is refused.
    pub fn after(&self, edit: &Edit) -> Result<Desk, Refusal> {
        match edit {
            Edit::Put(thing, cell) => self.put(*thing, *cell),
            Edit::Erase(cell) => self.without(*cell),
            Edit::Shift { from, to } => self.shifted(*from, *to),
            Edit::Send(figure, place) => {
                let place = match place {
                    Beside::Waiting => Whereabouts::Waiting,
                    Beside::Escaped => Whereabouts::Escaped,
                    Beside::Eaten => Whereabouts::Eaten,
                };
                self.relaid(|table| set_figure(table, *figure, Some(place)))
            }
            Edit::Remove(figure) => self.relaid(|table| set_figure(table, *figure, None)),
            Edit::TurnOver(figure) => self.turned_over(*figure),
            Edit::Turn(cell) => self.turned(*cell),
            Edit::Use(tombstone) => self.used(*tombstone),
            Edit::PutBack(tombstone) => self.put_back(*tombstone),
            Edit::Stage(stage) => Ok(self.told(|situation| situation.stage = *stage)),
            Edit::Length(length) => Ok(self.told(|situation| {
                situation.length = *length;
                situation.used.clear();
                turn_follows(situation);
            })),
            Edit::ToMove(band) => Ok(self.with_to_move(*band)),
            Edit::Walk { figure, path } => self.walked(*figure, path),
            Edit::Run(tombstone) => self.run(*tombstone).map(|(desk, _)| desk),
            Edit::Empty => Ok(Desk { position: empty(), situation: nothing(), loose: vec![] }),
            Edit::Lay(desk) => Ok((**desk).clone()),
        }
    }

    /// The desk after this tombstone has ended the turn, and the events until then.
    ///
    /// # Errors
    ///
    /// If there is no monster.
    pub fn run(&self, tombstone: Tombstone) -> Result<(Desk, Vec<GameEvent>), Refusal> {
        self.position.monster().ok_or(Refusal::NoMonster)?;
        let mut events = vec![];
        let after = self.situation.after_run(tombstone, &mut events).map_err(|problems| refusal(&problems))?;
        Ok((self.settled(after)?, events))
    }

    fn put(&self, thing: Thing, cell: Cell) -> Result<Desk, Refusal> {
        let spot = Spot::from(cell);
        match thing {
            Thing::Stone(stone) => self.relaid(|table| table.stones.push((stone, spot))),
            Thing::Blood if self.position.blood().has(cell) => {
                self.relaid(|table| table.blood.retain(|other| *other != spot))
            }
            Thing::Blood => self.relaid(|table| table.blood.push(spot)),
            Thing::SquarePool => self.pool(Placement::SquarePool { at: cell }),
            Thing::LongPool(axis) => self.pool(Placement::LongPool { at: cell, axis }),
            Thing::Teleporter(arrow) => self.with_teleporter(Teleporter { at: cell, arrow }),
            Thing::Figure(figure) => self.relaid(|table| set_figure(table, figure, Some(Whereabouts::On(spot)))),
            Thing::Monster(facing) => self.relaid(|table| table.monster = Some(Monster { at: spot, facing })),
        }
    }

    fn pool(&self, pool: Placement) -> Result<Desk, Refusal> {
        let cells = pool.cells().ok_or(Refusal::NoSuchSpace)?;
        self.relaid(|table| table.blood.extend(cells.iter().map(Spot::from)))
    }

    fn without(&self, cell: Cell) -> Result<Desk, Refusal> {
        let spot = Spot::from(cell);
        match self.top(cell).ok_or(Refusal::Nothing(cell))? {
            Top::Figure(figure) => self.relaid(|table| set_figure(table, figure, None)),
            Top::Stone(_) => self.relaid(|table| table.stones.retain(|(_, other)| *other != spot)),
            Top::Monster(_) => self.relaid(|table| table.monster = None),
            Top::Blood => self.relaid(|table| table.blood.retain(|other| *other != spot)),
            Top::Teleporter(_) => self.without_teleporter(cell),
        }
    }

    fn shifted(&self, from: Cell, to: Cell) -> Result<Desk, Refusal> {
        let top = self.top(from).ok_or(Refusal::Nothing(from))?;
        if from == to {
            return Ok(self.clone());
        }
        match top {
            Top::Figure(figure) => self.put(Thing::Figure(figure), to),
            Top::Monster(facing) => self.put(Thing::Monster(facing), to),
            Top::Stone(stone) => self.without(from)?.put(Thing::Stone(stone), to),
            Top::Blood if self.position.blood().has(to) => Err(Refusal::FloorTaken(to)),
            Top::Blood => self.without(from)?.put(Thing::Blood, to),
            Top::Teleporter(arrow) => self.with_teleporter_shifted(from, Teleporter { at: to, arrow }),
        }
    }

    fn turned_over(&self, figure: FigureId) -> Result<Desk, Refusal> {
        if self.position.whereabouts(figure).ok_or(Refusal::NotThere(figure))? == Whereabouts::Eaten {
            // An eaten figure cannot have moved in this turn.
            return Ok(self.clone());
        }
        Ok(self.told(|situation| {
            let before = situation.moved.len();
            situation.moved.retain(|other| *other != figure);
            if situation.moved.len() == before {
                situation.moved.push(figure);
            }
        }))
    }

    fn turned(&self, cell: Cell) -> Result<Desk, Refusal> {
        match self.top(cell).ok_or(Refusal::Nothing(cell))? {
            Top::Figure(figure) => self.turned_over(figure),
            Top::Monster(facing) => self.put(Thing::Monster(facing.right()), cell),
            Top::Teleporter(arrow) => self.with_teleporter_turned(cell, arrow),
            Top::Stone(_) | Top::Blood => Ok(self.clone()),
        }
    }

    fn used(&self, tombstone: Tombstone) -> Result<Desk, Refusal> {
        if self.situation.left().count(tombstone) == 0 {
            return Err(Refusal::NoSuchTombstone);
        }
        if self.situation.used.len() + 1 >= TURNS.into() {
            return Err(Refusal::NoTurnLeft);
        }
        Ok(self.told(|situation| {
            situation.used.push(tombstone);
            turn_follows(situation);
        }))
    }

    fn put_back(&self, tombstone: Tombstone) -> Result<Desk, Refusal> {
        let nth = self.situation.used.iter().position(|used| *used == tombstone).ok_or(Refusal::NoSuchTombstone)?;
        Ok(self.told(|situation| {
            situation.used.remove(nth);
            turn_follows(situation);
        }))
    }

    /// Makes it this band's turn. That follows from the start marker and from the figures that have moved: the marker
    /// is passed if that suffices, otherwise no figure counts as moved.
    fn with_to_move(&self, band: Band) -> Desk {
        let mut starts = vec![self.situation.start];
        starts.extend(&self.situation.players);
        let mut passed = starts.into_iter().map(|start| self.told(|situation| situation.start = start));
        let fitting = passed.find(|desk| desk.to_move() == Some(band));
        fitting.unwrap_or_else(|| {
            self.told(|situation| {
                situation.start = band;
                situation.moved.clear();
            })
        })
    }

    fn walked(&self, figure: FigureId, path: &[Step]) -> Result<Desk, Refusal> {
        self.can_walk(figure)?;
        // A figure that waits outside in the resulting game need not be on the desk yet.
        let mut situation =
            if self.position.whereabouts(figure).is_some() { self.situation.clone() } else { self.completed() };
        let mut position = Position::from_setup(&situation.setup).map_err(|problems| refusal(&problems))?;
        let played = position.play(figure, self.points(figure), path, &mut ());
        played.map_err(|_| Refusal::Illegal(figure))?;
        situation.setup = position.to_setup();
        situation.moved.push(figure);
        self.settled(situation)
    }

    /// The desk with a changed setup.
    pub(super) fn relaid(&self, change: impl FnOnce(&mut Setup)) -> Result<Desk, Refusal> {
        let mut situation = self.situation.clone();
        change(&mut situation.setup);
        self.settled(situation)
    }

    /// The desk with a change that does not affect the position.
    fn told(&self, change: impl FnOnce(&mut Situation)) -> Desk {
        let mut desk = self.clone();
        change(&mut desk.situation);
        desk
    }

    /// Checks the position and updates everything that follows from it.
    fn settled(&self, mut situation: Situation) -> Result<Desk, Refusal> {
        let position = Position::from_setup(&situation.setup).map_err(|problems| refusal(&problems))?;
        situation.setup = position.to_setup();
        let is_out = |figure: &FigureId| position.whereabouts(*figure) == Some(Whereabouts::Escaped);
        let is_on = |position: &Position, band: Band| position.figures().any(|(figure, _)| figure.band() == band);
        // A band can take part without a figure on the desk; removing its last figure removes it.
        situation.players.retain(|band| is_on(&position, *band) || !is_on(&self.position, *band));
        let known = situation.players.clone();
        let appears = |band: &Band| is_on(&position, *band) && !known.contains(band);
        situation.players.extend(Band::ALL.into_iter().filter(appears));
        if !situation.players.contains(&situation.start) {
            situation.start = situation.players.first().copied().unwrap_or(Band::Green);
        }
        situation.moved.retain(|figure| position.whereabouts(*figure).is_some_and(|place| place != Whereabouts::Eaten));
        situation.escaped.retain(is_out);
        let newly_out = position.figures().map(|(figure, _)| figure).filter(is_out);
        let newly_out: Vec<FigureId> = newly_out.filter(|figure| !situation.escaped.contains(figure)).collect();
        situation.escaped.extend(newly_out);
        // What was put on the space of a single teleporter replaces it.
        let is_free = |loose: &Teleporter| {
            let taken = position.piece_at(loose.at).is_some() || position.blood().has(loose.at);
            !taken && position.teleporters().flatten().all(|one| one.at != loose.at)
        };
        let loose = self.loose.iter().copied().filter(is_free).collect();
        Ok(Desk { loose, situation, position })
    }
}

/// One tombstone is used per turn.
fn turn_follows(situation: &mut Situation) {
    situation.turn = situation.used.len() as u64 + 1;
}

fn set_figure(table: &mut Setup, figure: FigureId, place: Option<Whereabouts<Spot>>) {
    table.figures.retain(|(other, _)| *other != figure);
    table.figures.extend(place.map(|place| (figure, place)));
}

/// The first problem, as an edit can cause it.
fn refusal(problems: &[SetupProblem]) -> Refusal {
    match problems.first() {
        Some(SetupProblem::OnCorner { cell, .. }) => Refusal::Corner(*cell),
        Some(SetupProblem::OnTeleporter { cell, .. }) => Refusal::OnTeleporter(*cell),
        Some(SetupProblem::Overlap { cell, .. }) => Refusal::FloorTaken(*cell),
        Some(SetupProblem::Crowded { cell, .. }) => Refusal::Occupied(*cell),
        Some(SetupProblem::TooManyPairs { .. } | SetupProblem::Unpaired { .. }) => Refusal::TooManyPairs,
        Some(SetupProblem::SameFigure { figure, .. }) => Refusal::NotThere(*figure),
        Some(SetupProblem::NoSuchCell { .. }) | None => Refusal::NoSuchSpace,
    }
}
