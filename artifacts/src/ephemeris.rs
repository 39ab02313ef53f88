//! The mapped `ephemeris` table as the columns that `astro` evaluates.

use crate::Error;
use crate::reader::Generation;
use crate::tables::EPHEMERIS;
use arrow::array::Float64Array;
use astro::ephemeris::chebyshev_table::Columns;

/// Columns of the table, looked at in place; keeps them mapped by itself.
#[derive(Debug, Clone)]
pub struct Ephemeris {
    start_jd_tt: f64,
    sun: Float64Array,
    moon: Float64Array,
    nutation_longitude: Float64Array,
    obliquity: Float64Array,
}

impl Ephemeris {
    /// Finds the columns.
    pub fn open(generation: &Generation) -> Result<Self, Error> {
        let view = generation.table(&EPHEMERIS)?;
        let starts = view.f64s("start_jd_tt")?.values();
        Ok(Self {
            start_jd_tt: starts.first().copied().unwrap_or(0.0),
            sun: view.coefficients("sun_km")?.clone(),
            moon: view.coefficients("moon_km")?.clone(),
            nutation_longitude: view.coefficients("nutation_longitude_rad")?.clone(),
            obliquity: view.coefficients("obliquity_rad")?.clone(),
        })
    }

    /// Ready to be evaluated.
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
