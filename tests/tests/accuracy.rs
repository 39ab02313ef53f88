//! Checks the standard errors in responses against the reference samples.
//!
//! Two of three differences must lie within one standard error and 99 of 100 within three. No standard error
//! may be so wide that this proves nothing. All comparisons use ΔT of the sample and computed refraction, so
//! that neither contributes to the differences.

use crate::generation;
use crate::horizon::ut1;
use artifacts::tables::elements;
use artifacts::tables::ephemeris::Ephemeris;
use astro::accuracy::{AngularRates, Causes};
use astro::constants::UNIX_EPOCH_JD;
use astro::earth::Observer;
use astro::eclipse::local::{Circumstances, ObservedEclipse};
use astro::ephemeris::residual::{self, TheoryName};
use astro::ephemeris::{Body, Ephemerides, truncated};
use astro::math::angle::{ARCSEC, normalize_signed};
use astro::math::vector::{Vector, about_x, rotate, to_spherical};
use astro::sky::events::{self, SkyEvent, SunMoonCourse};
use astro::sky::horizon::Horizon;
use astro::sky::riseset::{self, Event, Limb};
use astro::sky::theory::{Sky, Target, Theory};
use astro::theory::vsop87;
use astro::time::{Tt, Ut1};
use std::collections::{BTreeMap, HashMap};
use tests::number;

/// Least share of differences within one and within three standard errors.
const SHARES: [f64; 2] = [0.68, 0.99];
/// Maximum ratio of a standard error to the root mean square of the differences.
const WIDEST: f64 = 10.0;
/// Share of half a rounding step that counts as its error: three of four are within it, so that chance does
/// not decide.
const ROUNDING: f64 = 0.75;
/// The rises and sets of the sample are given to 0.01 s.
const HUNDREDTH_SIGMA_S: f64 = 0.005 * ROUNDING;
/// Instants of events are given to 1e-7 days, s.
const JD_SIGMA_S: f64 = 0.00432 * ROUNDING;
/// Azimuths and altitudes of the sample are given to 0.000001° and rest on the nutation IAU 2000B, which is
/// up to two thousandths of an arcsecond from IAU 2000A; arcseconds.
const DIGIT_SIGMA_ARCSEC: f64 = (0.0018 + 0.002) * ROUNDING;
/// The Moon of the sample of rises and sets is DE440's moved by this many arcseconds times the square of
/// the centuries from 2000.
const MOVED_ARCSEC: f64 = 0.016;
/// The centuries from 2000 in which it is.
const DE440_CENTURIES: std::ops::RangeInclusive<f64> = -4.5..=6.5;
/// The ephemeris has the Moon's distance when its light left, the sample when it arrives: up to 40 km apart,
/// 0.1″ of its semidiameter.
const SEMIDIAMETER_ARCSEC: f64 = 0.08;
/// A culmination so close to the horizon may or may not count.
const GRAZE_DEG: f64 = 0.01;

/// Differences of each kind, each with its standard error.
#[derive(Default)]
struct Compared(BTreeMap<String, Vec<(f64, f64, String)>>);

impl Compared {
    fn add(&mut self, kind: &str, difference: f64, sigma: f64, at: &str) {
        self.0.entry(kind.to_owned()).or_default().push((difference, sigma, at.to_owned()));
    }

    /// Prints every kind and asserts that its standard errors hold.
    fn hold(&self) {
        assert!(!self.0.is_empty(), "nothing was compared");
        let faults: Vec<_> = self.0.iter().filter_map(|(name, kind)| Self::fault(name, kind)).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// Prints shares, worst ratio and width of a kind; returns the faults.
    fn fault(name: &str, kind: &[(f64, f64, String)]) -> Option<String> {
        let count = kind.len() as f64;
        let share = |most: f64| kind.iter().filter(|d| d.0.abs() <= most * d.1).count() as f64 / count;
        let shares = [share(1.0), share(3.0)];
        let ratio = |d: &&(f64, f64, String)| d.0.abs() / d.1;
        let worst = kind.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        let mean = |of: &dyn Fn(&(f64, f64, String)) -> f64| {
            (kind.iter().map(|d| of(d).powi(2)).sum::<f64>() / count).sqrt()
        };
        let (rms, sigma) = (mean(&|d| d.0), mean(&|d| d.1));
        println!(
            "{name}: {count} compared, {:.1} % within 1 σ, {:.1} % within 3 σ, worst {:.2} σ at {}; \
             rms {rms:.3}, σ {sigma:.3}, {:.1} times the rms",
            shares[0] * 100.0,
            shares[1] * 100.0,
            ratio(&worst),
            worst.2,
            sigma / rms
        );
        let is_held = shares[0] >= SHARES[0] && shares[1] >= SHARES[1] && sigma <= WIDEST * rms;
        (!is_held).then(|| format!("{name}: {shares:?}, σ {sigma}, rms {rms}"))
    }
}

/// The sources of the server: the ephemeris where it reaches, and truncated theories elsewhere.
pub(crate) struct SkySources {
    ephemeris: Ephemeris,
    truncated_earth: vsop87::Earth,
    truncated: truncated::TruncatedTheories,
}

impl SkySources {
    pub(crate) fn new() -> Self {
        let ephemeris = Ephemeris::open(generation()).expect("columns");
        let (truncated_earth, truncated) =
            (vsop87::Earth::truncated(), truncated::TruncatedTheories::default());
        Self { ephemeris, truncated_earth, truncated }
    }

