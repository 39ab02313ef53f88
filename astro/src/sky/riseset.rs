//! Rise, transit and set, and twilights.
//!
//! A day is sampled every hour, and the sign changes between the samples are the events. Where three samples
//! bend towards the horizon without reaching it, the culmination between them is found and made a sample of
//! its own, so that a short visit above or below the horizon is not missed.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, HORIZON_REFRACTION, K_MEAN_LIMB, SUN_SEMIDIAMETER};
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::{Horizon, HorizonVector};
use crate::time::Ut1;

/// One hour: a body crosses the horizon at most twice in it, and passes the meridian once.
const STEP_DAYS: f64 = 1.0 / 24.0;
/// 0.02 s.
const TOLERANCE_DAYS: f64 = 2e-7;
/// Margin within which a bend is sampled. In half an hour from its culmination a body sinks by 0.5° at
/// most, 0.009 as a sine; the rest is for the parallax of the Moon.
const BEND: f64 = 0.03;

/// The upper limb of a body against the visible horizon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limb {
    /// Radius of the body, km.
    pub radius_km: f64,
    sin_horizon: f64,
    cos_horizon: f64,
}

impl Limb {
    /// The upper limb of a body at a horizon that lies `dip` radians below the level one, with 34′ of
    /// refraction.
    pub fn new(radius_km: f64, dip: f64) -> Self {
        let (sin_horizon, cos_horizon) = (HORIZON_REFRACTION + dip).sine_cosine();
        Self { radius_km, sin_horizon, cos_horizon }
    }

    /// The upper limb of the Sun; `dip` in radians, as of [`crate::sky::horizon::dip`].
    pub fn sun(dip: f64) -> Self {
        Self::new(SUN_SEMIDIAMETER.sine() * AU_KM, dip)
    }

    /// The upper limb of the Moon; `dip` in radians.
    pub fn moon(dip: f64) -> Self {
        Self::new(K_MEAN_LIMB * EQUATORIAL_RADIUS_KM, dip)
    }

    /// A point at any distance, such as a star; `dip` in radians.
    pub fn point(dip: f64) -> Self {
        Self::new(0.0, dip)
    }

    /// The centre of a body at an altitude, radians, without air: twilights. −6° is civil, −12° nautical,
    /// −18° astronomical twilight. Source: *Explanatory Supplement* (2013), section 12.3.
    pub fn center_at(altitude: f64) -> Self {
        let (sine, cos_horizon) = altitude.sine_cosine();
        Self { radius_km: 0.0, sin_horizon: -sine, cos_horizon }
    }

    /// Sine of the altitude of the centre minus its sine when the limb is on the horizon: positive while any
    /// part of the body is up.
    #[inline]
    pub fn margin(&self, body: HorizonVector) -> f64 {
        let distance_km = body.distance_km();
        body.up_km / distance_km - self.sin_threshold(distance_km)
    }

    /// Altitude of the limb over its horizon, radians: positive while any part of the body is up.
    pub fn height(&self, body: HorizonVector) -> f64 {
        let distance_km = body.distance_km();
        (body.up_km / distance_km).arcsine() - self.altitude(distance_km)
    }

    /// Altitude of the centre, without air, when the limb is on the horizon, radians.
    pub fn altitude(&self, distance_km: f64) -> f64 {
        self.sin_threshold(distance_km).arcsine()
    }

    /// Sine of the altitude of the centre when the limb is on the horizon.
    #[inline]
    fn sin_threshold(&self, distance_km: f64) -> f64 {
        let sin_radius = self.radius_km / distance_km;
        -(self.sin_horizon * (1.0 - sin_radius * sin_radius).max(0.0).sqrt() + self.cos_horizon * sin_radius)
    }
}

/// An event in the daily course of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The upper limb comes up.
    Rise,
    /// Upper passage of the meridian.
    Transit,
    /// The upper limb goes down.
    Set,
}

/// The events of a body in an interval of time, usually a day.
#[derive(Debug, Clone, PartialEq)]
pub struct DayEvents {
    /// Events in order of time.
    pub events: Vec<(Event, Ut1)>,
    /// `true` if the body is above the horizon at the beginning.
    pub starts_above: bool,
}

/// A sample of the body: the instant (Julian Date), its position, and its distance east of the meridian, km.
#[derive(Clone, Copy)]
struct BodySample {
    t: f64,
    seen: HorizonVector,
}

/// A body that is watched over a stretch of time, once each hour, for any number of limbs.
///
/// Every instant is within 0.02 s, plus the error of the course. Culminations within 0.0001° of a horizon may
/// or may not count as a rise and a set.
pub struct BodyWatch<'a, F> {
    course: F,
    horizon: &'a Horizon,
    from: Ut1,
    to: Ut1,
    looks: Vec<BodySample>,
}

