//! The WebAssembly that both widgets compute with, in a real browser, against `astro` in this program.

use super::desk;
use crate::generation;
use crate::http::number;
use artifacts::tables::{elements, elements_precise};
use astro::constants::{EQUATORIAL_RADIUS_KM, MS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::fundamental::Projection;
use astro::eclipse::local::{LocalEclipseType, LocalView, ObservedEclipse, Visibility};
use astro::math::angle::{ARCSEC, normalize_signed};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use tests::Random;

/// Eclipses of the canon, and half as many each of the precise theory with its radii and with others.
const ECLIPSES: usize = 100;
const OBSERVERS: usize = 300;
/// Contacts, greatest eclipse, sunrise and sunset, seconds: the last bit of milliseconds since 1970.
const INSTANT_TOLERANCE_S: f64 = 1e-6;
/// Speed of the observer into or out of the cone, Earth radii per hour, below which the place of the edge
/// counts and not the instant.
const SLOW_RATE: f64 = 0.05;
/// Tolerance of that place, km.
const EDGE_TOLERANCE_KM: f64 = 3e-7;
/// Directions on the sky, degrees.
const ANGLE_TOLERANCE_DEG: f64 = 1e-7;
/// Magnitude and obscuration.
const SHARE_TOLERANCE: f64 = 1e-7;
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

struct Eclipse {
    name: String,
    polynomials: Polynomials,
    delta_t_s: f64,
    /// Chooses the observers.
    seed: u64,
}

/// Eclipses of both theories, evenly from the whole of their tables, the precise ones also with other radii.
fn eclipses() -> Vec<Eclipse> {
    let spread = |rows: elements::Rows, count: usize| -> Vec<elements::Row> {
        let all: Vec<elements::Row> = rows.iter().collect();
        (0..count).map(|k| all[k * all.len() / count]).collect()
    };
    let canon = spread(elements::read(generation()).expect("elements"), ECLIPSES);
    let precise = spread(elements_precise::read(generation()).expect("precise elements"), ECLIPSES / 2);
    let eclipse = |row: &elements::Row, what: &str, radii: Radii| Eclipse {
        name: format!("{}-{:02}-{:02} ({what})", row.year, row.month, row.day),
        polynomials: row.polynomials().with_radii(radii),
        delta_t_s: row.delta_t_s,
        seed: 0x9E37_79B9_7F4A_7C15 ^ row.catalog_number as u64,
    };
    let canon = canon.iter().map(|row| eclipse(row, "canon", Radii::CANON));
    let usual = precise.iter().map(|row| eclipse(row, "precise", Radii::CANON));
    // Radii that others use: the Moon's of the IAU, the Sun's of eclipses and transits.
    let own = Radii { k1: 0.272_507_6, k2: 0.272_507_6, ..Radii::CANON };
    let own = own.with_sun_semidiameter(959.95 * ARCSEC);
    let own = precise.iter().map(|row| eclipse(row, "precise, own radii", own));
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

#[test]
#[ignore = "landing: needs Chromium"]
fn the_script_of_the_widgets_agrees_with_the_server() {
    let mut browser = desk("date=2024-04-08");
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
        let of = format!("{name} of {at}");
        if name == "max" || (c.approach / c.m).abs() > SLOW_RATE {
            worst.add("instant, s", late_s, &of);
        } else {
            let there = local.at(c.t + late_s / 3600.0);
            let radius = if matches!(name, "c1" | "c4") { there.penumbra } else { there.umbra.abs() };
            worst.add("edge of slow contacts, km", (there.m - radius) * EQUATORIAL_RADIUS_KM, &of);
        }
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
