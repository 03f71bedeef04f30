//! People at the tables of the server that all pages come from.

use bots::Bot;
use protocol::{ClientMessage, GameId, GameView, LegalAction, StandIn, Start, TakeSeat};
use rules::game::Action;
use rules::{Position, Whereabouts};
use serde_json::Value;
use server_tests::{Address, Client, Live};
use tokio::task::JoinSet;

use crate::Page;

/// Somebody who makes tables, takes seats and plays, without a page or before a page is theirs.
pub struct Person {
    client: Client,
    /// Where they are: closed when this value is dropped.
    connections: JoinSet<()>,
}

impl Person {
    /// Somebody elsewhere, with a program of their own.
    #[must_use]
    pub fn elsewhere(page: &Page) -> Person {
        Person { client: Client::new("somebody", &Address::fixed(page.server())), connections: JoinSet::new() }
    }

    /// Somebody with a browser. [`Page::belong_to`] makes it that of a page.
    #[must_use]
    pub fn with_browser(page: &Page) -> Person {
        let mut person = Person::elsewhere(page);
        person.client.set_origin(Some(format!("http://{}", page.server())));
        person
    }

    /// The name and value of the cookie of their browser, which holds their seats.
    pub(crate) fn cookie(&self) -> Option<(&str, &str)> {
        self.client.cookie()?.split_once('=')
    }

    /// Makes a table, as `POST /games` describes it.
    ///
    /// # Panics
    ///
    /// If it is no description of a table.
    pub async fn make_table(&mut self, table: Value) -> GameId {
        let table = serde_json::from_value(table).expect("a table");
        let created = self.client.make_table(&table).await.expect("a table is made");
        self.keep(created.host);
        created.game
    }

    /// Takes the first open seat.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub async fn sit_down(&mut self, game: GameId, name: &str) {
        let wish = TakeSeat { name: Some(name.to_owned()), ..TakeSeat::default() };
        let seated = self.client.take_seat(game, &wish).await.expect("a seat is open");
        self.keep(seated.token);
    }

    /// A browser has a cookie instead.
    fn keep(&mut self, token: Option<String>) {
        if let Some(token) = token {
            self.client.add_token(token);
        }
    }

    /// Is at the table for as long as this value lives; somebody without a seat watches.
    pub async fn come(&mut self, game: GameId) {
        self.connect(game, None).await;
    }

    /// Watches under a name.
    pub async fn watch(&mut self, game: GameId, name: &str) {
        self.connect(game, Some(ClientMessage::Watching { name: Some(name.to_owned()) })).await;
    }

    /// Stands at the door of a seat and thinks about it.
    pub async fn arrive(&mut self, game: GameId, seat: usize, name: &str) {
        self.connect(game, Some(ClientMessage::Arriving { seat: Some(seat), name: Some(name.to_owned()) })).await;
    }

    async fn connect(&mut self, game: GameId, word: Option<ClientMessage>) {
        let (mut live, _) = Live::open(&self.client, game, 1).await.expect("the server lets everybody in");
        if let Some(word) = word {
            live.send(&word).await.expect("the server listens");
        }
        self.connections.spawn(async move { drop(live.ended().await) });
    }

    /// Starts the game.
    ///
    /// # Panics
    ///
    /// If this is not the host.
    pub async fn start(&mut self, game: GameId) {
        self.client.start(game, &Start::default()).await.expect("the host may start");
    }

    /// Lets a bot act for one of their seats.
    ///
    /// # Panics
    ///
    /// If it is not theirs.
    pub async fn call_bot(&mut self, game: GameId, seat: usize, bot: Bot) {
        self.client.stand_in(game, seat, &StandIn { bot: bot.into() }).await.expect("it is their seat");
    }

    /// The table as they see it.
    pub async fn view(&mut self, game: GameId) -> GameView {
        self.client.view(game).await.expect("everybody may look")
    }

    /// Makes a move that ends on this space for the seat that is to act, which must be theirs.
    ///
    /// # Panics
    ///
    /// If no figure can go there.
    pub async fn move_to(&mut self, game: GameId, cell: &str) {
        let moves = self.client.moves(game).await.expect("a game that goes on");
        let leads_there = |legal: &&LegalAction| match &legal.action {
            Action::Move { figure, .. } => {
                let after = legal.position.as_deref().and_then(|position| position.parse::<Position>().ok());
                let cell = cell.parse().ok().map(Whereabouts::On);
                cell.is_some() && after.and_then(|after| after.whereabouts(*figure)) == cell
            }
            Action::Place(_) | Action::Flip { .. } => false,
        };
        let legal = moves.actions.iter().find(leads_there).expect("a figure can go there");
        self.client.act(game, moves.seq + 1, &legal.action).await.expect("a legal action");
    }

    /// Makes some move for the seat that is to act, which must be theirs. Returns how many actions there are then.
    pub async fn make_move(&mut self, game: GameId) -> u32 {
        let moves = self.client.moves(game).await.expect("a game that goes on");
        // Any will do, but not always the first one: that stays where it is.
        let choice = moves.seq as usize * 7 % moves.actions.len();
        let acted = self.client.act(game, moves.seq + 1, &moves.actions[choice].action).await;
        acted.expect("a legal action").seq
    }
}

/// Lets people play on until the table is as wanted. Bots play, too.
pub async fn play_until(game: GameId, people: &mut [&mut Person], is_wanted: impl Fn(&GameView) -> bool) {
    loop {
        for person in &mut *people {
            let view = person.view(game).await;
            if is_wanted(&view) {
                return;
            }
            if view.awaits.is_some_and(|awaits| view.yours.contains(&awaits.seat.index())) {
                person.make_move(game).await;
            }
        }
    }
}
