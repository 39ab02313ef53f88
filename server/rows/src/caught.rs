//! Panics of the libraries that read damaged bytes.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static IS_READING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread reads rows by a library that panics on some damaged bytes. Such a panic is an
/// [`Error`](crate::Error), so a panic hook need not report it.
pub fn is_reading() -> bool {
    IS_READING.get()
}

/// Runs a library. Returns none if it panicked.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    IS_READING.set(true);
    let result = catch_unwind(AssertUnwindSafe(work)).ok();
    IS_READING.set(false);
    result
}
