//! A game whose fortress is laid (RULES 3): moves, runs, turns, winning.

use arrayvec::ArrayVec;

use super::course::MOVES_ON_FIRST_TURN;
use super::event::OnBoard;
use super::{
    Action, Awaited, Course, EndReason, Ending, Face, FigureSet, GameEvent, IllegalAction, Length, Players, Seat,
    Tombstones, Winner,
};
use crate::event::{Event, Sink};
use crate::figure_move::Step;
use crate::outcomes::Outcomes;
use crate::piece::{FigureId, Whereabouts};
use crate::position::Position;
use crate::setup::Setup;
use crate::tombstone::Tombstone;

/// A game in play or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playing {
    players: Players,
    length: Length,
    pub(super) position: Position,
    pub(super) course: Course,
    pub(super) due: Due,
    pub(super) moved: FigureSet,
    pub(super) dark: FigureSet,
    /// The tombstones flipped on the first turn before a number came up.
    shown: Tombstones,
    pub(super) escaped: ArrayVec<FigureId, { FigureId::COUNT }>,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Move(Seat),
    Flip,
    Nothing(Ending),
}

/// The seat with the most figures out; among equals, the one that reached that number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The seat that leads.
    pub seat: Seat,
    /// The number of its figures that are out.
    pub out: usize,
}

impl Lead {
    /// The lead after `seat` has got its `out`th figure out.
    #[must_use]
    pub fn after_escape(lead: Option<Lead>, seat: Seat, out: usize) -> Lead {
        lead.filter(|lead| lead.out >= out).unwrap_or(Lead { seat, out })
    }
}

impl Players {
    /// Whether a player with this many figures out has won: all but one.
    #[must_use]
    #[inline]
    pub const fn wins_with(&self, out: usize) -> bool {
        out + 1 >= self.figures_each()
    }
}

impl Playing {
    /// Begins the first turn. All figures wait outside, bright side up.
    pub(super) fn begin(
        players: Players,
        length: Length,
        start: Seat,
        mut setup: Setup,
        sink: &mut impl Sink<GameEvent>,
    ) -> Playing {
        let figures = players.seats().flat_map(|seat| players.figures(seat).iter());
        setup.figures = figures.map(|figure| (figure, Whereabouts::Waiting)).collect();
        let position = Position::from_setup(&setup).expect("tiles laid by the rules make a legal position");
        let mut playing = Playing::at(players, length, position, Course::new(start));
        playing.begin_stage(sink);
        playing
    }

    /// A game at the beginning of any turn, with all figures bright side up.
    pub(super) fn at(players: Players, length: Length, position: Position, course: Course) -> Playing {
        Playing {
            players,
            length,
            position,
            course,
            due: Due::Move(course.start()),
            moved: FigureSet::EMPTY,
            dark: FigureSet::EMPTY,
            shown: Tombstones::NONE,
            escaped: ArrayVec::new(),
        }
    }

    /// The players.
    #[must_use]
    #[inline]
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The length of the game, which determines its tombstones.
    #[must_use]
    pub fn length(&self) -> Length {
        self.length
    }

    /// Everything on the board.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Stage, turn, start marker and used tombstones.
    #[must_use]
    #[inline]
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// What the game waits for; never a tile.
    #[must_use]
    #[inline]
    pub fn awaited(&self) -> Awaited {
        match self.due {
            Due::Move(seat) => Awaited::Move(seat),
            Due::Flip => Awaited::Flip,
            Due::Nothing(_) => Awaited::Nothing,
        }
    }

    /// The seat whose move the game waits for.
    #[must_use]
    #[inline]
    pub fn acting(&self) -> Option<Seat> {
        match self.due {
            Due::Move(seat) => Some(seat),
            Due::Flip | Due::Nothing(_) => None,
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.due {
            Due::Move(_) | Due::Flip => None,
            Due::Nothing(ending) => Some(ending),
        }
    }

    /// The figures that have moved in this turn.
    #[must_use]
    pub fn moved(&self) -> FigureSet {
        self.moved
    }

    /// The side of a figure that is face up.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        if self.dark.has(figure) { Face::Dark } else { Face::Bright }
    }

    /// The number of a figure that is face up: its movement points if it has not moved yet.
    #[must_use]
    pub fn number(&self, figure: FigureId) -> u8 {
        figure.number(self.face(figure))
    }

    /// The tombstones that can still come up in this stage.
    #[must_use]
    pub fn left(&self) -> Tombstones {
        self.course.left(self.length)
    }

    /// The tombstones flipped on the first turn that did not count, because the first must show a number.
    #[must_use]
    pub fn shown(&self) -> Tombstones {
        self.shown
    }

    /// The figures that have escaped, in order.
    #[must_use]
    pub fn escaped(&self) -> &[FigureId] {
        &self.escaped
    }

