//! Options and commands of the program. Environment variables can set options too.

use crate::api::batch::BodyLimits;
use crate::api::settings::{Settings, SiteAddress, TileLayer, host_name};
use crate::command::address;
use crate::command::concealed::Concealed;
use crate::command::data_folders::DataFolders;
use crate::command::operator::OperatorCommand;
use crate::error::Error;
use crate::observe::log::LogFormat;
use accounts::gate::Rules;
use accounts::notice::webhook::WebhookAddress;
use accounts::place::{AccountsConfig, AccountsPlace, STALE};
use accounts::rate::Policy;
use accounts::rules::IpRules;
use accounts::secret::KeyId;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use web::connection::Limits;

/// Serves data about the Sun, the Moon and eclipses over HTTP, from the tables that `umbra build` publishes.
///
/// To try everything without accounts, run `umbra serve --demo` and open http://127.0.0.1:8080/docs in a
/// browser.
///
/// To set up a service: `umbra accounts create --name Ada --email ada@example.org --plan pro`, then `umbra
/// keys create --account ada@example.org --nickname main`, then `umbra serve`. All commands also work while a
/// server is running.
///
/// SIGHUP loads the newest data without interrupting requests. SIGTERM finishes the requests in progress and
/// stops the server.
#[derive(Debug, Clone, Parser)]
#[command(version, max_term_width = 120)]
pub struct ServerOptions {
    /// A command instead of serving
    #[command(subcommand)]
    pub(crate) command: Option<OtherCommand>,
    /// Print JSON instead of tables (for commands)
    #[arg(long, global = true)]
    pub json: bool,
    /// Serves all operations without authentication. Creates an account with an enterprise key in a
    /// temporary database. For evaluation only, not for public servers
    #[arg(help_heading = "Listening", long, env = "UMBRA_DEMO")]
    pub demo: bool,
    /// Address for requests, such as localhost:8080, or :8080 for all addresses of the machine. Port 0
    /// selects a free port
    #[arg(
        help_heading = "Listening",
        long,
        env = "UMBRA_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS",
        value_parser = address::parse
    )]
    pub listen: SocketAddr,
    /// Address for the operator: /metrics (Prometheus), /livez, /readyz. Keep it private
    #[arg(
        help_heading = "Listening",
        long,
        env = "UMBRA_ADMIN_LISTEN",
        default_value = "127.0.0.1:8081",
        value_name = "ADDRESS",
        value_parser = address::parse
    )]
    pub admin_listen: SocketAddr,
    /// Declares that clients use HTTPS only, through a proxy. Responses then have Strict-Transport-Security,
    /// and console cookies are limited to HTTPS and this host
    #[arg(help_heading = "Listening", long, env = "UMBRA_PUBLIC_HTTPS")]
    pub public_https: bool,
    /// Addresses and CIDR blocks of proxies, separated by commas. X-Forwarded-For and X-Forwarded-Proto are
    /// accepted only from these. They must write addresses into X-Forwarded-For: other entries get 400
    #[arg(
        help_heading = "Listening",
        long,
        env = "UMBRA_TRUSTED_PROXIES",
        value_name = "NETWORKS",
        default_value = "",
        value_parser = IpRules::parse,
        hide_default_value = true
    )]
    pub trusted_proxies: IpRules,
    /// Folder with the data that `umbra build` publishes
    #[arg(
        help_heading = "Data",
        long,
        env = "UMBRA_ARTIFACTS",
        default_value = "artifacts",
        value_name = "FOLDER"
    )]
    pub artifacts: PathBuf,
    /// Folder with the terrain published by `umbra terrain`. Where available, its heights replace the
    /// coarser ones of the artifacts. SIGHUP loads the newest dataset
    #[arg(help_heading = "Data", long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    pub terrain: Option<PathBuf>,
    /// Folder with the profiles published by `umbra limb`, for /lunar-limb and for contacts with lunar
    /// mountains. Checksums are verified on first use. SIGHUP loads the newest dataset
    #[arg(help_heading = "Data", long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub limb: Option<PathBuf>,
    /// Base map that replaces the one in the artifacts: a PMTiles archive of vector tiles, uncompressed or
    /// compressed with gzip. It is read into memory at startup
    #[arg(help_heading = "Data", long, env = "UMBRA_BASEMAP", value_name = "FILE.pmtiles")]
    pub basemap: Option<PathBuf>,
    /// Copies the artifacts into memory instead of mapping them. Use it if someone may overwrite or truncate
    /// published files, or on a network file system; it takes some 170 MB for each server
    #[arg(help_heading = "Data", long, env = "UMBRA_COPY_ARTIFACTS")]
    pub copy_artifacts: bool,
    /// Accounts, keys and usage. Either an SQLite file for one server, which is created if missing and
    /// readable only by its owner; or postgres://USER:PASSWORD@HOST/DATABASE for several servers, if the
    /// program is built with PostgreSQL. Add sslmode=require to enforce TLS
    #[arg(
        help_heading = "Accounts",
        long,
        env = "UMBRA_ACCOUNTS",
        hide_env_values = true,
        default_value = "accounts.sqlite",
        value_name = "FILE or ADDRESS",
        value_parser = Concealed::<AccountsPlace>::new(),
        global = true
    )]
    pub accounts: AccountsPlace,
    /// URL that receives notices as JSON when an account has used 80 or 100 % of a month's allowance, and
    /// requests for accounts and passwords. Without it, use `umbra notices list` and `umbra accounts
    /// requests`
    #[arg(
        help_heading = "Accounts",
        long,
        env = "UMBRA_NOTICE_WEBHOOK",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) notice_webhook: Option<WebhookAddress>,
    /// Rate limit per client address: requests per window, and the back-off during which all requests get
    /// 429 after the limit was exceeded
    #[arg(
        help_heading = "Rate limits",
        long,
        env = "UMBRA_RATE_STANDARD",
        default_value = "100/10s,60s",
        value_name = "N/WINDOW,BACK-OFF"
    )]
    pub rate_standard: Policy,
    /// Rate limit on the premium host
    #[arg(
        help_heading = "Rate limits",
        long,
        env = "UMBRA_RATE_PREMIUM",
        default_value = "250/10s,10s",
        value_name = "N/WINDOW,BACK-OFF"
    )]
    pub rate_premium: Policy,
    /// Host name with the premium rate limit, for keys of the plans pro and enterprise
    #[arg(
        help_heading = "Rate limits",
        long,
        env = "UMBRA_PREMIUM_HOST",
        value_name = "NAME",
        value_parser = host_name,
    )]
    pub premium_host: Option<String>,
    /// Rate limit for map tiles and static files. One view of a map loads dozens of them
    #[arg(
        help_heading = "Rate limits",
        long,
        env = "UMBRA_RATE_TILES",
        default_value = "1000/10s,10s",
        value_name = "N/WINDOW,BACK-OFF"
    )]
    pub rate_tiles: Policy,
    /// Rate limit for the console, the documentation and the landing page. It is separate so that these
    /// pages work while a program at the same address is in a back-off
    #[arg(
        help_heading = "Rate limits",
        long,
        env = "UMBRA_RATE_PAGES",
        default_value = "100/10s,60s",
        value_name = "N/WINDOW,BACK-OFF"
    )]
    pub rate_pages: Policy,
    /// Website of the service, to which the widgets link. Default: / of this server. ,contact=mailto:ADDRESS
    /// after it makes /.well-known/security.txt
    #[arg(help_heading = "Pages", long, env = "UMBRA_SITE_URL", value_name = "URL")]
    pub site_url: Option<SiteAddress>,
    /// Key whose account pays for visitors without a key: they see the map, the simulator, lunar eclipses
    /// and cards, to which the landing page then links. 12 characters, as shown by `umbra keys list`.
    /// Visitors have its plan and the rate of pages. The key must have no rules. A disabled key ends this
    #[arg(
        help_heading = "Pages",
        long,
        env = "UMBRA_PUBLIC_KEY",
        value_name = "KEY_ID",
        value_parser = key_id,
    )]
    pub(crate) public_key: Option<KeyId>,
    /// The only host name that serves the widgets. Without it, every host name serves them
    #[arg(
        help_heading = "Pages",
        long,
        env = "UMBRA_WIDGET_HOST",
        value_name = "NAME",
        value_parser = host_name,
    )]
    pub widget_host: Option<String>,
    /// External tiles, for example with streets, for map=osm (the default), map=ocm or map=top of the eclipse
    /// map, fetched by browsers: WORD=https://HOST/{z}/{x}/{y}.png,max-zoom=N,attribution=TEXT. Repeat the
    /// option for further layers. In the environment variable, separate layers by |
    #[arg(
        help_heading = "Pages",
        long = "map-tiles",
        env = "UMBRA_MAP_TILES",
        value_name = "LAYER",
        value_delimiter = '|'
    )]
    pub map_tiles: Vec<TileLayer>,
    /// Format of the log on standard error, one line per request
    #[arg(
        help_heading = "Logging",
        long,
        env = "UMBRA_LOG_FORMAT",
        value_enum,
        default_value_t = LogFormat::Human,
        value_name = "FORM"
    )]
    pub log_format: LogFormat,
    /// Lowest level to log: error, warn, info (includes requests), debug
    #[arg(
        help_heading = "Logging",
        long,
        env = "UMBRA_LOG_LEVEL",
        default_value = "info",
        value_name = "LEVEL"
    )]
    pub log_level: tracing::Level,
    /// Seconds for which cached keys stay valid while PostgreSQL is unreachable, at least 2. After that,
    /// requests with keys get 503, and so does /readyz
    #[arg(
        help_heading = "Several servers",
        long,
        env = "UMBRA_STALE_SECONDS",
        default_value_t = STALE.as_secs(),
        value_name = "SECONDS",
        value_parser = stale_seconds
    )]
    pub stale_seconds: u64,
    /// Required data generation: its id, or the beginning of it, as shown by /version. /readyz returns 503
    /// for any other generation. Use it to make all servers behind a load balancer use the same data
    #[arg(
        help_heading = "Several servers",
        long,
        env = "UMBRA_REQUIRE_DATASET",
        value_name = "ID",
        value_parser = dataset,
    )]
    pub(crate) require_dataset: Option<String>,
    /// Worker threads. 0: one per core
    #[arg(
        help_heading = "Resources and timeouts",
        long,
        env = "UMBRA_THREADS",
        default_value_t = 0,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=1024)
    )]
    pub threads: u16,
    /// Seconds between SIGTERM and the end of accepting requests, with 503 from /readyz. Use at least the
    /// health-check interval of the load balancer
    #[arg(
        help_heading = "Resources and timeouts",
        long,
        env = "UMBRA_STOP_DELAY_SECONDS",
        default_value_t = 0,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(0..=86_400)
    )]
    pub stop_delay_seconds: u64,
    /// Maximum number of connections. Further ones get 503
    #[arg(
        help_heading = "Resources and timeouts",
        long,
        env = "UMBRA_MAX_CONNECTIONS",
        default_value_t = 16_384,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_connections: u32,
    /// Maximum size of all temporary files, for bodies in Parquet and bodies that are sent before results are
    /// read. They are in the folder TMPDIR. Above it, such bodies get 503
    #[arg(
        help_heading = "Resources and timeouts",
        long,
        env = "UMBRA_MAX_SPOOL_BYTES",
        default_value_t = BodyLimits::default().spool_bytes,
        value_name = "BYTES"
    )]
    pub max_spool_bytes: u64,
}

