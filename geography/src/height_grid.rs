//! A grid of heights, as files have it: where its samples lie, and which of them surround a place.

/// Degrees of latitude to metres, about. Source: the mean radius of WGS 84, 6371.0088 km.
const DEGREE_M: f64 = 6_371_008.8 * std::f64::consts::PI / 180.0;
/// A place so near to a sample, as part of a step, lies on it: 30 µm in a grid of one arcsecond.
const SNAP: f64 = 1e-6;

/// In what the rows of a grid are equally spaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// In latitude.
    Latitude,
    /// In the ordinate of Mercator's map on a sphere, as tiles of the web have it: asinh(tan φ) in degrees.
    Mercator,
}

/// A grid of heights whose rows run from north to south, and whose columns from west to east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeightGrid {
    /// In what the rows are equally spaced.
    pub spacing: Spacing,
    /// Longitude of the first column, degrees.
    pub west_deg: f64,
    /// Latitude, or Mercator's ordinate, of the first row, degrees.
    pub north_deg: f64,
    /// Degrees from a column to the next.
    pub column_deg: f64,
    /// Degrees from a row to the next.
    pub row_deg: f64,
    /// How many columns there are.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
}

/// A place among the samples of a grid: the sample north-west of it, and how far it is to the next ones, as
/// part of a step, 0 … 1; exactly 0 on a row or column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Within {
    /// Number of the column to the west.
    pub column: u32,
    /// Number of the row to the north.
    pub row: u32,
    /// How far east of the column.
    pub east: f64,
    /// How far south of the row.
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
    /// Where a place lies among the samples; none beyond them. A place up to a step east of the last column
    /// or south of the last row belongs to the grid as well: its other samples are those of a neighbour.
    #[inline]
    pub fn within(&self, latitude_deg: f64, longitude_deg: f64) -> Option<Within> {
        let north_deg = match self.spacing {
            Spacing::Latitude => latitude_deg,
            Spacing::Mercator => ordinate_deg(latitude_deg),
        };
        let (row, south) = split((self.north_deg - north_deg) / self.row_deg, self.rows)?;
        let steps = (longitude_deg - self.west_deg) / self.column_deg;
        // Longitudes are taken as they are, or a turn on.
        let turn = || 360.0 / self.column_deg;
        let (column, east) = split(steps, self.columns)
            .or_else(|| split(steps + turn(), self.columns))
            .or_else(|| split(steps - turn(), self.columns))?;
        Some(Within { column, row, east, south })
    }

    /// Latitude and longitude of a sample, degrees; the column and row may be those after the last. The
    /// longitude may lie beyond ±180.
    pub fn place(&self, column: u32, row: u32) -> (f64, f64) {
        let north_deg = self.north_deg - f64::from(row) * self.row_deg;
        let latitude_deg = match self.spacing {
            Spacing::Latitude => north_deg,
            Spacing::Mercator => latitude_of_ordinate_deg(north_deg),
        };
        (latitude_deg, self.west_deg + f64::from(column) * self.column_deg)
    }

    /// South, west, north and east end of what the grid answers for, degrees: its samples and a step more to
    /// the south and the east.
    pub fn reach_deg(&self) -> [f64; 4] {
        let ((north, west), (south, east)) = (self.place(0, 0), self.place(self.columns, self.rows));
        [south, west, north, east]
    }

    /// South, west, north and east end of the samples, degrees.
    pub fn samples_deg(&self) -> [f64; 4] {
        let ((north, west), (south, east)) = (self.place(0, 0), self.place(self.columns - 1, self.rows - 1));
        [south, west, north, east]
    }

    /// Distance from row to row in the middle of the grid, arcseconds of latitude.
    pub fn resolution_arcsec(&self) -> f64 {
        let (north, _) = self.place(0, self.rows / 2);
        let (south, _) = self.place(0, self.rows / 2 + 1);
        (north - south) * 3600.0
    }

    /// The same in metres, good to 1 %.
    pub fn resolution_m(&self) -> f64 {
        self.resolution_arcsec() / 3600.0 * DEGREE_M
    }

    /// Whether both have samples of about the same spacing, so that places between them may be interpolated.
    pub fn matches(&self, other: &Self) -> bool {
        self.spacing == other.spacing && (self.row_deg / other.row_deg - 1.0).abs() < 0.01
    }
}

