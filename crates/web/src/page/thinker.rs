//! The page's side of the worker: sends orders and waits for the reports. There is one worker for the whole page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use bots::Bot;
use futures_channel::oneshot;
use leptos::prelude::document;
use rules::game::{Action, Seat, Situation};
use rules::record::Record;
use thiserror::Error;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::parts::renew;
use crate::thinker::{
    self, Dish, Done, Found, News, Order, Progress, Question, Report, Search, Subject, Task, Thought,
};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ThinkerError {
    /// The browser gives no worker, or the worker broke down. The next order creates a new one.
    #[error("the worker broke down: {0}")]
    Broken(String),
    /// The order made no sense.
    #[error("{0}")]
    Undecided(String),
    /// It was called off.
    #[error("it was called off")]
    CalledOff,
}

/// Lets bots think and levels be solved beside the page. Clones share one worker, which is made when it is first needed.
#[derive(Clone, Default)]
pub struct Thinker(Rc<RefCell<State>>);

thread_local! {
    /// The page has one thread.
    static OF_PAGE: Thinker = Thinker::default();
}

#[derive(Default)]
struct State {
    line: Option<Line>,
    last_id: u32,
    /// Who waits for which order.
    waiting: HashMap<u32, Waiting>,
}

struct Waiting {
    done: oneshot::Sender<Result<Done, ThinkerError>>,
    on_progress: Rc<dyn Fn(Progress)>,
}

/// The worker, and what listens to it.
struct Line {
    worker: Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// An order under way.
pub struct Errand {
    id: u32,
    done: oneshot::Receiver<Result<Done, ThinkerError>>,
}

impl Errand {
    /// Its number, with which it can be called off.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The solutions of the level.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, the level makes no sense, or the order is called off.
    pub async fn found(self) -> Result<Found, ThinkerError> {
        match self.done().await? {
            Done::Found(found) => Ok(found),
            Done::Thought(_) | Done::Dish(_) => Err(another_answer()),
        }
    }

    /// The level of the date.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, there is no such date, or the order is called off.
    pub async fn dish(self) -> Result<Dish, ThinkerError> {
        match self.done().await? {
            Done::Dish(dish) => Ok(dish),
            Done::Thought(_) | Done::Found(_) => Err(another_answer()),
        }
    }

    async fn thought(self) -> Result<Thought, ThinkerError> {
        match self.done().await? {
            Done::Thought(thought) => Ok(thought),
            Done::Dish(_) | Done::Found(_) => Err(another_answer()),
        }
    }

    async fn done(self) -> Result<Done, ThinkerError> {
        self.done.await.unwrap_or(Err(ThinkerError::CalledOff))
    }
}

fn another_answer() -> ThinkerError {
    ThinkerError::Broken("it answered something else".to_owned())
}

impl Thinker {
    /// The one of this page.
    #[must_use]
    pub fn of_page() -> Thinker {
        OF_PAGE.with(Thinker::clone)
    }

    /// What the bot does at this seat after the actions of the record.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, or it is not that seat's turn.
    pub async fn decide(
        &self,
        bot: Bot,
        record: &Record,
        seat: Seat,
        budget_ms: u32,
        seed: u64,
    ) -> Result<Action, ThinkerError> {
        let subject = Subject::Record(record.to_string());
        Ok(self.think(Question { bot: bot.name().to_owned(), subject, seat, budget_ms, seed }).await?.action)
    }

    /// What the bot thinks of a situation in which this seat is to move.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, or there is no such game.
    pub async fn consider(
        &self,
        bot: Bot,
        situation: &Situation,
        seat: Seat,
        budget_ms: u32,
    ) -> Result<Thought, ThinkerError> {
        let subject = Subject::Situation(situation.to_string());
        // The same position gets the same answer, as far as the clock allows.
        self.think(Question { bot: bot.name().to_owned(), subject, seat, budget_ms, seed: 0 }).await
    }

    async fn think(&self, question: Question) -> Result<Thought, ThinkerError> {
        self.begin(Task::Think(question), |_| {})?.thought().await
    }