/// A command other than serving.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum OtherCommand {
    #[command(flatten)]
    Operator(OperatorCommand),
    /// Serves the Model Context Protocol on standard input and output, for one agent on this machine
    Mcp(DataFolders),
    /// Checks whether data and accounts fit this program, before a switch to it. Nothing is written. Exits
    /// with 1 if some do not
    Check(DataFolders),
    #[command(flatten)]
    About(AboutCommand),
}

/// A command that prints or writes information about the program.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum AboutCommand {
    /// Prints the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes man pages
    Man {
        /// Folder for the man pages
        folder: PathBuf,
    },
}

/// Parses the id of a generation, or the beginning of it.
fn dataset(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_name
        .then(|| text.to_owned())
        .ok_or_else(|| "use the digits and letters a to f, as shown by /version".into())
}

/// Parses the id of a key.
fn key_id(text: &str) -> Result<KeyId, String> {
    KeyId::parse(text).ok_or_else(|| "use the 12 characters of the id, as shown by `umbra keys list`".into())
}

/// Parses the number of seconds for which cached keys stay valid.
fn stale_seconds(text: &str) -> Result<u64, String> {
    let seconds = text.parse().ok().filter(|s| (2..=86_400).contains(s));
    seconds.ok_or_else(|| "use a whole number from 2 to 86400".into())
}

