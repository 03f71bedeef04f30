//! The options of `fearsome serve`, from the command line and from a file.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use ipnet::IpNet;
use serde::Deserialize;
use server::{BotBudget, Config, Database, Durability, Limits, PostgresOptions, PublicUrl, SqliteOptions};

/// The default port.
const PORT: u16 = 8717;

/// The database in the data folder.
pub(super) const DATABASE: &str = "fearsome.sqlite";

/// Where to serve the game, and what strangers may do. A file given by --config can contain the same options.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServeArguments {
    /// Port to listen on; 0 picks a free one [default: 8717].
    #[arg(long)]
    pub port: Option<u16>,
    /// Address to listen on [default: 127.0.0.1].
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,
    /// Make the game available to the local network, and show the address as a QR code.
    #[arg(long, conflicts_with = "host")]
    pub lan: bool,
    /// Folder for tables and games [default: the user's data folder].
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// PostgreSQL database for tables and games, which any number of servers share: postgres://USER@HOST/NAME.
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "database_limit", "durability"])]
    #[serde(deserialize_with = "database")]
    pub database: Option<PostgresOptions>,
    /// Address under which people reach the server: scheme and name, without a path.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// TOML file with options; the command line takes precedence.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Check the options and the database, and exit.
    #[arg(long)]
    #[serde(skip)]
    pub check: bool,
    /// Open the game in the browser.
    #[arg(long)]
    #[serde(skip)]
    pub open: bool,
    /// Format of the log on standard error [default: text].
    #[arg(long)]
    pub log: Option<LogFormat>,
    /// Minimum level of log messages [default: info].
    #[arg(long)]
    pub log_level: Option<LogLevel>,
    /// Address or network of a proxy whose X-Forwarded-For is believed; can be repeated.
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    #[serde(deserialize_with = "networks")]
    pub trusted_proxy: Vec<IpNet>,
    /// Requests and messages per address and minute; 0 for no limit [default: 600].
    #[arg(long, value_name = "N")]
    pub requests_per_minute: Option<u32>,
    /// Tables per address that wait, or were made within a day and are not over; 0 for no limit [default: 100].
    #[arg(long, value_name = "N")]
    pub tables_per_address: Option<u32>,
    /// Seats per address at tables that have not started; 0 for no limit [default: 200].
    #[arg(long, value_name = "N")]
    pub seats_per_address: Option<u32>,
    /// Connections per address; 0 for no limit [default: 200].
    #[arg(long, value_name = "N")]
    pub connections_per_address: Option<u32>,
    /// Connections in all; 0 for no limit [default: 10000].
    #[arg(long, value_name = "N")]
    pub connections: Option<u32>,
    /// Wrong codes per address and hour; 0 for no limit [default: 60].
    #[arg(long, value_name = "N")]
    pub wrong_codes_per_hour: Option<u32>,
    /// Seconds that a request may take to arrive [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub header_timeout: Option<u64>,
    /// Seconds after which a silent connection is closed [default: 75].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub idle_timeout: Option<u64>,
    /// Threads for bots [default: one less than there are cores].
    #[arg(long, value_name = "N")]
    pub bot_threads: Option<usize>,
    /// Positions that a bot may look at for one action [default: 20000].
    #[arg(long, value_name = "N")]
    pub bot_nodes: Option<u64>,
    /// Maximum size of the database in megabytes [default: no limit].
    #[arg(long, value_name = "MB")]
    pub database_limit: Option<u32>,
    /// How safe an action is when it is acknowledged; only measurements need another value.
    #[arg(long, hide = true)]
    #[serde(skip)]
    pub durability: Option<Safety>,
    /// Folder with more migrations of the database: only for tests of upgrades.
    #[arg(long, hide = true, requires = "database")]
    #[serde(skip)]
    pub extra_migrations: Option<PathBuf>,
    /// Stop when standard input ends: tests that are killed leave no server behind.
    #[arg(long, hide = true)]
    #[serde(skip)]
    pub until_input_ends: bool,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// The least important messages that are logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogLevel {
    /// Failures of the server.
    Error,
    /// Also what may become a failure.
    Warn,
    /// Also what happens rarely.
    Info,
    /// Also every request.
    Debug,
    /// Everything.
    Trace,
}

/// How safe an action is when it is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Safety {
    /// It survives a power cut.
    Full,
    /// It survives only the end of the program.
    None,
}

