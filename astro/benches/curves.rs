//! The cost of the curves of one eclipse on the map.

use astro::constants::SUN_RADIUS;
use astro::earth::Observer;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::local::limb::RuggedMoon;
use astro::eclipse::path::{EdgeErrors, EdgeSource, Paths, TrueEdge, VertexSpacing};
use astro::eclipse::published::{APRIL_2024, AUGUST_2017};
use astro::math::portable::Portable;
use astro::sky::libration::Selenographic;
use astro::sky::limb::{DIRECTIONS, Profile};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn bench(c: &mut Criterion) {
    let spacing = VertexSpacing::Tolerance { km: 0.1 };
    for (name, elements) in [("2017 August 21", AUGUST_2017), ("2024 April 8", APRIL_2024)] {
        let paths = || Paths::new(black_box(&elements), spacing, 0.0).expect("greatest eclipse");
        c.bench_function(&format!("central line of {name} at 100 m"), |b| {
            b.iter(|| black_box(paths().central_line().expect("a line")))
        });
        c.bench_function(&format!("all usual curves of {name} at 100 m"), |b| {
            b.iter(|| {
                let paths = paths();
                black_box(paths.central_line().expect("a line"));
                black_box(paths.central_limits().expect("limits"));
                black_box(paths.limits(0.0).expect("limits"));
                black_box(paths.rise_set().expect("curves"));
                black_box(paths.maximum_on_horizon().expect("curves"));
                black_box(paths.points().expect("points"));
            })
        });
    }
}

/// Mountains without a map, over the ellipsoid.
struct Mountains(Profile);

impl Mountains {
    fn new() -> Self {
        let height_km = |k: usize| {
            let angle = (k as f64 * 360.0 / DIRECTIONS as f64).to_radians();
            (11.0 * angle).sine() + 0.5 * (47.0 * angle).sine() + 0.2 * (211.0 * angle).sine() - 0.7
        };
        Self(Profile::new((0..DIRECTIONS).map(height_km).collect()).expect("1,800 heights"))
    }
}

impl EdgeSource for Mountains {
    fn limb(&self, _: Selenographic) -> Result<Option<Profile>, String> {
        Ok(Some(self.0.clone()))
    }

    fn ground_m(&self, _: f64, _: f64) -> f64 {
        0.0
    }
}

fn mountains(c: &mut Criterion) {
    let mountains = Mountains::new();
    let local = ObservedEclipse::new(&APRIL_2024, Observer::from_degrees(32.8, -96.8, 100.0), 69.2);
    let contacts = local.contacts().expect("an eclipse");
    c.bench_function("C2, C3 and beads behind mountains", |b| {
        b.iter(|| {
            let moon = RuggedMoon::new(black_box(&mountains.0), 5.9, SUN_RADIUS);
            let found = local.limb_contacts(&contacts, [&moon; 2]).expect("totality");
            black_box(found.map(|contact| local.beads(&contact, &moon)))
        })
    });
    let paths = Paths::new(&APRIL_2024, VertexSpacing::Tolerance { km: 0.1 }, 0.0).expect("greatest eclipse");
    let edge = TrueEdge::new(&APRIL_2024, &mountains, 69.2, None, EdgeErrors::default());
    c.bench_function("one outline of the umbra with mountains at 100 m", |b| {
        b.iter(|| black_box(paths.edge_outline(&edge, 0.3).expect("an outline")))
    });
    let mut slow = c.benchmark_group("with mountains at 100 m");
    slow.sample_size(10);
    slow.bench_function("both limits", |b| b.iter(|| black_box(paths.edge_limits(&edge).expect("limits"))));
    slow.bench_function("lines of 60 s", |b| {
        b.iter(|| black_box(paths.edge_durations(&edge, 60.0).expect("lines")))
    });
}

criterion_group!(benches, bench, mountains);
criterion_main!(benches);
