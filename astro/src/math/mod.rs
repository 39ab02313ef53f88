//! Numbers without a sky: angles, vectors, polynomials, series, searches.

pub mod angle;
pub mod chebyshev;
pub mod polynomial;
pub mod portable;
pub mod search;
pub mod series;
pub mod vector;
