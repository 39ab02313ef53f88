//! Heights of the whole Earth on one grid.

use crate::angle::whole_turns_deg;
use std::ops::RangeInclusive;

/// Heights at every 5′ of longitude and latitude, read in place.
///
/// Rows go from pole to pole, the south first. Each begins at 180° W and goes eastward; its last node is next
/// to its first. All nodes of a pole have the same height.
///
/// ```
/// use geography::elevation::WorldGrid;
/// let heights_m = vec![120; WorldGrid::ROWS * WorldGrid::COLUMNS];
/// let grid = WorldGrid::new(&heights_m).expect("one height for each node");
/// assert_eq!(grid.height_m(41.65, 355.27), Some(120.0));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WorldGrid<'a> {
    heights_m: &'a [i16],
}

impl<'a> WorldGrid<'a> {
    /// Nodes per degree.
    pub const PER_DEGREE: usize = 12;
    /// Rows from pole to pole.
    pub const ROWS: usize = 180 * Self::PER_DEGREE + 1;
    /// Distance between the nodes of a meridian, metres.
    pub const STEP_M: f64 = 9_266.0;
    /// Nodes of a row.
    pub const COLUMNS: usize = 360 * Self::PER_DEGREE;
    /// Marks a node of unknown height.
    pub const NO_DATA: i16 = i16::MIN;

    /// Heights that occur on land, metres: the shore of the Dead Sea, and more than the summit of Everest.
    const HEIGHTS_M: RangeInclusive<i16> = -430..=8850;

    /// The first row with a height that does not occur on land.
    pub fn first_impossible_row(&self) -> Option<usize> {
        let is_height = |height_m: &i16| Self::HEIGHTS_M.contains(height_m) | (*height_m == Self::NO_DATA);
        // Without an early end within a row, the comparisons run as vectors.
        let is_wrong = |row: &[i16]| !row.iter().fold(true, |all, height_m| all & is_height(height_m));
        self.heights_m.chunks(Self::COLUMNS).position(is_wrong)
    }

    /// The latitude of a row, degrees. Writers and readers use it, so both have the same bits.
    pub fn latitude_deg(row: usize) -> f64 {
        row as f64 / Self::PER_DEGREE as f64 - 90.0
    }

    /// Returns the grid of these heights in metres, row by row, or `None` if their number is wrong.
    pub fn new(heights_m: &'a [i16]) -> Option<Self> {
        (heights_m.len() == Self::ROWS * Self::COLUMNS).then_some(Self { heights_m })
    }

    /// Decodes heights from little-endian 16-bit differences between neighbours in a row, modulo 2¹⁶. Returns
    /// `None` if their number is wrong.
    pub fn heights_of_steps(bytes: &[u8]) -> Option<Vec<i16>> {
        let mut heights_m: Vec<i16> =
            bytes.as_chunks().0.iter().map(|step_m| i16::from_le_bytes(*step_m)).collect();
        for row in heights_m.chunks_mut(Self::COLUMNS) {
            let mut height_m = 0i16;
            for node in row {
                height_m = height_m.wrapping_add(*node);
                *node = height_m;
            }
        }
        WorldGrid::new(&heights_m)?;
        Some(heights_m)
    }

    /// Sets heights of places of a parallel that are NaN to 0 at open sea, where all nodes around are 0.
    pub fn fill_open_sea(&self, latitude_deg: f64, longitudes_deg: &[f64], heights_m: &mut [f32]) {
        for (height_m, longitude_deg) in heights_m.iter_mut().zip(longitudes_deg) {
            if height_m.is_nan() && self.height_m(latitude_deg, *longitude_deg) == Some(0.0) {
                *height_m = 0.0;
            }
        }
    }

    /// Returns the standard error of a height between nodes, metres, from the spread of the heights at the
    /// place and one step around it. Of 198,248 towns 70 % lie within it, 90 % within two, 96 % within three.
    pub fn sigma_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64 {
        const LEVEL_M: f64 = 50.0;
        const SPREADS: f64 = 1.4;
        const STEPS: [f64; 3] = [-1.0, 0.0, 1.0];
        let step_deg = 1.0 / Self::PER_DEGREE as f64;
        let place = |y: f64, x: f64| (latitude_deg + y * step_deg, longitude_deg + x * step_deg);
        let around = STEPS.map(|y| STEPS.map(|x| place(y, x)));
        let around = around.map(|row| row.map(|(lat, lng)| self.height_m(lat, lng)));
        let heights_m = around.as_flattened().iter().flatten();
        let count = heights_m.clone().count().max(1) as f64;
        let mean = heights_m.clone().sum::<f64>() / count;
        let squares = heights_m.map(|height_m| (height_m - mean).powi(2));
        LEVEL_M.hypot(SPREADS * (squares.sum::<f64>() / count).sqrt())
    }

