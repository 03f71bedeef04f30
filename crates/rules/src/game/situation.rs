//! A game in mid-play as open data: what somebody can say of it who does not know how it came about.
//!
//! What follows from the rest is not in it: which side of a figure lies up, and whose move it is.

use std::fmt;

use arrayvec::ArrayVec;

use super::event::OnBoard;
use super::{
    Awaited, Colour, Face, FigureSet, Fortress, Game, GameEvent, Layout, Length, MOVES_ON_FIRST_TURN, Options, Players,
    PlayersProblem, Seat, Stage, TURNS, Tombstones,
};
use crate::event::{Event, Sink};
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;
use crate::setup::{Item, Setup, SetupProblem, Spot};
use crate::tombstone::Tombstone;

/// A game that waits for a move, as anybody may describe it. Nothing is promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Each seat's colour, clockwise.
    pub colours: Vec<Colour>,
    /// With which tombstones.
    pub length: Length,
    /// The table, with every figure of the players: also those that have gone.
    pub table: Setup,
    /// The stage.
    pub stage: Stage,
    /// The turn in the stage, from 1 to 7.
    pub turn: u64,
    /// Who has the start marker.
    pub start: Colour,
    /// Who has moved in this turn, in any order.
    pub moved: Vec<FigureId>,
    /// The tombstones used in this stage, in any order.
    pub used: Vec<Tombstone>,
    /// Who has escaped, in order.
    pub escaped: Vec<FigureId>,
}

/// A part of a [`Situation`]. Of a list, the number of one of its members, or `None` for the list as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `colours`
    Players,
    /// `table`
    Table,
    /// One of the things on the table.
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
    /// There can be no such players.
    Players(PlayersProblem),
    /// There can be no such table.
    Table(SetupProblem),
    /// A game has a monster.
    NoMonster,
    /// Nobody plays this colour.
    NobodyPlays(Colour),
    /// A figure that none of the players has.
    Stranger {
        /// Where it is named.
        part: Part,
        /// Who.
        figure: FigureId,
    },
    /// A figure of a player is missing on the table.
    Missing(FigureId),
    /// A figure is named twice in a list.
    Twice {
        /// The second time.
        part: Part,
        /// Who.
        figure: FigureId,
    },
    /// RULES 3: who is eaten in stage one waits outside again.
    EatenInStageOne {
        /// Its place in the list of figures.
        item: Item,
        /// Who.
        figure: FigureId,
    },
    /// A stage has seven turns.
    NoSuchTurn(u64),
    /// One tombstone is used each turn.
    UsedCount {
        /// How many there are.
        used: usize,
        /// How many it takes to come to this turn.
        due: usize,
    },
    /// The box has fewer of this tombstone, or none.
    NotInBox {
        /// Its place in the list of used ones.
        nth: usize,
        /// Which.
        tombstone: Tombstone,
    },
    /// Who has been eaten cannot have moved in this turn.
    MovedEaten {
        /// Its place in the list of moved ones.
        nth: usize,
        /// Who.
        figure: FigureId,
    },
    /// The table has it somewhere else.
    NotEscaped {
        /// Its place in the list of escaped ones.
        nth: usize,
        /// Who.
        figure: FigureId,
    },
    /// It has escaped on the table, but is not in the list.
    EscapeUnlisted(FigureId),
    /// RULES 3: the players move in turn, so how many figures one has moved depends on the others.
    OutOfTurn {
        /// Whose figures.
        colour: Colour,
        /// How many it has moved.
        moved: usize,
        /// How many it should have, after as many moves of all players together.
        due: usize,
    },
    /// Somebody has all figures but one out: the game is over.
    HasWon(Colour),
    /// Everybody in play has moved, or nobody is in play: no move is awaited.
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
        // [R10]: the first one of a game shows a number.
        if self.stage == Stage::One && self.turn == 1 { self.left().numbers() } else { self.left() }
    }

    /// The side of a figure in play that lies up: that follows from the number of turns and from who has moved.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        let is_dark = is_dark(self.stage, self.turn, self.moved.contains(&figure));
        if is_dark { Face::Dark } else { Face::Bright }
    }

    /// What comes if this tombstone ends the turn, whoever has moved and whether or not that one is left: the monster
    /// runs, `sink` is told, and the next turn begins. After the last turn the same one stands there for ever: nobody
    /// asks here whether the game is over.
    ///
    /// # Errors
    ///
    /// If there can be no such table.
    pub fn after_run(
        &self,
        tombstone: Tombstone,
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<Situation, Vec<SetupProblem>> {
        let mut position = Position::from_setup(&self.table)?;
        let mut after = self.clone();
        sink.tell(|| GameEvent::TombstoneFlipped { tombstone });
        let eaten = position.run(tombstone, &mut OnBoard(sink));
        if self.stage == Stage::One {
            // RULES 3: who is eaten waits outside again.
            for figure in eaten {
                position.put_figure(figure, Whereabouts::Waiting);
                sink.tell(|| GameEvent::Board(Event::FigureReturned { figure }));
            }
        }
        after.table = position.to_setup();
        let is_last = self.turn >= TURNS.into();
        if self.stage == Stage::Two && is_last {
            return Ok(after);
        }
        after.moved.clear();
        if let Some(place) = self.colours.iter().position(|colour| *colour == self.start) {
            after.start = self.colours[(place + 1) % self.colours.len()];
        }
        if is_last {
            after.stage = Stage::Two;
            after.turn = 1;
            after.used.clear();
        } else {
            after.turn += 1;
            after.used.push(tombstone);
        }
        Ok(after)
    }
}

