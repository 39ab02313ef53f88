//! The table `catalog_records`: the records of both catalogs as JSON.

use super::credits;
use crate::cell::Encoded;

table! {
    name: "catalog_records",
    title: "Records of both catalogs as the service returns them",
    notes: "For servers. One list after the other, each in order of time: all solar eclipses, those of each \
           type, all lunar eclipses, those of each type. catalog_blocks has the beginning of each list.",
    licence: credits::ECLIPSES_LICENCE,
    attribution: credits::ECLIPSES,
    arrow: true,
    parquet: false,
    sorted_by: "row",
    /// A record.
    columns<'a>: Row<'a> {
        row: i32, "1", "number of the row, from 0", "counted";
        year: i32, "year", "as in eclipses and lunar_eclipses", "the same";
        saros: i16, "1", "Saros number", "the same";
        json: Encoded<'a>, "JSON", "the record with a comma after it", "the same";
    }
}