impl ServeArguments {
    /// Adds the options of the file that --config names, where the command line has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, contains something that is not an option, or options that exclude each other.
    pub fn with_file(self) -> Result<ServeArguments> {
        let Some(path) = self.config.clone() else { return Ok(self) };
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let file: ServeArguments = toml::from_str(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        ensure!(!(file.lan && file.host.is_some()), "{}: lan and host cannot be used together", path.display());
        ensure!(
            !(file.database.is_some() && (file.data.is_some() || file.database_limit.is_some())),
            "{}: database cannot be used together with data or database-limit",
            path.display()
        );
        Ok(self.or(file))
    }

    fn or(self, file: ServeArguments) -> ServeArguments {
        // Both say where to listen.
        let (host, lan) = if self.lan || self.host.is_some() { (self.host, self.lan) } else { (file.host, file.lan) };
        ServeArguments {
            port: self.port.or(file.port),
            host,
            lan,
            // Both say where to store.
            database: if self.data.is_some() { None } else { self.database.clone().or(file.database) },
            data: if self.database.is_some() { None } else { self.data.or(file.data) },
            public_url: self.public_url.or(file.public_url),
            config: self.config,
            check: self.check,
            open: self.open,
            log: self.log.or(file.log),
            log_level: self.log_level.or(file.log_level),
            trusted_proxy: if self.trusted_proxy.is_empty() { file.trusted_proxy } else { self.trusted_proxy },
            requests_per_minute: self.requests_per_minute.or(file.requests_per_minute),
            tables_per_address: self.tables_per_address.or(file.tables_per_address),
            seats_per_address: self.seats_per_address.or(file.seats_per_address),
            connections_per_address: self.connections_per_address.or(file.connections_per_address),
            connections: self.connections.or(file.connections),
            wrong_codes_per_hour: self.wrong_codes_per_hour.or(file.wrong_codes_per_hour),
            header_timeout: self.header_timeout.or(file.header_timeout),
            idle_timeout: self.idle_timeout.or(file.idle_timeout),
            bot_threads: self.bot_threads.or(file.bot_threads),
            bot_nodes: self.bot_nodes.or(file.bot_nodes),
            database_limit: self.database_limit.or(file.database_limit),
            durability: self.durability,
            extra_migrations: self.extra_migrations,
            until_input_ends: self.until_input_ends,
        }
    }

    /// The address to listen on.
    pub(super) fn address(&self) -> std::net::SocketAddr {
        // People type or scan addresses of IPv4, so that is enough for a local network.
        let usual = if self.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        (self.host.unwrap_or(usual.into()), self.port.unwrap_or(PORT)).into()
    }

    /// The folder for tables and games.
    ///
    /// # Errors
    ///
    /// If the user has no data folder and the options name none.
    pub(super) fn data_folder(&self) -> Result<PathBuf> {
        if let Some(folder) = &self.data {
            return Ok(folder.clone());
        }
        let base = etcetera::choose_base_strategy().context("there is no data folder: choose one with --data")?;
        Ok(base.data_dir().join("fearsome-floors"))
    }

    /// What the server is told. `data` is the data folder, if it uses one.
    pub(super) fn server_config(&self, data: &Path) -> Config {
        let database: Database = match &self.database {
            Some(options) => {
                let mut options = options.clone();
                options.extra_migrations = self.extra_migrations.clone();
                options.into()
            }
            None => SqliteOptions {
                file: data.join(DATABASE),
                durability: match self.durability {
                    Some(Safety::Full) | None => Durability::Full,
                    Some(Safety::None) => Durability::None,
                },
                megabytes: self.database_limit,
            }
            .into(),
        };
        let usual = Limits::default();
        let limit = |own: Option<u32>, usual| own.map_or(usual, NonZeroU32::new);
        let time = |own: Option<u64>, usual| own.map_or(usual, |seconds| Duration::from_secs(seconds.max(1)));
        let limits = Limits {
            requests_per_minute: limit(self.requests_per_minute, usual.requests_per_minute),
            tables_per_address: limit(self.tables_per_address, usual.tables_per_address),
            seats_per_address: limit(self.seats_per_address, usual.seats_per_address),
            connections_per_address: limit(self.connections_per_address, usual.connections_per_address),
            connections: limit(self.connections, usual.connections),
            wrong_codes_per_hour: limit(self.wrong_codes_per_hour, usual.wrong_codes_per_hour),
            header_timeout: time(self.header_timeout, usual.header_timeout),
            idle_timeout: time(self.idle_timeout, usual.idle_timeout),
            ..usual
        };
        let bots = BotBudget::default();
        Config {
            public_url: self.public_url.clone(),
            trusted_proxies: self.trusted_proxy.clone(),
            limits,
            bots: BotBudget {
                threads: self.bot_threads.unwrap_or(bots.threads),
                nodes: self.bot_nodes.unwrap_or(bots.nodes),
            },
            ..Config::new(database)
        }
    }
}

fn database<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<PostgresOptions>, D::Error> {
    String::deserialize(deserializer)?.parse().map(Some).map_err(serde::de::Error::custom)
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| single()).map_err(|_| "expected an address or a network such as 10.0.0.0/8".to_owned())
}

