//! The towns nearest to a place.

use artifacts::tables::towns::Rows;

/// Height of a band of latitude, degrees.
const BAND_DEG: f64 = 0.25;
const BANDS: usize = 721;
/// Far more than the rounding errors of angles, degrees.
const MARGIN_DEG: f64 = 1e-6;

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
    /// nearest first. All angles in degrees. Looks at bands from that of the place to north and south, until
    /// the next ones are farther away than all that was found.
    pub(super) fn of(
        &self,
        towns: &Rows,
        [lat, lng]: [f64; 2],
        max: usize,
        within_deg: f64,
    ) -> Vec<(f64, usize)> {
        let (latitudes, longitudes) = (towns.latitude_deg.values(), towns.longitude_deg.values());
        let square = |degrees: f64| (degrees.to_radians() / 2.0).sin().powi(2);
        let (cos_lat, here) = (lat.to_radians().cos(), band(lat));
        let (mut found, mut limit) = (Vec::new(), within_deg.to_radians());
        for away in 0..BANDS {
            // At least the bands between lie between.
            if (away as f64 - 1.0) * BAND_DEG > limit.to_degrees() {
                break;
            }
            let north = Some(here + away).filter(|band| away > 0 && *band < BANDS);
            for band in here.checked_sub(away).into_iter().chain(north) {
                let width_deg = width_deg(lat, limit.to_degrees() + MARGIN_DEG);
                for town in self.between(longitudes, band, lng, width_deg) {
                    let squeeze = cos_lat * latitudes[town].to_radians().cos();
                    let haversine = square(latitudes[town] - lat) + squeeze * square(longitudes[town] - lng);
                    let distance = 2.0 * haversine.sqrt().min(1.0).asin();
                    if distance > limit {
                        continue;
                    }
                    let at = found.partition_point(|(nearer, of)| (*nearer, *of) < (distance, town));
                    found.insert(at, (distance, town));
                    found.truncate(max);
                    if let Some((farthest, _)) = found.get(max - 1) {
                        limit = *farthest;
                    }
                }
            }
        }
        found
    }

    /// Returns the towns of a band within a width east and west of a longitude, degrees.
    fn between(
        &self,
        longitudes: &[f64],
        band: usize,
        lng: f64,
        width_deg: f64,
    ) -> impl Iterator<Item = usize> {
        let rows = &self.rows[self.starts[band] as usize..self.starts[band + 1] as usize];
        let first_from = |from: f64| rows.partition_point(|row| longitudes[*row as usize] < from);
        // The circle, and what of it lies beyond the antimeridian on either side.
        let parts = match width_deg < 180.0 {
            true => [0.0, 360.0, -360.0]
                .map(|turn| &rows[first_from(lng - width_deg + turn)..first_from(lng + width_deg + turn)]),
            false => [rows, &[], &[]],
        };
        parts.into_iter().flatten().map(|row| *row as usize)
    }
}

/// Returns the reach of a circle about a latitude east and west, degrees; everywhere around a pole.
fn width_deg(lat: f64, radius_deg: f64) -> f64 {
    match lat.abs() + radius_deg < 90.0 {
        true => (radius_deg.to_radians().sin() / lat.to_radians().cos()).asin().to_degrees(),
        false => 180.0,
    }
}
