//! Requests, from method and path to the body, to a service in this process.
//!
//! An input is the text of a request with plain line feeds. Its `{token}`s are replaced, so that a kept input
//! works with the secrets of another run.

use super::target::Target;
use crate::accounts::console::csrf_in;
use crate::http::answers::good_paths;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, HeaderValue, SET_COOKIE};
use http::request::{Builder, Parts};
use percent_encoding::percent_decode;
use serde_json::Value;
use server::testing::{
    Actor, Clock, Credits, Demo, Peer, Plan, ResponseBody, Rules, Service, WebRequest, demo, respond,
};
use std::sync::Arc;
use tokio::time::Instant;

/// Valid requests beside the good ones: together they have every operation and format.
const PATHS: &str = include_str!("paths.txt");

/// Memory for the longest response and for what a first request prepares.
const SPARE_BYTES: u64 = 256 << 20;

/// A service with one account, and the texts that replace the names in inputs.
struct Site {
    service: Arc<Service>,
    texts: Vec<(&'static str, String)>,
    /// Removes its database when it is dropped.
    _demo: Demo,
}

impl Site {
    fn open(is_demo: bool) -> Self {
        let rules = Rules { is_demo, ..crate::accounts::rules() };
        let (gate, demo) = demo::open(rules, Clock::System).expect("a demonstration");
        let allowance = Credits(i64::MAX / 2);
        let allow =
            gate.ledger.with(move |s| s.set_allowance(Plan::Enterprise, allowance, &Actor::server(0)));
        allow.expect("an allowance");
        let service = server::testing::open(tests::built(), gate).expect("a generation");
        let accounts = service.gate.ledger.snapshot();
        let key = accounts.keys_of(&demo.account)[0];
        let token = accounts.token(key, service.gate.clock.now_ms()).expect("a token");
        let texts = vec![
            ("{key}", demo.key.clone()),
            ("{id}", key.id.to_string()),
            ("{account}", demo.account.clone()),
            ("{token}", token),
        ];
        let (email, password) = (demo.email.replace('@', "%40"), demo.password.clone());
        let mut site = Self { service: service.clone(), texts, _demo: demo };
        site.sign_in(&email, &password);
        site
    }

    fn sign_in(&mut self, email: &str, password: &str) {
        let page = self.send(b"GET /console").expect("a page");
        let (form_cookie, form_csrf) = (cookie(&page), csrf_in(&String::from_utf8_lossy(&page.1)));
        let form = format!("csrf={form_csrf}&email={email}&password={password}");
        let request = format!("POST /console/sign-in\ncookie: {form_cookie}\n\n{form}");
        let session = cookie(&self.send(request.as_bytes()).expect("a redirect"));
        let page = self.send(format!("GET /console\ncookie: {session}").as_bytes()).expect("a page");
        self.texts.extend([("{csrf}", csrf_in(&String::from_utf8_lossy(&page.1))), ("{session}", session)]);
    }

    /// The bytes with the texts of this run in place of their names.
    fn filled(&self, input: &[u8]) -> Vec<u8> {
        let mut filled = Vec::with_capacity(input.len());
        let mut rest = input;
        while let Some((first, after)) = rest.split_first() {
            match self.texts.iter().find(|(name, _)| rest.starts_with(name.as_bytes())) {
                Some((name, text)) => {
                    filled.extend(text.as_bytes());
                    rest = &rest[name.len()..];
                }
                None => {
                    filled.push(*first);
                    rest = after;
                }
            }
        }
        filled
    }

    /// Sends a request; `None` if it has no form that HTTP allows.
    fn send(&self, text: &[u8]) -> Option<(http::response::Parts, Bytes)> {
        let (head, body) = request(text)?;
        let peer = Peer { address: [10, 0, 0, 1].into(), text: "10.0.0.1".into() };
        let received =
            WebRequest { begun: Instant::now(), peer, head, is_full: false, body: Ok(body), upload: None };
        let (head, body) = respond(&self.service, received).into_parts();
        let bytes = match body {
            ResponseBody::Full(bytes) => bytes,
            ResponseBody::Shared { .. } | ResponseBody::Streamed { .. } => Bytes::new(),
        };
        Some((head, bytes))
    }

