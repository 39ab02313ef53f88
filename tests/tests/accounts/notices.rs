//! Notices: accounts that have used 80 or 100 % of their allowance, once each, and their way to the operator.

use super::console::{EMAIL, post, served};
use super::operator::{UNLIMITED, failure, json, made, text, until_status, written};
use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Mutex;
use tests::served::Served;
use tests::until_true;

impl Site {
    /// Makes calls of half a credit each.
    fn call(&self, secret: &str, calls: usize) {
        for _ in 0..calls {
            assert_eq!(self.with_key(FREE, secret, &[]).status, 200);
        }
    }

    /// First day and level of all notices, after the ledger has looked for those that are due.
    fn notices(&self) -> Vec<(i64, u8)> {
        self.pass_ms(1000);
        self.tick();
        self.store(|store| store.notices(true)).iter().map(|n| (n.first_day, n.level)).collect()
    }
}

#[test]
fn an_account_gets_one_notice_a_level_whatever_happens() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 10.0);
    let day = Month::of(NOON_MS).first_day;
    let both = [(day, 80), (day, 100)];
    for (calls, notices) in [(15, 0), (1, 1), (3, 1), (1, 2)] {
        site.call(&secret, calls);
        assert_eq!(site.notices(), both[..notices]);
    }
    let list = |arguments: &[&str]| json(&site.accounts(), &[&["notices", "list"], arguments].concat());
    let last = &list(&[])[1];
    assert_eq!((&last["email"], &last["plan"]), (&"ada0@example.org".into(), &"free".into()));
    assert_eq!([&last["used"], &last["allowance"]].map(Value::as_f64), [Some(10.0); 2]);
    // Those that were passed on are listed only with all.
    let ids = [0, 1].map(|n| list(&[])[n]["id"].to_string());
    text(&site.accounts(), &["notices", "mark", &ids[0]]);
    assert_eq!(list(&[]).as_array().map(Vec::len), Some(1));
    assert!(text(&site.accounts(), &["notices", "list", "--all"]).contains(" by "));
    let unknown = failure(&site.accounts(), &["notices", "mark", &ids[1], "4711"]);
    assert!(unknown.contains("no notice \"4711\""), "{unknown}");
    assert_eq!(list(&[]).as_array().map(Vec::len), Some(1), "all or none");
    // Neither another start, nor another plan or allowance, nor a way back makes one of them a second time.
    let site = site.restart();
    let plan = |plan| {
        let account = account.clone();
        site.store(move |store| store.set_plan(&account, plan, &by()));
    };
    plan(Plan::Starter);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
    site.allow(Plan::Starter, 11.0);
    plan(Plan::Free);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 402);
    assert_eq!(site.notices(), both);
    site.store(move |store| store.delete_account(&account, &by()));
    assert_eq!(site.notices(), []);
}

#[test]
fn a_lower_plan_makes_the_notice_due_and_so_does_a_call_that_no_longer_fits() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Pro);
    site.call(&secret, 1);
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 200);
    assert_eq!(site.notices(), []);
    site.allow(Plan::Starter, 24.0);
    site.store(move |store| store.set_plan(&account, Plan::Starter, &by()));
    let day = Month::of(NOON_MS).first_day;
    assert_eq!(site.notices(), [(day, 80)]);
    // 20.5 of 24 are used, so the rest does not pay for a call of 20 credits.
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 402);
    assert_eq!(site.notices(), [(day, 80), (day, 100)]);
}

#[test]
fn every_month_has_its_own_notices() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 1.0);
    let mut expected = Vec::new();
    for month in [11, 12] {
        site.call(&secret, 2);
        expected.extend([80, 100].map(|level| (Month::new(2026, month).first_day, level)));
        assert_eq!(site.notices(), expected);
        site.pass_ms(10 * server::testing::DAY_MS);
    }
}

/// Heads and documents of the requests that a receiver of notices was sent.
pub(super) type Sent = Arc<Mutex<Vec<(String, Value)>>>;

