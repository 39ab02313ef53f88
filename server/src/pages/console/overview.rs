//! The page of an account: its keys and its usage.

use super::chart;
use super::forms::{csrf_field, naming_fields};
use super::frame::{Place, document, head};
use super::key_card::key_card;
use super::notice::Notice;
use crate::accounts::account::Account;
use crate::accounts::clock::Month;
use crate::accounts::key::Key;
use crate::accounts::meter::Balance;
use crate::accounts::store::UsageRow;
use crate::api::instant::Instant;
use maud::{Markup, html};
use std::sync::Arc;

/// The page of an account: its keys and its usage.
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
            (head(self.account, self.csrf, Place::Keys))
            main {
                (notice.html())
                h2 { "Keys" }
                @if self.keys.is_empty() { p { "There is no key yet. Make one below." } }
                @else {
                    p {
                        small {
                            "Of a key only a hash is stored, so its secret cannot be shown again. If it is "
                            "lost, make a new key and delete the old one."
                        }
                    }
                }
                @for key in self.keys { (key_card(key, self.csrf, self.usage)) }
                (self.new_key())
                (self.month())
            }
        };
        document("Console", body)
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
