//! Eclipses behind a skyline, and the view over it from a high place.

use super::super::eclipses::data;
use super::{PLACE, behind_wall, number};
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Visibility};
use astro::sky::horizon::Horizon;
use serde_json::Value;
use std::collections::BTreeMap;

/// Contacts nearer to the skyline than this are not compared, degrees.
const AT_SKYLINE_DEG: f64 = 0.01;

#[test]
fn an_eclipse_behind_the_wall_differs_from_one_above_it() {
    let search = behind_wall().get(&format!("/solar-eclipse/search/2000/2090?obs={PLACE}&limit=50")).json();
    let list = search["response"].as_array().or_else(|| search["response"]["eclipses"].as_array()).cloned();
    let list = list.unwrap_or_else(|| panic!("no list: {search}"));
    let (mut hidden, mut seen) = (0, 0);
    for eclipse in &list {
        let jd = ["jd", "julianDay"].into_iter().find_map(|key| eclipse[key].as_f64());
        let jd = jd.unwrap_or_else(|| panic!("no Julian Day: {eclipse}"));
        let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={PLACE}");
        let level = behind_wall().get(&path).json();
        let terrain = behind_wall().get(&format!("{path}&horizon=terrain")).json();
        assert_eq!([&level, &terrain].map(|answer| number(&answer["query"]["cost"])), [20.0, 60.0]);
        let contacts =
            |answer: &Value| answer["response"]["contacts"].as_array().cloned().unwrap_or_default();
        for (flat, contact) in contacts(&level).iter().zip(contacts(&terrain)) {
            assert!(flat.get("obstacle").is_none() && flat["date"] == contact["date"]);
            let sun = &contact["observational"]["sunAzAlt"];
            let limb_deg = number(&sun["altitude"]) + number(&contact["observational"]["sunSemidiameter"]);
            let top_deg = number(&contact["obstacle"]["altitude"]);
            // Refraction raises the limb by half a degree at most.
            if limb_deg > top_deg {
                assert_eq!(contact["visible"], true, "{contact}");
                seen += 1;
            } else if limb_deg + 0.6 < top_deg {
                assert_eq!(contact["visible"], false, "{contact}");
                hidden += 1;
            }
        }
        let visibility = &terrain["response"]["visibility"];
        let reasons = ["whole", "terrain", "behind-terrain"];
        assert!(reasons.iter().any(|reason| visibility["reason"] == *reason), "{visibility}");
    }
    println!("{} eclipses, {seen} contacts seen, {hidden} hidden", list.len());
    assert!(list.len() > 10 && seen > 20 && hidden > 0);
}

#[test]
fn from_a_height_the_sun_is_eclipsed_also_below_the_level_horizon() {
    let observer = Observer::from_degrees(0.5, -29.5, 8000.0);
    let horizon = Horizon::new(observer);
    let limb_deg = |local: &ObservedEclipse, t: f64| {
        let view = local.view(&local.at(t));
        (view.sun.altitude + view.sun_semidiameter).to_degrees()
    };
    let (mut all, mut seen, mut night) = (0, 0, 0);
    for e in data().elements.usual() {
        let local = ObservedEclipse::new(&e.polynomials, observer, e.delta_t_s);
        let Some(contacts) = local.contacts() else { continue };
        let ends_deg = [contacts.first.t, contacts.fourth.t].map(|t| limb_deg(&local, t));
        let is_near = ends_deg.iter().any(|deg| (-4.5..0.0).contains(deg));
        if !is_near || local.visibility(&contacts) != Visibility::None {
            continue;
        }
        let path = format!("/solar-eclipse/local-circumstances/details/{}?obs=0.5,-29.5,8000", e.midnight_ut);
        let level = &behind_wall().get(&path).json()["response"];
        assert_eq!(level["visibility"]["reason"], "below-horizon", "{level}");
        assert_eq!(level["contacts"].as_array().map(Vec::len), Some(0), "{level}");
        let terrain = &behind_wall().get(&format!("{path}&horizon=terrain")).json()["response"];
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
        let reason = terrain["visibility"]["reason"].as_str().unwrap_or_default();
        let is_seen = ["whole", "terrain"].contains(&reason);
        assert!(is_seen || reason == "behind-terrain", "{terrain}");
        assert_eq!(terrain["visibility"]["from"].is_null(), !is_seen, "{terrain}");
        all += 1;
        seen += u32::from(is_seen);
        night += u32::from(!is_seen);
    }
    println!("{all} eclipses below the level horizon, {seen} seen over the sea, {night} not");
    assert!(seen > 0 && night > 0, "{seen} {night}");
}

