//! The input from which all pages are rendered, and a page before `frame` adds bar and contents.

use crate::pages::prelude::*;

/// The operations and their OpenAPI description.
pub(super) struct DocsReader<'a> {
    /// The OpenAPI document.
    pub(super) document: &'a Value,
    /// All operations, group by group.
    pub(super) operations: &'a [&'static Operation],
    /// `true` if the server runs with `--demo`: no call needs a key.
    pub(super) is_demo: bool,
}

impl DocsReader<'_> {
    pub(super) fn of_group(&self, group: Group) -> impl Iterator<Item = &'static Operation> {
        self.operations.iter().copied().filter(move |operation| operation.group == group)
    }

    /// The object of an operation in the OpenAPI document.
    pub(super) fn described(&self, operation: &Operation) -> &Value {
        &self.document["paths"][operation.paths[0]]["get"]
    }

    /// The operation with an identifier. Panics if there is none; a test renders every page.
    pub(super) fn operation(&self, id: &str) -> &'static Operation {
        let found = self.operations.iter().find(|operation| operation.id == id);
        found.unwrap_or_else(|| unreachable!("a page links to {id}, which is not an operation"))
    }

    /// The named schemas, in the order of the document.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.document["components"]["schemas"].as_object().into_iter().flatten()
    }
}

/// The address of the page of an operation.
pub(super) fn address(operation: &Operation) -> String {
    format!("/docs/{}", operation.id)
}

/// A page without its frame.
pub(super) struct PageText {
    /// The part of its address after `/docs/`; empty for `/docs` itself.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// Summary in one or two sentences.
    pub(super) lead: Markup,
    /// The group whose operations the page lists.
    pub(super) group: Option<Group>,
    /// Everything below the summary.
    pub(super) content: Markup,
}
