//! The table in Valkey through which servers report their spending and take leases.

use crate::credits::{LeaseUpdate, ShareReport};
use crate::instance::Instance;
use crate::plan::Credits;
use crate::store::Spent;
use crate::valkey::Valkey;
use redis::{Connection, ErrorKind, Pipeline, RedisResult, Script, ServerErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a silent server counts as alive: some signs of life may be late.
const LIFE: Duration = Duration::from_secs(4);
/// Interval between signs of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// For how long the figures of an account and a month are kept: longer than any month.
const KEPT_S: u64 = 40 * 86_400;
/// Accounts in one pipeline, at most.
const BATCH: usize = 1000;

/// A report on an account with a request for a lease.
pub(super) struct TableRequest {
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
}

/// The response to a [`TableRequest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableResponse {
    /// Whether the table has the totals of the database.
    pub(super) is_seeded: bool,
    /// The update; with a grant only if the table is seeded or the server continues without.
    pub(super) update: LeaseUpdate,
    /// Whether calls at other servers wait for credits.
    pub(super) others_wait: bool,
}

/// Whether Valkey answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// It does not.
    Away,
    /// It answers and lists this server.
    There,
    /// It answers, but has no data of this server.
    New,
}

/// The table in Valkey.
pub(super) struct LeaseTable {
    valkey: Valkey,
    me: Instance,
    exchange: Script,
    seed: Script,
    /// Time of the next sign of life; `None` if Valkey did not answer.
    next_sign: Option<Instant>,
}

impl LeaseTable {
    /// Opens the table for this server.
    pub(super) fn new(valkey: Valkey, me: Instance) -> Self {
        let (exchange, seed) =
            (Script::new(include_str!("exchange.lua")), Script::new(include_str!("seed.lua")));
        Self { valkey, me, exchange, seed, next_sign: None }
    }

    /// Returns the time of the next sign of life.
    pub(super) fn next_sign(&self) -> Option<Instant> {
        self.next_sign
    }

    /// Sends a sign of life when it is due.
    pub(super) fn sign_of_life(&mut self) -> Presence {
        if self.next_sign.is_some_and(|next| Instant::now() < next) {
            return Presence::There;
        }
        let mut set = redis::cmd("SET");
        set.arg(self.own_key()).arg(1).arg("PX").arg(LIFE.as_millis() as u64).arg("GET");
        // GET returns the old value: without one Valkey has lost its data, or this server was silent.
        let before: Option<Option<String>> = self.valkey.ask(|connection| set.query(connection));
        self.next_sign = before.is_some().then(|| Instant::now() + SIGN_OF_LIFE);
        match before {
            None => Presence::Away,
            Some(None) => Presence::New,
            Some(Some(_)) => Presence::There,
        }
    }

    /// Sends requests and returns the responses, or `None` if Valkey does not answer.
    pub(super) fn exchange(&mut self, requests: &[TableRequest]) -> Option<Vec<TableResponse>> {
        let mut responses = Vec::with_capacity(requests.len());
        for batch in requests.chunks(BATCH) {
            let mut pipeline = redis::pipe();
            batch.iter().for_each(|request| self.add(&mut pipeline, request));
            let update: Option<Vec<[i64; 5]>> = run(&mut self.valkey, &self.exchange, &pipeline);
            let Some(update) = update else {
                self.next_sign = None;
                return None;
            };
            responses.extend(batch.iter().zip(update).map(|(request, update)| response(request, update)));
        }
        Some(responses)
    }

    fn add(&self, pipeline: &mut Pipeline, request: &TableRequest) {
        let TableRequest { report, lease, allowance, goes_on, .. } = request;
        // Without totals from the database the script starts from the figures of this server.
        let known = if *goes_on { report.others.0.to_string() } else { String::new() };
        let key = key(&request.account, report.month.first_day);
        let mut call = self.exchange.key(key);
        call.arg(self.me.as_str()).arg(report.spent.0).arg(report.granted.0).arg(lease.0);
        call.arg(report.demand.0).arg(report.cheapest.0).arg(allowance.0).arg(known).arg(KEPT_S);
        pipeline.invoke_script(&call);
    }

    /// Adds the totals of the database for accounts in a month.
    pub(super) fn seed(&mut self, first_day: i64, accounts: &[Arc<str>], spent: &[Spent]) -> Option<()> {
        for batch in accounts.chunks(BATCH) {
            let mut pipeline = redis::pipe();
            for account in batch {
                let mut call = self.seed.key(key(account, first_day));
                call.arg(KEPT_S);
                for row in spent.iter().filter(|row| *row.account == **account) {
                    call.arg(&row.instance).arg(row.credits.0);
                }
                pipeline.invoke_script(&call);
            }
            if run::<Vec<i64>>(&mut self.valkey, &self.seed, &pipeline).is_none() {
                self.next_sign = None;
                return None;
            }
        }
        Some(())
    }

    /// Removes this server from the table.
    pub(super) fn leave(&mut self) {
        let mut delete = redis::cmd("DEL");
        delete.arg(self.own_key());
        self.valkey.ask(|connection| delete.query::<i64>(connection));
    }

    fn own_key(&self) -> String {
        // The hash tag {umbra} keeps all keys on one node of a cluster, as scripts require.
        format!("{{umbra}}:server:{}", self.me)
    }
}

fn key(account: &str, first_day: i64) -> String {
    format!("{{umbra}}:credits:{account}:{first_day}")
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
        is_exact: true,
    };
    TableResponse { is_seeded: is_seeded == 1, update, others_wait: others_wait == 1 }
}

/// Runs a pipeline of calls of one script, and loads the script first if Valkey does not have it.
fn run<T: redis::FromRedisValue>(valkey: &mut Valkey, script: &Script, pipeline: &Pipeline) -> Option<T> {
    let request = |connection: &mut Connection| -> RedisResult<T> {
        match pipeline.query(connection) {
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                // Valkey was restarted or its scripts were flushed.
                script.load(connection)?;
                pipeline.query(connection)
            }
            done => done,
        }
    };
    valkey.ask(request)
}
