//! The board on which anything goes: changes that leave a legal table, and why others are refused.

use rules::game::{
    Axis, Band, Face, FigureSet, GameEvent, Length, Pair, Placement, Players, Playing, Situation, Stage, TURNS,
};
use rules::game::{SituationProblem, basic_setup};
use rules::notation::{DrawingError, StringError};
use rules::{
    Cell, Direction, FigureId, Monster, Position, Setup, SetupProblem, Spot, Step, Stone, Teleporter, TeleporterTile,
    Tombstone, Whereabouts,
};
use thiserror::Error;

/// A game in mid-play as somebody lays it out.
///
/// Invariant: its table can be laid. Whether there can be such a game is another question: see [`game`](Desk::game).
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    situation: Situation,
    position: Position,
    /// A teleporter whose other end does not lie yet.
    loose: Option<Teleporter>,
}

/// Something to put on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A stone.
    Stone(Stone),
    /// A space of blood.
    Blood,
    /// The pool of 2×2, with its north-west space there.
    SquarePool,
    /// The pool of 4×1, with its first space there.
    LongPool(Axis),
    /// A teleporter with its arrow. Every second one completes a pair.
    Teleporter(Direction),
    /// A figure.
    Figure(FigureId),
    /// The monster, looking this way.
    Monster(Direction),
}

/// What lies uppermost on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// A figure.
    Figure(FigureId),
    /// A stone.
    Stone(Stone),
    /// The monster, looking this way.
    Monster(Direction),
    /// A teleporter with its arrow.
    Teleporter(Direction),
    /// Blood.
    Blood,
}

/// A change of the desk.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Puts something on a space. Blood that lies there already is wiped off; the monster and figures come from where they were.
    Put(Thing, Cell),
    /// Takes away what lies uppermost.
    Erase(Cell),
    /// Moves what lies uppermost, as nobody but the owner of a board can.
    Shift {
        /// From here.
        from: Cell,
        /// To there.
        to: Cell,
    },
    /// Puts a figure beside the board.
    Send(FigureId, Beside),
    /// Takes a figure off the table.
    Remove(FigureId),
    /// Turns a figure over: it has moved in this turn, or it has not.
    TurnOver(FigureId),
    /// Turns the monster, or the arrow of a teleporter, by a quarter to the right.
    Turn(Cell),
    /// A tombstone has been used in this stage.
    Use(Tombstone),
    /// A tombstone has not been used after all.
    PutBack(Tombstone),
    /// Another stage.
    Stage(Stage),
    /// Another length of the game.
    Length(Length),
    /// Another band is to move.
    ToMove(Band),
    /// A figure walks by the rules, with its points.
    Walk {
        /// Who.
        figure: FigureId,
        /// How.
        path: Vec<Step>,
    },
    /// This tombstone ends the turn, and the monster runs.
    Run(Tombstone),
    /// Everything is taken off.
    Empty,
    /// Something else is laid out instead.
    Lay(Box<Desk>),
}

/// A place beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Outside the entrance.
    Waiting,
    /// Out by the exit.
    Escaped,
    /// In the monster.
    Eaten,
}

/// Why a change is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It would stick out of the fortress.
    #[error("there is no such space")]
    NoSuchSpace,
    /// Only figures and the monster can be on a corner.
    #[error("only figures and the monster can be on the corner {0}")]
    Corner(Cell),
    /// Only the monster can be on a teleporter.
    #[error("only the monster can be on the teleporter on {0}")]
    OnTeleporter(Cell),
    /// A teleporter needs bare floor.
    #[error("a floor tile lies on {0} already")]
    FloorTaken(Cell),
    /// Something is there already.
    #[error("{0} is occupied")]
    Occupied(Cell),
    /// The box has two pairs of teleporters.
    #[error("there are two pairs of teleporters")]
    TooManyPairs,
    /// Nothing is there.
    #[error("nothing is on {0}")]
    Nothing(Cell),
    /// A stage has seven turns, and a tombstone is used in each but this one.
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
    /// A figure walks once a turn.
    #[error("{0} has moved in this turn")]
    HasMoved(FigureId),
    /// There is no such figure on the table.
    #[error("{0} is not on the table")]
    NotThere(FigureId),
}

/// Why a text cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    /// It is no position.
    #[error(transparent)]
    Unreadable(#[from] StringError),
    /// It is no drawing.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// There can be no such table.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Impossible(Vec<SetupProblem>),
}

impl Desk {
    /// The fortress of the basic game, and nobody in it.
    ///
    /// # Panics
    ///
    /// Never: that fortress can be laid.
    #[must_use]
    pub fn basic() -> Desk {
        let situation = Situation { setup: basic_setup().to_setup(), ..nothing() };
        Desk::of(situation).expect("the basic fortress can be laid")
    }

