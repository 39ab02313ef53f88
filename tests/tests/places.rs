//! Country, sea and time zone of points all over the world.

use geo::{BoundingRect, Contains, Point, Polygon, Rect};
use geography::zone_grid::nautical_zone;
use geojson::{FeatureCollection, GeometryValue, Position};
use places::{Area, AreaLayer, Atlas, Location, SurfaceKind};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

const POINTS: usize = 1_000_000;
/// Each such point is looked for in all polygons.
const SCANNED: usize = 10;

struct World {
    areas: Vec<Area>,
    atlas: Atlas,
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let areas = builder::areas::read(crate::generation()).expect("areas");
        World { atlas: Atlas::new(&areas), areas }
    })
}

fn at(latitude_deg: f64, longitude_deg: f64) -> Location<'static> {
    world().atlas.at(latitude_deg, longitude_deg).expect("a place")
}

/// Points spread evenly over the sphere, latitude and longitude in degrees: an additive recurrence (Roberts
/// 2018), the same on every run.
fn points(count: usize) -> impl Iterator<Item = (f64, f64)> {
    (1..=count).map(|i| {
        let u = |step: f64| (i as f64 * step).fract();
        (
            (2.0 * u(0.754_877_666_246_692_7) - 1.0).asin().to_degrees(),
            360.0 * u(0.569_840_290_998_053_2) - 180.0,
        )
    })
}

/// The points with what is there, found once for all tests.
fn located() -> &'static [(f64, f64, Location<'static>)] {
    static LOCATED: OnceLock<Vec<(f64, f64, Location)>> = OnceLock::new();
    LOCATED.get_or_init(|| {
        let points: Vec<_> = points(POINTS).collect();
        points
            .par_iter()
            .map(|&(latitude, longitude)| (latitude, longitude, at(latitude, longitude)))
            .collect()
    })
}

fn sea_polygons() -> Vec<(Rect<f64>, &'static Area)> {
    world()
        .areas
        .iter()
        .filter(|a| a.layer == AreaLayer::Sea)
        .filter_map(|a| Some((a.polygon.bounding_rect()?, a)))
        .collect()
}

#[test]
fn every_point_of_the_ocean_belongs_to_one_area() {
    let count = |kind| located().iter().filter(|(.., place)| place.surface == kind).count();
    let (sea, inland) = (count(SurfaceKind::Sea), count(SurfaceKind::Inland));
    let unknown = located().iter().find(|(.., place)| place.surface == SurfaceKind::Unknown);
    assert!(unknown.is_none(), "{unknown:?} is in no sea area");
    let polygons = sea_polygons();
    let scanned =
        located().par_iter().step_by(SCANNED).filter(|(.., place)| place.surface != SurfaceKind::Land);
    let is_overdrawn = |(latitude, longitude, place): &(f64, f64, Location)| {
        let point = Point::new(*longitude, *latitude);
        let here = polygons.iter().filter(|(r, a)| r.contains(&point) && a.polygon.contains(&point));
        let all: Vec<_> = here.map(|(_, a)| a.mrg_id).collect();
        // Precedence: the first in the order of the file.
        assert_eq!(all.first().copied().flatten(), place.mrg_id, "{latitude}, {longitude}");
        all.iter().collect::<BTreeSet<_>>().len() > 1
    };
    let overdrawn = scanned.filter(|point| is_overdrawn(point)).count();
    println!(
        "{POINTS} points: {sea} at sea, none in a gap, {inland} on the Caspian; of each {SCANNED}th, \
         {overdrawn} where a later polygon is overdrawn by an earlier"
    );
    assert!((700_000..720_000).contains(&sea), "71 % of the Earth is sea");
    assert!((400..1100).contains(&inland), "the Caspian covers 0.08 % of the Earth");
}