/// The entries of a search, by the number of the eclipse.
fn searched(path: &str) -> BTreeMap<i64, Value> {
    let answer = behind_wall().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    let list = answer.json()["response"].as_array().expect("a list").clone();
    list.into_iter().map(|eclipse| (eclipse["catalog"].as_i64().unwrap_or_default(), eclipse)).collect()
}

#[test]
fn a_search_finds_the_eclipses_that_the_skyline_does_not_hide() {
    let path = format!("/solar-eclipse/search/2000/2090?obs={PLACE}");
    let (level, terrain) = (searched(&path), searched(&format!("{path}&horizon=terrain")));
    let (mut cut, mut hidden) = (0, 0);
    for (number, eclipse) in &level {
        let jd = &eclipse["jd"];
        let details = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={PLACE}&horizon=terrain");
        let details = &behind_wall().get(&details).json()["response"];
        let reason = details["visibility"]["reason"].as_str();
        match terrain.get(number) {
            Some(found) => {
                assert_eq!(found["visibility"], details["visibility"], "{jd}");
                cut += u32::from(reason == Some("terrain"));
                let greatest = details["contacts"].as_array().expect("contacts").iter();
                let greatest = greatest.clone().find(|c| c["contact"] == 0).expect("greatest eclipse");
                assert_eq!(found["greatest"]["aboveHorizon"], greatest["visible"], "{jd}");
                assert_eq!(found["greatest"]["date"], greatest["date"], "{jd}");
            }
            None => {
                assert_eq!(reason, Some("behind-terrain"), "{jd}: {details}");
                hidden += 1;
            }
        }
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
    for (number, found) in &terrain {
        let Some(flat) = level.get(number) else { continue };
        let ends = |eclipse: &Value| {
            ["from", "to"].map(|end| eclipse["visibility"][end].as_str().expect("a date").to_owned())
        };
        let ([from, to], [flat_from, flat_to]) = (ends(found), ends(flat));
        // Over the sea the skyline is below the level horizon.
        let is_low = super::number(&found["greatest"]["horizonAlt"]) < 0.0;
        assert!(from >= flat_from && to <= flat_to || is_low, "{found}");
        cut += u32::from(from > flat_from || to < flat_to);
        let greatest = &found["greatest"];
        let over_deg = super::number(&greatest["altitude"]) - super::number(&greatest["horizonAlt"]);
        // The limb is a quarter of a degree above the centre, and refraction lifts it less.
        if !(-0.35..0.0).contains(&over_deg) {
            assert_eq!(greatest["aboveHorizon"], over_deg > 0.0, "{greatest}");
        }
    }
    println!("{} lunar eclipses over the level horizon, {cut} cut by the skyline", level.len());
    assert!(cut > 0 && terrain.len() <= level.len() && terrain.len() * 10 > level.len() * 9);
}

#[test]
fn the_sun_is_above_the_hills_during_totality_in_oviedo() {
    // The heights of the generation, which every server has.
    let path = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=43.36,-5.85,230&horizon=coarse";
    let answer = behind_wall().get(path);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let answer = answer.json();
    let heights = &answer["query"]["heights"];
    assert_eq!((heights["name"].as_str(), heights["resolution"].as_f64()), (Some("ETOPO5"), Some(300.0)));
    let contacts = answer["response"]["contacts"].as_array().expect("contacts");
    let greatest = contacts.iter().find(|c| c["contact"] == 0).expect("greatest eclipse");
    let sun_deg = number(&greatest["observational"]["sunAzAlt"]["altitude"]);
    let hill_deg = number(&greatest["obstacle"]["altitude"]);
    println!("Sun {sun_deg:.2}°, hills {hill_deg:.2}°");
    assert!(greatest["visible"] == true && hill_deg < sun_deg && (-1.0..6.0).contains(&hill_deg));
    let search = "/solar-eclipse/search/2026/2027?obs=43.36,-5.85,230&next=total&horizon=coarse";
    let found = behind_wall().get(search).json();
    assert_eq!(found["query"]["heights"], *heights);
    assert_eq!(found["response"][0]["greatest"]["aboveHorizon"], true, "{found}");
    // It costs as much as a fine skyline, and needs no data of the operator.
    assert_eq!(number(&found["query"]["cost"]), 105.0);
    let several = behind_wall().get("/solar-eclipse/search/2026/2027?obs=43,-5;42,-3&horizon=coarse");
    assert!(several.status == 400 && several.text().contains("single place"), "{}", several.text());
}