    /// The sky at an instant; a day on either side is covered too.
    fn sky(&self, t: Tt) -> Sky<'_> {
        let (from, to) = self.ephemeris.columns().range();
        let is_covered = (from.plus_days(2.0)..to.plus_days(-2.0)).contains(&t);
        self.with(if is_covered { Theory::Precise } else { Theory::Truncated })
    }

    pub(crate) fn with(&self, theory: Theory) -> Sky<'_> {
        Sky {
            theory,
            ephemeris: self.ephemeris.columns(),
            truncated_earth: &self.truncated_earth,
            truncated: &self.truncated,
        }
    }
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn positions_are_as_accurate_as_stated() {
    let (answering, sources) = (SkySources::new(), crate::sky::sources());
    let mut compared = Compared::default();
    for r in &tests::rows(&tests::reference("positions_sample.csv")) {
        let t = Tt(number(r, "jd_tt"));
        let full = sources.apparent.places(t);
        // The sample uses the nutation of IAU 2000B and gives that of IAU 2000A in another column.
        let nutation_arcsec = number(r, "dpsi_2000a_as") - number(r, "dpsi_as");
        let mut add = |what: &str, name: TheoryName, body: &str, [longitude, latitude]: [f64; 2]| {
            let theirs = |column: &str| number(r, &format!("{body}_{column}_deg")).to_radians();
            let kind = if body == "sun" { Body::Sun } else { Body::Moon };
            let east = normalize_signed(longitude - theirs("lon")) / ARCSEC - nutation_arcsec;
            let sigma = residual::sigma(name, kind, t).arcsec;
            let what = format!("{kind:?} of {what}, {}, ″", r["kernel"]);
            compared.add(&what, east * theirs("lat").cos(), sigma, &r["iso_tt"]);
            compared.add(&what, (latitude - theirs("lat")) / ARCSEC, sigma, &r["iso_tt"]);
        };
        // Before and after DE440 the Moon of DE406, with its own tidal acceleration and with that of the
        // theories.
        let moons: &[&str] = if r["kernel"] == "de440" { &["moon"] } else { &["moon", "moon_nd"] };
        for (what, theory, name) in [
            ("standard", Theory::Standard, TheoryName::Standard),
            ("vsop-87a-tr", Theory::TruncatedSun, TheoryName::TruncatedSun),
            ("truncated", Theory::Truncated, TheoryName::Truncated),
        ] {
            let sky = answering.with(theory);
            let sun = sky.sun(t).expect("valid in all years").coordinates();
            add(what, name, "sun", [sun.apparent_longitude, sun.latitude]);
            let moon = sky.moon(t).expect("valid in all years").coordinates();
            for body in moons.iter().filter(|_| theory != Theory::TruncatedSun) {
                add(what, name, body, [moon.apparent_longitude, moon.latitude]);
            }
        }
        let ecliptic = |km: Vector| {
            let (longitude, latitude, _) = to_spherical(rotate(&about_x(full.obliquity), km));
            [longitude, latitude]
        };
        add("precise", TheoryName::Sky, "sun", ecliptic(full.sun_km));
        for body in moons {
            add("precise", TheoryName::Sky, body, ecliptic(full.moon_km));
        }
    }
    compared.hold();
}

