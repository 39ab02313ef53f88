//! Guides: pages about topics that span several operations, written as Markdown in the files of this folder.
//!
//! A guide starts with its title (`# …`) and one line that summarizes it. Besides CommonMark and tables it
//! may contain:
//! - `{{name}}`, a [`value`] from the code
//! - `[text](operation:ID)`, a link to the documentation of an operation
//! - a code block with the info string `example ID`: a call in three languages with its recorded response
//! - a code block with the info string `insert`: a [`part`] from the code

mod parts;

use super::example;
use super::marks::mark;
use super::reader::{DocsReader, PageText, address};
use crate::api::documentation::Live;
use crate::pages::html::inline;
use crate::pages::prelude::*;
use accounts::access::KEY_PARAMETER;
use accounts::place::{LEASE_PERCENT, STALE};
use accounts::problem::ORDER;
use accounts::token::VALID_S;
use maud::PreEscaped;
use parts::part;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub(super) struct Guide {
    /// The part of its address after `/docs/`.
    pub(super) name: &'static str,
    text: &'static str,
}

/// All guides, in the order in which readers need them.
pub(super) const GUIDES: [Guide; 13] = [
    Guide { name: "dates", text: include_str!("dates.md") },
    Guide { name: "accuracy", text: include_str!("accuracy.md") },
    Guide { name: "differences", text: include_str!("differences.md") },
    Guide { name: "early-years", text: include_str!("early-years.md") },
    Guide { name: "place", text: include_str!("place.md") },
    Guide { name: "fields", text: include_str!("fields.md") },
    Guide { name: "many-places", text: include_str!("many-places.md") },
    Guide { name: "agents", text: include_str!("agents.md") },
    Guide { name: "costs", text: include_str!("costs.md") },
    Guide { name: "browsers", text: include_str!("browsers.md") },
    Guide { name: "errors", text: include_str!("errors.md") },
    Guide { name: "compatibility", text: include_str!("../../../../../COMPATIBILITY.md") },
    Guide { name: "many-servers", text: include_str!("many-servers.md") },
];

impl Guide {
    /// Title, summary and the text below.
    fn split(&self) -> [&'static str; 3] {
        let parts = self.text.strip_prefix("# ").and_then(|text| {
            let (title, rest) = text.split_once("\n\n")?;
            let (summary, body) = rest.split_once("\n\n")?;
            Some([title, summary, body])
        });
        parts.unwrap_or_else(|| unreachable!("{}.md has no title or no summary", self.name))
    }

    pub(super) fn title(&self) -> &'static str {
        self.split()[0]
    }

    /// The guide in one sentence.
    pub(super) fn summary(&self) -> Markup {
        inline(self.split()[1])
    }

    pub(super) fn page(&self, reader: &DocsReader) -> PageText {
        let [title, _, body] = self.split();
        PageText {
            name: self.name,
            title,
            lead: html! { p { (self.summary()) } },
            group: None,
            content: html! { div.guide { (rendered(&filled(body, reader.is_demo), title, reader)) } },
        }
    }
}

/// Replaces `{{name}}` by its value. Leaves unknown names; a test finds them.
fn filled(text: &str, is_demo: bool) -> String {
    let mut pieces = text.split("{{");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once("}}").and_then(|(name, rest)| Some((value(name, is_demo)?, rest))) {
            Some((value, rest)) => filled.extend([&value, rest]),
            None => filled.extend(["{{", piece]),
        }
    }
    filled
}

/// A value that guides name as `{{name}}`.
fn value(name: &str, is_demo: bool) -> Option<String> {
    Some(match name {
        "and-key" if is_demo => String::new(),
        "and-key" => format!("&{KEY_PARAMETER}=YOUR_KEY"),
        "cache-day" => cache_control(Freshness::Day),
        "cache-never" => cache_control(Freshness::Never),
        "lease-percent" => LEASE_PERCENT.to_string(),
        "order" => ORDER.to_owned(),
        "plan-with-rules" => Plan::WITH_RULES.to_string(),
        "site" => mark(Live::Site).to_string(),
        "stale-seconds" => STALE.as_secs().to_string(),
        "token-minutes" => (VALID_S / 60).to_string(),
        _ => return None,
    })
}

fn cache_control(freshness: Freshness) -> String {
    freshness.header().to_str().expect("the header is ASCII").to_owned()
}

