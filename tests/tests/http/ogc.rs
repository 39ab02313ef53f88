//! OGC API – Features: the documents, pages, filters and single features.

use super::*;

const ECLIPSES: &str = "/ogc/collections/solar-eclipses/items";
const PATHS: &str = "/ogc/collections/paths/items";
const TOWNS: &str = "/ogc/collections/towns/items";

/// The path of a link of a document, without the host.
fn link(document: &Value, rel: &str) -> Option<String> {
    let links = document["links"].as_array().expect("links");
    let href = links.iter().find(|link| link["rel"] == rel)?["href"].as_str().expect("an address");
    let (_, path) = href.split_once("://").and_then(|(_, rest)| rest.split_once('/')).expect("a host");
    Some(format!("/{path}"))
}

fn items(path: &str) -> Value {
    let answer = good(path);
    assert_eq!(answer.header("content-type"), Some("application/geo+json"), "{path}");
    let page = answer.json();
    let features = page["features"].as_array().expect("a list");
    assert_eq!(page["numberReturned"], features.len(), "{path}");
    page
}

/// All features by the links to the next page, and the number of pages.
fn all(first: &str) -> (Vec<Value>, usize) {
    let (mut features, mut pages, mut next) = (Vec::new(), 0, Some(first.to_owned()));
    while let Some(path) = next {
        let page = items(&path);
        features.extend(page["features"].as_array().expect("a list").iter().cloned());
        (pages, next) = (pages + 1, link(&page, "next"));
    }
    (features, pages)
}

fn ids(features: &[Value]) -> Vec<&str> {
    features.iter().map(|feature| feature["id"].as_str().expect("an id")).collect()
}

#[test]
fn all_links_of_the_documents_answer() {
    let landing = good("/ogc").json();
    for rel in ["self", "service-desc", "service-doc", "conformance", "data"] {
        let path = link(&landing, rel).expect(rel);
        let answer = good(&path);
        let stated = landing["links"].as_array().expect("links").iter().find(|l| l["rel"] == rel).expect(rel);
        let media_type = answer.header("content-type").expect("a type");
        assert!(media_type.starts_with(stated["type"].as_str().expect("a type")), "{path}: {media_type}");
    }
    let classes = good("/ogc/conformance").json();
    let classes = classes["conformsTo"].as_array().expect("a list");
    for class in ["core", "oas30", "geojson"] {
        assert!(
            classes.iter().any(|c| c.as_str().is_some_and(|c| c.ends_with(&format!("/1.0/conf/{class}"))))
        );
    }
    let collections = good("/ogc/collections").json();
    for collection in collections["collections"].as_array().expect("a list") {
        assert_eq!(&good(&link(collection, "self").expect("self")).json(), collection);
        let page = items(&format!("{}?limit=1", link(collection, "items").expect("items")));
        assert_eq!(page["numberReturned"], 1);
        let parent = good(&link(&page, "collection").expect("a collection")).json();
        assert_eq!(parent["id"], collection["id"]);
    }
}

#[test]
fn the_description_has_the_limits_in_force() {
    let api = good("/ogc/api");
    assert_eq!(api.header("content-type"), Some("application/vnd.oai.openapi+json;version=3.0"));
    let api = api.json();
    assert_eq!(api["openapi"], "3.0.3");
    for (collection, max) in [("solar-eclipses", 10_000), ("paths", 50), ("towns", 1000)] {
        let get = &api["paths"][format!("/collections/{collection}/items")]["get"];
        let limit = &get["parameters"].as_array().expect("a list")[0];
        assert_eq!((&limit["name"], &limit["schema"]["maximum"]), (&"limit".into(), &max.into()));
    }
    // More than the maximum is the maximum.
    assert_eq!(items(&format!("{ECLIPSES}?limit=99999"))["numberReturned"], 10_000);
}

