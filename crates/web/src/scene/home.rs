//! The games that the cover offers to continue, and where a code leads that is typed there.

use protocol::{GameId, GameView, Occupant, State};
use rules::game::{Band, FortressChoice, Seat, Stage, Tile, Winner};

use crate::route::{GameRef, Route};
use crate::table::{SaveOutline, only_person};

/// A game that the cover offers to continue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShelfLine {
    /// A table on the server.
    Table(TableLine),
    /// A game saved in this browser.
    Saved(SavedGameLine),
}

/// A saved game as a line of the cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SavedGameLine {
    /// Its id, as in the address.
    pub id: String,
    /// The stage, 1 or 2.
    pub stage: u8,
    /// The turn in it, from 1.
    pub turn: u8,
    /// The number of the next tile, from 1, while the fortress is being laid.
    pub tile: Option<usize>,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The seat whose action is awaited; `None` if the save does not store it.
    pub whose_move: Option<Seat>,
    /// The only person among bots, and the band they play.
    pub you: Option<(Seat, Band)>,
}

impl SavedGameLine {
    /// Parses the text of a saved game; `None` if the game is over or damaged. The game is not played.
    #[must_use]
    pub fn of(id: &str, save: &str) -> Option<SavedGameLine> {
        let SaveOutline { record, awaits } = SaveOutline::read(save).ok()?;
        if record.ending.is_some() {
            return None;
        }
        let names: Vec<String> = record.terms.seats().iter().map(|player| player.name.clone()).collect();
        let bands = record.terms.players().bands();
        let you = only_person(record.terms.seats()).and_then(|seat| Some((seat, *bands.get(seat.index())?)));
        let laid = record.actions.len();
        let is_by_hand = record.terms.options().is_some_and(|options| options.fortress == FortressChoice::ByHand);
        let is_being_laid = is_by_hand && laid < Tile::COUNT;
        let (stage, turn) = record.turn.unwrap_or((Stage::One, 1));
        Some(SavedGameLine {
            id: id.to_owned(),
            stage: stage.number(),
            turn,
            tile: is_being_laid.then_some(laid + 1),
            whose_move: awaits,
            names,
            you,
        })
    }
}

/// A table on the server as a line of the cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableLine {
    /// The id of the game.
    pub game: GameId,
    /// How it stands.
    pub standing: Standing,
    /// Everybody at the table, by seat.
    pub players: Vec<Plate>,
}

/// How a table on the server stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Somebody at this screen is to act.
    YourMove,
    /// Somebody else is to act.
    Move(Plate),
    /// The table waits.
    Waiting {
        /// The number of players so far.
        seated: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The game is over.
    Won(Plate),
    /// The game is over, and nobody got out.
    NobodyWon,
}

/// A player's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plate {
    /// The name; `None` for a person who has given none.
    pub name: Option<String>,
    /// The band, which stands for a missing name.
    pub band: Band,
}

impl Plate {
    fn of(occupant: &Occupant) -> Option<Plate> {
        match occupant {
            Occupant::Human { name, band, .. } => Some(Plate { name: name.clone(), band: *band }),
            Occupant::Bot { name, band, .. } => Some(Plate { name: Some(name.clone()), band: *band }),
            Occupant::Open { .. } | Occupant::None => None,
        }
    }
}

impl TableLine {
    /// The line of a table; `None` if there is nothing to go to it for, because its people have moved on to the next game.
    #[must_use]
    pub fn of(view: &GameView) -> Option<TableLine> {
        let occupant = |seat: usize| view.seats.iter().find(|one| one.seat == seat).map(|one| &one.occupant);
        let plate = |seat: usize| occupant(seat).and_then(Plate::of);
        // The others first: a line that is too long ends with those who read it.
        let (own, others): (Vec<_>, Vec<_>) = view.seats.iter().partition(|seat| view.yours.contains(&seat.seat));
        let players: Vec<Plate> = others.into_iter().chain(own).filter_map(|seat| Plate::of(&seat.occupant)).collect();
        let standing = match view.state {
            State::Waiting => {
                let is_open = |occupant: &Occupant| matches!(occupant, Occupant::Open { .. });
                let open = view.seats.iter().filter(|seat| is_open(&seat.occupant)).count();
                Standing::Waiting { seated: players.len(), seats: players.len() + open }
            }
            State::Playing => {
                let seat = view.awaits?.seat.index();
                let is_relieved = matches!(occupant(seat), Some(Occupant::Human { stand_in: Some(_), .. }));
                let is_yours = view.yours.contains(&seat) && !is_relieved;
                if is_yours { Standing::YourMove } else { Standing::Move(plate(seat)?) }
            }
            State::Over if view.rematch.is_some() => return None,
            State::Over => match view.result?.winner {
                Winner::Seat(seat) => Standing::Won(plate(seat.index())?),
                Winner::Monster => Standing::NobodyWon,
            },
        };
        Some(TableLine { game: view.game, standing, players })
    }

