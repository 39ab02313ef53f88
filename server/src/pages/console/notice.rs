//! Messages at the top of a page about the last request.

use super::field::Wrong;
use super::trial::Trial;
use super::words;
use crate::pages::prelude::*;
use accounts::secret::id_of;

/// A message at the top of a page.
#[derive(Serialize, Deserialize)]
pub(super) enum Notice {
    /// Success.
    Done(String),
    /// An error that belongs to no field.
    Bad(String),
    /// A rejected form. The wrong field has the focus instead of the notice.
    Refused(String),
    /// The new secret of a key, shown only once.
    Secret {
        /// The result as a sentence.
        what: String,
        /// The complete secret.
        text: String,
    },
    /// The result of testing a key.
    Trial(Trial),
}

impl Notice {
    /// The message for a rejected form, after the sentence `what`.
    pub(super) fn of_form(what: &str, wrong: &Wrong) -> Self {
        let fields = match wrong.count() {
            1 => "the field".to_owned(),
            n => format!("the {n} fields marked"),
        };
        Self::Refused(format!("{what}. Please correct {fields} below."))
    }

    /// The message of the store after the sentence `what`.
    pub(super) fn of_store(what: &str, e: &accounts::store::StoreError) -> Self {
        Self::Bad(format!("{what}. {}", words::sentence(&e.to_string())))
    }

    /// The serialized notice, which another server may show.
    pub(super) fn written(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts and numbers")
    }

    /// Parses a stored notice. Returns `None` if another version of the server wrote it in another form.
    pub(super) fn read(written: &[u8]) -> Option<Self> {
        serde_json::from_slice(written).ok()
    }

    /// The notice as HTML. It has the focus unless a field is wrong.
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
            Self::Trial(trial) => html! {
                div.notice.good.bad[trial.is_bad()] role="status" tabindex="-1" autofocus { (trial.html()) }
            },
        }
    }
}

/// The secret is masked until the visitor opens it. A script can copy it without showing it.
fn of_secret(what: &str, text: &str) -> Markup {
    let masked = id_of(text).map(|id| id.masked()).unwrap_or_default();
    html! {
        div.notice.good.fresh role="status" tabindex="-1" autofocus {
            p { b { (what) } " Copy the secret now. It is shown only once." }
            div.row {
                code.masked { (masked) "••••••••" }
                button.main type="button" data-copy="secret" hidden { "Copy the key" }
            }
            details {
                summary { "Show the key" }
                code #secret.whole { (text) }
            }
            p.hint {
                "Send it as " code { "apiKey=…" } " or use it to get a token. "
                a href="/docs" { "The documentation" } " starts with a first call. "
                "Anyone with this key can spend your credits."
            }
        }
    }
}
