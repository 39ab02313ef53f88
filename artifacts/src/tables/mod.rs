//! The published tables, one file each. Names are a contract: analysts and the server rely on them.
//!
//! A file states its columns once, in `table!`; a new table is a new file and two lines here.

use crate::schema::TableSchema;
use std::ops::RangeInclusive;

/// Defines a table from the list of its columns, each written as
/// `name: type, "unit", "meaning", "how it is computed, or from which source";`. A text or a list of
/// coefficients lives as long as the table as read, `'a`. From the list are made
///
/// - `TABLE`: the schema with its units, meanings and sources,
/// - `Row`: one row, a field for each column,
/// - `Rows`: the columns of a table as read, each as its Arrow array, read in place,
/// - `batch`: rows as Arrow columns, for publication,
/// - `read`: the rows of a generation.
macro_rules! table {
    (
        name: $name:literal,
        title: $title:literal,
        notes: $notes:literal,
        licence: $licence:expr,
        attribution: $attribution:expr,
        $(arrow: $arrow:literal,)?
        $(parquet: $parquet:literal,)?
        sorted_by: $sorted_by:literal,
        $(ties: $ties:literal,)?
        $(#[$about:meta])*
        columns<$map:lifetime>: Row $(<$life:lifetime>)? {
            $($column:ident: $type:ty, $unit:literal, $meaning:literal, $source:literal;)+
        }
    ) => {
        #[doc = concat!("The table `", $name, "`.")]
        pub const TABLE: $crate::schema::TableSchema = $crate::schema::TableSchema {
            name: $name,
            title: $title,
            notes: $notes,
            licence: $licence,
            attribution: $attribution,
            columns: Rows::COLUMNS,
            arrow: true $(&& $arrow)?,
            parquet: true $(&& $parquet)?,
            sorted_by: $sorted_by,
            ties: false $(|| $ties)?,
        };

        $(#[$about])*
        #[derive(Debug, Clone, Copy)]
        pub struct Row $(<$life>)? {
            $(#[doc = concat!("Unit: ", $unit, ". ", $meaning, ".")] pub $column: $type,)+
        }

        #[doc = concat!("The columns of the table as read `", $name, "`, read in place.")]
        #[derive(Debug, Clone, Copy)]
        pub struct Rows<$map> {
            count: usize,
            $(
                #[doc = concat!("The column `", stringify!($column), "`.")]
                pub $column: &$map <$type as $crate::cell::Cell<$map>>::Array,
            )+
        }

        impl<$map> Rows<$map> {
            const COLUMNS: &'static [$crate::schema::Column] = &[$(
                $crate::schema::Column {
                    name: stringify!($column),
                    kind: <$type as $crate::cell::Cell<$map>>::KIND,
                    nullable: <$type as $crate::cell::Cell<$map>>::NULLABLE,
                    unit: $unit,
                    meaning: $meaning,
                    source: $source,
                },
            )+];

            /// The number of rows.
            pub fn count(&self) -> usize {
                self.count
            }

            /// One row; it panics beyond the last.
            pub fn row(&self, row: usize) -> Row $(<$life>)? {
                Row { $($column: $crate::cell::Cell::read(self.$column, row),)+ }
            }

            /// All rows in order.
            pub fn iter(self) -> impl ExactSizeIterator<Item = Row $(<$life>)?> {
                (0..self.count).map(move |row| self.row(row))
            }
        }

        /// The rows as Arrow columns, checked against the schema.
        pub fn batch $(<$life>)? (rows: &[Row $(<$life>)?]) -> Result<$crate::RecordBatch, $crate::Error> {
            TABLE.batch(vec![$(
                <$type as $crate::cell::Cell<'_>>::array(rows.iter().map(|row| row.$column)),
            )+])
        }

        /// The rows of a generation, read in place.
        pub fn read(generation: &$crate::reader::Generation) -> Result<Rows<'_>, $crate::Error> {
            view(generation.table(&TABLE)?)
        }

        pub(super) fn view<$map>(view: $crate::reader::TableView<$map>) -> Result<Rows<$map>, $crate::Error> {
            let mut columns = 0;
            let mut number = || {
                columns += 1;
                columns - 1
            };
            Ok(Rows {
                count: view.rows(),
                $($column: view.column::<$type>(number(), stringify!($column))?,)+
            })
        }
    };
}

pub mod catalog_blocks;
pub mod catalog_records;
pub mod countries;
pub(crate) mod credits;
pub mod delta_t;
pub mod delta_t_models;
pub mod eclipses;
pub mod elements;
pub mod elements_precise;
pub mod elevation;
pub mod ephemeris;
pub mod lunar_eclipses;
pub mod outlines;
pub mod paths;
pub mod paths_limb;
pub mod places;
pub mod seas;
pub mod span;
pub mod theory;
pub mod time_zone_names;
pub mod time_zones;
pub mod town_names;
pub mod towns;

/// Every table, in the order of the dictionary.
pub const ALL: [&TableSchema; 19] = [
    &eclipses::TABLE,
    &elements::TABLE,
    &elements_precise::TABLE,
    &lunar_eclipses::TABLE,
    &catalog_records::TABLE,
    &catalog_blocks::TABLE,
    &delta_t::TABLE,
    &delta_t_models::TABLE,
    &ephemeris::TABLE,
    &countries::TABLE,
    &seas::TABLE,
    &places::TABLE,
    &outlines::TABLE,
    &paths::TABLE,
    &time_zones::TABLE,
    &time_zone_names::TABLE,
    &elevation::TABLE,
    &towns::TABLE,
    &town_names::TABLE,
];

/// Years of the solar and lunar catalogs: dates in TD, astronomical years.
pub const CATALOG_YEARS: RangeInclusive<i32> = -1999..=3000;
