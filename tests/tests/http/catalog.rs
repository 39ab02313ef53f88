//! Every part of the catalog, in every coding, is the records of its years.

use super::demo;
use super::forms::decoded;
use serde_json::Value;

#[test]
fn the_whole_catalog_is_one_answer_in_order() {
    let catalog = demo().get("/solar-eclipse/catalog/-1999/3000").json();
    let records = catalog["response"].as_array().expect("records");
    assert_eq!(records.len(), 11_898);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        assert!(record["mrgID"].is_null() || record["countryISO"].is_null(), "{record}");
        assert!(
            record["tzID"].is_string()
                && record["pathWidthKM"].as_str().is_none_or(|w| w.parse::<u32>().is_ok()),
            "{record}"
        );
    }
    let saros = demo().get("/solar-eclipse/catalog/-1999/3000?saros=139&primaryType=T").json();
    assert!(
        saros["response"]
            .as_array()
            .expect("records")
            .iter()
            .all(|r| r["saros"] == 139 && r["eclipseTypePrimary"] == "T")
    );
    assert_eq!(saros["query"]["saros"], "139");
    assert_eq!(
        demo().get("/solar-eclipse/catalog/2024/2024?saros=1").json()["response"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn every_coding_of_a_part_of_the_catalog_is_the_same_text() {
    let path = "/solar-eclipse/catalog/-1234/2345";
    let plain = demo().get(path);
    let records = plain.json()["response"].as_array().map_or(0, Vec::len);
    assert!(records > 8000, "{records}");
    for coding in ["br", "gzip", "deflate", "zstd"] {
        let encoded = demo().get_with(path, &[("accept-encoding", coding)]);
        assert_eq!(encoded.header("content-encoding"), Some(coding));
        assert!(decoded(coding, &encoded.body) == plain.body, "{coding}");
        println!("{coding}: {} of {} bytes", encoded.body.len(), plain.body.len());
    }
    for query in ["?primaryType=T", "?saros=139", "?primaryType=H&saros=139", "?primaryType=P"] {
        let part: Value = demo().get(&format!("{path}{query}")).json();
        let all = plain.json();
        let is_match = |r: &&Value| match query {
            "?primaryType=T" => r["eclipseTypePrimary"] == "T",
            "?primaryType=P" => r["eclipseTypePrimary"] == "P",
            "?saros=139" => r["saros"] == 139,
            _ => r["eclipseTypePrimary"] == "H" && r["saros"] == 139,
        };
        let expected: Vec<&Value> =
            all["response"].as_array().expect("a list").iter().filter(is_match).collect();
        assert_eq!(
            part["response"].as_array().expect("a list").iter().collect::<Vec<_>>(),
            expected,
            "{query}"
        );
    }
}

#[test]
fn what_is_left_to_be_encoded_of_a_long_list_is_encoded_apart_from_the_threads_that_serve() {
    // A list that is encoded there has no length before it is sent; 255 records are no whole block.
    for path in ["/solar-eclipse/catalog/-1791/-1691", "/solar-eclipse/catalog/-1791/-1580"] {
        let encoded = demo().get_with(path, &[("accept-encoding", "br")]);
        assert_eq!(encoded.header("content-length"), None, "{path}");
        assert!(decoded("br", &encoded.body) == demo().get(path).body, "{path}");
    }
}

#[test]
fn every_range_of_years_gives_the_records_of_these_years() {
    let all = demo().get("/solar-eclipse/catalog/-1999/3000").json();
    let all = all["response"].as_array().expect("a list");
    let mut state = 7u64;
    for _ in 0..60 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let from = -1999 + (state >> 33) as i64 % 4990;
        let to = from + (state >> 13) as i64 % 3000 % (3001 - from);
        let part = demo().get(&format!("/solar-eclipse/catalog/{from}/{to}")).json();
        let expected: Vec<&Value> =
            all.iter().filter(|r| r["year"].as_i64().is_some_and(|y| (from..=to).contains(&y))).collect();
        assert!(part["response"].as_array().expect("a list").iter().eq(expected), "{from} … {to}");
    }
}
