//! A game in mid-play as open data, without its history.
//!
//! It does not contain what follows from the rest: which side of a figure is face up, and whose move it is.

use std::fmt;

use super::course::MOVES_ON_FIRST_TURN;
use super::playing::Due;
use super::{
    Band, Course, Face, FigureSet, Game, GameEvent, Length, Players, PlayersProblem, Playing, Seat, Stage, TURNS,
    Tombstones,
};
use crate::event::Sink;
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;
use crate::setup::{Item, Setup, SetupProblem, Spot};
use crate::tombstone::Tombstone;

/// A game that waits for a move, as open data. Nothing is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The band of each seat, clockwise.
    pub players: Vec<Band>,
    /// The length of the game, which determines its tombstones.
    pub length: Length,
    /// The board, with every figure of the players, including those out of play.
    pub setup: Setup,
    /// The stage.
    pub stage: Stage,
    /// The turn in the stage, from 1 to 7.
    pub turn: u64,
    /// The band that has the start marker.
    pub start: Band,
    /// The figures that have moved in this turn, in any order.
    pub moved: Vec<FigureId>,
    /// The tombstones used in this stage, in any order.
    pub used: Vec<Tombstone>,
    /// The figures that have escaped, in order.
    pub escaped: Vec<FigureId>,
}

/// A part of a [`Situation`]. For lists, the index of an element, or `None` for the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `players`
    Players,
    /// `setup`
    Setup,
    /// One of the things on the board.
    Thing(Item),
    /// `turn`
    Turn,
    /// `start`
    Start,
    /// `moved`
    Moved(Option<usize>),
    /// `used`
    Used(Option<usize>),
    /// `escaped`
    Escaped(Option<usize>),
}

/// What is wrong with a [`Situation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SituationProblem {
    /// These players cannot play together.
    Players(PlayersProblem),
    /// The position is illegal.
    Setup(SetupProblem),
    /// The monster is missing.
    NoMonster,
    /// Nobody plays this band.
    NobodyPlays(Band),
    /// A figure belongs to none of the players.
    Stranger {
        /// Where it is listed.
        part: Part,
        /// The figure.
        figure: FigureId,
    },
    /// A figure of a player is missing from the board.
    Missing(FigureId),
    /// A figure is listed twice.
    Twice {
        /// Its second occurrence.
        part: Part,
        /// The figure.
        figure: FigureId,
    },
    /// RULES 3: a figure that is eaten in stage one returns to the entrance.
    EatenInStageOne {
        /// Its place in the list of figures.
        item: Item,
        /// The figure.
        figure: FigureId,
    },
    /// A stage has seven turns.
    NoSuchTurn(u64),
    /// One tombstone is used each turn.
    UsedCount {
        /// The number of used tombstones.
        used: usize,
        /// The number of turns before this one.
        due: usize,
    },
    /// The box has fewer of this tombstone, or none.
    NotInBox {
        /// Its index in the list of used tombstones.
        nth: usize,
        /// The tombstone.
        tombstone: Tombstone,
    },
    /// A figure that has been eaten cannot have moved in this turn.
    MovedEaten {
        /// Its index in the list of moved figures.
        nth: usize,
        /// The figure.
        figure: FigureId,
    },
    /// A figure is listed as escaped, but the board has it somewhere else.
    NotEscaped {
        /// Its index in the list of escaped figures.
        nth: usize,
        /// The figure.
        figure: FigureId,
    },
    /// A figure has escaped according to the board, but is not in the list.
    EscapeUnlisted(FigureId),
    /// RULES 3: the players move in turn, so the number of figures that one has moved depends on the others.
    OutOfTurn {
        /// The band.
        band: Band,
        /// The number of figures it has moved.
        moved: usize,
        /// The number it should have moved, given the number of moves of all players together.
        due: usize,
    },
    /// A band has all figures but one out, so the game is over.
    HasWon(Band),
    /// All figures in play have moved, or none is in play, so no move is awaited.
    NobodyToMove,
}

impl Situation {
    /// The tombstones that can still come up in this stage.
    #[must_use]
    pub fn left(&self) -> Tombstones {
        Tombstones::of_game(self.length).without(&self.used.iter().copied().collect())
    }

    /// The tombstones of which one will be carried out next, each with the same chance.
    #[must_use]
    pub fn next_tombstones(&self) -> Tombstones {
        self.course().map_or_else(|| self.left(), |course| course.next_tombstones(self.length))
    }

