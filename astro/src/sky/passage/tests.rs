//! The finder against samples every second.

use super::aim::Aim;
use super::cap::Cap;
use super::finder::{Finder, InCaps, Passage};
use super::view::{PassageView, Reference};
use crate::constants::SECONDS_PER_DAY;
use crate::earth::Observer;
use crate::math::angle::normalize_signed;
use crate::math::vector::{Vector, from_spherical};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::Horizon;
use crate::sky::horizontal::Horizontal;
use crate::time::Ut1;
use proptest::prelude::*;
use std::f64::consts::TAU;

const START: Ut1 = Ut1(2_460_400.5);
/// Duration of the shortest passage that must be found, seconds: the scan has two samples of it.
const MIN_S: usize = 1;
/// Beginnings and ends, seconds: 0.02 s claimed, twice, and what the scan's rounding of a Julian Date adds.
const EDGE_S: f64 = 0.1;
/// Distance from an edge, radians, below which a look does not count: 0.002″, crossed in 0.15 ms or more.
const UNCERTAIN: f64 = 1e-8;

/// A body that moves as no slower one does: a Moon at its perigee, or a star.
#[derive(Debug, Clone, Copy)]
struct Mover {
    is_moon: bool,
    right_ascension: f64,
    declination: f64,
}

impl Mover {
    fn place(self, t: Ut1) -> ApparentPlace {
        let days = t.days_since(START);
        let gast = 1.0 + 1.002_737_909 * TAU * days;
        let km = if self.is_moon { 356_500.0 + 3000.0 * days * days } else { 1e15 };
        let motion = if self.is_moon { days } else { 0.0 };
        // 15.4° a day along the orbit, of which up to 7.5° towards the pole.
        let declination = self.declination + 0.06 * (motion * 2.2).sin();
        ApparentPlace {
            body_km: from_spherical(self.right_ascension + 0.235 * motion, declination, km),
            gast,
        }
    }
}

/// A part of the sky, radians.
#[derive(Debug, Clone, Copy)]
struct Region {
    azimuth: Option<(f64, f64)>,
    altitude: Option<(f64, f64)>,
}

impl Region {
    fn caps(self, view: &PassageView) -> Vec<Cap> {
        let of_azimuth =
            self.azimuth.map(|(azimuth, tolerance)| Cap::about_azimuth(&view.horizon, azimuth, tolerance));
        let of_altitude = self.altitude.map(|(altitude, tolerance)| {
            [
                Cap::above(&view.horizon, view.airless_altitude(altitude - tolerance)),
                Cap::below(&view.horizon, view.airless_altitude(altitude + tolerance)),
            ]
        });
        of_azimuth.into_iter().flatten().chain(of_altitude.into_iter().flatten().flatten()).collect()
    }

    /// Returns the depth of a direction inside all edges, radians.
    fn depth(self, seen: Horizontal) -> f64 {
        let across = self.azimuth.map(|(azimuth, tolerance)| {
            // As an arc, not as an angle: in the zenith all azimuths are near.
            (tolerance - normalize_signed(seen.azimuth - azimuth).abs()) * seen.altitude.cos()
        });
        let along = self.altitude.map(|(altitude, tolerance)| tolerance - (seen.altitude - altitude).abs());
        across.unwrap_or(f64::MAX).min(along.unwrap_or(f64::MAX))
    }
}

fn passages(view: &PassageView, region: Region, mover: Mover, days: f64) -> Vec<Passage> {
    let mut finder = Finder::new(START, START.plus_days(days));
    let mut found = Vec::new();
    let direction = |t: Ut1| -> Vector { view.airless(mover.place(t)) };
    let in_caps = InCaps { caps: &region.caps(view), direction };
    // In pieces, as a server does.
    for piece in 1..=4 {
        finder.search(&in_caps, START.plus_days(days * f64::from(piece) / 4.0), &mut found);
    }
    found
}

