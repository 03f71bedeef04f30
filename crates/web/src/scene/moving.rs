//! The move that a player thinks about: which figure, where to, by which way. Nothing is final before it is confirmed.

use rules::game::{Action, FigureSet, Playing, Seat};
use rules::{Cell, Direction, Event, FigureId, Outcomes, Position, Step, Stroll, Whereabouts};

/// A player's hand over the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Moving {
    game: Playing,
    seat: Seat,
    held: Option<HeldFigure>,
}

/// A figure that has been chosen.
#[derive(Clone, Debug, PartialEq)]
struct HeldFigure {
    figure: FigureId,
    /// Where it can go, cheapest first.
    targets: Vec<Target>,
    plan: Option<Plan>,
    /// Where the pointer rests: shown, but not meant yet.
    preview: Option<Plan>,
}

/// A place that can be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where.
    pub place: Whereabouts,
    /// The fewest points that lead there.
    pub cost: u8,
    /// The ways there that leave different tables, cheapest first.
    ways: Vec<Vec<Step>>,
}

/// A move that is being thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Who moves.
    pub figure: FigureId,
    /// How.
    pub path: Vec<Step>,
    /// Where it was.
    pub from: Whereabouts,
    /// Every space it touches, in order.
    pub trail: Vec<Cell>,
    /// Where it ends.
    pub to: Whereabouts,
    /// The stones that have moved: where each lay and where it lies then, if it is still in the game.
    pub pushed: Vec<(Cell, Option<Cell>)>,
    /// Which of the results at this place it is, from 1, and how many there are; both 1 for a path walked by hand.
    pub result: (usize, usize),
    /// Whether it may end here: not on another figure's space.
    pub can_stop: bool,
    /// The table after it, if it may end here.
    pub table: Option<Position>,
}

impl Moving {
    /// The hand of `seat`; `None` if it is not to move.
    #[must_use]
    pub fn new(game: &Playing, seat: Seat) -> Option<Moving> {
        let is_due = game.acting() == Some(seat);
        is_due.then(|| Moving { game: game.clone(), seat, held: None })
    }

    /// Whose hand it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The game it moves in.
    #[must_use]
    pub fn game(&self) -> &Playing {
        &self.game
    }

    /// The figures it can choose.
    #[must_use]
    pub fn choosable(&self) -> FigureSet {
        self.game.movable(self.seat)
    }

    /// The figure that has been chosen.
    #[must_use]
    pub fn figure(&self) -> Option<FigureId> {
        self.held.as_ref().map(|held| held.figure)
    }

