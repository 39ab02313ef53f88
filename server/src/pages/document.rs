//! A whole page with its styles, scripts and data.

use super::assets::{self, Modules};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A whole page.
pub(crate) struct Document<'a> {
    pub(crate) title: &'a str,
    /// Class of its body.
    pub(crate) class: &'a str,
    /// Names of its styles.
    pub(crate) styles: &'a [&'a str],
    /// Its scripts, if any.
    pub(crate) modules: Option<&'a Modules>,
    /// Address of a picture for links to the page.
    pub(crate) image: Option<String>,
    /// JSON for its scripts.
    pub(crate) data: Option<String>,
    /// Content of the body.
    pub(crate) body: Markup,
}

impl Document<'_> {
    pub(crate) fn text(self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) }
                    @if let Some(image) = &self.image {
                        meta property="og:image" content=(image);
                        meta property="og:title" content=(self.title);
                    }
                    link rel="icon" type="image/svg+xml" href=(assets::address("icon.svg"));
                    @for style in self.styles {
                        link rel="stylesheet" href=(assets::address(style));
                    }
                    @if let Some(modules) = self.modules { (scripts(modules)) }
                }
                body class=(self.class) {
                    (self.body)
                    @if let Some(data) = &self.data {
                        // Escaped so that it cannot end the element.
                        script #umbra type="application/json" { (PreEscaped(data.replace('<', "\\u003c"))) }
                    }
                }
            }
        };
        page.into_string()
    }
}

/// The import map comes first: browsers ignore one that follows a module.
fn scripts(modules: &Modules) -> Markup {
    html! {
        @if let Some(map) = &modules.import_map { script type="importmap" { (PreEscaped(map)) } }
        @for address in &modules.preloads {
            @if address.ends_with(".wasm") {
                link rel="preload" as="fetch" crossorigin href=(address);
            } @else {
                link rel="modulepreload" href=(address);
            }
        }
        @for address in &modules.entries { script src=(address) type="module" {} }
    }
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
            modules: None,
            image: None,
            data: Some(r#"{"title":"</script><!-- <script>"}"#.to_owned()),
            body: html! {},
        };
        let text = document.text();
        assert_eq!(text.matches("</script>").count(), 1, "{text}");
        assert!(text.contains("&lt;b&gt;") && text.contains(r"\u003c/script>\u003c!-- \u003cscript>"));
    }
}
