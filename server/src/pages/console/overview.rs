//! The page of the keys of an account.

use super::field::csrf_field;
use super::frame::{Frame, Place};
use super::key_card::KeyCard;
use super::key_form::KeyForm;
use super::notice::Notice;
use super::visit::Visit;
use crate::api::instant::Instant;
use crate::pages::docs;
use accounts::key::Key;
use accounts::meter::Tally;
use accounts::secret::KeyId;
use accounts::snapshot::Snapshot;
use accounts::store::Stored;
use hyper::{Response, StatusCode};
use maud::{Markup, html};
use std::collections::HashMap;
use std::sync::Arc;
use web::body::Answer;

/// A form that was refused.
pub(super) struct Refused {
    /// The key that it would have changed; none if it would have made one.
    pub(super) key: Option<KeyId>,
    /// The form as it was typed.
    pub(super) form: KeyForm,
}

/// The page of the keys of an account.
pub(super) struct Overview<'a> {
    snapshot: Arc<Snapshot>,
    account: Arc<str>,
    /// Calls and credits of the month by key.
    used: HashMap<KeyId, Tally>,
    /// When keys were used last, milliseconds since 1970.
    last_used_ms: HashMap<KeyId, i64>,
    refused: Option<&'a Refused>,
    now_ms: i64,
    /// Scheme and host of the service.
    site: String,
    /// The present day, `2026-11-22`.
    today: String,
}

impl<'a> Overview<'a> {
    /// The page for a visitor, with the form that was refused, if one was.
    pub(super) async fn of(visit: &Visit<'_>, refused: Option<&'a Refused>) -> Stored<Self> {
        let account = visit.account_now();
        let id = account.id.to_string();
        let rows = visit.store(move |store| store.keys(Some(&id))).await?;
        let last_used_ms =
            rows.iter().filter_map(|row| Some((KeyId::parse(&row.id)?, row.last_used_ms?))).collect();
        let mut used = HashMap::<KeyId, Tally>::new();
        for (key, _, tally) in &visit.usage().await.parts {
            used.entry(*key).or_default().add(*tally);
        }
        Ok(Self {
            snapshot: visit.snapshot(),
            account: account.id.clone(),
            used,
            last_used_ms,
            refused,
            now_ms: visit.call.now_ms,
            site: visit.call.site(),
            today: Instant { unix_ms: visit.call.now_ms }.iso()[..10].to_owned(),
        })
    }

    /// The response with the page.
    pub(super) async fn page(
        &self,
        visit: &Visit<'_>,
        status: StatusCode,
        notice: Option<Notice>,
    ) -> Response<Answer> {
        visit.page(status, Place::Keys, "Keys", notice, |frame| self.body(frame)).await
    }

    fn body(&self, frame: &Frame) -> Markup {
        let keys = self.snapshot.keys_of(&self.account);
        html! {
            (frame.allowance())
            @if keys.is_empty() { (self.first_steps()) }
            @for key in &keys { (self.card(key, frame).html()) }
            (self.new_key(frame, keys.is_empty()))
            @if !keys.is_empty() {
                p.hint {
                    "Of a key only a hash is stored, so its secret cannot be shown again. "
                    "If it is lost, rotate the key: it gets a new one and keeps its rules."
                }
            }
            (further())
        }
    }

    fn card<'b>(&'b self, key: &'b Key, frame: &'b Frame) -> KeyCard<'b> {
        KeyCard {
            key,
            csrf: frame.csrf,
            used: self.used.get(&key.id).copied().unwrap_or_default(),
            last_used_ms: self.last_used_ms.get(&key.id).copied(),
            now_ms: self.now_ms,
            refused: self.refused.filter(|r| r.key == Some(key.id)).map(|r| &r.form),
        }
    }

    /// What those do first who have no key yet.
    fn first_steps(&self) -> Markup {
        let site = docs::site_or_usual(&self.site);
        html! {
            section.steps aria-labelledby="first-steps" {
                h2 #first-steps { "There is no key yet" }
                ol {
                    li { "Make a key below: a nickname is all it needs." }
                    li { "Copy its secret. It is shown once." }
                    li {
                        "Ask for something, such as the Julian Day of today:"
                        pre tabindex="0" role="region" aria-label="A first call" {
                            code { "curl '" (site) "/julian-day/" (self.today) "?apiKey=YOUR_KEY'" }
                        }
                    }
                }
            }
        }
    }

    fn new_key(&self, frame: &Frame, is_first: bool) -> Markup {
        let empty = KeyForm::empty();
        let refused = self.refused.filter(|r| r.key.is_none()).map(|r| &r.form);
        html! {
            details.card.new open[is_first || refused.is_some()] {
                summary { "New key" }
                form method="post" action="/console/keys" {
                    (csrf_field(frame.csrf))
                    (refused.unwrap_or(&empty).naming_fields("new"))
                    button.main { "Make the key" }
                }
            }
        }
    }
}

/// Where to go on.
fn further() -> Markup {
    html! {
        section.further aria-labelledby="further" {
            h2 #further { "Where to go on" }
            ul {
                li { a href="/docs" { "Documentation" } " a first call, and every operation" }
                li { a href="/docs/widgets#eclipse-path" { "Eclipse map" } " for a frame of your own page" }
                li { a href="/docs/widgets#eclipse-simulator" { "Eclipse simulator" } " likewise" }
                li { a href="/openapi/latest.json" { "OpenAPI" } " for making a client" }
            }
        }
    }
}
