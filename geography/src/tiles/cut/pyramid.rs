//! All tiles of several zooms: each tile hands its pieces to the four within it.

use super::layer::{Layer, Shape};
use super::piece::{Form, Path, Piece};
use super::{clip, encode, mercator, thin};
use crate::tiles::mvt::EXTENT;
use crate::tiles::tile_id::TileId;
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// How far geometry goes beyond the edge of its tile, in units of the tile, so that lines drawn along the
/// edge of a shape end outside.
const MARGIN: f64 = 64.0;

/// Tiles of these zooms that have data, encoded as Mapbox Vector Tiles and not compressed. The same layers
/// give the same tiles, in the same order, at any number of threads.
pub fn pyramid(layers: &[Layer], zooms: RangeInclusive<u8>) -> Vec<(TileId, Vec<u8>)> {
    let features = layers.iter().enumerate().flat_map(|(layer, l)| {
        l.features.iter().enumerate().map(move |(feature, f)| (layer, feature, f.least_zoom, &f.shape))
    });
    let features: Vec<_> = features.collect();
    let pieces = features.par_iter().map(|&(layer, feature, least_zoom, shape)| Piece {
        layer,
        feature,
        least_zoom,
        form: form(shape),
    });
    let world = TileId { z: 0, x: 0, y: 0 };
    descend(world, layers, in_tile(world, &pieces.collect::<Vec<_>>()), &zooms)
}

fn form(shape: &Shape) -> Form {
    let path = |vertices: &Vec<[f64; 2]>| {
        let places: Vec<_> = vertices.iter().map(|&v| mercator::place(v)).collect();
        Path::new(thin::weighed(&places))
    };
    match shape {
        Shape::Point(at) => Form::Point(mercator::place(*at)),
        Shape::Line(line) => Form::Lines(vec![path(line)]),
        Shape::Polygon(rings) => Form::Polygon(rings.iter().map(path).collect()),
    }
}

/// The parts of pieces that lie in a tile or in its margin.
fn in_tile(id: TileId, pieces: &[Piece]) -> Vec<Piece> {
    let side = 1.0 / f64::from(1u32 << id.z);
    let margin = MARGIN / f64::from(EXTENT) * side;
    let edges = |n: u32| (f64::from(n) * side, f64::from(n + 1) * side);
    let ((west, east), (north, south)) = (edges(id.x), edges(id.y));
    let column = pieces.iter().filter_map(|piece| clip::between(piece, 0, west, east, margin));
    column.filter_map(|piece| clip::between(&piece, 1, north, south, margin)).collect()
}

/// A tile and all those within it.
fn descend(
    id: TileId,
    layers: &[Layer],
    pieces: Vec<Piece>,
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
