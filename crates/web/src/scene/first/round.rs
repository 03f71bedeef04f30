//! A round of the first game: a position, a question about it, and the answer of the player.

use std::sync::Arc;

use rules::game::{Band, Face, FigureSet, GameEvent, Seat, Stage};
use rules::{Cell, Event, FigureId, Position, Step, Stroll, Tombstone, Walk, Wall, Whereabouts};

use super::fate::{Fate, on_board};
use super::{Lesson, Question, Task, position};
use crate::scene::caption::{Moment, Mover, Side};
use crate::scene::moving::Plan;
use crate::scene::show::{Path, Run, Show};
use crate::scene::tableau::Tableau;
use crate::scene::why::Why;

/// An answer of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The monster steps to this side.
    Step(Side),
    /// A space: the goal of the figure, or where the monster comes in.
    Space(Cell),
    /// The wall by which the monster comes in.
    Wall(Wall),
}

/// A round of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    lesson: Lesson,
    nth: usize,
    question: Question,
    position: Position,
    goals: Vec<Goal>,
    choice: Option<Choice>,
    is_played: bool,
}

/// A space that the figure can reach, and what comes of going there.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The space.
    pub at: Cell,
    /// The points it costs.
    pub cost: u8,
    /// The move: of those to this space the one that turns out best, and the cheapest of them.
    pub plan: Plan,
    /// What comes of it.
    pub fate: Fate,
}

/// How far the monster runs through the wall.
const THROUGH: Tombstone = Tombstone::steps(5);

impl Round {
    /// A round of a scene, counted from 0; `None` if it has no such round.
    #[must_use]
    pub fn new(lesson: Lesson, nth: usize) -> Option<Round> {
        let (question, position) = (lesson.question()?, position(lesson, nth)?);
        let goals = match question {
            Question::Move(task) => goals(lesson, task, &position),
            Question::Step | Question::Entry => vec![],
        };
        Some(Round { lesson, nth, question, position, goals, choice: None, is_played: false })
    }

    /// The scene.
    #[must_use]
    pub fn lesson(&self) -> Lesson {
        self.lesson
    }

    /// The number of the round, from 0.
    #[must_use]
    pub fn nth(&self) -> usize {
        self.nth
    }

    /// Whether it is the last round of its scene.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.nth + 1 == self.lesson.positions().len()
    }

    /// What it asks.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// The move that is asked for.
    #[must_use]
    pub fn task(&self) -> Option<Task> {
        match self.question {
            Question::Move(task) => Some(task),
            Question::Step | Question::Entry => None,
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The spaces that the figure can reach.
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The answer so far.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        self.choice
    }

    /// The goal that was chosen, if the figure can go there.
    #[must_use]
    pub fn goal(&self) -> Option<&Goal> {
        match self.choice {
            Some(Choice::Space(cell)) => self.goals.iter().find(|goal| goal.at == cell),
            Some(Choice::Step(_) | Choice::Wall(_)) | None => None,
        }
    }

    /// Whether the answer was right and has been played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.is_played
    }

    /// Gives an answer. An answer to another question, or after the round is over, changes nothing.
    pub fn choose(&mut self, choice: Choice) {
        let fits = match (self.question, choice) {
            (Question::Step, Choice::Step(_))
            | (Question::Move(_) | Question::Entry, Choice::Space(_))
            | (Question::Entry, Choice::Wall(_)) => true,
            (Question::Step, Choice::Space(_) | Choice::Wall(_))
            | (Question::Move(_), Choice::Step(_) | Choice::Wall(_))
            | (Question::Entry, Choice::Step(_)) => false,
        };
        if fits && !self.is_played {
            self.choice = Some(choice);
        }
    }

    /// Begins again.
    pub fn reset(&mut self) {
        self.choice = None;
        self.is_played = false;
    }

    /// What comes of the answer; `None` without one.
    #[must_use]
    pub fn fate(&self) -> Option<Fate> {
        match (self.question, self.choice?) {
            (Question::Step, Choice::Step(side)) => Some(Fate::of_step(&self.why()?, side)),
            (Question::Move(task), Choice::Space(cell)) => Some(match self.goal() {
                Some(goal) => goal.fate,
                None => match self.position.figure_at(cell).filter(|figure| *figure != task.figure) {
                    Some(figure) => Fate::Taken(figure),
                    None => Fate::TooFar,
                },
            }),
            (Question::Entry, Choice::Space(cell)) => self.entry(cell),
            (Question::Entry, Choice::Wall(wall)) => self.entry_by(wall),
            (Question::Step, Choice::Space(_) | Choice::Wall(_))
            | (Question::Move(_), Choice::Step(_) | Choice::Wall(_))
            | (Question::Entry, Choice::Step(_)) => None,
        }
    }

    /// Whether the answer can be played: any legal move, but only the right step and the right entry.
    #[must_use]
    pub fn can_play(&self) -> bool {
        !self.is_played && (self.goal().is_some() || self.task().is_none() && self.fate().is_some_and(Fate::is_right))
    }

    /// Plays the answer: what happens then. `None` if it cannot be played. After a wrong move the round can be begun
    /// again.
    pub fn play(&mut self) -> Option<Arc<Show>> {
        if !self.can_play() {
            return None;
        }
        self.is_played = true;
        let before = self.tableau();
        let show = match self.question {
            Question::Step => run(&before, &one_step(&self.position), Run::Endless),
            Question::Entry => tombstone_run(&before, THROUGH),
            Question::Move(task) => self.goal().and_then(|goal| moved(&before, task, &goal.plan))?,
        };
        Some(Arc::new(show))
    }

    /// What the monster sees now, and what it will do because of that.
    #[must_use]
    pub fn why(&self) -> Option<Why> {
        let show = Arc::new(run(&self.tableau(), &one_step(&self.position), Run::Endless));
        let at = show.beats.iter().position(|beat| beat.look.is_some())?;
        Why::of(&Moment { show, at })
    }

    /// The board before the answer.
    #[must_use]
    pub fn tableau(&self) -> Tableau {
        let mover = self.task().map(|task| task.figure);
        let others = self.position.figures().map(|(figure, _)| figure).filter(|figure| Some(*figure) != mover);
        Tableau::laid(self.position, FigureSet::EMPTY, others.collect())
    }

    /// The wall that the monster goes out by with its next step.
    #[must_use]
    pub fn wall(&self) -> Option<Wall> {
        let monster = self.position.monster()?;
        monster.at.step_or_wall(monster.facing).err()
    }

    /// Where the monster is after its next step.
    #[must_use]
    pub fn next_space(&self) -> Option<Cell> {
        let (mut table, mut nobody) = (self.position, ());
        let mut walk = Walk::new(&mut table, &mut nobody);
        walk.look();
        walk.step();
        Some(table.monster()?.at)
    }

    /// A corner has two walls, so a letter says more than its space.
    fn entry_by(&self, chosen: Wall) -> Option<Fate> {
        let wall = self.wall()?;
        let letter = wall.letter()?;
        Some(match chosen {
            _ if chosen == wall.twin() => Fate::Enters { letter },
            _ if chosen == wall => Fate::SameWall { letter },
            _ => Fate::WrongWall { letter, chosen: chosen.letter() },
        })
    }

    fn entry(&self, cell: Cell) -> Option<Fate> {
        let wall = self.wall()?;
        let letter = wall.letter()?;
        if self.next_space() == Some(cell) {
            return Some(Fate::Enters { letter });
        }
        if wall.cell() == cell {
            return Some(Fate::SameWall { letter });
        }
        let chosen = Wall::all().find(|other| other.cell() == cell).and_then(Wall::letter);
        Some(Fate::WrongWall { letter, chosen })
    }
}

