//! The table `elements_precise`: the same polynomials from the theories closest to the sky.

use super::credits;
use super::elements::{self, Row, Rows};
use crate::reader::Generation;
use crate::schema::TableSchema;
use crate::{Error, RecordBatch};

/// The table `elements_precise`, with the columns of `elements`.
pub const TABLE: TableSchema = TableSchema {
    name: "elements_precise",
    title: "Besselian elements of the solar eclipses of the years 1500 … 2500, closest to the sky",
    notes: "The columns and eclipses are those of elements with span = default, but Sun and Moon are those \
           of the ephemeris (theory = kernel: of the numerical one that the manifest names, series: of \
           series), precession is that of Vondrák et al. 2011, nutation IAU 2000A, and mu counts by the \
           sidereal time of IAU 2006. Greatest eclipse, its place, magnitude and type follow from these \
           elements and may differ from the catalog's.",
    licence: credits::COMPUTED,
    attribution: credits::SKY,
    ..elements::TABLE
};

/// The rows as Arrow columns, checked against the schema.
pub fn batch(rows: &[Row]) -> Result<RecordBatch, Error> {
    TABLE.batch(elements::batch(rows)?.columns().to_vec())
}

/// The rows of a generation, read in place.
pub fn read(generation: &Generation) -> Result<Rows<'_>, Error> {
    elements::view(generation.table(&TABLE)?)
}
