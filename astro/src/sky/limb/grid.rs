//! A map of heights on lines of latitude and longitude.

use crate::Error;
use crate::math::vector::Vector;
use crate::sky::limb::profile::Profile;
use crate::sky::limb::silhouette::{LunarTerrain, LunarViewpoint, limb_km, silhouette};
use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::Deref;

/// Heights of the whole Moon in a simple cylindrical projection: equal steps of latitude and longitude, each
/// value that of the middle of its pixel. The values may lie in a mapped file.
#[derive(Debug, Clone)]
pub struct Grid<H = Vec<i16>> {
    heights: H,
    lines: usize,
    samples: usize,
    west_deg: f64,
    unit_km: f64,
    highest_km: f64,
}

impl<H: Deref<Target = [i16]>> Grid<H> {
    /// From rows of latitude, the northernmost first, each from the meridian `west_deg` eastwards round the
    /// Moon; a value times `unit_km` is the height over 1737.4 km.
    ///
    /// Errors: [`Error::Table`] if the rows are not twice as long as they are many (at least 2), if there are
    /// more or fewer values than pixels, or if a number is not finite.
    ///
    /// ```
    /// // Two rows of four values: the north 1 km high, the south 2 km deep.
    /// use astro::sky::limb::{Grid, LunarTerrain};
    /// let grid = Grid::new(2, 0.0, 0.5, vec![2, 2, 2, 2, -4, -4, -4, -4])?;
    /// assert_eq!(grid.height_km([0.0, 0.0, 1.0]), 1.0);
    /// assert_eq!(grid.height_km([1.0, 0.0, 0.0]), -0.5);
    /// # Ok::<(), astro::Error>(())
    /// ```
    pub fn new(lines: usize, west_deg: f64, unit_km: f64, heights: H) -> Result<Self, Error> {
        let refuse = |problem: String| Err(Error::Table { table: "heights of the Moon", problem });
        let samples = lines.saturating_mul(2);
        if lines < 2 || heights.len() != lines.saturating_mul(samples) {
            let found = heights.len();
            return refuse(format!("{found} values; must be {lines} rows (at least 2) of {samples}"));
        }
        if !(west_deg.is_finite() && unit_km.is_finite()) {
            return refuse(format!("longitude {west_deg} and unit {unit_km} must be finite"));
        }
        let ends = heights.iter().fold((i16::MAX, i16::MIN), |(a, b), &h| (a.min(h), b.max(h)));
        let highest_km = (f64::from(ends.0) * unit_km).max(f64::from(ends.1) * unit_km);
        Ok(Self { heights, lines, samples, west_deg, unit_km, highest_km })
    }

    /// The limb from a viewpoint, as [`silhouette`] finds it. Accuracy: that of the map, between whose pixels
    /// heights are interpolated; details smaller than a pixel are lost, above all peaks.
    pub fn silhouette(&self, from: LunarViewpoint) -> Profile {
        self.view().silhouette(from)
    }

    /// Returns heights at `count` axis angles, from 0° in equal steps, km over 1737.4 km. Calls `pause` after
    /// each.
    pub fn limb_km(&self, from: LunarViewpoint, count: usize, pause: fn()) -> Vec<f64> {
        self.view().limb_km(from, count, pause)
    }

    /// Number of rows.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The values, the northernmost row first.
    pub fn values(&self) -> &[i16] {
        &self.heights
    }

    /// The western end of rows, degrees of longitude.
    pub fn west_deg(&self) -> f64 {
        self.west_deg
    }

    /// The unit of values, km.
    pub fn unit_km(&self) -> f64 {
        self.unit_km
    }

    fn view(&self) -> GridView<'_> {
        let Self { lines, samples, west_deg, unit_km, highest_km, .. } = *self;
        GridView { heights: &self.heights, lines, samples, west_deg, unit_km, highest_km }
    }
}

