//! Notices: accounts that have used 80 or 100 % of their allowance, once each, and their way to the operator.

use super::operator::{failure, json, made, text, until_status};
use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;
use tests::served::Served;
use tests::until_true;

/// Level and month of all notices, also of those that were passed on.
fn levels(db: &Path) -> Vec<i64> {
    let all = json(db, &["notices", "list", "--all"]);
    all.as_array().expect("notices").iter().filter_map(|n| n["level"].as_i64()).collect()
}

/// Uses half a credit per call.
fn ask(server: &Served, secret: &str, calls: usize) {
    for _ in 0..calls {
        assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 200);
    }
}

/// A server with a key. Its plan allows ten credits a month, of which 0.5 are used.
fn serving(arguments: &[&str]) -> (Served, String, String) {
    let arguments = [&super::operator::UNLIMITED[..], arguments].concat();
    let server = Served::start(PROGRAM, tests::built(), &arguments);
    let db = server.accounts();
    let (account, _, secret) = made(&db, "free");
    text(&db, &["plans", "set-allowance", "free", "10"]);
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 200);
    (server, account, secret)
}

/// Waits until the server has looked for notices that are due: until there are those of another account,
/// which has used up its allowance meanwhile and is deleted then.
fn until_looked(server: &Served) {
    let db = server.accounts();
    text(&db, &["plans", "set-allowance", "pro", "0.5"]);
    let (account, _, secret) = made(&db, "pro");
    until_status(server, &format!("{FREE}?apiKey={secret}"), 200);
    let of_account = || {
        let all = json(&db, &["notices", "list", "--all"]);
        all.as_array().expect("notices").iter().filter(|n| n["account"] == account.as_str()).count()
    };
    until_true("the notices of another account", || of_account() == 2);
    text(&db, &["accounts", "delete", &account, "--yes"]);
}

#[test]
fn an_account_gets_one_notice_a_level_whatever_happens() {
    let (server, account, secret) = serving(&[]);
    let db = server.accounts();
    ask(&server, &secret, 14);
    until_looked(&server);
    assert!(levels(&db).is_empty(), "75 %");
    ask(&server, &secret, 1);
    until_true("the notice of 80 %", || levels(&db) == [80]);
    ask(&server, &secret, 4);
    until_true("the notice of 100 %", || levels(&db) == [80, 100]);
    let last = &json(&db, &["notices", "list"])[1];
    assert_eq!(
        (last["email"].as_str(), last["used"].as_f64(), last["allowance"].as_f64(), last["plan"].as_str()),
        (Some("free@example.org"), Some(10.0), Some(10.0), Some("free"))
    );
    // Neither another start, nor another plan or allowance, nor a way back makes one of them a second time.
    let server = Served::start_in(server.kill(), PROGRAM, tests::built(), &super::operator::UNLIMITED);
    let db = server.accounts();
    let path = format!("{FREE}?apiKey={secret}");
    text(&db, &["accounts", "set-plan", &account, "starter"]);
    until_status(&server, &path, 200);
    text(&db, &["plans", "set-allowance", "starter", "11"]);
    text(&db, &["accounts", "set-plan", &account, "free"]);
    until_status(&server, &path, 402);
    until_looked(&server);
    assert_eq!(levels(&db), [80, 100]);
    // Those that were passed on are listed only with all.
    let ids: Vec<String> = json(&db, &["notices", "list"])
        .as_array()
        .expect("notices")
        .iter()
        .map(|n| n["id"].to_string())
        .collect();
    text(&db, &["notices", "mark", &ids[0]]);
    assert_eq!(json(&db, &["notices", "list"]).as_array().map(Vec::len), Some(1));
    assert!(text(&db, &["notices", "list", "--all"]).contains(" by "));
    assert!(failure(&db, &["notices", "mark", &ids[1], "4711"]).contains("no notice \"4711\""));
    assert_eq!(json(&db, &["notices", "list"]).as_array().map(Vec::len), Some(1), "all or none");
    text(&db, &["accounts", "delete", &account, "--yes"]);
    assert!(levels(&db).is_empty());
}

