//! The log and the metrics of a running server about accounts.

use super::console::{self, EMAIL, PASSWORD, sign_in, signed_in};
use super::faults::locked;
use super::operator::{made, start, until_status};
use super::*;
use tests::served::Served;
use tests::until_true;

/// The first line of the log with all these parts.
fn line(server: &Served, parts: &[&str]) -> String {
    let log = server.log();
    let found = log.lines().find(|line| parts.iter().all(|part| line.contains(part)));
    found.unwrap_or_else(|| panic!("no line with {parts:?}: {log}")).to_owned()
}

#[test]
fn a_refused_request_is_assigned_to_its_key() {
    let server = start();
    let (account, key, secret) = made(&server.accounts(), "free");
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 200);
    let gated = GATED.replace('?', &format!("?apiKey={secret}&"));
    assert_eq!(server.get_with(&gated, &[("X-Request-Id", "gated")]).status, 403);
    server.operate(&["keys", "disable", &key]);
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 401);
    let (account, key) = (format!("account={account}"), format!("key={key}"));
    line(&server, &["problem=plan-required", "request_id=gated", &account, &key]);
    line(&server, &["problem=credentials-invalid", "status=401", &account, &key]);
}

#[test]
fn an_address_in_a_back_off_is_assigned_to_its_key() {
    let server = Served::start(PROGRAM, tests::built(), &["--rate-standard", "3/10s,60s"]);
    let (account, key, secret) = made(&server.accounts(), "free");
    for _ in 0..5 {
        server.get(&format!("{FREE}?apiKey={secret}"));
    }
    // The first calls may have come before the server knew the key.
    until_status(&server, &format!("{FREE}?apiKey={secret}"), 429);
    until_true("a line with the key", || {
        server.get(&format!("{FREE}?apiKey={secret}"));
        let log = server.log();
        let (account, key) = (format!("account={account}"), format!("key={key}"));
        log.lines().any(|l| l.contains("problem=rate-limited") && l.contains(&account) && l.contains(&key))
    });
    assert!(server.metric("umbra_refusals_total{code=\"rate-limited\"}") >= 1.0);
    assert!(server.metric("umbra_rate_addresses{rate=\"standard\"}") >= 1.0);
}

#[test]
fn credits_are_counted_by_plan_and_not_where_they_are_given_back() {
    let server = start();
    let credits = |plan: &str| server.metric(&format!("umbra_credits_total{{plan=\"{plan}\"}}"));
    assert_eq!(credits("pro"), 0.0);
    let (_, _, secret) = made(&server.accounts(), "pro");
    let call = format!("{FREE}?apiKey={secret}");
    until_status(&server, &call, 200);
    let after_one = credits("pro");
    assert!(after_one > 0.0);
    assert_eq!(server.get(&call).status, 200);
    assert_eq!(credits("pro"), 2.0 * after_one);
    // Wrong parameters and unacceptable formats cost nothing.
    assert_eq!(server.get(&format!("/julian-day/x?apiKey={secret}")).status, 400);
    assert_eq!(server.get_with(&call, &[("Accept", "image/png")]).status, 406);
    assert_eq!((credits("pro"), credits("free")), (2.0 * after_one, 0.0));
}

#[test]
fn signing_in_is_logged_and_counted_also_where_it_fails() {
    let server = console::start("free", &[]);
    let count = |outcome: &str| server.metric(&format!("umbra_sign_ins_total{{outcome=\"{outcome}\"}}"));
    signed_in(&server);
    assert_eq!(sign_in(&server, EMAIL, "wrong").status, 401);
    assert_eq!(sign_in(&server, "unknown@example.org", PASSWORD).status, 401);
    let form = format!("csrf=old&email={}&password=x", EMAIL.replace('@', "%40"));
    assert_eq!(console::post(&server, "/console/sign-in", &form, &[]).status, 403);
    assert_eq!((count("good"), count("wrong"), count("too-many"), count("bad-form")), (1.0, 2.0, 0.0, 1.0));
    let good = line(&server, &["signed in to the console", "account=", "client=127.0.0.1", "request_id="]);
    let account = good.split("account=").nth(1).and_then(|rest| rest.split(' ').next()).expect("an account");
    let account = format!("account={account}");
    line(&server, &["signing in to the console failed", "why=wrong", &account, "request_id="]);
    line(&server, &["signing in to the console failed", "why=bad-form"]);
    assert!(!server.log().contains("unknown@example.org"), "the field may contain a mistyped password");
    while sign_in(&server, EMAIL, "wrong").status == 401 {}
    assert_eq!(count("too-many"), 1.0);
}

#[test]
fn usage_that_waits_shows_as_a_delay() {
    let server = start();
    let delay_s = || server.metric("umbra_usage_delay_seconds");
    let (_, _, secret) = made(&server.accounts(), "pro");
    let call = format!("{FREE}?apiKey={secret}");
    until_status(&server, &call, 200);
    let lock = locked(&server.accounts());
    assert_eq!(server.get(&call).status, 200);
    until_true("a delay", || delay_s() > 2.0);
    drop(lock);
    until_true("usage that is written", || delay_s() < 1.0);
}

#[test]
fn what_a_holder_changes_is_logged_with_account_and_key() {
    let server = console::start("free", &[]);
    let visitor = signed_in(&server);
    let (key, _) = console::make_key(&server, &visitor, "main");
    line(&server, &["changed", "action=key.create", "account=", &format!("key={key}"), "by=holder"]);
}
