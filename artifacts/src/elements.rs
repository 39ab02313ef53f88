//! The mapped `elements` table as the polynomials that `astro` evaluates.

use crate::Error;
use crate::reader::Generation;
use crate::tables::ELEMENTS;
use arrow::array::{Float64Array, Int32Array};
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::time::Tt;

/// Columns of the table, looked at in place; rows ascend in time.
pub struct Elements<'a> {
    catalog_number: &'a Int32Array,
    t0: &'a Float64Array,
    delta_t: &'a Float64Array,
    /// x, y, d, l1, l2, mu: four columns each.
    cubics: [[&'a Float64Array; 4]; 6],
    tan_f1: &'a Float64Array,
    tan_f2: &'a Float64Array,
    fit_residual: &'a Float64Array,
}

impl<'a> Elements<'a> {
    /// Finds the columns.
    pub fn open(generation: &'a Generation) -> Result<Self, Error> {
        let v = generation.table(&ELEMENTS)?;
        let cubic = |name: &str| -> Result<[&'a Float64Array; 4], Error> {
            let column = |k: usize| v.f64s(&format!("{name}{k}"));
            Ok([column(0)?, column(1)?, column(2)?, column(3)?])
        };
        Ok(Self {
            catalog_number: v.int32s("catalog_number")?,
            t0: v.f64s("t0_jd_tt")?,
            delta_t: v.f64s("delta_t_s")?,
            cubics: [cubic("x")?, cubic("y")?, cubic("d")?, cubic("l1_")?, cubic("l2_")?, cubic("mu")?],
            tan_f1: v.f64s("tan_f1")?,
            tan_f2: v.f64s("tan_f2")?,
            fit_residual: v.f64s("fit_residual_earth_radii")?,
        })
    }

    /// The row of a number in the catalog.
    pub fn row_of(&self, catalog_number: i32) -> Option<usize> {
        self.catalog_number.values().binary_search(&catalog_number).ok()
    }

    /// Polynomials of a row, angles in radians, and the service's ΔT in seconds.
    pub fn polynomials(&self, row: usize) -> (Polynomials, f64) {
        let cubic = |i: usize, unit: f64| std::array::from_fn(|k| self.cubics[i][k].value(row) * unit);
        let degree = 1f64.to_radians();
        let polynomials = Polynomials {
            t0: Tt(self.t0.value(row)),
            x: cubic(0, 1.0),
            y: cubic(1, 1.0),
            d: cubic(2, degree),
            l1: cubic(3, 1.0),
            l2: cubic(4, 1.0),
            mu: cubic(5, degree),
            tan_f1: self.tan_f1.value(row),
            tan_f2: self.tan_f2.value(row),
            radii: Radii::CANON,
            fit_residual: self.fit_residual.value(row),
        };
        (polynomials, self.delta_t.value(row))
    }
}
