//! The table `catalog_blocks`: successive records of the catalogs in each content coding.

use super::credits;
use crate::cell::Encoded;

table! {
    name: "catalog_blocks",
    title: "Records of both catalogs in content codings",
    notes: "For servers. A block is all records of a list, or those of a century or a decade. The bytes of \
           blocks can be concatenated in each coding; around and between them a response has further bytes.",
    licence: credits::ECLIPSES_LICENCE,
    attribution: credits::ECLIPSES,
    arrow: true,
    parquet: false,
    sorted_by: "block",
    /// A block.
    columns<'a>: Row<'a> {
        block: i32, "1", "number of the row, from 0: lists as in catalog_records, each with the block of all \
            its records first, then by first, the longest first", "counted";
        catalog: &'a str, "text", "solar or lunar", "catalog_records";
        eclipse_type: Option<&'a str>, "text", "first letter of the types; null for all", "catalog_records";
        first: i32, "1", "row of the first record in catalog_records", "counted";
        end: i32, "1", "row after the last record", "counted";
        br: Encoded<'a>, "RFC 7932", "the records without the last comma in Brotli", "catalog_records";
        zstd: Encoded<'a>, "RFC 8878", "the same in Zstandard", "catalog_records";
        gzip: Encoded<'a>, "RFC 1951", "the same in DEFLATE", "catalog_records";
    }
}

/// The catalog of solar eclipses.
pub const SOLAR: &str = "solar";
/// The catalog of lunar eclipses.
pub const LUNAR: &str = "lunar";
