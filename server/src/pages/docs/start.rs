//! The first page: a quick start, and links to everything else.

use super::cost;
use super::example;
use super::guides::GUIDES;
use super::reader::{DocsReader, PageText, address};
use crate::pages::prelude::*;

/// The first call: the most common question of new users.
const FIRST: &str = "/solar-eclipse/search/now/+100y?next=any&obs=place:Oviedo&tz=auto";
/// A call with local times.
const LOCAL: &str = "/rise-transit-set/today/today?body=sun&obs=place:Oviedo&tz=auto&day=local";

/// The first page.
pub(super) fn page(reader: &DocsReader) -> PageText {
    PageText {
        name: "",
        title: "Quick start",
        lead: html! {
            p {
                "Get data about the Sun, the Moon and eclipses with plain " code { "GET" } " requests. "
                "Responses are JSON, " code { "{query, response}" } ". " code { "query" }
                " repeats your request and its cost."
            }
        },
        group: None,
        content: html! { (steps(reader)) (tasks(reader)) (guides()) (all_operations(reader)) (codes()) },
    }
}

fn steps(reader: &DocsReader) -> Markup {
    html! {
        div.start {
            ol.steps {
                li {
                    b { "Send a request. " }
                    "When is the next solar eclipse in your town? Replace Oviedo by its name. If several "
                    "towns have the same name, add the country: " code { "place:Santiago,CL" } "."
                }
                li {
                    b { "Add your key. " }
                    @if reader.is_demo {
                        "This is a demo server: only " code { "/usage" } " and "
                        code { "/auth/access-token" } " need a key, which the server printed when it "
                        "started. On other servers, create one in the "
                        a href="/console" { "console" } " and add " code { "&apiKey=YOUR_KEY" } "."
                    } @else {
                        "Create one in the " a href="/console" { "console" } ". Use it in place of "
                        code { "YOUR_KEY" } "."
                    }
                }
                li {
                    b { "Ask for local time. " }
                    "With " code { "tz=auto" } ", responses also contain the local time of the place. "
                    "Today's sunrise and sunset in Oviedo: " code { (LOCAL) }
                }
                li {
                    b { "Read the response. " }
                    "Add " code { "extras=accuracy" } " for sources and standard errors."
                }
            }
            (example::of_guide(reader, "first", FIRST))
        }
    }
}

fn tasks(reader: &DocsReader) -> Markup {
    const TASKS: [(&str, &str); 6] = [
        ("solar-eclipse-search", "When is the next eclipse in my town?"),
        ("places", "Where is my town?"),
        ("rise-transit-set", "When does the Sun rise?"),
        ("body-position", "Where is the Moon now?"),
        ("celestial-events", "When is the next full Moon?"),
        ("solar-eclipse-local-circumstances-details", "When exactly does an eclipse begin and end here?"),
    ];
    html! {
        h2 #tasks { "Common tasks" }
        ul.cards {
            @for (id, question) in TASKS {
                @let operation = reader.operation(id);
                li { a href=(address(operation)) { (question) } " " code { (operation.paths[0]) } }
            }
        }
    }
}

fn guides() -> Markup {
    html! {
        h2 #guides { "Guides" }
        ul.cards {
            @for guide in &GUIDES {
                li { a href={ "/docs/" (guide.name) } { (guide.title()) } " " span { (guide.summary()) } }
            }
        }
    }
}

/// All operations by group. Old links to `/docs#operation` lead here.
fn all_operations(reader: &DocsReader) -> Markup {
    html! {
        h2 #operations { "All operations" }
        @for group in Group::ALL {
            h3 { a href={ "/docs/" (group.slug()) } { (group.title()) } }
            ul.operations {
                @for operation in reader.of_group(group) {
                    li id=(operation.id) {
                        a href=(address(operation)) { code { (operation.paths[0]) } }
                        span { (operation.summary()) }
                        span.cost { (cost::least(operation)) }
                    }
                }
            }
        }
    }
}

/// All error codes. The `type` of an error response is a link to its entry.
fn codes() -> Markup {
    html! {
        h2 #problems { "Errors" }
        ul.codes {
            @for (word, _, title) in Code::ALL.map(|code| code.describe()) {
                li id=(word) { a href={ "/docs/errors#" (word) } { (word) } ": " (title) }
            }
        }
        p #schemas { "The objects in responses: " a href="/docs/schemas" { "all schemas" } "." }
    }
}
