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
use super::watchers::{Frame, WatcherId, Watchers, frame};
use crate::lots;
use crate::store::{After, Basis, Changes, Found, Phase, Quota, Row, StoreError, Stored, StoredAction, Write};
use crate::table::{Claims, Door, Guests, Holder, Table};
use crate::thinkers::Thought;

/// The most actions in one answer.
const MOST_ENTRIES: usize = 200;

/// How often something is tried that another node was faster with.
const ATTEMPTS: u32 = 8;

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
    games: Games,
    secret: Secret,
    commitment: Commitment,
    pub(super) revision: i64,
    pub(super) table: Table,
    pub(super) code: Option<String>,
    active_at: i64,
    /// The game, once it has started.
    pub(super) story: Option<Story>,
    /// The number of the last action that watchers have been sent.
    told: u32,
    /// What is stored about whether a bot is to act.
    is_bot_due: bool,
    /// Whether its bots think at this node.
    are_bots_here: bool,
    pub(super) watchers: Watchers,
    /// Who is here, as far as the other nodes know.
    shown: Guests,
    thinking: Option<PendingThought>,
    /// Whether somebody was connected.
    is_attended: bool,
    /// Until when bots rest.
    rests_until: Option<Instant>,
    /// Those who hold something here and have been connected.
    met: HashSet<Holder>,
    /// Set if the stored game could not be read again: the task ends, and the next request opens the game anew.
    is_lost: bool,
    /// Set if another node was faster with the last write.
    has_conflict: bool,
}

/// A bot that is asked for an action.
struct PendingThought {
    due: DueBot,
    /// The number of actions that it knows.
    seq: u32,
    thought: Thought,
}

