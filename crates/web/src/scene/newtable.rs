//! The form of a new table: seats, fortress, length, speed and help. Every state of the form is a valid table, on this
//! screen or on a server.

use bots::Bot;
use protocol::{FortressWish, NewGame, SeatPatch, SeatPlan as RemoteSeat, TakeSeat, is_fit_for_names};
use rules::chance::{Nonce, Purpose, Seed, Stream};
use rules::game::{Band, Fortress, FortressChoice, Length, NamedFortress, Options, PartialFortress, Players};
use rules::terms::MonsterNumber;

use crate::table::{Customs, First, Help, MoveTimer, NewTable, SeatPlan, Speed, Who, name_bots};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 20;

impl Who {
    /// Everyone who can play at this screen, from the human to the strongest bot.
    pub const ALL: [Who; 5] =
        [Who::Human, Who::Bot(Bot::Fool), Who::Bot(Bot::Fledgling), Who::Bot(Bot::Fox), Who::Bot(Bot::Fiend)];
}

/// Who takes a seat of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person at this screen.
    Here,
    /// A person on another device, who chooses name and band there.
    Elsewhere,
    /// A bot.
    Bot(Bot),
}

impl Sitter {
    /// Everyone who can take a seat, people first, then the bots by strength.
    pub const ALL: [Sitter; 6] = [
        Sitter::Here,
        Sitter::Elsewhere,
        Sitter::Bot(Bot::Fool),
        Sitter::Bot(Bot::Fledgling),
        Sitter::Bot(Bot::Fox),
        Sitter::Bot(Bot::Fiend),
    ];

    /// The next one in [`ALL`](Sitter::ALL), cyclically.
    #[must_use]
    pub fn next(self) -> Sitter {
        self.later(1)
    }

    /// The previous one in [`ALL`](Sitter::ALL), cyclically.
    #[must_use]
    pub fn previous(self) -> Sitter {
        self.later(Sitter::ALL.len() - 1)
    }

    fn later(self, places: usize) -> Sitter {
        let index = Sitter::ALL.iter().position(|sitter| *sitter == self).expect("ALL has everybody");
        Sitter::ALL[(index + places) % Sitter::ALL.len()]
    }

    /// Who plays the seat if everybody is at this screen.
    #[must_use]
    pub fn who(self) -> Who {
        match self {
            Sitter::Here | Sitter::Elsewhere => Who::Human,
            Sitter::Bot(bot) => Who::Bot(bot),
        }
    }
}

/// The choice of the fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floors {
    /// The basic game.
    Basic,
    /// One of the named fortresses.
    Named(NamedFortress),
    /// A random fortress.
    Random,
    /// Laid by the players, tile by tile.
    ByHand,
    /// Laid in advance by the player who sets up the table.
    Own(Fortress),
}

impl Floors {
    /// The tiles at the beginning of the game; `None` for the basic game. A random fortress is determined by the seed.
    #[must_use]
    pub fn tiles(self, seed: u32) -> Option<PartialFortress> {
        match self {
            Floors::Basic => None,
            Floors::Named(named) => Some(*named.fortress().tiles()),
            Floors::Random => Some(*random_fortress(seed).tiles()),
            Floors::ByHand => Some(PartialFortress::default()),
            Floors::Own(fortress) => Some(*fortress.tiles()),
        }
    }

    /// The same choice as the rules name it.
    fn fortress(self, seed: u32) -> FortressChoice {
        match self {
            Floors::Basic => FortressChoice::Basic,
            Floors::Named(named) => FortressChoice::Prepared(named.fortress()),
            Floors::Random => FortressChoice::Prepared(random_fortress(seed)),
            Floors::ByHand => FortressChoice::ByHand,
            Floors::Own(fortress) => FortressChoice::Prepared(fortress),
        }
    }
}

/// The fortress that a server is asked for.
impl From<Floors> for FortressWish {
    fn from(floors: Floors) -> FortressWish {
        match floors {
            Floors::Basic => FortressWish::Basic,
            Floors::ByHand => FortressWish::ByHand,
            Floors::Random => FortressWish::Random,
            Floors::Named(named) => FortressWish::Named(named),
            Floors::Own(fortress) => FortressWish::Tiles(fortress.tiles().placements().collect()),
        }
    }
}

