//! Carries out a command: plans a move in the hand, or answers a question. A refused command changes nothing.

use std::ops::Range;

use rules::game::{Band, Playing};
use rules::{Cell, Direction, Event, FigureId, Step, Stroll, Whereabouts};

use super::{Command, Course, Leg, Mistake, Named, Place, Problem, Said};
use crate::scene::graves::{Graves, graves};
use crate::scene::moving::{Moving, Plan};
use crate::scene::playback::Playback;
use crate::scene::text_board::{self, Dangers, FigureReport, MonsterReport, Space};
use crate::table::Help;

/// The state that a command refers to.
#[derive(Debug)]
pub struct Subject<'a> {
    /// How far the screen has followed the game.
    pub playback: &'a Playback,
    /// The hand of the player whose turn it is; changed when a move is planned.
    pub moving: Option<&'a mut Moving>,
    /// What the table reveals about the next run.
    pub help: Help,
    /// Whether the last move that was made here can be taken back.
    pub can_take_back: bool,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A figure was chosen; it can reach these places.
    Chosen {
        /// The figure.
        figure: FigureId,
        /// Its points.
        points: u8,
        /// The places it can reach, cheapest first.
        targets: Vec<(Whereabouts, u8)>,
    },
    /// A move was planned.
    Planned {
        /// The plan.
        plan: Box<Plan>,
        /// The figure's points.
        points: u8,
        /// All results at the same goal, if there are several.
        results: Vec<Plan>,
        /// Whether to make the move without confirmation.
        at_once: bool,
    },
    /// The last thing was undone.
    TakenBack,
    /// The screen must do this.
    Do(Act),
    /// Where figures are.
    Figures(Vec<FigureReport>),
    /// What is on a space.
    Space(Space),
    /// Where the monster is, and what it sees.
    Monster(MonsterReport),
    /// Which tombstones are left.
    Tombstones(Graves),
    /// What the next run can bring.
    Dangers(Dangers),
    /// What can be typed.
    Help,
}

/// What only the screen can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Confirm the plan.
    Confirm,
    /// Take back the last move.
    TakeBack,
    /// Skip what is animated.
    Skip,
    /// One step of the monster.
    Step,
    /// Let the monster run on.
    GoOn,
    /// Show the last run again.
    Again,
    /// Explain the monster's last step.
    Why,
}

/// Carries out a command.
///
/// # Errors
///
/// What is wrong with it; nothing has changed then.
pub fn obey(command: &Command, subject: Subject<'_>) -> Result<Answer, Mistake> {
    let Subject { playback, moving, help, can_take_back } = subject;
    // While something is animated, moves can at most be prepared.
    let moving = moving.filter(|moving| playback.hand(Some(moving)).is_some());
    let whole = |what: Problem| Mistake { what, at: 0..0 };
    let if_so = |is_so: bool, act: Act, otherwise: Problem| {
        if is_so { Ok(Answer::Do(act)) } else { Err(whole(otherwise)) }
    };
    match command {
        Command::Move { figure, course, at_once } => {
            let moving = moving.ok_or(Mistake { what: Problem::NoHand, at: figure.at.clone() })?;
            plan(moving, figure, course, *at_once)
        }
        Command::Result(number) => another_result(moving.ok_or(whole(Problem::NoHand))?, number.as_ref()),
        Command::Undo => match moving {
            Some(moving) if moving.figure().is_some() => {
                moving.undo();
                Ok(Answer::TakenBack)
            }
            Some(_) => if_so(can_take_back, Act::TakeBack, Problem::NothingToUndo),
            None => if_so(can_take_back, Act::TakeBack, Problem::NoHand),
        },
        Command::Confirm => {
            let can_confirm = moving.ok_or(whole(Problem::NoHand))?.is_complete();
            if_so(can_confirm, Act::Confirm, Problem::NothingPlanned)
        }
        Command::Where(None) => {
            let bands = text_board::bands(playback, moving.as_deref());
            Ok(Answer::Figures(bands.into_iter().flat_map(|band| band.figures).collect()))
        }
        Command::Where(Some(figure)) => where_is(playback, moving.as_deref(), figure),
        Command::Look(cell) => Ok(Answer::Space(text_board::space(playback, moving.as_deref(), *cell))),
        Command::Monster => Ok(Answer::Monster(text_board::monster(playback, moving.as_deref(), help))),
        Command::Tombstones => Ok(Answer::Tombstones(graves(playback))),
        Command::Dangers => {
            let dangers = text_board::dangers(playback, moving.as_deref(), help);
            dangers.map(Answer::Dangers).map_err(|why| whole(Problem::Untold(why)))
        }
        Command::Help => Ok(Answer::Help),
        Command::Skip => if_so(playback.beat().is_some(), Act::Skip, Problem::NothingShown),
        Command::Step => if_so(playback.is_run(), Act::Step, Problem::NoRun),
        Command::GoOn => if_so(playback.is_run(), Act::GoOn, Problem::NoRun),
        Command::Again => if_so(playback.player().has_run(), Act::Again, Problem::NothingAgain),
        Command::Why => if_so(playback.player().last_look().is_some(), Act::Why, Problem::NothingAgain),
    }
}

