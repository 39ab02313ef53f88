//! Rows per second of each format: places in, results with 40 columns out.

use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rows::{Format, Input, Limits, Reader, TemporaryFiles, Writer};
use std::hint::black_box;
use std::sync::Arc;

/// Number of places that are read.
const PLACES: usize = 1_000_000;
/// Number of results that are written.
const RESULTS: usize = 100_000;
/// Number of rows of a batch.
const BATCH: usize = 4096;
/// Bytes of a piece of the input.
const PIECE: usize = 64 << 10;

fn doubles(random: &mut fastrand::Rng, from: f64, to: f64, count: usize) -> ArrayRef {
    Arc::new((0..count).map(|_| Some(from + (to - from) * random.f64())).collect::<Float64Array>())
}

/// A batch of places with integer ids.
fn places(random: &mut fastrand::Rng) -> RecordBatch {
    // Coordinates have five decimals, as in lists of places.
    let mut rounded = |from: f64, to: f64| -> ArrayRef {
        let mut number = |_| (1e5 * (from + (to - from) * random.f64())).round() / 1e5;
        Arc::new((0..BATCH).map(|i| Some(number(i))).collect::<Float64Array>())
    };
    let columns: [(&str, ArrayRef); 4] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..BATCH as i64))),
        ("lat", rounded(-90.0, 90.0)),
        ("lng", rounded(-180.0, 180.0)),
        ("error", Arc::new(StringArray::new_null(BATCH))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true))).expect("a batch")
}

/// A batch of results: 25 doubles, 12 instants of one day, a text, a flag and an error.
fn results(random: &mut fastrand::Rng) -> RecordBatch {
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    for i in 0..25 {
        columns.push((format!("altitude_contact_{i}_deg"), doubles(random, -90.0, 90.0, BATCH)));
    }
    for i in 0..12 {
        let times = (0..BATCH).map(|_| 1_786_536_000_000 + random.i64(0..20_000_000));
        columns.push((format!("contact_{i}"), Arc::new(TimestampMillisecondArray::from_iter_values(times))));
    }
    columns.push(("type".into(), Arc::new(StringArray::from(vec!["partial"; BATCH]))));
    columns.push(("is_visible".into(), Arc::new(BooleanArray::from(vec![true; BATCH]))));
    columns.push(("error".into(), Arc::new(StringArray::new_null(BATCH))));
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, c)| (n, c, true))).expect("a batch")
}

fn write(format: Format, batch: &RecordBatch, count: usize, mut sink: impl FnMut(Vec<u8>)) {
    let mut writer = Writer::new(format, batch.schema()).expect("a writer");
    for start in (0..count).step_by(BATCH) {
        sink(writer.write(&batch.slice(0, BATCH.min(count - start))).expect("written"));
    }
    sink(writer.finish(None).expect("finished"));
}

fn read(format: Format, bytes: &[u8]) -> usize {
    let input = Input { has_place: true, has_time: false, time_range_ms: [0, 0] };
    let mut reader = Reader::new(format, input, Limits::default(), TemporaryFiles::new(u64::MAX));
    let mut count = 0;
    for piece in bytes.chunks(PIECE) {
        reader.push(piece).expect("bytes");
        while let Some(rows) = reader.next_rows().expect("rows") {
            count += black_box(rows).count();
        }
    }
    reader.finish().expect("an end");
    while let Some(rows) = reader.next_rows().expect("rows") {
        count += black_box(rows).count();
    }
    count
}

fn bench(c: &mut Criterion) {
    let mut random = fastrand::Rng::with_seed(32);
    let (places, results) = (places(&mut random), results(&mut random));
    let mut group = c.benchmark_group("rows");
    group.sample_size(10);
    for format in Format::ALL {
        let mut bytes = Vec::new();
        write(format, &places, PLACES, |part| bytes.extend(part));
        group.throughput(Throughput::Elements(PLACES as u64));
        group.bench_function(format!("read a million places, {format:?}"), |b| {
            b.iter(|| assert_eq!(read(format, black_box(&bytes)), PLACES));
        });
        group.throughput(Throughput::Elements(RESULTS as u64));
        group.bench_function(format!("write 100,000 results, {format:?}"), |b| {
            b.iter(|| write(format, black_box(&results), RESULTS, |part| drop(black_box(part))));
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
