//! The log and the metrics of a running server about accounts.

use super::console::{EMAIL, PASSWORD, make_key, post, served, sign_in, signed_in};
use super::operator::{json, made, until_status};
use super::*;
use tests::served::Served;

/// The first line of the log with all these parts.
fn line(server: &Served, parts: &[&str]) -> String {
    let log = server.log();
    let found = log.lines().find(|line| parts.iter().all(|part| line.contains(part)));
    found.unwrap_or_else(|| panic!("no line with {parts:?}: {log}")).to_owned()
}

/// One server for all parts: what each of them logs and counts is its own.
#[test]
fn a_server_logs_and_counts_what_happens_to_accounts() {
    let limits = ["--rate-standard", "1000/86400s,86400s", "--rate-pages", "1000000/86400s,1s"];
    let server = served("free", &[&limits[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    refused_requests_have_a_key(&server);
    credits_are_counted_by_plan(&server);
    sign_ins_are_counted_also_where_they_fail(&server);
    a_holder_leaves_traces_but_no_secret(&server);
    refusals_in_a_back_off_have_a_key(&server);
}

fn refused_requests_have_a_key(server: &Served) {
    let (account, key, secret) = made(&server.accounts(), "free");
    until_status(server, &format!("{FREE}?apiKey={secret}"), 200);
    let gated = GATED.replace('?', &format!("?apiKey={secret}&"));
    assert_eq!(server.get_with(&gated, &[("X-Request-Id", "gated")]).status, 403);
    server.operate(&["keys", "disable", &key]);
    until_status(server, &format!("{FREE}?apiKey={secret}"), 401);
    let (account, key) = (format!("account={account}"), format!("key={key}"));
    line(server, &["problem=plan-required", "request_id=gated", &account, &key]);
    line(server, &["problem=credentials-invalid", "status=401", &account, &key]);
}

fn credits_are_counted_by_plan(server: &Served) {
    let credits = |plan: &str| server.metric(&format!("umbra_credits_total{{plan=\"{plan}\"}}"));
    assert_eq!(credits("pro"), 0.0);
    let (_, _, secret) = made(&server.accounts(), "pro");
    let call = format!("{FREE}?apiKey={secret}");
    until_status(server, &call, 200);
    assert_eq!(server.get(&call).status, 200);
    // Wrong parameters and unacceptable formats cost nothing.
    assert_eq!(server.get(&format!("/julian-day/x?apiKey={secret}")).status, 400);
    assert_eq!(server.get_with(&call, &[("Accept", "image/png")]).status, 406);
    assert_eq!((credits("pro"), credits("starter")), (1.0, 0.0));
}

fn a_holder_leaves_traces_but_no_secret(server: &Served) {
    const NEW_PASSWORD: &str = "another good password";
    let visitor = signed_in(server);
    let (key, secret) = make_key(server, &visitor, "main");
    line(server, &["changed", "action=key.create", "account=", &format!("key={key}"), "by=holder"]);
    let passwords = format!("password={PASSWORD}&new-password={NEW_PASSWORD}").replace(' ', "+");
    let form = format!("csrf={}&{passwords}", visitor.1);
    let changed = post(server, "/console/account/password", &form, &[("Cookie", &visitor.0)]);
    assert_eq!(changed.status, 303, "{}", changed.text());
    let log = server.log();
    for hidden in [visitor.1.as_str(), PASSWORD, NEW_PASSWORD, &secret[18..]] {
        assert!(!log.contains(hidden), "{log}");
    }
    while sign_in(server, EMAIL, "wrong").status == 401 {}
    assert_eq!(server.metric("umbra_sign_ins_total{outcome=\"too-many\"}"), 1.0);
}

fn sign_ins_are_counted_also_where_they_fail(server: &Served) {
    let count = |outcome: &str| server.metric(&format!("umbra_sign_ins_total{{outcome=\"{outcome}\"}}"));
    signed_in(server);
    assert_eq!(sign_in(server, EMAIL, "wrong").status, 401);
    assert_eq!(sign_in(server, "unknown@example.org", PASSWORD).status, 401);
    let form = format!("csrf=old&email={}&password=x", EMAIL.replace('@', "%40"));
    assert_eq!(post(server, "/console/sign-in", &form, &[]).status, 403);
    assert_eq!(["good", "wrong", "too-many", "bad-form"].map(count), [1.0, 2.0, 0.0, 1.0]);
    let good = line(server, &["signed in to the console", "account=", "client=127.0.0.1", "request_id="]);
    let account = good.split("account=").nth(1).and_then(|rest| rest.split(' ').next()).expect("an account");
    assert_eq!(json(&server.accounts(), &["accounts", "show", EMAIL])["account"]["id"], account);
    let account = format!("account={account}");
    line(server, &["signing in to the console failed", "why=wrong", &account, "request_id="]);
    line(server, &["signing in to the console failed", "why=bad-form"]);
    assert!(!server.log().contains("unknown@example.org"), "the field may contain a mistyped password");
}

fn refusals_in_a_back_off_have_a_key(server: &Served) {
    let (account, key, secret) = made(&server.accounts(), "starter");
    until_status(server, &format!("{FREE}?apiKey={secret}"), 200);
    let back_off = [("X-Forwarded-For", "192.0.2.1"), ("X-Request-Id", "back-off")];
    while server.get_with(&format!("{FREE}?apiKey={secret}"), &back_off).status == 200 {}
    let (account, key) = (format!("account={account}"), format!("key={key}"));
    line(server, &["problem=rate-limited", "request_id=back-off", &account, &key]);
    assert!(server.metric("umbra_refusals_total{code=\"rate-limited\"}") >= 1.0);
    assert!(server.metric("umbra_rate_addresses{rate=\"standard\"}") >= 2.0);
}
