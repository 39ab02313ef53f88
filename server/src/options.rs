//! Options of the program; each can also be given by an environment variable.

use crate::connection::Limits;
use clap::{Parser, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Answers questions about Sun, Moon and solar eclipses over HTTP, from what `builder` has published.
///
/// Start it with --demo to try everything without accounts, and open http://127.0.0.1:8080/docs in a browser. SIGHUP takes the newest generation without
/// dropping a request; SIGTERM stops accepting, finishes what is under way, and ends.
#[derive(Debug, Clone, Parser)]
#[command(version, max_term_width = 120)]
pub struct Options {
    /// Address for requests; port 0 takes any free one
    #[arg(long, env = "UMBRA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Address for the operator: /metrics (Prometheus), /livez, /readyz; keep it from the public
    #[arg(long, env = "UMBRA_ADMIN_LISTEN", default_value = "127.0.0.1:8081", value_name = "ADDRESS")]
    pub admin_listen: SocketAddr,
    /// Folder that builder publishes into
    #[arg(long, env = "UMBRA_ARTIFACTS", default_value = "artifacts", value_name = "FOLDER")]
    pub artifacts: PathBuf,
    /// Answers everybody everything, without keys or limits; for trying out, not for the public
    #[arg(long, env = "UMBRA_DEMO")]
    pub demo: bool,
    /// Form of the log on standard error, one line a request
    #[arg(long, env = "UMBRA_LOG_FORMAT", value_enum, default_value_t = LogFormat::Human, value_name = "FORM")]
    pub log_format: LogFormat,
    /// Least importance that is logged: error, warn, info (requests too), debug
    #[arg(long, env = "UMBRA_LOG_LEVEL", default_value = "info", value_name = "LEVEL")]
    pub log_level: tracing::Level,
    /// Threads that answer; 0 takes as many as there are cores
    #[arg(long, env = "UMBRA_THREADS", default_value_t = 0, value_name = "N")]
    pub threads: usize,
    /// Seconds that requests under way have to finish when the server stops
    #[arg(long, env = "UMBRA_DRAIN_SECONDS", default_value_t = 20, value_name = "SECONDS")]
    pub drain_seconds: u64,
    /// Connections at a time; more get 503
    #[arg(long, env = "UMBRA_MAX_CONNECTIONS", default_value_t = 16_384, value_name = "N")]
    pub max_connections: usize,
    /// Requests at a time on one HTTP/2 connection
    #[arg(long, env = "UMBRA_MAX_STREAMS", default_value_t = 100, value_name = "N")]
    pub max_streams: u32,
    /// Size of a request head in bytes, at least 8192; a larger one gets 431
    #[arg(long, env = "UMBRA_MAX_HEADER_BYTES", default_value_t = 16_384, value_name = "BYTES")]
    pub max_header_bytes: usize,
    /// Size of a request body in bytes, which no operation needs; a larger one gets 413
    #[arg(long, env = "UMBRA_MAX_BODY_BYTES", default_value_t = 16_384, value_name = "BYTES")]
    pub max_body_bytes: usize,
    /// Seconds in which a request head must arrive
    #[arg(long, env = "UMBRA_HEADER_TIMEOUT", default_value_t = 10, value_name = "SECONDS")]
    pub header_timeout: u64,
    /// Seconds after which a connection without a byte in either direction is closed
    #[arg(long, env = "UMBRA_IDLE_TIMEOUT", default_value_t = 60, value_name = "SECONDS")]
    pub idle_timeout: u64,
}

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For eyes.
    Human,
    /// For programs: one JSON object a line.
    Json,
}

impl Options {
    /// Limits of connections.
    pub fn limits(&self) -> Limits {
        Limits {
            connections: self.max_connections,
            streams: self.max_streams,
            header_bytes: self.max_header_bytes,
            body_bytes: self.max_body_bytes,
            header_timeout: Duration::from_secs(self.header_timeout),
            idle_timeout: Duration::from_secs(self.idle_timeout),
        }
    }
}
