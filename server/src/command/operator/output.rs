//! Output of commands: a table for people, or JSON for programs.

use accounts::clock::{DAY_MS, Month, iso};
use accounts::text::acts_unseen;
use serde_json::{Value, json};

/// The output of a command in both forms.
pub(super) struct CommandOutput {
    json: Value,
    text: String,
}

impl CommandOutput {
    /// Output of a command that reads data.
    pub(super) fn new(json: Value, text: String) -> Self {
        Self { json, text }
    }

    /// Output of a command that changes something: a sentence.
    pub(super) fn done(sentence: String) -> Self {
        Self { json: json!({ "done": sentence }), text: format!("{sentence}\n") }
    }

    /// The requested form, with a final line break.
    pub(super) fn render(self, as_json: bool) -> String {
        if as_json { format!("{:#}\n", self.json) } else { self.text }
    }
}

/// A table whose columns are as wide as their widest cell.
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let rows = rows.into_iter().map(|row| row.iter().map(|cell| escaped(cell)).collect());
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

/// A text with its control characters escaped, such as `\u{1b}`, so that it cannot act on the terminal.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if acts_unseen(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// The day of an instant, such as 2026-11-21.
pub(super) fn date(unix_ms: i64) -> String {
    iso(unix_ms).chars().take(10).collect()
}

/// A day counted from 1970-01-01, such as 2026-11-21.
pub(super) fn day(days: i64) -> String {
    date(days * DAY_MS)
}

/// The month that begins on a day counted from 1970-01-01, such as 2026-11.
pub(super) fn month(first_day: i64) -> String {
    Month::of(first_day * DAY_MS).to_string()
}

/// An instant to the minute, for people.
pub(super) fn minute(unix_ms: i64) -> String {
    iso(unix_ms).chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect()
}

/// The rules, or `any` if there are none.
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
