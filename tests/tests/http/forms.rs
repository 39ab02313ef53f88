//! The forms of an answer: codings, validators, methods, origins, types.

use super::demo;
use std::io::Read;

const LONG: &str = "/solar-eclipse/catalog/1900/2100";
const STREAMED: &str = "/body-position/2000-01-01/2000-01-03?body=sun,moon&interval=60";

pub(super) fn decoded(coding: &str, body: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match coding {
        "br" => brotli::Decompressor::new(body, 4096).read_to_end(&mut plain),
        "gzip" => flate2::read::GzDecoder::new(body).read_to_end(&mut plain),
        "deflate" => flate2::read::ZlibDecoder::new(body).read_to_end(&mut plain),
        "zstd" => zstd::stream::read::Decoder::new(body).and_then(|mut d| d.read_to_end(&mut plain)),
        _ => panic!("{coding}"),
    }
    .unwrap_or_else(|e| panic!("{coding}: {e}"));
    plain
}

#[test]
fn every_coding_carries_the_same_bytes() {
    for path in ["/solar-eclipse/catalog/-1999/3000", LONG, STREAMED, "/docs", "/docs/costs"] {
        let plain = demo().get(path);
        assert_eq!(plain.header("content-encoding"), None);
        for coding in ["br", "gzip", "deflate", "zstd"] {
            let answer = demo().get_with(path, &[("Accept-Encoding", coding)]);
            assert_eq!(answer.header("content-encoding"), Some(coding), "{path}");
            assert!(
                answer.body.len() < plain.body.len(),
                "{path} in {coding}: {} of {}",
                answer.body.len(),
                plain.body.len()
            );
            assert_eq!(decoded(coding, &answer.body), plain.body, "{path} in {coding}");
            assert_ne!(answer.header("etag"), plain.header("etag"), "a strong validator is of one form");
        }
    }
    // Short answers are not worth it.
    assert_eq!(
        demo().get_with("/julian-day/2024", &[("Accept-Encoding", "br")]).header("content-encoding"),
        None
    );
}

#[test]
fn what_a_client_has_is_not_sent_again() {
    for path in ["/julian-day/2024-04-08", LONG, STREAMED, "/openapi/latest.json"] {
        let first = demo().get_with(path, &[("Accept-Encoding", "gzip")]);
        let tag = first.header("etag").expect("a validator").to_owned();
        for list in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = demo().get_with(path, &[("Accept-Encoding", "gzip"), ("If-None-Match", &list)]);
            assert_eq!((again.status, again.body.len()), (304, 0), "{path} {list}");
            assert!(
                again.header("etag").is_some()
                    && again.header("cache-control").is_some()
                    && again.header("vary").is_some()
            );
        }
        assert_eq!(demo().get_with(path, &[("If-None-Match", "\"other\"")]).status, 200);
    }
    // Other parameters, another answer; the same in other words, the same answer.
    let tag = |path: &str| demo().get(path).header("etag").map(str::to_owned);
    assert_eq!(tag("/julian-day/2024-04-08"), tag("/julian-day/8%20Apr%202024/"));
    assert_ne!(tag("/julian-day/2024-04-08"), tag("/julian-day/2024-04-09"));
    assert_ne!(tag("/julian-day/2024-04-08"), tag("/julian-day/2024-04-08?cost=1"));
    assert_eq!(tag("/lunar-libration/2024?obs=1,2"), tag("/lunar-libration/2024-01-01?observer=1.0,2,0"));
}

#[test]
fn head_is_get_without_a_body() {
    for path in ["/julian-day/2024", LONG, "/nowhere", "/date/x"] {
        let get = demo().get(path);
        let head = demo().send("HEAD", path, &[], "");
        assert_eq!(head.status, get.status);
        assert_eq!(head.body.len(), 0);
        for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {path}");
        }
    }
}

#[test]
fn browsers_of_other_origins_are_answered() {
    let preflight = demo().send(
        "OPTIONS",
        "/julian-day/2024",
        &[
            ("Origin", "https://app.example"),
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "authorization"),
        ],
        "",
    );
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("https://app.example"));
    assert!(preflight.header("access-control-allow-headers").is_some_and(|h| h.contains("Authorization")));
    let answer = demo().get_with("/julian-day/2024", &[("Origin", "https://app.example")]);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example"));
    assert!(answer.header("vary").is_some_and(|v| v.contains("Origin")));
    let refused = demo().get_with("/julian-day/x", &[("Origin", "https://app.example")]);
    assert_eq!(
        refused.header("access-control-allow-origin"),
        Some("https://app.example"),
        "a page must be able to read a refusal"
    );
    assert_eq!(demo().get("/julian-day/2024").header("access-control-allow-origin"), None);
}

#[test]
fn the_description_of_the_latest_version_is_that_of_its_number() {
    let document = demo().get("/openapi/latest.json").json();
    assert_eq!(
        demo().get(&format!("/openapi/{}.json", document["info"]["version"].as_str().expect("version"))).body,
        demo().get("/openapi/latest.json").body
    );
}

#[test]
fn shared_caches_need_one_description_for_all_callers() {
    let headers = [("Origin", "https://app.example"), ("Authorization", "ServiceAuth a:b")];
    for headers in [&headers[..], &[]] {
        let answer = demo().get_with("/openapi/latest.json", headers);
        assert_eq!(answer.header("cache-control"), Some("public, max-age=3600"));
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        assert_eq!(answer.header("vary"), Some("Accept, Accept-Encoding"));
    }
}

#[test]
fn the_accept_header_chooses_the_format() {
    for (accept, status) in [
        ("*/*", 200),
        ("application/json", 200),
        ("application/*;q=0.1", 200),
        ("text/html, */*;q=0.1", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
    ] {
        assert_eq!(demo().get_with("/julian-day/2024", &[("Accept", accept)]).status, status, "{accept}");
    }
}
