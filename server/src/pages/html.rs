//! The least of HTML that the pages share.

/// Text as it may stand in an element or an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Colours and faces of all pages, for light and dark screens.
pub const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: light-dark(#8a4b00, #ffb65c) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem }
a { color: var(--accent) }
code { background: var(--soft); padding: .1em .3em; border-radius: .2em; overflow-wrap: anywhere }
pre { background: var(--soft); padding: .7em 1em; border-radius: .3em; overflow-x: auto } pre code { background: none; padding: 0; overflow-wrap: normal }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .35em .6em; border-bottom: 1px solid var(--line) }
th { font-weight: 600 } details { margin: .4rem 0 } summary { cursor: pointer }
";
