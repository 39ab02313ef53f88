//! Writes small SPK kernels: an artificial sky of circles.

use astro::math::chebyshev::Fit;
use std::f64::consts::TAU;

/// Coefficients of each coordinate in a record.
const TERMS: usize = 14;
const RECORD_DAYS: f64 = 4.0;
pub(crate) const DAY_S: f64 = 86_400.0;

/// An array of a kernel as its summary describes it.
#[derive(Clone)]
pub(crate) struct Array {
    pub(crate) target: i32,
    pub(crate) center: i32,
    pub(crate) frame: i32,
    pub(crate) data_type: i32,
    pub(crate) numbers: Vec<f64>,
}

/// Returns the position of a body of the sky of circles, km, `tdb_s` seconds past J2000.0.
pub(crate) fn place_km(target: i32, tdb_s: f64) -> [f64; 3] {
    let circle = |radius_km: f64, days: f64, tilt: f64| {
        let (s, c) = (TAU * tdb_s / DAY_S / days).sin_cos();
        [radius_km * c, radius_km * s, tilt * radius_km * s]
    };
    match target {
        10 => circle(500_000.0, 4000.0, 0.0),
        3 => circle(1.496e8, 365.25, 0.43),
        301 => circle(380_000.0, 27.3, 0.4),
        399 => circle(-4670.0, 27.3, 0.4),
        _ => panic!("the sky of circles has no body {target}"),
    }
}

/// The course of a body over the given days past J2000.0, in records of four days.
pub(crate) fn array(target: i32, from_days: f64, to_days: f64) -> Array {
    let fit = Fit::<TERMS>::new();
    let half_s = RECORD_DAYS * DAY_S / 2.0;
    let mut numbers = Vec::new();
    let records = ((to_days - from_days) / RECORD_DAYS).round() as usize;
    for record in 0..records {
        let middle_s = (from_days + (record as f64 + 0.5) * RECORD_DAYS) * DAY_S;
        numbers.extend([middle_s, half_s]);
        for k in 0..3 {
            let samples = fit.nodes().map(|x| place_km(target, middle_s + x * half_s)[k]);
            numbers.extend(fit.coefficients(&samples));
        }
    }
    numbers.extend([from_days * DAY_S, 2.0 * half_s, (2 + 3 * TERMS) as f64, records as f64]);
    Array { target, center: if target > 100 { 3 } else { 0 }, frame: 1, data_type: 2, numbers }
}

/// The four required courses over the given days, and another one.
pub(crate) fn sky(from_days: f64, to_days: f64) -> Vec<Array> {
    let mut arrays: Vec<_> = [10, 3, 301, 399].map(|body| array(body, from_days, to_days)).into();
    arrays.insert(1, Array { target: 5, data_type: 3, ..arrays[0].clone() });
    arrays
}

pub(crate) fn kernel(arrays: &[Array], is_least_first: bool) -> Vec<u8> {
    const RECORD: usize = 1024;
    let number = |x: f64| if is_least_first { x.to_le_bytes() } else { x.to_be_bytes() };
    let integer = |n: i32| if is_least_first { n.to_le_bytes() } else { n.to_be_bytes() };
    let mut bytes = vec![0; 3 * RECORD];
    bytes[..8].copy_from_slice(b"DAF/SPK ");
    bytes[88..96].copy_from_slice(if is_least_first { b"LTL-IEEE" } else { b"BIG-IEEE" });
    // Numbers and integers of a summary; first, last record of summaries.
    for (at, n) in [(8, 2), (12, 6), (76, 2), (80, 2)] {
        bytes[at..at + 4].copy_from_slice(&integer(n));
    }
    bytes[RECORD + 16..RECORD + 24].copy_from_slice(&number(arrays.len() as f64));
    let mut first = (3 * RECORD / 8 + 1) as i32;
    for (k, array) in arrays.iter().enumerate() {
        let last = first + array.numbers.len() as i32 - 1;
        let Array { target, center, frame, data_type, .. } = *array;
        let integers = [target, center, frame, data_type, first, last].map(integer);
        bytes[RECORD + 24 + 40 * k + 16..][..24].copy_from_slice(integers.as_flattened());
        first = last + 1;
    }
    bytes.extend(arrays.iter().flat_map(|array| &array.numbers).flat_map(|x| number(*x)));
    bytes
}
