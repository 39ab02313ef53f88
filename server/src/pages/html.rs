//! The Markdown of descriptions as HTML.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// One paragraph of Markdown as HTML, without the element around it, and with HTML in the text escaped.
pub(crate) fn inline(text: &str) -> Markup {
    let is_paragraph =
        |event: &Event| matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph));
    let events = Parser::new(text).map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        other => other,
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events.filter(|event| !is_paragraph(event)));
    PreEscaped(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_escaped_and_keep_their_code_and_emphasis() {
        assert_eq!(
            inline("`a < b`, then <script>").into_string(),
            "<code>a &lt; b</code>, then &lt;script&gt;"
        );
        assert_eq!(inline("`a` & **b**").into_string(), "<code>a</code> &amp; <strong>b</strong>");
    }
}
