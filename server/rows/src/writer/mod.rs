//! Writing rows.

mod text;

use crate::column::ERROR_COLUMN;
use crate::values::is_text;
use crate::{Error, Format};
use arrow_array::{ArrayRef, RecordBatch, StringArray, new_null_array};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, SchemaRef, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use std::sync::Arc;

/// Number of rows of a group of Parquet, which is in memory until it is complete.
const GROUP_ROWS: usize = 16 << 10;

/// Writes batches of rows as bytes of a format.
///
/// Text formats write timestamps as ISO 8601 with milliseconds and `Z`, numbers with the fewest digits that
/// read back as the same bits, and null and NaN as `null` or an empty cell. Arrow and Parquet keep the
/// metadata of the schema and of its columns. A Parquet file repeats them as pairs: those of the schema with
/// their names, those of a column as `COLUMN.NAME`.
pub struct Writer {
    schema: SchemaRef,
    form: Form,
}

enum Form {
    Text(text::Text),
    Arrow(Box<StreamWriter<Vec<u8>>>),
    Parquet(Box<ArrowWriter<Vec<u8>>>),
}

impl Writer {
    /// Returns a writer. All columns must be nullable, and one must be the text column `error`, because an
    /// early end becomes a row with nothing else. Columns are doubles, floats, integers other than `u64`,
    /// booleans, texts, or timestamps in milliseconds.
    pub fn new(format: Format, schema: SchemaRef) -> Result<Self, Error> {
        check(&schema)?;
        let form = match format {
            Format::Json | Format::Ndjson | Format::Csv => Form::Text(text::Text::new(format, &schema)),
            Format::Arrow => {
                let writer = StreamWriter::try_new(Vec::new(), &schema).map_err(|e| unsuitable(&e))?;
                Form::Arrow(Box::new(writer))
            }
            Format::Parquet => {
                let properties = Some(properties(&schema)?);
                let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), properties);
                Form::Parquet(Box::new(writer.map_err(|e| unsuitable(&e))?))
            }
        };
        Ok(Self { schema, form })
    }

    /// Returns the bytes that a batch adds. Parquet has none until a group of rows is complete.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<Vec<u8>, Error> {
        if batch.schema_ref().fields() != self.schema.fields() {
            return Err(unsuitable(&"the batch has other columns than the writer"));
        }
        match &mut self.form {
            Form::Text(writer) => Ok(writer.write(batch)),
            Form::Arrow(writer) => {
                writer.write(batch).map_err(|e| unsuitable(&e))?;
                Ok(std::mem::take(writer.get_mut()))
            }
            Form::Parquet(writer) => {
                writer.write(batch).map_err(|e| unsuitable(&e))?;
                Ok(std::mem::take(writer.inner_mut()))
            }
        }
    }

    /// Returns the last bytes. The reason of an early end becomes the `error` of one more row.
    pub fn finish(mut self, end: Option<&str>) -> Result<Vec<u8>, Error> {
        let mut bytes = match end {
            Some(reason) => self.write_end(reason)?,
            None => Vec::new(),
        };
        bytes.extend(match self.form {
            Form::Text(writer) => writer.finish(),
            Form::Arrow(mut writer) => {
                writer.finish().map_err(|e| unsuitable(&e))?;
                std::mem::take(writer.get_mut())
            }
            Form::Parquet(writer) => writer.into_inner().map_err(|e| unsuitable(&e))?,
        });
        Ok(bytes)
    }

    fn write_end(&mut self, reason: &str) -> Result<Vec<u8>, Error> {
        if let Form::Text(writer) = &mut self.form
            && let Some(bytes) = writer.end(reason)
        {
            return Ok(bytes);
        }
        let column = |(name, kind): (&str, &DataType)| -> ArrayRef {
            if name == ERROR_COLUMN {
                Arc::new(StringArray::from(vec![reason]))
            } else {
                new_null_array(kind, 1)
            }
        };
        let fields = self.schema.fields().iter().map(|f| (f.name().as_str(), f.data_type()));
        let row = RecordBatch::try_new(self.schema.clone(), fields.map(column).collect());
        self.write(&row.map_err(|e| unsuitable(&e))?)
    }
}

fn unsuitable(problem: &dyn ToString) -> Error {
    Error::Unsuitable(problem.to_string())
}

fn check(schema: &SchemaRef) -> Result<(), Error> {
    for field in schema.fields() {
        let is_known = match field.data_type() {
            DataType::UInt64 => false,
            DataType::Float32 | DataType::Float64 | DataType::Boolean => true,
            DataType::Timestamp(TimeUnit::Millisecond, _) => true,
            kind => kind.is_integer() || is_text(kind),
        };
        if !is_known || !field.is_nullable() {
            let (name, kind) = (field.name(), field.data_type());
            return Err(unsuitable(&format!("the column {name} cannot be {kind} or must be nullable")));
        }
    }
    let is_error = schema.field_with_name(ERROR_COLUMN).is_ok_and(|f| *f.data_type() == DataType::Utf8);
    if is_error { Ok(()) } else { Err(unsuitable(&"the schema has no text column error")) }
}

/// Settings of Parquet with the metadata of the schema and its columns.
fn properties(schema: &SchemaRef) -> Result<WriterProperties, Error> {
    let of_columns = schema.fields().iter().flat_map(|field| {
        let pairs = field.metadata().iter();
        pairs.map(|(key, value)| KeyValue::new(format!("{}.{key}", field.name()), value.clone()))
    });
    let of_schema = schema.metadata().iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    let mut pairs: Vec<_> = of_schema.chain(of_columns).collect();
    pairs.sort_by(|a, b| a.key.cmp(&b.key));
    let level = ZstdLevel::try_new(1).map_err(|e| unsuitable(&e))?;
    Ok(WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        // Most columns have a different value in each row.
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_key_value_metadata(Some(pairs))
        .build())
}

#[cfg(test)]
mod tests;
