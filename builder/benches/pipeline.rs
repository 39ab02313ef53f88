//! The stages of a build, a position from the published ephemeris, and the curves of eclipses on the map.

use artifacts::reader::Generation;
use artifacts::tables::ephemeris::Ephemeris;
use artifacts::tables::{eclipses, elements};
use astro::earth::Observer;
use astro::eclipse::course::ElementsInterpolation;
use astro::eclipse::global;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::lunar;
use astro::eclipse::saros::{self, Phase};
use astro::ephemeris::Ephemerides;
use astro::ephemeris::chebyshev_table::SEGMENT_DAYS;
use astro::time::Tt;
use builder::sources::Sources;
use builder::{BuildOptions, Progress, compute};
use criterion::{Criterion, criterion_group, criterion_main};
use maps::{Collection, CurveOptions, PathWord};
use places::Atlas;
use rayon::prelude::*;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Steps of the golden ratio: random enough, and the same in every run.
#[derive(Default)]
struct Shares(f64);

impl Shares {
    /// The next number of 0 … 1.
    fn next(&mut self) -> f64 {
        self.0 = (self.0 + 0.618_033_988_749_895).fract();
        self.0
    }
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog-src")
}

/// A generation with the ephemeris of a century, in a folder that is deleted when it is dropped.
fn built() -> (tempfile::TempDir, Generation) {
    let folder = tempfile::tempdir().expect("folder");
    let options = BuildOptions {
        source: source(),
        out: folder.path().into(),
        seas: None,
        kernel: None,
        threads: 0,
        keep: 1,
        ephemeris_years: (1950, 2050),
    };
    builder::build(&options, &Progress::new(true)).expect("build");
    let generation = Generation::current(folder.path()).expect("generation");
    (folder, generation)
}

fn theories(c: &mut Criterion) {
    let mut sources = builder::sources::read(&source(), None).expect("sources");
    let fit = ElementsInterpolation::fit();
    c.bench_function("one solar eclipse: search, circumstances, elements", |b| {
        b.iter(|| global::at_lunation(&sources.canon, &fit, black_box(300)))
    });
    c.bench_function("one lunar eclipse: search, contacts", |b| {
        b.iter(|| lunar::at_lunation(&sources.canon, black_box(311)))
    });
    c.bench_function("apparent Sun and Moon from the full series", |b| {
        b.iter(|| sources.apparent.places(black_box(Tt(2_460_000.5))))
    });
    whole_catalog(c, &sources);
    closest_to_the_sky(c, &sources, "series");
    // The file of JPL's DE440, where there is one.
    if let Some(path) = std::env::var_os("UMBRA_DE440") {
        let kernel = builder::kernel::read(Path::new(&path), (1500, 2500)).expect("a kernel");
        sources.kernel = Some(kernel);
        closest_to_the_sky(c, &sources, "kernel");
    }
}

/// The stages with the most precise series, or with a kernel.
fn closest_to_the_sky(c: &mut Criterion, sources: &Sources, from: &str) {
    let quiet = Progress::new(true);
    let mut slow = c.benchmark_group("closest to the sky");
    slow.sample_size(10);
    // The 45 eclipses of 2001 … 2020, by their lunations and with arbitrary numbers.
    let is_eclipse = |lunation: &i32| saros::syzygy(*lunation, Phase::New).is_eclipse_possible();
    let fit = ElementsInterpolation::fit();
    let eclipses: Vec<_> = (13..260)
        .filter(is_eclipse)
        .filter(|lunation| global::at_lunation(&sources.canon, &fit, *lunation).is_ok_and(|e| e.is_some()))
        .map(|lunation| (1, lunation))
        .collect();
    let count = eclipses.len();
    slow.bench_function(format!("elements of {count} eclipses from the {from}"), |b| {
        b.iter(|| compute::precise(sources, &eclipses, &quiet).map(|all| all.len()))
    });
    slow.bench_function(format!("ephemeris of ten years from the {from}"), |b| {
        b.iter(|| compute::ephemeris(sources, (2001, 2010), &quiet).map(|(_, all)| all.len()))
    });
}