    /// The number of figures of a seat that have escaped.
    #[must_use]
    pub fn escaped_of(&self, seat: Seat) -> usize {
        let own = self.players.figures(seat);
        self.escaped.iter().filter(|figure| own.has(**figure)).count()
    }

    /// The lead, or `None` if no figure is out.
    #[must_use]
    pub fn lead(&self) -> Option<Lead> {
        let mut out = [0; Players::MOST];
        self.escaped.iter().fold(None, |lead, figure| {
            let seat = self.players.owner(*figure).expect("a figure that escapes belongs to a player");
            out[seat.index()] += 1;
            Some(Lead::after_escape(lead, seat, out[seat.index()]))
        })
    }

    /// The figures of a seat that can be moved now or later in this turn.
    #[must_use]
    #[inline]
    pub fn movable(&self, seat: Seat) -> FigureSet {
        let own = self.players.figures(seat);
        if self.course.is_first_turn() && self.moved.intersection(own).len() >= MOVES_ON_FIRST_TURN {
            return FigureSet::EMPTY;
        }
        own.without(self.moved).iter().filter(|figure| self.position.is_in_play(*figure)).collect()
    }

    /// The tombstones that may be flipped next.
    #[must_use]
    pub fn flippable(&self) -> Tombstones {
        // Until the first number comes up, the tombstones already shown lie beside the pile.
        if self.course.is_first_turn() { self.left().without(&self.shown) } else { self.left() }
    }

    /// The tombstones of which one will be carried out next, each with the same chance; none when the game is over.
    #[must_use]
    pub fn next_tombstones(&self) -> Tombstones {
        match self.due {
            Due::Nothing(_) => Tombstones::NONE,
            Due::Move(_) | Due::Flip => self.course.next_tombstones(self.length),
        }
    }

    /// Every action that is legal now. Of moves with the same outcome, only one is listed.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        match self.due {
            Due::Move(seat) => {
                let mut outcomes = Outcomes::new();
                let mut actions = vec![];
                for figure in self.movable(seat).iter() {
                    outcomes.find(&self.position, figure, self.number(figure));
                    actions.extend(outcomes.iter().map(|outcome| Action::Move { figure, path: outcome.path() }));
                }
                actions
            }
            Due::Flip => self.flippable().iter().map(|(tombstone, _)| Action::Flip { tombstone }).collect(),
            Due::Nothing(_) => vec![],
        }
    }

    /// Moves a figure of the seat whose turn it is (RULES 3, 4). The caller must be that seat;
    /// [`Game::act`](super::Game::act) checks that.
    ///
    /// # Errors
    ///
    /// The first rule broken. The game is then unchanged, and nothing has been reported.
    #[inline]
    pub fn move_figure(
        &mut self,
        figure: FigureId,
        path: &[Step],
        sink: &mut impl Sink<GameEvent>,
    ) -> Result<(), IllegalAction> {
        let Due::Move(seat) = self.due else { return Err(IllegalAction::NotAwaited(self.awaited())) };
        if !self.players.figures(seat).has(figure) {
            return Err(IllegalAction::NotYours(figure));
        }
        if self.moved.has(figure) {
            return Err(IllegalAction::HasMoved(figure));
        }
        self.position.play(figure, self.number(figure), path, &mut OnBoard(sink))?;
        if path.is_empty() {
            let whereabouts = self.position.whereabouts(figure).expect("a figure that moves takes part");
            sink.tell(|| GameEvent::FigureStayed { figure, whereabouts });
        }
        self.has_moved(seat, figure, sink);
        Ok(())
    }

    /// Flips a tombstone and runs the monster (RULES 3, 5). The caller must be the host;
    /// [`Game::act`](super::Game::act) checks that.
    ///
    /// # Errors
    ///
    /// If no tombstone is due, or no such tombstone is left. The game is then unchanged.
    pub fn flip(&mut self, tombstone: Tombstone, sink: &mut impl Sink<GameEvent>) -> Result<(), IllegalAction> {
        if self.due != Due::Flip {
            return Err(IllegalAction::NotAwaited(self.awaited()));
        }
        if self.flippable().count(tombstone) == 0 {
            return Err(IllegalAction::NotInPile(tombstone));
        }
        // RULES 3: on the first turn of a game, a tombstone without a number is not carried out.
        if self.next_tombstones().count(tombstone) == 0 {
            self.shown.add(tombstone);
            sink.tell(|| GameEvent::TombstoneShown { tombstone });
            return Ok(());
        }
        self.course.flip(tombstone);
        sink.tell(|| GameEvent::TombstoneFlipped { tombstone });
        if self.course.is_first_turn() && !self.shown.is_empty() {
            sink.tell(|| GameEvent::PileShuffled { tombstones: self.left() });
        }
        self.course.stage().run(&mut self.position, tombstone, sink);
        self.end_turn(sink);
        Ok(())
    }
}

