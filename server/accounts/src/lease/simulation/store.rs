//! The store of the simulation: the tables of PostgreSQL as maps, with the same rule.

use crate::clock::Month;
use crate::grant::{LeaseRequest, LeaseResponse, LeaseRow, grant};
use crate::instance::Instance;
use crate::plan::Credits;
use std::collections::BTreeMap;
use std::time::Duration;

/// An account and the first day of a month.
pub(super) type AccountMonth = (usize, i64);

#[derive(Debug, Default)]
pub(super) struct Store {
    reports: BTreeMap<(AccountMonth, String), LeaseRow>,
    /// Written usage, which a crash does not lose.
    written: BTreeMap<(AccountMonth, String), i64>,
}

impl Store {
    /// An exchange, in one transaction.
    pub(super) fn exchange(
        &mut self,
        instance: &Instance,
        requests: &[(usize, LeaseRequest)],
    ) -> Vec<LeaseResponse> {
        let exchange = |(account, request): &(usize, LeaseRequest)| {
            let of = (*account, request.month.first_day);
            let granted = grant(instance, &self.rows(of), request);
            for row in granted.rows {
                self.reports.insert((of, row.instance.clone()), row);
            }
            granted.response
        };
        requests.iter().map(exchange).collect()
    }

    fn rows(&self, of: AccountMonth) -> Vec<LeaseRow> {
        let mut rows = BTreeMap::<&str, LeaseRow>::new();
        for ((_, instance), row) in of_key(&self.reports, of) {
            rows.insert(instance, row.clone());
        }
        for ((_, instance), written) in of_key(&self.written, of) {
            let row = rows.entry(instance).or_insert_with(|| LeaseRow {
                instance: instance.clone(),
                spent: Credits(*written),
                granted: Credits(0),
                waiting: Credits(0),
                beat: 0,
                until_next: Duration::ZERO,
            });
            row.spent = row.spent.max(Credits(*written));
        }
        rows.into_values().collect()
    }

    /// Adds written usage of a server.
    pub(super) fn write(&mut self, of: AccountMonth, instance: &Instance, millicredits: i64) {
        *self.written.entry((of, instance.to_string())).or_default() += millicredits;
    }

    /// Written usage of all servers.
    pub(super) fn written(&self, of: AccountMonth) -> i64 {
        of_key(&self.written, of).map(|(_, written)| written).sum()
    }

    /// Stored spending of a server.
    pub(super) fn spent_by(&self, of: AccountMonth, instance: &Instance) -> i64 {
        let rows = self.rows(of);
        let own = rows.iter().find(|row| row.instance == instance.as_str());
        own.map_or(0, |row| row.spent.0)
    }

    /// Stored spending of all servers.
    pub(super) fn spent(&self, of: AccountMonth) -> i64 {
        self.rows(of).iter().map(|row| row.spent.0).sum()
    }

    /// Grants of all servers that are not spent.
    pub(super) fn unspent(&self, of: AccountMonth) -> i64 {
        self.rows(of).iter().map(|row| (row.granted.0 - row.spent.0).max(0)).sum()
    }

    /// The accounts and months with rows.
    pub(super) fn keys(&self) -> Vec<AccountMonth> {
        let keys = self.reports.keys().chain(self.written.keys()).map(|(of, _)| *of);
        keys.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// Loses what a crash of PostgreSQL loses.
    pub(super) fn crash(&mut self) {
        self.reports.clear();
    }
}

/// The part of a table about an account and a month.
fn of_key<T>(
    table: &BTreeMap<(AccountMonth, String), T>,
    of: AccountMonth,
) -> impl Iterator<Item = (&(AccountMonth, String), &T)> {
    table.range((of, String::new())..).take_while(move |((key, _), _)| *key == of)
}

pub(super) fn key(account: usize, month: Month) -> AccountMonth {
    (account, month.first_day)
}
