//! Ranges of days, of angles and of years: what they contain, and what the response says about them.

use super::*;

/// The operations with a range of days, with what else they need.
const RANGES: [(&str, &str); 8] = [
    ("rise-transit-set", "?body=sun&obs=43.36,-8.41"),
    ("az-alt-search", "?body=sun&obs=43.36,-8.41&az=180"),
    ("windows", "?obs=43.36,-8.41&when=dark"),
    ("celestial-events", "?obs=43.36,-8.41"),
    ("meteor-showers", "?obs=43.36,-8.41"),
    ("insolation/daily", "?obs=43.36,-8.41"),
    ("insolation/monthly", "?obs=43.36,-8.41"),
    ("insolation/irradiance", "?obs=43.36,-8.41"),
];

fn note(path: &str) -> Option<String> {
    good(path).json()["query"]["note"].as_str().map(str::to_owned)
}

#[test]
fn a_path_with_one_date_is_one_day_or_as_many_as_days_says() {
    for (name, query) in RANGES {
        let one = response(&format!("/{name}/2026-08-12{query}"));
        assert_eq!(one, response(&format!("/{name}/2026-08-12/2026-08-13{query}")), "{name}");
        let many = response(&format!("/{name}/2026-08-12{query}&days=31"));
        assert_eq!(many, response(&format!("/{name}/2026-08-12/2026-09-12{query}")), "{name}");
        let both = demo().get(&format!("/{name}/2026-08-12/2026-08-13{query}&days=2"));
        assert_eq!(both.status, 400, "{name}");
        assert_eq!(both.json()["errors"][0]["parameter"], "days", "{name}");
        for wrong in ["2026-13-12", "2026-08-12?days=0", "2026-08-12?days=-5", "2026-08-12?days=9e18"] {
            let path =
                format!("/{name}/{wrong}{}", query.replace('?', if wrong.contains('?') { "&" } else { "?" }));
            let wrong = demo().get(&path);
            assert_eq!(wrong.json()["errors"].as_array().map(Vec::len), Some(1), "{}", wrong.text());
        }
    }
    let december = "/rise-transit-set/2026-12-01?days=31&body=sun&obs=43.36,-8.41&tz=auto&day=local";
    assert_eq!(response(december).as_object().map(serde_json::Map::len), Some(31));
}

#[test]
fn a_year_or_a_month_alone_is_all_of_it() {
    for (name, query) in RANGES {
        let month = response(&format!("/{name}/2026-12{query}"));
        assert_eq!(month, response(&format!("/{name}/2026-12-01/2027-01-01{query}")), "{name}");
        let said = note(&format!("/{name}/2026-12{query}")).unwrap_or_default();
        assert_eq!(said, "2026-12 is the whole month; a day is 2026-12-01", "{name}");
        let day = response(&format!("/{name}/2026-12{query}&days=1"));
        assert_eq!(day, response(&format!("/{name}/2026-12-01{query}")), "{name}");
    }
    assert_eq!(list("/celestial-events/2026?events=full_moon").len(), 13);
    assert_eq!(list("/celestial-events/2027?events=full_moon").len(), 12);
}

#[test]
fn an_end_after_today_counts_from_it() {
    for (name, query) in RANGES {
        for [relative, absolute] in [["today/+1d", "today/tomorrow"], ["yesterday/+2d", "yesterday/tomorrow"]]
        {
            let ends = |range: &str| {
                let query = good(&format!("/{name}/{range}{query}")).json()["query"].clone();
                (query["endDate"].clone(), query["cost"].clone())
            };
            assert_eq!(ends(relative), ends(absolute), "{name} {relative}");
        }
    }
}

#[test]
fn a_negative_year_is_not_read_as_another() {
    let refused = demo().get("/solar-eclipse/search/-1990/1999?obs=1,2");
    assert!(
        refused.status == 400 && refused.text().contains("era=canon has the years"),
        "{}",
        refused.text()
    );
}

