//! The air mass that the light of a body passes through.

use crate::math::portable::Portable;

/// Relative air mass at an altitude that is seen, radians: 1 in the zenith, 38 at the horizon.
///
/// Valid from −0.2667° up, within 0.5 % of a standard atmosphere. Source: Kasten & Young (1989), Appl. Opt.
/// 28, 4735, eq. 3 with the coefficients of table 1.
///
/// ```
/// use astro::sunlight::air_mass::kasten_young;
/// assert!((kasten_young(90f64.to_radians()) - 1.0).abs() < 3e-4);
/// // Overhead nearly 1; at the horizon 37.92, as in the table of Kasten & Young.
/// assert!((kasten_young(30f64.to_radians()) - 1.9943).abs() < 1e-4);
/// assert!((kasten_young(5f64.to_radians()) - 10.31).abs() < 0.01);
/// assert!((kasten_young(0.0) - 37.92).abs() < 0.01);
/// ```
pub fn kasten_young(altitude: f64) -> f64 {
    1.0 / (altitude.sine() + 0.505_72 * (altitude.to_degrees() + 6.079_95).power(-1.636_4))
}

/// Pressure at a height as part of that at sea level; `height_m` in metres. Source: the isothermal atmosphere
/// with a scale height of 8434.5 m, as the clear-sky model of Ineichen and Perez takes it.
pub fn pressure_ratio(height_m: f64) -> f64 {
    (-height_m / 8434.5).exponential()
}
