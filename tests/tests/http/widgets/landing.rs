//! The page at the root.

use super::super::{demo, without_accounts};
use super::{BROWSER, browsed, policy};

#[test]
fn browsers_see_a_page_at_the_root_and_programs_the_version() {
    for (accept, is_page) in [(BROWSER.1, true), ("*/*", false), ("application/json, text/html", false)] {
        let answer = demo().get_with("/", &[("Accept", accept)]);
        assert_eq!(answer.status, 200, "{accept}");
        let kind = if is_page { "text/html; charset=utf-8" } else { "application/json" };
        assert_eq!(answer.header("content-type"), Some(kind), "{accept}");
        assert!(answer.header("vary").is_some_and(|vary| vary.contains("Accept,")), "{accept}");
    }
    assert_eq!(demo().get("/").json()["response"], demo().get("/version").json()["response"]);
    let page = browsed("/");
    let expected = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                    img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    assert_eq!(policy(&page), expected);
    let text = page.text();
    assert!(!text.contains("<script>") && !text.contains(" style="), "{text}");
    for part in [
        "<form class=\"where\"",
        "lunar eclipses",
        "<svg class=\"hero globe\"",
        "curl",
        "<a class=\"button second\" href=\"/eclipse-simulator?date=",
        "og:image\" content=\"http://test/eclipse-card/",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("<li><a href=\"/eclipse-path?date=").count(), 5, "{text}");
    for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let target = link.split('#').next().unwrap_or(link).replace("&amp;", "&");
        assert_eq!(browsed(&target).status, 200, "{link}");
    }
    // If a key is required, the page only mentions the map.
    let server = without_accounts();
    let text = server.get_with("/", &[BROWSER]).text();
    assert!(!text.contains("/eclipse-path?") && !text.contains("/eclipse-simulator?"), "{text}");
    assert!(text.contains("href=\"/docs/widgets\">Map"), "{text}");
    assert!(browsed("/docs/widgets").text().contains("id=\"eclipse-path\""));
}

#[test]
fn the_page_finds_the_next_eclipse_of_a_town() {
    let text = browsed("/?place=Oviedo,+Spain").text();
    assert!(text.contains("The next solar eclipse in Oviedo, Asturias, Spain"), "{text}");
    assert!(text.contains("local time") && text.contains("obs=place:3114711\">Open the map"), "{text}");
    for (name, part) in [
        ("Springfield", "Which one?"),
        ("%3Cb%3Exyzzyqq", "No town begins with “&lt;b&gt;xyzzyqq”"),
        ("%D8%B9%D8%B1%D8%A8%CC%81%CC%81", "</html>"),
        ("x".repeat(3000).as_str(), "No town begins with"),
        ("41.76,+-2.47", "The next solar eclipse in 41.76,-2.47"),
        ("", "The next solar eclipse on Earth"),
    ] {
        let page = browsed(&format!("/?place={name}"));
        assert_eq!(page.status, 200, "{name}");
        assert!(page.text().contains(part), "{name}: {}", page.text());
    }
    // Without a key, the page says when and where, and links to no map.
    let server = without_accounts();
    let text = server.get_with("/?place=Oviedo", &[BROWSER]).text();
    assert!(text.contains("The next solar eclipse in Oviedo") && !text.contains("/eclipse-path?"), "{text}");
}
