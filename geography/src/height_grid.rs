//! The grid of a file of heights: where its samples lie, and which of them surround a point.

/// Metres per degree of latitude on a sphere with the mean radius of WGS 84, 6371.0088 km.
const DEGREE_M: f64 = 6_371_008.8 * std::f64::consts::PI / 180.0;
/// A point within this part of a step of a sample lies on it: 30 µm in a grid of one arcsecond.
const SNAP: f64 = 1e-6;

/// The quantity in which the rows of a grid are equally spaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// Latitude.
    Latitude,
    /// The ordinate of Web Mercator, asinh(tan φ) in degrees.
    Mercator,
}

/// A grid of heights whose rows run from north to south, and whose columns from west to east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeightGrid {
    /// The quantity in which the rows are equally spaced.
    pub spacing: Spacing,
    /// Longitude of the first column, degrees.
    pub west_deg: f64,
    /// Latitude, or Mercator's ordinate, of the first row, degrees.
    pub north_deg: f64,
    /// Degrees from a column to the next.
    pub column_deg: f64,
    /// Degrees from a row to the next.
    pub row_deg: f64,
    /// Number of columns.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
}

/// The position of a point in a grid: the sample north-west of it, and the part of a step from there, 0 … 1;
/// exactly 0 on a row or column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Within {
    /// Number of the column to the west.
    pub column: u32,
    /// Number of the row to the north.
    pub row: u32,
    /// Part of a step east of the column.
    pub east: f64,
    /// Part of a step south of the row.
    pub south: f64,
}

/// Mercator's ordinate of a latitude, and the latitude of an ordinate, degrees.
fn ordinate_deg(latitude_deg: f64) -> f64 {
    latitude_deg.to_radians().tan().asinh().to_degrees()
}

fn latitude_of_ordinate_deg(ordinate_deg: f64) -> f64 {
    ordinate_deg.to_radians().sinh().atan().to_degrees()
}

impl HeightGrid {
    /// Returns the position of a point in the grid, or `None` outside. The grid extends a step east of the
    /// last column and south of the last row, where a neighbouring grid has the other samples.
    ///
    /// ```
    /// use geography::height_grid::{HeightGrid, Spacing};
    /// let grid = HeightGrid {
    ///     spacing: Spacing::Latitude,
    ///     west_deg: 10.0,
    ///     north_deg: 50.0,
    ///     column_deg: 0.5,
    ///     row_deg: 0.5,
    ///     columns: 4,
    ///     rows: 4,
    /// };
    /// let at = grid.within(49.75, 11.0).expect("in the grid");
    /// assert_eq!((at.column, at.row, at.east, at.south), (2, 0, 0.0, 0.5));
    /// assert!(grid.within(49.75, 9.0).is_none());
    /// ```
    #[inline]
    pub fn within(&self, latitude_deg: f64, longitude_deg: f64) -> Option<Within> {
        let north_deg = match self.spacing {
            Spacing::Latitude => latitude_deg,
            Spacing::Mercator => ordinate_deg(latitude_deg),
        };
        let (row, south) = split((self.north_deg - north_deg) / self.row_deg, self.rows)?;
        let steps = (longitude_deg - self.west_deg) / self.column_deg;
        // A file may count longitudes from 0 to 360, or extend beyond the antimeridian.
        let turn = || 360.0 / self.column_deg;
        let (column, east) = split(steps, self.columns)
            .or_else(|| split(steps + turn(), self.columns))
            .or_else(|| split(steps - turn(), self.columns))?;
        Some(Within { column, row, east, south })
    }

    /// Returns latitude and longitude of a sample, degrees. Column and row may be one past the last, and the
    /// longitude may be beyond ±180.
    pub fn place(&self, column: u32, row: u32) -> (f64, f64) {
        let north_deg = self.north_deg - f64::from(row) * self.row_deg;
        let latitude_deg = match self.spacing {
            Spacing::Latitude => north_deg,
            Spacing::Mercator => latitude_of_ordinate_deg(north_deg),
        };
        (latitude_deg, self.west_deg + f64::from(column) * self.column_deg)
    }

    /// South, west, north and east end of the grid, degrees: its samples and another step to the south and
    /// the east.
    pub fn reach_deg(&self) -> [f64; 4] {
        let ((north, west), (south, east)) = (self.place(0, 0), self.place(self.columns, self.rows));
        [south, west, north, east]
    }

