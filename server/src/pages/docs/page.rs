//! A page before it is put into its frame.

use crate::api::group::Group;
use maud::Markup;

/// A page before it is cut.
pub(super) struct Page {
    /// The part of its address after `/docs/`; empty for `/docs` itself.
    pub(super) name: &'static str,
    /// Title of the page.
    pub(super) title: &'static str,
    /// What the page is about, in one or two sentences.
    pub(super) lead: Markup,
    /// The group whose operations the page has, if it is that of a group.
    pub(super) group: Option<Group>,
    /// Everything below.
    pub(super) content: Markup,
}
