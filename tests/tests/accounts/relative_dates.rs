//! Dates relative to the present, and the caching of responses that contain them.

use super::*;

/// 2026-08-12T10:00:00.250Z, the day of an eclipse.
const ECLIPSE_MS: i64 = 1_786_528_800_250;

/// The `Cache-Control` of a response about an absolute date.
const A_DAY: &str = "private, max-age=86400";

/// A service on the day of the eclipse.
struct Eclipse(Site, String);

impl Eclipse {
    fn day() -> Self {
        let site = Site::open();
        site.pass_ms(ECLIPSE_MS - NOON_MS);
        let (_, _, secret) = site.account(Plan::Pro);
        Self(site, secret)
    }

    fn answered(&self, path: &str) -> Answered {
        let answer = self.0.with_key(path, &self.1, &[]);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer
    }
}

#[test]
fn a_date_may_be_relative_to_the_present() {
    let day = Eclipse::day();
    for (path, date, cache) in [
        ("/julian-day/2026-08-12", "2026-08-12T00:00:00.000Z", A_DAY),
        ("/julian-day/now", "2026-08-12T10:00:00.250Z", "private, max-age=0"),
        ("/delta-t/now", "2026-08-12T10:00:00.250Z", "private, max-age=0"),
        ("/julian-day/+30d", "2026-09-11T10:00:00.250Z", "private, max-age=0"),
        ("/julian-day/%2030d", "2026-09-11T10:00:00.250Z", "private, max-age=0"),
        ("/julian-day/today", "2026-08-12T00:00:00.000Z", "private, max-age=50399"),
        ("/julian-day/Tomorrow?cost=1", "2026-08-13T00:00:00.000Z", "private, max-age=50399"),
    ] {
        let answer = day.answered(path);
        assert_eq!(answer.json["query"]["date"], date, "{path}");
        assert_eq!(answer.header("cache-control"), cache, "{path}");
    }
    let position = day.answered("/body-position/now?body=sun");
    assert_eq!(position.json["query"]["start-date"], "2026-08-12T10:00:00.250Z");
    assert_eq!(position.header("cache-control"), "private, max-age=0");
}

#[test]
fn days_are_those_of_the_zone_if_there_is_one() {
    let day = Eclipse::day();
    // In Brisbane it is 20h.
    let brisbane = "/rise-transit-set/today/tomorrow?body=sun&obs=-27.5,153&tz=";
    for (zone, days, start, seconds) in [
        ("auto", "utc", "2026-08-11T14:00:00.000Z", 14_399),
        ("UTC%2B10", "utc", "2026-08-11T14:00:00.000Z", 14_399),
        ("Europe/Madrid", "utc", "2026-08-11T22:00:00.000Z", 43_199),
        ("auto", "local", "2026-08-12T00:00:00.000Z", 14_399),
    ] {
        let answer = day.answered(&format!("{brisbane}{zone}&day={days}"));
        assert_eq!(answer.json["query"]["start-date"], start, "{zone} {days}");
        assert_eq!(answer.header("cache-control"), format!("private, max-age={seconds}"), "{zone} {days}");
    }
    // A relative end counts from the beginning of today.
    for days in ["local", "utc"] {
        let path = format!("/rise-transit-set/today/+30d?body=sun&obs=40.4,-3.7&tz=auto&day={days}");
        let answer = day.answered(&format!("{path}&cost=1"));
        assert_eq!(answer.json["query"]["cost"], 90.0, "{days}");
        assert_eq!(answer.header("cache-control"), "private, max-age=43199", "{days}");
    }
}

#[test]
fn a_path_of_today_expires_and_a_page_is_not_cached() {
    let day = Eclipse::day();
    // Its price is computed in the pool.
    let answer = day.answered("/solar-eclipse/path/today?paths=c");
    assert_eq!(answer.header("cache-control"), "private, max-age=50399");
    assert_eq!(day.answered("/eclipse-path?date=today").header("cache-control"), "no-store, private");
    let refused = day.0.get("/julian-day/someday");
    assert_eq!(refused.header("cache-control"), "no-store");
}
