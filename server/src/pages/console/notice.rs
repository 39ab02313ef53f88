//! Messages about the last request, at the head of a page.

use super::field::Wrong;
use super::trial::Trial;
use super::words;
use accounts::secret::id_of;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

/// A message at the head of a page.
#[derive(Serialize, Deserialize)]
pub(super) enum Notice {
    /// Something was done.
    Done(String),
    /// Something was wrong, and no field of the page is to blame.
    Bad(String),
    /// A form was refused; the reader begins with the field that is wrong.
    Refused(String),
    /// A key has a new secret, which is shown now and never again.
    Secret {
        /// What was done, as a sentence.
        what: String,
        /// The whole secret.
        text: String,
    },
    /// A key was tried.
    Tried(Trial),
}

impl Notice {
    /// The message that a form was refused; `what` was not done.
    pub(super) fn of_form(what: &str, wrong: &Wrong) -> Self {
        let fields = match wrong.count() {
            1 => "one field needs another value".to_owned(),
            n => format!("{n} fields need other values"),
        };
        Self::Refused(format!("{what}: {fields}."))
    }

    /// The message that a store refused something, in its own words.
    pub(super) fn of_store(what: &str, e: &accounts::store::StoreError) -> Self {
        Self::Bad(format!("{what}. {}", words::sentence(&e.to_string())))
    }

    /// The notice as it is kept for a next page, which may be that of another server.
    pub(super) fn written(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts and numbers")
    }

    /// Reads a notice that was kept; none if a server of another version has written it.
    pub(super) fn read(written: &[u8]) -> Option<Self> {
        serde_json::from_slice(written).ok()
    }

    /// The notice as a part of a page; the reader begins with it unless a field is wrong.
    pub(super) fn html(&self) -> Markup {
        match self {
            Self::Done(text) => html! {
                div.notice.good role="status" tabindex="-1" autofocus { p { (text) } }
            },
            Self::Bad(text) => html! {
                div.notice.bad role="alert" tabindex="-1" autofocus { p { (text) } }
            },
            Self::Refused(text) => html! { div.notice.bad role="alert" { p { (text) } } },
            Self::Secret { what, text } => of_secret(what, text),
            Self::Tried(trial) => html! {
                div.notice.good.bad[trial.is_bad()] role="status" tabindex="-1" autofocus { (trial.html()) }
            },
        }
    }
}

/// A secret is masked until it is asked for; with scripts it is copied without being seen.
fn of_secret(what: &str, text: &str) -> Markup {
    let masked = id_of(text).map(|id| id.masked()).unwrap_or_default();
    html! {
        div.notice.good.fresh role="status" tabindex="-1" autofocus {
            p { b { (what) } " Copy its secret now: it is shown only once." }
            div.row {
                code.masked { (masked) "••••••••" }
                button.main type="button" data-copy="secret" hidden { "Copy the key" }
            }
            details {
                summary { "Show the key" }
                code #secret.whole { (text) }
            }
            p.hint {
                "Send it as " code { "apiKey=…" } " or get a token for it; "
                a href="/docs" { "the documentation" } " begins with a first call. "
                "Whoever has the key spends your credits."
            }
        }
    }
}
