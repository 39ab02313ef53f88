//! Parquet files of results, each whole or absent.

use crate::Error;
use crate::batch::Fields;
use crate::folder::{STAGING, sync};
use crate::schema::ColumnType;
use crate::writer::{column_pairs, created_by, pair};
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnPath;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Level of compression: a higher one takes longer than the computation.
const ZSTD_LEVEL: i32 = 1;
/// Maximum number of rows of a row group, which bounds memory.
const MAX_ROW_GROUP_ROWS: usize = 1 << 20;
/// Key of the manifest in the metadata.
const MANIFEST: &str = "manifest";

/// A file of results that is being written. Dropped before [`ResultFile::publish`], it leaves nothing behind.
pub struct ResultFile {
    path: PathBuf,
    aside: PathBuf,
    writer: Option<ArrowWriter<File>>,
}

impl ResultFile {
    /// Begins a file of rows with these fields, in order of the catalog. Its metadata contain units,
    /// meanings, licence, credits, the generation, and the manifest.
    pub fn create(
        path: &Path,
        fields: &Fields,
        manifest: &str,
        [version, generation]: [&str; 2],
    ) -> Result<Self, Error> {
        let failed = Error::encoding(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let aside = path.with_file_name(format!("{STAGING}{name}-{}", std::process::id()));
        let table = fields.table;
        let mut pairs = Vec::from(table.about().map(|(key, value)| pair(key, value)));
        pairs.extend([
            pair(MANIFEST, manifest),
            pair("generation", generation),
            pair("builder_version", version),
        ]);
        fields.columns.iter().for_each(|column| pairs.extend(column_pairs(column)));
        let sorted = fields.schema().index_of(table.sorted_by).ok();
        let sorted = sorted.map(|index| SortingColumn {
            column_idx: index as i32,
            descending: false,
            nulls_first: false,
        });
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL).map_err(|e| failed(&e))?))
            .set_statistics_enabled(EnabledStatistics::Page)
            .set_max_row_group_row_count(Some(MAX_ROW_GROUP_ROWS))
            .set_sorting_columns(sorted.map(|column| vec![column]))
            .set_created_by(created_by(version, generation))
            .set_key_value_metadata(Some(pairs));
        // A dictionary pays for what repeats: words, and the columns of place and eclipse. All else differs
        // from row to row.
        for column in fields.columns.iter().filter(|column| !column.repeats()) {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_dictionary_enabled(path.clone(), false);
            if column.kind == ColumnType::TimestampMs {
                properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
        }
        let file = File::create(&aside).map_err(Error::io(&aside, "create"))?;
        let writer = ArrowWriter::try_new(file, fields.schema().clone(), Some(properties.build()));
        let writer = Some(writer.map_err(|e| failed(&e))?);
        Ok(Self { path: path.to_owned(), aside, writer })
    }

    /// Appends rows.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let writer = self.writer.as_mut().expect("the file is open until it is published");
        writer.write(batch).map_err(|e| Error::encoding(&self.path)(&e))
    }

    /// Completes the file, syncs it to disk, and puts it in place under its name.
    pub fn publish(mut self) -> Result<(), Error> {
        let writer = self.writer.take().expect("the file is open until it is published");
        let file = writer.into_inner().map_err(|e| Error::encoding(&self.path)(&e))?;
        file.sync_all().map_err(Error::io(&self.aside, "sync"))?;
        fs::rename(&self.aside, &self.path).map_err(Error::io(&self.path, "rename into place"))?;
        self.path.parent().map_or(Ok(()), sync)
    }
}

impl Drop for ResultFile {
    fn drop(&mut self) {
        // A published file has another name by now, and an error cannot be reported here.
        let _ = fs::remove_file(&self.aside);
    }
}

/// Returns the manifest in a file of results and its number of rows; none without a whole file.
pub fn manifest_of(path: &Path) -> Option<(String, u64)> {
    let reader = SerializedFileReader::new(File::open(path).ok()?).ok()?;
    let about = reader.metadata().file_metadata();
    let manifest = about.key_value_metadata()?.iter().find(|pair| pair.key == MANIFEST)?;
    Some((manifest.value.clone()?, u64::try_from(about.num_rows()).ok()?))
}

/// Removes what killed processes left of a file.
pub fn sweep(path: &Path) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let begin = format!("{STAGING}{}-", path.file_name().unwrap_or_default().to_string_lossy());
    for entry in fs::read_dir(folder).map_err(Error::io(folder, "list"))?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(&begin) {
            fs::remove_file(entry.path()).map_err(Error::io(&entry.path(), "remove"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::SEARCH;

    #[test]
    fn a_kill_leaves_a_file_whole_or_beside_its_name_where_the_next_run_removes_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, fields) = (folder.path().join("part.parquet"), Fields::all(&SEARCH));
        let create = || ResultFile::create(&path, &fields, "inputs", ["1", "2"]).expect("created");
        let names = || {
            let entries = fs::read_dir(folder.path()).expect("list").flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        // A process that is killed drops nothing.
        for is_written in [false, true] {
            let mut file = create();
            if is_written {
                file.write(&RecordBatch::new_empty(fields.schema().clone())).expect("written");
            }
            std::mem::forget(file);
            let left = names();
            assert!(left.len() == 1 && left[0].starts_with(".tmp-part.parquet-"), "{left:?}");
            assert_eq!(manifest_of(&path), None);
            sweep(&path).expect("swept");
            assert!(names().is_empty());
        }
        create().publish().expect("published");
        assert_eq!((names(), manifest_of(&path)), (vec!["part.parquet".into()], Some(("inputs".into(), 0))));
    }
}
