//! What comes of an answer in the first game, and why: codes that the page puts into words.

use rules::{Cell, Direction, Event, FigureId, Motion, Position, SightEnd, Tombstone, Verdict, Whereabouts};

use super::Task;
use crate::scene::caption::Side;
use crate::scene::moving::Plan;
use crate::scene::show::Look;
use crate::scene::why::{Why, WhyVerdict};

/// What a scene teaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trick {
    /// Push a stone and hide behind it.
    Hide,
    /// Slide over blood.
    Slide,
    /// Have somebody else eaten.
    Lure,
}

/// What comes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Right: the monster goes after the only figure in sight.
    Only,
    /// Right: it goes after the nearest one.
    Nearest {
        /// How far that one is.
        near: u8,
        /// How far the next one is.
        far: u8,
        /// Whether a stone hides somebody.
        hides: bool,
    },
    /// Right: two are equally near, so it walks straight on.
    Tie,
    /// Right: nobody is in sight, so it walks straight on.
    Nobody,
    /// Wrong: another figure is nearer.
    Farther {
        /// The figure that was chosen.
        figure: FigureId,
        /// How far it is.
        far: u8,
        /// The nearest one.
        other: FigureId,
        /// How far that one is.
        near: u8,
    },
    /// Wrong: a stone blocks the view there.
    Stone,
    /// Wrong: nobody is there.
    NobodyThere {
        /// Where the monster goes.
        look: Side,
    },
    /// Wrong: two are equally near, so neither counts.
    Undecided {
        /// One of them.
        one: FigureId,
        /// The other one.
        other: FigureId,
        /// How far they are.
        far: u8,
    },
    /// Right: the figure has moved, and nothing else matters.
    Moved,
    /// Right: the monster looked at the figure from here, and saw a stone.
    Hidden {
        /// Where it looked.
        from: Cell,
    },
    /// Right: the figure slid over blood.
    Slid,
    /// The figure is safe, but without the trick that the scene teaches. In the scene about luring, the monster has seen
    /// nobody.
    Dodged(Trick),
    /// The monster saw somebody and came, but its steps were over before it got there.
    Chased,
    /// Right: the monster turned to somebody else, who was nearer.
    Lured {
        /// Where it looked.
        at: Cell,
        /// Who is eaten.
        victim: FigureId,
        /// How far the victim was.
        near: u8,
        /// How far the figure was; `None` if it was out of sight.
        far: Option<u8>,
    },
    /// Wrong: the figure is eaten.
    Eaten {
        /// In this step.
        step: u16,
    },
    /// Wrong: two were equally near, so the monster walked straight on, into the figure.
    EatenByTie {
        /// Where it looked.
        at: Cell,
        /// The other one.
        other: FigureId,
        /// How far they were.
        far: u8,
    },
    /// Wrong: the space is too far away for the points of the figure.
    TooFar,
    /// Wrong: somebody stands there.
    Taken(FigureId),
    /// Right: the monster comes in there.
    Enters {
        /// The letter of the wall.
        letter: char,
    },
    /// Wrong: it comes in by another wall.
    WrongWall {
        /// The letter of the wall that it goes out by.
        letter: char,
        /// A letter of the space that was chosen, if it is at a wall.
        chosen: Option<char>,
    },
    /// Wrong: that is the wall that it goes out by.
    SameWall {
        /// Its letter.
        letter: char,
    },
}

impl Fate {
    /// Whether the scene is done with this answer.
    #[must_use]
    pub const fn is_right(self) -> bool {
        match self {
            Fate::Only
            | Fate::Nearest { .. }
            | Fate::Tie
            | Fate::Nobody
            | Fate::Moved
            | Fate::Hidden { .. }
            | Fate::Slid
            | Fate::Lured { .. }
            | Fate::Enters { .. } => true,
            Fate::Farther { .. }
            | Fate::Stone
            | Fate::NobodyThere { .. }
            | Fate::Undecided { .. }
            | Fate::Dodged(_)
            | Fate::Chased
            | Fate::Eaten { .. }
            | Fate::EatenByTie { .. }
            | Fate::TooFar
            | Fate::Taken(_)
            | Fate::WrongWall { .. }
            | Fate::SameWall { .. } => false,
        }
    }

    /// The better the answer, the smaller.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Fate::Dodged(_) | Fate::Chased => 1,
            fate if fate.is_right() => 0,
            _ => 2,
        }
    }

    /// What comes of it if the monster steps to this side.
    pub(super) fn of_step(why: &Why, chosen: Side) -> Fate {
        let goes = why.turned_side().unwrap_or(Side::Ahead);
        let seen = |sight: &crate::scene::why::WhySight| match sight.end {
            SightEnd::Figure { figure, .. } => Some((figure, sight.distance)),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
        };
        if goes == chosen {
            return match why.verdict {
                WhyVerdict::Only(_) => Fate::Only,
                WhyVerdict::Nearest { distance, than, .. } => {
                    let hides = why.sights.iter().any(|sight| hides_somebody(&why.table, sight.direction, sight.end));
                    Fate::Nearest { near: distance, far: than, hides }
                }
                WhyVerdict::Tie { .. } => Fate::Tie,
                WhyVerdict::Nobody => Fate::Nobody,
            };
        }
        if let WhyVerdict::Tie { distance } = why.verdict {
            let tied: Vec<FigureId> =
                why.sights.iter().filter_map(seen).filter(|(_, far)| *far == distance).map(|(one, _)| one).collect();
            if let [one, other, ..] = tied[..] {
                return Fate::Undecided { one, other, far: distance };
            }
        }
        let Some(sight) = why.sights.iter().find(|sight| sight.side == chosen) else { return Fate::Stone };
        let nearest = why.sights.iter().filter(|sight| sight.decides).find_map(seen);
        match (sight.end, nearest) {
            (SightEnd::Figure { figure, .. }, Some((other, near))) => {
                Fate::Farther { figure, far: sight.distance, other, near }
            }
            (SightEnd::Stone { .. }, _) => Fate::Stone,
            (SightEnd::Wall(_) | SightEnd::Figure { .. }, _) => Fate::NobodyThere { look: goes },
        }
    }

    /// What comes of a planned move.
    pub(super) fn of_move(task: Task, position: &Position, plan: &Plan, after: &Position) -> Fate {
        let Some(tombstone) = task.tombstone else { return Fate::Moved };
        let run = Run::of(after, tombstone);
        if let Some((_, step)) = run.eaten.iter().find(|(figure, _)| *figure == task.figure) {
            return run.death(task.figure, *step);
        }
        let has_trick = match task.trick {
            None => Some(Fate::Moved),
            Some(Trick::Hide) => run.hidden(task.figure).filter(|_| !plan.pushed.is_empty()),
            Some(Trick::Slide) => slides(position, plan).then_some(Fate::Slid),
            Some(Trick::Lure) => run.lured(task.figure).or_else(|| run.sees_somebody().then_some(Fate::Chased)),
        };
        has_trick.or_else(|| task.trick.map(Fate::Dodged)).unwrap_or(Fate::Moved)
    }
}

