//! Columns and tables, from which the Arrow schema, the Parquet metadata and the data dictionary are all
//! made.

use crate::Error;
use arrow::array::{Array, RecordBatch};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::sync::Arc;

/// Type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Signed integers.
    Int8,
    /// Signed integers.
    Int16,
    /// Signed integers.
    Int32,
    /// Double precision.
    Float64,
    /// UTF-8 text.
    Text,
    /// Milliseconds since 1970, proleptic Gregorian, no zone.
    TimestampMs,
    /// So many doubles in a row.
    Coefficients(i32),
}

/// A column and what it means.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Name, unit last.
    pub name: &'static str,
    /// Type.
    pub kind: Kind,
    /// May it be null?
    pub nullable: bool,
    /// Unit in words; `1` for a pure number.
    pub unit: &'static str,
    /// Meaning.
    pub meaning: &'static str,
    /// How it is computed, or from which source.
    pub source: &'static str,
}

/// A column that always has a value.
pub const fn column(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    meaning: &'static str,
    source: &'static str,
) -> Column {
    Column { name, kind, nullable: false, unit, meaning, source }
}

/// A column that is null where its quantity does not exist.
pub const fn nullable(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    meaning: &'static str,
    source: &'static str,
) -> Column {
    Column { name, kind, nullable: true, unit, meaning, source }
}

/// A table.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Name of the files.
    pub name: &'static str,
    /// One sentence.
    pub title: &'static str,
    /// Anything else a reader must know.
    pub notes: &'static str,
    /// Columns in order.
    pub columns: &'static [Column],
    /// Is there an Arrow file that is mapped?
    pub mapped: bool,
    /// Is there a Parquet file for people?
    pub parquet: bool,
    /// Column in whose ascending order the rows are.
    pub sorted_by: &'static str,
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Int8 => DataType::Int8,
            Self::Int16 => DataType::Int16,
            Self::Int32 => DataType::Int32,
            Self::Float64 => DataType::Float64,
            Self::Text => DataType::Utf8,
            Self::TimestampMs => DataType::Timestamp(TimeUnit::Millisecond, None),
            Self::Coefficients(n) => {
                DataType::FixedSizeList(Arc::new(Field::new("item", DataType::Float64, false)), n)
            }
        }
    }

    /// The word used in the data dictionary.
    pub fn word(self) -> String {
        match self {
            Self::Int8 => "int8".into(),
            Self::Int16 => "int16".into(),
            Self::Int32 => "int32".into(),
            Self::Float64 => "float64".into(),
            Self::Text => "string".into(),
            Self::TimestampMs => "timestamp(ms)".into(),
            Self::Coefficients(n) => format!("float64[{n}]"),
        }
    }
}

impl Table {
    /// Arrow schema with unit, description and source in each field's metadata.
    pub fn arrow_schema(&self) -> SchemaRef {
        let fields: Vec<Field> = self
            .columns
            .iter()
            .map(|c| {
                let metadata: HashMap<String, String> =
                    [("unit", c.unit), ("description", c.meaning), ("source", c.source)]
                        .map(|(k, v)| (k.to_owned(), v.to_owned()))
                        .into();
                Field::new(c.name, c.kind.data_type(), c.nullable).with_metadata(metadata)
            })
            .collect();
        let metadata: HashMap<String, String> =
            [("table", self.name), ("title", self.title), ("notes", self.notes)]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .into();
        Arc::new(Schema::new_with_metadata(fields, metadata))
    }

    /// A batch of this table from its columns in order.
    pub fn batch(&self, columns: Vec<arrow::array::ArrayRef>) -> Result<RecordBatch, Error> {
        let batch =
            RecordBatch::try_new(self.arrow_schema(), columns).map_err(|e| self.broken(e.to_string()))?;
        self.check(&batch)?;
        Ok(batch)
    }

    /// Checks schema, nulls, finite numbers and order. The error names the first row that breaks the
    /// contract.
    pub fn check(&self, batch: &RecordBatch) -> Result<(), Error> {
        if batch.schema().fields() != self.arrow_schema().fields() {
            return Err(self.broken("its columns are not those of this version".into()));
        }
        for (column, array) in self.columns.iter().zip(batch.columns()) {
            let values = match column.kind {
                Kind::Float64 => array.as_any().downcast_ref::<arrow::array::Float64Array>().cloned(),
                _ => None,
            };
            let Some(values) = values else { continue };
            if let Some(row) = (0..values.len()).find(|&r| values.is_valid(r) && !values.value(r).is_finite())
            {
                return Err(self.broken(format!("{} is not finite in row {row}", column.name)));
            }
            if column.name == self.sorted_by
                && let Some(row) = (1..values.len()).find(|&r| values.value(r) <= values.value(r - 1))
            {
                return Err(self.broken(format!("sorted by {}: row {row} does not ascend", column.name)));
            }
        }
        Ok(())
    }

    fn broken(&self, problem: String) -> Error {
        Error::Contract { table: self.name, problem }
    }
}
