//! A table on a server, followed over a connection that may break at any time.
//!
//! A plain state machine: [`Input`] goes in, [`Effect`]s come out. It neither opens sockets nor reads a clock; the page
//! does that for it. Actions have numbers and hashes. A missing number means that the connection is opened anew from
//! there, and a wrong hash that the whole story is fetched again. So whatever is lost, doubled or late, the story becomes
//! that of the server, and an action of this device counts once.

mod line;

use bots::Bot;
use protocol::{ClientMessage, Entry, ErrorCode, GameId, GameView, Occupant, ServerMessage, State, state_hash};
use rules::game::{Action, Seat};
use rules::notation::RecordText;
use rules::terms::MonsterNumber;

use self::line::Line;
pub use self::line::SocketId;
use super::{Answer, Attendance, Capabilities, Die, Help, Link, News, Played, Presence, SeatPlan, Seats, Story, Table};

/// A record that has not come after so many milliseconds is asked for again.
const FETCH_PATIENCE_MS: u64 = 30_000;

/// The first pause before something is asked for again that the server could not give. Each further one is twice as long.
const FIRST_PAUSE_MS: u64 = 1_000;

/// The longest of these pauses.
const LONGEST_PAUSE_MS: u64 = 15_000;

/// A table on a server.
#[derive(Debug)]
pub struct RemoteTable {
    game: GameId,
    line: Line,
    /// The table as the server last described it.
    view: Option<GameView>,
    started: Option<Started>,
    /// Actions that came before the story did.
    early: Vec<Entry>,
    /// Whether the whole story is needed, because there is none or it is wrong.
    is_wanting: bool,
    /// When the record may be asked for again, if it has been asked for and has not come.
    fetch_again: Option<u64>,
    /// How often it has been asked for in vain.
    failed_fetches: u32,
    /// What this browser last said at the door. A new connection knows nothing of it.
    said: Option<ClientMessage>,
    /// An action that the server has not confirmed.
    pending: Option<Pending>,
    /// Why there is nothing to follow.
    closed: Option<ErrorCode>,
}

/// A game that has started.
#[derive(Debug)]
struct Started {
    story: Story,
    seats: Vec<SeatPlan>,
}

/// An action that the server has not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pending {
    number: u32,
    seat: Seat,
    action: Action,
    /// The last socket on which it was sent.
    sent_on: Option<SocketId>,
    /// How often the server had no time for it.
    delays: u32,
    /// When it may be sent again, if the server had no time for it.
    send_again: Option<u64>,
}

impl Pending {
    /// Whether the server owes us an answer.
    fn is_answer_due(&self) -> bool {
        self.send_again.is_none()
    }
}

/// What happens to a table.
#[derive(Clone, Debug)]
pub enum Input {
    /// The clock, in milliseconds. It comes about every second.
    Tick(u64),
    /// The device may have been asleep, or the network come back: the connection is tested, or opened at once.
    Wake,
    /// The browser has lost its network.
    Offline,
    /// The rights of this browser have changed. They are fixed when a connection is opened, so another one is needed.
    Rejoin,
    /// A socket was opened.
    Opened(SocketId),
    /// A socket brought a message.
    Said(SocketId, Box<ServerMessage>),
    /// A socket brought something that is no message.
    Gibberish(SocketId),
    /// A socket was closed, or could not be opened.
    Closed(SocketId),
    /// The record that was asked for; `None` if there was no answer.
    Record(Option<String>),
    /// Something to say at a table that waits.
    Say(ClientMessage),
}

/// What has to be done for a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Opens a socket.
    Connect(SocketId),
    /// Sends a message.
    Send(SocketId, ClientMessage),
    /// Closes a socket. What it says afterwards does not matter.
    Close(SocketId),
    /// Fetches the record.
    Fetch,
    /// The server speaks a language that this program does not know: a newer page is needed.
    Outdated,
    /// Tells the screens.
    Tell(News),
}

impl RemoteTable {
    /// The table with this id. `lot` decides the small differences between the pauses of several clients.
    #[must_use]
    pub fn new(game: GameId, lot: u64) -> RemoteTable {
        RemoteTable {
            game,
            line: Line::new(lot),
            view: None,
            started: None,
            early: vec![],
            is_wanting: false,
            fetch_again: None,
            failed_fetches: 0,
            said: None,
            pending: None,
            closed: None,
        }
    }

    /// Its id.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The table as the server last described it.
    #[must_use]
    pub fn view(&self) -> Option<&GameView> {
        self.view.as_ref()
    }

    /// Whether the game has started and its story is here: only then it can be used as a [`Table`].
    #[must_use]
    pub fn has_story(&self) -> bool {
        self.started.is_some()
    }

