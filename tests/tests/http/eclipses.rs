//! Every eclipse of a place, and lunar eclipses: equal to a loop over single responses.

use super::path::{features, path, positions};
use super::*;
use astro::earth::Observer;
use astro::eclipse::local::{LocalContacts, ObservedEclipse, Visibility};
use geo::{Destination, Distance, Geodesic, Point};
use server::testing::{Data, EclipseElements};
use tests::Random;

/// Places from pole to pole, denser than chance at awkward ones.
const PLACES: usize = 200;
/// Instants are written in milliseconds.
const SAME_MS: f64 = 1.5;
/// Sunrise and sunset are found to this; a contact so near to one may be seen or not.
const HORIZON_MS: f64 = 1000.0;
/// Responses have eight decimals.
const SAME_MAGNITUDE: f64 = 1e-7;
/// Tolerance of magnitudes at sunrise and sunset, where they change with time.
const SAME_MAGNITUDE_AT_HORIZON: f64 = 1e-6;
/// Straight edges of the central line at a tolerance of 2 m, metres from their curve: less than 1.5 times
/// that.
const LINE_M: f64 = 3.0;

pub(super) fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| Data::open(tests::built()).expect("a generation"))
}

fn places() -> Vec<[f64; 3]> {
    let mut random = Random(11);
    let awkward = [[90.0, 0.0, 0.0], [-90.0, 0.0, 2800.0], [66.56, 180.0, 0.0], [0.0, -180.0, 0.0]];
    let far = [[71.0, 25.0, 0.0], [-69.0, 40.0, 0.0], [27.99, 86.93, 8848.0], [0.0, 0.0, 100_000.0]];
    let anywhere = std::iter::repeat_with(move || {
        let latitude = (2.0 * random.uniform() - 1.0).asin().to_degrees();
        let place = [latitude, 360.0 * random.uniform() - 180.0, 3000.0 * random.uniform()];
        place.map(|v| (v * 1e6).round() / 1e6)
    });
    awkward.into_iter().chain(far).chain(anywhere).take(PLACES).collect()
}

fn search(span: &str, [lat, lng, height]: [f64; 3], query: &str) -> Vec<Value> {
    list(&format!("/solar-eclipse/search/{span}?obs={lat},{lng},{height}{query}"))
}

/// Asserts that an eclipse of a search is that of the engine; returns whether the Sun is up at its greatest.
fn assert_found(
    found: &Value,
    e: &EclipseElements,
    local: &ObservedEclipse,
    contacts: &LocalContacts,
) -> bool {
    let ms = |t: f64| local.instant(t).to_ut1(e.delta_t_s).unix_ms() as f64;
    let is_up = |t: f64| local.view(&local.at(t)).is_up();
    let (first, fourth, greatest) = (contacts.first.t, contacts.fourth.t, contacts.greatest.t);
    let visibility = local.visibility(contacts);
    let ends: Vec<f64> = visibility.stretches().iter().flatten().flat_map(|s| [s.0, s.1]).collect();
    let is_at_the_horizon = |at_ms: f64| {
        let mut of_horizon = ends.iter().filter(|t| **t != first && **t != fourth);
        of_horizon.any(|t| (ms(*t) - at_ms).abs() < HORIZON_MS)
    };
    let central = contacts.central.as_ref().map(|c| [c.second.t, c.third.t]);
    for (name, t) in [
        ("c1", Some(first)),
        ("c2", central.map(|c| c[0])),
        ("c3", central.map(|c| c[1])),
        ("c4", Some(fourth)),
    ] {
        let expected = t.filter(|t| is_up(*t)).map(ms);
        let same = match (Some(unix_ms(&found[name])).filter(|ms| ms.is_finite()), expected) {
            (Some(a), Some(b)) => (a - b).abs() < SAME_MS,
            (None, None) => true,
            (Some(ms), None) | (None, Some(ms)) => is_at_the_horizon(ms),
        };
        assert!(same, "{name} of {found}, not {expected:?}");
    }
    for (name, end) in [("from", ends[0]), ("to", ends[ends.len() - 1])] {
        assert!((unix_ms(&found["visibility"][name]) - ms(end)).abs() < SAME_MS, "{name} of {found}");
    }
    // The maximum is greatest eclipse; if the Sun is down then, sunrise or sunset, whichever shows more.
    let magnitude = |t: f64| local.at(t).magnitude();
    let end = ends.iter().copied().max_by(|a, b| magnitude(*a).total_cmp(&magnitude(*b))).expect("a stretch");
    let is = |t: f64, tolerance: f64| {
        (unix_ms(&found["max"]["date"]) - ms(t)).abs() < SAME_MS
            && (number(&found["magnitude"]) - magnitude(t)).abs() < tolerance
    };
    let (is_greatest, is_an_end) = (is(greatest, SAME_MAGNITUDE), is(end, SAME_MAGNITUDE_AT_HORIZON));
    let holds = match is_up(greatest) {
        _ if is_at_the_horizon(ms(greatest)) => is_greatest || is_an_end,
        true => is_greatest,
        false => is_an_end,
    };
    assert!(holds, "{found}, greatest {}, at the horizon {}", magnitude(greatest), magnitude(end));
    let is_central = found["localType"] != "partial";
    assert_eq!(is_central, number(&found["durationSec"]) > 0.0, "{found}");
    assert!(is_central || found["c2"].is_null() && found["c3"].is_null(), "{found}");
    is_up(greatest)
}

#[test]
fn a_search_finds_what_a_loop_over_local_circumstances_finds_at_200_places() {
    let (mut compared, mut at_the_horizon) = (0, 0);
    for place in places() {
        let observer = Observer::from_degrees(place[0], place[1], place[2]);
        let mut found = search("1500/2500", place, "").into_iter();
        for e in data().elements.usual() {
            let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
            let Some(contacts) = local.contacts() else { continue };
            if local.visibility(&contacts) == Visibility::None {
                continue;
            }
            let found = found.next().expect("an eclipse");
            assert_eq!(found["catalog"], e.catalog_number, "{place:?}");
            at_the_horizon += usize::from(!assert_found(&found, e, &local, &contacts));
            compared += 1;
        }
        assert_eq!(found.next(), None, "{place:?}");
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
    let line = path(2_461_264.5, "paths=c&tolerance=2&deltaT=70&cut=none");
    let vertices = positions(&features(&line)[0]["geometry"]["coordinates"]);
    let vertices: Vec<Point> = vertices.into_iter().map(Point::from).collect();
    assert!(vertices.len() > 200, "{}", vertices.len());
    let places = [[42.34, -3.7], [64.1, -21.9], [53.3, -6.3], [40.7, -74.0], [60.2, 24.9], [14.7, -17.5]];
    let mut worst_m = 0.0f64;
    for [lat, lng] in places {
        let found = search("2026-08-12/2026-08-13", [lat, lng, 0.0], "&deltaT=70");
        let [eclipse] = &found[..] else { panic!("{lat}, {lng}: {found:?}") };
        let (metres, here) = (number(&eclipse["pathDistanceKM"]) * 1000.0, Point::new(lng, lat));
        let there = Geodesic.destination(here, number(&eclipse["pathBearing"]), metres);
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
