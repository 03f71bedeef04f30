//! The worker's side: takes orders, works on them slice by slice, and reports. Between two slices the worker hears of
//! new orders, and of those that are called off.
//!
//! It has no clock of its own, so that it can be tested.

use std::cell::Cell;
use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bots::Watch;
use puzzles::{Cook, Date, Extent, Level, Limits, Solver};

use super::bot::think;
use super::{Dish, Done, Found, News, Order, Progress, Report, Search, Task, Unreadable, read};

/// How long a slice lasts: short enough that nobody notices who waits for a bot.
const SLICE: Duration = Duration::from_millis(25);

/// The nodes of a search between two looks at the clock.
const NODES_A_LOOK: u64 = 512;

/// The time since any moment.
pub type Clock = fn() -> Duration;

/// Orders under way.
pub struct Bench {
    clock: Clock,
    /// The next one first.
    jobs: VecDeque<Job>,
}

struct Job {
    id: u32,
    /// Whether somebody waits for it who should not wait for the others.
    is_urgent: bool,
    work: Pin<Box<dyn Future<Output = Result<Done, String>>>>,
    progress: Rc<Cell<Progress>>,
    reported: Progress,
}

impl Bench {
    /// Nothing to do yet.
    #[must_use]
    pub fn new(clock: Clock) -> Bench {
        Bench { clock, jobs: VecDeque::new() }
    }

    /// Takes an order of the page.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn take(&mut self, message: &str) -> Result<(), Unreadable> {
        match read(message)? {
            Order::Do { id, task } => {
                let job = Job::new(id, task, self.clock);
                // Behind the urgent ones, before the others.
                let place = if job.is_urgent {
                    self.jobs.iter().take_while(|job| job.is_urgent).count()
                } else {
                    self.jobs.len()
                };
                self.jobs.insert(place, job);
            }
            Order::CallOff { id } => self.jobs.retain(|job| job.id != id),
        }
        Ok(())
    }

    /// Whether there is something to do.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Works for a slice on the next order, and reports what is new. The orders take turns.
    pub fn work(&mut self) -> Option<Report> {
        let mut job = self.jobs.pop_front()?;
        let id = job.id;
        match job.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => Some(Report { id, news: News::Done(done) }),
            Poll::Pending => {
                let now = job.progress.get();
                let is_new = std::mem::replace(&mut job.reported, now) != now;
                self.jobs.push_back(job);
                is_new.then_some(Report { id, news: News::Progress(now) })
            }
        }
    }
}

impl Job {
    fn new(id: u32, task: Task, clock: Clock) -> Job {
        let progress = Rc::new(Cell::new(Progress::default()));
        let slices = Slices { clock, progress: progress.clone() };
        let is_urgent = matches!(task, Task::Think(_));
        let work: Pin<Box<dyn Future<Output = Result<Done, String>>>> = match task {
            Task::Think(question) => Box::pin(async move {
                let watch = Since { start: clock(), clock };
                think(&question, &watch).map(Done::Thought).map_err(|error| error.to_string())
            }),
            Task::Solve(search) => Box::pin(async move { solve(search, slices).await.map(Done::Found) }),
            Task::Dish(date) => Box::pin(async move { dish(date, slices).await.map(Done::Dish) }),
        };
        Job { id, is_urgent, work, progress, reported: Progress::default() }
    }
}

/// Cuts the work of a job into slices.
struct Slices {
    clock: Clock,
    progress: Rc<Cell<Progress>>,
}

impl Slices {
    /// When the current slice ends.
    fn end(&self) -> Duration {
        (self.clock)() + SLICE
    }

    /// Ends the slice with this progress.
    async fn pause(&self, progress: Progress) {
        self.progress.set(progress);
        let mut has_paused = false;
        let pause = pin!(std::future::poll_fn(move |_| {
            if std::mem::replace(&mut has_paused, true) { Poll::Ready(()) } else { Poll::Pending }
        }));
        pause.await;
    }
}

async fn solve(Search { level, nodes, solutions }: Search, slices: Slices) -> Result<Found, String> {
    let level = Level::from_code(&level).map_err(|error| error.to_string())?;
    let mut solver = Solver::new(&level, Limits { nodes, solutions });
    let mut end = slices.end();
    while solver.go_on(NODES_A_LOOK) {
        if (slices.clock)() >= end {
            let per_mille = (solver.progress() * 1000.0) as u16;
            slices.pause(Progress { per_mille, found: solver.findings().solutions as u64 }).await;
            end = slices.end();
        }
    }
    let findings = solver.into_findings();
    let best =
        findings.best.map(|best| (best.preparation.deeds().iter().map(ToString::to_string).collect(), best.steps));
    Ok(Found { solutions: findings.solutions, is_all: findings.extent == Extent::Everything, best })
}

async fn dish(date: String, slices: Slices) -> Result<Dish, String> {
    let date: Date = date.parse().map_err(|error: puzzles::NoDate| error.to_string())?;
    let mut cook = Cook::new(date);
    let mut end = slices.end();
    for attempts in 1.. {
        if let Some(made) = cook.go_on() {
            let difficulty = made.grade.difficulty().code().to_owned();
            return Ok(Dish { level: made.level.to_code(), difficulty });
        }
        if (slices.clock)() >= end {
            slices.pause(Progress { per_mille: (cook.progress() * 1000.0) as u16, found: attempts }).await;
            end = slices.end();
        }
    }
    Err("every attempt failed".to_owned())
}

