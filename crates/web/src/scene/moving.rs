//! The move that a player plans: figure, goal and path. Nothing is final before it is confirmed.

use rules::game::{Action, FigureSet, Playing, Seat};
use rules::{Cell, Direction, Event, FigureId, Outcomes, Position, Step, Stroll, Whereabouts};

/// A player's hand over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    game: Playing,
    seat: Seat,
    /// Whether the move is prepared while others move: it can be kept, but not made.
    is_ahead: bool,
    held: Option<HeldFigure>,
}

/// The chosen figure.
#[derive(Clone, Debug, PartialEq)]
struct HeldFigure {
    figure: FigureId,
    /// The places it can reach, cheapest first.
    targets: Vec<Target>,
    plan: Option<Plan>,
    /// The move under the pointer: shown, but not planned.
    preview: Option<Plan>,
}

/// A place that can be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The place.
    pub place: Whereabouts,
    /// The fewest points it takes.
    pub cost: u8,
    /// The paths that lead to different positions, cheapest first.
    ways: Vec<Vec<Step>>,
}

/// A planned move.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The figure that moves.
    pub figure: FigureId,
    /// The path.
    pub path: Vec<Step>,
    /// Where it starts.
    pub from: Whereabouts,
    /// Every space it touches, in order.
    pub trail: Vec<Cell>,
    /// Where it ends.
    pub to: Whereabouts,
    /// The stones that move: where each lies before and, if it is still in the game, after the move.
    pub pushed: Vec<(Cell, Option<Cell>)>,
    /// The number of this result among those at the same goal, from 1, and how many there are; both 1 for a path walked
    /// by hand.
    pub result: (usize, usize),
    /// Whether the move may end here: not on another figure's space.
    pub can_stop: bool,
    /// The position after it, if it may end here.
    pub table: Option<Position>,
}

impl Moving {
    /// The hand of `seat`; `None` if it is not its turn.
    #[must_use]
    pub fn new(game: &Playing, seat: Seat) -> Option<Moving> {
        let is_due = game.acting() == Some(seat);
        is_due.then(|| Moving { game: game.clone(), seat, is_ahead: false, held: None })
    }

    /// The hand of `seat`, which prepares a move while others move; `None` if it does not move again in this turn.
    #[must_use]
    pub fn ahead(game: &Playing, seat: Seat) -> Option<Moving> {
        let comes = game.acting().is_some() && !game.movable(seat).is_empty();
        comes.then(|| Moving { game: game.clone(), seat, is_ahead: true, held: None })
    }