#[test]
fn each_of_the_101_areas_is_found_inside_its_polygon() {
    let mut found: BTreeMap<i32, Option<usize>> = BTreeMap::new();
    for (rectangle, area) in sea_polygons() {
        let Some(id) = area.mrg_id else { continue };
        let is_inside = |(latitude, longitude): (f64, f64)| {
            let latitude = rectangle.min().y + (latitude / 180.0 + 0.5) * rectangle.height();
            let longitude = rectangle.min().x + (longitude / 360.0 + 0.5) * rectangle.width();
            at(latitude, longitude).mrg_id == Some(id)
        };
        let first = points(20_000).position(is_inside);
        let found = found.entry(id).or_default();
        *found = found.iter().copied().chain(first).min();
    }
    assert_eq!(found.len(), 101);
    let scarcest = found.iter().max_by_key(|(_, first)| first.unwrap_or(usize::MAX)).expect("areas");
    println!("101 areas, the scarcest is {}, met by point {:?} of its box", scarcest.0, scarcest.1);
    assert!(scarcest.1.is_some(), "{} is nowhere", scarcest.0);
}

/// The two layers of Natural Earth agree: exactly one of country and sea.
#[test]
fn land_mask_and_countries_agree() {
    let land = Atlas::new(&crate::sky::sources().land);
    let is_land = |place: &Location| place.surface == SurfaceKind::Land;
    let differs = |(latitude, longitude, place): &&(f64, f64, Location)| {
        is_land(&land.at(*latitude, *longitude).expect("a place")) != is_land(place)
    };
    let differ = located().par_iter().filter(differs).count();
    println!("{POINTS} points: land mask and countries differ at {differ}");
    assert_eq!(differ, 0);
}

/// Boxes of the areas as Marine Regions publishes them, of its own polygons.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn seas_lie_within_their_published_boxes() {
    let path = tests::reference("seas/iho_sea_areas.csv");
    // Our vertices are given to 0.01°, Natural Earth's coast is quantised to 0.004°.
    const MARGIN_DEG: f64 = 0.05;
    let rows: BTreeMap<i32, _> =
        tests::rows(&path).into_iter().map(|r| (r["mrgid"].parse().expect("mrgid"), r)).collect();
    let (mut sea, mut outside) = (0, BTreeMap::<&str, Vec<String>>::new());
    for &(latitude, longitude, place) in located() {
        let Some(id) = place.mrg_id else { continue };
        let row = &rows[&id];
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        let (west, east) = (number("min_lon") - MARGIN_DEG, number("max_lon") + MARGIN_DEG);
        let in_longitude = if row["crosses_antimeridian"] == "1" {
            longitude >= west || longitude <= east
        } else {
            (west..=east).contains(&longitude)
        };
        let in_latitude =
            (number("min_lat") - MARGIN_DEG..=number("max_lat") + MARGIN_DEG).contains(&latitude);
        sea += 1;
        if !(in_longitude && in_latitude) {
            outside.entry(&row["name"]).or_default().push(format!("{latitude:.2} {longitude:.2}"));
        }
    }
    println!("{sea} points at sea, outside the box of their area: {outside:?}");
    assert_eq!(rows.len(), 101);
    assert!((outside.values().map(Vec::len).sum::<usize>() as f64) < 2e-5 * f64::from(sea));
}

/// A polygon of its outer and its inner rings.
fn polygon(rings: &[Vec<Position>]) -> Polygon<f64> {
    let ring = |ring: &Vec<Position>| ring.iter().map(|p| (p.as_slice()[0], p.as_slice()[1])).collect();
    let mut rings = rings.iter().map(ring);
    Polygon::new(rings.next().expect("an outer ring"), rings.collect())
}

