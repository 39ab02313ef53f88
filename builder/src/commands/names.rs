//! Names of countries and seas.

use crate::Error;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, places};
use std::collections::BTreeMap;

/// Names of countries by ISO code and of seas by Marine Regions id.
pub(crate) struct Names<'a> {
    countries: BTreeMap<&'a str, &'a str>,
    seas: BTreeMap<i32, &'a str>,
}

impl<'a> Names<'a> {
    /// Reads the names from the outlines of a generation: the first outline of each code names it.
    pub(crate) fn read(generation: &'a Generation) -> Result<Self, Error> {
        let mut names = Self { countries: BTreeMap::new(), seas: BTreeMap::new() };
        for place in places::read(generation)?.iter() {
            if let Some(id) = place.mrg_id {
                names.seas.entry(id).or_insert(place.name);
            }
            if let Some(iso) = place.country_iso {
                names.countries.entry(iso).or_insert(place.name);
            }
        }
        Ok(names)
    }

    /// The name of a country, or its code if no outline bears it.
    pub(crate) fn country<'s>(&'s self, iso: &'s str) -> &'s str {
        self.countries.get(iso).copied().unwrap_or(iso)
    }

    /// The name of a sea in which an eclipse of the same generation is greatest.
    pub(crate) fn sea(&self, mrg_id: i32) -> &str {
        self.seas.get(&mrg_id).expect("the ids of eclipses are taken from the outlines of their generation")
    }

    /// Where greatest eclipse is, in words.
    pub(crate) fn place(&self, e: &eclipses::Row) -> String {
        match (e.country_iso, e.mrg_id) {
            (Some(iso), _) => format!("{} ({iso})", self.country(iso)),
            (None, Some(id)) => format!("{} (MRGID {id})", self.sea(id)),
            (None, None) => "in no country and no sea area".into(),
        }
    }
}
