//! The countries on the central line of an eclipse, ordered by the length of the line on their land.

use crate::generation::Data;
use crate::generation::cache::LruCache;
use crate::generation::elements::EclipseElements;
use crate::pages::widget::map::still::Curves;
use geographiclib_rs::{Geodesic, InverseGeodesic};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Longest piece of the line that counts as a whole for one country, km.
const PIECE_KM: f64 = 40.0;
/// Number of eclipses with cached countries.
const MAX_CACHED: usize = 16;
/// How many countries a page names.
const MOST: usize = 3;

/// A generation and an eclipse.
type Key = (String, i32);

static CACHE: LazyLock<LruCache<Key, String>> = LazyLock::new(|| LruCache::new(MAX_CACHED));

/// The countries of an eclipse in words, the longest stretch first: `Spain, Iceland, Greenland`. Without a
/// path on land, the place of greatest eclipse.
pub(super) fn of(data: &Data, eclipse: &EclipseElements, curves: Option<&Curves>) -> String {
    let key = (data.id.clone(), eclipse.catalog_number);
    if let Some(known) = CACHE.get(&key) {
        return known.to_string();
    }
    let computed = match curves {
        Some(curves) => named(data, curves),
        None => Curves::of(eclipse).map_or_else(|_| Vec::new(), |curves| named(data, &curves)),
    };
    let words = match computed.is_empty() {
        true => eclipse.facts.place.as_deref().unwrap_or_default().to_owned(),
        false => listed(&computed),
    };
    CACHE.keep(key, Arc::new(words.clone()));
    words
}

/// The first countries in words.
fn listed(countries: &[String]) -> String {
    let more = if countries.len() > MOST { " and others" } else { "" };
    format!("{}{more}", countries[..countries.len().min(MOST)].join(", "))
}

/// The names of the countries. Time zones tell land from sea: they end at the coast, and a zone is that of
/// the country of its largest town.
fn named(data: &Data, curves: &Curves) -> Vec<String> {
    let Some(towns) = &data.towns else { return Vec::new() };
    let lengths = by_zone(data, curves);
    let mut countries = HashMap::new();
    for town in towns.rows().iter() {
        if lengths.contains_key(town.time_zone.0) && !countries.contains_key(town.time_zone.0) {
            countries.insert(town.time_zone.0, town.country_iso);
        }
        if countries.len() == lengths.len() {
            break;
        }
    }
    let mut found: HashMap<&str, f64> = HashMap::new();
    for (zone, country) in countries {
        *found.entry(country).or_default() += lengths[zone];
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    found.into_iter().map(|(country, _)| towns.country(country).to_owned()).collect()
}

/// Lengths of the central line in time zones on land, km.
fn by_zone(data: &Data, curves: &Curves) -> HashMap<String, f64> {
    let geodesic = Geodesic::wgs84();
    let mut lengths: HashMap<String, f64> = HashMap::new();
    for pair in curves.central_line().flat_map(|run| run.windows(2)) {
        let [(from_lng, from_lat), (to_lng, to_lat)] = [pair[0], pair[1]];
        let metres: f64 = geodesic.inverse(from_lat, from_lng, to_lat, to_lng);
        let km = metres / 1000.0;
        let pieces = (km / PIECE_KM).ceil().max(1.0);
        let turn = (to_lng - from_lng + 540.0).rem_euclid(360.0) - 180.0;
        for k in 0..pieces as u32 {
            let part = (f64::from(k) + 0.5) / pieces;
            let lng = (from_lng + turn * part + 540.0).rem_euclid(360.0) - 180.0;
            let zone = data.time_zones.at(from_lat + (to_lat - from_lat) * part, lng);
            if !zone.starts_with("Etc/") {
                *lengths.entry(zone.to_owned()).or_default() += km / pieces;
            }
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn at_most_three_countries_are_named() {
        let names = ["Spain", "Iceland", "Greenland", "Portugal"].map(str::to_owned);
        assert_eq!(listed(&names), "Spain, Iceland, Greenland and others");
        assert_eq!(listed(&names[..2]), "Spain, Iceland");
    }
}
