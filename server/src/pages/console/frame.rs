//! What the pages of the console have in common, and its short pages.

use super::forms::csrf_field;
use super::notice::Notice;
use crate::accounts::snapshot::Account;
use crate::pages::html::page;
use maud::{Markup, html};

/// The script of the console: it shows the buttons for copying and asks before deleting. Everything else
/// works without it.
pub(super) const SCRIPT: &str = include_str!("../assets/console.js");
const STYLE: &str = include_str!("../assets/console.css");

/// The pages between which a visitor moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The keys and the usage.
    Keys,
    /// Name, email address, password.
    Account,
}

/// A whole page of the console.
pub(super) fn document(title: &str, body: Markup) -> String {
    let body = html! {
        (body)
        script src="/console/script.js" {}
    };
    page(&format!("{title} · Umbra"), STYLE, body)
}

/// The head of a visitor's page: whose it is, and where else to go.
pub(super) fn head(account: &Account, csrf: &str, here: Place) -> Markup {
    let Account { id, name, email, plan, .. } = account;
    let link = |place: Place, to: &str, text: &str| {
        html! { a href=(to) aria-current=[(place == here).then_some("page")] { (text) } }
    };
    html! {
        header {
            h1 { "Umbra console" }
            span { (name) " · " (email) " · plan " b { (plan.word()) } " · account " code { (id) } }
            nav.row {
                (link(Place::Keys, "/console", "Keys and usage"))
                (link(Place::Account, "/console/account", "Account"))
                form method="post" action="/console/sign-out" {
                    (csrf_field(csrf))
                    button { "Sign out" }
                }
            }
        }
    }
}

/// The page for signing in; `token` stands in a cookie as well.
pub(super) fn sign_in(notice: &Notice, email: &str, token: &str) -> String {
    let body = html! {
        main.narrow {
            h1 { "Umbra console" }
            (notice.html())
            form method="post" action="/console/sign-in" {
                (csrf_field(token))
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
pub(super) fn message(text: &str) -> String {
    let body = html! {
        main.narrow {
            h1 { "Umbra console" }
            p { (text) }
            p { a href="/console" { "To the console" } }
        }
    };
    document("Console", body)
}