fn plan(moving: &mut Moving, named: &Said<Named>, course: &Course, at_once: bool) -> Result<Answer, Mistake> {
    let figure = figure_to_move(moving, named)?;
    // A command that is refused half-way must not change anything.
    let mut hand = moving.clone();
    hand.choose(figure);
    match course {
        Course::Open => {
            while hand.plan().is_some() {
                hand.undo();
            }
            let targets = hand.targets().iter().map(|target| (target.place, target.cost)).collect();
            let points = hand.points();
            *moving = hand;
            return Ok(Answer::Chosen { figure, points, targets });
        }
        Course::Stay => hand.stay(),
        Course::Goal(goal, number) => head_for(&mut hand, figure, goal, number.as_ref())?,
        Course::Steps(legs) => {
            let path = path(hand.game(), figure, legs)?;
            hand.plan_path(path);
        }
    }
    *moving = hand;
    Ok(planned(moving, at_once))
}

/// The current plan.
fn planned(moving: &Moving, at_once: bool) -> Answer {
    let plan = moving.plan().expect("a move has just been planned").clone();
    let results = if plan.result.1 > 1 { moving.results(plan.to) } else { vec![] };
    Answer::Planned { points: moving.points(), plan: Box::new(plan), results, at_once }
}

fn head_for(
    hand: &mut Moving,
    figure: FigureId,
    goal: &Said<Place>,
    number: Option<&Said<usize>>,
) -> Result<(), Mistake> {
    let place = goal.it.whereabouts();
    let results = hand.results(place).len();
    if results == 0 {
        // If it is only one step away, the rules explain why it cannot get there.
        path(hand.game(), figure, &[Said { it: Leg::To(goal.it), at: goal.at.clone() }]).map_err(|mistake| {
            match mistake.what {
                Problem::Step(_) | Problem::EndsOnFigure { .. } => mistake,
                _ => Mistake { what: Problem::TooFar { place, points: hand.points() }, at: goal.at.clone() },
            }
        })?;
        return Err(Mistake { what: Problem::TooFar { place, points: hand.points() }, at: goal.at.clone() });
    }
    let nth = match number {
        None => 0,
        Some(number) if (1..=results).contains(&number.it) => number.it - 1,
        Some(number) => return Err(Mistake { what: Problem::NoSuchResult { of: results }, at: number.at.clone() }),
    };
    hand.point_at_result(place, nth);
    Ok(())
}

fn another_result(moving: &mut Moving, number: Option<&Said<usize>>) -> Result<Answer, Mistake> {
    let Some(plan) = moving.plan() else { return Err(Mistake { what: Problem::NothingPlanned, at: 0..0 }) };
    let (place, results) = (plan.to, moving.results(plan.to).len());
    match number {
        None => moving.next_result(),
        Some(number) if (1..=results).contains(&number.it) => moving.point_at_result(place, number.it - 1),
        Some(number) => return Err(Mistake { what: Problem::NoSuchResult { of: results }, at: number.at.clone() }),
    }
    Ok(planned(moving, false))
}

