//! The values of a parameter, in words.

use crate::api::parameter::{HIGHEST_M, JULIAN_DAYS, Kind, LOWEST_M, MAX_ITEMS};
use maud::{Markup, html};

/// The values of a kind.
pub(super) fn of(kind: Kind) -> Markup {
    match kind {
        Kind::DateTime => html! { a href="/docs/dates#dates" { "Date, with or without a time" } },
        Kind::Day => {
            let [from, to] = JULIAN_DAYS;
            html! {
                "Julian Day, " (number(from)) " to " (number(to)) ", or a "
                a href="/docs/dates#dates" { "date" }
            }
        }
        Kind::Number { from, to } => html! { "Number, " (number(from)) " to " (number(to)) },
        Kind::Integer { from, to } => {
            html! { "Whole number, " (whole(from)) " to " (whole(to)) }
        }
        Kind::Word(&[word]) => html! { "The word " code { (word) } },
        Kind::Word(words) => html! { "One of " (listed(words)) },
        Kind::Words(words) => html! { "One or more of " (listed(words)) ", with commas between" },
        Kind::Numbers { from, to } => {
            html! {
                "Numbers from " (number(from)) " to " (number(to)) ", with commas between, at most "
                (MAX_ITEMS)
            }
        }
        Kind::Bounds { from, to } => html! {
            code { "MIN,MAX" } ": two numbers from " (number(from)) " to " (number(to)) ", the lesser first"
        },
        Kind::Form(pattern) => html! { "Text of the form " code { (pattern) } },
        Kind::Observer => html! {
            code { "LAT,LNG" } " or " code { "LAT,LNG,HEIGHT" } ": −90 to 90 and −180 to 180 degrees, "
            (number(LOWEST_M)) " to " (number(HIGHEST_M)) " metres"
        },
        Kind::Place => html! { code { "LAT,LNG" } ": −90 to 90 and −180 to 180 degrees" },
        Kind::Point => html! { code { "LAT,LNG" } ": −90 to 90 and −180 to 360 degrees" },
        Kind::Points { most } => html! {
            code { "LAT,LNG;LAT,LNG;…" } ": up to " (whole(most as i64)) " points with " code { ";" } " or "
            code { "|" } " between"
        },
        Kind::Area => html! {
            code { "SOUTH,WEST,NORTH,EAST" } ": latitudes −90 to 90, longitudes −180 to 360 degrees"
        },
        Kind::Equatorial => html! { code { "RA,DECL" } ": 0 to 360 and −90 to 90 degrees" },
        Kind::Text => html! { "Text" },
    }
}

/// Words with commas between them, each with its short form if it has one.
fn listed(words: &[&str]) -> Markup {
    html! {
        @for (k, word) in words.iter().enumerate() {
            @if k > 0 { ", " }
            @match word.split_once(':') {
                Some((word, short)) => { code { (word) } " (short " code { (short) } ")" }
                None => code { (word) },
            }
        }
    }
}

/// A number with a true minus and thousands separators.
pub(super) fn number(value: f64) -> String {
    let text = value.abs().to_string();
    let (whole, part) = text.split_once('.').map_or((text.as_str(), None), |(w, p)| (w, Some(p)));
    let sign = if value < 0.0 { "−" } else { "" };
    let part = part.map_or_else(String::new, |part| format!(".{part}"));
    format!("{sign}{}{part}", thousands(whole))
}

/// A whole number with a true minus and thousands separators.
pub(super) fn whole(value: i64) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", thousands(&value.unsigned_abs().to_string()))
}

/// Digits in groups of three. Numbers of four digits have no separator, because years have none.
fn thousands(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let group = |(k, digit): (usize, char)| {
        let is_first_of_three = k > 0 && (digits.len() - k).is_multiple_of(3);
        is_first_of_three.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_a_true_minus() {
        for (value, text) in [
            (-97_559_412.5, "−97,559,412.5"),
            (0.0, "0"),
            (3000.0, "3000"),
            (1e9, "1,000,000,000"),
            (1.5, "1.5"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!((whole(-12_000), whole(-1999)), ("−12,000".into(), "−1999".into()));
    }

    #[test]
    fn words_have_their_short_forms() {
        let text = of(Kind::Words(&["sun:s", "moon"])).into_string();
        assert!(text.contains("<code>sun</code> (short <code>s</code>), <code>moon</code>"), "{text}");
    }
}
