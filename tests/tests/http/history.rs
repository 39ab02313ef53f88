//! Dates of history: `calendar`, and the records that it finds.

use super::*;

fn julian_day(date: &str) -> f64 {
    response(&format!("/julian-day/{}", date.replace(' ', "%20")))["julianDay"].as_f64().expect("a number")
}

#[test]
fn a_date_is_read_in_its_calendar_and_a_year_of_history_as_it_is_written() {
    for (date, jd) in [
        ("763 BC June 15?calendar=julian", 1_442_902.5),
        ("June 15, 763 BCE?calendar=Julian", 1_442_902.5),
        ("-762-06-15?calendar=julian", 1_442_902.5),
        ("-762-06-15?calendar=auto", 1_442_902.5),
        ("-762-06-07?calendar=gregorian", 1_442_902.5),
        ("-000762-06-07", 1_442_902.5),
        ("AD 840 May 5?calendar=auto", 2_027_992.5),
        ("1133-08-02T12:00?calendar=auto", 2_135_100.0),
        ("1582-10-04?calendar=auto", 2_299_159.5),
        ("1582-10-15?calendar=auto", 2_299_160.5),
        ("1715-04-22?calendar=julian", 2_347_572.5),
        ("1715-05-03?calendar=auto", 2_347_572.5),
        ("1715-05-03", 2_347_572.5),
    ] {
        assert_eq!(julian_day(date), jd, "{date}");
    }
    // Without the parameter nothing changes: the sign counts for nothing.
    assert_eq!(julian_day("-762-06-15"), julian_day("0762-06-15"));
    let note = |path: &str| good(path).json()["query"]["note"].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        note("/julian-day/763%20BC%20June%2015?calendar=julian"),
        "763 BC June 15 is -000762-06-15 of the Julian and -000762-06-07 of the Gregorian calendar; \
         dates of the response are Gregorian"
    );
    let refused = |path: &str| demo().get(path).json()["errors"][0].to_string();
    assert!(refused("/julian-day/763%20BC%20June%2015").contains("add calendar=julian"));
    assert!(refused("/julian-day/2026-08-12?calendar=roman").contains("one of julian, gregorian, auto"));
    assert!(refused("/version?calendar=julian").contains("no such parameter"));
    // A year with an era is the whole year, as its number is.
    let years = |from: &str, to: &str| {
        let search = "/solar-eclipse/search";
        response(&format!("{search}/{from}/{to}?obs=place:Sardis&era=canon&calendar=julian"))
    };
    assert_eq!(years("585%20BC", "585%20BC"), years("-584", "-584"));
    assert_eq!(years("586%20BC", "585%20BC"), years("-585", "-584"));
    // An era without a calendar is no year of this century, and ten days of 1582 are in neither calendar.
    for date in ["AD%2033%20April%203", "33%20AD%20April%203", "AD%2099%20May%201"] {
        assert!(refused(&format!("/julian-day/{date}")).contains("add calendar=julian"), "{date}");
    }
    for day in 5..15 {
        let text = refused(&format!("/julian-day/1582-10-{day:02}?calendar=auto"));
        assert!(text.contains("the day after 4 October 1582 was 15 October"), "{text}");
    }
    assert_eq!(response("/date/1442902.5")["julianCalendar"], "-000762-06-15");
    let search = "/solar-eclipse/search/-800/-700?calendar=julian&era=canon&obs=36.36,43.15";
    assert!(note(search).ends_with("dates of the response are Gregorian"));
    let rows =
        demo().send("POST", "/body-position?calendar=julian", &[("content-type", "application/json")], "[]");
    assert!(rows.status == 400 && rows.text().contains("not for the times of rows"), "{}", rows.text());
}

#[test]
fn a_range_and_an_eclipse_are_named_in_the_calendar_too() {
    let path = "/celestial-events/585%20BC%20May%2020/%2B20d?calendar=julian&body=sun&events=solar_eclipse";
    assert_eq!(list(path)[0]["data"]["jd"], 1_507_899.5);
    let details = "/solar-eclipse/local-circumstances/details";
    let place = "obs=36.36,43.15&era=canon";
    let by_date = response(&format!("{details}/763%20BC%20June%2015?calendar=julian&{place}"));
    assert_eq!(by_date, response(&format!("{details}/1442902.5?{place}")));
    let year = list("/celestial-events/0840?calendar=julian&events=solar_eclipse");
    assert!(year.len() >= 2, "the whole year");
}

/// The place of a record, its calendar and date there, and the Julian Day that names the eclipse.
const RECORDS: [(&str, &str, &str, f64); 8] = [
    ("36.36,43.15", "julian", "-762-06-15", 1_442_902.5),
    ("39,34", "julian", "-584-05-28", 1_507_899.5),
    ("37.97,23.72", "julian", "-430-08-03", 1_564_214.5),
    ("32.54,44.42", "julian", "-135-04-15", 1_671_853.5),
    ("49,11", "julian", "840-05-05", 2_027_992.5),
    ("49,11", "julian", "1133-08-02", 2_135_099.5),
    ("43,6", "gregorian", "1605-10-12", 2_307_558.5),
    ("51.5,-0.12", "julian", "1715-04-22", 2_347_572.5),
];

