//! Parts that pages share: the little Markdown of descriptions.

use maud::{Markup, html};

/// Paragraphs of Markdown; of the rest only what [`inline`] knows.
pub(crate) fn markdown(text: &str) -> Markup {
    html! {
        @for paragraph in text.split("\n\n") { p { (inline(paragraph)) } }
    }
}

/// Code between backticks and strong emphasis between double asterisks: all of Markdown that descriptions
/// use.
pub(crate) fn inline(text: &str) -> Markup {
    html! {
        @for (is_strong, part) in alternating(text, "**") {
            @if is_strong { b { (with_code(part)) } } @else { (with_code(part)) }
        }
    }
}

fn with_code(text: &str) -> Markup {
    html! {
        @for (is_code, part) in alternating(text, "`") {
            @if is_code { code { (part) } } @else { (part) }
        }
    }
}

/// The parts of a text outside and, alternating with them, inside a pair of marks.
fn alternating<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = (bool, &'a str)> {
    text.split(mark).enumerate().map(|(i, part)| (i % 2 == 1, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_escaped_and_keep_their_code_and_emphasis() {
        assert_eq!(
            markdown("**Dates** with `a < b` & more\n\n**`csv`** is, then <script>").into_string(),
            "<p><b>Dates</b> with <code>a &lt; b</code> &amp; more</p>\
             <p><b><code>csv</code></b> is, then &lt;script&gt;</p>"
        );
    }
}
