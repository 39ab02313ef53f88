//! Record batches as rows.

use crate::column::{Column, Positions, positions};
use crate::{Error, Input, Rows, iso};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Schema, TimeUnit};
use std::sync::Arc;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

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
        let positions = positions(schema.fields().iter().map(|f| f.name().as_str()), &input)?;
        for column in Column::ALL {
            let Some(field) = positions[column as usize].map(|at| schema.field(at)) else { continue };
            let (kind, name) = (field.data_type(), field.name());
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

    /// The positions of the columns in the schema, ascending.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.positions.iter().flatten().copied()
    }

    /// Returns the rows of a batch.
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

/// Converts the values of a primitive array; nulls become arbitrary numbers.
macro_rules! converted {
    ($array:expr, $to:ty, $($kind:ident: $type:ty),+) => {
        match $array.data_type() {
            $(DataType::$kind => $array.as_primitive::<$type>().values().iter().map(|v| *v as $to).collect(),)+
            other => unreachable!("the types of columns were checked: {other}"),
        }
    };
}

/// The values of an array of numbers.
fn floats(array: &dyn Array) -> Vec<f64> {
    match array.data_type() {
        DataType::Float64 => array.as_primitive::<Float64Type>().values().to_vec(),
        DataType::Float32 => {
            array.as_primitive::<Float32Type>().values().iter().map(|v| f64::from(*v)).collect()
        }
        DataType::UInt64 => array.as_primitive::<UInt64Type>().values().iter().map(|v| *v as f64).collect(),
        _ => integers(array).into_iter().map(|v| v as f64).collect(),
    }
}

/// The values of an array of integers. Those of `u64` keep their bits.
pub(crate) fn integers(array: &dyn Array) -> Vec<i64> {
    converted!(
        array, i64,
        Int8: Int8Type, Int16: Int16Type, Int32: Int32Type, Int64: Int64Type,
        UInt8: UInt8Type, UInt16: UInt16Type, UInt32: UInt32Type, UInt64: UInt64Type,
        Date32: Date32Type, Date64: Date64Type
    )
}

/// The values of an array of timestamps or dates.
fn instants_ms(array: &dyn Array) -> Vec<i64> {
    let values = |unit: &TimeUnit| match unit {
        TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
        TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
        TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
        TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
    };
    let times = |values: &[i64], factor| values.iter().map(|v| v.saturating_mul(factor)).collect();
    match array.data_type() {
        DataType::Timestamp(unit @ TimeUnit::Second, _) => times(values(unit), 1000),
        DataType::Timestamp(unit @ TimeUnit::Millisecond, _) => values(unit).to_vec(),
        DataType::Timestamp(unit, _) => {
            let parts = if *unit == TimeUnit::Microsecond { 1000 } else { 1_000_000 };
            values(unit).iter().map(|v| v.div_euclid(parts)).collect()
        }
        DataType::Date32 => times(&integers(array), DAY_MS),
        _ => integers(array),
    }
}

/// Whether values of a type are texts.
pub(crate) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => !matches!(**values, DataType::Dictionary(..)) && is_text(values),
        _ => matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View),
    }
}

/// The values of an array of texts by row.
pub(crate) fn texts<'a>(array: &'a dyn Array) -> Box<dyn Fn(usize) -> Option<&'a str> + 'a> {
    match array.data_type() {
        DataType::Utf8 => {
            let array = array.as_string::<i32>();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        DataType::LargeUtf8 => {
            let array = array.as_string::<i64>();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        DataType::Utf8View => {
            let array = array.as_string_view();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        _ => match array.as_any_dictionary_opt() {
            Some(array) if !array.values().is_empty() => {
                let (keys, value) = (array.normalized_keys(), texts(array.values().as_ref()));
                Box::new(move |row| array.keys().is_valid(row).then(|| value(keys[row])).flatten())
            }
            _ => Box::new(|_| None),
        },
    }
}