    /// Whether the move is only prepared: it cannot be made yet.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        self.is_ahead
    }

    /// The seat of the player.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Playing {
        &self.game
    }

    /// The figures that can be chosen.
    #[must_use]
    pub fn choosable(&self) -> FigureSet {
        self.game.movable(self.seat)
    }

    /// The chosen figure.
    #[must_use]
    pub fn figure(&self) -> Option<FigureId> {
        self.held.as_ref().map(|held| held.figure)
    }

    /// The points of the chosen figure.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.figure().map_or(0, |figure| self.game.number(figure))
    }

    /// The places that the chosen figure can reach.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        self.held.as_ref().map_or(&[], |held| &held.targets)
    }

    /// The planned move.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.held.as_ref()?.plan.as_ref()
    }

    /// The move to draw: the one under the pointer, or the planned one.
    #[must_use]
    pub fn drawn(&self) -> Option<&Plan> {
        let held = self.held.as_ref()?;
        held.preview.as_ref().or(held.plan.as_ref())
    }

    /// Whether the move to draw is only under the pointer.
    #[must_use]
    pub fn is_previewing(&self) -> bool {
        let preview = self.held.as_ref().and_then(|held| held.preview.as_ref());
        preview.is_some_and(|preview| !preview.path.is_empty())
    }

    /// Chooses the only figure that can be chosen, if there is just one: its player need not do that.
    pub fn choose_only(&mut self) {
        let mut choosable = self.choosable().iter();
        if let (Some(only), None) = (choosable.next(), choosable.next()) {
            self.choose(only);
        }
    }

    /// The goal of a move that can be confirmed, or kept if it is prepared: pressing it again does so.
    #[must_use]
    pub fn goal(&self) -> Option<Whereabouts> {
        self.plan().filter(|plan| plan.can_stop).map(|plan| plan.to)
    }

    /// Whether the chosen figure can only stay.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.figure().is_some() && self.targets().iter().all(|target| target.cost == 0)
    }

    /// Chooses a figure. Nothing changes if it is chosen already or cannot move.
    pub fn choose(&mut self, figure: FigureId) {
        if self.figure() == Some(figure) || !self.choosable().has(figure) {
            return;
        }
        let outcomes = self.game.position().outcomes(figure, self.game.number(figure));
        self.held = Some(HeldFigure { figure, targets: targets(&outcomes), plan: None, preview: None });
    }

    /// The figure with this visible number that can be chosen. There is at most one, because all unmoved figures show
    /// the same side.
    #[must_use]
    pub fn showing(&self, number: u8) -> Option<FigureId> {
        self.choosable().iter().find(|figure| self.game.number(*figure) == number)
    }

    /// Plans to go to `place`. A plan that leads there already stays as it is.
    pub fn point(&mut self, place: Whereabouts) {
        if self.plan().is_none_or(|plan| plan.to != place) {
            self.plan_way(place, 0);
        }
    }

    /// Plans the next result at the same goal.
    pub fn next_result(&mut self) {
        if let Some(Plan { to, result: (nth, of), .. }) = self.plan().cloned() {
            self.plan_way(to, nth % of);
        }
    }

    /// Plans the previous result at the same goal.
    pub fn previous_result(&mut self) {
        if let Some(Plan { to, result: (nth, of), .. }) = self.plan().cloned() {
            self.plan_way(to, (nth + of - 2) % of);
        }
    }

    /// Plans to stay.
    pub fn stay(&mut self) {
        if let Some(place) = self.figure().and_then(|figure| self.game.position().whereabouts(figure)) {
            self.plan_way(place, 0);
        }
    }

    /// Every result of going to `place`, cheapest first.
    #[must_use]
    pub fn results(&self, place: Whereabouts) -> Vec<Plan> {
        (0..).map_while(|nth| self.way(place, nth)).collect()
    }

    /// Plans to go to `place` with this result, counted from 0. Nothing changes if there is none.
    pub fn point_at_result(&mut self, place: Whereabouts, nth: usize) {
        self.plan_way(place, nth);
    }

    fn plan_way(&mut self, place: Whereabouts, nth: usize) {
        let plan = self.way(place, nth);
        if let (Some(held), Some(plan)) = (&mut self.held, plan) {
            held.plan = Some(plan);
            held.preview = None;
        }
    }

    fn way(&self, place: Whereabouts, nth: usize) -> Option<Plan> {
        let held = self.held.as_ref()?;
        let target = held.targets.iter().find(|target| target.place == place)?;
        let path = target.ways.get(nth)?.clone();
        Plan::new(&self.game, held.figure, path, (nth + 1, target.ways.len()))
    }

    /// Shows a move to `place` without planning it; `None` hides it.
    pub fn preview(&mut self, place: Option<Whereabouts>) {
        let preview = place.filter(|place| self.plan().is_none_or(|plan| plan.to != *place));
        let preview = preview.and_then(|place| self.way(place, 0));
        if let Some(held) = &mut self.held {
            held.preview = preview;
        }
    }

    /// Leads the figure one space further. Going straight back undoes the last step, unless that step pushed something:
    /// then it is an ordinary step.
    pub fn walk(&mut self, direction: Direction) {
        let Some(held) = &self.held else { return };
        let mut path = held.plan.as_ref().map_or(vec![], |plan| plan.path.clone());
        if self.is_step_back(direction) {
            path.pop();
        } else {
            path.push(self.step_in(direction));
        }
        self.plan_path(path);
    }

    /// Outside, every direction leads in; on the exit corner, west leads out.
    fn step_in(&self, direction: Direction) -> Step {
        match self.place() {
            Some(Whereabouts::On(Cell::EXIT)) if direction == Direction::West => Step::Leave,
            Some(Whereabouts::On(_)) => Step::Go(direction),
            Some(Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) | None => Step::Enter,
        }
    }

    /// Where the figure is, including the planned path.
    fn place(&self) -> Option<Whereabouts> {
        let held = self.held.as_ref()?;
        match &held.plan {
            Some(plan) => Some(plan.to),
            None => self.game.position().whereabouts(held.figure),
        }
    }

    fn is_step_back(&self, direction: Direction) -> bool {
        let Some(plan) = self.plan() else { return false };
        let Some((last, before)) = plan.path.split_last() else { return false };
        let is_opposite = match *last {
            Step::Go(went) => went == direction.opposite(),
            Step::Leave => direction == Direction::East,
            Step::Enter => direction == Direction::East,
        };
        let earlier = Plan::of(&self.game, plan.figure, before.to_vec());
        is_opposite && earlier.is_some_and(|earlier| earlier.pushed == plan.pushed)
    }

    /// Leads the figure to a neighbouring place; plans to go there if it is not one.
    pub fn drag(&mut self, to: Whereabouts) {
        let direction = match (self.place(), to) {
            (Some(here), there) if here == there => return,
            (Some(Whereabouts::Waiting), Whereabouts::On(Cell::ENTRANCE))
            | (Some(Whereabouts::On(Cell::EXIT)), Whereabouts::Escaped) => Some(Direction::West),
            (Some(Whereabouts::On(here)), Whereabouts::On(there)) => {
                Direction::ALL.into_iter().find(|direction| here.step(*direction) == Some(there))
            }
            (_, _) => None,
        };
        let plan = self.plan().cloned();
        if let Some(direction) = direction {
            self.walk(direction);
        }
        if self.plan() == plan.as_ref() {
            self.point(to);
        }
    }

    /// Plans this path, as far as rules and points allow. Nothing changes if it is too long.
    pub fn plan_path(&mut self, path: Vec<Step>) {
        let points = usize::from(self.points());
        let Some(held) = &mut self.held else { return };
        if path.len() > points {
            return;
        }
        if let Some(plan) = Plan::of(&self.game, held.figure, path) {
            held.plan = Some(plan);
            held.preview = None;
        }
    }

    /// Undoes the last thing: the plan, then the choice of the figure.
    pub fn undo(&mut self) {
        match &mut self.held {
            Some(HeldFigure { plan: plan @ Some(_), preview, .. }) => {
                *plan = None;
                *preview = None;
            }
            held => *held = None,
        }
    }

    /// Whether the move to draw would end the game, so that no run follows.
    #[must_use]
    pub fn ends_game(&self) -> bool {
        let Some(plan) = self.drawn().filter(|plan| plan.to == Whereabouts::Escaped) else { return false };
        let mut game = self.game.clone();
        game.move_figure(plan.figure, &plan.path, &mut ()).is_ok() && game.ending().is_some()
    }

    /// Whether the planned move can be confirmed, or kept if it is prepared.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.plan().is_some_and(|plan| plan.can_stop)
    }

    /// The planned action, if it is legal now.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        let plan = self.plan().filter(|plan| plan.can_stop && !self.is_ahead)?;
        Some(Action::Move { figure: plan.figure, path: plan.path.clone() })
    }
}

