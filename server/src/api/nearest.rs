//! The pattern that is nearest to a path which leads nowhere.

use strsim::osa_distance;

/// What a parameter costs that the path has not, and a word or a part that stands on one side alone; a letter
/// that must be changed costs 1.
const NO_PARAMETER: u32 = 2;
const NO_WORD: u32 = 3;
const ONE_MORE: u32 = 3;
/// A greater sum is a path of another kind.
const MOST: u32 = 6;
/// Longer paths are not compared.
const MOST_BYTES: usize = 120;
const MOST_PARTS: usize = 12;

/// The pattern, such as `/delta-t/{date}`, to which a path comes nearest; none where none is near.
pub(crate) fn nearest<'a>(patterns: impl Iterator<Item = &'a str>, path: &str) -> Option<&'a str> {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    if path.len() > MOST_BYTES || parts.len() > MOST_PARTS {
        return None;
    }
    let patterns: Vec<_> = patterns.collect();
    let is_word = |part: &str| patterns.iter().any(|p| p.split('/').any(|w| w.eq_ignore_ascii_case(part)));
    let parts: Vec<_> = parts.into_iter().map(|part| Part { text: part, is_word: is_word(part) }).collect();
    let with_distance = patterns.iter().filter_map(|pattern| Some((distance(pattern, &parts)?, *pattern)));
    with_distance.min_by_key(|(distance, _)| *distance).map(|(_, pattern)| pattern)
}

/// A part of a path.
struct Part<'a> {
    text: &'a str,
    /// Whether some pattern has this word, so that it is no mistyped one.
    is_word: bool,
}

/// How far the parts of a path are from a pattern; none if that is far.
fn distance(pattern: &str, parts: &[Part]) -> Option<u32> {
    let wanted: Vec<_> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    // As the distance between words, with parts in place of letters: row by row of the wanted ones.
    let mut row: Vec<u32> = (0..).step_by(ONE_MORE as usize).take(parts.len() + 1).collect();
    let mut has_word = false;
    for want in wanted {
        let without = if is_parameter(want) { NO_PARAMETER } else { NO_WORD };
        let mut next = vec![row[0] + without];
        for (i, part) in parts.iter().enumerate() {
            let change = change(want, part);
            has_word |= !is_parameter(want) && change.is_some();
            let changed = change.map_or(u32::MAX, |cost| row[i] + cost);
            next.push(changed.min(row[i + 1] + without).min(next[i] + ONE_MORE));
        }
        row = next;
    }
    row.last().copied().filter(|sum| has_word && *sum <= MOST)
}

/// What it costs to take a part for another that is wanted; none if it is another word.
fn change(wanted: &str, part: &Part) -> Option<u32> {
    if is_parameter(wanted) {
        return (!part.is_word).then_some(0);
    }
    if part.is_word {
        return wanted.eq_ignore_ascii_case(part.text).then_some(0);
    }
    let most = wanted.len().min(part.text.len()) / 3;
    if wanted.len().abs_diff(part.text.len()) > most {
        return None;
    }
    let letters = osa_distance(wanted, &part.text.to_ascii_lowercase());
    let is_alike = letters <= most;
    is_alike.then_some(letters as u32)
}

fn is_parameter(part: &str) -> bool {
    part.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [&str; 14] = [
        "/",
        "/version",
        "/usage",
        "/julian-day/{date}",
        "/date/{julian-day}",
        "/body-position/{date-from}",
        "/body-position/{date-from}/{date-to}",
        "/rise-transit-set/{start-date}/{end-date}",
        "/solar-eclipse/catalog/{year-from}/{year-to}",
        "/solar-eclipse/elements/{julian-day}",
        "/solar-eclipse/local-circumstances/details/{julian-day}",
        "/lunar-eclipse/catalog/{year-from}/{year-to}",
        "/lunar-eclipse/local-circumstances/{julian-day}",
        "/openapi/{file}",
    ];

    #[test]
    fn a_path_that_nearly_exists_has_a_nearest_pattern() {
        for (path, right) in [
            ("/rise-transit-set/2026-12-07", "/rise-transit-set/{start-date}/{end-date}"),
            ("/rise-transit-sets/2026-12-07/2026-12-08", "/rise-transit-set/{start-date}/{end-date}"),
            ("/solar-eclipse/catalog/2025", "/solar-eclipse/catalog/{year-from}/{year-to}"),
            ("/julian-day", "/julian-day/{date}"),
            ("/Julian-Day/2024-04-08", "/julian-day/{date}"),
            ("/julian-days/2024", "/julian-day/{date}"),
            ("/julianday/2024", "/julian-day/{date}"),
            ("/julian_day/2024", "/julian-day/{date}"),
            ("/julian-day/2024-04-08/18:00", "/julian-day/{date}"),
            ("/body-position", "/body-position/{date-from}"),
            ("/body-position/2024/2025/60", "/body-position/{date-from}/{date-to}"),
            ("/v1/julian-day/2024", "/julian-day/{date}"),
            (
                "/solar-eclipse/local-circumstances/2461264.5",
                "/solar-eclipse/local-circumstances/details/{julian-day}",
            ),
            (
                "/lunar-eclipse/local-circumstances/details/2461264.5",
                "/lunar-eclipse/local-circumstances/{julian-day}",
            ),
            ("/lunar-eclipse/catalogue/2025/2026", "/lunar-eclipse/catalog/{year-from}/{year-to}"),
            ("/solar-eclipses/elements/2024-04-08", "/solar-eclipse/elements/{julian-day}"),
            ("/openapi", "/openapi/{file}"),
            ("/Version", "/version"),
        ] {
            assert_eq!(nearest(PATTERNS.into_iter(), path), Some(right), "{path}");
        }
    }

    #[test]
    fn a_path_of_another_kind_has_none() {
        for path in ["/", "/nowhere", "/wp-login.php", "/.env", "/a/b/c/d", "/%22", "//"] {
            assert_eq!(nearest(PATTERNS.into_iter(), path), None, "{path}");
        }
        assert_eq!(nearest(PATTERNS.into_iter(), &"/version".repeat(40)), None, "too long to compare");
        assert_eq!(nearest(PATTERNS.into_iter(), &"/a".repeat(20)), None);
    }
}
