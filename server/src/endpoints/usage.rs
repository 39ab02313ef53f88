//! The operation `/usage`: credits and calls of an account in this month.

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Freshness, JSON, Prepared};
use crate::api::value::Words;
use accounts::access::Access;
use accounts::credits::{MonthUsage, Tally};
use accounts::plan::{Credits, Plan};
use accounts::secret::KeyId;
use accounts::snapshot::Key;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const COST: f64 = 3.0;

/// The operation `/usage`.
pub(crate) const OPERATION: Operation = Operation {
    name: "usage",
    id: "usage",
    group: Group::Service,
    paths: &["/usage"],
    summary: "Credits and calls of the account in this month",
    description: "Usage of all keys of the account since midnight UTC at the start of the calendar month, \
        including this call. Refused calls are not counted, except those that found no data. If less than \
        the price is left of the allowance, the call costs what is left. If several servers share the \
        accounts, the counts include the calls of all servers; calls to other servers appear after half a \
        second.",
    parameters: UsageQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: Shape::envelope::<UsageQuery, Usage>,
    prepare,
};

/// `/usage` has no parameters.
#[derive(Parameters)]
struct UsageQuery {}

/// Plans, from the lowest to the highest.
#[derive(Words)]
#[words(remote = Plan)]
pub(crate) enum PlanWord {
    Free,
    Starter,
    Pro,
    Enterprise,
}

/// Usage of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Usage {
    /// Id of the account.
    account: String,
    /// `free`, `starter`, `pro` or `enterprise`.
    #[schema(value_type = PlanWord)]
    plan: &'static str,
    /// The month.
    period: Period,
    /// Credits of the month.
    allowance: f64,
    /// Credits used.
    used: f64,
    /// Credits left.
    remaining: f64,
    /// Calls.
    #[schema(minimum = 0)]
    calls: i64,
    /// By key, most used first.
    by_key: Vec<OfKey>,
    /// By operation, most used first.
    by_endpoint: Vec<OfEndpoint>,
}

/// A month of usage.
#[derive(Serialize, ToSchema)]
struct Period {
    /// When the month began, ISO 8601.
    from: String,
    /// When it ends and the allowance is replenished.
    to: String,
}

/// Usage of a key in a month.
#[derive(Serialize, ToSchema)]
#[schema(as = UsageOfKey)]
struct OfKey {
    /// Nickname of the key.
    nickname: String,
    /// Credits.
    used: f64,
    /// Calls.
    #[schema(minimum = 0)]
    calls: i64,
}

/// Usage of an operation in a month.
#[derive(Serialize, ToSchema)]
#[schema(as = UsageOfEndpoint)]
struct OfEndpoint {
    /// The operation.
    endpoint: &'static str,
    /// Credits.
    used: f64,
    /// Calls.
    #[schema(minimum = 0)]
    calls: i64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: UsageQuery = input.parameters()?;
    let Some(key) = context.caller.key().cloned() else {
        return Err(Problem::new(
            Code::CredentialsRequired,
            "usage belongs to an account: send one of its keys",
        ));
    };
    let (accounts, account) = (Arc::clone(&context.accounts), key.account.clone());
    let now_ms = context.reckoned_ms;
    let usage = move |report: &MonthUsage| {
        Usage::new(&key, report, |id| accounts.nickname(&key.account.id, id).to_owned())
    };
    // Both run after the charge, so that this call is included.
    let query = query.in_query(OPERATION.name, COST);
    let prepared = match context.gate.ledger.is_shared() {
        false => Prepared::json(&query, COST, move || Ok(usage(&account.meter.report(now_ms)))),
        true => {
            let reader = context.gate.ledger.month.clone();
            Prepared::awaited(&query, COST, async move { usage(&reader.read(&account, now_ms).await) })
        }
    };
    Ok(prepared.with_freshness(Freshness::Never).for_what_is_left())
}

impl Usage {
    fn new(key: &Key, report: &MonthUsage, nickname: impl Fn(KeyId) -> String) -> Self {
        let account = &key.account;
        let (mut by_key, mut by_endpoint) = (BTreeMap::<_, Tally>::new(), BTreeMap::<_, Tally>::new());
        let mut all = Tally::default();
        for (id, endpoint, tally) in &report.parts {
            by_key.entry(*id).or_default().add(*tally);
            by_endpoint.entry(endpoint.as_str()).or_default().add(*tally);
            all.add(*tally);
        }
        Self {
            account: account.id.to_string(),
            plan: account.plan.word(),
            period: Period {
                from: Instant { unix_ms: report.month.from_ms() }.iso(),
                to: Instant { unix_ms: report.month.end_ms() }.iso(),
            },
            allowance: account.allowance.to_f64(),
            used: report.used.to_f64(),
            remaining: Credits((account.allowance.0 - report.used.0).max(0)).to_f64(),
            calls: all.calls,
            by_key: most_first(by_key)
                .map(|(id, t)| OfKey { nickname: nickname(id), used: t.credits.to_f64(), calls: t.calls })
                .collect(),
            by_endpoint: most_first(by_endpoint)
                .map(|(endpoint, t)| OfEndpoint { endpoint, used: t.credits.to_f64(), calls: t.calls })
                .collect(),
        }
    }
}

fn most_first<K: Ord>(parts: BTreeMap<K, Tally>) -> impl Iterator<Item = (K, Tally)> {
    let mut all: Vec<_> = parts.into_iter().collect();
    // A stable sort: equal entries stay in the order of their names.
    all.sort_by_key(|(_, t)| std::cmp::Reverse(t.credits));
    all.into_iter()
}
