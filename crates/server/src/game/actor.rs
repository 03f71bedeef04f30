//! The task of a game: the only one at this node that changes it.
//!
//! It is a cache of what is stored. Whenever something could not be stored, or another node has changed the game, it reads
//! what it does not know and goes on from there.

use std::collections::HashSet;
use std::time::Duration;

use bots::Bot;
use protocol::{Act, Acted, Awaits, Entries, Entry, ErrorCode, GameId, GameView, Problem, ServerMessage};
use rules::chance::{Commitment, Secret};
use rules::game::{Action, Seat};
use rules::notation::to_hex;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::commands::{Message, Refusal};
use super::open::{Games, Services, failure};
use super::story::{Story, Unplayable};
use super::view::Seen;
use super::watchers::{Watchers, frame};
use crate::lots;
use crate::store::{After, Basis, Phase, StoreError, Stored, StoredAction, Write};
use crate::table::{Claims, Door, Guests, Holder, Table};
use crate::thinkers::Thought;

/// The most actions in one answer.
pub(super) const MOST_ENTRIES: usize = 200;

/// How long a bot rests after its action could not be stored.
const REST: Duration = Duration::from_secs(2);

/// Does something that another node may be faster with. If so, or if it is refused because this node does not know what
/// another one did, it is done again with what is stored now.
macro_rules! persist {
    ($actor:ident, $work:expr) => {{
        let mut attempts = 1;
        loop {
            let result = $work.await;
            if result.is_ok() || !$actor.has_news_after(attempts).await {
                break result;
            }
            attempts += 1;
        }
    }};
}
pub(super) use persist;

/// A game that is open.
pub(crate) struct Actor {
    pub(super) id: GameId,
    pub(super) games: Games,
    pub(super) secret: Secret,
    pub(super) commitment: Commitment,
    pub(super) revision: i64,
    pub(super) table: Table,
    pub(super) code: Option<String>,
    pub(super) active_at: i64,
    /// The game, once it has started.
    pub(super) story: Option<Story>,
    /// The number of the last action that watchers have been sent.
    pub(super) told: u32,
    /// What is stored about whether a bot is to act.
    pub(super) is_bot_due: bool,
    /// Whether its bots think at this node.
    pub(super) are_bots_here: bool,
    pub(super) watchers: Watchers,
    /// Who is here, as far as the other nodes know. `None` if that is not known.
    pub(super) shown: Option<Guests>,
    pub(super) thinking: Option<PendingThought>,
    /// Whether somebody was connected.
    pub(super) is_attended: bool,
    /// Until when bots rest.
    pub(super) rests_until: Option<Instant>,
    /// Those who hold something here and have been connected.
    pub(super) met: HashSet<Holder>,
    /// Set if the stored game could not be read again: the task ends, and the next request opens the game anew.
    pub(super) is_lost: bool,
    /// Set if another node was faster with the last write.
    pub(super) has_conflict: bool,
}

/// A bot that is asked for an action.
pub(super) struct PendingThought {
    due: DueBot,
    /// The number of actions that it knows.
    seq: u32,
    thought: Thought,
}

/// A bot that is to act.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DueBot {
    seat: Seat,
    bot: Bot,
    /// Whether it acts for a person.
    is_stand_in: bool,
}

/// Why the task wakes up.
enum Waking {
    Message(Option<Message>),
    /// The bot's action, or `None` if it has failed to find one.
    Thought(Option<Action>),
    Rested,
    Idle,
}

impl Actor {
    /// Opens a stored game.
    pub(super) fn new(id: GameId, stored: Stored, games: Games) -> Result<Actor, Unplayable> {
        let Stored { secret, revision, row, are_bots_here, actions } = stored;
        let story = row.terms.as_deref().map(|terms| Story::resume(terms, secret, &actions)).transpose()?;
        let told = story.as_ref().map_or(0, Story::seq);
        Ok(Actor {
            id,
            games,
            secret,
            commitment: secret.commitment(),
            revision,
            table: row.table,
            code: row.code,
            active_at: row.active_at,
            story,
            told,
            is_bot_due: row.is_bot_due,
            are_bots_here,
            watchers: Watchers::default(),
            shown: None,
            thinking: None,
            is_attended: false,
            rests_until: None,
            met: HashSet::new(),
            is_lost: false,
            has_conflict: false,
        })
    }

