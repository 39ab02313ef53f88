//! The WebAssembly that both widgets compute with, in a real browser, against `astro` in this program.

use super::open_map;
use artifacts::reader::Generation;
use artifacts::tables::{elements, elements_precise};
use astro::constants::{EQUATORIAL_RADIUS_KM, MS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::fundamental::Projection;
use astro::eclipse::local::{Circumstances, LocalEclipseType, LocalView, ObservedEclipse, Visibility};
use astro::math::angle::{ARCSEC, normalize_signed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use tests::Random;
use tests::browser::Browser;

/// Eclipses of the canon, and half as many each of the precise theory with its radii and with others.
const ECLIPSES: usize = 100;
const OBSERVERS: usize = 300;
/// Contacts, greatest eclipse, sunrise and sunset, seconds: the last bit of milliseconds since 1970.
const INSTANT_TOLERANCE_S: f64 = 1e-6;
/// Where the observer enters or leaves the cone slower than this, Earth radii per hour, the place of the edge
/// counts and not the instant.
const SLOW_RATE: f64 = 0.05;
/// That place, km.
const EDGE_TOLERANCE_KM: f64 = 3e-7;
/// Directions on the sky, degrees.
const ANGLE_TOLERANCE_DEG: f64 = 1e-7;
/// Magnitude and obscuration.
const SHARE_TOLERANCE: f64 = 1e-7;
/// Points of the outlines of the shadow from their cones, km.
const OUTLINE_TOLERANCE_KM: f64 = 1e-6;

/// The greatest difference of each kind, and where it was.
#[derive(Default)]
struct Worst(BTreeMap<&'static str, (f64, usize, String)>);

impl Worst {
    fn add(&mut self, what: &'static str, difference: f64, at: &str) {
        let entry = self.0.entry(what).or_default();
        entry.1 += 1;
        // NaN counts as the worst difference.
        if difference.is_nan() || difference.abs() > entry.0 {
            (entry.0, entry.2) = (difference.abs(), at.to_owned());
        }
    }

    /// Prints all and asserts each limit.
    fn assert_within(&self, limits: &[(&str, f64)]) {
        for (what, (worst, count, at)) in &self.0 {
            println!("{what}: {count} compared, worst {worst:.2e} ({at})");
        }
        for (what, limit) in limits {
            let (worst, count, at) = self.0.get(what).unwrap_or_else(|| panic!("{what}: nothing compared"));
            assert!(worst <= limit && *count > 0, "{what}: {worst} at {at}, may be {limit}");
        }
    }
}

/// A browser with a map, whose script it has.
fn browser() -> Browser {
    let mut browser = Browser::start();
    open_map(&mut browser, "date=2024-04-08");
    browser
}

/// An eclipse to compare.
struct Eclipse {
    name: String,
    polynomials: Polynomials,
    delta_t_s: f64,
    /// Chooses the observers.
    seed: u64,
}

/// Radii that others use: the Moon's of the IAU, the Sun's of eclipses and transits.
fn own_radii() -> Radii {
    Radii { k1: 0.272_507_6, k2: 0.272_507_6, ..Radii::CANON }.with_sun_semidiameter(959.95 * ARCSEC)
}

/// Eclipses of both theories, evenly from the whole of their tables, the precise ones also with other radii.
fn eclipses() -> Vec<Eclipse> {
    let generation = Generation::current(tests::built()).expect("generation");
    let spread = |rows: elements::Rows, count: usize| -> Vec<elements::Row> {
        let all: Vec<elements::Row> = rows.iter().collect();
        (0..count).map(|k| all[k * all.len() / count]).collect()
    };
    let canon = spread(elements::read(&generation).expect("elements"), ECLIPSES);
    let precise = spread(elements_precise::read(&generation).expect("precise elements"), ECLIPSES / 2);
    let eclipse = |row: &elements::Row, what: &str, radii: Radii| Eclipse {
        name: format!("{}-{:02}-{:02} ({what})", row.year, row.month, row.day),
        polynomials: row.polynomials().with_radii(radii),
        delta_t_s: row.delta_t_s,
        seed: 0x9E37_79B9_7F4A_7C15 ^ row.catalog_number as u64,
    };
    let canon = canon.iter().map(|row| eclipse(row, "canon", Radii::CANON));
    let usual = precise.iter().map(|row| eclipse(row, "precise", Radii::CANON));
    let own = precise.iter().map(|row| eclipse(row, "precise, own radii", own_radii()));
    canon.chain(usual).chain(own).collect()
}

/// The elements as the pages have them.
fn shown(p: &Polynomials) -> Value {
    json!({
        "t0": p.t0.0, "x": p.x, "y": p.y, "d": p.d, "mu": p.mu, "l1": p.l1, "l2": p.l2, "tanF1": p.tan_f1,
        "tanF2": p.tan_f2,
        "radii": { "k1": p.radii.k1, "k2": p.radii.k2, "sun": p.radii.sun },
    })
}

/// A third of the observers anywhere, a third in the penumbra, a third about the central line: latitude and
/// longitude in degrees, height in metres.
fn observer(random: &mut Random, p: &Polynomials, delta_t_s: f64, kind: usize) -> [f64; 3] {
    let height = (random.uniform() * 4000.0).round();
    let anywhere = |random: &mut Random| {
        [(2.0 * random.uniform() - 1.0).asin().to_degrees(), random.uniform() * 360.0 - 180.0, height]
    };
    if kind == 0 {
        return anywhere(random);
    }
    let spread = if kind == 1 { 0.5 } else { 0.02 };
    for _ in 0..20 {
        let e = p.at(4.0 * random.uniform() - 2.0).at;
        let (x, y) = (e.x + spread * (random.uniform() - 0.5), e.y + spread * (random.uniform() - 0.5));
        if let Some(point) = Projection::new(e.d).surface(x, y) {
            let turned = astro::earth::rotation::angle_in_delta_t(delta_t_s);
            let longitude = normalize_signed(point.hour_angle - e.mu + turned);
            return [point.latitude.to_degrees(), longitude.to_degrees(), height];
        }
    }
    // The axis misses the Earth.
    anywhere(random)
}

fn unix_ms(local: &ObservedEclipse, t: f64, delta_t_s: f64) -> f64 {
    let days = local.instant(0.0).0 - UNIX_EPOCH_JD;
    days * MS_PER_DAY as f64 + t * 3_600_000.0 - delta_t_s * 1000.0
}

/// Degrees from one direction to the other, of which the script gives degrees.
fn apart_deg(script: &Value, ours: f64) -> f64 {
    let script = script.as_f64().unwrap_or(f64::NAN).to_radians();
    // A difference that is not a number must stay one.
    if script.is_nan() { f64::NAN } else { normalize_signed(script - ours).to_degrees() }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_script_of_the_widgets_agrees_with_the_server() {
    let mut browser = browser();
    let mut worst = Worst::default();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (k, Eclipse { name, polynomials: p, delta_t_s, seed }) in eclipses().into_iter().enumerate() {
        let mut random = Random(seed);
        let places: Vec<[f64; 3]> =
            (0..OBSERVERS).map(|n| observer(&mut random, &p, delta_t_s, (n + k) % 3)).collect();
        let instants: Vec<f64> = places
            .iter()
            .map(|_| (p.t0.0 - UNIX_EPOCH_JD) * 864e5 + (random.uniform() - 0.5) * 1.8e7)
            .collect();
        let answers = browser.value(&format!(
            "(() => {{ const e = Umbra.eclipseOf({}, {delta_t_s}), times = {instants:?}; \
             return {places:?}.map((o, k) => [e.local(...o), e.at(times[k], ...o)]); }})()",
            shown(&p)
        ));
        let answers = answers.as_array().expect("a list");
        assert_eq!(answers.len(), OBSERVERS);
        for ((place, ms), answer) in places.iter().zip(instants).zip(answers) {
            let at = format!("{name} at {place:?}");
            let observer = Observer::from_degrees(place[0], place[1], place[2]);
            let local = ObservedEclipse::new(&p, observer, delta_t_s);
            *kinds.entry(compare_local(&mut worst, &local, delta_t_s, &answer[0], &at)).or_default() += 1;
            let start = unix_ms(&local, 0.0, delta_t_s);
            let c = local.at((ms - start) / 3_600_000.0);
            compare_view(&mut worst, &local.view(&c), &answer[1], &at);
        }
    }
    println!("{kinds:?}");
    let us = "((e, n) => { const from = performance.now(); \
              for (let k = 0; k < n; k++) e.local(k % 50, k % 90, 0); \
              return 1000 * (performance.now() - from) / n; })";
    let page = "Umbra.eclipseOf(Umbra.data.eclipse.elements, Umbra.data.eclipse.deltaT)";
    println!("a place takes {} µs in Chromium", browser.value(&format!("{us}({page}, 20000)")));
    worst.assert_within(&[
        ("instant, s", INSTANT_TOLERANCE_S),
        ("edge of slow contacts, km", EDGE_TOLERANCE_KM),
        ("sunrise and sunset, s", INSTANT_TOLERANCE_S),
        ("altitude, °", ANGLE_TOLERANCE_DEG),
        ("azimuth × cos altitude, °", ANGLE_TOLERANCE_DEG),
        ("semidiameter, °", ANGLE_TOLERANCE_DEG),
        ("separation, °", ANGLE_TOLERANCE_DEG),
        ("position angle × separation, °", ANGLE_TOLERANCE_DEG),
        ("position angle of contacts, °", 100.0 * ANGLE_TOLERANCE_DEG),
        ("parallactic angle × cos altitude, °", ANGLE_TOLERANCE_DEG),
        ("magnitude", SHARE_TOLERANCE),
        ("obscuration", SHARE_TOLERANCE),
    ]);
    for kind in ["none", "partial", "annular", "total"] {
        assert!(kinds.get(kind).is_some_and(|count| *count > 1000), "{kind}: too few to tell: {kinds:?}");
    }
}

#[test]
#[ignore = "landing: needs Chromium"]
fn pages_with_own_radii_compute_with_them() {
    let mut browser = Browser::start();
    let radii = own_radii();
    let parameters = "theory=precise&k1=0.2725076&k2=0.2725076&sunRadius=959.95";
    open_map(&mut browser, &format!("date=2024-04-08&{parameters}"));
    let generation = Generation::current(tests::built()).expect("generation");
    let rows = elements_precise::read(&generation).expect("precise elements");
    let row = rows.iter().find(|row| (row.year, row.month) == (2024, 4)).expect("the eclipse");
    let polynomials = row.polynomials().with_radii(radii).with_light_time();
    let place = [25.29, -104.14, 0.0];
    let local =
        ObservedEclipse::new(&polynomials, Observer::from_degrees(place[0], place[1], 0.0), row.delta_t_s);
    let mut worst = Worst::default();
    let page = "Umbra.eclipseOf(Umbra.data.eclipse.elements, Umbra.data.eclipse.deltaT)";
    let script = browser.value(&format!("{page}.local(...{place:?})"));
    compare_local(&mut worst, &local, row.delta_t_s, &script, "the map");
    let script = browser.value(&format!("(e => e.at(e.local(...{place:?}).max.ms, ...{place:?}))({page})"));
    let greatest = local.contacts().expect("an eclipse").greatest;
    compare_view(&mut worst, &local.view(&greatest), &script, "the map");
    worst.assert_within(&[("instant, s", INSTANT_TOLERANCE_S), ("semidiameter, °", ANGLE_TOLERANCE_DEG)]);
}

/// Compares the circumstances of a place; returns the kind of eclipse there.
fn compare_local(
    worst: &mut Worst,
    local: &ObservedEclipse,
    delta_t_s: f64,
    script: &Value,
    at: &str,
) -> String {
    let Some(ours) = local.contacts() else {
        assert_eq!((&script["kind"], &script["visibility"]), (&json!("none"), &json!("no-eclipse")), "{at}");
        return "none".to_owned();
    };
    let kind = match ours.kind {
        LocalEclipseType::Partial => "partial",
        LocalEclipseType::Annular => "annular",
        LocalEclipseType::Total => "total",
    };
    assert_eq!(script["kind"], kind, "{at}");
    let is_total = ours.kind == LocalEclipseType::Total;
    let central = ours.central.as_ref();
    let contacts = [
        ("c1", Some(&ours.first), false),
        ("c2", central.map(|c| &c.second), is_total),
        ("max", Some(&ours.greatest), false),
        ("c3", central.map(|c| &c.third), is_total),
        ("c4", Some(&ours.fourth), false),
    ];
    for (name, c, is_opposite) in contacts {
        let there = &script[name];
        let Some(c) = c else {
            assert!(there.is_null(), "{name} of {at}");
            continue;
        };
        let late_s = (number(&there["ms"]) - unix_ms(local, c.t, delta_t_s)) / 1000.0;
        compare_contact(worst, local, c, name, late_s, &format!("{name} of {at}"));
        let view = local.view(c);
        assert_eq!(there["visible"], view.is_up(), "{name} of {at}");
        worst.add("altitude, °", apart_deg(&there["altitude"], view.sun.altitude), at);
        if name != "max" {
            let p = view.position_angle + if is_opposite { PI } else { 0.0 };
            worst.add("position angle of contacts, °", apart_deg(&there["p"], p), at);
            let v = apart_deg(&there["v"], p - view.parallactic_angle) * view.sun.altitude.cos();
            worst.add("position angle of contacts, °", v, at);
        }
    }
    let most = local.view(&ours.greatest);
    worst.add("magnitude", number(&script["magnitude"]) - most.magnitude, at);
    worst.add("obscuration", number(&script["obscuration"]) - most.obscuration, at);
    let expected = reason(&local.visibility(&ours));
    assert_eq!(script["visibility"], expected.0, "{at}");
    for (name, t) in [("from", expected.1), ("to", expected.2)] {
        match t {
            None => assert!(script[name].is_null(), "{name} of {at}"),
            Some(t) => {
                let late_s = (number(&script[name]) - unix_ms(local, t, delta_t_s)) / 1000.0;
                worst.add("sunrise and sunset, s", late_s, at);
            }
        }
    }
    kind.to_owned()
}

/// Where the limbs approach slowly the place of the edge counts, not the time.
fn compare_contact(
    worst: &mut Worst,
    local: &ObservedEclipse,
    c: &Circumstances,
    name: &str,
    late_s: f64,
    at: &str,
) {
    let rate = (c.approach / c.m).abs();
    if name == "max" || rate > SLOW_RATE {
        worst.add("instant, s", late_s, at);
        return;
    }
    let there = local.at(c.t + late_s / 3600.0);
    let radius = if matches!(name, "c1" | "c4") { there.penumbra } else { there.umbra.abs() };
    worst.add("instant of slow contacts, s", late_s, at);
    worst.add("edge of slow contacts, km", (there.m - radius) * EQUATORIAL_RADIUS_KM, at);
}

/// The server's word for a visibility, and from when to when.
fn reason(visibility: &Visibility) -> (&'static str, Option<f64>, Option<f64>) {
    match *visibility {
        Visibility::None => ("below-horizon", None, None),
        Visibility::Interrupted { from, to, .. } => ("interrupted", Some(from), Some(to)),
        Visibility::Part { from, to, rises, sets } => {
            let word = match (rises, sets) {
                (false, false) => "whole",
                (true, false) => "sunrise",
                (false, true) => "sunset",
                (true, true) => "sunrise-and-sunset",
            };
            (word, Some(from), Some(to))
        }
    }
}

/// Compares what is seen at an instant. Directions that mean little (an azimuth near the zenith) count
/// little.
fn compare_view(worst: &mut Worst, ours: &LocalView, script: &Value, at: &str) {
    let cos = ours.sun.altitude.cos();
    worst.add("altitude, °", apart_deg(&script["altitude"], ours.sun.altitude), at);
    worst.add("altitude, °", apart_deg(&script["moonAltitude"], ours.moon.altitude), at);
    worst.add("azimuth × cos altitude, °", apart_deg(&script["azimuth"], ours.sun.azimuth) * cos, at);
    let moon = apart_deg(&script["moonAzimuth"], ours.moon.azimuth) * ours.moon.altitude.cos();
    worst.add("azimuth × cos altitude, °", moon, at);
    worst.add("semidiameter, °", apart_deg(&script["sunSemidiameter"], ours.sun_semidiameter), at);
    worst.add("semidiameter, °", apart_deg(&script["moonSemidiameter"], ours.moon_semidiameter), at);
    worst.add("separation, °", apart_deg(&script["separation"], ours.separation), at);
    let p = apart_deg(&script["positionAngle"], ours.position_angle) * ours.separation.sin();
    worst.add("position angle × separation, °", p, at);
    let q = apart_deg(&script["parallacticAngle"], ours.parallactic_angle) * cos;
    worst.add("parallactic angle × cos altitude, °", q, at);
    worst.add("magnitude", number(&script["magnitude"]) - ours.magnitude, at);
    worst.add("obscuration", number(&script["obscuration"]) - ours.obscuration, at);
    assert_eq!(script["isUp"], ours.is_up(), "{at}");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn outlines_of_the_shadow_lie_on_their_cones() {
    let mut browser = browser();
    let mut worst = Worst::default();
    for Eclipse { name, polynomials: p, delta_t_s, .. } in eclipses() {
        let start = (p.t0.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64 - delta_t_s * 1000.0;
        let hours: Vec<f64> = (-28..=28).map(|k| f64::from(k) / 8.0).collect();
        let shadows = browser.value(&format!(
            "(() => {{ const e = Umbra.eclipseOf({}, {delta_t_s}); \
             return {hours:?}.map(h => e.shadow({start:?} + h * 36e5)); }})()",
            shown(&p)
        ));
        for (t, shadow) in hours.iter().zip(shadows.as_array().expect("a list")) {
            let at = format!("{name} {t:+} h");
            compare_axis(&mut worst, &p, *t, delta_t_s, shadow, &at);
            for (word, is_umbra) in [("umbra", true), ("penumbra", false)] {
                let Some(ring) = shadow[word].as_array() else { continue };
                compare_ring(&mut worst, &p, *t, delta_t_s, ring, is_umbra, &at);
            }
        }
    }
    worst.assert_within(&[
        ("axis, °", ANGLE_TOLERANCE_DEG),
        ("umbra, km", OUTLINE_TOLERANCE_KM),
        ("penumbra, km", OUTLINE_TOLERANCE_KM),
        ("horizon, °", ANGLE_TOLERANCE_DEG),
    ]);
}

/// Compares the foot of the axis, which exists exactly when the axis meets the Earth.
fn compare_axis(worst: &mut Worst, p: &Polynomials, t: f64, delta_t_s: f64, shadow: &Value, at: &str) {
    let e = p.at(t).at;
    let Some(point) = Projection::new(e.d).surface(e.x, e.y) else {
        assert!(shadow["axis"].is_null(), "{at}");
        return;
    };
    let longitude = point.hour_angle - e.mu + astro::earth::rotation::angle_in_delta_t(delta_t_s);
    // Near the edge of the Earth the ground falls away from the axis.
    let flat = point.position.zeta.max(0.01);
    worst.add("axis, °", apart_deg(&shadow["axis"][0], point.latitude) * flat, at);
    let east = apart_deg(&shadow["axis"][1], longitude) * point.latitude.cos();
    worst.add("axis, °", east * flat, at);
}

/// Each point lies on the cone, or within it with the Sun on the horizon; longitudes make no leap.
fn compare_ring(
    worst: &mut Worst,
    p: &Polynomials,
    t: f64,
    delta_t_s: f64,
    ring: &[Value],
    is_umbra: bool,
    at: &str,
) {
    assert!(ring.len() > 10, "{at}: {} points", ring.len());
    assert_eq!(ring[0][0], ring[ring.len() - 1][0], "{at}: closed");
    for (k, point) in ring.iter().enumerate() {
        let (lat, lng) = (number(&point[0]), number(&point[1]));
        if k > 0 {
            assert!((lng - number(&ring[k - 1][1])).abs() <= 180.0, "{at}: a leap at {lng}");
        }
        let local = ObservedEclipse::new(p, Observer::from_degrees(lat, lng, 0.0), delta_t_s);
        let c = local.at(t);
        let radius = if is_umbra { c.umbra.abs() } else { c.penumbra };
        let outside_km = (c.m - radius) * EQUATORIAL_RADIUS_KM;
        let word = if is_umbra { "umbra, km" } else { "penumbra, km" };
        if outside_km < -OUTLINE_TOLERANCE_KM {
            // On the horizon: the axis' altitude is 0.
            let (s, cos) = (lat.to_radians().sin(), lat.to_radians().cos());
            let sine = s * c.sin_d + cos * c.cos_d * c.cos_theta;
            worst.add("horizon, °", sine.clamp(-1.0, 1.0).asin().to_degrees(), at);
        } else {
            worst.add(word, outside_km, at);
        }
    }
    let turns = (number(&ring[ring.len() - 1][1]) - number(&ring[0][1])).to_radians() / TAU;
    assert!((turns - turns.round()).abs() < 1e-9 && turns.abs() < 1.5, "{at}: {turns} turns");
}
