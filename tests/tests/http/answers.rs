//! One good response and each refusal of every operation, as snapshots.

use super::*;

/// Status, relevant headers, and the body with placeholders for parts that change with each build.
fn shown(answer: &Answer) -> String {
    let version = demo().get("/version").json();
    let of = |key: &str| version["response"][key].as_str().unwrap_or_default().to_owned();
    let headers: Vec<String> = ["content-type", "cache-control", "allow", "www-authenticate"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}: {}", answer.header(name)?)))
        .collect();
    let body = match serde_json::from_slice::<serde_json::Value>(&answer.body) {
        Ok(json) => serde_json::to_string_pretty(&json).unwrap_or_default(),
        Err(_) => answer.text(),
    };
    let text = format!("{}\n{}\n\n{body}", answer.status, headers.join("\n"));
    text.replace(&of("dataset"), "<dataset>").replace(&of("builtAt"), "<built>")
}

/// Names of snapshots and the paths that they show.
pub(crate) const GOOD: &[(&str, &str)] = &[
    ("version", "/version"),
    ("julian_day", "/julian-day/Mon%2C%2008%20Apr%202024%2018:18:00%20GMT/"),
    ("date", "/date/2460409.2625"),
    ("delta_t", "/delta-t/2024-04-08"),
    (
        "body_position",
        "/body-position/2023-09-01T12:00:00Z?body=sun,moon,gc&ra-decl=83.82,-5.39\
         &observer=38.9,-77.04,20&extras=all&deltaT=69.14",
    ),
    (
        "body_position_appearance",
        "/body-position/2026-08-20T20:00:00Z?body=sun,moon,gc&obs=43.36,-5.85,230&extras=appearance\
         &deltaT=69.1",
    ),
    ("moon_picture", "/moon-picture/2026-08-20T20:00:00Z?obs=43.36,-5.85,230&deltaT=69.1"),
    ("body_position_truncated", "/body-position/1992-10-13?body=sun&alg=vsop-87a-tr"),
    (
        "rise_transit_set",
        "/rise-transit-set/2005-06-21/2005-06-22?observer=38.9,-77.04,20&body=sun,moon,gc&hah=50",
    ),
    (
        "rise_transit_set_calendar",
        "/rise-transit-set/2026-08-12/2026-08-13?observer=43.36,-8.41,20&body=sun\
         &events=civil_dawn,golden_hour&tz=Europe/Madrid&format=ics",
    ),
    ("skyline", "/skyline?obs=46.5475,7.9854,4000&horizon=coarse"),
    ("skyline_svg", "/skyline?obs=46.5475,7.9854&format=svg"),
    ("sightline", "/sightline/46.5475,7.9854/46.9479,7.4446?obsElevation=3571&targetHeight=100&samples=6"),
    (
        "az_alt_search",
        "/az-alt-search/2026-05-01/2026-08-01?obs=40.7527,-73.9772,20&body=sun&az=299.1&alt=0.6&altTol=0.6",
    ),
    ("windows", "/windows/2026-08-12/2026-08-14?obs=43.36,-8.41,20&when=milky-way&min=30m&tz=auto"),
    ("solar_intensity", "/insolation/solar-intensity/2024-06-21T17:00:00Z?obs=38.9,-77.04,20"),
    (
        "irradiance_in_an_eclipse",
        "/insolation/irradiance/2024-04-08T18:00:00Z/2024-04-08T20:00:00Z?obs=32.78,-96.8,140&interval=1800\
         &tilt=30&turbidity=2.5&eclipse=1",
    ),
    ("daily_insolation", "/insolation/daily/2024-04-08/2024-04-10?obs=32.78,-96.8,140&tilt=30&eclipse=true"),
    (
        "monthly_insolation",
        "/insolation/monthly/2023-12-30T12:00:00Z/2024-02-08?obs=78.2,15.6&interval=21600",
    ),
    ("lunar_libration", "/lunar-libration/2015-03-20T10:11:57.7Z?deltaT=67.78&obs=40,10"),
    ("celestial_events", "/celestial-events/2024-03-20/2024-04-20?deltaT=69.2"),
    ("celestial_events_calendar", "/celestial-events/2025-03-01/2025-03-31?format=ics&deltaT=69.2"),
    ("meteor_showers", "/meteor-showers/2025-08-12/2025-08-13?deltaT=69.2"),
    ("meteor_showers_seen", "/meteor-showers/2024-12-01/2024-12-31?shower=gem,15&obs=51.5,0,20&deltaT=69.2"),
    ("meteor_showers_calendar", "/meteor-showers/2026-01-01/2026-02-01?minZhr=50&format=ics&deltaT=69.2"),
    ("catalog", "/solar-eclipse/catalog/2023/2024?primaryType=H"),
    ("elements", "/solar-eclipse/elements/2460408.5"),
    ("local_circumstances", "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10"),
    ("elements_by_date", "/solar-eclipse/elements/2026-08-12?format=raw"),
    ("eclipse_search", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860"),
    ("eclipse_search_tz", "/solar-eclipse/search/2026/2027?obs=43.36,-5.85,230&tz=auto"),
    ("lunar_search", "/lunar-eclipse/search/2026/2029?obs=43.36,-5.85,230&tz=auto"),
    ("lunar_search_ics", "/lunar-eclipse/search/2026/2027?obs=43.36,-5.85,230&tz=auto&format=ics"),
    ("lunar_search_csv", "/lunar-eclipse/search/2026/2027?obs=43.36,-5.85,230&format=csv"),
    ("day", "/day/2026-08-12?obs=-0.18,-78.47,2850"),
    ("now", "/now?date=2026-11-28T12:00Z&obs=69.65,18.96,10"),
    (
        "rise_transit_set_next",
        "/rise-transit-set/2026-11-28?obs=78.22,15.65&body=sun,gc&next=rise,set&tz=auto",
    ),
    ("day_of_polar_night", "/day/2026-11-28?obs=78.22,15.65"),
    ("crescent", "/crescent/2025-03-30?obs=21.42,39.83,300&deltaT=69.2"),
    ("terminator", "/terminator/2026-06-21T12:00Z?features=moon&tolerance=100000&deltaT=69.2"),
    ("eclipse_search_ics", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860&format=ics"),
    ("eclipse_search_csv", "/solar-eclipse/search/2026/2030?obs=42.34,-3.7,860&format=csv&type=total"),
    ("lunar_catalog", "/lunar-eclipse/catalog/2025/2026?type=T"),
    ("lunar_circumstances", "/lunar-eclipse/local-circumstances/2460748.5?obs=38.9,-77.04,20&deltaT=69.2"),
    ("path", "/solar-eclipse/path/2460408.5?paths=c,pts&tolerance=10000&extras=times,centre"),
    ("path_json", "/solar-eclipse/path/2460408.5?paths=c,pts&tolerance=10000&format=json"),
    ("ogc_items", "/ogc/collections/solar-eclipses/items?datetime=-000584-05-22&bbox=-180,-90,180,90"),
    ("ogc_item", "/ogc/collections/towns/items/2461264.5-3114711"),
    ("path_kml", "/solar-eclipse/path/2460408.5?paths=tn,out,pts&tolerance=10000&outStep=60&format=kml"),
    ("path_gpx", "/solar-eclipse/path/2460408.5?paths=ts,pts&tolerance=10000&format=gpx"),
    ("path_csv", "/solar-eclipse/path/2460408.5?step=60&format=csv"),
    ("geodesic", "/geodesic/37.6,-122.3/35.6,-3?method=uniform&format=array&segments=4"),
    ("geodesic_of_no_length_at_the_pole", "/geodesic/90,0/90,100?method=midpoint&format=array"),
    ("elevation", "/elevation?points=31.75,35.25;46.5,7.96|0,-180;-90,12;18.64,101.74;42,51"),
    ("elevation_of_the_path", "/elevation/28,86.9;28,270"),
    ("elevation_profile", "/elevation/46.5,7.5/45.5,8.5?samples=5"),
    ("bounding_tiles", "/bounding-tiles?bbox=51.4,-0.2,51.6,0.1&z=10"),
    ("bounding_tiles_across", "/bounding-tiles?bbox=-20,175,-10,185&max=4&scheme=tms"),
    ("bounding_tiles_of_points", "/bounding-tiles?points=51.5,-0.1;48.9,2.3;40.4,-3.7&z=5&each=1"),
    ("lunar_limb_svg", "/lunar-limb?l=-4.33&b=1.2&format=svg&ve=20"),
    ("cost", "/rise-transit-set/2024-01-01/2024-12-31?observer=1,2,3&body=sun,moon&cost=1"),
];

const REFUSED: &[(&str, &str)] = &[
    ("no_such_path", "/julian-days/2024"),
    ("julian_day_bad", "/julian-day/someday?when=now"),
    ("date_bad", "/date/1e300"),
    ("delta_t_bad", "/delta-t/"),
    ("delta_t_outside", "/delta-t/%2B012024-01-01"),
    (
        "body_position_bad",
        "/body-position/2024-01-01/2023-01-01?body=sun,mars&obs=91,0,x&alg=best\
         &extras=all,d,d&interval=0&ra-decl=1&deltaT=many&bdy=sun",
    ),
    ("body_position_too_many", "/body-position/2000-01-01/2024-01-01?body=sun&interval=1"),
    ("body_position_outside_ephemeris", "/body-position/0100-01-01?body=moon&alg=precise"),
    ("rise_transit_set_bad", "/rise-transit-set/2024-01-02/2024-01-01?body=&hah=-1"),
    (
        "rise_transit_set_next_bad",
        "/rise-transit-set/2026-01-01/2026-02-01?obs=1,2&body=moon&next=rise,civil_dawn\
         &events=lunar_lower_transit&days=2",
    ),
    ("now_bad", "/now?obs=91,0&date=someday&tz=Nowhere/City&extras=all&next=rise"),
    ("now_outside_ephemeris", "/now?obs=1,2&date=1066-10-14"),
    (
        "az_alt_search_bad",
        "/az-alt-search/2024-01-02/2024-01-01?obs=1,2&body=mars&alt=91&azTol=1&minAlt=5&ill=1,0&sun=x\
         &ref=best",
    ),
    ("az_alt_search_without_aim", "/az-alt-search/2024-01-01/2024-02-01?obs=1,2&body=sun&altTol=1"),
    ("windows_bad", "/windows/2026-08-12?obs=43.36,-8.41&when=sun.alt,star.az=1..2&min=long"),
    (
        "sightline_bad",
        "/sightline/91,0/here?obsHeight=-1&obsElevation=5&targetHeight=x&samples=1&refraction=1",
    ),
    ("skyline_bad", "/skyline?obs=91,0&horizon=level&format=png"),
    (
        "ogc_items_bad",
        "/ogc/collections/towns/items?limit=0&bbox=1,2,3&datetime=2026&eclipse=someday&offset=-1&f=json",
    ),
    ("ogc_no_such_collection", "/ogc/collections/comets/items"),
    ("ogc_no_such_item", "/ogc/collections/paths/items/2460588.5-1"),
    ("sightline_too_far", "/sightline/46.5,8/52.5,13.4"),
    ("lunar_limb_bad", "/lunar-limb?l=10&ve=0&format=png"),
    ("lunar_limb_of_nothing", "/lunar-limb"),
    ("lunar_limb_beyond", "/lunar-limb/2024-01-17T12:00:00Z?l=1&b=7"),
    ("sightline_of_nothing", "/sightline/46.5,8/46.5,8"),
    ("az_alt_search_too_long", "/az-alt-search/2024-01-01/2035-02-01?obs=1,2&body=sun&az=1"),
    (
        "insolation_bad",
        "/insolation/daily/2024-01-01/2023-12-31?interval=7000&tilt=91&albedo=-1&turbidity=0&eclipse=2",
    ),
    ("crescent_bad", "/crescent/2025-03-30?which=night&tz=Nowhere/City"),
    ("crescent_outside_ephemeris", "/crescent/1066-01-01?obs=21.42,39.83"),
    ("crescent_map_bad", "/crescent-map/2025-04-12?criterion=danjon"),
    ("crescent_map_of_the_full_moon", "/crescent-map/2025-04-12"),
    ("terminator_bad", "/terminator/someday?features=day,dusk&tolerance=1"),
    ("moon_picture_bad", "/moon-picture/2026-99-99?obs=91,0&size=9&background=blue"),
    ("lunar_libration_bad", "/lunar-libration/2024-99-99?obs=north&obs=south"),
    (
        "celestial_events_bad",
        "/celestial-events/2024-04-20/2024-03-20?body=sun&events=full_moon,eclipse&circumstances=1&overflow=2\
         &format=xml",
    ),
    ("meteor_showers_bad", "/meteor-showers/1899-12-31/2102-01-01?shower=XXX,7&minZhr=-1&obs=91,0"),
    ("catalog_bad", "/solar-eclipse/catalog/-2000/3e3?saros=x&primaryType=Z"),
    ("local_circumstances_of_no_eclipse", "/solar-eclipse/local-circumstances/details/2086672.5?obs=1,2,3"),
    ("eclipse_search_bad", "/solar-eclipse/search/1499/yesterday?type=hybrid&limit=0&minAlt=91&format=xml"),
    ("lunar_catalog_bad", "/lunar-eclipse/catalog/2024/2023?type=X&saros=x"),
    ("lunar_circumstances_outside_ephemeris", "/lunar-eclipse/local-circumstances/1504-03-11?obs=1,2,3"),
    (
        "path_bad",
        "/solar-eclipse/path/2460408.5?paths=c,eqn,x&spacingFactor=0&tolerance=5&eqm=20&mag=0.5,1&minAlt=-3\
         &poly=c,tn,ts&isoStep=0&outStep=0.01&step=0&extras=all&format=shp&cut=no&theory=best&era=all&k1=0.3",
    ),
    ("geodesic_bad", "/geodesic/91,0/0,361?method=best&ellipsoid=WGS85&tolerance=0&segments=10001&with-el=2"),
    ("geodesic_other_parameter", "/geodesic/0,0/1,1?method=uniform&format=array&tolerance=1"),
    ("geodesic_too_large", "/geodesic/70,0/70,170?method=midpoint&format=array&tolerance=0.001"),
    ("elevation_bad", "/elevation?points=1,2;3;4,5;91,0;7,-181"),
    ("elevation_profile_bad", "/elevation/0,0/0;1?samples=1"),
    ("bounding_tiles_bad", "/bounding-tiles?bbox=2,0,1,0&points=1,2&z=23&max=0&each=x&scheme=wms"),
    ("bounding_tiles_of_nothing", "/bounding-tiles?each=1&z=3&max=3"),
    ("bounding_tiles_too_many", "/bounding-tiles?bbox=-80,-170,80,170&z=8"),
    ("openapi_of_another_version", "/openapi/9.9.9.json"),
];

#[test]
fn a_good_answer_of_every_operation() {
    for (name, path) in GOOD {
        let answer = good(path);
        insta::assert_snapshot!(format!("good_{name}"), shown(&answer), path);
    }
}

#[test]
fn each_refusal_of_every_operation() {
    for (name, path) in REFUSED {
        let answer = demo().get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{path}");
        insta::assert_snapshot!(format!("refused_{name}"), shown(&answer), path);
    }
    let long = demo().get(&format!("/julian-day/{}", "2".repeat(31_000)));
    let long = Answer { body: long.text().replace(&"2".repeat(31_000), "2…").into(), ..long };
    insta::assert_snapshot!("refused_address_too_long", shown(&long));
    insta::assert_snapshot!("refused_method", shown(&demo().send("DELETE", "/version", &[], "")));
    insta::assert_snapshot!("refused_type", shown(&demo().get_with("/version", &[("Accept", "image/png")])));
    let coding = demo().get_with("/version", &[("Accept-Encoding", "*;q=0")]);
    insta::assert_snapshot!("refused_coding", shown(&coding));
}

#[test]
fn without_accounts_and_without_demo_only_open_operations_answer() {
    let server = without_accounts();
    const MAP: [&str; 3] = ["/tiles/current", "/tiles/current/0/0/0.mvt", "/tiles/current/zone/1/2"];
    for path in ["/", "/version", "/docs", "/openapi/latest.json", "/livez", "/readyz"].into_iter().chain(MAP)
    {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for (_, path) in GOOD.iter().skip(1) {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    insta::assert_snapshot!("refused_without_credentials", shown(&server.get("/julian-day/2024")));
}

#[test]
fn a_demo_ignores_wrong_credentials_except_for_the_account() {
    let server = start(&["--demo"]);
    let path = "/julian-day/2024-04-08";
    let expected = server.get(path).body;
    assert_eq!(server.get(&format!("{path}?apiKey=YOUR_KEY")).body, expected);
    for header in ["ServiceAuth YOUR_TOKEN", "Bearer YOUR_KEY"] {
        assert_eq!(server.get_with(path, &[("Authorization", header)]).body, expected, "{header}");
    }
    assert_eq!(server.get("/eclipse-path?date=2024-04-08&apiKey=YOUR_KEY").status, 200);
    for path in ["/usage", "/auth/access-token"] {
        let wrong = server.get_with(path, &[("Authorization", "ServiceAuth ID:YOUR_KEY")]);
        assert_eq!(wrong.status, 401, "{path}");
    }
    let security = |server: &Served| {
        server.get("/openapi/latest.json").json()["paths"]["/julian-day/{date}"]["get"]["security"].clone()
    };
    assert_eq!(security(&server)[0], json!({}), "a key is optional in a demo");
    assert!(security(without_accounts())[0]["apiKey"].is_array());
}
