//! What has changed after a revision, as triggers have noted it.

use super::read::revision;
use crate::store::{Changed, Stored};
use rusqlite::Connection;
use std::collections::BTreeSet;

/// What has changed after a revision.
pub(super) fn since(connection: &Connection, known: i64) -> Stored<Changed> {
    // Asked four times a second: where nothing has changed it is one query.
    if revision(connection)? == known {
        return Ok(Changed::Nothing);
    }
    let transaction = connection.unchecked_transaction()?;
    let revision = revision(&transaction)?;
    let mut statement =
        transaction.prepare_cached("SELECT account FROM changed WHERE revision > ?1 AND revision <= ?2")?;
    let accounts: Vec<Option<String>> =
        statement.query_map([known, revision], |r| r.get(0))?.collect::<Result<_, _>>()?;
    // Older changes are forgotten.
    let is_complete = i64::try_from(accounts.len()).is_ok_and(|noted| noted == revision - known);
    match accounts.into_iter().collect::<Option<BTreeSet<String>>>() {
        Some(ids) if is_complete => Ok(Changed::Accounts { revision, ids: ids.into_iter().collect() }),
        _ => Ok(Changed::Everything),
    }
}
