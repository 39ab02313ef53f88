//! Moments of a publication at which a kill would leave the disk as it is: tests read it there. In programs
//! there is nothing to call.

/// Called after each change of the disk, with the path that changed.
#[cfg(not(test))]
pub(crate) fn changed(_: &std::path::Path) {}

#[cfg(test)]
mod testing;
#[cfg(test)]
pub(crate) use testing::{changed, during};
