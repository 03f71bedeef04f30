//! What becomes of a trap when the monster is let loose: the walk, who is eaten in which step, and why it failed.

use std::sync::Arc;

use puzzles::{Level, LevelResult, TooLong};
use rules::game::{FigureSet, GameEvent, Stage};
use rules::{Cell, Event, FigureId, Monster, Position, SightEnd, Walk, Whereabouts};

use crate::scene::caption::{Moment, Saw, saw};
use crate::scene::foresight::{Hop, hops};
use crate::scene::show::{Look, Run, Show};
use crate::scene::tableau::Tableau;

/// What became of a trap.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether it worked, or why it did not.
    pub verdict: Verdict,
    /// The walk until a position repeats or one of ours is eaten, or the beginning of one that is too long.
    pub show: Arc<Show>,
    /// Everybody who was eaten, in order.
    pub meals: Vec<Meal>,
    /// The number of steps.
    pub steps: u32,
    /// The steps in which it goes round and round; `None` if the walk ended before.
    pub circle: Option<Circle>,
    /// The way it went.
    pub hops: Vec<Hop>,
    /// The monster at the end.
    pub monster: Option<Monster>,
}

/// Whether a trap works.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All of theirs were eaten, and none of ours.
    Solved,
    /// One of ours was eaten.
    Lost(Loss),
    /// These of theirs are never eaten.
    Spared(Vec<Spared>),
    /// The walk is longer than anybody could follow: no position repeats for thousands of steps. Its beginning is shown.
    TooLong,
}

/// Somebody was eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meal {
    /// The figure.
    pub figure: FigureId,
    /// The step, from 1.
    pub step: u32,
    /// The last space it was on.
    pub at: Cell,
}

/// The steps after which everything repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The first step of the circle.
    pub from: u32,
    /// The number of its steps.
    pub length: u32,
}

/// One of ours was eaten.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The figure, the step and the space.
    pub meal: Meal,
    /// The step whose look decided it.
    pub step: u32,
    /// That look.
    pub moment: Moment,
    /// Whether the monster went for it. Otherwise it happened to be in the way.
    pub was_hunted: bool,
}

/// One of theirs that is never eaten.
#[derive(Clone, Debug, PartialEq)]
pub struct Spared {
    /// The figure.
    pub figure: FigureId,
    /// Where it is at the end.
    pub at: Cell,
    /// How near the monster came, in spaces, and in which step.
    pub nearest: (u8, u32),
    /// The last look that saw it; `None` if it was never seen.
    pub seen: Option<Seen>,
}

/// A look that saw a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its step.
    pub step: u32,
    /// The look.
    pub moment: Moment,
    /// Whether the monster went for the figure.
    pub was_hunted: bool,
}

/// Lets the monster loose in a prepared position of a level.
#[must_use]
pub fn let_loose(level: &Level, position: Position) -> Outcome {
    let mut events: Vec<Event> = vec![];
    let judged = level.judge_in_time(position, &mut events);
    if judged.is_err() {
        events = beginning(position);
    }
    let told: Vec<GameEvent> = events.iter().copied().map(GameEvent::Board).collect();
    let everybody: FigureSet = position.figures().map(|(figure, _)| figure).collect();
    let before = Tableau::laid(position, FigureSet::EMPTY, everybody);
    let show = Arc::new(Show::of_run(&before, Stage::Two, Run::Endless, &told));
    let meals = meals(&events);
    let (steps, circle) = match &judged {
        Err(TooLong) => (STEPS_OF_BEGINNING, None),
        Ok(judgement) => {
            let rules::Endless { steps, period, .. } = judgement.walk;
            let circle = Circle { from: steps - period + 1, length: period };
            // Whoever is lost is lost before anything repeats.
            (steps, (period > 0).then_some(circle))
        }
    };
    let monster = show.beats.last().and_then(|beat| beat.tableau.position.monster());
    let verdict = match judged.map(|judgement| judgement.result) {
        Err(TooLong) => Verdict::TooLong,
        Ok(LevelResult::Solved) => Verdict::Solved,
        Ok(LevelResult::Lost(figure)) => Verdict::Lost(
            loss(&show, &meals, figure).expect("whoever is eaten is eaten in a step, which begins with a look"),
        ),
        Ok(LevelResult::Spared(figures)) => {
            Verdict::Spared(figures.iter().filter_map(|figure| spared(&show, figure)).collect())
        }
    };
    Outcome { verdict, meals, steps, circle, hops: hops(&events), monster, show }
}