/// A number of steps as whole ones and a part, if it lies in a grid of so many samples.
#[inline]
fn split(steps: f64, count: u32) -> Option<(u32, f64)> {
    if !(-SNAP..f64::from(count)).contains(&steps) {
        return None;
    }
    let whole = (steps + SNAP).floor();
    let part = steps - whole;
    Some((whole as u32, if part < SNAP { 0.0 } else { part })).filter(|(whole, _)| *whole < count)
}

/// The height between four samples, m: in proportion along rows and between them; none where a sample that
/// has a part in it is unknown. `sample` gives that of a column and row, counted from the place's own.
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
    fn grids_across_the_antimeridian_take_both_names_of_a_meridian() {
        let grid = HeightGrid { west_deg: 179.5, ..DEGREE };
        let east = grid.within(47.5, -179.75).expect("inside");
        assert_eq!((east.column, east.east), (2700, 0.0));
        let (_, longitude_deg) = grid.place(2700, 0);
        assert!((longitude_deg - 180.25).abs() < 1e-9);
    }

    #[test]
    fn rows_of_mercator_are_where_its_formula_has_them() {
        // Source: tile 0/0/0 of 256 pixels: its rows lie between ±85.05112878°.
        let step = 360.0 / 256.0;
        let world = HeightGrid {
            spacing: Spacing::Mercator,
            west_deg: -180.0 + step / 2.0,
            north_deg: 180.0 - step / 2.0,
            column_deg: step,
            row_deg: step,
            columns: 256,
            rows: 256,
        };
        let edge = world.within(0.0, 0.0).expect("inside");
        assert_eq!((edge.column, edge.row), (127, 127));
        assert!((edge.east - 0.5).abs() < 1e-9 && (edge.south - 0.5).abs() < 1e-9);
        let (first, _) = world.place(0, 0);
        assert!(first < 85.051_128_78 && first > 84.9, "{first}");
        for row in [0, 17, 128, 255] {
            let (latitude_deg, longitude_deg) = world.place(200, row);
            let at = world.within(latitude_deg, longitude_deg).expect("inside");
            assert_eq!((at.column, at.row, at.east, at.south), (200, row, 0.0, 0.0));
        }
    }

    #[test]
    fn a_tilted_plane_is_interpolated_exactly_and_a_gap_is_a_gap() {
        let plane = |column: u32, row: u32| Some(3.0 * f64::from(column) - 2.0 * f64::from(row));
        let at = Within { column: 4, row: 5, east: 0.25, south: 0.5 };
        assert!((bilinear(at, plane).expect("known") - (3.0 * 4.25 - 2.0 * 5.5)).abs() < 1e-12);
        let gap = |column: u32, row: u32| plane(column, row).filter(|_| (column, row) != (5, 6));
        assert_eq!(bilinear(at, gap), None);
        assert!(bilinear(Within { south: 0.0, ..at }, gap).is_some());
        assert!(bilinear(Within { east: 0.0, ..at }, gap).is_some());
    }

    #[test]
    fn resolutions_are_those_of_the_products() {
        assert!((DEGREE.resolution_arcsec() - 1.0).abs() < 1e-9);
        assert!((DEGREE.resolution_m() - 30.9).abs() < 0.1);
        assert!(DEGREE.matches(&HeightGrid { columns: 2400, column_deg: 1.5 / 3600.0, ..DEGREE }));
        assert!(!DEGREE.matches(&HeightGrid { row_deg: 3.0 / 3600.0, ..DEGREE }));
    }
}