    /// South, west, north and east end of the samples, degrees.
    pub fn samples_deg(&self) -> [f64; 4] {
        let ((north, west), (south, east)) = (self.place(0, 0), self.place(self.columns - 1, self.rows - 1));
        [south, west, north, east]
    }

    /// The distance between rows in the middle of the grid, arcseconds of latitude.
    pub fn resolution_arcsec(&self) -> f64 {
        let (north, _) = self.place(0, self.rows / 2);
        let (south, _) = self.place(0, self.rows / 2 + 1);
        (north - south) * 3600.0
    }

    /// The distance between rows in metres, right to 1 %.
    pub fn resolution_m(&self) -> f64 {
        self.resolution_arcsec() / 3600.0 * DEGREE_M
    }

    /// Returns whether both grids have the same spacing within 1 %, so that heights can be interpolated.
    pub fn matches(&self, other: &Self) -> bool {
        self.spacing == other.spacing && (self.row_deg / other.row_deg - 1.0).abs() < 0.01
    }
}

/// Splits a number of steps into a whole and a fractional part; `None` outside a grid with `count` samples.
#[inline]
fn split(steps: f64, count: u32) -> Option<(u32, f64)> {
    if !(-SNAP..f64::from(count)).contains(&steps) {
        return None;
    }
    // The conversion truncates, which is the floor of a non-negative number.
    let whole = (steps + SNAP) as u32;
    let part = steps - f64::from(whole);
    Some((whole, if part < SNAP { 0.0 } else { part })).filter(|(whole, _)| *whole < count)
}

/// Returns the height between four samples, m, by bilinear interpolation, or `None` if a sample with a weight
/// above 0 is unknown. `sample` returns the height of a column and a row.
///
/// Exact. Reference: Press et al., *Numerical Recipes* (2007), eq. 3.6.5.
#[inline]
pub fn bilinear(at: Within, mut sample: impl FnMut(u32, u32) -> Option<f64>) -> Option<f64> {
    let mut row = |row: u32| {
        let west = sample(at.column, row)?;
        if at.east == 0.0 {
            return Some(west);
        }
        Some(west + at.east * (sample(at.column + 1, row)? - west))
    };
    let north = row(at.row)?;
    if at.south == 0.0 {
        return Some(north);
    }
    Some(north + at.south * (row(at.row + 1)? - north))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One degree, samples each arcsecond on its edges, as `.hgt` has them.
    const DEGREE: HeightGrid = HeightGrid {
        spacing: Spacing::Latitude,
        west_deg: 7.0,
        north_deg: 48.0,
        column_deg: 1.0 / 3600.0,
        row_deg: 1.0 / 3600.0,
        columns: 3601,
        rows: 3601,
    };

    #[test]
    fn samples_are_where_they_are() {
        let on = |lat: f64, lng: f64| DEGREE.within(lat, lng).map(|w| (w.column, w.row, w.east, w.south));
        assert_eq!(on(48.0, 7.0), Some((0, 0, 0.0, 0.0)));
        assert_eq!(on(47.0, 8.0), Some((3600, 3600, 0.0, 0.0)));
        assert_eq!(on(47.0 + 1234.0 / 3600.0, 7.0 + 567.0 / 3600.0), Some((567, 2366, 0.0, 0.0)));
        let between = DEGREE.within(47.5 - 0.25 / 3600.0, 7.5 + 0.75 / 3600.0).expect("inside");
        assert!((between.east - 0.75).abs() < 1e-6 && (between.south - 0.25).abs() < 1e-6, "{between:?}");
        // A step more belongs to it, beyond that nothing does.
        assert!(on(46.9999, 7.5).is_some() && on(46.9997, 7.5).is_none() && on(48.0001, 7.5).is_none());
        assert!(on(47.5, 6.9999).is_none() && on(47.5, 367.5).is_some());
    }

    #[test]
    fn resolutions_are_those_of_the_products() {
        assert!((DEGREE.resolution_arcsec() - 1.0).abs() < 1e-9);
        assert!((DEGREE.resolution_m() - 30.9).abs() < 0.1);
        assert!(DEGREE.matches(&HeightGrid { columns: 2400, column_deg: 1.5 / 3600.0, ..DEGREE }));
        assert!(!DEGREE.matches(&HeightGrid { row_deg: 3.0 / 3600.0, ..DEGREE }));
    }
}
