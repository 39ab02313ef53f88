//! Numbers, dates and sentences as people read them.

use crate::accounts::clock::Month;
use crate::accounts::plan::Credits;
use crate::api::instant::Instant;
use crate::pages::widget::calendar;
use maud::{Markup, html};

/// A decimal number with commas between thousands.
fn with_commas(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, part) = number.split_at(number.find('.').unwrap_or(number.len()));
    let groups: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().filter_map(|g| str::from_utf8(g).ok()).collect();
    format!("{sign}{}{part}", groups.join(","))
}

/// A count with its word: `1 call`, `1,234 calls`.
pub(super) fn count(number: i64, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A whole number with commas between thousands.
pub(super) fn thousands(number: i64) -> String {
    with_commas(&number.to_string())
}

/// Credits with commas between thousands, without the word.
pub(super) fn bare_credits(credits: Credits) -> String {
    with_commas(&credits.to_string())
}

/// Credits with their word: `1 credit`, `1,234.5 credits`.
pub(super) fn credits(credits: Credits) -> String {
    let plural = if credits == Credits::from_f64(1.0) { "" } else { "s" };
    format!("{} credit{plural}", bare_credits(credits))
}

/// The day of an instant, for people and for programs.
pub(super) fn date(unix_ms: i64) -> Markup {
    let at = Instant { unix_ms };
    html! { time datetime=(&at.iso()[..10]) { (calendar::date(at)) } }
}

/// An instant to the minute, for people and for programs.
pub(super) fn date_and_time(unix_ms: i64) -> Markup {
    let at = Instant { unix_ms };
    html! { time datetime=(at.iso()) { (calendar::date(at)) ", " (calendar::short_time(at)) " UTC" } }
}

/// The name of a month: `November 2026`.
pub(super) fn month(month: Month) -> String {
    let first = calendar::date(Instant { unix_ms: month.from_ms() });
    first.trim_start_matches("1 ").to_owned()
}

/// A month as it stands in addresses: `2026-11`.
pub(super) fn month_in_address(month: Month) -> String {
    Instant { unix_ms: month.from_ms() }.iso()[..7].to_owned()
}

/// What an error says as a sentence: with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_and_the_right_word() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!((count(1, "call"), count(0, "call")), ("1 call".into(), "0 calls".into()));
        for (amount, text) in
            [(1.0, "1 credit"), (0.5, "0.5 credits"), (1_000_000.125, "1,000,000.125 credits")]
        {
            assert_eq!(credits(Credits::from_f64(amount)), text);
        }
    }

    #[test]
    fn dates_are_for_people_and_programs() {
        let at_ms = 1_795_365_060_000;
        assert_eq!(date(at_ms).into_string(), "<time datetime=\"2026-11-22\">22 November 2026</time>");
        assert!(date_and_time(at_ms).into_string().contains(">22 November 2026, 16:31 UTC<"));
        let february = Month::new(2024, 2);
        assert_eq!(
            (month(february).as_str(), month_in_address(february).as_str()),
            ("February 2024", "2024-02")
        );
    }

    #[test]
    fn errors_become_sentences() {
        assert_eq!(sentence("the nickname is taken"), "The nickname is taken.");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }
}
