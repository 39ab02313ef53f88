//! Common parts of operations for the rows of a body: their parameters, and columns from JSON responses.

use crate::api::batch::Results;
use crate::api::context::Context;
use crate::api::instant::Instant;
use crate::api::long_answers::failed;
use crate::api::parameters::Parameters;
use crate::api::place::Site;
use crate::generation::elements::EclipseElements;
use arrow_array::{
    ArrayRef, Float64Array, Int8Array, Int32Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use artifacts::Error;
use artifacts::batch::{EclipseKey, Fields};
use artifacts::schema::{Column, ColumnType, TableSchema};
use astro::time::Ut1;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use web::problem::{Code, Problem};

/// The parameters of every operation for rows.
#[derive(Debug, Clone, Default, PartialEq, Parameters)]
pub(crate) struct AskedBatch {
    /// Columns of the response by their names, comma-separated, in this order. The default is all columns.
    /// The columns `id`, if your rows have one, and `error` are always there.
    #[param(example = "place")]
    pub(crate) fields: Option<String>,
    /// Name of the dataset that must answer, as `/version` reports it. With another dataset the response is
    /// 409.
    #[param(example = "0123456789abcdef")]
    pub(crate) dataset: Option<String>,
}

impl AskedBatch {
    /// Returns the columns of a table that a request selects, if the dataset is the required one.
    pub(crate) fn columns(&self, table: &'static TableSchema, context: &Context) -> Result<Fields, Problem> {
        let current = &context.data.id;
        if let Some(required) = self.dataset.as_ref().filter(|required| *required != current) {
            let detail = format!("this server has the dataset {current}, not {required}");
            return Err(Problem::new(Code::OtherDataset, detail));
        }
        let Some(names) = &self.fields else { return Ok(Fields::all(table)) };
        Fields::named(table, names).map_err(|error| match error {
            Error::Fields { problem, known } => {
                Problem::parameter(Self::FIELDS.name, format!("{problem}; use some of {known}"))
            }
            error => broken(error),
        })
    }
}

/// The problem of results that do not suit their table.
pub(crate) fn broken(error: impl std::fmt::Display) -> Problem {
    tracing::error!(%error, "results do not suit their table");
    failed()
}

/// A column and the place of its values in a JSON response.
pub(crate) struct JsonColumn {
    /// The column.
    pub(crate) column: Column,
    /// The pointer to its value (RFC 6901).
    pub(crate) pointer: &'static str,
}

/// Declares a table with columns from JSON: `name: kind, unit, meaning, pointer;`.
macro_rules! json_table {
    ($title:literal, $notes:literal, $source:literal:
     $($name:ident: $kind:ident, $unit:literal, $meaning:literal, $pointer:literal;)+) => {
        /// The columns of the results.
        const COLUMNS: &[$crate::vocabulary::batch::JsonColumn] = &[$($crate::vocabulary::batch::JsonColumn {
            column: artifacts::schema::Column {
                name: stringify!($name),
                kind: artifacts::schema::ColumnType::$kind,
                nullable: true,
                unit: $unit,
                meaning: $meaning,
                source: $source,
            },
            pointer: $pointer,
        }),+];

        /// The table of the results.
        pub(super) const TABLE: artifacts::schema::TableSchema = artifacts::schema::TableSchema {
            name: "results",
            title: $title,
            notes: $notes,
            licence: artifacts::batch::LOCAL.licence,
            attribution: artifacts::batch::LOCAL.attribution,
            columns: &$crate::vocabulary::batch::columns::<{ COLUMNS.len() }>(COLUMNS),
            arrow: false,
            parquet: false,
            sorted_by: "place",
            ties: true,
        };
    };
}
pub(crate) use json_table;

/// The columns without their pointers.
pub(crate) const fn columns<const N: usize>(of: &[JsonColumn]) -> [Column; N] {
    let mut all = [of[0].column; N];
    let mut k = 0;
    while k < N {
        all[k] = of[k].column;
        k += 1;
    }
    all
}

/// Results as JSON, each with the number of its row.
#[derive(Default)]
pub(crate) struct JsonResults {
    items: Vec<Value>,
    rows: Vec<u32>,
}

impl JsonResults {
    /// Adds a result of a row.
    pub(crate) fn push(&mut self, row: usize, result: &impl Serialize) -> Result<(), Problem> {
        self.items.push(serde_json::to_value(result).map_err(broken)?);
        self.rows.push(row as u32);
        Ok(())
    }

    /// Adds a result, which is an object, with the place of its row.
    pub(crate) fn push_at(&mut self, row: usize, site: Site, mut result: Value) {
        for (name, value) in [("lat", site.lat), ("lng", site.lng), ("height", site.height)] {
            result[name] = value.into();
        }
        self.items.push(result);
        self.rows.push(row as u32);
    }

    /// Returns the selected columns.
    pub(crate) fn table(self, columns: &[JsonColumn], fields: &Fields) -> Result<Results, Problem> {
        let of = |name: &str| columns.iter().find(|column| column.column.name == name);
        let arrays = fields.schema().fields().iter().map(|field| {
            let column = of(field.name()).ok_or_else(|| broken(format!("no column {}", field.name())))?;
            Ok(array(column, &self.items))
        });
        let arrays = arrays.collect::<Result<Vec<_>, Problem>>()?;
        let batch = RecordBatch::try_new(Arc::clone(fields.schema()), arrays).map_err(broken)?;
        Ok(Results { batch, rows: Some(self.rows) })
    }
}

/// The values of a column.
fn array(column: &JsonColumn, items: &[Value]) -> ArrayRef {
    let values = items.iter().map(|item| item.pointer(column.pointer));
    fn text(value: Option<&Value>) -> Option<&str> {
        value.and_then(Value::as_str)
    }
    match column.column.kind {
        ColumnType::Float64 => Arc::new(values.map(|value| value?.as_f64()).collect::<Float64Array>()),
        // The number of the row, which the response adds.
        ColumnType::Int32 => Arc::new(Int32Array::from_value(0, items.len())),
        ColumnType::Int8 => {
            Arc::new(values.map(|value| value?.as_bool().map(i8::from)).collect::<Int8Array>())
        }
        ColumnType::TimestampMs => {
            let ms = |value| Instant::parse(text(value)?).map(|at| at.unix_ms);
            Arc::new(values.map(ms).collect::<TimestampMillisecondArray>())
        }
        _ => Arc::new(values.map(text).collect::<StringArray>()),
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
        eclipse_type: match elements.primary_type() {
            "P" => "P",
            "A" => "A",
            "T" => "T",
            _ => "H",
        },
        t0: elements.polynomials.t0,
        delta_t_s,
    }
}
