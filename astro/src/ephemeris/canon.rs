//! Sun and Moon as the published eclipse canon has them: ELP 2000-82B and VSOP87D in the frame of date.
//!
//! The canon takes both theories in the mean ecliptic and equinox of date, with the precession of Laskar;
//! that is followed here, so that eclipses correspond record by record. Against the sky the Moon differs by
//! less than 0.6″ in 1400–2500 and by 38″ at −2000; see [`crate::ephemeris::apparent`] for what is closest to
//! the sky.

use crate::constants::{AU_KM, DAYS_PER_CENTURY, LIGHT_KM_S};
use crate::earth::nutation::Iau2000a;
use crate::earth::precession::{general_laskar, obliquity_laskar};
use crate::math::polynomial;
use crate::math::vector::{Vector, about_x, from_spherical, rotate};
use crate::theory::elp2000_82;
use crate::theory::vsop87;
use crate::time::Tt;

/// Hours that one unit of the expansions spans.
const STEP_HOURS: f64 = 5.0;
/// Coefficients of the expansions. Over ±5 h the first neglected power is below 1e-9″ for the Moon.
const ORDER: usize = 10;
/// Hours on either side of its instant over which an [`Arc`] may be asked.
pub const ARC_HOURS: f64 = 6.0;

/// The theories of the canon.
pub struct Theories {
    /// The Moon.
    pub moon: elp2000_82::Theory,
    /// The heliocentric Earth, version D.
    pub earth: vsop87::Earth,
    /// Nutation.
    pub nutation: Iau2000a,
}

/// Positions for a few hours around an instant, from one pass over the theories.
pub struct Arc {
    center: Tt,
    moon: [[f64; ORDER]; 3],
    earth: [[f64; ORDER]; 3],
    psi: [f64; ORDER],
    eps: [f64; ORDER],
}

/// Apparent geocentric Sun and Moon, true equator and equinox of date.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// The Sun, km.
    pub sun: Vector,
    /// The Moon, km.
    pub moon: Vector,
    /// Equation of the equinoxes, radians.
    pub equation_of_equinoxes: f64,
}

impl Theories {
    /// Expands the theories about `center`.
    pub fn arc(&self, center: Tt) -> Arc {
        let t = center.centuries();
        let step = STEP_HOURS / 24.0 / DAYS_PER_CENTURY;
        let mut moon = self.moon.taylor(t, step);
        moon[0][0] += general_laskar(t);
        moon[0][1] += (general_laskar(t + step) - general_laskar(t - step)) / 2.0;
        // Nutation changes by less than 0.01″ in an hour: three coefficients carry it to 1e-6″.
        let (psi, eps) = self.nutation.taylor::<4>(t, step);
        let widen = |c: [f64; 4]| std::array::from_fn(|k| c.get(k).copied().unwrap_or(0.0));
        Arc { center, moon, earth: self.earth.taylor(t, step), psi: widen(psi), eps: widen(eps) }
    }
}

impl Arc {
    /// The instant about which the arc was expanded.
    pub fn center(&self) -> Tt {
        self.center
    }

    /// Sun and Moon `hours` after the centre, within [`ARC_HOURS`]. Light time of both is applied, so the Sun
    /// carries its annual aberration.
    pub fn places(&self, hours: f64) -> Places {
        let tau = hours / STEP_HOURS;
        let delay = |km: f64| km / LIGHT_KM_S / 3600.0 / STEP_HOURS;
        let mean = obliquity_laskar(self.center.plus_hours(hours).centuries());
        let psi = polynomial::value(&self.psi, tau);
        let to_equator = about_x(-(mean + polynomial::value(&self.eps, tau)));

        let sun_km = polynomial::value(&self.earth[2], tau) * AU_KM;
        let [l, b, r] = self.earth.each_ref().map(|c| polynomial::value(c, tau - delay(sun_km)));
        let sun = from_spherical(l + std::f64::consts::PI + psi, -b, r * AU_KM);

        let moon_km = polynomial::value(&self.moon[2], tau);
        let [l, b, r] = self.moon.each_ref().map(|c| polynomial::value(c, tau - delay(moon_km)));
        let moon = from_spherical(l + psi, b, r);

        Places {
            sun: rotate(&to_equator, sun),
            moon: rotate(&to_equator, moon),
            equation_of_equinoxes: psi * mean.cos(),
        }
    }
}

/// Mean obliquity of the ecliptic in the canon's frame of date.
pub fn obliquity_of_date(t: Tt) -> f64 {
    obliquity_laskar(t.centuries())
}
