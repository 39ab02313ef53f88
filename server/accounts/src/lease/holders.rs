//! The end of the grants of other servers, by the monotonic clock of this server.
//!
//! Wall clocks jump, and no two machines agree. So each report has a beat, a number that rises. A server that
//! has seen the same beat for [`LIFE`] ends the grant, and the exchange that does so checks that the beat is
//! still the same. Time in which the store did not answer does not count: then the other server could not
//! report either.

use crate::clock::Month;
use crate::grant::{Holder, LeaseResponse};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lifetime of a grant without a report, beyond the announced time until the next one. Some may be late.
pub(super) const LIFE: Duration = Duration::from_secs(4);

/// The grants of other servers, by account.
#[derive(Debug, Default)]
pub(super) struct Holders(HashMap<Arc<str>, Seen>);

/// The grants on an account in a month, each with the time at which its beat was first seen.
#[derive(Debug)]
struct Seen {
    month: Month,
    holders: Vec<(Holder, Instant)>,
}

impl Holders {
    /// Notes the grants in a response.
    pub(super) fn note(&mut self, account: &Arc<str>, month: Month, response: &LeaseResponse, now: Instant) {
        let before = self.0.remove(account).filter(|seen| seen.month == month);
        let before = before.map_or_else(Vec::new, |seen| seen.holders);
        let since = |holder: &Holder| {
            let is_same =
                |seen: &&(Holder, Instant)| seen.0.instance == holder.instance && seen.0.beat == holder.beat;
            before.iter().find(is_same).map_or(now, |(_, since)| *since)
        };
        let holders: Vec<_> = response.holders.iter().map(|holder| (holder.clone(), since(holder))).collect();
        if !holders.is_empty() {
            self.0.insert(account.clone(), Seen { month, holders });
        }
    }

    /// Servers that have been silent for too long about an account, with their last beats.
    pub(super) fn expired(&self, account: &Arc<str>, month: Month, now: Instant) -> Vec<(String, i64)> {
        let Some(seen) = self.0.get(account).filter(|seen| seen.month == month) else { return Vec::new() };
        let is_over =
            |(holder, since): &&(Holder, Instant)| now.duration_since(*since) >= LIFE + holder.until_next;
        seen.holders.iter().filter(is_over).map(|(h, _)| (h.instance.clone(), h.beat)).collect()
    }

    pub(super) fn remove(&mut self, account: &Arc<str>) {
        self.0.remove(account);
    }

    /// Begins to count anew, after the store did not answer.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
