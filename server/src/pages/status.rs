//! The operation `/status`: versions, the dataset and its age, the health of each part, limits and the latest
//! changes, as a page for browsers and as JSON for programs.

use super::document::Document;
use super::landing;
use super::site_files::changes;
use super::words::bare_credits;
use crate::api::headers::SERVICE_LINKS;
use crate::api::readiness::other_dataset;
use crate::generation::date_text;
use crate::pages::prelude::*;
use accounts::rate::Policy;
use astro::constants::SECONDS_PER_DAY;
use hyper::header;
use web::accept;

/// Age of a dataset that triggers a warning, days: the job that renews ΔT and tables no longer runs. The
/// alert `UmbraDatasetOld` has the same.
const OLD_DAYS: f64 = 180.0;
/// Number of changes shown.
const CHANGES: usize = 5;

pub(crate) const OPERATION: Operation =
    Operation::json::<StatusQuery, Status>("status", &["/status"], prepare)
        .documented(Group::Service, include_str!("status.md"))
        .access(Access::Page);

/// `/status` has no parameters.
#[derive(Parameters)]
struct StatusQuery {}

/// The state of the service and of its parts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Status {
    /// The worst state of a part.
    state: State,
    /// Version of the interface.
    version: &'static str,
    /// The time of this response, ISO 8601.
    now: String,
    dataset: Dataset,
    /// The parts of the service.
    parts: Vec<Part>,
    /// The rate limits of an address.
    rates: Vec<Rate>,
    /// The plans with their monthly allowances.
    plans: Vec<Allowance>,
    /// The latest changes of the service, in the order of its list of changes.
    changes: Vec<Change>,
}

/// `ok`, `warning` where it works and an operator has something to do, or `failing`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Warning,
    Failing,
}

/// The data from which requests are answered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Dataset {
    /// Name of the generation of data.
    id: String,
    /// Version of the program that computed it.
    computed_by: String,
    /// The time at which it was published, ISO 8601.
    built_at: String,
    /// Time since then, s.
    age_seconds: f64,
    /// The last date with an observed ΔT; later ones are predicted.
    delta_t_observed_until: String,
    /// Name of the dataset of finer heights of the ground, null if not installed.
    terrain: Option<String>,
    /// Name of the profiles of the Moon's limb, null if not installed.
    limb: Option<String>,
}

/// A part of the service.
#[derive(Serialize, ToSchema)]
struct Part {
    /// `service`, `accounts`, `dataset` or `deltaT`.
    name: &'static str,
    state: State,
    /// The reason, null if the part is in order.
    reason: Option<String>,
}

/// A rate limit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Rate {
    /// `standard`, `premium`, `pages` or `tiles`.
    name: &'static str,
    /// Requests in a window.
    requests: u32,
    /// Length of a window, s.
    window_seconds: u32,
    /// Wait after the limit was exceeded, s.
    wait_seconds: u32,
}

/// A plan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Allowance {
    /// Its name.
    plan: &'static str,
    /// Allowance of a month, credits.
    credits_per_month: f64,
}

/// A change of the service.
#[derive(Serialize, ToSchema)]
struct Change {
    /// Version that has it, with the date of its release.
    version: &'static str,
    /// The beginning of its description.
    title: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: StatusQuery = input.parameters()?;
    let status = Status::of(context);
    let is_page =
        accept::preferred(context.call.headers, &[JSON.media_type, landing::PAGE.media_type]) == Some(1);
    let prepared = match is_page {
        true => Prepared::ready(&landing::PAGE, status.page().into(), Freshness::Never),
        false => Prepared::json(&query.in_query(OPERATION.name, 0.0), 0.0, move || Ok(status)),
    };
    Ok(prepared.with_freshness(Freshness::Never).with_header(header::LINK, SERVICE_LINKS))
}

impl Status {
    fn of(context: &Context) -> Self {
        let (data, now_ms) = (&context.data, context.call.now_ms);
        let age_days = (now_ms - data.built_ms).max(0) as f64 / MS_PER_DAY as f64;
        let parts = parts(context, age_days);
        let rates = context.gate.rates();
        let rate = |name, Policy { quota, window_s, back_off_s }| Rate {
            name,
            requests: quota,
            window_seconds: window_s,
            wait_seconds: back_off_s,
        };
        let premium = context.gate.premium_host().map(|_| rate("premium", rates.premium));
        let others = [rate("pages", rates.pages), rate("tiles", rates.tiles)];
        let allowance = |(plan, credits): &(Plan, Credits)| Allowance {
            plan: plan.word(),
            credits_per_month: credits.to_f64(),
        };
        Self {
            state: parts.iter().map(|part| part.state).max().unwrap_or(State::Ok),
            version: crate::VERSION,
            now: Instant { unix_ms: now_ms }.iso(),
            dataset: Dataset {
                id: data.id.clone(),
                computed_by: data.engine_version.clone(),
                built_at: data.built_at.clone(),
                age_seconds: (age_days * SECONDS_PER_DAY).round(),
                delta_t_observed_until: date_text(data.delta_t_observed_until_s()),
                terrain: data.elevation.terrain_id().map(str::to_owned),
                limb: data.limb_id().map(str::to_owned),
            },
            parts,
            rates: std::iter::once(rate("standard", rates.standard)).chain(premium).chain(others).collect(),
            plans: context.accounts.allowances.iter().map(allowance).collect(),
            changes: changes()
                .take(CHANGES)
                .map(|(version, title)| Change { version, title: title.to_owned() })
                .collect(),
        }
    }