/// Agreement with the marine polygons of Natural Earth that bear the IHO's name.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn seas_agree_with_natural_earth_at_97_percent() {
    let path = tests::reference("seas/ne10m_marine_iho.geojson");
    let text = std::fs::read_to_string(path).expect("readable");
    let collection: FeatureCollection = serde_json::from_str(&text).expect("GeoJSON");
    let mut theirs = Vec::new();
    for feature in collection
        .features
        .iter()
        .filter(|f| f.property("match").and_then(|m| m.as_str()) == Some("same name"))
    {
        let id = feature.property("mrgid").and_then(|v| v.as_i64()).expect("mrgid") as i32;
        let value = &feature.geometry.as_ref().expect("geometry").value;
        let polygons = match value {
            GeometryValue::Polygon { coordinates } => std::slice::from_ref(coordinates),
            GeometryValue::MultiPolygon { coordinates } => coordinates,
            other => panic!("a {}", other.type_name()),
        };
        theirs.extend(polygons.iter().map(|rings| polygon(rings)).map(|polygon| Area {
            layer: AreaLayer::Sea,
            name: String::new(),
            country_iso: None,
            mrg_id: Some(id),
            polygon,
        }));
    }
    let theirs = Atlas::new(&theirs);
    let (mut compared, mut agree, mut known) = (0u32, 0u32, 0u32);
    let theirs = located()
        .par_iter()
        .map(|&(latitude, longitude, _)| theirs.at(latitude, longitude).expect("a place").mrg_id)
        .collect::<Vec<_>>();
    for (&(latitude, longitude, place), id) in located().iter().zip(theirs) {
        let (Some(id), ours) = (id, place.mrg_id) else { continue };
        if ours != Some(id) && natural_earth_is_known_to_differ(id, ours, latitude, longitude) {
            known += 1;
            continue;
        }
        (compared, agree) = (compared + 1, agree + u32::from(ours == Some(id)));
    }
    let share = f64::from(agree) / f64::from(compared);
    println!(
        "{compared} points in polygons of the same name, {known} known differences left out: \
         {:.3} % agree; with them {:.3} %",
        100.0 * share,
        100.0 * f64::from(agree) / f64::from(compared + known)
    );
    assert!(share >= 0.97);
}

/// Known differences between Natural Earth and the IHO: the Indian Ocean ends at 146.89° E, the Southern
/// begins at 60° S, equator and 20° E part oceans.
fn natural_earth_is_known_to_differ(
    theirs: i32,
    ours: Option<i32>,
    latitude_deg: f64,
    longitude_deg: f64,
) -> bool {
    let [indian, southern, north_pacific, north_atlantic] = [1904, 1907, 1908, 1912];
    let [south_pacific, south_atlantic] = [1910, 1914];
    const NEAR_DEG: f64 = 1.0;
    let Some(ours) = ours else { return false };
    let between = |a: i32, b: i32| (theirs, ours) == (a, b) || (theirs, ours) == (b, a);
    let near = |value: f64, limit: f64| (value - limit).abs() < NEAR_DEG;
    (between(indian, south_pacific) && (146.89 - NEAR_DEG..166.8).contains(&longitude_deg))
        || ((theirs == southern || ours == southern) && near(latitude_deg, -60.0))
        || ((between(north_pacific, south_pacific) || between(north_atlantic, south_atlantic))
            && latitude_deg.abs() < 4.0)
        || (between(south_atlantic, indian) && near(longitude_deg, 20.0))
}

#[test]
fn countries_at_the_antimeridian_the_poles_and_where_iso_is_silent() {
    for (latitude, longitude, country, what) in [
        (-90.0, 0.0, Some("AQ"), "South Pole"),
        (-90.0, 123.4, Some("AQ"), "South Pole"),
        (-85.0, 180.0, Some("AQ"), "Antarctica on the antimeridian"),
        (-85.0, -179.999_9, Some("AQ"), "Antarctica just east of it"),
        (90.0, 45.0, None, "North Pole"),
        (68.0, 180.0, Some("RU"), "Chukotka on the antimeridian"),
        (68.0, -180.0, Some("RU"), "Chukotka on the antimeridian"),
        (68.0, 179.9, Some("RU"), "Chukotka"),
        (68.0, -179.9, Some("RU"), "Chukotka"),
        (71.2, -179.5, Some("RU"), "Wrangel Island"),
        (-16.85, 180.0, Some("FJ"), "Taveuni"),
        (-16.85, -179.95, Some("FJ"), "Taveuni"),
        (52.9, 173.0, Some("US"), "Attu"),
        (42.6, 21.0, Some("XK"), "Kosovo"),
        (9.5, 45.0, Some("SO"), "Somaliland"),
        (35.25, 33.6, Some("CY"), "Northern Cyprus"),
        (34.6, 32.95, Some("GB"), "Akrotiri"),
        (45.9, 63.3, Some("KZ"), "Baikonur"),
        (19.93, -75.12, Some("CU"), "Guantanamo Bay"),
        (-10.49, 105.63, Some("CX"), "Christmas Island"),
        (-12.192, 96.903, Some("CC"), "Cocos Islands"),
        (35.4, 77.2, None, "Siachen Glacier"),
        (23.7, 121.0, Some("TW"), "Taiwan"),
        (26.5, -9.0, Some("EH"), "Western Sahara"),
        (42.0, 51.0, None, "Caspian Sea"),
        (44.0, -87.0, Some("US"), "Lake Michigan"),
    ] {
        assert_eq!(at(latitude, longitude).country_iso, country, "{what} at {latitude}, {longitude}");
    }
    assert_eq!(at(35.4, 77.2).surface, SurfaceKind::Land, "Siachen Glacier is land of no code");
    assert_eq!(
        (at(42.0, 51.0).surface, at(42.0, 51.0).mrg_id),
        (SurfaceKind::Inland, None),
        "the Caspian is no IHO area"
    );
}

