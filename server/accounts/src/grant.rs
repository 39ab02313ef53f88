//! The rule by which servers share the credits of an account in a month: from the rows of all servers and the
//! request of one, the new rows. It depends on no clock and no database, so that a simulation tests it.

use crate::clock::Month;
use crate::instance::Instance;
use crate::plan::Credits;
use std::sync::Arc;
use std::time::Duration;

/// The row of a server in the store, for an account and a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRow {
    /// The name of the server.
    pub instance: String,
    /// Spending of the server: the greater figure of its reports and of its written usage. So a server that
    /// has ended is never forgotten.
    pub spent: Credits,
    /// The limit up to which it may spend without asking, spent credits included; less than `spent` if its
    /// grant has ended.
    pub granted: Credits,
    /// Cost of its calls that wait because too little was free.
    pub waiting: Credits,
    /// Number of its last report, which rises with each; 0 if it has only written usage.
    pub beat: i64,
    /// Time until its next report, beyond the usual interval.
    pub until_next: Duration,
}

/// A report on an account in a month, with a request for a lease.
#[derive(Debug, Clone)]
pub struct LeaseRequest {
    /// Id of the account.
    pub account: Arc<str>,
    /// The month.
    pub month: Month,
    /// Number of the report.
    pub beat: i64,
    /// Credits that this server has spent in the month.
    pub spent: Credits,
    /// The limit up to which it was allowed to spend, without credits that it gives back.
    pub granted: Credits,
    /// The requested lease.
    pub lease: Credits,
    /// Total cost of the calls that wait here.
    pub demand: Credits,
    /// Cost of the cheapest of them.
    pub cheapest: Credits,
    /// The allowance of the account.
    pub allowance: Credits,
    /// Time until the next request, beyond the usual interval.
    pub until_next: Duration,
    /// Servers that have been silent for too long, each with its last beat: their grants end.
    pub expired: Vec<(String, i64)>,
}

/// The response to a [`LeaseRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseResponse {
    /// `true` if the store had no report of this server, for example because it has lost its rows.
    pub is_first: bool,
    /// The new limit of the server's spending.
    pub granted: Credits,
    /// Credits that others have spent.
    pub others: Credits,
    /// Credits that others have spent, or may spend without asking.
    pub committed: Credits,
    /// Other servers with a grant or with calls that wait.
    pub holders: Vec<Holder>,
    /// `true` if calls at other servers wait for credits.
    pub others_wait: bool,
}

/// Another server that holds or awaits credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The name of the server.
    pub instance: String,
    /// Number of its last report.
    pub beat: i64,
    /// Time until its next report, beyond the usual interval.
    pub until_next: Duration,
}

/// The rows that an exchange changes, and the response.
#[derive(Debug)]
pub struct Granted {
    /// New rows: that of the requesting server, and those of servers whose grants have expired.
    pub rows: Vec<LeaseRow>,
    /// The response.
    pub response: LeaseResponse,
}

/// Grants a lease to the server `me`: at most what is neither spent nor granted. Near the end of the
/// allowance leases shrink, and calls that wait elsewhere come before them.
pub fn grant(me: &Instance, rows: &[LeaseRow], request: &LeaseRequest) -> Granted {
    let own = rows.iter().find(|row| row.instance == me.as_str() && row.beat > 0);
    let is_late = own.is_some_and(|own| own.beat >= request.beat);
    let is_expired = |row: &&LeaseRow| {
        request.expired.iter().any(|(instance, beat)| *instance == row.instance && *beat == row.beat)
    };
    let others = rows.iter().filter(|row| row.instance != me.as_str());
    // A late request changes nothing: a later one of this server has come before it.
    let (expired, others): (Vec<_>, Vec<_>) = others.partition(|row| !is_late && is_expired(row));
    let mut changed: Vec<LeaseRow> =
        expired.iter().filter(|row| row.holds()).map(|row| row.ended()).collect();

    let spent_by_others = others.iter().chain(&expired).map(|row| row.spent.0).sum::<i64>();
    let granted_beyond = others.iter().map(|row| row.unspent()).sum::<i64>();
    let reserved = others.iter().map(|row| row.waiting.0).sum::<i64>();
    let servers = 1 + others.iter().filter(|row| row.unspent() > 0).count() as i64;
    let committed = spent_by_others + granted_beyond;

    let spent = request.spent.0;
    let free = request.allowance.0 - committed - spent;
    // The row decides: a grant that has expired since was given to others. Otherwise a grant stays, even if
    // it is more than what is free: until it has the response, the server may spend it.
    let stored = own.map_or(i64::MAX, |own| own.granted.0);
    let held = request.granted.0.min(stored).max(spent);
    let share = ((free - reserved) / (2 * servers)).max(0);
    let given = request.lease.0.min(share).max(request.demand.0).min(free);
    let is_enough = given > 0 && given >= request.cheapest.0;
    let granted = match is_enough {
        _ if is_late => stored.max(spent),
        true => held.max(spent + given),
        false => held,
    };
    let is_short = request.demand.0 > 0 && granted - spent < request.demand.0;
    if !is_late {
        changed.push(LeaseRow {
            instance: me.as_str().into(),
            spent: request.spent,
            // Also if it is spent: after a refund the server may spend up to it again.
            granted: Credits(granted),
            waiting: if is_short { request.demand } else { Credits(0) },
            beat: request.beat,
            until_next: request.until_next,
        });
    }
    let response = LeaseResponse {
        is_first: own.is_none(),
        granted: Credits(granted),
        others: Credits(spent_by_others),
        committed: Credits(committed),
        holders: others.iter().filter(|row| row.holds()).map(|row| row.holder()).collect(),
        others_wait: reserved > 0,
    };
    Granted { rows: changed, response }
}

