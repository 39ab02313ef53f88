//! Errors of curves.

use std::ops::RangeBounds;

/// A curve could not be computed; a wrong one is never given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A search failed.
    #[error("no {what} found near {hours} h from t0")]
    NotFound {
        /// The target of the search.
        what: &'static str,
        /// The instant, hours of TD from t0.
        hours: f64,
    },
    /// There is no limb of the Moon.
    #[error("{problem}")]
    Limb {
        /// The reason.
        problem: String,
    },
    /// The curves with mountains or ground need more looks than the caller allows.
    #[error("more than {max} looks at observers on the true edge")]
    TooManyLooks {
        /// The limit.
        max: u32,
    },
    /// An argument outside its range.
    #[error("{what} of {value} is outside its range")]
    OutOfRange {
        /// The value.
        what: &'static str,
        /// Its value, in the unit in which it was given.
        value: f64,
    },
}

impl Error {
    pub(super) fn at(what: &'static str, hours: f64) -> Self {
        Self::NotFound { what, hours }
    }

    /// [`Error::OutOfRange`] for a value outside a range; NaN is outside every range.
    pub(super) fn unless_in(
        what: &'static str,
        range: &impl RangeBounds<f64>,
        value: f64,
    ) -> Result<(), Self> {
        if range.contains(&value) { Ok(()) } else { Err(Self::OutOfRange { what, value }) }
    }
}
