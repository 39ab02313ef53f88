//! The description of all operations for programs and people, made after startup.

use serde_json::Value;
use std::sync::{Arc, LazyLock};
use web::blocks::Block;
use web::coding::Effort;

/// The description of all operations, which takes a tenth of a second to make. The server makes it as soon as
/// it serves; a request that comes before that waits.
pub(crate) type LazyDocumentation = LazyLock<Documentation, Box<dyn FnOnce() -> Documentation + Send>>;

/// The description of all operations.
pub(crate) struct Documentation {
    /// The OpenAPI 3.1 document, with all notes and examples.
    pub(crate) openapi: Value,
    /// Its outline as bytes of JSON.
    pub(crate) openapi_json: Arc<Block>,
    /// The pages below `/docs`; none before they are rendered.
    pub(crate) pages: Vec<DocsPage>,
}

/// A page for people.
pub(crate) struct DocsPage {
    /// The part of its address after `/docs/`; empty for `/docs` itself.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// A number that changes with the text.
    pub(crate) edition: u64,
    /// The segments of the page in order.
    pub(crate) stretches: Vec<Stretch>,
    /// Those of its Markdown.
    pub(crate) markdown: Vec<Stretch>,
}

/// A segment of a page.
pub(crate) enum Stretch {
    /// Static content.
    Same(Arc<Block>),
    /// Filled in for each request.
    Live(Live),
}

/// Content that depends on the request or the operator's current settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Live {
    /// Scheme and host of the request.
    Site,
    /// The plans and their allowances.
    Plans,
    Rates,
}

/// Returns whether a path belongs to the documentation, existing or not.
pub(crate) fn is_of_docs(path: &str) -> bool {
    path == "/docs" || path.starts_with("/docs/")
}

impl Documentation {
    /// Makes the description from an OpenAPI document and its outline.
    pub(crate) fn new(openapi: Value, outline: &Value) -> Self {
        let json = serde_json::to_vec(outline).expect("memory takes any JSON");
        Self { openapi, openapi_json: Arc::new(Block::new(json.into(), Effort::Once)), pages: Vec::new() }
    }

    pub(crate) fn page(&self, name: &str) -> Option<&DocsPage> {
        self.pages.iter().find(|page| page.name == name)
    }
}