    /// Why the server does not let us follow the table.
    #[must_use]
    pub fn closed(&self) -> Option<ErrorCode> {
        self.closed
    }

    /// The state of the connection.
    #[must_use]
    pub fn link(&self) -> Link {
        self.line.link()
    }

    /// Whether an action has not been confirmed yet.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Handles what happened.
    #[must_use]
    pub fn take(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = vec![];
        if self.closed.is_some() {
            return effects;
        }
        let before = self.line.link();
        match input {
            Input::Tick(now) => {
                self.line.tick(now, &mut effects);
                match (self.line.is_up(), self.is_wanting) {
                    (false, _) => {}
                    // The connection is there, but the record did not come.
                    (true, true) => self.fetch(&mut effects),
                    (true, false) => {
                        let is_answer_due = self.pending.as_ref().is_some_and(Pending::is_answer_due);
                        self.line.check(self.known(), is_answer_due, &mut effects);
                        self.send_pending(&mut effects);
                    }
                }
            }
            Input::Wake => self.line.wake(&mut effects),
            Input::Offline => self.line.lose(&mut effects),
            Input::Rejoin => self.line.redial(&mut effects),
            Input::Opened(socket) => {
                let from = self.known() + 1;
                self.line.opened(socket, from, &mut effects);
            }
            Input::Said(socket, message) if self.line.hears(socket) => self.hear(*message, &mut effects),
            // A late word of an old socket.
            Input::Said(..) => {}
            Input::Gibberish(socket) if self.line.hears(socket) => effects.push(Effect::Outdated),
            Input::Gibberish(_) => {}
            Input::Closed(socket) => self.line.closed(socket),
            Input::Record(text) => self.read(text, &mut effects),
            Input::Say(message) => {
                self.said = Some(message.clone());
                self.line.send(message, &mut effects);
            }
        }
        let after = self.line.link();
        if before != after {
            effects.push(Effect::Tell(News::Link(after)));
        }
        effects
    }

    /// Takes an action of a seat of this device. The server decides whether it counts.
    pub fn act(&mut self, seat: Seat, action: Action, effects: &mut Vec<Effect>) -> Answer {
        let Some(started) = &self.started else { return Answer::Refused };
        if self.pending.is_some() || !self.capabilities().own.has(seat) {
            return Answer::Refused;
        }
        if started.story.game().clone().act(Some(seat), &action, &mut vec![]).is_err() {
            return Answer::Refused;
        }
        let number = self.known() + 1;
        self.pending = Some(Pending { number, seat, action, sent_on: None, delays: 0, send_again: None });
        self.send_pending(effects);
        Answer::Pending
    }

    /// The number of actions known here.
    fn known(&self) -> u32 {
        self.started.as_ref().map_or(0, |started| started.story.actions() as u32)
    }

    fn hear(&mut self, message: ServerMessage, effects: &mut Vec<Effect>) {
        match message {
            ServerMessage::Welcome { game } => {
                let is_new = self.line.welcome(game.seq);
                // The server has lost actions, or the record was faster than the welcome.
                if is_new && self.started.is_some() && game.seq < self.known() {
                    self.fetch(effects);
                }
                // Who holds a seat is known by it.
                if let Some(said) = self.said.clone().filter(|_| is_new && game.yours.is_empty()) {
                    self.line.send(said, effects);
                }
                self.see(*game, effects);
            }
            ServerMessage::Table { game } => self.see(*game, effects),
            ServerMessage::Actions { actions, awaits: _ } => self.follow(actions, effects),
            // The record has both when the game is over.
            ServerMessage::Over { .. } => {}
            ServerMessage::Acted { seq } => {
                // Its action came before this. If it did not, something was lost.
                if seq > self.known() && self.started.is_some() && !self.is_wanting {
                    self.line.redial(effects);
                }
            }
            ServerMessage::Pong {} => {}
            ServerMessage::Error { sent: Some(number), error, .. } => self.refused(number, error.code, effects),
            ServerMessage::Error { sent: None, error, .. } => match error.code {
                ErrorCode::NoSuchGame | ErrorCode::Gone => {
                    self.closed = Some(error.code);
                    self.line.hang_up(effects);
                    effects.push(Effect::Tell(News::Seats));
                }
                // Somebody may not take the seat at whose door they stand.
                ErrorCode::NotYours if error.at.as_deref() == Some("seat") => {
                    effects.push(Effect::Tell(News::TurnedAway));
                }
                // The connection ends, or something said at the door was refused. The next attempt shows.
                _ => {}
            },
            ServerMessage::Bye { again } => self.line.bye(again),
        }
        self.send_pending(effects);
    }