#[test]
fn a_lower_plan_makes_the_notice_due_and_so_does_a_call_that_no_longer_fits() {
    let (server, account, secret) = serving(&[]);
    let db = server.accounts();
    text(&db, &["accounts", "set-plan", &account, "pro"]);
    until_status(&server, &format!("{GATED}&apiKey={secret}"), 200);
    assert!(levels(&db).is_empty());
    text(&db, &["plans", "set-allowance", "starter", "24"]);
    text(&db, &["accounts", "set-plan", &account, "starter"]);
    until_true("the notice of 80 %", || levels(&db) == [80]);
    // 20.5 of 24 are used, so the rest does not pay for a call of 20 credits.
    until_status(&server, &format!("{GATED}&apiKey={secret}"), 402);
    until_true("the notice of 100 %", || levels(&db) == [80, 100]);
}

#[test]
fn every_month_has_its_own_notices() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 1.0);
    let use_up = || (0..2).for_each(|_| assert_eq!(site.with_key(FREE, &secret, &[]).status, 200));
    let months = || -> Vec<i64> {
        let rows = site.store(|s| s.notices(true));
        rows.iter().map(|n| n.first_day).collect()
    };
    use_up();
    until_true("both notices", || months().len() == 2);
    site.pass_ms(10 * server::testing::DAY_MS);
    use_up();
    until_true("those of December", || months().len() == 4);
    let months = months();
    assert!(months[1] + 30 == months[2], "{months:?}");
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
            let length = head
                .to_ascii_lowercase()
                .split("content-length: ")
                .nth(1)
                .and_then(|l| l.split("\r\n").next()?.parse().ok());
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

#[test]
fn each_notice_is_posted_until_the_webhook_accepts_it() {
    let (address, sent) = receiver(&[500, 302, 204]);
    let (server, account, secret) = serving(&["--notice-webhook", &address]);
    let db = server.accounts();
    ask(&server, &secret, 15);
    let to_do = || json(&db, &["notices", "list"]).as_array().map(Vec::len);
    until_true("the third try", || sent.lock().expect("the list").len() >= 3);
    until_true("its mark", || to_do() == Some(0));
    ask(&server, &secret, 4);
    until_true("the notice of 100 %", || sent.lock().expect("the list").len() >= 4);
    let sent = sent.lock().expect("the list").clone();
    let levels: Vec<_> = sent.iter().filter_map(|(_, document)| document["level"].as_i64()).collect();
    assert_eq!(levels, [80, 80, 80, 100], "accepted notices are not sent again: {sent:?}");
    let (head, document) = &sent[2];
    assert!(head.starts_with("POST /notices?token=t HTTP/1.1"), "{head}");
    assert!(head.to_ascii_lowercase().contains("content-type: application/json"), "{head}");
    assert_eq!(
        (document["account"].as_str(), document["email"].as_str(), document["level"].as_i64()),
        (Some(account.as_str()), Some("free@example.org"), Some(80))
    );
    let month = document["month"].as_str().expect("a month");
    assert!(document["replenishedAt"].as_str().is_some_and(|at| at.contains("-01T00:00:00")), "{document}");
    assert!(document["createdAt"].as_str().is_some_and(|at| at.starts_with(month)), "{document}");
    assert_eq!(json(&db, &["notices", "list", "--all"])[0]["passedOnBy"], "webhook");
    let log = server.log_so_far();
    assert!(log.contains("notices could not be sent to the webhook") && !log.contains("token=t"), "{log}");
}

#[test]
fn a_webhook_that_is_gone_or_cannot_be_trusted_does_no_harm() {
    // First a port without a listener, then a listener without TLS.
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let plain = TcpListener::bind("127.0.0.1:0").expect("a port");
    let first = format!("http://{closed}/");
    let second = format!("https://localhost:{}/", plain.local_addr().expect("an address").port());
    for (address, listener) in [(first, None), (second, Some(plain))] {
        let (mut server, _, secret) = serving(&["--notice-webhook", &address]);
        ask(&server, &secret, 15);
        if let Some(listener) = listener {
            let mut hello = [0; 2];
            listener.accept().expect("a try").0.read_exact(&mut hello).expect("its beginning");
            assert_eq!(hello, [0x16, 0x03], "a TLS handshake");
        }
        until_true("the complaint", || server.log_so_far().contains("notices could not be sent"));
        ask(&server, &secret, 1);
        assert_eq!(json(&server.accounts(), &["notices", "list"]).as_array().map(Vec::len), Some(1));
        server.signal("TERM");
        assert_eq!(server.ended(), Some(0));
    }
}

#[test]
fn the_address_of_a_webhook_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = failure(&folder.path().join("a.sqlite"), &["--notice-webhook", "example.org"]);
    assert!(said.contains("--notice-webhook") && said.contains("https://example.org/notices"), "{said}");
}
