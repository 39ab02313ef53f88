//! Errors of arguments and of packs.

/// A reason why something cannot be answered. The message names the argument and a valid value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "mobile", derive(uniffi::Error), uniffi(flat_error, name = "AlmanacError"))]
#[non_exhaustive]
pub enum Error {
    /// An argument is wrong.
    #[error("{name}: {problem}")]
    Argument {
        /// Name of the argument.
        name: &'static str,
        /// The problem, and a valid value.
        problem: String,
    },
    /// An argument of [`crate::call()`] is missing, unknown or of a wrong type.
    #[error("{name}: {problem}")]
    Type {
        /// Name of the argument.
        name: &'static str,
        /// The problem.
        problem: String,
    },
    /// A pack cannot be read.
    #[error("the pack of eclipses: {0}")]
    Pack(String),
}

impl Error {
    pub(crate) fn of_type(name: &'static str, problem: impl Into<String>) -> Self {
        Self::Type { name, problem: problem.into() }
    }

    pub(crate) fn argument(name: &'static str, problem: impl Into<String>) -> Self {
        Self::Argument { name, problem: problem.into() }
    }
}

/// The beginning of a text that a message repeats.
pub(crate) fn shortened(text: &str) -> &str {
    const MAX_CHARACTERS: usize = 40;
    text.char_indices().nth(MAX_CHARACTERS).map_or(text, |(end, _)| &text[..end])
}

/// Rejects a number outside a range.
pub(crate) fn within(name: &'static str, value: f64, [from, to]: [f64; 2]) -> Result<f64, Error> {
    if (from..=to).contains(&value) {
        return Ok(value);
    }
    Err(Error::argument(name, format!("{value} is not within {from} … {to}")))
}
