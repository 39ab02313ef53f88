//! The table of a response: the caller's `id`, the results, and the `error` of each row.

use super::work::{Results, RowWork};
use crate::api::long_responses::failed;
use crate::api::prelude::*;
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, UInt32Array, new_null_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::take::take;
use rows::{ERROR_COLUMN, Format, Rows};
use std::collections::{BTreeMap, HashMap};

/// Name of the column with the caller's names of rows.
const ID_COLUMN: &str = "id";
/// Name of the column with the numbers of rows, from 0.
const PLACE_COLUMN: &str = "place";

/// The columns of a response.
pub(crate) struct Table {
    /// `id` if the rows have it, the columns of the results, and `error`. All may be null.
    pub(crate) schema: SchemaRef,
    has_id: bool,
}

impl Table {
    /// Adds `id`, of a type if the rows have one, and `error` to the columns of results, and the name of the
    /// generation to their metadata.
    pub(crate) fn new(results: &Schema, id: Option<&DataType>, generation: &str) -> Self {
        let described = |name: &str, kind: DataType, meaning: &str| {
            let metadata = HashMap::from([("description".to_owned(), meaning.to_owned())]);
            Field::new(name, kind, true).with_metadata(metadata)
        };
        let id = id.map(|kind| described(ID_COLUMN, kind.clone(), "your name of the row"));
        let has_id = id.is_some();
        let error = described(ERROR_COLUMN, DataType::Utf8, "problem of the row; null if it has none");
        let columns = results.fields().iter().map(|field| field.as_ref().clone().with_nullable(true));
        let fields: Vec<_> = id.into_iter().chain(columns).chain([error]).collect();
        let mut metadata = results.metadata().clone();
        metadata.insert("generation".to_owned(), generation.to_owned());
        Self { schema: Arc::new(Schema::new_with_metadata(fields, metadata)), has_id }
    }

    /// Returns the results of some rows in the order of the rows. A bad row has its error in place of
    /// results.
    pub(crate) async fn answered(&self, work: &dyn RowWork, rows: &Rows) -> Result<RecordBatch, Problem> {
        let Results { batch, rows: of } = work.results(rows).await?;
        let errors = rows.errors.iter().map(|(row, error)| (*row as u32, error.clone())).collect();
        let plan = Plan::new(of, rows.count(), errors);
        self.planned(&batch, rows, &plan).map_err(|error| {
            tracing::error!(%error, "results do not suit their table");
            failed()
        })
    }

    fn planned(&self, batch: &RecordBatch, rows: &Rows, plan: &Plan) -> Result<RecordBatch, ArrowError> {
        let mut columns = Vec::with_capacity(self.schema.fields().len());
        if self.has_id {
            columns.push(match &rows.id {
                Some(id) => plan.of_rows(id)?,
                None => new_null_array(self.schema.field(0).data_type(), plan.rows.len()),
            });
        }
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            let number = |row: &u32| (rows.first + u64::from(*row)) as i32;
            columns.push(match field.name().as_str() {
                PLACE_COLUMN => Arc::new(Int32Array::from_iter_values(plan.rows.values().iter().map(number))),
                _ => plan.of_results(column)?,
            });
        }
        columns.push(plan.errors());
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

/// The rows of a response: each result of each row, and each bad row once.
struct Plan {
    /// Numbers of the rows.
    rows: UInt32Array,
    /// `true` if these are all rows, each once.
    is_each: bool,
    /// Numbers of the results, null for a bad row; none if they are all results in order.
    results: Option<UInt32Array>,
    /// Errors by the numbers of their rows.
    errors: BTreeMap<u32, String>,
}

impl Plan {
    fn new(of: Option<Vec<u32>>, count: usize, errors: BTreeMap<u32, String>) -> Self {
        let is_each = of.is_none();
        let of = of.unwrap_or_else(|| (0..count as u32).collect());
        if errors.is_empty() && of.is_sorted() {
            return Self { rows: of.into(), is_each, results: None, errors };
        }
        let good = of.into_iter().zip(0..).filter(|(row, _)| !errors.contains_key(row));
        let bad = errors.keys().map(|row| (*row, None));
        let mut all: Vec<_> = good.map(|(row, result)| (row, Some(result))).chain(bad).collect();
        // Results of the same row keep their order.
        all.sort_by_key(|(row, _)| *row);
        let (rows, results): (Vec<u32>, Vec<Option<u32>>) = all.into_iter().unzip();
        Self { rows: rows.into(), is_each, results: Some(results.into()), errors }
    }

