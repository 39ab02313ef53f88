//! The description of all operations, for programs and for people; made once.

use crate::http::blocks::Block;
use serde_json::Value;
use std::sync::Arc;

/// The description of all operations.
pub(crate) struct Documentation {
    /// The OpenAPI 3.1 document.
    pub(crate) openapi: Value,
    /// The OpenAPI document as bytes of JSON.
    pub(crate) openapi_json: Arc<Block>,
}

impl Documentation {
    /// Makes the description from an OpenAPI document.
    pub(crate) fn new(openapi: Value) -> Self {
        let json = serde_json::to_vec(&openapi).expect("memory takes any JSON");
        Self { openapi, openapi_json: Arc::new(Block::new(json.into())) }
    }
}