/// The fortress of a table on a server.
impl From<&FortressWish> for Floors {
    fn from(wish: &FortressWish) -> Floors {
        match wish {
            FortressWish::Basic => Floors::Basic,
            FortressWish::ByHand => Floors::ByHand,
            FortressWish::Random => Floors::Random,
            FortressWish::Named(named) => Floors::Named(*named),
            FortressWish::Tiles(placements) => {
                let tiles = PartialFortress::new(placements).ok().and_then(|tiles| tiles.complete());
                // The server accepts only whole fortresses.
                tiles.map_or(Floors::Basic, Floors::Own)
            }
        }
    }
}

/// A seat of the form, taken or empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatForm {
    /// Who sits there.
    pub sitter: Sitter,
    /// The name as typed.
    pub name: String,
    /// The band. Somebody elsewhere chooses another one at the door.
    pub band: Band,
}

/// A table on a server: the request that makes it, and those that then seat everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRequests {
    /// Makes the table.
    pub new: NewGame,
    /// Seats everybody, in this order. Each request works if those before it did.
    pub seating: Vec<Seating>,
}

/// A request about a seat of a table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Gives the bot on this seat another band.
    Dress(usize, SeatPatch),
    /// Seats somebody who is here.
    Take(TakeSeat),
}

/// The form.
/// Invariant: two to seven of the seven seats are taken. All seven have different bands; while fewer than five are
/// taken, those have bands of four figures. A seat that begins is taken. Names have at most [`LONGEST_NAME`] visible characters. The player's own
/// fortress is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableForm {
    players: usize,
    seats: [SeatForm; Players::MOST],
    floors: Floors,
    /// The fortress laid by the player who sets up the table.
    own: Option<Fortress>,
    /// The seed of the random fortress.
    pub floors_seed: u32,
    /// The length of the game.
    pub length: Length,
    /// How fast pieces move, if the player has chosen that.
    pub chosen_speed: Option<Speed>,
    /// What the table reveals about the next run.
    pub help: Help,
    /// The monster; its parts are its index in base 4.
    pub monster: MonsterNumber,
    first: First,
    /// How long a move may take before a bell rings. Only a table at this screen has a timer.
    pub timer: Option<MoveTimer>,
}

impl Default for TableForm {
    /// One human against three bots of medium strength, on the basic fortress.
    fn default() -> TableForm {
        let bot = |bot, band| (Sitter::Bot(bot), band);
        let seats = [
            (Sitter::Here, Band::Blue),
            bot(Bot::Fledgling, Band::Red),
            bot(Bot::Fox, Band::Green),
            bot(Bot::Fox, Band::Yellow),
            bot(Bot::Fledgling, Band::Beige),
            bot(Bot::Fox, Band::Purple),
            bot(Bot::Fool, Band::Black),
        ];
        TableForm {
            players: 4,
            seats: seats.map(|(sitter, band)| SeatForm { sitter, name: String::new(), band }),
            floors: Floors::Basic,
            own: None,
            floors_seed: 1,
            length: Length::Normal,
            chosen_speed: None,
            help: Help::Foresight,
            // Turnip, sack, hands, goat: the monster of the title.
            monster: MonsterNumber::from_index(0b00_01_01_11),
            first: First::Lot,
            timer: None,
        }
    }
}

impl TableForm {
    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The taken seats, clockwise.
    #[must_use]
    pub fn seats(&self) -> &[SeatForm] {
        &self.seats[..self.players]
    }

    /// All seven seats. Empty ones keep their player for when they are taken again.
    #[must_use]
    pub fn chairs(&self) -> &[SeatForm] {
        &self.seats
    }

    /// Sets the number of players, clamped to what is possible.
    pub fn set_players(&mut self, players: usize) {
        self.players = players.clamp(2, Players::MOST);
        for seat in 0..self.players {
            if !self.is_allowed(self.seats[seat].band) {
                let free = self.seats[self.players..].iter().find(|chair| self.is_allowed(chair.band));
                let band = free.expect("four bands are enough for four players").band;
                self.set_band(seat, band);
            }
        }
        self.set_first(self.first);
    }

    /// How fast pieces move: as chosen, or as usual with so many players.
    #[must_use]
    pub fn speed(&self) -> Speed {
        self.chosen_speed.unwrap_or(Speed::usual(self.players))
    }

    /// Who begins.
    #[must_use]
    pub fn first(&self) -> First {
        self.first
    }

