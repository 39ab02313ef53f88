use crate::testing::{batch, input, places, read, written};
use crate::{Error, Format, Input, Limits, Reader, Rows, TemporaryFiles};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float32Array, Float64Array, Int32Array,
    RecordBatch, StringArray, StringViewArray, TimestampNanosecondArray, UInt64Array,
};
use arrow_ipc::writer::StreamWriter;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

fn table(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.iter().map(|(n, c)| (*n, c.clone(), true)))
        .expect("a batch")
}

fn arrow(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("a writer");
    writer.write(batch).expect("written");
    writer.into_inner().expect("bytes")
}

fn parquet(batch: &RecordBatch, properties: WriterProperties) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a writer");
    writer.write(batch).expect("written");
    writer.into_inner().expect("bytes")
}

/// A batch in both binary formats.
fn binary(batch: &RecordBatch) -> [(Format, Vec<u8>); 2] {
    [(Format::Arrow, arrow(batch)), (Format::Parquet, parquet(batch, WriterProperties::default()))]
}

fn doubles(values: &[f64]) -> ArrayRef {
    Arc::new(Float64Array::from(values.to_vec()))
}

fn texts(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

/// The error of an input that cannot be read.
fn refused(format: Format, input: Input, bytes: &[u8]) -> String {
    read(format, input, bytes, 1000).map(|rows| rows.count()).expect_err("a malformed input").to_string()
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|v| v.to_bits()).collect()
}

fn same(a: &Rows, b: &Rows) -> bool {
    let columns = |r: &Rows| [bits(&r.lat_deg), bits(&r.lng_deg), bits(&r.height_m)];
    columns(a) == columns(b) && (&a.time_ms, &a.errors, &a.id) == (&b.time_ms, &b.errors, &b.id)
}

#[test]
fn written_rows_read_back_with_the_same_bits_in_every_format_and_in_pieces_of_any_size() {
    let batch = batch(50);
    let column = |at: usize| batch.column(at).as_primitive::<arrow_array::types::Float64Type>();
    for format in Format::ALL {
        let bytes = written(format, &batch, None);
        let rows = read(format, input(), &bytes, bytes.len()).expect("rows");
        assert_eq!(rows.errors, [], "{format:?}");
        assert_eq!(bits(&rows.lat_deg), bits(column(2).values()), "{format:?}");
        assert_eq!(bits(&rows.lng_deg), bits(column(3).values()));
        let heights: Vec<f64> = column(4).iter().map(Option::unwrap_or_default).collect();
        assert_eq!(bits(&rows.height_m), bits(&heights));
        let times = batch.column(5).as_primitive::<arrow_array::types::TimestampMillisecondType>();
        assert_eq!(rows.time_ms.as_deref(), Some(&times.values()[..]));
        let ids = rows.id.as_ref().expect("ids");
        match format {
            Format::Csv => assert_eq!(ids.as_string::<i32>().value(3), (3_i64 << 40).to_string()),
            _ => assert_eq!(ids, batch.column(0)),
        }
        for piece in [1, 2, 13, 1000] {
            assert!(same(&read(format, input(), &bytes, piece).expect("rows"), &rows), "{format:?} {piece}");
        }
    }
}

#[test]
fn an_incomplete_input_is_refused_or_gives_its_complete_rows() {
    let batch = batch(20);
    for format in Format::ALL {
        let bytes = written(format, &batch, None);
        for end in 0..bytes.len() {
            let result = read(format, input(), &bytes[..end], 100);
            let is_whole = match format {
                // Lines have no end: the last one may be bad or missing.
                Format::Csv | Format::Ndjson => continue,
                Format::Json => end + 1 == bytes.len(),
                // The mark at the end, 8 bytes, is optional.
                Format::Arrow => result.is_ok(),
                Format::Parquet => false,
            };
            assert_eq!(result.is_ok(), is_whole, "{format:?}, {end} of {} bytes", bytes.len());
        }
    }
    let incomplete = refused(Format::Json, places(), b"[{\"lat\": 1, \"lng\": 2}, {\"lat\"");
    assert_eq!(incomplete, "JSON, row 2: the array ends before it without ]");
    let stream = arrow(&table(&[("lat", doubles(&[1.0])), ("lng", doubles(&[2.0]))]));
    assert!(read(Format::Arrow, places(), &stream[..stream.len() - 8], 9).is_ok());
    let cut = &stream[..stream.len() - 9];
    assert_eq!(refused(Format::Arrow, places(), cut), "Arrow: the stream ends within a message");
    assert!(refused(Format::Arrow, places(), b"ARROW1\0\0").contains("write a stream"), "a file");
}

