//! The operator's numerical ephemeris.

use super::kernel_damaged::error;
use super::operator::{SUMMER, operator};
use super::spk::{self, Array, DAY_S};
use super::*;
use artifacts::tables::elements_precise;
use artifacts::tables::ephemeris::Ephemeris;
use artifacts::tables::theory::TheoryKind;
use astro::ephemeris::chebyshev_table::SEGMENT_DAYS;
use astro::ephemeris::kernel::Tdb;
use astro::math::vector::norm;
use astro::time::Tt;

fn written(folder: &Path, bytes: &[u8]) -> PathBuf {
    let path = folder.join("small.bsp");
    std::fs::write(&path, bytes).expect("written");
    path
}

#[test]
fn a_kernel_is_read_in_either_order_of_bytes_and_in_several_segments() {
    let folder = tempfile::tempdir().expect("folder");
    let (from, to) = SUMMER;
    let mut in_two = spk::sky(from, to);
    in_two.retain(|array| array.target != 301);
    in_two.extend([spk::array(301, 8927.0, to), spk::array(301, from, 8927.0)]);
    for (arrays, is_least_first) in [(spk::sky(from, to), true), (spk::sky(from, to), false), (in_two, true)]
    {
        let path = written(folder.path(), &spk::kernel(&arrays, is_least_first));
        let kernel = builder::kernel::read(&path, (1500, 2500)).expect("a kernel");
        for days in [8887.0, 8926.999, 8927.0, 8950.3, 9011.0] {
            let at = Tdb { past_j2000_s: 0.0, after_s: days * DAY_S };
            let found = [&kernel.bodies.moon, &kernel.bodies.earth_moon].map(|course| course.position_km(at));
            for (found, exact) in found.iter().zip([301, 3].map(|body| spk::place_km(body, days * DAY_S))) {
                let off: f64 = found.iter().zip(exact).map(|(a, b)| (a - b).abs()).sum();
                assert!(off < 1e-4, "{days}: {off} km");
            }
        }
    }
    // Only the years of the range are read from a long kernel.
    let path = written(folder.path(), &spk::kernel(&spk::sky(8000.0, 12_000.0), true));
    let kernel = builder::kernel::read(&path, (2024, 2024)).expect("a kernel");
    let [from_s, to_s] = kernel.bodies.moon.range_s();
    assert!(from_s > 8700.0 * DAY_S && to_s < 9200.0 * DAY_S, "{from_s} {to_s}");
}

#[test]
fn what_is_no_kernel_or_lacks_something_is_refused_with_what_would_be_right() {
    let (from, to) = SUMMER;
    let whole = spk::kernel(&spk::sky(from, to), true);
    let refused = |bytes: &[u8], problem: &str| {
        let error = error(bytes);
        assert!(error.contains("--kernel") && error.contains("small.bsp"), "{error}");
        assert!(error.contains(problem), "{problem}: {error}");
    };
    refused(b"", "too short for a kernel; use an SPK kernel, such as de440.bsp");
    refused(&[b'x'; 4096], "instead of \"DAF/SPK\"");
    let mut other_shape = whole.clone();
    other_shape[8] = 5;
    refused(&other_shape, "summaries of another size");
    refused(&whole[..whole.len() - 8], "is cut off");
    refused(&whole[..1024], "is cut off");
    let mut many = whole.clone();
    many[1024 + 16..1024 + 24].copy_from_slice(&1e9f64.to_le_bytes());
    refused(&many, "is damaged: 1000000000 summaries");

    let but = |body: i32, change: &dyn Fn(&mut Array)| {
        let mut arrays = spk::sky(from, to);
        arrays.iter_mut().filter(|array| array.target == body).for_each(change);
        spk::kernel(&arrays, true)
    };
    for (body, name) in [(10, "the Sun (10 against 0)"), (301, "the Moon (301 against 3)")] {
        refused(&but(body, &|array| array.target = 4), &format!("lacks {name}; use a planetary ephemeris"));
    }
    refused(&but(399, &|array| array.data_type = 13), "in a segment of type 13; type 2 is read");
    refused(&but(3, &|array| array.frame = 17), "in frame 17; frame 1");
    refused(&but(301, &|array| array.numbers.truncate(100)), "is damaged");
    refused(&but(301, &|array| array.numbers.clear()), "is damaged");

    let mut gap = spk::sky(from, to);
    gap.retain(|array| array.target != 301);
    gap.extend([spk::array(301, from, 8927.0), spk::array(301, 8931.0, to)]);
    refused(&spk::kernel(&gap, true), "leaves a gap in the course of the Moon");
    refused(&spk::kernel(&spk::sky(200_000.0, 200_100.0), true), "holds nothing of the Sun");
    refused(&spk::kernel(&spk::sky(8887.0, 8891.0), true), "less than four days");
    let error =
        builder::kernel::read(Path::new("absent.bsp"), (1500, 2500)).err().expect("refused").to_string();
    assert!(error.contains("absent.bsp: cannot be opened"), "{error}");
}

