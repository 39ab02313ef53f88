//! `umbra batch`: shards, continued runs, values, and errors.

use almanac::{Canon, Changes, Found, Instant, Place, Search};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, TimestampMillisecondType};
use arrow_array::{Array, RecordBatch};
use builder::Progress;
use builder::batch::{BatchOptions, BatchSummary, batch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The towns and the eclipses of 2024.
fn options(out: &Path) -> BatchOptions {
    BatchOptions {
        artifacts: tests::built().to_owned(),
        places: "towns".into(),
        eclipses: (2024, 2024),
        is_precise: false,
        fields: None,
        out: out.to_owned(),
        shard: (1, 1),
        threads: 0,
    }
}

fn run(options: &BatchOptions) -> BatchSummary {
    batch(options, &Progress::new(true)).expect("results")
}

fn error(options: &BatchOptions) -> String {
    batch(options, &Progress::new(true)).expect_err("refused").to_string()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read =
        |e: fs::DirEntry| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).expect("a file"));
    fs::read_dir(folder).expect("a folder").flatten().map(read).collect()
}

fn rows(path: &Path) -> Vec<RecordBatch> {
    let file = fs::File::open(path).expect("a file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).and_then(|b| b.build()).expect("Parquet");
    reader.collect::<Result<_, _>>().expect("rows")
}

#[test]
fn eight_shards_have_the_bytes_of_one_process() {
    let (whole, shards) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    let summary = run(&options(whole.path()));
    let of_shard = |k| run(&BatchOptions { shard: (k, 8), threads: 1, ..options(shards.path()) });
    let of_shards: Vec<_> = (1..=8).map(of_shard).collect();
    assert_eq!(of_shards.iter().map(|shard| shard.rows).sum::<u64>(), summary.rows);
    assert_eq!(of_shards.iter().map(|shard| shard.files).sum::<usize>(), summary.files);
    let (whole, shards) = (files(whole.path()), files(shards.path()));
    assert_eq!(whole.keys().collect::<Vec<_>>(), shards.keys().collect::<Vec<_>>());
    assert_eq!(whole.len(), summary.files + 1);
    for (name, bytes) in &whole {
        assert!(bytes == &shards[name], "{name} of a shard differs");
    }
    println!("{} rows in {} files, the same in eight shards", summary.rows, summary.files);
}

#[test]
fn a_run_writes_only_what_is_not_complete() {
    let out = tempfile::tempdir().expect("folder");
    let options = BatchOptions { shard: (2, 20), ..options(out.path()) };
    let first = run(&options);
    let before = files(out.path());
    let parts: Vec<_> = before.keys().filter(|name| name.ends_with(".parquet")).collect();
    let [lost, cut, ..] = parts[..] else { panic!("{parts:?}") };
    fs::remove_file(out.path().join(lost)).expect("removed");
    fs::write(out.path().join(cut), &before[cut][..1000]).expect("cut");
    fs::write(out.path().join(format!(".tmp-{cut}-1")), "half").expect("left");
    assert_eq!(run(&options), BatchSummary { written: 2, ..first });
    assert!(files(out.path()) == before);
    assert_eq!(run(&options).written, 0);
    let problem = error(&BatchOptions { eclipses: (2024, 2025), ..options.clone() });
    assert!(problem.contains("manifest.json: eclipses differ from the results there"), "{problem}");
}

#[test]
fn values_are_those_of_the_search_for_one_place() {
    let out = tempfile::tempdir().expect("folder");
    let canon = Canon::of_generation(crate::generation()).expect("a canon");
    // All over the Earth, with poles and antimeridian.
    let place = |k: u32| {
        let (lat, lng) = (f64::from(k) * 1.8 - 90.0, (f64::from(k) * 137.5) % 360.0 - 180.0);
        Place::new(lat, lng, f64::from(k)).expect("a place")
    };
    let places: Vec<_> = (0..=100).map(place).collect();
    let row = |(k, p): (usize, &Place)| format!("site {k},{},{},{}\n", p.lat, p.lng, p.height);
    let text: String = places.iter().enumerate().map(row).collect();
    let path = out.path().join("sites.csv");
    fs::write(&path, format!("id,lat,lng,height\n{text}")).expect("written");
    let summary = run(&BatchOptions {
        places: path,
        eclipses: (1990, 2030),
        out: out.path().join("results"),
        ..options(out.path())
    });
    let instant = |text| Instant::parse("from", text).expect("a date");
    let search =
        Search { from: instant("1990-01-01"), to: instant("2031-01-01"), changes: Changes::default() };
    let found = canon.search(&search, &places).expect("eclipses");
    let mut found: BTreeMap<(i32, i32), Found> = (0..)
        .zip(found)
        .flat_map(|(place, found)| found.into_iter().map(move |found| ((place, found.catalog), found)))
        .collect();
    assert_eq!(summary.rows, found.len() as u64);
    for batch in rows(&out.path().join("results/part-00000-of-00001.parquet")) {
        let ids = batch["id"].as_string::<i32>();
        let (place, catalog) = (batch["place"].as_primitive::<Int32Type>(), &batch["catalog_number"]);
        let catalog = catalog.as_primitive::<Int32Type>();
        for row in 0..batch.num_rows() {
            let key = (place.value(row), catalog.value(row));
            let found = found.remove(&key).expect("the search finds it too");
            assert_eq!(ids.value(row), format!("site {}", key.0));
            let number = |name: &str| {
                let array = batch[name].as_primitive::<Float64Type>();
                array.is_valid(row).then(|| array.value(row).to_bits())
            };
            let instant = |name: &str| {
                let array = batch[name].as_primitive::<TimestampMillisecondType>();
                array.is_valid(row).then(|| Instant { unix_ms: array.value(row) })
            };
            for (name, expected) in [
                ("magnitude", Some(found.magnitude)),
                ("obscuration", Some(found.obscuration)),
                ("duration_s", found.duration_sec),
                ("sun_altitude_deg", Some(found.max.sun_alt)),
                ("sun_azimuth_deg", Some(found.max.sun_az)),
            ] {
                assert_eq!(number(name), expected.map(f64::to_bits), "{name} of {key:?}");
            }
            for (name, expected) in [
                ("c1", found.c1),
                ("c2", found.c2),
                ("max", Some(found.max.date)),
                ("c3", found.c3),
                ("c4", found.c4),
                ("visible_from", found.visibility.from),
                ("visible_to", found.visibility.to),
            ] {
                assert_eq!(instant(name), expected, "{name} of {key:?}");
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
    println!("{} rows, all with the bits of the search", summary.rows);
}

#[test]
fn bad_input_is_named_with_its_place() {
    let out = tempfile::tempdir().expect("folder");
    let of = |name: &str, text: &str| {
        let path = out.path().join(name);
        fs::write(&path, text).expect("written");
        error(&BatchOptions { places: path, ..options(&out.path().join("results")) })
    };
    for (name, text, parts) in [
        ("high.csv", "lat,lng\n1,2\n91,0\n", ["high.csv: row 2: ", "91"]),
        ("columns.csv", "lat,name\n1,2\n", ["columns.csv: ", "lng"]),
        ("empty.csv", "lat,lng\n", ["empty.csv: ", "no places"]),
        ("line.ndjson", "{\"lat\": 1, \"lng\": 2}\n{\"lat\": \n", ["line.ndjson: ", "2"]),
        ("places.txt", "lat,lng\n", ["places.txt: ", ".parquet, .csv"]),
    ] {
        let problem = of(name, text);
        assert!(parts.iter().all(|part| problem.contains(part)), "{name}: {problem}");
    }
    assert!(!out.path().join("results").exists(), "nothing was written");
    let of = |change: fn(BatchOptions) -> BatchOptions| error(&change(options(out.path())));
    for (problem, part) in [
        (of(|o| BatchOptions { places: "absent.csv".into(), ..o }), "absent.csv: cannot be read"),
        (of(|o| BatchOptions { fields: Some("c5".into()), ..o }), "no column \"c5\"; use some of place, "),
        (of(|o| BatchOptions { eclipses: (2025, 2024), ..o }), "--eclipses 2025..2024: two years within"),
        (
            of(|o| BatchOptions { eclipses: (1200, 1201), is_precise: true, ..o }),
            "--theory: precise has the eclipses of 1500 to 2500",
        ),
    ] {
        assert!(problem.contains(part), "{problem}");
    }
}
