//! Example responses for the reference, recorded from the server.
//!
//! A test compares the file with the server's responses, and can rewrite it.

use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Responses by the identifiers of operations. Long lists and ranges of days are cut to two entries.
static ANSWERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("examples.json")).expect("the file is an object of JSON")
});

/// Returns the example response of an operation.
pub(crate) fn answer(id: &str) -> Option<&'static Value> {
    ANSWERS.get(id)
}