#[test]
fn a_bad_row_stays_in_place_with_an_error_that_names_its_column() {
    let time =
        "a time from -001992-11-27T17:46:40.000Z to 5931-02-04T06:13:20.000Z such as 2026-08-12T17:30:00Z";
    let cases = [
        (r#"{"lat": 91, "lng": 2}"#, "lat: 91 is not a number from -90 to 90 degrees"),
        (r#"{"lat": "40", "lng": 2}"#, r#"lat: "40" is not a number from -90 to 90 degrees"#),
        (r#"{"lng": 2, "lat": null}"#, "lat: missing; write a number from -90 to 90 degrees"),
        (r#"{"lat": 40, "lng": 2, "time": "yesterday"}"#, r#"time: "yesterday" is not TIME"#),
        (r#"{"lat": 40, "lng": 2, "time": 5, "height": 1}"#, "time: 5 is not TIME"),
        (r#"{"lat": 40, "lng": [1, {"a": 2}]}"#, "lng: a list is not a number from -180 to 360 degrees"),
        (
            r#"{"lat": 4, "lng": 2, "alt": 1e6}"#,
            "height: 1000000 is not a number from -12000 to 100000 metres",
        ),
        ("[1, 2]", r#"a row must be an object such as {"lat": 40.4, "lng": -3.7}"#),
        (r#"{"lat": 40, "lng""#, "not JSON: EOF while parsing an object at line 1 column 17 of the row"),
        (r#"{"lat": 40, "latitude": 2}"#, "lat: the row has two"),
    ];
    let good = r#"{"lat": 40, "lng": 2, "date": "2026-08-12T12:00:00Z", "other": {"lat": 3}}"#;
    let lines = format!("\n{}\n{good}", cases.map(|(line, _)| line).join("\n"));
    let rows = read(Format::Ndjson, input(), lines.as_bytes(), 5).expect("rows");
    let expected = cases.iter().map(|(_, problem)| problem.replace("TIME", time));
    assert_eq!(rows.errors, expected.enumerate().collect::<Vec<_>>());
    assert!(rows.lat_deg[..10].iter().chain(&rows.height_m[..10]).all(|v| v.is_nan()));
    assert_eq!((rows.lat_deg[10], rows.time_ms.map(|t| t[10])), (40.0, Some(1_786_536_000_000)));
}

#[test]
fn bad_rows_have_the_same_errors_in_every_format() {
    let lats = [91.0, f64::NAN, f64::INFINITY, 1.0, -90.0];
    let lngs: Float64Array = [Some(1.0), Some(1.0), Some(1.0), None, Some(360.0)].into_iter().collect();
    let batch = table(&[("LAT", doubles(&lats)), ("Lon", Arc::new(lngs))]);
    let missing = "lng: missing; write a number from -180 to 360 degrees";
    let is_not = |value: &str| format!("lat: {value} is not a number from -90 to 90 degrees");
    let expected = [(0, is_not("91")), (1, is_not("NaN")), (2, is_not("inf")), (3, missing.to_owned())];
    let json = "[{\"lat\": 91, \"lng\": 1}, {\"lat\": 1}, {\"lat\": -90, \"lng\": 360}]";
    for (format, bytes) in binary(&batch) {
        let rows = read(format, places(), &bytes, 100).expect("rows");
        assert_eq!(rows.errors, expected, "{format:?}");
        assert_eq!((rows.lat_deg[4], rows.lng_deg[4], rows.height_m[4]), (-90.0, 360.0, 0.0));
        assert!(rows.lng_deg[0].is_nan() && rows.height_m[3].is_nan() && rows.time_ms.is_none());
    }
    let csv = "lat,lng\r\n91,1\r\n1,\r\n\"-90\", 360 \r\n";
    for (format, bytes) in [(Format::Json, json), (Format::Csv, csv)] {
        let rows = read(format, places(), bytes.as_bytes(), 3).expect("rows");
        assert_eq!(rows.errors, [(0, is_not("91")), (1, missing.to_owned())], "{format:?}");
        assert_eq!((rows.lat_deg[2], rows.lng_deg[2]), (-90.0, 360.0));
    }
    let csv = read(Format::Csv, places(), b"lat,lng\nabc,1\n1\nNaN,2\n\xff,1\n1,2", 9).expect("rows");
    let expected = [
        (0, is_not("abc")),
        (1, "the row has 1 cells, the header 2".to_owned()),
        (2, is_not("NaN")),
        (3, is_not("text that is not UTF-8")),
    ];
    assert_eq!((csv.errors, csv.lat_deg[4]), (expected.to_vec(), 1.0));
}

#[test]
fn a_missing_ambiguous_or_unsuitable_column_is_named() {
    let one = doubles(&[1.0]);
    let expected = "the column lng is missing; the columns are lat, name. Name one lng or lng_deg or lon or \
                    lon_deg or long or long_deg or longitude or longitude_deg";
    let batch = table(&[("lat", one.clone()), ("name", texts(&["a"]))]);
    for (format, bytes) in binary(&batch).into_iter().chain([(Format::Csv, b"lat,name\n1,a".to_vec())]) {
        assert_eq!(refused(format, places(), &bytes), expected, "{format:?}");
    }
    let twice = refused(Format::Csv, input(), b"lat,lng,date,time\n");
    assert_eq!(twice, "columns date and time both are the time; rename or remove one");
    assert!(read(Format::Csv, places(), b"lat,lng,date,time\n1,2,3,4", 9).is_ok(), "times are not read");
    let batch = table(&[("lat", one.clone()), ("lng", texts(&["a"]))]);
    let text = refused(Format::Arrow, places(), &arrow(&batch));
    assert_eq!(text, "the column lng has the type Utf8; write double precision or integers");
    let flags: ArrayRef = Arc::new(BooleanArray::from(vec![true]));
    let batch = table(&[("lat", one.clone()), ("lng", one), ("time", flags)]);
    assert!(refused(Format::Arrow, input(), &arrow(&batch)).contains("Boolean; write timestamps"));
    for format in [Format::Json, Format::Csv, Format::Arrow, Format::Parquet] {
        assert!(read(format, places(), b"", 1).is_err(), "{format:?} without a byte");
    }
    assert_eq!(read(Format::Ndjson, places(), b"\n \n", 1).expect("no rows").count(), 0);
    assert_eq!(read(Format::Json, places(), b" [ ]\n", 1).expect("no rows").count(), 0);
}

#[test]
fn columns_of_other_types_are_converted() {
    let time = 1_786_536_000_000_i64;
    let names = ["a", "b"];
    let views: StringViewArray = names.iter().map(Some).collect();
    let dictionary: DictionaryArray<Int32Type> = names.into_iter().collect();
    let ids: [ArrayRef; 3] = [texts(&names), Arc::new(views), Arc::new(dictionary)];
    let nanoseconds = TimestampNanosecondArray::from(vec![time * 1_000_000 + 999_999, -1]);
    let times: [(ArrayRef, [i64; 2]); 3] = [
        (Arc::new(nanoseconds), [time, -1]),
        (Arc::new(Date32Array::from(vec![1, -1])), [86_400_000, -86_400_000]),
        (texts(&["2026-08-12T12:00Z", "1969-12-31"]), [time, -86_400_000]),
    ];
    for (id, (at, expected)) in ids.into_iter().zip(times) {
        let single: ArrayRef = Arc::new(Float32Array::from(vec![1.5, -2.5]));
        let integer: ArrayRef = Arc::new(Int32Array::from(vec![3, -4]));
        let batch = table(&[("id", id), ("lat", single), ("lng", integer), ("time", at)]);
        for (format, bytes) in binary(&batch) {
            let rows = read(format, input(), &bytes, 64).expect("rows");
            assert_eq!((&rows.lat_deg[..], &rows.lng_deg[..]), (&[1.5, -2.5][..], &[3.0, -4.0][..]));
            assert_eq!(rows.time_ms.as_deref(), Some(&expected[..]));
            assert_eq!(rows.id.expect("ids").as_string::<i32>(), &StringArray::from(names.to_vec()));
        }
    }
}

#[test]
fn ids_keep_their_type_and_bad_ones_are_errors() {
    let row = |id: &str| format!("{{\"id\": {id}, \"lat\": 1, \"lng\": 2}}\n");
    let lines = |ids: &[&str]| ids.iter().map(|id| row(id)).collect::<String>();
    let ids = ["", "9007199254740993", "\"a\"", "1.5", "null", "-7"];
    for piece in [1, 9, 1000] {
        let rows = read(Format::Ndjson, places(), lines(&ids).as_bytes(), piece).expect("rows");
        let found = rows.id.as_ref().expect("ids").as_primitive::<Int64Type>();
        let expected = [None, Some(9_007_199_254_740_993), None, None, None, Some(-7)];
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
        let [(0, _), (2, first), (3, second)] = &rows.errors[..] else { panic!("{:?}", rows.errors) };
        assert_eq!(first, "id: \"a\" follows ids that are integers; write an integer");
        assert_eq!(second, "id: 1.5 is not an integer or text of at most 256 bytes");
    }
    let rows = read(Format::Ndjson, places(), lines(&["\"007\"", "8"]).as_bytes(), 10).expect("rows");
    assert_eq!(rows.id.expect("ids").as_string::<i32>().value(0), "007");
    assert_eq!(rows.errors, [(1, "id: 8 follows ids that are texts; write a text".to_owned())]);
    let late = format!("{{\"lat\": 1, \"lng\": 2}}\n{}", row("1"));
    let rows = read(Format::Ndjson, places(), late.as_bytes(), 10).expect("rows");
    assert!(rows.id.is_none());
    assert_eq!(rows.errors[0].1, "id: the rows before have none; write an id in all rows or in none");
    let rows = read(Format::Csv, places(), b"id,lat,lng\n,1,2\n007,1,2\n", 10).expect("rows");
    let found = rows.id.as_ref().expect("ids").as_string::<i32>();
    assert_eq!(found.iter().collect::<Vec<_>>(), [None, Some("007")]);
    let long = "x".repeat(300);
    let wide: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX, 5]));
    for (id, value) in
        [(texts(&[long.as_str(), "a"]), format!("{}…", &long[..40])), (wide, u64::MAX.to_string())]
    {
        let batch = table(&[("id", id), ("lat", doubles(&[1.0; 2])), ("lng", doubles(&[1.0; 2]))]);
        for (format, bytes) in binary(&batch) {
            let rows = read(format, places(), &bytes, 1000).expect("rows");
            let problem = format!("id: {value} is not an integer or text of at most 256 bytes");
            assert_eq!(rows.errors, [(0, problem)]);
            assert!(rows.id.is_some_and(|id| id.is_null(0) && id.is_valid(1)));
        }
    }
}

#[test]
fn broken_json_ends_the_reading_at_its_row() {
    for (text, problem) in [
        ("{\"lat\": 1}", "JSON, row 1: write an array of objects, [{…}, …]"),
        ("[{\"lat\": 1, \"lng\": 2} {", "JSON, row 2: a comma or ] must stand before it"),
        ("[{\"lat\": 1, \"lng\": 2}] x", "JSON, row 2: it follows the end of the array"),
        ("[,]", "JSON, row 1: an object must stand before the comma or ]"),
        ("[5,]", "JSON, row 2: an object must stand before the comma or ]"),
        ("[}", "JSON, row 2: the array ends before it without ]"),
    ] {
        for piece in [1, 100] {
            let error = read(Format::Json, places(), text.as_bytes(), piece).expect_err("broken");
            assert!(matches!(error, Error::Malformed(_)));
            assert_eq!(error.to_string(), problem, "{text}");
        }
    }
    let text =
        "[{\"lat\": 1, \"lng\": abc}, {\"lat\": 1e999}, {\"lat\": 1, \"lng\": 2, \"id\": \"\\ud800\"}]";
    let rows = read(Format::Json, places(), text.as_bytes(), 1).expect("rows");
    let expected = ["expected value at line 1 column 19", "number out of range at", "unexpected end of hex"];
    for ((row, problem), (expected_row, text)) in rows.errors.iter().zip(expected.iter().enumerate()) {
        assert!(*row == expected_row && problem.contains(text), "{problem}");
    }
    assert_eq!(rows.errors.len(), expected.len());
    let odd = "[{\"lat\": 1, \"lng\": 2, \"a\": \"]}\\\"[{\", \"b\": [[{}]]}, 5, \"x\" , null]";
    let rows = read(Format::Json, places(), odd.as_bytes(), 1).expect("rows");
    assert_eq!((rows.count(), rows.errors.len()), (4, 3));
}

#[test]
fn rows_before_damage_come_first() {
    let row = "{\"lat\": 1, \"lng\": 2}";
    let (long, invalid) = (" ".repeat(70_000), format!("[{row},{row} {row}"));
    for (format, text) in [
        (Format::Json, invalid),
        (Format::Ndjson, format!("{row}\n{row}\n{{{long}")),
        (Format::Csv, format!("lat,lng\n1,2\n3,4\n\"{long}")),
    ] {
        let mut reader = Reader::new(format, places(), Limits::default(), TemporaryFiles::new(u64::MAX));
        reader.push(text.as_bytes()).and_then(|()| reader.finish()).expect("bytes");
        assert_eq!(reader.next_rows().expect("rows").map(|rows| rows.count()), Some(2), "{format:?}");
        reader.next_rows().expect_err("damage");
    }
}

#[test]
fn a_mark_before_a_text_is_skipped() {
    for (format, text) in [
        (Format::Json, "[{\"lat\": 1, \"lng\": 2}]"),
        (Format::Ndjson, "{\"lat\": 1, \"lng\": 2}"),
        (Format::Csv, "lat,lng\n1,2\n"),
    ] {
        for piece in [1, 2, 3, 100] {
            let rows = read(format, places(), format!("\u{feff}{text}").as_bytes(), piece).expect("rows");
            assert_eq!((rows.lat_deg, rows.errors), (vec![1.0], vec![]), "{format:?} {piece}");
        }
    }
}

#[test]
fn an_open_quotation_mark_hides_no_rows() {
    let of = |text: &str| read(Format::Csv, places(), text.as_bytes(), 100).map(|rows| rows.count());
    let problem = of("lat,lng,name\n1,2,\"Foo\n3,4,Bar\n").expect_err("an open mark").to_string();
    assert!(problem.contains("a quotation mark is not closed"), "{problem}");
    assert_eq!(of("lat,lng,name\n1,2,\"Foo\nBar\"\n3,4,5\" pipe\n").expect("rows"), 2);
}

#[test]
fn a_column_without_any_value_is_none() {
    let nulls: ArrayRef = Arc::new(arrow_array::NullArray::new(1));
    let batch =
        table(&[("id", nulls.clone()), ("lat", doubles(&[1.0])), ("lng", doubles(&[2.0])), ("alt", nulls)]);
    let rows = read(Format::Arrow, places(), &arrow(&batch), 100).expect("rows");
    assert_eq!((rows.height_m, rows.id, rows.errors), (vec![0.0], None, vec![]));
}

#[test]
fn long_rows_are_refused_before_they_end() {
    let long = "x".repeat(70_000);
    for (format, start, problem) in [
        (Format::Json, "[{\"a\": \"", "JSON: row 1 has more than 65536 bytes; write shorter rows"),
        (Format::Ndjson, "\n{\"a\": \"", "line 2 has more than 65536 bytes; write shorter rows"),
        (Format::Csv, "lat,lng\n\"", "CSV: line 2 has more than 65536 bytes; write shorter rows"),
    ] {
        let error = read(format, places(), format!("{start}{long}").as_bytes(), 500).expect_err("long");
        assert!(matches!(error, Error::TooLarge(_)), "{error:?}");
        assert_eq!(error.to_string(), problem);
    }
    let wide = "a,".repeat(2000);
    assert_eq!(refused(Format::Csv, places(), wide.as_bytes()), "CSV: line 1 has more than 1024 cells");
}

#[test]
fn declared_sizes_beyond_a_limit_are_refused_before_they_are_allocated() {
    let header = [&[0xff; 4][..], &0x7fff_ffff_u32.to_le_bytes()].concat();
    // The message of a large batch is refused although its body never arrives.
    let large = table(&[("lat", doubles(&vec![1.0; 3 << 20])), ("lng", doubles(&vec![1.0; 3 << 20]))]);
    let many: Vec<String> = (0..200_000).map(|i| format!("{i:0100}")).collect();
    let ids: DictionaryArray<Int32Type> = many.iter().map(String::as_str).collect();
    let dictionary = table(&[("id", Arc::new(ids)), ("lat", doubles(&vec![1.0; 200_000]))]);
    let tail = [&[0; 100][..], &0x7fff_ffff_u32.to_le_bytes(), b"PAR1"].concat();
    for (format, bytes, part) in [
        (Format::Arrow, &header[..], "2147483647 bytes of metadata"),
        (Format::Arrow, &arrow(&large)[..4000], "Write smaller batches"),
        (Format::Arrow, &arrow(&dictionary), ""),
        (Format::Parquet, &tail, "an index of 2147483647"),
    ] {
        let error = read(format, places(), bytes, 100).expect_err(part);
        assert!(matches!(&error, Error::TooLarge(text) if text.contains(part)), "{error}");
    }
    let limits = Limits { file_bytes: 10, ..Limits::default() };
    let mut reader = Reader::new(Format::Parquet, places(), limits, TemporaryFiles::new(u64::MAX));
    reader.push(&[0; 10]).expect("within the limit");
    assert!(matches!(reader.push(&[0]), Err(Error::TooLarge(text)) if text.contains("more than 10 bytes")));
}

#[test]
fn blanks_without_end_are_refused() {
    let blank = |text: &str| text.repeat(400_000);
    for (format, text) in [
        (Format::Ndjson, blank("\n")),
        (Format::Ndjson, format!("{{\"lat\": 1, \"lng\": 2}}\n{}", blank(" \n"))),
        (Format::Json, format!("[{}", blank(" "))),
        (Format::Csv, format!("lat,lng\n{}", blank("\r\n"))),
    ] {
        let problem = refused(format, places(), text.as_bytes());
        assert!(problem.contains("without a row"), "{format:?}: {problem}");
    }
}

#[test]
fn everyday_names_of_columns_are_known() {
    for (longitude, height) in [("long", "alt"), ("lon", "elevation"), ("longitude", "altitude_m")] {
        let text = format!("lat,{longitude},{height}\n1,2,30\n");
        let rows = read(Format::Csv, places(), text.as_bytes(), 100).expect("rows");
        assert_eq!((rows.lng_deg[0], rows.height_m[0]), (2.0, 30.0));
    }
}

#[test]
fn compressed_data_cannot_grow_beyond_a_page() {
    let zeros = doubles(&vec![0.0; 3 << 20]);
    let batch = table(&[("lat", zeros.clone()), ("lng", zeros)]);
    let properties = || {
        WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
    };
    let one_page = properties()
        .set_data_page_size_limit(usize::MAX)
        .set_data_page_row_count_limit(usize::MAX)
        .set_write_batch_size(1 << 30)
        .set_max_row_group_row_count(None)
        .build();
    let bomb = parquet(&batch, one_page);
    assert!(bomb.len() < 10_000, "{} bytes", bomb.len());
    let problem = refused(Format::Parquet, places(), &bomb);
    assert!(problem.contains("pages of 2516") && problem.contains("Write smaller pages"), "{problem}");
    // The same rows in usual pages are read.
    let pages = parquet(&batch, properties().build());
    let mut reader = Reader::new(Format::Parquet, places(), Limits::default(), TemporaryFiles::new(u64::MAX));
    reader.push(&pages).and_then(|()| reader.finish()).expect("a file");
    let mut count = 0;
    while let Some(rows) = reader.next_rows().expect("rows") {
        count += rows.count();
    }
    assert_eq!(count, 3 << 20);
    let long = "x".repeat(1 << 20);
    let id = texts(&[long.as_str(); 8]);
    let batch = table(&[("id", id), ("lat", doubles(&[1.0; 8])), ("lng", doubles(&[1.0; 8]))]);
    for encoding in [Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY] {
        let delta = properties().set_column_encoding("id".into(), encoding).build();
        let problem = refused(Format::Parquet, places(), &parquet(&batch, delta));
        assert!(problem.contains("write plain values or a dictionary"), "{problem}");
    }
    let snappy = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    assert_eq!(read(Format::Parquet, places(), &parquet(&batch, snappy), 999).expect("rows").errors.len(), 8);
}

#[test]
fn damaged_bytes_give_errors_or_rows() {
    let batch = batch(30);
    let mut random = fastrand::Rng::with_seed(32);
    // The messages of panics in the libraries, which are caught, are of no interest.
    std::panic::set_hook(Box::new(|_| ()));
    for format in Format::ALL {
        let bytes = written(format, &batch, None);
        let (mut rows, mut errors) = (0, 0);
        for _ in 0..2000 {
            let mut damaged = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..damaged.len());
                damaged[at] = random.u8(..);
            }
            match read(format, input(), &damaged, 512) {
                Ok(_) => rows += 1,
                Err(Error::Malformed(_) | Error::TooLarge(_)) => errors += 1,
                Err(e) => panic!("{format:?}: {e}"),
            }
        }
        println!("{format:?}: {rows} read, {errors} refused");
    }
    let _ = std::panic::take_hook();
}

#[test]
fn other_columns_are_ignored_and_places_are_optional() {
    let only_times = Input { has_place: false, ..input() };
    let bytes = written(Format::Json, &batch(9), None);
    let rows = read(Format::Json, only_times, &bytes, 100).expect("rows");
    assert!(rows.errors.is_empty() && rows.lat_deg.iter().all(|v| v.is_nan()) && rows.height_m == [0.0; 9]);
    assert_eq!(rows.time_ms.map(|times| times.len()), Some(9));
}
