//! The name of a running server, which distinguishes servers that share accounts.

use super::secret::random_text;
use std::fmt;
use std::sync::Arc;

/// The name of a running server: new at each start, and never reused.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance(pub(crate) Arc<str>);

impl Instance {
    /// Makes a name that no other server has.
    pub fn unused() -> Self {
        Self(random_text(12).into())
    }

    /// The name as text: letters and digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}
