//! A whole game (RULES 2, 3, 6): set-up, turns, stages, winning.
//!
//! Chance is an argument: a [`Game`] is told the flipped tombstone. Who hosts a game holds the pile: see
//! [`Host`](crate::host::Host).

mod action;
mod event;
mod layouts;
mod players;
mod random;
mod situation;
mod tiles;
mod tombstones;

pub use action::{Action, IllegalAction};
pub use event::GameEvent;
pub use layouts::NamedLayout;
pub use players::{Colour, Face, FigureSet, Players, PlayersProblem, Seat};
pub use situation::{Part, Situation, SituationProblem};
pub use tiles::{Axis, Layout, Pair, Placement, PlacingProblem, Tile, basic_setup};
pub use tombstones::{Length, Tombstones};

use arrayvec::ArrayVec;
use event::OnBoard;
use serde::{Deserialize, Serialize};

use crate::event::{Event, Sink};
use crate::figure_move::Step;
use crate::outcomes::Outcomes;
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;
use crate::setup::Setup;
use crate::tombstone::Tombstone;

/// How many turns a stage has.
pub const TURNS: u8 = 7;

/// RULES 3: how many figures each player moves on the first turn of the game.
const MOVES_ON_FIRST_TURN: usize = 2;

/// The two halves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Who is eaten comes back.
    One,
    /// Who is eaten is out for good.
    Two,
}

impl Stage {
    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Stage::One => 1,
            Stage::Two => 2,
        }
    }
}

/// How the fortress is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fortress {
    /// The basic game.
    Basic,
    /// The game for experienced players: they lay the tiles themselves, one by one.
    ByHand,
    /// The game for experienced players on a table laid in advance; complete.
    Prepared(Layout),
}

/// What is agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Who plays.
    pub players: Players,
    /// Where.
    pub fortress: Fortress,
    /// With which tombstones.
    pub length: Length,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Awaited {
    /// A tile of this seat.
    Tile(Seat),
    /// A move of this seat.
    Move(Seat),
    /// A tombstone.
    Flip,
    /// Nothing: the game is over.
    Nothing,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// A player.
    Seat(Seat),
    /// Nobody got anyone out \[R11\].
    Monster,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Somebody got all figures but one out.
    AllButOneOut,
    /// In stage two: no figure is left in play.
    NobodyLeft,
    /// The last tombstone of stage two has been carried out.
    LastTombstone,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 3] = [Self::AllButOneOut, Self::NobodyLeft, Self::LastTombstone];
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winner: Winner,
    /// Why it ended.
    pub reason: EndReason,
}

/// A game under way or over: all that everybody at the table may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    options: Options,
    /// The tiles laid so far, in the game for experienced players.
    layout: Layout,
    position: Position,
    awaited: Awaited,
    stage: Stage,
    turn: u8,
    start: Seat,
    moved: FigureSet,
    dark: FigureSet,
    used: Tombstones,
    /// Flipped on the first turn before a number came.
    shown: Tombstones,
    escaped: ArrayVec<FigureId, { FigureId::COUNT }>,
    ending: Option<Ending>,
}

/// What one seat may know: everything but the order of the pile, which is not in it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Who looks.
    pub seat: Seat,
    /// The game.
    pub game: &'a Game,
}

impl Game {
    /// Sets up a game. `first` lays the first tile if the players lay the fortress themselves, else it is the
    /// start player.
    ///
    /// # Panics
    ///
    /// If `first` is no seat of this table, or a prepared fortress is not complete.
    pub fn new(options: Options, first: Seat, sink: &mut impl Sink<GameEvent>) -> Game {
        assert!(first.index() < options.players.count(), "the first seat must be one of the table");
        let layout = match options.fortress {
            Fortress::Basic | Fortress::ByHand => Layout::default(),
            Fortress::Prepared(layout) => layout,
        };
        let mut game = Game {
            options,
            layout,
            position: basic_setup(),
            awaited: Awaited::Tile(first),
            stage: Stage::One,
            turn: 1,
            start: first,
            moved: FigureSet::EMPTY,
            dark: FigureSet::EMPTY,
            used: Tombstones::NONE,
            shown: Tombstones::NONE,
            escaped: ArrayVec::new(),
            ending: None,
        };
        match options.fortress {
            Fortress::Basic => game.begin(basic_setup().to_setup(), sink),
            Fortress::Prepared(layout) => {
                assert!(layout.is_complete(), "a prepared fortress has all its tiles");
                game.begin(layout.to_setup(), sink);
            }
            Fortress::ByHand => {}
        }
        game
    }

    /// What was agreed on.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who plays.
    #[must_use]
    pub fn players(&self) -> &Players {
        &self.options.players
    }

