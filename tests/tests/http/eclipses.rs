//! Every eclipse of a place, and lunar eclipses: equal to a loop over single answers.

use super::demo;
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Visibility};
use geo::{Destination, Distance, Geodesic, Point};
use serde_json::Value;
use server::testing::Data;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Places from pole to pole, denser than chance at awkward ones.
const PLACES: usize = 200;
/// Instants are written in milliseconds.
const SAME_MS: f64 = 1.5;
/// Sunrise and sunset are found to this; a contact so near to one may be seen or not.
const HORIZON_MS: f64 = 1000.0;
/// Answers have eight decimals.
const SAME_MAGNITUDE: f64 = 1e-7;
/// The same at sunrise and sunset, where it changes with time.
const SAME_MAGNITUDE_AT_HORIZON: f64 = 1e-6;
/// Straight edges of the central line at a tolerance of 2 m, metres from their curve: less than 1.5 times
/// that.
const LINE_M: f64 = 3.0;

pub(super) fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| Data::open(tests::built()).expect("a generation"))
}

fn places() -> Vec<[f64; 3]> {
    let mut state = 11u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let awkward = [[90.0, 0.0, 0.0], [-90.0, 0.0, 2800.0], [66.56, 180.0, 0.0], [0.0, -180.0, 0.0]];
    let far = [[71.0, 25.0, 0.0], [-69.0, 40.0, 0.0], [27.99, 86.93, 8848.0], [0.0, 0.0, 100_000.0]];
    let anywhere = std::iter::repeat_with(move || {
        let latitude = (2.0 * next() - 1.0).asin().to_degrees();
        [latitude, 360.0 * next() - 180.0, 3000.0 * next()].map(|v| (v * 1e6).round() / 1e6)
    });
    awkward.into_iter().chain(far).chain(anywhere).take(PLACES).collect()
}

