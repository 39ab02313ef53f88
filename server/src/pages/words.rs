//! Numbers, credits and sentences on all pages.

use accounts::plan::Credits;

/// A decimal number with commas between thousands.
fn with_commas(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, part) = number.split_at(number.find('.').unwrap_or(number.len()));
    let groups: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().filter_map(|g| str::from_utf8(g).ok()).collect();
    format!("{sign}{}{part}", groups.join(","))
}

/// A whole number with commas between thousands.
pub(crate) fn thousands(number: i64) -> String {
    with_commas(&number.to_string())
}

/// Credits with commas between thousands, without the word.
pub(crate) fn bare_credits(credits: Credits) -> String {
    with_commas(&credits.to_string())
}

/// Credits with their word: `1 credit`, `1,234.5 credits`.
pub(crate) fn credits(credits: Credits) -> String {
    let plural = if credits == Credits::from_f64(1.0) { "" } else { "s" };
    format!("{} credit{plural}", bare_credits(credits))
}

/// An error message as a sentence, with a full stop, and a capital letter unless it begins with a parameter
/// such as `limb=1`.
pub(crate) fn sentence(text: &str) -> String {
    let stop = if text.ends_with('.') { "" } else { "." };
    if text.split(' ').next().is_some_and(|word| word.contains('=')) {
        return format!("{text}{stop}");
    }
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}{stop}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_become_sentences_in_which_parameters_keep_their_letters() {
        assert_eq!(sentence("limb=1 needs the plan Pro"), "limb=1 needs the plan Pro.");
        assert_eq!(sentence("no eclipse on this day."), "No eclipse on this day.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn numbers_have_commas_and_the_right_word() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")] {
            assert_eq!(thousands(number), text);
        }
        for (amount, text) in
            [(1.0, "1 credit"), (0.5, "0.5 credits"), (1_000_000.125, "1,000,000.125 credits")]
        {
            assert_eq!(credits(Credits::from_f64(amount)), text);
        }
    }
}
