//! The visible part of an eclipse at a place, and the effect of ΔT.

use super::demo;

/// Reason of the visibility, and whether each contact is above the horizon.
fn visible(jd: f64, latitude_deg: f64, longitude_deg: f64) -> (String, Vec<(u64, bool)>) {
    let path =
        format!("/solar-eclipse/local-circumstances/details/{jd}?obs={latitude_deg},{longitude_deg},0");
    let answer = demo().get(&path).json();
    let contacts = answer["response"]["contacts"].as_array().expect("contacts");
    let contacts = contacts
        .iter()
        .map(|c| (c["contact"].as_u64().unwrap_or(9), c["visible"].as_bool().unwrap_or(false)))
        .collect();
    (answer["response"]["visibility"]["reason"].as_str().unwrap_or_default().to_owned(), contacts)
}

#[test]
fn what_is_visible_of_an_eclipse_is_said() {
    // Murmansk 2037: the Sun is down at both ends, and yet the eclipse is seen.
    assert_eq!(
        visible(2_465_074.5, 68.970, 33.075),
        ("sunrise-and-sunset".into(), vec![(1, false), (0, true), (4, false)])
    );
    // Castile 2026: the Sun sets before the end.
    assert_eq!(
        visible(2_461_264.5, 41.86953, -2.70656),
        ("sunset".into(), vec![(1, true), (2, true), (0, true), (3, true), (4, false)])
    );
    // Marshall Islands 2023, where the path of the hybrid ends: the same.
    let (reason, contacts) = visible(2_460_054.5, 4.6622, 170.8101);
    assert_eq!(
        (reason.as_str(), contacts.first(), contacts.last()),
        ("sunset", Some(&(1, true)), Some(&(4, false)))
    );
    // 1986-10-03, the hybrid: total in a strip of less than a kilometre.
    let (reason, contacts) = visible(2_446_706.5, 59.9, -37.1);
    assert!(!reason.is_empty() && contacts.len() >= 3, "{contacts:?}");
    // At the poles the longitude does not matter, at the antimeridian its sign does not.
    for latitude_deg in [90.0, -90.0] {
        for jd in [2_460_408.5, 2_461_264.5, 2_459_375.5] {
            assert_eq!(visible(jd, latitude_deg, 0.0), visible(jd, latitude_deg, 123.0));
        }
    }
    assert_eq!(visible(2_459_375.5, 90.0, 0.0).0, "whole", "the ring of 2021 June 10");
    assert_eq!(visible(2_460_054.5, 0.0, 180.0), visible(2_460_054.5, 0.0, -180.0));
    // Nothing: on the night side, and outside of the penumbra.
    assert_eq!(visible(2_460_408.5, 40.0, 120.0).1, vec![]);
    assert_eq!(visible(2_460_408.5, -60.0, 0.0), ("no-eclipse".into(), vec![]));
}

#[test]
fn another_delta_t_turns_the_earth_under_the_shadow() {
    let path = "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10";
    let own = demo().get(path).json();
    let other = demo().get(&format!("{path}&deltaT=79.2")).json();
    assert_eq!(other["query"]["deltaT"], 79.2);
    assert_eq!(other["response"]["accuracy"]["deltaT"], 79.2);
    assert!(
        other["response"]["accuracy"]["deltaTSigma"].is_null()
            && own["response"]["accuracy"]["deltaTSigma"].is_number()
    );
    assert_ne!(own["response"]["contacts"][1]["date"], other["response"]["contacts"][1]["date"]);
}
