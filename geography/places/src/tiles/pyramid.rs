//! All tiles of several zooms. Each tile passes its pieces on to its four quarters.

use super::layer::{MapLayer, TileShape};
use super::mvt::EXTENT;
use super::piece::{Path, PieceGeometry, TilePiece};
use super::{clip, encode, mercator, thin};
use geography::tiles::TileId;
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Margin of geometry beyond its tile, in units of the tile: 4 pixels of 256, so that the closing edge of a
/// clipped shape is not drawn.
const MARGIN: f64 = 64.0;

/// Returns the tiles of these zooms that have data, as uncompressed Mapbox Vector Tiles. Tiles and their
/// order do not depend on the number of threads.
///
/// ```
/// use places::tiles::{TileFeature, MapLayer, TileShape, PropertyValue, pyramid};
/// let madrid = TileFeature {
///     tags: vec![("name", PropertyValue::Text("Madrid".to_owned()))],
///     least_zoom: 1,
///     shape: TileShape::Point([-3.7, 40.4]),
/// };
/// let tiles = pyramid(&[MapLayer { name: "cities", features: vec![madrid] }], 0..=2);
/// let ids: Vec<_> = tiles.iter().map(|(id, _)| (id.z, id.x, id.y)).collect();
/// assert_eq!(ids, [(1, 0, 0), (2, 1, 1)]);
/// ```
pub fn pyramid(layers: &[MapLayer], zooms: RangeInclusive<u8>) -> Vec<(TileId, Vec<u8>)> {
    let features = layers.iter().enumerate().flat_map(|(layer, l)| {
        l.features.iter().enumerate().map(move |(feature, f)| (layer, feature, f.least_zoom, &f.shape))
    });
    let features: Vec<_> = features.collect();
    let pieces = features.par_iter().map(|&(layer, feature, least_zoom, shape)| TilePiece {
        layer,
        feature,
        least_zoom,
        form: form(shape),
    });
    let world = TileId { z: 0, x: 0, y: 0 };
    descend(world, layers, in_tile(world, &pieces.collect::<Vec<_>>()), &zooms)
}

fn form(shape: &TileShape) -> PieceGeometry {
    let path = |vertices: &Vec<[f64; 2]>| {
        let places: Vec<_> = vertices.iter().map(|&v| mercator::place(v)).collect();
        Path::new(thin::weighed(&places))
    };
    match shape {
        TileShape::Point(at) => PieceGeometry::Point(mercator::place(*at)),
        TileShape::Line(line) => PieceGeometry::Lines(vec![path(line)]),
        TileShape::Polygon(rings) => PieceGeometry::Polygon(rings.iter().map(path).collect()),
    }
}

/// The parts of pieces in a tile and its margin.
fn in_tile(id: TileId, pieces: &[TilePiece]) -> Vec<TilePiece> {
    let side = 1.0 / f64::from(1u32 << id.z);
    let margin = MARGIN / f64::from(EXTENT) * side;
    let edges = |n: u32| (f64::from(n) * side, f64::from(n + 1) * side);
    let ((west, east), (north, south)) = (edges(id.x), edges(id.y));
    let column = pieces.iter().filter_map(|piece| clip::between(piece, 0, west, east, margin));
    column.filter_map(|piece| clip::between(&piece, 1, north, south, margin)).collect()
}

/// Encodes a tile and, recursively, its quarters.
fn descend(
    id: TileId,
    layers: &[MapLayer],
    pieces: Vec<TilePiece>,
    zooms: &RangeInclusive<u8>,
) -> Vec<(TileId, Vec<u8>)> {
    if pieces.is_empty() {
        return Vec::new();
    }
    let own = zooms.contains(&id.z).then(|| encode::tile(id, layers, &pieces)).flatten();
    let mut tiles: Vec<_> = own.map(|tile| (id, tile)).into_iter().collect();
    if id.z < *zooms.end() {
        let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let within: Vec<_> = quarters
            .par_iter()
            .map(|(right, down)| TileId { z: id.z + 1, x: 2 * id.x + right, y: 2 * id.y + down })
            .flat_map_iter(|id| descend(id, layers, in_tile(id, &pieces), zooms))
            .collect();
        tiles.extend(within);
    }
    tiles
}
