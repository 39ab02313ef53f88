//! The mean longitudes on which every argument of ELP/MPP02 rests: as published, and as fitted to JPL DE440.

use crate::math::angle::ARCSEC;
use crate::math::polynomial;
use crate::theory::elp::dms;

/// The fundamental arguments: mean longitudes of the Moon, its perigee and its node (W1, W2, W3), of the
/// Earth-Moon barycentre (T), of its perihelion (ϖ′); arcseconds, coefficients of t⁰ … t⁴ in Julian
/// centuries since J2000.0. Every argument of the theory is an integer multiple of these (and of the planets'
/// longitudes, which are linear).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arguments {
    /// Mean longitude of the Moon.
    pub w1: [f64; 5],
    /// Mean longitude of the lunar perigee.
    pub w2: [f64; 5],
    /// Mean longitude of the ascending node.
    pub w3: [f64; 5],
    /// Mean longitude of the Earth-Moon barycentre.
    pub t: [f64; 5],
    /// Longitude of its perihelion.
    pub perihelion: [f64; 5],
    /// Rate of precession, arcseconds per century, that makes ζ = W1 + precession.
    pub precession: f64,
}

/// Constants fitted to lunar laser ranging 1970–2001 (Chapront & Francou 2003, tables 3 and 6; corrections to
/// W2 and W3 rates included). Tidal n-dot −25.858″/cy². Within 0.05″ of JPL DE440 in longitude in 1950–2150,
/// 0.1″ in 1650–2250 and 0.9″ in 1550–2650.
pub const LLR: Arguments = Arguments {
    w1: [
        dms(218.0, 18.0, 59.95571 - 0.10525),
        1_732_559_343.736_04 - 0.32311,
        -6.8084 - 0.03794,
        0.66040e-2,
        -0.31690e-4,
    ],
    w2: [
        dms(83.0, 21.0, 11.67475 + 0.16826),
        14_643_420.3171 + 0.08017 + W2_RATE_CORRECTION,
        -38.2631,
        -0.45047e-1,
        0.21301e-3,
    ],
    w3: [
        dms(125.0, 2.0, 40.39816 - 0.10760),
        -6_967_919.5383 - 0.04317 + W3_RATE_CORRECTION,
        6.3590,
        0.76250e-2,
        -0.35860e-4,
    ],
    t: [dms(100.0, 27.0, 59.13885 - 0.04012), 129_597_742.293_00 + 0.01442, -0.0202, 0.9e-5, 0.15e-6],
    perihelion: [dms(102.0, 56.0, 14.45766 - 0.04854), 1161.24342, 0.529265, -0.11814e-3, 0.11379e-4],
    precession: 5029.0966 - 0.29965,
};

// What the changes of ν, Γ, E, n′, e′ do to the mean motions of perigee and node (same source, section
// 4.3).
const DELTA_NU: f64 = -0.32311;
const DELTA_GAMMA: f64 = 0.00069;
const DELTA_E: f64 = 0.00005;
const DELTA_NP: f64 = 0.01442;
const DELTA_EP: f64 = 0.00226;
const AM: f64 = 0.074_801_329;
const XA: f64 = 2.0 * 0.002_571_881 / 3.0;
const NU: f64 = 1_732_559_343.736_04 - 0.32311;
const W2_RATE_CORRECTION: f64 = rate_correction(
    14_643_420.3171 + 0.08017,
    [0.311_079_095, -0.004_482_398, -0.001_102_485, 0.001_056_062, 0.000_050_928],
);
const W3_RATE_CORRECTION: f64 = rate_correction(
    -6_967_919.5383 - 0.04317,
    [-0.103_837_907, 0.000_668_287, -0.001_298_072, -0.000_178_028, -0.000_037_342],
);

const fn rate_correction(rate: f64, b: [f64; 5]) -> f64 {
    let y = AM * b[0] + XA * b[4];
    // NU of the partial derivatives is in radians: b are derivatives with respect to radians of Γ, E, e′.
    (rate / NU - y) * DELTA_NU
        + y / AM * DELTA_NP
        + NU * ARCSEC * (b[1] * DELTA_GAMMA + b[2] * DELTA_E + b[3] * DELTA_EP)
}

