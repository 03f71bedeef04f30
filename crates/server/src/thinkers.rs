//! Bots that think: a few threads with a lower priority than those that answer people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bots::{Bot, Budget, Stopwatch, Thinking};
use rules::game::{Action, Game, Seat, View};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

/// A pool of threads for bots. Each open game queues at most one question, so games take turns.
#[derive(Clone)]
pub(crate) struct Thinkers {
    questions: Sender<Question>,
    nodes: u64,
}

/// What a bot is asked.
struct Question {
    game: Game,
    seat: Seat,
    bot: Bot,
    seed: u64,
    nodes: u64,
    watch: Arc<Stopwatch>,
    answer: oneshot::Sender<Action>,
}

/// A bot that thinks. Dropping it calls the bot off.
pub(crate) struct Thought {
    pub(crate) answer: oneshot::Receiver<Action>,
    watch: Arc<Stopwatch>,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.watch.call_off();
    }
}

impl Thinkers {
    /// Starts the threads. A decision may look at `nodes` positions.
    pub(crate) fn start(threads: usize, nodes: u64) -> Thinkers {
        let (questions, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::spawn(move || answer_all(&queue));
        }
        Thinkers { questions, nodes }
    }

    /// Asks a bot what it does for `seat`.
    pub(crate) fn ask(&self, bot: Bot, game: &Game, seat: Seat, seed: u64) -> Thought {
        let (sender, answer) = oneshot::channel();
        let watch = Arc::new(Stopwatch::start());
        let question = Question {
            game: game.clone(),
            seat,
            bot,
            seed,
            nodes: self.nodes,
            watch: Arc::clone(&watch),
            answer: sender,
        };
        if self.questions.send(question).is_err() {
            tracing::error!("no thread is left for bots");
        }
        Thought { answer, watch }
    }
}

fn answer_all(queue: &Mutex<Receiver<Question>>) {
    // Where it is not permitted, bots think with the usual priority: slower for people, but not wrong.
    if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
        tracing::debug!(?error, "bots think with the usual priority");
    }
    loop {
        let question = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Question { game, seat, bot, seed, nodes, watch, answer }) = question else { return };
        // Whoever asked may have given up while the question was waiting.
        if answer.is_closed() {
            continue;
        }
        let thinking = Thinking { budget: Budget::Nodes(nodes), seed, threads: 1, watch: &*watch };
        // A bot that fails must not take the thread from the bots of other games.
        let decided = catch_unwind(AssertUnwindSafe(|| bot.decide(View { seat, game: &game }, &thinking)));
        let Ok(decided) = decided else {
            tracing::error!(%bot, "a bot failed");
            continue;
        };
        if let Some(decision) = decided {
            metrics::histogram!("fearsome_bot_thinking_seconds").record(bots::Watch::elapsed(&*watch).as_secs_f64());
            let _ = answer.send(decision.action);
        }
    }
}
