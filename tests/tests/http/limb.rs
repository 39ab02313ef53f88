//! The Moon's limb: its profile, and contacts behind its mountains.

use super::path::{features, path, positions};
use super::terrain::{degree, publish, start_over};
use super::*;
use artifacts::{table_file, tables};
use astro::sky::libration::Selenographic;
use astro::sky::limb::LunarViewpoint;
use builder::Progress;
use builder::paths_limb::{PathsLimbOptions, paths_limb};
use maps::wkb;
use tests::limb_height_km;

const ECLIPSE: &str = "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.34,-3.70,860";

/// Between two dates to the millisecond, s.
const DATES_S: f64 = 0.0021;

fn seconds(value: &Value) -> f64 {
    unix_ms(value) / 1000.0
}

pub(super) fn contact(response: &Value, number: u64) -> &Value {
    let mut contacts = response["contacts"].as_array().expect("contacts").iter();
    contacts.find(|contact| contact["contact"] == number).expect("a contact")
}

/// A page of the demonstration with the mountains of the Moon.
fn page(path: &str) -> String {
    let answer = demo().get_with(path, &[("accept", "text/html")]);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text()
}

/// The angle of a height at a distance, arcseconds.
fn arcsec(height_km: f64, distance_km: f64) -> f64 {
    let angle = |radius_km: f64| (radius_km / distance_km).asin().to_degrees() * 3600.0;
    angle(1737.4 + height_km) - angle(1737.4)
}

#[test]
fn a_profile_is_the_nearest_one_or_with_directions_that_of_the_map() {
    let map = tests::lunar_map();
    for path in [
        "/lunar-limb?l=2.07&b=-0.1",
        "/lunar-limb/2026-08-12T18:28:00Z?obs=42.34,-3.70,860&l=1&b=1",
        "/lunar-limb?l=2.07&b=-0.1&directions=7200",
        "/lunar-limb/2026-08-12T18:28:00Z?obs=42.34,-3.70,860&directions=360",
        // A libration without stored profiles.
        "/lunar-limb/2026-08-05T18:28:00Z?directions=3601",
    ] {
        let found = response(path);
        let [l, b] = ["l", "b"].map(|key| number(&found["profile"][key]));
        let distance_km = number(&found["distance"]);
        let has_date = path.contains("2026");
        assert_eq!(found["axisPositionAngle"].is_number(), has_date, "{path}");
        assert!(has_date || distance_km == 384_400.0);
        let heights: Vec<_> = found["limb"].as_array().expect("heights").iter().map(number).collect();
        // The step has eight decimals.
        assert!((number(&found["step"]) * heights.len() as f64 - 360.0).abs() < 1e-4, "{path}");
        let expected_km = if path.contains("directions") {
            assert_eq!(found["profile"], found["libration"], "{path}");
            let libration = Selenographic { latitude: b.to_radians(), longitude: l.to_radians() };
            let from = LunarViewpoint { libration, distance_km };
            let usual = map.silhouette(from);
            let mut both = map.limb_km(from, 9000, || ()).into_iter().step_by(5).zip(usual.heights_km());
            assert!(both.all(|(a, b)| (a - b).abs() < 1e-9), "{path}");
            map.limb_km(from, heights.len(), || ())
        } else {
            for (key, nearest) in [("l", l), ("b", b)] {
                assert!((number(&found["libration"][key]) - nearest).abs() <= 0.1 + 1e-9, "{path}");
                assert!((nearest * 5.0 - (nearest * 5.0).round()).abs() < 1e-9, "{path}");
            }
            (0..1800).map(|k| limb_height_km(l, b, k)).collect()
        };
        assert_eq!(heights.len(), expected_km.len());
        // The libration has eight decimals.
        let tolerance = if path.contains("directions") { 0.002 } else { 0.001 };
        for (height, expected_km) in heights.iter().zip(expected_km) {
            assert!((height - arcsec(expected_km, distance_km)).abs() < tolerance, "{path}: {height}");
        }
        let most = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!((number(&found["max"]) - most).abs() < 1e-9, "{path}");
        assert!(number(&found["min"]) < number(&found["mean"]), "{path}");
    }
    let cost = |directions: u32| {
        let path = format!("/lunar-limb?l=2&b=0&directions={directions}&cost=1");
        demo().get(&path).json()["query"]["cost"].clone()
    };
    assert_eq!([cost(360), cost(18_000)], [28.0, 910.0]);
    assert_eq!(demo().get("/lunar-limb?l=2&b=0&directions=359").status, 400);
}