/// A clock that started later than another one. Bots are not interrupted: no message reaches the worker while it thinks.
struct Since {
    start: Duration,
    clock: Clock,
}

impl Watch for Since {
    fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }

    fn is_called_off(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Question, Subject, write};
    use super::*;

    thread_local! {
        static TICKS: Cell<u64> = const { Cell::new(0) };
    }

    /// Each look at the clock takes ten milliseconds.
    fn bench() -> Bench {
        Bench::new(|| Duration::from_millis(10 * TICKS.replace(TICKS.get() + 1)))
    }

    fn take(bench: &mut Bench, order: &Order) {
        bench.take(&write(order).expect("a message")).expect("an order");
    }

    fn search(name: &str, solutions: usize) -> Task {
        let shipped = puzzles::shipped().iter().find(|shipped| shipped.name == name).expect("a level");
        Task::Solve(Search { level: shipped.level.to_code(), nodes: 1_000_000, solutions })
    }

    fn done(bench: &mut Bench) -> Report {
        loop {
            if let Some(report @ Report { news: News::Done(_), .. }) = bench.work() {
                return report;
            }
        }
    }

    #[test]
    fn a_level_is_solved_in_slices_that_report_progress() {
        let mut bench = bench();
        take(&mut bench, &Order::Do { id: 3, task: search("all-together-5", usize::MAX) });
        let mut last = 0;
        let found = loop {
            match bench.work() {
                Some(Report { id: 3, news: News::Progress(progress) }) => {
                    assert!(progress.per_mille >= last && progress.per_mille <= 1000);
                    last = progress.per_mille;
                }
                Some(Report { id: 3, news: News::Done(Ok(Done::Found(found))) }) => break found,
                None => {}
                other => panic!("{other:?}"),
            }
        };
        assert!(last > 0 && found.is_all && !bench.is_busy());
        let level = &puzzles::shipped().iter().find(|shipped| shipped.name == "all-together-5").expect("it").level;
        let (deeds, steps) = found.best.expect("it can be solved");
        let deeds: puzzles::Preparation =
            deeds.iter().map(|deed| deed.parse::<puzzles::Deed>().expect("a deed")).collect();
        let judgement = level.judge(level.prepare(&deeds).expect("allowed"), &mut ());
        assert_eq!((judgement.result, judgement.walk.steps), (puzzles::LevelResult::Solved, steps));
    }

    #[test]
    fn a_search_that_is_called_off_stops_and_leaves_the_others_alone() {
        let mut bench = bench();
        take(&mut bench, &Order::Do { id: 1, task: search("all-together-1", usize::MAX) });
        take(&mut bench, &Order::Do { id: 2, task: search("seeing-1", 1) });
        bench.work();
        take(&mut bench, &Order::CallOff { id: 1 });
        assert_eq!(done(&mut bench).id, 2);
        assert!(!bench.is_busy());
        take(&mut bench, &Order::CallOff { id: 2 });
        assert_eq!(bench.work(), None);
    }

    #[test]
    fn a_bot_thinks_before_a_search_goes_on() {
        let mut bench = bench();
        take(&mut bench, &Order::Do { id: 1, task: search("all-together-1", usize::MAX) });
        bench.work();
        let question = Question {
            bot: "goblin".to_owned(),
            subject: Subject::Situation("Ma1e".to_owned()),
            seat: rules::game::Seat::new(0).expect("a seat"),
            budget_ms: 20,
            seed: 0,
        };
        take(&mut bench, &Order::Do { id: 2, task: Task::Think(question) });
        let Some(Report { id: 2, news: News::Done(Err(why)) }) = bench.work() else { panic!("it goes first") };
        assert!(why.contains("goblin"), "{why}");
        assert!(bench.is_busy());
    }

    #[test]
    fn a_date_has_the_level_that_it_has_in_the_terminal() {
        let mut bench = bench();
        let date: Date = "2026-11-16".parse().expect("a day");
        take(&mut bench, &Order::Do { id: 1, task: Task::Dish(date.to_string()) });
        let Report { news: News::Done(Ok(Done::Dish(dish))), .. } = done(&mut bench) else { panic!("no dish") };
        let made = date.level();
        assert_eq!((dish.level, dish.difficulty), (made.level.to_code(), made.grade.difficulty().code().to_owned()));
    }

    #[test]
    fn an_order_that_makes_no_sense_is_reported() {
        let mut bench = bench();
        let broken = Search { level: "?".to_owned(), nodes: 1, solutions: 1 };
        take(&mut bench, &Order::Do { id: 1, task: Task::Solve(broken) });
        take(&mut bench, &Order::Do { id: 2, task: Task::Dish("today".to_owned()) });
        for id in [1, 2] {
            let Some(Report { id: of, news: News::Done(Err(_)) }) = bench.work() else { panic!("{id}") };
            assert_eq!(of, id);
        }
        assert!(bench.take("1 {}").is_err());
    }
}
