//! Confirmation pages before deleting or rotating a key.

use super::keys;
use crate::pages::console::prelude::*;
use accounts::key::MAX_OVERLAP_HOURS;

/// Choices for the remaining lifetime of the old secret, hours. The first is the default.
const OVERLAPS_HOURS: [i64; 3] = [MAX_OVERLAP_HOURS, 1, 0];

/// The confirmation page of an action, if the action needs one.
pub(super) async fn ask(visit: &Visit<'_>, key: &str, action: &str) -> Option<Response<ResponseBody>> {
    if !["delete", "rotate"].contains(&action) {
        return None;
    }
    Some(match visit.key(key) {
        Some(key) if action == "delete" => before_deleting(visit, &key).await,
        Some(key) => before_rotating(visit, &key).await,
        None => keys::missing(visit, "This key does not exist.").await,
    })
}

async fn before_rotating(visit: &Visit<'_>, key: &Key) -> Response<ResponseBody> {
    let title = format!("Rotate “{}”?", key.nickname);
    visit
        .page(StatusCode::OK, ConsolePage::Keys, &title, None, |frame| {
            html! {
                div.card {
                    p {
                        "The key " code { (key.id.masked()) } " gets a new secret, which is shown once. Its "
                        "nickname, rules and usage stay the same."
                    }
                    @if let Some(until_ms) = key.old_until_ms(visit.call.now_ms) {
                        p.hint {
                            "This key was rotated recently, and its previous secret is valid until "
                            (words::date_and_time(until_ms)) ". If you rotate it again, that secret stops "
                            "working immediately."
                        }
                    }
                    form method="post" action={ "/console/keys/" (key.id) "/rotate" } {
                        (csrf_field(frame.csrf))
                        fieldset {
                            legend { "How long should the old secret keep working?" }
                            @for hours in OVERLAPS_HOURS {
                                label {
                                    input type="radio" name="hours" value=(hours)
                                        checked[hours == MAX_OVERLAP_HOURS];
                                    " " (overlap(hours))
                                }
                            }
                        }
                        div.row {
                            button.main { "Rotate " (key.nickname) }
                            a.button href="/console" { "Cancel" }
                        }
                    }
                }
            }
        })
        .await
}

fn overlap(hours: i64) -> String {
    match hours {
        0 => "Stop it now: someone else may have it".into(),
        MAX_OVERLAP_HOURS => {
            format!("{}: time to deploy the new one", words::count(hours, "hour"))
        }
        _ => words::count(hours, "hour"),
    }
}

async fn before_deleting(visit: &Visit<'_>, key: &Key) -> Response<ResponseBody> {
    let report = visit.usage().await;
    let calls = report.parts.iter().filter(|(id, ..)| *id == key.id).map(|(.., tally)| tally.calls).sum();
    let title = format!("Delete “{}”?", key.nickname);
    visit.page(StatusCode::OK, ConsolePage::Keys, &title, None, |frame| {
        html! {
            div.card {
                p {
                    "Programs that use " code { (key.id.masked()) } " stop working immediately. You cannot "
                    "restore the key. This month it was used for " (words::count(calls, "call")) "."
                }
                p.hint { "To see what happens without the key, disable it instead." }
                form.row method="post" action={ "/console/keys/" (key.id) "/delete" } {
                    (csrf_field(frame.csrf))
                    button.danger { "Delete " (key.nickname) " permanently" }
                    a.button href="/console" { "Keep it" }
                }
            }
        }
    })
    .await
}