#[test]
fn without_profiles_the_error_explains_how_to_install_them() {
    let server = alone();
    let limits = "/solar-eclipse/path/2461264.5?limits=limb";
    for path in ["/lunar-limb?l=1&b=0", &format!("{ECLIPSE}&limb=1"), limits] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{}", answer.text());
        let text = answer.text();
        assert!(["umbra limb", "--limb", "LDEM_16", "NASA"].iter().all(|word| text.contains(word)), "{text}");
    }
    assert_eq!(server.get(ECLIPSE).status, 200);
}

#[test]
fn contacts_with_mountains_come_with_their_corrections_and_beads() {
    let smooth = response(ECLIPSE);
    assert!(smooth.get("limb").is_none() && smooth.get("beads").is_none());
    let rugged = response(&format!("{ECLIPSE}&limb=1"));
    let narrower = response(&format!("{ECLIPSE}&limb=1&sunRadius=959.63"));
    assert!([1, 0, 4].iter().all(|number| contact(&rugged, *number).get("limb").is_none()));
    // Whatever the Sun, a correction is counted from the contact of the elements.
    for (of, number_of) in [(&rugged, 2), (&rugged, 3), (&narrower, 2), (&narrower, 3)] {
        let contact_of = contact(of, number_of);
        let correction_s = number(&contact_of["limb"]["correctionSec"]);
        let difference_s = seconds(&contact_of["limb"]["date"]) - seconds(&contact_of["date"]);
        assert!((difference_s - correction_s).abs() < DATES_S, "{contact_of}");
        assert!((0.1..10.0).contains(&correction_s.abs()), "{contact_of}");
        assert_eq!(contact_of["limb"]["visible"], true, "{contact_of}");
        assert_eq!(contact_of["date"], contact(&smooth, number_of)["date"]);
    }
    let at_s = [2, 3].map(|number| seconds(&contact(&rugged, number)["limb"]["date"]));
    assert!((number(&rugged["limb"]["durationSec"]) - (at_s[1] - at_s[0])).abs() < DATES_S);
    let beads = rugged["beads"].as_array().expect("beads");
    assert!(beads.len() > 4, "{} beads", beads.len());
    for bead in beads {
        let (from, to) = (seconds(&bead["from"]), seconds(&bead["to"]));
        assert!(to - from > 0.09, "{bead}");
        assert!(at_s.iter().any(|at| from > at - 30.01 && to < at + 30.01), "{bead}");
    }
    assert_eq!([&rugged, &narrower].map(|of| number(&of["limb"]["sunRadius"])), [959.95, 959.63]);
    let shorter = number(&narrower["limb"]["durationSec"]) - number(&rugged["limb"]["durationSec"]);
    assert!(shorter > 0.5, "{shorter}");
    // A Sun that is not given has an error of its own.
    let sigma = |of: &Value| number(&contact(of, 2)["limb"]["sigma"]);
    assert!(sigma(&rugged) > sigma(&narrower) && sigma(&narrower) > 0.0);
}

/// A demonstration with the limb, and with walls in the path of totality of 2026 August 12, each 2.5 km west
/// of -3.70° in a band of latitude a tenth of a degree wide, from 42° on, and 250 m higher than the last.
fn behind_walls() -> &'static Served {
    static SERVED: OnceLock<Served> = OnceLock::new();
    SERVED.get_or_init(|| {
        let height_m = |lat: f64, lng: f64| {
            if lng < -3.73 { (250.0 * ((lat - 42.0) * 10.0).floor()) as i16 } else { 0 }
        };
        let walls = |folder: &_| publish(folder, vec![degree(folder, "N42W004.hgt", height_m, [42.0, -4.0])]);
        start_over(walls, &["--limb", &tests::limb().to_string_lossy()])
    })
}

