//! The table in Valkey through which servers report their spending and take leases, and the thread that uses
//! it: a Valkey that does not answer delays nothing else.

use crate::credits::{LeaseUpdate, ShareReport};
use crate::instance::Instance;
use crate::plan::Credits;
use crate::store::Spent;
use crate::valkey::Valkey;
use redis::{Connection, ErrorKind, Pipeline, RedisResult, Script, ServerErrorKind};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long a grant or a sign of life counts: some reports may be late.
const LIFE: Duration = Duration::from_secs(4);
/// Interval between signs of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// Time after which an exchange is late, and servers go on without Valkey.
const LATE: Duration = Duration::from_millis(500);
/// For how long the figures of an account and a month are kept: longer than any month.
const KEPT_S: u64 = 40 * 86_400;
/// Accounts in one pipeline, at most.
const BATCH: usize = 1000;

/// A report on an account with a request for a lease.
#[derive(Debug)]
pub(crate) struct TableRequest {
    /// Id of the account.
    pub(super) account: Arc<str>,
    /// The report.
    pub(super) report: ShareReport,
    /// The requested lease.
    pub(super) lease: Credits,
    /// The allowance of the account.
    pub(super) allowance: Credits,
    /// Whether the server may continue without the totals of the database.
    pub(super) goes_on: bool,
    /// Whether this is the last request for the account unless credits are granted.
    pub(super) is_last: bool,
    /// Time until the next request, beyond the usual interval.
    pub(super) until_next: Duration,
}

/// The response to a [`TableRequest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableResponse {
    /// Whether the table has the totals of the database.
    pub(super) is_seeded: bool,
    /// The update; with a grant only if the table is seeded or the server continues without.
    pub(super) update: LeaseUpdate,
    /// Whether calls at other servers wait for credits.
    pub(super) others_wait: bool,
}

/// The totals of the database for accounts in a month.
#[derive(Debug)]
pub(super) struct Seed {
    /// First day of the month.
    pub(super) first_day: i64,
    /// The accounts.
    pub(super) accounts: Vec<Arc<str>>,
    /// What servers have spent.
    pub(super) spent: Vec<Spent>,
}

/// News of the thread.
#[derive(Debug)]
pub(crate) enum TableEvent {
    /// Valkey answers and lists this server.
    There,
    /// Valkey answers, but has no data of this server.
    New,
    /// Valkey does not answer.
    Away,
    /// The responses to an exchange.
    Exchanged(Vec<(TableRequest, TableResponse)>),
}

type Exchange = (Vec<Seed>, Vec<TableRequest>);

/// The handle of the thread.
pub(super) struct Table {
    exchanges: Sender<Exchange>,
    /// Start of the running exchange.
    begun: Option<Instant>,
    is_up: bool,
}

