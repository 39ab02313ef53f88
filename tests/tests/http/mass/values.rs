//! The values of rows are those of single calls.

use super::super::demo;
use super::{CSV, LOCAL, NDJSON, lines, post};
use serde_json::Value;

/// Half of the last decimal of a response to `GET`, and the error of its sum.
const DECIMALS: f64 = 0.51e-8;

/// Places all over the Earth, without a pattern: latitude, longitude, height.
fn places(count: usize) -> Vec<[f64; 3]> {
    let part = |k: usize, step: f64| (k as f64 * step).fract();
    let place = |k| {
        let latitude = (2.0 * part(k, 0.754_877_666) - 1.0).asin().to_degrees();
        [latitude, 360.0 * part(k, 0.569_840_291) - 180.0, (4000.0 * part(k, 0.317_2)).round()]
    };
    (0..count).map(place).collect()
}

fn body(places: &[[f64; 3]]) -> Vec<u8> {
    let rows = places.iter().map(|[lat, lng, height]| format!("{lat},{lng},{height}\n"));
    ("lat,lng,height\n".to_owned() + &rows.collect::<String>()).into_bytes()
}

/// The responses to `GET` for all places, a hundred a call.
fn single(path: &str, places: &[[f64; 3]]) -> Vec<Value> {
    let of = |some: &[[f64; 3]]| {
        let obs: Vec<_> = some.iter().map(|[lat, lng, height]| format!("{lat},{lng},{height}")).collect();
        let answer = demo().get(&format!("{path}obs={}", obs.join(";")));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["response"].as_array().expect("a list").clone()
    };
    places.chunks(100).flat_map(of).collect()
}

/// Whether a value of a row is that of `GET`.
fn is_equal(row: &Value, single: &Value) -> bool {
    match (row.as_f64(), single.as_f64()) {
        (Some(row), Some(single)) => (row - single).abs() <= DECIMALS,
        _ => row == single,
    }
}

#[test]
fn local_circumstances_of_a_thousand_places() {
    let places = places(1000);
    let rows = lines(&post(demo(), LOCAL, [CSV, NDJSON], &body(&places)));
    let singles = single(&format!("{LOCAL}?"), &places);
    assert_eq!((rows.len(), singles.len()), (1000, 1000));
    let mut seen = 0;
    for (row, single) in rows.iter().zip(&singles) {
        let single = &single["circumstances"];
        assert!(is_equal(&row["visible_from"], &single["visibility"]["from"]), "{row}\n{single}");
        assert!(is_equal(&row["visible_to"], &single["visibility"]["to"]), "{row}\n{single}");
        for contact in single["contacts"].as_array().expect("contacts") {
            let (key, view) = (["max", "c1", "c2", "c3", "c4"], &contact["observational"]);
            let key = key[contact["contact"].as_u64().expect("a number") as usize];
            let of = |name: &str| match key {
                "max" => &row[name],
                _ => &row[format!("{key}_{name}")],
            };
            for (value, expected) in [
                (&row[key], &contact["date"]),
                (of("magnitude"), &view["magnitude"]),
                (of("obscuration"), &view["obscuration"]),
                (of("sun_altitude_deg"), &view["sunAzAlt"]["altitude"]),
                (of("sun_azimuth_deg"), &view["sunAzAlt"]["azimuth"]),
                (of("north_angle_deg"), &view["P"]),
                (of("vertex_angle_deg"), &view["V"]),
            ] {
                assert!(is_equal(value, expected), "{key}: {value} is not {expected}\n{row}");
            }
            seen += 1;
        }
    }
    println!("{seen} contacts");
    assert!(seen > 500);
}

#[test]
fn searches_of_a_thousand_places() {
    let places = places(1000);
    let path = "/solar-eclipse/search/2000/2020?minMagnitude=0.3&order=desc&limit=5";
    let rows = lines(&post(demo(), path, [CSV, NDJSON], &body(&places)));
    let singles = single(&format!("{path}&"), &places);
    let single = singles.iter().enumerate().flat_map(|(place, single)| {
        let eclipses = single["eclipses"].as_array().expect("a list");
        eclipses.iter().map(move |eclipse| (place, eclipse))
    });
    let single: Vec<_> = single.collect();
    assert_eq!(rows.len(), single.len());
    for (row, (place, eclipse)) in rows.iter().zip(single) {
        for (value, expected) in [
            (&row["place"], &Value::from(place)),
            (&row["catalog_number"], &eclipse["catalog"]),
            (&row["eclipse_type"], &eclipse["type"]),
            (&row["local_type"], &eclipse["localType"]),
            (&row["magnitude"], &eclipse["magnitude"]),
            (&row["obscuration"], &eclipse["obscuration"]),
            (&row["duration_s"], &eclipse["durationSec"]),
            (&row["c1"], &eclipse["c1"]),
            (&row["c2"], &eclipse["c2"]),
            (&row["c3"], &eclipse["c3"]),
            (&row["c4"], &eclipse["c4"]),
            (&row["max"], &eclipse["max"]["date"]),
            (&row["sun_altitude_deg"], &eclipse["max"]["sunAlt"]),
            (&row["sun_azimuth_deg"], &eclipse["max"]["sunAz"]),
            (&row["visible_from"], &eclipse["visibility"]["from"]),
            (&row["visible_to"], &eclipse["visibility"]["to"]),
        ] {
            assert!(is_equal(value, expected), "{value} is not {expected}\n{row}\n{eclipse}");
        }
    }
}