/// The figure that is named, if it can be moved.
fn figure_to_move(moving: &Moving, named: &Said<Named>) -> Result<FigureId, Mistake> {
    let game = moving.game();
    let mistake = |what: Problem| Mistake { what, at: named.at.clone() };
    match named.it {
        Named::InHand => moving.figure().ok_or(mistake(Problem::NothingInHand)),
        Named::Figure(figure) if moving.choosable().has(figure) => Ok(figure),
        Named::Figure(figure) => Err(mistake(why_not(game, moving, figure))),
        Named::Shown(number) => moving.showing(number).ok_or(mistake(Problem::NobodyShows(number))),
        Named::OfBand(band, number) => {
            let own = moving.showing(number).filter(|figure| figure.band() == band);
            let why_not = || match shown(game, band, number) {
                Some(figure) => why_not(game, moving, figure),
                None => Problem::NobodyShows(number),
            };
            own.ok_or_else(|| mistake(why_not()))
        }
    }
}

fn why_not(game: &Playing, moving: &Moving, figure: FigureId) -> Problem {
    match game.players().owner(figure) {
        None => Problem::NotInGame(figure),
        Some(owner) if owner != moving.seat() => Problem::NotYours(figure),
        Some(_) => Problem::CannotMove(figure),
    }
}

/// A figure of a band with this visible number.
fn shown(game: &Playing, band: Band, number: u8) -> Option<FigureId> {
    let mut figures = game.players().seats().flat_map(|seat| game.players().figures(seat).iter());
    figures.find(|figure| figure.band() == band && game.number(*figure) == number)
}

fn where_is(playback: &Playback, moving: Option<&Moving>, named: &Said<Named>) -> Result<Answer, Mistake> {
    let bands = text_board::bands(playback, moving);
    let own = moving.map(Moving::seat);
    let is_meant = |seat, report: &FigureReport| match named.it {
        Named::InHand => moving.and_then(Moving::figure) == Some(report.figure),
        Named::Figure(figure) => report.figure == figure,
        Named::Shown(number) => report.figure.number(report.face) == number && own.is_none_or(|own| own == seat),
        Named::OfBand(band, number) => report.figure.band() == band && report.figure.number(report.face) == number,
    };
    let figures = bands.iter().flat_map(|band| band.figures.iter().map(|report| (band.seat, *report)));
    let meant: Vec<FigureReport> =
        figures.filter(|(seat, report)| is_meant(*seat, report)).map(|(_, report)| report).collect();
    let what = match named.it {
        _ if !meant.is_empty() => return Ok(Answer::Figures(meant)),
        Named::InHand => Problem::NothingInHand,
        Named::Figure(figure) => Problem::NotInGame(figure),
        Named::Shown(number) | Named::OfBand(_, number) => Problem::NobodyShows(number),
    };
    Err(Mistake { what, at: named.at.clone() })
}

/// The path that is named step by step.
fn path(game: &Playing, figure: FigureId, legs: &[Said<Leg>]) -> Result<Vec<Step>, Mistake> {
    let cannot = |at: &Range<usize>| Mistake { what: Problem::CannotMove(figure), at: at.clone() };
    let Some(last) = legs.last() else { return Ok(vec![]) };
    let mut stroll = Stroll::new(game.position(), figure).ok_or(cannot(&last.at))?;
    let points = game.number(figure);
    let mut path: Vec<Step> = vec![];
    // Where the last step ended by sliding, beyond the named space.
    let mut slide: Vec<Cell> = vec![];
    for leg in without_origin(stroll.place(), legs) {
        if let (Leg::To(Place::On(cell)), Some(next)) = (leg.it, slide.first())
            && cell == *next
        {
            slide.remove(0);
            continue;
        }
        if path.len() == usize::from(points) {
            return Err(Mistake { what: Problem::TooManySteps { points }, at: leg.at.clone() });
        }
        let (step, trail) = walk(&mut stroll, leg)?;
        path.push(step);
        slide = match leg.it {
            Leg::To(Place::On(cell)) => trail.into_iter().skip_while(|other| *other != cell).skip(1).collect(),
            Leg::To(Place::In | Place::Out) | Leg::Go(_) => vec![],
        };
    }
    if let (Whereabouts::On(at), false) = (stroll.place(), stroll.can_stop())
        && let Some(other) = game.position().figure_at(at)
    {
        return Err(Mistake { what: Problem::EndsOnFigure { at, other }, at: last.at.clone() });
    }
    Ok(path)
}

