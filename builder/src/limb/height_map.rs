//! Heights of the whole Moon, put together from several maps.

use crate::Error;
use crate::limb::image;
use crate::limb::label::{Label, MAX_PIXELS_PER_DEG, Values};
use astro::math::vector::from_spherical;
use astro::sky::limb::{Grid, LunarTerrain};
use rayon::prelude::*;
use std::path::Path;

/// Heights of the whole Moon.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HeightMap {
    pixels_per_deg: usize,
    west_deg: f64,
    unit_km: f64,
    heights: Vec<i16>,
}

impl HeightMap {
    /// Reads an image of LOLA's gridded data records.
    pub(super) fn read(path: &Path, label: &Label) -> Result<Self, Error> {
        let mut heights = Vec::new();
        image::lines(path, label, |line, values| {
            if line == 0 {
                // By now the size of the file is known to be that of the label.
                heights.reserve_exact(label.lines * label.samples);
            }
            heights.extend(values.iter().map(|height| *height as i16));
        })?;
        let unit_km = match label.values {
            Values::Integers { scale_m, .. } => scale_m / 1000.0,
            Values::Floats => 1.0,
        };
        Ok(Self { pixels_per_deg: label.pixels_per_deg, west_deg: label.west_deg, unit_km, heights })
    }

    /// Returns this map with pixels as fine as those of the finest of some maps, but not finer than 128 in a
    /// degree. Heights between pixels are linear.
    pub(super) fn refined_for(self, labels: &[Label]) -> Result<Self, Error> {
        let finest = labels.iter().map(|label| label.pixels_per_deg).max().unwrap_or(0);
        let pixels_per_deg = finest.min(MAX_PIXELS_PER_DEG);
        if pixels_per_deg <= self.pixels_per_deg {
            return Ok(self);
        }
        let Self { west_deg, unit_km, .. } = self;
        let coarse = self.grid()?;
        let (lines, step_deg) = (180 * pixels_per_deg, 1.0 / pixels_per_deg as f64);
        let mut heights = vec![0; lines * 2 * lines];
        heights.par_chunks_mut(2 * lines).enumerate().for_each(|(line, row)| {
            let latitude = (90.0 - (line as f64 + 0.5) * step_deg).to_radians();
            for (sample, height) in row.iter_mut().enumerate() {
                let longitude = (west_deg + (sample as f64 + 0.5) * step_deg).to_radians();
                let height_km = coarse.height_km(from_spherical(longitude, latitude, 1.0));
                *height = (height_km / unit_km).round() as i16;
            }
        });
        Ok(Self { pixels_per_deg, west_deg, unit_km, heights })
    }

    /// Replaces heights by those of a map of a part of the Moon, where it has any. Finer pixels are averaged.
    pub(super) fn cover(&mut self, path: &Path, label: &Label) -> Result<(), Error> {
        let (own, theirs) = (self.pixels_per_deg, label.pixels_per_deg);
        let around = 360 * own;
        let top = (90.0 - label.north_deg) * own as f64;
        let left = ((label.west_deg - self.west_deg) * own as f64).rem_euclid(around as f64);
        let fine = theirs / own;
        let is_whole = |pixels: usize| fine > 0 && pixels.is_multiple_of(fine);
        let is_aligned = top.fract() == 0.0 && left.fract() == 0.0;
        if !(theirs.is_multiple_of(own) && is_whole(label.lines) && is_whole(label.samples) && is_aligned) {
            let problem = format!(
                "{theirs} pixels a degree from {}° north and {}° east; its pixels must fill those of the \
                 whole map, {own} a degree",
                label.north_deg, label.west_deg
            );
            return Err(Error::Lola { path: label.path.clone(), problem });
        }
        let (top, left) = (top as usize, left as usize);
        let mut sums = vec![(0.0, 0u32); label.samples / fine];
        image::lines(path, label, |line, heights_km| {
            for ((sum, count), few) in sums.iter_mut().zip(heights_km.chunks(fine)) {
                for height_km in few.iter().filter(|height_km| !height_km.is_nan()) {
                    *sum += f64::from(*height_km);
                    *count += 1;
                }
            }
            if (line + 1) % fine == 0 {
                let row = &mut self.heights[(top + line / fine) * around..][..around];
                for (sample, (sum, count)) in sums.iter_mut().enumerate().filter(|(_, (_, count))| *count > 0)
                {
                    let height_km = *sum / f64::from(*count);
                    row[(left + sample) % around] = (height_km / self.unit_km).round() as i16;
                    (*sum, *count) = (0.0, 0);
                }
            }
        })
    }

    /// The map as terrain.
    pub(super) fn grid(self) -> Result<Grid, Error> {
        Ok(Grid::new(180 * self.pixels_per_deg, self.west_deg, self.unit_km, self.heights)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finer_pixels_are_averaged_and_unknown_ones_left_out() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("PART.IMG");
        // 4 × 6 pixels, two to a degree, from 1° south and −1° east.
        let unknown = -f32::MAX;
        let rows = [
            [1.0, 3.0, unknown, 4.0, 0.1, 0.2],
            [1.0, 3.0, unknown, unknown, 0.3, 0.4],
            [unknown, unknown, -2.0, -2.0, 9.0, 9.0],
            [unknown, unknown, -2.0, -2.0, 9.0, 9.0f32],
        ];
        let bytes: Vec<u8> = rows.iter().flatten().flat_map(|height| height.to_le_bytes()).collect();
        std::fs::write(&path, bytes).expect("written");
        let label = Label {
            path: path.with_extension("LBL"),
            product: "PART".into(),
            version: "V1".into(),
            lines: 4,
            samples: 6,
            pixels_per_deg: 2,
            north_deg: -1.0,
            west_deg: -1.0,
            values: Values::Floats,
        };
        let heights = vec![7; 180 * 360];
        let mut map = HeightMap { pixels_per_deg: 1, west_deg: 0.0, unit_km: 0.0005, heights };
        map.cover(&path, &label).expect("covered");
        let at = |line: usize, sample: usize| map.heights[line * 360 + sample];
        assert_eq!([at(91, 359), at(91, 0), at(91, 1)], [4000, 8000, 500]);
        assert_eq!([at(92, 359), at(92, 0), at(92, 1)], [7, -4000, 18_000]);
        assert_eq!(map.heights.iter().filter(|height| **height != 7).count(), 5);
        for (north_deg, pixels_per_deg) in [(-1.25, 2), (-1.0, 3)] {
            let label = Label { north_deg, pixels_per_deg, lines: 4, ..label.clone() };
            assert!(map.cover(&path, &label).is_err(), "{north_deg} {pixels_per_deg}");
        }
    }
}
