//! The tiles that cover a box or contain points.

use super::tile_id::TileId;
use std::f64::consts::PI;

/// Latitude of the edges of the square map, degrees: atan(sinh π).
pub const EDGE_LATITUDE_DEG: f64 = 85.051_128_779_806_59;
/// Minimum overlap of a box with its tiles, degrees. Source: mercantile 1.2.
const LEAST_OVERLAP_DEG: f64 = 1e-11;
/// A point within this distance of the next tile, in sides of the map, belongs to that. Source: mercantile
/// 1.2.
const ROUNDING: f64 = 1e-14;

/// A rectangle of tiles of one zoom. If it crosses the antimeridian, its first column is east of its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileBlock {
    /// Zoom.
    pub z: u8,
    /// The first column.
    pub first_x: u32,
    /// The first row, from the north.
    pub first_y: u32,
    /// Number of columns.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
}

impl TileBlock {
    /// Returns the tiles of a zoom that a box overlaps, at least one. The box is west, south, east, north in
    /// degrees, with longitudes within −180 … 180; it crosses the antimeridian if west is greater than east.
    /// Latitudes beyond the edges of the map are moved to the edges.
    ///
    /// ```
    /// use geography::tiles::TileBlock;
    /// let fiji = TileBlock::of_box(4, [177.0, -19.0, -178.0, -16.0]);
    /// assert_eq!(fiji.tiles().map(|tile| tile.x).collect::<Vec<_>>(), [15, 0]);
    /// ```
    pub fn of_box(z: u8, [west, south, east, north]: [f64; 4]) -> Self {
        let begin = TileId::at(z, north, west);
        let end = TileId::at(z, south + LEAST_OVERLAP_DEG, east - LEAST_OVERLAP_DEG);
        let (side, last_y) = (1 << z, end.y.max(begin.y));
        let columns = if west > east {
            // If both ends are in the same column, the block goes round the world and must not count it
            // twice.
            (side - begin.x + end.x + 1).min(side)
        } else {
            end.x.max(begin.x) - begin.x + 1
        };
        Self { z, first_x: begin.x, first_y: begin.y, columns, rows: last_y - begin.y + 1 }
    }

    /// Number of tiles.
    pub fn count(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// The tiles row by row from the north, in each row eastward.
    pub fn tiles(self) -> impl Iterator<Item = TileId> {
        let last_column = (1 << self.z) - 1;
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).map(move |column| TileId {
                z: self.z,
                x: (self.first_x + column) & last_column,
                y: self.first_y + row,
            })
        })
    }
}

impl TileId {
    /// Returns the tile of a zoom that contains a point, given by latitude and longitude in degrees. A tile
    /// includes its northern and western edges. Points beyond the edges of the map are moved to the edges.
    pub fn at(z: u8, latitude_deg: f64, longitude_deg: f64) -> Self {
        let side = f64::from(1u32 << z);
        let sine = latitude_deg.clamp(-EDGE_LATITUDE_DEG, EDGE_LATITUDE_DEG).to_radians().sin();
        let right = longitude_deg / 360.0 + 0.5;
        let down = 0.5 - ((1.0 + sine) / (1.0 - sine)).ln() / (4.0 * PI);
        let number = |part: f64| ((part + ROUNDING) * side).floor().clamp(0.0, side - 1.0) as u32;
        Self { z, x: number(right), y: number(down) }
    }

    /// West, south, east and north of the tile, degrees.
    pub fn bounds_deg(self) -> [f64; 4] {
        let side = f64::from(1u32 << self.z);
        let longitude_deg = |x: u32| f64::from(x) / side * 360.0 - 180.0;
        let latitude_deg = |y: u32| (PI * (1.0 - 2.0 * f64::from(y) / side)).sinh().atan().to_degrees();
        [longitude_deg(self.x), latitude_deg(self.y + 1), longitude_deg(self.x + 1), latitude_deg(self.y)]
    }

