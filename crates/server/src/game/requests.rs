//! What people ask of a game, and who may ask it.

use protocol::{
    ErrorCode, GameId, GameView, HandedOver, HandedSeat, Handover, HandoverCode, Problem, SeatPatch, Seated, StartRule,
    TakeSeat,
};

use super::actor::{Actor, persist};
use super::commands::{Message, Newcomer, Refusal};
use super::create::{Begun, DRAWS, new_game};
use super::open::failure;
use crate::clock::rfc3339;
use crate::lots;
use crate::store::{Phase, Quota, Row, StoreError, Write};
use crate::table::{Claims, Door, Holder, PendingHandover, Rights, Table};

/// How long a code works that moves seats to another device, in milliseconds.
const HANDOVER_MILLISECONDS: i64 = 10 * 60 * 1000;

impl Actor {
    /// Answers a message.
    pub(super) async fn answer(&mut self, message: Message) {
        // Whoever asked may have gone: then nobody reads the answer, and nothing is lost. Whoever gets no answer, because the
        // game cannot be read, opens it again.
        match message {
            Message::Look { claims, reply } => {
                if !self.is_current().await {
                    return;
                }
                let result = self.expire().await.map(|()| self.view(&claims));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::Beginning { reply } => {
                if !self.is_current().await {
                    return;
                }
                let _ = reply.send(self.started().map(|story| story.beginning()).map_err(Into::into));
            }
            Message::Entries { from, reply } => {
                if !self.is_current().await {
                    return;
                }
                let _ = reply.send(self.entries(from).map_err(Into::into));
            }
            Message::Moves { reply } => {
                if !self.is_current().await {
                    return;
                }
                let over = || Problem::new(ErrorCode::GameOver, "the game is over");
                let moves = self.started().and_then(|story| story.moves().ok_or_else(over));
                let _ = reply.send(moves.map_err(Into::into));
            }
            Message::Record { reply } => {
                if !self.is_current().await {
                    return;
                }
                let _ = reply.send(self.started().map(|story| story.record()).map_err(Into::into));
            }
            Message::Act { act, claims, reply } => {
                let _ = reply.send(self.act(act, &claims).await);
            }
            Message::Take { wish, newcomer, claims, quota, reply } => {
                let result = persist!(self, self.take(wish.clone(), &newcomer, &claims, quota));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::ChangeSeat { seat, patch, claims, reply } => {
                let result = persist!(self, self.change_seat(seat, patch.clone(), &claims));
                let _ = reply.send(self.shown(result, &claims));
            }
            Message::Leave { seat, claims, reply } => {
                let result = persist!(self, self.leave(seat, &claims));
                let _ = reply.send(self.shown(result, &claims));
            }
            Message::StandIn { seat, bot, claims, reply } => {
                let result = persist!(self, self.stand_in(seat, bot, &claims));
                let _ = reply.send(self.shown(result, &claims));
            }
            Message::Change { patch, claims, reply } => {
                let result = persist!(self, self.change(patch.clone(), &claims));
                let _ = reply.send(self.shown(result, &claims));
            }
            Message::Start { fill, claims, reply } => {
                let result = persist!(self, self.start(fill, &claims));
                let _ = reply.send(self.shown(result, &claims));
            }
            Message::Rematch { claims, reply } => {
                let result = persist!(self, self.rematch(&claims));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::HandOver { wish, claims, reply } => {
                let result = persist!(self, self.hand_over(wish.clone(), &claims));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::TakeOver { code, newcomer, reply } => {
                let result = persist!(self, self.take_over(code, &newcomer));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::Join { id, from, claims, queue, reply } => {
                if !self.is_current().await {
                    return;
                }
                let result = self.expire().await.map(|()| self.join(id, from, claims, queue));
                let _ = reply.send(result.map_err(Into::into));
            }
            Message::Part { id } => self.part(id),
            Message::Arriving { id, seat, name, reply } => {
                let _ = reply.send(self.arriving(id, seat, name).map_err(Into::into));
            }
            Message::Watching { id, name, reply } => {
                let _ = reply.send(self.watching(id, name.as_deref()).map_err(Into::into));
            }
            Message::Wake => {}
            Message::Changed => {
                self.catch_up().await;
            }
            Message::Attended { again } => {
                if again {
                    self.hide_guests();
                }
                self.look_elsewhere().await;
            }
            Message::TurnAway { seat } => self.turn_away(seat),
            Message::Expire => {
                // Whether it has expired is of interest only to the next request.
                let _ = self.expire().await;
            }
        }
    }

    fn shown(&self, result: Result<(), Problem>, claims: &Claims) -> Result<GameView, Refusal> {
        result.map(|()| self.view(claims)).map_err(Into::into)
    }

    fn rights(&self, seat: usize, claims: &Claims) -> Rights {
        Rights { is_holder: self.table.seats_of(claims).contains(&seat), is_host: self.table.is_host(claims) }
    }

    fn require_host(&self, claims: &Claims) -> Result<(), Problem> {
        if self.table.is_host(claims) { Ok(()) } else { Err(self.no_right(claims)) }
    }

    fn require_holder_or_host(&self, seat: usize, claims: &Claims) -> Result<Rights, Problem> {
        self.table.door(seat)?;
        let rights = self.rights(seat, claims);
        if rights.is_holder || rights.is_host { Ok(rights) } else { Err(self.no_right(claims)) }
    }

    async fn require_waiting(&mut self) -> Result<(), Problem> {
        if self.story.is_some() {
            return Err(Problem::new(ErrorCode::GameStarted, "the game has started"));
        }
        self.expire().await
    }

    async fn take(
        &mut self,
        wish: TakeSeat,
        newcomer: &Newcomer,
        claims: &Claims,
        quota: Option<Quota>,
    ) -> Result<Seated, Problem> {
        self.require_waiting().await?;
        let (holder, token) = newcomer.hold();
        let mut table = self.table.clone();
        let is_host = table.is_host(claims);
        let seat = table.take(wish, holder, is_host, quota.map(|quota| quota.origin))?;
        let number = table.number_in_game(seat);
        self.settle(table, quota).await?;
        // The game may have started with this seat.
        Ok(Seated { seat: if self.story.is_some() { number } else { seat }, token })
    }

    async fn change_seat(&mut self, seat: usize, patch: SeatPatch, claims: &Claims) -> Result<(), Problem> {
        let rights = self.require_holder_or_host(seat, claims)?;
        self.require_waiting().await?;
        let fills = patch.is.is_some();
        let mut table = self.table.clone();
        table.change_seat(seat, patch, rights)?;
        if fills { self.settle(table, None).await } else { self.save(table, None).await }
    }

    async fn leave(&mut self, seat: usize, claims: &Claims) -> Result<(), Problem> {
        self.require_holder_or_host(seat, claims)?;
        self.require_waiting().await?;
        let mut table = self.table.clone();
        if table.vacate(seat)? {
            self.save(table, None).await
        } else {
            self.turn_away(seat);
            // Whoever is arriving may be connected to another node. If it is not told, the host can decline again.
            self.services().store.turn_away(self.id, seat).await.map_err(failure)
        }
    }

    async fn change(&mut self, patch: protocol::SettingsPatch, claims: &Claims) -> Result<(), Problem> {
        self.require_host(claims)?;
        self.require_waiting().await?;
        let fills = patch.start.is_some();
        let mut table = self.table.clone();
        table.change(patch)?;
        if fills { self.settle(table, None).await } else { self.save(table, None).await }
    }

    /// Stores a table that may have become full, and starts its game if it has.
    async fn settle(&mut self, table: Table, quota: Option<Quota>) -> Result<(), Problem> {
        let waited = self.table.settings.start != StartRule::WhenFull || !self.table.is_full();
        // The people of a rematch are all there, and yet have to be asked.
        if table.settings.start == StartRule::WhenFull && table.is_full() && waited {
            self.begin(table, None, quota).await
        } else {
            self.save(table, quota).await
        }
    }

    async fn start(&mut self, fill: Option<bots::Bot>, claims: &Claims) -> Result<(), Problem> {
        self.require_host(claims)?;
        self.require_waiting().await?;
        self.begin(self.table.clone(), fill, None).await
    }

    async fn begin(&mut self, table: Table, fill: Option<bots::Bot>, quota: Option<Quota>) -> Result<(), Problem> {
        let Begun { row, story } = Begun::new(table, fill, self.secret(), self.now())?;
        self.replace(row, quota, vec![]).await.map_err(failure)?;
        self.story = Some(story);
        Ok(())
    }

    async fn stand_in(&mut self, seat: usize, bot: Option<bots::Bot>, claims: &Claims) -> Result<(), Problem> {
        if bot.is_none() || !self.is_deserted(seat, claims) {
            self.require_holder_or_host(seat, claims)?;
        }
        self.started()?;
        if self.phase() == Phase::Over {
            return Err(Problem::new(ErrorCode::GameOver, "the game is over"));
        }
        let mut table = self.table.clone();
        table.set_stand_in(seat, bot)?;
        self.save(table, None).await
    }

    /// Whether both the holder of a seat and the host have gone, so that the game would wait for ever. Then everybody who
    /// plays may let a bot act for the seat.
    fn is_deserted(&self, seat: usize, claims: &Claims) -> bool {
        let Some(Door::Person(person)) = self.table.doors().get(seat) else { return false };
        self.has_lost(&person.holder) && self.has_lost(&self.table.host) && !self.table.seats_of(claims).is_empty()
    }

    async fn rematch(&mut self, claims: &Claims) -> Result<GameId, Problem> {
        if self.table.seats_of(claims).is_empty() {
            return Err(self.no_right(claims));
        }
        let story = self.started()?;
        if story.game().ending().is_none() {
            return Err(Problem::new(ErrorCode::NotOver, "the game is not over"));
        }
        if let Some(game) = self.table.rematch {
            return Ok(game);
        }
        let again = self.table.again(story.last_eaten());
        for _ in 0..DRAWS {
            let (new, _) = new_game(again.clone(), None, self.now())?;
            let game = new.game;
            let mut table = self.table.clone();
            table.rematch = Some(game);
            let row =
                Row { phase: self.phase(), active_at: self.now(), code: None, is_bot_due: false, table, terms: None };
            // Both or neither: nobody is left behind at a table that no longer leads anywhere.
            match self.replace(row, None, vec![Write::Create(Box::new(new))]).await {
                Ok(()) => return Ok(game),
                Err(StoreError::CodeTaken) => {}
                Err(error) => return Err(failure(error)),
            }
        }
        Err(failure(StoreError::CodeTaken))
    }

    async fn hand_over(&mut self, wish: Option<Handover>, claims: &Claims) -> Result<HandoverCode, Problem> {
        let mine = self.table.seats_of(claims);
        let is_host = self.table.is_host(claims);
        let Handover { mut seats, host } = wish.unwrap_or_else(|| Handover { seats: mine.clone(), host: is_host });
        seats.sort_unstable();
        seats.dedup();
        for seat in &seats {
            self.table.door(*seat).map_err(|problem| problem.at("seats"))?;
        }
        if seats.iter().any(|seat| !mine.contains(seat)) || host && !is_host || mine.is_empty() && !is_host {
            return Err(self.no_right(claims));
        }
        if seats.is_empty() && !host {
            return Err(Problem::new(ErrorCode::BadRequest, "no seats are selected").at("seats"));
        }
        let code = lots::handover_code();
        let until = self.now() + HANDOVER_MILLISECONDS;
        let mut table = self.table.clone();
        let pending = PendingHandover { code: Holder::of_code(&code), until, seats, host };
        table.hand_over(pending, self.now());
        self.save(table, None).await?;
        Ok(HandoverCode { code, until: rfc3339(until) })
    }

    async fn take_over(&mut self, code: Holder, newcomer: &Newcomer) -> Result<HandedOver, Problem> {
        let mut table = self.table.clone();
        let Some(PendingHandover { seats, host, .. }) = table.take_handover(code, self.now()) else {
            return Err(Problem::new(ErrorCode::NoSuchCode, "the code has been used or is too old"));
        };
        let mut handed = vec![];
        for seat in &seats {
            let (holder, token) = newcomer.hold();
            table.pass_seat(*seat, holder);
            handed.push(HandedSeat { seat: *seat, token });
        }
        let mut host_token = None;
        if host {
            let (holder, token) = newcomer.hold();
            table.host = holder;
            host_token = token;
        }
        // The seat of the host is the one that is in the same hands.
        let has_moved = table.host_seat.is_some_and(|seat| seats.contains(&seat));
        if has_moved != host {
            table.host_seat = seats.first().copied().filter(|_| host);
        }
        self.save(table, None).await?;
        Ok(HandedOver { game: self.id, seats: handed, host: host_token })
    }
}
