//! The librations for which there are profiles.

/// A libration for which there is a profile, by its numbers of column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimbNode {
    pub(super) column: usize,
    pub(super) row: usize,
}

impl LimbNode {
    /// Librations in longitude: −9°, −8.8° … 9°.
    pub const COLUMNS: usize = 91;
    /// Librations in latitude: −1.6°, −1.4° … 1.6°.
    pub const ROWS: usize = 17;
    /// The number of nodes.
    pub const COUNT: usize = Self::COLUMNS * Self::ROWS;
    /// Greatest libration in longitude, degrees.
    pub const MOST_LONGITUDE_DEG: f64 = 9.0;
    /// Greatest libration in latitude, degrees.
    pub const MOST_LATITUDE_DEG: f64 = 1.6;
    const STEPS_PER_DEG: f64 = 5.0;

    /// The librations in the order of the file.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|k| Self { column: k % Self::COLUMNS, row: k / Self::COLUMNS })
    }

    /// Libration in longitude, degrees.
    pub fn longitude_deg(self) -> f64 {
        (self.column as f64 - (Self::COLUMNS / 2) as f64) / Self::STEPS_PER_DEG
    }

    /// Libration in latitude, degrees.
    pub fn latitude_deg(self) -> f64 {
        (self.row as f64 - (Self::ROWS / 2) as f64) / Self::STEPS_PER_DEG
    }

    /// The libration nearest to one in degrees; `None` outside of ±9° and ±1.6°.
    ///
    /// ```
    /// use artifacts::limb::LimbNode;
    /// let node = LimbNode::nearest(2.05, -0.11).expect("within the range");
    /// assert_eq!((node.longitude_deg(), node.latitude_deg()), (2.0, -0.2));
    /// assert_eq!(LimbNode::nearest(9.01, 0.0), None);
    /// ```
    pub fn nearest(longitude_deg: f64, latitude_deg: f64) -> Option<Self> {
        let (column, row) = steps(longitude_deg, latitude_deg)?;
        Some(Self { column: column.round() as usize, row: row.round() as usize })
    }

    /// Says that there is no profile for a libration in degrees, and for which there are.
    ///
    /// ```
    /// use artifacts::limb::LimbNode;
    /// let text = LimbNode::outside(-9.5, 0.25);
    /// assert!(text.starts_with("the libration is l = -9.500°, b = 0.250°; there are profiles"));
    /// ```
    pub fn outside(longitude_deg: f64, latitude_deg: f64) -> String {
        let (l, b) = (Self::MOST_LONGITUDE_DEG, Self::MOST_LATITUDE_DEG);
        format!(
            "the libration is l = {longitude_deg:.3}°, b = {latitude_deg:.3}°; there are profiles for l from \
             −{l} to {l} and b from −{b} to {b}, which is where it lies in eclipses of the Sun"
        )
    }

    /// The four librations around one in degrees, and their weights; `None` outside of the range.
    pub(super) fn around(longitude_deg: f64, latitude_deg: f64) -> Option<[(Self, f64); 4]> {
        let (column, row) = steps(longitude_deg, latitude_deg)?;
        let (left, low) = (column.floor() as usize, row.floor() as usize);
        let (right, high) = ((left + 1).min(Self::COLUMNS - 1), (low + 1).min(Self::ROWS - 1));
        let (across, up) = (column - column.floor(), row - row.floor());
        let corner = |column, row, weight| (Self { column, row }, weight);
        Some([
            corner(left, low, (1.0 - across) * (1.0 - up)),
            corner(right, low, across * (1.0 - up)),
            corner(left, high, (1.0 - across) * up),
            corner(right, high, across * up),
        ])
    }
}

/// Returns the number of steps between a libration and the first column and row.
fn steps(longitude_deg: f64, latitude_deg: f64) -> Option<(f64, f64)> {
    let is_within = longitude_deg.abs() <= LimbNode::MOST_LONGITUDE_DEG
        && latitude_deg.abs() <= LimbNode::MOST_LATITUDE_DEG;
    is_within.then(|| {
        let steps = |most: f64, deg: f64| {
            ((deg + most) * LimbNode::STEPS_PER_DEG).clamp(0.0, 2.0 * most * LimbNode::STEPS_PER_DEG)
        };
        (steps(LimbNode::MOST_LONGITUDE_DEG, longitude_deg), steps(LimbNode::MOST_LATITUDE_DEG, latitude_deg))
    })
}
