//! The grid on which time zones are kept, and the zones of the sea.

/// Height of a row, degrees. The zone along its middle holds for all of it.
pub const ROW_DEG: f64 = 0.02;
/// Width of a cell in a row, degrees.
pub const CELL_DEG: f64 = 0.002;
/// Rows from pole to pole, counted from the south.
pub const ROWS: i32 = 9_000;
/// Cells of a row, counted eastwards from the antimeridian.
pub const CELLS: i32 = 180_000;
/// Stands for the nautical zone of a longitude, in place of the number of a zone.
pub const NAUTICAL: i16 = -1;

/// The number of the cell at a latitude within −90 … 90 and a longitude within −180 … 180, in degrees.
pub fn cell(latitude_deg: f64, longitude_deg: f64) -> i32 {
    let row = ((latitude_deg + 90.0) / ROW_DEG) as i32;
    let column = ((longitude_deg + 180.0) / CELL_DEG) as i32;
    row.clamp(0, ROWS - 1) * CELLS + column.clamp(0, CELLS - 1)
}

/// The nautical zone of a longitude within −180 … 180: 15° about each hour's meridian. In `Etc/GMT±n`
/// the sign is inverted: 90° E is `Etc/GMT-6`.
pub fn nautical_zone(longitude_deg: f64) -> &'static str {
    #[rustfmt::skip]
    const WEST_TO_EAST: [&str; 25] = [
        "Etc/GMT+12", "Etc/GMT+11", "Etc/GMT+10", "Etc/GMT+9", "Etc/GMT+8", "Etc/GMT+7", "Etc/GMT+6",
        "Etc/GMT+5", "Etc/GMT+4", "Etc/GMT+3", "Etc/GMT+2", "Etc/GMT+1", "Etc/GMT", "Etc/GMT-1", "Etc/GMT-2",
        "Etc/GMT-3", "Etc/GMT-4", "Etc/GMT-5", "Etc/GMT-6", "Etc/GMT-7", "Etc/GMT-8", "Etc/GMT-9",
        "Etc/GMT-10", "Etc/GMT-11", "Etc/GMT-12",
    ];
    WEST_TO_EAST[((longitude_deg / 15.0).round() + 12.0).clamp(0.0, 24.0) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nautical_zones_have_the_inverted_sign_of_posix() {
        let cases = [
            (0.0, "Etc/GMT"),
            (7.4, "Etc/GMT"),
            (7.6, "Etc/GMT-1"),
            (90.0, "Etc/GMT-6"),
            (-90.0, "Etc/GMT+6"),
            (180.0, "Etc/GMT-12"),
            (-180.0, "Etc/GMT+12"),
        ];
        for (longitude_deg, zone) in cases {
            assert_eq!(nautical_zone(longitude_deg), zone, "{longitude_deg}°");
        }
    }
}