    /// Begins to search for the solutions of a level.
    ///
    /// # Errors
    ///
    /// If there is no worker.
    pub fn solve(&self, search: Search, on_progress: impl Fn(Progress) + 'static) -> Result<Errand, ThinkerError> {
        self.begin(Task::Solve(search), on_progress)
    }

    /// Begins to make the level of a date.
    ///
    /// # Errors
    ///
    /// If there is no worker.
    pub fn dish(&self, date: puzzles::Date, on_progress: impl Fn(Progress) + 'static) -> Result<Errand, ThinkerError> {
        self.begin(Task::Dish(date.to_string()), on_progress)
    }

    /// Cancels an order: the worker drops it, and its caller receives an error.
    pub fn call_off(&self, id: u32) {
        let was_waiting = self.0.borrow_mut().waiting.remove(&id).is_some();
        if was_waiting {
            // Without a worker there is nothing to call off.
            let _ = self.send(&Order::CallOff { id });
        }
    }

    fn begin(&self, task: Task, on_progress: impl Fn(Progress) + 'static) -> Result<Errand, ThinkerError> {
        let (sender, done) = oneshot::channel();
        let id = {
            let state = &mut *self.0.borrow_mut();
            state.last_id = state.last_id.wrapping_add(1);
            state.waiting.retain(|_, waiting| !waiting.done.is_canceled());
            state.waiting.insert(state.last_id, Waiting { done: sender, on_progress: Rc::new(on_progress) });
            state.last_id
        };
        self.send(&Order::Do { id, task })?;
        Ok(Errand { id, done })
    }

    fn send(&self, order: &Order) -> Result<(), ThinkerError> {
        let text = thinker::write(order).map_err(|error| ThinkerError::Broken(error.to_string()))?;
        let line = self.0.borrow_mut().line.take();
        let line = line.map_or_else(|| self.new_line(), Ok).map_err(broken)?;
        line.worker.post_message(&JsValue::from_str(&text)).map_err(broken)?;
        self.0.borrow_mut().line = Some(line);
        Ok(())
    }

    fn new_line(&self) -> Result<Line, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // Known to `start.js`, which names it here.
        let address = document().document_element().and_then(|root| root.get_attribute("data-worker"));
        let worker = Worker::new_with_options(&address.unwrap_or_default(), &options)?;
        let (told, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(state) = told.upgrade() else { return };
            match thinker::read(&event.data().as_string().unwrap_or_default()) {
                Ok(report) => hear(&state, report),
                Err(error) => give_up(&state, &ThinkerError::Broken(error.to_string())),
            }
        });
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            // A worker that could not be loaded gives an event without a message.
            let text = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|text| text.as_string());
            if let Some(state) = failed.upgrade() {
                give_up(&state, &ThinkerError::Broken(text.unwrap_or_else(|| "it could not be loaded".to_owned())));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Line { worker, _on_message: on_message, _on_error: on_error })
    }
}

/// Passes a report to its caller. If nobody waits for it any more, it is ignored.
fn hear(state: &Rc<RefCell<State>>, Report { id, news }: Report) {
    match news {
        News::Progress(progress) => {
            let on_progress = state.borrow().waiting.get(&id).map(|waiting| waiting.on_progress.clone());
            if let Some(on_progress) = on_progress {
                on_progress(progress);
            }
        }
        News::Done(done) => {
            let waiting = state.borrow_mut().waiting.remove(&id);
            let _ = waiting.map(|waiting| waiting.done.send(done.map_err(ThinkerError::Undecided)));
        }
    }
}

/// Everybody who waits is told, and the next order gets a new worker; from a newer build, if there is one.
fn give_up(state: &Rc<RefCell<State>>, error: &ThinkerError) {
    let (line, waiting) = {
        let state = &mut *state.borrow_mut();
        (state.line.take(), std::mem::take(&mut state.waiting))
    };
    for waiting in waiting.into_values() {
        // Nobody may wait any more.
        let _ = waiting.done.send(Err(error.clone()));
    }
    renew();
    // Not here: we are inside one of its closures.
    wasm_bindgen_futures::spawn_local(async move { drop(line) });
}

fn broken(error: JsValue) -> ThinkerError {
    ThinkerError::Broken(format!("{error:?}"))
}