    /// The side of a figure in play that is face up. It follows from the turn and from which figures have moved.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        self.course().map_or(Face::Bright, |course| course.face(self.moved.contains(&figure)))
    }

    /// The situation after `tombstone` has ended the turn: the monster runs, `sink` receives the events, and the next
    /// turn begins.
    ///
    /// It does not check which figures have moved, whether that tombstone is left, or whether the game is over. After
    /// the last turn of the game, or if there is no such turn, the turn stays the same.
    ///
    /// # Errors
    ///
    /// If the position is illegal.
    pub fn after_run(
        &self,
        tombstone: Tombstone,
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<Situation, Vec<SetupProblem>> {
        let mut position = Position::from_setup(&self.setup)?;
        let mut after = self.clone();
        sink.tell(|| GameEvent::TombstoneFlipped { tombstone });
        self.stage.run(&mut position, tombstone, sink);
        after.setup = position.to_setup();
        let marker = self.players.iter().position(|band| *band == self.start);
        let next = marker.map_or(0, |seat| (seat + 1) % self.players.len());
        let Some(course) = self.course().zip(Seat::new(next)).and_then(|(course, next)| course.next_turn(next)) else {
            return Ok(after);
        };
        after.moved.clear();
        if marker.is_some() {
            after.start = self.players[next];
        }
        after.turn = course.turn().into();
        if course.stage() == self.stage {
            after.used.push(tombstone);
        } else {
            after.stage = course.stage();
            after.used.clear();
        }
        Ok(after)
    }

    /// How far the game has come, or `None` if a stage has no such turn. If nobody plays the band with the start
    /// marker, the first seat has it.
    fn course(&self) -> Option<Course> {
        let marker = self.players.iter().position(|band| *band == self.start);
        let start = Seat::new(marker.unwrap_or(0))?;
        Course::at(self.stage, self.turn, start, self.used.iter().copied().collect())
    }
}

impl Game {
    /// Checks `situation` and returns the game in play from there.
    ///
    /// It checks what the rest of the game relies on, not whether play can lead there. The new game has no history: no
    /// tombstones have been shown on the first turn, and figures out of play are bright side up.
    ///
    /// # Errors
    ///
    /// Every problem, not only the first. Two checks need others to pass first: whose figures they are needs valid
    /// players; whose move it is, and whether anybody has won, needs everything else.
    pub fn from_situation(situation: &Situation) -> Result<Game, Vec<SituationProblem>> {
        Playing::from_situation(situation).map(Game::Playing)
    }
}

impl Playing {
    /// See [`Game::from_situation`].
    ///
    /// # Errors
    ///
    /// Every problem.
    pub fn from_situation(situation: &Situation) -> Result<Playing, Vec<SituationProblem>> {
        let mut check = Check::new(situation);
        let players = check.players();
        let position = check.position();
        let course = check.course(players.as_ref());
        if let Some(players) = players {
            check.figures(&players);
        }
        let (Some(players), Some(position), Some(course), []) = (players, position, course, check.problems.as_slice())
        else {
            return Err(check.problems);
        };
        let mut playing = Playing::at(players, situation.length, position, course);
        playing.moved = situation.moved.iter().copied().collect();
        playing.escaped = situation.escaped.iter().copied().collect();
        playing.dark = FigureId::all().filter(|figure| playing.should_be_dark(*figure)).collect();
        playing.due = Due::Move(playing.seat_due()?);
        Ok(playing)
    }

    /// The game as open data, which [`from_situation`](Playing::from_situation) reads. `None` if no move is awaited.
    #[must_use]
    pub fn to_situation(&self) -> Option<Situation> {
        let Due::Move(_) = self.due else { return None };
        let used = self.course.used();
        Some(Situation {
            players: self.players().bands().to_vec(),
            length: self.length(),
            setup: self.position.to_setup(),
            stage: self.course.stage(),
            turn: self.course.turn().into(),
            start: self.players().band(self.course.start()),
            moved: self.moved.iter().collect(),
            used: used.iter().flat_map(|(tombstone, count)| std::iter::repeat_n(tombstone, count)).collect(),
            escaped: self.escaped.to_vec(),
        })
    }

    fn should_be_dark(&self, figure: FigureId) -> bool {
        self.position.is_in_play(figure) && self.course.face(self.moved.has(figure)) == Face::Dark
    }

