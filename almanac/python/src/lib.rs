//! The native module `umbra_eclipse._core`: vectorised calls of the crate `almanac`.
//!
//! The Python code in `python/umbra_eclipse` broadcasts arguments and documents the functions. This module
//! checks values, computes without the interpreter's lock, and returns tables.

mod batch;
mod canon;
mod local;
mod places;
mod search;
mod sky;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::{Batches, batches};
    #[pymodule_export]
    use super::canon::{Canon, Eclipse, open, parse_instant};
    #[pymodule_export]
    use super::local::local_circumstances;
    #[pymodule_export]
    use super::table::Table;
}