/// The HTML of Markdown with tables. Screen readers announce its tables and code by `title` and by headings.
pub(super) fn rendered(text: &str, title: &str, reader: &DocsReader) -> Markup {
    let mut events = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES);
    let mut output = Vec::new();
    let mut section = title.to_owned();
    let (mut is_head, mut column) = (false, 0);
    while let Some(event) = events.next() {
        let markup = match event {
            Event::Start(Tag::Heading { id, .. }) => {
                section = text_until(&mut events, |end| matches!(end, TagEnd::Heading(_)));
                // Documents of the repository have no attributes, which its other readers would show.
                let slug = section.to_lowercase().replace(' ', "-");
                heading(id.as_deref().unwrap_or(&slug), &section)
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let code = text_until(&mut events, |end| end == TagEnd::CodeBlock);
                code_block(&kind, code.trim_end(), &section, reader)
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let operation = dest_url.strip_prefix("operation:").map(|id| address(reader.operation(id)));
                let dest_url = operation.map_or(dest_url, Into::into);
                output.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                continue;
            }
            Event::Start(Tag::BlockQuote(_)) => PreEscaped("<div class=\"notice\">".into()),
            Event::End(TagEnd::BlockQuote(_)) => PreEscaped("</div>".into()),
            Event::Start(Tag::Table(_)) => {
                let label = html! { (section) }.into_string();
                PreEscaped(format!(
                    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">\
                     <table class=\"parameters\">"
                ))
            }
            Event::End(TagEnd::Table) => PreEscaped("</tbody></table></div>".into()),
            Event::Start(Tag::TableHead) => {
                (is_head, column) = (true, 0);
                PreEscaped("<thead><tr>".into())
            }
            Event::End(TagEnd::TableHead) => {
                is_head = false;
                PreEscaped("</tr></thead><tbody>".into())
            }
            Event::Start(Tag::TableRow) => {
                column = 0;
                PreEscaped("<tr>".into())
            }
            Event::End(TagEnd::TableRow) => PreEscaped("</tr>".into()),
            Event::Start(Tag::TableCell) => {
                column += 1;
                PreEscaped(cell(is_head, column).0.into())
            }
            Event::End(TagEnd::TableCell) => PreEscaped(cell(is_head, column).1.into()),
            Event::Html(html) | Event::InlineHtml(html) => {
                output.push(Event::Text(html));
                continue;
            }
            other => {
                output.push(other);
                continue;
            }
        };
        output.push(Event::Html(markup.into_string().into()));
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, output.into_iter());
    PreEscaped(html)
}

/// The text and code up to the end of an element.
fn text_until<'a>(events: &mut impl Iterator<Item = Event<'a>>, is_end: impl Fn(TagEnd) -> bool) -> String {
    let inner = events.take_while(|event| !matches!(event, Event::End(end) if is_end(*end)));
    let texts = inner.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    texts.collect()
}

/// A heading with an anchor.
fn heading(id: &str, title: &str) -> Markup {
    html! {
        h2 id=(id) { (title) " " a.anchor href={ "#" (id) } aria-label={ "Link to " (title) } { "#" } }
    }
}

/// A code block, or what its info string calls for.
fn code_block(kind: &CodeBlockKind, code: &str, section: &str, reader: &DocsReader) -> Markup {
    match kind {
        CodeBlockKind::Fenced(info) if &**info == "insert" => part(code, reader),
        CodeBlockKind::Fenced(info) if info.starts_with("example ") => {
            example::of_guide(reader, info.trim_start_matches("example "), code)
        }
        _ => html! { pre tabindex="0" role="group" aria-label=(section) { code { (code) } } },
    }
}

/// The tags around a cell. The first cell of a row names it.
fn cell(is_head: bool, column: usize) -> (&'static str, &'static str) {
    match (is_head, column) {
        (true, _) => ("<th scope=\"col\">", "</th>"),
        (false, 1) => ("<th scope=\"row\">", "</th>"),
        (false, _) => ("<td>", "</td>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_placeholder_has_a_value() {
        for guide in &GUIDES {
            let text = filled(guide.text, false);
            assert!(!text.contains("{{") && !text.contains("}}"), "{}: {text}", guide.name);
        }
        assert_eq!(filled("a {{unknown}} b", true), "a {{unknown}} b");
    }

    #[test]
    fn headings_tables_and_notices_have_their_markup() {
        let reader = DocsReader { document: &Value::Null, operations: &[], is_demo: true };
        let text = "## A `b` {#c}\n\n| X | Y |\n|---|---|\n| 1 | `2` |\n\n> Careful & slow";
        assert_eq!(
            rendered(text, "", &reader).into_string().replace('\n', ""),
            "<h2 id=\"c\">A b <a class=\"anchor\" href=\"#c\" aria-label=\"Link to A b\">#</a></h2>\
             <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"A b\">\
             <table class=\"parameters\">\
             <thead><tr><th scope=\"col\">X</th><th scope=\"col\">Y</th></tr></thead><tbody>\
             <tr><th scope=\"row\">1</th><td><code>2</code></td></tr></tbody></table></div>\
             <div class=\"notice\"><p>Careful &amp; slow</p></div>"
        );
    }
}
