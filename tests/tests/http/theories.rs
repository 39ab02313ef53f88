//! Eclipses by the precise theory, with other radii, and over all years of the canon.

use super::demo;
use super::eclipses::data;
use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::eclipse::besselian::Radii;
use astro::eclipse::local::ObservedEclipse;
use astro::ephemeris::Body;
use astro::sky::horizon::Horizon;
use astro::time::Ut1;
use serde_json::Value;
use server::testing::date_time;

/// A place on the central line of 2024 April 8.
const NAZAS: &str = "/solar-eclipse/local-circumstances/details/2460408.5?obs=25.29,-104.15,0";
/// The eclipse of 585 BC May 28 (Julian).
const THALES: &str = "-000584-05-22";
/// By how much contacts by the precise theory may differ from the canon's, s: its Moon is off by 0.3″.
const THEORIES_S: f64 = 1.5;
/// Between two dates to the millisecond, s.
const DATES_S: f64 = 0.0021;

fn response(path: &str) -> Value {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()["response"].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Instants of the contacts in order of time, seconds from 1970.
fn contacts(path: &str) -> Vec<f64> {
    let seconds = |contact: &Value| {
        let date = contact["date"].as_str().expect("a date");
        date_time::parse(date).expect("a date") as f64 / 1000.0
    };
    response(path)["contacts"].as_array().expect("contacts").iter().map(seconds).collect()
}

/// From C2 to C3, s.
fn totality_s(query: &str) -> f64 {
    let found = contacts(&format!("{NAZAS}{query}"));
    found[3] - found[1]
}

#[test]
fn precise_contacts_are_those_of_their_table_and_within_a_second_of_the_canons() {
    let modern = |jd: f64| (2_450_000.0..2_465_000.0).contains(&jd);
    let central = data().elements.precise().iter().filter(|e| e.type_code > 5 && modern(e.midnight_ut));
    let mut looked_at = 0;
    for e in central {
        let (lat, lng) = e.greatest_deg();
        let path = format!("/solar-eclipse/local-circumstances/details/{}?obs={lat},{lng},0", e.midnight_ut);
        let [canon, precise] = ["", "&theory=precise"].map(|theory| contacts(&format!("{path}{theory}")));
        let local = ObservedEclipse::new(&e.polynomials, Observer::from_degrees(lat, lng, 0.0), e.delta_t_s);
        let seen = local.contacts().expect("an eclipse");
        let both = seen.central.expect("a central one");
        let expected = [seen.first, both.second, seen.greatest, both.third, seen.fourth];
        assert_eq!((canon.len(), precise.len()), (5, 5), "{path}");
        for ((canon, precise), c) in canon.iter().zip(&precise).zip(expected) {
            let of_table = local.instant(c.t).to_ut1(e.delta_t_s).unix_ms() as f64 / 1000.0;
            assert!((precise - of_table).abs() < DATES_S, "{path}: {precise} {of_table}");
            assert!((precise - canon).abs() < THEORIES_S, "{path}: {precise} {canon}");
        }
        looked_at += 1;
    }
    assert!(looked_at > 40, "{looked_at}");
}

/// The tolerance is 1 km × 1.5.
#[test]
fn the_moon_is_as_far_as_in_the_ephemeris_at_every_contact() {
    let ephemeris = data().ephemeris.columns();
    let (from, to) = ephemeris.range();
    let modern =
        data().elements.precise().iter().filter(|e| e.type_code > 5 && from < e.t_max && e.t_max < to);
    let (mut worst_km, mut count) = (0.0f64, 0);
    for e in modern.step_by(7) {
        let (lat, lng) = e.greatest_deg();
        for theory in ["canon", "precise"] {
            let day = e.midnight_ut;
            let path = format!(
                "/solar-eclipse/local-circumstances/details/{day}?obs={lat},{lng},0&theory={theory}&deltaT=70"
            );
            for contact in response(&path)["contacts"].as_array().expect("contacts") {
                let ms = date_time::parse(contact["date"].as_str().expect("a date")).expect("a date");
                let (ut, tt) = (Ut1::from_unix_ms(ms), Ut1::from_unix_ms(ms).to_tt(70.0));
                let moon = ephemeris.place(Body::Moon, tt).expect("covered");
                let gast = gast(ut, tt, moon.nutation_longitude, moon.obliquity);
                let horizon = Horizon::new(Observer::from_degrees(lat, lng, 0.0));
                let expected_km = horizon.topocentric(moon.km, gast).distance_km();
                let seen = &contact["observational"];
                worst_km = worst_km.max((number(&seen["moonDistance"]) - expected_km).abs());
                count += 1;
            }
        }
    }
    println!("distance of the Moon at {count} contacts: worst {worst_km:.2} km");
    assert!(count > 300 && worst_km < 1.5, "{count}: {worst_km}");
}

#[test]
fn a_smaller_moon_and_a_larger_sun_shorten_totality() {
    let usual = totality_s("&theory=precise");
    assert!((usual - totality_s("&theory=precise&k2=0.272281&sunRadius=959.63")).abs() < DATES_S);
    assert!(totality_s("&theory=precise&k2=0.2720") < usual - 1.0);
    assert!(totality_s("&theory=precise&k2=0.2725076") > usual + 0.5);
    assert!(totality_s("&theory=precise&sunRadius=959.95") < usual - 0.3);
    assert!((totality_s("&theory=precise&k1=0.2725076") - usual).abs() < DATES_S, "k1 is of the penumbra");
    let (wide, narrow) =
        (contacts(&format!("{NAZAS}&theory=precise&k1=0.273")), contacts(&format!("{NAZAS}&theory=precise")));
    assert!(wide[0] < narrow[0] && wide[4] > narrow[4]);
}

#[test]
fn elements_with_other_radii_are_those_of_the_engine() {
    let of_table = data().elements.precise().iter().find(|e| e.midnight_ut == 2_460_408.5).expect("2024");
    let found =
        response("/solar-eclipse/elements/2460408.5?theory=precise&k1=0.2725&k2=0.2726&sunRadius=960");
    let arcsec = (1.0f64 / 3600.0).to_radians();
    let radii = Radii { k1: 0.2725, k2: 0.2726, ..Radii::CANON }.with_sun_semidiameter(960.0 * arcsec);
    let p = of_table.published.as_ref().expect("those of the table").with_radii(radii);
    for (name, expected) in [("x", p.x), ("y", p.y), ("l1", p.l1), ("l2", p.l2)] {
        for (k, expected) in expected.into_iter().enumerate() {
            assert!((number(&found[name][k]) - expected).abs() < 1e-8, "{name}{k}");
        }
    }
    assert!((number(&found["tanF2"]) - p.tan_f2).abs() < 1e-8);
    assert!(found["accuracy"].is_null(), "only on request");
    let list = response("/solar-eclipse/elements/2460408.5?theory=precise&format=raw");
    assert_eq!(list.as_array().map(Vec::len), Some(29));
}

#[test]
fn every_answer_says_how_sure_it_is() {
    let canon = response(NAZAS)["accuracy"].clone();
    let precise = response(&format!("{NAZAS}&theory=precise"))["accuracy"].clone();
    assert_eq!((canon["theory"].as_str(), precise["theory"].as_str()), (Some("canon"), Some("precise")));
    assert!(number(&precise["theorySigmaArcsec"]) < number(&canon["theorySigmaArcsec"]));
    for accuracy in [&canon, &precise] {
        let contacts = accuracy["contacts"].as_array().expect("contacts");
        let numbers: Vec<_> = contacts.iter().filter_map(|c| c["contact"].as_i64()).collect();
        assert_eq!(numbers, [1, 2, 0, 3, 4]);
        for contact in contacts {
            let sigma = number(&contact["sigma"]);
            assert!(sigma > 0.0 && sigma < 3.0, "{contact}");
        }
    }
    let given = response(&format!("{NAZAS}&theory=precise&deltaT=69.2"))["accuracy"].clone();
    assert!(given["deltaTSigma"].is_null() && given["eastWestKm"].is_null());
    let elements = response("/solar-eclipse/elements/2460408.5?extras=accuracy");
    assert!(number(&elements["accuracy"]["sigma"]) > 0.0);
    let seen = response("/solar-eclipse/search/2024/2024?obs=25.29,-104.15&extras=accuracy&theory=precise");
    assert_eq!(seen[0]["accuracy"]["theory"], "precise");
    let table = demo().get("/solar-eclipse/search/2024/2024?obs=25.29,-104.15&extras=accuracy&format=csv");
    let table = table.text();
    let columns: Vec<_> = table.lines().map(|line| line.split(',').count()).collect();
    assert!(table.lines().next().is_some_and(|head| head.ends_with("eastWestKm,sigma")), "{table}");
    assert!(columns.iter().all(|count| *count == 26), "{table}");
}

#[test]
fn the_eclipses_of_antiquity_are_answered_with_how_far_delta_t_moves_them() {
    // 136 BC April 15: total at Babylon, by the tablets BM 34034 and BM 45745.
    let babylon = "/solar-eclipse/local-circumstances/details/-000135-04-12?obs=32.54,44.42,0&era=canon";
    let seen = response(babylon);
    assert_eq!(seen["type"], 8);
    assert_eq!(seen["contacts"].as_array().map(Vec::len), Some(5), "{seen}");
    let accuracy = &seen["accuracy"];
    let (sigma_s, km) = (number(&accuracy["deltaTSigma"]), number(&accuracy["eastWestKm"]));
    assert!(sigma_s > 30.0, "{accuracy}");
    assert!((km / sigma_s - 0.4651 * 32.54f64.to_radians().cos()).abs() < 0.002, "{accuracy}");
    let thales = response(&format!("/solar-eclipse/elements/{THALES}?era=canon"));
    assert!((number(&thales["tMax"]) - 1_507_900.1).abs() < 0.3, "{thales}");
    assert!(number(&thales["accuracy"]["eastWestKm"]) > 20.0);
    let path = demo().get(&format!("/solar-eclipse/path/{THALES}?era=canon&paths=c,pts"));
    assert_eq!(path.status, 200, "{}", path.text());
    let path = path.json();
    assert!(path["features"].as_array().is_some_and(|all| all.len() > 5));
    assert!(path["eclipse"]["date"].as_str().is_some_and(|date| date.starts_with("-000584-05-22T")));
    let kml = demo().get(&format!("/solar-eclipse/path/{THALES}?era=canon&format=kml"));
    assert!(kml.text().contains("Theory: canon") && kml.text().contains("which moves all by"));
}

#[test]
fn a_search_of_antiquity_finds_what_local_circumstances_tell() {
    let found = response("/solar-eclipse/search/-600/-500?obs=38.5,28,0&era=canon");
    let found = found.as_array().expect("a list");
    assert!((20..80).contains(&found.len()), "{}", found.len());
    assert!(found.iter().any(|e| e["date"].as_str().is_some_and(|date| date.starts_with(THALES))));
    for eclipse in found.iter().step_by(7) {
        let path = format!(
            "/solar-eclipse/local-circumstances/details/{}?obs=38.5,28,0&era=canon",
            number(&eclipse["jd"])
        );
        let contacts = response(&path)["contacts"].clone();
        let first = eclipse["c1"].as_str();
        assert!(first.is_none() || contacts[0]["date"].as_str() == first, "{path}");
        assert!(number(&eclipse["accuracy"]["deltaTSigma"]) > 30.0);
    }
    let instants =
        response("/solar-eclipse/search/-000584-05-01/-000584-06-01?obs=38.5,28,0&era=canon&next=any");
    assert_eq!(instants.as_array().map(Vec::len), Some(1));
}

#[test]
fn widgets_use_the_requested_theory_and_link_to_it() {
    let elements = |page: &str| {
        let begin = page.find("\"elements\":").expect("elements");
        page[begin..begin + 200].to_owned()
    };
    for path in ["/eclipse-path?date=2024-04-08", "/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15"] {
        let [canon, precise] = ["", "&theory=precise"].map(|more| {
            let page = demo().get(&format!("{path}{more}"));
            assert_eq!(page.status, 200, "{}", page.text());
            page.text().to_owned()
        });
        assert_ne!(elements(&canon), elements(&precise), "{path}");
        assert!(precise.contains("theory=precise") && !canon.contains("theory=precise"), "{path}");
    }
    let map = demo().get("/eclipse-path?date=2024-04-08&theory=precise&k2=0.2725076");
    assert!(map.text().contains("&format=kml&theory=precise&k2=0.2725076"), "{}", map.text());
    for path in ["/eclipse-path?", "/eclipse-simulator?obs=38.5,33&"] {
        let page = demo().get(&format!("{path}date={THALES}&era=canon"));
        assert_eq!(page.status, 200, "{}", page.text());
        assert!(page.text().contains("22 May 585 BC"), "{}", page.text());
        assert!(page.text().contains("28 May 585 BC in the Julian calendar"), "{}", page.text());
        assert_eq!(demo().get(&format!("{path}date={THALES}")).status, 404);
    }
}

#[test]
fn what_the_tables_do_not_have_is_refused_with_what_they_have() {
    let details = "/solar-eclipse/local-circumstances/details";
    for (path, status, says) in [
        (format!("/solar-eclipse/elements/{THALES}"), 404, "era=canon answers for that of -000584-05-22"),
        (format!("{details}/{THALES}?obs=38.5,33"), 404, "/solar-eclipse/catalog/1500/2500 lists all"),
        (format!("/solar-eclipse/path/{THALES}"), 404, "era=canon"),
        (
            format!("/solar-eclipse/elements/{THALES}?era=canon&theory=precise"),
            404,
            "theory=canon with era=canon answers",
        ),
        (
            "/solar-eclipse/elements/-000584-05-10?era=canon".into(),
            404,
            "/solar-eclipse/catalog/-1999/3000 lists all",
        ),
        ("/solar-eclipse/search/-600/-500?obs=38.5,28".into(), 400, "era=canon has the years"),
        ("/solar-eclipse/search/-2000/-500?obs=38.5,28&era=canon".into(), 400, "from -1999 to 3000"),
        ("/solar-eclipse/elements/2460408.5?k1=0.2725".into(), 400, "k1: needs theory=precise"),
        (format!("{NAZAS}&k2=0.2725"), 400, "k2: needs theory=precise"),
        ("/solar-eclipse/elements/2460408.5?sunRadius=960".into(), 400, "sunRadius: needs theory=precise"),
        ("/solar-eclipse/elements/2460408.5?theory=precise&k1=0.28".into(), 400, "0.272 to 0.273"),
        ("/solar-eclipse/path/2460408.5?theory=precise&sunRadius=900".into(), 400, "955 to 965"),
        ("/solar-eclipse/elements/2460408.5?theory=best".into(), 400, "canon, precise"),
        ("/solar-eclipse/elements/2460408.5?era=all".into(), 400, "default, canon"),
        ("/solar-eclipse/elements/2460408.5?format=raw&extras=accuracy".into(), 400, "format=structured"),
    ] {
        let answer = demo().get(&path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(says), "{path}: {}", answer.text());
    }
    // Before the mountains of the limb the Sun may have another radius than in the canon's elements.
    assert_eq!(contacts(&format!("{NAZAS}&sunRadius=960")), contacts(NAZAS));
}
