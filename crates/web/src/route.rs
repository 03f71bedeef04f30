//! Routes: the screen that an address leads to. They use the part after `#`, so that the game works below any path.

use std::fmt;

use protocol::GameId;
use puzzles::Date;
use rules::game::{Game, Playing};
use rules::terms::MonsterNumber;

use crate::puzzle::LevelRef;
use crate::scene::first::Lesson;

/// A screen with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Route {
    /// The cover.
    #[default]
    Home,
    /// The form of a new table.
    NewTable,
    /// The table of a game.
    Game(GameRef),
    /// The end of a game.
    End(GameRef),
    /// Takes over seats from another device, by the code of the handover.
    Seats(String),
    /// The archive.
    Archive,
    /// A record to watch, from this action on; from the end if there is none.
    Replay {
        /// Where its record is.
        source: RecordSource,
        /// The number of actions.
        at: Option<usize>,
    },
    /// The analysis board with this position string, and perhaps a monster after it, see [`Route::with_monster`]; with
    /// the basic fortress if it is empty.
    Position(String),
    /// The editor of a fortress for a new table.
    Fortress,
    /// The levels of the puzzle game.
    Feeding,
    /// A level of the puzzle game.
    Level(LevelRef),
    /// The first game, at this scene; at the one that is to be done next if there is none.
    First(Option<Lesson>),
    /// About this program.
    About,
    /// An unknown address.
    Unknown,
}

/// A game, by where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameRef {
    /// Saved in this browser, by its id.
    Kept(String),
    /// On the server that delivered the page.
    Remote(GameId),
}

/// The address of its table, without the `#`.
impl fmt::Display for GameRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRef::Kept(id) => write!(f, "/game/{id}"),
            GameRef::Remote(id) => write!(f, "/table/{id}"),
        }
    }
}

/// The source of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RecordSource {
    /// A game saved in this browser, by its id.
    Kept(String),
    /// A record code in the address itself.
    Code(String),
}

/// The prefix of the number of a monster.
const MONSTER: &str = "monster-";

/// The prefix that distinguishes a saved game from a record code.
const KEPT: &str = "game-";

impl GameRef {
    fn parse(place: &str, id: &str) -> Option<GameRef> {
        match place {
            "table" => id.parse().ok().map(GameRef::Remote),
            _ => is_id(id).then(|| GameRef::Kept(id.to_owned())),
        }
    }
}

impl RecordSource {
    fn parse(text: &str) -> Option<RecordSource> {
        match text.strip_prefix(KEPT) {
            Some(id) => is_id(id).then(|| RecordSource::Kept(id.to_owned())),
            None => is_word(text).then(|| RecordSource::Code(text.to_owned())),
        }
    }
}

impl fmt::Display for RecordSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordSource::Kept(id) => write!(f, "{KEPT}{id}"),
            RecordSource::Code(code) => f.write_str(code),
        }
    }
}

impl Route {
    /// Parses the part of an address after `#`, with or without it. Every text is some route.
    #[must_use]
    pub fn parse(hash: &str) -> Route {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let parts: Vec<&str> = path.split('/').collect();
        match parts[..] {
            [""] => Route::Home,
            ["new"] => Route::NewTable,
            [place @ ("game" | "table"), id] => GameRef::parse(place, id).map_or(Route::Unknown, Route::Game),
            [place @ ("game" | "table"), id, "end"] => GameRef::parse(place, id).map_or(Route::Unknown, Route::End),
            ["seat", code] if is_word(code) => Route::Seats(code.to_owned()),
            ["archive"] => Route::Archive,
            ["replay", source] => Route::replay(source, None),
            ["replay", source, at] => at.parse().map_or(Route::Unknown, |at| Route::replay(source, Some(at))),
            // The analysis board reports what is wrong with it.
            ["position", ref rest @ ..] => Route::Position(rest.join("/")),
            ["fortress"] => Route::Fortress,
            ["feeding"] => Route::Feeding,
            ["puzzle", name] => name.parse().map_or(Route::Unknown, |id| Route::Level(LevelRef::Shipped(id))),
            ["day", date] => date.parse().map_or(Route::Unknown, |date: Date| Route::Level(LevelRef::Day(date))),
            // The screen of a level reports what is wrong with its code.
            ["level", ref rest @ ..] => Route::Level(LevelRef::Code(rest.join("/"))),
            ["first"] => Route::First(None),
            ["first", name] => Lesson::from_name(name).map_or(Route::Unknown, |lesson| Route::First(Some(lesson))),
            ["about"] => Route::About,
            _ => Route::Unknown,
        }
    }

    /// The analysis board with the current position of a game; if no move is awaited, without the rest of the
    /// situation.
    #[must_use]
    pub fn analysis(game: &Game) -> Route {
        match game {
            Game::Laying(_) => Route::Position(game.to_setup().to_string()),
            Game::Playing(playing) => Route::analysis_in_play(playing),
        }
    }

    /// The same for a game in play.
    #[must_use]
    pub fn analysis_in_play(game: &Playing) -> Route {
        let position = || game.position().to_string();
        Route::Position(game.to_situation().map_or_else(position, |situation| situation.to_string()))
    }

