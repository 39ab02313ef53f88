//! The text of the pages without scripts, and their data.

use super::super::path::{features, path};
use super::super::{good, number, response, unix_ms};
use super::{MAP, SIMULATOR, browsed, data, policy, shown};
use artifacts::manifest::sha256_hex;
use data_encoding::{BASE64, HEXLOWER};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn a_map_is_of_use_without_scripts() {
    let answer = browsed(MAP);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let names = ["content-type", "cache-control", "referrer-policy", "x-content-type-options"];
    let expected = ["text/html; charset=utf-8", "no-store, private", "strict-origin", "nosniff"];
    assert_eq!(names.map(|name| answer.header(name)), expected.map(Some));
    assert!(answer.header("set-cookie").is_none() && answer.header("etag").is_none());
    // Of inline scripts, the policy allows the import map alone.
    let text = answer.text();
    let map = text.split("<script type=\"importmap\">").nth(1).expect("a map").split("</script>").next();
    let hash = HEXLOWER.decode(sha256_hex(map.unwrap_or_default().as_bytes()).as_bytes()).expect("a hash");
    let expected = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{}'; \
         style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
        BASE64.encode(&hash)
    );
    assert_eq!(policy(&answer), expected);
    let page = shown(&answer);
    for part in [
        "<h1>Total solar eclipse, 8 April 2024</h1>",
        "Saros 139",
        "Total for 4\u{a0}min\u{a0}28\u{a0}s at 12:17",
        "America/Monterrey",
        "12:15:06",
        "data-contact=\"C2\"",
        "<svg class=\"still plane\"",
        "class=\"mark place\"",
        "Natural Earth",
        "Smooth limb",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains(" style=") && !page.contains("<style"), "the policy forbids them: {page}");
    // Previews of links need a whole address.
    let page = page.replace("og:image\" content=\"http://test/", "");
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing from elsewhere: {page}");
}

#[test]
fn the_data_of_a_map_are_those_of_the_operations() {
    let data = data(&browsed(MAP));
    let elements = response("/solar-eclipse/elements/2460408.5");
    // The operation returns eight decimals.
    let assert_near = |own: f64, operation: &Value| {
        assert!((own - number(operation)).abs() <= 0.6e-8, "{own} {operation}");
    };
    for name in ["x", "y", "d", "mu", "l1", "l2"] {
        for k in 0..4 {
            let own = number(&data["eclipse"]["elements"][name][k]);
            // The page has radians.
            let own = if name == "d" || name == "mu" { own.to_degrees() } else { own };
            assert_near(own, &elements[name][k]);
        }
    }
    assert_near(number(&data["eclipse"]["deltaT"]), &elements["dT"]);
    assert_eq!(data["eclipse"]["elements"]["t0"], 2_460_409.25);
    assert_eq!(data["eclipse"]["name"], "Total solar eclipse, 8 April 2024");
    assert_eq!((&data["obs"]["lat"], &data["obs"]["zone"]), (&25.29.into(), &"America/Monterrey".into()));
    assert_eq!(data["view"], json!({"center": [25.29, -104.15], "z": 7, "map": "osm", "globe": false}));
    let query = "paths=c,tn,ts,area,pn,ps,rs,mh,pts,eqn,eqs,iso&eqm=4&isoStep=10&cut=none&tolerance=300";
    let ids = |collection: &Value| {
        features(collection).iter().map(|feature| feature["id"].to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!(ids(&data["paths"]), ids(&path(2_460_408.5, query)));
    for download in data["downloads"].as_array().expect("a demonstration has everything") {
        good(download["href"].as_str().expect("an address"));
    }
}

#[test]
fn eclipses_near_a_pole_and_partial_ones_are_shown_on_a_globe() {
    for (date, is_globe) in
        [("2026-08-12", true), ("2025-03-29", true), ("2013-11-03", false), ("1504-09-18", true)]
    {
        let answer = browsed(&format!("/eclipse-path?date={date}"));
        assert_eq!(data(&answer)["view"]["globe"], is_globe, "{date}");
        assert_eq!(shown(&answer).contains("still globe"), is_globe, "{date}");
        assert!(shown(&answer).contains("Greatest eclipse"), "without an observer");
    }
}

#[test]
fn the_simulator_starts_at_the_place_of_its_address() {
    let simulator = |more: &str| data(&browsed(&format!("{SIMULATOR}{more}")))["simulator"].clone();
    let at = |more: &str| simulator(more)["t"].clone();
    let found = response("/solar-eclipse/local-circumstances/details/2460408.5?obs=25.29,-104.15");
    let contacts = &found["contacts"];
    assert_eq!((at("&t=C2"), at("&t=max")), (contacts[1]["date"].clone(), contacts[2]["date"].clone()));
    assert_eq!(at("&t=2024-04-08T18:00:00Z"), "2024-04-08T18:00:00.000Z");
    // A plus sign need not be escaped.
    for later in ["&t=C2%2B0.5", "&t=C2+0.5"] {
        assert_eq!(unix_ms(&at(later)) - unix_ms(&contacts[1]["date"]), 500.0, "{later}");
    }
    let options = simulator("&speed=0&up=north&fov=2&play=1&exaggeration=3");
    for (name, expected) in [("speed", 0.0), ("fov", 2.0), ("exaggeration", 3.0)] {
        assert_eq!(options[name], expected, "{name}");
    }
    assert_eq!((&options["up"], &options["play"]), (&"north".into(), &true.into()));
}

#[test]
fn the_table_has_the_contacts_of_the_operation() {
    for (date, obs) in [
        ("2024-04-08", "25.29,-104.15,1200"),
        ("2026-08-12", "41.65,-4.73"),
        ("2012-05-20", "39.5,-119.8"),
        ("2025-03-29", "51.5,0"),
        ("1504-09-18", "0,-60"),
    ] {
        let local = response(&format!("/solar-eclipse/local-circumstances/details/{date}?obs={obs}"));
        let dates = local["contacts"].as_array().expect("contacts").iter().map(|c| c["date"].as_str());
        let page = shown(&browsed(&format!("/eclipse-path?date={date}&obs={obs}")));
        let times = page.split("<time datetime=\"").skip(1).map(|rest| rest.split('"').next());
        assert!(times.eq(dates), "{date}: {page}");
    }
}

#[test]
fn a_place_without_an_eclipse_links_to_the_nearest_one() {
    let answer = browsed("/eclipse-simulator?date=2024-04-08&obs=-35,149&t=C2");
    let page = shown(&answer);
    assert!(page.contains("below the horizon here") && page.contains("nearest point"), "{page}");
    assert!(answer.status == 200 && data(&answer)["simulator"]["t"].is_null());
    let link = page.split("href=\"?").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let there = browsed(&format!("/eclipse-simulator?{}", link.replace("&amp;", "&")));
    assert!(shown(&there).contains("Total for"), "{link}");
}
