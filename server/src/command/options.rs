//! Options of the program; each can also be given by an environment variable.

use crate::api::settings::{Settings, SiteAddress, TileLayer, host_name};
use crate::command::address;
use crate::command::concealed::Concealed;
use crate::command::other::OtherCommand;
use crate::command::serve::StopTimes;
use crate::error::Error;
use crate::observe::log::LogFormat;
use accounts::gate::Rules;
use accounts::notice::webhook::WebhookAddress;
use accounts::place::{AccountsPlace, LEASE_PERCENT, Places, STALE};
use accounts::rate::Policy;
use accounts::rules::IpRules;
use accounts::valkey::ValkeyAddress;
use clap::Parser;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use web::compute::MostLongAnswers;
use web::connection::Limits;

/// Answers questions about Sun, Moon and solar eclipses over HTTP, from what `builder` has published.
///
/// Start it with --demo to try everything without accounts, and open http://127.0.0.1:8080/docs in a browser.
/// SIGHUP takes the newest generation without dropping a request; SIGTERM stops accepting, finishes what is
/// under way, and ends.
///
/// For a service of your own: server accounts create --name Ada --email ada@example.org --plan pro, then
/// server keys create --account ada@example.org --nickname main, then server. The commands below work while
/// the server runs.
#[derive(Debug, Clone, Parser)]
#[command(version, max_term_width = 120)]
pub struct Options {
    /// Something else than serving
    #[command(subcommand)]
    pub(crate) command: Option<OtherCommand>,
    /// Accounts, keys and usage: a file of SQLite for one server, made if it is not there, readable by its
    /// owner only; or postgres://USER:WORD@HOST/DATABASE for any number of servers. Without sslmode=require
    /// the connection may be without TLS
    #[arg(
        long,
        env = "UMBRA_ACCOUNTS",
        hide_env_values = true,
        default_value = "accounts.sqlite",
        value_name = "FILE or ADDRESS",
        value_parser = Concealed::<AccountsPlace>::new(),
        global = true
    )]
    pub accounts: AccountsPlace,
    /// Valkey or Redis in which servers with the same accounts agree on credits and rates:
    /// valkey://:WORD@HOST, or valkeys:// with TLS. Without it they agree on credits in PostgreSQL, and each
    /// has rates of its own
    #[arg(
        long,
        env = "UMBRA_LIMITS",
        hide_env_values = true,
        value_name = "ADDRESS",
        value_parser = Concealed::<ValkeyAddress>::new()
    )]
    pub limits: Option<ValkeyAddress>,
    /// Share of an account's allowance that each server may use before the others know of it, %
    #[arg(
        long,
        env = "UMBRA_LEASE_PERCENT",
        default_value_t = LEASE_PERCENT,
        value_name = "PERCENT",
        allow_negative_numbers = true,
        value_parser = percent
    )]
    pub lease_percent: f64,
    /// Seconds for which known keys are taken while PostgreSQL cannot be reached, at least 2; then requests
    /// with keys get 503, and so does /readyz
    #[arg(
        long,
        env = "UMBRA_STALE_SECONDS",
        default_value_t = STALE.as_secs(),
        value_name = "SECONDS",
        value_parser = stale_seconds
    )]
    pub stale_seconds: u64,
    /// Generation that must be in force, by its name or the beginning of it, as /version shows it: /readyz
    /// answers 503 while there is another. So servers behind a balancer answer from the same data
    #[arg(long, env = "UMBRA_REQUIRE_DATASET", value_name = "ID", value_parser = dataset)]
    pub(crate) require_dataset: Option<String>,
    /// The commands below print JSON instead of tables
    #[arg(long, global = true)]
    pub json: bool,
    /// Address for requests, such as localhost:8080, or :8080 for every address of the machine; port 0 takes
    /// any free one
    #[arg(
        long,
        env = "UMBRA_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS",
        value_parser = address::parse
    )]
    pub listen: SocketAddr,
    /// Address for the operator: /metrics (Prometheus), /livez, /readyz; keep it from the public
    #[arg(
        long,
        env = "UMBRA_ADMIN_LISTEN",
        default_value = "127.0.0.1:8081",
        value_name = "ADDRESS",
        value_parser = address::parse
    )]
    pub admin_listen: SocketAddr,
    /// Folder that builder publishes into
    #[arg(long, env = "UMBRA_ARTIFACTS", default_value = "artifacts", value_name = "FOLDER")]
    pub artifacts: PathBuf,
    /// Base map to serve instead of that of the artifacts: a PMTiles archive of vector tiles, compressed by
    /// gzip or not at all, which is read into memory when the server starts
    #[arg(long, env = "UMBRA_BASEMAP", value_name = "FILE.pmtiles")]
    pub basemap: Option<PathBuf>,
    /// Folder that builder terrain publishes into: heights of the ground finer than those of the artifacts,
    /// wherever it has them; SIGHUP takes its newest dataset
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    pub terrain: Option<PathBuf>,
    /// Folder that builder limb publishes into: profiles of the Moon's limb, for /lunar-limb and for contacts
    /// with mountains. Their sums are checked when they are first read; SIGHUP takes the newest
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub limb: Option<PathBuf>,
    /// Address to which notices are posted as JSON: an account has used 80 or 100 % of a month's allowance.
    /// Without it, `server notices list` shows them
    #[arg(long, env = "UMBRA_NOTICE_WEBHOOK", hide_env_values = true, value_name = "URL")]
    pub(crate) notice_webhook: Option<WebhookAddress>,
    /// Answers everybody everything, also without a key; makes an account with an enterprise key in a
    /// database that is gone when it ends; for trying out, not for the public
    #[arg(long, env = "UMBRA_DEMO")]
    pub demo: bool,
    /// Limit of a source address: requests in a window, and for how long every request gets 429 after more
    #[arg(
        long,
        env = "UMBRA_RATE_STANDARD",
        default_value = "100/10s,60s",
        value_name = "N/WINDOW,BACK-OFF"
    )]
    pub rate_standard: Policy,
    /// The same on the premium host
    #[arg(long, env = "UMBRA_RATE_PREMIUM", default_value = "250/10s,10s", value_name = "N/WINDOW,BACK-OFF")]
    pub rate_premium: Policy,
    /// The same for the files of pages and the tiles of maps, of which one look at a map takes dozens
    #[arg(long, env = "UMBRA_RATE_TILES", default_value = "1000/10s,10s", value_name = "N/WINDOW,BACK-OFF")]
    pub rate_tiles: Policy,
    /// The same for the console, the documentation and the landing page: whose program is in a back-off can
    /// still open them
    #[arg(long, env = "UMBRA_RATE_PAGES", default_value = "100/10s,60s", value_name = "N/WINDOW,BACK-OFF")]
    pub rate_pages: Policy,
    /// Host name under which keys of the plans pro and enterprise have the premium limit
    #[arg(long, env = "UMBRA_PREMIUM_HOST", value_name = "NAME", value_parser = host_name)]
    pub premium_host: Option<String>,
    /// Host name under which the widgets are answered, and under no other; without it, under every host
    #[arg(long, env = "UMBRA_WIDGET_HOST", value_name = "NAME", value_parser = host_name)]
    pub widget_host: Option<String>,
    /// Website of the service, to which the widgets link; without it, to / of this server
    #[arg(long, env = "UMBRA_SITE_URL", value_name = "URL")]
    pub site_url: Option<SiteAddress>,
    /// Outside tiles for map=osm, map=ocm or map=top of the eclipse map, once for each; browsers then fetch
    /// them from there: WORD=https://HOST/{z}/{x}/{y}.png,max-zoom=N,attribution=TEXT. In the variable,
    /// layers are separated by |
    #[arg(long = "map-tiles", env = "UMBRA_MAP_TILES", value_name = "LAYER", value_delimiter = '|')]
    pub map_tiles: Vec<TileLayer>,
    /// Says that clients reach the server over HTTPS only, through a proxy: every answer then has
    /// Strict-Transport-Security, and the cookies of the console are for HTTPS and this host alone
    #[arg(long, env = "UMBRA_PUBLIC_HTTPS")]
    pub public_https: bool,
    /// Addresses and CIDR blocks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed,
    /// separated by commas
    #[arg(
        long,
        env = "UMBRA_TRUSTED_PROXIES",
        value_name = "NETWORKS",
        default_value = "",
        value_parser = IpRules::parse,
        hide_default_value = true
    )]
    pub trusted_proxies: IpRules,
    /// Form of the log on standard error, one line a request
    #[arg(
        long,
        env = "UMBRA_LOG_FORMAT",
        value_enum,
        default_value_t = LogFormat::Human,
        value_name = "FORM"
    )]
    pub log_format: LogFormat,
    /// Least importance that is logged: error, warn, info (requests too), debug
    #[arg(long, env = "UMBRA_LOG_LEVEL", default_value = "info", value_name = "LEVEL")]
    pub log_level: tracing::Level,
    /// Threads that answer; 0 takes as many as there are cores
    #[arg(
        long,
        env = "UMBRA_THREADS",
        default_value_t = 0,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=1024)
    )]
    pub threads: u16,
    /// Seconds for which the server, told to stop, still takes requests and says 503 at /readyz, so that a
    /// load balancer sees it; as long as its interval, at least
    #[arg(
        long,
        env = "UMBRA_STOP_DELAY_SECONDS",
        default_value_t = 0,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(0..=86_400)
    )]
    pub stop_delay_seconds: u64,
    /// Seconds that requests under way have to finish when the server stops
    #[arg(
        long,
        env = "UMBRA_DRAIN_SECONDS",
        default_value_t = 20,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(0..=86_400)
    )]
    pub drain_seconds: u64,
    /// Connections at a time; more get 503
    #[arg(
        long,
        env = "UMBRA_MAX_CONNECTIONS",
        default_value_t = 16_384,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_connections: u32,
    /// Connections at a time from one address, or from one /64 of IPv6; more get 503. Trusted proxies may
    /// have any number
    #[arg(
        long,
        env = "UMBRA_MAX_CONNECTIONS_PER_ADDRESS",
        default_value_t = 512,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_connections_per_address: u32,
    /// Bytes of answers that may wait to be sent, in all; a sixteenth of it on one connection. Further
    /// requests get 503 until some are taken
    #[arg(
        long,
        env = "UMBRA_MAX_WAITING_BYTES",
        default_value_t = 256 << 20,
        value_name = "BYTES",
        value_parser = clap::value_parser!(u64).range(1 << 20..)
    )]
    pub max_waiting_bytes: u64,
    /// Answers of more than 64 kB that are computed at a time; more get 503
    #[arg(
        long,
        env = "UMBRA_MAX_LONG_ANSWERS",
        default_value_t = MostLongAnswers::USUAL.in_all as u32,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub max_long_answers: u32,
    /// The same for one account
    #[arg(
        long,
        env = "UMBRA_MAX_LONG_ANSWERS_PER_ACCOUNT",
        default_value_t = MostLongAnswers::USUAL.of_one as u32,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub max_long_answers_per_account: u32,
    /// Requests at a time on one HTTP/2 connection
    #[arg(
        long,
        env = "UMBRA_MAX_STREAMS",
        default_value_t = 100,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub max_streams: u32,
    /// Size of a request head in bytes, at least 8192; a larger one gets 431
    #[arg(
        long,
        env = "UMBRA_MAX_HEADER_BYTES",
        default_value_t = 32_768,
        value_name = "BYTES",
        value_parser = clap::value_parser!(u32).range(8192..=1 << 20)
    )]
    pub max_header_bytes: u32,
    /// Size of a request body in bytes, which no operation needs; a larger one gets 413
    #[arg(
        long,
        env = "UMBRA_MAX_BODY_BYTES",
        default_value_t = 16_384,
        value_name = "BYTES",
        value_parser = clap::value_parser!(u32).range(0..=16 << 20)
    )]
    pub max_body_bytes: u32,
    /// Seconds in which a request head must arrive, and then its body; 1 to 86,400
    #[arg(
        long,
        env = "UMBRA_HEADER_TIMEOUT",
        default_value_t = 10,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub header_timeout: u64,
    /// Seconds after which a connection without a request is closed, and one on which the next 64 kB of an
    /// answer have not been taken; 1 to 86,400
    #[arg(
        long,
        env = "UMBRA_IDLE_TIMEOUT",
        default_value_t = 60,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub idle_timeout: u64,
}

