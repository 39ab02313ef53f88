//! Example calls in three languages, with recorded responses.

use super::reader::DocsReader;
use super::snippets::{ExampleCall, Language, snippet};
use crate::api::examples;
use crate::pages::prelude::*;

/// The example of an operation and its response.
pub(super) fn of_operation(reader: &DocsReader, operation: &Operation) -> Markup {
    let address = operation.example(operation.paths[0]);
    let call = ExampleCall {
        id: operation.id,
        address: &address,
        needs_key: operation.access > Access::Open && !reader.is_demo,
        shows_account: operation.access == Access::Account,
        is_json: operation.form.media_type == "application/json",
    };
    let recorded = answer_in(&reader.described(operation)["responses"]["200"]["content"]);
    html! {
        div.beside {
            div.call { (tabs(&call)) }
            @if let Some(text) = recorded { div { (answer(&text, "Response, long lists shortened")) } }
        }
    }
}

/// The label of a response that depends on the present.
const DATED: &str = "Response on 24 November 2026";

/// A call in a guide and its recorded response.
pub(super) fn of_guide(reader: &DocsReader, id: &str, address: &str) -> Markup {
    let call = ExampleCall { id, address, needs_key: !reader.is_demo, shows_account: false, is_json: true };
    html! {
        div.call data-call=(address) {
            (tabs(&call))
            @if let Some(recorded) = examples::answer(address) {
                @let is_dated = address.contains("/now/");
                (answer(&pretty(recorded), if is_dated { DATED } else { "Response, long lists shortened" }))
            }
        }
    }
}

/// The call in each language, as tabs that work without scripts.
fn tabs(call: &ExampleCall) -> Markup {
    html! {
        fieldset.tabs {
            legend.unseen { "The call in three languages" }
            @for (k, language) in Language::ALL.into_iter().enumerate() {
                @let id = format!("{}-{}", call.id, language.word());
                input type="radio" name={ "language-" (call.id) } id={ "tab-" (id) }
                    value=(language.word()) checked[k == 0];
                label for={ "tab-" (id) } { (language.title()) }
                pre.code tabindex="0" role="group" aria-label={ "The call in " (language.title()) } {
                    code { (snippet(call, language)) }
                }
            }
        }
    }
}

/// A response as text.
pub(super) fn answer(text: &str, label: &str) -> Markup {
    html! {
        p.answer-label { (label) }
        pre.answer tabindex="0" role="group" aria-label=(label) { code { (text) } }
    }
}

/// The example response in the first format that has one.
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
