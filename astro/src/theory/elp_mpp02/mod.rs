//! ELP/MPP02: the Moon fitted to lunar laser ranging.
//!
//! Source: Chapront & Francou (2003), "The lunar theory ELP revisited", Astron. Astrophys. 404, 735, and
//! their note of 2002 for the constants. 35,901 terms, geocentric, inertial mean ecliptic and equinox of
//! J2000.0. The terms are the same whatever the set of [`Arguments`]: [`LLR`] as published, [`DE440`] as
//! fitted to that ephemeris, [`DE406`] as published for six millennia.

mod arguments;
mod de406;

pub use arguments::{Arguments, DE440, LLR};
pub use de406::DE406;

use crate::Error;
use crate::math::angle::{ARCSEC, normalize};
use crate::math::polynomial;
use crate::math::series::{Series, Term};
use crate::math::vector::Rotation;
use crate::theory::elp::add_polynomial;
use crate::theory::rows;

/// A term of the main problem: multiples of D, F, l, l′ and the amplitude (arcseconds; km for the
/// distance).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MainTerm {
    /// Longitude, latitude, distance: 0, 1, 2.
    pub coordinate: usize,
    /// Multiples of D, F, l, l′.
    pub multiples: [f64; 4],
    /// Amplitude; sine for the angles, cosine for the distance.
    pub amplitude: f64,
}

/// A perturbation: multiples of D, F, l, l′, ζ, and a linear planetary argument.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerturbationTerm {
    /// Longitude, latitude, distance: 0, 1, 2.
    pub coordinate: usize,
    /// Power of the time in centuries.
    pub power: u8,
    /// Multiples of D, F, l, l′, ζ.
    pub multiples: [f64; 5],
    /// Amplitude of the sine.
    pub amplitude: f64,
    /// Phase, planetary longitudes at J2000.0 included, radians.
    pub phase: f64,
    /// Rate of the planetary part, radians per century.
    pub planetary_rate: f64,
}

/// The theory, ready to be evaluated.
#[derive(Debug, Clone)]
pub struct Theory {
    coordinates: [Series; 3],
    mean_longitude: [f64; 5],
}

/// Ratio of the semi-major axes of DE405 and of ELP (same source).
const DISTANCE_SCALE: f64 = 384_747.961_370_172_5 / 384_747.980_674_318;

impl Theory {
    /// From the terms and a set of arguments.
    pub fn new(
        main: &[MainTerm],
        perturbations: &[PerturbationTerm],
        arguments: &Arguments,
    ) -> Result<Self, Error> {
        let delaunay = arguments.delaunay();
        let coordinate = |k: usize| {
            let unit = if k == 2 { DISTANCE_SCALE } else { ARCSEC };
            let mut terms = Vec::new();
            for m in main.iter().filter(|m| m.coordinate == k) {
                let mut argument = combine(&m.multiples, &delaunay);
                if k == 2 {
                    argument[0] += std::f64::consts::FRAC_PI_2;
                }
                terms.push(Term { power: 0, amplitude: m.amplitude * unit, argument });
            }
            for p in perturbations.iter().filter(|p| p.coordinate == k) {
                let mut argument = combine(&p.multiples, &delaunay);
                argument[0] += p.phase;
                argument[1] += p.planetary_rate;
                terms.push(Term { power: p.power, amplitude: p.amplitude * unit, argument });
            }
            Series::new(&terms)
        };
        let coordinates = [coordinate(0), coordinate(1), coordinate(2)];
        if coordinates.iter().any(Series::is_empty) {
            return Err(Error::Table {
                table: "elp-mpp02",
                problem: "longitude, latitude and distance must each have terms".into(),
            });
        }
        Ok(Self { coordinates, mean_longitude: arguments.w1.map(|c| c * ARCSEC) })
    }

    /// The truncated theory: the leading 1,053 of the 35,901 terms, with a set of arguments. Within 0.5″ and
    /// 3.2 km of the whole in −2000 … +3000, 0.12″ in the mean. Its terms are those of 0.01″ and 0.2 km and
    /// more; terms with a power of the time count twenty centuries from J2000.0.
    pub fn truncated(arguments: &Arguments) -> Self {
        let main = rows(include_str!("main_problem.csv")).map(|[coordinate, d, f, l, l_sun, amplitude]| {
            MainTerm { coordinate: coordinate as usize, multiples: [d, f, l, l_sun], amplitude }
        });
        let perturbations = rows(include_str!("perturbations.csv")).map(
            |[coordinate, power, d, f, l, l_sun, zeta, amplitude, phase, planetary_rate]| PerturbationTerm {
                coordinate: coordinate as usize,
                power: power as u8,
                multiples: [d, f, l, l_sun, zeta],
                amplitude,
                phase,
                planetary_rate,
            },
        );
        Self::new(&main.collect::<Vec<_>>(), &perturbations.collect::<Vec<_>>(), arguments)
            .expect("the tables have terms for each coordinate")
    }

    /// Number of terms.
    pub fn terms(&self) -> usize {
        self.coordinates.iter().map(Series::len).sum()
    }

    /// Taylor coefficients of longitude, latitude (radians, mean ecliptic of date and inertial equinox of
    /// J2000.0) and distance (km) at `t` Julian centuries in units of `step` centuries; see
    /// [`Series::taylor`].
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [[f64; N]; 3] {
        let mut longitude = self.coordinates[0].taylor::<N>(t, step);
        add_polynomial(&mut longitude, &self.mean_longitude, t, step);
        [longitude, self.coordinates[1].taylor(t, step), self.coordinates[2].taylor(t, step)]
    }
}

fn combine<const M: usize>(multiples: &[f64; M], arguments: &[[f64; 5]; 5]) -> [f64; 5] {
    let mut sum: [f64; 5] = std::array::from_fn(|k| (0..M).map(|j| multiples[j] * arguments[j][k]).sum());
    sum[0] = normalize(sum[0]);
    sum
}

/// From the mean ecliptic of date with the inertial equinox to the ecliptic and equinox of J2000.0.
/// Source: Laskar (1986), as in Chapront & Francou (2003), eqs. 7–8; `t` in Julian centuries.
pub fn to_j2000(t: f64) -> Rotation {
    let p = t * polynomial::value(
        &[0.101_803_91e-4, 0.470_204_39e-6, -0.541_736_7e-9, -0.250_794_8e-11, 0.463_486e-14],
        t,
    );
    let q = t * polynomial::value(
        &[-0.113_469_002e-3, 0.123_726_74e-6, 0.126_541_7e-8, -0.137_180_8e-11, -0.320_334e-14],
        t,
    );
    let r = 2.0 * (1.0 - p * p - q * q).sqrt();
    [
        [1.0 - 2.0 * p * p, 2.0 * p * q, p * r],
        [2.0 * p * q, 1.0 - 2.0 * q * q, -q * r],
        [-p * r, q * r, 1.0 - 2.0 * p * p - 2.0 * q * q],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_without_terms_is_an_error() {
        assert!(Theory::new(&[], &[], &LLR).is_err());
    }
}
