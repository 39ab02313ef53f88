//! The curves of an eclipse in the formats of programs: tables, Google Earth, receivers.

use super::path::{APRIL_2024, AWKWARD, features, path};
use super::*;
use quick_xml::Reader;
use quick_xml::events::Event;

/// Rows of a table without its head.
fn table(path: &str) -> Vec<csv::StringRecord> {
    let text = good(path).text();
    csv::Reader::from_reader(text.as_bytes()).records().map(|record| record.expect("a row")).collect()
}

#[test]
fn the_table_is_that_of_nasa() {
    // https://eclipse.gsfc.nasa.gov/SEpath/SEpath2001/SE2024Apr08Tpath.html: positions to 0.1′, km, 0.1 s.
    const ROWS: [(&str, [f64; 6], f64, f64); 3] = [
        ("begin", [-7.19333, -158.73167, -8.45333, -158.33500, -7.82500, -158.53167], 144.0, 126.3),
        ("T19:50", [49.82167, -41.99167, 48.38833, -44.29500, 49.11000, -43.21833], 156.0, 157.3),
        ("end", [48.22833, -19.49000, 47.00667, -20.07667, 47.61667, -19.78667], 142.0, 124.2),
    ];
    // The table's ΔT is known to a second, 0.004° of longitude.
    const TOLERANCE_DEG: f64 = 0.008;
    let rows = table(&format!("{APRIL_2024}?format=csv&deltaT=70.94"));
    assert!(rows[1..rows.len() - 1].iter().all(|r| &r[12] == "path" && r[0].ends_with(":00.000Z")));
    for (name, positions, width_km, duration_s) in ROWS {
        let row = rows.iter().find(|r| r[0].contains(name) || &r[12] == name).expect("a row");
        let number = |column: usize| row[column].parse::<f64>().unwrap_or(f64::NAN);
        for (k, expected) in positions.into_iter().enumerate() {
            assert!((number(k + 1) - expected).abs() < TOLERANCE_DEG, "{name}: {expected} in {row:?}");
        }
        assert!((number(10) - width_km).abs() < 0.6 && (number(11) - duration_s).abs() < 0.2, "{row:?}");
    }
}

#[test]
fn rows_of_tables_are_in_the_order_of_time() {
    let mut count = 0;
    for (name, jd) in AWKWARD {
        let rows = table(&format!("/solar-eclipse/path/{jd}?format=csv"));
        assert!(rows.windows(2).all(|w| w[0][0] <= w[1][0]), "{name}");
        if let [first, .., last] = &rows[..] {
            assert_eq!((&first[12], &last[12]), ("begin", "end"), "{name}");
        }
        count += rows.len();
    }
    assert!(count > 500, "{count} rows");
}

#[test]
fn a_table_takes_no_notice_of_paths() {
    let own = demo().get(&format!("{APRIL_2024}?format=csv&step=30"));
    for query in ["paths=eqn,rs&eqm=3&isoStep=5", "paths=eqn"] {
        let other = demo().get_with(&format!("{APRIL_2024}?step=30&{query}"), &[("Accept", "text/csv")]);
        assert_eq!((other.status, &other.body), (200, &own.body));
    }
    assert_eq!(demo().get(&format!("{APRIL_2024}?paths=eqn")).status, 400);
}

#[test]
fn documents_of_xml_are_well_formed_and_hold_every_feature() {
    let query = "paths=all&eqm=1&tolerance=10000";
    for (name, jd) in AWKWARD {
        let count = features(&path(jd, query)).len();
        for (format, elements) in [("kml", &["<Placemark>", "<Placemark "][..]), ("gpx", &["<trk>", "<wpt "])]
        {
            let text = good(&format!("/solar-eclipse/path/{jd}?{query}&format={format}")).text();
            let found: usize = elements.iter().map(|element| text.matches(element).count()).sum();
            assert_eq!(found, count, "{name}, {format}");
            let mut reader = Reader::from_str(&text);
            while reader.read_event().unwrap_or_else(|e| panic!("{name}, {format}: {e}")) != Event::Eof {}
        }
    }
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    text.split_once(begin)?.1.split_once(end).map(|(part, _)| part)
}