impl<'a, F: Fn(Ut1) -> ApparentPlace> BodyWatch<'a, F> {
    /// Watches a body from an instant (included) to another (excluded); `course` gives its place for an hour
    /// more at either end.
    pub fn new(course: F, horizon: &'a Horizon, from: Ut1, to: Ut1) -> Self {
        let steps = (to.days_since(from) / STEP_DAYS).ceil().max(1.0);
        let step = to.days_since(from) / steps;
        let mut watch = Self { course, horizon, from, to, looks: Vec::with_capacity(steps as usize + 3) };
        // One sample before the beginning and one after the end: a bend at either end needs its neighbours.
        let looks = (-1..=steps as i64 + 1).map(|k| watch.look(from.0 + k as f64 * step)).collect();
        watch.looks = looks;
        watch
    }

    fn look(&self, t: f64) -> BodySample {
        let place = (self.course)(Ut1(t));
        BodySample { t, seen: self.horizon.topocentric(place.body_km, place.gast) }
    }

    fn is_inside(&self, t: Ut1) -> bool {
        t >= self.from && t < self.to
    }

    /// Returns whether a limb is above its horizon at the beginning.
    pub fn starts_above(&self, limb: &Limb) -> bool {
        // The first sample is before the beginning.
        limb.margin(self.looks[1].seen) >= 0.0
    }

    /// Returns when a limb crosses its horizon, in order of time, and whether it rises then.
    pub fn crossings(&self, limb: &Limb) -> Vec<(bool, Ut1)> {
        let margin = |t: f64| limb.margin(self.look(t).seen);
        let seen = self.looks.iter().map(|look| Sample { t: look.t, value: limb.margin(look.seen) });
        let samples = with_culminations(margin, &seen.collect::<Vec<_>>());
        let changes = search::sign_changes(margin, samples, TOLERANCE_DAYS);
        changes.map(|c| (c.is_rising, Ut1(c.t))).filter(|c| self.is_inside(c.1)).collect()
    }

    /// Upper transits, in order of time.
    pub fn transits(&self) -> Vec<Ut1> {
        // East turns to west at the upper transit, west to east at the lower.
        self.meridian(false)
    }

    /// Lower transits, in order of time: of the Sun, midnights.
    pub fn lower_transits(&self) -> Vec<Ut1> {
        self.meridian(true)
    }

    fn meridian(&self, is_lower: bool) -> Vec<Ut1> {
        let east_km = self.looks[1..].iter().map(|look| Sample { t: look.t, value: look.seen.east_km });
        search::sign_changes(|t| self.look(t).seen.east_km, east_km, TOLERANCE_DAYS)
            .filter(|c| c.is_rising == is_lower)
            .map(|c| Ut1(c.t))
            .filter(|t| self.is_inside(*t))
            .collect()
    }

    /// Rises, upper transits and sets of a limb.
    pub fn day(&self, limb: &Limb) -> DayEvents {
        let crossings = self.crossings(limb).into_iter();
        let rise_and_set = crossings.map(|(is_rise, t)| (if is_rise { Event::Rise } else { Event::Set }, t));
        let transits = self.transits().into_iter().map(|t| (Event::Transit, t));
        let mut events: Vec<_> = rise_and_set.chain(transits).collect();
        events.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        DayEvents { events, starts_above: self.starts_above(limb) }
    }
}

/// All rises, transits and sets from `from` (included) to `to` (excluded), for a body whose place `course`
/// gives for an hour more at either end.
///
/// The stretch may have any length; it is sampled every hour. Accuracy: as of [`BodyWatch`]. Source of the
/// convention, upper limb and 34′ of refraction: *Explanatory Supplement* (2013), section 12.3; the
/// parallax is that of the observer's own place, not Meeus's (1998, chapter 15) mean one.
pub fn events(
    course: impl Fn(Ut1) -> ApparentPlace,
    horizon: &Horizon,
    limb: &Limb,
    from: Ut1,
    to: Ut1,
) -> DayEvents {
    BodyWatch::new(course, horizon, from, to).day(limb)
}

/// The margins of all samples but the first, with one more where the body comes across the horizon for a
/// short time between two samples: at its culmination.
fn with_culminations(margin: impl Fn(f64) -> f64, looks: &[Sample]) -> Vec<Sample> {
    // A day has one upper and one lower culmination, or two.
    let mut samples = Vec::with_capacity(looks.len() + 3);
    for neighbours in looks.windows(3) {
        let [before, here, after] = [0, 1, 2].map(|k| neighbours[k]);
        match hidden_culmination(&margin, before, here, after) {
            Some(peak) if peak.t < here.t => samples.extend([peak, here]),
            Some(peak) => samples.extend([here, peak]),
            None => samples.push(here),
        }
    }
    samples.extend(looks.last());
    samples
}

