//! The form of a new table: seats, fortress, length, speed and help. Every state of the form is a valid table.

use bots::Bot;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Band, Fortress, FortressChoice, Length, NamedFortress, Options, PartialFortress, Players};
use rules::terms::MonsterNumber;

use crate::table::{Help, NewTable, SeatPlan, Speed, Who, name_bots};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 20;

impl Who {
    /// Everyone who can take a seat, from the human to the strongest bot.
    pub const ALL: [Who; 5] =
        [Who::Human, Who::Bot(Bot::Fool), Who::Bot(Bot::Fledgling), Who::Bot(Bot::Fox), Who::Bot(Bot::Fiend)];

    /// The next one in [`ALL`](Who::ALL), cyclically.
    #[must_use]
    pub fn next(self) -> Who {
        self.later(1)
    }

    /// The previous one in [`ALL`](Who::ALL), cyclically.
    #[must_use]
    pub fn previous(self) -> Who {
        self.later(Who::ALL.len() - 1)
    }

    fn later(self, places: usize) -> Who {
        let index = Who::ALL.iter().position(|who| *who == self).expect("ALL has everybody");
        Who::ALL[(index + places) % Who::ALL.len()]
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

/// A seat of the form, taken or empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatForm {
    /// Who sits there.
    pub who: Who,
    /// The name as typed.
    pub name: String,
    /// The band.
    pub band: Band,
}

/// The form.
/// Invariant: two to seven of the seven seats are taken. All seven have different bands; while fewer than five are
/// taken, those have bands of four figures. Names have at most [`LONGEST_NAME`] visible characters. The player's own
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
    /// How fast pieces move.
    pub speed: Speed,
    /// What the table reveals about the next run.
    pub help: Help,
    /// The monster; its parts are its index in base 4.
    pub monster: MonsterNumber,
}

impl Default for TableForm {
    /// One human against three bots of medium strength, on the basic fortress.
    fn default() -> TableForm {
        let bot = |bot, band| (Who::Bot(bot), band);
        let seats = [
            (Who::Human, Band::Blue),
            bot(Bot::Fledgling, Band::Red),
            bot(Bot::Fox, Band::Green),
            bot(Bot::Fox, Band::Yellow),
            bot(Bot::Fledgling, Band::Beige),
            bot(Bot::Fox, Band::Purple),
            bot(Bot::Fool, Band::Black),
        ];
        TableForm {
            players: 4,
            seats: seats.map(|(who, band)| SeatForm { who, name: String::new(), band }),
            floors: Floors::Basic,
            own: None,
            floors_seed: 1,
            length: Length::Normal,
            speed: Speed::Walk,
            help: Help::Foresight,
            // Turnip, sack, hands, goat: the monster of the title.
            monster: MonsterNumber::from_index(0b00_01_01_11),
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
    }

    /// Sets who plays a seat.
    pub fn set_who(&mut self, seat: usize, who: Who) {
        if let Some(chair) = self.seats.get_mut(seat) {
            chair.who = who;
        }
    }

    /// Sets the name of a seat. Invisible characters are removed, and a name that is too long is cut.
    pub fn set_name(&mut self, seat: usize, name: &str) {
        if let Some(chair) = self.seats.get_mut(seat) {
            chair.name = name.chars().filter(|c| !is_harmful(*c)).take(LONGEST_NAME).collect();
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
        NewTable { options, seats, monster: self.monster, speed: self.speed, help: self.help }
    }

    /// The taken seats, with all names of bots and the typed names of people.
    fn plans(&self) -> Vec<SeatPlan> {
        let plan = |SeatForm { who, name, .. }: &SeatForm| SeatPlan {
            who: *who,
            name: match who {
                Who::Human => name.trim().to_owned(),
                // A bot has a name of its own; the typed name is kept for the next person.
                Who::Bot(_) => String::new(),
            },
        };
        let mut plans: Vec<SeatPlan> = self.seats().iter().map(plan).collect();
        name_bots(&mut plans);
        plans
    }
}

/// Control characters and those that change the direction of writing; records reject them.
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
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

    use crate::table::LocalTable;

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
        form.set_who(1, Who::Human);
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
        let mut who = Who::Human;
        for expected in Who::ALL {
            assert_eq!(who, expected);
            assert_eq!(who.next().previous(), who);
            who = who.next();
        }
        assert_eq!(who, Who::Human);
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

    #[derive(Clone, Debug)]
    enum Deed {
        Players(usize),
        Band(usize, usize),
        Who(usize, usize),
        Name(usize, String),
        Floors(u32),
    }

    fn deeds() -> impl Strategy<Value = Vec<Deed>> {
        let deed = prop_oneof![
            (0..10usize).prop_map(Deed::Players),
            (0..8usize, 0..7usize).prop_map(|(seat, band)| Deed::Band(seat, band)),
            (0..8usize, 0..5usize).prop_map(|(seat, who)| Deed::Who(seat, who)),
            (0..8usize, any::<String>()).prop_map(|(seat, name)| Deed::Name(seat, name)),
            any::<u32>().prop_map(Deed::Floors),
        ];
        proptest::collection::vec(deed, 0..20)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whatever_is_done_a_game_can_be_started(deeds in deeds()) {
            let mut form = TableForm::default();
            for deed in deeds {
                match deed {
                    Deed::Players(players) => form.set_players(players),
                    Deed::Band(seat, band) => form.set_band(seat, Band::ALL[band]),
                    Deed::Who(seat, who) => form.set_who(seat, Who::ALL[who]),
                    Deed::Name(seat, name) => form.set_name(seat, &name),
                    Deed::Floors(seed) => {
                        let all: Vec<Floors> = form.fortresses().collect();
                        form.set_floors(all[seed as usize % all.len()]);
                        form.floors_seed = seed;
                    }
                }
            }
            let table = form.to_table(plain_name);
            prop_assert!(table.seats.iter().all(|seat| !seat.name.is_empty()));
            for (index, seat) in table.seats.iter().enumerate().filter(|(_, seat)| seat.who != Who::Human) {
                prop_assert!(table.seats.iter().enumerate().all(|(other, plan)| other == index || plan.name != seat.name));
            }
            prop_assert!(LocalTable::begin(table, Secret::chosen(Seed([0; 32]))).is_ok());
        }
    }
}
