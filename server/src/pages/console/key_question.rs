//! Pages that ask before something is done with a key that cannot be undone.

use super::field::csrf_field;
use super::frame::Place;
use super::keys;
use super::visit::Visit;
use super::words;
use accounts::key::{Key, LONGEST_OVERLAP_HOURS};
use hyper::{Response, StatusCode};
use maud::html;
use web::body::Answer;

/// How long the present secret may be taken after a rotation, hours; the first is proposed.
const OVERLAPS_HOURS: [i64; 3] = [LONGEST_OVERLAP_HOURS, 1, 0];

/// The page that asks before an action, or nothing if the action needs no question.
pub(super) async fn ask(visit: &Visit<'_>, key: &str, action: &str) -> Option<Response<Answer>> {
    if !["delete", "rotate"].contains(&action) {
        return None;
    }
    Some(match visit.key(key) {
        Some(key) if action == "delete" => before_deleting(visit, &key).await,
        Some(key) => before_rotating(visit, &key).await,
        None => keys::missing(visit, "This account has no such key.").await,
    })
}

async fn before_rotating(visit: &Visit<'_>, key: &Key) -> Response<Answer> {
    let title = format!("Rotate “{}”?", key.nickname);
    visit
        .page(StatusCode::OK, Place::Keys, &title, None, |frame| {
            html! {
                div.card {
                    p {
                        "The key " code { (key.id.masked()) } " gets a new secret, which is shown once. Its "
                        "nickname, its rules and its usage stay."
                    }
                    @if let Some(until_ms) = key.old_until_ms(visit.call.now_ms) {
                        p.hint {
                            "It was rotated a short time ago. The secret from before that is taken until "
                            (words::date_and_time(until_ms)) "; if you rotate again, it is refused at once."
                        }
                    }
                    form method="post" action={ "/console/keys/" (key.id) "/rotate" } {
                        (csrf_field(frame.csrf))
                        fieldset {
                            legend { "How long is the present secret still taken?" }
                            @for hours in OVERLAPS_HOURS {
                                label {
                                    input type="radio" name="hours" value=(hours)
                                        checked[hours == LONGEST_OVERLAP_HOURS];
                                    " " (overlap(hours))
                                }
                            }
                        }
                        div.row {
                            button.main { "Rotate " (key.nickname) }
                            a.button href="/console" { "Leave it as it is" }
                        }
                    }
                }
            }
        })
        .await
}

fn overlap(hours: i64) -> String {
    match hours {
        0 => "Not at all: somebody else has it".into(),
        LONGEST_OVERLAP_HOURS => {
            format!("{}: time to bring the new one everywhere", words::count(hours, "hour"))
        }
        _ => words::count(hours, "hour"),
    }
}

async fn before_deleting(visit: &Visit<'_>, key: &Key) -> Response<Answer> {
    let report = visit.usage().await;
    let calls = report.parts.iter().filter(|(id, ..)| *id == key.id).map(|(.., tally)| tally.calls).sum();
    let title = format!("Delete “{}”?", key.nickname);
    visit.page(StatusCode::OK, Place::Keys, &title, None, |frame| {
        html! {
            div.card {
                p {
                    "Programs that use " code { (key.id.masked()) } " will be refused at once, and the "
                    "key does not come back. This month it has answered " (words::count(calls, "call")) "."
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
    .await
}