#[test]
fn heights_of_a_thousand_places() {
    let places = places(1000);
    let rows = lines(&post(demo(), "/elevation", [CSV, NDJSON], &body(&places)));
    let points: Vec<_> = places.iter().map(|[lat, lng, _]| format!("{lat:.4},{lng:.4}")).collect();
    let rounded: Vec<_> = points.iter().map(|point| format!("{point}\n")).collect();
    let csv = "lat,lng\n".to_owned() + &rounded.concat();
    let rounded = lines(&post(demo(), "/elevation", [CSV, NDJSON], csv.as_bytes()));
    assert_eq!(rows.len(), 1000);
    let single = demo().get(&format!("/elevation?points={}", points.join(";"))).json();
    let single = single["response"]["points"].as_array().expect("a list");
    for (row, single) in rounded.iter().zip(single) {
        assert!(is_equal(&row["elevation_m"], &single["elevation"]), "{row} {single}");
        assert!(is_equal(&row["longitude_deg"], &single["lng"]), "{row} {single}");
    }
}

#[test]
fn positions_at_places_and_instants() {
    let places = places(50);
    let times =
        (1..).map(|day| format!("2024-{:02}-{:02}T{:02}:30:00.000Z", day % 12 + 1, day % 28 + 1, day % 24));
    let times: Vec<String> = times.take(places.len()).collect();
    let rows =
        places.iter().zip(&times).map(|([lat, lng, height], at)| format!("{lat},{lng},{height},{at}\n"));
    let csv = "lat,lng,height,time\n".to_owned() + &rows.collect::<String>();
    let query = "body=sun,moon&extras=all,accuracy&ra-decl=83.82,-5.39";
    let rows = lines(&post(demo(), &format!("/body-position?{query}"), [CSV, NDJSON], csv.as_bytes()));
    assert_eq!(rows.len(), 3 * places.len());
    for (k, row) in rows.iter().enumerate() {
        let ([lat, lng, height], at) = (places[k / 3], &times[k / 3]);
        let single = demo().get(&format!("/body-position/{at}?{query}&obs={lat},{lng},{height}")).json();
        let single = &single["response"][at][["sun", "moon", "ra-decl"][k % 3]];
        let seen = &single["localHorizontal"];
        for (name, expected) in [
            ("azimuth_deg", &seen["apparent"]["azimuth"]),
            ("altitude_deg", &seen["apparent"]["altitude"]),
            ("refraction_deg", &seen["refraction"]),
            ("right_ascension_deg", &single["apparentCoordinates"]["ra"]),
            ("declination_deg", &single["apparentCoordinates"]["decl"]),
            ("distance_au", &single["radiusVector"]),
            ("illuminated_fraction", &single["illuminatedFraction"]),
            ("time_td", &single["dateTD"]),
            ("theory_sigma_arcsec", &single["accuracy"]["theorySigmaArcsec"]),
        ] {
            assert!(is_equal(&row[name], expected), "{name}: {row}\n{single}");
        }
    }
}

#[test]
fn rises_and_sets_at_places() {
    let places = places(30);
    let path = "/rise-transit-set/2024-04-08/2024-04-10?body=sun,moon&events=civil_dawn,civil_dusk";
    let rows = lines(&post(demo(), path, [CSV, NDJSON], &body(&places)));
    let mut rows = rows.iter();
    for [lat, lng, height] in places {
        let single = demo().get(&format!("{path}&observer={lat},{lng},{height}")).json();
        for (day, events) in single["response"].as_object().expect("days") {
            for event in events.as_array().expect("events") {
                let row = rows.next().expect("a row");
                for (name, expected) in [
                    ("day", &Value::from(day.as_str())),
                    ("event", &event["key"]),
                    ("time", &event["date"]),
                    ("altitude_deg", &event["azAlt"]["apparent"]["altitude"]),
                    ("azimuth_deg", &event["azAlt"]["apparent"]["azimuth"]),
                ] {
                    assert!(is_equal(&row[name], expected), "{name}: {row}\n{event}");
                }
            }
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn moments_of_a_flight_follow_the_circumstances_of_its_places() {
    let town = br#"{"lat":42.34,"lng":-3.7,"height":860}"#;
    let local = lines(&post(demo(), LOCAL, [NDJSON, NDJSON], town)).remove(0);
    let instants = ["c1", "c2", "max", "c3"].map(|name| local[name].as_str().expect("an instant").to_owned());
    let row = |at: &String| format!("{{\"lat\":42.34,\"lng\":-3.7,\"height\":860,\"time\":\"{at}\"}}\n");
    let track: String = instants.iter().map(row).collect();
    let rows = lines(&post(demo(), &format!("{LOCAL}?moments=1"), [NDJSON, NDJSON], track.as_bytes()));
    for (row, prefix) in rows.iter().zip(["c1_", "c2_", "", "c3_"]) {
        let of = |row: &Value, name: String| row[name].as_f64().expect("a number");
        for quantity in ["magnitude", "sun_altitude_deg", "sun_azimuth_deg"] {
            let difference = of(row, quantity.into()) - of(&local, format!("{prefix}{quantity}"));
            // Instants of rows are whole milliseconds.
            assert!(difference.abs() < 1e-5, "{prefix}{quantity} differs by {difference}");
        }
    }
    let late = br#"{"lat":42.34,"lng":-3.7,"time":"2026-08-14T00:00:00Z"}"#;
    let rows = lines(&post(demo(), &format!("{LOCAL}?moments=1"), [NDJSON, NDJSON], late));
    assert!(rows[0]["error"].as_str().is_some_and(|error| error.starts_with("time")), "{:?}", rows[0]);
}
