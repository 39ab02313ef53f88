//! The towns nearest to a place.

use artifacts::tables::towns::Rows;
use geography::geodesic::longitude_within_half_turn_deg;
use std::ops::Range;

/// Height of a band of latitude, degrees.
const BAND_DEG: f64 = 0.25;
const BANDS: usize = 721;
/// Angular distances to look within, degrees, until the nearest towns are found.
const REACHES_DEG: [f64; 6] = [0.25, 1.0, 4.0, 16.0, 64.0, 180.0];

/// The rows of all towns by bands of latitude, and within a band by longitude.
pub(super) struct NearestTowns {
    rows: Vec<u32>,
    /// The first row of each band, and after the last.
    starts: Vec<u32>,
}

fn band(latitude_deg: f64) -> usize {
    ((latitude_deg + 90.0) / BAND_DEG).clamp(0.0, (BANDS - 1) as f64) as usize
}

impl NearestTowns {
    pub(super) fn new(towns: &Rows) -> Self {
        let (latitudes, longitudes) = (towns.latitude_deg.values(), towns.longitude_deg.values());
        let band_of = |row: u32| band(latitudes[row as usize]);
        let mut rows: Vec<u32> = (0..towns.count() as u32).collect();
        // Longitudes have five decimals.
        rows.sort_by_cached_key(|row| (band_of(*row), (longitudes[*row as usize] * 1e5).round() as i32));
        let start = |band| rows.partition_point(|row| band_of(*row) < band) as u32;
        let starts = (0..=BANDS).map(start).collect();
        Self { rows, starts }
    }

    /// Returns up to `max` towns within an angular distance of a place, with their distances in radians, the
    /// nearest first. All angles in degrees.
    pub(super) fn of(&self, towns: &Rows, place: [f64; 2], max: usize, within_deg: f64) -> Vec<(f64, usize)> {
        let (latitudes, longitudes) = (towns.latitude_deg.values(), towns.longitude_deg.values());
        let ([lat, lng], mut found) = (place, Vec::new());
        let square = |degrees: f64| (degrees.to_radians() / 2.0).sin().powi(2);
        let cos_lat = lat.to_radians().cos();
        for reach_deg in REACHES_DEG {
            found.clear();
            // In a small circle away from the poles a plane is right to 2 %, and needs no trigonometry.
            let is_plane = reach_deg <= 1.0 && lat.abs() < 75.0;
            let mut most = f64::INFINITY;
            self.visit(towns, place, reach_deg, |town| {
                let north = latitudes[town] - lat;
                let east = longitude_within_half_turn_deg(longitudes[town] - lng);
                if is_plane && north * north + (east * cos_lat).powi(2) > most {
                    return;
                }
                let squeeze = cos_lat * latitudes[town].to_radians().cos();
                let haversine = square(north) + squeeze * square(east);
                let distance = 2.0 * haversine.sqrt().min(1.0).asin();
                let at = found.partition_point(|(nearer, of)| (*nearer, *of) < (distance, town));
                if at < max {
                    found.insert(at, (distance, town));
                    found.truncate(max);
                }
                if let Some((worst, _)) = found.get(max - 1) {
                    most = 1.1 * worst.to_degrees().powi(2);
                }
            });
            found.retain(|(distance, _)| distance.to_degrees() <= reach_deg.min(within_deg));
            if found.len() == max || reach_deg >= within_deg {
                break;
            }
        }
        found
    }

    /// Calls `visit` with every town within an angular distance of a place, and some beyond.
    fn visit(&self, towns: &Rows, [lat, lng]: [f64; 2], reach_deg: f64, mut visit: impl FnMut(usize)) {
        let longitudes = towns.longitude_deg.values();
        let is_around_pole = reach_deg >= 90.0 || lat.abs() + reach_deg >= 90.0;
        // How far the circle reaches east and west.
        let ratio = reach_deg.to_radians().sin() / lat.to_radians().cos();
        let width_deg = if is_around_pole { 360.0 } else { ratio.asin().to_degrees() };
        for band in band(lat - reach_deg)..=band(lat + reach_deg) {
            let all = self.starts[band] as usize..self.starts[band + 1] as usize;
            let row = |index: usize| self.rows[index] as usize;
            let first_from = |from: f64| {
                all.start + self.rows[all.clone()].partition_point(|row| longitudes[*row as usize] < from)
            };
            let between = |from: f64, to: f64| -> Range<usize> { first_from(from)..first_from(to) };
            let ranges = match is_around_pole {
                true => [all.clone(), 0..0],
                // The second range is beyond the antimeridian.
                false => {
                    let (west, east) = (lng - width_deg, lng + width_deg);
                    let beyond = match () {
                        () if west < -180.0 => between(west + 360.0, 360.0),
                        () if east > 180.0 => between(-360.0, east - 360.0),
                        () => 0..0,
                    };
                    [between(west, east), beyond]
                }
            };
            ranges.into_iter().flatten().map(row).for_each(&mut visit);
        }
    }
}