impl<H: Deref<Target = [i16]>> LunarTerrain for Grid<H> {
    fn height_km(&self, direction: Vector) -> f64 {
        self.view().height_km(direction)
    }

    fn highest_km(&self) -> f64 {
        self.highest_km
    }

    fn step_rad(&self) -> f64 {
        self.view().step_rad()
    }
}

/// A grid without its type of heights: compiled here, with the optimisation of this crate.
struct GridView<'a> {
    heights: &'a [i16],
    lines: usize,
    samples: usize,
    west_deg: f64,
    unit_km: f64,
    highest_km: f64,
}

impl GridView<'_> {
    fn silhouette(&self, from: LunarViewpoint) -> Profile {
        silhouette(self, from)
    }

    fn limb_km(&self, from: LunarViewpoint, count: usize, pause: fn()) -> Vec<f64> {
        limb_km(self, from, count).inspect(|_| pause()).collect()
    }

    /// Pixels in a degree of latitude or longitude.
    fn pixels_per_deg(&self) -> f64 {
        self.lines as f64 / 180.0
    }

    /// The value at a pixel. Rows run on over the poles, on the other side of the Moon.
    #[inline]
    fn value(&self, line: isize, sample: usize) -> f64 {
        let (line, sample) = if line < 0 {
            (0, sample + self.lines)
        } else if line as usize >= self.lines {
            (self.lines - 1, sample + self.lines)
        } else {
            (line as usize, sample)
        };
        let sample = if sample >= self.samples { sample - self.samples } else { sample };
        f64::from(self.heights[line * self.samples + sample])
    }
}

impl LunarTerrain for GridView<'_> {
    #[inline]
    fn height_km(&self, [x, y, z]: Vector) -> f64 {
        let scale = self.pixels_per_deg();
        let line = (90.0 - angle(z, (x * x + y * y).sqrt()).to_degrees()) * scale - 0.5;
        let east = (angle(y, x).to_degrees() - self.west_deg) * scale - 0.5;
        let around = self.samples as f64;
        let sample = east - (east / around).floor() * around;
        let (top, left) = (line.floor(), sample.floor());
        let (down, right) = (line - top, sample - left);
        // Rounding may bring a place just west of the first pixel to the number of pixels.
        let (line, left) = (top as isize, (left as usize).min(self.samples - 1));
        let next = if left + 1 == self.samples { 0 } else { left + 1 };
        let across = |line| {
            let (a, b) = (self.value(line, left), self.value(line, next));
            a + (b - a) * right
        };
        let (upper, lower) = (across(line), across(line + 1));
        (upper + (lower - upper) * down) * self.unit_km
    }

    fn highest_km(&self) -> f64 {
        self.highest_km
    }

    fn step_rad(&self) -> f64 {
        // Twice in a pixel, so that each bend between pixels is next to a sample.
        (0.5 / self.pixels_per_deg()).to_radians()
    }
}

/// The angle whose sine and cosine are as `y` to `x`, radians, −π … π; within 2e-8, 35 mm on the Moon, and
/// several times as fast as the exact one. Source: Abramowitz & Stegun (1964), eq. 4.4.49.
#[inline]
fn angle(y: f64, x: f64) -> f64 {
    const TERMS: [f64; 9] = [
        1.0,
        -0.333_331_452_8,
        0.199_935_508_5,
        -0.142_088_994_4,
        0.106_562_639_3,
        -0.075_289_640_0,
        0.042_909_613_8,
        -0.016_165_736_7,
        0.002_866_225_7,
    ];
    let (long, short) = if x.abs() >= y.abs() { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
    let ratio = if long > 0.0 { short / long } else { 0.0 };
    let square = ratio * ratio;
    let mut angle = ratio * TERMS.iter().rev().fold(0.0, |sum, term| sum * square + term);
    if y.abs() > x.abs() {
        angle = FRAC_PI_2 - angle;
    }
    if x < 0.0 {
        angle = PI - angle;
    }
    angle.copysign(y)
}
