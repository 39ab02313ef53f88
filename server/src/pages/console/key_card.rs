//! A key on the keys page: its state and the forms to change it.

use super::key_form::KeyForm;
use crate::pages::console::prelude::*;
use accounts::credits::Tally;

/// A key on the keys page.
pub(super) struct KeyCard<'a> {
    pub(super) key: &'a Key,
    /// Value of the hidden field of every form.
    pub(super) csrf: &'a str,
    /// Usage in the current month.
    pub(super) used: Tally,
    /// Time of the last use, milliseconds since 1970.
    pub(super) last_used_ms: Option<i64>,
    /// The current time, milliseconds since 1970.
    pub(super) now_ms: i64,
    /// The rejected form for changing it.
    pub(super) refused: Option<&'a KeyForm>,
}

impl KeyCard<'_> {
    pub(super) fn html(&self) -> Markup {
        let Key { id, nickname, description, enabled, .. } = self.key;
        let (state, turn, action) = match enabled {
            true => ("enabled", "Disable", "disable"),
            false => ("disabled", "Enable", "enable"),
        };
        html! {
            article.card.key.off[!enabled] id={ "key-" (id) } aria-labelledby={ "name-" (id) } {
                header {
                    h2 id={ "name-" (id) } { (nickname) }
                    span.state.on[*enabled] { (state) }
                }
                @if !description.is_empty() { p { (description) } }
                (self.facts())
                div.row {
                    (self.button("test", "Test"))
                    (self.button(action, turn))
                    (self.link("rotate", "Rotate"))
                    a.danger.apart href={ "/console/keys/" (id) "/delete" }
                        aria-label={ "Delete " (nickname) } { "Delete" }
                }
                (self.form())
            }
        }
    }

    fn facts(&self) -> Markup {
        let Key { id, entitlements, origins, ips, created_ms, secret_ms, .. } = self.key;
        let entitlements = match entitlements.words() {
            [] => "none".to_owned(),
            words => words.join(", "),
        };
        html! {
            dl {
                dt { "Key" } dd { code { (id.masked()) } }
                @if let Some(until_ms) = self.key.old_until_ms(self.now_ms) {
                    dt { "Old secret" } dd { "valid until " (words::date_and_time(until_ms)) }
                }
                dt { "Created" }
                dd {
                    (words::date(*created_ms))
                    @if secret_ms != created_ms { ", secret from " (words::date(*secret_ms)) }
                }
                dt { "Last used" }
                dd {
                    @match self.last_used_ms {
                        Some(last_used_ms) => (words::date_and_time(last_used_ms)),
                        None => "never",
                    }
                }
                dt { "This month" }
                dd { (words::count(self.used.calls, "call")) ", " (words::credits(self.used.credits)) }
                dt { "Entitlements" } dd { (entitlements) }
                dt { "Origins" } dd { (code_or_any(&origins.text())) }
                dt { "Addresses" } dd { (code_or_any(&ips.text())) }
            }
        }
    }

    /// A form that consists of a button.
    fn button(&self, action: &str, text: &str) -> Markup {
        let Key { id, nickname, .. } = self.key;
        html! {
            form method="post" action={ "/console/keys/" (id) "/" (action) } {
                (csrf_field(self.csrf))
                button aria-label={ (text) " " (nickname) } { (text) }
            }
        }
    }

    /// A link to a confirmation page.
    fn link(&self, action: &str, text: &str) -> Markup {
        let Key { id, nickname, .. } = self.key;
        html! {
            a.button href={ "/console/keys/" (id) "/" (action) }
                aria-label={ (text) " " (nickname) } { (text) }
        }
    }

    fn form(&self) -> Markup {
        let (id, stored) = (format!("edit-{}", self.key.id), KeyForm::of(self.key));
        let form = self.refused.unwrap_or(&stored);
        html! {
            details open[self.refused.is_some()] {
                summary { "Edit" span.unseen { " " (self.key.nickname) } }
                form method="post" action={ "/console/keys/" (self.key.id) "/update" } {
                    (csrf_field(self.csrf))
                    (form.naming_fields(&id))
                    (form.rules_fields(&id, self.key.entitlements.open(Plan::WITH_RULES)))
                    button.main aria-label={ "Save " (self.key.nickname) } { "Save" }
                }
            }
        }
    }
}

fn code_or_any(rules: &str) -> Markup {
    html! { @if rules.is_empty() { "any" } @else { code { (rules) } } }
}
