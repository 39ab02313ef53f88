//! The first page: from a key to an answer, and where everything else is.

use super::cost;
use super::example;
use super::guides::Guide;
use super::page::Page;
use super::reader::{Reader, address};
use crate::api::group::Group;
use maud::{Markup, html};
use web::problem::Code;

/// A call whose answer is short and says something.
const FIRST: &str = "/delta-t/2026-08-12";

/// The first page.
pub(super) fn page(reader: &Reader) -> Page {
    Page {
        name: "",
        title: "Quick start",
        lead: html! {
            p {
                "Ask for Sun, Moon and eclipses with plain " code { "GET" } " requests; answers are JSON, "
                code { "{query, response}" } ", and " code { "query" } " repeats what was asked and what it "
                "cost."
            }
        },
        group: None,
        content: html! { (steps(reader)) (tasks(reader)) (guides()) (all_operations(reader)) (codes()) },
    }
}

fn steps(reader: &Reader) -> Markup {
    html! {
        div.start {
            ol.steps {
                li {
                    b { "Get a key. " }
                    @if reader.is_demo {
                        "This server runs as a demonstration: no call needs a key. Elsewhere keys are made "
                        "in the " a href="/console" { "console" } "."
                    } @else {
                        "Sign in to the " a href="/console" { "console" } " and make one; put it in place of "
                        code { "YOUR_KEY" } "."
                    }
                }
                li { b { "Ask. " } "By how much does the turning Earth lag behind uniform time on a day?" }
                li { b { "Read. " } "The answer says what it rests on and how sure it is." }
            }
            (example::of_guide(reader, "first", FIRST))
        }
    }
}

fn tasks(reader: &Reader) -> Markup {
    const TASKS: [(&str, &str); 5] = [
        ("solar-eclipse-search", "Which eclipses does my place see?"),
        ("rise-transit-set", "When does the Sun rise?"),
        ("body-position", "Where does the Moon stand now?"),
        ("celestial-events", "When is full Moon?"),
        ("solar-eclipse-local-circumstances-details", "What exactly is seen of an eclipse here?"),
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
            @for guide in Guide::ALL {
                li { a href={ "/docs/" (guide.name()) } { (guide.title()) } " " span { (guide.about()) } }
            }
        }
    }
}

/// All operations by their groups. Links of old to `/docs#operation` lead here.
fn all_operations(reader: &Reader) -> Markup {
    html! {
        h2 #operations { "All operations" }
        @for group in Group::ALL {
            h3 { a href={ "/docs/" (group.slug()) } { (group.title()) } }
            ul.operations {
                @for operation in reader.of_group(group) {
                    li id=(operation.id) {
                        a href=(address(operation)) { code { (operation.paths[0]) } }
                        span { (operation.summary) }
                        span.cost { (cost::least(operation)) }
                    }
                }
            }
        }
    }
}

/// The words of problems: the `type` of each leads here.
fn codes() -> Markup {
    html! {
        h2 #problems { "Problems" }
        ul.codes {
            @for (word, _, title) in Code::ALL.map(|code| code.describe()) {
                li id=(word) { a href={ "/docs/errors#" (word) } { (word) } ": " (title) }
            }
        }
        p #schemas { "What answers are made of: " a href="/docs/schemas" { "all schemas" } "." }
    }
}