    /// Lays out a situation.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with its table.
    pub fn of(situation: Situation) -> Result<Desk, Vec<SetupProblem>> {
        let position = Position::from_setup(&situation.setup)?;
        let setup = position.to_setup();
        Ok(Desk { situation: Situation { setup, ..situation }, position, loose: None })
    }

    /// Lays out a position string, a situation string, a link with one of them, or a drawing.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or there can be no such table.
    pub fn read(text: &str) -> Result<Desk, Unread> {
        let word = text.rsplit_once("#/position").map_or(text, |(_, word)| word);
        let word = word.trim_start_matches(|letter: char| letter == '/' || letter.is_whitespace());
        let skipped = text[..text.len() - word.len()].chars().count();
        let word = word.trim_end_matches(|letter: char| letter == '/' || letter.is_whitespace());
        // The place is told in the text that somebody sees.
        let in_text = |error: StringError| StringError { at: error.at + skipped, ..error };
        let situation = if word.contains('\n') {
            let lines = text[..text.len() - text.trim_start().len()].matches('\n').count();
            let in_text = |error: DrawingError| DrawingError { line: error.line + lines, ..error };
            let table = Setup::from_drawing(word).map_err(in_text)?;
            // Whoever draws a table says nothing else: it is written and read as a position.
            table.to_string().parse()?
        } else {
            word.parse().map_err(in_text)?
        };
        Desk::of(situation).map_err(Unread::Impossible)
    }

    /// The table.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All that is laid out, but for a single teleporter.
    #[must_use]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The teleporter that waits for its other end.
    #[must_use]
    pub fn loose(&self) -> Option<Teleporter> {
        self.loose
    }

    /// Who waits outside the entrance, in the order of the queue.
    pub fn waiting(&self) -> impl Iterator<Item = FigureId> {
        FigureId::all().filter(|figure| self.position.whereabouts(*figure) == Some(Whereabouts::Waiting))
    }

    /// Who shows the dark side.
    #[must_use]
    pub fn dark(&self) -> FigureSet {
        let figures = self.position.figures().map(|(figure, _)| figure);
        figures.filter(|figure| self.face(*figure) == Face::Dark).collect()
    }

