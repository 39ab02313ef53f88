//! The retention of old rows.

use crate::clock::{DAY_MS, Month};

/// Age after which nothing uses what servers noted for each other: the spending of a month that has ended,
/// and the last batch of a server.
const OF_SERVERS_DAYS: i64 = 40;

/// Rows that are kept.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// First day with usage that is kept, in days since 1970-01-01; the first of a month.
    pub usage_day: i64,
    /// The oldest line of the audit log that is kept, milliseconds since 1970.
    pub audit_ms: i64,
    /// First month whose spending is kept by server, as the first day in days since 1970-01-01.
    pub spent_month: i64,
    /// The oldest last batch of a server that is kept, milliseconds since 1970.
    pub batch_ms: i64,
}

/// Number of rows by kind.
pub type Pruned = Vec<(&'static str, u64)>;

impl Retention {
    /// Keeps usage of some months before the one of `now_ms`, and the audit log of some days.
    pub fn new(now_ms: i64, usage_months: u32, audit_days: u32) -> Self {
        let mut month = Month::of(now_ms);
        for _ in 0..usage_months {
            month = Month::of(month.from_ms() - DAY_MS);
        }
        let before = |days: i64| now_ms - days * DAY_MS;
        Self {
            usage_day: month.first_day,
            audit_ms: before(audit_days.into()),
            spent_month: Month::of(before(OF_SERVERS_DAYS)).first_day,
            batch_ms: before(OF_SERVERS_DAYS),
        }
    }
}
