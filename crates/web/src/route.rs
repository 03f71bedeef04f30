//! Which screen an address leads to: the part behind `#`, so that the game works below any path.

use std::fmt;

/// A screen, as the address names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Route {
    /// The cover.
    #[default]
    Home,
    /// Who sits at a new table.
    NewTable,
    /// A game, by its id.
    Game(String),
    /// How a game ended.
    End(String),
    /// About this program.
    About,
    /// An address that leads nowhere.
    Unknown,
}

impl Route {
    /// Reads the part of an address behind `#`, with or without it. Whatever it says, it is some route.
    #[must_use]
    pub fn parse(hash: &str) -> Route {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let parts: Vec<&str> = path.split('/').collect();
        match parts[..] {
            [""] => Route::Home,
            ["new"] => Route::NewTable,
            ["game", id] if is_id(id) => Route::Game(id.to_owned()),
            ["game", id, "end"] if is_id(id) => Route::End(id.to_owned()),
            ["about"] => Route::About,
            _ => Route::Unknown,
        }
    }
}

/// Ids go into addresses and keys of the storage as they are.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// With its `#`, ready to be the `href` of a link.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Home | Route::Unknown => f.write_str("#/"),
            Route::NewTable => f.write_str("#/new"),
            Route::Game(id) => write!(f, "#/game/{id}"),
            Route::End(id) => write!(f, "#/game/{id}/end"),
            Route::About => f.write_str("#/about"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_read_from_its_own_address() {
        let game = || "7c-0a".to_owned();
        for route in [Route::Home, Route::NewTable, Route::Game(game()), Route::End(game()), Route::About] {
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
    fn an_address_that_leads_nowhere_is_unknown() {
        for hash in ["#/nowhere", "#/game", "#/game/", "#/game/a b", "#/game/a/start", "#/game/../end", "#/new/x"] {
            assert_eq!(Route::parse(hash), Route::Unknown, "{hash}");
        }
    }
}