fn whole_catalog(c: &mut Criterion, sources: &Sources) {
    let quiet = Progress::new(true);
    let mut slow = c.benchmark_group("whole catalog");
    slow.sample_size(10);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        let all = || {
            let solar = compute::solar(sources, &quiet).map(|e| e.len());
            (solar, compute::lunar(sources, &quiet).map(|e| e.len()))
        };
        slow.bench_function(format!("all solar and lunar eclipses, {threads} threads"), |b| {
            b.iter(|| pool.install(all))
        });
    }
}

fn tables(c: &mut Criterion) {
    let (_folder, generation) = built();
    let mut shares = Shares::default();
    let published = Ephemeris::open(&generation).expect("columns");
    let ephemeris = published.columns();
    let days = ephemeris.segments() as f64 * SEGMENT_DAYS;
    let start = Tt(ephemeris.start_jd_tt);
    c.bench_function("Sun + Moon from the published ephemeris, random instants", |b| {
        b.iter(|| ephemeris.places(start.plus_days(shares.next() * days)))
    });

    let elements = elements::read(&generation).expect("columns");
    let row = elements.of_eclipse(9561).expect("2024 April 8");
    let (polynomials, delta_t_s) = (row.polynomials(), row.delta_t_s);
    c.bench_function(
        "local circumstances of a random observer in reach: all contacts and what is seen at each",
        |b| {
            b.iter(|| {
                let share = shares.next();
                let observer = Observer::from_degrees(20.0 + 30.0 * share, -110.0 + 40.0 * share, 0.0);
                let local = ObservedEclipse::new(&polynomials, observer, delta_t_s);
                local.contacts().map(|e| {
                    let central = e.central.map(|c| (local.view(&c.second), local.view(&c.third)));
                    (local.view(&e.first), central, local.view(&e.greatest), local.view(&e.fourth))
                })
            })
        },
    );
}

fn curves(c: &mut Criterion) {
    let (_folder, generation) = built();
    let mut shares = Shares::default();
    let eclipses: Vec<_> = elements::read(&generation).expect("columns").iter().collect();
    let options = CurveOptions::of(PathWord::CLASSIC.to_vec(), 100.0);
    let curves = |row: &elements::Row| {
        Collection::new(&row.polynomials(), row.delta_t_s, &options).expect("curves").vertices()
    };
    let vertices = eclipses.iter().map(curves).sum::<usize>() / eclipses.len();
    c.bench_function(&format!("usual curves of a random eclipse at 100 m, {vertices} vertices"), |b| {
        b.iter(|| curves(&eclipses[(shares.next() * eclipses.len() as f64) as usize]))
    });
    // The shortest of three runs: other processes only add to the time.
    let time_of = |row: &&elements::Row| {
        let turn = |_| {
            let begun = Instant::now();
            black_box(curves(row));
            begun.elapsed()
        };
        (0..3).map(turn).min().unwrap_or(Duration::MAX)
    };
    let slowest = eclipses.iter().max_by_key(time_of).expect("an eclipse");
    let date = format!("{} {} {}", slowest.year, slowest.month, slowest.day);
    c.bench_function(&format!("the same of the slowest eclipse, {date}"), |b| b.iter(|| curves(slowest)));
}

fn places(c: &mut Criterion) {
    let (_folder, generation) = built();
    let mut shares = Shares::default();
    let open = || Atlas::new(&builder::areas::read(&generation).expect("outlines"));
    let atlas = open();
    c.bench_function("country, zone and sea of a random point", |b| {
        b.iter(|| {
            let share = shares.next();
            let z = (share * 1e6).fract();
            atlas.at((2.0 * z - 1.0).asin().to_degrees(), 360.0 * share - 180.0).map(|p| p.mrg_id)
        })
    });
    let eclipses: Vec<_> = eclipses::read(&generation).expect("eclipses").iter().collect();
    let at_sea = |e: &&eclipses::Row| {
        atlas.at(e.latitude_deg, e.longitude_deg).is_ok_and(|place| place.mrg_id.is_some())
    };
    c.bench_function("country, zone and sea of all 11,898 eclipses, all threads", |b| {
        b.iter(|| eclipses.par_iter().filter(at_sea).count())
    });
    c.bench_function("indexing the outlines of a generation", |b| b.iter(open));
}

criterion_group!(benches, theories, tables, curves, places);
criterion_main!(benches);