impl Table {
    /// Starts the thread, which passes its news to `notify`.
    pub(super) fn start(
        valkey: Valkey,
        me: Instance,
        notify: impl Fn(TableEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (exchanges, queue) = channel();
        let (exchange, seed) =
            (Script::new(include_str!("exchange.lua")), Script::new(include_str!("seed.lua")));
        let thread = TableThread { valkey, me, exchange, seed, next_sign: Instant::now() };
        std::thread::Builder::new().name("valkey".into()).spawn(move || thread.run(&queue, &notify))?;
        // Assumed until the first failure.
        Ok(Self { exchanges, begun: None, is_up: true })
    }

    /// Whether Valkey answers, and in time.
    pub(super) fn is_there(&self) -> bool {
        self.is_up && self.late_at().is_none_or(|late| Instant::now() < late)
    }

    /// Whether an exchange can begin.
    pub(super) fn is_free(&self) -> bool {
        self.is_up && self.begun.is_none()
    }

    /// Whether an exchange is running.
    pub(super) fn is_exchanging(&self) -> bool {
        self.begun.is_some()
    }

    /// Time at which the running exchange is late.
    pub(super) fn late_at(&self) -> Option<Instant> {
        self.begun.map(|begun| begun + LATE)
    }

    /// Begins an exchange, after adding totals of the database.
    pub(super) fn exchange(&mut self, seeds: Vec<Seed>, requests: Vec<TableRequest>) {
        self.begun = Some(Instant::now());
        // The thread lives as long as this.
        drop(self.exchanges.send((seeds, requests)));
    }

    /// Notes an event.
    pub(super) fn note(&mut self, event: &TableEvent) {
        self.is_up = !matches!(event, TableEvent::Away);
        if !matches!(event, TableEvent::There | TableEvent::New) {
            self.begun = None;
        }
    }
}

/// The thread.
struct TableThread {
    valkey: Valkey,
    me: Instance,
    exchange: Script,
    seed: Script,
    /// Time of the next sign of life.
    next_sign: Instant,
}

impl TableThread {
    fn run(mut self, queue: &Receiver<Exchange>, notify: &impl Fn(TableEvent)) {
        loop {
            let event = match queue.recv_timeout(self.next_sign.saturating_duration_since(Instant::now())) {
                Ok((seeds, requests)) => {
                    let responses = self.exchange(&seeds, &requests);
                    let both = responses.map(|responses| requests.into_iter().zip(responses).collect());
                    both.map_or(TableEvent::Away, TableEvent::Exchanged)
                }
                Err(RecvTimeoutError::Timeout) => self.sign_of_life(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if matches!(event, TableEvent::Away) {
                self.next_sign = self.valkey.next_try();
            }
            notify(event);
        }
    }

    fn sign_of_life(&mut self) -> TableEvent {
        self.next_sign = Instant::now() + SIGN_OF_LIFE;
        let mut set = redis::cmd("SET");
        set.arg(format!("umbra:server:{}", self.me)).arg(1).arg("PX").arg(LIFE.as_millis() as u64).arg("GET");
        // GET returns the old value: without one Valkey has lost its data, or this server was silent.
        let before: Option<Option<String>> = self.valkey.ask(|connection| set.query(connection));
        match before {
            None => TableEvent::Away,
            Some(None) => TableEvent::New,
            Some(Some(_)) => TableEvent::There,
        }
    }

    /// Adds totals of the database, sends requests and returns the responses, or `None` if Valkey does not
    /// answer.
    fn exchange(&mut self, seeds: &[Seed], requests: &[TableRequest]) -> Option<Vec<TableResponse>> {
        let mut responses = Vec::with_capacity(requests.len());
        let mut pipeline = redis::pipe();
        seeds.iter().for_each(|seed| self.seed(&mut pipeline, seed));
        for batch in requests.chunks(BATCH) {
            batch.iter().for_each(|request| self.add(&mut pipeline, request));
            let updates: Vec<[i64; 5]> = self.send(&pipeline)?;
            responses.extend(batch.iter().zip(updates).map(|(request, update)| response(request, update)));
            pipeline.clear();
        }
        Some(responses)
    }

    fn add(&self, pipeline: &mut Pipeline, request: &TableRequest) {
        let TableRequest { report, lease, allowance, goes_on, .. } = request;
        // Without totals from the database the script starts from the figures of this server.
        let known = if *goes_on { report.others.0.to_string() } else { String::new() };
        let mut call = self.exchange.key(key(&request.account, report.month.first_day));
        call.arg(self.me.as_str()).arg(report.spent.0).arg(report.granted.0).arg(lease.0);
        call.arg(report.demand.0).arg(report.cheapest.0).arg(allowance.0).arg(known).arg(KEPT_S);
        call.arg((LIFE + request.until_next).as_millis() as u64);
        pipeline.invoke_script(&call);
    }

    fn seed(&self, pipeline: &mut Pipeline, Seed { first_day, accounts, spent }: &Seed) {
        let mut by_account = HashMap::<&str, Vec<&Spent>>::new();
        spent.iter().for_each(|row| by_account.entry(&row.account).or_default().push(row));
        for account in accounts {
            let mut call = self.seed.key(key(account, *first_day));
            call.arg(KEPT_S);
            for row in by_account.get(&**account).into_iter().flatten() {
                call.arg(&row.instance).arg(row.credits.0);
            }
            pipeline.invoke_script(&call).ignore();
        }
    }

    /// Sends a pipeline of calls of the scripts, and loads them first if Valkey does not have them.
    fn send(&mut self, pipeline: &Pipeline) -> Option<Vec<[i64; 5]>> {
        let Self { valkey, exchange, seed, .. } = self;
        let request = |connection: &mut Connection| -> RedisResult<_> {
            match pipeline.query(connection) {
                Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                    // Valkey was restarted or its scripts were flushed.
                    exchange.load(connection)?;
                    seed.load(connection)?;
                    pipeline.query(connection)
                }
                done => done,
            }
        };
        valkey.ask(request)
    }
}

/// The hash of an account and a month. The tag in braces spreads accounts over the nodes of a cluster.
fn key(account: &str, first_day: i64) -> String {
    format!("umbra:{{{account}}}:credits:{first_day}")
}

fn response(
    request: &TableRequest,
    [is_seeded, granted, others, committed, others_wait]: [i64; 5],
) -> TableResponse {
    let update = LeaseUpdate {
        month: request.report.month,
        granted: Credits(granted),
        others: Credits(others),
        committed: Credits(committed),
        may_exceed: true,
    };
    TableResponse { is_seeded: is_seeded == 1, update, others_wait: others_wait == 1 }
}