/// Runs of seconds in which something holds: first and last, both included.
fn runs(holds: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (second, _) in holds.enumerate().filter(|(_, holds)| *holds) {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == second => run.1 = second,
            _ => runs.push((second, second)),
        }
    }
    runs
}

/// Compares with samples every second; returns the number of passages in the scan.
fn agree(view: &PassageView, region: Region, mover: Mover, days: f64) -> Result<usize, TestCaseError> {
    let found = passages(view, region, mover, days);
    let seconds = (days * SECONDS_PER_DAY) as usize;
    let depth = |second: usize| {
        let t = START.plus_seconds(second as f64);
        region.depth(view.direction(view.airless(mover.place(t))))
    };
    let depths: Vec<f64> = (0..seconds).map(depth).collect();
    let spans: Vec<(f64, f64)> =
        found.iter().map(|p| (p.from.seconds_since(START), p.to.seconds_since(START))).collect();
    for pair in spans.windows(2) {
        prop_assert!(pair[0].1 <= pair[1].0, "out of order: {:?}", pair);
    }
    let inside = runs(depths.iter().map(|depth| *depth > UNCERTAIN));
    for &(first, last) in inside.iter().filter(|(first, last)| last - first >= MIN_S) {
        let is_covered =
            spans.iter().any(|(from, to)| *from <= first as f64 + EDGE_S && *to >= last as f64 - EDGE_S);
        prop_assert!(is_covered, "{first} … {last} s is not in {spans:?}");
    }
    for (first, last) in runs(depths.iter().map(|depth| *depth < -UNCERTAIN)) {
        let within = |(from, to): &(f64, f64)| *from < first as f64 - EDGE_S && *to > last as f64 + EDGE_S;
        // The scan sees no shorter ones.
        let is_wrong = last - first >= MIN_S && spans.iter().any(within);
        prop_assert!(!is_wrong, "outside {first} … {last} s, but {spans:?}");
        let ends_late = spans.iter().any(|(from, to)| {
            (*from < first as f64 - EDGE_S && *to > first as f64 + EDGE_S && *to < last as f64)
                || (*from > first as f64 && *from < last as f64 - EDGE_S && *to > last as f64 + EDGE_S)
        });
        prop_assert!(!ends_late, "outside {first} … {last} s, but {spans:?}");
    }
    Ok(inside.len())
}

/// Latitudes with the poles and the equator, degrees.
fn latitudes() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(90.0),
        Just(-90.0),
        Just(0.0),
        (-1.0f64..1.0).prop_map(|x| 90.0 - x * x * x.abs()),
        -90.0f64..=90.0,
    ]
}

fn movers() -> impl Strategy<Value = Mover> {
    (any::<bool>(), 0.0..TAU, -0.5f64..0.5).prop_map(|(is_moon, right_ascension, declination)| Mover {
        is_moon,
        right_ascension,
        declination,
    })
}

fn references() -> impl Strategy<Value = Reference> {
    prop_oneof![Just(Reference::Apparent), Just(Reference::Parallax), Just(Reference::True)]
}

