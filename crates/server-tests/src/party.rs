//! A whole table: who makes it, who takes seats, who plays and who watches.

use fastrand::Rng;
use protocol::{
    Created, ErrorCode, First, FortressWish, GameId, GameView, NewGame, Occupant, SeatPlan, Start, StartRule, State,
    TakeSeat,
};
use rules::chance::Nonce;
use rules::game::{Band, FortressChoice, Length, NamedFortress, Players};
use rules::terms::{Beginning, BotName, FirstBy, MonsterNumber, PlayerKind, Terms};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{Client, Failure};
use crate::player::{Left, Player};
use crate::{Address, History, Mirror, Transcript};

/// How a client plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Over HTTP.
    Http,
    /// Over WebSocket.
    Live,
}

/// A client at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// How many seats it takes.
    pub seats: usize,
    /// How it plays them.
    pub way: Way,
}

/// A table and everybody around it.
#[derive(Clone, Debug)]
pub struct Party {
    /// The seed of everything random that clients do.
    pub seed: u64,
    /// The table. Its open seats are for the hands; those left over get bots or fall away.
    pub table: NewGame,
    /// The clients that take seats.
    pub hands: Vec<Hand>,
    /// How many clients watch, besides the one that every table has.
    pub watchers: usize,
    /// The bot for open seats that nobody takes.
    pub fill: Option<BotName>,
    /// Whether clients leave when the server cannot store an action.
    pub may_leave: bool,
    /// Whether clients go on when the server cannot do something at the moment.
    pub is_steadfast: bool,
    /// Where everything goes that clients receive.
    pub transcript: Option<Transcript>,
}

/// A table whose game has started.
#[derive(Debug)]
pub struct Gathered {
    game: GameId,
    mirror: Mirror,
    hands: Vec<(Client, Way)>,
    history: History,
    seed: u64,
    watchers: usize,
    may_leave: bool,
    transcript: Option<Transcript>,
}

/// A game that was played.
#[derive(Debug)]
pub struct Finished {
    /// Its id.
    pub game: GameId,
    /// Its record.
    pub record: String,
    /// Whether it is over. It is not if the server could not store an action.
    pub is_over: bool,
    /// The number of its actions.
    pub actions: u32,
    /// The clients that played, with their tokens.
    pub hands: Vec<(Client, Way)>,
}

impl Party {
    /// A table with so many open seats that two clients share, one with each way to play.
    #[must_use]
    pub fn of_two(seed: u64, seats: usize) -> Party {
        let table = NewGame { start: Some(StartRule::WhenFull), ..NewGame::with_seats(vec![SeatPlan::Open {}; seats]) };
        let hands = vec![Hand { seats: seats - seats / 2, way: Way::Live }, Hand { seats: seats / 2, way: Way::Http }];
        Party { seed, table, hands, watchers: 0, fill: None, may_leave: false, is_steadfast: false, transcript: None }
    }

    /// A random table with at most this many players, at least one of them a client.
    #[must_use]
    pub fn random(seed: u64, most: usize) -> Party {
        let mut rng = Rng::with_seed(seed);
        let players = rng.usize(2..=most);
        let people = rng.usize(1..=players);
        let mut seats = vec![SeatPlan::Open {}; people];
        seats.extend((people..players).map(|_| SeatPlan::Bot { bot: random_bot(&mut rng) }));
        rng.shuffle(&mut seats);
        let length = if rng.u8(..4) == 0 { Length::Long } else { Length::Normal };
        let first = if rng.bool() { First::Lot } else { First::Seat(rng.usize(..players)) };
        let start = if rng.bool() { StartRule::WhenFull } else { StartRule::ByHost };
        let table = NewGame {
            fortress: Some(random_fortress(&mut rng)),
            length: Some(length),
            first: Some(first),
            start: Some(start),
            monster: MonsterNumber::new(rng.usize(1..=256)),
            ..NewGame::with_seats(seats)
        };
        let mut hands = vec![];
        let mut left = people;
        while left > 0 {
            let seats = rng.usize(1..=left);
            hands.push(Hand { seats, way: if rng.bool() { Way::Http } else { Way::Live } });
            left -= seats;
        }
        let watchers = rng.usize(..2);
        Party { seed, table, hands, watchers, fill: None, may_leave: false, is_steadfast: false, transcript: None }
    }

