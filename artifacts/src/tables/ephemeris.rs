//! The table `ephemeris`: apparent Sun and Moon as Chebyshev coefficients.

use super::credits;
use crate::Error;
use crate::cell::coefficients;
use crate::reader::Generation;
use arrow_array::Float64Array;
use astro::ephemeris::chebyshev_table;
use astro::ephemeris::chebyshev_table::Columns;

table! {
    name: "ephemeris",
    title: "Chebyshev coefficients of the apparent Sun and Moon",
    notes: "Segments of four days. A quantity at t is Σ c_k T_k(x), x = 2 (t − start) / 4 − 1. \
           Coordinates are rectangular, of the true equator and equinox of date, light time and aberration \
           included. If the manifest names a kernel under inputs, segments whose middle lies between its \
           from_jd_tt and to_jd_tt come from it as a whole, the others from the series.",
    licence: credits::COMPUTED,
    attribution: credits::SKY,
    parquet: false,
    sorted_by: "start_jd_tt",
    /// The coefficients of Sun and Moon over four days.
    columns<'a>: Row<'a> {
        start_jd_tt: f64, "day (TT)", "begin of the segment of four days", "counted";
        sun_km: &'a [f64; 3 * chebyshev_table::SUN_COEFFICIENTS], "km",
            "coefficients of x, then y, then z of the apparent Sun, true equator and equinox of date",
            "VSOP87B or the kernel, Vondrák et al. 2011, IAU 2000A";
        moon_km: &'a [f64; 3 * chebyshev_table::MOON_COEFFICIENTS], "km",
            "the same for the apparent Moon",
            "ELP/MPP02 moved to DE440, or the kernel; Vondrák et al. 2011, IAU 2000A";
        nutation_longitude_rad: &'a [f64; chebyshev_table::NUTATION_COEFFICIENTS], "radian",
            "nutation in longitude", "IAU 2000A";
        obliquity_rad: &'a [f64; chebyshev_table::NUTATION_COEFFICIENTS], "radian",
            "true obliquity of the ecliptic", "Vondrák et al. 2011, IAU 2000A";
    }
}

/// The table as `astro` evaluates it, read in place; it owns the bytes of the file.
#[derive(Debug, Clone)]
pub struct Ephemeris {
    start_jd_tt: f64,
    sun: Float64Array,
    moon: Float64Array,
    nutation_longitude: Float64Array,
    obliquity: Float64Array,
}

impl Ephemeris {
    /// Finds the columns of the table as read, which must have a row.
    pub fn open(generation: &Generation) -> Result<Self, Error> {
        let rows = read(generation)?;
        let broken = || Error::Contract { table: TABLE.name, problem: "it has no row".into() };
        Ok(Self {
            start_jd_tt: *rows.start_jd_tt.values().first().ok_or_else(broken)?,
            sun: coefficients(rows.sun_km).clone(),
            moon: coefficients(rows.moon_km).clone(),
            nutation_longitude: coefficients(rows.nutation_longitude_rad).clone(),
            obliquity: coefficients(rows.obliquity_rad).clone(),
        })
    }

    /// The coefficients, ready to be evaluated.
    #[inline]
    pub fn columns(&self) -> Columns<'_> {
        Columns {
            start_jd_tt: self.start_jd_tt,
            sun: self.sun.values(),
            moon: self.moon.values(),
            nutation_longitude: self.nutation_longitude.values(),
            obliquity: self.obliquity.values(),
        }
    }
}
