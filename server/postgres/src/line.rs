//! Options and timeouts of connections to PostgreSQL.

use super::tls;
use super::trouble::{not_connected, unreachable};
use accounts::place::PostgresAddress;
use accounts::store::Stored;
use std::time::Duration;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Timeout for a response, which also detects a PostgreSQL that has left the network.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(4);
/// Timeout until a host answers, unless the address has `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout for a connection with its handshakes.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(4);
/// Time after which a silent connection is probed, and between two probes.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(1));
/// Probes without a response that end a connection.
const KEEPALIVE_RETRIES: u32 = 2;

pub(crate) struct ConnectionSettings {
    /// The address. Its `Debug` form hides the password.
    pub(crate) address: PostgresAddress,
    config: Config,
    tls: MakeRustlsConnect,
}

/// The transport between a client and PostgreSQL; a task must poll it.
pub(crate) type Driven =
    tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

impl ConnectionSettings {
    /// Reads the address and sets the options that it leaves out.
    pub(crate) fn new(address: &PostgresAddress) -> Self {
        let mut config = crate::config(address);
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

    pub(crate) async fn connect(&self) -> Stored<(Client, Driven)> {
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

    /// Sets timeouts in PostgreSQL, so that a server that has died does not hold locks for long.
    pub(crate) async fn prepare(&self, client: &Client) -> Stored<()> {
        let ms = TIMEOUT.as_millis();
        let sql = format!(
            "SET statement_timeout = {ms}; SET idle_in_transaction_session_timeout = {ms};
             SET client_min_messages = warning"
        );
        self.begin(client, &sql).await
    }

    /// Subscribes a connection to changes.
    pub(crate) async fn listen(&self, client: &Client) -> Stored<()> {
        self.begin(client, "LISTEN umbra_accounts").await
    }

    async fn begin(&self, client: &Client, sql: &str) -> Stored<()> {
        let done = tokio::time::timeout(HANDSHAKE_TIMEOUT, client.batch_execute(sql)).await;
        let done = done.map_err(|_| unreachable(&self.address, "no answer"))?;
        done.map_err(|e| not_connected(&self.address, &e))
    }
}
