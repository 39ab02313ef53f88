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
        "; greatest at ",
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

#[test]
fn a_town_has_its_own_circumstances_dates_and_lunar_eclipse() {
    let text = browsed("/?place=Burgos,+Spain").text();
    let result = text.split("aria-label=\"Result\"").nth(1).and_then(|rest| rest.split("hero globe").next());
    let result = result.unwrap_or_else(|| panic!("{text}"));
    for part in ["Next total eclipse here: ", ">17 November 2180</a>.", "Next lunar eclipse here: "] {
        assert!(result.contains(part), "{part}: {result}");
    }
    // What is total elsewhere is partial here, and the path is near somewhere.
    assert!(!result.contains("class=\"corona\"") && result.contains("<path class=\"sun\""), "{result}");
    assert!(result.contains("\u{a0}km to the ") && result.contains(">see where</a>"), "{result}");
    assert!(browsed("/?place=48.2,16.4").text().contains("No total eclipse here until 2500."));
    // On Christmas Island the local date is mostly a day ahead of the date in addresses.
    let text = browsed("/?place=1.87,-157.4").text();
    let dates = text.split("/eclipse-path?date=").skip(1).filter_map(|link| {
        let (iso, rest) = link.split_once("&amp;obs=1.87,-157.4\">")?;
        let shown =
            rest.split("</a>").next().filter(|shown| shown.starts_with(|c: char| c.is_ascii_digit()))?;
        Some((iso[8..].trim_start_matches('0').to_owned(), shown.split(' ').next()?.to_owned()))
    });
    let dates: Vec<_> = dates.collect();
    assert!(dates.len() >= 3 && dates.iter().any(|(iso, shown)| iso != shown), "{dates:?}");
}

#[test]
fn a_shared_name_is_the_town_of_the_readers_country() {
    for (language, expected) in [
        ("es-ES,es;q=0.9", "The next solar eclipse in León, "),
        ("es-NI", "León Department, Nicaragua"),
        ("es, en-US;q=0.8", "Which one?"),
    ] {
        let page = demo().get_with("/?place=Le%C3%B3n", &[BROWSER, ("Accept-Language", language)]);
        assert!(page.text().contains(expected), "{language}: {}", page.text());
        assert!(page.header("vary").is_some_and(|vary| vary.contains("Accept-Language")), "{language}");
    }
    let spanish = [BROWSER, ("Accept-Language", "es-ES")];
    let text = demo().get_with("/?place=Le%C3%B3n", &spanish).text();
    assert!(text.contains(", Spain</p>") && text.contains("Another León: "), "{text}");
    assert!(text.contains("<a href=\"/?place=3618030\">Nicaragua</a>"), "{text}");
    // No village comes before a city whose name in the reader's language it has.
    for (name, city) in [("Cologne", "Germany"), ("Roma", "Italy"), ("Valencia", "Spain")] {
        let american = [BROWSER, ("Accept-Language", "en-US")];
        let text = demo().get_with(&format!("/?place={name}"), &american).text();
        assert!(text.contains("Which one?") && text.contains(&format!("{city}</a>")), "{name}: {text}");
    }
    // A name that fits better wins in every country.
    let text = demo().get_with("/?place=Paris", &[BROWSER, ("Accept-Language", "en-US")]).text();
    assert!(text.contains("in Paris, Île-de-France, France"), "{text}");
}