    /// The table; `None` while the players still lay it.
    #[must_use]
    #[inline]
    pub fn position(&self) -> Option<&Position> {
        match self.awaited {
            Awaited::Tile(_) => None,
            Awaited::Move(_) | Awaited::Flip | Awaited::Nothing => Some(&self.position),
        }
    }

    /// The table as open data, also while it is being laid: then with the tiles so far.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        self.position().map_or_else(|| self.layout.to_setup(), Position::to_setup)
    }

    /// The tiles that the players have laid, or that were laid in advance.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the game waits for.
    #[must_use]
    #[inline]
    pub fn awaited(&self) -> Awaited {
        self.awaited
    }

    /// Whose action the game waits for; `None` if it waits for a tombstone or for nothing.
    #[must_use]
    pub fn acting(&self) -> Option<Seat> {
        match self.awaited {
            Awaited::Tile(seat) | Awaited::Move(seat) => Some(seat),
            Awaited::Flip | Awaited::Nothing => None,
        }
    }

    /// The stage.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The turn in the stage, from 1 to 7.
    #[must_use]
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Who has the start marker; while tiles are laid, who laid the first.
    #[must_use]
    pub fn start(&self) -> Seat {
        self.start
    }

    /// Who has moved in this turn.
    #[must_use]
    pub fn moved(&self) -> FigureSet {
        self.moved
    }

    /// The side of a figure that lies up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        if self.dark.has(figure) { Face::Dark } else { Face::Bright }
    }

    /// The number of a figure that lies up: its movement points if it has not moved yet.
    #[must_use]
    pub fn number(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    /// The tombstones used in this stage.
    #[must_use]
    pub fn used(&self) -> Tombstones {
        self.used
    }

    /// The tombstones that can still come up in this stage.
    #[must_use]
    pub fn left(&self) -> Tombstones {
        Tombstones::of_game(self.options.length).without(&self.used)
    }

    /// Those flipped on the first turn that did not count, because the first must show a number.
    #[must_use]
    pub fn shown(&self) -> Tombstones {
        self.shown
    }

    /// Who has escaped, in order.
    #[must_use]
    pub fn escaped(&self) -> &[FigureId] {
        &self.escaped
    }

    /// How many figures of a seat have escaped.
    #[must_use]
    pub fn escaped_of(&self, seat: Seat) -> usize {
        let own = self.players().figures(seat);
        self.escaped.iter().filter(|figure| own.has(**figure)).count()
    }

    /// Who has the most figures out; among equals, who reached that number first. `None` if nobody is out.
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        let most = self.players().seats().map(|seat| self.escaped_of(seat)).max()?;
        let mut counts = [0; Players::MOST];
        self.escaped.iter().find_map(|figure| {
            let seat = self.players().owner(*figure).expect("who escapes belongs to somebody");
            counts[seat.index()] += 1;
            (counts[seat.index()] == most).then_some(seat)
        })
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The figures of a seat that can be moved now or later in this turn.
    #[must_use]
    #[inline]
    pub fn movable(&self, seat: Seat) -> FigureSet {
        let own = self.players().figures(seat);
        if self.is_first_turn() && self.moved.intersection(own).len() >= MOVES_ON_FIRST_TURN {
            return FigureSet::EMPTY;
        }
        own.without(self.moved).iter().filter(|figure| self.is_in_play(*figure)).collect()
    }

    /// The tombstones that may be flipped next.
    #[must_use]
    pub fn flippable(&self) -> Tombstones {
        // While the first number has not come up, what was shown lies beside the pile.
        if self.is_first_turn() { self.left().without(&self.shown) } else { self.left() }
    }

    /// The tombstones of which one will be carried out next, each with the same chance; none when the game is over.
    #[must_use]
    pub fn next_tombstones(&self) -> Tombstones {
        match self.awaited {
            Awaited::Nothing => Tombstones::NONE,
            Awaited::Tile(_) | Awaited::Move(_) | Awaited::Flip => {
                // [R10]: "3 hits" is no number either. What was shown before the first number changes nothing: all
                // numbers are still in the pile, each as likely as before to come first.
                if self.is_first_turn() { self.left().numbers() } else { self.left() }
            }
        }
    }

    /// Everything that can be done now, each different result once.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        match self.awaited {
            Awaited::Tile(_) => self.layout.choices().into_iter().map(Action::Place).collect(),
            Awaited::Move(seat) => {
                let mut outcomes = Outcomes::new();
                let mut actions = vec![];
                for figure in self.movable(seat).iter() {
                    outcomes.find(&self.position, figure, self.number(figure));
                    actions.extend(outcomes.iter().map(|outcome| Action::Move { figure, path: outcome.path() }));
                }
                actions
            }
            Awaited::Flip => self.flippable().iter().map(|(tombstone, _)| Action::Flip { tombstone }).collect(),
            Awaited::Nothing => vec![],
        }
    }

    /// Does `action` for `seat`, or for the host if there is none, and tells `sink` what happens.
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged, and `sink` has been told nothing.
    pub fn act(
        &mut self,
        seat: Option<Seat>,
        action: &Action,
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<(), IllegalAction> {
        if seat != self.acting() {
            return Err(IllegalAction::NotYourTurn(self.awaited));
        }
        match action {
            Action::Place(placement) => self.place(*placement, sink),
            Action::Move { figure, path } => self.move_figure(*figure, path, sink),
            Action::Flip { tombstone } => self.flip(*tombstone, sink),
        }
    }

    /// Lays a tile for the seat whose turn it is (RULES 6).
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged.
    fn place(&mut self, placement: Placement, sink: &mut impl Sink<GameEvent>) -> Result<(), IllegalAction> {
        let Awaited::Tile(seat) = self.awaited else { return Err(IllegalAction::NotAwaited(self.awaited)) };
        self.layout.place(placement)?;
        sink.tell(|| GameEvent::TilePlaced { seat, placement });
        let next = self.players().next(seat);
        if self.layout.is_complete() {
            self.start = next;
            self.begin(self.layout.to_setup(), sink);
        } else {
            self.awaited = Awaited::Tile(next);
        }
        Ok(())
    }

    /// Moves a figure for the seat whose turn it is (RULES 3, 4). For search: who asks is not asked; [`act`](Game::act) does.
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged, and `sink` has been told nothing.
    #[inline]
    pub fn move_figure(
        &mut self,
        figure: FigureId,
        path: &[Step],
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<(), IllegalAction> {
        let Awaited::Move(seat) = self.awaited else { return Err(IllegalAction::NotAwaited(self.awaited)) };
        if !self.players().figures(seat).has(figure) {
            return Err(IllegalAction::NotYours(figure));
        }
        if self.moved.has(figure) {
            return Err(IllegalAction::HasMoved(figure));
        }
        self.position.play(figure, self.number(figure), path, &mut OnBoard(sink))?;
        if path.is_empty() {
            let whereabouts = self.position.whereabouts(figure).expect("who moves takes part");
            sink.tell(|| GameEvent::FigureStayed { figure, whereabouts });
        }
        self.has_moved(seat, figure, sink);
        Ok(())
    }

    /// Flips a tombstone and runs the monster (RULES 3, 5). For search: who asks is not asked; [`act`](Game::act) does.
    ///
    /// # Errors
    ///
    /// If no tombstone is due, or no such one is left. The game is then unchanged.
    pub fn flip(&mut self, tombstone: Tombstone, sink: &mut impl Sink<GameEvent>) -> Result<(), IllegalAction> {
        if self.awaited != Awaited::Flip {
            return Err(IllegalAction::NotAwaited(self.awaited));
        }
        if self.flippable().count(tombstone) == 0 {
            return Err(IllegalAction::NotInPile(tombstone));
        }
        // RULES 3: on the first turn of a game what shows no number is not carried out.
        if self.next_tombstones().count(tombstone) == 0 {
            self.shown.add(tombstone);
            sink.tell(|| GameEvent::TombstoneShown { tombstone });
            return Ok(());
        }
        self.used.add(tombstone);
        sink.tell(|| GameEvent::TombstoneFlipped { tombstone });
        if self.is_first_turn() && !self.shown.is_empty() {
            sink.tell(|| GameEvent::PileShuffled { tombstones: self.left() });
        }
        let eaten = self.position.run(tombstone, &mut OnBoard(sink));
        if self.stage == Stage::One {
            // RULES 3: outside the entrance, not turned over.
            for figure in eaten {
                self.position.put_figure(figure, Whereabouts::Waiting);
                sink.tell(|| GameEvent::Board(Event::FigureReturned { figure }));
            }
        }
        self.end_turn(sink);
        Ok(())
    }
}

/// The flow.
impl Game {
    pub(crate) fn is_first_turn(&self) -> bool {
        self.stage == Stage::One && self.turn == 1
    }

    #[inline]
    fn is_in_play(&self, figure: FigureId) -> bool {
        matches!(self.position.whereabouts(figure), Some(Whereabouts::Waiting | Whereabouts::On(_)))
    }

    /// The fortress lies: everybody waits outside, bright side up.
    fn begin(&mut self, mut setup: Setup, sink: &mut impl Sink<GameEvent>) {
        let figures = self.players().seats().flat_map(|seat| self.players().figures(seat).iter());
        setup.figures = figures.map(|figure| (figure, Whereabouts::Waiting)).collect();
        self.position = Position::from_setup(&setup).expect("tiles laid by the rules make a legal table");
        self.begin_stage(sink);
    }

    fn begin_stage(&mut self, sink: &mut impl Sink<GameEvent>) {
        sink.tell(|| GameEvent::StageBegan { stage: self.stage, tombstones: self.left() });
        self.begin_turn(sink);
    }

    fn begin_turn(&mut self, sink: &mut impl Sink<GameEvent>) {
        self.moved = FigureSet::EMPTY;
        sink.tell(|| GameEvent::TurnBegan { stage: self.stage, turn: self.turn, start: self.start });
        self.await_next(self.start, sink);
    }

    /// A figure has been moved: it is turned over, and perhaps that was the end.
    fn has_moved(&mut self, seat: Seat, figure: FigureId, sink: &mut impl Sink<GameEvent>) {
        self.moved.insert(figure);
        self.turn_over(figure, sink);
        if self.position.whereabouts(figure) == Some(Whereabouts::Escaped) {
            self.escaped.push(figure);
            if self.escaped_of(seat) + 1 == self.players().figures_each() {
                return self.end(Winner::Seat(seat), EndReason::AllButOneOut, sink);
            }
            if self.stage == Stage::Two && self.is_nobody_left() {
                return self.end(self.winner_by_escapes(), EndReason::NobodyLeft, sink);
            }
        }
        self.await_next(self.players().next(seat), sink);
    }

    /// The next seat from `seat` on that has a figure to move; if there is none, the monster is next.
    fn await_next(&mut self, seat: Seat, sink: &mut impl Sink<GameEvent>) {
        let seats = (0..self.players().count()).map(|places| self.players().later(seat, places));
        let next = seats.into_iter().find(|seat| !self.movable(*seat).is_empty());
        if let Some(seat) = next {
            self.awaited = Awaited::Move(seat);
            sink.tell(|| GameEvent::SeatToMove { seat });
            return;
        }
        if self.is_first_turn() {
            // RULES 3: those that were not moved are turned over outside.
            for figure in self.position.figures().map(|(figure, _)| figure).collect::<FigureSet>().iter() {
                if !self.moved.has(figure) {
                    self.turn_over(figure, sink);
                }
            }
        }
        self.awaited = Awaited::Flip;
        sink.tell(|| GameEvent::MovesOver);
    }

    fn turn_over(&mut self, figure: FigureId, sink: &mut impl Sink<GameEvent>) {
        match self.face(figure) {
            Face::Bright => self.dark.insert(figure),
            Face::Dark => self.dark.remove(figure),
        }
        sink.tell(|| GameEvent::FigureTurnedOver { figure, number: self.number(figure) });
    }

    /// The run is over.
    fn end_turn(&mut self, sink: &mut impl Sink<GameEvent>) {
        if self.stage == Stage::Two {
            if self.is_nobody_left() {
                return self.end(self.winner_by_escapes(), EndReason::NobodyLeft, sink);
            }
            if self.turn == TURNS {
                self.leave_behind(sink);
                return self.end(self.winner_by_escapes(), EndReason::LastTombstone, sink);
            }
        }
        self.start = self.players().next(self.start);
        sink.tell(|| GameEvent::StartMarkerPassed { to: self.start });
        if self.turn == TURNS {
            self.stage = Stage::Two;
            self.turn = 1;
            self.used = Tombstones::NONE;
            self.begin_stage(sink);
        } else {
            self.turn += 1;
            self.begin_turn(sink);
        }
    }

    /// RULES 3: what is still in the fortress or outside it counts as eaten.
    fn leave_behind(&mut self, sink: &mut impl Sink<GameEvent>) {
        for figure in FigureId::all().filter(|figure| self.is_in_play(*figure)).collect::<FigureSet>().iter() {
            self.position.put_figure(figure, Whereabouts::Eaten);
            sink.tell(|| GameEvent::Board(Event::FigureLeftBehind { figure }));
        }
    }

    fn is_nobody_left(&self) -> bool {
        !FigureId::all().any(|figure| self.is_in_play(figure))
    }

    fn winner_by_escapes(&self) -> Winner {
        // [R11]
        self.leader().map_or(Winner::Monster, Winner::Seat)
    }

    fn end(&mut self, winner: Winner, reason: EndReason, sink: &mut impl Sink<GameEvent>) {
        let ending = Ending { winner, reason };
        self.ending = Some(ending);
        self.awaited = Awaited::Nothing;
        sink.tell(|| GameEvent::GameEnded { ending });
    }
}
