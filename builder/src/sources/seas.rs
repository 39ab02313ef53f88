//! Sea areas: GeoJSON polygons that carry a Marine Regions id. The first that contains a point has it.

use crate::Error;
use geo::{LineString, Polygon};
use geojson::{Feature, FeatureCollection, GeometryValue, Position};
use places::antimeridian::in_the_plane;
use places::{Area, AreaLayer};
use std::path::Path;

/// Parses the feature collection in the file `path`. A feature whose id is null is water that is no part of
/// the ocean.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Vec<Area>, Error> {
    let collection: FeatureCollection =
        serde_json::from_str(text).map_err(|e| Error::line(path, e.line() as u64, e.to_string()))?;
    let mut areas = Vec::new();
    for (number, feature) in (1..).zip(&collection.features) {
        let broken = |problem: String| Error::Feature { path: path.to_owned(), number, problem };
        let mrg_id = mrg_id(feature).map_err(broken)?;
        let name = name(feature, mrg_id).map_err(broken)?;
        for polygon in polygons(feature).map_err(broken)?.iter().flat_map(in_the_plane) {
            areas.push(Area {
                layer: AreaLayer::Sea,
                name: name.clone(),
                country_iso: None,
                mrg_id,
                polygon,
            });
        }
    }
    if areas.iter().all(|a| a.mrg_id.is_none()) {
        let problem = "holds no polygon with a Marine Regions id in a property \"mrgid\"";
        return Err(Error::line(path, 1, problem));
    }
    Ok(areas)
}

/// A property whatever the case of its name.
fn property<'a>(feature: &'a Feature, name: &str) -> Option<&'a serde_json::Value> {
    feature
        .properties
        .as_ref()?
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

/// The name of a sea; its id if the file has no name.
fn name(feature: &Feature, mrg_id: Option<i32>) -> Result<String, String> {
    match (property(feature, "name"), mrg_id) {
        (Some(serde_json::Value::String(name)), _) if !name.is_empty() => Ok(name.clone()),
        (Some(serde_json::Value::String(_) | serde_json::Value::Null) | None, Some(id)) => {
            Ok(format!("MRGID {id}"))
        }
        (Some(serde_json::Value::String(_) | serde_json::Value::Null) | None, None) => {
            Ok("water that is no part of the ocean".into())
        }
        (Some(other), _) => Err(format!("name {other}: must be a text")),
    }
}

fn mrg_id(feature: &Feature) -> Result<Option<i32>, String> {
    let value = property(feature, "mrgid").ok_or(
        "has no property \"mrgid\"; it must be the Marine Regions id, a positive integer, or null for water \
             that is no part of the ocean",
    )?;
    let number = match value {
        serde_json::Value::Null => return Ok(None),
        serde_json::Value::Number(n) => n.as_f64(),
        serde_json::Value::String(s) => s.trim().parse().ok(),
        _ => None,
    };
    let whole = number.filter(|n| n.fract() == 0.0 && (1.0..=f64::from(i32::MAX)).contains(n));
    whole
        .map(|n| Some(n as i32))
        .ok_or_else(|| format!("mrgid {value}: must be the Marine Regions id, a positive integer"))
}

fn polygons(feature: &Feature) -> Result<Vec<Polygon<f64>>, String> {
    let value = feature
        .geometry
        .as_ref()
        .map(|g| &g.value)
        .ok_or("has no geometry; it must be a Polygon or MultiPolygon")?;
    let coordinates = match value {
        GeometryValue::Polygon { coordinates } => std::slice::from_ref(coordinates),
        GeometryValue::MultiPolygon { coordinates } => coordinates,
        other => return Err(format!("is a {}; it must be a Polygon or MultiPolygon", other.type_name())),
    };
    let polygons = coordinates.iter().map(|rings| polygon(rings)).collect::<Result<Vec<_>, _>>()?;
    for ring in polygons.iter().flat_map(|p| std::iter::once(p.exterior()).chain(p.interiors())) {
        check(ring)?;
    }
    // Natural Earth and others have empty polygons among their features.
    Ok(polygons.into_iter().filter(|p| !p.exterior().0.is_empty()).collect())
}

/// A polygon of its outer and its inner rings.
fn polygon(rings: &[Vec<Position>]) -> Result<Polygon<f64>, String> {
    let vertex = |position: &Position| match position.as_slice() {
        [longitude, latitude, ..] => Ok((*longitude, *latitude)),
        _ => Err("has a vertex of fewer than two numbers; it must be [longitude, latitude]"),
    };
    let ring = |ring: &Vec<Position>| ring.iter().map(vertex).collect::<Result<LineString<f64>, _>>();
    let mut rings = rings.iter().map(ring);
    let outer = rings.next().unwrap_or_else(|| Ok(LineString::new(Vec::new())))?;
    Ok(Polygon::new(outer, rings.collect::<Result<_, _>>()?))
}

fn check(ring: &LineString<f64>) -> Result<(), String> {
    match ring.0.iter().find(|c| !(-90.0..=90.0).contains(&c.y) || !(-360.0..=360.0).contains(&c.x)) {
        Some(c) => Err(format!(
            "[{}, {}]: a vertex must be [longitude, latitude] in degrees, within ±360 and ±90",
            c.x, c.y
        )),
        None if (1..4).contains(&ring.0.len()) => Err(format!(
            "has a ring of {} vertices; a ring has at least four, the last the same as the first",
            ring.0.len()
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the sea of a file with these properties.
    fn name_of(properties: &str) -> Result<String, Error> {
        let ring = "[[0,0],[1,0],[1,1],[0,0]]";
        let geometry = format!(r#"{{"type":"Polygon","coordinates":[{ring}]}}"#);
        let feature = format!(r#"{{"type":"Feature","properties":{properties},"geometry":{geometry}}}"#);
        let text = format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#);
        parse(Path::new("seas.geojson"), &text).map(|areas| areas[0].name.clone())
    }

    #[test]
    fn every_sea_has_a_name() {
        assert_eq!(name_of(r#"{"mrgid":7,"NAME":"Red Sea"}"#).expect("a sea"), "Red Sea");
        for nameless in [r#"{"mrgid":7}"#, r#"{"mrgid":7,"name":null}"#, r#"{"mrgid":7,"name":""}"#] {
            assert_eq!(name_of(nameless).expect("a sea"), "MRGID 7");
        }
        let error = name_of(r#"{"mrgid":7,"name":5}"#).expect_err("refused").to_string();
        assert!(error.contains("feature 1: name 5: must be a text"), "{error}");
    }
}
