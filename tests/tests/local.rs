//! Local circumstances against direct topocentric places, and observers for whom something is peculiar.

use crate::figures::{PRECISE_CONTACT_S, PRECISE_CONTACT_USUAL_S};
use crate::generation;
use artifacts::tables::{eclipses, elements, elements_precise};
use astro::constants::{SECONDS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::local::{Circumstances, LocalContacts, LocalEclipseType, ObservedEclipse, Visibility};
use astro::math::angle::normalize_signed;
use astro::time::{Tt, Ut1};
use std::collections::{BTreeMap, HashMap};

// The figures of ACCURACY.md for local circumstances, each × 1.5.
/// Contacts at which the limbs approach fast, seconds: 0.41 s.
const CONTACT_TOLERANCE_S: f64 = 0.615;
/// Contacts of all kinds, seconds: 2.8 s.
const SLOW_CONTACT_TOLERANCE_S: f64 = 4.2;
/// Distance of the limbs at slow contacts, arcseconds: 0.08″.
const LIMB_TOLERANCE_ARCSEC: f64 = 0.12;
/// A contact slower than this, in arcseconds per second, is slow (ACCURACY.md).
const SLOW_ARCSEC_PER_S: f64 = 0.05;
/// Magnitude: 2e-5.
const MAGNITUDE_TOLERANCE: f64 = 3e-5;
/// Azimuth and altitude, degrees: 0.01°.
const ANGLE_TOLERANCE_DEG: f64 = 0.015;
/// Obscuration: 1.9e-5.
const OBSCURATION_TOLERANCE: f64 = 2.85e-5;
/// Greatest eclipse, seconds: 0.17 s; the magnitude hardly changes about it.
const GREATEST_TOLERANCE_S: f64 = 0.255;
/// Position angle of a contact, degrees: 0.026°, where the Moon grazes the Sun.
const POSITION_ANGLE_TOLERANCE_DEG: f64 = 0.039;

/// First and fourth contact by the series with light time, seconds times the share of the speed that is
/// across the limbs: 0.017 s for 99 % and 0.018 s at worst.
const ACROSS_S: [f64; 2] = [0.026, 0.027];

/// Limbs that miss each other by less leave the kind of eclipse uncertain.
const GRAZE_ARCSEC: f64 = 0.5;

#[derive(Default)]
struct Differences(BTreeMap<&'static str, Vec<(f64, String)>>);

impl Differences {
    fn add(&mut self, what: &'static str, difference: f64, where_: &str) {
        self.0.entry(what).or_default().push((difference.abs(), where_.to_owned()));
    }

    /// Compares the contacts of a row and their circumstances.
    fn add_contacts(&mut self, row: &Row, local: &ObservedEclipse, e: &LocalContacts) {
        let (differences, at, delta_t_s) = (self, row.at(), row.delta_t_s());
        let number = |name: &str| row.number(name);
        let instants: [(&str, Option<Circumstances>); 5] = [
            ("c1", Some(e.first)),
            ("c2", e.central.map(|c| c.second)),
            ("max", Some(e.greatest)),
            ("c3", e.central.map(|c| c.third)),
            ("c4", Some(e.fourth)),
        ];
        for (name, c) in instants {
            let (Some(c), Some(unix_ms)) = (c, number(&format!("{name}_unix_ms"))) else { continue };
            let ut_s = unix_s(local, &c, delta_t_s);
            // Where the limbs approach slowly the distance of the limbs counts, not the time.
            if let Some(rate) = number(&format!("{name}_rate_as_s")) {
                let late_s = ut_s - unix_ms / 1000.0;
                differences.add("limbs, ″", late_s * rate, &format!("{name} of {at}"));
                differences.add("contact, s", late_s, &format!("{name} of {at}"));
                if rate > SLOW_ARCSEC_PER_S {
                    differences.add("fast contact, s", late_s, &format!("{name} of {at}"));
                }
            }
            let view = local.view(&c);
            // Ours minus the sample's, degrees, across a whole turn if need be.
            let apart_deg =
                |ours: f64, theirs_deg: f64| normalize_signed(ours - theirs_deg.to_radians()).to_degrees();
            let printed = |column: &str| number(&format!("{name}_{column}"));
            let altitude_deg = printed("alt_deg").expect("an altitude");
            let azimuth_deg = printed("az_deg").expect("an azimuth");
            differences.add("altitude, °", apart_deg(view.sun.altitude, altitude_deg), &at);
            let azimuth = apart_deg(view.sun.azimuth, azimuth_deg);
            differences.add("azimuth × cos altitude, °", azimuth * view.sun.altitude.cos(), &at);
            if let Some(p_deg) = printed("p_deg") {
                differences.add("position angle, °", apart_deg(view.position_angle, p_deg), &at);
            }
        }
    }

    /// Compares the greatest phase of a row.
    fn add_greatest(&mut self, row: &Row, local: &ObservedEclipse, e: &LocalContacts) {
        let (differences, at, delta_t_s) = (self, row.at(), row.delta_t_s());
        let number = |name: &str| row.number(name);
        let view = local.view(&e.greatest);
        differences.add("magnitude", view.magnitude - number("magnitude_mixed").expect("magnitude"), &at);
        differences.add("obscuration", view.obscuration - number("obscuration").expect("obscuration"), &at);
        let ut_s = unix_s(local, &e.greatest, delta_t_s);
        differences.add("greatest, s", ut_s - number("max_unix_ms").expect("ms") / 1000.0, &at);
    }
}

/// Seconds of UT since 1970 at which the circumstances are.
pub(crate) fn unix_s(local: &ObservedEclipse, c: &Circumstances, delta_t_s: f64) -> f64 {
    local.instant(c.t).to_ut1(delta_t_s).seconds_since(Ut1(UNIX_EPOCH_JD))
}

struct Row(HashMap<String, String>);

impl Row {
    /// The number in a column; none if the field is empty or the sample has no such column.
    fn number(&self, name: &str) -> Option<f64> {
        let text = self.0.get(name)?;
        let parse = || text.parse().unwrap_or_else(|e| panic!("{name} \"{text}\": {e}"));
        (!text.is_empty()).then(parse)
    }

    fn at(&self) -> String {
        format!("{} at {} {}", self.0["td_date"], self.0["lat_deg"], self.0["lon_deg"])
    }

    fn delta_t_s(&self) -> f64 {
        self.number("delta_t_s").expect("ΔT")
    }

    fn observer(&self) -> Observer {
        let [latitude_deg, longitude_deg, height_m] =
            ["lat_deg", "lon_deg", "height_m"].map(|name| self.number(name).expect("a number"));
        Observer::from_degrees(latitude_deg, longitude_deg, height_m)
    }

    /// Returns whether limbs miss each other so narrowly that the kind of eclipse is uncertain.
    fn is_graze(&self) -> bool {
        let margin = |name| self.number(name).map_or(f64::INFINITY, f64::abs);
        margin("penumbra_margin_as") < GRAZE_ARCSEC || margin("umbra_margin_as") < GRAZE_ARCSEC
    }

    /// Asserts that the same part of the eclipse is above the horizon.
    fn assert_visible(&self, local: &ObservedEclipse, e: &LocalContacts) {
        let number = |name: &str| self.number(name);
        // The sample takes −0.8333° for the centre, we the semidiameter of the day.
        let is_clear =
            |name: &str| number(&format!("{name}_alt_deg")).is_none_or(|a| (a + 0.8333).abs() > 0.02);
        if ["c1", "max", "c4"].into_iter().all(is_clear) {
            let visible = match local.visibility(e) {
                Visibility::None => "no",
                Visibility::Part { rises: false, sets: false, .. } => "all",
                _ => "part",
            };
            assert_eq!(visible, self.0["visible"], "{}", self.at());
        }
    }
}

/// Circumstances of the sample's observers by these elements, prepared, minus those of the sample.
fn compared_with_the_sample(
    elements: &elements::Rows<'_>,
    prepared: impl Fn(&Polynomials) -> Polynomials,
) -> Differences {
    let mut differences = Differences::default();
    let mut kinds_differ = Vec::new();
    let rows: Vec<Row> = tests::rows(&tests::reference("local_sample.csv")).into_iter().map(Row).collect();
    for row in &rows {
        let found = elements.of_eclipse(row.number("cat_no").expect("number") as i32);
        let polynomials = prepared(&found.expect("a row").polynomials());
        let local = ObservedEclipse::new(&polynomials, row.observer(), row.delta_t_s());
        let eclipse = local.contacts();
        let kind = eclipse.map_or("none", |e| match e.kind {
            LocalEclipseType::Partial => "partial",
            LocalEclipseType::Annular => "annular",
            LocalEclipseType::Total => "total",
        });
        if kind != row.0["type"] {
            if !row.is_graze() {
                kinds_differ.push(format!("{}: {kind}, not {}", row.at(), row.0["type"]));
            }
            continue;
        }
        let Some(e) = eclipse else { continue };
        differences.add_contacts(row, &local, &e);
        row.assert_visible(&local, &e);
        differences.add_greatest(row, &local, &e);
    }
    println!("{} observers", rows.len());
    assert!(kinds_differ.is_empty(), "{kinds_differ:?}");
    differences
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn contacts_agree_with_direct_topocentric_places() {
    let mut differences = compared_with_the_sample(&elements::read(generation()).expect("columns"), |e| *e);
    for (what, tolerance) in [
        ("contact, s", SLOW_CONTACT_TOLERANCE_S),
        ("fast contact, s", CONTACT_TOLERANCE_S),
        ("limbs, ″", LIMB_TOLERANCE_ARCSEC),
        ("magnitude", MAGNITUDE_TOLERANCE),
        ("obscuration", OBSCURATION_TOLERANCE),
        ("altitude, °", ANGLE_TOLERANCE_DEG),
        ("azimuth × cos altitude, °", ANGLE_TOLERANCE_DEG),
        ("greatest, s", GREATEST_TOLERANCE_S),
        ("position angle, °", POSITION_ANGLE_TOLERANCE_DEG),
    ] {
        let compared = differences.0.get_mut(what).expect("compared");
        assert_eq!(tests::share_within(what, tolerance, compared), 1.0, "{what}");
    }
}

/// The sample has the radii of the canon, as the table has: k1 at first and fourth contact, k2 else.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn precise_contacts_and_maxima_agree_with_direct_topocentric_places() {
    let precise = elements_precise::read(generation()).expect("columns");
    let differences = compared_with_the_sample(&precise, Polynomials::with_light_time);
    let mut compared = ["fast contact, s", "greatest, s"].map(|what| differences.0[what].clone()).concat();
    assert!(compared.len() > 300, "{} instants", compared.len());
    let usual = tests::share_within("precise, s", PRECISE_CONTACT_USUAL_S, &mut compared);
    let least = (compared.len() as f64 * 0.99).ceil() as usize;
    println!("99 % within {:.3} s", compared[least - 1].0);
    assert!(usual >= 0.99, "{usual}");
    assert_eq!(tests::share_within("precise, s", PRECISE_CONTACT_S, &mut compared), 1.0);
}

/// Contacts of random observers, computed from topocentric places of DE440 by another program, with ΔT = 0.
#[test]
fn precise_contacts_include_the_light_time() {
    let precise = elements_precise::read(generation()).expect("columns");
    let rows = tests::rows(&tests::root().join("tests/data/contacts_de440.csv"));
    let mut late_s: [Vec<f64>; 2] = Default::default();
    for row in &rows {
        let number = |name: &str| row[name].parse::<f64>().ok();
        let (day, place) = (number("day_jd"), [number("latitude_deg"), number("longitude_deg")]);
        let (day, place) = (Tt(day.expect("a day")), place.map(|degrees| degrees.expect("a place")));
        let away = |p: &Polynomials| (p.t0.days_since(day) - 0.5).abs();
        let all = precise.iter().map(|row| row.polynomials());
        let published = all.min_by(|a, b| away(a).total_cmp(&away(b))).expect("an eclipse");
        let observer = Observer::from_degrees(place[0], place[1], 0.0);
        for (polynomials, late_s) in [published, published.with_light_time()].iter().zip(&mut late_s) {
            let local = ObservedEclipse::new(polynomials, observer, 0.0);
            let found = local.contacts().expect("an eclipse");
            let speed = |c: &Circumstances| (c.approach / c.m / c.n).abs();
            for (name, c) in ["c1_s", "c4_s"].into_iter().zip([found.first, found.fourth]) {
                let ours_s = local.instant(c.t).days_since(day) * SECONDS_PER_DAY;
                late_s.push((ours_s - number(name).expect("a contact")) * speed(&c));
            }
        }
    }
    let [published, seen] = late_s.map(|mut all| {
        all.iter_mut().for_each(|s| *s = s.abs());
        all.sort_by(f64::total_cmp);
        [all[all.len() * 99 / 100], all[all.len() - 1]]
    });
    let count = 2 * rows.len();
    println!("{count} contacts across the limbs, s: 99 % and worst {seen:?}, as published {published:?}");
    assert!(seen[0] < ACROSS_S[0] && seen[1] < ACROSS_S[1]);
}

/// The eclipse of a date (TD) for an observer at a latitude, longitude and height, with the service's ΔT.
pub(crate) fn on<T>(
    date: (i32, i32, i32),
    [latitude_deg, longitude_deg, height_m]: [f64; 3],
    look: impl Fn(&ObservedEclipse, Option<LocalContacts>, f64) -> T,
) -> T {
    let solar = eclipses::read(generation()).expect("eclipses");
    let is_it = |e: &eclipses::Row| (e.year, i32::from(e.month), i32::from(e.day)) == date;
    let eclipse = solar.iter().find(is_it).expect("an eclipse of that date");
    let elements = elements::read(generation()).expect("columns");
    let row = elements.of_eclipse(eclipse.catalog_number).expect("a row");
    let (polynomials, delta_t_s) = (row.polynomials(), row.delta_t_s);
    let observer = Observer::from_degrees(latitude_deg, longitude_deg, height_m);
    let local = ObservedEclipse::new(&polynomials, observer, delta_t_s);
    look(&local, local.contacts(), delta_t_s)
}

#[test]
fn at_the_poles_the_longitude_and_at_the_antimeridian_its_sign_do_not_matter() {
    let instants = |e: LocalContacts| [e.first.t, e.greatest.t, e.fourth.t];
    let contacts = |lat, lng| on((2021, 12, 4), [lat, lng, 0.0], |_, e, _| e.map(instants));
    assert_eq!(contacts(90.0, 0.0), None, "the north pole lies in the dark and out of reach");
    for (latitude, longitudes) in [(-90.0, [0.0, 137.0]), (-70.0, [-180.0, 180.0])] {
        let [a, b] = longitudes.map(|longitude| contacts(latitude, longitude).expect("an eclipse"));
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-7), "{a:?} {b:?}");
    }
}

