//! The page of a group of operations.

use super::operation;
use super::page::Page;
use super::reader::Reader;
use crate::api::group::Group;
use maud::html;

/// The page of a group.
pub(super) fn page(reader: &Reader, group: Group) -> Page {
    let content = html! {
        @for operation in reader.of_group(group) { (operation::section(reader, operation)) }
    };
    Page {
        name: group.slug(),
        title: group.title(),
        lead: html! { p { (group.description()) } },
        group: Some(group),
        content,
    }
}