/// Starts a receiver of notices; returns its address and the list of received notices. It answers with the
/// statuses in turn and then repeats the last one.
pub(super) fn receiver(statuses: &'static [u16]) -> (String, Sent) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/notices?token=t", listener.local_addr().expect("an address"));
    let sent = Arc::new(Mutex::new(Vec::new()));
    let kept = sent.clone();
    std::thread::spawn(move || {
        let mut statuses = statuses.iter().copied();
        let mut last = 500;
        for stream in listener.incoming().map_while(Result::ok) {
            let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|n| n > 0) {}
            let lower = head.to_ascii_lowercase();
            let length = lower.split("content-length: ").nth(1).and_then(|l| l.lines().next()?.parse().ok());
            let mut body = vec![0; length.expect("a length")];
            reader.read_exact(&mut body).expect("a body");
            let document = serde_json::from_slice(&body).expect("JSON");
            kept.lock().expect("the list").push((head, document));
            last = statuses.next().unwrap_or(last);
            let answer = format!("HTTP/1.1 {last} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            (&stream).write_all(answer.as_bytes()).expect("an answer");
        }
    });
    (address, sent)
}

/// A server with a webhook and an account with a key. Its plan allows ten credits a month, of which 8 are
/// used.
fn serving(webhook: &str) -> (Served, String, String) {
    let server = served("pro", &[&UNLIMITED[..], &["--notice-webhook", webhook]].concat());
    let db = server.accounts();
    let (account, _, secret) = made(&db, "free");
    text(&db, &["plans", "set-allowance", "free", "10"]);
    let call = format!("{FREE}?apiKey={secret}");
    until_status(&server, &call, 200);
    (0..15).for_each(|_| assert_eq!(server.get(&call).status, 200));
    (server, account, call)
}

#[test]
fn each_notice_is_posted_until_the_webhook_accepts_it() {
    let (address, sent) = receiver(&[500, 204]);
    let (server, account, call) = serving(&address);
    let db = server.accounts();
    let to_do = || json(&db, &["notices", "list"]).as_array().map(Vec::len);
    until_true("the second try", || sent.lock().expect("the list").len() >= 2);
    until_true("its mark", || to_do() == Some(0));
    (0..4).for_each(|_| assert_eq!(server.get(&call).status, 200));
    until_true("the notice of 100 %", || sent.lock().expect("the list").len() >= 3);
    // Requests of visitors go the same way.
    for form in ["name=Eve&email=eve%40example.org", "name=Ada&email=ada%40example.org"] {
        assert_eq!(post(&server, "/console/request", form, &[]).status, 200);
    }
    until_true("both requests", || sent.lock().expect("the list").len() >= 5);
    let sent = sent.lock().expect("the list").clone();
    let levels: Vec<_> = sent.iter().filter_map(|(_, document)| document["level"].as_i64()).collect();
    assert_eq!(levels, [80, 80, 100], "accepted notices are not sent again: {sent:?}");
    let emails = [&sent[3].1["email"], &sent[4].1["email"]];
    assert_eq!(emails, ["eve@example.org", EMAIL]);
    let (head, document) = &sent[1];
    assert!(head.starts_with("POST /notices?token=t HTTP/1.1"), "{head}");
    assert!(head.to_ascii_lowercase().contains("content-type: application/json"), "{head}");
    assert_eq!((&document["account"], &document["email"]), (&account.into(), &"free@example.org".into()));
    assert!(document["replenishedAt"].as_str().is_some_and(|at| at.contains("-01T00:00:00")), "{document}");
    assert_eq!(json(&db, &["notices", "list", "--all"])[0]["passedOnBy"], "webhook");
    let log = server.log_so_far();
    assert!(log.contains("notices could not be sent to the webhook") && !log.contains("token=t"), "{log}");
}

#[test]
fn a_webhook_that_cannot_be_trusted_gets_no_notice_and_does_no_harm() {
    // A listener without TLS.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("https://localhost:{}/", listener.local_addr().expect("an address").port());
    let (mut server, _, call) = serving(&address);
    let mut hello = [0; 2];
    listener.accept().expect("a try").0.read_exact(&mut hello).expect("its beginning");
    assert_eq!(hello, [0x16, 0x03], "a TLS handshake");
    until_true("the complaint", || server.log_so_far().contains("notices could not be sent"));
    assert_eq!(server.get(&call).status, 200);
    assert_eq!(json(&server.accounts(), &["notices", "list"]).as_array().map(Vec::len), Some(1));
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    assert_eq!(written(&server.accounts()), 17, "the last usage is written");
}
