//! Numbers without a sky: angles, vectors, polynomials, series, searches.

pub mod angle;
pub mod chebyshev;
pub(crate) mod lanes;
pub mod polynomial;
pub mod portable;
pub mod real;
pub mod search;
pub mod series;
pub mod vector;
