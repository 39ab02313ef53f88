//! The page of all schemas.

use super::page::Page;
use super::reader::Reader;
use super::schema;
use crate::pages::html::inline;
use maud::html;

/// The page of all schemas. Whoever comes by a link finds the schema open: what it leads to is within.
pub(super) fn page(reader: &Reader) -> Page {
    let content = html! {
        div.schemas {
            @for (name, schema) in reader.schemas() {
                details {
                    summary { code { (name) } }
                    div id={ "schema-" (name) } {
                        @if let Some(text) = schema["description"].as_str() { p { (inline(text)) } }
                        (schema::fields(name, schema))
                    }
                }
            }
        }
    };
    Page {
        name: "schemas",
        title: "Schemas",
        lead: html! {
            p {
                "The objects of which answers are made, with all their fields in the order in which they "
                "come. Programs take them from the " a href="/openapi/latest.json" { "OpenAPI description" }
                "."
            }
        },
        group: None,
        content,
    }
}