#[test]
fn the_search_finds_the_classic_records_in_their_calendar() {
    for (place, calendar, date, jd) in RECORDS {
        let path = format!("/solar-eclipse/search/{date}/+1d?obs={place}&era=canon&calendar={calendar}");
        let found = list(&path);
        let [eclipse] = &found[..] else { panic!("{path}: {found:?}") };
        assert_eq!(eclipse["jd"], jd, "{path}");
        assert!(eclipse["magnitude"].as_f64().is_some_and(|magnitude| magnitude > 0.85), "{eclipse}");
    }
}

#[test]
fn the_chance_of_totality_is_that_of_delta_t() {
    let details = "/solar-eclipse/local-circumstances/details";
    let path = format!("{details}/1671853.5?obs=32.54,44.42&era=canon");
    let with = response(&format!("{path}&extras=chance&tz=%2B03:00"));
    let chance = &with["chance"];
    let of = |value: &Value| value.as_f64().expect("a number");
    let accuracy = &with["accuracy"];
    let (delta_t, sigma) = (of(&accuracy["deltaT"]), of(&accuracy["deltaTSigma"]));
    // The eclipse that Babylonians saw as total in 136 BC.
    let [interval] = &chance["intervals"].as_array().expect("a list")[..] else { panic!("{chance}") };
    let [from, to] = ["from", "to"].map(|end| of(&interval[end]));
    println!("Babylon 136 BC: {from} to {to}, ΔT {delta_t} ± {sigma}, {chance}");
    assert!(interval["total"] == true && from < delta_t && delta_t < to);
    assert_eq!(chance["total"], interval["probability"]);
    assert!((0.5..0.8).contains(&of(&chance["total"])) && of(&chance["annular"]) == 0.0, "{chance}");
    // The ends of the interval are where the eclipse stops being total.
    for (delta_t, kind) in [(from - 1.0, false), (from + 1.0, true), (to - 1.0, true), (to + 1.0, false)] {
        let at = response(&format!("{path}&deltaT={delta_t}"));
        let contacts = at["contacts"].as_array().expect("contacts");
        assert_eq!(contacts.len() == 5, kind, "{delta_t}");
    }
    let greatest = with["contacts"].as_array().expect("contacts")[2].clone();
    let [first, max, last] = [&chance["max"]["from"], &greatest["date"], &chance["max"]["to"]].map(unix_ms);
    assert!(first < max && max < last, "{chance}");
    assert!((3.0..6.0).contains(&((last - first) / 1000.0 / sigma)), "{chance}");
    assert!(chance["max"]["fromLocal"].as_str().is_some_and(|text| text.ends_with("+03:00")), "{chance}");
    // A search has the same for each eclipse of a span.
    let search = "/solar-eclipse/search/-140/-130?obs=32.54,44.42&era=canon&tz=%2B03:00&extras=chance";
    let found = response(search);
    let same: Vec<_> = found.as_array().expect("a list").iter().filter(|e| e["jd"] == 1671853.5).collect();
    assert_eq!(same[0]["chance"], *chance);
    let csv = demo().get(&format!("{search}&format=csv"));
    assert!(csv.status == 400 && csv.text().contains("chance needs format=json"), "{}", csv.text());
    // Nothing else changes, and today there is no doubt.
    let without = response(&path);
    assert!(without.get("chance").is_none());
    let today = response(&format!("{details}/2460408.5?obs=23.2494,-106.4111,10&extras=chance"));
    assert_eq!(today["chance"]["total"], 1.0, "{today}");
    let refused = demo().get(&format!("{details}/2460408.5?obs=1,2&extras=chance&deltaT=69"));
    assert!(refused.status == 400 && refused.text().contains("has no uncertainty"));
}

#[test]
fn a_leap_second_is_refused_with_what_to_write() {
    let text = demo().get("/julian-day/2016-12-31T23:59:60Z").text();
    assert!(text.contains("instants are UT1, which has no leap seconds: write 2016-12-31T23:59:59.999Z or"));
}

#[test]
fn ancient_places_have_names() {
    let of = |place: &str| good(&format!("/rise-transit-set/2026-08-12?body=sun&obs=place:{place}")).json();
    let query = |place: &str| of(place)["query"].clone();
    let nineveh = query("Nineveh");
    let observer = |query: &Value| {
        if query["obs"].is_object() { query["obs"].clone() } else { query["observer"].clone() }
    };
    assert_eq!([&observer(&nineveh)["lat"], &observer(&nineveh)["lng"]], [36.36684, 43.1554]);
    assert_eq!(observer(&nineveh)["near"], "ancient Nineveh (Pleiades 874621)");
    assert_eq!(nineveh["note"], "\"Nineveh\" is ancient Nineveh (Pleiades 874621); its height is given as 0");
    // Towns of today come first, and the note says so unless they are where the ancient place was.
    let babylon = query("Babylon");
    assert!(
        observer(&babylon)["place"]["name"].as_str().is_some_and(|name| name.contains("New York")),
        "{babylon}"
    );
    assert!(
        babylon["note"].as_str().is_some_and(|note| note.ends_with("place:Babylon, ancient")),
        "{babylon}"
    );
    assert_eq!(observer(&query("Babylon,%20ancient"))["lat"], 32.54296);
    let details =
        "/solar-eclipse/local-circumstances/details/-135-04-15?calendar=julian&era=canon&obs=place:Babylon";
    assert_eq!(good(details).json()["query"]["obs"]["lat"], 32.54296);
    assert!(observer(&query("Athens,%20Greece"))["place"].is_object());
    assert!(query("Rome")["note"].is_null());
    assert_eq!(observer(&query("Rome,ancient"))["near"], "ancient Rome (Pleiades 423025)");
}