    /// Answers messages until nobody needs the game any more.
    pub(super) async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        if self.is_shared() {
            // Whatever happened after it was read and before it could be reached by news.
            self.catch_up().await;
            self.look_elsewhere().await;
        }
        loop {
            if self.is_lost {
                return self.games.forget(self.id);
            }
            self.ask_bot();
            match self.next(&mut messages).await {
                Waking::Message(Some(message)) => self.answer(message).await,
                // The server stops.
                Waking::Message(None) => return,
                Waking::Thought(action) => self.act_for_bot(action).await,
                Waking::Rested => self.rests_until = None,
                Waking::Idle => {
                    if self.games.close(self.id, &messages) {
                        return;
                    }
                }
            }
            if self.is_lost {
                return self.games.forget(self.id);
            }
            self.note_attendance().await;
            // Several changes in a row are told once.
            if messages.is_empty() {
                self.tell_table();
                self.show_guests().await;
            }
        }
    }

    async fn next(&mut self, messages: &mut mpsc::Receiver<Message>) -> Waking {
        let is_idle = self.watchers.is_empty() && self.thinking.is_none() && self.rests_until.is_none();
        let linger = self.games.services.linger;
        let rests_until = self.rests_until;
        let thought = async {
            match &mut self.thinking {
                Some(thinking) => (&mut thinking.thought.answer).await.ok(),
                None => std::future::pending().await,
            }
        };
        let rest = async {
            match rests_until {
                Some(until) => sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // People come before bots.
            biased;
            message = messages.recv() => Waking::Message(message),
            action = thought => Waking::Thought(action),
            () = rest => Waking::Rested,
            () = sleep(linger), if is_idle => Waking::Idle,
        }
    }

    pub(super) fn services(&self) -> &Services {
        &self.games.services
    }

    pub(super) fn secret(&self) -> &Secret {
        &self.secret
    }

    /// What somebody with these claims sees.
    pub(super) fn view(&self, claims: &Claims) -> GameView {
        self.seen().by(claims)
    }

    pub(super) fn seen(&self) -> Seen<'_> {
        Seen {
            id: self.id,
            table: &self.table,
            commitment: self.commitment,
            code: self.code.as_deref(),
            watchers: &self.watchers,
            game: self.story.as_ref().map(|story| (story.game(), story.seq(), story.hash())),
        }
    }

    /// Whether somebody was connected and has gone. Programs that are never connected have not.
    pub(super) fn has_lost(&self, holder: &Holder) -> bool {
        self.met.contains(holder) && !self.watchers.include(holder)
    }

    pub(super) fn phase(&self) -> Phase {
        match &self.story {
            None => Phase::Waiting,
            Some(story) if story.game().ending().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// The game, if it has started.
    pub(super) fn started(&self) -> Result<&Story, Problem> {
        self.story.as_ref().ok_or_else(|| Problem::new(ErrorCode::NotStarted, "the game has not started"))
    }

    /// What somebody is told who may not do what they want.
    pub(super) fn no_right(&self, claims: &Claims) -> Problem {
        let is_known = self.table.is_host(claims) || !self.table.seats_of(claims).is_empty();
        if is_known || claims.has_cookie {
            Problem::new(ErrorCode::NotYours, "this belongs to somebody else")
        } else if claims.holders.is_empty() {
            Problem::new(ErrorCode::BadToken, "a token is missing")
        } else {
            Problem::new(ErrorCode::BadToken, "the token belongs to nothing at this table")
        }
    }
}

/// Playing.
impl Actor {
    pub(super) fn entries(&self, from: u32) -> Result<Entries, Problem> {
        let story = self.started()?;
        Ok(Entries { actions: story.entries(from, MOST_ENTRIES), seq: story.seq() })
    }

    /// An action of whoever makes these claims. A refusal has the present number of actions.
    pub(super) async fn act(&mut self, act: Act, claims: &Claims) -> Result<Acted, Refusal> {
        let result = persist!(self, self.try_to_act(act.clone(), claims));
        let present = self.story.as_ref().map(Story::seq);
        result.map_err(|refusal| Refusal { seq: present, ..refusal })
    }

    async fn try_to_act(&mut self, act: Act, claims: &Claims) -> Result<Acted, Refusal> {
        let Act { seq, action } = act;
        let story = self.started()?;
        let mine = self.table.seats_of(claims);
        if mine.is_empty() {
            return Err(self.no_right(claims).into());
        }
        if let Some(acted) = story.repeated(seq, &action, &mine) {
            return Ok(acted);
        }
        if seq != story.seq() + 1 {
            return Err(self.stale(seq));
        }
        if story.game().ending().is_some() {
            return Err(Problem::new(ErrorCode::GameOver, "the game is over").into());
        }
        let Some(seat) = story.game().acting().filter(|seat| mine.contains(&seat.index())) else {
            return Err(Problem::new(ErrorCode::NotYourTurn, "another seat is to act").into());
        };
        self.carry_out(seat, &action, None).await
    }

    fn stale(&self, seq: u32) -> Refusal {
        let present = self.story.as_ref().map_or(0, Story::seq);
        let message = format!("{seq} is not the next number: there are {present} actions");
        Problem::new(ErrorCode::Stale, message).into()
    }

    /// Carries out an action, stores it together with the tombstones that fall because of it, and tells everybody.
    async fn carry_out(&mut self, seat: Seat, action: &Action, stand_in: Option<Bot>) -> Result<Acted, Refusal> {
        let time = self.now();
        let Some(story) = &mut self.story else { return Err(self.stale(0)) };
        let basis = Basis { revision: self.revision, seq: story.seq() };
        let entries = story.act(seat, action, stand_in, time).map_err(|problem| {
            Refusal::from(Problem::new(ErrorCode::AgainstRules, problem.to_string()).at("action"))
        })?;
        let is_over = story.game().ending().is_some();
        let is_bot_due = self.is_bot_due(&self.table);
        let stored = entries.iter().map(|entry| StoredAction {
            action: entry.action.clone(),
            stand_in: stand_in.filter(|_| entry.seat.is_some()),
            time,
        });
        let append = Write::Append {
            game: self.id,
            basis,
            actions: stored.collect(),
            after: After { is_over, is_bot_due: (is_bot_due != self.is_bot_due).then_some(is_bot_due) },
        };
        // Stored before anybody is told: an action that was seen must survive a crash.
        if let Err(error) = self.write(vec![append]).await {
            return Err(match error {
                StoreError::Conflict => self.stale(basis.seq + 1),
                error => failure(error).into(),
            });
        }
        // Whoever makes a bot due lets it think.
        self.are_bots_here |= is_bot_due && !self.is_bot_due;
        self.is_bot_due = is_bot_due;
        metrics::counter!("fearsome_actions_total").increment(entries.len() as u64);
        let Entry { seq, events, hash, .. } = entries[0].clone();
        self.tell_entries(entries);
        Ok(Acted { seq, events, hash })
    }

    /// Tells everybody what has happened.
    pub(super) fn tell_entries(&mut self, entries: Vec<Entry>) {
        // Whoever hears of an action must know that the game has started.
        self.tell_table();
        self.told = entries.last().map_or(self.told, |entry| entry.seq);
        let awaits = self.story.as_ref().and_then(|story| Awaits::of(story.game().awaited()));
        self.watchers.tell_all(&ServerMessage::Actions { actions: entries, awaits });
        if let Some(over) = self.over() {
            self.watchers.table_changed();
            self.tell_table();
            self.watchers.tell_all(&over);
        }
    }

    pub(super) fn over(&self) -> Option<ServerMessage> {
        let secret = self.story.as_ref()?.revealed()?;
        Some(ServerMessage::Over { seed: to_hex(&secret.seed.0), salt: to_hex(&secret.salt.0) })
    }

    pub(super) fn tell_table(&mut self) {
        if !self.watchers.has_news() {
            return;
        }
        let view = self.view(&Claims::default());
        let (table, watchers) = (&self.table, &mut self.watchers);
        let for_strangers = frame(&ServerMessage::Table { game: Box::new(view.clone()) });
        watchers.tell_table(|watcher| {
            let (yours, host) = (table.seats_of(&watcher.guest.claims), table.is_host(&watcher.guest.claims));
            if yours.is_empty() && !host {
                return for_strangers.clone();
            }
            frame(&ServerMessage::Table { game: Box::new(GameView { yours, host, ..view.clone() }) })
        });
    }
}

/// Bots.
impl Actor {
    fn due_bot(&self, table: &Table) -> Option<DueBot> {
        let seat = self.story.as_ref()?.game().acting()?;
        match table.doors().get(seat.index())? {
            Door::Bot(automaton) => Some(DueBot { seat, bot: automaton.bot, is_stand_in: false }),
            Door::Person(person) => person.stand_in.map(|bot| DueBot { seat, bot, is_stand_in: true }),
            Door::Bricked | Door::Open => None,
        }
    }

    pub(super) fn is_bot_due(&self, table: &Table) -> bool {
        self.due_bot(table).is_some()
    }

    /// Asks the bot that is to act, unless it has been asked or rests.
    fn ask_bot(&mut self) {
        let due = self.due_bot(&self.table);
        let seq = self.story.as_ref().map_or(0, Story::seq);
        if self.thinking.as_ref().is_some_and(|thinking| Some(thinking.due) != due || thinking.seq != seq) {
            self.thinking = None;
        }
        let (Some(due), Some(story)) = (due, &self.story) else { return };
        if !self.are_bots_here {
            self.thinking = None;
            return;
        }
        if self.thinking.is_some() || self.rests_until.is_some() {
            return;
        }
        let seed = lots::bot_seed(&self.secret);
        let thought = self.services().thinkers.ask(due.bot, story.game(), due.seat, seed);
        self.thinking = Some(PendingThought { due, seq, thought });
    }

    async fn act_for_bot(&mut self, action: Option<Action>) {
        let Some(PendingThought { due, seq, .. }) = self.thinking.take() else { return };
        let is_current = self.due_bot(&self.table) == Some(due) && self.story.as_ref().map(Story::seq) == Some(seq);
        if !is_current {
            return;
        }
        self.has_conflict = false;
        let result = match action {
            Some(action) => self.carry_out(due.seat, &action, due.is_stand_in.then_some(due.bot)).await.map(drop),
            None => Err(Problem::new(ErrorCode::Unavailable, "the bot found no action").into()),
        };
        if self.has_conflict {
            // Somebody else acted, perhaps the person for whom the bot stood in.
            return;
        }
        if let Err(Refusal { problem, .. }) = result {
            tracing::warn!(game = %self.id, problem = problem.message, "a bot could not act");
            self.rests_until = Some(Instant::now() + REST);
        }
    }
}
