//! Common parts of operations for the rows of a body: their parameters, and columns of their results.

use crate::api::batch::Results;
use crate::api::long_responses::failed;
use crate::vocabulary::prelude::*;
use arrow_array::{
    ArrayRef, Float64Array, Int8Array, Int32Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use artifacts::Error;
use artifacts::batch::{EclipseKey, Fields};
use artifacts::schema::{Column, TableSchema};
use rows::Rows;

/// Returns the places of rows with the numbers of the rows; a bad row has none.
pub(crate) fn sites(rows: &Rows) -> impl Iterator<Item = (usize, Site)> {
    let good = (0..rows.count()).filter(|row| !rows.height_m[*row].is_nan());
    good.map(|row| (row, Site::new(rows.lat_deg[row], rows.lng_deg[row], rows.height_m[row])))
}

/// Returns the head of a table as CSV.
pub(crate) fn head(table: &TableSchema) -> String {
    table.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n"
}

/// The parameters of every operation for rows.
#[derive(Debug, Clone, Default, PartialEq, Parameters)]
pub(crate) struct BatchInput {
    /// Columns of the response by their names, comma-separated, in this order. The default is all columns.
    /// The columns `id`, if your rows have one, and `error` are always there.
    #[param(example = "place")]
    pub(crate) fields: Option<String>,
    /// Name of the dataset that must answer, as `/version` reports it. With another dataset the response is
    /// 409.
    #[param(example = "0123456789abcdef")]
    pub(crate) dataset: Option<String>,
}

impl BatchInput {
    /// Returns the columns of a table that a request selects, if the dataset is the required one.
    pub(crate) fn columns(&self, table: &'static TableSchema, context: &Context) -> Result<Fields, Problem> {
        let current = &context.data.id;
        if let Some(required) = self.dataset.as_ref().filter(|required| *required != current) {
            let detail = format!("this server has the dataset {current}, not {required}");
            return Err(Problem::new(Code::OtherDataset, detail));
        }
        let Some(names) = &self.fields else { return Ok(Fields::all(table)) };
        Fields::named(table, names).map_err(|error| match error {
            Error::Fields(problem) => Problem::parameter(Self::FIELDS.name, problem),
            error => broken(error),
        })
    }
}

/// The problem of results that do not suit their table.
pub(crate) fn broken(error: impl std::fmt::Display) -> Problem {
    tracing::error!(%error, "results do not suit their table");
    failed()
}

/// A column, and its values from the results `R`.
pub(crate) struct RowColumn<R> {
    pub(crate) column: Column,
    pub(crate) values: Values<R>,
}

/// Values of a column from results; none is null.
pub(crate) enum Values<R> {
    /// The number of the row, which the response adds.
    Int32,
    /// Numbers.
    Float64(fn(&R) -> Option<f64>),
    /// One or zero.
    Int8(fn(&R) -> Option<bool>),
    TimestampMs(fn(&R) -> Option<Instant>),
    /// Words.
    Text(fn(&R) -> Option<&str>),
}

/// Declares a table of results: `name: kind, unit, meaning, values;`.
macro_rules! row_table {
    ($row:ty: $title:literal, $notes:literal, $source:literal:
     $($name:ident: $kind:ident$(($values:expr))?, $unit:literal, $meaning:literal;)+) => {
        /// The columns of the results.
        const COLUMNS: &[$crate::vocabulary::batch::RowColumn<$row>] =
            &[$($crate::vocabulary::batch::RowColumn {
                column: artifacts::schema::Column {
                    name: stringify!($name),
                    kind: artifacts::schema::ColumnType::$kind,
                    nullable: true,
                    unit: $unit,
                    meaning: $meaning,
                    source: $source,
                },
                values: $crate::vocabulary::batch::Values::$kind$(($values))?,
            }),+];

        /// The table of the results.
        pub(super) const TABLE: artifacts::schema::TableSchema = artifacts::schema::TableSchema {
            name: "results",
            title: $title,
            notes: $notes,
            licence: artifacts::batch::LOCAL.licence,
            attribution: artifacts::batch::LOCAL.attribution,
            columns: &$crate::vocabulary::batch::columns::<$row, { COLUMNS.len() }>(COLUMNS),
            arrow: false,
            parquet: false,
            sorted_by: "place",
            ties: true,
        };
    };
}
pub(crate) use row_table;

/// Returns the columns without their values.
pub(crate) const fn columns<R, const N: usize>(of: &[RowColumn<R>]) -> [Column; N] {
    let mut all = [of[0].column; N];
    let mut k = 0;
    while k < N {
        all[k] = of[k].column;
        k += 1;
    }
    all
}

/// Returns the selected columns of results, each with the number of its row.
pub(crate) fn table<R>(
    results: &[(u32, R)],
    columns: &[RowColumn<R>],
    fields: &Fields,
) -> Result<Results, Problem> {
    let of = |name: &str| columns.iter().find(|column| column.column.name == name);
    let arrays = fields.schema().fields().iter().map(|field| {
        let column = of(field.name()).ok_or_else(|| broken(format!("no column {}", field.name())))?;
        Ok(array(&column.values, results))
    });
    let arrays = arrays.collect::<Result<Vec<_>, Problem>>()?;
    let batch = RecordBatch::try_new(Arc::clone(fields.schema()), arrays).map_err(broken)?;
    Ok(Results { batch, rows: Some(results.iter().map(|(row, _)| *row).collect()) })
}

fn array<R>(values: &Values<R>, results: &[(u32, R)]) -> ArrayRef {
    let results = results.iter().map(|(_, result)| result);
    match values {
        Values::Int32 => Arc::new(Int32Array::from_value(0, results.len())),
        Values::Float64(of) => Arc::new(results.map(of).collect::<Float64Array>()),
        Values::Int8(of) => Arc::new(results.map(|r| of(r).map(i8::from)).collect::<Int8Array>()),
        Values::TimestampMs(of) => {
            let ms = results.map(|result| of(result).map(|at| at.unix_ms));
            Arc::new(ms.collect::<TimestampMillisecondArray>())
        }
        Values::Text(of) => Arc::new(results.map(of).collect::<StringArray>()),
    }
}

/// The echo of operations whose parameters belong to a request for one place: the price alone.
#[derive(Serialize)]
pub(crate) struct Price {
    /// Name of the operation.
    pub(crate) name: &'static str,
    /// Credits for a row.
    pub(crate) cost: f64,
}

/// All instants, where each operation has its own rule.
pub(crate) const ROWS_MS: [i64; 2] = [i64::MIN, i64::MAX];

/// Returns an eclipse as the tables of results have it.
pub(crate) fn key_of(elements: &EclipseElements, delta_t_s: f64) -> EclipseKey {
    EclipseKey {
        catalog_number: elements.catalog_number,
        date_ms: Instant::from_ut1(Ut1(elements.midnight_ut)).unix_ms,
        eclipse_type: elements.primary_type().word(),
        t0: elements.polynomials.t0,
        delta_t_s,
    }
}
