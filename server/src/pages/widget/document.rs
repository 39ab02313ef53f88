//! A whole page with its files and its data.

use super::assets;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A whole page.
pub(crate) struct Document<'a> {
    /// Title of the page.
    pub(crate) title: &'a str,
    /// Class of its body.
    pub(crate) class: &'a str,
    /// Names of its styles.
    pub(crate) styles: &'a [&'a str],
    /// Names of its scripts, in the order in which they run.
    pub(crate) scripts: &'a [&'a str],
    /// JSON for its scripts.
    pub(crate) data: Option<String>,
    /// What stands in its body.
    pub(crate) body: Markup,
}

impl Document<'_> {
    /// The text of the page.
    pub(crate) fn text(self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    link rel="icon" type="image/svg+xml" href=(assets::address("icon.svg"));
                    @for style in self.styles {
                        link rel="stylesheet" href=(assets::address(style));
                    }
                    @for script in self.scripts {
                        script src=(assets::address(script)) defer {}
                    }
                }
                body class=(self.class) {
                    (self.body)
                    @if let Some(data) = &self.data {
                        script #umbra type="application/json" { (PreEscaped(in_script(data))) }
                    }
                }
            }
        };
        page.into_string()
    }
}

/// JSON that may stand in an element of a script: it cannot end the element.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_their_element() {
        let document = Document {
            title: "<b>",
            class: "map",
            styles: &["look.css"],
            scripts: &[],
            data: Some(r#"{"title":"</script><!-- <script>"}"#.to_owned()),
            body: html! {},
        };
        let text = document.text();
        assert_eq!(text.matches("</script>").count(), 1, "{text}");
        assert!(text.contains("&lt;b&gt;") && text.contains(r"\u003c/script>\u003c!-- \u003cscript>"));
    }
}
