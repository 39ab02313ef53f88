//! Record batches as rows.

use crate::column::{Column, Positions, positions};
use crate::values::{floats, instants_ms, integers, is_text, texts};
use crate::{Error, Input, Rows, iso};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Schema};
use std::sync::Arc;

/// The columns of an input in a schema.
pub(super) struct Table {
    input: Input,
    positions: Positions,
    /// Number of the next row.
    next: u64,
}

/// Errors by the number of the row.
type Errors = Vec<(usize, String)>;

impl Table {
    /// Finds the columns in a schema and checks their types.
    pub(super) fn new(schema: &Schema, input: Input) -> Result<Self, Error> {
        let mut positions = positions(schema.fields().iter().map(|f| f.name().as_str()), &input)?;
        for column in Column::ALL {
            let Some(field) = positions[column as usize].map(|at| schema.field(at)) else { continue };
            let (kind, name) = (field.data_type(), field.name());
            // A column without any value is none.
            if *kind == DataType::Null && !column.is_required(&input) {
                positions[column as usize] = None;
                continue;
            }
            let is_number = kind.is_integer() || matches!(kind, DataType::Float32 | DataType::Float64);
            let is_time = matches!(kind, DataType::Timestamp(..) | DataType::Date32 | DataType::Date64)
                || is_text(kind);
            let (is_right, right) = match column {
                Column::Id => (kind.is_integer() || is_text(kind), "integers or texts"),
                Column::Time => (is_time, "timestamps, dates or texts"),
                _ => (is_number, "double precision or integers"),
            };
            if !is_right {
                return Err(Error::Malformed(format!(
                    "the column {name} has the type {kind}; write {right}"
                )));
            }
        }
        Ok(Self { input, positions, next: 0 })
    }

    /// The columns that are expected.
    pub(super) fn into_input(self) -> Input {
        self.input
    }

    /// The positions of the columns in the schema, ascending.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.positions.iter().flatten().copied()
    }

    pub(super) fn rows(&mut self, batch: &RecordBatch) -> Rows {
        let (first, mut errors) = (self.next, Errors::new());
        self.next += batch.num_rows() as u64;
        let id = self.array(Column::Id, batch).map(|array| self.ids(array, &mut errors));
        let [mut lat_deg, mut lng_deg, mut height_m] = [Column::Latitude, Column::Longitude, Column::Height]
            .map(|column| self.numbers(column, batch, &mut errors));
        let mut time_ms = self.array(Column::Time, batch).map(|array| self.times(array, &mut errors));
        // The first problem of each row, by the order of columns.
        errors.sort_by_key(|(row, _)| *row);
        errors.dedup_by_key(|(row, _)| *row);
        for (row, _) in &errors {
            [lat_deg[*row], lng_deg[*row], height_m[*row]] = [f64::NAN; 3];
            time_ms.iter_mut().for_each(|all| all[*row] = 0);
        }
        Rows { first, id, lat_deg, lng_deg, height_m, time_ms, errors }
    }

    fn array<'a>(&self, column: Column, batch: &'a RecordBatch) -> Option<&'a ArrayRef> {
        self.positions[column as usize].map(|at| batch.column(at))
    }

    fn ids(&self, array: &ArrayRef, errors: &mut Errors) -> ArrayRef {
        let mut wrong = |row, value: &str| errors.push((row, Column::Id.wrong(value, &self.input)));
        if is_text(array.data_type()) {
            let text = texts(array.as_ref());
            let checked = |row| {
                let id = text(row)?;
                if id.len() > Input::MAX_ID_BYTES {
                    wrong(row, id);
                    return None;
                }
                Some(id)
            };
            return Arc::new((0..array.len()).map(checked).collect::<StringArray>());
        }
        let values = integers(array.as_ref());
        let is_unsigned = *array.data_type() == DataType::UInt64;
        let checked = |row: usize| {
            let id = values[row];
            if array.is_null(row) {
                return None;
            }
            if is_unsigned && id < 0 {
                wrong(row, &(id as u64).to_string());
                return None;
            }
            Some(id)
        };
        Arc::new((0..array.len()).map(checked).collect::<Int64Array>())
    }

    fn numbers(&self, column: Column, batch: &RecordBatch, errors: &mut Errors) -> Vec<f64> {
        let is_height = column == Column::Height;
        let Some(array) = self.array(column, batch) else {
            return vec![if is_height { 0.0 } else { f64::NAN }; batch.num_rows()];
        };
        let mut values = floats(array.as_ref());
        let [from, to] = column.range();
        if array.null_count() == 0 && values.iter().all(|v| (from..=to).contains(v)) {
            return values;
        }
        for (row, value) in values.iter_mut().enumerate() {
            if array.is_null(row) {
                *value = 0.0;
                if !is_height {
                    errors.push((row, column.missing(&self.input)));
                }
            } else if !(from..=to).contains(value) {
                errors.push((row, column.wrong(&value.to_string(), &self.input)));
            }
        }
        values
    }

    fn times(&self, array: &ArrayRef, errors: &mut Errors) -> Vec<i64> {
        let [from, to] = self.input.time_range_ms;
        let mut wrong = |row, value: &str| errors.push((row, Column::Time.wrong(value, &self.input)));
        if is_text(array.data_type()) {
            let text = texts(array.as_ref());
            let time = |row| {
                let text = text(row).unwrap_or_default();
                match iso::parse(text.trim()).filter(|ms| (from..=to).contains(ms)) {
                    Some(ms) => return ms,
                    None if text.is_empty() => errors.push((row, Column::Time.missing(&self.input))),
                    None => errors.push((row, Column::Time.wrong(&format!("\"{text}\""), &self.input))),
                }
                0
            };
            return (0..array.len()).map(time).collect();
        }
        let values = instants_ms(array.as_ref());
        for (row, ms) in values.iter().enumerate() {
            if array.is_valid(row) && !(from..=to).contains(ms) {
                wrong(row, &format!("{ms} ms since 1970"));
            }
        }
        if array.null_count() > 0 {
            let missing = (0..array.len()).filter(|row| array.is_null(*row));
            errors.extend(missing.map(|row| (row, Column::Time.missing(&self.input))));
        }
        values
    }
}
