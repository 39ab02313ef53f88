//! Calls that work, in three languages, with the answers that the server has given to them.

use super::mark;
use super::reader::Reader;
use super::snippets::{Language, snippet};
use crate::accounts::access::{Access, KEY_PARAMETER};
use crate::api::documentation::Live;
use crate::api::examples;
use crate::api::operation::Operation;
use maud::{Markup, html};
use serde_json::Value;

/// A call that is shown.
pub(super) struct Call<'a> {
    /// A word that no other call of its page has.
    pub(super) id: &'a str,
    /// The address without scheme, host and key.
    pub(super) address: &'a str,
    /// Whether the call needs a key.
    pub(super) needs_key: bool,
    /// Whether the call shows an account and its key in a header.
    pub(super) shows_account: bool,
    /// Whether the answer is JSON.
    pub(super) is_json: bool,
}

/// The example of an operation and the answer to it.
pub(super) fn of_operation(reader: &Reader, operation: &Operation) -> Markup {
    let address = operation.example(operation.paths[0]);
    let call = Call {
        id: operation.id,
        address: &address,
        needs_key: operation.access > Access::Open && !reader.is_demo,
        shows_account: operation.access == Access::Account,
        is_json: operation.form.media_type == "application/json",
    };
    html! {
        (call.tabs())
        @if let Some(text) = answer_in(&reader.described(operation)["responses"]["200"]["content"]) {
            (answer(&text, "Answer, long lists shortened"))
        }
    }
}

/// A call of a guide, and the answer that the server has given to it.
pub(super) fn of_guide(reader: &Reader, id: &str, address: &str) -> Markup {
    let call = Call { id, address, needs_key: !reader.is_demo, shows_account: false, is_json: true };
    html! {
        div.call data-call=(address) {
            (call.tabs())
            @if let Some(recorded) = examples::answer(address) {
                (answer(&pretty(recorded), "Answer, long lists shortened"))
            }
        }
    }
}

impl Call<'_> {
    /// The call in each language, one of which is shown; without scripts too.
    fn tabs(&self) -> Markup {
        html! {
            fieldset.tabs {
                legend.unseen { "The call in three languages" }
                @for (k, language) in Language::ALL.into_iter().enumerate() {
                    @let id = format!("{}-{}", self.id, language.word());
                    input type="radio" name={ "language-" (self.id) } id={ "tab-" (id) }
                        value=(language.word()) checked[k == 0];
                    label for={ "tab-" (id) } { (language.title()) }
                    pre.code tabindex="0" role="group" aria-label={ "The call in " (language.title()) } {
                        code { (snippet(self, language)) }
                    }
                }
            }
        }
    }

    /// The whole address, with a key where one is needed and the reader's host left open.
    pub(super) fn url(&self) -> String {
        let key = match (self.needs_key && !self.shows_account, self.address.contains('?')) {
            (false, _) => String::new(),
            (true, false) => format!("?{KEY_PARAMETER}=YOUR_KEY"),
            (true, true) => format!("&{KEY_PARAMETER}=YOUR_KEY"),
        };
        format!("{}{}{key}", mark(Live::Site), self.address)
    }
}

/// An answer as text.
pub(super) fn answer(text: &str, label: &str) -> Markup {
    html! {
        p.answer-label { (label) }
        pre.answer tabindex="0" role="group" aria-label=(label) { code { (text) } }
    }
}

/// An answer to the example: that in the first of its forms that has one.
fn answer_in(content: &Value) -> Option<String> {
    let bodies = content.as_object()?.values().map(|body| &body["example"]);
    bodies.into_iter().find(|example| !example.is_null()).map(pretty)
}

fn pretty(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => serde_json::to_string_pretty(value).expect("memory takes any JSON"),
    }
}
