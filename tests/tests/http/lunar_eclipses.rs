//! Lunar eclipses over HTTP: against the published canon, and contacts against JPL's ephemeris.

use super::demo;
use serde_json::Value;

/// Contacts by direct geometry from JPL DE440 (apparent places, Danjon's shadow), for ΔT = 0: the Julian Day
/// of the date, and P1, U1, U2, greatest, U3, U4, P4 as seconds of that day, TT.
const DIRECT: [(f64, [Option<f64>; 7]); 10] = [
    (
        2_418_461.5,
        [
            Some(-4_923.3),
            Some(-974.8),
            Some(3_519.3),
            Some(5_330.8),
            Some(7_145.2),
            Some(11_640.2),
            Some(15_579.9),
        ],
    ),
    (
        2_434_406.5,
        [
            Some(74_538.7),
            Some(78_893.9),
            Some(83_132.9),
            Some(85_668.6),
            Some(88_203.3),
            Some(92_441.9),
            Some(96_801.3),
        ],
    ),
    (
        2_445_156.5,
        [
            Some(15_888.0),
            Some(20_039.4),
            Some(23_935.3),
            Some(27_107.2),
            Some(30_279.3),
            Some(34_175.4),
            Some(38_324.7),
        ],
    ),
    (
        2_454_694.5,
        [Some(66_353.0), Some(70_630.5), None, Some(76_272.0), None, Some(81_919.1), Some(86_188.2)],
    ),
    (
        2_456_407.5,
        [Some(65_085.6), Some(71_713.1), None, Some(72_517.1), None, Some(73_331.0), Some(79_952.4)],
    ),
    (
        2_458_326.5,
        [
            Some(62_157.1),
            Some(66_337.6),
            Some(70_286.0),
            Some(73_374.3),
            Some(76_462.8),
            Some(80_411.3),
            Some(84_590.9),
        ],
    ),
    (2_458_858.5, [Some(61_734.7), None, None, Some(69_070.9), None, None, Some(76_413.0)]),
    (
        2_460_748.5,
        [
            Some(14_317.0),
            Some(18_647.2),
            Some(23_233.7),
            Some(25_196.2),
            Some(27_157.2),
            Some(31_743.1),
            Some(36_078.8),
        ],
    ),
    (
        2_463_701.5,
        [
            Some(58_391.6),
            Some(62_782.0),
            Some(67_756.3),
            Some(69_231.4),
            Some(70_708.0),
            Some(75_682.8),
            Some(80_068.3),
        ],
    ),
    (
        2_477_905.5,
        [
            Some(45_990.4),
            Some(49_403.3),
            Some(53_333.2),
            Some(55_387.0),
            Some(57_439.9),
            Some(61_369.5),
            Some(64_785.4),
        ],
    ),
];
/// README, "How good it is": contacts, seconds, × 1.5.
const CONTACT_TOLERANCE_S: f64 = 0.675;
/// As `builder verify` has it: seconds, and digits of the canon.
const CANON_TIME_S: f64 = 5.0;
const CANON_NUMBER: f64 = 0.001;
const CANON_MINUTES: f64 = 0.4;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[test]
fn contacts_are_those_of_direct_geometry() {
    const NAMES: [&str; 7] = ["P1", "U1", "U2", "greatest", "U3", "U4", "P4"];
    let mut worst = (0.0f64, String::new());
    for (jd, expected) in DIRECT {
        let answer = demo().get(&format!("/lunar-eclipse/local-circumstances/{jd}?obs=0,0&deltaT=0")).json();
        let contacts = answer["response"]["contacts"].as_array().expect("contacts");
        assert_eq!(contacts.len(), expected.iter().flatten().count(), "{answer}");
        for (name, seconds) in NAMES.into_iter().zip(expected) {
            let Some(seconds) = seconds else { continue };
            let found = contacts.iter().find(|c| c["contact"] == name).expect(name);
            let date = found["date"].as_str().expect("a date");
            let unix_ms = server::testing::date_time::parse(date).expect("a date") as f64;
            let late_s = unix_ms / 1000.0 - (jd - 2_440_587.5) * 86_400.0 - seconds;
            if late_s.abs() > worst.0.abs() {
                worst = (late_s, format!("{name} of {jd}"));
            }
        }
    }
    println!("worst contact: {worst:?}");
    assert!(worst.0.abs() < CONTACT_TOLERANCE_S, "{worst:?}");
}

#[test]
fn what_is_above_the_horizon_is_said() {
    // 2025 March 14 at the Moon's zenith at greatest eclipse, and at the other end of the Earth.
    let path = |lat: f64, lng: f64| {
        let address = format!("/lunar-eclipse/local-circumstances/2460748.5?obs={lat},{lng}");
        demo().get(&address).json()["response"]["contacts"].as_array().expect("contacts").clone()
    };
    let zenith = path(0.0, 0.0)[3]["zenith"].clone();
    let (lat, lng) = (number(&zenith["lat"]), number(&zenith["lng"]));
    let there = path(lat, lng);
    assert!(number(&there[3]["altitude"]) > 89.999, "{}", there[3]);
    assert!(there.iter().all(|c| c["visible"] == true && number(&c["altitude"]) < 90.0));
    assert!(path(-lat, lng + if lng < 0.0 { 180.0 } else { -180.0 }).iter().all(|c| c["visible"] == false));
    assert_eq!(there.len(), 7);
}

