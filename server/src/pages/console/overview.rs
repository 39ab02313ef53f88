//! The keys page of an account.

use super::key_card::KeyCard;
use super::key_form::KeyForm;
use crate::pages::console::prelude::*;
use crate::pages::docs;
use accounts::credits::Tally;
use accounts::secret::KeyId;
use accounts::snapshot::Snapshot;
use std::collections::HashMap;

/// A rejected form.
pub(super) struct Refused {
    /// The key to change; `None` for a new key.
    pub(super) key: Option<KeyId>,
    pub(super) form: KeyForm,
}

/// The keys page of an account.
pub(super) struct Overview<'a> {
    snapshot: Arc<Snapshot>,
    account: Arc<str>,
    /// Calls and credits of the month by key.
    used: HashMap<KeyId, Tally>,
    /// Time of the last use by key, milliseconds since 1970.
    last_used_ms: HashMap<KeyId, i64>,
    refused: Option<&'a Refused>,
    now_ms: i64,
    /// Scheme and host of the service.
    site: String,
    /// The current day, `2026-11-22`.
    today: String,
}

impl<'a> Overview<'a> {
    /// Reads the data of the page. `refused` is a rejected form to show.
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
    ) -> Response<ResponseBody> {
        visit.page(status, ConsolePage::Keys, "Keys", notice, |frame| self.body(frame)).await
    }

    fn body(&self, frame: &ConsoleFrame) -> Markup {
        let keys = self.snapshot.keys_of(&self.account);
        html! {
            (frame.allowance())
            @if keys.is_empty() { (self.first_steps(frame.account.plan)) }
            @for key in &keys { (self.card(key, frame).html()) }
            (self.new_key(frame, keys.is_empty()))
            @if !keys.is_empty() {
                p.hint {
                    "Only a hash of each key is stored, so secrets cannot be shown again. "
                    "If you lose one, rotate the key: it gets a new secret and keeps its rules."
                }
            }
            (further())
        }
    }

    fn card<'b>(&'b self, key: &'b Key, frame: &'b ConsoleFrame) -> KeyCard<'b> {
        KeyCard {
            key,
            csrf: frame.csrf,
            used: self.used.get(&key.id).copied().unwrap_or_default(),
            last_used_ms: self.last_used_ms.get(&key.id).copied(),
            now_ms: self.now_ms,
            refused: self.refused.filter(|r| r.key == Some(key.id)).map(|r| &r.form),
        }
    }

    /// First steps for an account without keys.
    fn first_steps(&self, plan: Plan) -> Markup {
        let site = docs::site_or_default(&self.site);
        let today = &self.today;
        let year: i32 = today.get(..4).and_then(|year| year.parse().ok()).unwrap_or(2026);
        let (question, path) = match plan {
            Plan::Free => (
                "When does the Sun rise and set today?",
                format!("/rise-transit-set/{today}/{today}?body=sun&obs=place:Oviedo&tz=auto"),
            ),
            _ => (
                "When is the next eclipse in your town?",
                format!("/solar-eclipse/search/{year}/{}?next=any&obs=place:Oviedo", year + 100),
            ),
        };
        html! {
            section.steps aria-labelledby="first-steps" {
                h2 #first-steps { "No keys yet" }
                ol {
                    li { "Create a key below. It needs only a nickname." }
                    li { "Copy its secret. It is shown once." }
                    li {
                        "Send a request. " (question) " Replace Oviedo by its name:"
                        pre tabindex="0" role="region" aria-label="A first call" {
                            code { "curl '" (site) (path) "&apiKey=YOUR_KEY'" }
                        }
                    }
                }
            }
        }
    }

    fn new_key(&self, frame: &ConsoleFrame, is_first: bool) -> Markup {
        let empty = KeyForm::empty(frame.account.plan);
        let refused = self.refused.filter(|r| r.key.is_none()).map(|r| &r.form);
        let form = refused.unwrap_or(&empty);
        html! {
            details.card.new open[is_first || refused.is_some()] {
                summary { "New key" }
                form method="post" action="/console/keys" {
                    (csrf_field(frame.csrf))
                    (form.naming_fields("new"))
                    (form.folded_rules("new"))
                    button.main { "Create key" }
                }
            }
        }
    }
}

/// Links to the next steps.
fn further() -> Markup {
    html! {
        section.further aria-labelledby="further" {
            h2 #further { "Next steps" }
            ul {
                li { a href="/docs" { "Documentation" } " a first call, and every operation" }
                li { a href="/docs/widgets" { "Eclipse map and simulator" } " to embed in your page" }
                li { a href="/openapi/latest.json" { "OpenAPI" } " to generate a client" }
            }
        }
    }
}