    /// Makes the table, plays its game to the end, and checks it.
    ///
    /// # Panics
    ///
    /// If the connection is lost while seats are taken, or if the server breaks its promises.
    pub async fn play(self, address: &Address, history: &History) -> Finished {
        let gathered = self.gather(address, history).await;
        gathered.expect("the connection holds while seats are taken").play().await
    }

    /// Makes the table, takes the seats and starts the game.
    ///
    /// # Errors
    ///
    /// If the connection is lost or the server refuses something. A seat whose answer is lost belongs to nobody any
    /// more, so the table is given up.
    ///
    /// # Panics
    ///
    /// If the game that starts is not the one that was agreed on.
    pub async fn gather(self, address: &Address, history: &History) -> Result<Gathered, Failure> {
        let mut rng = Rng::with_seed(self.seed);
        let named =
            |name: &str| Client::new(name, address).recorded(self.transcript.as_ref()).steadfast(self.is_steadfast);
        let mut host = named("host");
        let created = host.make_table(&self.table).await?;
        let game = created.game;
        history.made(game, created.host.clone());
        host.add_token(created.host.clone().expect("a program gets a token"));
        check_waiting(&host.view(game).await?, &created, &self.table);
        let code = created.code.clone().expect("the table waits for somebody");
        assert_eq!(host.find_code(&code).await?.game, game);

        let mut taken: Vec<(usize, TakeSeat)> = vec![];
        let mut hands: Vec<(Client, Way)> = vec![];
        for (index, hand) in self.hands.iter().enumerate() {
            let mut client = named(&format!("hand {index}"));
            for number in 0..hand.seats {
                let wish = TakeSeat {
                    // The host's client comes last; a name can have any characters that fit on a line.
                    name: (rng.u8(..4) > 0).then(|| format!("Ada{index}.{number} ☠ Ωé")),
                    nonce: rng.bool().then(|| Nonce(std::array::from_fn(|_| rng.u8(..)))),
                    ..TakeSeat::default()
                };
                let seated = client.take_seat(game, &wish).await?;
                let token = seated.token.clone().expect("a program gets a token");
                history.seated(game, &token);
                client.add_token(token);
                taken.push((seated.seat, wish));
            }
            hands.push((client, hand.way));
        }
        if self.table.start != Some(StartRule::WhenFull) {
            self.start(&host, game).await?;
        }
        history.started(game);
        // The host has no seat but may do everything else, so its token goes along with the first client.
        if let (Some((client, _)), Some(token)) = (hands.first_mut(), &created.host) {
            client.add_token(token.clone());
        }
        let gathered = Gathered::join(game, hands, history, rng.u64(..)).await;
        self.check_terms(gathered.mirror.terms(), &created, &taken);
        for ((client, _), hand) in gathered.hands.iter().zip(&self.hands) {
            let view = client.twin().patient().view(game).await?;
            assert_eq!(view.yours.len(), hand.seats, "{game}: {view:?}");
        }
        let Party { watchers, may_leave, transcript, .. } = self;
        Ok(Gathered { watchers, may_leave, transcript, ..gathered })
    }

