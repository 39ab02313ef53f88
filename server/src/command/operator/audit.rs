//! `umbra audit`: shows the audit log.

use super::output::{CommandOutput, table};
use crate::api::date_time;
use accounts::clock::iso;
use accounts::store::{AuditFilter, AuditRow, Store, StoreError, Stored};
use clap::Args;
use serde_json::{Value, json};

/// Filter for the audit log.
#[derive(Debug, Clone, Args)]
pub(crate) struct AuditCommand {
    /// Id or email address of an account. For a deleted account, use its id
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
    /// Earliest change (UTC), such as 2026-11-01 or 2026-11-21T12:00
    #[arg(long, value_name = "DATE", value_parser = instant)]
    since: Option<i64>,
    /// Maximum number of entries; the newest are shown
    #[arg(long, value_name = "N")]
    most: Option<u32>,
}

fn instant(text: &str) -> Result<i64, String> {
    date_time::parse(text).ok_or_else(|| "use a date such as 2026-11-01".into())
}

pub(super) fn run(command: &AuditCommand, store: &dyn Store) -> Stored<CommandOutput> {
    let account_id = |name: &String| match store.account(name) {
        Ok(row) => Ok(row.id),
        // The log identifies deleted accounts only by their ids.
        Err(StoreError::NotFound { .. }) if !name.contains('@') => Ok(name.clone()),
        Err(e) => Err(e),
    };
    let account = command.account.as_ref().map(account_id).transpose()?;
    let rows = store.audit(&AuditFilter { account, since_ms: command.since, most: command.most })?;
    let head = ["when", "by", "from", "what", "account", "key", "detail"];
    Ok(CommandOutput::new(rows.iter().map(line).collect(), table(&head, rows.iter().map(cells).collect())))
}

fn line(row: &AuditRow) -> Value {
    json!({
        "id": row.id,
        "at": iso(row.at_ms),
        "by": row.who,
        "name": row.name,
        "from": row.place,
        "action": row.action,
        "account": row.account,
        "key": row.key,
        "detail": row.detail,
    })
}

fn cells(row: &AuditRow) -> Vec<String> {
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    vec![
        iso(row.at_ms),
        format!("{} {}", row.who, row.name).trim_end().to_owned(),
        row.place.clone(),
        row.action.clone(),
        text(&row.account),
        text(&row.key),
        row.detail.clone(),
    ]
}
