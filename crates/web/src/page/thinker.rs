//! The page's side of the thinking: asks the worker and waits for the answer.

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
use crate::thinker::{self, Answer, Question, Subject, Thought};

/// Why there is no decision.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ThinkerError {
    /// The browser gives no worker, or the worker broke down. It is made anew for the next question.
    #[error("the worker broke down: {0}")]
    Broken(String),
    /// The question made no sense.
    #[error("{0}")]
    Undecided(String),
}

/// Lets bots think beside the page. Clones share one worker, which is made when it is first needed.
#[derive(Clone, Default)]
pub struct Thinker(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    line: Option<Line>,
    last_id: u32,
    /// Who waits for which answer.
    waiting: HashMap<u32, oneshot::Sender<Result<Thought, ThinkerError>>>,
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

impl Thinker {
    /// What the bot does at this seat after the actions of the record.
    ///
    /// Whoever drops the future calls nothing off: an answer that nobody waits for is ignored.
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
        Ok(self.ask(bot, subject, seat, budget_ms, seed).await?.action)
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
        // The same position gets the same answer, as far as the clock allows.
        self.ask(bot, Subject::Situation(situation.to_string()), seat, budget_ms, 0).await
    }

    async fn ask(
        &self,
        bot: Bot,
        subject: Subject,
        seat: Seat,
        budget_ms: u32,
        seed: u64,
    ) -> Result<Thought, ThinkerError> {
        let (sender, receiver) = oneshot::channel();
        let id = {
            let state = &mut *self.0.borrow_mut();
            state.last_id = state.last_id.wrapping_add(1);
            state.waiting.retain(|_, sender| !sender.is_canceled());
            state.waiting.insert(state.last_id, sender);
            state.last_id
        };
        let question = Question { id, bot: bot.name().to_owned(), subject, seat, budget_ms, seed };
        self.send(&question)?;
        receiver.await.unwrap_or_else(|_| Err(ThinkerError::Broken("it was stopped".to_owned())))
    }

    fn send(&self, question: &Question) -> Result<(), ThinkerError> {
        let text = thinker::write(question).map_err(|error| ThinkerError::Broken(error.to_string()))?;
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
                Ok(Answer { id, outcome }) => {
                    let sender = state.borrow_mut().waiting.remove(&id);
                    // Nobody may wait any more; then the answer is ignored.
                    let _ = sender.map(|sender| sender.send(outcome.map_err(ThinkerError::Undecided)));
                }
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

/// Everybody who waits is told, and the next question gets a new worker; from a newer build, if there is one.
fn give_up(state: &Rc<RefCell<State>>, error: &ThinkerError) {
    let (line, waiting) = {
        let state = &mut *state.borrow_mut();
        (state.line.take(), std::mem::take(&mut state.waiting))
    };
    for sender in waiting.into_values() {
        // Nobody may wait any more.
        let _ = sender.send(Err(error.clone()));
    }
    renew();
    // Not here: we are inside one of its closures.
    wasm_bindgen_futures::spawn_local(async move { drop(line) });
}

fn broken(error: JsValue) -> ThinkerError {
    ThinkerError::Broken(format!("{error:?}"))
}
