//! A key on the page of its account: its state, and the forms that change it.

use super::forms::{csrf_field, naming_fields};
use crate::accounts::key::Key;
use crate::accounts::plan::Plan;
use crate::accounts::store::UsageRow;
use maud::{Markup, html};

const ASK_BEFORE_DELETING: &str = "Delete this key for ever? Programs that use it will be refused.";

/// The card of a key; `usage` is that of all keys in the month.
pub(super) fn key_card(key: &Key, csrf: &str, usage: &[UsageRow]) -> Markup {
    let id = key.id;
    let (state, turn, action) =
        if key.enabled { ("enabled", "Disable", "disable") } else { ("disabled", "Enable", "enable") };
    html! {
        article.key.off[!key.enabled] id={ "key-" (id) } {
            h3 { (key.nickname) " " span.state { (state) } }
            p { (key.description) }
            (facts(key, usage))
            div.row {
                (button(key, csrf, "test", "Test", None))
                (button(key, csrf, action, turn, None))
                (button(key, csrf, "delete", "Delete", Some(ASK_BEFORE_DELETING)))
            }
            details {
                summary { "Edit" }
                form method="post" action={ "/console/keys/" (id) "/update" } {
                    (csrf_field(csrf))
                    (naming_fields(&key.nickname, &key.description))
                    (rules_fields(key))
                    button.main { "Save" }
                }
            }
        }
    }
}

fn facts(key: &Key, usage: &[UsageRow]) -> Markup {
    let of_key = usage.iter().filter(|u| u.key == key.id.as_str());
    let (calls, credits) = of_key.fold((0, 0.0), |sum, u| (sum.0 + u.calls, sum.1 + u.credits));
    let entitlements = match key.entitlements.words() {
        [] => "none".to_owned(),
        words => words.join(", "),
    };
    html! {
        dl {
            dt { "Key" } dd { code { (key.id.masked()) } }
            dt { "Entitlements" } dd { (entitlements) }
            dt { "Origins" } dd { (code_or_any(&key.origins.text())) }
            dt { "Addresses" } dd { (code_or_any(&key.ips.text())) }
            dt { "This month" } dd { (calls) " calls, " (credits) " credits" }
        }
    }
}

/// A form that is only a button; `question` is asked before it is sent, where scripts run.
fn button(key: &Key, csrf: &str, action: &str, text: &str, question: Option<&str>) -> Markup {
    html! {
        form method="post" action={ "/console/keys/" (key.id) "/" (action) } data-ask=[question] {
            (csrf_field(csrf))
            button { (text) }
        }
    }
}

fn rules_fields(key: &Key) -> Markup {
    let (may_have, origins, ips) =
        (key.entitlements.open(Plan::WITH_RULES), key.origins.text(), key.ips.text());
    if !may_have && origins.is_empty() && ips.is_empty() {
        return html! {
            p { small { "Rules for origins and addresses come with the plans pro and enterprise." } }
        };
    }
    html! {
        @if !may_have {
            p {
                small {
                    "These rules were made with a higher plan. They are in force, and may only stay as they "
                    "are or be cleared."
                }
            }
        }
        label {
            "Allowed origins"
            small {
                "Hosts separated by semicolons, each with at most one *: app.example.org; *.example.net. "
                "Empty: any."
            }
            input name="origins" value=(origins);
        }
        label {
            "Allowed addresses"
            small {
                "IPv4 and IPv6 addresses and CIDR blocks separated by commas: 203.0.113.7, 2001:db8::/32. "
                "Empty: any."
            }
            input name="ips" value=(ips);
        }
    }
}

fn code_or_any(rules: &str) -> Markup {
    html! { @if rules.is_empty() { "any" } @else { code { (rules) } } }
}
