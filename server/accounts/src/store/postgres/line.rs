//! How connections to PostgreSQL are made: with which options, and in which time.

use super::tls;
use super::trouble::{not_connected, unreachable};
use crate::place::PostgresAddress;
use crate::store::Stored;
use std::time::Duration;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long an answer may take; a PostgreSQL that is gone from the network is noticed by then.
pub(super) const TIMEOUT: Duration = Duration::from_secs(4);
/// How long it may take until a host answers, unless the address says `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long it may take until a connection is there, with its handshakes.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(4);
/// Time after which a silent connection is probed, and between two probes.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(1));
/// Probes without an answer that end a connection.
const KEEPALIVE_RETRIES: u32 = 2;

/// How connections are made.
pub(super) struct Line {
    /// The address, whose password is not shown.
    pub(super) address: PostgresAddress,
    config: Config,
    tls: MakeRustlsConnect,
}

/// What goes between a client and PostgreSQL; a task must drive it.
pub(super) type Driven =
    tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

impl Line {
    /// Options that the address does not give are ours.
    pub(super) fn new(address: &PostgresAddress) -> Self {
        let mut config = address.config();
        config
            .keepalives(true)
            .keepalives_idle(KEEPALIVE.0)
            .keepalives_interval(KEEPALIVE.1)
            .keepalives_retries(KEEPALIVE_RETRIES)
            .tcp_user_timeout(TIMEOUT);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("umbra");
        }
        let tls = tls::client(config.get_ssl_mode());
        Self { address: address.clone(), config, tls }
    }

    /// Makes a connection.
    pub(super) async fn connect(&self) -> Stored<(Client, Driven)> {
        // Each of several hosts may take its time.
        let hosts = self.config.get_hosts().len().max(1) as u32;
        match tokio::time::timeout(HANDSHAKE_TIMEOUT * hosts, self.config.connect(self.tls.clone())).await {
            Ok(Ok(made)) => Ok(made),
            Ok(Err(error)) => Err(not_connected(&self.address, &error)),
            Err(_) => {
                let seconds = (HANDSHAKE_TIMEOUT * hosts).as_secs();
                Err(unreachable(&self.address, format!("no answer in {seconds} s")))
            }
        }
    }

    /// Lets PostgreSQL give up what nobody waits for any more: a server that is gone holds no lock for long.
    pub(super) async fn prepare(&self, client: &Client) -> Stored<()> {
        let ms = TIMEOUT.as_millis();
        let sql = format!(
            "SET statement_timeout = {ms}; SET idle_in_transaction_session_timeout = {ms};
             SET client_min_messages = warning"
        );
        self.begin(client, &sql).await
    }

    /// Has PostgreSQL tell of changes on a connection.
    pub(super) async fn listen(&self, client: &Client) -> Stored<()> {
        self.begin(client, "LISTEN umbra_accounts").await
    }

    async fn begin(&self, client: &Client, sql: &str) -> Stored<()> {
        let done = tokio::time::timeout(HANDSHAKE_TIMEOUT, client.batch_execute(sql)).await;
        let done = done.map_err(|_| unreachable(&self.address, "no answer"))?;
        done.map_err(|e| not_connected(&self.address, &e))
    }
}
