//! Recent changes of an account, as visible to its holder.

use crate::pages::console::prelude::*;
use accounts::store::{AuditFilter, AuditRow};

/// Maximum number of changes shown; the newest.
const MAX_SHOWN: u32 = 20;

/// The last changes of the visitor's account.
pub(super) async fn read(visit: &Visit<'_>) -> Stored<Vec<AuditRow>> {
    let filter = AuditFilter {
        account: Some(visit.account.id.to_string()),
        most: Some(MAX_SHOWN),
        ..AuditFilter::default()
    };
    visit.store(move |store| store.audit(&filter)).await
}

/// Changes as a table, newest first.
pub(super) fn of_changes(changes: &[AuditRow]) -> Markup {
    html! {
        section aria-labelledby="history" {
            h2 #history { "Recent changes" }
            @if changes.is_empty() { p { "No changes yet." } }
            @else {
                div.scroll tabindex="0" role="group" aria-label="Changes, newest first" {
                    table {
                        thead {
                            tr { @for heading in ["When", "What", "Who"] { th scope="col" { (heading) } } }
                        }
                        tbody { @for change in changes.iter().rev() { (row(change)) } }
                    }
                }
            }
        }
    }
}

fn row(AuditRow { at_ms, who, place, action, key, detail, .. }: &AuditRow) -> Markup {
    html! {
        tr {
            td { (words::date_and_time(*at_ms)) }
            td {
                (in_words(action))
                @if let Some(key) = key { " " code { (key) } }
                @if !detail.is_empty() { p.hint { (detail) } }
            }
            // The names of operators are not shown to holders.
            td { @if who == "holder" { "you, from " (place) } @else { "the " (who) } }
        }
    }
}

/// An action of the audit log in words. Unknown actions are shown unchanged.
fn in_words(action: &str) -> &str {
    match action {
        "account.create" => "Account created",
        "account.name" => "Name changed",
        "account.email" => "Email address changed",
        "account.plan" => "Plan changed",
        "account.password" => "Password changed",
        "account.reset-link" => "Link for a new password made",
        "password.request" => "New password requested",
        "account.suspend" => "Account suspended",
        "account.resume" => "Account resumed",
        "key.create" => "Key created",
        "key.change" => "Key changed",
        "key.rotate" => "Key rotated",
        "key.delete" => "Key deleted",
        "key.grant" => "Entitlement granted to key",
        "key.revoke" => "Entitlement of key revoked",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_see_their_own_addresses_and_no_names_of_operators() {
        let change = |who: &str, action: &str| AuditRow {
            id: 1,
            at_ms: 0,
            who: who.into(),
            name: "root".into(),
            place: "192.0.2.1".into(),
            action: action.into(),
            account: None,
            key: Some("abc".into()),
            detail: "<shop>".into(),
        };
        let changes = [change("holder", "key.rotate"), change("operator", "key.novelty")];
        let html = of_changes(&changes).into_string();
        for part in ["Key rotated", "you, from 192.0.2.1", "key.novelty", "the operator", "&lt;shop&gt;"] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("root") && html.matches("192.0.2.1").count() == 1, "{html}");
        assert!(html.find("key.novelty") < html.find("Key rotated"), "newest first");
    }
}
