//! The table of a response: the caller's `id`, the results, and the `error` of each row.

use super::work::{Results, RowWork};
use crate::api::long_answers::failed;
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, UInt32Array, new_null_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::take::take;
use rows::{ERROR_COLUMN, Rows};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use web::problem::Problem;

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
    /// Whether these are all rows, each once.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::long_answers::Later;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type};
    use arrow_array::{Array, Float64Array};

    /// Returns the given results: their rows and values.
    struct Given {
        schema: SchemaRef,
        of: Option<Vec<u32>>,
        values: Vec<f64>,
    }

    impl RowWork for Given {
        fn schema(&self) -> &SchemaRef {
            &self.schema
        }

        fn results<'a>(&'a self, _: &'a Rows) -> Later<'a, Results> {
            let columns: [ArrayRef; 2] = [
                Arc::new(Int32Array::from(vec![0; self.values.len()])),
                Arc::new(Float64Array::from(self.values.clone())),
            ];
            let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns.into()).expect("two columns");
            let results = Results { batch, rows: self.of.clone() };
            Box::pin(std::future::ready(Ok(results)))
        }
    }

    fn rows(errors: &[usize]) -> Rows {
        let id: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
        let errors = errors.iter().map(|row| (*row, format!("row {row}"))).collect();
        Rows { first: 7, id: Some(id), height_m: vec![0.0; 3], errors, ..Rows::default() }
    }

    async fn answered(of: Option<Vec<u32>>, values: &[f64], bad: &[usize]) -> Vec<String> {
        let fields = [("place", DataType::Int32), ("value", DataType::Float64)];
        let fields = fields.map(|(name, kind)| Field::new(name, kind, false)).to_vec();
        let work = Given { schema: Arc::new(Schema::new(fields)), of, values: values.into() };
        let table = Table::new(work.schema(), Some(&DataType::Utf8), "0123");
        let batch = table.answered(&work, &rows(bad)).await.expect("a table");
        let value = |k| {
            let column = batch["value"].as_primitive::<Float64Type>();
            if column.is_valid(k) { column.value(k).to_string() } else { String::new() }
        };
        let text = |name: &str, k| {
            let column = batch[name].as_string::<i32>();
            if column.is_valid(k) { column.value(k).to_owned() } else { String::new() }
        };
        let place = |k| batch["place"].as_primitive::<Int32Type>().value(k);
        (0..batch.num_rows())
            .map(|k| format!("{} {} {} {}", text("id", k), place(k), value(k), text("error", k)))
            .collect()
    }

    #[tokio::test]
    async fn every_row_has_its_results_or_its_error_in_order() {
        let all = ["a 7 0 ", "b 8 1 ", "c 9 2 "];
        assert_eq!(answered(None, &[0.0, 1.0, 2.0], &[]).await, all);
        let with_bad = ["a 7 0 ", "b 8  row 1", "c 9 2 "];
        assert_eq!(answered(None, &[0.0, f64::NAN, 2.0], &[1]).await, with_bad);
    }

    #[tokio::test]
    async fn a_row_has_no_result_or_several() {
        let found = ["a 7  row 0", "c 9 1 ", "c 9 3 "];
        assert_eq!(answered(Some(vec![0, 2, 0, 2]), &[0.0, 1.0, 2.0, 3.0], &[0]).await, found);
        assert!(answered(Some(vec![]), &[], &[]).await.is_empty());
    }
}