/// The flow.
impl Playing {
    fn begin_stage(&mut self, sink: &mut impl Sink<GameEvent>) {
        sink.tell(|| GameEvent::StageBegan { stage: self.course.stage(), tombstones: self.left() });
        self.begin_turn(sink);
    }

    fn begin_turn(&mut self, sink: &mut impl Sink<GameEvent>) {
        self.moved = FigureSet::EMPTY;
        sink.tell(|| self.turn_began());
        self.await_next(self.course.start(), sink);
    }

    /// Reports the state of a game that begins in mid-play.
    pub(crate) fn announce(&self, sink: &mut impl Sink<GameEvent>) {
        sink.tell(|| self.turn_began());
        if let Due::Move(seat) = self.due {
            sink.tell(|| GameEvent::SeatToMove { seat });
        }
    }

    fn turn_began(&self) -> GameEvent {
        let (stage, turn, start) = (self.course.stage(), self.course.turn(), self.course.start());
        GameEvent::TurnBegan { stage, turn, start }
    }

    /// Turns over a figure that has been moved, and ends the game if that move won it.
    fn has_moved(&mut self, seat: Seat, figure: FigureId, sink: &mut impl Sink<GameEvent>) {
        self.moved.insert(figure);
        self.turn_over(figure, sink);
        if self.position.whereabouts(figure) == Some(Whereabouts::Escaped) {
            self.escaped.push(figure);
            if self.players.wins_with(self.escaped_of(seat)) {
                return self.end(Winner::Seat(seat), EndReason::AllButOneOut, sink);
            }
            if self.course.stage().ends_with(&self.position) {
                return self.end(self.winner_by_escapes(), EndReason::NobodyLeft, sink);
            }
        }
        self.await_next(self.players.next(seat), sink);
    }

    /// Waits for the next seat, starting with `seat`, that has a figure to move; if there is none, for a tombstone.
    fn await_next(&mut self, seat: Seat, sink: &mut impl Sink<GameEvent>) {
        let seats = (0..self.players.count()).map(|places| self.players.later(seat, places));
        let next = seats.into_iter().find(|seat| !self.movable(*seat).is_empty());
        if let Some(seat) = next {
            self.due = Due::Move(seat);
            sink.tell(|| GameEvent::SeatToMove { seat });
            return;
        }
        if self.course.is_first_turn() {
            // RULES 3: figures that were not moved are turned over outside.
            for figure in self.position.figures().map(|(figure, _)| figure).collect::<FigureSet>().iter() {
                if !self.moved.has(figure) {
                    self.turn_over(figure, sink);
                }
            }
        }
        self.due = Due::Flip;
        sink.tell(|| GameEvent::MovesOver);
    }

    fn turn_over(&mut self, figure: FigureId, sink: &mut impl Sink<GameEvent>) {
        match self.face(figure) {
            Face::Bright => self.dark.insert(figure),
            Face::Dark => self.dark.remove(figure),
        }
        sink.tell(|| GameEvent::FigureTurnedOver { figure, number: self.number(figure) });
    }

    /// Ends the turn after the run.
    fn end_turn(&mut self, sink: &mut impl Sink<GameEvent>) {
        if self.course.stage().ends_with(&self.position) {
            return self.end(self.winner_by_escapes(), EndReason::NobodyLeft, sink);
        }
        let Some(next) = self.course.next_turn(self.players.next(self.course.start())) else {
            self.leave_behind(sink);
            return self.end(self.winner_by_escapes(), EndReason::LastTombstone, sink);
        };
        let begins_stage = next.stage() != self.course.stage();
        self.course = next;
        sink.tell(|| GameEvent::StartMarkerPassed { to: next.start() });
        if begins_stage {
            self.begin_stage(sink);
        } else {
            self.begin_turn(sink);
        }
    }

    /// RULES 3: figures still in the fortress or outside it count as eaten.
    fn leave_behind(&mut self, sink: &mut impl Sink<GameEvent>) {
        for figure in FigureId::all().filter(|figure| self.position.is_in_play(*figure)).collect::<FigureSet>().iter() {
            self.position.put_figure(figure, Whereabouts::Eaten);
            sink.tell(|| GameEvent::Board(Event::FigureLeftBehind { figure }));
        }
    }

    fn winner_by_escapes(&self) -> Winner {
        // [R11]
        self.lead().map_or(Winner::Monster, |lead| Winner::Seat(lead.seat))
    }

    fn end(&mut self, winner: Winner, reason: EndReason, sink: &mut impl Sink<GameEvent>) {
        let ending = Ending { winner, reason };
        self.due = Due::Nothing(ending);
        sink.tell(|| GameEvent::GameEnded { ending });
    }
}