#[test]
fn contacts_with_mountains_of_the_moon_are_seen_over_mountains_of_the_earth_or_not() {
    let (mut seen, mut hidden, mut behind) = (0, 0, 0);
    for band in (0..8).map(f64::from) {
        let place = format!("{:.2},-3.7", 42.05 + band / 10.0);
        let path = format!("/solar-eclipse/local-circumstances/details/2461264.5?obs={place}&limb=1");
        let level = behind_walls().get(&path).json()["response"].clone();
        let answer = behind_walls().get(&format!("{path}&horizon=terrain")).json();
        assert_eq!((&answer["query"]["eye"], &answer["query"]["limb"]), (&1.7.into(), &1.into()));
        let terrain = &answer["response"];
        // The same limb, beads and magnitude, whatever hides the Sun.
        for key in ["limb", "beads", "magnitude"] {
            assert_eq!(level[key], terrain[key], "{key} at {place}");
        }
        assert!(number(&terrain["magnitude"]) > 1.0, "{place}");
        behind += u32::from(terrain["visibility"]["reason"] == "behind-terrain");
        for number_of in [2, 3] {
            let (flat, contact) = (contact(&level, number_of), contact(terrain, number_of));
            if contact["limb"].is_null() {
                continue;
            }
            assert_eq!(flat["limb"]["date"], contact["limb"]["date"]);
            assert_eq!(flat["limb"]["visible"], true, "{flat}");
            let (obstacle, sun) = (&contact["obstacle"], &contact["observational"]);
            // From the lowest band the Sun goes behind the wall of the next only after C2.
            assert!(band == 0.0 || obstacle["kind"] == "ground", "{contact}");
            let limb_deg = number(&sun["sunAzAlt"]["altitude"]) + number(&sun["sunSemidiameter"]);
            let over_deg = limb_deg - number(&obstacle["altitude"]);
            // Refraction and what the Sun sinks by in the seconds of the correction are less than this.
            if over_deg.abs() > 0.3 {
                assert_eq!(contact["limb"]["visible"], over_deg > 0.0, "{contact}");
                seen += u32::from(over_deg > 0.0);
                hidden += u32::from(over_deg < 0.0);
            }
        }
    }
    println!("contacts behind mountains of the Moon: {seen} seen, {hidden} hidden; {behind} eclipses hidden");
    assert!(seen > 2 && hidden > 2 && behind > 0);
}

#[test]
fn calendars_over_terrain_name_the_obstacle() {
    let path = "/rise-transit-set/2026-08-12/2026-08-12?observer=42.45,-3.7&body=sun";
    let calendar = behind_walls().get(&format!("{path}&horizon=terrain&format=ics"));
    let calendar = calendar.text().replace("\r\n ", "");
    for part in [
        "Skyline: ground 1000 m above the sea\\, 2.",
        "km away\\, altitude 2",
        "Skyline: the horizon\\, nothing rises above the eye",
    ] {
        assert!(calendar.contains(part), "{part}: {calendar}");
    }
    let eye = |more: &str| behind_walls().get(&format!("{path}{more}")).json()["query"]["eye"].clone();
    assert_eq!((eye(""), eye("&horizon=terrain")), (Value::Null, 1.7.into()));
}

#[test]
fn the_simulator_has_the_beads_and_starts_at_the_contacts_behind_the_mountains() {
    let circumstances = response(&format!("{ECLIPSE}&limb=1"));
    let path = "/eclipse-simulator?date=2026-08-12&obs=42.34,-3.70,860";
    let (smooth, rugged) = (page(path), page(&format!("{path}&limb=1")));
    let c2_s = seconds(&contact(&circumstances, 2)["limb"]["date"]);
    let row = rugged.split("data-contact=\"C2\"").nth(1).expect("a row");
    let shown = row.split("datetime=\"").nth(1).and_then(|rest| rest.split('"').next());
    let begins = demo().get(&format!("{path}&limb=1&t=C2&cost=1")).json()["query"]["t"].clone();
    for instant in [shown.into(), begins] {
        assert!((seconds(&instant) - c2_s).abs() < DATES_S, "{instant}");
    }
    let beads = circumstances["beads"].as_array().expect("beads").len();
    assert_eq!(rugged.matches(", at position angle ").count(), beads);
    for (part, is_rugged) in
        [("include the mountains of the Moon", true), ("Baily", true), ("Smooth limb", false)]
    {
        assert_eq!((rugged.contains(part), smooth.contains(part)), (is_rugged, !is_rugged), "{part}");
    }
}

