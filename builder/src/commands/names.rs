//! Names of countries and seas.

use crate::Error;
use artifacts::reader::Generation;
use artifacts::tables::{countries, eclipses, seas};
use std::collections::BTreeMap;

/// Names of countries by ISO code and of seas by Marine Regions id.
pub(crate) struct Names<'a> {
    countries: BTreeMap<&'a str, &'a str>,
    seas: BTreeMap<i32, &'a str>,
}

impl<'a> Names<'a> {
    pub(crate) fn read(generation: &'a Generation) -> Result<Self, Error> {
        let country = |row: countries::Row<'a>| (row.country_iso, row.name);
        let sea = |row: seas::Row<'a>| (row.mrg_id, row.name);
        Ok(Self {
            countries: countries::read(generation)?.iter().map(country).collect(),
            seas: seas::read(generation)?.iter().map(sea).collect(),
        })
    }

    /// The name of a country by the code in an eclipse of the same generation.
    pub(crate) fn country(&self, iso: &str) -> &'a str {
        self.countries.get(iso).expect("every code of an outline has a row in countries")
    }

    /// The name of a sea in which an eclipse of the same generation is greatest.
    pub(crate) fn sea(&self, mrg_id: i32) -> &'a str {
        self.seas.get(&mrg_id).expect("every id of an outline has a row in seas")
    }

    /// The place of greatest eclipse, in words.
    pub(crate) fn place(&self, e: &eclipses::Row) -> String {
        match (e.country_iso, e.mrg_id) {
            (Some(iso), _) => format!("{} ({iso})", self.country(iso)),
            (None, Some(id)) => format!("{} (MRGID {id})", self.sea(id)),
            (None, None) => "in no country and no sea area".into(),
        }
    }
}
