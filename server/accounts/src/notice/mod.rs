//! Delivery of notices that an allowance is nearly used up, and of visitors' requests.

pub mod sender;
pub mod webhook;

use crate::clock::{DAY_MS, Month, iso};
use crate::store::NoticeRow;
use serde_json::{Value, json};

/// The JSON document of a notice.
pub fn document(row: &NoticeRow) -> Value {
    let month = Month::of(row.first_day * DAY_MS);
    json!({
        "id": row.id,
        "account": row.account,
        "name": row.name,
        "email": row.email,
        "plan": row.plan,
        "month": month.to_string(),
        "level": row.level,
        "used": row.used.to_f64(),
        "allowance": row.allowance.to_f64(),
        "replenishedAt": iso(month.end_ms()),
        "createdAt": iso(row.created_ms),
        "passedOnAt": row.done.as_ref().map(|(ms, _)| iso(*ms)),
        "passedOnBy": row.done.as_ref().map(|(_, by)| by),
    })
}
