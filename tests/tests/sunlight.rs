//! Compares irradiance under a clear sky with pvlib.

use crate::figures::IRRADIANCE;
use astro::sunlight::clear_sky::Air;

/// Smaller values are compared as if they were this, W/m²: the sample has ten decimals.
const LEAST_W_M2: f64 = 1.0;

#[test]
fn irradiance_is_that_of_pvlib() {
    let rows = tests::rows(&tests::root().join("tests/data/ineichen.csv"));
    let mut worst = (0.0f64, String::new());
    for row in &rows {
        let number = |column: &str| row[column].parse::<f64>().expect("a number");
        let air = Air { height_m: number("height_m"), turbidity: number("turbidity") };
        let found = air.irradiance(number("altitude_deg").to_radians(), number("e0_w_m2"));
        for (column, found) in [
            ("ghi_w_m2", found.global_w_m2),
            ("dni_w_m2", found.direct_w_m2),
            ("dhi_w_m2", found.diffuse_w_m2),
        ] {
            let expected = number(column);
            let difference = (found - expected) / expected.max(LEAST_W_M2);
            if difference.abs() >= worst.0.abs() {
                worst = (difference, format!("{column} at {}°, {} m", row["altitude_deg"], row["height_m"]));
            }
        }
    }
    println!("{} instants, worst {:.1e}: {}", rows.len(), worst.0, worst.1);
    assert!(rows.len() >= 100);
    assert!(worst.0.abs() <= IRRADIANCE, "{worst:?}");
}
