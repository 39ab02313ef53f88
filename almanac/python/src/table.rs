//! Tables: named columns that NumPy and Arrow read in place.

use almanac::Instant;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int8Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, DictionaryArray, Float64Array, Int8Array, Int64Array,
    PrimitiveArray, RecordBatch, RecordBatchIterator, RecordBatchOptions, StringArray,
    TimestampMicrosecondArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Schema};
use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice};
use std::collections::HashMap;
use std::sync::Arc;

/// Key of the unit in the metadata of a field.
const UNIT: &str = "unit";
/// Number of rows in the text of a table.
const SHOWN_ROWS: isize = 3;
/// An instant that does not exist, NumPy's `NaT`.
pub(crate) const NAT: i64 = i64::MIN;

/// Microseconds since 1970-01-01, 0h UT; [`NAT`] without an instant.
pub(crate) fn unix_us(at: Option<Instant>) -> i64 {
    at.map_or(NAT, |at| at.unix_ms * 1000)
}

/// Named columns of one length.
///
/// `table["c2"]` is a read-only NumPy array without a copy, or an array of text. Missing values are NaN, NaT
/// and empty text there, and null in Arrow. Any reader of the Arrow PyCapsule interface accepts a table:
/// `pyarrow.table(t)`, `polars.DataFrame(t)`, `pandas.DataFrame.from_arrow(t)`, `duckdb.sql("FROM t")`.
#[pyclass(frozen, module = "umbra_eclipse")]
pub(crate) struct Table(RecordBatch);

/// Columns of a table in the making.
#[derive(Default)]
pub(crate) struct Columns {
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

/// Words, and the number of each row's word; −1 for none.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<&'static str>,
    keys: Vec<i8>,
}

impl Words {
    /// Words by their numbers.
    pub(crate) fn new(words: &[&'static str], keys: Vec<i8>) -> Self {
        Self { words: words.to_vec(), keys }
    }

    /// Adds a row. A column has a few different words.
    pub(crate) fn push(&mut self, word: Option<&'static str>) {
        let key = word.map(|word| {
            self.words.iter().position(|known| *known == word).unwrap_or_else(|| {
                self.words.push(word);
                self.words.len() - 1
            })
        });
        self.keys.push(key.map_or(-1, |key| key as i8));
    }
}

impl Columns {
    /// Numbers; NaN is missing.
    pub(crate) fn numbers(&mut self, name: impl Into<String>, unit: &str, values: Vec<f64>) {
        let nulls = nulls(&values, |value| !value.is_nan());
        self.push(name, unit, Arc::new(Float64Array::new(values.into(), nulls)));
    }

    /// Counted numbers.
    pub(crate) fn counts(&mut self, name: impl Into<String>, values: Vec<i64>) {
        self.push(name, "1", Arc::new(Int64Array::from(values)));
    }

    /// Microseconds since 1970-01-01, 0h UT; [`NAT`] is missing.
    pub(crate) fn instants(&mut self, name: impl Into<String>, values: Vec<i64>) {
        let nulls = nulls(&values, |value| *value != NAT);
        self.push(name, "UT", Arc::new(TimestampMicrosecondArray::new(values.into(), nulls)));
    }

    /// Words.
    pub(crate) fn words(&mut self, name: impl Into<String>, Words { words, keys }: Words) {
        let nulls = nulls(&keys, |key| *key >= 0);
        let keys = Int8Array::new(keys.into(), nulls);
        self.push(name, "text", Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(words)))));
    }

    fn push(&mut self, name: impl Into<String>, unit: &str, array: ArrayRef) {
        let unit = HashMap::from([(UNIT.to_owned(), unit.to_owned())]);
        self.fields.push(Field::new(name, array.data_type().clone(), true).with_metadata(unit));
        self.arrays.push(array);
    }

    /// The table.
    pub(crate) fn table(self) -> PyResult<Table> {
        let options = RecordBatchOptions::new();
        let schema = Arc::new(Schema::new(self.fields));
        let batch = RecordBatch::try_new_with_options(schema, self.arrays, &options);
        batch.map(Table).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

fn nulls<T>(values: &[T], is_there: impl Fn(&T) -> bool) -> Option<NullBuffer> {
    let nulls: NullBuffer = values.iter().map(is_there).collect::<Vec<bool>>().into();
    (nulls.null_count() > 0).then_some(nulls)
}

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Units by name of column: `degree`, `s`, `h`, `km`, `UT`, `text`, or `1` for pure numbers.
    #[getter]
    fn units(&self) -> HashMap<String, String> {
        let fields = self.0.schema_ref().fields();
        fields.iter().map(|field| (field.name().clone(), field.metadata()[UNIT].clone())).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let table = slf.get();
        let array = table.0.column_by_name(name).ok_or_else(|| {
            PyKeyError::new_err(format!("{name}: the columns are {}", table.columns().join(", ")))
        })?;
        match array.data_type() {
            DataType::Float64 => numpy(slf, array.as_primitive::<Float64Type>()),
            DataType::Int64 => numpy(slf, array.as_primitive::<Int64Type>()),
            DataType::Timestamp(..) => numpy(slf, array.as_primitive::<TimestampMicrosecondType>())?
                .call_method1("view", ("datetime64[us]",)),
            _ => text(slf.py(), array.as_dictionary::<Int8Type>()),
        }
    }

    /// NumPy arrays by name.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(slf.py());
        for name in slf.get().columns() {
            all.set_item(&name, Self::__getitem__(slf, &name)?)?;
        }
        Ok(all)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (table, py) = (slf.get(), slf.py());
        let (rows, fields) = (table.0.num_rows(), table.0.schema_ref().fields());
        let mut text = format!("Table with {rows} rows and {} columns", fields.len());
        let width = fields.iter().map(|field| field.name().len()).max().unwrap_or(0);
        for field in fields {
            let column = Self::__getitem__(slf, field.name())?;
            let first =
                column.get_item(PySlice::new(py, 0, SHOWN_ROWS, 1))?.call_method1("astype", ("str",))?;
            let first: Vec<String> = first.call_method0("tolist")?.extract()?;
            let more = if rows as isize > SHOWN_ROWS { ", …" } else { "" };
            let (name, unit) = (field.name(), &field.metadata()[UNIT]);
            text += &format!("\n  {name:width$}  {unit:6}  {}{more}", first.join(", "));
        }
        Ok(text)
    }

    /// The Arrow PyCapsule interface. A requested schema is ignored, as the interface permits.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        // Dropping the capsule releases the stream unless a reader has moved it out.
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}

/// The values of a column as an array that keeps the table alive.
fn numpy<'py, T>(table: &Bound<'py, Table>, array: &PrimitiveArray<T>) -> PyResult<Bound<'py, PyAny>>
where
    T: ArrowPrimitiveType<Native: Element>,
{
    let values = ArrayView1::from(&array.values()[..]);
    // SAFETY: a table is frozen, so its buffers neither move nor change while the array refers to it.
    let array = unsafe { PyArray1::borrow_from_array(&values, table.clone().into_any()) };
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array.into_any())
}

/// Words of a column as an array of text; the last entry of the list, an empty one, is that of the key −1.
fn text<'py>(py: Python<'py>, array: &DictionaryArray<Int8Type>) -> PyResult<Bound<'py, PyAny>> {
    let words = array.values().as_string::<i32>().iter().map(Option::unwrap_or_default).chain([""]);
    let list = PyList::new(py, words.collect::<Vec<_>>())?;
    let keys = PyArray1::from_slice(py, array.keys().values());
    py.import("numpy")?.call_method1("array", (list,))?.get_item(keys)
}