    /// Sets who begins. If it is a seat that nobody has taken, it is drawn by lot.
    pub fn set_first(&mut self, first: First) {
        self.first = match first.for_next_game() {
            First::Seat(seat) if seat.index() >= self.players => First::Lot,
            first @ (First::Lot | First::Seat(_) | First::LastEaten(_)) => first,
        };
    }

    /// Sets who takes a seat.
    pub fn set_sitter(&mut self, seat: usize, sitter: Sitter) {
        if let Some(chair) = self.seats.get_mut(seat) {
            chair.sitter = sitter;
        }
    }

    /// Seats everybody at this screen who would be elsewhere: without a server nobody else can come.
    pub fn gather(&mut self) {
        for chair in self.seats.iter_mut().filter(|chair| chair.sitter == Sitter::Elsewhere) {
            chair.sitter = Sitter::Here;
        }
    }

    /// Whether somebody elsewhere plays, so that the table must be on a server.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.seats().iter().any(|seat| seat.sitter == Sitter::Elsewhere)
    }

    /// Sets the name of a seat. Invisible characters are removed, and a name that is too long is cut.
    pub fn set_name(&mut self, seat: usize, name: &str) {
        if let Some(chair) = self.seats.get_mut(seat) {
            chair.name = name.chars().filter(|c| is_fit_for_names(*c)).take(LONGEST_NAME).collect();
        }
    }

    /// Gives a seat a band; the seat that had it gets the old one. Nothing changes if the band is not allowed.
    pub fn set_band(&mut self, seat: usize, band: Band) {
        let holder = self.seats.iter().position(|chair| chair.band == band);
        if let Some(holder) = holder
            && seat < self.players
            && self.is_allowed(band)
        {
            self.seats[holder].band = self.seats[seat].band;
            self.seats[seat].band = band;
        }
    }

    /// Whether this band is allowed with the current number of players (RULES 2).
    #[must_use]
    pub fn is_allowed(&self, band: Band) -> bool {
        self.players >= 5 || band.has_four()
    }

    /// The choice of the fortress.
    #[must_use]
    pub fn floors(&self) -> Floors {
        self.floors
    }

    /// The fortress laid by the player who sets up the table, chosen or not.
    #[must_use]
    pub fn own(&self) -> Option<Fortress> {
        self.own
    }

    /// Chooses the fortress. One's own is remembered.
    pub fn set_floors(&mut self, floors: Floors) {
        match floors {
            Floors::Own(fortress) => self.own = Some(fortress),
            Floors::Basic | Floors::Named(_) | Floors::Random | Floors::ByHand => {}
        }
        self.floors = floors;
    }

    /// Every fortress other than the basic one.
    pub fn fortresses(&self) -> impl Iterator<Item = Floors> + use<> {
        let named = NamedFortress::ALL.into_iter().map(Floors::Named);
        named.chain([Floors::Random, Floors::ByHand]).chain(self.own.map(Floors::Own))
    }

    /// The tiles of the chosen fortress; `None` for the basic one.
    #[must_use]
    pub fn tiles(&self) -> Option<PartialFortress> {
        self.floors.tiles(self.floors_seed)
    }

    /// The name of the bot on a taken seat; `None` for people.
    #[must_use]
    pub fn bot_name(&self, seat: usize) -> Option<String> {
        let plan = self.plans().into_iter().nth(seat)?;
        match plan.who {
            Who::Human => None,
            Who::Bot(_) => Some(plan.name),
        }
    }

    /// The table. `band_name` names people who have not typed a name.
    #[must_use]
    pub fn to_table(&self, band_name: impl Fn(Band) -> String) -> NewTable {
        let bands: Vec<Band> = self.seats().iter().map(|seat| seat.band).collect();
        let players = Players::new(&bands).expect("the form keeps to what can be a table");
        let fortress = self.floors.fortress(self.floors_seed);
        let mut seats = self.plans();
        for (plan, seat) in seats.iter_mut().zip(self.seats()).filter(|(plan, _)| plan.name.is_empty()) {
            plan.name = band_name(seat.band);
        }
        let options = Options { players, fortress, length: self.length };
        let customs = Customs { first: self.first, timer: self.timer };
        NewTable { options, seats, monster: self.monster, speed: self.speed(), help: self.help, customs }
    }

    /// The table on a server. `nonce` draws the contribution to chance of each person here.
    ///
    /// A random fortress is sent tile by tile: it is the one that the form shows.
    #[must_use]
    pub fn to_remote(&self, mut nonce: impl FnMut() -> Nonce) -> TableRequests {
        let seat = |seat: &SeatForm| match seat.sitter {
            Sitter::Here | Sitter::Elsewhere => RemoteSeat::Open {},
            Sitter::Bot(bot) => RemoteSeat::Bot { bot: bot.into() },
        };
        let floors = match self.floors {
            Floors::Random => Floors::Own(random_fortress(self.floors_seed)),
            Floors::Basic | Floors::Named(_) | Floors::ByHand | Floors::Own(_) => self.floors,
        };
        let new = NewGame {
            fortress: Some(floors.into()),
            length: Some(self.length),
            help: Some(self.help.into()),
            monster: Some(self.monster),
            first: Some(self.first.into()),
            ..NewGame::with_seats(self.seats().iter().map(seat).collect())
        };
        let take = |(index, seat): (usize, &SeatForm)| {
            let name = Some(seat.name.trim().to_owned()).filter(|name| !name.is_empty());
            TakeSeat { seat: Some(index), name, band: Some(seat.band), nonce: Some(nonce()) }
        };
        let people = self.seats().iter().enumerate().filter(|(_, seat)| seat.sitter == Sitter::Here);
        let seating = self.dress_bots().into_iter().chain(people.map(take).map(Seating::Take)).collect();
        TableRequests { new, seating }
    }

    /// The requests that give the bots of a new table their bands. The server gives them the first ones, and refuses a
    /// band that another bot still has.
    fn dress_bots(&self) -> Vec<Seating> {
        let bots = self.seats().iter().enumerate().filter(|(_, seat)| matches!(seat.sitter, Sitter::Bot(_)));
        let mut undressed: Vec<(usize, Band, Band)> =
            bots.zip(Band::ALL).map(|((index, seat), worn)| (index, worn, seat.band)).collect();
        let mut worn: Vec<Band> = undressed.iter().map(|(_, worn, _)| *worn).collect();
        let mut requests = vec![];
        let mut change = |worn: &mut Vec<Band>, seat: usize, from: Band, to: Band| {
            worn.retain(|band| *band != from);
            worn.push(to);
            requests.push(Seating::Dress(seat, SeatPatch { band: Some(to), ..SeatPatch::default() }));
        };
        loop {
            undressed.retain(|(_, has, wants)| has != wants);
            match undressed.iter().position(|(_, _, wants)| !worn.contains(wants)) {
                Some(next) => {
                    let (seat, has, wants) = undressed.swap_remove(next);
                    change(&mut worn, seat, has, wants);
                }
                // All that are left wait for each other: one of them steps aside.
                None => {
                    let Some((seat, has, _)) = undressed.first_mut() else { break };
                    let spare = Band::ALL.into_iter().find(|band| !worn.contains(band));
                    let Some(spare) = spare else { break };
                    change(&mut worn, *seat, *has, spare);
                    *has = spare;
                }
            }
        }
        requests
    }

    /// The taken seats, with all names of bots and the typed names of people.
    fn plans(&self) -> Vec<SeatPlan> {
        let plan = |SeatForm { sitter, name, .. }: &SeatForm| SeatPlan {
            who: sitter.who(),
            name: match sitter {
                Sitter::Here => name.trim().to_owned(),
                // The others do not use the typed name. It is kept for the next person here.
                Sitter::Elsewhere | Sitter::Bot(_) => String::new(),
            },
        };
        let mut plans: Vec<SeatPlan> = self.seats().iter().map(plan).collect();
        name_bots(&mut plans);
        plans
    }
}

