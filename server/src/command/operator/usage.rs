//! `server usage`: credits and calls of a month.

use super::output::{Output, date, table};
use crate::accounts::clock::{DAY_MS, Month};
use crate::accounts::store::{Store, StoreError, Stored, UsageRow};
use clap::Args;
use serde_json::json;

/// Which usage is asked for.
#[derive(Debug, Clone, Args)]
pub(crate) struct UsageCommand {
    /// Id or email address of one account
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
    /// The month, such as 2026-11; the present one if left out
    #[arg(long, value_name = "YYYY-MM")]
    month: Option<String>,
}

/// Carries out the command.
pub(super) fn run(command: &UsageCommand, store: &dyn Store, now_ms: i64) -> Stored<Output> {
    let month = match command.month.as_deref() {
        None => Month::of(now_ms),
        Some(text) => Month::parse(text)
            .ok_or_else(|| StoreError::Invalid(format!("--month {text} must be a month such as 2026-11")))?,
    };
    let account = command.account.as_deref().map(|a| store.account(a)).transpose()?.map(|a| a.id);
    let usage = store.usage(month, account.as_deref())?;
    let head = ["account", "key", "day", "operation", "calls", "credits"];
    let text = table(&head, usage.iter().map(cells).collect());
    Ok(Output::new(json!(usage), text))
}

fn cells(row: &UsageRow) -> Vec<String> {
    vec![
        row.account.clone(),
        row.nickname.clone(),
        date(row.day * DAY_MS),
        row.endpoint.clone(),
        row.calls.to_string(),
        row.credits.to_string(),
    ]
}