    /// Returns the refusal of a request. Panics if the service fails, or refuses without a reason.
    fn answer(&self, input: &[u8]) -> Result<(), String> {
        let (head, body) = self.send(&self.filled(input)).ok_or("not a request")?;
        let status = head.status.as_u16();
        assert_ne!(status, 500, "{}", String::from_utf8_lossy(&body));
        if head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json")
            && !body.is_empty()
        {
            let problem: Value = serde_json::from_slice(&body).expect("a document");
            assert_eq!(problem["status"], status, "{problem}");
            let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
            let is_named = |error: &Value| error["parameter"].is_string() && is_text(&error["detail"]);
            assert!(is_text(&problem["detail"]), "{problem}");
            if problem["code"] == "bad-parameter" {
                let errors = problem["errors"].as_array();
                assert!(errors.is_some_and(|e| !e.is_empty() && e.iter().all(is_named)), "{problem}");
            }
        }
        if status < 400 { Ok(()) } else { Err(format!("{status} {}", String::from_utf8_lossy(&body))) }
    }
}

/// Splits the text of a request into its head and its body.
fn request(text: &[u8]) -> Option<(Parts, Bytes)> {
    let end = text.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = end.map_or((text, &[][..]), |end| (&text[..end], &text[end + 2..]));
    let mut lines = head.split(|byte| *byte == b'\n');
    let (method, target) = split_at(lines.next()?, b' ')?;
    let header = |request: Builder, line| {
        let (name, value) = split_at(line, b':')?;
        Some(request.header(name, HeaderValue::from_bytes(value.trim_ascii()).ok()?))
    };
    let request = lines.try_fold(http::Request::builder().method(method).uri(target), header)?;
    let (mut head, ()) = request.body(()).ok()?.into_parts();
    head.headers.entry(HOST).or_insert(HeaderValue::from_static("test"));
    Some((head, Bytes::copy_from_slice(body)))
}

fn split_at(line: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let at = line.iter().position(|byte| *byte == mark)?;
    Some((&line[..at], &line[at + 1..]))
}

/// Name and value of the cookie that a page sets.
fn cookie((head, _): &(http::response::Parts, Bytes)) -> String {
    let cookie = head.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok()).expect("a cookie");
    cookie.split(';').next().unwrap_or_default().to_owned()
}

fn run(name: &'static str, site: &Site, samples: Vec<Vec<u8>>) {
    Target { name, samples, cases: 50, spare_bytes: SPARE_BYTES }.run(|input| site.answer(input));
}

pub(super) fn queries(name: &'static str) {
    // The service has no profiles of the Moon's limb.
    let good = good_paths().filter(|path| !path.starts_with("/lunar-limb"));
    let samples = good.chain(PATHS.lines()).map(|path| format!("GET {path}").into_bytes()).collect();
    run(name, &Site::open(true), samples);
}

pub(super) fn headers(name: &'static str) {
    let samples = [
        "accept: application/geo+json;q=0.5, text/csv, */*;q=0.1\naccept-encoding: br;q=1.0, gzip, *;q=0",
        "host: premium.example.org:8443\nforwarded: for=\"[2001:db8::1]:80\";proto=https;host=example.org",
        "x-forwarded-for: 198.51.100.1:4711, [2001:db8::1]:80, 10.0.0.2\nx-forwarded-proto: https",
        "if-none-match: \"a\", W/\"b\"\nif-modified-since: Mon, 08 Apr 2024 18:18:00 GMT\nrange: bytes=0-",
        "origin: https://app.example.org:8443\nreferer: https://app.example.org/page\nx-request-id: 7f-42",
        "accept: text/html,application/xhtml+xml\nsec-fetch-dest: document\nuser-agent: Mozilla/5.0 (X11)",
    ];
    let paths = [
        "/solar-eclipse/path/2460408.5?paths=c",
        "/julian-day/2024",
        "/docs/time",
        "/eclipse-path?date=2024-04-08",
    ];
    let of_path = |path| samples.map(|headers| format!("GET {path}\n{headers}").into_bytes());
    // Ranges of media types that a path does not have are refused.
    let site = Site::open(true);
    let all = paths.into_iter().flat_map(of_path).filter(|sample| site.answer(sample).is_ok());
    run(name, &site, all.collect());
}

pub(super) fn credentials(name: &'static str) {
    let samples = [
        "GET /usage?apiKey={key}",
        "GET /usage\nauthorization: ServiceAuth {token}",
        "GET /auth/access-token\nauthorization: ServiceAuth {account}:{key}",
        "GET /console\ncookie: {session}",
    ];
    let site = Site::open(false);
    let filled = samples.map(|sample| site.filled(sample.as_bytes()));
    let secrets: Vec<_> =
        site.texts.iter().filter(|(name, _)| *name != "{id}" && *name != "{account}").collect();
    let samples = samples.map(|sample| sample.as_bytes().to_vec()).into_iter().chain(filled).collect();
    Target { name, samples, cases: 50, spare_bytes: SPARE_BYTES }.run(|input| {
        let answer = site.answer(input);
        let input = percent_decode(&site.filled(input)).collect::<Vec<_>>();
        let has = |secret: &str| input.windows(secret.len()).any(|part| part == secret.as_bytes());
        let is_open = !input.windows(6).any(|part| part == b"/usage" || part == b"/auth/");
        assert!(answer.is_err() || is_open || secrets.iter().any(|(_, secret)| has(secret)), "no secret");
        answer
    });
}

pub(super) fn forms(name: &'static str) {
    let forms = [
        "keys\n\nnickname=one&description=A+key",
        "keys/{id}/update\n\nnickname=two&origins=https%3A%2F%2Fa.org%2F%3B+*.b.org&ips=203.0.113.0%2F24",
        "keys/{id}/rotate\n\nhours=24",
        "keys/{id}/enable\n\n",
        "account/name\n\nname=Ada+%3Cb%3ELovelace%3C%2Fb%3E",
    ];
    let form = |form: &str| {
        let form = form.replacen("\n\n", "\ncookie: {session}\n\ncsrf={csrf}&", 1);
        format!("POST /console/{form}").into_bytes()
    };
    let pages = ["usage?month=2024-01", "account", "keys/{id}/delete"];
    let pages = pages.map(|page| format!("GET /console/{page}\ncookie: {{session}}").into_bytes());
    run(name, &Site::open(true), forms.map(form).into_iter().chain(pages).collect());
}
