//! Places with names, and the towns in the path of an eclipse.

use super::eclipses::data;
use super::{demo, good, list, number, response, start_on};
use astro::earth::Observer;
use astro::eclipse::local::{LocalEclipseType, ObservedEclipse};
use serde_json::Value;

fn names(query: &str) -> Vec<String> {
    let name = |town: &Value| format!("{}, {}", town["name"], town["country"]).replace('"', "");
    list(&format!("/places?{query}")).iter().map(name).collect()
}

fn refusal(path: &str) -> String {
    let answer = demo().get(path);
    assert_eq!(answer.status, 400, "{path}: {}", answer.text());
    answer.json()["detail"].as_str().expect("a detail").to_owned()
}

#[test]
fn a_town_is_found_by_the_beginning_of_any_of_its_names() {
    for (query, name) in [
        ("q=ovie", "Oviedo, ES"),
        ("q=Munich", "Munich, DE"),
        ("q=m%C3%BCnchen", "Munich, DE"),
        ("q=%D0%9C%D1%8E%D0%BD%D1%85%D0%B5%D0%BD", "Munich, DE"),
        ("q=%E6%9D%B1%E4%BA%AC", "Tokyo, JP"),
        ("q=A%20Coru", "A Coruña, ES"),
        ("q=reykjavik", "Reykjavík, IS"),
        ("q=Santiago,%20Chile", "Santiago, CL"),
        ("q=Santiago&near=43,-8", "Santiago de Compostela, ES"),
        ("q=Springfield,%20Illinois", "Springfield, US"),
        ("q=York,GB", "York, GB"),
        ("q=York,%20UK", "York, GB"),
        ("q=Springfield,%20IL", "Springfield, US"),
        ("q=Victoria,%20BC", "Victoria, CA"),
    ] {
        assert_eq!(names(query).first().map(String::as_str), Some(name), "{query}");
    }
    assert_eq!(names("q=ovie&max=2").len(), 2);
    assert!(names("q=zzzzzz").is_empty());
}

#[test]
fn one_typing_error_is_allowed_anywhere() {
    for typed in ["oviedoo", "ovedo", "ovuedo", "voiedo", "0viedo", "ovied%20", "oviedp"] {
        assert!(names(&format!("q={typed}")).contains(&"Oviedo, ES".to_owned()), "{typed}");
    }
}

/// Every town with 100,000 inhabitants is found by its name, and named by its number.
#[test]
fn large_towns_are_found_by_their_own_names() {
    for letter in 'a'..='z' {
        for town in list(&format!("/places?q={letter}&max=50")) {
            assert_eq!(response(&format!("/places/{}", town["id"])), town);
            let name = town["name"].as_str().expect("a name");
            let query: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
            assert!(list(&format!("/places?max=50&q={query}")).contains(&town), "{name}");
        }
    }
}

#[test]
fn an_observer_may_be_named() {
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=";
    let details = |obs: &str| good(&format!("{path}{obs}")).json();
    let named = details("place:Oviedo");
    assert_eq!(named["query"]["obs"]["place"]["name"], "Oviedo, Asturias, Spain");
    let site = &named["query"]["obs"];
    let same = details(&format!("{},{},{}", site["lat"], site["lng"], site["height"]));
    assert_eq!(named["response"], same["response"]);
    assert!(same["query"]["obs"].get("place").is_none());
    assert_eq!(details("place:3114711")["response"], named["response"]);
    let chile = details("place:Santiago,CL");
    assert_eq!(chile["query"]["obs"]["place"]["name"], "Santiago, Santiago Metropolitan, Chile");
    let search = demo().get("/solar-eclipse/search/2026/2026?observer=place:Luxor").json();
    assert_eq!(search["query"]["obs"]["place"]["id"], 360_502);
}

#[test]
fn bad_names_are_refused_with_a_valid_alternative() {
    let of = |name: &str| refusal(&format!("/solar-eclipse/search/2026/2026?obs=place:{name}"));
    let springfields = of("Springfield");
    assert!(springfields.contains("towns have this name") && springfields.contains("place:4409896 (Spr"));
    assert!(of("Oviedxo").contains("place:3114711 (Oviedo, Asturias, Spain)"));
    assert!(of("999999999").contains("/places?q="));
    assert!(of("").contains("/places?q="));
    // Of many unknown names only the first are searched for.
    let many = refusal(&format!("/solar-eclipse/search/2026/2026?obs={}", ["place:s,zz"; 100].join(";")));
    assert_eq!(many.matches("no town of this name").count(), 3, "{many}");
    for odd in ["<script>alert(1)</script>", "\u{202e}odeivO", "e\u{301}\u{302}", "\u{5d0}\u{5d1}\u{5d2}"] {
        let name: String = form_urlencoded::byte_serialize(odd.as_bytes()).collect();
        assert!(of(&name).contains("/places?q=") || of(&name).contains("place:"), "{odd}");
        let answer = demo().get(&format!("/places?q={name}"));
        assert!([200, 400].contains(&answer.status), "{odd}: {}", answer.text());
        assert!(answer.header("content-type").is_some_and(|kind| kind.contains("json")), "{odd}");
    }
    let long = "x".repeat(5_000);
    assert!(of(&long).contains("/places?q="));
    assert!(refusal(&format!("/places?q={long}")).contains("at most 100 characters"));
    assert!(refusal("/places?q=%21%21").contains("q=Oviedo"));
    assert_eq!(demo().get("/places/1").status, 404);
    assert_eq!(demo().get("/places/0").status, 400);
}