    /// Returns the height in metres at a latitude within −90 … 90 and any longitude, in degrees, by bilinear
    /// interpolation. Returns `None` outside these ranges and where a node with a weight above 0 is unknown.
    #[inline]
    pub fn height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        if !(-90.0..=90.0).contains(&latitude_deg) || !longitude_deg.is_finite() {
            return None;
        }
        let (row, north) = whole_and_part(latitude_deg + 90.0, Self::ROWS - 2);
        let is_usual = (-180.0..=180.0).contains(&longitude_deg);
        let turns_deg = if is_usual { 0.0 } else { whole_turns_deg(longitude_deg) };
        // 180° E, also after rounding, is the end of the last column.
        let eastward_deg = longitude_deg - turns_deg + 180.0;
        let (column, east) = whole_and_part(eastward_deg, Self::COLUMNS - 1);
        let next = if column + 1 < Self::COLUMNS { column + 1 } else { 0 };
        let [south_row, north_row] = [row, row + 1].map(|row| row * Self::COLUMNS);
        let corners = [
            (south_row + column, (1.0 - north) * (1.0 - east)),
            (south_row + next, (1.0 - north) * east),
            (north_row + column, north * (1.0 - east)),
            (north_row + next, north * east),
        ];
        let mut sum = 0.0;
        for (node, weight) in corners {
            let height_m = self.heights_m[node];
            if height_m == Self::NO_DATA && weight > 0.0 {
                return None;
            }
            sum += f64::from(height_m) * weight;
        }
        Some(sum)
    }
}

/// Returns the node before an angle that counts from the first node, at most `last`, and the part of the
/// distance to the next node.
#[inline]
fn whole_and_part(angle_deg: f64, last: usize) -> (usize, f64) {
    let steps = angle_deg * WorldGrid::PER_DEGREE as f64;
    // The angle of a node may differ from it by rounding, and must give exactly that node's height.
    let nearest = (steps + 0.5) as usize as f64;
    let steps = if (steps - nearest).abs() < 1e-9 { nearest } else { steps };
    let node = (steps as usize).min(last);
    (node, (steps - node as f64).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    const STEP_DEG: f64 = 1.0 / WorldGrid::PER_DEGREE as f64;

    /// Every node has another height than its neighbours; poles are level.
    static HEIGHTS_M: LazyLock<Vec<i16>> = LazyLock::new(|| {
        let node = |i: usize| match i / WorldGrid::COLUMNS {
            0 => 2800,
            row if row == WorldGrid::ROWS - 1 => -7,
            _ => (i as u64 * 7919 % 15_013) as i16 - 5_000,
        };
        (0..WorldGrid::ROWS * WorldGrid::COLUMNS).map(node).collect()
    });

    fn grid() -> WorldGrid<'static> {
        WorldGrid::new(&HEIGHTS_M).expect("as many as nodes")
    }

    fn node(row: usize, column: usize) -> f64 {
        f64::from(HEIGHTS_M[row * WorldGrid::COLUMNS + column % WorldGrid::COLUMNS])
    }

    #[test]
    fn coordinates_out_of_range_have_no_height() {
        for (latitude_deg, longitude_deg) in
            [(90.001, 0.0), (-91.0, 0.0), (f64::NAN, 0.0), (0.0, f64::NAN), (0.0, f64::INFINITY)]
        {
            assert_eq!(grid().height_m(latitude_deg, longitude_deg), None);
        }
        assert!(WorldGrid::new(&HEIGHTS_M[1..]).is_none());
    }

    proptest! {
        /// Linear along each of both, first along the parallels: another order than that of the weights.
        #[test]
        fn between_nodes_it_is_linear(latitude_deg in -90.0..=90.0f64, longitude_deg in -180.0..=360.0f64) {
            let (y, x) = ((latitude_deg + 90.0) / STEP_DEG, (longitude_deg + 180.0) / STEP_DEG);
            let (row, column) = ((y.floor() as usize).min(WorldGrid::ROWS - 2), x.floor() as usize);
            let along = |row: usize| {
                let west_m = node(row, column);
                west_m + (node(row, column + 1) - west_m) * (x - x.floor())
            };
            let expected_m = along(row) + (along(row + 1) - along(row)) * (y - row as f64);
            let found_m = grid().height_m(latitude_deg, longitude_deg).expect("heights everywhere");
            prop_assert!((found_m - expected_m).abs() < 1e-3, "{found_m} m, {expected_m} m");
        }
    }
}