impl ServerOptions {
    /// Rejects shared accounts in demo mode, which creates its own.
    pub(crate) fn check_demo(&self) -> Result<(), Error> {
        match &self.accounts {
            AccountsPlace::File(_) => Ok(()),
            AccountsPlace::Postgres(_) => Err(Error::Option(
                "--demo creates an account for this server only and excludes --accounts postgres://…".into(),
            )),
        }
    }

    /// The place of accounts, and how servers share them.
    pub(crate) fn places(&self) -> AccountsConfig {
        AccountsConfig { accounts: self.accounts.clone(), stale: Duration::from_secs(self.stale_seconds) }
    }

    /// The access rules.
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            standard: self.rate_standard,
            premium: self.rate_premium,
            tiles: self.rate_tiles,
            pages: self.rate_pages,
            premium_host: self.premium_host.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            is_demo: self.demo,
            public_key: self.public_key,
            is_public_https: self.public_https,
        }
    }

    /// The settings for pages. Rejects two map layers with the same word.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let (site, host) = (self.site_url.clone(), self.widget_host.clone());
        let settings = Settings::new(site, host, self.map_tiles.clone()).map_err(Error::Option)?;
        let body_limits = BodyLimits { spool_bytes: self.max_spool_bytes, ..BodyLimits::default() };
        Ok(Settings { required_dataset: self.require_dataset.clone(), body_limits, ..settings })
    }

    /// The limits of connections.
    pub(crate) fn limits(&self) -> Limits {
        Limits { connections: self.max_connections as usize, ..Limits::DEFAULT }
    }
}