    /// The seat whose move it is. It follows from the start marker and from which figures have moved.
    fn seat_due(&self) -> Result<Seat, Vec<SituationProblem>> {
        let players = self.players();
        let mut problems = vec![];
        let order = self.order_of_moves();
        let (done, to_come) = order.split_at(order.len().min(self.moved.len()));
        for seat in players.seats() {
            let band = players.band(seat);
            if players.wins_with(self.escaped_of(seat)) {
                problems.push(SituationProblem::HasWon(band));
            }
            let moved = self.moved_of(seat);
            let due = done.iter().filter(|mover| **mover == seat).count();
            if moved != due {
                problems.push(SituationProblem::OutOfTurn { band, moved, due });
            }
        }
        if to_come.is_empty() && problems.is_empty() {
            problems.push(SituationProblem::NobodyToMove);
        }
        to_come.first().copied().filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// The seats in the order of this turn's moves, including those already made.
    fn order_of_moves(&self) -> Vec<Seat> {
        let players = self.players();
        let seats = (0..players.count()).map(|places| players.later(self.course.start(), places));
        let round = |moves: usize| seats.clone().filter(move |seat| self.moves_of(*seat) > moves);
        (0..players.figures_each()).flat_map(round).collect()
    }

    /// The number of figures a seat moves in this turn, including those already moved.
    fn moves_of(&self, seat: Seat) -> usize {
        let moves = self.moved_of(seat) + self.movable(seat).len();
        if self.course.is_first_turn() { moves.min(MOVES_ON_FIRST_TURN) } else { moves }
    }

    fn moved_of(&self, seat: Seat) -> usize {
        self.moved.intersection(self.players().figures(seat)).len()
    }
}

/// A check in progress: everything that can be checked before there is a game.
struct Check<'a> {
    situation: &'a Situation,
    /// The whereabouts of each figure on the board.
    places: [Option<Whereabouts<Spot>>; FigureId::COUNT],
    problems: Vec<SituationProblem>,
}

impl Check<'_> {
    fn new(situation: &Situation) -> Check<'_> {
        let mut places = [None; FigureId::COUNT];
        for (figure, whereabouts) in &situation.setup.figures {
            places[figure.index()] = Some(*whereabouts);
        }
        Check { situation, places, problems: vec![] }
    }

    fn players(&mut self) -> Option<Players> {
        let players = Players::new(&self.situation.players);
        players.map_err(|problem| self.problems.push(SituationProblem::Players(problem))).ok()
    }

    fn position(&mut self) -> Option<Position> {
        if self.situation.setup.monster.is_none() {
            self.problems.push(SituationProblem::NoMonster);
        }
        let position = Position::from_setup(&self.situation.setup);
        position.map_err(|problems| self.problems.extend(problems.into_iter().map(SituationProblem::Setup))).ok()
    }

    fn course(&mut self, players: Option<&Players>) -> Option<Course> {
        let Situation { stage, turn, .. } = *self.situation;
        let at = |start, used| Course::at(stage, turn, start, used);
        let known = Seat::new(0).and_then(|anybody| at(anybody, Tombstones::NONE)).map(|course| course.turn());
        if known.is_none() {
            self.problems.push(SituationProblem::NoSuchTurn(turn));
        }
        let used = self.used(known);
        let start = self.start(players?)?;
        at(start, used)
    }

    fn used(&mut self, turn: Option<u8>) -> Tombstones {
        let in_box = Tombstones::of_game(self.situation.length);
        let mut all = Tombstones::NONE;
        for (nth, tombstone) in self.situation.used.iter().enumerate() {
            if all.count(*tombstone) < in_box.count(*tombstone) {
                all.add(*tombstone);
            } else {
                self.problems.push(SituationProblem::NotInBox { nth, tombstone: *tombstone });
            }
        }
        let used = self.situation.used.len();
        if let Some(due) = turn.map(|turn| usize::from(turn) - 1)
            && used != due
        {
            self.problems.push(SituationProblem::UsedCount { used, due });
        }
        all
    }

    fn start(&mut self, players: &Players) -> Option<Seat> {
        let band = self.situation.start;
        let seat = players.seats().find(|seat| players.band(*seat) == band);
        if seat.is_none() {
            self.problems.push(SituationProblem::NobodyPlays(band));
        }
        seat
    }

    fn figures(&mut self, players: &Players) {
        let own: FigureSet = players.seats().flat_map(|seat| players.figures(seat).iter()).collect();
        self.figures_on_board(own);
        self.moved(own);
        self.escaped(own);
    }

    fn figures_on_board(&mut self, own: FigureSet) {
        for (index, (figure, whereabouts)) in self.situation.setup.figures.iter().enumerate() {
            let (item, figure) = (Item::Figure(index), *figure);
            if !own.has(figure) {
                self.problems.push(SituationProblem::Stranger { part: Part::Thing(item), figure });
            } else if self.situation.stage == Stage::One && *whereabouts == Whereabouts::Eaten {
                self.problems.push(SituationProblem::EatenInStageOne { item, figure });
            }
        }
        let missing = own.iter().filter(|figure| self.places[figure.index()].is_none());
        self.problems.extend(missing.map(SituationProblem::Missing));
    }

    fn moved(&mut self, own: FigureSet) {
        let mut listed = FigureSet::EMPTY;
        for (nth, figure) in self.situation.moved.iter().copied().enumerate() {
            self.list(Part::Moved(Some(nth)), figure, own, &mut listed);
            if self.places[figure.index()] == Some(Whereabouts::Eaten) {
                self.problems.push(SituationProblem::MovedEaten { nth, figure });
            }
        }
    }

    fn escaped(&mut self, own: FigureSet) {
        let mut listed = FigureSet::EMPTY;
        for (nth, figure) in self.situation.escaped.iter().copied().enumerate() {
            self.list(Part::Escaped(Some(nth)), figure, own, &mut listed);
            if self.places[figure.index()].is_some_and(|place| place != Whereabouts::Escaped) {
                self.problems.push(SituationProblem::NotEscaped { nth, figure });
            }
        }
        let has_escaped = |figure: &FigureId| self.places[figure.index()] == Some(Whereabouts::Escaped);
        let unlisted = own.without(listed).iter().filter(has_escaped);
        self.problems.extend(unlisted.map(SituationProblem::EscapeUnlisted));
    }

    /// Checks what applies to every list of figures: only figures of the players, each at most once.
    fn list(&mut self, part: Part, figure: FigureId, own: FigureSet, listed: &mut FigureSet) {
        if !own.has(figure) {
            self.problems.push(SituationProblem::Stranger { part, figure });
        } else if listed.has(figure) {
            self.problems.push(SituationProblem::Twice { part, figure });
        }
        listed.insert(figure);
    }
}