#[test]
fn the_whole_lunar_catalog_is_one_answer_in_order() {
    let catalog = demo().get("/lunar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    assert_eq!(records.len(), 12_064);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        let letter = record["eclipseTypePrimary"].as_str();
        assert_eq!(record["parDurationMin"].is_null(), letter == Some("N"), "{record}");
        assert_eq!(record["totalDurationMin"].is_null(), letter != Some("T"), "{record}");
    }
    let part = demo().get("/lunar-eclipse/catalog/-1000/2000?saros=119&type=P").json();
    let expected: Vec<&Value> = records
        .iter()
        .filter(|r| r["saros"] == 119 && r["eclipseTypePrimary"] == "P")
        .filter(|r| r["year"].as_i64().is_some_and(|year| (-1000..=2000).contains(&year)))
        .collect();
    assert!(!expected.is_empty());
    assert!(part["response"].as_array().expect("a list").iter().eq(expected));
    assert_eq!((&part["query"]["saros"], &part["query"]["type"]), (&119.into(), &"P".into()));
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_lunar_catalog_agrees_with_the_canon() {
    let catalog = demo().get("/lunar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    let rows = tests::rows(&tests::reference("nasa_lunar_sample.csv"));
    let mut differences: [(f64, String); 8] = Default::default();
    let mut same = [0usize; 4];
    for row in &rows {
        let number_of = |column: &str| row[column].parse::<f64>().unwrap_or(f64::NAN);
        let ours = &records[number_of("Catalog Number") as usize - 1];
        let clock = |text: &str| text.split(':').fold(0.0, |s, part| s * 60.0 + part.parse().unwrap_or(0.0));
        let angle = |text: &str| {
            let (digits, sign) = text.split_at(text.len() - 1);
            digits.parse::<f64>().unwrap_or(f64::NAN) * if ["S", "W"].contains(&sign) { -1.0 } else { 1.0 }
        };
        let turn = |value: f64, whole: f64| (value + 1.5 * whole).rem_euclid(whole) - whole / 2.0;
        let minutes = |column: &str, ours: &Value| match number_of(column) {
            theirs if theirs.is_nan() => {
                if ours.is_null() {
                    0.0
                } else {
                    f64::INFINITY
                }
            }
            theirs => number(ours) - theirs,
        };
        let of_row = [
            turn(number(&ours["greatestTD"]) * 86_400.0 - clock(&row["Eclipse Time"]), 86_400.0),
            number(&ours["gamma"]) - number_of("Gamma"),
            number(&ours["penMag"]) - number_of("Penumbral Magnitude"),
            number(&ours["umMag"]) - number_of("Umbral Magnitude"),
            minutes("Penumbral Eclipse Duration (m)", &ours["penDurationMin"]),
            minutes("Partial Eclipse Duration (m)", &ours["parDurationMin"]),
            minutes("Total Eclipse Duration (m)", &ours["totalDurationMin"]),
            turn(number(&ours["lng"]) - angle(&row["Longitude"]), 360.0)
                .abs()
                .max((number(&ours["lat"]) - angle(&row["Latitude"])).abs()),
        ];
        for (worst, difference) in differences.iter_mut().zip(of_row) {
            if difference.abs() >= worst.0.abs() {
                *worst = (difference, row["Calendar Date"].clone());
            }
        }
        let words = [
            (ours["saros"].as_i64().map(|n| n.to_string()), &row["Saros Number"]),
            (ours["lunation"].as_i64().map(|n| n.to_string()), &row["Lunation Number"]),
            (ours["eclipseType"].as_str().map(str::to_owned), &row["Eclipse Type"]),
            (ours["qse"].as_str().map(str::to_owned), &row["Quincena Solar Eclipse"]),
        ];
        for (count, (ours, theirs)) in same.iter_mut().zip(words) {
            *count += usize::from(ours.as_ref() == Some(theirs));
        }
    }
    println!("{} rows; worst {differences:?}; same {same:?}", rows.len());
    let limits = [
        CANON_TIME_S,
        CANON_NUMBER,
        CANON_NUMBER,
        CANON_NUMBER,
        CANON_MINUTES,
        CANON_MINUTES,
        CANON_MINUTES,
        1.0,
    ];
    for ((difference, at), limit) in differences.iter().zip(limits) {
        assert!(difference.abs() <= limit, "{difference} at {at}, not {limit}");
    }
    assert_eq!(&same[..2], &[rows.len(); 2], "Saros and lunation");
    assert!(same[2..].iter().all(|count| 100 * count >= 99 * rows.len()), "type and neighbours: {same:?}");
}
