//! The promise of COMPATIBILITY.md: within a major version, the OpenAPI description, columns, options and
//! metrics only grow. `just release-lists` keeps those of a version that is being released.

mod openapi;
mod rules;

use crate::PROGRAM;
use crate::http::demo;
use artifacts::{batch, tables};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::io::{Read, Write};
use std::path::PathBuf;
use tests::released::{REMEDY, VERSION, check, is_written, options, versions};

/// The description of a released version, compressed.
fn kept(version: &str) -> PathBuf {
    tests::root().join(format!("server/src/api/openapi/released/{version}.json.gz"))
}

fn decoded(gzip: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain).expect("gzip");
    plain
}

#[test]
fn released_descriptions_are_served_and_kept() {
    let current = server::testing::openapi();
    if is_written() {
        let file = std::fs::File::create(kept(VERSION)).expect("the file");
        let mut encoder = GzBuilder::new().write(file, Compression::best());
        encoder.write_all(&current).and_then(|()| encoder.finish().map(drop)).expect("written");
        return;
    }
    let parsed = |bytes: &[u8]| serde_json::from_slice(bytes).expect("JSON");
    for (version, _) in versions() {
        let gzip = std::fs::read(kept(&version)).expect("a kept description");
        let plain = decoded(&gzip);
        let breaks = openapi::breaks(&parsed(&plain), &parsed(&current));
        assert!(breaks.is_empty(), "{version} breaks:\n{}", Vec::from_iter(breaks).join("\n"));
        assert!(version != VERSION || plain == current, "the OpenAPI description of {version} {REMEDY}");
        let path = format!("/openapi/{version}.json");
        let encoded = demo().get_with(&path, &[("Accept-Encoding", "gzip, br")]);
        assert_eq!(encoded.header("content-encoding"), Some("gzip"));
        assert!(encoded.body == gzip && demo().get(&path).body == plain, "{path} is another");
    }
}

#[test]
fn released_columns_stay() {
    let all =
        tables::ALL.iter().copied().chain([&tables::paths_limb::TABLE]).chain(batch::ALL.iter().copied());
    let mut lines = Vec::new();
    for table in all {
        lines.push(format!("{} sorted by {}", table.name, table.sorted_by));
        let line = |c: &artifacts::schema::Column| {
            format!("{} {}: {}, {}", table.name, c.name, c.kind.word(), c.unit)
        };
        lines.extend(table.columns.iter().map(line));
    }
    check("columns.txt", &lines);
}

#[test]
fn released_options_of_the_server_stay() {
    check("server.txt", &options(PROGRAM));
}

#[test]
fn released_metrics_stay() {
    let text = demo().admin("/metrics").text();
    let mut lines: Vec<_> =
        text.lines().filter_map(|l| l.strip_prefix("# TYPE ")).map(str::to_owned).collect();
    lines.sort();
    check("metrics.txt", &lines);
}