#[test]
fn pages_have_each_eclipse_of_the_catalog_once_and_in_order() {
    let (features, pages) = all(&format!("{ECLIPSES}?limit=1000"));
    assert_eq!((features.len(), pages), (11_898, 12));
    assert_eq!(ids(&features).into_iter().collect::<BTreeSet<_>>().len(), 11_898);
    let catalog = response("/solar-eclipse/catalog/-1999/3000");
    let catalog = catalog.as_array().expect("a list");
    for (feature, record) in features.iter().zip(catalog) {
        let properties = &feature["properties"];
        assert_eq!(properties["catalog"], record["catalog"]);
        assert_eq!((&properties["saros"], &properties["type"]), (&record["saros"], &record["eclipseType"]));
        let place = &feature["geometry"]["coordinates"];
        // The catalog has whole degrees, and its own ΔT: 0.6 degrees in remote years.
        assert!((number(&place[1]) - number(&record["lat"])).abs() <= 0.51, "{feature}");
    }
}

#[test]
fn eclipses_are_where_and_when_they_are_in_the_canon() {
    // Espenak & Meeus 2006: 2024 April 8, greatest eclipse at 25.3° N, 104.1° W.
    let feature = good(&format!("{ECLIPSES}/2460408.5")).json();
    let place = &feature["geometry"]["coordinates"];
    assert!((number(&place[0]) + 104.1).abs() < 0.06 && (number(&place[1]) - 25.3).abs() < 0.06, "{place}");
    assert!(feature["properties"]["date"].as_str().expect("a date").starts_with("2024-04-08T18:17:"));
    assert_eq!(link(&feature, "self").as_deref(), Some("/ogc/collections/solar-eclipses/items/2460408.5"));
    assert_eq!(items(&format!("{ECLIPSES}?eclipse=2024-04-08"))["features"][0]["id"], feature["id"]);
}

#[test]
fn intervals_are_open_or_closed_and_reach_before_the_year_0() {
    let count =
        |datetime: &str| items(&format!("{ECLIPSES}?datetime={datetime}&limit=1"))["numberMatched"].clone();
    assert_eq!(count("2024-04-08"), 1);
    assert_eq!(count("2024-04-08T00:00:00Z"), 0);
    assert_eq!(count("2024-04-08T18:00:00Z/2024-04-08T19:00:00Z"), 1);
    assert_eq!(count("2024-01-01/2024-12-31"), 2);
    assert_eq!(count("2024-01-01T/2024-12-31T"), 2);
    assert_eq!(count("../.."), 11_898);
    let [before, after] = [count("../-000001-12-31T23:59:59Z"), count("0000-01-01/")].map(|n| number(&n));
    assert_eq!(before + after, 11_898.0);
    // The eclipse of Thales, and the Gregorian year -584.
    let page = items(&format!("{ECLIPSES}?datetime=-000584-05-22"));
    assert_eq!(page["features"][0]["properties"]["catalog"], 3379);
    assert_eq!(count("-000584-01-01/-000584-12-31"), 2);
    for bad in
        ["..", "/x", "2024", "2025-01-01/2024-01-01", "2024-01-01/2024-02-01/2024-03-01", "August+12+2026"]
    {
        assert_eq!(demo().get(&format!("{ECLIPSES}?datetime={bad}")).status, 400, "{bad}");
    }
}

