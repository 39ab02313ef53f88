//! Scripts and styles of the widgets.

use super::super::forms::decoded;
use super::super::{demo, start};
use super::{MAP, browsed};

#[test]
fn files_are_kept_for_ever_and_have_every_coding() {
    let page = browsed(MAP).text();
    let files: Vec<&str> = page.split(['"', ' ']).filter(|part| part.starts_with("/widget/")).collect();
    assert!(files.len() >= 2, "{page}");
    for file in files {
        let plain = demo().get_with(file, &[("Origin", "https://anywhere.example")]);
        assert_eq!(plain.status, 200, "{file}");
        assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(plain.header("access-control-allow-origin"), Some("*"));
        assert_eq!(plain.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(plain.header("vary"), Some("Accept, Accept-Encoding"));
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

#[test]
fn files_have_a_limit_of_their_own() {
    let server = start(&["--rate-tiles", "5/3600s,10s", "--rate-standard", "20/3600s,10s"]);
    let statuses: Vec<u16> = (0..7).map(|_| server.get("/widget/look.css").status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    let refused = server.get("/widget/look.css");
    assert!(refused.header("retry-after").is_some() && refused.text().contains("rate-limited"));
    assert_eq!(refused.header("ratelimit-policy"), Some("\"tiles\";q=5;w=3600"));
    assert_eq!(server.get("/version").status, 200, "operations are counted apart");
}
