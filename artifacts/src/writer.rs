//! Writing tables: Arrow IPC for programs, Parquet for people. Bytes depend on the rows alone.

use crate::manifest::Inputs;
use crate::schema::{Column, ColumnType, TableSchema};
use crate::{Error, geoparquet};
use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::{KeyValue, SortingColumn};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Alignment of every buffer in the Arrow files, bytes: that of the widest vectors.
const ALIGNMENT: usize = 64;
/// Level of compression: small tables, read often.
const ZSTD_LEVEL: i32 = 9;

/// Writes one uncompressed, aligned record batch, synced to disk.
pub fn write_arrow(path: &Path, batch: &RecordBatch) -> Result<(), Error> {
    let failed = Error::encoding(path);
    let file = File::create_new(path).map_err(Error::io(path, "create"))?;
    let options =
        IpcWriteOptions::try_new(ALIGNMENT, false, arrow_ipc::MetadataVersion::V5).map_err(|e| failed(&e))?;
    let mut writer = FileWriter::try_new_with_options(BufWriter::new(file), &batch.schema(), options)
        .map_err(|e| failed(&e))?;
    writer.write(batch).map_err(|e| failed(&e))?;
    writer.finish().map_err(|e| failed(&e))?;
    let file = writer.into_inner().map_err(|e| failed(&e))?.into_inner().map_err(|e| failed(&e.error()))?;
    file.sync_all().map_err(Error::io(path, "sync"))
}

/// The generation that a file belongs to.
pub struct GenerationOrigin<'a> {
    /// Its id.
    pub generation: &'a str,
    /// The inputs that it is made from.
    pub inputs: &'a Inputs,
}

/// The program that wrote a file, in the form that the format wants.
pub(crate) fn created_by(version: &str, generation: &str) -> String {
    format!("umbra-builder version {version} (build {generation})")
}

pub(crate) fn pair(key: &str, value: &str) -> KeyValue {
    KeyValue::new(key.to_owned(), value.to_owned())
}

/// Unit and meaning of a column.
pub(crate) fn column_pairs(c: &Column) -> [KeyValue; 2] {
    [pair(&format!("{}.unit", c.name), c.unit), pair(&format!("{}.description", c.name), c.meaning)]
}

/// Returns the metadata of a Parquet file: contents, origin, licence and attribution, also for a copy of the
/// file alone. Units and descriptions are repeated for readers that ignore the embedded Arrow schema.
fn pairs(
    table: &TableSchema,
    batch: &RecordBatch,
    origin: &GenerationOrigin,
) -> Result<Vec<KeyValue>, Error> {
    let mut pairs = Vec::from(table.about().map(|(key, value)| pair(key, value)));
    pairs.push(pair("generation", origin.generation));
    pairs.push(pair("builder_version", &origin.inputs.engine_version));
    pairs.push(pair("format_version", &origin.inputs.format_version.to_string()));
    table.columns.iter().for_each(|column| pairs.extend(column_pairs(column)));
    pairs.extend(geoparquet::metadata(table, batch)?.map(|geo| pair(geoparquet::KEY, &geo)));
    Ok(pairs)
}

/// Writes one sorted row group with statistics and page index, zstd, synced to disk. With geometry it is a
/// GeoParquet file.
pub fn write_parquet(
    path: &Path,
    table: &TableSchema,
    batch: &RecordBatch,
    origin: &GenerationOrigin,
) -> Result<(), Error> {
    let failed = Error::encoding(path);
    let file = File::create_new(path).map_err(Error::io(path, "create"))?;
    let sorting = table
        .columns
        .iter()
        .position(|c| c.name == table.sorted_by)
        .map(|i| vec![SortingColumn { column_idx: i as i32, descending: false, nulls_first: false }]);
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL).map_err(|e| failed(&e))?))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_max_row_group_row_count(Some(usize::MAX))
        .set_data_page_row_count_limit(4096)
        .set_sorting_columns(sorting)
        .set_created_by(created_by(&origin.inputs.engine_version, origin.generation))
        .set_key_value_metadata(Some(pairs(table, batch, origin)?));
    if let Some(geometry) = table.column_of(ColumnType::Geometry) {
        // All geometries differ, and the order of their bytes has no meaning.
        let path = ColumnPath::from(geometry.name);
        properties = properties
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_statistics_enabled(path, EnabledStatistics::None);
    }
    let mut writer =
        ArrowWriter::try_new(file, batch.schema(), Some(properties.build())).map_err(|e| failed(&e))?;
    writer.write(batch).map_err(|e| failed(&e))?;
    let file = writer.into_inner().map_err(|e| failed(&e))?;
    file.sync_all().map_err(Error::io(path, "sync"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn every_parquet_file_says_what_it_is_from_and_whom_to_name() {
        let inputs = crate::publication::tests::inputs("1.2.3");
        let origin = GenerationOrigin { generation: "0123456789abcdef", inputs: &inputs };
        let folder = tempfile::tempdir().expect("folder");
        for table in tables::ALL {
            let path = folder.path().join(table.name);
            let batch = RecordBatch::new_empty(table.arrow_schema());
            write_parquet(&path, table, &batch, &origin).expect("written");
            let reader = SerializedFileReader::new(File::open(&path).expect("a file")).expect("Parquet");
            let about = reader.metadata().file_metadata();
            let pairs = about.key_value_metadata().expect("pairs");
            let of = |key: &str| {
                let found: Vec<_> = pairs.iter().filter(|p| p.key == key).collect();
                assert_eq!(found.len(), 1, "{key} of {}", table.name);
                found[0].value.as_deref().expect("a value")
            };
            assert_eq!(about.created_by(), Some("umbra-builder version 1.2.3 (build 0123456789abcdef)"));
            assert_eq!([of("table"), of("generation")], [table.name, "0123456789abcdef"]);
            assert_eq!([of("builder_version"), of("format_version")], ["1.2.3", "5"]);
            assert!(of("licence").len() > 10 && of("attribution").len() > 10, "{}", table.name);
            let is_of_zones = table.columns.iter().any(|c| c.source.contains("timezone-boundary-builder"));
            let has = |key: &str, text: &str| of(key).contains(text);
            assert!(!is_of_zones || has("licence", "Open Database License"), "{}", table.name);
            assert!(!is_of_zones || has("attribution", "© OpenStreetMap contributors"), "{}", table.name);
        }
    }
}
