//! The name of a running server, by which several that share accounts tell each other apart.

use super::secret::random_text;
use std::fmt;
use std::sync::Arc;

/// The name of a running server: made when it starts, and never used again.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance(Arc<str>);

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
