//! Eclipses behind a skyline, and the view over it from a high place.

use super::super::eclipses::data;
use super::super::limb::contact;
use super::super::number;
use super::{PLACE, behind_wall, response};
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Visibility};
use astro::sky::horizon::Horizon;
use serde_json::Value;
use std::collections::BTreeMap;

/// Contacts nearer to the skyline than this are not compared, degrees.
const AT_SKYLINE_DEG: f64 = 0.01;

#[test]
fn from_a_height_the_sun_is_eclipsed_also_below_the_level_horizon() {
    let observer = Observer::from_degrees(0.5, -29.5, 8000.0);
    let horizon = Horizon::new(observer);
    let limb_deg = |local: &ObservedEclipse, t: f64| {
        let view = local.view(&local.at(t));
        (view.sun.altitude + view.sun_semidiameter).to_degrees()
    };
    let (mut seen, mut night) = (0, 0);
    for e in data().elements.usual() {
        let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
        let Some(contacts) = local.contacts() else { continue };
        let ends_deg = [contacts.first.t, contacts.fourth.t].map(|t| limb_deg(&local, t));
        let is_near = ends_deg.iter().any(|deg| (-4.5..0.0).contains(deg));
        if !is_near || local.visibility(&contacts) != Visibility::None {
            continue;
        }
        let path = format!("/solar-eclipse/local-circumstances/details/{}?obs=0.5,-29.5,8000", e.midnight_ut);
        assert_eq!(response(&path)["visibility"]["reason"], "below-horizon", "{path}");
        let terrain = response(&format!("{path}&horizon=terrain"));
        let list = terrain["contacts"].as_array().expect("contacts");
        assert!(list.len() >= 3, "{terrain}");
        for contact in list {
            let limb_deg = limb_deg(&local, number(&contact["circumstances"]["t"]));
            let lift_deg = horizon.refraction(limb_deg.to_radians()).to_degrees();
            let over_deg = limb_deg + lift_deg - number(&contact["obstacle"]["altitude"]);
            if over_deg.abs() > AT_SKYLINE_DEG {
                assert_eq!(contact["visible"], over_deg > 0.0, "{contact}");
            }
        }
        let is_seen = terrain["visibility"]["reason"] != "behind-terrain";
        assert_eq!(terrain["visibility"]["from"].is_null(), !is_seen, "{terrain}");
        seen += u32::from(is_seen);
        night += u32::from(!is_seen);
    }
    println!("of eclipses below the level horizon {seen} seen over the sea, {night} not");
    assert!(seen > 0 && night > 0, "{seen} {night}");
}

/// The entries of a search, by the number of the eclipse.
fn searched(path: &str) -> BTreeMap<u64, Value> {
    let found = response(path);
    let list = found.as_array().expect("a list").iter();
    list.map(|eclipse| (eclipse["catalog"].as_u64().expect("a number"), eclipse.clone())).collect()
}

#[test]
fn a_search_finds_the_eclipses_that_the_skyline_does_not_hide() {
    let path = format!("/solar-eclipse/search/2000/2090?obs={PLACE}");
    let (level, terrain) = (searched(&path), searched(&format!("{path}&horizon=terrain")));
    let (mut cut, mut hidden) = (0, 0);
    for (catalog, eclipse) in &level {
        let jd = &eclipse["jd"];
        let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={PLACE}");
        let flat = behind_wall().get(&path).json();
        assert_eq!(eclipse["visibility"], flat["response"]["visibility"], "{jd}");
        let answer = behind_wall().get(&format!("{path}&horizon=terrain")).json();
        assert_eq!([&flat, &answer].map(|answer| number(&answer["query"]["cost"])), [20.0, 60.0]);
        let details = &answer["response"];
        let reason = details["visibility"]["reason"].as_str();
        let Some(found) = terrain.get(catalog) else {
            assert_eq!(reason, Some("behind-terrain"), "{jd}: {details}");
            hidden += 1;
            continue;
        };
        assert_eq!(found["visibility"], details["visibility"], "{jd}");
        cut += u32::from(reason == Some("terrain"));
        let (found, greatest) = (&found["greatest"], contact(details, 0));
        assert_eq!([&found["aboveHorizon"], &found["date"]], [&greatest["visible"], &greatest["date"]]);
    }
    println!("{} eclipses over the level horizon, {cut} cut, {hidden} hidden by the wall", level.len());
    assert!(cut > 0 && terrain.len() + hidden >= level.len());
    assert!(level.values().all(|eclipse| eclipse["greatest"].is_null()));
}

