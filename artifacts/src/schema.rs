//! Columns and tables, from which the Arrow schema, the Parquet metadata and the data dictionary are all
//! made.

use crate::Error;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::sync::Arc;

/// The parts of a box: west, south, east, north.
pub(crate) const BOUNDING_BOX: [&str; 4] = ["xmin", "ymin", "xmax", "ymax"];

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Signed integers of 8 bits.
    Int8,
    /// Signed integers of 16 bits.
    Int16,
    /// Signed integers of 32 bits.
    Int32,
    /// Floating point numbers of double precision.
    Float64,
    /// UTF-8 text.
    Text,
    /// UTF-8 text that repeats from row to row, at most 32,767 different ones.
    Repeated,
    /// Milliseconds since 1970, proleptic Gregorian, no zone.
    TimestampMs,
    /// This many doubles in each row.
    Coefficients(i32),
    /// This many signed integers of 16 bits in each row.
    Samples(i32),
    /// A box around geometry: least and greatest longitude and latitude, degrees, as GeoParquet names them.
    BoundingBox,
    /// Geometry as Well-Known Binary; the Parquet file is then GeoParquet.
    Geometry,
    /// Bytes of a response.
    Bytes,
}

/// A column and its meaning.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The column's name, its unit last.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ColumnType,
    /// `true` if a row may have no value.
    pub nullable: bool,
    /// Unit in words; `1` for a pure number.
    pub unit: &'static str,
    /// The meaning of the values.
    pub meaning: &'static str,
    /// The computation of the values, or their source.
    pub source: &'static str,
}

/// A table: its columns, its files and the order of its rows.
#[derive(Debug, Clone, Copy)]
pub struct TableSchema {
    /// The name of its files, without their endings.
    pub name: &'static str,
    /// The contents of the table, in a sentence.
    pub title: &'static str,
    /// Anything else a reader must know.
    pub notes: &'static str,
    /// The licences that bind those who use the table, and their columns.
    pub licence: &'static str,
    /// The sources that must or should be named with it.
    pub attribution: &'static str,
    /// The columns in order.
    pub columns: &'static [Column],
    /// `true` if there is an Arrow file, for programs.
    pub arrow: bool,
    /// `true` if there is a Parquet file, for people.
    pub parquet: bool,
    /// Name of the column in whose ascending order the rows are.
    pub sorted_by: &'static str,
    /// `true` if several rows may have the same value there, as the vertices of one polygon have.
    pub ties: bool,
}

impl ColumnType {
    fn data_type(self) -> DataType {
        match self {
            Self::Int8 => DataType::Int8,
            Self::Int16 => DataType::Int16,
            Self::Int32 => DataType::Int32,
            Self::Float64 => DataType::Float64,
            Self::Text => DataType::Utf8,
            Self::Repeated => DataType::Dictionary(DataType::Int16.into(), DataType::Utf8.into()),
            Self::TimestampMs => DataType::Timestamp(TimeUnit::Millisecond, None),
            Self::Coefficients(n) => DataType::FixedSizeList(Self::coefficient_field(), n),
            Self::Samples(n) => DataType::FixedSizeList(Self::sample_field(), n),
            Self::BoundingBox => DataType::Struct(Self::bounding_box_fields()),
            Self::Geometry | Self::Bytes => DataType::Binary,
        }
    }

    /// The fields of [`ColumnType::BoundingBox`].
    pub(crate) fn bounding_box_fields() -> Fields {
        BOUNDING_BOX.iter().map(|name| Field::new(*name, DataType::Float64, false)).collect()
    }

    /// The field of the items of [`ColumnType::Coefficients`].
    pub(crate) fn coefficient_field() -> FieldRef {
        Arc::new(Field::new("item", DataType::Float64, false))
    }

    /// The field of the items of [`ColumnType::Samples`].
    pub(crate) fn sample_field() -> FieldRef {
        Arc::new(Field::new("item", DataType::Int16, false))
    }

    /// The name of the type in the data dictionary.
    pub fn word(self) -> String {
        match self {
            Self::Int8 => "int8".into(),
            Self::Int16 => "int16".into(),
            Self::Int32 => "int32".into(),
            Self::Float64 => "float64".into(),
            Self::Text => "string".into(),
            Self::Repeated => "string (dictionary)".into(),
            Self::TimestampMs => "timestamp(ms)".into(),
            Self::Coefficients(n) => format!("float64[{n}]"),
            Self::Samples(n) => format!("int16[{n}]"),
            Self::BoundingBox => format!("struct of float64 {}", BOUNDING_BOX.join(", ")),
            Self::Geometry => "binary (WKB)".into(),
            Self::Bytes => "binary".into(),
        }
    }
}

impl TableSchema {
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
            self.about().map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        Arc::new(Schema::new_with_metadata(fields, metadata))
    }

    /// Returns the metadata of a file about its table, as keys and values.
    pub(crate) fn about(&self) -> [(&'static str, &'static str); 5] {
        [
            ("table", self.name),
            ("title", self.title),
            ("notes", self.notes),
            ("licence", self.licence),
            ("attribution", self.attribution),
        ]
    }

    /// A batch of this table from its columns in order.
    pub fn batch(&self, columns: Vec<ArrayRef>) -> Result<RecordBatch, Error> {
        let batch =
            RecordBatch::try_new(self.arrow_schema(), columns).map_err(|e| self.broken(e.to_string()))?;
        self.check(&batch)?;
        Ok(batch)
    }

    /// The first column of a type.
    #[cfg(feature = "write")]
    pub(crate) fn column_of(&self, kind: ColumnType) -> Option<&Column> {
        self.columns.iter().find(|column| column.kind == kind)
    }

    /// An error that names the table.
    pub(crate) fn broken(&self, problem: String) -> Error {
        Error::Contract { table: self.name, problem }
    }
}
