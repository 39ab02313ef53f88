//! The contract of a table, checked for each batch before it is written, and again when it is read.

use crate::Error;
use crate::schema::{ColumnType, TableSchema};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch};
use std::cmp::Ordering;

impl TableSchema {
    /// Checks schema, nulls, finite numbers and order. The error names the first row that breaks the
    /// contract.
    ///
    /// If rows are sorted by a number that several rows may share ([`TableSchema::ties`]), it must not
    /// descend; elsewhere it must ascend, a text by its bytes. No table is sorted by a timestamp or a list.
    pub fn check(&self, batch: &RecordBatch) -> Result<(), Error> {
        self.check_columns(batch)?;
        for (column, array) in self.columns.iter().zip(batch.columns()) {
            let name = column.name;
            if !column.nullable
                && array.null_count() > 0
                && let Some(row) = (0..array.len()).find(|&row| array.is_null(row))
            {
                return Err(self.broken(format!("{name} has no value in row {row}")));
            }
            if let Some(row) = column.kind.first_not_finite(array) {
                return Err(self.broken(format!("{name} is not finite in row {row}")));
            }
        }
        self.check_order(batch)
    }

    pub(crate) fn check_columns(&self, batch: &RecordBatch) -> Result<(), Error> {
        if batch.schema().fields() == self.arrow_schema().fields() {
            return Ok(());
        }
        Err(self.broken("its columns are not those of this version".into()))
    }

    /// Checks that the rows have the order that the table promises.
    fn check_order(&self, batch: &RecordBatch) -> Result<(), Error> {
        let index = self.columns.iter().position(|c| c.name == self.sorted_by);
        let index = index.ok_or_else(|| self.broken(format!("has no column {}", self.sorted_by)))?;
        let array = batch.column(index);
        let follows = |order: Ordering| order.is_gt() || (self.ties && order.is_eq());
        let first_wrong = match self.columns[index].kind {
            ColumnType::Int32 => {
                let values = array.as_primitive::<Int32Type>().values();
                values.windows(2).position(|pair| !follows(pair[1].cmp(&pair[0])))
            }
            ColumnType::Float64 => {
                let values = array.as_primitive::<Float64Type>().values();
                values.windows(2).position(|pair| !follows(pair[1].total_cmp(&pair[0])))
            }
            ColumnType::Text => {
                let values: Vec<_> = array.as_string::<i32>().iter().collect();
                values.windows(2).position(|pair| !follows(pair[1].cmp(&pair[0])))
            }
            ColumnType::Int8
            | ColumnType::Int16
            | ColumnType::Repeated
            | ColumnType::TimestampMs
            | ColumnType::Coefficients(_)
            | ColumnType::Samples(_)
            | ColumnType::BoundingBox
            | ColumnType::Geometry
            | ColumnType::Bytes => {
                return Err(self.broken(format!("sorted by {}, which has no order here", self.sorted_by)));
            }
        };
        match first_wrong {
            Some(before) => {
                Err(self.broken(format!("sorted by {}: row {} does not ascend", self.sorted_by, before + 1)))
            }
            None => Ok(()),
        }
    }
}

