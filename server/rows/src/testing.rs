//! Helpers that several tests share.

use crate::{Error, Format, Input, Limits, Reader, Rows, TemporaryFiles, Writer};
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray, TimestampMillisecondArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::sync::Arc;

/// Places with times of some 8000 years.
pub(crate) fn input() -> Input {
    Input { has_place: true, has_time: true, time_range_ms: [-125_000_000_000_000, 125_000_000_000_000] }
}

/// Places alone.
pub(crate) fn places() -> Input {
    Input { has_time: false, ..input() }
}

/// Pushes an input in pieces of a size and pulls all rows, as the columns of one batch.
pub(crate) fn read(format: Format, input: Input, bytes: &[u8], piece: usize) -> Result<Rows, Error> {
    let batch_rows = 7;
    let limits = Limits { batch_rows, ..Limits::default() };
    let mut reader = Reader::new(format, input, limits, TemporaryFiles::new(u64::MAX));
    let mut all = Rows::default();
    let mut ids = Vec::new();
    let mut pull = |reader: &mut Reader| {
        while let Some(rows) = reader.next_rows()? {
            assert!(rows.count() <= batch_rows);
            assert_eq!(rows.first as usize, all.count());
            assert_eq!(rows.id.as_ref().map_or(rows.count(), |id| id.len()), rows.count());
            let before = all.count();
            all.errors.extend(rows.errors.into_iter().map(|(row, problem)| (before + row, problem)));
            all.lat_deg.extend(rows.lat_deg);
            all.lng_deg.extend(rows.lng_deg);
            all.height_m.extend(rows.height_m);
            rows.time_ms.into_iter().for_each(|times| all.time_ms.get_or_insert_default().extend(times));
            ids.extend(rows.id);
        }
        Ok::<(), Error>(())
    };
    for piece in bytes.chunks(piece) {
        reader.push(piece)?;
        pull(&mut reader)?;
    }
    reader.finish()?;
    pull(&mut reader)?;
    all.id = joined(&ids);
    Ok(all)
}

fn joined(ids: &[ArrayRef]) -> Option<ArrayRef> {
    use arrow_array::cast::AsArray;
    let is_text = *ids.first()?.data_type() == DataType::Utf8;
    Some(if is_text {
        Arc::new(ids.iter().flat_map(|id| id.as_string::<i32>()).collect::<StringArray>())
    } else {
        let all = ids.iter().flat_map(|id| id.as_primitive::<arrow_array::types::Int64Type>());
        Arc::new(all.collect::<Int64Array>())
    })
}

/// Columns of places with times, and an error.
pub(crate) fn schema() -> SchemaRef {
    let kinds = [
        ("id", DataType::Int64),
        ("name", DataType::Utf8),
        ("latitude_deg", DataType::Float64),
        ("lon", DataType::Float64),
        ("height_m", DataType::Float64),
        ("time", DataType::Timestamp(TimeUnit::Millisecond, None)),
        ("error", DataType::Utf8),
    ];
    let unit = |name: &str| HashMap::from([("unit".to_owned(), format!("unit of {name}"))]);
    let fields = kinds.map(|(name, kind)| Field::new(name, kind, true).with_metadata(unit(name)));
    let metadata = HashMap::from([("dataset".to_owned(), "abc".to_owned())]);
    Arc::new(Schema::new(fields.to_vec()).with_metadata(metadata))
}

/// A batch of random places; every eleventh height is missing.
pub(crate) fn batch(count: usize) -> RecordBatch {
    let mut random = fastrand::Rng::with_seed(32);
    let mut numbers = |from: f64, to: f64| -> Vec<f64> {
        (0..count).map(|_| (from + (to - from) * random.f64()).clamp(from, to)).collect()
    };
    let (lat, lng, height) = (numbers(-90.0, 90.0), numbers(-180.0, 360.0), numbers(-12_000.0, 100_000.0));
    let times = numbers(-1.25e14, 1.25e14).into_iter().map(|ms| ms as i64);
    let names = ["Málaga", "a, \"b\"\n", "", "\u{1}\\ ☉"];
    let columns: [ArrayRef; 7] = [
        Arc::new((0..count as i64).map(|i| Some(i << 40)).collect::<Int64Array>()),
        Arc::new((0..count).map(|i| Some(names[i % 4])).collect::<StringArray>()),
        Arc::new(Float64Array::from(lat)),
        Arc::new(Float64Array::from(lng)),
        Arc::new(Float64Array::from_iter(height.iter().enumerate().map(|(i, h)| (i % 11 > 0).then_some(*h)))),
        Arc::new(times.map(Some).collect::<TimestampMillisecondArray>()),
        Arc::new((0..count).map(|_| None::<&str>).collect::<StringArray>()),
    ];
    RecordBatch::try_new(schema(), columns.to_vec()).expect("a batch")
}

/// The bytes of a batch, written as several.
pub(crate) fn written(format: Format, batch: &RecordBatch, end: Option<&str>) -> Vec<u8> {
    let mut writer = Writer::new(format, batch.schema()).expect("a writer");
    let mut bytes = Vec::new();
    for start in (0..batch.num_rows()).step_by(10) {
        let count = (batch.num_rows() - start).min(10);
        bytes.extend(writer.write(&batch.slice(start, count)).expect("written"));
    }
    bytes.extend(writer.finish(end).expect("finished"));
    bytes
}
