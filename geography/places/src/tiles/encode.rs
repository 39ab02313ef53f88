//! Encoding of a tile from its pieces.

use super::layer::MapLayer;
use super::mvt::{EXTENT, GeometryType, LayerEncoder, TileVertex};
use super::piece::{Path, PieceGeometry, TilePiece};
use geography::tiles::TileId;

/// Vertices that change a line by less are left out, in units of the tile. Two units are an eighth of a pixel
/// when a tile is 256 pixels wide.
const TOLERANCE: f64 = 2.0;

/// The transformation from the map to a tile.
struct Scale {
    /// Units of a tile in the width of the map.
    units: f64,
    /// The north-western corner, in these units.
    corner: [f64; 2],
}

/// Encodes pieces, which are in the order of their layers. Returns `None` if everything is in the margin.
pub(super) fn tile(id: TileId, layers: &[MapLayer], pieces: &[TilePiece]) -> Option<Vec<u8>> {
    let units = f64::from(EXTENT) * f64::from(1u32 << id.z);
    let scale = Scale { units, corner: [id.x, id.y].map(|n| f64::from(n) * f64::from(EXTENT)) };
    let shown: Vec<&TilePiece> = pieces.iter().filter(|p| p.least_zoom <= id.z).collect();
    if !shown.iter().any(|piece| scale.is_on_tile(piece)) {
        return None;
    }
    let mut encoded = Vec::new();
    for in_layer in shown.chunk_by(|a, b| a.layer == b.layer) {
        let layer = &layers[in_layer[0].layer];
        let tags = |piece: &TilePiece| &layer.features[piece.feature].tags;
        let mut encoder = None;
        for alike in in_layer.chunk_by(|a, b| kind(a) == kind(b) && tags(a) == tags(b)) {
            let parts: Vec<_> = alike.iter().flat_map(|piece| scale.parts(piece)).collect();
            if !parts.is_empty() {
                let encoder = encoder.get_or_insert_with(|| LayerEncoder::new(layer.name));
                encoder.add(tags(alike[0]), kind(alike[0]), &parts);
            }
        }
        if let Some(encoder) = encoder {
            encoder.append_to(&mut encoded);
        }
    }
    (!encoded.is_empty()).then_some(encoded)
}

fn kind(piece: &TilePiece) -> GeometryType {
    match piece.form {
        PieceGeometry::Point(_) => GeometryType::Points,
        PieceGeometry::Lines(_) => GeometryType::Lines,
        PieceGeometry::Polygon(_) => GeometryType::Polygons,
    }
}

impl Scale {
    /// Returns whether the box of a piece touches the tile itself, not only its margin.
    fn is_on_tile(&self, piece: &TilePiece) -> bool {
        let extent = f64::from(EXTENT);
        let is_on = |path: &Path| {
            (0..2).all(|axis| {
                let [least, most] =
                    [path.least, path.most].map(|at| at[axis] * self.units - self.corner[axis]);
                least <= extent && most >= 0.0
            })
        };
        match &piece.form {
            PieceGeometry::Point(_) => true,
            PieceGeometry::Lines(paths) => paths.iter().any(is_on),
            PieceGeometry::Polygon(rings) => rings.first().is_some_and(is_on),
        }
    }

    fn vertex(&self, at: [f64; 2]) -> TileVertex {
        [0, 1].map(|axis| (at[axis] * self.units - self.corner[axis]).round() as i32)
    }

    /// The parts of a piece in units of the tile, without those that are too small to see.
    fn parts(&self, piece: &TilePiece) -> Vec<Vec<TileVertex>> {
        match &piece.form {
            PieceGeometry::Point(at) => vec![vec![self.vertex(*at)]],
            PieceGeometry::Lines(paths) => {
                let lines = paths.iter().map(|path| self.thinned(path));
                lines.filter(|line| line.len() > 1).collect()
            }
            PieceGeometry::Polygon(rings) => {
                let rings = rings.iter().map(|ring| self.ring(ring));
                // Without its outer ring, a polygon's holes are dropped as well.
                let mut whole = rings.enumerate().map_while(|(i, ring)| match (i, ring) {
                    (0, None) => None,
                    (i, ring) => Some(ring.map(|ring| turned(ring, i == 0))),
                });
                whole.by_ref().flatten().collect()
            }
        }
    }

    /// The vertices that matter at this scale, without repetitions.
    fn thinned(&self, path: &Path) -> Vec<TileVertex> {
        let least_weight = (TOLERANCE / self.units).powi(2);
        let kept = path.vertices.iter().filter(|v| v.weight >= least_weight);
        let mut vertices: Vec<TileVertex> = kept.map(|v| self.vertex(v.at)).collect();
        vertices.dedup();
        vertices
    }

    /// A ring without its closing vertex, or `None` if its area is negligible.
    fn ring(&self, path: &Path) -> Option<Vec<TileVertex>> {
        let mut vertices = self.thinned(path);
        vertices.pop();
        let least_twice_area = 2.0 * TOLERANCE * TOLERANCE;
        (vertices.len() > 2 && twice_area(&vertices).unsigned_abs() as f64 >= least_twice_area)
            .then_some(vertices)
    }
}

/// The ring in the direction that the specification requires of outer rings or holes.
fn turned(mut ring: Vec<TileVertex>, is_outer: bool) -> Vec<TileVertex> {
    if (twice_area(&ring) > 0) != is_outer {
        ring.reverse();
    }
    ring
}

/// Twice the area of a ring; positive if it runs clockwise on screen.
fn twice_area(ring: &[TileVertex]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    let cross = |(a, b): (&TileVertex, &TileVertex)| {
        i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1])
    };
    ring.iter().zip(next).map(cross).sum()
}
