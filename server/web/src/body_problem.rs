//! Bodies that could not be read.

use crate::problem::{Code, Problem};
use std::time::Duration;

/// The reason why the body of a request could not be read.
#[derive(Debug, Clone, Copy)]
pub enum BodyProblem {
    /// It has more bytes than are allowed.
    TooLarge {
        /// Bytes that are allowed.
        most: usize,
    },
    /// It did not arrive in time.
    TooSlow {
        /// Time that is allowed.
        most: Duration,
    },
    /// It is malformed, or the client has disconnected.
    Malformed,
    /// It is compressed by more than is allowed.
    Inflated {
        /// Ratio that is allowed.
        most: u64,
    },
}

impl From<BodyProblem> for Problem {
    fn from(problem: BodyProblem) -> Self {
        match problem {
            BodyProblem::TooLarge { most } => Self::new(
                Code::BodyTooLarge,
                format!("the request body is larger than {most} bytes, the maximum here"),
            ),
            BodyProblem::TooSlow { most } => Self::new(
                Code::BodyTooSlow,
                format!("no data of the request body arrived for {} seconds", most.as_secs()),
            ),
            BodyProblem::Malformed => {
                Self::new(Code::BodyMalformed, "the request body is incomplete, wrongly chunked or not gzip")
            }
            BodyProblem::Inflated { most } => Self::new(
                Code::BodyTooLarge,
                format!("the request body becomes more than {most} times as large by gzip; send it as it is"),
            ),
        }
    }
}
