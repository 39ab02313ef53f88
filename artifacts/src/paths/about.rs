//! Which eclipse a collection shows, and on what it rests.

use super::curves::{Density, Options};
use astro::eclipse::besselian::Polynomials;
use astro::math::angle::ARCSEC;
use serde::Serialize;

/// Which eclipse a collection shows, and on what it rests; the member `eclipse` of a GeoJSON collection.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Julian Day of 0h UT of the date of greatest eclipse.
    pub jd: f64,
    /// Instant of greatest eclipse, ISO 8601, UT.
    pub date: String,
    /// `EclipseType` of the interface: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    pub kind: u8,
    /// Saros number.
    pub saros: i16,
    /// Julian Day (TD) of greatest eclipse.
    pub t_max: f64,
    /// ΔT in force, s.
    pub delta_t: f64,
    /// Its standard error, s; null for a given ΔT.
    pub delta_t_sigma: Option<f64>,
    /// Where the elements come from, in a word of the interface.
    pub theory: &'static str,
    /// Standard error of the Moon's place beside the Sun, arcseconds.
    pub theory_sigma_arcsec: f64,
    /// How far the error of ΔT moves everything east or west on the parallel of greatest eclipse, km; null
    /// for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub east_west_km: Option<f64>,
    /// Name and version of the program that computed the curves, with the dataset.
    pub computed_by: String,
}

impl About {
    /// The same with at most eight decimals, as all numbers of the interface.
    pub(super) fn rounded(&self) -> Self {
        let round = |value: f64| (value * 1e8).round() / 1e8;
        Self {
            t_max: round(self.t_max),
            delta_t: round(self.delta_t),
            delta_t_sigma: self.delta_t_sigma.map(round),
            theory_sigma_arcsec: round(self.theory_sigma_arcsec),
            east_west_km: self.east_west_km.map(round),
            ..self.clone()
        }
    }
}

/// What the curves were computed with; the rest of the same member.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Basis {
    /// Radius of the Moon for the penumbra, Earth radii.
    k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    solar_radius_arcsec: f64,
    /// The ellipsoid on which the curves lie.
    ellipsoid: &'static str,
    /// Greatest distance of straight edges from the curves, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
    /// Vertices in a degree of longitude.
    #[serde(skip_serializing_if = "Option::is_none")]
    spacing_factor: Option<u32>,
    /// Least altitude of the Sun along lines, degrees.
    min_alt: f64,
}

impl Basis {
    pub(super) fn new(elements: &Polynomials, options: &Options) -> Self {
        let radii = elements.radii;
        let (tolerance, spacing_factor) = match options.density {
            Density::Tolerance { metres } => (Some(metres), None),
            Density::Longitude { per_degree } => (None, Some(per_degree)),
        };
        Self {
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: (radii.sun_semidiameter() / ARCSEC * 1e6).round() / 1e6,
            ellipsoid: "WGS 84",
            tolerance,
            spacing_factor,
            min_alt: options.least_altitude_deg,
        }
    }
}
