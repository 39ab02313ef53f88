//! Eclipses by the precise theory, with other radii, and over all years of the canon.

use super::eclipses::data;
use super::*;
use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::eclipse::besselian::Radii;
use astro::ephemeris::Body;
use astro::sky::horizon::Horizon;
use astro::time::Ut1;

/// A place on the central line of 2024 April 8.
const NAZAS: &str = "/solar-eclipse/local-circumstances/details/2460408.5?obs=25.29,-104.15,0";
/// The eclipse of 585 BC May 28 (Julian).
const THALES: &str = "-000584-05-22";
#[test]
fn elements_with_other_radii_are_those_of_the_engine() {
    let of_table = data().elements.precise().iter().find(|e| e.midnight_ut == 2_460_408.5).expect("2024");
    let query = "theory=precise&k1=0.2725&k2=0.2726&sunRadius=960";
    let found = response(&format!("/solar-eclipse/elements/2460408.5?{query}"));
    let arcsec = (1.0f64 / 3600.0).to_radians();
    let radii = Radii { k1: 0.2725, k2: 0.2726, ..Radii::CANON }.with_sun_semidiameter(960.0 * arcsec);
    let p = of_table.published.as_ref().expect("those of the table").with_radii(radii);
    for (name, expected) in [("x", p.x), ("l1", p.l1), ("l2", p.l2)] {
        for (k, expected) in expected.into_iter().enumerate() {
            assert!((number(&found[name][k]) - expected).abs() < 1e-8, "{name}{k}");
        }
    }
    assert!((number(&found["tanF2"]) - p.tan_f2).abs() < 1e-8);
}

#[test]
fn every_response_states_its_uncertainty() {
    let [canon, precise] = ["", "&theory=precise"].map(|theory| response(&format!("{NAZAS}{theory}")));
    let sigma = |of: &Value| number(&of["accuracy"]["theorySigmaArcsec"]);
    assert!(sigma(&precise) < sigma(&canon));
    for (theory, of) in [("canon", &canon), ("precise", &precise)] {
        assert_eq!(of["accuracy"]["theory"], theory);
        let contacts = of["accuracy"]["contacts"].as_array().expect("contacts");
        assert!(contacts.iter().map(|c| number(&c["contact"])).eq([1.0, 2.0, 0.0, 3.0, 4.0]));
        assert!(contacts.iter().all(|c| (1e-9..3.0).contains(&number(&c["sigma"]))), "{contacts:?}");
    }
    let given = response(&format!("{NAZAS}&theory=precise&deltaT=69.2"))["accuracy"].take();
    assert!(given["deltaTSigma"].is_null() && given["eastWestKm"].is_null() && given["deltaT"] == 69.2);
    let search = "/solar-eclipse/search/2024/2024?obs=25.29,-104.15&extras=accuracy&theory=precise";
    assert_eq!(response(search)[0]["accuracy"]["theory"], "precise");
    let table = good(&format!("{search}&format=csv")).text();
    assert!(table.lines().next().is_some_and(|head| head.ends_with("eastWestKm,sigma")), "{table}");
    assert!(table.lines().all(|line| line.split(',').count() == 26), "{table}");
}

#[test]
fn the_eclipses_of_antiquity_are_answered_with_how_far_delta_t_moves_them() {
    // 136 BC April 15: total at Babylon, by the tablets BM 34034 and BM 45745.
    let babylon = "/solar-eclipse/local-circumstances/details/-000135-04-12?obs=32.54,44.42,0&era=canon";
    let seen = response(babylon);
    assert_eq!((&seen["type"], seen["contacts"].as_array().map(Vec::len)), (&8.into(), Some(5)), "{seen}");
    let accuracy = &seen["accuracy"];
    let (sigma_s, km) = (number(&accuracy["deltaTSigma"]), number(&accuracy["eastWestKm"]));
    assert!(sigma_s > 30.0, "{accuracy}");
    assert!((km / sigma_s - 0.4651 * 32.54f64.to_radians().cos()).abs() < 0.002, "{accuracy}");
    let thales = response(&format!("/solar-eclipse/elements/{THALES}?era=canon"));
    assert!((number(&thales["tMax"]) - 1_507_900.1).abs() < 0.3, "{thales}");
    let path = good(&format!("/solar-eclipse/path/{THALES}?era=canon&paths=c,pts")).json();
    assert!(path["features"].as_array().is_some_and(|all| all.len() > 5));
    assert!(path["eclipse"]["date"].as_str().is_some_and(|date| date.starts_with("-000584-05-22T")));
    let kml = good(&format!("/solar-eclipse/path/{THALES}?era=canon&format=kml")).text();
    assert!(kml.contains("Theory: canon") && kml.contains("which moves all by"));
    let search = "/solar-eclipse/search/-000584-05-01/-000584-06-01?obs=38.5,28,0&era=canon&next=any";
    let [found] = &list(search)[..] else { panic!("one eclipse") };
    let details = "/solar-eclipse/local-circumstances/details";
    let first = response(&format!("{details}/{THALES}?obs=38.5,28,0&era=canon"))["contacts"][0].take();
    assert_eq!(found["c1"], first["date"]);
}