fn targets(outcomes: &Outcomes) -> Vec<Target> {
    let mut targets: Vec<Target> = vec![];
    for outcome in outcomes.iter() {
        match targets.iter_mut().find(|target| target.place == outcome.place()) {
            Some(target) => target.ways.push(outcome.path()),
            None => {
                targets.push(Target { place: outcome.place(), cost: outcome.cost(), ways: vec![outcome.path()] });
            }
        }
    }
    targets
}

impl Plan {
    /// What `path` leads to by itself; `None` if one of its steps is illegal.
    #[must_use]
    pub fn of(game: &Playing, figure: FigureId, path: Vec<Step>) -> Option<Plan> {
        Plan::new(game, figure, path, (1, 1))
    }

    /// The same in a position outside a game.
    #[must_use]
    pub fn on(position: &Position, figure: FigureId, path: Vec<Step>) -> Option<Plan> {
        Plan::at(position, figure, path, (1, 1))
    }

    fn new(game: &Playing, figure: FigureId, path: Vec<Step>, result: (usize, usize)) -> Option<Plan> {
        Plan::at(game.position(), figure, path, result)
    }

    fn at(position: &Position, figure: FigureId, path: Vec<Step>, result: (usize, usize)) -> Option<Plan> {
        let from = position.whereabouts(figure)?;
        let mut stroll = Stroll::new(position, figure)?;
        let mut events = vec![];
        for step in &path {
            stroll.step(*step, &mut events).ok()?;
        }
        let (trail, pushed) = (trail(from, &events), pushed_stones(&events));
        let (to, can_stop) = (stroll.place(), stroll.can_stop());
        let table = can_stop.then(|| stroll.position());
        Some(Plan { figure, path, from, trail, to, pushed, result, can_stop, table })
    }
}

/// Every space the figure touches.
fn trail(from: Whereabouts, events: &[Event]) -> Vec<Cell> {
    let start = match from {
        Whereabouts::On(cell) => Some(cell),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    };
    let entered = events.iter().filter_map(|event| match *event {
        Event::FigureEntered { at, .. } => Some(at),
        Event::FigureMoved { to, .. } => Some(to),
        _ => None,
    });
    start.into_iter().chain(entered).collect()
}

/// Where each pushed stone lay, and where it lies at the end.
pub(super) fn pushed_stones<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<(Cell, Option<Cell>)> {
    let mut pushed: Vec<(Cell, Option<Cell>)> = vec![];
    for event in events {
        let (from, to) = match *event {
            Event::StoneMoved { from, to, .. } => (from, Some(to)),
            Event::StoneLost { from, .. } => (from, None),
            _ => continue,
        };
        match pushed.iter_mut().find(|(_, lies)| *lies == Some(from)) {
            Some((_, lies)) => *lies = to,
            None => pushed.push((from, to)),
        }
    }
    // A stone that returned to its space has not moved.
    pushed.retain(|(from, to)| Some(*from) != *to);
    pushed
}
