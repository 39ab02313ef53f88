//! What a command prints: a table for people, or JSON for programs.

use accounts::text::acts_unseen;
use serde_json::{Value, json};

/// The result of a command in both forms.
pub(super) struct Output {
    json: Value,
    text: String,
}

impl Output {
    /// Makes the result of a command that reads data.
    pub(super) fn new(json: Value, text: String) -> Self {
        Self { json, text }
    }

    /// Makes the result of a command that changes something, from a sentence about it.
    pub(super) fn done(sentence: String) -> Self {
        Self { json: json!({ "done": sentence }), text: format!("{sentence}\n") }
    }

    /// The form that was asked for, ending with a line break.
    pub(super) fn render(self, as_json: bool) -> String {
        if as_json { format!("{:#}\n", self.json) } else { self.text }
    }
}

/// A table whose columns are as wide as their widest cell.
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let rows = rows.into_iter().map(|row| row.iter().map(|cell| seen(cell)).collect());
    let rows: Vec<Vec<String>> =
        std::iter::once(head.iter().map(|h| (*h).to_owned()).collect()).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        row.iter()
            .zip(&widths)
            .map(|(cell, w)| format!("{cell:<w$}  "))
            .collect::<String>()
            .trim_end()
            .to_owned()
            + "\n"
    };
    rows.iter().map(line).collect()
}

/// A text as it can be printed on a terminal: what acts there unseen is written out, such as `\u{1b}`.
pub(super) fn seen(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if acts_unseen(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Rules as they are written, or `any` where there are none.
pub(super) fn any_if_empty(rules: &str) -> &str {
    if rules.trim().is_empty() { "any" } else { rules }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_cannot_act_on_the_terminal() {
        let text = table(&["name"], vec![vec!["\u{1b}[2JAda\n\u{202e}".into()]]);
        assert_eq!(text, "name\n\\u{1b}[2JAda\\u{a}\\u{202e}\n");
    }
}
