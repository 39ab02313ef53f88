//! Places with names, and the towns in the path of an eclipse.

use super::eclipses::data;
use super::*;
use astro::earth::Observer;
use astro::eclipse::local::{LocalEclipseType, ObservedEclipse};
use rayon::prelude::*;

fn names(query: &str) -> Vec<String> {
    let name = |town: &Value| format!("{}, {}", town["name"], town["country"]).replace('"', "");
    list(&format!("/places?{query}")).iter().map(name).collect()
}

fn refusal(path: &str) -> String {
    let answer = demo().get(path);
    assert_eq!(answer.status, 400, "{path}: {}", answer.text());
    answer.json()["detail"].as_str().expect("a detail").to_owned()
}

fn encoded(name: &str) -> String {
    form_urlencoded::byte_serialize(name.as_bytes()).collect()
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
        for mut town in list(&format!("/places?q={letter}&max=50")) {
            assert!(town.as_object_mut().and_then(|town| town.remove("match")).is_some(), "{town}");
            assert_eq!(response(&format!("/places/{}", town["id"])), town);
            let name = town["name"].as_str().expect("a name");
            let query = encoded(name);
            let found = list(&format!("/places?max=50&q={query}"));
            assert!(found.iter().any(|other| other["id"] == town["id"]), "{name}");
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
    assert_eq!((&site["heightSource"], &site["heightSigma"]), (&json!("GeoNames"), &json!(15)));
    let same = details(&format!("{},{},{}", site["lat"], site["lng"], site["height"]));
    // The error of the height is part of that of the contacts.
    let sigma = |answer: &Value| number(&answer["response"]["accuracy"]["contacts"][1]["sigma"]);
    assert!(sigma(&named) > sigma(&same) && sigma(&named) < sigma(&same) + 0.1, "{named}");
    let details_of = |answer: &Value| {
        let mut response = answer["response"].clone();
        response["accuracy"].take();
        response
    };
    assert_eq!(details_of(&named), details_of(&same));
    assert!(same["query"]["obs"].get("place").is_none());
    assert_eq!(details("place:3114711")["response"], named["response"]);
    assert!(named["query"].get("note").is_none() && named["query"]["obs"]["place"]["others"].is_array());
    let munich = details("place:Monaco%20di%20Baviera");
    let note = "\"Monaco di Baviera\" is read as another name of Munich, Bavaria, Germany";
    assert_eq!(munich["query"]["note"], note);
    let chile = details("place:Santiago,CL");
    assert_eq!(chile["query"]["obs"]["place"]["name"], "Santiago, Santiago Metropolitan, Chile");
    let search = demo().get("/solar-eclipse/search/2026/2026?observer=place:Luxor").json();
    assert_eq!(search["query"]["obs"]["place"]["id"], 360_502);
}

/// Each own name of a larger town means a town that bears it, or is refused among such towns.
#[test]
fn no_name_means_a_town_with_another_own_name() {
    const LEAST_PEOPLE: i32 = 15_000;
    const USUAL_STEP: usize = 10;
    let rows = data().town_rows();
    let ids = rows.geonames_id.values().iter().copied();
    let names: HashMap<i32, &str> = ids.zip(rows.name.iter().flatten()).collect();
    let larger = rows.population.values().partition_point(|people| *people >= LEAST_PEOPLE);
    let step = if tests::is_whole() { 1 } else { USUAL_STEP };
    let refused = (0..larger).into_par_iter().step_by(step).filter(|&row| {
        let name = rows.name.value(row);
        let query = encoded(name);
        let answer = demo().get(&format!("/solar-eclipse/search/2026/2026?cost=1&obs=place:{query}"));
        let text = answer.text();
        let id = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next().and_then(|id| id.parse().ok());
        let meant: Vec<i32> = match answer.status {
            200 => answer.json()["query"]["obs"]["place"]["id"]
                .as_i64()
                .map(|id| id as i32)
                .into_iter()
                .collect(),
            400 => text.split("errors").next().unwrap_or("").split("place:").filter_map(id).collect(),
            status => panic!("{name}: {status}"),
        };
        assert!(!meant.is_empty(), "{name}: {text}");
        let whole = |name: &str| name.to_lowercase().replace("st. ", "saint ").replace("mt. ", "mount ");
        let is_borne = |id: &i32| whole(names[id]) == whole(name);
        // Candidates contain the largest town with another own name too.
        assert!(meant.iter().any(is_borne), "{name}: {text}");
        if answer.status == 200 {
            assert!(is_borne(&meant[0]), "{text}");
            assert_eq!(list(&format!("/places?max=1&q={query}"))[0]["id"], meant[0], "{name}");
        }
        answer.status == 400
    });
    println!("{} of {} names are refused", refused.count(), larger.div_ceil(step));
}

/// The town that a name means, and its country; empty if the name is refused.
fn meant(name: &str) -> [String; 2] {
    let query = encoded(name);
    let answer = demo().get(&format!("/solar-eclipse/search/2026/2026?cost=1&obs=place:{query}"));
    let id = match answer.status {
        200 => answer.json()["query"]["obs"]["place"]["id"].clone(),
        _ => return [answer.json()["detail"].to_string(), String::new()],
    };
    let town = response(&format!("/places/{id}"));
    [&town["name"], &town["country"]].map(|text| text.as_str().expect("a text").to_owned())
}

#[test]
fn an_own_name_is_meant_before_names_of_others() {
    for (text, town, country) in [
        ("Cancún", "Cancún", "MX"),
        ("Petrópolis", "Petrópolis", "BR"),
        ("Zaragoza", "Zaragoza", "ES"),
        ("Santander", "Santander", "ES"),
        ("Samarkand", "Samarkand", "UZ"),
        ("Valencia, Spain", "Valencia", "ES"),
        ("Bethlehem, PA", "Bethlehem", "US"),
        ("New York City, NY, USA", "New York City", "US"),
        ("New York City, N.Y., U.S.A.", "New York City", "US"),
        ("London, UK", "London", "GB"),
        ("London, England", "London", "GB"),
        ("London, Ontario", "London", "CA"),
        ("Austin, TX, USA", "Austin", "US"),
        ("Paris, France", "Paris", "FR"),
        ("paris, texas", "Paris", "US"),
        ("Washington, D.C.", "Washington", "US"),
        ("München", "Munich", "DE"),
        ("Мюнхен", "Munich", "DE"),
        ("A Coruna", "A Coruña", "ES"),
        // Not Bogota in New Jersey.
        ("Bogota", "Bogotá", "CO"),
        ("San Jose", "San Jose", "US"),
        ("St. Petersburg", "Saint Petersburg", "RU"),
        ("Saint Louis", "St. Louis", "US"),
        ("Exmouth, WA", "Exmouth", "AU"),
        ("Newcastle, NSW, Australia", "Newcastle", "AU"),
        ("Kairo, Ägypten", "Cairo", "EG"),
        ("Saint-Denis, La Réunion", "Saint-Denis", "RE"),
    ] {
        let [name, code] = meant(text);
        assert!(name.starts_with(town) && code == country, "{text}: {name}, {code}");
    }
}

/// The names of capitals as people write them, with the codes of their countries.
const CAPITALS: &str = include_str!("capitals.txt");

#[test]
fn every_capital_is_meant_by_its_name() {
    let wrong = |line: &str| {
        let (name, country) = line.split_once('\t').expect("a name and a code");
        let [found, code] = meant(name);
        (code != country).then(|| format!("{name}: {found}, {code}, not {country}"))
    };
    let wrong: Vec<_> = CAPITALS.lines().filter_map(wrong).collect();
    println!("{} capitals", CAPITALS.lines().count());
    assert_eq!(wrong, Vec::<String>::new());
}

/// Heights as published by the towns or their countries, metres.
#[test]
fn towns_in_mountains_on_coasts_and_below_the_sea_have_their_heights() {
    const TOWNS: &str = include_str!("heights.txt");
    let errors = TOWNS.lines().map(|line| {
        let (name, height_m) = line.split_once('\t').expect("a name and a height");
        let query = encoded(name);
        let answer = good(&format!("/solar-eclipse/search/2026/2026?cost=1&obs=place:{query}")).json();
        let obs = &answer["query"]["obs"];
        let error_m = number(&obs["height"]) - height_m.parse::<f64>().expect("metres");
        (error_m.abs(), format!("{name}: {obs}"))
    });
    let mut errors: Vec<_> = errors.collect();
    errors.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} towns, the worst {:?}", errors.len(), &errors[..5]);
    assert!(errors.iter().all(|(error_m, _)| *error_m <= 100.0), "{errors:?}");
}