impl SituationProblem {
    /// Describes the problem in English, using `name` for the names of parts.
    pub fn describe(&self, name: impl Fn(Part) -> String) -> String {
        match self {
            SituationProblem::Players(problem) => format!("{}: {problem}", name(Part::Players)),
            SituationProblem::Setup(problem) => problem.describe(|item| name(Part::Thing(item))),
            SituationProblem::NoMonster => format!("{}: there is no monster", name(Part::Setup)),
            SituationProblem::NobodyPlays(band) => format!("{}: nobody plays {band}", name(Part::Start)),
            SituationProblem::Stranger { part, figure } => format!("{}: nobody plays with {figure}", name(*part)),
            SituationProblem::Missing(figure) => format!("{}: {figure} is missing", name(Part::Setup)),
            SituationProblem::Twice { part, figure } => format!("{}: {figure} is there already", name(*part)),
            SituationProblem::EatenInStageOne { item, figure } => {
                format!("{}: {figure} is eaten, but in stage one it waits outside again", name(Part::Thing(*item)))
            }
            SituationProblem::NoSuchTurn(turn) => format!("{}: {turn} is not from 1 to {TURNS}", name(Part::Turn)),
            SituationProblem::UsedCount { used, due } => {
                format!("{}: {used} tombstones, but {due} turns of the stage are over", name(Part::Used(None)))
            }
            SituationProblem::NotInBox { nth, .. } => {
                format!("{}: no such tombstone is left in the box", name(Part::Used(Some(*nth))))
            }
            SituationProblem::MovedEaten { nth, figure } => {
                format!("{}: {figure} has been eaten", name(Part::Moved(Some(*nth))))
            }
            SituationProblem::NotEscaped { nth, figure } => {
                format!("{}: {figure} has not escaped", name(Part::Escaped(Some(*nth))))
            }
            SituationProblem::EscapeUnlisted(figure) => {
                format!("{}: {figure} has escaped, but is not listed", name(Part::Escaped(None)))
            }
            SituationProblem::OutOfTurn { band, moved, due } => {
                format!("{}: {band} has moved {moved} figures, but was due to move {due}", name(Part::Moved(None)))
            }
            SituationProblem::HasWon(band) => format!("{}: {band} has won already", name(Part::Escaped(None))),
            SituationProblem::NobodyToMove => format!("{}: nobody is left to move", name(Part::Moved(None))),
        }
    }
}

impl fmt::Display for SituationProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|part| part.to_string()))
    }
}

impl std::error::Error for SituationProblem {}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // People count from 1.
        match self {
            Part::Players => write!(f, "the players"),
            Part::Setup => write!(f, "the position"),
            Part::Thing(item) => write!(f, "{item}"),
            Part::Turn => write!(f, "the turn"),
            Part::Start => write!(f, "the start marker"),
            Part::Moved(None) => write!(f, "the moved figures"),
            Part::Moved(Some(nth)) => write!(f, "moved figure {}", nth + 1),
            Part::Used(None) => write!(f, "the used tombstones"),
            Part::Used(Some(nth)) => write!(f, "used tombstone {}", nth + 1),
            Part::Escaped(None) => write!(f, "the escaped figures"),
            Part::Escaped(Some(nth)) => write!(f, "escaped figure {}", nth + 1),
        }
    }
}
