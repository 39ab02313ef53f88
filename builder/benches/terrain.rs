//! Heights from an operator's dataset, and lines of sight and skylines over them.

use artifacts::terrain::TerrainPack;
use astro::eclipse::published::APRIL_2024;
use builder::{Progress, TerrainEclipse, TerrainOptions, terrain};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use geography::geodesic::{Ellipsoid, Route};
use geography::sight::{
    Eye, Ground, GroundPlace, HeightAt, RAYS, Skyline, SkylinePoint, Terrain, USUAL_REFRACTION, Viewpoint,
    sightline,
};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A degree of hills with some heights a degree, as `.hgt` has it, in a file of the name `corner` and `west`.
fn degree(folder: &Path, corner: &str, west: u32, per_deg: u32, hill_m: f64) -> PathBuf {
    let side = per_deg + 1;
    let height = |k: u32| {
        let [row, column] = [k / side, k % side + per_deg * west].map(|n| f64::from(n) / f64::from(per_deg));
        (1200.0 + hill_m * ((37.0 * row).sin() + (59.0 * column).cos())) as i16
    };
    let bytes: Vec<u8> = (0..side * side).flat_map(|k| height(k).to_be_bytes()).collect();
    let path = folder.join(format!("{corner}{west:03}.hgt"));
    std::fs::write(&path, bytes).expect("written");
    path
}

/// A dataset of files in a folder that is deleted when it is dropped.
fn dataset(files: impl FnOnce(&Path) -> Vec<PathBuf>) -> (tempfile::TempDir, TerrainPack) {
    let folder = tempfile::tempdir().expect("a folder");
    let (files, out) = (files(folder.path()), folder.path().join("terrain"));
    terrain(&TerrainOptions { out: out.clone(), files, name: None, datum: None, licence: None, keep: 1 })
        .expect("published");
    let pack = TerrainPack::current(&out, |e| panic!("{e}")).expect("opens");
    (folder, pack)
}

/// A line of sight as `/sightline` makes it, from the heights on.
fn look(pack: &TerrainPack, [start, end]: [GroundPlace; 2]) -> bool {
    let way = Route::new(Ellipsoid::Wgs84, [start, end].map(|p| [p.latitude_deg, p.longitude_deg]));
    let mut cursor = pack.cursor();
    let points: Vec<_> = (0..201)
        .map(|k| way.division(k, 200))
        .map(|at| Ground {
            distance_m: at.distance_m,
            elevation_m: cursor.height_m(at.latitude_deg, at.longitude_deg),
        })
        .collect();
    let elevation_m = points[0].elevation_m.unwrap_or(0.0) + 1.7;
    let (latitude_deg, azimuth_deg) = (start.latitude_deg, way.start.azimuth_deg);
    let eye = Eye { latitude_deg, azimuth_deg, elevation_m, refraction: USUAL_REFRACTION };
    sightline(&eye, &points, 1000.0).verdict.is_some_and(|v| v.obstruction.is_none())
}

/// The heights of a dataset as a skyline takes them.
#[derive(Clone)]
struct OfPack(Arc<TerrainPack>);

impl Terrain for OfPack {
    fn along(&self) -> HeightAt<'_> {
        let mut cursor = self.0.cursor();
        Box::new(move |at| cursor.height_m(at.latitude_deg, at.longitude_deg))
    }
}

fn heights(c: &mut Criterion) {
    let files = |folder: &Path| [7, 8].map(|west| degree(folder, "N46E", west, 3600, 400.0)).to_vec();
    let (_folder, pack) = dataset(files);
    let mut share = 0.0f64;
    let mut next = || {
        share = (share + 0.618_033_988_749_895).fract();
        share
    };
    c.bench_function("an elevation anywhere in two degrees", |b| {
        b.iter(|| pack.height_m(46.0 + next(), 7.0 + 2.0 * next()))
    });
    c.bench_function("an elevation near the last", |b| {
        b.iter(|| pack.height_m(46.5 + next() / 100.0, 7.5 + next() / 100.0))
    });
    let place = |latitude_deg: f64, longitude_deg: f64| GroundPlace { latitude_deg, longitude_deg };
    let ends = [place(46.1, 7.1), place(46.9, 8.8)];
    c.bench_function("a sightline of 201 points over 150 km, read before", |b| {
        b.iter(|| look(&pack, black_box(ends)))
    });
    c.bench_function("a sightline of 201 points anywhere in two degrees", |b| {
        b.iter(|| look(&pack, [place(46.0 + next(), 7.0 + next()), place(46.0 + next(), 8.0 + next())]))
    });
    let eye = Viewpoint { place: place(46.5, 8.0), elevation_m: 2000.0 };
    let ground = OfPack(Arc::new(pack));
    c.bench_function("a ray of a skyline, one of 720", |b| {
        b.iter(|| SkylinePoint::towards(&eye, 360.0 * next(), &ground))
    });
    let mut whole = c.benchmark_group("skyline");
    whole.sample_size(10);
    for (name, rays) in [("all rays in order", 0..RAYS), ("the 90 rays of an eclipse", 500..590)] {
        whole.bench_function(name, |b| {
            b.iter(|| {
                let skyline = Skyline::new(eye, Box::new(ground.clone()));
                rays.clone().for_each(|ray| skyline.sweep(ray));
                skyline.nearest(270.0)
            })
        });
    }
}

/// A tile at the end of a path, with the Sun at 4°: the figure per element is that of a cell.
fn raster(c: &mut Criterion) {
    // 93 m from south to north.
    let files = |folder: &Path| [26, 27, 28, 29].map(|w| degree(folder, "N48W", w, 1200, 200.0)).to_vec();
    let (_folder, pack) = dataset(files);
    let eclipse = TerrainEclipse { elements: &APRIL_2024, delta_t_s: 69.2, terrain: &pack, world: None };
    let progress = Progress::new(true);
    let of_tile = || eclipse.raster(9, [-26.0, 48.3, -25.9, 48.4], &progress);
    let mut group = c.benchmark_group("visibility");
    group.sample_size(10).throughput(Throughput::Elements(of_tile().counts.iter().sum()));
    group.bench_function("a tile with heights 90 m apart", |b| b.iter(of_tile));
}

criterion_group!(benches, heights, raster);
criterion_main!(benches);
