//! Writing tables: Arrow IPC for programs, Parquet for people. Bytes depend on the rows alone.

use crate::schema::{Kind, Table};
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

/// Writes one sorted row group with statistics and page index, zstd, synced to disk. Units and descriptions
/// travel in the Arrow schema that the file embeds and as key-value pairs `<column>.unit`,
/// `<column>.description` for readers that ignore that schema. With geometry it is a GeoParquet file.
pub fn write_parquet(path: &Path, table: &Table, batch: &RecordBatch) -> Result<(), Error> {
    let failed = Error::encoding(path);
    let file = File::create_new(path).map_err(Error::io(path, "create"))?;
    let mut pairs = vec![KeyValue::new("title".into(), table.title.to_owned())];
    for c in table.columns {
        pairs.push(KeyValue::new(format!("{}.unit", c.name), c.unit.to_owned()));
        pairs.push(KeyValue::new(format!("{}.description", c.name), c.meaning.to_owned()));
    }
    if let Some(geo) = geoparquet::metadata(table, batch)? {
        pairs.push(KeyValue::new(geoparquet::KEY.into(), geo));
    }
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
        .set_key_value_metadata(Some(pairs));
    if let Some(geometry) = table.column_of(Kind::Geometry) {
        // No two are equal, and their bytes have no order.
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