#[test]
fn widgets_use_the_requested_theory_and_link_to_it() {
    for path in ["/eclipse-path?date=2024-04-08", "/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15"] {
        let [canon, precise] = ["", "&theory=precise"].map(|more| good(&format!("{path}{more}")).text());
        assert!(precise.contains("theory=precise") && !canon.contains("theory=precise"), "{path}");
        let elements = |page: &str| page.split("\"elements\":").nth(1).map(|rest| rest[..200].to_owned());
        assert!(elements(&canon).is_some() && elements(&canon) != elements(&precise), "{path}");
    }
    let map = good("/eclipse-path?date=2024-04-08&theory=precise&k2=0.2725076").text();
    assert!(map.contains("&format=kml&theory=precise&k2=0.2725076"), "{map}");
    for path in ["/eclipse-path?", "/eclipse-simulator?obs=38.5,33&"] {
        let page = good(&format!("{path}date={THALES}&era=canon")).text();
        assert!(page.contains("22 May 585 BC") && page.contains("28 May 585 BC in the Julian"), "{page}");
        assert_eq!(demo().get(&format!("{path}date={THALES}")).status, 404);
    }
}

#[test]
fn what_the_tables_do_not_have_is_refused_with_what_they_have() {
    let other = "/solar-eclipse/elements/2460408.5";
    for (path, status, says) in [
        (format!("/solar-eclipse/elements/{THALES}"), 404, "era=canon answers for that of -000584-05-22"),
        (format!("/solar-eclipse/path/{THALES}"), 404, "/solar-eclipse/catalog/1500/2500 lists all"),
        (format!("/solar-eclipse/elements/{THALES}?era=canon&theory=precise"), 404, "theory=canon with era"),
        ("/solar-eclipse/elements/-000584-05-10?era=canon".into(), 404, "/catalog/-1999/3000 lists all"),
        ("/solar-eclipse/search/-600/-500?obs=38.5,28".into(), 400, "era=canon has the years"),
        ("/solar-eclipse/search/-2000/-500?obs=38.5,28&era=canon".into(), 400, "from -1999 to 3000"),
        (format!("{other}?k1=0.2725"), 400, "k1: needs theory=precise"),
        (format!("{NAZAS}&k2=0.2725"), 400, "k2: needs theory=precise"),
        (format!("{other}?sunRadius=960"), 400, "sunRadius: needs theory=precise"),
        (format!("{other}?theory=precise&k1=0.28"), 400, "0.272 to 0.273"),
        ("/solar-eclipse/path/2460408.5?theory=precise&sunRadius=900".into(), 400, "955 to 965"),
        (format!("{other}?theory=best"), 400, "canon, precise"),
        (format!("{other}?era=all"), 400, "default, canon"),
        (format!("{other}?format=raw&extras=accuracy"), 400, "format=structured"),
    ] {
        let answer = demo().get(&path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(says), "{path}: {}", answer.text());
    }
    // Before the mountains of the limb the Sun may have another radius than in the canon's elements.
    assert_eq!(response(&format!("{NAZAS}&sunRadius=960"))["contacts"], response(NAZAS)["contacts"]);
}

/// The tolerance is 1 km × 1.5.
#[test]
fn the_moon_is_as_far_as_in_the_ephemeris_at_every_contact() {
    let ephemeris = data().ephemeris.columns();
    let (from, to) = ephemeris.range();
    let modern =
        data().elements.precise().iter().filter(|e| e.type_code > 5 && from < e.t_max && e.t_max < to);
    let mut off_km = Vec::new();
    for e in modern.step_by(7) {
        let (lat, lng) = e.greatest_deg();
        let horizon = Horizon::new(Observer::from_degrees(lat, lng, 0.0));
        let path = format!("/solar-eclipse/local-circumstances/details/{}?obs={lat},{lng},0", e.midnight_ut);
        for theory in ["canon", "precise"] {
            let found = response(&format!("{path}&theory={theory}&deltaT=70"));
            for contact in found["contacts"].as_array().expect("contacts") {
                let ut = Ut1::from_unix_ms(unix_ms(&contact["date"]) as i64);
                let moon = ephemeris.place(Body::Moon, ut.to_tt(70.0)).expect("covered");
                let gast = gast(ut, ut.to_tt(70.0), moon.nutation_longitude, moon.obliquity);
                let expected_km = horizon.topocentric(moon.km, gast).distance_km();
                off_km.push((number(&contact["observational"]["moonDistance"]) - expected_km).abs());
            }
        }
    }
    assert!(off_km.len() > 300 && off_km.iter().all(|km| *km < 1.5), "{off_km:?}");
}
