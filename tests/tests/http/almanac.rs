//! The crate `almanac`, which the packages for other languages wrap, beside the server on the same tables:
//! the same names, the same shapes, and the same numbers to the digits that the server prints.

use super::{good, list, response};
use almanac::{Canon, Changes, Place, Theory};
use serde::Serialize;
use serde_json::{Value, json};
use std::fs;
use std::sync::LazyLock;
use tests::Random;

/// Calls for local circumstances, and places in each: both have the code, and each its own tables.
const CALLS: usize = 60;
const PLACES: usize = 20;
/// Places whose searches are compared.
const SEARCHES: usize = 50;
const PACK: &str = "almanac/data/1900-2100.pack";

static CANON: LazyLock<Canon> =
    LazyLock::new(|| Canon::of_generation(crate::generation()).expect("eclipses"));

fn place(random: &mut Random) -> Place {
    let mut within = |low: f64, high: f64| ((low + (high - low) * random.uniform()) * 1e4).round() / 1e4;
    Place::new(within(-90.0, 90.0), within(-180.0, 180.0), within(0.0, 4000.0)).expect("in range")
}

/// Removes members of the server's responses that the crate leaves out, or computes from the cones of the
/// shadow instead of the ephemeris.
fn common(mut value: Value) -> Value {
    let without = |value: &mut Value, names: &[&str]| {
        value.as_object_mut().expect("an object").retain(|name, _| !names.contains(&name.as_str()));
    };
    without(&mut value, &["hint"]);
    for contact in value["contacts"].as_array_mut().expect("contacts") {
        without(contact, &["circumstances"]);
        without(&mut contact["observational"], &["moonDistance", "moonSemidiameter"]);
    }
    value
}

#[test]
fn local_circumstances_of_the_pack_are_those_of_the_tables() {
    let mut random = Random(3);
    let eclipses = CANON.eclipses();
    let usual = eclipses.iter().filter(|e| e.with(&precise(None), CANON.delta_t()).is_ok());
    let usual: Vec<_> = usual.collect();
    for call in 0..CALLS {
        let eclipse = usual[(random.uniform() * usual.len() as f64) as usize];
        let (changes, query) = match call % 3 {
            0 => (Changes::default(), String::new()),
            1 => (precise(None), "&theory=precise".to_owned()),
            _ => {
                let query = "&theory=precise&k1=0.2725076&k2=0.2722&sunRadius=959.95";
                (precise(Some([0.272_507_6, 0.2722, 959.95])), query.to_owned())
            }
        };
        let places: Vec<Place> = (0..PLACES).map(|_| place(&mut random)).collect();
        let text: Vec<_> = places.iter().map(|p| format!("{},{},{}", p.lat, p.lng, p.height)).collect();
        let jd = eclipse.jd();
        let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={}{query}", text.join(";"));
        let served = list(&path);
        let eclipse = eclipse.with(&changes, CANON.delta_t()).expect("of usual years");
        assert_eq!(served.len(), PLACES, "{path}");
        for (place, mut served) in places.into_iter().zip(served) {
            let computed = common(printed(&eclipse.local(place)));
            assert_eq!(computed, common(served["circumstances"].take()), "{jd} {query} {place:?}");
        }
    }
}

fn precise(radii: Option<[f64; 3]>) -> Changes {
    let [k1, k2, sun_radius] = radii.map_or([None; 3], |radii| radii.map(Some));
    Changes { theory: Theory::Precise, k1, k2, sun_radius, delta_t: None }
}

/// A value with the digits that the server prints.
fn printed(value: &impl Serialize) -> Value {
    serde_json::from_slice(&web::json::bytes(value)).expect("JSON")
}

fn ours(call: Value) -> Value {
    let text = almanac::call(&CANON, &call.to_string()).unwrap_or_else(|error| panic!("{call}: {error}"));
    printed(&serde_json::from_str::<Value>(&text).expect("JSON"))
}

#[test]
fn searches_paths_rises_and_positions_are_those_of_the_server() {
    let mut random = Random(5);
    for k in 0..SEARCHES {
        let Place { lat, lng, height } = place(&mut random);
        let at = json!({ "lat": lat, "lng": lng, "height": height });
        let (from, to) = ("1940-01-01", "1960-01-01");
        let found = ours(json!({ "function": "search", "place": at, "from": from, "to": to }));
        let served = response(&format!("/solar-eclipse/search/{from}/{to}?obs={lat},{lng},{height}"));
        assert_eq!(found, served, "{lat},{lng}");
        // Outside the ephemeris of the tests, both use the truncated theories.
        let day = format!("1650-{:02}-11", k % 12 + 1);
        let events = ours(json!({ "function": "riseSet", "place": at, "from": day, "to": day,
            "bodies": ["sun", "moon", "gc"] }));
        let path = format!("/rise-transit-set/{day}/{day}?observer={lat},{lng},{height}&body=sun,moon,gc");
        assert_eq!(events, response(&path), "{path}");
        let position = ours(json!({ "function": "position", "at": day, "place": at,
            "bodies": ["sun", "moon", "gc"] }));
        let path = format!("/body-position/{day}?obs={lat},{lng},{height}&body=sun,moon,gc&alg=truncated");
        let served = response(&path);
        let served = served.as_object().and_then(|all| all.values().next()).expect("one instant");
        for body in ["sun", "moon", "gc"] {
            let mine = position[body].as_object().expect("a position");
            for (name, value) in mine {
                assert_eq!(*value, served[body][name], "{path}: {body}, {name}");
            }
        }
    }
    for eclipse in CANON.eclipses().iter().filter(|e| e.date().starts_with("202")) {
        let path = ours(json!({ "function": "path", "eclipse": eclipse.date() }));
        let served = good(&format!("/solar-eclipse/path/{}?paths=classic", eclipse.jd()));
        assert_eq!(path, served.json(), "{}", eclipse.date());
    }
}