fn search(span: &str, [lat, lng, height]: [f64; 3], query: &str) -> Vec<Value> {
    let path = format!("/solar-eclipse/search/{span}?obs={lat},{lng},{height}{query}");
    let answer = demo().get(&path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()["response"].as_array().expect("a list").clone()
}

fn unix_ms(date: &Value) -> Option<f64> {
    let text = date.as_str()?;
    Some(server::testing::date_time::parse(text).expect("a date") as f64)
}

/// The local circumstances of a visible eclipse. Instants in milliseconds since 1970.
struct Looped {
    /// C1 … C4 that are visible.
    contacts: [Option<f64>; 4],
    /// Greatest eclipse.
    greatest: Moment,
    is_greatest_visible: bool,
    /// Beginning and end of each stretch that is above the horizon.
    ends: Vec<Moment>,
    /// Sunrise and sunset among them.
    horizon_ms: Vec<f64>,
}

/// An instant, and the magnitude then.
#[derive(Clone, Copy)]
struct Moment {
    ms: f64,
    magnitude: f64,
}

/// The eclipses of a place from a loop over local circumstances, by catalog number.
fn looped(place: [f64; 3]) -> BTreeMap<i64, Looped> {
    let mut seen = BTreeMap::new();
    for e in data().elements.usual() {
        let observer = Observer::from_degrees(place[0], place[1], place[2]);
        let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
        let Some(contacts) = local.contacts() else { continue };
        let visibility = local.visibility(&contacts);
        if visibility == Visibility::None {
            continue;
        }
        let ms = |t: f64| local.instant(t).to_ut1(e.delta_t_s).unix_ms() as f64;
        let moment = |t: f64| Moment { ms: ms(t), magnitude: local.at(t).magnitude() };
        let is_visible = |t: f64| local.view(&local.at(t)).is_up();
        let visible = |t: f64| is_visible(t).then(|| ms(t));
        let central = contacts.central.as_ref();
        let ends: Vec<f64> = visibility.stretches().iter().flatten().flat_map(|s| [s.0, s.1]).collect();
        let is_contact = |t: f64| t == contacts.first.t || t == contacts.fourth.t;
        let found = Looped {
            contacts: [
                visible(contacts.first.t),
                central.and_then(|c| visible(c.second.t)),
                central.and_then(|c| visible(c.third.t)),
                visible(contacts.fourth.t),
            ],
            greatest: moment(contacts.greatest.t),
            is_greatest_visible: is_visible(contacts.greatest.t),
            horizon_ms: ends.iter().filter(|t| !is_contact(**t)).map(|t| ms(*t)).collect(),
            ends: ends.into_iter().map(moment).collect(),
        };
        seen.insert(i64::from(e.catalog_number), found);
    }
    seen
}

impl Looped {
    /// Whether the answer says that the Sun rises or sets then.
    fn is_at_the_horizon(&self, ms: f64) -> bool {
        self.horizon_ms.iter().any(|end| (end - ms).abs() < HORIZON_MS)
    }

    fn check_contacts(&self, e: &Value) {
        for (name, expected) in ["c1", "c2", "c3", "c4"].into_iter().zip(self.contacts) {
            let same = match (unix_ms(&e[name]), expected) {
                (Some(a), Some(b)) => (a - b).abs() < SAME_MS,
                (None, None) => true,
                (Some(ms), None) | (None, Some(ms)) => self.is_at_the_horizon(ms),
            };
            assert!(same, "{name} of {e}, not {expected:?}");
        }
        for (name, end) in [("from", self.ends.first()), ("to", self.ends.last())] {
            let own = unix_ms(&e["visibility"][name]).expect("an instant");
            assert!(end.is_some_and(|end| (own - end.ms).abs() < SAME_MS), "{name} of {e}");
        }
    }

    /// The maximum is greatest eclipse; if the Sun is down then, sunrise or sunset, whichever shows more.
    fn check_maximum(&self, e: &Value) {
        let ends = self.ends.iter().copied();
        let at_an_end = ends.max_by(|a, b| a.magnitude.total_cmp(&b.magnitude)).expect("a stretch");
        let own = e["magnitude"].as_f64().expect("a magnitude");
        let own_ms = unix_ms(&e["max"]["date"]).expect("an instant");
        let is = |expected: Moment, tolerance: f64| {
            (own_ms - expected.ms).abs() < SAME_MS && (own - expected.magnitude).abs() < tolerance
        };
        let (is_greatest, is_an_end) =
            (is(self.greatest, SAME_MAGNITUDE), is(at_an_end, SAME_MAGNITUDE_AT_HORIZON));
        let holds = match self.is_greatest_visible {
            _ if self.is_at_the_horizon(self.greatest.ms) => is_greatest || is_an_end,
            true => is_greatest,
            false => is_an_end,
        };
        let (greatest, end) = (self.greatest.magnitude, at_an_end.magnitude);
        assert!(holds, "{e}, greatest {greatest}, at the horizon {end}");
    }
}

#[test]
fn a_search_finds_what_a_loop_over_local_circumstances_finds_at_200_places() {
    let (mut compared, mut at_the_horizon) = (0, 0);
    for place in places() {
        let expected = looped(place);
        let found = search("1500/2500", place, "");
        let numbers: Vec<i64> = found.iter().filter_map(|e| e["catalog"].as_i64()).collect();
        assert!(numbers.iter().eq(expected.keys()), "{place:?}");
        for (e, expected) in found.iter().zip(expected.values()) {
            expected.check_contacts(e);
            expected.check_maximum(e);
            let is_central = e["localType"] != "partial";
            assert_eq!(is_central, e["durationSec"].as_f64().is_some_and(|s| s > 0.0), "{e}");
            assert!(is_central || e["c2"].is_null() && e["c3"].is_null(), "{e}");
            compared += 1;
            at_the_horizon += usize::from(!expected.is_greatest_visible);
        }
    }
    println!("{compared} eclipses at {PLACES} places, {at_the_horizon} of them greatest at the horizon");
    assert!(compared > 50_000 && at_the_horizon > 1000);
}

#[test]
fn filters_give_a_part_of_the_whole_list() {
    let burgos = [42.34, -3.7, 860.0];
    let all = search("1500/2500", burgos, "");
    let expect = |query: &str, is_match: &dyn Fn(&Value) -> bool| {
        let expected: Vec<&Value> = all.iter().filter(|e| is_match(e)).collect();
        assert!(!expected.is_empty(), "{query}");
        assert!(search("1500/2500", burgos, query).iter().eq(expected), "{query}");
    };
    expect("&type=total", &|e| e["localType"] == "total");
    expect("&type=annular&minAlt=10", &|e| {
        e["localType"] == "annular" && e["max"]["sunAlt"].as_f64() >= Some(10.0)
    });
    expect("&minMagnitude=0.8", &|e| e["magnitude"].as_f64() >= Some(0.8));
    let mut backwards = search("1500/2500", burgos, "&order=desc");
    backwards.reverse();
    assert_eq!(backwards, all);
    assert_eq!(search("1500/2500", burgos, "&limit=7")[..], all[..7]);
    assert_eq!(search("1500/2500", burgos, "&limit=7&order=desc")[6], all[all.len() - 7]);
    let next = search("2025/2500", burgos, "&next=total");
    assert_eq!((next.len(), &next[0]["jd"]), (1, &Value::from(2_461_264.5)));
    assert_eq!(search("2026-08-12/2026-08-13", burgos, ""), next);
    assert_eq!(search("2026/2026", burgos, ""), next);
    assert!(search("2026-08-13/2027-01-01", burgos, "").is_empty());
}

#[test]
fn a_span_holds_the_eclipses_whose_maximum_the_place_sees_in_it() {
    // In Burgos totality is at 18:29 on 2026 August 12, after the Earth's greatest eclipse at 17:46.
    let burgos = [42.34, -3.7, 860.0];
    let count = |span: &str| search(span, burgos, "").len();
    assert_eq!(count("2026-08-12T18:00:00Z/2026-08-13"), 1);
    assert_eq!(count("2026-08-12/2026-08-12T18:00:00Z"), 0);
    assert_eq!(search("2026-08-12T18:00:00Z/2100", burgos, "&next=total")[0]["catalog"], 9566);
}

/// Distance of a point from the straight line between two others near it, metres.
fn from_edge_m(point: Point, edge: [Point; 2]) -> f64 {
    let metres_per_degree = 111_195.0;
    let [a, b] = edge.map(|end| {
        let east = (end.x() - point.x()) * point.y().to_radians().cos();
        [east * metres_per_degree, (end.y() - point.y()) * metres_per_degree]
    });
    let along = [b[0] - a[0], b[1] - a[1]];
    let length2 = along[0].powi(2) + along[1].powi(2);
    let part = (-(a[0] * along[0] + a[1] * along[1]) / length2).clamp(0.0, 1.0);
    (a[0] + part * along[0]).hypot(a[1] + part * along[1])
}

#[test]
fn the_way_to_the_central_line_is_the_shortest() {
    // The line of 2026 August 12, one segment.
    let path = "/solar-eclipse/path/2461264.5?paths=c&tolerance=2&format=json&deltaT=70";
    let line = demo().get(path).json();
    let segments = line["response"]["paths"][0]["segments"].as_array().expect("a line");
    assert_eq!(segments.len(), 1);
    let vertices: Vec<Point> = segments[0]
        .as_array()
        .expect("vertices")
        .iter()
        .filter_map(|v| Some(Point::new(v["lng"].as_f64()?, v["lat"].as_f64()?)))
        .collect();
    assert!(vertices.len() > 200, "{}", vertices.len());
    let places: [[f64; 2]; 10] = [
        [42.34, -3.7],
        [64.1, -21.9],
        [53.3, -6.3],
        [40.4, -3.7],
        [40.7, -74.0],
        [48.9, 2.3],
        [60.2, 24.9],
        [28.1, -15.4],
        [14.7, -17.5],
        [45.5, -73.6],
    ];
    let mut worst_m = 0.0f64;
    for [lat, lng] in places {
        let found = search("2026-08-12/2026-08-13", [lat, lng, 0.0], "&deltaT=70");
        let [eclipse] = &found[..] else { panic!("{lat}, {lng}: {found:?}") };
        let number = |key: &str| eclipse[key].as_f64().expect("a number");
        let (metres, here) = (number("pathDistanceKM") * 1000.0, Point::new(lng, lat));
        let there = Geodesic.destination(here, number("pathBearing"), metres);
        let edges = vertices.windows(2).map(|edge| from_edge_m(there, [edge[0], edge[1]]));
        let off_m = edges.fold(f64::INFINITY, f64::min);
        worst_m = worst_m.max(off_m);
        assert!(off_m <= LINE_M, "{lat}, {lng}: the way ends {off_m} m from the line");
        let nearest_m = vertices.iter().map(|v| Geodesic.distance(here, *v)).fold(f64::INFINITY, f64::min);
        assert!(metres <= nearest_m + LINE_M, "{lat}, {lng}: {metres} m, a vertex is {nearest_m} m away");
    }
    println!("{} ways end at most {worst_m:.2} m from the line", places.len());
    // In Tehran the Sun is down.
    assert!(search("2026-08-12/2026-08-13", [35.7, 51.4, 0.0], "&deltaT=70").is_empty());
}

#[test]
fn a_date_names_an_eclipse_as_its_julian_day_does() {
    for (dated, day) in [
        ("/solar-eclipse/elements/2026-08-12", "/solar-eclipse/elements/2461264.5"),
        (
            "/solar-eclipse/local-circumstances/details/12%20Aug%202026?obs=42,-3",
            "/solar-eclipse/local-circumstances/details/2461264.5?obs=42,-3",
        ),
        (
            "/solar-eclipse/path/2026-08-12?format=json&tolerance=10000",
            "/solar-eclipse/path/2461264.5?format=json&tolerance=10000",
        ),
        (
            "/lunar-eclipse/local-circumstances/2025-03-14?obs=38.9,-77.04,20",
            "/lunar-eclipse/local-circumstances/2460748.5?obs=38.9,-77.04,20",
        ),
    ] {
        let (by_date, by_day) = (demo().get(dated), demo().get(day));
        assert_eq!(by_date.status, 200, "{dated}: {}", by_date.text());
        assert_eq!(by_date.body, by_day.body, "{dated}");
    }
}

#[test]
fn a_calendar_has_an_event_for_each_eclipse() {
    let path = "/solar-eclipse/search/2024/2050?obs=42.34,-3.7,860";
    let count = demo().get(path).json()["response"].as_array().map_or(0, Vec::len);
    let calendar = demo().get(&format!("{path}&format=ics"));
    assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(calendar.text().matches("BEGIN:VEVENT\r\n").count(), count);
    assert!(calendar.text().lines().all(|line| line.trim_end_matches('\r').len() <= 75));
    let accepted = demo().get_with(path, &[("Accept", "text/calendar")]);
    assert_eq!(accepted.body, calendar.body);
    let table = demo().get(&format!("{path}&format=csv"));
    assert_eq!(table.text().lines().count(), count + 1);
    assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8"));
}

#[test]
fn the_kind_at_a_place_is_that_of_its_contacts() {
    // Dublin sees the end of 2026 August 12 at sunset; A Coruña sees totality.
    let kind = |place| search("2026-08-12/2026-08-13", place, "")[0]["localType"].clone();
    assert_eq!(kind([43.37, -8.4, 0.0]), "total");
    assert_eq!(kind([53.35, -6.26, 0.0]), "partial");
}
