//! ELP 2000-82B: the Moon of the published eclipse canon.
//!
//! Source: Chapront-Touzé & Chapront (1983, 1988), Astron. Astrophys. 124, 50 and 190, 342; the 36 files of
//! the Bureau des Longitudes. 37,872 terms, geocentric, mean ecliptic of date and inertial equinox of
//! J2000.0.
//!
//! The original theory differs from its revision ELP/MPP02 in three ways that matter over millennia: its
//! secular arguments, planetary and Poisson terms whose Delaunay arguments are linear in time, and planetary
//! terms without t² parts.

use crate::Error;
use crate::math::angle::{ARCSEC, normalize};
use crate::math::series::{Series, Term};
use crate::theory::elp::{add_polynomial, dms};

/// Corrections to the mean longitudes of the Moon, its perigee and its node, arcseconds, coefficients of
/// t⁰, t¹ and t² in Julian centuries, with which the theory reproduces the published canon.
///
/// The canon states its Moon only as "ELP-2000/82" with n-dot −25.858″/cy². These six numbers, the only
/// quantities fitted, were found by comparing times and γ of greatest eclipse over five millennia, and
/// published elements of 1500 … 2500, with those of the theory. The t² of perigee and node are most of
/// what the change of n-dot does to them: its way through the partial derivatives of the theory gives
/// 0.0145″ and −0.0037″.
const CANON: [[f64; 3]; 3] = [[-0.042, -0.4106, 0.0], [0.0, 0.065, 0.0132], [0.0, -0.5246, -0.002_78]];

/// Mean longitudes of the Moon, its perigee and its node; arcseconds, coefficients of t⁰ … t⁴ in Julian
/// centuries. The t² of the Moon is the theory's −5.8883″ moved from its own n-dot (−23.8946″/cy²)
/// to the canon's −25.858″/cy².
const W: [[f64; 5]; 3] = [
    [
        dms(218.0, 18.0, 59.95571) + CANON[0][0],
        1_732_559_343.736_04 + CANON[0][1],
        -5.8883 - (25.858 - 23.8946) / 2.0,
        0.6604e-2,
        -0.3169e-4,
    ],
    [
        dms(83.0, 21.0, 11.67475),
        14_643_420.2632 + CANON[1][1],
        -38.2776 + CANON[1][2],
        -0.45047e-1,
        0.21301e-3,
    ],
    [dms(125.0, 2.0, 40.39816), -6_967_919.3622 + CANON[2][1], 6.3622 + CANON[2][2], 0.7625e-2, -0.3586e-4],
];
/// Mean longitude of the Earth-Moon barycentre.
const EARTH: [f64; 5] = [dms(100.0, 27.0, 59.22059), 129_597_742.2758, -0.0202, 0.9e-5, 0.15e-6];
/// Longitude of its perihelion.
const PERIHELION: [f64; 5] = [dms(102.0, 56.0, 14.42753), 1161.2283, 0.5327, -0.138e-3, 0.0];
/// Mean longitudes of Mercury … Neptune at J2000.0 and their rates (VSOP82).
const PLANETS: [[f64; 2]; 8] = [
    [dms(252.0, 15.0, 3.25986), 538_101_628.68898],
    [dms(181.0, 58.0, 47.28305), 210_664_136.43355],
    [EARTH[0], EARTH[1]],
    [dms(355.0, 25.0, 59.78866), 68_905_077.59284],
    [dms(34.0, 21.0, 5.34212), 10_925_660.42861],
    [dms(50.0, 4.0, 38.89694), 4_399_609.65932],
    [dms(314.0, 3.0, 18.01841), 1_542_481.19393],
    [dms(304.0, 20.0, 55.19575), 786_550.32074],
];
/// Rate of the precession in ζ = W1 + precession.
const PRECESSION: f64 = 5029.0966;

// Corrections of the constants ν, E, Γ, n′, e′ to DE200 (radians, or relative), and the ratios that the
// partial derivatives use.
const NU: f64 = 1_732_559_343.736_04 * ARCSEC;
const DELTA_NU: f64 = 0.55604 * ARCSEC / NU;
const DELTA_E: f64 = 0.01789 * ARCSEC;
const DELTA_GAMMA: f64 = -0.08066 * ARCSEC;
const DELTA_NP: f64 = -0.06424 * ARCSEC / NU;
const DELTA_EP: f64 = -0.12879 * ARCSEC;
const AM: f64 = 0.074_801_329_518;
const DTASM: f64 = 2.0 * 0.002_571_881_335 / (3.0 * AM);
/// Ratio of the semi-major axes of DE200 and of the theory.
const DISTANCE_SCALE: f64 = 384_747.980_644_895_4 / 384_747.980_674_316_5;

/// A term of the main problem (files ELP1 … ELP3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MainTerm {
    /// Longitude, latitude, distance: 0, 1, 2.
    pub coordinate: usize,
    /// Multiples of D, l′, l, F.
    pub multiples: [f64; 4],
    /// Coefficient, arcseconds or km.
    pub amplitude: f64,
    /// Its partial derivatives with respect to m, Γ, E, e′, α.
    pub partials: [f64; 5],
}

