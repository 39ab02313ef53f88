//! Places in batches of Arrow, and results in batches of Arrow: the tables of [`artifacts::batch`].

use crate::canon::Eclipse;
use arrow_array::cast::AsArray;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use artifacts::batch::{EclipseKey, Fields, LOCAL, PlaceColumns, SEARCH};
use astro::batch::{LocalColumns, Places, local, seen};
use astro::time::Ut1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};
use std::ops::RangeInclusive;
use std::sync::Mutex;

/// Name of a capsule with a stream of Arrow, by its interface.
const CAPSULE: &std::ffi::CStr = c"arrow_array_stream";
/// Maximum number of places in one call of the kernel, and of rows in a batch of results.
const BLOCK_ROWS: usize = 8192;
/// Names and valid values of the coordinates, as everywhere places come in rows.
const COORDINATES: [(&[&str], RangeInclusive<f64>); 3] = [
    (&["lat", "lat_deg", "latitude", "latitude_deg"], -90.0..=90.0),
    (&["lng", "lng_deg", "lon", "lon_deg", "long", "long_deg", "longitude", "longitude_deg"], -180.0..=360.0),
    (
        &["height", "height_m", "elevation", "elevation_m", "altitude", "altitude_m", "alt", "alt_m"],
        -12_000.0..=100_000.0,
    ),
];
/// Name of the column with the caller's names of places.
const ID: &str = "id";

/// A stream of results, which computes as it is read. A reader of the Arrow PyCapsule interface reads it
/// once.
#[pyclass(frozen, module = "umbra_eclipse")]
pub(crate) struct Batches {
    schema: SchemaRef,
    stream: Mutex<Option<Stream>>,
}

/// Results of batches of places: for each block of places a batch for each eclipse.
struct Stream {
    places: Source,
    eclipses: Vec<Py<Eclipse>>,
    fields: Fields,
    /// `true` if rows are only those of places that see something.
    is_search: bool,
    block: Block,
    /// Number of the next eclipse for the block.
    next: usize,
}

/// Batches of places: objects of Python that are streams of Arrow, one after the other.
struct Source {
    objects: Py<PyIterator>,
    stream: Option<RecordBatchStreamReader>,
    /// Rows of the current batch that follow those of the block.
    rest: Option<RecordBatch>,
    /// Number of the place that comes next.
    number: i32,
}

/// Some places by column.
#[derive(Default)]
struct Block {
    number: Vec<i32>,
    /// Latitude, longitude, height.
    coordinates: [Vec<f64>; 3],
    ids: Option<ArrayRef>,
    observers: Places,
}

/// Computes a table of [`artifacts::batch`] of eclipses for places: objects that are streams of Arrow.
#[pyfunction]
pub(crate) fn batches(
    table: &str,
    places: Bound<'_, PyIterator>,
    eclipses: Vec<Py<Eclipse>>,
    fields: Option<&str>,
) -> PyResult<Batches> {
    let is_search = table == SEARCH.name;
    let table = if is_search { &SEARCH } else { &LOCAL };
    let fields = fields.map_or_else(|| Ok(Fields::all(table)), |names| Fields::named(table, names));
    let fields = fields.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let py = places.py();
    let mut places = Source { objects: places.unbind(), stream: None, rest: None, number: 0 };
    places.open(py)?;
    let schema = places.stream.as_ref().map(|stream| stream.schema());
    let id = schema.as_ref().and_then(|schema| schema.field_with_name(ID).ok());
    let fields = match id {
        Some(id) => fields.with_id(id.data_type().clone()),
        None => fields,
    };
    let next = eclipses.len();
    let stream = Stream { places, eclipses, fields, is_search, block: Block::default(), next };
    Ok(Batches { schema: stream.schema(), stream: Mutex::new(Some(stream)) })
}

#[pymethods]
impl Batches {
    /// The schema of the results, without reading them.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema);
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The Arrow PyCapsule interface. A requested schema is ignored, as the interface permits.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let stream = self.stream.lock().ok().and_then(|mut stream| stream.take());
        let stream = stream.ok_or_else(|| {
            PyValueError::new_err("the results were read before; call local or search again")
        })?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(stream)), CAPSULE)
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.fields.schema().clone()
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Readers call with or without the interpreter's lock. It is needed for the next object only.
        Python::attach(|py| py.detach(|| self.batch())).transpose()
    }
}

impl Stream {
    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            let Some(eclipse) = self.eclipses.get(self.next).map(|e| &e.get().eclipse) else {
                if !self.places.fill(&mut self.block)? {
                    return Ok(None);
                }
                self.next = 0;
                continue;
            };
            self.next += 1;
            let (elements, delta_t_s) = (eclipse.elements(), eclipse.delta_t_s());
            let mut rows = LocalColumns::default();
            if self.is_search {
                seen(elements, delta_t_s, eclipse.reach(), &self.block.observers, &mut rows);
            } else {
                local(elements, delta_t_s, &self.block.observers, &mut rows);
            }
            if rows.is_empty() {
                continue;
            }
            let key = EclipseKey {
                catalog_number: eclipse.catalog(),
                date_ms: Ut1(eclipse.jd()).unix_ms(),
                eclipse_type: eclipse.letter(),
                t0: elements.t0,
                delta_t_s,
            };
            let batch = self.fields.eclipse(&key, &self.block.columns(), rows);
            return batch.map(Some).map_err(|error| ArrowError::ExternalError(error.into()));
        }
    }
}