/// Worst differences are exact: the list must hold all towns of a loop over the whole table, and no other.
#[test]
fn the_towns_in_a_path_are_those_of_a_loop_over_all_towns() {
    let towns = data().town_rows().expect("a generation with towns");
    for day in ["2026-08-12", "2023-10-14", "2013-11-03", "2024-04-08"] {
        let list = list(&format!("/solar-eclipse/towns/{day}?max=10000"));
        let jd = server::testing::date_time::parse(day).expect("a date") as f64 / 86_400_000.0 + 2_440_587.5;
        let eclipse = data().elements.usual().iter().find(|e| (e.greatest_ut().0 - jd).abs() < 1.5);
        let eclipse = eclipse.expect("an eclipse");
        let mut expected = Vec::new();
        for town in towns.iter() {
            let height_m = f64::from(town.height_m.unwrap_or(0));
            let observer = Observer::from_degrees(town.latitude_deg, town.longitude_deg, height_m);
            let local = ObservedEclipse::new(&eclipse.polynomials, observer, eclipse.delta_t_s);
            if let Some(sight) = local.sight().filter(|sight| sight.kind != LocalEclipseType::Partial) {
                expected.push((town.geonames_id, (sight.central_s * 10.0).round() / 10.0));
            }
        }
        let listed =
            list.iter().map(|town| (town["id"].as_i64().expect("an id") as i32, &town["durationSec"]));
        let mut listed: Vec<_> = listed.map(|(id, duration)| (id, number(duration))).collect();
        assert!(listed.is_sorted_by(|a, b| a.1 >= b.1), "{day}");
        listed.sort_by_key(|town| town.0);
        expected.sort_by_key(|town| town.0);
        println!("{day}: {} towns", listed.len());
        assert_eq!(listed, expected, "{day}");
    }
}

#[test]
fn towns_in_a_path_are_filtered_and_come_in_three_formats() {
    let of = |query: &str| response(&format!("/solar-eclipse/towns/2026-08-12?{query}"));
    let large = list("/solar-eclipse/towns/2026-08-12?country=es&minPopulation=200000&bbox=40,-10,44,0");
    assert!(large.iter().any(|town| town["name"] == "Oviedo"), "{large:?}");
    for town in large {
        assert_eq!(town["country"], "ES");
        assert!(number(&town["population"]) >= 200_000.0 && (40.0..=44.0).contains(&number(&town["lat"])));
    }
    let table = demo().get("/solar-eclipse/towns/2026-08-12?max=5&format=csv").text();
    assert_eq!(table.lines().count(), 6, "{table}");
    assert!(table.starts_with("id,name,region"));
    let points = demo().get("/solar-eclipse/towns/2026-08-12?max=5&format=geojson").json();
    assert_eq!(points["features"].as_array().map(Vec::len), Some(5));
    assert_eq!(points["features"][0]["geometry"]["type"], "Point");
    assert_eq!(of("country=JP"), Value::Array(Vec::new()));
    assert_eq!(response("/solar-eclipse/towns/2025-03-29"), Value::Array(Vec::new()), "a partial eclipse");
    assert!(refusal("/solar-eclipse/towns/2026-08-12?country=Spain").contains("such as ES"));
}

#[test]
fn a_card_is_a_picture_in_both_formats() {
    let card = "/eclipse-card/2026-08-12";
    let svg = good(&format!("{card}?obs=place:Burgos,ES"));
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    for text in [
        "Total solar eclipse",
        "Burgos, Castille and León, Spain",
        "Totality begins",
        "Europe/Madrid",
        "Total for 1\u{a0}min\u{a0}44\u{a0}s at 20:29:19",
    ] {
        assert!(svg.text().contains(text), "{text} in {}", svg.text());
    }
    let png = good(&format!("{card}?obs=place:Burgos,ES&format=png"));
    assert_eq!(png.header("content-type"), Some("image/png"));
    let picture = png::Decoder::new(std::io::Cursor::new(&*png.body)).read_info().expect("a PNG");
    assert_eq!((picture.info().width, picture.info().height), (1200, 630));
    assert!(good(card).text().contains("Greatest eclipse"));
    assert!(good(&format!("{card}?obs=1,2&title=%3Cscript%3E")).text().contains("&lt;script&gt;"));
    // XML has no such character.
    refusal(&format!("{card}?format=svg&obs=1,2&title=a%EF%BF%BEb"));
    refusal(&format!("{card}?format=png&obs=1,2&title=a%EF%BF%BEb"));
}

/// A generation of a builder that knew no towns.
#[test]
fn without_towns_everything_else_works_and_places_explains_it() {
    let folder = tests::copy_of_artifacts();
    let manifest = folder.path().join("current/manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("a manifest");
    let mut content: Value = serde_json::from_str(&text).expect("JSON");
    let files = content["files"].as_object_mut().expect("files");
    files.retain(|name, _| !name.starts_with("town"));
    std::fs::write(&manifest, content.to_string()).expect("written");
    let server = start_on(folder.path(), &["--demo"]);
    for path in ["/places?q=Oviedo", "/places/3114711", "/solar-eclipse/towns/2026-08-12"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
        assert!(answer.text().contains("built without towns"), "{path}: {}", answer.text());
    }
    assert!(server.get("/solar-eclipse/search/2026/2026?obs=place:Oviedo").text().contains("write LAT,LNG"));
    for path in ["/solar-eclipse/search/2026/2026?obs=43,-6", "/eclipse-path?date=2026-08-12", "/version"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
}
