//! Estimates of the number of vertices of maps.

use super::*;
use maps::{About, CurveOptions, Density, Extras, Job, MapFormat, PathWord, Samples};

/// Every such eclipse is sampled.
const EACH: usize = 121;
/// Number of vertices from which an estimate has to be near.
const LARGE: usize = 5_000;
/// Ratio of an estimate to the number of vertices, high for partial eclipses without half of the lines.
const NEAR: std::ops::Range<f64> = 0.6..2.1;

#[test]
fn estimates_are_near_the_number_of_vertices() {
    const MINUTE_MS: i64 = 60_000;
    let all_words: Vec<PathWord> = PathWord::ALL.into();
    let shares: Vec<f64> = (1..20).map(|k| f64::from(k) / 20.0).collect();
    let of = |words: &[PathWord]| CurveOptions {
        isochrone_step_ms: MINUTE_MS,
        outline_step_ms: MINUTE_MS,
        ..CurveOptions::of(words.to_vec(), 2.0)
    };
    let usual = CurveOptions { magnitudes: vec![0.5], ..CurveOptions::of(all_words, 2.0) };
    let cases = [
        ("lines", CurveOptions { obscurations: shares, ..usual.clone() }, MapFormat::GeoJson),
        (
            "meridians",
            CurveOptions { density: Density::Longitude { per_degree: 20 }, ..usual },
            MapFormat::Kml,
        ),
        ("isochrones", of(&[PathWord::Isochrones]), MapFormat::Gpx),
        ("outlines", of(&[PathWord::Outlines]), MapFormat::GeoJson),
        ("table", of(&[]), MapFormat::Csv),
    ];
    for (name, options, format) in cases {
        let ratio = |row: &_| {
            let row: &artifacts::tables::elements::Row = row;
            let elements = row.polynomials();
            let about = About { delta_t: 69.2, ..About::computed_with(&elements, &options) };
            let (options, extras) = (options.clone(), Extras::default());
            let job = Job { elements, about, options, extras, format, step_ms: MINUTE_MS / 10 };
            let estimate = maps::estimate::vertices(&job).expect("an estimate");
            let vertices = Samples::new(job).expect("curves").vertices();
            (vertices >= LARGE).then(|| (estimate as f64 / vertices as f64, vertices, date(row)))
        };
        let mut ratios: Vec<_> = all().par_iter().step_by(EACH).filter_map(ratio).collect();
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(low), Some(high)) = (ratios.first(), ratios.last()) else { continue };
        println!("{name}: {} maps, {low:?} … {:.2} … {high:?}", ratios.len(), ratios[ratios.len() / 2].0);
        assert!(NEAR.contains(&low.0) && NEAR.contains(&high.0), "{name}");
    }
}