#[test]
fn a_note_says_that_the_end_is_not_included() {
    let excluded = "end-date is not included: 30 days, the last is 2026-12-30";
    for (name, query) in RANGES {
        let of = |ends: &str| note(&format!("/{name}/{ends}{query}"));
        assert_eq!(of("2026-12-01/2026-12-31").as_deref(), Some(excluded), "{name}");
        // These say what they mean.
        for ends in ["2026-12-01", "2026-12-01/2026-12-02", "2026-12-01/+30d", "2026-12-01T12:00/2026-12-31"]
        {
            assert_eq!(of(ends), None, "{name} {ends}");
        }
    }
}

#[test]
fn a_range_of_angles_is_its_middle_and_half_its_width() {
    let path = "/az-alt-search/2026-08-01/2026-09-01?body=moon&obs=43.36,-8.41";
    let found = |query: &str| list(&format!("{path}&{query}"));
    let range = found("az=115..125&alt=3..8");
    assert!(!range.is_empty());
    assert_eq!(range, found("az=120&azTol=5&alt=5.5&altTol=2.5"));
    assert_eq!(found("az=350..10"), found("az=0&azTol=10"));
    let query = good(&format!("{path}&alt=3..8")).json()["query"].clone();
    assert_eq!((&query["alt"], &query["altTol"]), (&Value::from(5.5), &Value::from(2.5)));
    let both = demo().get(&format!("{path}&alt=3..8&altTol=1"));
    assert_eq!(both.json()["errors"][0]["parameter"], "altTol");
}

#[test]
fn rows_of_one_place_are_named_by_the_format_too() {
    let path = "/rise-transit-set/2026-08-12?body=sun&obs=43.36,-8.41";
    let csv = good(&format!("{path}&format=csv"));
    assert_eq!(csv.header("content-type"), Some("text/csv"));
    assert_eq!(csv.text(), demo().get_with(path, &[("accept", "text/csv")]).text());
    let json = [("accept", "application/json")];
    assert_eq!(demo().get_with(&format!("{path}&format=csv"), &json).text(), csv.text());
    let rows = [("accept", "application/x-ndjson, text/csv;q=0.5")];
    assert_eq!(demo().get_with(path, &rows).header("content-type"), Some("application/x-ndjson"));
    let either = [("accept", "text/csv, application/json;q=0.5")];
    assert_eq!(demo().get_with(&format!("{path}&tz=auto"), &either).status, 200);
    let zone = demo().get(&format!("{path}&format=csv&tz=auto"));
    assert_eq!(zone.json()["errors"][0]["parameter"], "format");
}

#[test]
fn the_accuracy_is_accepted_where_it_is_in_any_case() {
    for path in [
        "/az-alt-search/2026-08-12?body=sun&obs=43.36,-8.41&az=180",
        "/celestial-events/2026-08-12?obs=43.36,-8.41",
        "/meteor-showers/2026-08-12?obs=43.36,-8.41",
        "/lunar-eclipse/local-circumstances/2026-08-28?obs=43.36,-8.41",
        "/solar-eclipse/local-circumstances/details/2026-08-12?obs=43.36,-8.41",
    ] {
        assert_eq!(response(&format!("{path}&extras=accuracy")), response(path), "{path}");
    }
}

#[test]
fn a_note_names_the_better_model_of_delta_t() {
    let better = |path: &str| note(path).is_some_and(|note| note.contains("model=smh2016"));
    let path = "/rise-transit-set/1800-06-21?body=sun&obs=43.36,-8.41";
    assert!(better(path));
    assert!(!better(&format!("{path}&model=smh2016")) && !better(&format!("{path}&deltaT=18.4")));
    assert!(better("/solar-eclipse/local-circumstances/details/2045-08-12?obs=29.6,-82.3"));
    for ends in ["2033-12-20/2034-01-19", "2033-12-20/+30d", "2033-12-20"] {
        let days = if ends == "2033-12-20" { "&days=60" } else { "" };
        assert!(better(&format!("/rise-transit-set/{ends}?body=sun&obs=43.36,-8.41{days}")), "{ends}");
    }
    assert!(!better("/solar-eclipse/local-circumstances/details/2026-08-12?obs=43.36,-8.41"));
}