#[test]
fn the_map_has_the_limits_of_the_path_behind_mountains() {
    let address = "/eclipse-path?date=2026-08-12&obs=42.34,-3.70,860";
    let rugged = page(&format!("{address}&limb=1"));
    assert!(rugged.contains("include the mountains of the Moon") && rugged.contains("one standard error"));
    let data = rugged.split("type=\"application/json\">").nth(1);
    let data = data.and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let curves = path(2_461_264.5, "paths=tn,ts,sigma&limits=limb&ground=1&cut=none");
    assert_eq!(features(&data["limits"]).len(), features(&curves).len());
    for (shown, served) in features(&data["limits"]).iter().zip(features(&curves)) {
        let word = match served["properties"]["path"].as_str().expect("a word") {
            "tn" => "ln",
            "ts" => "ls",
            other => other,
        };
        assert_eq!(shown["properties"]["path"], word);
        let [shown, served] = [shown, served].map(|feature| positions(&feature["geometry"]["coordinates"]));
        // The page has four decimals, and fewer points of bands.
        let is_same = |(a, b): (&[f64; 2], &[f64; 2])| (0..2).all(|k| (a[k] - b[k]).abs() < 6e-5);
        let is_line = shown.len() == served.len() && shown.iter().zip(&served).all(is_same);
        assert!(is_line || word == "sigma", "{word}");
    }
    let circumstances = response(&format!("{ECLIPSE}&limb=1"));
    for (k, number) in [(0, 2), (1, 3)] {
        let expected_s = seconds(&contact(&circumstances, number)["limb"]["date"]);
        assert!((seconds(&data["limb"]["contacts"][k]) - expected_s).abs() < DATES_S, "{}", data["limb"]);
    }
    // Where nothing is seen, and in partial eclipses, there are no limits or mountains.
    for (path, credits) in [
        (address, 10.0),
        ("/eclipse-path?date=2026-08-12&obs=42.34,-3.70,860&limb=1", 2010.0),
        ("/eclipse-path?date=2021-06-10&obs=-34,18&limb=1", 2010.0),
        ("/eclipse-simulator?date=2021-06-10&obs=-34,18&limb=1", 10.0),
        ("/eclipse-path?date=2025-03-29&obs=50,0&limb=1", 10.0),
    ] {
        let cost = number(&demo().get(&format!("{path}&cost=1")).json()["query"]["cost"]);
        assert_eq!(cost, credits, "{path}");
        assert!(page(path).contains("</html>"), "{path}");
    }
    assert!(!page(address).contains("\"limits\""));
}

#[test]
fn pages_have_no_totality_that_the_mountains_prevent() {
    // The synthetic Moon is higher than the mean one: near the limit of a ring it leaves none.
    let (mut prevented, mut left) = (0, 0);
    for k in 0..30 {
        let obs = format!("{:.3},-3.7", 41.0 + f64::from(k) * 0.1);
        let details =
            response(&format!("/solar-eclipse/local-circumstances/details/2026-08-12?obs={obs}&limb=1"));
        let page = page(&format!("/eclipse-path?date=2026-08-12&obs={obs}&limb=1"));
        let is_total = details["limb"]["durationSec"].is_number();
        assert_eq!(page.contains("data-contact=\"C2\""), is_total, "{obs}: {details}");
        assert_eq!(page.contains(">Total for "), is_total, "{obs}");
        let prevents = page.contains("prevent totality");
        assert!(!(prevents && is_total), "{obs}");
        prevented += u32::from(prevents);
        left += u32::from(is_total);
    }
    println!("{prevented} totalities prevented, {left} left");
    assert!(prevented > 0 && left > 5);
}

#[test]
fn pages_name_the_hills_before_the_sun() {
    for (page, more) in
        [("eclipse-path", ""), ("eclipse-simulator", ""), ("eclipse-simulator", "&horizon=terrain")]
    {
        let path = format!("/{page}?date=2026-08-12&obs=42.45,-3.7{more}");
        let text = behind_walls().get_with(&path, &[("accept", "text/html")]).text();
        assert!(text.contains("Skyline: ground 1000 m above the sea") && text.contains("behind it."));
        assert_eq!(text.contains("\"skyline\":["), !more.is_empty(), "{path}");
    }
    // Where nothing is seen, no skyline is needed.
    for (obs, cost) in [("42.45,-3.7", 50.0), ("-42,-3.7", 10.0)] {
        let path = format!("/eclipse-simulator?date=2026-08-12&obs={obs}&horizon=terrain&cost=1");
        assert_eq!(behind_walls().get(&path).json()["query"]["cost"], cost);
    }
}

