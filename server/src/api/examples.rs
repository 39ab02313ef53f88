//! The answers that the reference shows, recorded from the server itself.
//!
//! A test holds the file to what the server answers, and writes it anew if told to.

use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Answers by the identifiers of operations. Of long lists, and of the days of a range, the first two
/// entries.
static ANSWERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("examples.json")).expect("the file is an object of JSON")
});

/// The answer to the example of an operation.
pub(crate) fn answer(id: &str) -> Option<&'static Value> {
    ANSWERS.get(id)
}
