//! Accounts, keys and instants as JSON for programs: dates as in the interface, rules as lists.

use accounts::clock::{DAY_MS, Month, iso};
use accounts::store::{AccountRow, KeyRow};
use serde_json::{Value, json};

/// An account.
pub(super) fn account(row: &AccountRow) -> Value {
    json!({
        "id": row.id,
        "name": row.name,
        "email": row.email,
        "plan": row.plan,
        "hasPassword": row.has_password,
        "createdAt": iso(row.created_ms),
        "suspendedAt": row.suspended_ms.map(iso),
    })
}

/// A key, without anything secret.
pub(super) fn key(row: &KeyRow) -> Value {
    json!({
        "id": row.id,
        "account": row.account,
        "nickname": row.nickname,
        "description": row.description,
        "enabled": row.enabled,
        "entitlements": row.entitlements,
        "origins": list(&row.origins, ';'),
        "ips": list(&row.ips, ','),
        "createdAt": iso(row.created_ms),
        "secretMadeAt": iso(row.secret_ms),
        "oldSecretUntil": row.old_until_ms.map(iso),
        "lastUsedAt": row.last_used_ms.map(iso),
    })
}

/// The day of an instant, such as 2026-11-21.
pub(super) fn date(unix_ms: i64) -> String {
    iso(unix_ms).chars().take(10).collect()
}

/// A day that is counted from 1970-01-01, such as 2026-11-21.
pub(super) fn day(days: i64) -> String {
    date(days * DAY_MS)
}

/// The month that begins on a day counted from 1970-01-01, such as 2026-11.
pub(super) fn month(first_day: i64) -> String {
    Month::of(first_day * DAY_MS).to_string()
}

/// An instant to the minute, for people.
pub(super) fn minute(unix_ms: i64) -> String {
    iso(unix_ms).chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect()
}

fn list(rules: &str, separator: char) -> Vec<&str> {
    rules.split(separator).map(str::trim).filter(|rule| !rule.is_empty()).collect()
}