/// The culmination that reaches to the other side of the horizon while the three samples around it do not.
fn hidden_culmination(
    margin: impl Fn(f64) -> f64,
    before: Sample,
    here: Sample,
    after: Sample,
) -> Option<Sample> {
    let (a, b, c) = (before.value, here.value, after.value);
    // Which way the horizon lies: up from below it, down from above it.
    let side = if a < 0.0 && b < 0.0 && c < 0.0 {
        1.0
    } else if a >= 0.0 && b >= 0.0 && c >= 0.0 {
        -1.0
    } else {
        return None;
    };
    let is_nearest = b * side >= a * side && b * side > c * side;
    if !is_nearest || b.abs() > BEND {
        return None;
    }
    let t = search::minimum(|t| -side * margin(t), before.t, after.t, TOLERANCE_DAYS).ok()?;
    let peak = Sample::of(margin, t);
    (peak.value * side > 0.0).then_some(peak)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;
    use crate::earth::rotation::gmst;
    use crate::math::vector::from_spherical;

    #[test]
    fn twilights_agree_with_a_look_each_second_also_near_the_poles() {
        use crate::constants::AU_KM;
        // A Sun that climbs by 0.4° a day, about the dates when twilights begin to last all night.
        let course = |t: Ut1| {
            let declination = 12.0 + 0.4 * t.days_since(Ut1(2_460_400.5));
            let body_km = from_spherical(1.0, declination.to_radians(), AU_KM);
            ApparentPlace { body_km, gast: gmst(t, t.to_tt(64.0)) }
        };
        let (from, to) = (Ut1(2_460_400.5), Ut1(2_460_401.5));
        for (latitude, altitude) in
            (-90..=90).step_by(6).flat_map(|l| [-18.0, -12.0, -6.0, -4.0, 6.0].map(|a| (f64::from(l), a)))
        {
            let horizon = Horizon::new(Observer::from_degrees(latitude, 0.0, 0.0));
            let is_above = |second: usize| {
                let place = course(from.plus_seconds(second as f64));
                let seen = horizon.topocentric(place.body_km, place.gast).direction();
                seen.altitude.to_degrees() >= altitude
            };
            let scan: Vec<_> = (0..86_400).map(is_above).collect();
            let expected: Vec<_> =
                (1..86_400).filter(|s| scan[*s] != scan[s - 1]).map(|s| (scan[s], s as f64 - 0.5)).collect();
            let watch = BodyWatch::new(course, &horizon, from, to);
            let limb = Limb::center_at(f64::to_radians(altitude));
            let found = watch.crossings(&limb);
            assert_eq!(found.len(), expected.len(), "{latitude}° {altitude}°: {found:?} {expected:?}");
            for ((rises, t), (rose, s)) in found.iter().zip(&expected) {
                // The scan has a resolution of a second.
                assert!(rises == rose && (t.seconds_since(from) - s).abs() < 0.53, "{latitude}° {altitude}°");
            }
            assert_eq!(watch.starts_above(&limb), scan[0]);
            assert_eq!((watch.transits().len(), watch.lower_transits().len()), (1, 1));
        }
    }

    #[test]
    fn no_event_falls_into_quiet_days() {
        // A body whose declination goes to and fro by 25°, 7.5° a day at most: faster than any of the sky.
        let per_day = 7.5f64.to_radians();
        let declination = |t: Ut1| 25f64.to_radians() * ((t.0 - 2_460_400.5) * 0.3).sin();
        let body = |t: Ut1| from_spherical(1.0, declination(t), 380_000.0);
        let course = |t: Ut1| ApparentPlace { body_km: body(t), gast: gmst(t, t.to_tt(64.0)) };
        let mut quiet = 0.0;
        for (latitude, altitude) in (-90..=90).step_by(9).flat_map(|l| [-18.0, -0.8, 5.0].map(|a| (l, a))) {
            let horizon = Horizon::new(Observer::from_degrees(f64::from(latitude), 0.0, 0.0));
            let altitude = f64::to_radians(altitude);
            for from in (0..20).map(|day| Ut1(2_460_400.5 + f64::from(day))) {
                let days = horizon.quiet_days(body(from), [altitude; 2], per_day);
                let watch = BodyWatch::new(course, &horizon, from, from.plus_days(days.max(1e-3)));
                assert!(days == 0.0 || watch.crossings(&Limb::center_at(altitude)).is_empty(), "{latitude}°");
                quiet += days;
            }
        }
        assert!(quiet > 300.0, "{quiet} days");
    }

    #[test]
    fn a_visit_of_minutes_is_found_wherever_it_falls_between_the_samples() {
        // A star culminates 0.001° above the horizon of 60° north, for two or three minutes.
        let horizon = Horizon::new(Observer::from_degrees(60.0, 0.0, 0.0));
        let body_km = from_spherical(1.0, (-30.0 - 34.0 / 60.0 + 0.001f64).to_radians(), 1e15);
        let star = |t: Ut1| ApparentPlace { body_km, gast: gmst(t, t.to_tt(64.0)) };
        for k in 0..48 {
            let from = 2_460_400.5 + f64::from(k) / 100.0;
            let day = events(star, &horizon, &Limb::point(0.0), Ut1(from), Ut1(from + 0.997_2));
            let count = |kind| day.events.iter().filter(|e| e.0 == kind).count();
            assert_eq!((count(Event::Rise), count(Event::Set)), (1, 1), "{k}: {day:?}");
        }
    }
}
