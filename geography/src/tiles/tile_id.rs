//! The number of a tile: its zoom, column and row.

/// A tile of the square map of the world, whose side is cut into 2^z tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId {
    /// Zoom.
    pub z: u8,
    /// Column, from 0 in the west.
    pub x: u32,
    /// Row, from 0 in the north.
    pub y: u32,
}

impl TileId {
    /// The maximum zoom, whose tiles are 0.6 m wide at the equator.
    pub const MOST_ZOOM: u8 = 26;

    /// Returns a tile, or `None` if the zoom exceeds [`TileId::MOST_ZOOM`] or has no such column or row.
    pub fn new(z: u8, x: u32, y: u32) -> Option<Self> {
        let is_on_map = z <= Self::MOST_ZOOM && x >> z == 0 && y >> z == 0;
        is_on_map.then_some(Self { z, x, y })
    }

    /// Returns the position of the tile in an archive: zoom by zoom, along a Hilbert curve within each, so
    /// that neighbours are mostly stored together.
    ///
    /// Reference: PMTiles Version 3 Specification, section 4.1; Warren 2012, *Hacker's Delight*, section 16.
    pub fn position(self) -> u64 {
        let before = ((1u64 << (2 * u32::from(self.z))) - 1) / 3;
        let (mut x, mut y) = (u64::from(self.x), u64::from(self.y));
        let mut along = 0;
        for level in (0..self.z).rev() {
            let side = 1u64 << level;
            let (right, down) = (u64::from(x & side != 0), u64::from(y & side != 0));
            along += side * side * ((3 * right) ^ down);
            // The curve is rotated inside each quarter, and reversed in two of them.
            (x, y) = (x & (side - 1), y & (side - 1));
            if down == 0 {
                if right == 1 {
                    (x, y) = (side - 1 - x, side - 1 - y);
                }
                (x, y) = (y, x);
            }
        }
        before + along
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_the_specification() {
        let position = |z, (x, y)| TileId::new(z, x, y).map(TileId::position);
        assert_eq!([(0, 0), (0, 1), (1, 1), (1, 0)].map(|at| position(1, at)), [1, 2, 3, 4].map(Some));
        assert_eq!([position(0, (0, 0)), position(12, (3423, 1763))], [0, 19_078_479].map(Some));
        assert_eq!([(0, 0), (0, 1)].map(|at| position(2, at)), [5, 8].map(Some));
    }

    #[test]
    fn every_tile_of_a_zoom_has_a_different_position() {
        let tiles = |z: u8| (0..1u32 << z).flat_map(move |x| (0..1u32 << z).map(move |y| (z, x, y)));
        let ids = (0..=6).flat_map(tiles).filter_map(|(z, x, y)| TileId::new(z, x, y));
        let mut positions: Vec<u64> = ids.map(TileId::position).collect();
        positions.sort_unstable();
        assert!(positions.iter().copied().eq(0..5461));
    }

    #[test]
    fn tiles_beside_the_map_are_rejected() {
        assert_eq!(TileId::new(1, 2, 0), None);
        assert_eq!(TileId::new(0, 0, 1), None);
        assert_eq!(TileId::new(27, 0, 0), None);
    }
}