    /// Takes a new description of the table.
    fn see(&mut self, view: GameView, effects: &mut Vec<Effect>) {
        let has_started = view.state != State::Waiting;
        if has_started && (self.started.is_none() || self.is_apart(&view)) {
            self.fetch(effects);
        }
        self.line.expect(view.seq);
        self.view = Some(view);
        effects.push(Effect::Tell(News::Seats));
    }

    /// Whether the story is another one than that of the server.
    fn is_apart(&self, view: &GameView) -> bool {
        let Some(Started { story, .. }) = &self.started else { return false };
        let game = match view.seq.checked_sub(1) {
            None => Some(&story.beginning().0),
            Some(last) => story.played().get(last as usize).map(|played| &played.game),
        };
        // What is not here yet is checked when it comes.
        game.is_some_and(|game| view.hash.is_some_and(|hash| hash != state_hash(view.seq, game)))
    }

    /// Fetches the whole story.
    fn fetch(&mut self, effects: &mut Vec<Effect>) {
        self.is_wanting = true;
        let now = self.line.now();
        if self.fetch_again.is_none_or(|again| again <= now) {
            self.fetch_again = Some(now + FETCH_PATIENCE_MS);
            effects.push(Effect::Fetch);
        }
    }

    /// Takes actions that the server sends.
    fn follow(&mut self, entries: Vec<Entry>, effects: &mut Vec<Effect>) {
        if self.started.is_none() {
            self.fetch(effects);
        }
        // Nothing that comes while the story is being replaced can be appended to the old one.
        if self.is_wanting {
            return self.early.extend(entries);
        }
        let before = self.known();
        self.append_all(entries, effects);
        if self.known() > before {
            effects.push(Effect::Tell(News::Grown));
        }
    }

    /// Appends actions to the story, as far as they fit.
    fn append_all(&mut self, entries: Vec<Entry>, effects: &mut Vec<Effect>) {
        for entry in entries {
            if !self.append(entry, effects) {
                break;
            }
        }
    }

    /// Appends an action; returns whether the next one can follow.
    fn append(&mut self, entry: Entry, effects: &mut Vec<Effect>) -> bool {
        let next = self.known() + 1;
        let Some(started) = &mut self.started else { return false };
        let story = &mut started.story;
        if entry.seq > next {
            self.line.redial(effects);
            return false;
        }
        if entry.seq < next {
            let known = entry.seq.checked_sub(1).and_then(|index| story.played().get(index as usize));
            let is_same = known.is_some_and(|known| {
                known.action == entry.action
                    && known.seat == entry.seat
                    && state_hash(entry.seq, &known.game) == entry.hash
            });
            if !is_same {
                self.fetch(effects);
            }
            return is_same;
        }
        let Entry { seat, action, .. } = entry;
        let (mut game, mut events) = (story.game().clone(), vec![]);
        let is_good = game.act(seat, &action, &mut events).is_ok() && state_hash(entry.seq, &game) == entry.hash;
        if !is_good {
            self.fetch(effects);
            return false;
        }
        story.push(Played { seat, action, events, game });
        self.settle(effects);
        true
    }

    /// Compares the pending action with the story, if the story has come that far.
    fn settle(&mut self, effects: &mut Vec<Effect>) {
        let (Some(pending), Some(started)) = (&self.pending, &self.started) else { return };
        let Some(played) = started.story.played().get(pending.number as usize - 1) else { return };
        let counts = played.seat == Some(pending.seat) && played.action == pending.action;
        self.pending = None;
        if !counts {
            effects.push(Effect::Tell(News::Refused));
        }
    }

    /// The server refuses the action with this number.
    fn refused(&mut self, number: u32, code: ErrorCode, effects: &mut Vec<Effect>) {
        if self.pending.as_ref().is_none_or(|pending| pending.number != number) {
            return;
        }
        match code {
            // Something else has this number. Or it is our own, and the confirmation was lost: the story will show.
            ErrorCode::Stale => self.line.redial(effects),
            // Later it may be possible.
            ErrorCode::TooMany | ErrorCode::Unavailable => {
                let now = self.line.now();
                if let Some(pending) = &mut self.pending {
                    pending.send_again = Some(now + pause_ms(pending.delays));
                    pending.delays += 1;
                }
                effects.push(Effect::Tell(News::Delayed));
            }
            // It was legal here, so the server sees something differently: another connection shows what. And if this
            // answer comes twice, it is not taken for one to the next action with the same number.
            _ => {
                self.drop_pending(effects);
                self.line.redial(effects);
            }
        }
    }

    fn drop_pending(&mut self, effects: &mut Vec<Effect>) {
        self.pending = None;
        effects.push(Effect::Tell(News::Refused));
    }