impl ColumnType {
    /// The first row of a column of this type with a number that is not finite. Only doubles can be so.
    /// Geometry is not looked into.
    fn first_not_finite(self, array: &ArrayRef) -> Option<usize> {
        let in_row = |numbers: &Float64Array, per_row: usize| {
            // Where there is no value, its place may hold anything.
            let is_wrong = |(i, v): (usize, &f64)| !v.is_finite() && numbers.is_valid(i);
            numbers.values().iter().enumerate().position(is_wrong).map(|i| i / per_row)
        };
        match self {
            Self::Float64 => in_row(array.as_primitive(), 1),
            Self::Coefficients(n) => in_row(array.as_fixed_size_list().values().as_primitive(), n as usize),
            Self::BoundingBox => {
                let parts = array.as_struct().columns().iter();
                parts.filter_map(|part| in_row(part.as_primitive(), 1)).min()
            }
            // The builder checks geometry with `places::validity`.
            Self::Int8
            | Self::Int16
            | Self::Int32
            | Self::Text
            | Self::Repeated
            | Self::TimestampMs
            | Self::Samples(_)
            | Self::Geometry
            | Self::Bytes => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Column;
    use crate::tables::{countries, outlines, paths, places};
    use arrow_array::{FixedSizeListArray, Int32Array};
    use std::sync::Arc;

    const fn column(name: &'static str, kind: ColumnType, nullable: bool) -> Column {
        Column { name, kind, nullable, unit: "1", meaning: "", source: "" }
    }

    /// A table of a number, a measure and two coefficients, sorted by one of them.
    fn table(sorted_by: &'static str, ties: bool) -> TableSchema {
        const COLUMNS: &[Column] = &[
            column("number", ColumnType::Int32, false),
            column("measure", ColumnType::Float64, true),
            column("coefficients", ColumnType::Coefficients(2), false),
        ];
        TableSchema { columns: COLUMNS, sorted_by, ties, ..countries::TABLE }
    }

    fn error(table: &TableSchema, numbers: [i32; 3], measures: [Option<f64>; 3], all: [f64; 6]) -> String {
        let lists = FixedSizeListArray::try_new(
            ColumnType::coefficient_field(),
            2,
            Arc::new(Float64Array::from(all.to_vec())),
            None,
        );
        let columns: Vec<ArrayRef> = vec![
            Arc::new(Int32Array::from(numbers.to_vec())),
            Arc::new(Float64Array::from(measures.to_vec())),
            Arc::new(lists.expect("lists")),
        ];
        table.batch(columns).err().map_or_else(String::new, |e| e.to_string())
    }

    #[test]
    fn whole_numbers_must_ascend_and_may_repeat_only_where_the_table_says_so() {
        let of = |ties, numbers| error(&table("number", ties), numbers, [None; 3], [0.0; 6]);
        assert_eq!(of(false, [1, 2, 3]), "");
        assert_eq!(of(true, [1, 1, 2]), "");
        assert!(of(false, [1, 1, 2]).contains("sorted by number: row 1 does not ascend"));
        assert!(of(true, [1, 2, 1]).contains("sorted by number: row 2 does not ascend"));
    }

    #[test]
    fn every_number_of_every_row_is_finite() {
        let of = |measures, all| error(&table("number", false), [1, 2, 3], measures, all);
        let fine = [0.0; 6];
        assert_eq!(of([None, Some(1.0), None], fine), "");
        assert!(of([None, Some(f64::INFINITY), None], fine).contains("measure is not finite in row 1"));
        let broken = of([None; 3], [0.0, 0.0, 0.0, 0.0, 0.0, f64::NAN]);
        assert!(broken.contains("coefficients is not finite in row 2"), "{broken}");
    }

    #[test]
    fn texts_must_ascend_too() {
        let row = |country_iso| countries::Row { country_iso, country_iso3: None, name: "" };
        let of = |codes: [&'static str; 3]| countries::batch(&codes.map(row)).map(drop);
        assert!(of(["AD", "AE", "ZW"]).is_ok());
        for wrong in [["AD", "ZW", "AE"], ["AD", "AE", "AE"]] {
            let broken = of(wrong).expect_err("refused").to_string();
            assert!(broken.contains("sorted by country_iso: row 2 does not ascend"), "{broken}");
        }
    }

    #[test]
    fn an_order_that_cannot_be_checked_is_refused() {
        for by in ["coefficients", "absent"] {
            let broken = error(&table(by, false), [1, 2, 3], [None; 3], [0.0; 6]);
            assert!(broken.contains(by), "{broken}");
        }
    }

    #[test]
    fn the_parts_of_boxes_are_finite() {
        let of = |west| {
            let bbox = geography::BoundingBox { west, south: 0.0, east: 1.0, north: 1.0 };
            crate::geoparquet::tests::row(bbox, &[])
        };
        assert!(paths::batch(&[of(0.0), of(-1.0)]).is_ok());
        let broken = paths::batch(&[of(0.0), of(f64::NAN)]).expect_err("refused").to_string();
        assert!(broken.contains("bbox is not finite in row 1"), "{broken}");
    }

    #[test]
    fn polygons_out_of_order_are_refused() {
        let vertex = |polygon| outlines::Row { polygon, ring: 0, longitude_deg: 0.0, latitude_deg: 0.0 };
        assert!(outlines::batch(&[vertex(0), vertex(0), vertex(1)]).is_ok());
        assert!(outlines::batch(&[vertex(0), vertex(1), vertex(0)]).is_err());
        let place =
            |polygon| places::Row { polygon, layer: "sea", name: "", country_iso: None, mrg_id: None };
        assert!(places::batch(&[place(0), place(1)]).is_ok());
        assert!(places::batch(&[place(1), place(1)]).is_err());
    }
}
