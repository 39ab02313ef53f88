//! Many observers of an eclipse, against one after the other. The time is that of 10,000 observers all over
//! the Earth: of all of them, of those who see the eclipse, and of a search that most do not match.

use astro::batch::{LocalColumns, MomentColumns, Places, local, moments, seen};
use astro::eclipse::local::{ObservedEclipse, Reach};
use astro::eclipse::published::APRIL_2024;
use astro::math::portable::Portable;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const DELTA_T_S: f64 = 69.2;
const COUNT: usize = 10_000;

/// Evenly spread over the sphere, by the golden angle.
fn everywhere() -> [Vec<f64>; 3] {
    let part = |k: usize| (k as f64 + 0.5) / COUNT as f64;
    let latitude = |k| (1.0 - 2.0 * part(k)).arcsine().to_degrees();
    let longitude = |k: usize| (k as f64 * 137.507_764) % 360.0 - 180.0;
    [
        (0..COUNT).map(latitude).collect(),
        (0..COUNT).map(longitude).collect(),
        (0..COUNT).map(|k| (k % 3000) as f64).collect(),
    ]
}

fn places([latitude_deg, longitude_deg, height_m]: &[Vec<f64>; 3]) -> Places {
    Places::from_degrees(latitude_deg, longitude_deg, height_m)
}

fn bench(c: &mut Criterion) {
    let columns = everywhere();
    let all = places(&columns);
    let reach = Reach::new(&APRIL_2024);
    let mut rows = LocalColumns::default();
    seen(&APRIL_2024, DELTA_T_S, &reach, &all, &mut rows);
    let those = |column: &Vec<f64>| {
        let repeated = rows.place.iter().cycle().take(COUNT);
        repeated.map(|place| column[*place as usize]).collect::<Vec<_>>()
    };
    let spectators = places(&columns.each_ref().map(those));

    let mut group = c.benchmark_group("April 2024");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, places) in [("everywhere", &all), ("spectators", &spectators)] {
        group.bench_function(format!("circumstances, {name}"), |b| {
            b.iter(|| {
                rows.clear();
                local(&APRIL_2024, DELTA_T_S, black_box(places), &mut rows);
            });
        });
        group.bench_function(format!("circumstances, {name}, one by one"), |b| {
            b.iter(|| {
                let one = |k| ObservedEclipse::new(&APRIL_2024, places.observer(k), DELTA_T_S);
                (0..COUNT)
                    .filter_map(|k| {
                        let one = one(k);
                        let sight = one.sight()?;
                        let c = &sight.contacts;
                        Some([&c.first, &c.greatest, &c.fourth].map(|c| one.view(c).magnitude))
                    })
                    .count()
            });
        });
    }
    group.bench_function("search", |b| {
        b.iter(|| {
            rows.clear();
            seen(&APRIL_2024, DELTA_T_S, &reach, black_box(&all), &mut rows);
        });
    });
    let t_h: Vec<f64> = (0..COUNT).map(|k| (k % 40) as f64 / 10.0 - 2.0).collect();
    let mut moment_rows = MomentColumns::default();
    group.bench_function("instants", |b| {
        b.iter(|| {
            moment_rows.clear();
            moments(&APRIL_2024, DELTA_T_S, black_box(&all), &t_h, &mut moment_rows);
        });
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
