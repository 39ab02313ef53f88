//! Prices of the specification, beside those of the snapshots.

use super::demo;

#[test]
fn costs_are_those_of_the_specification() {
    for (path, cost) in [
        ("/delta-t/2024", 0.5),
        ("/body-position/2024-01-01?body=sun,moon", 2.0),
        ("/body-position/2024-01-01T12:00:00Z/2024-01-01T13:00:00Z?body=sun,moon", 118.0),
        ("/rise-transit-set/2024-01-01/2024-01-11?body=sun,moon&observer=1,2,3", 60.0),
        ("/rise-transit-set/2024-01-01/2024-01-11?body=sun&obs=1,2&events=all&tz=auto&day=local", 30.0),
        ("/az-alt-search/2024-01-01/2024-01-11T01:00:00Z?obs=1,2&body=sun,moon&az=90", 110.0),
        ("/windows/2024-01-01/2024-01-11?obs=1,2&when=milky-way", 100.0),
        ("/windows/2024-01-01/2024-01-02?obs=1,2&when=dark&horizon=coarse", 110.0),
        ("/insolation/irradiance/2024-01-01/2024-01-01?obs=1,2", 2.0),
        ("/insolation/irradiance/2024-01-01/2024-01-02?obs=1,2&interval=600", 286.0),
        ("/insolation/daily/2024-01-01/2024-01-11?obs=1,2&interval=1800", 60.0),
        ("/insolation/monthly/2024-01-01/2024-01-11?obs=1,2&interval=21600", 30.0),
        ("/insolation/daily/2024-01-01/2024-01-11?obs=1,2&horizon=coarse", 130.0),
        ("/crescent/2025-03-30?obs=1,2", 5.0),
        ("/now?obs=1,2&date=2026-01-01", 10.0),
        ("/rise-transit-set/2024-01-01?obs=1,2&body=sun,moon&next=rise", 12.0),
        ("/rise-transit-set/2024-01-01?obs=1,2&body=sun&next=rise&horizon=coarse", 160.0),
        ("/sightline/46.5,8/47,8?samples=200", 6.0),
        ("/sightline/46.5,8/47,8?samples=2000", 60.0),
        ("/celestial-events/2024-01-01/2024-01-02", 20.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=gc&overflow=1", 12.0),
        ("/celestial-events/2024-01-01/2024-01-02?body=sun&circumstances=1&obs=1,2", 15.0),
        ("/meteor-showers/2025-03-12/2025-03-13", 1.0),
        ("/meteor-showers/2025-08-12/2025-08-13?shower=PER,SDA,GEM", 2.0),
        ("/geodesic/1,2/3,4?method=uniform&format=array&segments=1&with-el=1", 2.0),
        ("/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=0.1&with-el=0", 1400.0),
        ("/elevation?points=1,2;3,4;5,6", 3.0),
        ("/elevation/1,2/3,4?samples=2", 1.0),
        (&format!("/bounding-tiles?points=1,2{}", ";3,4".repeat(100)), 2.0),
        ("/solar-eclipse/search/2000/2100?obs=1,2,3", 5.0),
        ("/solar-eclipse/search/1500/2500?obs=1,2,3", 25.0),
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
