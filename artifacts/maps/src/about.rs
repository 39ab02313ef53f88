//! The eclipse of a collection, and the basis of the computation.

use crate::curves::{CurveOptions, Density};
use astro::eclipse::besselian::Polynomials;
use astro::math::angle::ARCSEC;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// The eclipse of a collection, and the basis of the computation: the member `eclipse` in GeoJSON.
#[derive(Debug, Clone, PartialEq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathEclipse)]
pub struct About {
    /// Julian Day of 0h UT of the date of greatest eclipse.
    pub jd: f64,
    /// Instant of greatest eclipse, UT, ISO 8601.
    pub date: String,
    /// `EclipseType`: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(schema_with = type_code)]
    pub kind: u8,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    pub saros: i16,
    /// Julian Day (TD) of greatest eclipse.
    pub t_max: f64,
    /// ΔT, s.
    pub delta_t: f64,
    /// Standard error of ΔT, s; null for a given ΔT.
    pub delta_t_sigma: Option<f64>,
    /// Source of the elements: `canon` or `precise`.
    #[schema(schema_with = theory)]
    pub theory: &'static str,
    /// Standard error of the Moon's position relative to the Sun, arcseconds.
    pub theory_sigma_arcsec: f64,
    /// Distance by which the error of ΔT moves the curves east or west on the parallel of greatest eclipse,
    /// km; null for a given ΔT.
    pub east_west_km: Option<f64>,
    /// Name and version of the program, with the dataset.
    pub computed_by: String,
    /// Radius of the Moon for the penumbra, equatorial radii of the Earth.
    pub k1: f64,
    /// Radius of the Moon for the umbra, equatorial radii of the Earth.
    pub k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub solar_radius_arcsec: f64,
    /// Ellipsoid on which the curves lie.
    #[schema(value_type = String)]
    pub ellipsoid: &'static str,
    /// Maximum distance of edges from curves, m, unless a spacing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tolerance: Option<f64>,
    /// Vertices per degree of longitude, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 40, nullable = false)]
    pub spacing_factor: Option<u32>,
    /// Minimum altitude of the Sun's centre along lines, degrees.
    pub min_alt: f64,
    /// `limb` if limits, path and outlines are with the mountains of the Moon's limb.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false, required = false)]
    pub limits: Option<&'static str>,
    /// The map of heights of the Moon; with `limits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limb_map: Option<String>,
    /// True if limits, path and outlines are at the height of the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ground: Option<bool>,
}

fn type_code() -> Object {
    let codes = ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(4..=8));
    codes.description(Some("`EclipseType`: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.")).build()
}

fn theory() -> Object {
    let words = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["canon", "precise"]));
    words.description(Some("Source of the elements.")).build()
}

impl About {
    /// Returns the basis of the computation. The caller adds the eclipse.
    ///
    /// ```
    /// use astro::eclipse::published::APRIL_2024;
    /// use maps::{About, CurveOptions};
    /// let with = About::computed_with(&APRIL_2024, &CurveOptions::of(vec![], 100.0));
    /// let about = About { date: "2024-04-08T18:17:20.000Z".to_owned(), kind: 8, saros: 139, ..with };
    /// assert_eq!(about.title(), "Solar eclipse of 2024-04-08 (total, Saros 139)");
    /// ```
    pub fn computed_with(elements: &Polynomials, options: &CurveOptions) -> Self {
        let radii = elements.radii;
        let (tolerance, spacing_factor) = match options.density {
            Density::Tolerance { metres } => (Some(metres), None),
            Density::Longitude { per_degree } => (None, Some(per_degree)),
        };
        Self {
            k1: radii.k1,
            k2: radii.k2,
            // The angle has been in radians and back; six decimals hide what that cost.
            solar_radius_arcsec: (radii.sun_semidiameter() / ARCSEC * 1e6).round() / 1e6,
            ellipsoid: "WGS 84",
            tolerance,
            spacing_factor,
            min_alt: options.least_altitude_deg,
            ..Self::default()
        }
    }

    /// The UT date of greatest eclipse.
    pub fn day(&self) -> &str {
        self.date.split_once('T').map_or(&self.date, |(day, _)| day)
    }

    /// The title of the map, for people.
    pub fn title(&self) -> String {
        let kind = match self.kind {
            4 => "partial",
            5 => "non-central",
            6 => "annular",
            7 => "hybrid",
            8 => "total",
            other => unreachable!("solar eclipses have the types 4 to 8, not {other}"),
        };
        format!("Solar eclipse of {} ({kind}, Saros {})", self.day(), self.saros)
    }

    /// Returns a description, for people, of the data and models behind the curves.
    pub fn basis(&self) -> String {
        let Self { computed_by, theory, delta_t, k1, k2, solar_radius_arcsec: sun, .. } = self;
        let moved = match (self.delta_t_sigma, self.east_west_km) {
            (Some(sigma_s), Some(km)) => format!(" ± {sigma_s:.2} s, which moves all by {km:.1} km"),
            _ => " s".to_owned(),
        };
        let height =
            if self.ground == Some(true) { "limits at the height of the ground" } else { "height 0" };
        let moon = match &self.limb_map {
            Some(map) => format!("limits with the mountains of the Moon ({map})"),
            None => format!("smooth Moon (k1 = {k1}, k2 = {k2})"),
        };
        format!(
            "Computed by {computed_by}. Theory: {theory}. ΔT = {delta_t:.1}{moved}. WGS 84, {height}, \
                {moon}, Sun {sun:.2}″, no refraction."
        )
    }
}
