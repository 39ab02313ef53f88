//! The Markdown of descriptions as HTML.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// Markdown as HTML, with HTML in the text escaped.
pub(crate) fn markdown(text: &str) -> Markup {
    rendered(events(text))
}

/// One paragraph of Markdown as HTML, without the element around it.
pub(crate) fn inline(text: &str) -> Markup {
    let is_paragraph =
        |event: &Event| matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph));
    rendered(events(text).filter(|event| !is_paragraph(event)))
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new(text).map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        other => other,
    })
}

fn rendered<'a>(events: impl Iterator<Item = Event<'a>>) -> Markup {
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    PreEscaped(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_escaped_and_keep_their_code_and_emphasis() {
        let text = "**Dates** with `a < b` & more\n\n**`csv`** is, then <script>";
        assert_eq!(
            markdown(text).into_string(),
            "<p><strong>Dates</strong> with <code>a &lt; b</code> &amp; more</p>\n\
             <p><strong><code>csv</code></strong> is, then &lt;script&gt;</p>\n"
        );
        assert_eq!(inline("`a` & **b**").into_string(), "<code>a</code> &amp; <strong>b</strong>");
    }
}
