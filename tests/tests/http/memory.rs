//! Memory of hostile clients and of long responses, in bytes that the server allocates.

use super::mass::{CSV, LOCAL, NDJSON, begun, post_with};
use super::unread::{runtime, unread};
use super::*;
use crate::COUNTED_PROGRAM;
use arrow_array::{ArrayRef, DictionaryArray, Float64Array, Int32Array, RecordBatch, StringArray};
use arrow_ipc::writer::StreamWriter;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::net::Shutdown;
use std::sync::Arc;

const MB: u64 = 1 << 20;
/// Memory that may remain in tables after much work.
const SPARE: u64 = 2 * MB;
/// Maximum of one call: the bounds of all its parts together.
const MAX_CALL: u64 = 16 * MB;
/// Maximum of 1,900 unread responses: 16 MB × 1.5 (PERFORMANCE.md).
const MAX_UNREAD: u64 = 24 * MB;
/// Maximum of a response of 100,000 rows.
const MAX_LONG_ANSWER: u64 = 4 * MB;

/// Maximum of the bodies of all calls, with what calls need beside them.
const MAX_BODIES: u64 = 160 * MB;

/// Maximum of all memory of the server that no file has: without it, hostile calls could end the process.
const MAX_PROCESS: u64 = 512 * MB;

/// A server that counts its memory and has little, for one test at a time.
fn counted() -> MutexGuard<'static, Served> {
    static COUNTED: OnceLock<(Mutex<Served>, u64)> = OnceLock::new();
    let start = || {
        let arguments = ["--demo", "--trusted-proxies", "127.0.0.0/8"];
        let server = Served::start(COUNTED_PROGRAM, tests::built(), &arguments).to_the_end();
        server.limit_memory(MAX_PROCESS);
        // What the first requests prepare stays in memory.
        for path in ["/docs", "/body-position/2000-01-01/2000-01-02?body=sun,moon&obs=1,2,3"] {
            assert_eq!(server.get(path).status, 200);
        }
        let (bytes, _) = server.allocated_bytes();
        (Mutex::new(server), bytes)
    };
    let (server, at_first) = COUNTED.get_or_init(start);
    let server = server.lock().unwrap_or_else(PoisonError::into_inner);
    at_rest(&server);
    until_true("the memory of earlier tests is free", || server.allocated_bytes().0 < at_first + SPARE);
    server
}

/// Asserts how many more bytes a server allocates at a time at most while something runs.
fn assert_grows(server: &Served, most: u64, run: impl FnOnce()) {
    let (before, _) = server.allocated_bytes();
    run();
    let (_, peak) = server.allocated_bytes();
    let grown = peak.saturating_sub(before);
    println!("at most {grown} bytes more, allowed {most}");
    assert!(grown < most, "{grown} bytes more, allowed {most}");
}

#[test]
fn a_hundred_thousand_positions_take_no_more_memory_than_a_few() {
    let server = counted();
    let path = "/body-position/2000-01-01/2000-03-10T10:40:00Z?body=sun,moon&obs=1,2,3";
    let mut body = Vec::new();
    assert_grows(&server, MAX_LONG_ANSWER, || {
        body = server.get_with(path, &[("Accept-Encoding", "zstd")]).body;
    });
    let plain = zstd::stream::decode_all(&body[..]).expect("decoded");
    let json: serde_json::Value = serde_json::from_slice(&plain).expect("JSON");
    assert_eq!(json["response"].as_object().map(serde_json::Map::len), Some(100_000));
    assert!(plain.len() as u64 > MAX_LONG_ANSWER, "{} bytes", plain.len());
}

