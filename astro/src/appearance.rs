//! The Sun and the Moon as they are seen: tilt and phase, magnitude, light, and the time that the Sun shows.

use crate::Error;
use crate::constants::{AU_KM, SECONDS_PER_DAY};
use crate::earth::rotation;
use crate::eclipse::lunar::magnitudes_at;
use crate::ephemeris::Places;
use crate::math::angle::{normalize, normalize_signed};
use crate::math::portable::Portable;
use crate::math::vector::{Vector, norm, sub, to_spherical};
use crate::sky::horizon::equatorial;
use crate::sky::horizontal::position_angle;
use crate::sky::libration::{Facing, facing};
use crate::sky::phase::phase_angle;
use crate::sky::theory::Sky;
use crate::sunlight::eclipsed::part_hidden;
use crate::time::{Tt, Ut1};
use std::f64::consts::{PI, TAU};

/// Distance of the Moon to which its phase law belongs, km. Source: Allen, *Astrophysical Quantities* (1973),
/// p. 144.
const MEAN_MOON_KM: f64 = 384_400.0;
/// Visual magnitude of the Sun at 1 au. Source: Allen (1973).
const SUN_MAGNITUDE: f64 = -26.74;
/// Largest phase angle of the phase law, degrees. At 160° it is 0.7 brighter than Allen's table, and
/// measurements are few.
const MAX_PHASE_ANGLE_DEG: f64 = 150.0;
/// Part of the Moon's diameter in the penumbra that is a contact, not an eclipse.
const CONTACT: f64 = 1e-4;
/// Light of magnitude −16.57 above the air: a foot-candle, lux. Source: Krisciunas & Schaefer (1991), eq. 8.
const FOOT_CANDLE_LUX: f64 = 10.763_91;
/// Extinction in the zenith, magnitudes: 2800 m above the sea. Source: Krisciunas & Schaefer (1991).
const EXTINCTION: f64 = 0.172;

/// The Sun, the Moon and the turned Earth at an instant.
#[derive(Debug, Clone, Copy)]
pub struct SunAndMoon {
    /// Apparent geocentric places.
    pub places: Places,
    /// Greenwich apparent sidereal time, radians.
    pub gast: f64,
    /// The instant in Universal Time.
    pub ut: Ut1,
    /// The instant in Terrestrial Time.
    pub tt: Tt,
}

/// The Moon as seen from somewhere; angles in radians.
#[derive(Debug, Clone, Copy)]
pub struct MoonAppearance {
    /// Position angle of the middle of the bright limb, from celestial north through east, 0 … 2π.
    pub bright_limb: f64,
    /// At the Moon, between the Sun and the observer, 0 … π.
    pub phase_angle: f64,
    /// The libration, and the position angle of the axis.
    pub facing: Facing,
    /// Visual magnitude above the air; `None` for a narrow crescent and in the Earth's shadow.
    pub magnitude: Option<f64>,
}

impl SunAndMoon {
    /// Places of an instant, which must belong to `tt`; `ut` is the same in UT1.
    pub fn new(places: Places, ut: Ut1, tt: Tt) -> Self {
        let gast = rotation::gast(ut, tt, places.nutation_longitude, places.obliquity);
        Self { places, gast, ut, tt }
    }

    /// Places by the theory of `sky`. Outside of its years: [`Error::OutOfRange`].
    pub fn of(sky: &Sky, ut: Ut1, tt: Tt) -> Result<Self, Error> {
        let (sun, moon) = (sky.sun(tt)?, sky.moon(tt)?);
        let places = Places {
            sun_km: sun.body_km(),
            moon_km: moon.body_km(),
            nutation_longitude: moon.nutation(tt).longitude,
            obliquity: moon.coordinates().obliquity,
        };
        Ok(Self::new(places, ut, tt))
    }

    /// Greenwich mean sidereal time, radians.
    pub fn gmst(&self) -> f64 {
        rotation::gmst(self.ut, self.tt)
    }

