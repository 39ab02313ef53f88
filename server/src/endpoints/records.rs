//! The records of both catalogs, written once per generation.

use crate::endpoints::catalog::record::Record;
use crate::endpoints::lunar_catalog::record::LunarRecord;
use crate::generation::records::{Key, List};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, lunar_eclipses};

/// Returns the records of both catalogs as JSON.
pub(crate) fn write_records(generation: &Generation) -> Result<[List; 2], Error> {
    let solar = eclipses::read(generation)?.iter();
    let solar = solar.map(|row| (Key::new(row.year, row.saros, row.eclipse_type), Record::from(row)));
    let lunar = lunar_eclipses::read(generation)?.iter();
    let lunar = lunar.map(|row| (Key::new(row.year, row.saros, row.eclipse_type), LunarRecord::from(row)));
    Ok([List::new(solar), List::new(lunar)])
}
