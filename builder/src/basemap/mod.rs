//! The base map: land, water, borders and names as vector tiles, in one PMTiles archive.
//!
//! Zooms 0 … 2 show Natural Earth at 1:110m, 3 and 4 at 1:50m, 5 and 6 at 1:10m. Clients enlarge the tiles of
//! zoom 6 for closer views; their vertices are at least about 300 m apart.

mod labels;
mod layers;

use crate::sources::natural_earth::NaturalEarth;
use geography::tiles::TileId;
use geography::tiles::pmtiles::{ArchiveDescription, Compression, TileType};
use layers::BasemapLayer;
use places::tiles::pmtiles;
use rayon::prelude::*;
use serde_json::json;
use std::ops::RangeInclusive;

/// Greatest zoom of the base map.
pub const MAX_ZOOM: u8 = 6;
/// The zooms at which each scale is shown, from the coarsest.
const ZOOMS: [RangeInclusive<u8>; 3] = [0..=2, 3..=4, 5..=MAX_ZOOM];
/// The latitude at which the square map ends, degrees.
const EDGE_DEG: f64 = 85.051_128_8;

/// The archive with all tiles up to a zoom, which is at most [`MAX_ZOOM`].
pub(crate) fn archive(earth: &NaturalEarth, max_zoom: u8) -> Vec<u8> {
    let mut tiles: Vec<(TileId, Vec<u8>)> = Vec::new();
    for (number, zooms) in ZOOMS.into_iter().enumerate() {
        let zooms = *zooms.start()..=(*zooms.end()).min(max_zoom);
        if !zooms.is_empty() {
            tiles.extend(places::tiles::pyramid(&layers::at_scale(earth, number), zooms));
        }
    }
    let tiles: Vec<_> = tiles.into_par_iter().map(|(id, tile)| (id, pmtiles::gzipped(&tile))).collect();
    let about = ArchiveDescription {
        tile_type: TileType::Mvt,
        tile_compression: Compression::Gzip,
        min_zoom: 0,
        max_zoom,
        bounds_deg: [-180.0, -EDGE_DEG, 180.0, EDGE_DEG],
        center_deg: [0.0, 20.0],
        center_zoom: 1,
    };
    pmtiles::write(about, &metadata(max_zoom), &tiles)
}

/// Metadata of the archive. Reference: PMTiles Version 3 Specification, chapter 5, and TileJSON 3.0.0
/// for the layers.
fn metadata(max_zoom: u8) -> String {
    let layer = |kind: &BasemapLayer| {
        let fields: serde_json::Map<_, _> =
            kind.fields().iter().map(|(name, meaning)| ((*name).to_owned(), json!(meaning))).collect();
        json!({
            "id": kind.name(),
            "description": kind.describe(),
            "minzoom": kind.least_zoom(),
            "maxzoom": max_zoom,
            "fields": fields,
        })
    };
    let shown = BasemapLayer::ALL.iter().filter(|kind| kind.least_zoom() <= max_zoom);
    json!({
        "name": "Umbra base map",
        "description": "Land, water, borders, states and names of Natural Earth",
        "attribution": "<a href=\"https://www.naturalearthdata.com\">Natural Earth</a>",
        "type": "baselayer",
        "version": "1.0.0",
        "vector_layers": shown.map(layer).collect::<Vec<_>>(),
    })
    .to_string()
}