    /// The quadkey of the tile: a digit for each zoom, 0 north-west, 1 north-east, 2 south-west, 3
    /// south-east. It is empty for the whole map.
    ///
    /// Source: Schwartz, Bing Maps Tile System.
    ///
    /// ```
    /// assert_eq!(geography::tiles::TileId::at(3, 40.4, -3.7).quadkey(), "033");
    /// ```
    pub fn quadkey(self) -> String {
        let digit = |level: u8| (self.x >> level & 1) + 2 * (self.y >> level & 1);
        (0..self.z).rev().map(|level| char::from(b'0' + digit(level) as u8)).collect()
    }

    /// The row counted from the south, as in the Tile Map Service.
    pub fn row_from_south(self) -> u32 {
        (1u32 << self.z) - 1 - self.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edges_of_the_map_and_of_tiles() {
        assert_eq!(TileBlock::of_box(0, [-180.0, -90.0, 180.0, 90.0]).count(), 1);
        assert_eq!(TileBlock::of_box(3, [-180.0, -90.0, 180.0, 90.0]).count(), 64);
        // What ends at the edge of a tile does not reach into the next.
        assert_eq!(TileBlock::of_box(1, [-180.0, 0.0, 0.0, 85.0]).count(), 1);
        // A point on an edge lies in the tile east and south of it.
        let point = TileBlock::of_box(1, [0.0; 4]);
        assert_eq!(point.tiles().collect::<Vec<_>>(), [TileId { z: 1, x: 1, y: 1 }]);
        assert_eq!(TileId::at(1, 90.0, 180.0), TileId { z: 1, x: 1, y: 0 });
        let across = TileBlock::of_box(2, [170.0, -10.0, -170.0, 10.0]);
        assert_eq!(across.tiles().map(|t| (t.x, t.y)).collect::<Vec<_>>(), [(3, 1), (0, 1), (3, 2), (0, 2)]);
        assert_eq!(TileId { z: 3, x: 3, y: 5 }.row_from_south(), 2);
        // All the way round except for a degree.
        assert_eq!(TileBlock::of_box(0, [1.0, -10.0, 0.0, 10.0]).count(), 1);
        assert_eq!(TileBlock::of_box(1, [1.0, -10.0, 0.5, 10.0]).columns, 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// A tile is in the block exactly if its edges overlap the box: by the edges of all tiles of a zoom.
        #[test]
        fn a_block_is_what_overlaps(
            z in 0..6u8,
            corners in [-180.0..=180.0f64, -89.0..=89.0f64, -180.0..=180.0f64, -89.0..=89.0f64],
        ) {
            let [west, a, east, b] = corners;
            let (south, north) = (a.min(b), a.max(b));
            let overlaps = |tile: TileId| {
                let [w, s, e, n] = tile.bounds_deg();
                let is_edge = |y: u32, row: u32| y == row;
                let along = if west <= east { w < east && e > west } else { w < east || e > west };
                let last = (1u32 << z) - 1;
                along
                    && (s < north || is_edge(tile.y, last))
                    && (n > south || is_edge(tile.y, 0))
            };
            let all = (0..1u32 << z).flat_map(|y| (0..1u32 << z).map(move |x| TileId { z, x, y }));
            let mut expected: Vec<_> = all.filter(|tile| overlaps(*tile)).collect();
            let mut found: Vec<_> = TileBlock::of_box(z, [west, south, east, north]).tiles().collect();
            expected.sort();
            found.sort();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn a_tile_holds_its_places_and_its_name_leads_to_it(
            z in 0..=22u8,
            latitude_deg in -85.0..=85.0f64,
            longitude_deg in -180.0..180.0f64,
        ) {
            let tile = TileId::at(z, latitude_deg, longitude_deg);
            let [west, south, east, north] = tile.bounds_deg();
            prop_assert!((west - 1e-9..east + 1e-9).contains(&longitude_deg));
            prop_assert!((south - 1e-9..north + 1e-9).contains(&latitude_deg));
            let digits = tile.quadkey();
            prop_assert_eq!(digits.len(), usize::from(z));
            let bits = |which: u32| digits.bytes().fold(0, |n, d| 2 * n + (u32::from(d - b'0') >> which & 1));
            prop_assert_eq!((bits(0), bits(1)), (tile.x, tile.y));
        }
    }
}
