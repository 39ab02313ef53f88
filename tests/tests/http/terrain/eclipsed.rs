//! Eclipses behind a skyline, and the view over it from a high place.

use super::super::eclipses::data;
use super::{PLACE, behind_wall, number};
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Visibility};
use astro::sky::horizon::Horizon;
use serde_json::Value;

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