/// RULES 3: every figure in play is turned over once a turn.
fn is_dark(stage: Stage, turn: u64, has_moved: bool) -> bool {
    let stages_over = stage.number() - 1;
    let times = u64::from(stages_over * TURNS + 1 + u8::from(has_moved)).wrapping_add(turn);
    times % 2 == 1
}

impl Game {
    /// Checks `situation` and goes on from there.
    ///
    /// Checked is what the rest of the game relies on, not whether play can have led there. How it came about is not
    /// known to the new game: its fortress counts as basic and its layout is empty, whatever lies on the table; no
    /// tombstones were shown on the first turn; figures that have gone lie bright side up. No record can be made of
    /// it: those are made of a [`Host`](crate::host::Host), which begins a game of its own.
    ///
    /// # Errors
    ///
    /// Every problem, not only the first. But whose move it is, and whether anybody has won, is asked only when all
    /// else is right; and whose the figures are, only when the players are.
    pub fn from_situation(situation: &Situation) -> Result<Game, Vec<SituationProblem>> {
        let mut check = Check::new(situation);
        let players = check.players();
        let position = check.table();
        let turn = check.turn();
        let used = check.used(turn);
        let start = players.and_then(|players| check.start(&players));
        if let Some(players) = players {
            check.figures(&players);
        }
        let (Some(players), Some(position), Some(turn), Some(start), []) =
            (players, position, turn, start, check.problems.as_slice())
        else {
            return Err(check.problems);
        };
        let mut game = Game {
            options: Options { players, fortress: Fortress::Basic, length: situation.length },
            layout: Layout::default(),
            position,
            awaited: Awaited::Move(start),
            stage: situation.stage,
            turn,
            start,
            moved: situation.moved.iter().copied().collect(),
            dark: FigureSet::EMPTY,
            used,
            shown: Tombstones::NONE,
            escaped: situation.escaped.iter().copied().collect::<ArrayVec<_, { FigureId::COUNT }>>(),
            ending: None,
        };
        game.dark = FigureId::all().filter(|figure| game.should_be_dark(*figure)).collect();
        game.awaited = Awaited::Move(game.seat_due()?);
        Ok(game)
    }

    /// The game as open data: what [`from_situation`](Game::from_situation) reads. `None` if no move is awaited.
    #[must_use]
    pub fn to_situation(&self) -> Option<Situation> {
        let Awaited::Move(_) = self.awaited else { return None };
        Some(Situation {
            colours: self.players().colours().to_vec(),
            length: self.options.length,
            table: self.position.to_setup(),
            stage: self.stage,
            turn: self.turn.into(),
            start: self.players().colour(self.start),
            moved: self.moved.iter().collect(),
            used: self.used.iter().flat_map(|(tombstone, count)| std::iter::repeat_n(tombstone, count)).collect(),
            escaped: self.escaped.to_vec(),
        })
    }

    fn should_be_dark(&self, figure: FigureId) -> bool {
        self.is_in_play(figure) && is_dark(self.stage, self.turn.into(), self.moved.has(figure))
    }

