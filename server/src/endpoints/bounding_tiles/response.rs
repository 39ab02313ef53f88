//! The tiles that cover a box or contain points, and the response with them.

use crate::endpoints::prelude::*;
use geography::BoundingBox;
use geography::geodesic::longitude_within_half_turn_deg;
use geography::tiles::{EDGE_LATITUDE_DEG, TileBlock, TileId};

pub(super) const MAX_ZOOM: u8 = 22;

/// Numbering of the rows of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum TileScheme {
    Xyz,
    Tms,
}

/// Tiles of a map that cover a box.
#[derive(Serialize, ToSchema)]
pub(super) struct BoundingTiles {
    /// Zoom.
    z: u8,
    /// Numbering of rows.
    scheme: TileScheme,
    /// The box: west, south, east, north, degrees, not the order of the parameter; west > east across the
    /// antimeridian.
    bbox: [f64; 4],
    /// Number of tiles.
    count: usize,
    /// Columns of the box.
    columns: u32,
    /// Rows of the box.
    rows: u32,
    /// Row by row from the north-west.
    tiles: Vec<BoundingTile>,
}

/// A tile.
#[derive(Serialize, ToSchema)]
struct BoundingTile {
    /// Zoom.
    z: u8,
    /// Column from 180° W.
    x: u32,
    /// Row, by `scheme`.
    y: u32,
    /// Quadkey: the quarter at each zoom, numbered by rows from the north; empty for the whole map.
    quadkey: String,
    /// West, south, east, north, degrees.
    bbox: [f64; 4],
}

pub(super) struct TileCover {
    /// West, south, east, north, degrees.
    area: [f64; 4],
    /// Tiles of the greatest zoom that contain the points; none to cover the whole area.
    each: Option<Vec<TileId>>,
}

impl TileCover {
    /// All tiles of an area: south, west, north and east as in the request.
    pub(super) fn of_area(area: [f64; 4]) -> Self {
        Self { area: in_one_turn(area), each: None }
    }

    /// The tiles of the smallest box around points, or only those with a point; none without points.
    pub(super) fn of_points(points: &[Point], is_each: bool) -> Option<Self> {
        let tile = |p: &Point| TileId::at(MAX_ZOOM, p.lat, p.lng);
        let each = is_each.then(|| points.iter().map(tile).collect());
        Some(Self { area: around(points)?, each })
    }

    fn block(&self, z: u8) -> TileBlock {
        TileBlock::of_box(z, self.area)
    }

    /// The tiles of a zoom that contain the given tiles of the greatest zoom, each once.
    fn holding(z: u8, smallest: &[TileId]) -> Vec<TileId> {
        let up = MAX_ZOOM - z;
        let mut tiles: Vec<_> =
            smallest.iter().map(|tile| TileId { z, x: tile.x >> up, y: tile.y >> up }).collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// Number of tiles of a zoom.
    pub(super) fn count(&self, z: u8) -> u64 {
        self.each.as_ref().map_or_else(|| self.block(z).count(), |all| Self::holding(z, all).len() as u64)
    }

    /// The greatest zoom with at most `max` tiles.
    pub(super) fn zoom(&self, max: u64) -> u8 {
        // A greater zoom never needs fewer tiles.
        let zooms: Vec<u8> = (0..=MAX_ZOOM).collect();
        zooms.partition_point(|z| self.count(*z) <= max).saturating_sub(1) as u8
    }

    /// The tiles of a zoom, row by row from the north-west.
    fn tiles(&self, z: u8) -> Vec<TileId> {
        let Some(smallest) = &self.each else { return self.block(z).tiles().collect() };
        let first_x = self.block(z).first_x;
        let last_column = (1 << z) - 1;
        let mut tiles = Self::holding(z, smallest);
        tiles.sort_by_key(|tile| (tile.y, tile.x.wrapping_sub(first_x) & last_column));
        tiles
    }

    pub(super) fn response(&self, z: u8, scheme: TileScheme) -> BoundingTiles {
        let block = self.block(z);
        let tile = |tile: TileId| BoundingTile {
            z,
            x: tile.x,
            y: if scheme == TileScheme::Tms { tile.row_from_south() } else { tile.y },
            quadkey: tile.quadkey(),
            bbox: tile.bounds_deg(),
        };
        let tiles: Vec<_> = self.tiles(z).into_iter().map(tile).collect();
        BoundingTiles {
            z,
            scheme,
            bbox: self.area,
            count: tiles.len(),
            columns: block.columns,
            rows: block.rows,
            tiles,
        }
    }
}

/// Normalizes the longitudes of an area and returns west, south, east, north.
fn in_one_turn([south, west, north, east]: [f64; 4]) -> [f64; 4] {
    let [south, north] = [south, north].map(within_the_map);
    if east - west >= 360.0 {
        return [-180.0, south, 180.0, north];
    }
    // A box may begin at 180° W, and end at 180° E.
    let (west, east) = (longitude_within_half_turn_deg(west), longitude_within_half_turn_deg(east));
    [if west == 180.0 && east != 180.0 { -180.0 } else { west }, south, east, north]
}

/// The smallest box around points: west, south, east, north.
fn around(points: &[Point]) -> Option<[f64; 4]> {
    let place = |p: &Point| vec![Vertex { longitude_deg: p.lng, latitude_deg: p.lat, t: 0.0 }];
    let around = BoundingBox::of(&Geometry::Lines(points.iter().map(place).collect()))?;
    Some([around.west, within_the_map(around.south), around.east, within_the_map(around.north)])
}

fn within_the_map(latitude_deg: f64) -> f64 {
    latitude_deg.clamp(-EDGE_LATITUDE_DEG, EDGE_LATITUDE_DEG)
}
