//! A notice as JSON, for commands and for webhooks.

use crate::accounts::clock::{DAY_MS, Month};
use crate::accounts::store::NoticeRow;
use astro::time::iso_text_ms;
use serde_json::{Value, json};

/// A notice as programs read it.
pub(crate) fn document(row: &NoticeRow) -> Value {
    let from_ms = row.first_day * DAY_MS;
    let month: String = iso_text_ms(from_ms).chars().take(7).collect();
    json!({
        "id": row.id,
        "account": row.account,
        "name": row.name,
        "email": row.email,
        "plan": row.plan,
        "month": month,
        "level": row.level,
        "used": row.used.to_f64(),
        "allowance": row.allowance.to_f64(),
        "replenishedAt": iso(Month::of(from_ms).end_ms()),
        "createdAt": iso(row.created_ms),
        "passedOnAt": row.done.as_ref().map(|(ms, _)| iso(*ms)),
        "passedOnBy": row.done.as_ref().map(|(_, by)| by),
    })
}

fn iso(unix_ms: i64) -> String {
    format!("{}Z", iso_text_ms(unix_ms))
}