/// A bot that is to act.
#[derive(Clone, Copy, PartialEq, Eq)]
struct DueBot {
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
            shown: Guests::default(),
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
                return self.end().await;
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
                return self.end().await;
            }
            self.note_attendance().await;
            // Several changes in a row are told once.
            if messages.is_empty() {
                self.tell_table();
                self.show_guests().await;
            }
        }
    }

    /// Ends although somebody may want to reach the game. They open it again.
    async fn end(mut self) {
        self.games.forget(self.id);
        // Those who are here come back, perhaps to another node.
        self.watchers = Watchers::default();
        self.show_guests().await;
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

    fn seen(&self) -> Seen<'_> {
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

/// Storing.
impl Actor {
    /// Stores the table instead of the present one. Nothing changes if that fails.
    pub(super) async fn save(&mut self, table: Table, seats: Option<Quota>) -> Result<(), Problem> {
        let row = Row {
            phase: self.phase(),
            active_at: self.now(),
            code: self.code.clone(),
            is_bot_due: self.is_bot_due(&table),
            table,
            terms: None,
        };
        self.replace(row, seats, vec![]).await.map_err(failure)
    }

    /// Stores another row, together with other writes.
    pub(super) async fn replace(
        &mut self,
        row: Row,
        seats: Option<Quota>,
        mut others: Vec<Write>,
    ) -> Result<(), StoreError> {
        let replace = Write::Replace { game: self.id, basis: self.basis(), row: Box::new(row.clone()), seats };
        others.push(replace);
        self.write(others).await?;
        self.revision += 1;
        self.active_at = row.active_at;
        self.code = row.code;
        self.table = row.table;
        self.is_bot_due = row.is_bot_due;
        self.are_bots_here |= row.is_bot_due;
        self.watchers.table_changed();
        Ok(())
    }

    fn basis(&self) -> Basis {
        Basis { revision: self.revision, seq: self.story.as_ref().map_or(0, Story::seq) }
    }

    /// Writes, and goes back to what is stored if that fails.
    async fn write(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let result = self.services().store.write(writes).await;
        self.has_conflict = result == Err(StoreError::Conflict);
        match &result {
            // Refused for a reason that has nothing to do with what is stored of this game.
            Ok(()) | Err(StoreError::TooMany | StoreError::CodeTaken) => {}
            Err(StoreError::Conflict | StoreError::Full | StoreError::Failed(_)) => self.reload().await,
        }
        result
    }

    /// Whether something that was refused may be done again, because another node was faster or because this node did
    /// not know what another one did.
    pub(super) async fn has_news_after(&mut self, attempts: u32) -> bool {
        let has_conflict = std::mem::take(&mut self.has_conflict);
        attempts < ATTEMPTS && !self.is_lost && (has_conflict || self.catch_up().await)
    }

    /// Goes back to what is stored.
    async fn reload(&mut self) {
        let stored = match self.services().store.load(self.id).await {
            Ok(Found::Game(stored)) => stored,
            Ok(Found::Nothing | Found::Gone) => {
                self.is_lost = true;
                return;
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a game cannot be read");
                self.is_lost = true;
                return;
            }
        };
        let Stored { revision, row, are_bots_here, actions, .. } = *stored;
        let resume = |terms: &str| Story::resume(terms, self.secret, &actions);
        match row.terms.as_deref().map(resume).transpose() {
            Ok(story) => self.story = story,
            Err(problem) => return self.give_up(&problem),
        }
        self.revision = revision;
        self.take_row(row);
        self.are_bots_here = are_bots_here;
        // Somebody else may have stored actions that nobody here has seen.
        let entries = self.story.as_ref().map_or(vec![], |story| story.entries(self.told + 1, usize::MAX));
        if !entries.is_empty() {
            self.tell_entries(entries);
        }
    }

    /// Reads what other nodes have done. Returns whether there was anything.
    pub(super) async fn catch_up(&mut self) -> bool {
        if !self.is_shared() {
            return false;
        }
        let changes = match self.services().store.changes(self.id, self.basis()).await {
            Ok(Some(changes)) => changes,
            Ok(None) => {
                self.is_lost = true;
                return true;
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a game cannot be read");
                self.is_lost = true;
                return false;
            }
        };
        let Changes { revision, row, active_at, is_bot_due, are_bots_here, actions } = changes;
        let is_new = row.is_some() || !actions.is_empty();
        (self.revision, self.active_at) = (revision, active_at);
        (self.is_bot_due, self.are_bots_here) = (is_bot_due, are_bots_here);
        if let Some(row) = row {
            if let (None, Some(terms)) = (&self.story, &row.terms) {
                match Story::resume(terms, self.secret, &[]) {
                    Ok(story) => self.story = Some(story),
                    Err(problem) => {
                        self.give_up(&problem);
                        return true;
                    }
                }
            }
            self.take_row(*row);
        }
        let mut entries = vec![];
        if let Some(story) = &mut self.story {
            for stored in &actions {
                match story.follow(stored) {
                    Ok(entry) => entries.push(entry),
                    Err(problem) => {
                        self.give_up(&problem);
                        return true;
                    }
                }
            }
        }
        if !entries.is_empty() {
            self.tell_entries(entries);
        }
        is_new
    }

    fn take_row(&mut self, row: Row) {
        self.table = row.table;
        self.code = row.code;
        self.active_at = row.active_at;
        self.is_bot_due = row.is_bot_due;
        self.watchers.table_changed();
    }

    fn give_up(&mut self, problem: &Unplayable) {
        tracing::error!(game = %self.id, %problem, "a stored game cannot be opened");
        self.is_lost = true;
    }

    /// Whether other nodes may change the game.
    fn is_shared(&self) -> bool {
        self.services().store.is_shared()
    }

    pub(super) fn now(&self) -> i64 {
        self.services().clock.now()
    }

    /// Whether a table has waited for too long since somebody was last noted to be there.
    fn is_overdue(&self) -> bool {
        self.story.is_none() && self.now() - self.active_at >= self.services().patience_milliseconds()
    }

    /// Forgets a table that has waited too long.
    pub(super) async fn expire(&mut self) -> Result<(), Problem> {
        if !self.is_overdue() {
            return Ok(());
        }
        if !self.watchers.is_empty_everywhere() {
            // Noted, so that a crash does not make a table expire under the people who sit at it.
            self.touch().await;
            return Ok(());
        }
        let before = self.now() - self.services().patience_milliseconds();
        let forget = Write::Forget { game: self.id, revision: self.revision, before };
        self.write(vec![forget]).await.map_err(failure)?;
        self.is_lost = true;
        Err(Problem::new(ErrorCode::Gone, "the table has expired"))
    }

    /// Notes that the last one who was at a table that waits has left.
    async fn note_attendance(&mut self) {
        let has_left = self.is_attended && self.watchers.is_empty();
        self.is_attended = !self.watchers.is_empty();
        if has_left && self.story.is_none() {
            self.touch().await;
        }
    }

    /// Stores that somebody is at a table that waits, or was until now.
    async fn touch(&mut self) {
        self.active_at = self.now();
        let touch = Write::Touch { game: self.id, active_at: self.active_at };
        if let Err(error) = self.services().store.write(vec![touch]).await {
            // Then the table expires a little early.
            tracing::warn!(game = %self.id, %error, "it was not stored that somebody was here");
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
    fn tell_entries(&mut self, entries: Vec<Entry>) {
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

    fn over(&self) -> Option<ServerMessage> {
        let secret = self.story.as_ref()?.revealed()?;
        Some(ServerMessage::Over { seed: to_hex(&secret.seed.0), salt: to_hex(&secret.salt.0) })
    }

    fn tell_table(&mut self) {
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

/// Connections.
impl Actor {
    /// Adds a connection, and sends it where the game stands and its actions from number `from` on.
    pub(super) fn join(&mut self, id: WatcherId, from: u32, claims: Claims, queue: mpsc::Sender<Frame>) {
        self.met.extend(self.table.holders().map(|(_, holder, _)| holder).filter(|holder| claims.include(holder)));
        self.watchers.join(id, claims.clone(), queue);
        self.watchers.tell(id, &ServerMessage::Welcome { game: Box::new(self.view(&claims)) });
        let mut from = from.max(1);
        while let Some(story) = &self.story {
            let actions = story.entries(from, MOST_ENTRIES);
            let Some(last) = actions.last() else { break };
            from = last.seq + 1;
            let awaits = Awaits::of(story.game().awaited());
            self.watchers.tell(id, &ServerMessage::Actions { actions, awaits });
        }
        if let Some(over) = self.over() {
            self.watchers.tell(id, &over);
        }
    }

    /// Reads who is connected at other nodes.
    pub(super) async fn look_elsewhere(&mut self) {
        match self.services().store.presence(self.id).await {
            Ok(guests) => {
                let holders = self.table.holders().map(|(_, holder, _)| holder);
                self.met.extend(holders.filter(|holder| guests.iter().any(|guest| guest.claims.include(holder))));
                self.watchers.set_elsewhere(guests);
            }
            // Then the table shows who was there before.
            Err(error) => tracing::warn!(game = %self.id, %error, "it is not known who is here"),
        }
    }

    /// Shows the other nodes who is here, if that has changed.
    async fn show_guests(&mut self) {
        if !self.is_shared() {
            return;
        }
        let guests = Guests::new(self.watchers.here());
        if guests != self.shown {
            match self.services().store.set_presence(self.id, guests.clone()).await {
                Ok(()) => self.shown = guests,
                // The next change tries again, and so does a database that is back.
                Err(error) => tracing::warn!(game = %self.id, %error, "the other nodes do not know who is here"),
            }
        }
    }

    /// Forgets that the other nodes have been shown who is here, so that they are shown again.
    pub(super) fn hide_guests(&mut self) {
        self.shown = Guests::default();
    }

    pub(super) fn part(&mut self, id: WatcherId) {
        self.watchers.leave(id);
    }

    /// Shows at an open door that somebody is about to take the seat.
    pub(super) fn arriving(&mut self, id: WatcherId, seat: Option<usize>, name: Option<String>) -> Result<(), Problem> {
        let name = name.as_deref().map_or(Ok(None), crate::table::name)?.unwrap_or_default();
        if self.story.is_some() {
            return Err(Problem::new(ErrorCode::GameStarted, "the game has started"));
        }
        if let Some(seat) = seat {
            match self.table.door(seat).map_err(|problem| problem.at("seat"))? {
                Door::Open => {}
                Door::Bricked => {
                    return Err(Problem::new(ErrorCode::NoSuchSeat, format!("there is no seat {seat}")).at("seat"));
                }
                Door::Bot(_) | Door::Person(_) => {
                    return Err(Problem::new(ErrorCode::SeatTaken, format!("seat {seat} is not open")).at("seat"));
                }
            }
        }
        let Some(watcher) = self.watchers.get_mut(id) else { return Ok(()) };
        if seat.is_some_and(|seat| watcher.turned_away.contains(&seat)) {
            return Err(turned_away());
        }
        let arriving = seat.map(|seat| (seat, name));
        if watcher.guest.arriving != arriving {
            watcher.guest.arriving = arriving;
            self.watchers.table_changed();
        }
        Ok(())
    }

    pub(super) fn watching(&mut self, id: WatcherId, name: Option<&str>) -> Result<(), Problem> {
        let name = name.map_or(Ok(None), crate::table::name)?;
        let Some(watcher) = self.watchers.get_mut(id) else { return Ok(()) };
        if watcher.guest.name != name {
            watcher.guest.name = name;
            self.watchers.table_changed();
        }
        Ok(())
    }

    /// Turns away whoever is about to take an open seat.
    pub(super) fn turn_away(&mut self, seat: usize) {
        let is_there = |arriving: &Option<(usize, String)>| arriving.as_ref().is_some_and(|(at, _)| *at == seat);
        let there: Vec<WatcherId> = self
            .watchers
            .iter()
            .filter(|watcher| is_there(&watcher.guest.arriving))
            .map(|watcher| watcher.id)
            .collect();
        for id in there {
            if let Some(watcher) = self.watchers.get_mut(id) {
                watcher.guest.arriving = None;
                watcher.turned_away.push(seat);
            }
            self.watchers.tell(id, &ServerMessage::Error { sent: None, seq: None, error: turned_away() });
            self.watchers.table_changed();
        }
    }
}

fn turned_away() -> Problem {
    Problem::new(ErrorCode::NotYours, "the host has declined").at("seat")
}