/// The distance of the aim from the place of the body at some instant, as a part of the tolerance: near the
/// edge often, where passages are short.
fn offsets() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1.2f64..1.2,
        (-7.0f64..-2.0, any::<bool>()).prop_map(|(exponent, is_beyond)| {
            1.0 + if is_beyond { 1.0 } else { -1.0 } * 10f64.powf(exponent)
        })
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_passage_and_no_interruption_of_a_second_is_missed_anywhere(
        latitude in latitudes(),
        height in -400.0f64..9000.0,
        mover in movers(),
        reference in references(),
        at in 0.0f64..1.5,
        kind in 0..3,
        tolerances in (-2.0f64..1.65, -2.0f64..1.65),
        off in (offsets(), offsets()),
    ) {
        let horizon = Horizon::new(Observer::from_degrees(latitude, 20.0, height));
        let view = PassageView { horizon, reference };
        let seen = view.direction(view.airless(mover.place(START.plus_days(at))));
        let (across, along) = (10f64.powf(tolerances.0).to_radians(), 10f64.powf(tolerances.1).to_radians());
        let region = Region {
            azimuth: (kind != 1).then_some((seen.azimuth + off.0 * across, across)),
            altitude: (kind != 0).then_some((seen.altitude + off.1 * along, along)),
        };
        agree(&view, region, mover, 1.5)?;
    }

    #[test]
    fn a_body_that_goes_through_the_zenith_is_followed(
        latitude in -28f64..28.0,
        is_moon in any::<bool>(),
        miss in -0.02f64..0.02,
        tolerance in 0.01f64..45.0,
        azimuth in 0.0f64..360.0,
        height in 0.0f64..90.0,
    ) {
        let mover = Mover { is_moon, right_ascension: 2.0, declination: (latitude + miss).to_radians() };
        let horizon = Horizon::new(Observer::from_degrees(latitude, 20.0, 0.0));
        let view = PassageView { horizon, reference: Reference::Apparent };
        let region = Region {
            azimuth: Some((azimuth.to_radians(), tolerance.to_radians())),
            altitude: Some((height.to_radians(), (90.0 - height).to_radians())),
        };
        agree(&view, region, mover, 1.0)?;
    }

    #[test]
    fn a_culmination_just_inside_a_band_is_found(
        latitude in -89f64..89.0,
        mover in movers(),
        inside_arcsec in 0.05f64..60.0,
    ) {
        let horizon = Horizon::new(Observer::from_degrees(latitude, 20.0, 0.0));
        let view = PassageView { horizon, reference: Reference::Parallax };
        let altitude = |second: i32| {
            let t = START.plus_seconds(f64::from(second));
            view.direction(view.airless(mover.place(t))).altitude
        };
        let highest = (0..86_400).step_by(20).map(altitude).fold(f64::MIN, f64::max);
        let tolerance = 0.01f64.to_radians();
        let aim = highest + tolerance - inside_arcsec * crate::math::angle::ARCSEC;
        let region = Region { azimuth: None, altitude: Some((aim, tolerance)) };
        prop_assert!(agree(&view, region, mover, 1.0)? >= 1);
    }

    #[test]
    fn the_instant_of_a_passage_is_where_the_quantity_is_met(
        latitude in -80f64..80.0,
        mover in movers(),
        at in 0.1f64..0.9,
        across_deg in 0.01f64..20.0,
    ) {
        let horizon = Horizon::new(Observer::from_degrees(latitude, 20.0, 0.0));
        let view = PassageView { horizon, reference: Reference::Apparent };
        let direction = |t: Ut1| view.direction(view.airless(mover.place(t)));
        let aim = direction(START.plus_days(at));
        let tolerance = across_deg.to_radians();
        let both =
            Region { azimuth: Some((aim.azimuth, tolerance)), altitude: Some((aim.altitude, tolerance)) };
        let holds = |p: &&Passage| p.from <= START.plus_days(at) && p.to >= START.plus_days(at);
        let found = passages(&view, both, mover, 1.0);
        let passage = *found.iter().find(holds).expect("the body is there at that instant");
        let met = Aim::Direction(aim).instant(direction, passage);
        prop_assert!((met.seconds_since(START.plus_days(at))).abs() < EDGE_S, "{met:?}");
        let one = Region { azimuth: Some((aim.azimuth, tolerance)), altitude: None };
        let found = passages(&view, one, mover, 1.0);
        let passage = *found.iter().find(holds).expect("the body is there at that instant");
        let met = direction(Aim::Azimuth(aim.azimuth).instant(direction, passage));
        let off = normalize_signed(met.azimuth - aim.azimuth) * met.altitude.cos();
        prop_assert!(off.abs() < 1e-5, "{off}");
    }
}