/// What is shown of a walk that is too long.
const STEPS_OF_BEGINNING: u32 = 100;

fn beginning(mut position: Position) -> Vec<Event> {
    let mut events = vec![];
    let mut walk = Walk::new(&mut position, &mut events);
    for _ in 0..STEPS_OF_BEGINNING {
        walk.look();
        walk.step();
    }
    events
}

fn meals(events: &[Event]) -> Vec<Meal> {
    let mut step = 0;
    let mut meals = vec![];
    for event in events {
        if matches!(event, Event::MonsterLooked { .. }) {
            step += 1;
        }
        if let Event::FigureEaten { figure, at, .. } = event {
            meals.push(Meal { figure: *figure, step, at: *at });
        }
    }
    meals
}

/// The looks of a walk: step, moment, and what it saw.
fn looks(show: &Arc<Show>) -> impl DoubleEndedIterator<Item = (u32, Moment, Look)> + '_ {
    let looks = show.beats.iter().enumerate().filter_map(|(at, beat)| Some((at, beat, beat.look?)));
    looks.map(|(at, beat, look)| (u32::from(beat.step), Moment { show: show.clone(), at }, look))
}

fn follows(look: &Look, whom: FigureId) -> bool {
    matches!(saw(look.sights, look.verdict), Saw::Figure { figure, .. } if figure == whom)
}

/// The look that decided: the first of those in which it went for the figure without a break.
fn loss(show: &Arc<Show>, meals: &[Meal], figure: FigureId) -> Option<Loss> {
    let meal = *meals.iter().find(|meal| meal.figure == figure)?;
    let mut before = looks(show).filter(|(step, ..)| *step <= meal.step).rev().peekable();
    let (mut step, mut moment, last) = before.next()?;
    let was_hunted = follows(&last, figure);
    if was_hunted {
        while let Some((earlier, look_at, _)) = before.next_if(|(_, _, look)| follows(look, figure)) {
            (step, moment) = (earlier, look_at);
        }
    }
    Some(Loss { meal, step, moment, was_hunted })
}

fn spared(show: &Arc<Show>, figure: FigureId) -> Option<Spared> {
    let place = |position: &Position| match position.whereabouts(figure)? {
        Whereabouts::On(cell) => Some(cell),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    };
    let far = |position: &Position| {
        let (figure, monster) = (place(position)?, position.monster()?.at);
        Some(figure.column().abs_diff(monster.column()) + figure.row().abs_diff(monster.row()))
    };
    let start = far(&show.before.position).map(|far| (far, 0));
    let ends = show.beats.iter().filter(|beat| beat.ends_step);
    let after = ends.filter_map(|beat| Some((far(&beat.tableau.position)?, u32::from(beat.step))));
    let is_seen = |look: &Look| {
        let mut sights = look.sights.iter();
        sights.any(|sight| matches!(sight.end, SightEnd::Figure { figure: seen, .. } if seen == figure))
    };
    let seen = looks(show).rev().find(|(_, _, look)| is_seen(look));
    Some(Spared {
        figure,
        at: place(&show.beats.last()?.tableau.position)?,
        nearest: start.into_iter().chain(after).min_by_key(|(far, _)| *far)?,
        seen: seen.map(|(step, moment, look)| Seen { step, moment, was_hunted: follows(&look, figure) }),
    })
}
