//! Eclipses, and the canon to which they belong.

use crate::places::{Coordinates, places, raised};
use crate::table::Table;
use crate::{search, sky};
use almanac::{Body, Changes, Instant, Theory};
use artifacts::reader::Generation;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

/// Theory, k1, k2, semidiameter of the Sun and ΔT.
type Options = (String, Option<f64>, Option<f64>, Option<f64>, Option<f64>);

/// The canon that is part of the module, or a published one.
#[derive(Clone)]
enum Source {
    Embedded,
    Opened(Arc<almanac::Canon>),
}

impl Deref for Source {
    type Target = almanac::Canon;

    fn deref(&self) -> &almanac::Canon {
        match self {
            Self::Embedded => almanac::Canon::embedded(),
            Self::Opened(canon) => canon,
        }
    }
}

/// Eclipses in order of time, and ΔT.
#[pyclass(frozen, module = "umbra_eclipse._core")]
pub(crate) struct Canon(Source);

/// A solar eclipse.
///
/// Made by `eclipse` and `eclipses`. Instants are in UT, hours of `local_circumstances` in TD from `t0`.
#[pyclass(frozen, module = "umbra_eclipse")]
pub(crate) struct Eclipse {
    canon: Source,
    pub(crate) eclipse: almanac::Eclipse,
}

/// Opens the current generation of a folder of artifacts.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Canon> {
    let opened = || almanac::Canon::of_generation(&Generation::current(&folder)?);
    let canon = py.detach(opened).map_err(|error: artifacts::Error| PyOSError::new_err(error.to_string()))?;
    Ok(Canon(Source::Opened(Arc::new(canon))))
}

/// Milliseconds since 1970-01-01, 0h UT, of ISO 8601 text; an error names the argument.
#[pyfunction]
pub(crate) fn parse_instant(name: &str, text: &str) -> PyResult<i64> {
    let problem = |error| match error {
        almanac::Error::Argument { problem, .. } => PyValueError::new_err(format!("{name}: {problem}")),
        error => raised(error),
    };
    Instant::parse("at", text).map(|at| at.unix_ms).map_err(problem)
}

#[pymethods]
impl Canon {
    #[new]
    fn embedded() -> Self {
        Self(Source::Embedded)
    }

    #[getter]
    fn dataset(&self) -> &str {
        self.0.dataset()
    }

    fn eclipse(&self, date: &str, options: Options) -> PyResult<Eclipse> {
        self.with(self.0.eclipse(date).map_err(raised)?, &changes(options)?)
    }

    /// Eclipses with greatest eclipse in a span of milliseconds since 1970, or all.
    fn eclipses(&self, span_ms: Option<[i64; 2]>, options: Options) -> PyResult<Vec<Eclipse>> {
        let changes = changes(options)?;
        let span = span_ms.map(|ends| ends.map(|unix_ms| Instant { unix_ms }));
        span.map_or(Ok(()), |span| self.0.check_span(span, ["start", "end"])).map_err(raised)?;
        let is_in = |e: &&almanac::Eclipse| {
            span.is_none_or(|[start, end]| (start..end).contains(&Instant::from_ut1(e.greatest())))
        };
        self.0.eclipses().iter().filter(is_in).map(|eclipse| self.with(eclipse, &changes)).collect()
    }

    fn search(
        &self,
        py: Python<'_>,
        coordinates: Coordinates<'_>,
        span_ms: [i64; 2],
        options: Options,
    ) -> PyResult<Table> {
        let (places, changes) = (places(&coordinates)?, changes(options)?);
        let span = span_ms.map(|unix_ms| Instant { unix_ms });
        py.detach(|| search::table(&self.0, &places, span, changes))
    }

    fn rise_set(
        &self,
        py: Python<'_>,
        coordinates: Coordinates<'_>,
        span_ms: [i64; 2],
        bodies: Vec<String>,
    ) -> PyResult<Table> {
        let places = places(&coordinates)?;
        let bodies = bodies.iter().map(|word| body(word)).collect::<PyResult<Vec<_>>>()?;
        let span = span_ms.map(|unix_ms| Instant { unix_ms });
        py.detach(|| sky::rise_set(&self.0, &places, span, &bodies))
    }

    fn position(
        &self,
        py: Python<'_>,
        at_ms: PyReadonlyArray1<'_, i64>,
        word: &str,
        coordinates: Option<Coordinates<'_>>,
    ) -> PyResult<Table> {
        let places = coordinates.as_ref().map(places).transpose()?;
        let at: Vec<Instant> = at_ms.as_array().iter().map(|unix_ms| Instant { unix_ms: *unix_ms }).collect();
        let body = body(word)?;
        py.detach(|| sky::position(&self.0, &at, body, places.as_deref()))
    }
}

impl Canon {
    fn with(&self, eclipse: &almanac::Eclipse, changes: &Changes) -> PyResult<Eclipse> {
        let eclipse = eclipse.with(changes, self.0.delta_t()).map_err(raised)?;
        Ok(Eclipse { canon: self.0.clone(), eclipse })
    }
}

#[pymethods]
impl Eclipse {
    /// Date of greatest eclipse, UT, ISO 8601.
    #[getter]
    fn date(&self) -> String {
        self.eclipse.date()
    }

    /// Greatest eclipse for the whole Earth, UT, ISO 8601.
    #[getter]
    fn greatest(&self) -> String {
        Instant::from_ut1(self.eclipse.greatest()).iso()
    }

    /// Number in NASA's Five Millennium Canon, 1 … 11,898.
    #[getter]
    fn catalog(&self) -> i32 {
        self.eclipse.catalog()
    }

    /// TT − UT1 of the computation, s.
    #[getter]
    fn delta_t(&self) -> f64 {
        self.eclipse.delta_t_s()
    }

    /// Julian Date (TD) from which the elements count hours.
    #[getter]
    fn t0(&self) -> f64 {
        self.eclipse.elements().t0.0
    }

    fn __repr__(&self) -> String {
        format!("<Eclipse of {}>", self.date())
    }

    /// GeoJSON text of curves on the map.
    fn path(&self, py: Python<'_>, words: Vec<String>, tolerance_m: f64) -> PyResult<String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        py.detach(|| self.eclipse.path(&self.canon, &words, tolerance_m)).map_err(raised)
    }
}

fn changes((theory, k1, k2, sun_radius, delta_t): Options) -> PyResult<Changes> {
    let theory = match theory.as_str() {
        "canon" => Theory::Canon,
        "precise" => Theory::Precise,
        _ => return Err(PyValueError::new_err(format!("theory: {theory:?} is neither canon nor precise"))),
    };
    Ok(Changes { theory, k1, k2, sun_radius, delta_t })
}

fn body(word: &str) -> PyResult<Body> {
    Body::of(word).map_err(raised)
}
