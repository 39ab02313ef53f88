//! The forms of a response: codings, validators, methods, origins, types.

use super::docs::gets;
use super::*;

const SVG: &str = "image/svg+xml";
const ARROW: &str = "application/vnd.apache.arrow.stream";
/// No script, no file of any host, no origin.
const INERT: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

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
    const MAP: &str = "/solar-eclipse/path/2460408.5?paths=all&eqm=9&tolerance=20";
    const PART: &str = "/solar-eclipse/catalog/-1234/2345";
    for path in ["/solar-eclipse/catalog/-1999/3000", PART, LONG, STREAMED, MAP, "/docs", "/docs/costs"] {
        let plain = demo().get(path);
        assert_eq!(plain.header("content-encoding"), None);
        for coding in ["br", "gzip", "deflate", "zstd"] {
            let answer = demo().get_with(path, &[("Accept-Encoding", coding)]);
            assert_eq!(answer.header("content-encoding"), Some(coding), "{path}");
            assert!(answer.body.len() < plain.body.len(), "{path} in {coding}");
            assert!(decoded(coding, &answer.body) == plain.body, "{path} in {coding}");
            assert_ne!(answer.header("etag"), plain.header("etag"), "a strong validator is of one form");
        }
    }
    // Short responses are not worth it.
    let short = demo().get_with("/julian-day/2024", &[("Accept-Encoding", "br")]);
    assert_eq!(short.header("content-encoding"), None);
}

#[test]
fn what_a_client_has_is_not_sent_again() {
    for path in ["/julian-day/2024-04-08", LONG, STREAMED, "/openapi/latest.json"] {
        let first = demo().get_with(path, &[("Accept-Encoding", "gzip")]);
        let tag = first.header("etag").expect("a validator").to_owned();
        for list in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = demo().get_with(path, &[("Accept-Encoding", "gzip"), ("If-None-Match", &list)]);
            assert_eq!((again.status, again.body.len()), (304, 0), "{path} {list}");
            assert!(["cache-control", "vary"].iter().all(|name| again.header(name).is_some()));
            assert!(again.header("etag") == Some(&tag) || list == "*", "{path}");
        }
        assert_eq!(demo().get_with(path, &[("If-None-Match", "\"other\"")]).status, 200);
    }
    // A form that Accept has chosen is a response of its own.
    for path in ["/rise-transit-set/2026-12-01?obs=1,2&body=sun", "/solar-eclipse/search/2026/2030?obs=43,-8"]
    {
        let types = ["application/json", "application/x-ndjson", "text/csv", ARROW];
        let tag =
            |media_type| demo().get_with(path, &[("Accept", media_type)]).header("etag").map(str::to_owned);
        let tags: BTreeSet<_> = types.into_iter().filter_map(tag).collect();
        assert_eq!(tags.len(), types.len(), "{path}: {tags:?}");
    }
    // Other parameters, another response; the same in other words, the same response.
    let tag = |path: &str| demo().get(path).header("etag").map(str::to_owned);
    assert_eq!(tag("/julian-day/2024-04-08"), tag("/julian-day/8%20Apr%202024/"));
    assert_ne!(tag("/julian-day/2024-04-08"), tag("/julian-day/2024-04-09"));
    assert_ne!(tag("/julian-day/2024-04-08"), tag("/julian-day/2024-04-08?cost=1"));
    assert_eq!(tag("/lunar-libration/2024?obs=1,2"), tag("/lunar-libration/2024-01-01?observer=1.0,2,0"));
    let map = "/solar-eclipse/path/2460408.5";
    assert_eq!(tag(map), tag(&format!("{map}?paths=c,c&tolerance=100.0&format=geojson")));
    for other in ["format=kml", "minAlt=10", "paths=tn", "extras=times", "cut=none", "deltaT=70"] {
        assert_ne!(tag(map), tag(&format!("{map}?{other}")), "{other}");
    }
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
    let known = demo().send("HEAD", "/julian-day/2024", &[("If-None-Match", "*")], "");
    assert_eq!((known.status, known.header("content-length")), (304, None));
    let empty = demo().send("HEAD", "/tiles/current/6/2/32.mvt", &[], "");
    assert_eq!((empty.status, empty.header("content-length")), (204, None));
}

#[test]
fn every_picture_that_could_be_a_document_is_inert() {
    let document = demo().get("/openapi/latest.json").json();
    let mut pictures = Vec::new();
    for (path, operation) in gets(&document) {
        if operation["responses"]["200"]["content"].get(SVG).is_none() {
            continue;
        }
        let address = match path.as_str() {
            "/widget/{file}" => "/widget/icon.svg",
            _ => operation["x-example"].as_str().expect("an address"),
        };
        let first = demo().get_with(address, &[("Accept", SVG)]);
        assert_eq!((first.status, first.header("content-type")), (200, Some(SVG)), "{address}");
        let tag = first.header("etag").expect("a validator");
        let again = demo().get_with(address, &[("Accept", SVG), ("If-None-Match", tag)]);
        assert_eq!(again.status, 304, "{address}");
        for answer in [&first, &again] {
            assert_eq!(answer.header("content-security-policy"), Some(INERT), "{address}");
        }
        pictures.push(path);
    }
    assert!(pictures.len() >= 5, "{pictures:?}");
}

#[test]
fn browsers_of_other_origins_are_answered() {
    let origin = ("Origin", "https://app.example");
    let preflight = demo().send(
        "OPTIONS",
        "/julian-day/2024",
        &[
            origin,
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "authorization,content-type,x-requested-with"),
        ],
        "",
    );
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let allowed = preflight.header("access-control-allow-headers").unwrap_or_default();
    // Libraries always send some of these.
    for name in ["Authorization", "X-Request-Id", "Content-Type", "X-Requested-With"] {
        assert!(allowed.split(", ").any(|allowed| allowed == name), "{allowed}");
    }
    // A page must be able to read a refusal.
    for (path, status) in [("/julian-day/2024", 200), ("/julian-day/x", 400)] {
        let answer = demo().get_with(path, &[origin]);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (status, Some("*")));
        assert!(answer.header("vary").is_some_and(|v| v.contains("Origin")));
        let exposed = answer.header("access-control-expose-headers").unwrap_or_default();
        assert!(exposed.split(", ").any(|name| name == "X-Request-Id"), "{exposed}");
    }
    assert_eq!(demo().get("/julian-day/2024").header("access-control-allow-origin"), None);
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