#[test]
fn the_hybrid_of_1986_is_total_on_its_line_and_partial_five_kilometres_aside() {
    const DATE: (i32, i32, i32) = (1986, 10, 3);
    let solar = eclipses::read(generation()).expect("eclipses");
    let e = solar.iter().find(|e| e.year == 1986 && e.month == 10).expect("the eclipse");
    // Greatest eclipse, with the longitude turned from the canon's ΔT to the service's.
    let delta_t_s = on(DATE, [0.0; 3], |_, _, delta_t_s| delta_t_s);
    let longitude_deg = e.longitude_deg + (delta_t_s - e.delta_t_s) * 360.985_647 / SECONDS_PER_DAY;
    let at = |dy: f64, dx: f64| on(DATE, [e.latitude_deg + dy, longitude_deg + dx, 0.0], |_, e, _| e);
    let here = at(0.0, 0.0).expect("an eclipse");
    let lasts_s = here.central.map(|c| (c.third.t - c.second.t) * 3600.0);
    assert!(here.kind == LocalEclipseType::Total && lasts_s.is_some_and(|s| s < 2.0), "{lasts_s:?}");
    // It is partial there, but in the direction of the path and of the long, low shadow.
    let is_partial = |degrees: &i32| {
        let (east, north) = f64::from(*degrees).to_radians().sin_cos();
        at(0.045 * north, 0.09 * east).is_some_and(|e| e.kind == LocalEclipseType::Partial)
    };
    assert!((0..360).step_by(15).filter(is_partial).count() >= 18);
}
