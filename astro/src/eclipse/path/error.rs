//! What can go wrong with a curve.

/// A curve could not be computed; a wrong one is never given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("no {what} found near {hours} h from t0")]
pub struct Error {
    /// What was sought.
    pub what: &'static str,
    /// Where, hours of TD from t0.
    pub hours: f64,
}

impl Error {
    pub(super) fn at(what: &'static str, hours: f64) -> Self {
        Self { what, hours }
    }
}