impl Source {
    /// Opens the stream of the next object, if there is one.
    fn open(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(object) = self.objects.bind(py).clone().next().transpose()? else { return Ok(()) };
        let capsule = object.call_method0("__arrow_c_stream__").map_err(|_| {
            let kind = object.get_type();
            PyTypeError::new_err(format!("places: {kind} is not Arrow; give for example a pyarrow.Table"))
        })?;
        let stream = capsule.cast::<PyCapsule>()?.pointer_checked(Some(CAPSULE))?;
        // SAFETY: a capsule of this name has a stream of Arrow, by the PyCapsule interface. The reader moves
        // it out, and the capsule then releases nothing.
        let stream = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr().cast()) };
        self.stream = Some(stream.map_err(|error| PyValueError::new_err(format!("places: {error}")))?);
        Ok(())
    }

    /// Replaces a block by the next places; false after the last.
    fn fill(&mut self, block: &mut Block) -> Result<bool, ArrowError> {
        let batch = match self.rest.take() {
            Some(rest) => rest,
            None => loop {
                let Some(stream) = &mut self.stream else { return Ok(false) };
                match stream.next().transpose()? {
                    Some(batch) if batch.num_rows() == 0 => {}
                    Some(batch) => break batch,
                    None => {
                        self.stream = None;
                        let opened = Python::attach(|py| self.open(py));
                        opened.map_err(|error| ArrowError::ExternalError(error.into()))?;
                    }
                }
            },
        };
        let count = batch.num_rows().min(BLOCK_ROWS);
        let (first, rest) = (batch.slice(0, count), batch.num_rows() - count);
        self.rest = (rest > 0).then(|| batch.slice(count, rest));
        block.set(&first, self.number)?;
        self.number += count as i32;
        Ok(true)
    }
}

impl Block {
    /// Replaces the places by those of a batch, the first of which has the number `first`.
    fn set(&mut self, batch: &RecordBatch, first: i32) -> Result<(), ArrowError> {
        self.number.clear();
        self.number.extend((first..).take(batch.num_rows()));
        for ((names, valid), column) in COORDINATES.iter().zip(&mut self.coordinates) {
            column.clear();
            let Some(index) = index(&batch.schema(), names) else {
                if names[0] != "height" {
                    return Err(wrong(format!("places: there is no column {}", names.join(" or "))));
                }
                column.resize(batch.num_rows(), 0.0);
                continue;
            };
            let name = batch.schema_ref().field(index).name();
            let values = numbers(name, batch.column(index))?;
            let or_empty = if names[0] == "height" { 0.0 } else { f64::NAN };
            column.extend(values.iter().map(|value| value.unwrap_or(or_empty)));
            if let Some(row) = column.iter().position(|value| !valid.contains(value)) {
                let (number, value, [from, to]) =
                    (first as usize + row, column[row], [valid.start(), valid.end()]);
                return Err(wrong(format!(
                    "{name}: row {number} has {value}, which is not within {from} … {to}"
                )));
            }
        }
        self.ids = batch.column_by_name(ID).cloned();
        let [latitude_deg, longitude_deg, height_m] = &self.coordinates;
        self.observers.fill(latitude_deg, longitude_deg, height_m);
        Ok(())
    }

    fn columns(&self) -> PlaceColumns<'_> {
        let [latitude_deg, longitude_deg, height_m] = &self.coordinates;
        PlaceColumns { number: &self.number, latitude_deg, longitude_deg, height_m, ids: self.ids.as_ref() }
    }
}

/// The first column with one of some names.
fn index(schema: &Schema, names: &[&str]) -> Option<usize> {
    names.iter().find_map(|name| schema.index_of(name).ok())
}

fn numbers(name: &str, array: &ArrayRef) -> Result<Float64Array, ArrowError> {
    Ok(match array.data_type() {
        DataType::Float64 => array.as_primitive::<Float64Type>().clone(),
        DataType::Float32 => array.as_primitive::<Float32Type>().unary(f64::from),
        DataType::Int64 => array.as_primitive::<Int64Type>().unary(|value| value as f64),
        DataType::Int32 => array.as_primitive::<Int32Type>().unary(f64::from),
        other => {
            return Err(wrong(format!("{name}: the column has the type {other}; convert it to Float64")));
        }
    })
}

fn wrong(problem: String) -> ArrowError {
    ArrowError::InvalidArgumentError(problem)
}
