//! Refusals as pages for people, hostile texts, and days without an eclipse.

use super::super::demo;
use super::{BROWSER, MAP, SIMULATOR, browsed, data, policy, shown};

#[test]
fn every_refusal_is_a_page_for_people_and_a_problem_for_programs() {
    for (path, status, says) in [
        ("/eclipse-path", 400, "date"),
        ("/eclipse-path?date=someday", 400, "is not a date; write 2026-08-12"),
        ("/eclipse-path?date=2024-05-09", 404, "2 October 2024 (annular)</a>"),
        ("/eclipse-path?date=1499-12-31", 404, "1500"),
        ("/eclipse-path?date=%2B275000-01-01", 404, "nearest"),
        ("/eclipse-path?date=2024-04-08&obs=91,0", 400, "latitude"),
        ("/eclipse-path?date=2024-04-08&obs=here", 400, "LAT,LNG"),
        ("/eclipse-path?date=2024-04-08&center=1,2,3", 400, "center"),
        ("/eclipse-path?date=2024-04-08&z=20", 400, "whole number from 0 to 19"),
        ("/eclipse-path?date=2024-04-08&map=google", 400, "osm, ocm, top"),
        ("/eclipse-path?date=2024-04-08&attribution=2", 400, "attribution"),
        ("/eclipse-simulator?date=2024-04-08", 400, "obs"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&t=C5", 400, "C2-30"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&t=2023-01-01", 400, "12 hours"),
        ("/eclipse-simulator?date=2024-04-08&obs=40,-120&t=C2", 400, "there is no C2"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&speed=0.01", 400, "speed"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&up=down", 400, "zenith"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&fov=0", 400, "0.3"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&limb=2", 400, "limb"),
    ] {
        let page = browsed(path);
        assert_eq!(page.status, status, "{path}: {}", page.text());
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(policy(&page).starts_with("default-src 'none'; style-src 'self'; img-src 'self'"), "{path}");
        assert!(page.text().contains(says), "{path}: {}", page.text());
        assert!(page.text().contains("<h1>"), "{path}");
        let problem = demo().get_with(path, &[("Accept", "*/*")]);
        assert_eq!(problem.status, status, "{path}");
        assert_eq!(problem.header("content-type"), Some("application/problem+json"), "{path}");
        // For an embedded document a browser accepts any type and names the destination.
        let embedded = demo().get_with(path, &[("Accept", "*/*"), ("Sec-Fetch-Dest", "embed")]);
        assert_eq!(embedded.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    }
    assert_eq!(demo().get_with(MAP, &[("Accept", "application/json")]).status, 406);
    let head = demo().send("HEAD", MAP, &[BROWSER], "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(demo().send("POST", MAP, &[BROWSER], "x").status, 405);
}

#[test]
fn hostile_texts_are_shown_as_texts_or_refused() {
    let hostile =
        "%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22'";
    let is_harmless = |text: &str| !text.contains("<script>alert") && !text.contains("<img");
    for widget in [MAP, SIMULATOR] {
        let answer = browsed(&format!("{widget}&title={hostile}&subtitle={hostile}"));
        let text = answer.text();
        assert!(answer.status == 200 && is_harmless(&text), "{text}");
        assert_eq!(text.matches("</script>").count(), text.matches("<script").count(), "{text}");
        assert!(text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "{text}");
        let title = data(&answer)["obs"]["title"].clone();
        assert_eq!(title, "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'");
        for (more, status) in [
            (format!("title={}", "%C3%A9".repeat(200)), 200),
            (format!("title={}", "x".repeat(201)), 400),
            ("title=%E2%80%AEgnp".into(), 400),
            ("subtitle=a%00b".into(), 400),
            ("subtitle=%FF".into(), 200),
        ] {
            assert_eq!(browsed(&format!("{widget}&{more}")).status, status, "{more}");
        }
    }
    for query in [format!("date={hostile}"), format!("date=2024-04-08&obs={hostile}"), format!("{hostile}=1")]
    {
        let answer = browsed(&format!("/eclipse-path?{query}"));
        assert!(answer.status == 400 && is_harmless(&answer.text()), "{query}: {}", answer.text());
    }
    // Without an observer a title has no effect.
    assert!(!browsed("/eclipse-path?date=2024-04-08&title=Nowhere").text().contains("Nowhere"));
}

#[test]
fn a_day_without_an_eclipse_leads_to_those_around_it_and_a_julian_date_to_its_gregorian() {
    for (path, query, says, words) in [
        (
            "/eclipse-path",
            "obs=25.29,-104.15&date=2024-05-09&title=A%26B",
            "The nearest",
            "8 April 2024 (total)",
        ),
        (
            "/eclipse-simulator",
            "obs=40,10&date=1504-09-08",
            "Julian calendar",
            "18 September 1504 (Gregorian, annular)",
        ),
    ] {
        let answer = browsed(&format!("{path}?{query}"));
        let page = answer.text();
        assert!(answer.status == 404 && page.contains(says), "{page}");
        let link = page.split("href=\"?").nth(1).and_then(|rest| rest.split_once("</a>")).expect("a link").0;
        let (query, shown_words) = link.split_once("\">").expect("an address and words");
        assert_eq!(shown_words, words);
        let there = browsed(&format!("{path}?{}", query.replace("&amp;", "&")));
        assert_eq!(there.status, 200, "{query}");
        match path {
            "/eclipse-path" => assert_eq!(data(&there)["obs"]["title"], "A&B"),
            _ => assert!(shown(&there).contains("8 September 1504 in the Julian calendar"), "{query}"),
        }
    }
    let problem = demo().get("/eclipse-path?date=2024-05-09").text();
    assert!(problem.contains("date=2024-04-08 (total) and date=2024-10-02 (annular)"), "{problem}");
}
