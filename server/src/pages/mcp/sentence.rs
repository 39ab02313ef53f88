//! Sentences with the figures of a response: a text with `{paths}`. Parts in `[…]` are left out where a
//! figure is missing, or replaced by what follows `|`.

use crate::api::filter::rounded;
use crate::pages::prelude::*;
use std::borrow::Cow::{self, Borrowed, Owned};

/// Fills a text with the figures of a response.
pub(super) fn sentence(text: &str, of: &Value) -> String {
    let mut parts = text.split('[');
    let mut filled = parts.next().and_then(|first| with_figures(first, of)).unwrap_or_default();
    for part in parts {
        let (optional, rest) = part.split_once(']').unwrap_or((part, ""));
        let mut choices = optional.split('|').filter_map(|choice| with_figures(choice, of));
        filled.push_str(&choices.next().unwrap_or_default());
        filled.push_str(&with_figures(rest, of).unwrap_or_default());
    }
    filled
}

/// Replaces each `{path}`; none if a figure is missing.
fn with_figures(text: &str, of: &Value) -> Option<String> {
    let mut parts = text.split('{');
    let mut filled = parts.next()?.to_owned();
    for part in parts {
        let (path, rest) = part.split_once('}')?;
        filled.push_str(&words(&*find(of, path)?)?);
        filled.push_str(rest);
    }
    Some(filled)
}

/// Returns the value at a path with dots; numbers select entries of lists, and `#` counts them.
pub(super) fn find<'a>(value: &'a Value, path: &str) -> Option<Cow<'a, Value>> {
    let mut at = value;
    for name in path.split('.') {
        at = match at {
            Value::Array(all) if name == "#" => return Some(Owned(all.len().into())),
            Value::Array(all) => match name.split_once('=') {
                Some((field, is)) => all.iter().find(|each| text_is(&each[field], is))?,
                None => all.get(name.parse::<usize>().ok()?)?,
            },
            at => at.get(name)?,
        };
    }
    Some(Borrowed(at))
}

fn text_is(value: &Value, text: &str) -> bool {
    value.as_str().is_some_and(|value| value == text)
}

/// A figure in words: dates without the fraction of a second, numbers with three decimals, or with one digit
/// if they are smaller.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(match text.split_once('T') {
            Some((date, time)) if date.len() >= 10 && time.len() > 7 && time.as_bytes()[2] == b':' => {
                if time == "00:00:00.000Z" {
                    return Some(date.to_owned());
                }
                let zone = time.find(['Z', '+', '-']).map_or("", |at| &time[at..]);
                format!("{date} {} {}", &time[..8], zone.replace('Z', "UT"))
            }
            // Words of the interface.
            _ => text.replace('_', " "),
        }),
        Value::Number(number) => {
            let (number, short) = (number.as_f64()?, rounded(number.as_f64()?, 3)?);
            // A part is not the whole.
            let is_part = number < 1.0 && short == 1.0;
            Some(if is_part { number } else { short }.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_filled_in_and_missing_ones_leave_out_their_part() {
        let of = json!({ "a": [{ "t": "2026-08-12T20:29:18.640+02:00", "alt": 8.18164426, "none": null }] });
        let text = sentence("{a.#} found: {a.0.t}[, {a.0.alt}°][, dark for {a.0.none} s].", &of);
        assert_eq!(text, "1 found: 2026-08-12 20:29:18 +02:00, 8.182°.");
        assert_eq!(sentence("[{a.1.t}|none but {a.#}]", &of), "none but 1");
        assert_eq!(
            sentence("{part} of {kind}", &json!({ "part": 0.99968, "kind": "last_quarter" })),
            "0.99968 of last quarter"
        );
    }
}