/// A random fortress.
fn random_fortress(seed: u32) -> Fortress {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    Fortress::random(&mut Stream::new(&Seed(bytes), &[], Purpose::SetUp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::chance::Secret;
    use rules::game::Seat;
    use rules::notation::is_line;

    use crate::table::{LocalTable, last_table};

    fn plain_name(band: Band) -> String {
        format!("the {band} ones")
    }

    fn bands(form: &TableForm) -> Vec<Band> {
        form.seats().iter().map(|seat| seat.band).collect()
    }

    #[test]
    fn at_first_one_human_plays_three_bots_on_the_basic_floors() {
        let table = TableForm::default().to_table(plain_name);
        let names: Vec<&str> = table.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, ["the blue ones", "Pip", "Reynard", "Vix"]);
        assert_eq!(table.options.fortress, FortressChoice::Basic);
        assert_eq!(table.options.players.figures_each(), 4);
    }

    #[test]
    fn a_taken_band_swaps() {
        let mut form = TableForm::default();
        form.set_band(0, Band::Red);
        assert_eq!(bands(&form), [Band::Red, Band::Blue, Band::Green, Band::Yellow]);
    }

    #[test]
    fn beige_purple_and_black_need_five_players() {
        let mut form = TableForm::default();
        form.set_band(0, Band::Beige);
        assert_eq!(bands(&form)[0], Band::Blue);
        form.set_players(5);
        form.set_band(0, Band::Black);
        assert_eq!(bands(&form)[0], Band::Black);
        form.set_players(3);
        assert!(bands(&form).iter().all(|band| band.has_four()));
    }

    #[test]
    fn two_to_seven_can_play() {
        let mut form = TableForm::default();
        for (asked, given) in [(0, 2), (2, 2), (7, 7), (8, 7)] {
            form.set_players(asked);
            assert_eq!(form.players(), given);
            assert_eq!(form.to_table(plain_name).options.players.count(), given);
        }
    }

    #[test]
    fn names_are_trimmed_cut_and_harmless() {
        let mut form = TableForm::default();
        form.set_name(0, "  Mira\n\u{202e} ");
        assert_eq!(form.to_table(plain_name).seats[0].name, "Mira");
        form.set_name(0, "Bartholomäus der Große, Herr der Flure");
        assert_eq!(form.seats()[0].name.chars().count(), LONGEST_NAME);
        form.set_name(0, "   ");
        assert_eq!(form.to_table(plain_name).seats[0].name, "the blue ones");
    }

    #[test]
    fn two_people_may_have_the_same_name_and_a_bot_has_its_own() {
        let mut form = TableForm::default();
        form.set_sitter(1, Sitter::Here);
        for seat in 0..3 {
            form.set_name(seat, "Mira");
        }
        let names = |form: &TableForm| -> Vec<String> {
            form.to_table(plain_name).seats.into_iter().map(|seat| seat.name).collect()
        };
        assert_eq!(names(&form), ["Mira", "Mira", "Reynard", "Vix"]);
        form.set_name(1, "Reynard");
        assert_eq!(names(&form), ["Mira", "Reynard", "Vix", "Filou"]);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|seat| form.bot_name(seat)),
            [None, None, Some("Vix".into()), Some("Filou".into()), None]
        );
    }

    #[test]
    fn the_arrows_go_round_everybody() {
        let mut sitter = Sitter::Here;
        for expected in Sitter::ALL {
            assert_eq!(sitter, expected);
            assert_eq!(sitter.next().previous(), sitter);
            sitter = sitter.next();
        }
        assert_eq!(sitter, Sitter::Here);
    }

    #[test]
    fn only_taken_seats_make_a_table_remote() {
        let mut form = TableForm::default();
        form.set_sitter(5, Sitter::Elsewhere);
        assert!(!form.is_remote());
        form.set_players(6);
        assert!(form.is_remote());
        form.gather();
        assert!(!form.is_remote() && form.seats()[5].sitter == Sitter::Here);
    }

    #[test]
    fn people_here_take_their_seats_and_those_elsewhere_find_an_open_door() {
        let mut form = TableForm::default();
        form.set_sitter(2, Sitter::Elsewhere);
        form.set_sitter(3, Sitter::Here);
        form.set_name(0, " Ada\u{200b} ");
        form.set_name(2, "not used");
        let TableRequests { new, seating } = form.to_remote(|| Nonce([7; 16]));
        let fledgling = RemoteSeat::Bot { bot: Bot::Fledgling.into() };
        assert_eq!(new.seats, [RemoteSeat::Open {}, fledgling, RemoteSeat::Open {}, RemoteSeat::Open {}]);
        let take = |seat, name: Option<&str>, band| {
            let (name, nonce) = (name.map(str::to_owned), Some(Nonce([7; 16])));
            Seating::Take(TakeSeat { seat: Some(seat), name, band: Some(band), nonce })
        };
        let dress = Seating::Dress(1, SeatPatch { band: Some(Band::Red), ..SeatPatch::default() });
        assert_eq!(seating, [dress, take(0, Some("Ada"), Band::Blue), take(3, None, Band::Yellow)]);
    }

    /// Plays the part of the server: the bands of the seats after all requests.
    fn seated(table: &TableRequests) -> Vec<Option<Band>> {
        let mut bands: Vec<Option<Band>> = vec![];
        for seat in &table.new.seats {
            let free = Band::ALL.into_iter().find(|band| !bands.contains(&Some(*band)));
            bands.push(if matches!(seat, RemoteSeat::Bot { .. }) { free } else { None });
        }
        for request in &table.seating {
            let (seat, band, is_bot) = match request {
                Seating::Dress(seat, patch) => (*seat, patch.band, true),
                Seating::Take(take) => (take.seat.unwrap(), take.band, false),
            };
            assert_eq!(bands[seat].is_some(), is_bot, "{request:?}");
            assert!(!bands.contains(&band), "somebody else has it: {request:?}");
            bands[seat] = band;
        }
        bands
    }

    #[test]
    fn bots_that_want_each_others_bands_swap_them() {
        let mut form = TableForm::default();
        form.set_players(7);
        let wishes = [Band::Black, Band::Red, Band::Green, Band::Yellow, Band::Blue, Band::Purple, Band::Beige];
        for (seat, band) in wishes.into_iter().enumerate() {
            form.set_sitter(seat, if seat == 0 { Sitter::Elsewhere } else { Sitter::Bot(Bot::Fox) });
            form.set_band(seat, band);
        }
        let table = form.to_remote(|| Nonce([0; 16]));
        assert_eq!(seated(&table)[1..], wishes.map(Some)[1..]);
    }

    #[test]
    fn every_choice_of_floors_is_complete() {
        let mut form = TableForm::default();
        for named in NamedFortress::ALL {
            form.set_floors(Floors::Named(named));
            assert!(form.tiles().unwrap().complete().is_some());
        }
        form.set_floors(Floors::Random);
        let fortresses = [1, 2].map(|seed| {
            form.floors_seed = seed;
            form.tiles().unwrap()
        });
        assert!(fortresses.iter().all(|tiles| tiles.complete().is_some()));
        assert_ne!(fortresses[0], fortresses[1]);
        assert_eq!(form.tiles(), form.tiles());
    }

    #[test]
    fn floors_by_hand_and_of_ones_own_become_games() {
        let mut form = TableForm::default();
        form.set_floors(Floors::ByHand);
        assert_eq!(form.to_table(plain_name).options.fortress, FortressChoice::ByHand);
        let own = random_fortress(9);
        form.set_floors(Floors::Own(own));
        assert_eq!(form.to_table(plain_name).options.fortress, FortressChoice::Prepared(own));
        form.set_floors(Floors::Basic);
        assert_eq!((form.own(), form.fortresses().last()), (Some(own), Some(Floors::Own(own))));
    }

    #[test]
    fn six_and_seven_players_rush_unless_a_speed_was_chosen() {
        let mut form = TableForm::default();
        let speeds = |form: &mut TableForm| {
            [2, 5, 6, 7].map(|players| {
                form.set_players(players);
                form.to_table(plain_name).speed
            })
        };
        assert_eq!(speeds(&mut form), [Speed::Walk, Speed::Walk, Speed::Rush, Speed::Rush]);
        form.chosen_speed = Some(Speed::Walk);
        assert_eq!(speeds(&mut form), [Speed::Walk; 4]);
    }

    #[test]
    fn a_chosen_first_player_is_at_the_table() {
        let mut form = TableForm::default();
        let third = First::Seat(Seat::new(2).unwrap());
        form.set_first(third);
        form.set_players(3);
        assert_eq!(
            (form.first(), form.to_remote(|| Nonce([0; 16])).new.first),
            (third, Some(protocol::First::Seat(2)))
        );
        let table = LocalTable::begin(form.to_table(plain_name), Secret::chosen(Seed([0; 32]))).unwrap();
        assert_eq!(table.game().acting().map(Seat::index), Some(2));
        form.set_players(2);
        assert_eq!(form.first(), First::Lot);
        form.set_first(third);
        assert_eq!(form.first(), First::Lot);
        // A server does not know the game before.
        form.set_first(First::LastEaten(None));
        assert_eq!(form.to_remote(|| Nonce([0; 16])).new.first, Some(protocol::First::Lot));
    }

    #[derive(Clone, Debug)]
    enum Deed {
        Players(usize),
        Band(usize, usize),
        Sitter(usize, usize),
        Name(usize, String),
        Floors(u32),
        First(usize),
    }

    fn deeds() -> impl Strategy<Value = Vec<Deed>> {
        let deed = prop_oneof![
            (0..10usize).prop_map(Deed::Players),
            (0..8usize, 0..7usize).prop_map(|(seat, band)| Deed::Band(seat, band)),
            (0..8usize, 0..6usize).prop_map(|(seat, sitter)| Deed::Sitter(seat, sitter)),
            (0..8usize, any::<String>()).prop_map(|(seat, name)| Deed::Name(seat, name)),
            any::<u32>().prop_map(Deed::Floors),
            (0..10usize).prop_map(Deed::First),
        ];
        proptest::collection::vec(deed, 0..20)
    }

    fn form_after(deeds: Vec<Deed>) -> TableForm {
        let mut form = TableForm::default();
        for deed in deeds {
            match deed {
                Deed::Players(players) => form.set_players(players),
                Deed::Band(seat, band) => form.set_band(seat, Band::ALL[band]),
                Deed::Sitter(seat, sitter) => form.set_sitter(seat, Sitter::ALL[sitter]),
                Deed::Name(seat, name) => form.set_name(seat, &name),
                Deed::Floors(seed) => {
                    let all: Vec<Floors> = form.fortresses().collect();
                    form.set_floors(all[seed as usize % all.len()]);
                    form.floors_seed = seed;
                }
                Deed::First(9) => form.set_first(First::LastEaten(None)),
                Deed::First(seat) => form.set_first(Seat::new(seat).map_or(First::Lot, First::Seat)),
            }
        }
        form
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whatever_is_done_a_game_can_be_started(deeds in deeds()) {
            let form = form_after(deeds);
            let table = form.to_table(plain_name);
            prop_assert_eq!(last_table::read(&last_table::write(&form)), form);
            if let First::Seat(seat) = table.customs.first {
                prop_assert!(seat.index() < table.seats.len());
            }
            prop_assert!(table.seats.iter().all(|seat| !seat.name.is_empty()));
            for (index, seat) in table.seats.iter().enumerate().filter(|(_, seat)| seat.who != Who::Human) {
                prop_assert!(table.seats.iter().enumerate().all(|(other, plan)| other == index || plan.name != seat.name));
            }
            prop_assert!(LocalTable::begin(table, Secret::chosen(Seed([0; 32]))).is_ok());
        }

        #[test]
        fn whatever_is_done_a_table_on_a_server_is_that_of_the_form(deeds in deeds(), far in 0..7usize) {
            let mut form = form_after(deeds);
            form.set_sitter(far % form.players(), Sitter::Elsewhere);
            let table = form.to_remote(|| Nonce([1; 16]));
            prop_assert_eq!(table.new.seats.len(), form.players());
            let bands = seated(&table);
            for (index, seat) in form.seats().iter().enumerate() {
                let (plan, band) = (&table.new.seats[index], bands[index]);
                match seat.sitter {
                    Sitter::Elsewhere => prop_assert_eq!((plan, band), (&RemoteSeat::Open {}, None)),
                    Sitter::Here => prop_assert_eq!((plan, band), (&RemoteSeat::Open {}, Some(seat.band))),
                    Sitter::Bot(bot) => {
                        prop_assert_eq!((plan, band), (&RemoteSeat::Bot { bot: bot.into() }, Some(seat.band)));
                    }
                }
            }
            prop_assert!(bands.contains(&None), "somebody can come in");
            let names = table.seating.iter().filter_map(|request| match request {
                Seating::Take(take) => take.name.as_deref(),
                Seating::Dress(..) => None,
            });
            for name in names {
                prop_assert!(is_line(name) && !name.is_empty() && name.chars().count() <= LONGEST_NAME);
            }
            let fortress = match table.new.fortress.clone().unwrap() {
                FortressWish::Basic => None,
                FortressWish::ByHand => Some(PartialFortress::default()),
                FortressWish::Named(named) => Some(*named.fortress().tiles()),
                FortressWish::Tiles(tiles) => Some(PartialFortress::new(&tiles).unwrap()),
                FortressWish::Random => unreachable!("the form shows the tiles"),
            };
            prop_assert_eq!(fortress, form.tiles());
            prop_assert_eq!((table.new.length, table.new.monster), (Some(form.length), Some(form.monster)));
        }
    }
}
