//! Nutation: the part of the motion of the Earth's axis with periods of months and years, caused by Moon and
//! Sun.

use crate::math::angle::ARCSEC;
use crate::math::portable::Portable;
use crate::math::series::{Series, Term};

/// By how much the true equator and equinox differ from the mean ones; radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nutation {
    /// Nutation in longitude, Δψ.
    pub longitude: f64,
    /// Nutation in obliquity, Δε.
    pub obliquity: f64,
}

/// The series of IAU 2000A.
///
/// Accuracy 0.0002″ in 1980–2050; free core nutation is not part of it. Source: Mathews, Herring &
/// Buffett (2002), J. Geophys. Res. 107, B4, as in IERS Conventions (2010), chapter 5, with arguments that
/// are full polynomials.
#[derive(Debug, Clone)]
pub struct Iau2000a {
    psi: Series,
    eps: Series,
}

/// A luni-solar term: multiples of l, l′, F, D, Ω; sin Δψ, its rate per century, cos Δψ, cos Δε, its
/// rate, sin Δε, in 0.1 µas.
pub type LuniSolar = ([f64; 5], [f64; 6]);
/// A planetary term: multiples of l, F, D, Ω, Mercury … Neptune, general precession; sin Δψ, cos Δψ,
/// sin Δε, cos Δε, in 0.1 µas.
pub type Planetary = ([f64; 13], [f64; 4]);

const UNIT: f64 = ARCSEC / 1e7;

/// l, l′, F, D, Ω in arcseconds. Source: IERS Conventions (2003), eq. 5.43, with l′ and D of MHB2000.
const DELAUNAY: [[f64; 5]; 5] = [
    [485_868.249036, 1_717_915_923.2178, 31.8792, 0.051635, -0.00024470],
    [1_287_104.79305, 129_596_581.0481, -0.5532, 0.000136, -0.00001149],
    [335_779.526232, 1_739_527_262.8478, -12.7512, -0.001037, 0.00000417],
    [1_072_260.70369, 1_602_961_601.2090, -6.3706, 0.006593, -0.00003169],
    [450_160.398036, -6_962_890.5431, 7.4722, 0.007702, -0.00005939],
];

/// l, F, D, Ω, mean longitudes of Mercury … Neptune, general precession: radians, per century (and t² for
/// the last). Source: MHB2000 and IERS Conventions (2003), eq. 5.44.
const PLANETARY: [[f64; 3]; 13] = [
    [2.35555598, 8328.6914269554, 0.0],
    [1.627905234, 8433.466158131, 0.0],
    [5.198466741, 7771.3771468121, 0.0],
    [2.18243920, -33.757045, 0.0],
    [4.402608842, 2608.7903141574, 0.0],
    [3.176146697, 1021.3285546211, 0.0],
    [1.753470314, 628.3075849991, 0.0],
    [6.203480913, 334.0612426700, 0.0],
    [0.599546497, 52.9690962641, 0.0],
    [0.874016757, 21.3299104960, 0.0],
    [5.481293872, 7.4781598567, 0.0],
    [5.321159000, 3.8127774000, 0.0],
    [0.0, 0.024381750, 0.00000538691],
];

impl Iau2000a {
    /// From the two published tables.
    pub fn new(luni_solar: &[LuniSolar], planetary: &[Planetary]) -> Self {
        let (mut psi, mut eps) = (Vec::new(), Vec::new());
        for (multiples, [ps, pst, pc, ec, ect, es]) in luni_solar {
            let argument: [f64; 5] =
                std::array::from_fn(|k| (0..5).map(|j| multiples[j] * DELAUNAY[j][k]).sum::<f64>() * ARCSEC);
            push(&mut psi, 0, *ps, *pc, argument);
            push(&mut psi, 1, *pst, 0.0, argument);
            push(&mut eps, 0, *es, *ec, argument);
            push(&mut eps, 1, 0.0, *ect, argument);
        }
        for (multiples, [ps, pc, es, ec]) in planetary {
            let mut argument = [0.0; 5];
            for (a, k) in argument.iter_mut().zip(0..3) {
                *a = (0..13).map(|j| multiples[j] * PLANETARY[j][k]).sum();
            }
            push(&mut psi, 0, *ps, *pc, argument);
            push(&mut eps, 0, *es, *ec, argument);
        }
        Self { psi: Series::new(&psi), eps: Series::new(&eps) }
    }

    /// Taylor coefficients of Δψ and Δε, radians, at `t` Julian centuries of TT since J2000.0 in units of
    /// `step` centuries; see [`Series::taylor`].
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> ([f64; N], [f64; N]) {
        (self.psi.taylor(t, step), self.eps.taylor(t, step))
    }

    /// The nutation at `t` Julian centuries of TT since J2000.0.
    pub fn value(&self, t: f64) -> Nutation {
        Nutation { longitude: self.psi.value(t), obliquity: self.eps.value(t) }
    }
}

/// Adds `sin · sin(a) + cos · cos(a)` as one term.
fn push(terms: &mut Vec<Term>, power: u8, sin: f64, cos: f64, mut argument: [f64; 5]) {
    let amplitude = sin.hypotenuse(cos);
    if amplitude > 0.0 {
        argument[0] = crate::math::angle::normalize(argument[0] + cos.arctangent2(sin));
        terms.push(Term { power, amplitude: amplitude * UNIT, argument });
    }
}
