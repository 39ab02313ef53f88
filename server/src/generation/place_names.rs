//! Names of countries and seas.

use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, places};
use std::collections::HashMap;

/// Names of countries by their codes and of seas by their Marine Regions ids.
pub(crate) struct PlaceNames {
    countries: HashMap<String, String>,
    seas: HashMap<i32, String>,
}

impl PlaceNames {
    /// Reads the names of a generation.
    pub(crate) fn open(generation: &Generation) -> Result<Self, Error> {
        let (mut countries, mut seas) = (HashMap::new(), HashMap::new());
        for row in places::read(generation)?.iter() {
            // The first polygon of a country with a code is its own land.
            if let Some(code) = row.country_iso {
                countries.entry(code.to_owned()).or_insert_with(|| row.name.to_owned());
            }
            if let Some(id) = row.mrg_id {
                seas.entry(id).or_insert_with(|| row.name.to_owned());
            }
        }
        Ok(Self { countries, seas })
    }

    /// Returns the country or sea of the place of greatest eclipse, if any.
    pub(crate) fn of_greatest(&self, eclipse: &eclipses::Row) -> Option<String> {
        let country = eclipse.country_iso.and_then(|code| self.countries.get(code));
        country.or_else(|| self.seas.get(&eclipse.mrg_id?)).cloned()
    }
}
