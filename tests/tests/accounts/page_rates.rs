//! Pages have a separate rate, and their errors explain the wait.

use super::console::{start, start_with};
use super::*;

const BROWSER: &[(&str, &str)] = &[("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];

const FEW: Policy = Policy { quota: 3, window_s: 10, back_off_s: 60 };

/// Asserts that a refusal is a page that may not load from other hosts and may not be cached.
fn is_page(answer: &Raw, status: u16) {
    let text = answer.text();
    assert_eq!(answer.status, status, "{text}");
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(text.starts_with("<!DOCTYPE html>"), "{text}");
    let policy = answer.header("content-security-policy").unwrap_or("");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(answer.header("referrer-policy").is_some() && answer.header("x-request-id").is_some());
}

#[test]
fn too_many_requests_for_pages_get_a_page_with_the_error() {
    let server = start_with(Plan::Free, |rules| rules.pages = FEW);
    for path in ["/console", "/docs", "/"] {
        assert_eq!(server.get_with(path, BROWSER).status, 200, "{path}");
    }
    for path in ["/console", "/docs", "/", "/console/account"] {
        let refused = server.get_with(path, BROWSER);
        is_page(&refused, 429);
        assert_eq!(refused.header("retry-after"), Some("60"), "{path}");
        assert!(refused.text().contains("60 seconds"), "{path}: {}", refused.text());
    }
    // Programs get JSON, and the rate of the API is separate.
    assert_eq!(server.get("/docs").json()["code"], "rate-limited");
    assert_eq!(server.get("/version").status, 200);
    server.pass_ms(60_000);
    assert_eq!(server.get_with("/console", BROWSER).status, 200);
}

#[test]
fn other_refusals_of_pages_are_pages_as_well() {
    let server = start(Plan::Free);
    is_page(&server.get_with("/console/nowhere", BROWSER), 404);
    is_page(&server.send("POST", "/docs", BROWSER, ""), 405);
    is_page(&server.send("POST", "/", BROWSER, ""), 405);
    is_page(&server.get_with("/docs?x=1", BROWSER), 400);
    let foreign = [BROWSER, &[("Origin", "https://elsewhere.example")]].concat();
    is_page(&server.send("POST", "/console/sign-in", &foreign, "x=1"), 403);
}
