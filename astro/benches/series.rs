//! The cost of one evaluation of the theories. The full ones use synthetic terms with the real number
//! and spread, since this crate opens no file.

use astro::ephemeris::Body;
use astro::ephemeris::truncated::TruncatedTheories;
use astro::math::series::{Series, Term};
use astro::time::Tt;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn terms(n: usize) -> Vec<Term> {
    (0..n)
        .map(|k| Term {
            power: 0,
            amplitude: 1.0 / (1 + k) as f64,
            argument: [k as f64, 83.0 * (k % 1000) as f64, 1e-4, 1e-7, 1e-10],
        })
        .collect()
}

fn bench(c: &mut Criterion) {
    let lunar = Series::new(&terms(35_901));
    c.bench_function("full lunar theory, one instant (35,901 terms)", |b| {
        b.iter(|| black_box(&lunar).value(black_box(-12.3)))
    });
    c.bench_function("full lunar theory, ten Taylor coefficients", |b| {
        b.iter(|| black_box(&lunar).taylor::<10>(black_box(-12.3), 5e-6))
    });
    c.bench_function("full lunar theory, twenty Taylor coefficients", |b| {
        b.iter(|| black_box(&lunar).taylor::<20>(black_box(-12.3), 5e-5))
    });
    let truncated = TruncatedTheories::default();
    for (name, body) in [("Sun", Body::Sun), ("Moon", Body::Moon)] {
        c.bench_function(&format!("{name} by the truncated theories, apparent place"), |b| {
            b.iter(|| truncated.place(body, black_box(Tt(2_086_302.75))))
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
