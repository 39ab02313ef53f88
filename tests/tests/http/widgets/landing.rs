//! The page at the root.

use super::super::{demo, start};
use super::{BROWSER, browsed, policy};

#[test]
fn browsers_see_a_page_at_the_root_and_programs_the_version() {
    for (accept, is_page) in [
        (BROWSER.1, true),
        ("text/html", true),
        ("*/*", false),
        ("application/json, text/html", false),
        ("application/json, text/html;q=0.9", false),
    ] {
        let answer = demo().get_with("/", &[("Accept", accept)]);
        assert_eq!(answer.status, 200, "{accept}");
        let kind = if is_page { "text/html; charset=utf-8" } else { "application/json" };
        assert_eq!(answer.header("content-type"), Some(kind), "{accept}");
        assert!(answer.header("vary").is_some_and(|vary| vary.contains("Accept,")), "{accept}");
    }
    assert_eq!(demo().get("/").json()["response"], demo().get("/version").json()["response"]);
    let page = browsed("/");
    assert_eq!(
        policy(&page),
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    let text = page.text();
    assert!(!text.contains("<script") && !text.contains(" style="), "{text}");
    assert!(text.contains("<svg class=\"hero globe\"") && text.contains("curl"), "{text}");
    assert_eq!(text.matches("<li><a href=\"/eclipse-path?date=").count(), 5 + 1, "{text}");
    assert!(text.contains("<a class=\"button second\" href=\"/eclipse-simulator?date="), "{text}");
    for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let target = link.split('#').next().unwrap_or(link).replace("&amp;", "&");
        assert_eq!(browsed(&target).status, 200, "{link}");
    }
    // If a key is required, the page only mentions the map.
    let server = start(&[]);
    let text = server.get_with("/", &[BROWSER]).text();
    assert!(!text.contains("/eclipse-path?") && text.contains("/docs/widgets#eclipse-path"), "{text}");
    assert!(
        !text.contains("/eclipse-simulator?") && text.contains("/docs/widgets#eclipse-simulator"),
        "{text}"
    );
    assert!(browsed("/docs/widgets").text().contains("id=\"eclipse-path\""));
}