    /// The analysis board with this monster, if there is one; other routes stay as they are.
    #[must_use]
    pub fn with_monster(self, monster: impl Into<Option<MonsterNumber>>) -> Route {
        match (self, monster.into()) {
            (Route::Position(text), Some(monster)) => Route::Position(format!("{text}/{MONSTER}{}", monster.index())),
            (other, _) => other,
        }
    }

    fn replay(source: &str, at: Option<usize>) -> Route {
        RecordSource::parse(source).map_or(Route::Unknown, |source| Route::Replay { source, at })
    }
}

/// The text of [`Route::Position`] without its monster, and the monster.
#[must_use]
pub fn split_monster(text: &str) -> (&str, Option<MonsterNumber>) {
    let split = text.rsplit_once('/').and_then(|(position, last)| {
        let index = last.strip_prefix(MONSTER)?.parse().ok()?;
        Some((position, Some(MonsterNumber::from_index(index))))
    });
    split.unwrap_or((text, None))
}

/// Whether a text needs no escaping in an address.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Whether a text is an id. Ids are used in addresses and storage keys without escaping.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The route with its `#`, as the `href` of a link.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Home | Route::Unknown => f.write_str("#/"),
            Route::NewTable => f.write_str("#/new"),
            Route::Game(game) => write!(f, "#{game}"),
            Route::End(game) => write!(f, "#{game}/end"),
            Route::Seats(code) => write!(f, "#/seat/{code}"),
            Route::Archive => f.write_str("#/archive"),
            Route::Replay { source, at: None } => write!(f, "#/replay/{source}"),
            Route::Replay { source, at: Some(at) } => write!(f, "#/replay/{source}/{at}"),
            Route::Position(position) if position.is_empty() => f.write_str("#/position"),
            Route::Position(position) => write!(f, "#/position/{position}"),
            Route::Fortress => f.write_str("#/fortress"),
            Route::Feeding => f.write_str("#/feeding"),
            Route::Level(level) => write!(f, "#{level}"),
            Route::First(None) => f.write_str("#/first"),
            Route::First(Some(lesson)) => write!(f, "#/first/{}", lesson.name()),
            Route::About => f.write_str("#/about"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_read_from_its_own_address() {
        let game = || GameRef::Kept("7c-0a".to_owned());
        let remote = GameRef::Remote("abcdefghijkmn".parse().expect("an id"));
        let kept = RecordSource::Kept("7c-0a".to_owned());
        let code = RecordSource::Code("1Zx_-9".to_owned());
        let routes = [
            Route::Home,
            Route::NewTable,
            Route::Game(game()),
            Route::End(game()),
            Route::Game(remote.clone()),
            Route::End(remote),
            Route::Seats("4f09ab".to_owned()),
            Route::Archive,
            Route::Replay { source: kept.clone(), at: None },
            Route::Replay { source: kept, at: Some(12) },
            Route::Replay { source: code, at: Some(0) },
            Route::Position(String::new()),
            Route::Position("Ma1e-FR4d3".to_owned()),
            Route::Fortress,
            Route::Feeding,
            Route::Level(LevelRef::Shipped("teleporter-5".parse().expect("a level"))),
            Route::Level(LevelRef::Day("2026-11-18".parse().expect("a day"))),
            Route::Level(LevelRef::Code("aAAAAAGCAhMAwAIxuxo".to_owned())),
            Route::First(None),
            Route::First(Some(Lesson::Lure)),
            Route::About,
        ];
        for route in routes {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
    }

    #[test]
    fn an_empty_address_is_home() {
        for hash in ["", "#", "#/"] {
            assert_eq!(Route::parse(hash), Route::Home);
        }
    }

    #[test]
    fn whatever_stands_for_a_position_comes_to_the_analysis_board() {
        assert_eq!(Route::parse("#/position/no/such thing"), Route::Position("no/such thing".to_owned()));
    }

    #[test]
    fn whatever_stands_for_a_level_comes_to_its_screen() {
        assert_eq!(Route::parse("#/level/cut/off"), Route::Level(LevelRef::Code("cut/off".to_owned())));
        assert_eq!(Route::parse("#/level"), Route::Level(LevelRef::Code(String::new())));
    }

    #[test]
    fn a_position_is_told_from_its_monster() {
        for (position, index) in [("Ma1e-FR4d3", 201), ("", 7), ("no/such thing", 0)] {
            let monster = MonsterNumber::from_index(index);
            let route = Route::Position(position.to_owned()).with_monster(monster);
            assert_eq!(Route::parse(&route.to_string()), route);
            let Route::Position(text) = route else { unreachable!("it is one") };
            assert_eq!(split_monster(&text), (position, Some(monster)));
            assert_eq!(split_monster(position), (position, None));
        }
        assert_eq!(split_monster("a/monster-x"), ("a/monster-x", None));
    }

    #[test]
    fn an_address_that_leads_nowhere_is_unknown() {
        for hash in [
            "#/nowhere",
            "#/game",
            "#/game/",
            "#/game/a b",
            "#/game/a/start",
            "#/game/../end",
            "#/table/7c-0a",
            "#/seat/",
            "#/new/x",
            "#/replay",
            "#/replay/a/b",
            "#/replay/game-/1",
            "#/puzzle/seeing-6",
            "#/puzzle/17",
            "#/day/2026-02-29",
            "#/first/dance",
        ] {
            assert_eq!(Route::parse(hash), Route::Unknown, "{hash}");
        }
    }
}
