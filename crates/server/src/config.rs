//! What can be set about a server.

use std::num::NonZeroU32;
use std::time::Duration;

use http::Uri;
use ipnet::IpNet;

use crate::clock::Clock;
use crate::store::Database;

/// Everything that can be set about a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where tables and games are stored.
    pub database: Database,
    /// The address under which people reach the server, if it is not the one it listens on.
    pub public_url: Option<PublicUrl>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// What strangers may do.
    pub limits: Limits,
    /// How bots think.
    pub bots: BotBudget,
    /// The clock.
    pub clock: Clock,
}

impl Config {
    /// The usual settings with this database.
    #[must_use]
    pub fn new(database: impl Into<Database>) -> Config {
        Config {
            database: database.into(),
            public_url: None,
            trusted_proxies: vec![],
            limits: Limits::default(),
            bots: BotBudget::default(),
            clock: Clock::default(),
        }
    }
}

/// The address of a server, such as `https://floors.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    is_https: bool,
}

/// The text is not the address of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the address of a server without a path, such as https://floors.example.org")]
pub struct NotAPublicUrl;

impl std::str::FromStr for PublicUrl {
    type Err = NotAPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, NotAPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| NotAPublicUrl)?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or(NotAPublicUrl)?;
        let is_https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(NotAPublicUrl),
        };
        if uri.path_and_query().is_some_and(|path| path.as_str() != "/") {
            return Err(NotAPublicUrl);
        }
        let scheme = if is_https { "https" } else { "http" };
        Ok(PublicUrl { origin: format!("{scheme}://{}", authority.as_str().to_ascii_lowercase()), is_https })
    }
}

impl<'de> serde::Deserialize<'de> for PublicUrl {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PublicUrl, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl PublicUrl {
    /// Scheme, host and port, as browsers send them.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether cookies may demand an encrypted connection.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.is_https
    }
}

/// How bots think.
#[derive(Clone, Copy, Debug)]
pub struct BotBudget {
    /// The number of threads.
    pub threads: usize,
    /// The number of positions that a bot may look at for one action.
    pub nodes: u64,
}

impl Default for BotBudget {
    fn default() -> BotBudget {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // One core stays free for people.
        BotBudget { threads: (cores - 1).max(1), nodes: 20_000 }
    }
}

/// What strangers may do at one node. `None` means without limit. Addresses of IPv6 count by their first 64 bits. Tables
/// and seats are counted in the database, so their limits hold for all nodes together.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests and messages per address and minute.
    pub requests_per_minute: Option<NonZeroU32>,
    /// Tables that wait, or were made within a day and are not over, per address.
    pub tables_per_address: Option<NonZeroU32>,
    /// Seats at tables that wait, per address.
    pub seats_per_address: Option<NonZeroU32>,
    /// Connections per address.
    pub connections_per_address: Option<NonZeroU32>,
    /// Connections in all.
    pub connections: Option<NonZeroU32>,
    /// Wrong codes per address and hour.
    pub wrong_codes_per_hour: Option<NonZeroU32>,
    /// How long a request may take to arrive, and a WebSocket to say hello.
    pub header_timeout: Duration,
    /// How long a connection may be silent. Pings keep a WebSocket alive.
    pub idle_timeout: Duration,
    /// How long a game stays in memory that nobody asks for.
    pub linger: Duration,
    /// How long a table waits where nobody is.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            requests_per_minute: NonZeroU32::new(600),
            tables_per_address: NonZeroU32::new(100),
            seats_per_address: NonZeroU32::new(200),
            connections_per_address: NonZeroU32::new(200),
            connections: NonZeroU32::new(10_000),
            wrong_codes_per_hour: NonZeroU32::new(60),
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            linger: Duration::from_secs(30),
            patience: Duration::from_secs(24 * 60 * 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_origin() {
        let url: PublicUrl = "https://Floors.example.org/".parse().unwrap();
        assert_eq!((url.origin(), url.is_https()), ("https://floors.example.org", true));
        let url: PublicUrl = "http://10.0.0.1:8717".parse().unwrap();
        assert_eq!((url.origin(), url.is_https()), ("http://10.0.0.1:8717", false));
        for text in ["", "floors.example.org", "https://x.org/path", "ftp://x.org", "https://a@x.org", "/"] {
            assert_eq!(text.parse::<PublicUrl>(), Err(NotAPublicUrl), "{text:?}");
        }
    }
}