/// Reads the name of a generation, or the beginning of it.
fn dataset(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_name
        .then(|| text.to_owned())
        .ok_or_else(|| "it must be digits and letters a to f, as /version shows".into())
}

/// Reads a share from 0.01 to 100 %.
fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|p| (0.01..=100.0).contains(p));
    percent.ok_or_else(|| "it must be a number from 0.01 to 100".into())
}

/// Reads for how long keys are taken that cannot be read again, s.
fn stale_seconds(text: &str) -> Result<u64, String> {
    let seconds = text.parse().ok().filter(|s| (2..=86_400).contains(s));
    seconds.ok_or_else(|| "it must be a whole number from 2 to 86400".into())
}

impl Options {
    /// Refuses accounts of others in a demonstration, which makes its own.
    pub(crate) fn check_demo(&self) -> Result<(), Error> {
        let other = match (&self.accounts, &self.limits) {
            (AccountsPlace::Postgres(_), _) => "--accounts postgres://…",
            (_, Some(_)) => "--limits",
            _ => return Ok(()),
        };
        let text =
            format!("--demo makes an account of its own for this server alone: leave {other} out, or --demo");
        Err(Error::Option(text))
    }

    /// Where the options say that accounts are; refuses what cannot be shared.
    pub(crate) fn places(&self) -> Result<Places, Error> {
        if let (AccountsPlace::File(_), Some(_)) = (&self.accounts, &self.limits) {
            let text = "--limits is for servers that share their accounts: give --accounts postgres://… too, \
                        or leave it out";
            return Err(Error::Option(text.into()));
        }
        Ok(Places {
            accounts: self.accounts.clone(),
            limits: self.limits.clone(),
            lease_percent: self.lease_percent,
            stale: Duration::from_secs(self.stale_seconds),
        })
    }

