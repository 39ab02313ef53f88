//! The grid of the table of time zones, and the nautical zones at sea.

/// Height of a row, degrees: 2.2 km. The whole row has the zones along its middle.
pub const ROW_DEG: f64 = 0.02;
/// Width of a cell, degrees: 220 m at the equator. Narrow cells cost nothing, since runs of them are stored.
pub const CELL_DEG: f64 = 0.002;
/// Number of rows, which count from the south pole.
pub const ROWS: i32 = 9_000;
/// Number of cells in a row, which count eastward from the antimeridian.
pub const CELLS: i32 = 180_000;
/// Marks a run at sea, whose zone follows from the longitude.
pub const NAUTICAL: i16 = -1;

/// Returns the number of the cell at a latitude within −90 … 90 and a longitude within −180 … 180, degrees.
pub fn cell(latitude_deg: f64, longitude_deg: f64) -> i32 {
    let row = ((latitude_deg + 90.0) / ROW_DEG) as i32;
    let column = ((longitude_deg + 180.0) / CELL_DEG) as i32;
    row.clamp(0, ROWS - 1) * CELLS + column.clamp(0, CELLS - 1)
}

/// Returns the nautical zone of a longitude within −180 … 180: the 15° around each hour's meridian.
/// `Etc/GMT±n` has an inverted sign.
///
/// ```
/// assert_eq!(geography::zone_grid::nautical_zone(90.0), "Etc/GMT-6");
/// ```
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
        let zones = [0.0, 7.4, 7.6, 90.0, -90.0].map(nautical_zone);
        assert_eq!(zones, ["Etc/GMT", "Etc/GMT", "Etc/GMT-1", "Etc/GMT-6", "Etc/GMT+6"]);
        assert_eq!([180.0, -180.0].map(nautical_zone), ["Etc/GMT-12", "Etc/GMT+12"]);
    }
}
