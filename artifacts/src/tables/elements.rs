//! The table `elements`: polynomials from which local circumstances are computed.

use super::credits;
use super::span::Span;
use super::theory::TheoryKind;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::time::Tt;
use std::ops::RangeInclusive;

/// Years that the interface serves by default, UTC: the rows of [`Span::Default`].
pub const YEARS: RangeInclusive<i32> = 1500..=2500;

table! {
    name: "elements",
    title: "Besselian elements of the solar eclipses of the years −1999 … 3000",
    notes: "From the same places as eclipses. The polynomials are cubic in t, hours of TD from t0_jd_tt. \
           ΔT here is the service's (delta_t table), not the canon's. Outside the years 1500 … 2500 \
           (span = canon) it is the uncertainty of ΔT that decides where an eclipse was seen.",
    licence: credits::COMPUTED,
    attribution: credits::CANON_AND_IERS,
    sorted_by: "t_max_jd_tt",
    /// The Besselian elements of a solar eclipse: cubic polynomials in hours of TD from `t0_jd_tt`, angles in
    /// degrees.
    columns<'a>: Row {
        catalog_number: i32, "1", "catalog number in eclipses", "counted";
        year: i32, "year", "UTC date of greatest eclipse, astronomical years", "civil calendar, service ΔT";
        month: i8, "month", "1 … 12", "civil calendar";
        day: i8, "day", "day of the month", "civil calendar";
        span: Span, "text",
            "default: a year of 1500 … 2500, which the interface serves when nothing else is said; canon: \
             another year of the catalog, served with era=canon", "year";
        theory: TheoryKind, "text",
            "what Sun and Moon come from: canon, the theories of the published canon; series, those closest \
             to the sky; kernel, the numerical ephemeris that the manifest names", "the sources";
        jd_midnight: f64, "day (UT)", "0h UT of that date", "civil calendar";
        t_max_jd_tt: f64, "day (TT)", "greatest eclipse", "as jd_tt of eclipses";
        t0_jd_tt: f64, "day (TT)", "the whole hour of TD nearest to it, from which t counts", "t_max_jd_tt";
        t0_hour_tt: f64, "hour", "the same hour of its TD day", "t0_jd_tt";
        delta_t_s: f64, "s", "the service's ΔT at greatest eclipse", "delta_t table";
        x0: f64, "Earth equatorial radii",
            "shadow axis on the fundamental plane, east: coefficient of t^0, t in hours of TD from t0",
            "least squares over t0 ± 3 h";
        x1: f64, "Earth equatorial radii / hour^1",
            "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        x2: f64, "Earth equatorial radii / hour^2",
            "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        x3: f64, "Earth equatorial radii / hour^3",
            "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        y0: f64, "Earth equatorial radii",
            "shadow axis on the fundamental plane, north: coefficient of t^0, t in hours of TD from t0",
            "least squares over t0 ± 3 h";
        y1: f64, "Earth equatorial radii / hour^1",
            "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        y2: f64, "Earth equatorial radii / hour^2",
            "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        y3: f64, "Earth equatorial radii / hour^3",
            "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        d0: f64, "degree",
            "declination of the shadow axis: coefficient of t^0, t in hours of TD from t0",
            "least squares over t0 ± 3 h";
        d1: f64, "degree / hour^1", "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        d2: f64, "degree / hour^2", "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        d3: f64, "degree / hour^3", "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        l1_0: f64, "Earth equatorial radii",
            "radius of the penumbra on the fundamental plane: coefficient of t^0, t in hours of TD from t0",
            "least squares over t0 ± 3 h";
        l1_1: f64, "Earth equatorial radii / hour^1",
            "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        l1_2: f64, "Earth equatorial radii / hour^2",
            "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        l1_3: f64, "Earth equatorial radii / hour^3",
            "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        l2_0: f64, "Earth equatorial radii",
            "radius of the umbra on the fundamental plane, negative if total: coefficient of t^0, t in \
             hours of TD from t0",
            "least squares over t0 ± 3 h";
        l2_1: f64, "Earth equatorial radii / hour^1",
            "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        l2_2: f64, "Earth equatorial radii / hour^2",
            "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        l2_3: f64, "Earth equatorial radii / hour^3",
            "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        mu0: f64, "degree",
            "ephemeris hour angle of the shadow axis: Greenwich sidereal time with TD in the place of UT1; \
             hour angle of an observer = mu + longitude − 1.002738 · 15 · ΔT / 3600: coefficient of \
             t^0, t in hours of TD from t0",
            "least squares over t0 ± 3 h";
        mu1: f64, "degree / hour^1", "coefficient of t^1 of the same", "least squares over t0 ± 3 h";
        mu2: f64, "degree / hour^2", "coefficient of t^2 of the same", "least squares over t0 ± 3 h";
        mu3: f64, "degree / hour^3", "coefficient of t^3 of the same", "least squares over t0 ± 3 h";
        tan_f1: f64, "1", "tangent of the angle of the penumbral cone", "k1 = 0.272488, Sun 959.63″";
        tan_f2: f64, "1", "tangent of the angle of the umbral cone", "k2 = 0.272281, Sun 959.63″";
        latitude_deg: f64, "degree", "latitude of greatest eclipse", "as in eclipses";
        longitude_deg: f64, "degree",
            "longitude of greatest eclipse, east positive, with this table's delta_t_s", "as in eclipses";
        magnitude: f64, "1", "as in eclipses", "as in eclipses";
        eclipse_type_code: i8, "1",
            "4 partial, 5 non-central total or annular, 6 annular, 7 hybrid, 8 total",
            "EclipseType of the interface";
        fit_residual_earth_radii: f64, "Earth equatorial radii",
            "worst difference of x or y from the exact course over t0 ± 3 h",
            "measured on 24 Chebyshev points";
    }
}

/// Returns the rows of [`Span::Default`] from rows in order of time; they follow one another.
pub fn of_default_span(rows: &[Row]) -> &[Row] {
    let first = rows.iter().position(|row| row.span == Span::Default).unwrap_or(rows.len());
    let rest = &rows[first..];
    &rest[..rest.partition_point(|row| row.span == Span::Default)]
}

impl Rows<'_> {
    /// The elements of the eclipse with this number in the catalog.
    pub fn of_eclipse(&self, catalog_number: i32) -> Option<Row> {
        let row = self.catalog_number.values().binary_search(&catalog_number).ok()?;
        Some(self.row(row))
    }
}

impl Row {
    /// The polynomials as `astro` evaluates them, angles in radians.
    pub fn polynomials(&self) -> Polynomials {
        Polynomials {
            t0: Tt(self.t0_jd_tt),
            x: [self.x0, self.x1, self.x2, self.x3],
            y: [self.y0, self.y1, self.y2, self.y3],
            d: [self.d0, self.d1, self.d2, self.d3].map(f64::to_radians),
            l1: [self.l1_0, self.l1_1, self.l1_2, self.l1_3],
            l2: [self.l2_0, self.l2_1, self.l2_2, self.l2_3],
            mu: [self.mu0, self.mu1, self.mu2, self.mu3].map(f64::to_radians),
            tan_f1: self.tan_f1,
            tan_f2: self.tan_f2,
            radii: Radii::CANON,
            fit_residual: self.fit_residual_earth_radii,
        }
    }
}
