//! Scripts and styles of the widgets.

use super::super::demo;
use super::super::forms::decoded;
use super::{MAP, browsed};

#[test]
fn files_are_kept_for_ever_and_have_every_coding() {
    let page = browsed(MAP).text();
    let files: Vec<&str> = page.split(['"', ' ']).filter(|part| part.starts_with("/widget/")).collect();
    assert!(files.len() >= 2, "{page}");
    for file in files {
        let plain = demo().get_with(file, &[("Origin", "https://anywhere.example")]);
        assert_eq!(plain.status, 200, "{file}");
        for (name, value) in [
            ("cache-control", "public, max-age=31536000, immutable"),
            ("access-control-allow-origin", "*"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("vary", "Accept, Accept-Encoding"),
        ] {
            assert_eq!(plain.header(name), Some(value), "{file}");
        }
        let kind = match file.rsplit_once('.').expect("an extension").1 {
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "wasm" => "application/wasm",
            _ => "text/javascript; charset=utf-8",
        };
        assert_eq!(plain.header("content-type"), Some(kind), "{file}");
        for coding in ["br", "gzip"].into_iter().filter(|_| plain.body.len() >= 1024) {
            let coded = demo().get_with(file, &[("Accept-Encoding", coding)]);
            assert_eq!(coded.header("content-encoding"), Some(coding), "{file}");
            assert_eq!(decoded(coding, &coded.body), plain.body, "{file} in {coding}");
        }
        let tag = plain.header("etag").expect("a validator");
        assert_eq!(demo().get_with(file, &[("If-None-Match", tag)]).status, 304);
        // The name without the hash is no name for ever.
        let (rest, extension) = file.rsplit_once('.').expect("an extension");
        let (stem, hash) = rest.rsplit_once('.').unwrap_or_else(|| panic!("{file} has no hash"));
        assert!(hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{file}");
        let unhashed = demo().get(&format!("{stem}.{extension}"));
        assert_eq!(unhashed.header("cache-control"), Some("public, max-age=3600"), "{file}");
        assert_eq!(demo().get(&format!("{stem}.00000000.{extension}")).status, 404, "{file}");
    }
}
