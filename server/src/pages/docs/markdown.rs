//! The text of a page as Markdown, made from its HTML. Links lead to the Markdown of other pages.

/// Elements that have no end.
const VOID: [&str; 4] = ["br", "hr", "img", "input"];
/// Elements that are left out, with all within them.
const LEFT_OUT: [&str; 6] = ["iframe", "legend", "option", "script", "select", "svg"];

/// Converts HTML: the contents of `main`, or a part of a page that has no such element.
pub(crate) fn markdown(html: &str) -> String {
    let main = html.split_once("<main").and_then(|(_, rest)| rest.split_once("</main>"));
    let mut rest = main.map_or(html, |(main, _)| main.split_once('>').map_or(main, |(_, inside)| inside));
    let mut writer = Writer::default();
    while let Some((text, tagged)) = rest.split_once('<') {
        writer.text(text);
        let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
        writer.tag(tag);
        rest = after;
    }
    writer.text(rest);
    writer.end_block();
    writer.out.trim().to_owned() + "\n"
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// The Markdown before a place in the HTML.
#[derive(Default)]
struct Writer {
    out: String,
    /// The block in progress, without its prefix.
    block: String,
    /// Beginning of the next block: the mark of a heading or of an item.
    prefix: String,
    /// The numbers of the next items of open lists; 0 in a list without numbers.
    lists: Vec<usize>,
    /// The addresses of open links.
    links: Vec<String>,
    /// The cells of the open row, if a table is open.
    row: Option<Vec<String>>,
    is_head: bool,
    is_code: bool,
    /// Open elements within one that is left out, and this one.
    left_out: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        if self.left_out > 0 {
            return;
        }
        let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
        let text = plain.iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain));
        if self.is_code {
            return self.block.push_str(&text);
        }
        let text = if self.row.is_some() { text.replace('|', "\\|") } else { text };
        for (k, word) in text.split(char::is_whitespace).enumerate() {
            if k > 0 && !self.block.is_empty() && !self.block.ends_with(' ') {
                self.block.push(' ');
            }
            self.block.push_str(word);
        }
    }

    fn tag(&mut self, tag: &str) {
        let (name, is_end) = (tag.trim_start_matches('/'), tag.starts_with('/'));
        let name = name.split([' ', '\n', '/']).next().unwrap_or_default();
        let is_hidden = || tag.contains(" hidden") || attribute(tag, "class") == Some("anchor");
        if self.left_out > 0
            || (!is_end && !VOID.contains(&name) && (LEFT_OUT.contains(&name) || is_hidden()))
        {
            let depth = if VOID.contains(&name) { 0 } else { 1 };
            self.left_out = if is_end { self.left_out - depth } else { self.left_out + depth };
            return;
        }
        match (name, is_end) {
            // A space before the end would be no end of bold text.
            ("b" | "strong", true) if self.block.ends_with(' ') => {
                self.block.pop();
                self.block.push_str("** ");
            }
            ("b" | "strong", _) => self.block.push_str("**"),
            ("em" | "i", _) => self.block.push('*'),
            ("code" | "span" | "small", _) if self.is_code => {}
            ("code", _) => self.block.push('`'),
            ("a", false) => {
                self.links.push(link(attribute(tag, "href").unwrap_or_default()));
                self.block.push('[');
            }
            ("a", true) => self.block.push_str(&format!("]({})", self.links.pop().unwrap_or_default())),
            ("pre", false) => {
                self.end_block();
                self.is_code = true;
            }
            ("pre", true) => {
                self.is_code = false;
                let code = std::mem::take(&mut self.block);
                self.out.push_str(&format!("```\n{}\n```\n\n", code.trim_end()));
            }
            ("h1" | "h2" | "h3" | "summary", _) => {
                self.end_block();
                let marks = name.strip_prefix('h').and_then(|level| level.parse().ok()).unwrap_or(3);
                self.prefix = if is_end { String::new() } else { "#".repeat(marks) + " " };
            }
            ("ul" | "ol", false) => {
                self.end_block();
                self.lists.push(usize::from(name == "ol"));
            }
            ("ul" | "ol", true) => {
                self.end_block();
                self.lists.pop();
                self.out.push('\n');
            }
            ("li", false) => {
                self.end_block();
                let indent = "  ".repeat(self.lists.len().saturating_sub(1));
                let number = self.lists.last_mut().filter(|number| **number > 0);
                let mark = number.map_or("-".to_owned(), |number| {
                    *number += 1;
                    format!("{}.", *number - 1)
                });
                self.prefix = format!("{indent}{mark} ");
            }
            ("table", false) => {
                self.end_block();
                self.row = Some(Vec::new());
            }
            ("table", true) => {
                self.row = None;
                self.out.push('\n');
            }
            ("thead", _) => self.is_head = !is_end,
            ("th" | "td", true) => {
                let cell = std::mem::take(&mut self.block);
                self.row.get_or_insert_default().push(cell.trim().to_owned());
            }
            ("tr", true) => {
                let row = self.row.replace(Vec::new()).unwrap_or_default();
                self.out.push_str(&format!("| {} |\n", row.join(" | ")));
                if self.is_head {
                    self.out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
                }
            }
            ("small" | "span" | "th" | "td" | "tr" | "tbody", _) => self.text(" "),
            _ => self.end_block(),
        }
    }

    /// Ends the block in progress; within a table it goes on.
    fn end_block(&mut self) {
        if self.row.is_some() {
            return self.text(" ");
        }
        let block = std::mem::take(&mut self.block);
        if !block.trim().is_empty() {
            let is_item = !self.lists.is_empty();
            let prefix = std::mem::take(&mut self.prefix);
            self.out.push_str(&format!("{prefix}{}\n{}", block.trim(), if is_item { "" } else { "\n" }));
        }
    }
}

/// The address of the Markdown of a page of the documentation; any other address as it is.
fn link(href: &str) -> String {
    let (page, part) =
        href.split_once('#').map_or((href, String::new()), |(page, part)| (page, format!("#{part}")));
    match page.strip_prefix("/docs") {
        Some(name) if name.is_empty() || name.starts_with('/') => format!("{page}.md{part}"),
        _ => href.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lists_tables_code_and_links_have_their_marks() {
        let html = "<body><nav>x</nav><main id=\"text\"><h1>A &amp; b</h1><h2 id=\"c\">C <a class=\"anchor\" \
            href=\"#c\">#</a></h2><p>See\n<a href=\"/docs/dates#x\"><code>a|b</code></a>, <b>now</b>.</p>\
            <ol><li>One</li><li>Two</li></ol><ul><li>x</li></ul><div hidden><p>no</p><input></div>\
            <table><thead><tr><th>N</th><th>M</th></tr></thead><tbody><tr><th><code>a|b</code></th><td>1 \
            <small>m</small></td></tr></tbody></table><pre><code>x &lt; y\n  z</code></pre></main>";
        let expected = "# A & b\n\n## C\n\nSee [`a|b`](/docs/dates.md#x), **now**.\n\n\
            1. One\n2. Two\n\n- x\n\n\
            | N | M |\n|---|---|\n| `a\\|b` | 1 m |\n\n```\nx < y\n  z\n```\n";
        assert_eq!(markdown(html), expected);
        assert_eq!((link("/docs"), link("/docsx")), ("/docs.md".to_owned(), "/docsx".to_owned()));
    }
}
