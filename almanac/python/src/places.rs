//! Places from arrays, and errors as Python has them.

use almanac::{Error, Place};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Names of arguments that Python spells differently.
const NAMES: [(&str, &str); 4] =
    [("from", "start"), ("to", "end"), ("sunRadius", "sun_radius"), ("deltaT", "delta_t")];

/// Latitudes and longitudes in degrees and heights in metres, one place a row.
pub(crate) type Coordinates<'py> =
    (PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, f64>);

/// The places of three arrays of one length; an error names the coordinate that is out of range.
pub(crate) fn places((lat, lng, height): &Coordinates) -> PyResult<Vec<Place>> {
    let (lat, lng, height) = (lat.as_array(), lng.as_array(), height.as_array());
    let rows = lat.iter().zip(lng).zip(height);
    rows.map(|((lat, lng), height)| Place::new(*lat, *lng, *height)).collect::<Result<_, _>>().map_err(raised)
}

/// `ValueError` with the name of the argument in Python.
pub(crate) fn raised(error: Error) -> PyErr {
    PyValueError::new_err(match error {
        Error::Argument { name, problem } => {
            let name = NAMES.iter().find(|(of_almanac, _)| *of_almanac == name).map_or(name, |found| found.1);
            format!("{name}: {problem}")
        }
        error => error.to_string(),
    })
}