/// A record also names the place where the figure was.
fn without_origin(origin: Whereabouts, legs: &[Said<Leg>]) -> &[Said<Leg>] {
    match (origin, legs) {
        (Whereabouts::On(here), [Said { it: Leg::To(Place::On(cell)), .. }, rest @ ..]) if here == *cell => rest,
        (
            Whereabouts::Waiting,
            [Said { it: Leg::To(Place::In), .. }, Said { it: Leg::To(Place::On(Cell::ENTRANCE)), .. }, ..],
        ) => &legs[1..],
        (_, legs) => legs,
    }
}

/// One step, and the spaces it leads over.
fn walk(stroll: &mut Stroll, leg: &Said<Leg>) -> Result<(Step, Vec<Cell>), Mistake> {
    let from = stroll.place();
    let mistake = |what: Problem| Mistake { what, at: leg.at.clone() };
    let not_one_step = |place: Place| mistake(Problem::NotOneStep { from, to: place.whereabouts() });
    let step = match (leg.it, from) {
        (Leg::To(Place::Out), _) => Step::Leave,
        (Leg::To(Place::In), _) => Step::Enter,
        (Leg::Go(Direction::West), Whereabouts::On(Cell::EXIT)) => Step::Leave,
        (Leg::Go(_), Whereabouts::Waiting) => Step::Enter,
        (Leg::Go(direction), _) => Step::Go(direction),
        (Leg::To(Place::On(Cell::ENTRANCE)), Whereabouts::Waiting) => Step::Enter,
        (Leg::To(place @ Place::On(there)), Whereabouts::On(here)) => {
            Step::Go(towards(here, there).ok_or(not_one_step(place))?)
        }
        (Leg::To(place @ Place::On(_)), Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten) => {
            return Err(not_one_step(place));
        }
    };
    let (mut next, mut events) = (*stroll, vec![]);
    let led = next.step(step, &mut events);
    let trail: Vec<Cell> = events.iter().filter_map(arrival).collect();
    match (leg.it, from) {
        // The question is not about what stops it on the way.
        (Leg::To(place @ Place::On(there)), Whereabouts::On(here))
            if !trail.contains(&there) && !Direction::ALL.iter().any(|way| here.step(*way) == Some(there)) =>
        {
            return Err(not_one_step(place));
        }
        (Leg::To(_) | Leg::Go(_), _) => {}
    }
    led.map_err(|problem| mistake(Problem::Step(problem)))?;
    *stroll = next;
    Ok((step, trail))
}

fn arrival(event: &Event) -> Option<Cell> {
    match *event {
        Event::FigureEntered { at, .. } => Some(at),
        Event::FigureMoved { to, .. } => Some(to),
        _ => None,
    }
}

/// The direction of `there`, if it is in the same row or column.
fn towards(here: Cell, there: Cell) -> Option<Direction> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (there.column().cmp(&here.column()), there.row().cmp(&here.row())) {
        (Equal, Less) => Some(Direction::North),
        (Greater, Equal) => Some(Direction::East),
        (Equal, Greater) => Some(Direction::South),
        (Less, Equal) => Some(Direction::West),
        (Equal, Equal) | (Less | Greater, Less | Greater) => None,
    }
}
