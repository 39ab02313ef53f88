//! A page before `frame` adds bar and contents.

use crate::api::group::Group;
use maud::Markup;

/// A page without its frame.
pub(super) struct Page {
    /// The part of its address after `/docs/`; empty for `/docs` itself.
    pub(super) name: &'static str,
    /// Title of the page.
    pub(super) title: &'static str,
    /// Summary in one or two sentences.
    pub(super) lead: Markup,
    /// The group whose operations the page lists.
    pub(super) group: Option<Group>,
    /// Everything below the summary.
    pub(super) content: Markup,
}