    fn of_rows(&self, column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        if self.is_each { Ok(Arc::clone(column)) } else { take(column, &self.rows, None) }
    }

    fn of_results(&self, column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        match &self.results {
            None => Ok(Arc::clone(column)),
            Some(results) => take(column, results, None),
        }
    }

    fn errors(&self) -> ArrayRef {
        if self.errors.is_empty() {
            return new_null_array(&DataType::Utf8, self.rows.len());
        }
        Arc::new(self.rows.values().iter().map(|row| self.errors.get(row)).collect::<StringArray>())
    }
}

/// Cuts results into pieces that are written one by one, so that a client that does not read holds little. A
/// text is up to six times as long as its columns, and a short batch of Arrow has much besides them.
pub(crate) fn pieces(results: RecordBatch, format: Format) -> impl Iterator<Item = RecordBatch> {
    let piece_bytes = match format {
        Format::Arrow | Format::Parquet => 512 << 10,
        Format::Json | Format::Ndjson | Format::Csv => 32 << 10,
    };
    let (rows, bytes) = (results.num_rows(), results.get_array_memory_size());
    let rows_of_piece = (rows * piece_bytes / bytes.max(1)).max(1);
    // Results without rows are a piece, too: a stream of Arrow has a batch for them.
    let begins = (0..rows.max(1)).step_by(rows_of_piece);
    begins.map(move |first| results.slice(first, rows_of_piece.min(rows - first)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Float64Array;
    use rows::Writer;

    /// The rows of a response: numbers of the rows and of their results.
    fn planned(of: Option<Vec<u32>>, count: usize, bad: &[u32]) -> Vec<(u32, Option<u32>)> {
        let plan = Plan::new(of, count, bad.iter().map(|row| (*row, String::new())).collect());
        let in_order: UInt32Array = (0..plan.rows.len() as u32).collect();
        let results = plan.results.unwrap_or(in_order);
        plan.rows.values().iter().copied().zip(results.iter()).collect()
    }

    #[test]
    fn every_row_has_its_results_or_its_error_in_order() {
        assert_eq!(planned(None, 3, &[]), [(0, Some(0)), (1, Some(1)), (2, Some(2))]);
        assert_eq!(planned(None, 3, &[1]), [(0, Some(0)), (1, None), (2, Some(2))]);
        // No result, or several.
        assert_eq!(planned(Some(vec![0, 2, 0, 2]), 4, &[0]), [(0, None), (2, Some(1)), (2, Some(3))]);
        assert_eq!(planned(Some(vec![2, 0, 2]), 3, &[]), [(0, Some(1)), (2, Some(0)), (2, Some(2))]);
    }

    #[test]
    fn long_results_are_written_in_short_pieces_with_the_same_bytes() {
        // Each byte of these ids is six in JSON.
        let id = StringArray::from_iter_values((0..6000).map(|_| "\u{1}".repeat(256)));
        let number = Float64Array::from_iter_values((0..6000).map(f64::from));
        let error = StringArray::new_null(6000);
        let columns: [(_, ArrayRef, _); 3] = [
            ("id", Arc::new(id), true),
            ("number", Arc::new(number), true),
            ("error", Arc::new(error), true),
        ];
        let results = RecordBatch::try_from_iter_with_nullable(columns).expect("columns");
        let bytes = |format, batches: Vec<RecordBatch>| {
            let mut writer = Writer::new(format, results.schema()).expect("a writer");
            let mut pieces: Vec<_> = batches.iter().map(|b| writer.write(b).expect("bytes")).collect();
            let longest = pieces.iter().map(Vec::len).max();
            pieces.push(writer.finish(None).expect("the end"));
            (pieces.concat(), longest.expect("a piece"))
        };
        for format in [Format::Json, Format::Ndjson, Format::Csv] {
            let (whole, _) = bytes(format, vec![results.clone()]);
            let (text, longest) = bytes(format, pieces(results.clone(), format).collect());
            assert!(text == whole && longest < 200 << 10, "{format:?}: {longest}");
        }
        let (_, longest) = bytes(Format::Arrow, pieces(results.clone(), Format::Arrow).collect());
        assert!(longest < 600 << 10, "{longest}");
        assert_eq!(pieces(results.slice(0, 0), Format::Arrow).count(), 1);
    }
}
