//! Numbers, dates and sentences in the console.

use crate::pages::prelude::*;
use crate::pages::widget::shared::calendar;
pub(super) use crate::pages::words::{bare_credits, credits, sentence, thousands};
use accounts::clock::Month;

/// A count with its word: `1 call`, `1,234 calls`.
pub(super) fn count(number: i64, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
}

const MINUTE_MS: i64 = 60_000;

/// The day of an instant, with a machine-readable form.
pub(super) fn date(unix_ms: i64) -> Markup {
    let at = Instant { unix_ms };
    html! { time datetime=(&at.iso()[..10]) { (calendar::date(at)) } }
}

/// An instant to the minute, with a machine-readable form.
pub(super) fn date_and_time(unix_ms: i64) -> Markup {
    let begun = Instant { unix_ms: unix_ms.div_euclid(MINUTE_MS) * MINUTE_MS };
    let shown = html! { (calendar::date(begun)) ", " (calendar::short_time(begun)) " UTC" };
    html! { time datetime=(Instant { unix_ms }.iso()) { (shown) } }
}

/// The name of a month: `November 2026`.
pub(super) fn month(month: Month) -> String {
    let first = calendar::date(Instant { unix_ms: month.from_ms() });
    first.trim_start_matches("1 ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_the_right_word() {
        let counts = [0, 1, 1234].map(|number| count(number, "call"));
        assert_eq!(counts, ["0 calls", "1 call", "1,234 calls"]);
    }

    #[test]
    fn dates_are_for_people_and_programs() {
        let at_ms = 1_795_365_060_000;
        assert_eq!(date(at_ms).into_string(), "<time datetime=\"2026-11-22\">22 November 2026</time>");
        for (ms, shown) in [(0, "16:31"), (59_999, "16:31"), (60_000, "16:32")] {
            let shown = format!(">22 November 2026, {shown} UTC<");
            assert!(date_and_time(at_ms + ms).into_string().contains(&shown), "{shown}");
        }
        let february = Month::new(2024, 2);
        assert_eq!((month(february).as_str(), february.to_string().as_str()), ("February 2024", "2024-02"));
    }
}