/// The published ephemeris, as distances of the Moon at the middle of each segment, km.
fn moons(out: &Path) -> Vec<(f64, f64)> {
    let generation = Generation::current(out).expect("whole");
    let published = Ephemeris::open(&generation).expect("columns");
    let ephemeris = published.columns();
    let middle = |i: usize| ephemeris.start_jd_tt + (i as f64 + 0.5) * SEGMENT_DAYS;
    let km = |jd: f64| norm(ephemeris.places(Tt(jd)).expect("in range").moon_km);
    (0..ephemeris.segments()).map(|i| (middle(i), km(middle(i)))).collect()
}

#[test]
fn a_build_takes_whole_segments_from_the_kernel_and_the_rest_from_the_series() {
    let (operator, (series, of_series)) = (operator(), generation());
    assert!(of_series["kernel"].is_null() && operator.summary["kernel"]["file"] == "small.bsp");
    assert_ne!(operator.summary["generation"], of_series["generation"]);
    let generation = Generation::current(&operator.artifacts()).expect("whole");
    let kernel = generation.manifest().inputs.kernel.clone().expect("the manifest names the kernel");
    let sum = |path: &Path| artifacts::manifest::sha256_of_file(path).expect("a sum");
    assert_eq!(kernel.sha256, sum(&operator.kernel()));
    // Two days are kept from the ends.
    let (from, to) = (f64::from(kernel.from_jd_tt), f64::from(kernel.to_jd_tt));
    assert!(
        (from - 2_451_545.0 - SUMMER.0 - 2.5).abs() < 1.0 && (SUMMER.1 - 2.5 - to + 2_451_545.0).abs() < 1.0
    );
    let mut of_kernel = 0;
    for ((jd, km), (_, of_series_km)) in moons(&operator.artifacts()).into_iter().zip(moons(series)) {
        let is_from_kernel = (from..=to).contains(&jd);
        of_kernel += usize::from(is_from_kernel);
        // Seen from the Earth of the sky of circles the Moon is 410,000 … 440,000 km away.
        assert_eq!(is_from_kernel, km != of_series_km, "{jd}: {km} and {of_series_km} km");
    }
    assert!(of_kernel > 25, "{of_kernel} segments");
    // No eclipse lies in the span of this kernel.
    let rows = elements_precise::read(&generation).expect("columns");
    assert!(rows.iter().all(|row| row.theory == TheoryKind::Series));
    // Another kernel of the same name gives another generation.
    let folder = tempfile::tempdir().expect("folder");
    let other = spk::kernel(&spk::sky(SUMMER.0, SUMMER.1 - 4.0), true);
    let state = builder::published_state(&builder::BuildOptions {
        source: operator.sources(),
        kernel: Some(written(folder.path(), &other)),
        seas: Some(operator.seas()),
        ..options(&operator.artifacts())
    });
    assert!(matches!(state.expect("a kernel"), builder::PublishedState::Other));
}