fn networks<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<IpNet>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| network(text)).collect::<Result<_, _>>().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Result<ServeArguments, toml::de::Error> {
        toml::from_str(text)
    }

    #[test]
    fn a_file_has_the_names_of_the_options() {
        let text = "port = 80\nhost = \"0.0.0.0\"\npublic-url = \"https://x.org\"\nlog = \"json\"\n\
                    trusted-proxy = [\"127.0.0.1\", \"10.0.0.0/8\"]\nrequests-per-minute = 0\n";
        let options = file(text).unwrap();
        assert_eq!((options.port, options.log), (Some(80), Some(LogFormat::Json)));
        assert_eq!(options.trusted_proxy.len(), 2);
        let config = options.server_config(Path::new("data"));
        assert_eq!(config.limits.requests_per_minute, None);
        assert_eq!(config.limits.tables_per_address, Limits::default().tables_per_address);
    }

    #[test]
    fn what_is_not_an_option_is_refused_with_its_line() {
        let error = file("port = 80\nprot = 81\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("prot"), "{error}");
        assert!(file("public-url = \"x.org/path\"").unwrap_err().to_string().contains("https://"));
        assert!(file("check = true").is_err(), "only on the command line");
    }

    #[test]
    fn the_command_line_takes_precedence() {
        let line = ServeArguments { port: Some(1), ..ServeArguments::default() };
        let options = line.or(file("port = 2\nconnections = 3").unwrap());
        assert_eq!((options.port, options.connections), (Some(1), Some(3)));
    }

    /// The options of a command line.
    fn line(words: &str) -> Result<ServeArguments, clap::Error> {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            options: ServeArguments,
        }
        let words = ["serve"].into_iter().chain(words.split_whitespace());
        clap::Parser::try_parse_from(words).map(|Line { options }| options)
    }

    #[test]
    fn only_the_local_network_is_asked_in_with_lan() {
        let address = |words| line(words).unwrap().address().to_string();
        assert_eq!(address(""), "127.0.0.1:8717");
        assert_eq!(address("--lan --port 80"), "0.0.0.0:80");
        assert_eq!(address("--host 10.0.0.1"), "10.0.0.1:8717");
        let error = line("--lan --host 10.0.0.1").unwrap_err().to_string();
        assert!(error.contains("'--lan' cannot be used with '--host <ADDRESS>'"), "{error}");
    }

    #[test]
    fn a_database_is_a_folder_or_an_address() {
        let options = line("--database postgres://ada:secret@db.example.org/floors").unwrap();
        let shown = format!("{:?} {}", options, options.database.as_ref().unwrap());
        assert!(shown.contains("the database floors at db.example.org") && !shown.contains("secret"), "{shown}");
        assert!(line("--database floors.sqlite").unwrap_err().to_string().contains("postgres://"));
        assert!(line("--database postgres://x/y --data z").is_err());
        let file = || file("database = \"postgres://x/y\"").unwrap();
        assert!(line("").unwrap().or(file()).database.is_some());
        assert!(line("--data z").unwrap().or(file()).database.is_none(), "the command line takes precedence");
    }

    #[test]
    fn lan_and_host_of_a_file_give_way_to_those_of_the_command_line() {
        let address = |words, text| line(words).unwrap().or(file(text).unwrap()).address().ip().to_string();
        assert_eq!(address("", "lan = true"), "0.0.0.0");
        assert_eq!(address("--host 10.0.0.1", "lan = true"), "10.0.0.1");
        assert_eq!(address("--lan", "host = \"10.0.0.1\""), "0.0.0.0");
    }
}
