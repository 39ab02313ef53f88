//! Errors of pure computations.

/// Errors of this crate: as many as callers have reactions.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// An argument lies outside the range in which the method is valid.
    #[error("{name} = {value} is outside the valid range {from} … {to}")]
    OutOfRange {
        /// The name of the value.
        name: &'static str,
        /// The value given.
        value: f64,
        /// Least valid value.
        from: f64,
        /// Greatest valid value.
        to: f64,
    },
    /// A search found no sign change in its bracket, or did not settle.
    #[error("no {what} found between {from} and {to}")]
    NoConvergence {
        /// The target of the search.
        what: &'static str,
        /// Start of the bracket.
        from: f64,
        /// End of the bracket.
        to: f64,
    },
    /// A table that was handed in is not usable.
    #[error("{table}: {problem}")]
    Table {
        /// The table.
        table: &'static str,
        /// The problem and its fix.
        problem: String,
    },
}