    /// Whose move it is: that follows from the start marker and from who has moved.
    fn seat_due(&self) -> Result<Seat, Vec<SituationProblem>> {
        let players = self.players();
        let mut problems = vec![];
        let order = self.order_of_moves();
        let (done, to_come) = order.split_at(order.len().min(self.moved.len()));
        for seat in players.seats() {
            let colour = players.colour(seat);
            if self.escaped_of(seat) + 1 >= players.figures_each() {
                problems.push(SituationProblem::HasWon(colour));
            }
            let moved = self.moved_of(seat);
            let due = done.iter().filter(|mover| **mover == seat).count();
            if moved != due {
                problems.push(SituationProblem::OutOfTurn { colour, moved, due });
            }
        }
        if to_come.is_empty() && problems.is_empty() {
            problems.push(SituationProblem::NobodyToMove);
        }
        to_come.first().copied().filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// Whose move each move of this turn is, those made already included.
    fn order_of_moves(&self) -> Vec<Seat> {
        let players = self.players();
        let seats = (0..players.count()).map(|places| players.later(self.start, places));
        let round = |moves: usize| seats.clone().filter(move |seat| self.moves_of(*seat) > moves);
        (0..players.figures_each()).flat_map(round).collect()
    }

    /// How many figures a seat moves in this turn, those moved already included.
    fn moves_of(&self, seat: Seat) -> usize {
        let moves = self.moved_of(seat) + self.movable(seat).len();
        if self.is_first_turn() { moves.min(MOVES_ON_FIRST_TURN) } else { moves }
    }

    fn moved_of(&self, seat: Seat) -> usize {
        self.moved.intersection(self.players().figures(seat)).len()
    }
}

/// The check under way: all that can be asked before there is a game.
struct Check<'a> {
    situation: &'a Situation,
    /// Where the table has each figure.
    places: [Option<Whereabouts<Spot>>; FigureId::COUNT],
    problems: Vec<SituationProblem>,
}

impl Check<'_> {
    fn new(situation: &Situation) -> Check<'_> {
        let mut places = [None; FigureId::COUNT];
        for (figure, whereabouts) in &situation.table.figures {
            places[figure.index()] = Some(*whereabouts);
        }
        Check { situation, places, problems: vec![] }
    }

    fn players(&mut self) -> Option<Players> {
        let players = Players::new(&self.situation.colours);
        players.map_err(|problem| self.problems.push(SituationProblem::Players(problem))).ok()
    }

    fn table(&mut self) -> Option<Position> {
        if self.situation.table.monster.is_none() {
            self.problems.push(SituationProblem::NoMonster);
        }
        let position = Position::from_setup(&self.situation.table);
        position.map_err(|problems| self.problems.extend(problems.into_iter().map(SituationProblem::Table))).ok()
    }

    fn turn(&mut self) -> Option<u8> {
        let turn = u8::try_from(self.situation.turn).ok().filter(|turn| (1..=TURNS).contains(turn));
        if turn.is_none() {
            self.problems.push(SituationProblem::NoSuchTurn(self.situation.turn));
        }
        turn
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
        let colour = self.situation.start;
        let seat = players.seats().find(|seat| players.colour(*seat) == colour);
        if seat.is_none() {
            self.problems.push(SituationProblem::NobodyPlays(colour));
        }
        seat
    }

    fn figures(&mut self, players: &Players) {
        let own: FigureSet = players.seats().flat_map(|seat| players.figures(seat).iter()).collect();
        self.figures_on_table(own);
        self.moved(own);
        self.escaped(own);
    }

    fn figures_on_table(&mut self, own: FigureSet) {
        for (index, (figure, whereabouts)) in self.situation.table.figures.iter().enumerate() {
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

    /// What holds for every list of figures: only those of the players, each once.
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
    /// The problem in words, with each part called what `name` calls it.
    pub fn describe(&self, name: impl Fn(Part) -> String) -> String {
        match self {
            SituationProblem::Players(problem) => format!("{}: {problem}", name(Part::Players)),
            SituationProblem::Table(problem) => problem.describe(|item| name(Part::Thing(item))),
            SituationProblem::NoMonster => format!("{}: there is no monster", name(Part::Table)),
            SituationProblem::NobodyPlays(colour) => format!("{}: nobody plays {colour}", name(Part::Start)),
            SituationProblem::Stranger { part, figure } => format!("{}: nobody plays with {figure}", name(*part)),
            SituationProblem::Missing(figure) => format!("{}: {figure} is missing", name(Part::Table)),
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
            SituationProblem::OutOfTurn { colour, moved, due } => {
                format!("{}: {colour} has moved {moved} figures, but was due to move {due}", name(Part::Moved(None)))
            }
            SituationProblem::HasWon(colour) => format!("{}: {colour} has won already", name(Part::Escaped(None))),
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
            Part::Table => write!(f, "the table"),
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