#[test]
fn each_address_of_the_limb_has_an_example_of_its_own() {
    for (path, id, has_date) in
        [("/lunar-limb", "lunar-limb", false), ("/lunar-limb/{date}", "lunar-limb-date", true)]
    {
        let slice = demo().get(&format!("/openapi/{id}.json")).json();
        let operation = &slice["paths"][path]["get"];
        let example = &operation["responses"]["200"]["content"]["application/json"]["example"];
        let answer = good(operation["x-example"].as_str().expect("an address")).json();
        // Values that do not depend on the profiles equal those of the server.
        for key in
            ["libration/l", "libration/b", "profile/l", "axisPositionAngle", "distance", "semidiameter"]
        {
            let [shown, said] = [example, &answer].map(|of| of.pointer(&format!("/response/{key}")));
            assert_eq!(shown.and_then(Value::as_f64), said.and_then(Value::as_f64), "{key} of {path}");
        }
        assert_eq!(example["response"]["axisPositionAngle"].is_number(), has_date);
    }
}

#[test]
fn the_table_of_limits_has_the_curves_of_the_server_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |threads: usize| {
        let file = folder.path().join(format!("{threads}.parquet"));
        let options = PathsLimbOptions {
            artifacts: tests::built().into(),
            limb: tests::limb().into(),
            terrain: None,
            eclipses: "2026-08-12".into(),
            threads,
            file: file.clone(),
        };
        let summary = paths_limb(&options, &Progress::new(true)).expect("written");
        assert_eq!((summary.eclipses, summary.rows), (1, 8));
        file
    };
    let [file, other] = [2, 1].map(written);
    let [bytes, same] = [&file, &other].map(|file| std::fs::read(file).expect("readable"));
    assert!(bytes == same, "the bytes depend on the threads");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let batch = table_file::read(&file, &tables::paths_limb::TABLE).expect("read");
    let query = "limits=limb&ground=1&theory=precise&tolerance=100&paths=c,tn,ts,area,sigma,valley";
    let collection = path(2_461_264.5, query);
    let features = features(&collection);
    assert_eq!(features.len(), batch.num_rows());
    for (row, feature) in tables::paths_limb::rows(&batch).expect("rows").iter().zip(features) {
        let side = row.side.map(|side| format!("-{side}")).unwrap_or_default();
        assert_eq!(feature["id"], format!("{}{side}", row.curve));
        let has_edge = row.curve != "c";
        assert_eq!((row.limb_map.is_some(), row.ground), (has_edge, has_edge.then_some("ETOPO5")));
        assert_eq!(row.sun_radius_arcsec, if has_edge { 959.95 } else { 959.63 });
        assert_eq!((row.theory.word(), row.tolerance_m), ("series", 100.0));
        let geometry = wkb::read(row.geometry).expect("geometry");
        let places = geometry.runs().flatten();
        let found: Vec<[f64; 2]> = places.map(|place| [place.longitude_deg, place.latitude_deg]).collect();
        assert_eq!(found, positions(&feature["geometry"]["coordinates"]), "{}", row.curve);
    }
}

#[test]
fn every_format_has_limits_with_mountains() {
    for format in ["geojson", "json", "kml", "gpx", "csv"] {
        let path = "/solar-eclipse/path/2461264.5?paths=tn,out&tolerance=5000&format=";
        let [smooth, rugged] = ["", "&limits=limb"].map(|edge| demo().get(&format!("{path}{format}{edge}")));
        assert_eq!((smooth.status, rugged.status), (200, 200), "{format}");
        assert_ne!(smooth.text(), rugged.text(), "{format}");
    }
}

#[test]
fn what_needs_mountains_or_a_duration_says_so() {
    for (query, parameter, detail) in [
        ("paths=valley", "paths", "\"valley\" needs limits=limb"),
        ("paths=sigma", "paths", "\"sigma\" needs limits=limb or ground=1"),
        ("paths=dur", "paths", "\"dur\" needs dur, such as dur=60"),
        ("umbra=10s&outStep=1", "outStep", "cannot be combined with umbra; remove one of the two"),
        ("limits=limb&spacingFactor=4", "spacingFactor", "limits=limb, ground=1 or dur; use tolerance"),
        ("umbra=0s", "umbra", "must be a step from 1s to 3600s, such as 10s, or up to 100 instants"),
    ] {
        let error = demo().get(&format!("/solar-eclipse/path/2461264.5?{query}")).json()["errors"][0].take();
        assert_eq!(error["parameter"], parameter, "{query}");
        assert!(error["detail"].as_str().is_some_and(|text| text.contains(detail)), "{query}: {error}");
    }
}
