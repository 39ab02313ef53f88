//! Compares heights of the ground with the source, read in another way.

use artifacts::tables::elevation;
use std::io::Read;

/// Greatest difference between two readings of the same grid, m: 1e-6.
const TOLERANCE_M: f64 = 1.5e-6;
const POINTS: usize = 100_000;
const ROWS: i64 = 2161;
const COLUMNS: i64 = 4320;

/// The file of the source: differences along each row, as its description says.
fn source() -> Vec<i32> {
    let path = tests::sources_folder().join("etopo5/heights.i16.gz");
    let file = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).expect("a gzip");
    let steps = bytes.chunks(2).map(|b| i32::from(i16::from_le_bytes([b[0], b[1]])));
    let mut sum = 0;
    let add = |(at, step): (usize, i32)| {
        sum = if at as i64 % COLUMNS == 0 { step } else { sum + step };
        // Modulo 2^16, from −32768.
        (sum + 32768).rem_euclid(65536) - 32768
    };
    steps.enumerate().map(add).collect()
}

/// Bilinear in whole 1e-7 degrees, without floating point until the end. None where a node has no height.
fn expected_m(heights_m: &[i32], latitude: i64, longitude: i64) -> Option<f64> {
    const TURN: i64 = 3_600_000_000;
    // Steps of the grid, of 250,000,000 parts each: 12 steps to a degree of 1e7 · 300 parts.
    const STEP: i64 = 250_000_000;
    let y = (latitude + 900_000_000) * 300;
    let x = (longitude + 1_800_000_000).rem_euclid(TURN) * 300;
    let (row, north) = ((y / STEP).min(ROWS - 2), y - (y / STEP).min(ROWS - 2) * STEP);
    let (column, east) = (x / STEP, x % STEP);
    let mut sum = 0i128;
    for (row, part) in [(row, STEP - north), (row + 1, north)] {
        for (column, other) in [(column, STEP - east), (column + 1, east)] {
            let height_m = heights_m[(row * COLUMNS + column % COLUMNS) as usize];
            let weight = i128::from(part) * i128::from(other);
            if height_m == -32768 && weight > 0 {
                return None;
            }
            sum += i128::from(height_m) * weight;
        }
    }
    Some(sum as f64 / (STEP as f64 * STEP as f64))
}

/// Points in whole 1e-7 degrees: everywhere, and more often at the poles, at ±180°, on the lines of the grid
/// and about the place without a height.
fn points() -> impl Iterator<Item = (i64, i64)> {
    let mut state = 15u64;
    let mut below = move |most: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % (most + 1)
    };
    (0..POINTS).map(move |number| {
        let (latitude, longitude) =
            (below(1_800_000_000) - 900_000_000, below(1_900_000_000) * 2 - 1_800_000_000);
        match number % 20 {
            0 => (900_000_000, longitude),
            1 => (-900_000_000, longitude),
            2 => (latitude, 1_800_000_000),
            3 => (latitude, -1_800_000_000),
            4 => (latitude, 1_800_000_000 - below(833_333)),
            5 => (latitude, -1_800_000_000 + below(833_333)),
            6 => (latitude / 2_500_000 * 2_500_000, longitude),
            7 => (latitude, longitude / 2_500_000 * 2_500_000),
            8 => (186_000_000 + below(2_000_000), 1_016_000_000 + below(2_000_000)),
            _ => (latitude, longitude),
        }
    })
}

#[test]
fn heights_agree_with_another_reading_of_the_source() {
    let heights = elevation::open(crate::generation()).expect("heights");
    let source = source();
    assert_eq!(source.len() as i64, ROWS * COLUMNS);
    let (mut worst, mut at, mut without) = (0.0f64, (0, 0), 0);
    for (latitude, longitude) in points() {
        let found_m = heights.grid().height_m(latitude as f64 / 1e7, longitude as f64 / 1e7);
        match (found_m, expected_m(&source, latitude, longitude)) {
            (None, None) => without += 1,
            (Some(found_m), Some(expected_m)) => {
                if (found_m - expected_m).abs() > worst {
                    (worst, at) = ((found_m - expected_m).abs(), (latitude, longitude));
                }
            }
            (found, expected) => panic!("{found:?}, {expected:?} at {latitude}, {longitude}"),
        }
    }
    println!("{POINTS} points, worst {worst:.9} m at {at:?}, {without} of them without a height in both");
    assert!(worst < TOLERANCE_M);
    assert!(without > 0, "the place without a height was met");
}
