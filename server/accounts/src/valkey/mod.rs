//! The connection to a Valkey or a Redis, in which servers agree on credits and rates.
//!
//! Only background threads use it, never those that answer requests. Nothing in it must last: what is
//! lost with it is made again from PostgreSQL and from the servers themselves.

mod address;
mod advice;

pub use address::ValkeyAddress;

use prometheus_client::metrics::gauge::Gauge;
use redis::{Connection, ErrorKind, RedisError, RedisResult};
use std::time::{Duration, Instant};

/// How long it may take until a connection is there.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Time between two tries to connect.
const PAUSE: Duration = Duration::from_millis(250);
/// The same after a try without any answer, so that threads do not wait for a silent Valkey all the time.
const SILENT_PAUSE: Duration = Duration::from_secs(3);

/// A connection that is made anew when it breaks.
pub struct Valkey {
    address: ValkeyAddress,
    client: redis::Client,
    connection: Option<Connection>,
    next_try: Instant,
    /// What the connection is for, in the log.
    purpose: &'static str,
    /// 1 while it answers.
    up: Gauge,
    /// Whether it has ever answered.
    has_answered: bool,
}

impl Valkey {
    /// A connection that is made when it is first used. `up` tells whether it answers.
    pub fn new(address: ValkeyAddress, purpose: &'static str, up: Gauge) -> Self {
        let client = address.client();
        // Assumed until the first failure, so that the first failure is logged.
        up.set(1);
        Self { address, client, connection: None, next_try: Instant::now(), purpose, up, has_answered: false }
    }

    /// Earliest time of the next request, in the future only after a failure.
    pub(crate) fn next_try(&self) -> Instant {
        self.next_try
    }

    /// Sends a request; returns `None` while Valkey cannot be reached, which is logged once.
    pub fn ask<T>(&mut self, question: impl FnOnce(&mut Connection) -> RedisResult<T>) -> Option<T> {
        match self.try_ask(question)? {
            Ok(answer) => {
                if self.up.get() == 0 {
                    tracing::info!(address = %self.address, "Valkey answers again, about {}", self.purpose);
                }
                self.up.set(1);
                self.has_answered = true;
                Some(answer)
            }
            Err(error) => {
                if self.up.get() == 1 {
                    self.complain(&error);
                }
                self.up.set(0);
                // After a timeout a late response could be mistaken for that of the next request.
                self.connection = None;
                let pause = if error.is_timeout() { SILENT_PAUSE } else { PAUSE };
                self.next_try = Instant::now() + pause;
                None
            }
        }
    }

    /// Logs the fault, its effect, and what an operator can do.
    fn complain(&self, error: &RedisError) {
        let advice = advice::advice(error, self.address.is_with_tls(), self.has_answered);
        let does = match error.kind() {
            ErrorKind::Server(_) => "refuses requests",
            _ => "does not answer",
        };
        let meanwhile = match self.purpose {
            "credits" => "servers agree on credits in PostgreSQL until it answers",
            _ => "each server has rates of its own until it answers",
        };
        let (address, purpose) = (&self.address, self.purpose);
        tracing::error!(%error, advice, %address, "Valkey {does} about {purpose}; {meanwhile}");
    }

    /// Nothing while the pause after a failure lasts.
    fn try_ask<T>(
        &mut self,
        question: impl FnOnce(&mut Connection) -> RedisResult<T>,
    ) -> Option<Result<T, RedisError>> {
        if self.connection.is_none() {
            // Without a pause each round would wait for the timeout of a new connection.
            if Instant::now() < self.next_try {
                return None;
            }
            match connect(&self.client) {
                Ok(connection) => self.connection = Some(connection),
                Err(error) => return Some(Err(error)),
            }
        }
        let connection = self.connection.as_mut().expect("it was made a moment ago");
        Some(question(connection))
    }
}

fn connect(client: &redis::Client) -> RedisResult<Connection> {
    let connection = client.get_connection_with_timeout(CONNECT_TIMEOUT)?;
    connection.set_read_timeout(Some(TIMEOUT))?;
    connection.set_write_timeout(Some(TIMEOUT))?;
    Ok(connection)
}