/// A term of the files ELP4 … ELP36.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerturbationTerm {
    /// Longitude, latitude, distance: 0, 1, 2.
    pub coordinate: usize,
    /// Power of the time in centuries.
    pub power: u8,
    /// Multiples of ζ, D, l′, l, F.
    pub multiples: [f64; 5],
    /// Multiples of the mean longitudes of Mercury … Neptune.
    pub planets: [f64; 8],
    /// Phase, degrees.
    pub phase_deg: f64,
    /// Coefficient of the sine, arcseconds or km.
    pub amplitude: f64,
}

/// The theory, ready to be evaluated.
#[derive(Debug, Clone)]
pub struct Theory {
    coordinates: [Series; 3],
}

impl Theory {
    /// From the terms of the 36 files.
    pub fn new(main: &[MainTerm], perturbations: &[PerturbationTerm]) -> Result<Self, Error> {
        let delaunay = delaunay();
        let coordinate = |k: usize| {
            let unit = if k == 2 { DISTANCE_SCALE } else { ARCSEC };
            let main = main.iter().filter(|m| m.coordinate == k).map(|m| main_term(m, &delaunay, unit));
            let perturbations =
                perturbations.iter().filter(|p| p.coordinate == k).map(|p| perturbation(p, &delaunay, unit));
            Series::new(&main.chain(perturbations).collect::<Vec<_>>())
        };
        let coordinates = [coordinate(0), coordinate(1), coordinate(2)];
        if coordinates.iter().any(Series::is_empty) {
            return Err(Error::Table {
                table: "elp2000-82b",
                problem: "longitude, latitude and distance must each have terms".into(),
            });
        }
        Ok(Self { coordinates })
    }

    /// Number of terms.
    pub fn terms(&self) -> usize {
        self.coordinates.iter().map(Series::len).sum()
    }

    /// Taylor coefficients of longitude (inertial equinox of J2000.0), latitude (radians, mean ecliptic of
    /// date) and distance (km) at `t` Julian centuries in units of `step` centuries; see [`Series::taylor`].
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [[f64; N]; 3] {
        let mut longitude = self.coordinates[0].taylor::<N>(t, step);
        add_polynomial(&mut longitude, &W[0].map(|c| c * ARCSEC), t, step);
        [longitude, self.coordinates[1].taylor(t, step), self.coordinates[2].taylor(t, step)]
    }
}

/// ζ, D, l′, l, F in radians.
fn delaunay() -> [[f64; 5]; 5] {
    let difference =
        |a: &[f64; 5], b: &[f64; 5]| -> [f64; 5] { std::array::from_fn(|k| (a[k] - b[k]) * ARCSEC) };
    let mut d = difference(&W[0], &EARTH);
    d[0] += std::f64::consts::PI;
    let zeta = [W[0][0] * ARCSEC, (W[0][1] + PRECESSION) * ARCSEC, 0.0, 0.0, 0.0];
    [zeta, d, difference(&EARTH, &PERIHELION), difference(&W[0], &W[1]), difference(&W[0], &W[2])]
}

/// Full polynomial arguments; the amplitude corrected to the constants of DE200.
fn main_term(m: &MainTerm, delaunay: &[[f64; 5]; 5], unit: f64) -> Term {
    let [b1, b2, b3, b4, b5] = m.partials;
    let own = if m.coordinate == 2 { m.amplitude - 2.0 / 3.0 * m.amplitude * DELTA_NU } else { m.amplitude };
    let amplitude = own
        + (b1 + DTASM * b5) * (DELTA_NP - AM * DELTA_NU)
        + b2 * DELTA_GAMMA
        + b3 * DELTA_E
        + b4 * DELTA_EP;
    let mut argument: [f64; 5] =
        std::array::from_fn(|k| (0..4).map(|j| m.multiples[j] * delaunay[j + 1][k]).sum());
    if m.coordinate == 2 {
        argument[0] += std::f64::consts::FRAC_PI_2;
    }
    argument[0] = normalize(argument[0]);
    Term { power: 0, amplitude: amplitude * unit, argument }
}

/// Linear arguments.
fn perturbation(p: &PerturbationTerm, delaunay: &[[f64; 5]; 5], unit: f64) -> Term {
    let linear = |k: usize| -> f64 {
        let lunar: f64 = (0..5).map(|j| p.multiples[j] * delaunay[j][k]).sum();
        let planets: f64 = (0..8).map(|j| p.planets[j] * PLANETS[j][k] * ARCSEC).sum();
        lunar + planets
    };
    let argument = [normalize(linear(0) + p.phase_deg.to_radians()), linear(1), 0.0, 0.0, 0.0];
    Term { power: p.power, amplitude: p.amplitude * unit, argument }
}