fn slides(position: &Position, plan: &Plan) -> bool {
    let Some(mut stroll) = rules::Stroll::new(position, plan.figure) else { return false };
    let mut events: Vec<Event> = vec![];
    let is_legal = plan.path.iter().all(|step| stroll.step(*step, &mut events).is_ok());
    is_legal && events.iter().any(|event| matches!(event, Event::FigureMoved { how: Motion::Slid, .. }))
}

/// Whether a stone hides a figure that stands in this direction behind it.
fn hides_somebody(position: &Position, direction: Direction, end: SightEnd) -> bool {
    let SightEnd::Stone { at, .. } = end else { return false };
    behind(position, at, direction).is_some()
}

/// The first figure behind a space in a direction.
fn behind(position: &Position, at: Cell, direction: Direction) -> Option<FigureId> {
    let line = std::iter::successors(at.step(direction), |cell| cell.step(direction));
    line.filter_map(|cell| position.figure_at(cell)).next()
}

/// A run of the monster: its looks and its victims, each with its step.
struct Run {
    looks: Vec<(Look, Position)>,
    eaten: Vec<(FigureId, u16)>,
}

impl Run {
    fn of(position: &Position, tombstone: Tombstone) -> Run {
        let mut events: Vec<Event> = vec![];
        let mut table = *position;
        table.run(tombstone, &mut events);
        let mut now = *position;
        let mut run = Run { looks: vec![], eaten: vec![] };
        let mut step = 0;
        for event in events {
            match event {
                Event::MonsterLooked { at, sights, verdict } => {
                    step += 1;
                    run.looks.push((Look { at, sights, verdict }, now));
                }
                Event::FigureEaten { figure, .. } => run.eaten.push((figure, step)),
                _ => {}
            }
            now.apply_unchecked(&event);
        }
        run
    }

    /// Why the figure is eaten in this step.
    fn death(&self, figure: FigureId, step: u16) -> Fate {
        let tied = self.looks.iter().take(step.into()).filter(|(look, _)| look.verdict == Verdict::Tie).find_map(
            |(look, _)| {
                let seen = figures(look);
                let far = seen.iter().find(|(one, _)| *one == figure)?.1;
                let other = seen.iter().find(|(one, distance)| *one != figure && *distance == far)?.0;
                Some(Fate::EatenByTie { at: look.at, other, far })
            },
        );
        tied.unwrap_or(Fate::Eaten { step })
    }

    /// The first look from which a stone hid the figure.
    fn hidden(&self, figure: FigureId) -> Option<Fate> {
        self.looks.iter().find_map(|(look, now)| {
            let hides = |sight: &rules::Sight| match sight.end {
                SightEnd::Stone { at, .. } => behind(now, at, sight.direction) == Some(figure),
                SightEnd::Figure { .. } | SightEnd::Wall(_) => false,
            };
            look.sights.iter().any(hides).then_some(Fate::Hidden { from: look.at })
        })
    }

    fn sees_somebody(&self) -> bool {
        self.looks.iter().any(|(look, _)| !figures(look).is_empty())
    }

    /// The look in which the monster turned to the one it eats.
    fn lured(&self, figure: FigureId) -> Option<Fate> {
        let (victim, _) = *self.eaten.first()?;
        self.looks.iter().find_map(|(look, _)| {
            let Verdict::Nearest(direction) = look.verdict else { return None };
            let followed = look.sights.iter().find(|sight| sight.direction == direction)?;
            let SightEnd::Figure { figure: whom, .. } = followed.end else { return None };
            let far = figures(look).into_iter().find(|(one, _)| *one == figure).map(|(_, far)| far);
            (whom == victim).then_some(Fate::Lured { at: look.at, victim, near: followed.distance, far })
        })
    }
}

/// The figures in a look, with their distances.
fn figures(look: &Look) -> Vec<(FigureId, u8)> {
    let seen = look.sights.iter().filter_map(|sight| match sight.end {
        SightEnd::Figure { figure, .. } => Some((figure, sight.distance)),
        SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
    });
    seen.collect()
}

/// Where a figure ends on the board.
pub(super) fn on_board(place: Whereabouts) -> Option<Cell> {
    match place {
        Whereabouts::On(cell) => Some(cell),
        Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
    }
}
