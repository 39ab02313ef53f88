//! Accounts: who gets in, how often and for how much; in one process with a clock that is set by hand, and
//! with the program where a process is the question.

mod console;
mod console_account;
mod console_browser;
mod console_keys;
mod console_looks;
mod counting;
mod credits;
mod faults;
mod history;
mod log;
mod notices;
mod operator;
mod operator_words;
mod page_rates;
mod postgres;
mod postgres_migrate;
mod prune;
mod rates;
mod refusals;
mod relative_dates;
mod rotation;
mod rules;
mod shared;
mod shared_rates;
mod sign_in;
mod tokens;
mod upgrade;

use crate::PROGRAM;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use serde_json::Value;
use server::testing::{
    AccountsConfig, Actor, Answer, Call, Clock, Credits, Gate, IpRules, KeyChange, Plan, Policy, Rules,
    Service, Store, Stored, answer,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// 2026-11-21T12:00:00Z.
const NOON_MS: i64 = 1_795_262_400_000;
const PREMIUM_HOST: &str = "premium.example.org";
const CLIENT: &str = "192.0.2.1";
/// A call that every key may make, and one for which the plan Starter is needed.
const FREE: &str = "/julian-day/2024-04-08";
const GATED: &str = "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2,-106.4,10";

/// The author of changes in the audit log.
fn by() -> Actor {
    Actor::operator("tests", NOON_MS)
}

/// A change of the origin rules of a key.
fn origin_rules(rules: &str) -> KeyChange {
    KeyChange { origins: Some(rules.into()), ..KeyChange::default() }
}

/// A change of the address rules of a key.
fn address_rules(rules: &str) -> KeyChange {
    KeyChange { ips: Some(rules.into()), ..KeyChange::default() }
}

/// The result of SQLite's own check of a database: `ok`, or its first fault.
fn integrity(db: &Path) -> String {
    let connection = rusqlite::Connection::open(db).expect("a database");
    connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).expect("a check")
}

/// A service with a clock that only the test advances.
struct Site {
    service: Arc<Service>,
    clock: Arc<AtomicI64>,
    folder: tempfile::TempDir,
}

/// An answer.
#[derive(Debug)]
struct Answered {
    status: u16,
    headers: HeaderMap,
    json: Value,
    text: String,
}

impl Answered {
    fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or("")
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or("")
    }
}

impl Site {
    fn open() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Rules)) -> Self {
        let clock = Arc::new(AtomicI64::new(NOON_MS));
        Self::on(Clock::Set(clock.clone()), clock, change)
    }

    /// On a clock that is set by hand through `shown`.
    fn on(clock: Clock, shown: Arc<AtomicI64>, change: impl FnOnce(&mut Rules)) -> Self {
        let unlimited = Policy { quota: 1_000_000, window_s: 10, back_off_s: 60 };
        let mut rules = Rules {
            standard: unlimited,
            premium: unlimited,
            tiles: unlimited,
            pages: unlimited,
            premium_host: Some(PREMIUM_HOST.into()),
            trusted_proxies: IpRules::parse("10.0.0.0/8").expect("a network"),
            is_demo: false,
            is_public_https: false,
        };
        change(&mut rules);
        let folder = tempfile::tempdir().expect("a folder");
        let gate = Gate::open(&AccountsConfig::file(folder.path().join("accounts.sqlite")), rules, clock)
            .expect("accounts");
        let service = server::testing::open(tests::built(), gate).expect("a generation");
        Self { service, clock: shown, folder }
    }

    fn store<T: Send + 'static>(&self, work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static) -> T {
        self.service.gate.ledger.with(work).expect("the store")
    }

    /// A new account with a key: its id, the key's name, the secret.
    fn account(&self, plan: Plan) -> (String, String, String) {
        self.store(move |store| {
            let n = store.accounts()?.len();
            let account = store.create_account("Ada", &format!("ada{n}@example.org"), plan, None, &by())?;
            let secret = store.create_key(&account, "main", "", &by())?;
            Ok((account, secret.id.to_string(), secret.text))
        })
    }

    fn allow(&self, plan: Plan, credits: f64) {
        self.store(move |store| store.set_allowance(plan, Credits::from_f64(credits), &by()));
    }

    fn get(&self, path: &str) -> Answered {
        self.ask(Method::GET, path, &[], CLIENT)
    }

    fn with_key(&self, path: &str, secret: &str, headers: &[(&str, &str)]) -> Answered {
        let separator = if path.contains('?') { '&' } else { '?' };
        self.ask(Method::GET, &format!("{path}{separator}apiKey={secret}"), headers, CLIENT)
    }

    fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)], peer: &str) -> Answered {
        let uri: Uri = path.parse().expect("an address");
        let named = |(name, value): &(&str, &str)| {
            (name.parse::<HeaderName>().expect("a name"), value.parse::<HeaderValue>().expect("a value"))
        };
        let mut map = HeaderMap::new();
        headers.iter().map(named).for_each(|(name, value)| {
            map.append(name, value);
        });
        let client = self.service.gate.client(peer.parse().expect("an address"), &map);
        let call = Call {
            method: &method,
            uri: &uri,
            headers: &map,
            client,
            is_over_tls: false,
            now_ms: self.clock.load(Ordering::Relaxed),
            request_id: "test",
        };
        let (head, body) = answer(&self.service, &call).into_parts();
        let bytes = match body {
            Answer::Full(bytes) => bytes,
            Answer::Shared { .. } | Answer::Streamed { .. } => bytes::Bytes::new(),
        };
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answered { status: head.status.as_u16(), headers: head.headers, json, text }
    }

    fn pass_ms(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    fn token(&self, account: &str, secret: &str) -> Answered {
        self.ask(
            Method::GET,
            "/auth/access-token",
            &[("authorization", &format!("ServiceAuth {account}:{secret}"))],
            CLIENT,
        )
    }

    fn with_token(&self, path: &str, token: &str) -> Answered {
        self.ask(Method::GET, path, &[("authorization", &format!("ServiceAuth {token}"))], CLIENT)
    }
}