    /// The points of the chosen figure.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.figure().map_or(0, |figure| self.game.number(figure))
    }

    /// Where the chosen figure can go.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        self.held.as_ref().map_or(&[], |held| &held.targets)
    }

    /// The move that is meant.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.held.as_ref()?.plan.as_ref()
    }

    /// The move to draw: what the pointer points at, else what is meant.
    #[must_use]
    pub fn drawn(&self) -> Option<&Plan> {
        let held = self.held.as_ref()?;
        held.preview.as_ref().or(held.plan.as_ref())
    }

    /// Whether the figure is drawn somewhere that is not meant yet.
    #[must_use]
    pub fn is_previewing(&self) -> bool {
        let preview = self.held.as_ref().and_then(|held| held.preview.as_ref());
        preview.is_some_and(|preview| !preview.path.is_empty())
    }

    /// Chooses a figure. Choosing the one in the hand again changes nothing; one that cannot move is not chosen.
    pub fn choose(&mut self, figure: FigureId) {
        if self.figure() == Some(figure) || !self.choosable().has(figure) {
            return;
        }
        let outcomes = self.game.position().outcomes(figure, self.game.number(figure));
        self.held = Some(HeldFigure { figure, targets: targets(&outcomes), plan: None, preview: None });
    }

    /// The figure it can choose that shows this number. There is one at most: who has not moved yet shows the same side as
    /// the others.
    #[must_use]
    pub fn showing(&self, number: u8) -> Option<FigureId> {
        self.choosable().iter().find(|figure| self.game.number(*figure) == number)
    }

    /// Touches the figure in the hand once more: where it stands, that means staying; where it is planned to go, the next
    /// result.
    pub fn touch_again(&mut self) {
        match self.plan().map(|plan| plan.to) {
            None => self.stay(),
            Some(place) => self.point(place),
        }
    }

    /// Means to go to `place`. Pointing at the same place again steps through the results it can have.
    pub fn point(&mut self, place: Whereabouts) {
        let next = match self.plan() {
            Some(plan) if plan.to == place => plan.result.0 % plan.result.1,
            Some(_) | None => 0,
        };
        self.plan_way(place, next);
    }

    /// Means the next result at the same place.
    pub fn next_result(&mut self) {
        if let Some(Plan { to, result: (nth, of), .. }) = self.plan().cloned() {
            self.plan_way(to, nth % of);
        }
    }

    /// Means the result before this one at the same place.
    pub fn previous_result(&mut self) {
        if let Some(Plan { to, result: (nth, of), .. }) = self.plan().cloned() {
            self.plan_way(to, (nth + of - 2) % of);
        }
    }

    /// Means to stay where it is.
    pub fn stay(&mut self) {
        if let Some(place) = self.figure().and_then(|figure| self.game.position().whereabouts(figure)) {
            self.plan_way(place, 0);
        }
    }

    /// Every result that going to `place` can have, cheapest first.
    #[must_use]
    pub fn results(&self, place: Whereabouts) -> Vec<Plan> {
        (0..).map_while(|nth| self.way(place, nth)).collect()
    }

    /// Means to go to `place` with this result, counted from 0; what is not there changes nothing.
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

    /// Shows what going to `place` would be, without meaning it; `None` ends that.
    pub fn preview(&mut self, place: Option<Whereabouts>) {
        let preview = place.filter(|place| self.plan().is_none_or(|plan| plan.to != *place));
        let preview = preview.and_then(|place| self.way(place, 0));
        if let Some(held) = &mut self.held {
            held.preview = preview;
        }
    }

    /// Leads the figure one space on. Straight back takes the last step back, unless that pushed something: then it
    /// is a step like any other.
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

    /// Outside every way leads in; on the exit corner the way west leads out.
    fn step_in(&self, direction: Direction) -> Step {
        match self.place() {
            Some(Whereabouts::On(Cell::EXIT)) if direction == Direction::West => Step::Leave,
            Some(Whereabouts::On(_)) => Step::Go(direction),
            Some(Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) | None => Step::Enter,
        }
    }

    /// Where the figure in the hand is, with what is planned.
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
        let earlier = Plan::new(&self.game, plan.figure, before.to_vec(), (1, 1));
        is_opposite && earlier.is_some_and(|earlier| earlier.pushed == plan.pushed)
    }

    /// Leads the figure to a neighbouring place, if that is one; else means to go there.
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
            self.point_new(to);
        }
    }

    fn point_new(&mut self, place: Whereabouts) {
        if self.plan().is_none_or(|plan| plan.to != place) {
            self.point(place);
        }
    }

    /// Means this path, as far as the rules and the points allow; one that goes too far changes nothing.
    pub fn plan_path(&mut self, path: Vec<Step>) {
        let points = usize::from(self.points());
        let Some(held) = &mut self.held else { return };
        if path.len() > points {
            return;
        }
        if let Some(plan) = Plan::new(&self.game, held.figure, path, (1, 1)) {
            held.plan = Some(plan);
            held.preview = None;
        }
    }

    /// Takes back the last thing: the plan, then the choice of the figure.
    pub fn undo(&mut self) {
        match &mut self.held {
            Some(HeldFigure { plan: plan @ Some(_), preview, .. }) => {
                *plan = None;
                *preview = None;
            }
            held => *held = None,
        }
    }

    /// Whether the game would be over with the move that is drawn: then the monster does not run any more.
    #[must_use]
    pub fn ends_game(&self) -> bool {
        let Some(plan) = self.drawn().filter(|plan| plan.to == Whereabouts::Escaped) else { return false };
        let mut game = self.game.clone();
        game.move_figure(plan.figure, &plan.path, &mut ()).is_ok() && game.ending().is_some()
    }

    /// The action that is meant, if it may be done.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        let plan = self.plan().filter(|plan| plan.can_stop)?;
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
    /// What comes of `path`; `None` if a step of it is against the rules.
    fn new(game: &Playing, figure: FigureId, path: Vec<Step>, result: (usize, usize)) -> Option<Plan> {
        let position = game.position();
        let from = position.whereabouts(figure)?;
        let mut stroll = Stroll::new(position, figure)?;
        let mut events = vec![];
        for step in &path {
            stroll.step(*step, &mut events).ok()?;
        }
        let (trail, pushed) = (trail(from, &events), pushed(&events));
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
fn pushed(events: &[Event]) -> Vec<(Cell, Option<Cell>)> {
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
    // A stone that came back to where it lay has not moved.
    pushed.retain(|(from, to)| Some(*from) != *to);
    pushed
}