    fn is_over(&self) -> bool {
        match self.standing {
            Standing::Won(_) | Standing::NobodyWon => true,
            Standing::YourMove | Standing::Move(_) | Standing::Waiting { .. } => false,
        }
    }

    /// Tables that wait for this screen come first, then those that wait for others, then waiting rooms.
    fn rank(&self) -> u8 {
        match self.standing {
            Standing::YourMove => 0,
            Standing::Move(_) => 1,
            Standing::Waiting { .. } => 2,
            Standing::Won(_) | Standing::NobodyWon => 3,
        }
    }
}

/// The number of games that the cover has room for.
const SHOWN: usize = 4;

/// The saved games that the cover may show: the newest ones that can be continued, newest first. `games` are the ids of
/// all games and when they were last played, `text` loads a save. Loads no more saves than it needs.
pub fn saved_games(mut games: Vec<(String, f64)>, text: impl Fn(&str) -> Option<String>) -> Vec<SavedGameLine> {
    games.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    games.iter().filter_map(|(id, _)| SavedGameLine::of(id, &text(id)?)).take(SHOWN).collect()
}

/// What the cover shows: tables that are not over, saved games, and if there is room tables that are. The newest saved
/// game always has a place.
#[must_use]
pub fn shelf(saved: Vec<SavedGameLine>, mut tables: Vec<TableLine>) -> Vec<ShelfLine> {
    // Tables of the same rank stay in the order of the server: newest first.
    tables.sort_by_key(TableLine::rank);
    let room = SHOWN - saved.len().min(1);
    let (over, under_way): (Vec<TableLine>, Vec<TableLine>) = tables.into_iter().partition(TableLine::is_over);
    let lines = under_way.into_iter().take(room).map(ShelfLine::Table);
    let lines = lines.chain(saved.into_iter().map(ShelfLine::Saved));
    lines.chain(over.into_iter().map(ShelfLine::Table)).take(SHOWN).collect()
}

/// What somebody typed at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knock {
    /// An address in the game.
    Route(Route),
    /// The code of a table, such as `moth-candle-52`.
    Code(String),
}

/// The words of a code.
const CODE_WORDS: usize = 3;