/// The town that a name means is the first one that is found by it.
#[test]
fn a_search_begins_with_the_town_that_is_meant() {
    for text in
        ["Springfield Illinois", "Hamilton ON", "Москва", "Αθήνα", "Victoria", "San José", "Sydney NSW"]
    {
        let query = encoded(text);
        let town = list(&format!("/places?max=1&q={query}"))[0].clone();
        assert_eq!(
            [&town["name"], &town["country"]].map(|text| text.as_str().unwrap_or_default()),
            meant(text)
        );
        assert_eq!(town["match"], "name");
    }
    assert_eq!(list("/places?q=Georgia")[0]["match"], "beginning");
    assert_eq!(list("/places?q=Oviedxo")[0]["match"], "similar");
}

/// The largest town that bears a name is offered, though its own name is another one.
#[test]
fn much_larger_towns_are_offered_though_their_names_fit_less() {
    for (name, larger) in [
        ("Las Palmas", "Las Palmas de Gran Canaria"),
        ("Bozen", "Bolzano"),
        ("Cologne", "Köln"),
        ("Roma", "Rome"),
        ("Medina", "Madinah"),
        ("Mecca", "Makkah"),
        ("San Sebastián", "San Sebastián, Basque Country"),
        ("Berne", "Bern, Switzerland"),
        ("Bakı", "Baku"),
    ] {
        let query = encoded(name);
        let answer = demo().get(&format!("/solar-eclipse/search/2026/2026?cost=1&obs=place:{query}"));
        match answer.status {
            200 => {
                let query = answer.json()["query"].clone();
                assert!(query["note"].as_str().is_some_and(|note| note.contains(larger)), "{query}");
                assert!(query["obs"]["place"]["others"].to_string().contains(larger), "{query}");
            }
            _ => {
                let first = answer
                    .text()
                    .split("choose one: ")
                    .nth(1)
                    .map(|text| text.chars().take(60).collect::<String>());
                assert!(first.is_some_and(|first| first.contains(larger)), "{}", answer.text());
            }
        }
    }
    let page =
        demo().get_with("/?place=Roma", &[("accept", "text/html"), ("accept-language", "en-US")]).text();
    assert!(page.contains("Which one?") && page.contains("Rome, Lazio, Italy"));
    let elsewhere = refusal("/solar-eclipse/search/2026/2026?obs=place:Paris,Atlantis");
    assert!(elsewhere.contains("lies in \"atlantis\""), "{elsewhere}");
}

