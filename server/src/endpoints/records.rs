//! The records of both catalogs, written once per generation.

use crate::endpoints::catalog::record::CatalogRecord;
use crate::endpoints::lunar_catalog::record::LunarCatalogRecord;
use crate::generation::records::{CatalogRecords, RecordKey};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, lunar_eclipses};

/// Returns the records of both catalogs as JSON.
pub(crate) fn write_records(generation: &Generation) -> Result<[CatalogRecords; 2], Error> {
    let solar = eclipses::read(generation)?.iter();
    let solar =
        solar.map(|row| (RecordKey::new(row.year, row.saros, row.eclipse_type), CatalogRecord::from(row)));
    let lunar = lunar_eclipses::read(generation)?.iter();
    let lunar = lunar
        .map(|row| (RecordKey::new(row.year, row.saros, row.eclipse_type), LunarCatalogRecord::from(row)));
    Ok([CatalogRecords::new(solar), CatalogRecords::new(lunar)])
}