fn observer(r: &HashMap<String, String>, height_m: f64) -> Observer {
    Observer::from_degrees(number(r, "lat_deg"), number(r, "lon_deg"), height_m)
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn azimuths_and_altitudes_are_as_accurate_as_stated() {
    let (answering, mut compared) = (SkySources::new(), Compared::default());
    for r in &tests::rows(&tests::reference("topocentric_sample.csv")) {
        let ut = ut1(number(r, "unix_ms"));
        let tt = ut.to_tt(number(r, "delta_t_s"));
        let (sky, horizon) = (answering.sky(tt), Horizon::new(observer(r, number(r, "height_m"))));
        // The Moon of DE406 also with the tidal acceleration of the theories.
        let is_precise = sky.theory == Theory::Precise;
        let moved = (!is_precise).then_some((Target::Moon, "moon"));
        for (target, name) in [(Target::Sun, "sun"), (Target::Moon, "moon_raw")].into_iter().chain(moved) {
            let place = sky.place(target, ut, tt).expect("covered");
            let ours = horizon.topocentric(place.body_km, place.gast).direction();
            let theirs = |column: &str| number(r, &format!("{name}_{column}_deg")).to_radians();
            let turned = normalize_signed(ours.azimuth - theirs("az")) * ours.altitude.cos() / ARCSEC;
            let lifted = (ours.altitude - theirs("alt")) / ARCSEC;
            let kind = format!("{target:?} over a horizon, {:?}, ″", sky.theory);
            for apart in [turned, lifted] {
                let sigma = sky.theory.sigma_arcsec(target, tt).hypot(DIGIT_SIGMA_ARCSEC);
                compared.add(&kind, apart, sigma, &r["iso_ut"]);
            }
        }
    }
    compared.hold();
}

/// A body in the course of a day for an observer.
struct Watched<'a> {
    sky: Sky<'a>,
    target: Target,
    horizon: Horizon,
    delta_t_s: f64,
}

impl Watched<'_> {
    fn events(&self, from: Ut1, to: Ut1) -> Vec<(Event, Ut1)> {
        let limb = if self.target == Target::Sun { Limb::sun(0.0) } else { Limb::moon(0.0) };
        let course = |t: Ut1| self.sky.place(self.target, t, t.to_tt(self.delta_t_s)).expect("covered");
        riseset::events(course, &self.horizon, &limb, from, to).events
    }

    /// One standard error of an event, s, from the theory and from `beside_arcsec` of other errors.
    ///
    /// The samples have the tidal acceleration of the theories, so that its error is not in them.
    fn sigma_s(&self, event: Event, t: Ut1, beside_arcsec: f64) -> f64 {
        let angle = |ut: Ut1, tt: Tt| {
            let place = self.sky.place(self.target, ut, tt).expect("covered");
            let seen = self.horizon.topocentric(place.body_km, place.gast);
            match event {
                Event::Transit => seen.east_km / seen.distance_km(),
                Event::Rise | Event::Set => seen.direction().altitude,
            }
        };
        let tt = t.to_tt(self.delta_t_s);
        let is_rise_of_moon = self.target == Target::Moon && event != Event::Transit;
        let limb_arcsec = if is_rise_of_moon { SEMIDIAMETER_ARCSEC } else { 0.0 };
        let all_arcsec = self.sky.theory.sigma_arcsec(self.target, tt);
        let drift_arcsec = if self.target == Target::Moon { residual::drift_arcsec(tt) } else { 0.0 };
        let of_theory = (all_arcsec.powi(2) - drift_arcsec.powi(2)).max(0.0).sqrt();
        let theory_arcsec = of_theory.hypot(beside_arcsec).hypot(limb_arcsec);
        let causes = Causes { delta_t_s: 0.0, theory_arcsec, refraction_arcsec: 0.0 };
        AngularRates::of(angle, t, tt).sigma(causes).total_s()
    }
}

