//! The table `towns`: places where people live, by GeoNames.

use super::credits;
use crate::Error;
use crate::RecordBatch;
use crate::cell::Repeated;
use crate::reader::{Generation, TableView};
use crate::tables::town_names;

table! {
    name: "towns",
    title: "Towns of 500 people and more, and seats of administrations",
    notes: "Towns come in order of population, the largest first. GeoNames has smaller places where they are \
           the seat of a division, and parts of large cities.",
    licence: credits::CC_BY_4,
    attribution: credits::GEONAMES,
    sorted_by: "rank",
    /// A town.
    columns<'a>: Row<'a> {
        rank: i32, "1", "number of the town in order of population, from 0", "counted";
        geonames_id: i32, "1", "number of the town in GeoNames", "GeoNames";
        name: &'a str, "text", "name in Latin letters, with accents", "GeoNames";
        ascii_name: &'a str, "text", "the name without accents", "transliterated";
        country_iso: &'a str, "ISO 3166-1 alpha-2", "code of the country", "GeoNames";
        region: Option<Repeated<'a>>, "text", "name of the first-level division; null where none is known",
            "GeoNames";
        latitude_deg: f64, "degree", "latitude, WGS84", "GeoNames";
        longitude_deg: f64, "degree", "longitude, WGS84, positive to the east", "GeoNames";
        population: Option<i32>, "1", "number of inhabitants; null where unknown", "GeoNames";
        feature_code: Option<Repeated<'a>>, "GeoNames feature code",
            "kind of place: PPLC is the capital of a country; null where unknown", "GeoNames";
        height_m: Option<i32>, "m", "height of the ground above mean sea level", "height_source";
        height_source: Option<Repeated<'a>>, "text",
            "GeoNames (its digital elevation model), or ETOPO5 (linear between nodes of 5′)", "counted";
        height_sigma_m: Option<i32>, "m", "standard error of height_m",
            "GeoNames: its heights from other sources; ETOPO5: the spread of the nodes around the town";
        time_zone: Repeated<'a>, "IANA time zone", "name of the time zone", "GeoNames";
    }
}

/// Heights that GeoNames has.
pub const GEONAMES: &str = "GeoNames";
/// Heights of the table elevation.
pub const ETOPO5: &str = "ETOPO5";

/// The towns of a generation with their names, read in place.
pub struct Towns {
    towns: RecordBatch,
    names: RecordBatch,
}

/// Returns the towns of a generation.
pub fn open(generation: &Generation) -> Result<Towns, Error> {
    let count = read(generation)?.count();
    let ranks = town_names::read(generation)?.rank.values();
    if let Some(row) = ranks.iter().position(|rank| usize::try_from(*rank).map_or(true, |r| r >= count)) {
        let problem = format!("row {row} names a town that is not in towns");
        return Err(Error::Contract { table: town_names::TABLE.name, problem });
    }
    let batch = |table| generation.table(table).map(|view| view.batch().clone());
    Ok(Towns { towns: batch(&TABLE)?, names: batch(&town_names::TABLE)? })
}

impl Towns {
    /// All towns, the largest first.
    pub fn rows(&self) -> Rows<'_> {
        view(TableView::new(&TABLE, &self.towns)).expect("the columns were checked")
    }

    /// All folded names in order, each with the rank of its town.
    pub fn names(&self) -> town_names::Rows<'_> {
        town_names::view(TableView::new(&town_names::TABLE, &self.names)).expect("the columns were checked")
    }
}