    async fn start(&self, host: &Client, game: GameId) -> Result<(), Failure> {
        let start = Start { fill: self.fill.clone() };
        match host.twin().patient().start(game, &start).await {
            Ok(_) => Ok(()),
            // Its first answer was lost.
            Err(failure) if failure.code() == Some(ErrorCode::GameStarted) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Compares what the game is played under with what was agreed on.
    fn check_terms(&self, terms: &Terms, created: &Created, taken: &[(usize, TakeSeat)]) {
        let game = created.game;
        assert_eq!(terms.commitment(), created.commitment, "{game}");
        assert_eq!(terms.length(), self.table.length.unwrap_or(Length::Normal), "{game}");
        if self.table.monster.is_some() {
            assert_eq!(terms.monster(), self.table.monster, "{game}");
        }
        let options = terms.options().expect("tables begin new games");
        let wish = self.table.fortress.as_ref().unwrap_or(&FortressWish::Basic);
        let is_wished = match (wish, options.fortress) {
            (FortressWish::Basic, FortressChoice::Basic)
            | (FortressWish::ByHand, FortressChoice::ByHand)
            | (FortressWish::Random, FortressChoice::Random(_)) => true,
            (FortressWish::Named(name), FortressChoice::Prepared(fortress)) => name.fortress() == fortress,
            (FortressWish::Tiles(tiles), FortressChoice::Prepared(fortress)) => {
                tiles.len() == fortress.placements().count() && fortress.placements().all(|one| tiles.contains(&one))
            }
            _ => false,
        };
        assert!(is_wished, "{game}: {wish:?} became {:?}", options.fortress);

        // Seats that nobody took fall away, and the rest moves up in the same order.
        let mut occupied: Vec<(usize, Option<&TakeSeat>)> = vec![];
        for (seat, plan) in self.table.seats.iter().enumerate() {
            match (plan, taken.iter().find(|(taken, _)| *taken == seat)) {
                (SeatPlan::Open {}, Some((_, wish))) => occupied.push((seat, Some(wish))),
                (SeatPlan::Open {}, None) if self.fill.is_some() => occupied.push((seat, None)),
                (SeatPlan::Bot { .. }, None) => occupied.push((seat, None)),
                (SeatPlan::Open {} | SeatPlan::None {}, None) => {}
                (SeatPlan::Bot { .. } | SeatPlan::None {}, Some(_)) => panic!("{game}: seat {seat} was not open"),
            }
        }
        assert_eq!(terms.seats().len(), occupied.len(), "{game}: {terms:?}");
        for ((_, wish), player) in occupied.iter().zip(terms.seats()) {
            match (wish, &player.kind) {
                (Some(wish), PlayerKind::Person) => {
                    assert_eq!(player.name, wish.name.clone().unwrap_or_default(), "{game}");
                    assert_eq!(player.nonce, wish.nonce, "{game}");
                }
                (None, PlayerKind::Bot(_)) => assert!(!player.name.is_empty(), "{game}: bots have names"),
                (_, kind) => panic!("{game}: {kind:?} sits where {wish:?} should"),
            }
        }
        match (terms.beginning(), self.table.first.unwrap_or(First::Lot)) {
            (Beginning::New { by: FirstBy::Lot, .. }, First::Lot) => {}
            (Beginning::New { by: FirstBy::Chosen, first, .. }, First::Seat(seat)) => {
                let moved_up = occupied.iter().position(|(old, _)| *old == seat);
                assert_eq!(moved_up, Some(first.index()), "{game}: another seat begins");
            }
            (beginning, first) => panic!("{game}: {first:?} became {beginning:?}"),
        }
    }
}

impl Gathered {
    /// Clients with tokens sit down at a game that has started.
    ///
    /// # Panics
    ///
    /// If nobody plays, or if the game has not started.
    pub async fn join(game: GameId, hands: Vec<(Client, Way)>, history: &History, seed: u64) -> Gathered {
        let (first, _) = hands.first().expect("somebody plays");
        let mirror = Mirror::begin(&mut first.twin().patient(), game).await;
        let history = history.clone();
        Gathered { game, mirror, hands, history, seed, watchers: 0, may_leave: false, transcript: None }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Everything that was fixed before the first action.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        self.mirror.terms()
    }

    /// Plays the game to the end and checks it.
    ///
    /// # Panics
    ///
    /// If the server breaks its promises.
    pub async fn play(self) -> Finished {
        let Gathered { game, mirror, hands, history, seed, watchers, may_leave, transcript } = self;
        let mut rng = Rng::with_seed(seed);
        let bell = watch::Sender::new(0);
        let (first, _) = hands.first().expect("somebody plays");
        let (address, is_steadfast) = (first.address().clone(), first.is_steadfast());
        let mut all = JoinSet::new();
        let player = |client: Client, seats: Vec<usize>, rng: Rng| Player {
            client,
            game,
            seats,
            mirror: mirror.clone(),
            rng,
            history: history.clone(),
            bell: bell.clone(),
            may_leave,
        };
        for (client, way) in &hands {
            let mut client = client.twin().patient();
            let view = client.view(game).await.expect("the game is there");
            let player = player(client, view.yours, rng.fork());
            match way {
                Way::Http => all.spawn(player.play_over_http()),
                Way::Live => all.spawn(player.play_live()),
            };
        }
        for index in 0..=watchers {
            let client = Client::new(format!("watcher {index}"), &address).recorded(transcript.as_ref()).patient();
            let client = client.steadfast(is_steadfast);
            all.spawn(player(client, vec![], rng.fork()).play_live());
        }
        let mut is_over = true;
        while let Some(left) = all.join_next().await {
            match left {
                Ok(Left::Over) => {}
                Ok(Left::Unavailable) => {
                    // The others wait for an action that does not come.
                    is_over = false;
                    all.abort_all();
                }
                Err(error) if error.is_cancelled() => {}
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        }
        let mut reader = Client::new("reader", &address).patient().steadfast(is_steadfast);
        let record = reader.record(game).await.expect("the game is there");
        let entries = reader.all_actions(game, 1).await;
        let mut end = mirror;
        entries.expect("the game is there").iter().for_each(|entry| end.apply(entry));
        assert!(end.is_over() || !is_over, "{game}: everybody left before the end");
        end.check_record(&record);
        Finished { game, record, is_over: end.is_over(), actions: end.seq(), hands }
    }
}

/// Compares a table that waits with what was asked for.
fn check_waiting(view: &GameView, created: &Created, table: &NewGame) {
    let game = created.game;
    assert_eq!((view.game, view.state, view.seq), (game, State::Waiting, 0));
    assert_eq!((view.commitment, &view.code), (created.commitment, &created.code), "{game}");
    assert!(view.position.is_none() && view.situation.is_none() && view.hash.is_none(), "{game}: {view:?}");
    assert!(view.result.is_none() && view.awaits.is_none() && view.host, "{game}: {view:?}");
    assert_eq!(view.seats.len(), Players::MOST, "{game}: a waiting table has seven doors");
    for (seat, plan) in view.seats.iter().zip(table.seats.iter().map(Some).chain(std::iter::repeat(None))) {
        let is_planned = match (&seat.occupant, plan) {
            (Occupant::Open { .. }, Some(SeatPlan::Open {})) | (Occupant::None, None | Some(SeatPlan::None {})) => true,
            (Occupant::Bot { bot, name, .. }, Some(SeatPlan::Bot { bot: planned })) => {
                bot == planned && !name.is_empty()
            }
            _ => false,
        };
        assert!(is_planned, "{game}: {plan:?} became {seat:?}");
    }
    let bands: Vec<Band> = view.seats.iter().filter_map(|seat| band(&seat.occupant)).collect();
    assert!(bands.iter().enumerate().all(|(index, band)| !bands[..index].contains(band)), "{game}: {bands:?}");
}

fn band(occupant: &Occupant) -> Option<Band> {
    match occupant {
        Occupant::Human { band, .. } | Occupant::Bot { band, .. } => Some(*band),
        Occupant::Open { .. } | Occupant::None => None,
    }
}

/// A kind of bot that thinks quickly.
fn random_bot(rng: &mut Rng) -> BotName {
    let names = ["fool", "fledgling", "fox"];
    names[rng.usize(..names.len())].parse().expect("the name of a bot")
}

fn random_fortress(rng: &mut Rng) -> FortressWish {
    let named = NamedFortress::ALL[rng.usize(..NamedFortress::ALL.len())];
    match rng.u8(..5) {
        0 => FortressWish::Basic,
        1 => FortressWish::ByHand,
        2 => FortressWish::Random,
        3 => FortressWish::Named(named),
        _ => FortressWish::Tiles(named.fortress().placements().collect()),
    }
}
