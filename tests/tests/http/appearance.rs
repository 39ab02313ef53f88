//! The Sun and the Moon as seen: `extras=appearance`, and the picture of the Moon.

use super::*;

/// Fields that are null for each body with an observer, and without one.
const NULL: [(&str, &[&str], &[&str]); 3] = [
    ("moon", &["equationOfTime", "apparentSolarTime"], &[]),
    (
        "sun",
        &["brightLimbAngle", "brightLimbZenithAngle", "phaseAngle", "libration", "axisPositionAngle"],
        &[],
    ),
    (
        "gc",
        &["brightLimbAngle", "brightLimbZenithAngle", "phaseAngle", "libration", "axisPositionAngle"],
        &["magnitude", "illuminance", "equationOfTime", "apparentSolarTime"],
    ),
];
const OF_PLACE: [&str; 7] = [
    "parallacticAngle",
    "brightLimbZenithAngle",
    "illuminance",
    "hourAngle",
    "apparentSiderealTime",
    "meanSiderealTime",
    "apparentSolarTime",
];
const PLACE: &str = "obs=43.36,-5.85,230";
const EVENING: &str = "/body-position/2026-08-20T20:00:00Z?body=sun,moon,gc&ra-decl=83.82,-5.39";

/// The positions of an instant, which is their key.
fn at_instant(path: &str) -> Value {
    let all = response(path);
    all.as_object().and_then(|all| all.values().next()).cloned().expect("an instant")
}

#[test]
fn fields_of_the_appearance_are_null_for_the_bodies_that_have_none() {
    for (query, has_place) in [(format!("&{PLACE}"), true), (String::new(), false)] {
        let found = at_instant(&format!("{EVENING}{query}&extras=appearance"));
        for (body, none, also) in NULL {
            let fields = found[body]["appearance"].as_object().expect("an object");
            assert_eq!(fields.len(), 14, "{fields:?}");
            for (name, value) in fields {
                let name = name.as_str();
                let is_null = none.contains(&name) || also.contains(&name);
                let is_null = is_null || !has_place && OF_PLACE.contains(&name);
                assert_eq!(value.is_null(), is_null, "{body} {name}: {value}");
            }
        }
        assert!(found["ra-decl"]["appearance"]["magnitude"].is_null());
    }
}