    /// Sends the action that nobody has confirmed, once per connection and each time when the server may have time for it
    /// again, and not before all actions are here that could confirm it.
    fn send_pending(&mut self, effects: &mut Vec<Effect>) {
        let known = self.known();
        if self.started.is_none() || self.is_wanting {
            return;
        }
        let now = self.line.now();
        let Some(socket) = self.line.caught_up(known) else { return };
        let Some(pending) = &mut self.pending else { return };
        if pending.number > known + 1 {
            // The story became shorter, and its place is gone.
            return self.drop_pending(effects);
        }
        if pending.send_again.is_some_and(|again| again > now) {
            return;
        }
        let is_due = pending.send_again.take().is_some();
        if pending.sent_on.replace(socket) != Some(socket) || is_due {
            let message = ClientMessage::Act { seq: pending.number, action: pending.action.clone() };
            self.line.send(message, effects);
        }
    }

    /// Takes the whole story.
    fn read(&mut self, text: Option<String>, effects: &mut Vec<Effect>) {
        // One that was asked for twice comes twice.
        if !self.is_wanting {
            return;
        }
        let record = text.as_ref().map(|text| text.parse::<RecordText>());
        let Some(Ok(RecordText { record, .. })) = record else {
            // A tick asks again.
            self.fetch_again = Some(self.line.now() + pause_ms(self.failed_fetches));
            self.failed_fetches += 1;
            if record.is_some() {
                effects.push(Effect::Outdated);
            }
            return;
        };
        (self.fetch_again, self.failed_fetches) = (None, 0);
        let started = Started { story: Story::of(&record), seats: SeatPlan::of_record(&record) };
        let before = self.started.replace(started).map(|started| started.story);
        self.is_wanting = false;
        self.settle(effects);
        let early = std::mem::take(&mut self.early);
        self.append_all(early, effects);
        let news = match (&before, &self.started) {
            (Some(before), Some(Started { story, .. })) if story.continues(before) => {
                (story.actions() > before.actions()).then_some(News::Grown)
            }
            (Some(before), Some(Started { story, .. })) => Some(News::Forked { common: before.common(story) }),
            (None, _) | (_, None) => Some(News::Seats),
        };
        if let (Some(News::Forked { common }), Some(pending)) = (news, &self.pending)
            && pending.number as usize > common + 1
        {
            // It was meant for a position that is gone.
            self.drop_pending(effects);
        }
        effects.extend(news.map(Effect::Tell));
        // The server has lost actions, or the record is older than they are.
        if before.is_some_and(|before| before.actions() > self.known() as usize) {
            self.line.redial(effects);
        }
        self.send_pending(effects);
    }
}

/// The pause after so many vain attempts.
fn pause_ms(failures: u32) -> u64 {
    (FIRST_PAUSE_MS << failures.min(10)).min(LONGEST_PAUSE_MS)
}

impl Table for RemoteTable {
    /// # Panics
    ///
    /// If the game has not started, see [`RemoteTable::has_story`].
    fn story(&self) -> &Story {
        &self.started.as_ref().expect("a table is shown when its story is here").story
    }

    fn seats(&self) -> &[SeatPlan] {
        self.started.as_ref().map_or(&[], |started| &started.seats)
    }

    fn attendance(&self) -> Vec<Attendance> {
        let Some(view) = &self.view else { return vec![] };
        let is_up = self.line.is_up();
        let seat = |seat: &protocol::SeatView| {
            let is_own = view.yours.contains(&seat.seat);
            match &seat.occupant {
                Occupant::Human { here, stand_in, .. } => Attendance {
                    is_own,
                    presence: match (is_own, is_up, *here) {
                        (true, ..) | (_, false, _) => Presence::Unknown,
                        (false, true, true) => Presence::Here,
                        (false, true, false) => Presence::Away,
                    },
                    stand_in: stand_in.as_ref().and_then(|bot| bot.as_str().parse::<Bot>().ok()),
                },
                Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None => Attendance::default(),
            }
        };
        view.seats.iter().map(seat).collect()
    }

    /// # Panics
    ///
    /// If the game has not started.
    fn monster(&self) -> MonsterNumber {
        self.view.as_ref().expect("a table is shown when the server has described it").monster
    }

    fn capabilities(&self) -> Capabilities {
        let Some(view) = &self.view else {
            return Capabilities {
                own: Seats::default(),
                help: Help::Nothing,
                die: Die::OwnTile,
                can_take_back: false,
            };
        };
        // A seat with a stand-in is not played by its holder.
        let has_stand_in = |seat: &Seat| {
            let occupant = view.seats.get(seat.index()).map(|seat| &seat.occupant);
            matches!(occupant, Some(Occupant::Human { stand_in: Some(_), .. }))
        };
        let own = view.yours.iter().copied().filter_map(Seat::new).filter(|seat| !has_stand_in(seat)).collect();
        Capabilities { own, help: view.help.into(), die: Die::OwnTile, can_take_back: false }
    }
}
