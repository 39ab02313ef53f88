//! Check values and prices of the specification.

use super::demo;

#[test]
fn positions_have_the_check_values_of_the_specification() {
    const TOLERANCE_DEG: f64 = 0.6e-8;
    // TD 2023-09-01T12:01:09.140 and TD 2025-03-21T13:05:39.073.
    let position = |date: &str, body: &str, delta_t: &str| {
        let path = format!("/body-position/{date}?body={body}&deltaT={delta_t}");
        demo().get(&path).json()["response"][date][body].clone()
    };
    let sun = position("2023-09-01T12:00:00.000Z", "sun", "69.14");
    let moon = position("2025-03-21T13:04:30.073Z", "moon", "69");
    assert_eq!(sun["dateTD"], "2023-09-01T12:01:09.140Z");
    assert_eq!(moon["dateTD"], "2025-03-21T13:05:39.073Z");
    for (value, expected, tolerance) in [
        (&sun["eclipticCoordinates"]["λ"], 158.807_514_82, TOLERANCE_DEG),
        (&sun["eclipticCoordinates"]["β"], 0.0, 1e-12),
        (&sun["apparentCoordinates"]["ra"], 160.417_921_75, TOLERANCE_DEG),
        (&sun["apparentCoordinates"]["decl"], 8.267_373_56, TOLERANCE_DEG),
        (&sun["radiusVector"], 1.009_275_14, TOLERANCE_DEG),
        (&sun["obliquityOfEcliptic"], 23.436_213_54, TOLERANCE_DEG),
        (&sun["equatorialHorizontalParallax"], 0.002_420_33, TOLERANCE_DEG),
        (&sun["jde"], 2_460_189.000_800_23, TOLERANCE_DEG),
        (&moon["eclipticCoordinates"]["λ"], 260.527_298_77, TOLERANCE_DEG),
        (&moon["eclipticCoordinates"]["β"], -5.254_298_49, TOLERANCE_DEG),
        (&moon["geocentricSphericalCoordinates"]["Δ"], 398_136.535_637_73, 1e-4),
        (&moon["apparentCoordinates"]["ra"], -100.731_143_87, TOLERANCE_DEG),
        (&moon["jde"], 2_460_756.045_591_12, TOLERANCE_DEG),
    ] {
        let value = value.as_f64().unwrap_or(f64::NAN);
        assert!((value - expected).abs() <= tolerance, "{value} {expected}");
    }
}

#[test]
fn costs_are_those_of_the_specification() {
    for (path, cost) in [
        ("/version", 0.0),
        ("/julian-day/2024", 0.5),
        ("/date/2460408.5", 0.5),
        ("/delta-t/2024", 0.5),
        ("/body-position/2024-01-01?body=sun", 1.0),
        ("/body-position/2024-01-01?body=sun,moon", 2.0),
        ("/body-position/2024-01-01T12:00:00Z/2024-01-01T13:00:00Z?body=sun,moon", 118.0),
        ("/rise-transit-set/2024-01-01/2024-01-11?body=sun,moon&observer=1,2,3", 60.0),
        (
            "/rise-transit-set/2024-01-01/2024-01-11?body=sun&observer=1,2,3&events=all&tz=auto&day=local",
            30.0,
        ),
        ("/az-alt-search/2024-01-01/2024-01-11T01:00:00Z?obs=1,2&body=sun,moon&az=90", 110.0),
        ("/insolation/solar-intensity/2024?obs=1,2", 1.0),
        ("/insolation/irradiance/2024-01-01/2024-01-01?obs=1,2", 2.0),
        ("/insolation/irradiance/2024-01-01/2024-01-02?obs=1,2&interval=600", 286.0),
        ("/insolation/daily/2024-01-01/2024-01-11?obs=1,2&interval=1800", 60.0),
        ("/insolation/monthly/2024-01-01/2024-01-11?obs=1,2&interval=21600", 30.0),
        ("/insolation/daily/2024-01-01/2024-01-11?obs=1,2&horizon=coarse", 130.0),
        ("/insolation/irradiance/2024-01-01/2024-01-01?obs=1,2&profile=1,2,3,4", 2.0),
        ("/skyline?obs=1,2", 100.0),
        ("/lunar-libration/2024", 1.0),
        ("/sightline/46.5,8/47,8", 9.0),
        ("/sightline/46.5,8/47,8?samples=200", 6.0),
        ("/sightline/46.5,8/47,8?samples=2000", 60.0),
        ("/celestial-events/2024-01-01/2024-01-02", 20.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=gc&overflow=1", 12.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=sun&circumstances=1&obs=1,2", 15.0),
        ("/meteor-showers/2025-08-12/2025-08-13?shower=PER", 1.0),
        ("/meteor-showers/2025-03-12/2025-03-13", 1.0),
        ("/meteor-showers/2025-08-12/2025-08-13?shower=PER,SDA,GEM", 2.0),
        ("/geodesic/1,2/3,4?method=uniform&format=array", 10.0),
        ("/geodesic/1,2/3,4?method=uniform&format=array&segments=1&with-el=1", 2.0),
        ("/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=0.1&with-el=0", 1400.0),
        ("/elevation?points=1,2;3,4;5,6", 3.0),
        ("/elevation/1,2", 1.0),
        ("/elevation/1,2/3,4", 100.0),
        ("/elevation/1,2/3,4?samples=2", 1.0),
        ("/bounding-tiles?points=1,2", 1.0),
        (&format!("/bounding-tiles?points=1,2{}", ";3,4".repeat(100)), 2.0),
        ("/solar-eclipse/catalog/2024/2024", 1.0),
        ("/solar-eclipse/elements/2460408.5", 1.0),
        ("/solar-eclipse/search/2000/2100?obs=1,2,3", 5.0),
        ("/solar-eclipse/search/1500/2500?obs=1,2,3", 25.0),
        ("/lunar-eclipse/catalog/2024/2024", 1.0),
        ("/lunar-eclipse/local-circumstances/2460748.5?obs=1,2,3", 5.0),
        ("/solar-eclipse/local-circumstances/details/2460408.5?obs=1,2,3", 20.0),
        // Up to 500 vertices, none at all, and more.
        ("/solar-eclipse/path/2460408.5?tolerance=10000&format=json", 10.0),
        ("/solar-eclipse/path/2460763.5?format=json", 10.0),
    ] {
        let separator = if path.contains('?') { '&' } else { '?' };
        let only = demo().get(&format!("{path}{separator}cost=1")).json();
        assert_eq!(only["query"]["cost"].as_f64(), Some(cost), "{path}");
        assert!(only.get("response").is_none(), "{path}");
        assert_eq!(demo().get(path).json()["query"]["cost"].as_f64(), Some(cost), "{path}");
    }
}