#[test]
fn the_nearest_towns_are_found_without_a_name() {
    let near = list("/places?near=43.36,-5.85&max=3");
    assert_eq!((&near[0]["name"], near.len()), (&json!("Oviedo"), 3));
    let distances: Vec<f64> = near.iter().map(|town| number(&town["distanceKM"])).collect();
    assert!(distances.is_sorted() && distances[2] < 10.0, "{near:?}");
    let bearing = number(&list("/places?near=0,0&max=1")[0]["bearing"]);
    assert!((0.0..360.0).contains(&bearing));
    assert!(refusal("/places").contains("q=Oviedo"));
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
        let name = encoded(odd);
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
    let towns = data().town_rows();
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
        "Burgos, Castile and León, Spain",
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

/// The map of an eclipse shows the town that sees it.
#[test]
fn towns_that_see_an_eclipse_are_preferred_among_those_of_a_name() {
    for (name, date, right) in [
        ("Le%C3%B3n", "", "León, NI"),
        ("Le%C3%B3n", "&eclipse=2026-08-12", "León, ES"),
        ("Guadalajara", "&eclipse=2026-08-12", "Guadalajara, ES"),
        ("Toledo", "", "Toledo, US"),
        ("Toledo", "&eclipse=2026-08-12", "Toledo, ES"),
    ] {
        assert_eq!(names(&format!("q={name}{date}&max=1")), [right], "{name}{date}");
    }
    assert_eq!(names("q=Le%C3%B3n&eclipse=2026-08-12&max=3").len(), 3);
    // An ancient eclipse, and a day without one.
    assert_eq!(names("q=Oviedo&eclipse=-000584-05-22&max=1"), ["Oviedo, DO"]);
    assert_eq!(names("q=Oviedo&eclipse=2026-08-01&max=1"), ["Oviedo, ES"]);
}

/// Every echo of a place says where it lies; far from all towns, whether it may have been exchanged.
#[test]
fn places_are_described_by_the_nearest_town() {
    for (obs, near) in [
        ("43.36029,-5.84476", "Oviedo, Asturias, Spain"),
        ("43.45,-5.85", "3 km north-east of Llanera, Asturias, Spain"),
        ("0,-30", "no town within 100 km"),
        ("90,0", "no town within 100 km"),
    ] {
        for path in
            ["/day/2026-08-12?", "/rise-transit-set/2026-08-12?body=sun&", "/solar-eclipse/search/2026/2030?"]
        {
            let query = good(&format!("{path}obs={obs}")).json()["query"].clone();
            let site = if query["obs"].is_null() { &query["observer"] } else { &query["obs"] };
            assert_eq!(site["near"], near, "{path}{obs}");
        }
    }
    let exchanged = good("/solar-eclipse/search/2026/2030?obs=-5.84,43.36").json()["query"].clone();
    assert_eq!(
        exchanged["note"],
        "no town is within 100 km of -5.84,43.36, but Oviedo, Asturias, Spain is near 43.36,-5.84"
    );
    let named = good("/day/2026-08-12?obs=place:Oviedo").json();
    assert!(named["query"]["obs"].get("near").is_none());
    let calendar = good("/solar-eclipse/search/2026/2030?obs=place:Oviedo&format=ics").text();
    assert!(calendar.contains("Solar eclipses at Oviedo\\, Asturias\\, Spain"), "{calendar}");
}

/// The nearest towns are those of a search over the whole table.
#[test]
fn the_nearest_towns_are_the_nearest_of_all() {
    let towns = data().town_rows();
    let unit = |lat: f64, lng: f64| {
        let (lat, lng) = (lat.to_radians(), lng.to_radians());
        [lat.cos() * lng.cos(), lat.cos() * lng.sin(), lat.sin()]
    };
    for (lat, lng) in [
        (43.4, -5.8),
        (0.0, 179.99),
        (-17.0, -179.9),
        (-16.5, -180.0),
        (-17.2, 180.0),
        (90.0, 0.0),
        (-90.0, 10.0),
        (51.0, 10.0),
        (-40.0, -110.0),
    ] {
        let near = unit(lat, lng);
        let distance = |row: usize| {
            let town = unit(towns.latitude_deg.value(row), towns.longitude_deg.value(row));
            near.iter().zip(town).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
        };
        let mut all: Vec<_> = (0..towns.count()).collect();
        all.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        for max in [1, 5] {
            let right: Vec<_> = all[..max].iter().map(|row| json!(towns.geonames_id.value(*row))).collect();
            let found = list(&format!("/places?near={lat},{lng}&max={max}"));
            let found: Vec<_> = found.iter().map(|town| town["id"].clone()).collect();
            assert_eq!(found, right, "{lat},{lng}");
        }
    }
}

#[test]
fn countries_have_their_own_names_and_need_no_comma() {
    for (name, right) in [
        ("Sevilla, España", "Spain"),
        ("Köln, Deutschland", "Germany"),
        ("Washington DC", "Washington, District of Columbia"),
        ("Oviedo Spain", "Asturias, Spain"),
        ("San José Costa Rica", "Costa Rica"),
        ("北京", "Beijing"),
        ("東京", "Tokyo"),
    ] {
        let name = encoded(name);
        let found = good(&format!("/day/2026-08-12?obs=place:{name}")).json();
        let label = found["query"]["obs"]["place"]["name"].to_string();
        assert!(label.contains(right), "{name}: {label}");
    }
}

/// The ground near a town is that of the town, where the grid of 9 km is worse.
#[test]
fn the_ground_near_a_town_does_not_contradict_it() {
    for (town, here) in
        [("Innsbruck", "47.265,11.395"), ("Zermatt", "46.02,7.747"), ("Potes", "43.154,-4.623")]
    {
        let town = list(&format!("/places?q={town}&max=1"))[0].clone();
        let path = "/solar-eclipse/local-circumstances/details/2026-08-12?height=ground&obs=";
        let site = good(&format!("{path}{here}")).json()["query"]["obs"].clone();
        assert_eq!(site["heightSource"], "GeoNames", "{site}");
        let (height, sigma) = (number(&site["height"]), number(&site["heightSigma"]));
        assert!((height - number(&town["height"])).abs() <= 3.0 * sigma, "{site} {town}");
        let point = response(&format!("/elevation?points={here}"))["points"][0].clone();
        assert_eq!(point["town"]["elevation"], site["height"], "{point}");
        assert!(number(&point["sigma"]) > number(&point["town"]["sigma"]), "{point}");
        // The eye over coarse heights is in the valley.
        let coarse = good(&format!("{path}{here}&horizon=coarse")).json()["query"]["eye"].clone();
        assert!((number(&coarse) - height - 1.7).abs() < 0.1, "{coarse}");
    }
}

#[test]
fn places_have_whole_names_and_no_region_twice() {
    for (name, label) in [
        ("Luzern,CH", "Luzern, Switzerland"),
        ("Saint-Denis,RE", "Saint-Denis, Réunion"),
        ("Toledo,ES", "Toledo, Castilla-La Mancha, Spain"),
        ("Burgos,ES", "Burgos, Castile and León, Spain"),
    ] {
        let obs = format!("/day/2026-08-12?obs=place:{}", name.replace(' ', "+"));
        assert_eq!(good(&obs).json()["query"]["obs"]["place"]["name"], label, "{name}");
    }
    for (town, country) in [("Santo Domingo", "Dominican Republic"), ("Road Town", "British Virgin Islands")]
    {
        let towns = response(&format!("/places?q={}&max=1", town.replace(' ', "+")));
        assert_eq!(towns[0]["countryName"], country, "{town}");
    }
}
