//! The values of rows are those of single calls. `artifacts/src/batch/columns.rs` and `batch.rs` compare the
//! columns of eclipses with the engine.

use super::super::{demo, response};
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

/// Asserts that columns of a row have the values of `GET`, each under its pointer.
#[track_caller]
fn assert_row(row: &Value, single: &Value, columns: &[(&str, &str)]) {
    for (column, pointer) in columns {
        let expected = single.pointer(pointer).unwrap_or(&Value::Null);
        let is_equal = match (row[column].as_f64(), expected.as_f64()) {
            (Some(row), Some(single)) => (row - single).abs() <= DECIMALS,
            _ => row[column] == *expected,
        };
        assert!(is_equal, "{column} is not {expected}\n{row}\n{single}");
    }
}

#[test]
fn heights_of_places() {
    let places = places(1000);
    let points: Vec<_> = places.iter().map(|[lat, lng, _]| format!("{lat:.4},{lng:.4}")).collect();
    let csv = format!("lat,lng\n{}\n", points.join("\n"));
    let rows = lines(&post(demo(), "/elevation", [CSV, NDJSON], csv.as_bytes()));
    let single = response(&format!("/elevation?points={}", points.join(";")));
    assert_eq!(rows.len(), 1000);
    for (row, single) in rows.iter().zip(single["points"].as_array().expect("a list")) {
        assert_row(row, single, &[("elevation_m", "/elevation"), ("longitude_deg", "/lng")]);
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
        let columns = [
            ("azimuth_deg", "/localHorizontal/apparent/azimuth"),
            ("altitude_deg", "/localHorizontal/apparent/altitude"),
            ("refraction_deg", "/localHorizontal/refraction"),
            ("right_ascension_deg", "/apparentCoordinates/ra"),
            ("declination_deg", "/apparentCoordinates/decl"),
            ("distance_au", "/radiusVector"),
            ("illuminated_fraction", "/illuminatedFraction"),
            ("time_td", "/dateTD"),
            ("theory_sigma_arcsec", "/accuracy/theorySigmaArcsec"),
        ];
        assert_row(row, single, &columns);
    }
}

#[test]
fn rises_and_sets_at_places() {
    let places = places(30);
    let path = "/rise-transit-set/2024-04-08/2024-04-10?body=sun,moon&events=civil_dawn,civil_dusk";
    let rows = lines(&post(demo(), path, [CSV, NDJSON], &body(&places)));
    let mut rows = rows.iter();
    for [lat, lng, height] in places {
        let single = response(&format!("{path}&observer={lat},{lng},{height}"));
        for (day, events) in single.as_object().expect("days") {
            for event in events.as_array().expect("events") {
                let row = rows.next().expect("a row");
                assert_eq!(row["day"], **day);
                let columns = [
                    ("event", "/key"),
                    ("time", "/date"),
                    ("altitude_deg", "/azAlt/apparent/altitude"),
                    ("azimuth_deg", "/azAlt/apparent/azimuth"),
                ];
                assert_row(row, event, &columns);
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