#[test]
fn seas_of_well_known_points() {
    for (latitude, longitude, mrg_id, what) in [
        (90.0, 0.0, 1906, "Arctic Ocean"),
        (-62.0, 180.0, 1907, "Southern Ocean"),
        (-59.9, 19.9, 1914, "South Atlantic"),
        (-59.9, 20.1, 1904, "Indian Ocean"),
        (-50.0, 146.8, 1904, "Indian Ocean"),
        (-52.0, 147.0, 1910, "South Pacific"),
        (0.1, -150.0, 1908, "North Pacific"),
        (-0.1, -150.0, 1910, "South Pacific"),
        (0.1, -30.0, 1912, "North Atlantic"),
        (-0.1, -30.0, 1914, "South Atlantic"),
        (8.0, -79.3, 1908, "Gulf of Panama"),
        (9.7, -79.5, 4287, "Colon, Caribbean"),
        (73.0, 170.0, 4244, "East Siberian Sea"),
        (68.5, -170.0, 4257, "Chukchi Sea"),
        (60.0, 180.0, 4310, "Bering Sea"),
        (36.0, -5.5, 3346, "Strait of Gibraltar"),
        (1.2, 103.9, 4336, "Singapore Strait"),
        (34.2, 133.3, 4306, "Seto Naikai"),
        (55.6, 12.85, 2374, "the Sound"),
        (49.5, -8.0, 2351, "Celtic Sea"),
    ] {
        assert_eq!(at(latitude, longitude).mrg_id, Some(mrg_id), "{what}");
    }
}

#[test]
fn every_point_has_a_time_zone_and_the_ocean_has_the_inverted_sign() {
    let mut zones = BTreeSet::new();
    for &(latitude, longitude, place) in located() {
        assert!(!place.tz_id.is_empty(), "{latitude}, {longitude}");
        if place.surface == SurfaceKind::Sea
            && place.tz_id.starts_with("Etc/GMT")
            && ![7.5, 22.5].iter().any(|h| (longitude.abs() % 15.0 - h).abs() < 0.05)
        {
            assert_eq!(place.tz_id, nautical_zone(longitude), "{latitude}, {longitude}");
        }
        zones.insert(place.tz_id);
    }
    println!("{POINTS} points in {} zones", zones.len());
    // Ahead of UTC in the east, and yet a minus sign.
    assert_eq!(at(0.0, 75.0).tz_id, "Etc/GMT-5");
    assert_eq!(at(0.0, -120.0).tz_id, "Etc/GMT+8");
}

#[test]
fn zones_of_antarctica() {
    for (latitude, longitude, zone, what) in [
        (-90.0, 0.0, "Antarctica/McMurdo", "South Pole: New Zealand's time, whatever the longitude"),
        (-90.0, 100.0, "Antarctica/McMurdo", "South Pole"),
        (-77.85, 166.67, "Antarctica/McMurdo", "McMurdo"),
        (-66.28, 110.53, "Antarctica/Casey", "Casey"),
        (-68.58, 77.97, "Antarctica/Davis", "Davis"),
        (-78.46, 106.84, "Antarctica/Vostok", "Vostok"),
        (-72.01, 2.53, "Antarctica/Troll", "Troll"),
        (-75.1, 123.35, "Australia/Perth", "Concordia"),
        (-80.0, -120.0, "Etc/GMT+8", "Marie Byrd Land is unclaimed: nautical time on land"),
    ] {
        assert_eq!(at(latitude, longitude).tz_id, zone, "{what}");
    }
}
