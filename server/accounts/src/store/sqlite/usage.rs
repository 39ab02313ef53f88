//! Adds usage row by row, in the one transaction of the caller.

use crate::secret::KeyId;
use crate::store::{Stored, UsageToAdd};
use rusqlite::{Connection, params};
use std::collections::HashMap;

/// Adds usage; that of keys which were deleted with their account is left out.
pub(super) fn add(connection: &Connection, usage: &[UsageToAdd]) -> Stored<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO usage SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
         ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
             millicredits = millicredits + excluded.millicredits",
    )?;
    let mut last_used_ms = HashMap::<KeyId, i64>::new();
    for usage in usage {
        let UsageToAdd { key, endpoint, day, tally, .. } = usage;
        statement.execute(params![key.as_str(), day, endpoint, tally.calls, tally.credits.0])?;
        let last = last_used_ms.entry(*key).or_insert(usage.last_used_ms);
        *last = usage.last_used_ms.max(*last);
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO key_use SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM keys WHERE id = ?1)
         ON CONFLICT DO UPDATE SET last_used_ms = MAX(last_used_ms, excluded.last_used_ms)",
    )?;
    for (key, ms) in last_used_ms {
        statement.execute(params![key.as_str(), ms])?;
    }
    Ok(())
}
