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
    height: Option<TownHeight>,
    /// The folded names, the first that of its own; each once.
    folded: Vec<String>,
    ascii: String,
}

/// The height of the ground in a town.
struct TownHeight {
    height_m: i32,
    source: &'static str,
    sigma_m: i32,
}

/// Standard error of GeoNames' heights, metres: the heights that it has from other sources, of 33,509 towns,
/// differ by less than 30 m for 95 % of them.
const GEONAMES_SIGMA_M: i32 = 15;
impl TownHeight {
    /// The height that GeoNames has, or that of a coarse grid.
    fn new(town: &Town, grid: &WorldGrid) -> Option<Self> {
        if let Some(height_m) = town.height_m {
            return Some(Self { height_m, source: towns::GEONAMES, sigma_m: GEONAMES_SIGMA_M });
        }
        let height_m = grid.height_m(town.latitude_deg, town.longitude_deg)?.round() as i32;
        let sigma_m = grid.sigma_m(town.latitude_deg, town.longitude_deg).ceil() as i32;
        Some(Self { height_m, source: towns::ETOPO5, sigma_m })
    }
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
        NamedTown { town, height: TownHeight::new(town, &grid), folded, ascii: names::ascii(&town.name) }
    };
    towns.par_iter().map(name).collect()
}

pub(crate) fn rows<'a>(towns: &'a [NamedTown]) -> Vec<towns::Row<'a>> {
    let row = |(rank, NamedTown { town, height, ascii, .. }): (i32, &'a NamedTown)| towns::Row {
        rank,
        geonames_id: town.geonames_id,
        name: &town.name,
        ascii_name: ascii,
        country_iso: &town.country_iso,
        region: (!town.region.is_empty()).then_some(Repeated(&town.region)),
        latitude_deg: town.latitude_deg,
        longitude_deg: town.longitude_deg,
        population: (town.population > 0).then_some(town.population),
        feature_code: (!town.feature_code.is_empty()).then_some(Repeated(&town.feature_code)),
        height_m: height.as_ref().map(|height| height.height_m),
        height_source: height.as_ref().map(|height| Repeated(height.source)),
        height_sigma_m: height.as_ref().map(|height| height.sigma_m),
        time_zone: Repeated(&town.time_zone),
    };
    (0..).zip(towns).map(row).collect()
}

pub(crate) fn name_rows<'a>(towns: &'a [NamedTown]) -> Vec<town_names::Row<'a>> {
    let of_town = |(rank, town): (i32, &'a NamedTown)| {
        town.folded.iter().map(move |name| town_names::Row { name, rank })
    };
    let mut rows: Vec<_> = (0..).zip(towns).flat_map(of_town).collect();
    rows.par_sort_by_key(|row| (row.name, row.rank));
    rows
}
