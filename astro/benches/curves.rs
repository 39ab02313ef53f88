//! The cost of the curves of one eclipse on the map.

use astro::eclipse::path::{Paths, VertexSpacing};
use astro::eclipse::published::{APRIL_2024, AUGUST_2017};
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

criterion_group!(benches, bench);
criterion_main!(benches);