#[test]
fn without_the_extra_nothing_else_changes() {
    for query in ["", "&extras=all", "&obs=43.36,-5.85,230&extras=d,accuracy", "&alg=precise&extras=ill"] {
        let plain = at_instant(&format!("{EVENING}{query}"));
        let joined = if query.contains("extras=") { ",appearance" } else { "&extras=appearance" };
        let mut with = at_instant(&format!("{EVENING}{query}{joined}"));
        for (body, position) in with.as_object_mut().expect("bodies") {
            let removed = position.as_object_mut().and_then(|position| position.remove("appearance"));
            assert!(removed.is_some(), "{body} of {query}");
        }
        assert_eq!(plain, with, "{query}");
    }
    let head = |query: &str| {
        let path = format!("{EVENING}&{PLACE}{query}");
        let table = demo().get_with(&path, &[("Accept", "text/csv")]).text();
        table.lines().next().expect("a head").split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let (plain, with) = (head(""), head("&extras=appearance"));
    assert!(with.starts_with(&plain[..plain.len() - 1]) || with.starts_with(&plain), "{plain:?} {with:?}");
    assert_eq!(with.len() - plain.len(), 16, "{with:?}");
}

#[test]
fn rows_have_the_appearance_of_single_calls() {
    let answer = super::mass::post_with(
        demo(),
        "/body-position/2026-08-20T20:00:00Z?body=moon&extras=appearance&fields=magnitude,hour_angle_deg",
        "Content-Type: text/csv\r\nAccept: application/x-ndjson\r\n",
        b"lat,lng,height\n43.36,-5.85,230\n",
    );
    assert_eq!(answer.status, 200, "{}", answer.text());
    let row: Value = serde_json::from_str(answer.text().lines().next().expect("a row")).expect("JSON");
    let single = at_instant(&format!("{EVENING}&{PLACE}&extras=appearance"));
    let single = &single["moon"]["appearance"];
    assert!((number(&row["magnitude"]) - number(&single["magnitude"])).abs() < 1e-7, "{row}");
    assert!((number(&row["hour_angle_deg"]) - number(&single["hourAngle"])).abs() < 1e-7, "{row}");
}

#[test]
fn the_sun_of_an_eclipse_is_tilted_as_its_circumstances_say() {
    let local = response(&format!("/solar-eclipse/local-circumstances/details/2026-08-12?{PLACE}"));
    let contacts = local["contacts"].as_array().expect("a list");
    let (mut worst, mut compared) = (0.0f64, 0);
    for contact in contacts {
        let Some(date) = contact["date"].as_str() else { continue };
        let path = format!("/body-position/{date}?body=sun&alg=precise&{PLACE}&extras=appearance");
        let seen = at_instant(&path)["sun"]["appearance"].clone();
        let expected = number(&contact["observational"]["C"]);
        worst = worst.max((number(&seen["parallacticAngle"]) - expected).abs());
        compared += usize::from(worst.is_finite() && expected.is_finite());
    }
    println!("parallactic angle of {compared} contacts: worst {worst:.5}°");
    assert!(compared >= 3 && worst < 0.01, "{worst}");
    // Totality at Oviedo: no light is left.
    let greatest = "/body-position/2026-08-12T18:28:00Z?body=sun&obs=43.36,-5.85,230&extras=appearance";
    let sun = at_instant(greatest)["sun"]["appearance"].clone();
    assert!(sun["magnitude"].is_null() && sun["illuminance"] == 0.0, "{sun}");
}

#[test]
fn days_and_lunar_eclipses_have_the_appearance() {
    let day = response(&format!("/day/2026-08-20?{PLACE}&extras=appearance"));
    for body in ["sun", "moon"] {
        let seen = &day[body]["appearance"];
        // At the transit the hour angle of the centre is 0, but for the parallax of a body near the zenith.
        assert!(number(&seen["hourAngle"]).abs() < 0.01, "{seen}");
    }
    assert!((number(&day["sun"]["appearance"]["apparentSolarTime"]) - 12.0).abs() < 1e-4);
    let plain = response(&format!("/day/2026-08-20?{PLACE}"));
    assert!(plain["sun"].get("appearance").is_none());
    let path = "/lunar-eclipse/local-circumstances/2025-03-14?obs=38.9,-77.04,20";
    let eclipse = response(&format!("{path}&extras=appearance"));
    for contact in eclipse["contacts"].as_array().expect("a list") {
        let (seen, name) = (&contact["appearance"], contact["contact"].as_str().expect("a name"));
        assert_eq!(seen["subPoint"], contact["zenith"], "{name}");
        assert_eq!(seen["magnitude"].is_null(), !["P1", "P4"].contains(&name), "{name}: {seen}");
        assert!(number(&seen["phaseAngle"]) < 3.0);
    }
    assert!(response(path)["contacts"][0].get("appearance").is_none());
}

#[test]
fn the_picture_of_the_moon_is_short_and_says_what_is_in_it() {
    let path = format!("/moon-picture/2026-08-20T20:00:00Z?{PLACE}");
    let picture = good(&path);
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert_eq!(picture.header("cache-control"), Some("private, max-age=86400"));
    assert!(picture.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox")));
    let text = picture.text();
    println!("{} bytes", text.len());
    assert!(
        text.len() <= 5000 && text.contains("<title id=\"title\">") && text.contains("<desc id=\"desc\">")
    );
    let seen = at_instant(&format!("{EVENING}&{PLACE}&extras=appearance,ill"));
    let (seen, lit) = (&seen["moon"]["appearance"], number(&seen["moon"]["illuminatedFraction"]));
    let [bright, axis] = ["brightLimbAngle", "axisPositionAngle"]
        .map(|angle| (number(&seen[angle]) - number(&seen["parallacticAngle"])).rem_euclid(360.0));
    let angles = format!("bright limb {bright:.0}°, north pole {axis:.0}°");
    assert!(text.contains(&angles) && text.contains(&format!("{:.0} % lit", lit * 100.0)), "{text}");
    assert!(text.contains(&format!("rotate({:.2})", -90.0 - bright)), "{text}");
    let of = |query: &str| good(&format!("{path}{query}")).text();
    assert!(text.contains("<rect") && !of("&background=transparent").contains("<rect"));
    assert!(of("&background=light&size=64").contains("width=\"64\""));
    let night = good(&format!("/moon-picture/2026-08-20T08:00:00Z?{PLACE}")).text();
    assert!(!text.contains("below the horizon") && night.contains(">below the horizon<"), "{night}");
    let eclipsed = good("/moon-picture/2025-03-14T06:00:00Z?obs=38.9,-77.04,20").text();
    assert!(eclipsed.contains("The umbra of the Earth is red.") && !text.contains("umbra"), "{eclipsed}");
    let wrong = demo().get("/moon-picture/2026-08-20?obs=91,0&size=9&background=blue");
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["errors"].as_array().map(Vec::len), Some(3), "{}", wrong.text());
}