#[test]
fn unread_answers_fill_no_memory() {
    const CONNECTIONS: usize = 20;
    let server = counted();
    let paths: Vec<String> = (0..95).map(|k| format!("/version?{}", format!("a{k}&").repeat(1500))).collect();
    let runtime = runtime();
    assert_grows(&server, MAX_UNREAD, || {
        for _ in 0..CONNECTIONS {
            unread(&runtime, &server, &paths);
        }
        until_true("all requests", || {
            server.metric("umbra_http_requests_in_flight ") == (CONNECTIONS * paths.len()) as f64
        });
    });
    drop(runtime);
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn a_client_that_does_not_read_takes_no_more_memory_than_one_that_does() {
    let server = counted();
    let rows = "42.34,-3.7\n".repeat(5000);
    let chunk = format!("{:x}\r\n{rows}\r\n", rows.len());
    assert_grows(&server, MAX_CALL, || {
        let mut stream = begun(&server, 1000);
        // The server reads them into a temporary file, for it expects that the client reads at last.
        for _ in 0..2 * MAX_CALL as usize / chunk.len() {
            stream.write_all(chunk.as_bytes()).expect("sent");
        }
    });
}

#[test]
fn gzip_that_becomes_too_large_is_refused_with_little_memory() {
    let server = counted();
    for (text, reason) in
        [("\n", "bytes without a row"), ("42.34,-3.7\n", "more than 100 times as large by gzip")]
    {
        let text = "lat,lng\n".to_owned() + &text.repeat((64 << 20) / text.len());
        let bomb = web::coding::encode(web::coding::Coding::Gzip, &[text.into()]).expect("encoded");
        let headers = format!("Content-Type: {CSV}\r\nAccept: {NDJSON}\r\nContent-Encoding: gzip\r\n");
        let mut answer = None;
        assert_grows(&server, MAX_CALL, || {
            answer = Some(post_with(&server, &format!("{LOCAL}?fields=max"), &headers, &bomb));
        });
        let answer = answer.expect("an answer");
        let text = answer.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(answer.status == 413 || answer.status == 200, "{last}");
        assert!(last.contains(reason), "{last}");
    }
}

/// A table of 300,000 places, which is large in memory and small as a body.
fn places() -> RecordBatch {
    const ROWS: usize = 300_000;
    const IDS: i32 = 6000;
    let names = StringArray::from_iter_values((0..IDS).map(|id| format!("{id:0255}")));
    let ids = (0..ROWS as i32).map(|row| row % IDS).collect::<Int32Array>();
    let id = DictionaryArray::new(ids, Arc::new(names));
    let number: ArrayRef = Arc::new(Float64Array::from_iter_values((0..ROWS).map(|row| (row % 50) as f64)));
    let columns: [(&str, ArrayRef); 4] =
        [("id", Arc::new(id)), ("lat", number.clone()), ("lng", number.clone()), ("height", number)];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

/// Bodies of that table with a dictionary of 1.6 MB: pages of 2.4 MB and of 8 kB, messages of 6 and of 1 MB;
/// and texts with long lines. With each, the memory that many calls hold together at least.
fn large_bodies() -> Vec<(&'static str, Vec<u8>, u64)> {
    let parquet = |page_rows: usize| {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
            .set_column_dictionary_enabled("id".into(), true)
            .set_dictionary_page_size_limit(16 << 20)
            .set_data_page_size_limit(usize::MAX)
            .set_data_page_row_count_limit(page_rows)
            .set_write_batch_size(page_rows);
        let mut file = Vec::new();
        let batch = places();
        let mut writer =
            ArrowWriter::try_new(&mut file, batch.schema(), Some(properties.build())).expect("a writer");
        writer.write(&batch).and_then(|()| writer.close()).expect("a file");
        file
    };
    let arrow = |rows: usize| {
        let batch = places();
        let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("a writer");
        for start in (0..batch.num_rows()).step_by(rows) {
            let part = batch.slice(start, rows.min(batch.num_rows() - start));
            writer.write(&part).expect("written");
        }
        writer.into_inner().expect("a stream")
    };
    let (parquet_type, arrow_type) =
        ("application/vnd.apache.parquet", "application/vnd.apache.arrow.stream");
    let long = "x".repeat(60_000);
    let ndjson = format!("{{\"lat\":42.34,\"lng\":-3.7,\"note\":\"{long}\"}}\n").repeat(300);
    let csv = format!("lat,lng,note\n{}", format!("42.34,-3.7,{long}\n").repeat(300));
    vec![
        (parquet_type, parquet(300_000), 64 * MB),
        (parquet_type, parquet(1000), 64 * MB),
        (arrow_type, arrow(200_000), 64 * MB),
        (arrow_type, arrow(30_000), 64 * MB),
        (NDJSON, ndjson.into_bytes(), 16 * MB),
        (CSV, csv.into_bytes(), 16 * MB),
    ]
}

#[test]
fn many_large_bodies_of_four_callers_stay_within_their_memory() {
    const CALLS: usize = 64;
    for (media_type, body, held) in large_bodies() {
        let server = counted();
        println!("{media_type}: {} bytes", body.len());
        let calls: Vec<_> = (0..CALLS).map(|_| server.connect()).collect();
        assert_grows(&server, MAX_BODIES, || {
            std::thread::scope(|scope| {
                for (number, mut stream) in calls.iter().enumerate() {
                    let head = format!(
                        "POST {LOCAL} HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 198.51.100.{}\r\n\
                         Content-Type: {media_type}\r\nAccept: {CSV}\r\nContent-Length: {}\r\n\r\n",
                        number % 4,
                        body.len()
                    );
                    let body = &body;
                    // A call that is refused is closed, perhaps before all is sent.
                    scope.spawn(move || {
                        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).ok()
                    });
                }
                for path in ["/livez", "/julian-day/2026-08-12", "/livez"] {
                    assert_eq!(server.get(path).status, 200);
                }
                until_true("many calls hold memory", || {
                    server.metric("umbra_body_memory_bytes ") > held as f64
                });
                assert!(server.metric("umbra_body_memory_bytes ") <= (128 * MB) as f64);
                calls.iter().for_each(|call| drop(call.shutdown(Shutdown::Both)));
            });
        });
        drop(calls);
        until_true("all memory is given back", || server.metric("umbra_body_memory_bytes ") == 0.0);
    }
}
