//! The text of the pages without scripts, and their data.

use super::super::demo;
use super::{MAP, SIMULATOR, browsed, data, policy, shown};
use artifacts::manifest::sha256_hex;
use data_encoding::{BASE64, HEXLOWER};

#[test]
fn a_map_is_of_use_without_scripts() {
    let answer = browsed(MAP);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store, private"));
    assert_eq!(answer.header("referrer-policy"), Some("strict-origin"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert!(answer.header("set-cookie").is_none() && answer.header("etag").is_none());
    // Of inline scripts, the policy allows the import map alone.
    let text = answer.text();
    let map =
        text.split("<script type=\"importmap\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let hash = HEXLOWER.decode(sha256_hex(map.unwrap_or_default().as_bytes()).as_bytes()).expect("a hash");
    assert_eq!(
        policy(&answer),
        format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{}'; \
             style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
            BASE64.encode(&hash)
        )
    );
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
    let mut data = data(&browsed(MAP));
    let elements = demo().get("/solar-eclipse/elements/2460408.5").json();
    // The operation returns eight decimals.
    const TOLERANCE: f64 = 0.6e-8;
    let is_near = |a: &serde_json::Value, b: &serde_json::Value| {
        (a.as_f64().unwrap_or(f64::NAN) - b.as_f64().unwrap_or(f64::NAN)).abs() <= TOLERANCE
    };
    for name in ["x", "y", "d", "mu", "l1", "l2", "tanF1", "tanF2"] {
        let (own, operation) = (&mut data["eclipse"]["elements"][name], &elements["response"][name]);
        if name == "d" || name == "mu" {
            // The page has radians.
            let degrees = |angle: &serde_json::Value| angle.as_f64().map(f64::to_degrees);
            *own = own.as_array().into_iter().flatten().map(degrees).collect();
        }
        let is_good = match (own.as_array(), operation.as_array()) {
            (Some(own), Some(others)) => own.len() == 4 && own.iter().zip(others).all(|(a, b)| is_near(a, b)),
            _ => is_near(own, operation),
        };
        assert!(is_good, "{name}: {own} {operation}");
    }
    assert_eq!(data["eclipse"]["elements"]["t0"], 2_460_409.25);
    assert!(is_near(&data["eclipse"]["deltaT"], &elements["response"]["dT"]));
    assert_eq!(data["eclipse"]["name"], "Total solar eclipse, 8 April 2024");
    assert_eq!(data["obs"]["lat"], 25.29);
    assert_eq!(
        data["view"],
        serde_json::json!({"center": [25.29, -104.15], "z": 7, "map": "osm", "globe": false})
    );
    let paths = demo().get(
        "/solar-eclipse/path/2460408.5?paths=c,tn,ts,area,pn,ps,rs,mh,pts,eqn,eqs,iso&eqm=4&isoStep=10\
         &cut=none&tolerance=300&format=geojson",
    );
    let ids = |collection: &serde_json::Value| {
        let features = collection["features"].as_array().cloned().unwrap_or_default();
        let mut ids: Vec<String> = features.iter().map(|feature| feature["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&data["paths"]), ids(&paths.json()));
    assert_eq!(data["obs"]["zone"], "America/Monterrey");
    let downloads = data["downloads"].as_array().expect("a demonstration has everything");
    for download in downloads {
        let href = download["href"].as_str().expect("an address");
        assert_eq!(demo().get(href).status, 200, "{href}");
    }
}

#[test]
fn the_table_has_the_contacts_of_the_operation() {
    for (date, jd, obs) in [
        ("2024-04-08", "2460408.5", "25.29,-104.15,1200"),
        ("2026-08-12", "2461264.5", "41.65,-4.73"),
        ("2012-05-20", "2456067.5", "39.5,-119.8"),
        ("2025-03-29", "2460763.5", "51.5,0"),
        ("1504-09-18", "2270644.5", "0,-60"),
    ] {
        let answer = browsed(&format!("/eclipse-path?date={date}&obs={obs}"));
        assert_eq!(answer.status, 200, "{date}: {}", answer.text());
        let local = demo().get(&format!("/solar-eclipse/local-circumstances/details/{jd}?obs={obs}")).json();
        let contacts = local["response"]["contacts"].as_array().unwrap_or_else(|| panic!("{date}: {local}"));
        let page = shown(&answer);
        for contact in contacts {
            let instant = contact["date"].as_str().expect("an instant");
            assert!(page.contains(&format!("datetime=\"{instant}\"")), "{date} {instant}: {page}");
        }
        assert_eq!(page.matches("<time datetime=").count(), contacts.len(), "{date}");
    }
}

#[test]
fn eclipses_near_a_pole_and_partial_ones_are_shown_on_a_globe() {
    for (date, is_globe) in [
        ("2026-08-12", true),
        ("2021-12-04", true),
        ("2025-03-29", true),
        ("2012-05-20", false),
        ("2013-11-03", false),
        ("1504-09-18", true),
    ] {
        let answer = browsed(&format!("/eclipse-path?date={date}"));
        assert_eq!(answer.status, 200, "{date}: {}", answer.text());
        assert_eq!(data(&answer)["view"]["globe"], is_globe, "{date}");
        assert_eq!(shown(&answer).contains("still globe"), is_globe, "{date}");
        assert!(shown(&answer).contains("Greatest eclipse"), "without an observer");
    }
}

#[test]
fn the_simulator_starts_at_the_place_of_its_address() {
    let at = |more: &str| data(&browsed(&format!("{SIMULATOR}{more}")))["simulator"]["t"].clone();
    let contacts =
        demo().get("/solar-eclipse/local-circumstances/details/2460408.5?obs=25.29,-104.15").json();
    let contact = |index: usize| {
        contacts["response"]["contacts"][index]["date"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(at("&t=C2"), contact(1));
    assert_eq!(at("&t=max"), contact(2));
    assert_eq!(at("&t=2024-04-08T18:00:00Z"), "2024-04-08T18:00:00.000Z");
    let seconds = |text: &str| text[17..23].parse::<f64>().unwrap_or(f64::NAN);
    let later = at("&t=C2%2B0.5");
    let later = later.as_str().unwrap_or_default();
    assert!((seconds(later) - seconds(&contact(1)) - 0.5).rem_euclid(60.0) < 1e-6, "{later}");
    assert_eq!(at("&t=C2+0.5"), later, "a plus sign that was not escaped");
    let options = data(&browsed(&format!("{SIMULATOR}&speed=0&up=north&fov=2&play=1&exaggeration=3")));
    for (name, expected) in [("speed", 0.0), ("fov", 2.0), ("exaggeration", 3.0)] {
        assert_eq!(options["simulator"][name], expected, "{name}");
    }
    assert_eq!((&options["simulator"]["up"], &options["simulator"]["play"]), (&"north".into(), &true.into()));
    assert!(shown(&browsed(SIMULATOR)).contains("sky-view"));
}

#[test]
fn a_place_without_an_eclipse_links_to_the_nearest_one() {
    let answer = browsed("/eclipse-simulator?date=2024-04-08&obs=-35,149&t=C2");
    assert_eq!(answer.status, 200);
    let page = shown(&answer);
    assert!(page.contains("below the horizon here") && page.contains("nearest point"), "{page}");
    assert_eq!(data(&answer)["simulator"]["t"], serde_json::Value::Null);
    let link = page.split("href=\"?").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let there = browsed(&format!("/eclipse-simulator?{}", link.replace("&amp;", "&")));
    assert!(shown(&there).contains("Total for"), "{link}");
}