#[test]
fn the_pack_of_the_packages_has_the_eclipses_of_this_build() {
    let committed = fs::read(tests::root().join(PACK)).expect("the pack");
    let built = CANON.pack(1900..=2100);
    // The name of the generation depends on the code too.
    let name = 16..64;
    let is_same = committed.len() == built.len()
        && committed[..name.start] == built[..name.start]
        && committed[name.end..] == built[name.end..];
    assert!(is_same, "run `cargo run --release --bin builder -- pack --years 1900..2100 {PACK}`");
}

#[test]
fn errors_name_the_argument_and_a_valid_value() {
    let place = json!({ "lat": 43.36, "lng": -8.41 });
    let local = |eclipse: &str, place: Value, options: Value| {
        let mut call = json!({ "function": "localCircumstances", "eclipse": eclipse, "options": options });
        call["place"] = place;
        call
    };
    let of_span = |function: &str, from: &str, to: &str| {
        let mut call = json!({ "function": function, "from": from, "to": to });
        call["place"] = place.clone();
        call
    };
    let search = |from, to| of_span("search", from, to);
    let rises = |from, to| of_span("riseSet", from, to);
    for (call, parts) in [
        (local("2026-08-15", place.clone(), json!({})), ["eclipse: ", "2026-08-12"]),
        (local("tomorrow", place.clone(), json!({})), ["eclipse: ", "2026-08-12T18:30:00Z"]),
        (local("2026-08-12", json!({ "lat": 91, "lng": 0 }), json!({})), ["lat: ", "-90 … 90"]),
        (local("2026-08-12", json!({ "lat": "1", "lng": 0 }), json!({})), ["place: ", "f64"]),
        (local("2026-08-12", json!([43.36, -8.41]), json!({})), ["place: ", "an object"]),
        (local("2026-08-12", Value::Null, json!({})), ["place: ", "missing"]),
        (local("2026-08-12", place.clone(), json!({ "k1": 0.2725 })), ["k1: ", "theory = precise"]),
        (local("2026-08-12", place.clone(), json!({ "k": 1 })), ["options: ", "k1"]),
        (search("2027-01-01", "2026-01-01"), ["to: ", "2027-01-01"]),
        (search("-002001-01-01", "2026-01-01"), ["from: ", "-1999 to 3000"]),
        (search("2026-01-01", "3001-01-02"), ["to: ", "-1999 to 3000"]),
        (rises("2026-08-12", "2526-08-12"), ["to: ", "3660"]),
        (rises("2026-08-12", "2026-08-11"), ["to: ", "2026-08-12"]),
        (rises("2026-08-12", "+999999-01-01"), ["to: ", "3001"]),
        (json!({ "function": "path", "eclipse": "2026-08-12", "paths": ["x"] }), ["paths: ", "classic"]),
        (json!({ "function": "position", "at": "2026-08-12", "bodies": ["mars"] }), ["bodies: ", "moon"]),
        (json!({ "function": "position", "at": "2026-08-12", "body": "sun" }), ["call: ", "\"body\""]),
        (json!({ "function": "x" }), ["function: ", "riseSet"]),
    ] {
        let error = almanac::call(&CANON, &call.to_string()).expect_err("wrong").to_string();
        assert!(error.starts_with(parts[0]) && error.contains(parts[1]), "{call}: {error}");
    }
}

#[test]
fn damaged_packs_are_rejected() {
    let pack = fs::read(tests::root().join(PACK)).expect("the pack");
    let changed = |at: usize, bytes: &[u8]| {
        let mut pack = pack.clone();
        pack[at..at + bytes.len()].copy_from_slice(bytes);
        pack
    };
    let node = pack.len() - 32;
    let mut damaged: Vec<Vec<u8>> = [0, 7, 60, 64, 1000].map(|cut| pack[..cut].to_vec()).into();
    damaged.extend([
        changed(0, b"X"),
        changed(8, &u32::MAX.to_le_bytes()),
        changed(12, &u32::MAX.to_le_bytes()),
        changed(16, &[0xFF]),
        changed(64 + 16, &f64::NAN.to_le_bytes()),
        changed(64 + 24, &f64::INFINITY.to_le_bytes()),
        changed(node, &f64::INFINITY.to_le_bytes()),
        changed(node + 8, &f64::NAN.to_le_bytes()),
        changed(node + 24, &(-1f64).to_le_bytes()),
        changed(node + 24, &0.5f64.to_le_bytes()),
    ]);
    for (k, pack) in damaged.iter().enumerate() {
        assert!(Canon::read(pack).is_err(), "{k}");
    }
    assert!(Canon::read(&pack).is_ok());
}
