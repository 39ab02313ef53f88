//! Light time within an expansion.

use crate::constants::LIGHT_KM_S;
use crate::math::polynomial;

/// The unit in which the argument of an expansion counts: `units` times `unit_s` seconds.
pub(super) struct ExpansionStep {
    /// Seconds in an hour or in a day.
    pub unit_s: f64,
    /// Their number.
    pub units: f64,
}

/// Longitude, latitude and distance when the light left the body that is seen at `tau`.
///
/// `coordinates` are expansions of longitude, latitude (radians) and distance (in units of `unit_km`). The
/// light time is that of the distance at `tau` itself; the second iteration that is left out would change it
/// by one part in 10,000, 0.0001″ of the Moon.
pub(super) fn when_light_left<const N: usize>(
    coordinates: &[[f64; N]; 3],
    tau: f64,
    unit_km: f64,
    step: &ExpansionStep,
) -> [f64; 3] {
    let km = polynomial::value(&coordinates[2], tau) * unit_km;
    let delay = km / LIGHT_KM_S / step.unit_s / step.units;
    coordinates.each_ref().map(|c| polynomial::value(c, tau - delay))
}
