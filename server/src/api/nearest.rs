//! The pattern nearest to an unknown path.

use strsim::osa_distance;

/// Distances for a missing parameter, a missing word and an extra part; each changed letter adds 1.
const MISSING_PARAMETER: u32 = 2;
const MISSING_WORD: u32 = 3;
const EXTRA_PART: u32 = 3;
/// Maximum distance of a suggestion.
const MAX_DISTANCE: u32 = 6;
/// Longer paths are not compared.
const MAX_BYTES: usize = 120;
const MAX_PARTS: usize = 12;

/// Returns the pattern, such as `/delta-t/{date}`, nearest to a path; none if none is near.
pub(crate) fn nearest<'a>(patterns: impl Iterator<Item = &'a str>, path: &str) -> Option<&'a str> {
    let parts: Vec<_> = path.split('/').filter(|part| !part.is_empty()).collect();
    if path.len() > MAX_BYTES || parts.len() > MAX_PARTS {
        return None;
    }
    let patterns: Vec<_> = patterns.collect();
    let is_word = |part: &str| patterns.iter().any(|p| p.split('/').any(|w| w.eq_ignore_ascii_case(part)));
    let parts: Vec<_> = parts.into_iter().map(|part| Part { text: part, is_word: is_word(part) }).collect();
    let with_distance = patterns.iter().filter_map(|pattern| Some((distance(pattern, &parts)?, *pattern)));
    with_distance.min_by_key(|(distance, _)| *distance).map(|(_, pattern)| pattern)
}

struct Part<'a> {
    text: &'a str,
    /// `true` if a pattern contains this word, so that it is not mistyped.
    is_word: bool,
}

/// The distance between a path and a pattern; none beyond the maximum.
fn distance(pattern: &str, parts: &[Part]) -> Option<u32> {
    let expected: Vec<_> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    // Edit distance with parts as letters, row by row of the pattern.
    let mut row: Vec<u32> = (0..).step_by(EXTRA_PART as usize).take(parts.len() + 1).collect();
    let mut has_word = false;
    for part_of_pattern in expected {
        let without = if is_parameter(part_of_pattern) { MISSING_PARAMETER } else { MISSING_WORD };
        let mut next = vec![row[0] + without];
        for (i, part) in parts.iter().enumerate() {
            let change = change(part_of_pattern, part);
            has_word |= !is_parameter(part_of_pattern) && change.is_some();
            let changed = change.map_or(u32::MAX, |cost| row[i] + cost);
            next.push(changed.min(row[i + 1] + without).min(next[i] + EXTRA_PART));
        }
        row = next;
    }
    row.last().copied().filter(|sum| has_word && *sum <= MAX_DISTANCE)
}

/// The distance between a part of a path and a part of a pattern; none between different words.
fn change(expected: &str, part: &Part) -> Option<u32> {
    if is_parameter(expected) {
        return (!part.is_word).then_some(0);
    }
    if part.is_word {
        return expected.eq_ignore_ascii_case(part.text).then_some(0);
    }
    let max = expected.len().min(part.text.len()) / 3;
    if expected.len().abs_diff(part.text.len()) > max {
        return None;
    }
    let letters = osa_distance(expected, &part.text.to_ascii_lowercase());
    let is_alike = letters <= max;
    is_alike.then_some(letters as u32)
}

fn is_parameter(part: &str) -> bool {
    part.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::OPERATIONS;

    fn found(path: &str) -> Option<&'static str> {
        nearest(OPERATIONS.iter().flat_map(|operation| operation.paths).copied(), path)
    }

    #[test]
    fn a_path_that_nearly_exists_has_a_nearest_pattern() {
        let details = "/solar-eclipse/local-circumstances/details/{julian-day}";
        let of_moon = "/lunar-eclipse/local-circumstances/{julian-day}";
        for (path, right) in [
            ("/rise-transit-sets/2026-12-07", "/rise-transit-set/{start-date}"),
            ("/solar-eclipse/catalog/2025", "/solar-eclipse/catalog/{year-from}/{year-to}"),
            ("/Julian_Day", "/julian-day/{date}"),
            ("/julianday/2024", "/julian-day/{date}"),
            ("/v1/julian-day/2024-04-08/18:00", "/julian-day/{date}"),
            ("/body-position/2024/2025/60", "/body-position/{date-from}/{date-to}"),
            ("/solar-eclipse/local-circumstances/2461264.5", details),
            ("/lunar-eclipse/local-circumstances/details/2461264.5", of_moon),
            ("/lunar-eclipse/catalogue/2025/2026", "/lunar-eclipse/catalog/{year-from}/{year-to}"),
            ("/solar-eclipses/elements/2024-04-08", "/solar-eclipse/elements/{julian-day}"),
            ("/Version", "/version"),
        ] {
            assert_eq!(found(path), Some(right), "{path}");
        }
    }

    #[test]
    fn a_path_of_another_kind_has_none() {
        let (long, deep) = ("/version".repeat(40), "/a".repeat(20));
        for path in ["/", "/nowhere", "/.env", "/a/b/c/d", "/%22", "//", &long, &deep] {
            assert_eq!(found(path), None, "{path}");
        }
    }
}
