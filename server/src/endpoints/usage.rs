//! The operation `/usage`: credits and calls of an account in this month.

use crate::endpoints::prelude::*;
use accounts::credits::{MonthUsage, Tally};
use accounts::plan::Credits;
use accounts::secret::KeyId;
use accounts::snapshot::Key;

const COST: f64 = 3.0;

pub(crate) const OPERATION: Operation = Operation::json::<UsageQuery, Usage>("usage", &["/usage"], prepare)
    .documented(Group::Service, include_str!("usage.md"))
    .cost(COST);

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
    by_key: Vec<UsageOfKey>,
    /// By operation, most used first.
    by_endpoint: Vec<UsageOfEndpoint>,
}

/// A month of usage.
#[derive(Serialize, ToSchema)]
struct Period {
    /// The beginning of the month, ISO 8601.
    from: String,
    /// The end of the month, when the allowance is replenished.
    to: String,
}

/// Usage of a key in a month.
#[derive(Serialize, ToSchema)]
struct UsageOfKey {
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
struct UsageOfEndpoint {
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
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    // Each runs after the charge, so that this call is included.
    let work = match context.gate.ledger.is_shared() {
        false => Work::json(true, move || usage(&account.meter.report(now_ms))),
        true => {
            let reader = context.gate.ledger.month.clone();
            let echo = echo.clone();
            Work::stages(move |_, _| {
                Box::pin(async move {
                    let report = reader.read(&account, now_ms).await;
                    Ok(prepared(echo, Work::json(true, move || usage(&report))))
                })
            })
        }
    };
    Ok(prepared(echo, work))
}

fn prepared(echo: Vec<u8>, work: Work) -> Prepared {
    Prepared::new(&JSON, echo, COST, Freshness::Never, work).for_what_is_left()
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
                .map(|(id, t)| UsageOfKey {
                    nickname: nickname(id),
                    used: t.credits.to_f64(),
                    calls: t.calls,
                })
                .collect(),
            by_endpoint: most_first(by_endpoint)
                .map(|(endpoint, t)| UsageOfEndpoint { endpoint, used: t.credits.to_f64(), calls: t.calls })
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
