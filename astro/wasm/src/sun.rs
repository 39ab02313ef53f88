//! The Sun's disc and its light.

use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::math::portable::Portable;
use astro::sky::horizon::Horizon;

/// Julian Date of J2000.0.
const J2000_JD: f64 = 2_451_545.0;
/// Obliquity of the ecliptic at J2000.0, and inclination of the Sun's equator to the ecliptic, degrees.
const OBLIQUITY_DEG: f64 = 23.44;
const INCLINATION_DEG: f64 = 7.25;

/// Position angle of the Sun's north pole from celestial north through east at an instant in milliseconds
/// since 1970, degrees. Within 0.1°. Source: Meeus, *Astronomical Algorithms* (1998), chapter 29.
pub(crate) fn axis_deg(ms: f64) -> f64 {
    let days = ms / MS_PER_DAY as f64 + UNIX_EPOCH_JD - J2000_JD;
    let anomaly = (357.528 + 0.985_600_3 * days).to_radians();
    let centre_deg = 1.915 * anomaly.sine() + 0.02 * (2.0 * anomaly).sine();
    let longitude = (280.46 + 0.985_647_4 * days + centre_deg).to_radians();
    let node = (75.76 + 1.395_833_3 * days / 36_525.0).to_radians();
    let x = (-longitude.cosine() * OBLIQUITY_DEG.to_radians().tangent()).arctangent();
    let y = (-(longitude - node).cosine() * INCLINATION_DEG.to_radians().tangent()).arctangent();
    (x + y).to_degrees()
}

/// Refraction of a true altitude at sea level, degrees.
pub(crate) fn refraction_deg(altitude_deg: f64) -> f64 {
    let sea = Horizon::new(Observer::from_degrees(0.0, 0.0, 0.0));
    sea.refraction(altitude_deg.to_radians()).to_degrees()
}
