//! Direct and global intensity of sunlight by a formula of the air mass and the height alone.

use crate::math::portable::Portable;
use crate::sunlight::air_mass::kasten_young;

/// Intensity above the air that the formula was fitted with, W/m². Source: Laue (1970), Solar Energy 13, 43.
const INTENSITY_W_M2: f64 = 1353.0;
/// Greatest height for which the formula was fitted, km.
const HIGHEST_KM: f64 = 4.0;
/// Altitude of the centre at which the upper limb is on the horizon, radians: −0.2667°.
const MIN_ALTITUDE: f64 = -0.266_7 * std::f64::consts::PI / 180.0;

/// Sunlight on a surface that faces the Sun, W/m².
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intensity {
    /// Relative air mass.
    pub air_mass: f64,
    /// Light of the Sun's disc alone.
    pub direct_w_m2: f64,
    /// With the light of the sky.
    pub global_w_m2: f64,
}

/// Intensity for an air mass at a height of 0 to 4 km; others count as the nearest of these.
///
/// Within some 10 % of measurements under a clear sky in the middle latitudes. Source: Meinel & Meinel,
/// *Applied Solar Energy* (1976), section 2.2, with the height of Laue (1970).
///
/// ```
/// let zenith = astro::sunlight::intensity::of_air_mass(1.0, 0.0);
/// assert!((zenith.direct_w_m2 - 947.1).abs() < 1e-9 && (zenith.global_w_m2 - 1041.81).abs() < 1e-9);
/// ```
pub fn of_air_mass(air_mass: f64, height_m: f64) -> Intensity {
    let h = (height_m / 1000.0).clamp(0.0, HIGHEST_KM);
    let through_air = 0.7f64.power(air_mass.power(0.678));
    let with_height = |share: f64| INTENSITY_W_M2 * ((1.0 - share) * through_air + share);
    Intensity { air_mass, direct_w_m2: with_height(0.14 * h), global_w_m2: 1.1 * with_height(h / 7.1) }
}

/// Intensity for an altitude of the Sun's centre that is seen, radians; none when the Sun is below −0.2667°.
/// Height and accuracy as in [`of_air_mass`].
pub fn at_altitude(altitude: f64, height_m: f64) -> Option<Intensity> {
    (altitude >= MIN_ALTITUDE).then(|| of_air_mass(kasten_young(altitude), height_m))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_the_interface() {
        for (air_mass, height_m, global, direct) in [
            (1.0, 0.0, 1041.81, Some(947.1)),
            (1.5, 0.0, 930.629_044_56, Some(846.026_404_15)),
            (10.0, 0.0, 272.075_568_45, None),
            (1.5, 2000.0, 1_087.719_454_54, Some(987.979_010_99)),
        ] {
            let found = of_air_mass(air_mass, height_m);
            assert!((found.global_w_m2 - global).abs() < 1e-6, "{found:?}");
            assert!(direct.is_none_or(|direct| (found.direct_w_m2 - direct).abs() < 1e-6), "{found:?}");
        }
        assert!(at_altitude(-0.27f64.to_radians(), 0.0).is_none());
        assert_eq!(of_air_mass(2.0, 9000.0), of_air_mass(2.0, 4000.0));
    }
}