    /// The rules of access that the options give.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            standard: self.rate_standard,
            premium: self.rate_premium,
            tiles: self.rate_tiles,
            pages: self.rate_pages,
            premium_host: self.premium_host.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            is_demo: self.demo,
            is_public_https: self.public_https,
        }
    }

    /// What the options set for pages; refuses two layers with the same word.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let (site, host) = (self.site_url.clone(), self.widget_host.clone());
        let settings = Settings::new(site, host, self.map_tiles.clone()).map_err(Error::Option)?;
        Ok(Settings { required_dataset: self.require_dataset.clone(), ..settings })
    }

    /// The times that the options give for stopping.
    pub(crate) fn stop_times(&self) -> StopTimes {
        StopTimes {
            delay: Duration::from_secs(self.stop_delay_seconds),
            drain: Duration::from_secs(self.drain_seconds),
        }
    }

    /// How many long answers the options allow at a time.
    pub(crate) fn most_long_answers(&self) -> MostLongAnswers {
        MostLongAnswers {
            in_all: self.max_long_answers as usize,
            of_one: self.max_long_answers_per_account as usize,
        }
    }

    /// The limits of connections that the options give.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            connections: self.max_connections as usize,
            connections_per_address: self.max_connections_per_address as usize,
            waiting_bytes: usize::try_from(self.max_waiting_bytes).unwrap_or(usize::MAX),
            streams: self.max_streams,
            header_bytes: self.max_header_bytes as usize,
            body_bytes: self.max_body_bytes as usize,
            header_timeout: Duration::from_secs(self.header_timeout),
            idle_timeout: Duration::from_secs(self.idle_timeout),
        }
    }
}