fn target(r: &HashMap<String, String>) -> Target {
    if r["body"] == "sun" { Target::Sun } else { Target::Moon }
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn rises_transits_and_sets_are_as_accurate_as_stated() {
    let (answering, mut compared) = (SkySources::new(), Compared::default());
    for r in &tests::rows(&tests::reference("riseset_sample.csv")) {
        let (from, delta_t_s) = (ut1(number(r, "start_unix_ms")), number(r, "delta_t_s"));
        let sky = answering.sky(from.to_tt(delta_t_s));
        let watched = Watched { sky, target: target(r), horizon: Horizon::new(observer(r, 0.0)), delta_t_s };
        let centuries = from.to_tt(delta_t_s).centuries();
        let is_moved = watched.target == Target::Moon && DE440_CENTURIES.contains(&centuries);
        let moved_arcsec = if is_moved { MOVED_ARCSEC * centuries * centuries } else { 0.0 };
        let events = watched.events(from, from.plus_days(1.0));
        for (event, column) in [(Event::Rise, "rise_s"), (Event::Set, "set_s"), (Event::Transit, "transit_s")]
        {
            let ours: Vec<Ut1> = events.iter().filter(|e| e.0 == event).map(|e| e.1).collect();
            let theirs = r[column].split(';').filter(|s| !s.is_empty());
            let theirs: Vec<f64> = theirs.map(|s| s.parse().expect("seconds")).collect();
            let is_graze = event != Event::Transit && number(r, "nearest_margin_deg").abs() < GRAZE_DEG;
            if ours.len() != theirs.len() || is_graze {
                // Another test covers missed events.
                continue;
            }
            for (ours, theirs_s) in ours.into_iter().zip(theirs) {
                let apart_s = ours.seconds_since(from) - theirs_s;
                let what = if event == Event::Transit { "transits" } else { "rises and sets" };
                let kind = format!("{what} of the {}, {:?}, s", r["body"], watched.sky.theory);
                let at = format!("{event:?} {} at {} {}", r["start_iso_ut"], r["lat_deg"], r["lon_deg"]);
                let sigma_s = watched.sigma_s(event, ours, moved_arcsec).hypot(HUNDREDTH_SIGMA_S);
                compared.add(&kind, apart_s, sigma_s, &at);
            }
        }
    }
    compared.hold();
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn contacts_of_the_canon_are_as_accurate_as_its_theories() {
    let elements = elements::read(generation()).expect("columns");
    let mut compared = Compared::default();
    for r in &tests::rows(&tests::reference("local_sample.csv")) {
        let row = elements.of_eclipse(number(r, "cat_no") as i32).expect("a row");
        let (polynomials, delta_t_s) = (row.polynomials(), number(r, "delta_t_s"));
        let local = ObservedEclipse::new(&polynomials, observer(r, number(r, "height_m")), delta_t_s);
        let Some(e) = local.contacts() else { continue };
        let central = e.central.filter(|_| r["type"] == "total" || r["type"] == "annular");
        let contacts: [(&str, Option<Circumstances>); 4] = [
            ("c1", Some(e.first)),
            ("c2", central.map(|c| c.second)),
            ("c3", central.map(|c| c.third)),
            ("c4", Some(e.fourth)),
        ];
        for (name, contact) in contacts {
            let column = |of: &str| r.get(&format!("{name}_{of}")).filter(|text| !text.is_empty());
            let value = |of| column(of).map(|text| text.parse::<f64>().expect("a number"));
            let (Some(c), Some(unix_ms), Some(rate)) = (contact, value("unix_ms"), value("rate_as_s")) else {
                continue;
            };
            let ut = local.instant(c.t).to_ut1(delta_t_s);
            let apart_s = ut.seconds_since(Ut1(UNIX_EPOCH_JD)) - unix_ms / 1000.0;
            let sigma = residual::elongation_sigma(TheoryName::Canon, local.instant(c.t)) / ARCSEC;
            compared.add("limbs at contacts by the canon, ″", apart_s * rate, sigma, &r["td_date"]);
        }
    }
    compared.hold();
}

#[test]
fn events_are_as_accurate_as_stated() {
    let answering = SkySources::new();
    let mut compared = Compared::default();
    for theory in [Theory::Precise, Theory::Truncated] {
        let course = SunMoonCourse { sky: answering.with(theory) };
        compare_events(&course, if theory == Theory::Precise { "" } else { ", truncated" }, &mut compared);
    }
    compared.hold();
}

fn compare_events(course: &SunMoonCourse, by: &str, compared: &mut Compared) {
    for row in &tests::rows(&tests::root().join("tests/data/events_de440.csv")) {
        let kind = crate::events::KINDS.iter().find(|kind| kind.0 == row["key"]).expect("a known kind");
        let event: SkyEvent = kind.1;
        let t = Tt(number(row, "jd_tt"));
        let found = events::between(course, &[event], t.plus_days(-2.0), t.plus_days(2.0));
        let found = found.expect("in the ephemeris")[0].1;
        let sigma = event.sigma(course, found).expect("in the ephemeris").seconds.hypot(JD_SIGMA_S);
        let kind = match event {
            SkyEvent::Perihelion | SkyEvent::Aphelion => "apsides of the Sun",
            SkyEvent::Perigee | SkyEvent::Apogee => "apsides of the Moon",
            SkyEvent::AscendingNode | SkyEvent::DescendingNode => "nodes",
            SkyEvent::MaxNorth | SkyEvent::MaxSouth => "greatest declinations",
            SkyEvent::GalacticCenterConjunction | SkyEvent::GalacticCenterOpposition => "Galactic Center",
            SkyEvent::NewMoon
            | SkyEvent::FirstQuarter
            | SkyEvent::FullMoon
            | SkyEvent::LastQuarter
            | SkyEvent::LunarElongation(_) => "phases",
            SkyEvent::MarchEquinox
            | SkyEvent::JuneSolstice
            | SkyEvent::SeptemberEquinox
            | SkyEvent::DecemberSolstice
            | SkyEvent::SolarLongitude(_) => "seasons",
        };
        compared.add(&format!("{kind}, s{by}"), found.seconds_since(t), sigma, &row["jd_tt"]);
    }
}