#[test]
fn boxes_select_points_and_areas_also_across_the_antimeridian() {
    let (features, _) = all(&format!("{ECLIPSES}?bbox=170,-30,-170,10&limit=10000"));
    let (everywhere, _) = all(&format!("{ECLIPSES}?limit=10000"));
    let is_in = |feature: &&Value| {
        let place = &feature["geometry"]["coordinates"];
        number(&place[0]).abs() >= 170.0 && (-30.0..=10.0).contains(&number(&place[1]))
    };
    let expected: Vec<_> = everywhere.iter().filter(is_in).cloned().collect();
    assert!(!expected.is_empty());
    assert_eq!(ids(&features), ids(&expected));

    // The paths over Spain are those with towns there, and those that pass between them.
    let span = "datetime=2026-01-01/2100-12-31";
    let (paths, pages) = all(&format!("{PATHS}?bbox=-7,37,-1,43&{span}&limit=2"));
    assert!(pages > 1);
    let found: BTreeSet<_> = ids(&paths).into_iter().map(str::to_owned).collect();
    assert_eq!(found.len(), paths.len());
    let (all_paths, _) = all(&format!("{PATHS}?{span}&limit=50"));
    assert!(
        all_paths.iter().all(|path| path["geometry"]["type"].as_str().expect("a type").ends_with("olygon"))
    );
    for eclipse in ids(&all_paths) {
        let page = items(&format!("{TOWNS}?eclipse={eclipse}&bbox=-7,37,-1,43&limit=1"));
        assert!(page["numberMatched"] == 0 || found.contains(eclipse), "{eclipse}");
    }
    assert!(found.contains("2461264.5"));
    // A page ends after twenty computed paths for each that it may have, and tells where to go on.
    let page = items(&format!("{PATHS}?bbox=0,-90,0.001,-89.999&limit=1"));
    assert_eq!(
        (&page["numberReturned"], link(&page, "next").is_some_and(|next| next.ends_with("=20"))),
        (&0.into(), true),
        "{page}"
    );
}

#[test]
fn towns_are_those_of_the_operation() {
    let (features, _) = all(&format!("{TOWNS}?eclipse=2026-08-12&limit=1000"));
    let towns = response("/solar-eclipse/towns/2026-08-12?max=10000");
    let towns = towns.as_array().expect("a list");
    assert_eq!(features.len(), towns.len());
    for (feature, town) in features.iter().zip(towns) {
        let properties = &feature["properties"];
        assert_eq!((&properties["id"], &properties["c2"]), (&town["id"], &town["c2"]));
    }
    let page = items(&format!("{TOWNS}?eclipse=2026-08-12&datetime=2026-08-12T18:30:00Z/..&limit=3"));
    let first = &page["features"][0];
    assert!(first["properties"]["max"].as_str().expect("an instant") >= "2026-08-12T18:30");
    let own = link(&page, "self").expect("self");
    assert_eq!(items(&own), page);
    let one = good(&format!("{TOWNS}/{}", first["id"].as_str().expect("an id"))).json();
    assert_eq!(one["properties"], first["properties"]);
    // Without an eclipse, the next page is about the same one.
    let next = link(&items(&format!("{TOWNS}?limit=1")), "next").expect("a page");
    assert!(next.contains("eclipse="), "{next}");
}

#[test]
fn links_carry_the_key_only_if_the_query_has_it() {
    let cache = |path: &str| good(path).header("cache-control").map(str::to_owned);
    for path in ["/ogc", "/ogc/collections", &format!("{ECLIPSES}?limit=1"), &format!("{ECLIPSES}/2461264.5")]
    {
        for name in ["apiKey", "%61piKey"] {
            let with_key = format!("{path}{}{name}=YOUR_KEY", if path.contains('?') { '&' } else { '?' });
            let text = good(&with_key).text();
            let (links, keys) = (text.matches("/ogc").count(), text.matches("piKey=YOUR_KEY").count());
            assert_eq!(links, keys, "{text}");
            assert!(cache(&with_key).expect("a rule").contains("no-store"), "{path}");
        }
        assert!(!good(path).text().contains("apiKey") && cache(path).expect("a rule").contains("private"));
    }
}

#[test]
fn prices_are_as_documented() {
    for (path, cost) in [
        (format!("{ECLIPSES}?limit=10000"), 100.0),
        (format!("{ECLIPSES}?limit=10000&datetime=2000-01-01/2010-01-01"), 1.0),
        (format!("{PATHS}?limit=3"), 30.0),
        (format!("{PATHS}?eclipse=2026-08-12"), 10.0),
        (format!("{PATHS}?bbox=1,2,3,4"), 100.0),
        (format!("{TOWNS}?eclipse=2026-08-12"), 50.0),
        (format!("{PATHS}/2461264.5"), 10.0),
    ] {
        let separator = if path.contains('?') { '&' } else { '?' };
        let only = good(&format!("{path}{separator}cost=1")).json();
        assert_eq!(only["query"]["cost"].as_f64(), Some(cost), "{path}");
    }
}
