//! Bodies and responses in all formats.

use super::super::demo;
use super::super::forms::decoded;
use super::{ARROW, CSV, JSON, LOCAL, NDJSON, PARQUET, lines, post, post_with};
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use rows::{Format, Writer};
use serde_json::Value;
use std::sync::Arc;

fn written(format: Format, schema: SchemaRef, batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = Writer::new(format, schema).expect("a writer");
    let pieces: Vec<_> = batches.iter().map(|batch| writer.write(batch).expect("written")).collect();
    [pieces.concat(), writer.finish(None).expect("the end")].concat()
}

/// Two thousand places with ids, in a format.
fn places(format: Format) -> Vec<u8> {
    let number =
        |step: f64, span: f64| (0..2000).map(|k| ((f64::from(k) * step).fract() - 0.5) * span).collect();
    let (lat, lng): (Float64Array, Float64Array) =
        (number(0.754_877_666, 170.0), number(0.569_840_291, 360.0));
    let id: StringArray = (0..2000).map(|k| Some(format!("place {k}"))).collect();
    let error = StringArray::new_null(2000);
    let columns: [(&str, ArrayRef, bool); 4] = [
        ("id", Arc::new(id), true),
        ("lat", Arc::new(lat), true),
        ("lng", Arc::new(lng), true),
        ("error", Arc::new(error), true),
    ];
    let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("four columns");
    written(format, batch.schema(), &[batch.slice(0, 700), batch.slice(700, 1300)])
}

fn as_ndjson(media_type: &str, body: Vec<u8>) -> String {
    let (schema, batches): (_, Vec<_>) = match media_type {
        ARROW => {
            let reader = StreamReader::try_new(&body[..], None).expect("a stream");
            (reader.schema(), reader.map(|batch| batch.expect("a batch")).collect())
        }
        PARQUET => {
            let file = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(body)).expect("a file");
            let schema = Arc::clone(file.schema());
            (schema, file.build().expect("rows").map(|batch| batch.expect("a batch")).collect())
        }
        JSON => {
            let rows: Vec<Value> = serde_json::from_slice(&body).expect("a list");
            return rows.iter().map(|row| format!("{row}\n")).collect();
        }
        _ => return String::from_utf8(body).expect("text"),
    };
    String::from_utf8(written(Format::Ndjson, schema, &batches)).expect("text")
}

#[test]
fn bodies_in_all_formats_have_the_same_response() {
    let mut all =
        Format::ALL.map(|format| post(demo(), LOCAL, [format.media_type(), NDJSON], &places(format)).text());
    let expected = std::mem::take(&mut all[0]);
    assert_eq!(expected.lines().count(), 2000);
    assert!(expected.lines().last().is_some_and(|last| last.starts_with("{\"id\":\"place 1999\",")));
    for (text, format) in all.iter().zip(Format::ALL).skip(1) {
        assert!(*text == expected, "{format:?}");
    }
}

/// The text of each type of column is tested in `server/rows/src/writer/tests.rs`.
#[test]
fn responses_in_all_formats_have_the_same_values() {
    for path in [LOCAL, "/elevation", "/rise-transit-set/2024-04-08/2024-04-08?body=sun"] {
        let body = places(Format::Ndjson);
        let rows = lines(&post(demo(), path, [NDJSON, NDJSON], &body));
        assert!(rows.len() >= 1000, "{path}");
        for format in [JSON, ARROW, PARQUET, CSV] {
            let answer = post(demo(), path, [NDJSON, format], &body);
            assert_eq!((answer.status, answer.header("content-type")), (200, Some(format)));
            if format == CSV {
                assert_eq!(answer.text().lines().count(), rows.len() + 1);
                continue;
            }
            let text = as_ndjson(format, answer.body);
            let same = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
            assert!(same.eq(rows.iter().cloned()), "{path} as {format}");
        }
    }
}

#[test]
fn text_is_compressed_both_ways() {
    let body =
        web::coding::encode(web::coding::Coding::Gzip, &[places(Format::Csv).into()]).expect("encoded");
    let headers = format!(
        "Content-Type: {CSV}\r\nAccept: {CSV}\r\nContent-Encoding: gzip\r\nAccept-Encoding: gzip\r\n"
    );
    let answer = post_with(demo(), LOCAL, &headers, &body);
    assert_eq!((answer.status, answer.header("content-encoding")), (200, Some("gzip")));
    assert!(decoded("gzip", &answer.body) == post(demo(), LOCAL, [CSV, CSV], &places(Format::Csv)).body);
}

#[test]
fn a_series_of_get_has_the_rows_of_post() {
    let town = b"lat,lng,height\n42.34,-3.7,860\n";
    for (path, get) in [
        ("/solar-eclipse/search/2000/2030?minMagnitude=0.3&order=desc&limit=5", "obs"),
        ("/rise-transit-set/2024-04-08/2024-04-10?body=sun,moon", "observer"),
        ("/windows/2024-04-08/2024-04-12?when=dark,moon.alt=5..", "obs"),
        ("/body-position/2024-04-08?body=sun,moon", "obs"),
    ] {
        let separator = if path.contains('?') { "&" } else { "?" };
        let get = format!("{path}{separator}{get}=42.34,-3.7,860");
        let expected = post(demo(), path, [CSV, NDJSON], town).text();
        assert!(expected.lines().count() > 1, "{path}");
        for format in [NDJSON, ARROW] {
            let answer = demo().get_with(&get, &[("accept", format)]);
            assert_eq!((answer.status, answer.header("content-type")), (200, Some(format)), "{get}");
            assert!(as_ndjson(format, answer.body) == expected, "{get} as {format}");
        }
        assert_eq!(demo().get(&get).header("content-type"), Some(JSON));
    }
    // The results of several places are made and sent in parts.
    let (path, places): (_, Vec<_>) =
        ("/solar-eclipse/search/1500/2500", (0..20).map(|k| format!("{},{}", 30 + k, 3 * k)).collect());
    let body = format!("lat,lng\n{}\n", places.join("\n"));
    let expected = post(demo(), path, [CSV, NDJSON], body.as_bytes()).text();
    for format in [NDJSON, ARROW] {
        let answer = demo().get_with(&format!("{path}?obs={}", places.join(";")), &[("accept", format)]);
        assert!(as_ndjson(format, answer.body) == expected, "{format}");
    }
    let range = "/body-position/2024-04-08/2024-04-09?body=moon&obs=42.34,-3.7";
    let answer = demo().get_with(range, &[("accept", CSV)]);
    assert_eq!(answer.text().lines().count(), 1 + 24 * 60);
}