/// Every space in the light that the figure may go to.
fn goals(lesson: Lesson, task: Task, position: &Position) -> Vec<Goal> {
    let outcomes = position.outcomes(task.figure, task.figure.number(Face::Bright));
    let mut goals: Vec<Goal> = vec![];
    for outcome in outcomes.iter() {
        let Some(at) = on_board(outcome.place()).filter(|at| lesson.window().has(*at)) else { continue };
        let is_allowed = (task.may_push || outcome.arrangement() == 0) && (task.may_stay || outcome.cost() > 0);
        let plan = is_allowed.then(|| Plan::on(position, task.figure, outcome.path())).flatten();
        let Some((plan, after)) = plan.and_then(|plan| plan.table.map(|after| (plan, after))) else { continue };
        let fate = Fate::of_move(task, position, &plan, &after);
        let goal = Goal { at, cost: outcome.cost(), plan, fate };
        let is_better = |one: &Goal, other: &Goal| (one.fate.rank(), one.cost) < (other.fate.rank(), other.cost);
        match goals.iter_mut().find(|other| other.at == at) {
            Some(other) if is_better(&goal, other) => *other = goal,
            Some(_) => {}
            None => goals.push(goal),
        }
    }
    goals
}

fn one_step(position: &Position) -> Vec<GameEvent> {
    let mut events: Vec<Event> = vec![];
    let mut table = *position;
    let mut walk = Walk::new(&mut table, &mut events);
    walk.look();
    walk.step();
    events.into_iter().map(GameEvent::Board).collect()
}

fn run(before: &Tableau, events: &[GameEvent], run: Run) -> Show {
    Show::of_run(before, Stage::Two, run, events)
}

fn tombstone_run(before: &Tableau, tombstone: Tombstone) -> Show {
    let mut events: Vec<Event> = vec![];
    let mut table = before.position;
    table.run(tombstone, &mut events);
    let flip = GameEvent::TombstoneFlipped { tombstone };
    let events: Vec<GameEvent> = std::iter::once(flip).chain(events.into_iter().map(GameEvent::Board)).collect();
    run(before, &events, Run::Tombstone(tombstone))
}

/// The figure goes the planned way and is turned over; then the monster runs, if it does.
fn moved(before: &Tableau, task: Task, plan: &Plan) -> Option<Show> {
    let figure = task.figure;
    let mut events = walked(&before.position, figure, &plan.path)?;
    events.push(GameEvent::FigureTurnedOver { figure, number: figure.number(Face::Dark) });
    let mover = Mover { seat: Seat::new(0)?, figure, from: Whereabouts::On(on_board(plan.from)?) };
    let mut show = Show::of_move(before, Stage::Two, mover, &events, Path::Planned);
    if let Some(tombstone) = task.tombstone {
        let run = tombstone_run(&show.beats.last()?.tableau, tombstone);
        show.beats.extend(run.beats);
        show.run = run.run;
    }
    Some(show)
}

fn walked(position: &Position, figure: FigureId, path: &[Step]) -> Option<Vec<GameEvent>> {
    let mut stroll = Stroll::new(position, figure)?;
    let mut events: Vec<Event> = vec![];
    for step in path {
        stroll.step(*step, &mut events).ok()?;
    }
    Some(events.into_iter().map(GameEvent::Board).collect())
}

/// The band of the player in all scenes.
pub const OWN: Band = Band::Blue;