    /// The Moon for an observer at `observer_km`, a vector from the Earth's centre in the frame of the true
    /// equator and equinox of date.
    ///
    /// Angles are exact for the places: a bright limb within 0.001° for places within 1.1″, but for the last
    /// 20° before a phase angle of 0 or π, where it is the reciprocal of the sine. Libration as [`facing`].
    /// Magnitude: −12.73 + 0.026 |i| + 4e-9 i⁴ (Allen 1973, as in Krisciunas & Schaefer 1991, eq. 9), with
    /// 5 lg of the distances, for phase angles of at most 150° and outside the Earth's shadow. The law is
    /// within 0.11 of Allen's table; below 7° the Moon is up to 35 % brighter.
    pub fn moon(&self, observer_km: Vector) -> MoonAppearance {
        let [sun_km, moon_km] = [self.places.sun_km, self.places.moon_km].map(|km| sub(km, observer_km));
        let ((sun_ra, sun_dec, _), (moon_ra, moon_dec, moon_distance_km)) =
            (to_spherical(sun_km), to_spherical(moon_km));
        let bright_limb =
            position_angle(sun_dec.sine_cosine(), moon_dec.sine_cosine(), (sun_ra - moon_ra).sine_cosine());
        let phase_angle = phase_angle(sun_km, moon_km);
        let i = phase_angle.to_degrees();
        let distances = norm(sub(sun_km, moon_km)) / AU_KM * moon_distance_km / MEAN_MOON_KM;
        let magnitude = -12.73 + 0.026 * i + 4e-9 * i.integer_power(4) + 5.0 * distances.logarithm10();
        let is_lawful = i <= MAX_PHASE_ANGLE_DEG && magnitudes_at(&self.places).0 < CONTACT;
        MoonAppearance {
            bright_limb: normalize(bright_limb),
            phase_angle,
            facing: facing(self.tt, observer_km),
            magnitude: is_lawful.then_some(magnitude),
        }
    }

    /// Visual magnitude of the Sun above the air for an observer as in [`SunAndMoon::moon`]: −26.74 at 1 au
    /// (Allen 1973), less the light that the Moon hides ([`part_hidden`]); `None` in a total eclipse.
    pub fn sun_magnitude(&self, observer_km: Vector) -> Option<f64> {
        let [sun_km, moon_km] = [self.places.sun_km, self.places.moon_km].map(|km| sub(km, observer_km));
        let light = 1.0 - part_hidden(sun_km, moon_km);
        let magnitude =
            || SUN_MAGNITUDE + 5.0 * (norm(sun_km) / AU_KM).logarithm10() - 2.5 * light.logarithm10();
        (light > 0.0).then(magnitude)
    }

    /// Equation of time, s: apparent less mean solar time, the Sun's hour angle at Greenwich less UT1 − 12h.
    ///
    /// Within 0.1 s for a Sun within 1.1″. The formula of Meeus (1998), eq. 28.1, has the mean Sun of TT, not
    /// of UT1, which differs by ΔT × 0.0027, 0.19 s today. Reference: *Explanatory Supplement* (2013),
    /// chapter 3.
    pub fn equation_of_time_s(&self) -> f64 {
        let mean_sun = TAU * (self.ut.0 - self.ut.0.floor());
        normalize_signed(self.gast - equatorial(self.places.sun_km).0 - mean_sun) * SECONDS_PER_DAY / TAU
    }

    /// Apparent solar time, radians, 0 … 2π, at a place with this local apparent sidereal time: the Sun's
    /// geocentric hour angle + π. Accuracy as [`SunAndMoon::equation_of_time_s`].
    pub fn apparent_solar_time(&self, sidereal_time: f64) -> f64 {
        normalize(sidereal_time - equatorial(self.places.sun_km).0 + PI)
    }
}

/// Light of a body that falls on level ground under a clear sky, lux; 0 at and below the horizon.
///
/// `magnitude`: visual, above the air; `altitude`: apparent, of the centre, radians. Without the light of
/// the sky. From 5° up within 17 % of USNO Circular 171 (Janiczek & DeYoung 1987) for the Sun, and for the
/// full Moon within 33 %, 24 % from 20° up; the authors give 8 % to 23 %. Reference: Krisciunas & Schaefer
/// (1991), *Publ. Astron. Soc. Pac.* 103, 1033, eqs. 3 and 8, with their extinction of 0.172 magnitudes in
/// the zenith, times the sine of the altitude.
///
/// ```
/// // The full Moon in the zenith: 0.27 lux.
/// let lux = astro::appearance::illuminance_lux(-12.73, 90f64.to_radians());
/// assert!((lux - 0.267).abs() < 0.001);
/// ```
pub fn illuminance_lux(magnitude: f64, altitude: f64) -> f64 {
    if altitude <= 0.0 {
        return 0.0;
    }
    let air_mass = 1.0 / (1.0 - 0.96 * altitude.cosine().integer_power(2)).sqrt();
    let dimmed = magnitude + 16.57 + EXTINCTION * air_mass;
    FOOT_CANDLE_LUX * 10f64.power(-0.4 * dimmed) * altitude.sine()
}

#[cfg(test)]
mod tests;
