//! Pages that ask before something is done with a key that cannot be undone.

use super::field::csrf_field;
use super::frame::Place;
use super::keys;
use super::visit::Visit;
use super::words;
use crate::accounts::key::Key;
use crate::http::body::Answer;
use hyper::{Response, StatusCode};
use maud::html;

/// The page that asks before an action, or nothing if the action needs no question.
pub(super) fn ask(visit: &Visit, key: &str, action: &str) -> Option<Response<Answer>> {
    let of_key = |page: fn(&Visit, &Key) -> Response<Answer>| match visit.key(key) {
        Some(key) => page(visit, &key),
        None => keys::missing(visit, "This account has no such key."),
    };
    match action {
        "delete" => Some(of_key(before_deleting)),
        _ => None,
    }
}

fn before_deleting(visit: &Visit, key: &Key) -> Response<Answer> {
    let report = visit.account.meter.report(visit.now_ms());
    let calls = report.parts.iter().filter(|(id, ..)| *id == key.id).map(|(.., tally)| tally.calls).sum();
    let title = format!("Delete “{}”?", key.nickname);
    visit.page(StatusCode::OK, Place::Keys, &title, None, |frame| {
        html! {
            div.card {
                p {
                    "Programs that use " code { (key.id.masked()) } " will be refused at once, and the key does "
                    "not come back. This month it has answered " (words::count(calls, "call")) "."
                }
                p.hint { "To try what happens without it, disable it instead." }
                form.row method="post" action={ "/console/keys/" (key.id) "/delete" } {
                    (csrf_field(frame.csrf))
                    button.danger { "Delete " (key.nickname) " for ever" }
                    a.button href="/console" { "Keep it" }
                }
            }
        }
    })
}
