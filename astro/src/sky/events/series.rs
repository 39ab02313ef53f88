//! Events as changes of sign, and finding them.

use crate::Error;
use crate::math::portable::Portable;
use crate::math::search::{self, Sample, SignChange};
use crate::sky::events::course::SunMoonCourse;
use crate::time::Tt;

/// An event of Sun, Moon or Galactic Center; each belongs to one of the series of zeros of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkyEvent {
    /// The Sun's longitude is 0.
    MarchEquinox,
    /// The Sun's longitude is 90°.
    JuneSolstice,
    /// The Sun's longitude is 180°.
    SeptemberEquinox,
    /// The Sun's longitude is 270°.
    DecemberSolstice,
    /// The Earth is nearest to the Sun.
    Perihelion,
    /// The Earth is farthest from the Sun.
    Aphelion,
    /// Moon and Sun have one longitude.
    NewMoon,
    /// The Moon is 90° east of the Sun.
    FirstQuarter,
    /// The Moon is 180° from the Sun.
    FullMoon,
    /// The Moon is 270° east of the Sun.
    LastQuarter,
    /// The Moon is nearest to the Earth.
    Perigee,
    /// The Moon is farthest from the Earth.
    Apogee,
    /// The Moon passes the ecliptic northwards.
    AscendingNode,
    /// The Moon passes the ecliptic southwards.
    DescendingNode,
    /// The Moon's declination is greatest.
    MaxNorth,
    /// The Moon's declination is least.
    MaxSouth,
    /// The Sun has the longitude of the Galactic Center.
    GalacticCenterConjunction,
    /// The Sun is 180° from the Galactic Center.
    GalacticCenterOpposition,
    /// The Sun's longitude is a multiple of a step in degrees, a divisor of 180.
    SolarLongitude(u16),
    /// The Moon's longitude less that of the Sun is a multiple of a step in degrees, a divisor of 180.
    LunarElongation(u16),
}

/// A quantity at an instant.
type Value = fn(&SunMoonCourse, Tt) -> Result<f64, Error>;

/// Zeros of one quantity: what happens where it rises, and where it falls.
struct EventSeries {
    rising: SkyEvent,
    falling: SkyEvent,
    /// Days between samples, well below those between two zeros.
    step_days: f64,
    value: Value,
}

const fn zeros(rising: SkyEvent, falling: SkyEvent, step_days: f64, value: Value) -> EventSeries {
    EventSeries { rising, falling, step_days, value }
}

/// Tolerance of an instant before the last secant, which leaves microseconds: 9 ms.
const TOLERANCE_DAYS: f64 = 1e-7;
/// Interval between samples for the Sun's events, two a year.
const YEARLY: f64 = 16.0;
/// Interval between samples for the Moon's events, two a month: two zeros are at least 12 days apart.
const MONTHLY: f64 = 3.0;
/// Upper limits of the rates of the Sun's longitude and of the Moon's elongation, degrees a day: 1.022 with
/// the eccentricity of −2000, and 14.5.
const MAX_SUN_DEG: f64 = 1.03;
const MAX_ELONGATION_DEG: f64 = 14.6;

use SkyEvent as E;

static SERIES: [EventSeries; 9] = [
    zeros(E::MarchEquinox, E::SeptemberEquinox, YEARLY, |course, t| Ok(course.sun_longitude(t)?.sine())),
    zeros(E::DecemberSolstice, E::JuneSolstice, YEARLY, |course, t| Ok(course.sun_longitude(t)?.cosine())),
    zeros(E::Perihelion, E::Aphelion, YEARLY, |course, t| course.sun_distance_rate(t)),
    zeros(E::NewMoon, E::FullMoon, MONTHLY, |course, t| Ok(course.elongation(t)?.sine())),
    zeros(E::LastQuarter, E::FirstQuarter, MONTHLY, |course, t| Ok(course.elongation(t)?.cosine())),
    zeros(E::Perigee, E::Apogee, MONTHLY, |course, t| course.moon_distance_rate(t)),
    zeros(E::AscendingNode, E::DescendingNode, MONTHLY, |course, t| course.moon_latitude(t)),
    zeros(E::MaxSouth, E::MaxNorth, MONTHLY, |course, t| course.moon_declination_rate(t)),
    zeros(E::GalacticCenterConjunction, E::GalacticCenterOpposition, YEARLY, |course, t| {
        Ok(course.from_galactic_center(t)?.sine())
    }),
];

/// All events of the given kinds from `from` (included) to `to` (excluded), series after series, each in
/// order of time.
///
/// The ephemeris must reach 0.9 days farther at either end, for light times and rates, or the answer is
/// [`Error::OutOfRange`]. Accuracy, the worst of all events of 1900–2100 against JPL DE440: equinoxes and
/// solstices 0.30 s, phases 0.17 s, nodes 0.31 s, greatest declinations 0.75 s, perigee and apogee 0.17 s,
/// perihelion and aphelion 27 s, the Galactic Center 0.5 s. Multiples of an angle are as good as equinoxes
/// and phases. Source of the definitions: *Explanatory Supplement* (2013), section 12.2; Meeus,
/// *Astronomical Algorithms* (1998), chapters 27, 38 and 49 to 52.
pub fn between(
    course: &SunMoonCourse,
    kinds: &[SkyEvent],
    from: Tt,
    to: Tt,
) -> Result<Vec<(SkyEvent, Tt)>, Error> {
    let mut found = Vec::new();
    for s in SERIES.iter().filter(|s| kinds.contains(&s.rising) || kinds.contains(&s.falling)) {
        let event = |c: SignChange| (if c.is_rising { s.rising } else { s.falling }, Tt(c.t));
        let all = changes(|t| (s.value)(course, t), s.step_days, from, to)?.into_iter().map(event);
        found.extend(all.filter(|(event, _)| kinds.contains(event)));
    }
    for kind in kinds {
        let (angle, step_deg, rate_deg): (Value, _, _) = match *kind {
            E::SolarLongitude(deg) => (|course, t| course.sun_longitude(t), f64::from(deg), MAX_SUN_DEG),
            E::LunarElongation(deg) => (|course, t| course.elongation(t), f64::from(deg), MAX_ELONGATION_DEG),
            _ => continue,
        };
        // This sine is 0 at each multiple of the step, and nowhere else.
        let value = |t| Ok((angle(course, t)? * (180.0 / step_deg)).sine());
        let all = changes(value, step_deg / rate_deg / 2.0, from, to)?;
        found.extend(all.into_iter().map(|c| (*kind, Tt(c.t))));
    }
    Ok(found)
}

/// The changes of sign of a quantity, sampled at most every `step_days`.
fn changes(
    value: impl Fn(Tt) -> Result<f64, Error>,
    step_days: f64,
    from: Tt,
    to: Tt,
) -> Result<Vec<SignChange>, Error> {
    let steps = (to.days_since(from) / step_days).ceil().max(1.0);
    let step_days = to.days_since(from) / steps;
    let at = |k: u32| from.plus_days(f64::from(k) * step_days).0;
    let sample = |t: f64| Ok(Sample { t, value: value(Tt(t))? });
    let samples = (0..=steps as u32).map(|k| sample(at(k))).collect::<Result<Vec<_>, Error>>()?;
    // All instants between the samples lie in the ephemeris as these do.
    let value = |t: f64| value(Tt(t)).unwrap_or(f64::NAN);
    Ok(search::sign_changes(value, samples, TOLERANCE_DAYS).collect())
}
