//! Rows of the tables `towns` and `town_names`.

use crate::sources::towns::Town;
use artifacts::cell::Repeated;
use artifacts::tables::{town_names, towns};
use geography::elevation::WorldGrid;
use geography::names;
use rayon::prelude::*;

/// A town with what is computed of it.
pub(crate) struct NamedTown<'a> {
    town: &'a Town,
    height_m: Option<i32>,
    /// The folded names, the first that of its own; each once.
    folded: Vec<String>,
    ascii: String,
}

/// Computes heights and names of the towns, with the heights of the ground every 5′.
pub(crate) fn named<'a>(towns: &'a [Town], heights_m: &[i16]) -> Vec<NamedTown<'a>> {
    let grid = WorldGrid::new(heights_m).expect("the number of heights was checked");
    let name = |town: &'a Town| {
        let others = town.other_names.split('|');
        let mut folded: Vec<_> = std::iter::once(&town.name[..]).chain(others).map(names::fold).collect();
        folded.sort_unstable();
        folded.dedup();
        folded.retain(|name| !name.is_empty());
        let height_m = grid.height_m(town.latitude_deg, town.longitude_deg);
        let height_m = height_m.map(|height_m| height_m.round() as i32);
        NamedTown { town, height_m, folded, ascii: names::ascii(&town.name) }
    };
    towns.par_iter().map(name).collect()
}

/// The rows of `towns`.
pub(crate) fn rows<'a>(towns: &'a [NamedTown]) -> Vec<towns::Row<'a>> {
    let row = |(rank, NamedTown { town, height_m, ascii, .. }): (i32, &'a NamedTown)| towns::Row {
        rank,
        geonames_id: town.geonames_id,
        name: &town.name,
        ascii_name: ascii,
        country_iso: &town.country_iso,
        region: (!town.region.is_empty()).then_some(Repeated(&town.region)),
        latitude_deg: town.latitude_deg,
        longitude_deg: town.longitude_deg,
        population: (town.population > 0).then_some(town.population),
        height_m: *height_m,
        time_zone: Repeated(&town.time_zone),
    };
    (0..).zip(towns).map(row).collect()
}

/// The rows of `town_names`.
pub(crate) fn name_rows<'a>(towns: &'a [NamedTown]) -> Vec<town_names::Row<'a>> {
    let of_town = |(rank, town): (i32, &'a NamedTown)| {
        town.folded.iter().map(move |name| town_names::Row { name, rank })
    };
    let mut rows: Vec<_> = (0..).zip(towns).flat_map(of_town).collect();
    rows.par_sort_by_key(|row| (row.name, row.rank));
    rows
}