impl LeaseRow {
    /// Credits that are granted and, by the last report, not spent.
    fn unspent(&self) -> i64 {
        (self.granted.0 - self.spent.0).max(0)
    }

    /// Returns whether other servers get less because of this row.
    fn holds(&self) -> bool {
        self.unspent() > 0 || self.waiting.0 > 0
    }

    fn holder(&self) -> Holder {
        let Self { instance, beat, until_next, .. } = self;
        Holder { instance: instance.clone(), beat: *beat, until_next: *until_next }
    }

    /// The row without its grant.
    fn ended(&self) -> Self {
        Self { granted: Credits(0), waiting: Credits(0), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, spent: i64, granted: i64, waiting: i64, beat: i64) -> LeaseRow {
        LeaseRow {
            instance: instance.into(),
            spent: Credits(spent),
            granted: Credits(granted),
            waiting: Credits(waiting),
            beat,
            until_next: Duration::ZERO,
        }
    }

    fn request(spent: i64, granted: i64, lease: i64, demand: i64) -> LeaseRequest {
        LeaseRequest {
            account: "ada".into(),
            month: Month::new(2026, 11),
            beat: 5,
            spent: Credits(spent),
            granted: Credits(granted),
            lease: Credits(lease),
            demand: Credits(demand),
            cheapest: Credits(demand),
            allowance: Credits(1000),
            until_next: Duration::ZERO,
            expired: Vec::new(),
        }
    }

    /// The new limit, and the row that is written.
    fn granted(rows: &[LeaseRow], request: &LeaseRequest) -> (i64, LeaseRow) {
        let mut granted = grant(&Instance("me".into()), rows, request);
        (granted.response.granted.0, granted.rows.pop().expect("a row"))
    }

    #[test]
    fn a_lease_is_free_and_a_share_near_the_end() {
        assert_eq!(granted(&[], &request(100, 100, 50, 0)).0, 150);
        let others = [row("a", 300, 400, 0, 1), row("b", 300, 0, 0, 1)];
        assert_eq!(granted(&others, &request(100, 100, 50, 0)).0, 150, "a lease");
        assert_eq!(granted(&others, &request(150, 150, 50, 0)).0, 187, "a quarter of what is free");
        assert_eq!(granted(&others, &request(150, 150, 50, 150)).0, 300, "for the calls that wait");
        let (limit, own) = granted(&others, &request(150, 150, 50, 151));
        assert_eq!((limit, own.waiting.0, own.granted.0), (150, 151, 150), "they cost more than is free");
    }

    #[test]
    fn calls_that_wait_elsewhere_come_before_a_lease() {
        let others = [row("a", 700, 0, 180, 1)];
        let response = grant(&Instance("me".into()), &others, &request(100, 100, 50, 0)).response;
        assert_eq!((response.granted.0, response.others_wait), (110, true));
    }

    #[test]
    fn a_row_decides_about_the_grant_of_its_server() {
        assert_eq!(granted(&[row("me", 100, 120, 0, 4)], &request(110, 150, 0, 0)).0, 120);
        assert_eq!(granted(&[row("me", 100, 0, 0, 4)], &request(110, 150, 0, 0)).0, 110, "it has expired");
        assert_eq!(granted(&[], &request(110, 150, 0, 0)).0, 150, "the row is lost");
        let others = [row("me", 110, 150, 0, 4), row("a", 950, 0, 0, 1)];
        assert_eq!(granted(&others, &request(110, 150, 10, 0)).0, 150, "the server may use it already");
    }

    #[test]
    fn a_grant_ends_only_with_the_beat_that_was_seen() {
        let rows = [row("a", 300, 900, 0, 7)];
        let expired = |beat| LeaseRequest { expired: vec![("a".into(), beat)], ..request(0, 0, 0, 600) };
        assert_eq!(granted(&rows, &expired(6)).0, 0);
        let done = grant(&Instance("me".into()), &rows, &expired(7));
        assert_eq!(done.rows[0], row("a", 300, 0, 0, 7));
        assert_eq!((done.response.granted.0, done.response.committed.0), (600, 300));
    }

    #[test]
    fn a_late_report_changes_nothing() {
        let rows = [row("me", 200, 250, 0, 5), row("a", 0, 50, 0, 1)];
        let late = LeaseRequest { expired: vec![("a".into(), 1)], ..request(100, 100, 50, 0) };
        let done = grant(&Instance("me".into()), &rows, &late);
        assert!(done.rows.is_empty());
        assert_eq!(done.response.granted.0, 250, "what is stored");
    }
}
