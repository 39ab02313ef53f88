//! The pages of the console as HTML.

use super::chart;
use super::forms::{csrf_field, naming_fields};
use super::key_card::key_card;
use super::notice::Notice;
use crate::accounts::account::Account;
use crate::accounts::clock::Month;
use crate::accounts::key::Key;
use crate::accounts::meter::Balance;
use crate::accounts::store::UsageRow;
use crate::api::instant::Instant;
use crate::pages::html::page;
use maud::{Markup, html};
use std::sync::Arc;

/// The script of the console: it shows the buttons for copying and asks before deleting. Everything else
/// works without it.
pub(super) const SCRIPT: &str = include_str!("../assets/console.js");
const STYLE: &str = include_str!("../assets/console.css");

fn document(title: &str, body: Markup) -> String {
    let body = html! {
        (body)
        script src="/console/script.js" {}
    };
    page(&format!("{title} · Umbra"), STYLE, body)
}

/// The form for signing in.
pub(super) fn sign_in(notice: &Notice, email: &str) -> String {
    let body = html! {
        main.narrow {
            h1 { "Umbra console" }
            (notice.html())
            form method="post" action="/console/sign-in" {
                label {
                    "Email address"
                    input name="email" type="email" required autocomplete="username" value=(email);
                }
                label {
                    "Password"
                    input name="password" type="password" required autocomplete="current-password";
                }
                button.main { "Sign in" }
            }
            p { a href="/docs" { "Reference" } }
        }
    };
    document("Sign in", body)
}

/// A page with nothing but a message.
pub(super) fn problem(text: &str) -> String {
    let body = html! {
        main.narrow {
            h1 { "Umbra console" }
            p { (text) }
            p { a href="/console" { "To the console" } }
        }
    };
    document("Console", body)
}

/// The page of an account.
pub(super) struct Overview<'a> {
    /// The account of the visitor.
    pub(super) account: &'a Account,
    /// Keys of the account, oldest first.
    pub(super) keys: &'a [&'a Arc<Key>],
    /// Value of the hidden field of every form.
    pub(super) csrf: &'a str,
    /// The present month.
    pub(super) month: Month,
    /// Credits used and left in the month.
    pub(super) balance: Balance,
    /// Usage of the month by day, key and operation.
    pub(super) usage: &'a [UsageRow],
}

impl Overview<'_> {
    /// The page as HTML.
    pub(super) fn page(&self, notice: &Notice) -> String {
        let body = html! {
            (self.head())
            main {
                (notice.html())
                h2 { "Keys" }
                @if self.keys.is_empty() { p { "There is no key yet. Make one below." } }
                @for key in self.keys { (key_card(key, self.csrf, self.usage)) }
                (self.new_key())
                (self.month())
            }
        };
        document("Console", body)
    }

    fn head(&self) -> Markup {
        let Account { id, name, plan, .. } = self.account;
        html! {
            header {
                h1 { "Umbra console" }
                span { (name) " · plan " b { (plan.word()) } " · account " code { (id) } }
                form method="post" action="/console/sign-out" {
                    (csrf_field(self.csrf))
                    button { "Sign out" }
                }
            }
        }
    }

    fn new_key(&self) -> Markup {
        html! {
            details.key open[self.keys.is_empty()] {
                summary { b { "New key" } }
                form method="post" action="/console/keys" {
                    (csrf_field(self.csrf))
                    (naming_fields("", ""))
                    button.main { "Make the key" }
                }
            }
        }
    }

    fn month(&self) -> Markup {
        let Self { account, balance, .. } = self;
        let ends = Instant { unix_ms: self.month.end_ms() }.iso();
        let (max, value) = (account.allowance.to_f64().max(1e-9), balance.used.to_f64());
        html! {
            h2 { "Usage of this month" }
            p {
                (balance.used) " of " (account.allowance) " credits are used; " (balance.remaining)
                " are left. The allowance is new on " (ends[..10]) " at midnight UTC."
            }
            progress max=(max) value=(value) aria-label="Credits used" {}
            (chart::of_month(self.month, self.usage))
        }
    }
}
