//! The area where an eclipse is seen: the countries in its path, or the continents that see a partial one.

use super::continents;
use crate::generation::cache::LruCache;
use crate::pages::prelude::*;
use astro::eclipse::local::ObservedEclipse;
use std::collections::HashMap;
use std::hash::Hash;

/// Number of eclipses with cached countries.
const MAX_CACHED: usize = 16;
/// Maximum number of countries or continents that a page names.
const MOST: usize = 3;
/// Inhabitants of the towns that represent their continents.
const TOWN: i32 = 15_000;
/// Towns that are looked at without a pause: about a millisecond.
const TOWNS_AT_ONCE: usize = 200;

/// A generation and an eclipse.
type Key = (String, i32);

static CACHE: LazyLock<LruCache<Key, String>> = LazyLock::new(|| LruCache::new(MAX_CACHED));

/// The countries in the path of an eclipse in words: `Spain, Portugal, Iceland and 2 more`. Of a partial
/// eclipse the continents: `North America, Iceland`. The place of greatest eclipse, if no town sees it.
pub(super) fn of(data: &Data, eclipse: &EclipseElements) -> String {
    let key = (data.id.clone(), eclipse.catalog_number);
    if let Some(known) = CACHE.get(&key) {
        return known.to_string();
    }
    let words = match eclipse.primary_type() {
        EclipseTypePrimary::Partial => continents(data, eclipse).join(", "),
        _ => listed(&named(data, eclipse)),
    };
    let words = match words.is_empty() {
        true => eclipse.facts.place.as_deref().unwrap_or_default().to_owned(),
        false => words,
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
    let (towns, rows) = (&data.towns, data.towns.rows());
    let in_path = data.towns_in_path(eclipse, eclipse.delta_t_s, true, usize::MAX);
    let countries = by_number(in_path.iter().map(|town| rows.country_iso.value(town.row)));
    countries.into_iter().map(|country| towns.country(country).to_owned()).collect()
}

/// The continents that see an eclipse, that with the most towns first; a country if it is alone on its
/// continent.
fn continents(data: &Data, eclipse: &EclipseElements) -> Vec<String> {
    let (towns, rows, reach) = (&data.towns, data.towns.rows(), eclipse.reach());
    // The largest town is the first row.
    let many = rows.population.values().partition_point(|people| *people >= TOWN);
    let seen = (0..many).filter_map(|row| {
        if row.is_multiple_of(TOWNS_AT_ONCE) {
            pause();
        }
        let (latitude, longitude) = (rows.latitude_deg.value(row), rows.longitude_deg.value(row));
        let observer = Observer::from_degrees(latitude, longitude, 0.0);
        let local = ObservedEclipse::new(&eclipse.polynomials, observer, eclipse.delta_t_s);
        let is_seen = reach.may_include(&local.constants(), observer.longitude) && local.sight().is_some();
        let country = is_seen.then(|| rows.country_iso.value(row))?;
        Some((continents::of(country, longitude)?, country))
    });
    let seen: Vec<_> = seen.collect();
    let name = |continent| {
        let mut countries = seen.iter().filter(|(of, _)| *of == continent).map(|(_, country)| *country);
        // Russia lies on two continents.
        let first = countries.next().filter(|first| *first != "RU" && countries.all(|c| c == *first));
        first.map_or(continent, |country| towns.country(country)).to_owned()
    };
    by_number(seen.iter().map(|(continent, _)| *continent)).into_iter().take(MOST).map(name).collect()
}

/// The different items, the most frequent first.
fn by_number<T: Copy + Ord + Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    items.for_each(|item| *counts.entry(item).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counts.into_iter().map(|(item, _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::{by_number, listed};

    #[test]
    fn at_most_three_countries_are_named() {
        let names = ["Spain", "Iceland", "Greenland", "Portugal"].map(str::to_owned);
        assert_eq!(listed(&names), "Spain, Iceland, Greenland and 1 more");
        assert_eq!(listed(&names[..2]), "Spain, Iceland");
    }

    #[test]
    fn the_most_frequent_come_first() {
        assert_eq!(
            by_number(["Asia", "Europe", "Africa", "Europe"].into_iter()),
            ["Europe", "Africa", "Asia"]
        );
    }
}
