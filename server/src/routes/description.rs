//! What holds for the description of all operations.

use super::OPERATIONS;
use crate::api::openapi;
use serde_json::Value;

fn document() -> Value {
    openapi::documentation(OPERATIONS).openapi
}

#[test]
fn dump() {
    std::fs::write("/tmp/cli/openapi.json", serde_json::to_string_pretty(&document()).expect("x")).expect("x");
}