/// Longitude and time of each place along a segment.
type Places<'a> = Vec<(f64, Option<&'a str>)>;

/// The segments of tracks, each with the id of its track.
fn segments(text: &str) -> Vec<(String, Places<'_>)> {
    let of_track = |track| {
        let id = between(track, "<type>", "</type>").expect("an id");
        let place = |place| {
            let longitude = between(place, "lon=\"", "\"").and_then(|lon| lon.parse().ok());
            (longitude.expect("a longitude"), between(place, "<time>", "</time>"))
        };
        str::split(track, "<trkseg>")
            .skip(1)
            .map(move |segment| (id.to_owned(), segment.split("<trkpt ").skip(1).map(place).collect()))
    };
    text.split("<trk>").skip(1).flat_map(of_track).collect()
}

#[test]
fn tracks_run_forward_in_time_and_stay_on_their_side_of_the_antimeridian() {
    let (mut places, mut timed, mut at_the_edge) = (0, 0, 0);
    for (name, jd) in AWKWARD {
        let query = "paths=all&eqm=1&tolerance=5000&minAlt=-2&format=gpx";
        let text = good(&format!("/solar-eclipse/path/{jd}?{query}")).text();
        let mut latest = BTreeMap::new();
        for (id, segment) in segments(&text) {
            for pair in segment.windows(2) {
                // A polygon round a pole is led along the whole parallel of ±90.
                let is_round_a_pole = id == "region" || id.starts_with("area") || id.starts_with("out");
                let step = (pair[1].0 - pair[0].0).abs();
                assert!(step < 181.0 || is_round_a_pole, "{name}: {id} from {} to {}", pair[0].0, pair[1].0);
            }
            for (longitude, time) in &segment {
                assert!((-180.0..180.0).contains(longitude), "{name}: {id} at {longitude}");
                at_the_edge += usize::from(*longitude == 179.999_999);
                places += 1;
                let Some(time) = time else { continue };
                timed += 1;
                let before = latest.insert(id.clone(), *time);
                assert!(before.is_none_or(|before| before <= *time), "{name}: {id}, {time}");
            }
        }
    }
    // Along the central line the instant of maximum never runs back.
    let central = demo().get(&format!("{APRIL_2024}?format=gpx")).text();
    let mut along = segments(&central).into_iter().flat_map(|(_, places)| places);
    assert!(along.all(|(_, time)| time.is_some()));
    println!("{places} places, {timed} with times, {at_the_edge} at the antimeridian from the west");
    assert!(at_the_edge > 0 && timed > 1000);
}

/// Instants of U1 and U4.
fn umbra_contacts(jd: f64) -> (String, String) {
    let collection = path(jd, "paths=pts");
    let of = |id: &str| {
        let point = features(&collection).iter().find(|f| f["id"] == id).expect("a contact").clone();
        point["properties"]["from"].as_str().expect("an instant").to_owned()
    };
    (of("U1"), of("U4"))
}

#[test]
fn in_kml_outlines_follow_each_other_around_their_instants_and_within_the_contacts() {
    let text = demo().get(&format!("{APRIL_2024}?paths=out&outStep=10&tolerance=5000&format=kml")).text();
    let of = |name: &str| -> Vec<String> {
        let opening = format!("<{name}>");
        let parts = text.split(&opening).skip(1);
        parts.map(|part| part.split('<').next().unwrap_or_default().to_owned()).collect()
    };
    let (begins, ends) = (of("begin"), of("end"));
    let (first, last) = umbra_contacts(2_460_408.5);
    assert!(begins.len() > 15 && begins.len() == ends.len());
    assert!(begins[1].ends_with(":45:00.000Z") && ends[1].ends_with(":55:00.000Z"), "{begins:?}");
    assert!(begins[1..].iter().zip(&ends).all(|(begin, end)| begin == end), "no gap, no overlap");
    let end = &ends[ends.len() - 1];
    assert!(begins[0] == first && *end <= last, "{first} {last}: {begins:?} {ends:?}");
}
