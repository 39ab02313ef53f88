//! Limits of addresses at the program itself: large bodies count, and the console has a limit of its own.

use super::console::{self, form_of_sign_in};
use super::*;
use tests::served::{Served, send};

fn start(arguments: &[&str]) -> Served {
    Served::start(PROGRAM, tests::built(), arguments)
}

#[test]
fn a_body_that_is_too_large_is_counted_and_told_the_rate() {
    let server = start(&["--rate-standard", "3/10s,60s"]);
    let large = "x".repeat(100_000);
    for remaining in [2, 1, 0] {
        let answer = server.send("POST", "/version", &[], &large);
        assert_eq!((answer.status, answer.json()["code"].as_str()), (413, Some("body-too-large")));
        assert!(answer.header("ratelimit").is_some_and(|r| r.contains(&format!("r={remaining};"))));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let refused = server.send("POST", "/nowhere", &[], &large);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("60")));
}

#[test]
fn who_is_in_a_back_off_can_still_sign_in() {
    let server = console::start("free", &["--rate-standard", "3/10s,60s"]);
    while server.get("/version").status == 200 {}
    assert_eq!(server.get("/version").status, 429);
    let (cookie, csrf) = form_of_sign_in(&server);
    let form = format!("csrf={csrf}&email=ada%40example.org&password=correct+horse+battery");
    let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    assert_eq!(send(server.address, "POST", "/console/sign-in", &headers, &form).status, 303);
    // The limit of the console is told as a page.
    let refused = tests::until("the limit", || Some(server.get("/console")).filter(|a| a.status != 200));
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("60")));
    assert_eq!(refused.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(refused.header("x-content-type-options"), Some("nosniff"));
    assert!(refused.header("content-security-policy").is_some() && refused.text().contains("60 seconds"));
    let large = server.send("POST", "/console/keys", &[], &"x".repeat(100_000));
    assert_eq!(large.status, 429, "also with a body that is too large");
}