    /// The side of a figure that lies up. Who has escaped or been eaten is turned over no more, and lies bright side up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        match self.position.whereabouts(figure) {
            Some(Whereabouts::Escaped | Whereabouts::Eaten) => Face::Bright,
            Some(Whereabouts::On(_) | Whereabouts::Waiting) | None => self.situation.face(figure),
        }
    }

    /// Who has moved in this turn.
    #[must_use]
    pub fn moved(&self) -> FigureSet {
        self.situation.moved.iter().copied().collect()
    }

    /// The points of a figure: the number that lies up.
    #[must_use]
    pub fn points(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    /// Whether a figure can still walk in this turn.
    ///
    /// # Errors
    ///
    /// If it has moved.
    pub fn can_walk(&self, figure: FigureId) -> Result<(), Refusal> {
        if self.situation.moved.contains(&figure) { Err(Refusal::HasMoved(figure)) } else { Ok(()) }
    }

    /// The pair that the teleporter on a space belongs to; a single one belongs to the next.
    #[must_use]
    pub fn pair_at(&self, cell: Cell) -> Pair {
        let mut pairs = self.position.teleporters();
        let is_first = pairs.next().is_none_or(|pair| pair.iter().any(|one| one.at == cell));
        if is_first { Pair::One } else { Pair::Two }
    }

    /// What lies uppermost on a space.
    #[must_use]
    pub fn top(&self, cell: Cell) -> Option<Top> {
        let monster = self.position.monster().filter(|monster| monster.at == cell);
        let teleporter = self.position.teleporters().flatten().chain(self.loose).find(|one| one.at == cell);
        let figure = self.position.figure_at(cell).map(Top::Figure);
        figure
            .or_else(|| self.position.stone_at(cell).map(Top::Stone))
            .or_else(|| monster.map(|monster| Top::Monster(monster.facing)))
            .or_else(|| teleporter.map(|teleporter| Top::Teleporter(teleporter.arrow)))
            .or_else(|| self.position.blood().has(cell).then_some(Top::Blood))
    }

    /// The game that goes on from here. Figures of the players that nobody put anywhere wait outside; in stage two they have
    /// been eaten.
    ///
    /// # Errors
    ///
    /// Everything that keeps it from going on.
    pub fn game(&self) -> Result<Playing, Vec<SituationProblem>> {
        Playing::from_situation(&self.completed())
    }

    fn completed(&self) -> Situation {
        let mut situation = self.situation.clone();
        let Ok(players) = Players::new(&situation.players) else { return situation };
        let place = match situation.stage {
            Stage::One => Whereabouts::Waiting,
            Stage::Two => Whereabouts::Eaten,
        };
        let everybody = players.seats().flat_map(|seat| players.figures(seat).iter());
        let missing = everybody.filter(|figure| self.position.whereabouts(*figure).is_none());
        situation.setup.figures.extend(missing.map(|figure| (figure, place)));
        situation
    }

    /// The band that is to move, if the game can go on.
    #[must_use]
    pub fn to_move(&self) -> Option<Band> {
        let game = self.game().ok()?;
        Some(game.players().band(game.acting()?))
    }

    /// The desk after a change.
    ///
    /// # Errors
    ///
    /// Why there can be no such change.
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
            Edit::ToMove(colour) => Ok(self.with_to_move(*colour)),
            Edit::Walk { figure, path } => self.walked(*figure, path),
            Edit::Run(tombstone) => self.run(*tombstone).map(|(desk, _)| desk),
            Edit::Empty => Ok(Desk { position: empty(), situation: nothing(), loose: None }),
            Edit::Lay(desk) => Ok((**desk).clone()),
        }
    }

    /// The desk after this tombstone has ended the turn, and what happens until then.
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

    /// The first teleporter of a pair waits beside the position, because a position has whole pairs only.
    fn with_teleporter(&self, teleporter: Teleporter) -> Result<Desk, Refusal> {
        let Some(other) = self.loose.filter(|loose| loose.at != teleporter.at) else {
            if self.position.teleporters().count() > 1 {
                return Err(Refusal::TooManyPairs);
            }
            self.room_for_teleporter(teleporter.at)?;
            return Ok(Desk { loose: Some(teleporter), ..self.clone() });
        };
        let pair = 1 + self.situation.setup.teleporters.iter().map(|tile| tile.pair).max().unwrap_or(0);
        let tile = |Teleporter { at, arrow }| TeleporterTile { pair, at: at.into(), arrow };
        let desk = self.relaid(|table| table.teleporters.extend([tile(other), tile(teleporter)]))?;
        Ok(Desk { loose: None, ..desk })
    }

    fn room_for_teleporter(&self, cell: Cell) -> Result<(), Refusal> {
        if cell.is_corner() {
            return Err(Refusal::Corner(cell));
        }
        match self.top(cell) {
            Some(Top::Figure(_) | Top::Stone(_)) => Err(Refusal::Occupied(cell)),
            // The monster may stand on a tile.
            None | Some(Top::Monster(_) | Top::Teleporter(_) | Top::Blood) => {
                let is_paired = self.position.teleporters().flatten().any(|one| one.at == cell);
                if is_paired || self.position.blood().has(cell) { Err(Refusal::FloorTaken(cell)) } else { Ok(()) }
            }
        }
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

    /// Takes a teleporter away. The other end of its pair is loose then, or makes a pair with the one that was.
    fn without_teleporter(&self, cell: Cell) -> Result<Desk, Refusal> {
        let Some(pair) = self.position.teleporters().find(|pair| pair.iter().any(|one| one.at == cell)) else {
            return Ok(Desk { loose: None, ..self.clone() });
        };
        if let Some(loose) = self.loose {
            return self.with_end(cell, loose);
        }
        let gone = pair.map(|one| Spot::from(one.at));
        let desk = self.relaid(|table| table.teleporters.retain(|tile| !gone.contains(&tile.at)))?;
        Ok(Desk { loose: pair.into_iter().find(|one| one.at != cell), ..desk })
    }

    /// Puts another end of a pair in the place of the one on a space.
    fn with_end(&self, cell: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        self.relaid(|table| {
            for tile in table.teleporters.iter_mut().filter(|tile| tile.at == cell.into()) {
                (tile.at, tile.arrow) = (end.at.into(), end.arrow);
            }
        })
    }

    fn with_teleporter_shifted(&self, from: Cell, end: Teleporter) -> Result<Desk, Refusal> {
        self.room_for_teleporter(end.at)?;
        match self.loose {
            Some(loose) if loose.at == from => Ok(Desk { loose: Some(end), ..self.clone() }),
            Some(loose) if loose.at == end.at => Err(Refusal::FloorTaken(end.at)),
            Some(_) | None => self.with_end(from, end),
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
            // Who has been eaten cannot have moved in this turn.
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
            Top::Teleporter(arrow) => match self.loose.filter(|loose| loose.at == cell) {
                Some(loose) => Ok(Desk { loose: Some(Teleporter { arrow: arrow.right(), ..loose }), ..self.clone() }),
                None => self.with_end(cell, Teleporter { at: cell, arrow: arrow.right() }),
            },
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

    /// Whose move it is follows from the start marker and from who has moved: the marker is passed if that is enough, else
    /// nobody has moved.
    fn with_to_move(&self, colour: Band) -> Desk {
        let mut starts = vec![self.situation.start];
        starts.extend(&self.situation.players);
        let mut passed = starts.into_iter().map(|start| self.told(|situation| situation.start = start));
        let fitting = passed.find(|desk| desk.to_move() == Some(colour));
        fitting.unwrap_or_else(|| {
            self.told(|situation| {
                situation.start = colour;
                situation.moved.clear();
            })
        })
    }

    fn walked(&self, figure: FigureId, path: &[Step]) -> Result<Desk, Refusal> {
        self.can_walk(figure)?;
        // Who waits outside in the game that goes on need not stand on the table yet.
        let mut situation =
            if self.position.whereabouts(figure).is_some() { self.situation.clone() } else { self.completed() };
        let mut position = Position::from_setup(&situation.setup).map_err(|problems| refusal(&problems))?;
        let played = position.play(figure, self.points(figure), path, &mut ());
        played.map_err(|_| Refusal::Illegal(figure))?;
        situation.setup = position.to_setup();
        situation.moved.push(figure);
        self.settled(situation)
    }

    /// The same with another table.
    fn relaid(&self, change: impl FnOnce(&mut Setup)) -> Result<Desk, Refusal> {
        let mut situation = self.situation.clone();
        change(&mut situation.setup);
        self.settled(situation)
    }

    /// The same with another thing said that changes nothing on the table.
    fn told(&self, change: impl FnOnce(&mut Situation)) -> Desk {
        let mut desk = self.clone();
        change(&mut desk.situation);
        desk
    }

    /// Lays the table out, and lets what is said of it follow.
    fn settled(&self, mut situation: Situation) -> Result<Desk, Refusal> {
        let position = Position::from_setup(&situation.setup).map_err(|problems| refusal(&problems))?;
        situation.setup = position.to_setup();
        let is_out = |figure: &FigureId| position.whereabouts(*figure) == Some(Whereabouts::Escaped);
        let is_on = |position: &Position, colour: Band| position.figures().any(|(figure, _)| figure.band() == colour);
        // A band can play that has no figure on the table yet; it is gone when its last one is taken off.
        situation.players.retain(|colour| is_on(&position, *colour) || !is_on(&self.position, *colour));
        let known = situation.players.clone();
        let appears = |colour: &Band| is_on(&position, *colour) && !known.contains(colour);
        situation.players.extend(Band::ALL.into_iter().filter(appears));
        if !situation.players.contains(&situation.start) {
            situation.start = situation.players.first().copied().unwrap_or(Band::Green);
        }
        situation.moved.retain(|figure| position.whereabouts(*figure).is_some_and(|place| place != Whereabouts::Eaten));
        situation.escaped.retain(is_out);
        let newly_out = position.figures().map(|(figure, _)| figure).filter(is_out);
        let newly_out: Vec<FigureId> = newly_out.filter(|figure| !situation.escaped.contains(figure)).collect();
        situation.escaped.extend(newly_out);
        // What was put where the single teleporter lay has taken its place.
        let is_free = |loose: &Teleporter| {
            let taken = position.piece_at(loose.at).is_some() || position.blood().has(loose.at);
            !taken && position.teleporters().flatten().all(|one| one.at != loose.at)
        };
        Ok(Desk { loose: self.loose.filter(is_free), situation, position })
    }
}

/// A game of nobody that has not begun.
fn nothing() -> Situation {
    Situation {
        players: vec![],
        length: Length::Normal,
        setup: Setup::default(),
        stage: Stage::One,
        turn: 1,
        start: Band::Green,
        moved: vec![],
        used: vec![],
        escaped: vec![],
    }
}

/// One tombstone is used each turn.
fn turn_follows(situation: &mut Situation) {
    situation.turn = situation.used.len() as u64 + 1;
}

fn empty() -> Position {
    Position::from_setup(&Setup::default()).expect("nothing can be laid anywhere")
}

fn set_figure(table: &mut Setup, figure: FigureId, place: Option<Whereabouts<Spot>>) {
    table.figures.retain(|(other, _)| *other != figure);
    table.figures.extend(place.map(|place| (figure, place)));
}

/// The first problem, as a change of the desk can cause it.
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
