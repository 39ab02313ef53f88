//! Spending of all servers, exchanged in PostgreSQL by a thread that delays nothing else.

use crate::clock::Month;
use crate::plan::Credits;
use crate::store::postgres::PostgresReports;
use crate::store::{Spent, Stored};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// Time after which PostgreSQL counts as away. Until then it is late, and servers keep to their leases.
const PATIENCE: Duration = Duration::from_secs(2);

/// Pause after a failure.
const RETRY: Duration = Duration::from_millis(250);
/// Time after which a failure says nothing any more.
const FORGET: Duration = Duration::from_secs(5);

/// Spending of accounts that this server reports.
type Reported = Vec<(Arc<str>, Credits)>;

/// What the others have spent, or the error.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The month.
    pub(super) month: Month,
    /// The accounts, with the spending of this server that the others see.
    pub(super) reported: Reported,
    /// Spending of each other server.
    pub(super) spent: Stored<Vec<Spent>>,
}

/// The handle of the thread, which does one exchange at a time.
pub(super) struct Totals {
    reports: Sender<(Month, Reported)>,
    /// Start of the last exchange.
    begun: Option<Instant>,
    /// Whether it is running.
    is_open: bool,
    /// Begin of the first of the exchanges that have failed since the last success.
    failed: Option<Instant>,
}

impl Totals {
    /// Starts the thread, which passes each outcome to `notify`.
    pub(super) fn start(
        reports: PostgresReports,
        notify: impl Fn(Outcome) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, queue) = channel::<(Month, Reported)>();
        let run = move || {
            for (month, reported) in queue {
                let spent = reports.exchange(month, &reported);
                notify(Outcome { month, reported, spent });
            }
        };
        std::thread::Builder::new().name("totals".into()).spawn(run)?;
        Ok(Self { reports: sender, begun: None, is_open: false, failed: None })
    }

    /// Whether a new exchange may start, at least `pause` after the last one.
    pub(super) fn is_free(&self, pause: Duration) -> bool {
        let pause = if self.failed.is_some() { pause.max(RETRY) } else { pause };
        !self.is_open && self.begun.is_none_or(|begun| begun.elapsed() >= pause)
    }

    /// Time at which the running exchange counts as failed.
    pub(super) fn over_at(&self) -> Option<Instant> {
        self.begun.filter(|_| self.is_open).map(|begun| begun + PATIENCE)
    }

    /// Whether PostgreSQL has not answered for a while. A broken connection is not enough.
    pub(super) fn is_away(&self) -> bool {
        let failed = self.failed.filter(|_| self.begun.is_some_and(|begun| begun.elapsed() < FORGET));
        let failing = failed.or(self.begun.filter(|_| self.is_open));
        failing.is_some_and(|since| since.elapsed() >= PATIENCE)
    }

    /// Begins an exchange.
    pub(super) fn ask(&mut self, month: Month, reported: Reported) {
        self.failed = self.failed.filter(|_| self.begun.is_some_and(|begun| begun.elapsed() < FORGET));
        (self.begun, self.is_open) = (Some(Instant::now()), true);
        // The thread lives as long as this.
        drop(self.reports.send((month, reported)));
    }

    /// Notes the end of an exchange.
    pub(super) fn note(&mut self, outcome: &Outcome) {
        self.is_open = false;
        self.failed = if outcome.spent.is_ok() { None } else { self.failed.or(self.begun) };
    }
}