impl Knock {
    /// Parses a code in any case and with any marks between its words, an invitation, or an address of a table; `None` if
    /// it is none of these.
    #[must_use]
    pub fn parse(text: &str) -> Option<Knock> {
        let text = text.trim();
        if let Some((_, hash)) = text.split_once('#') {
            return match Route::parse(hash) {
                route @ (Route::Game(GameRef::Remote(_)) | Route::End(GameRef::Remote(_)) | Route::Seats(_)) => {
                    Some(Knock::Route(route))
                }
                _ => None,
            };
        }
        if let Some((_, id)) = text.rsplit_once("/t/") {
            let id = id.split(['/', '?']).next().unwrap_or_default();
            return id.parse().ok().map(|game| Knock::Route(Route::Game(GameRef::Remote(game))));
        }
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        (words.len() == CODE_WORDS).then(|| Knock::Code(words.join("-")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A table as the server describes it, with these changes.
    fn view(changes: Value) -> GameView {
        let mut view = json!({
            "game": "abcdefghijkmn", "state": "playing",
            "seats": [
                {"seat": 0, "who": "human", "name": "Ada", "band": "green", "here": true, "nonce": null},
                {"seat": 1, "who": "human", "name": null, "band": "blue", "here": false, "nonce": null},
                {"seat": 2, "who": "bot", "bot": "fox", "name": "Reynard", "band": "red"},
            ],
            "fortress": "basic", "length": "normal", "help": "foresight", "first": "lot", "monster": 17,
            "commitment": "0".repeat(64), "code": null, "host_seat": 0, "watching": [], "seq": 12,
            "awaits": {"seat": 0, "what": "move"}, "tiles": null, "situation": null, "hash": null, "result": null,
            "rematch": null, "yours": [0], "host": true,
        });
        view.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        serde_json::from_value(view).unwrap()
    }

    fn standing(changes: Value) -> Option<Standing> {
        TableLine::of(&view(changes)).map(|line| line.standing)
    }

    fn plate(name: Option<&str>, band: Band) -> Plate {
        Plate { name: name.map(str::to_owned), band }
    }

    #[test]
    fn a_table_says_whose_move_it_is() {
        assert_eq!(standing(json!({})), Some(Standing::YourMove));
        assert_eq!(standing(json!({"yours": [1]})), Some(Standing::Move(plate(Some("Ada"), Band::Green))));
        let fishers = Standing::Move(plate(None, Band::Blue));
        assert_eq!(standing(json!({"awaits": {"seat": 1, "what": "tile"}})), Some(fishers));
        let line = TableLine::of(&view(json!({}))).unwrap();
        let names: Vec<Option<&str>> = line.players.iter().map(|plate| plate.name.as_deref()).collect();
        assert_eq!(names, [None, Some("Reynard"), Some("Ada")], "the others first");
    }

    #[test]
    fn while_a_bot_stands_in_it_is_not_your_move() {
        let seats = json!([{"seat": 0, "who": "human", "name": "Ada", "band": "green", "here": true, "nonce": null, "stand_in": "fox"}]);
        assert_eq!(standing(json!({"seats": seats})), Some(Standing::Move(plate(Some("Ada"), Band::Green))));
    }

    #[test]
    fn a_waiting_room_says_how_many_are_in() {
        let seats = json!([
            {"seat": 0, "who": "human", "name": "Ada", "band": "green", "here": true, "nonce": null},
            {"seat": 1, "who": "open", "arriving": "Dora"},
            {"seat": 2, "who": "bot", "bot": "fox", "name": "Reynard", "band": "red"},
            {"seat": 3, "who": "none"},
        ]);
        let waiting = standing(json!({"state": "waiting", "seats": seats, "awaits": null}));
        assert_eq!(waiting, Some(Standing::Waiting { seated: 2, seats: 3 }));
    }

    #[test]
    fn a_game_that_is_over_says_who_won_unless_the_next_one_is_there() {
        let over = |winner: Value| json!({"state": "over", "awaits": null, "result": {"winner": winner, "reason": "last_tombstone"}});
        assert_eq!(standing(over(json!({"seat": 1}))), Some(Standing::Won(plate(None, Band::Blue))));
        assert_eq!(standing(over(json!("monster"))), Some(Standing::NobodyWon));
        let mut followed = over(json!("monster"));
        followed["rematch"] = json!("abcdefghijkmm");
        assert_eq!(standing(followed), None);
    }

    fn saved(id: &str) -> SavedGameLine {
        SavedGameLine { id: id.to_owned(), stage: 1, turn: 1, tile: None, names: vec![], whose_move: None, you: None }
    }

    fn table(id: &str, standing: Standing) -> TableLine {
        TableLine { game: format!("{id:a>13}").parse().unwrap(), standing, players: vec![] }
    }

    /// The shelf as letters: saved games as they are named, tables in capitals.
    fn shown(saved_ids: &[&str], tables: Vec<TableLine>) -> String {
        let lines = shelf(saved_ids.iter().map(|id| saved(id)).collect(), tables);
        let letter = |line: &ShelfLine| match line {
            ShelfLine::Table(table) => table.game.as_str()[12..].to_uppercase(),
            ShelfLine::Saved(saved) => saved.id.clone(),
        };
        lines.iter().map(letter).collect()
    }

    #[test]
    fn your_move_comes_first_and_the_newest_saved_game_has_a_place() {
        let ben = || Standing::Move(plate(Some("Ben"), Band::Red));
        let waiting = || Standing::Waiting { seated: 4, seats: 6 };
        let won = || Standing::Won(plate(Some("Cleo"), Band::Red));
        let all = || vec![table("w", waiting()), table("e", won()), table("m", ben()), table("y", Standing::YourMove)];
        assert_eq!(shown(&[], all()), "YMWE");
        assert_eq!(shown(&["s"], all()), "YMWs");
        assert_eq!(shown(&["s", "t", "u", "v"], vec![]), "stuv");
        assert_eq!(shown(&["s", "t"], vec![table("e", won()), table("m", ben())]), "MstE");
        let five = ["a", "b", "c", "d", "f"].map(|id| table(id, Standing::YourMove));
        assert_eq!(shown(&["s", "t"], five.to_vec()), "ABCs");
        assert_eq!(shown(&[], five.to_vec()), "ABCD");
    }

    #[test]
    fn a_code_may_be_typed_in_any_way() {
        let code = Some(Knock::Code("moth-candle-52".to_owned()));
        for text in ["moth-candle-52", " Moth Candle 52 ", "MOTH–CANDLE–52", "moth, candle, 52"] {
            assert_eq!(Knock::parse(text), code, "{text}");
        }
        for text in ["", "moth", "moth candle", "one two three four", "http://host/"] {
            assert_eq!(Knock::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_pasted_address_leads_where_it_says() {
        let game: GameId = "abcdefghijkmn".parse().unwrap();
        let table = Some(Knock::Route(Route::Game(GameRef::Remote(game))));
        for text in [
            "http://192.168.0.7:8717/t/abcdefghijkmn",
            "https://floors.example/games/t/abcdefghijkmn?from=mail",
            "https://floors.example/#/table/abcdefghijkmn",
            "#/table/abcdefghijkmn",
        ] {
            assert_eq!(Knock::parse(text), table, "{text}");
        }
        let seats = Knock::parse("https://floors.example/#/seat/4f09ab");
        assert_eq!(seats, Some(Knock::Route(Route::Seats("4f09ab".to_owned()))));
        for text in ["http://host/t/short", "http://host/#/new", "#/table/"] {
            assert_eq!(Knock::parse(text), None, "{text}");
        }
    }
}
