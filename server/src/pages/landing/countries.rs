//! The countries in the path of an eclipse, ordered by their towns there.

use crate::generation::Data;
use crate::generation::cache::LruCache;
use crate::generation::elements::EclipseElements;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Number of eclipses with cached countries.
const MAX_CACHED: usize = 16;
/// How many countries a page names.
const MOST: usize = 3;

/// A generation and an eclipse.
type Key = (String, i32);

static CACHE: LazyLock<LruCache<Key, String>> = LazyLock::new(|| LruCache::new(MAX_CACHED));

/// The countries in the path of an eclipse in words: `Spain, Portugal, Iceland and 2 more`. Without towns in
/// the path, the place of greatest eclipse.
pub(super) fn of(data: &Data, eclipse: &EclipseElements) -> String {
    let key = (data.id.clone(), eclipse.catalog_number);
    if let Some(known) = CACHE.get(&key) {
        return known.to_string();
    }
    let computed = named(data, eclipse);
    let words = match computed.is_empty() {
        true => eclipse.facts.place.as_deref().unwrap_or_default().to_owned(),
        false => listed(&computed),
    };
    CACHE.keep(key, Arc::new(words.clone()));
    words
}

/// The first countries in words.
fn listed(countries: &[String]) -> String {
    let (first, more) = countries.split_at(countries.len().min(MOST));
    match more.len() {
        0 => first.join(", "),
        count => format!("{} and {count} more", first.join(", ")),
    }
}

/// The names of the countries, that with the most towns in the path first.
fn named(data: &Data, eclipse: &EclipseElements) -> Vec<String> {
    let Some(towns) = &data.towns else { return Vec::new() };
    let rows = towns.rows();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for town in data.towns_in_path(eclipse, eclipse.delta_t_s, true, usize::MAX).iter() {
        *counts.entry(rows.country_iso.value(town.row)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    counts.into_iter().map(|(country, _)| towns.country(country).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn at_most_three_countries_are_named() {
        let names = ["Spain", "Iceland", "Greenland", "Portugal"].map(str::to_owned);
        assert_eq!(listed(&names), "Spain, Iceland, Greenland and 1 more");
        assert_eq!(listed(&names[..2]), "Spain, Iceland");
    }
}
