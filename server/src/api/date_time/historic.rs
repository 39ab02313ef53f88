//! Dates of history as ISO 8601: with an era, or with a year before 1000 as it is written.

/// Words of the eras; `true` for years before 1.
const ERAS: [(&str, bool); 4] = [("bc", true), ("bce", true), ("ad", false), ("ce", false)];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the ISO form of a date with an era, such as `763 BC June 15`, or with a year of one to three
/// digits or a signed one, such as `-762-06-15`; none for every other text.
pub(super) fn iso(text: &str) -> Option<String> {
    of_era(text).or_else(|| of_digits(text))
}

pub(super) fn has_era(text: &str) -> bool {
    words(text).any(|word| era(word).is_some())
}

/// Returns the year in astronomical numbering, if a text is a year with an era and nothing else: `585 BC`.
pub(super) fn year(text: &str) -> Option<i32> {
    let is_year = words(text).count() == 2;
    of_era(text).filter(|_| is_year)?.get(..7)?.parse().ok()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '_']).filter(|word| !word.is_empty())
}

fn era(word: &str) -> Option<bool> {
    let is_it =
        |era: &str| word.bytes().filter(|b| *b != b'.').map(|b| b.to_ascii_lowercase()).eq(era.bytes());
    ERAS.iter().find(|(era, _)| is_it(era)).map(|(_, is_before)| *is_before)
}

fn of_era(text: &str) -> Option<String> {
    let mut words: Vec<&str> = words(text).collect();
    let at = words.iter().position(|word| era(word).is_some())?;
    let is_before = era(words.remove(at))?;
    // The year comes before its era, but after AD.
    let year = |word: Option<&&str>| word?.parse::<i32>().ok().filter(|year| (1..=9999).contains(year));
    let is_last = at + 1 == words.len() && year(words.get(at)).is_some();
    let before = at.checked_sub(1).filter(|before| !is_last && year(words.get(*before)).is_some());
    let at = before.unwrap_or(at);
    let year = year(words.get(at))?;
    words.remove(at);
    let (mut month, mut day, mut time) = (None, None, None);
    for word in words {
        let lower = word.to_ascii_lowercase();
        match word.parse::<u32>() {
            Ok(number) if day.is_none() && (1..=31).contains(&number) => day = Some(number),
            Err(_) if time.is_none() && word.contains(':') => time = Some(word),
            Err(_) if month.is_none() && lower.len() >= 3 => {
                month = Some(MONTHS.iter().position(|name| name.starts_with(&lower))?);
            }
            _ => return None,
        }
    }
    (day.is_none() || month.is_some()).then_some(())?;
    let year = if is_before { 1 - year } else { year };
    let (month, day) = (month.unwrap_or(0) + 1, day.unwrap_or(1));
    let time = time.map_or_else(String::new, |time| format!("T{time}"));
    Some(format!("{year:+07}-{month:02}-{day:02}{time}"))
}

fn of_digits(text: &str) -> Option<String> {
    let (sign, rest) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (year, rest) = rest.split_at(digits);
    // The year −000000 is no form of ISO 8601.
    let is_zero = year.bytes().all(|digit| digit == b'0');
    let is_meant = matches!(digits, 1..=3) || sign < 0 && (matches!(digits, 4 | 5) || digits == 6 && is_zero);
    let (date, time) = rest.split_at(rest.find(['T', 't', ' ']).unwrap_or(rest.len()));
    let is_time = time.is_empty() || time.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let mut parts = date.split('-');
    (is_meant && is_time && parts.next() == Some("")).then_some(())?;
    let year = sign * year.parse::<i32>().ok()?;
    let part = |digits: &str| digits.parse::<u32>().ok().map(|number| format!("-{number:02}"));
    let date = parts.map(part).collect::<Option<String>>()?;
    Some(format!("{year:+07}{date}{}", time.replace(' ', "T")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_of_history_are_meant_as_they_are_written() {
        for (text, right) in [
            ("763 BC June 15", Some("-000762-06-15")),
            ("June 15, 763 B.C.", Some("-000762-06-15")),
            ("15 june 763 BCE 08:30", Some("-000762-06-15T08:30")),
            ("AD 840 May 5", Some("+000840-05-05")),
            ("840 CE May 5", Some("+000840-05-05")),
            ("1 BC", Some("+000000-01-01")),
            ("585 BC May", Some("-000584-05-01")),
            ("-762-06-15", Some("-000762-06-15")),
            ("April 3 AD 33", Some("+000033-04-03")),
            ("-000000-01-01", Some("+000000-01-01")),
            ("-762", Some("-000762")),
            ("840-5-5T12:00Z", Some("+000840-05-05T12:00Z")),
            ("-1999-06-12 3:14", Some("-001999-06-12T3:14")),
            ("1133-08-02", None),
            ("-000762-06-15", None),
            ("0 BC", None),
            ("763 BC 15", None),
            ("763 BC Tishri 15", None),
            ("763 BC Junk 15", None),
            ("AD 0 June 1", None),
            ("BC", None),
            ("12/8/2026", None),
            ("+30d", None),
            ("", None),
        ] {
            assert_eq!(iso(text).as_deref(), right, "{text}");
        }
    }
}
