//! Accounts: who gets in, how often and for how much; in one process with a clock that is set by hand, and
//! with the program where a process is the question.

mod agents;
pub(crate) mod console;
mod console_account;
mod console_browser;
mod console_keys;
mod counting;
mod credits;
mod faults;
mod history;
mod landing;
mod log;
mod notices;
pub(crate) mod operator;
mod operator_words;
mod page_rates;
mod prune;
mod public_pages;
mod rates;
mod refusals;
mod relative_dates;
mod required_data;
mod rotation;
mod rules;
mod sign_in;
mod tokens;
mod upgrade;

use crate::PROGRAM;
use http::{Method, Request};
use serde_json::Value;
use server::testing::{
    AccountsConfig, Actor, Clock, Credits, Gate, IpRules, KeyChange, Month, Peer, Plan, Policy, ResponseBody,
    Rules, Service, Store, Stored, WebRequest, respond,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tests::served::{Answer as Raw, HOST, Headers};

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

fn origin_rules(rules: &str) -> KeyChange {
    KeyChange { origins: Some(rules.into()), ..KeyChange::default() }
}

fn address_rules(rules: &str) -> KeyChange {
    KeyChange { ips: Some(rules.into()), ..KeyChange::default() }
}

/// The result of SQLite's own check of a database: `ok`, or its first fault.
fn integrity(db: &Path) -> String {
    let connection = rusqlite::Connection::open(db).expect("a database");
    connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).expect("a check")
}

/// Rules without limits of rates.
pub(crate) fn rules() -> Rules {
    let unlimited = Policy { quota: 1_000_000, window_s: 10, back_off_s: 60 };
    Rules {
        standard: unlimited,
        premium: unlimited,
        tiles: unlimited,
        pages: unlimited,
        premium_host: Some(PREMIUM_HOST.into()),
        trusted_proxies: IpRules::parse("10.0.0.0/8").expect("a network"),
        is_demo: false,
        public_key: None,
        is_public_https: false,
    }
}

/// A service with a clock that only the test advances.
struct Site {
    service: Arc<Service>,
    clock: Arc<AtomicI64>,
    rules: Rules,
    folder: tempfile::TempDir,
}

/// A response.
#[derive(Debug)]
struct Answered {
    status: u16,
    json: Value,
    text: String,
    raw: Raw,
}

impl Answered {
    fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or("")
    }

    fn header(&self, name: &str) -> &str {
        self.raw.header(name).unwrap_or("")
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
        let mut rules = rules();
        change(&mut rules);
        let folder = tempfile::tempdir().expect("a folder");
        Self::begin(clock, shown, rules, folder)
    }

    fn begin(clock: Clock, shown: Arc<AtomicI64>, rules: Rules, folder: tempfile::TempDir) -> Self {
        let place = AccountsConfig::file(folder.path().join("accounts.sqlite"));
        let gate = Gate::open(&place, rules.clone(), clock).expect("accounts");
        let service = server::testing::open(tests::built(), gate).expect("a generation");
        Self { service, clock: shown, rules, folder }
    }

    /// Ends the service, and begins another one on the same accounts.
    fn restart(self) -> Self {
        let Self { service, clock, rules, folder } = self;
        assert_eq!(service.gate.ledger.close().calls, 0, "all is written");
        let time = service.gate.clock.clone();
        drop(service);
        Self::begin(time, clock, rules, folder)
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
        let raw = self.send(method.as_str(), path, headers, "", peer);
        let json = serde_json::from_slice(&raw.body).unwrap_or(Value::Null);
        Answered { status: raw.status, json, text: raw.text(), raw }
    }

    /// Answers a request as a connection from `peer` passes it on. Bodies that are streamed are left out.
    fn send(&self, method: &str, path: &str, headers: Headers, body: &str, peer: &str) -> Raw {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request = request.header("host", HOST);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (head, ()) = request.body(()).expect("a request").into_parts();
        let peer = Peer { address: peer.parse().expect("an address"), text: peer.into() };
        let (begun, body) = (self.service.gate.clock.steady().into(), Ok(body.to_owned().into()));
        let request = WebRequest { begun, peer, head, is_full: false, body, upload: None };
        let (head, body) = respond(&self.service, request).into_parts();
        let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = head.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        let body = match body {
            ResponseBody::Full(bytes) => bytes.to_vec(),
            ResponseBody::Shared { pieces, .. } => pieces.into_iter().flatten().collect(),
            ResponseBody::Streamed { .. } => Vec::new(),
        };
        Raw { status: head.status.as_u16(), headers, body }
    }

    /// The operator, now.
    fn operator(&self) -> Actor {
        Actor::operator("tests", self.clock.load(Ordering::Relaxed))
    }

    fn accounts(&self) -> PathBuf {
        self.folder.path().join("accounts.sqlite")
    }

    /// Makes the ledger read changes of others, and write usage and notices that are due.
    fn tick(&self) {
        self.store(|_| Ok(()));
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