/// [`LLR`] moved to JPL DE440, 1550–2650; meant to be used with the long waves of [`super::super::de440`].
///
/// The differences from LLR were found by least squares from 6,000 geocentric places of the Moon spread
/// evenly over 1550–2650, those after 2506 with a third of the weight. What remains, waves included, has a
/// root mean square of 0.004″ in longitude (0.002″ in 1850–2150), 0.0014″ in latitude and 3 m in distance;
/// its greatest value is 0.018″ in 1550–2506 and 0.027″ after. All these are over the same 6,000 places that
/// were fitted: at others it may be a little more.
///
/// They are no better than DE440: the t³ of the mean longitude, the largest of them, is not in DE406 and
/// would be 0.4″ in 1550 and minutes of arc in antiquity. Outside of 1550–2650 see [`Arguments::held_at`].
pub const DE440: Arguments = LLR.plus(&Arguments {
    w1: [0.047_85, -0.067_31, 0.009_194, 0.006_128, -0.000_407],
    w2: [0.061_98, -0.017_51, 0.007_446, 0.001_103, 0.0],
    w3: [0.046_03, 0.104_27, -0.000_081, -0.001_792, 0.0],
    t: [0.037_52, -0.012_33, 0.0, 0.0, 0.0],
    perihelion: [0.0; 5],
    precession: 0.0,
});

impl Arguments {
    const fn plus(&self, more: &Self) -> Self {
        Self {
            w1: sum(&self.w1, &more.w1),
            w2: sum(&self.w2, &more.w2),
            w3: sum(&self.w3, &more.w3),
            t: sum(&self.t, &more.t),
            perihelion: sum(&self.perihelion, &more.perihelion),
            precession: self.precession + more.precession,
        }
    }

    /// These arguments, carried on from `t` as `other` runs: each keeps its distance from `other` at `t`
    /// centuries.
    pub fn held_at(&self, t: f64, other: &Self) -> Self {
        let held = |mine: &[f64; 5], others: &[f64; 5]| -> [f64; 5] {
            let apart: [f64; 5] = std::array::from_fn(|k| mine[k] - others[k]);
            let mut held = *others;
            held[0] += polynomial::value(&apart, t);
            held
        };
        Self {
            w1: held(&self.w1, &other.w1),
            w2: held(&self.w2, &other.w2),
            w3: held(&self.w3, &other.w3),
            t: held(&self.t, &other.t),
            perihelion: held(&self.perihelion, &other.perihelion),
            precession: other.precession,
        }
    }

    /// D, F, l, l′, ζ in radians.
    pub(super) fn delaunay(&self) -> [[f64; 5]; 5] {
        let difference =
            |a: &[f64; 5], b: &[f64; 5]| -> [f64; 5] { std::array::from_fn(|k| (a[k] - b[k]) * ARCSEC) };
        let mut d = difference(&self.w1, &self.t);
        d[0] += std::f64::consts::PI;
        let mut zeta = self.w1.map(|c| c * ARCSEC);
        zeta[1] += self.precession * ARCSEC;
        [
            d,
            difference(&self.w1, &self.w3),
            difference(&self.w1, &self.w2),
            difference(&self.t, &self.perihelion),
            zeta,
        ]
    }
}

const fn sum(a: &[f64; 5], b: &[f64; 5]) -> [f64; 5] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_arguments_meet_where_they_are_held_and_run_beside_the_others_from_there() {
        let held = DE440.held_at(-4.5, &LLR);
        let at = |c: &[f64; 5], t: f64| polynomial::value(c, t);
        assert!((at(&held.w1, -4.5) - at(&DE440.w1, -4.5)).abs() < 1e-4);
        let apart = |t| at(&held.w3, t) - at(&LLR.w3, t);
        assert!((apart(-4.5) - apart(-40.0)).abs() < 1e-4 && apart(-4.5).abs() > 0.01);
    }
}
