//! Usage of an account in a month at all servers.

use super::fault_log::FaultLog;
use super::staleness::Staleness;
use crate::clock::Month;
use crate::credits::{Meter, MonthUsage, OperationUsage, Tally};
use crate::operation_names::OperationName;
use crate::plan::Credits;
use crate::secret::KeyId;
use crate::snapshot::Account;
use crate::store::{Store, StoreError, Stored};
use crate::store_handle::StoreHandle;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Timeout for the usage of other servers.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reads the usage of accounts at all servers. Clones share the handle.
#[derive(Clone)]
pub struct MonthReader {
    handle: StoreHandle,
    staleness: Arc<Staleness>,
    faults: Arc<Mutex<FaultLog>>,
}

impl MonthReader {
    pub(super) fn new(handle: StoreHandle, staleness: Arc<Staleness>) -> Self {
        let faults = FaultLog::new(
            "the usage of other servers cannot be read: /usage and the console show that of this server",
            "the usage of other servers can be read again",
        );
        Self { handle, staleness, faults: Arc::new(Mutex::new(faults)) }
    }

    /// Returns the usage of an account in the month of `now_ms`. The usage of other servers is read from the
    /// store. If it cannot be read, the result has the usage of this server only, and the log has an error.
    pub async fn read(&self, account: &Account, now_ms: i64) -> MonthUsage {
        if !self.staleness.is_shared() {
            return account.meter.report(now_ms);
        }
        let (meter, id) = (account.meter.clone(), account.id.clone());
        let reading = self.handle.read(move |store| of_all(store, &meter, &id, Month::of(now_ms)));
        let read = match self.staleness.is_failing() {
            true => Err(StoreError::Away),
            false => tokio::time::timeout(PATIENCE, reading).await.unwrap_or(Err(StoreError::Away)),
        };
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).note(&read);
        read.unwrap_or_else(|_| account.meter.report(now_ms))
    }
}

/// The written usage of all servers plus the unwritten usage of this one.
fn of_all(store: &mut dyn Store, meter: &Meter, account: &str, month: Month) -> Stored<MonthUsage> {
    let mut parts = BTreeMap::<(KeyId, OperationName), Tally>::new();
    let written = store.usage(month, Some(account))?.into_iter().filter_map(|row| {
        let tally = Tally { calls: row.calls, credits: Credits::from_f64(row.credits) };
        Some((KeyId::parse(&row.key)?, OperationName::read(&row.endpoint), tally))
    });
    // No usage is missed between the two reads, because only this thread writes it.
    for (key, operation, tally) in written.chain(meter.unwritten(month)) {
        parts.entry((key, operation)).or_default().add(tally);
    }
    let parts: Vec<OperationUsage> =
        parts.into_iter().map(|((key, operation), tally)| (key, operation, tally)).collect();
    let used = Credits(parts.iter().map(|(.., tally)| tally.credits.0).sum());
    Ok(MonthUsage { month, used, parts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::store::sqlite::SqliteStore;
    use crate::store::{Actor, UsageToAdd};

    #[test]
    fn what_others_have_written_and_what_is_not_written_yet_is_one_sum() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = SqliteStore::open(&folder.path().join("accounts.sqlite")).expect("a database");
        let by = Actor::server(0);
        let account = store.create_account("Ada", "ada@example.org", Plan::Free, None, &by).expect("made");
        let key = store.create_key(&account, "main", "", &by).expect("made").id;
        let operation = OperationName::read("date");
        let tally = Tally { calls: 2, credits: Credits(1000) };
        let of_other = UsageToAdd { key, endpoint: "date", day: 3, tally, last_used_ms: 0 };
        store.write_usage(&[of_other]).expect("written");
        let meter = Meter::new(0, []);
        meter.charge(key, operation, Credits(500), Credits(9000), 0).expect("an allowance");
        let usage = of_all(&mut store, &meter, &account, Month::of(0)).expect("read");
        assert_eq!(usage.used, Credits(1500));
        assert_eq!(usage.parts, [(key, operation, Tally { calls: 3, credits: Credits(1500) })]);
    }
}
