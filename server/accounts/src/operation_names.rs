//! Names of operations, under which usage is counted and written.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The name of an operation. Operations of the same name count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationName(&'static str);

impl OperationName {
    /// The name of an operation of this server.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// A name that was read from a database, which may be that of an operation that no longer exists. Each
    /// such name is leaked once, however often it is read.
    pub fn read(name: &str) -> Self {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        // A set that a panic has left half-changed would still hold only names.
        let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(name) {
            return Self(known);
        }
        // Few names exist, so leaking them is cheaper than counting references in every usage entry.
        let kept: &'static str = Box::leak(name.into());
        names.insert(kept);
        Self(kept)
    }

    /// The name as text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_was_read_is_that_of_the_operation() {
        assert_eq!(OperationName::read("julian-day"), OperationName::new("julian-day"));
        let (once, again) = (OperationName::read("gone"), OperationName::read("gone"));
        assert!(std::ptr::eq(once.as_str(), again.as_str()));
    }
}
