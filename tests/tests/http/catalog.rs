//! Every part of the catalog, in every coding, is the records of its years.

use super::forms::decoded;
use super::*;
use tests::Random;

#[test]
fn the_whole_catalog_is_one_answer_in_order_and_every_part_is_its_records() {
    let all = list("/solar-eclipse/catalog/-1999/3000");
    assert_eq!(all.len(), 11_898);
    for (i, record) in all.iter().enumerate() {
        assert_eq!(record["catalog"].as_u64(), Some(i as u64 + 1));
        assert!(record["mrgID"].is_null() || record["countryISO"].is_null(), "{record}");
        let is_whole = record["pathWidthKM"].as_str().is_none_or(|w| w.parse::<u32>().is_ok());
        assert!(record["tzID"].is_string() && is_whole, "{record}");
    }
    let assert_part = |from: i64, to: i64, query: &str, is_match: &dyn Fn(&Value) -> bool| {
        let part = list(&format!("/solar-eclipse/catalog/{from}/{to}{query}"));
        let of_years = all.iter().filter(|r| r["year"].as_i64().is_some_and(|y| (from..=to).contains(&y)));
        assert!(part.iter().eq(of_years.filter(|r| is_match(r))), "{from} … {to}{query}");
    };
    let mut random = Random(7);
    for _ in 0..60 {
        let from = (random.uniform() * 4990.0) as i64 - 1999;
        let to = from + (random.uniform() * (3001 - from) as f64) as i64;
        assert_part(from, to, "", &|_| true);
    }
    let is = |letter: &'static str| move |r: &Value| r["eclipseTypePrimary"] == letter;
    assert_part(-1234, 2345, "?primaryType=T", &is("T"));
    assert_part(-1234, 2345, "?primaryType=P", &is("P"));
    assert_part(-1234, 2345, "?saros=139", &|r| r["saros"] == 139);
    assert_part(-1234, 2345, "?primaryType=H&saros=139", &|r| r["saros"] == 139 && is("H")(r));
    assert_part(2024, 2024, "?saros=1", &|_| false);
}

#[test]
fn a_list_of_no_whole_block_is_the_same_in_a_coding() {
    for path in ["/solar-eclipse/catalog/-1788/-1691", "/solar-eclipse/catalog/-1788/-1581"] {
        let encoded = demo().get_with(path, &[("accept-encoding", "br")]);
        assert_eq!(encoded.header("content-encoding"), Some("br"), "{path}");
        assert!(decoded("br", &encoded.body) == demo().get(path).body, "{path}");
    }
}