#[test]
fn lunar_eclipses_lose_what_the_skyline_hides() {
    let path = format!("/lunar-eclipse/search/2000/2090?obs={PLACE}");
    let (level, terrain) = (searched(&path), searched(&format!("{path}&horizon=terrain")));
    let mut cut = 0;
    for (catalog, found) in &terrain {
        let Some(flat) = level.get(catalog) else { continue };
        let ends = |eclipse: &Value| {
            ["from", "to"].map(|end| eclipse["visibility"][end].as_str().expect("a date").to_owned())
        };
        let ([from, to], [flat_from, flat_to]) = (ends(found), ends(flat));
        let greatest = &found["greatest"];
        let (altitude_deg, horizon_deg) = (number(&greatest["altitude"]), number(&greatest["horizonAlt"]));
        // Over the sea the skyline is below the level horizon.
        assert!(from >= flat_from && to <= flat_to || horizon_deg < 0.0, "{found}");
        cut += u32::from(from > flat_from || to < flat_to);
        // The limb is a quarter of a degree above the centre, and refraction lifts it less.
        if !(-0.35..0.0).contains(&(altitude_deg - horizon_deg)) {
            assert_eq!(greatest["aboveHorizon"], altitude_deg > horizon_deg, "{greatest}");
        }
    }
    println!("{} lunar eclipses over the level horizon, {cut} cut by the skyline", level.len());
    assert!(cut > 0 && terrain.len() <= level.len() && terrain.len() * 10 > level.len() * 9);
}

/// No verdict is finer than heights 9 km apart: valleys of the Alps, coasts and plains, all contacts.
#[test]
fn coarse_heights_never_tell_what_they_cannot() {
    let (mut known, mut unknown) = (0, 0);
    for obs in
        ["47.263,11.395,574", "46.02,7.749,1608", "43.15,-4.62,291", "46.95,7.45", "52.2,21.0", "43.3,-2"]
    {
        for day in ["2026-08-12", "2027-08-02", "2028-01-26", "2030-06-01", "2036-08-21", "2039-06-21"] {
            let path = format!("/solar-eclipse/local-circumstances/details/{day}?obs={obs}&horizon=coarse");
            let answer = behind_wall().get(&path).json();
            for contact in answer["response"]["contacts"].as_array().expect("contacts") {
                let sun = &contact["observational"]["sunAzAlt"];
                let obstacle = &contact["obstacle"];
                let [sun, hill, doubt] =
                    [&sun["altitude"], &obstacle["altitude"], &obstacle["doubt"]].map(number);
                // The upper limb, with refraction, is up to 0.9° above the centre.
                let margin = sun - hill;
                match contact["visible"].as_bool() {
                    Some(true) => assert!(margin + 0.9 > doubt, "{path}: {contact}"),
                    // Ground is never lower than the horizon of the sea.
                    Some(false) => assert!(margin < 0.0, "{path}: {contact}"),
                    None => {
                        assert_eq!(contact["reason"], "unknown-terrain");
                        assert!((-doubt - 0.9..=doubt).contains(&margin), "{path}: {contact}");
                    }
                }
                let count = if contact["visible"].is_null() { &mut unknown } else { &mut known };
                *count += 1;
            }
        }
    }
    println!("{known} verdicts, {unknown} that the heights cannot give");
    assert!(known > 20 && unknown > 5);
    // In Potes, ground 9 km away may be higher than the obstacle, which is 25 km away.
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=43.15,-4.62,291&horizon=coarse";
    assert_eq!(contact(&behind_wall().get(path).json()["response"], 0)["visible"], serde_json::Value::Null);
}

/// The heights are those of the generation, which every server has.
#[test]
fn the_sun_is_above_the_hills_during_totality_in_oviedo() {
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=43.36,-5.85,230&horizon=coarse";
    let answer = behind_wall().get(path).json();
    let heights = &answer["query"]["heights"];
    assert_eq!((&heights["name"], number(&heights["resolution"])), (&"ETOPO5".into(), 300.0));
    let greatest = contact(&answer["response"], 0);
    let sun_deg = number(&greatest["observational"]["sunAzAlt"]["altitude"]);
    let hill_deg = number(&greatest["obstacle"]["altitude"]);
    assert!(greatest["visible"] == true && hill_deg < sun_deg && (-1.0..6.0).contains(&hill_deg));
    let search = "/solar-eclipse/search/2026/2027?obs=43.36,-5.85,230&next=total&horizon=coarse";
    let found = behind_wall().get(search).json();
    assert_eq!(found["query"]["heights"], *heights);
    assert_eq!(found["response"][0]["greatest"]["aboveHorizon"], true, "{found}");
    // It costs as much as a fine skyline, and needs no data of the operator.
    assert_eq!(number(&found["query"]["cost"]), 110.0);
}