    fn page(&self) -> String {
        let body = html! {
            header.site {
                p.name { a href="/" { "Umbra" } }
                nav aria-label="Service" { a href="/docs" { "Docs" } a href="/console" { "Console" } }
            }
            main {
                section.about {
                    h1 { (self.state.title()) }
                    table {
                        tbody {
                            @for Part { name, state, reason } in &self.parts {
                                tr {
                                    th scope="row" { (name) }
                                    td { (state.word()) }
                                    td { (reason.as_deref().unwrap_or("")) }
                                }
                            }
                        }
                    }
                }
                (self.dataset.section(self.version))
                section.about {
                    h2 { "Limits" }
                    ul {
                        @for Rate { name, requests, window_seconds, wait_seconds } in &self.rates {
                            li {
                                (name) ": " (requests) " requests in " (window_seconds) " s, then a wait of "
                                (wait_seconds) " s"
                            }
                        }
                        @for Allowance { plan, credits_per_month } in &self.plans {
                            li {
                                @let credits = bare_credits(Credits::from_f64(*credits_per_month));
                                "plan " (plan) ": " (credits) " credits a month"
                            }
                        }
                    }
                }
                section.about {
                    h2 { "Latest changes" }
                    ul { @for Change { version, title } in &self.changes { li { (version) ": " (title) } } }
                    p { a href="/changes.atom" { "All changes as a feed" } }
                }
            }
        };
        let title = "Status of Umbra";
        let document = Document {
            title,
            class: "landing",
            styles: &["look.css", "landing.css"],
            modules: None,
            image: None,
            data: None,
            body,
        };
        document.text()
    }
}

impl Dataset {
    fn section(&self, version: &str) -> Markup {
        let or_none = |id: &Option<String>| id.clone().unwrap_or_else(|| "not installed".to_owned());
        let rows = [
            ("Program", version.to_owned()),
            ("Dataset", format!("{}, computed by version {}", self.id, self.computed_by)),
            ("Published", format!("{}, {:.0} days ago", self.built_at, self.age_seconds / SECONDS_PER_DAY)),
            ("ΔT observed until", self.delta_t_observed_until.clone()),
            ("Terrain", or_none(&self.terrain)),
            ("Profiles of the Moon's limb", or_none(&self.limb)),
        ];
        html! {
            section.about {
                h2 { "Versions" }
                table {
                    tbody { @for (name, value) in rows { tr { th scope="row" { (name) } td { (value) } } } }
                }
                p { a href="/docs/accuracy#verification" { "Comparison with published tables" } }
            }
        }
    }
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failing => "failing",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Ok => "Everything works",
            Self::Warning => "The service works; its operator has something to do",
            Self::Failing => "Part of the service does not work",
        }
    }
}

/// The parts with reasons for everybody; those for operators are in `/readyz`, the log and the alerts.
fn parts(context: &Context, age_days: f64) -> Vec<Part> {
    let readiness = &context.readiness;
    let failing = |reason: &str| (State::Failing, reason.to_owned());
    let warning = |reason: String| (State::Warning, reason);
    let accounts = match readiness.unread() {
        Some((true, _)) => Some(failing("no key can be checked at present")),
        _ if context.gate.ledger.health.file_replaced.get() == 1 => Some(failing("changes may be lost")),
        other => other.map(|_| warning("keys are used as they were some seconds ago".to_owned())),
    };
    let dataset = other_dataset(readiness.required_dataset, &context.data.id);
    let dataset = dataset.map(|_| failing("another dataset is required here"));
    let is_old = age_days > OLD_DAYS;
    let dataset = dataset.or_else(|| is_old.then(|| warning(format!("{age_days:.0} days old"))));
    let delta_t = context.data.delta_t_warning(context.call.now_ms);
    let delta_t = delta_t.map(|_| warning("the last observation is older than a year".to_owned()));
    let states = [
        ("service", readiness.is_stopping.then(|| failing("the service is stopping"))),
        ("accounts", accounts),
        ("dataset", dataset),
        ("deltaT", delta_t),
    ];
    let part = |(name, found): (_, Option<(State, String)>)| {
        let (state, reason) = found.unzip();
        Part { name, state: state.unwrap_or(State::Ok), reason }
    };
    states.into_iter().map(part).collect()
}
