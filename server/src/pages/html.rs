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
        let html = inline("`a < b` & **c** <script>").into_string();
        assert_eq!(html, "<code>a &lt; b</code> &amp; <strong>c</strong> &lt;script&gt;");
    }
}
