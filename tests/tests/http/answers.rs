//! One good answer and each refusal of every operation, as snapshots; check values of the specification;
//! every documented example.

use super::{demo, start};
use serde_json::Value;
use tests::served::Answer;

/// Status, the headers that matter, and the body with what changes from build to build replaced.
fn shown(answer: &Answer) -> String {
    let version = demo().get("/version").json();
    let of = |key: &str| version["response"][key].as_str().unwrap_or_default().to_owned();
    let headers: Vec<String> = ["content-type", "cache-control", "allow", "www-authenticate"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}: {}", answer.header(name)?)))
        .collect();
    let body = match serde_json::from_slice::<serde_json::Value>(&answer.body) {
        Ok(json) => serde_json::to_string_pretty(&json).unwrap_or_default(),
        Err(_) => answer.text(),
    };
    let text = format!("{}\n{}\n\n{body}", answer.status, headers.join("\n"));
    text.replace(&of("dataset"), "<dataset>").replace(&of("builtAt"), "<built>")
}

/// Names of snapshots and the paths that they show.
const GOOD: [(&str, &str); 53] = [
    ("version", "/version"),
    ("julian_day", "/julian-day/Mon%2C%2008%20Apr%202024%2018:18:00%20GMT/"),
    ("date", "/date/2460409.2625"),
    ("delta_t", "/delta-t/2024-04-08"),
    (
        "body_position",
        "/body-position/2023-09-01T12:00:00Z?body=sun,moon,gc&ra-decl=83.82,-5.39\
         &observer=38.9,-77.04,20&extras=all&deltaT=69.14",
    ),
    (
        "body_position_range",
        "/body-position/2000-01-01/2000-01-01T00:02:30Z?body=sun,moon&alg=precise&interval=60",
    ),
    ("body_position_truncated", "/body-position/1992-10-13?body=sun&alg=vsop-87a-tr"),
    (
        "rise_transit_set",
        "/rise-transit-set/2005-06-21/2005-06-22?observer=38.9,-77.04,20&body=sun,moon,gc&hah=50",
    ),
    ("rise_transit_set_in_the_arctic", "/rise-transit-set/2005-06-21/2005-06-21?observer=80,15&body=sun"),
    (
        "rise_transit_set_with_twilights",
        "/rise-transit-set/2024-03-31/2024-04-01?observer=52.5,13.4&body=sun,moon,gc&events=all&tz=auto\
         &day=local",
    ),
    (
        "rise_transit_set_of_a_white_night",
        "/rise-transit-set/2024-06-20/2024-06-21?observer=66,20&body=sun\
         &events=civil_dusk,twilights,blue_hour&tz=Europe/Stockholm",
    ),
    (
        "rise_transit_set_calendar",
        "/rise-transit-set/2026-08-12/2026-08-13?observer=43.36,-8.41,20&body=sun\
         &events=civil_dawn,golden_hour&tz=Europe/Madrid&format=ics",
    ),
    ("sightline", "/sightline/46.5475,7.9854/46.9479,7.4446?obsElevation=3571&targetHeight=100&samples=6"),
    (
        "az_alt_search",
        "/az-alt-search/2026-05-01/2026-08-01?obs=40.7527,-73.9772,20&body=sun&az=299.1&alt=0.6&altTol=0.6",
    ),
    (
        "az_alt_search_with_conditions",
        "/az-alt-search/2026-06-01/2026-07-01?obs=-30.24,-70.74,2700&body=gc,moon&az=0&azTol=2&minAlt=60\
         &ref=parallax&ill=0,0.3&sun=-90,-18&deltaT=69.2",
    ),
    ("solar_intensity", "/insolation/solar-intensity/2024-06-21T17:00:00Z?obs=38.9,-77.04,20"),
    (
        "irradiance_in_an_eclipse",
        "/insolation/irradiance/2024-04-08T18:00:00Z/2024-04-08T20:00:00Z?obs=32.78,-96.8,140&interval=1800\
         &tilt=30&turbidity=2.5&eclipse=1",
    ),
    ("daily_insolation", "/insolation/daily/2024-04-08/2024-04-10?obs=32.78,-96.8,140&tilt=30&eclipse=true"),
    (
        "monthly_insolation",
        "/insolation/monthly/2023-12-30T12:00:00Z/2024-02-08?obs=78.2,15.6&interval=21600",
    ),
    ("lunar_libration", "/lunar-libration/2015-03-20T10:11:57.7Z?deltaT=67.78&obs=40,10"),
    ("celestial_events", "/celestial-events/2024-03-20/2024-04-20?deltaT=69.2"),
    (
        "celestial_events_seen",
        "/celestial-events/2024-03-20/2024-04-20?body=sun,moon,gc&obs=23.2494,-106.4111,10&circumstances=1\
         &overflow=1&events=solar_eclipse,lunar_eclipse,lunar_perigee,perihelion,gc_solar_opposition,\
         lunar_max_north&deltaT=69.2",
    ),
    ("celestial_events_calendar", "/celestial-events/2025-03-01/2025-03-31?format=ics&deltaT=69.2"),
    ("meteor_showers", "/meteor-showers/2025-08-12/2025-08-13?deltaT=69.2"),
    ("meteor_showers_seen", "/meteor-showers/2024-12-01/2024-12-31?shower=gem,15&obs=51.5,0,20&deltaT=69.2"),
    ("meteor_showers_calendar", "/meteor-showers/2026-01-01/2026-02-01?minZhr=50&format=ics&deltaT=69.2"),
    ("catalog", "/solar-eclipse/catalog/2023/2024?primaryType=H"),
    ("elements", "/solar-eclipse/elements/2460408.5"),
    ("elements_raw", "/solar-eclipse/elements/2460409.3?format=raw"),
    ("local_circumstances", "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10"),
    ("elements_by_date", "/solar-eclipse/elements/2026-08-12?format=raw"),
    ("eclipse_search", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860"),
    ("eclipse_search_ics", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860&format=ics"),
    ("eclipse_search_csv", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860&format=csv&type=total"),
    ("lunar_catalog", "/lunar-eclipse/catalog/2025/2026?type=T"),
    ("lunar_circumstances", "/lunar-eclipse/local-circumstances/2460748.5?obs=38.9,-77.04,20&deltaT=69.2"),
    ("path", "/solar-eclipse/path/2460408.5?paths=c,pts&tolerance=10000&extras=times,centre"),
    ("path_json", "/solar-eclipse/path/2460408.5?paths=c,pts&tolerance=10000&format=json"),
    ("path_kml", "/solar-eclipse/path/2460408.5?paths=tn,out,pts&tolerance=10000&outStep=60&format=kml"),
    ("path_gpx", "/solar-eclipse/path/2460408.5?paths=ts,pts&tolerance=10000&format=gpx"),
    ("path_csv", "/solar-eclipse/path/2460408.5?step=60&format=csv"),
    ("geodesic", "/geodesic/37.6,-122.3/35.6,-3?method=uniform&format=array&segments=4"),
    (
        "geodesic_with_heights",
        "/geodesic/46.5,7.5//45.5,8.5/?method=midpoint&format=array&tolerance=0.2&with-el=1&ellipsoid=GRS67",
    ),
    (
        "geodesic_across_the_antimeridian",
        "/geodesic/-40,170/-40,200?method=uniform&format=geojson&segments=3&with-el=true&ellipsoid=Sphere",
    ),
    ("elevation", "/elevation?points=31.75,35.25;46.5,7.96|0,-180;-90,12;18.64,101.74;42,51"),
    ("elevation_of_the_path", "/elevation/28,86.9;28,270"),
    ("elevation_profile", "/elevation/46.5,7.5/45.5,8.5?samples=5"),
    ("bounding_tiles", "/bounding-tiles?bbox=51.4,-0.2,51.6,0.1&z=10"),
    ("bounding_tiles_across", "/bounding-tiles?bbox=-20,175,-10,185&max=4&scheme=tms"),
    ("bounding_tiles_of_points", "/bounding-tiles?points=51.5,-0.1;48.9,2.3;40.4,-3.7&z=5&each=1"),
    ("lunar_limb_svg", "/lunar-limb?l=-4.33&b=1.2&format=svg&ve=20"),
    (
        "local_circumstances_behind_mountains",
        "/solar-eclipse/local-circumstances/details/2461264.5?obs=42.34,-3.70,860&limb=1&sunRadius=959.95\
         &deltaT=69.2",
    ),
    ("cost", "/rise-transit-set/2024-01-01/2024-12-31?observer=1,2,3&body=sun,moon&cost=1"),
];

const REFUSED: [(&str, &str); 52] = [
    ("no_such_path", "/julian-days/2024"),
    ("julian_day_bad", "/julian-day/yesterday?when=now"),
    ("date_bad", "/date/1e300"),
    ("delta_t_bad", "/delta-t/"),
    ("delta_t_outside", "/delta-t/%2B012024-01-01"),
    ("body_position_without_body", "/body-position/2024-01-01"),
    (
        "body_position_bad",
        "/body-position/2024-01-01/2023-01-01?body=sun,mars&obs=91,0,x&alg=best\
         &extras=all,d,d&interval=0&ra-decl=1&deltaT=many&bdy=sun",
    ),
    ("body_position_too_many", "/body-position/2000-01-01/2024-01-01?body=sun&interval=1"),
    ("body_position_outside_ephemeris", "/body-position/0100-01-01?body=moon&alg=precise"),
    ("rise_transit_set_bad", "/rise-transit-set/2024-01-02/2024-01-01?body=&hah=-1"),
    ("rise_transit_set_too_long", "/rise-transit-set/2020-01-01/2024-01-01?body=sun&observer=1,2,3"),
    (
        "rise_transit_set_bad_events",
        "/rise-transit-set/2024-01-01/2024-01-02?observer=1,2&body=moon&events=civil_dawn,gc_lower_transit\
         &tz=Mars/Olympus&format=xml",
    ),
    (
        "rise_transit_set_local_without_zone",
        "/rise-transit-set/2024-01-01/2024-01-02?obs=1,2&body=sun&day=local",
    ),
    (
        "az_alt_search_bad",
        "/az-alt-search/2024-01-02/2024-01-01?obs=1,2&body=mars&alt=91&azTol=1&minAlt=5&ill=1,0&sun=x\
         &ref=best",
    ),
    ("az_alt_search_without_aim", "/az-alt-search/2024-01-01/2024-02-01?obs=1,2&body=sun&altTol=1"),
    (
        "sightline_bad",
        "/sightline/91,0/here?obsHeight=-1&obsElevation=5&targetHeight=x&samples=1&refraction=1",
    ),
    ("sightline_too_far", "/sightline/46.5,8/52.5,13.4"),
    ("lunar_limb_bad", "/lunar-limb?l=10&ve=0&format=png"),
    ("lunar_limb_of_nothing", "/lunar-limb"),
    ("lunar_limb_beyond", "/lunar-limb/2024-01-17T12:00:00Z?l=1&b=7"),
    (
        "local_circumstances_of_another_sun",
        "/solar-eclipse/local-circumstances/details/2461264.5?obs=1,2&limb=1&sunRadius=5",
    ),
    ("sightline_of_nothing", "/sightline/46.5,8/46.5,8"),
    ("az_alt_search_too_long", "/az-alt-search/2024-01-01/2035-02-01?obs=1,2&body=sun&az=1"),
    (
        "insolation_bad",
        "/insolation/daily/2024-01-01/2023-12-31?interval=7000&tilt=91&albedo=-1&turbidity=0&eclipse=2",
    ),
    ("lunar_libration_bad", "/lunar-libration/2024-99-99?obs=north&obs=south"),
    (
        "celestial_events_bad",
        "/celestial-events/2024-04-20/2024-03-20?body=sun&events=full_moon,eclipse&circumstances=1&overflow=2\
         &format=xml",
    ),
    ("celestial_events_too_long", "/celestial-events/2024-01-01/2026-01-01"),
    ("celestial_events_outside_ephemeris", "/celestial-events/1066-01-01/1066-12-31"),
    ("meteor_showers_bad", "/meteor-showers/1899-12-31/2102-01-01?shower=XXX,7&minZhr=-1&obs=91,0"),
    ("catalog_reversed", "/solar-eclipse/catalog/2024/2023"),
    ("catalog_bad", "/solar-eclipse/catalog/-2000/3e3?saros=x&primaryType=Z"),
    ("elements_of_no_eclipse", "/solar-eclipse/elements/2460400.5"),
    ("elements_bad", "/solar-eclipse/elements/today?format=xml"),
    ("local_circumstances_without_observer", "/solar-eclipse/local-circumstances/details/2460408.5"),
    ("local_circumstances_of_no_eclipse", "/solar-eclipse/local-circumstances/details/2086672.5?obs=1,2,3"),
    ("eclipse_search_bad", "/solar-eclipse/search/1499/yesterday?type=hybrid&limit=0&minAlt=91&format=xml"),
    (
        "eclipse_search_next_and_type",
        "/solar-eclipse/search/2030/2020?obs=1,2,3&next=total&type=partial&limit=2&order=asc",
    ),
    ("lunar_catalog_bad", "/lunar-eclipse/catalog/2024/2023?type=X&saros=x"),
    ("lunar_circumstances_of_no_eclipse", "/lunar-eclipse/local-circumstances/2024-04-08?obs=1,2,3"),
    ("lunar_circumstances_outside_ephemeris", "/lunar-eclipse/local-circumstances/1504-03-11?obs=1,2,3"),
    (
        "path_bad",
        "/solar-eclipse/path/2460408.5?paths=c,eqn,x&spacingFactor=0&tolerance=5&eqm=20&mag=0.5,1&minAlt=-3\
         &poly=c,tn,ts&isoStep=0&outStep=0.01&step=0&extras=all&format=shp&cut=no&theory=precise",
    ),
    ("path_of_no_eclipse", "/solar-eclipse/path/2460400.5"),
    ("path_too_large", "/solar-eclipse/path/2460408.5?paths=out&outStep=0.1&tolerance=1"),
    ("geodesic_bad", "/geodesic/91,0/0,361?method=best&ellipsoid=WGS85&tolerance=0&segments=10001&with-el=2"),
    ("geodesic_other_parameter", "/geodesic/0,0/1,1?method=uniform&format=array&tolerance=1"),
    ("geodesic_too_large", "/geodesic/70,0/70,170?method=midpoint&format=array&tolerance=0.001"),
    ("elevation_bad", "/elevation?points=1,2;3;4,5;91,0;7,-181"),
    ("elevation_profile_bad", "/elevation/0,0/0;1?samples=1"),
    ("bounding_tiles_bad", "/bounding-tiles?bbox=2,0,1,0&points=1,2&z=23&max=0&each=x&scheme=wms"),
    ("bounding_tiles_of_nothing", "/bounding-tiles?each=1&z=3&max=3"),
    ("bounding_tiles_too_many", "/bounding-tiles?bbox=-80,-170,80,170&z=8"),
    ("openapi_of_another_version", "/openapi/9.9.9.json"),
];

#[test]
fn a_good_answer_of_every_operation() {
    for (name, path) in GOOD {
        let answer = demo().get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        insta::assert_snapshot!(format!("good_{name}"), shown(&answer), path);
    }
}

#[test]
fn each_refusal_of_every_operation() {
    for (name, path) in REFUSED {
        let answer = demo().get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
        insta::assert_snapshot!(format!("refused_{name}"), shown(&answer), path);
    }
    let long = demo().get(&format!("/julian-day/{}", "2".repeat(31_000)));
    insta::assert_snapshot!(
        "refused_address_too_long",
        shown(&Answer { body: long.text().replace(&"2".repeat(31_000), "2…").into(), ..long })
    );
    insta::assert_snapshot!("refused_method", shown(&demo().send("DELETE", "/version", &[], "")));
    insta::assert_snapshot!("refused_type", shown(&demo().get_with("/version", &[("Accept", "image/png")])));
    insta::assert_snapshot!(
        "refused_coding",
        shown(&demo().get_with("/version", &[("Accept-Encoding", "*;q=0")]))
    );
}

#[test]
fn without_accounts_and_without_demo_only_open_operations_answer() {
    let server = start(&[]);
    for path in ["/", "/version", "/docs", "/openapi/latest.json", "/livez", "/readyz"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for (_, path) in GOOD.iter().skip(1) {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    insta::assert_snapshot!("refused_without_credentials", shown(&server.get("/julian-day/2024")));
}

#[test]
fn positions_have_the_check_values_of_the_specification() {
    const TOLERANCE_DEG: f64 = 0.6e-8;
    // TD 2023-09-01T12:01:09.140 and TD 2025-03-21T13:05:39.073.
    let position = |date: &str, body: &str, delta_t: &str| {
        let path = format!("/body-position/{date}?body={body}&deltaT={delta_t}");
        demo().get(&path).json()["response"][date][body].clone()
    };
    let sun = position("2023-09-01T12:00:00.000Z", "sun", "69.14");
    let moon = position("2025-03-21T13:04:30.073Z", "moon", "69");
    assert_eq!(sun["dateTD"], "2023-09-01T12:01:09.140Z");
    assert_eq!(moon["dateTD"], "2025-03-21T13:05:39.073Z");
    for (value, expected, tolerance) in [
        (&sun["eclipticCoordinates"]["λ"], 158.807_514_82, TOLERANCE_DEG),
        (&sun["eclipticCoordinates"]["β"], 0.0, 1e-12),
        (&sun["apparentCoordinates"]["ra"], 160.417_921_75, TOLERANCE_DEG),
        (&sun["apparentCoordinates"]["decl"], 8.267_373_56, TOLERANCE_DEG),
        (&sun["radiusVector"], 1.009_275_14, TOLERANCE_DEG),
        (&sun["obliquityOfEcliptic"], 23.436_213_54, TOLERANCE_DEG),
        (&sun["equatorialHorizontalParallax"], 0.002_420_33, TOLERANCE_DEG),
        (&sun["jde"], 2_460_189.000_800_23, TOLERANCE_DEG),
        (&moon["eclipticCoordinates"]["λ"], 260.527_298_77, TOLERANCE_DEG),
        (&moon["eclipticCoordinates"]["β"], -5.254_298_49, TOLERANCE_DEG),
        (&moon["geocentricSphericalCoordinates"]["Δ"], 398_136.535_637_73, 1e-4),
        (&moon["apparentCoordinates"]["ra"], -100.731_143_87, TOLERANCE_DEG),
        (&moon["jde"], 2_460_756.045_591_12, TOLERANCE_DEG),
    ] {
        let value = value.as_f64().unwrap_or(f64::NAN);
        assert!((value - expected).abs() <= tolerance, "{value} {expected}");
    }
}

#[test]
fn costs_are_those_of_the_specification() {
    for (path, cost) in [
        ("/version", 0.0),
        ("/julian-day/2024", 0.5),
        ("/date/2460408.5", 0.5),
        ("/delta-t/2024", 0.5),
        ("/body-position/2024-01-01?body=sun", 1.0),
        ("/body-position/2024-01-01?body=sun,moon", 2.0),
        ("/body-position/2024-01-01T12:00:00Z/2024-01-01T13:00:00Z?body=sun,moon", 118.0),
        ("/rise-transit-set/2024-01-01/2024-01-11?body=sun,moon&observer=1,2,3", 60.0),
        (
            "/rise-transit-set/2024-01-01/2024-01-11?body=sun&observer=1,2,3&events=all&tz=auto&day=local",
            30.0,
        ),
        ("/az-alt-search/2024-01-01/2024-01-11T01:00:00Z?obs=1,2&body=sun,moon&az=90", 110.0),
        ("/insolation/solar-intensity/2024?obs=1,2", 1.0),
        ("/insolation/irradiance/2024-01-01/2024-01-01?obs=1,2", 2.0),
        ("/insolation/irradiance/2024-01-01/2024-01-02?obs=1,2&interval=600", 286.0),
        ("/insolation/daily/2024-01-01/2024-01-11?obs=1,2&interval=1800", 60.0),
        ("/insolation/monthly/2024-01-01/2024-01-11?obs=1,2&interval=21600", 30.0),
        ("/lunar-libration/2024", 1.0),
        ("/sightline/46.5,8/47,8", 9.0),
        ("/sightline/46.5,8/47,8?samples=200", 6.0),
        ("/sightline/46.5,8/47,8?samples=2000", 60.0),
        ("/celestial-events/2024-01-01/2024-01-02", 20.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=gc&overflow=1", 12.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=sun&circumstances=1&obs=1,2", 15.0),
        ("/meteor-showers/2025-08-12/2025-08-13?shower=PER", 1.0),
        ("/meteor-showers/2025-03-12/2025-03-13", 1.0),
        ("/meteor-showers/2025-08-12/2025-08-13?shower=PER,SDA,GEM", 2.0),
        ("/geodesic/1,2/3,4?method=uniform&format=array", 10.0),
        ("/geodesic/1,2/3,4?method=uniform&format=array&segments=1&with-el=1", 2.0),
        ("/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=0.1&with-el=0", 1400.0),
        ("/elevation?points=1,2;3,4;5,6", 3.0),
        ("/elevation/1,2", 1.0),
        ("/elevation/1,2/3,4", 100.0),
        ("/elevation/1,2/3,4?samples=2", 1.0),
        ("/bounding-tiles?points=1,2", 1.0),
        ("/solar-eclipse/catalog/2024/2024", 1.0),
        ("/solar-eclipse/elements/2460408.5", 1.0),
        ("/solar-eclipse/search/1500/2500?obs=1,2,3", 5.0),
        ("/lunar-eclipse/catalog/2024/2024", 1.0),
        ("/lunar-eclipse/local-circumstances/2460748.5?obs=1,2,3", 5.0),
        ("/solar-eclipse/local-circumstances/details/2460408.5?obs=1,2,3", 20.0),
        // Up to 500 vertices, none at all, and more.
        ("/solar-eclipse/path/2460408.5?tolerance=10000&format=json", 10.0),
        ("/solar-eclipse/path/2460763.5?format=json", 10.0),
    ] {
        let separator = if path.contains('?') { '&' } else { '?' };
        let only = demo().get(&format!("{path}{separator}cost=1")).json();
        assert_eq!(only["query"]["cost"].as_f64(), Some(cost), "{path}");
        assert!(only.get("response").is_none(), "{path}");
        assert_eq!(demo().get(path).json()["query"]["cost"].as_f64(), Some(cost), "{path}");
    }
}

/// An answer as the reference shows it: of lists of objects, and of objects by date, the first two entries; of
/// other lists the first eight.
fn shortened(answer: Value) -> Value {
    let is_date = |key: &String| key.len() > 6 && key.starts_with(|c: char| c.is_ascii_digit());
    match answer {
        Value::Array(list) => {
            let most = if list.iter().any(Value::is_object) { 2 } else { 8 };
            Value::Array(list.into_iter().take(most).map(shortened).collect())
        }
        Value::Object(object) => {
            let most = if object.keys().all(is_date) { 2 } else { usize::MAX };
            object.into_iter().take(most).map(|(key, value)| (key, shortened(value))).collect()
        }
        other => other,
    }
}

/// The answers that the reference shows are those of the server; with `UMBRA_EXAMPLES=write` in the
/// environment they are written anew.
#[test]
fn answers_in_the_reference_are_what_the_server_says() {
    /// Stands for the name of the dataset, which changes from build to build.
    const DATASET: &str = "0123456789abcdef";
    let document = demo().get("/openapi/latest.json").json();
    let version = demo().get("/version").json();
    let dataset = version["response"]["dataset"].as_str().expect("a name");
    let mut answers = serde_json::Map::new();
    for item in document["paths"].as_object().expect("paths").values().map(|item| &item["get"]) {
        let content = item["responses"]["200"]["content"].as_object().expect("forms of the answer");
        let is_for_all = item["security"].as_array().is_some_and(Vec::is_empty);
        let is_of_account = item["security"][0]["serviceAuth"].is_array();
        if is_for_all || is_of_account || content.keys().ne(["application/json"]) {
            continue;
        }
        let address = item["x-example"].as_str().expect("an address");
        // What an account has used depends on the account.
        if address == "/usage" {
            continue;
        }
        let answer = demo().get(address);
        assert_eq!(answer.status, 200, "{address}");
        let text = answer.text().replace(dataset, DATASET);
        let answer = shortened(serde_json::from_str(&text).expect("JSON"));
        answers.insert(item["operationId"].as_str().expect("a name").to_owned(), answer);
    }
    assert!(answers.len() > 15, "{} operations have an example", answers.len());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/src/api/examples.json");
    if std::env::var("UMBRA_EXAMPLES").is_ok_and(|word| word == "write") {
        let text = serde_json::to_string_pretty(&answers).expect("memory takes any JSON");
        std::fs::write(file, text + "\n").expect("the file can be written");
        return;
    }
    let recorded: Value =
        serde_json::from_str(&std::fs::read_to_string(file).expect("the file")).expect("JSON");
    for (id, answer) in &answers {
        assert_eq!(
            &recorded[id], answer,
            "{id}; UMBRA_EXAMPLES=write cargo test --release -p tests writes it anew"
        );
    }
    assert_eq!(recorded.as_object().map(serde_json::Map::len), Some(answers.len()), "one is of no operation");
}

#[test]
fn every_documented_example_works() {
    let document = demo().get("/openapi/latest.json").json();
    let paths = document["paths"].as_object().expect("paths");
    let mut tried = 0;
    for (path, item) in paths {
        let mut address = path.clone();
        let mut query = Vec::new();
        for p in item["get"]["parameters"].as_array().expect("parameters") {
            let name = p["name"].as_str().expect("a name");
            let value = match &p["example"] {
                serde_json::Value::String(s) => s.clone(),
                serde_json::Value::Array(list) => {
                    let text = |v: &serde_json::Value| v.as_str().map_or(v.to_string(), str::to_owned);
                    list.iter().map(text).collect::<Vec<_>>().join(",")
                }
                other => other.to_string(),
            };
            match p["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), &value),
                _ if name == "cost" => {}
                // In place of others that are named already.
                _ if name == "tolerance" && path.starts_with("/geodesic") => {}
                _ if ["points", "max", "each"].contains(&name) && path == "/bounding-tiles" => {}
                _ if name == "minAlt" && path.starts_with("/az-alt-search") => {}
                // Or need heights of the ground that the operator has not installed.
                _ if ["spacingFactor", "mag", "next", "obsElevation", "horizon"].contains(&name) => {}
                _ => query.push(format!("{name}={value}")),
            }
        }
        // The test generation's ephemeris and the examples both lie about our time.
        let (key, account) = demo().demo_credentials();
        let answer = match address.as_str() {
            "/auth/access-token" => {
                demo().get_with(&address, &[("Authorization", &format!("ServiceAuth {account}:{key}"))])
            }
            "/usage" => demo().get(&format!("{address}?apiKey={key}")),
            _ => demo().get(&format!("{address}?{}", query.join("&"))),
        };
        assert_eq!(answer.status, 200, "{address}: {}", answer.text());
        tried += 1;
    }
    println!("{tried} operations");
    assert_eq!(tried, 44);
}

#[test]
fn the_whole_catalog_is_one_answer_in_order() {
    let catalog = demo().get("/solar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    assert_eq!(records.len(), 11_898);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        assert!(record["mrgID"].is_null() || record["countryISO"].is_null(), "{record}");
        assert!(
            record["tzID"].is_string()
                && record["pathWidthKM"].as_str().is_none_or(|w| w.parse::<u32>().is_ok()),
            "{record}"
        );
    }
    let saros = demo().get("/solar-eclipse/catalog/-1999/3000?saros=139&primaryType=T").json();
    assert!(
        saros["response"]
            .as_array()
            .expect("records")
            .iter()
            .all(|r| r["saros"] == 139 && r["eclipseTypePrimary"] == "T")
    );
    assert_eq!(saros["query"]["saros"], "139");
    assert_eq!(
        demo().get("/solar-eclipse/catalog/2024/2024?saros=1").json()["response"].as_array().map(Vec::len),
        Some(0)
    );
}

/// Reason of the visibility, and whether each contact is above the horizon.
fn visible(jd: f64, latitude_deg: f64, longitude_deg: f64) -> (String, Vec<(u64, bool)>) {
    let path =
        format!("/solar-eclipse/local-circumstances/details/{jd}?obs={latitude_deg},{longitude_deg},0");
    let answer = demo().get(&path).json();
    let contacts = answer["response"]["contacts"].as_array().expect("contacts");
    let contacts = contacts
        .iter()
        .map(|c| (c["contact"].as_u64().unwrap_or(9), c["visible"].as_bool().unwrap_or(false)))
        .collect();
    (answer["response"]["visibility"]["reason"].as_str().unwrap_or_default().to_owned(), contacts)
}

#[test]
fn what_is_visible_of_an_eclipse_is_said() {
    // Murmansk 2037: the Sun is down at both ends, and yet the eclipse is seen.
    assert_eq!(
        visible(2_465_074.5, 68.970, 33.075),
        ("sunrise-and-sunset".into(), vec![(1, false), (0, true), (4, false)])
    );
    // Castile 2026: the Sun sets before the end.
    assert_eq!(
        visible(2_461_264.5, 41.86953, -2.70656),
        ("sunset".into(), vec![(1, true), (2, true), (0, true), (3, true), (4, false)])
    );
    // Marshall Islands 2023, where the path of the hybrid ends: the same.
    let (reason, contacts) = visible(2_460_054.5, 4.6622, 170.8101);
    assert_eq!(
        (reason.as_str(), contacts.first(), contacts.last()),
        ("sunset", Some(&(1, true)), Some(&(4, false)))
    );
    // 1986-10-03, the hybrid: total in a strip of less than a kilometre.
    let (reason, contacts) = visible(2_446_706.5, 59.9, -37.1);
    assert!(!reason.is_empty() && contacts.len() >= 3, "{contacts:?}");
    // At the poles the longitude does not matter, at the antimeridian its sign does not.
    for latitude_deg in [90.0, -90.0] {
        for jd in [2_460_408.5, 2_461_264.5, 2_459_375.5] {
            assert_eq!(visible(jd, latitude_deg, 0.0), visible(jd, latitude_deg, 123.0));
        }
    }
    assert_eq!(visible(2_459_375.5, 90.0, 0.0).0, "whole", "the ring of 2021 June 10");
    assert_eq!(visible(2_460_054.5, 0.0, 180.0), visible(2_460_054.5, 0.0, -180.0));
    // Nothing: on the night side, and outside of the penumbra.
    assert_eq!(visible(2_460_408.5, 40.0, 120.0).1, vec![]);
    assert_eq!(visible(2_460_408.5, -60.0, 0.0), ("no-eclipse".into(), vec![]));
}

#[test]
fn another_delta_t_turns_the_earth_under_the_shadow() {
    let path = "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10";
    let own = demo().get(path).json();
    let other = demo().get(&format!("{path}&deltaT=79.2")).json();
    assert_eq!(other["query"]["deltaT"], 79.2);
    assert_eq!(other["response"]["accuracy"]["deltaT"], 79.2);
    assert!(
        other["response"]["accuracy"]["deltaTSigma"].is_null()
            && own["response"]["accuracy"]["deltaTSigma"].is_number()
    );
    assert_ne!(own["response"]["contacts"][1]["date"], other["response"]["contacts"][1]["date"]);
}
