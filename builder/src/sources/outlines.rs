//! Outlines of countries and land: TopoJSON into planar polygons, and the ISO code of each country.

use crate::{Error, records};
use artifacts::places::{Area, Layer};
use geo::{BoundingRect, Coord, LineString, MapCoords, Polygon};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The outlines of the countries; those with an ISO number first, so that the first outline of a code bears
/// the country's own name.
pub fn countries(folder: &Path) -> Result<Vec<Area>, Error> {
    let path = folder.join("natural-earth/countries-10m.json");
    let codes = Codes::read(folder)?;
    let mut areas = Vec::new();
    let mut outlines = topology(&path, "countries")?;
    outlines.sort_by_key(|o| o.id.is_none());
    for outline in outlines {
        for polygon in outline.polygons.iter().flat_map(in_the_plane) {
            let country_iso = codes.of(&path, &outline, &polygon)?;
            areas.push(Area {
                layer: Layer::Country,
                name: outline.name.clone(),
                country_iso,
                mrg_id: None,
                polygon,
            });
        }
    }
    Ok(areas)
}

/// The land mask, as a country without a code.
pub fn land(folder: &Path) -> Result<Vec<Area>, Error> {
    let outlines = topology(&folder.join("natural-earth/land-10m.json"), "land")?;
    let polygons = outlines.iter().flat_map(|o| &o.polygons).flat_map(in_the_plane);
    Ok(polygons
        .map(|polygon| Area {
            layer: Layer::Country,
            name: "land".into(),
            country_iso: None,
            mrg_id: None,
            polygon,
        })
        .collect())
}

/// The polygon between −180° and 180°; twice, on either side, if it crosses the antimeridian.
pub fn in_the_plane(polygon: &Polygon<f64>) -> Vec<Polygon<f64>> {
    let Some(outer) = polygon.exterior().bounding_rect() else { return Vec::new() };
    // Rings are unrolled one by one, so a hole may lie a turn away from its outer ring.
    let hole = |ring: &LineString<f64>| {
        let offset = ring.bounding_rect().map_or(0.0, |r| turns(r.center().x - outer.center().x));
        shifted_ring(ring, -offset)
    };
    let whole = Polygon::new(polygon.exterior().clone(), polygon.interiors().iter().map(hole).collect());
    let shift = -turns(outer.center().x);
    let mut polygons = vec![shifted(&whole, shift)];
    if outer.min().x + shift < -180.0 {
        polygons.push(shifted(&whole, shift + 360.0));
    }
    if outer.max().x + shift > 180.0 {
        polygons.push(shifted(&whole, shift - 360.0));
    }
    polygons
}

/// The whole turns in an angle, in degrees.
fn turns(angle_deg: f64) -> f64 {
    (angle_deg / 360.0).round() * 360.0
}

fn shifted(polygon: &Polygon<f64>, by_deg: f64) -> Polygon<f64> {
    polygon.map_coords(|c| Coord { x: c.x + by_deg, y: c.y })
}

fn shifted_ring(ring: &LineString<f64>, by_deg: f64) -> LineString<f64> {
    ring.map_coords(|c| Coord { x: c.x + by_deg, y: c.y })
}

/// One object of a topology.
struct Outline {
    id: Option<String>,
    name: String,
    polygons: Vec<Polygon<f64>>,
}

/// The TopoJSON members that are read. Source: The TopoJSON Format Specification (Bostock & Metcalf 2013).
#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    objects: BTreeMap<String, Collection>,
    arcs: Vec<Vec<[i64; 2]>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Deserialize)]
struct Collection {
    geometries: Vec<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    id: Option<String>,
    #[serde(default)]
    properties: Properties,
    #[serde(flatten)]
    shape: Shape,
}

#[derive(Deserialize, Default)]
struct Properties {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum Shape {
    Polygon(Vec<Vec<i64>>),
    MultiPolygon(Vec<Vec<Vec<i64>>>),
}

fn topology(path: &Path, object: &str) -> Result<Vec<Outline>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::source(path))?;
    let mut topology: Topology =
        serde_json::from_str(&text).map_err(|e| Error::line(path, e.line() as u64, e.to_string()))?;
    let collection = topology
        .objects
        .remove(object)
        .ok_or_else(|| Error::line(path, 1, format!("has no object \"{object}\"")))?;
    let arcs = topology.coordinates();
    let outline = |g: Geometry| {
        let polygons = match g.shape {
            Shape::Polygon(rings) => vec![rings],
            Shape::MultiPolygon(polygons) => polygons,
        };
        let polygons = polygons
            .iter()
            .filter_map(|rings| polygon(&arcs, rings).transpose())
            .collect::<Result<_, String>>();
        let polygons =
            polygons.map_err(|problem| Error::line(path, 1, format!("{}: {problem}", g.properties.name)))?;
        Ok(Outline { id: g.id, name: g.properties.name, polygons })
    };
    collection.geometries.into_iter().map(outline).collect()
}

impl Topology {
    /// The arcs in degrees: the file has integer steps from vertex to vertex.
    fn coordinates(&self) -> Vec<Vec<Coord<f64>>> {
        let Transform { scale, translate } = self.transform;
        let arc = |steps: &Vec<[i64; 2]>| {
            let mut at = [0, 0];
            let vertex = |step: &[i64; 2]| {
                at = [at[0] + step[0], at[1] + step[1]];
                Coord { x: at[0] as f64 * scale[0] + translate[0], y: at[1] as f64 * scale[1] + translate[1] }
            };
            steps.iter().map(vertex).collect()
        };
        self.arcs.iter().map(arc).collect()
    }
}

/// Rings of arcs into a polygon; none if quantisation has left less than a triangle of its outer ring.
fn polygon(arcs: &[Vec<Coord<f64>>], rings: &[Vec<i64>]) -> Result<Option<Polygon<f64>>, String> {
    let rings = rings.iter().map(|r| ring(arcs, r)).collect::<Result<Vec<_>, _>>()?;
    let mut rings = rings.into_iter();
    let Some(Some(outer)) = rings.next() else { return Ok(None) };
    Ok(Some(Polygon::new(outer, rings.flatten().collect())))
}

/// Joins arcs end to end (a negative number is the arc ~number backwards), without jumps at the antimeridian.
/// A ring that goes round a pole is closed along it.
fn ring(arcs: &[Vec<Coord<f64>>], numbers: &[i64]) -> Result<Option<LineString<f64>>, String> {
    let mut vertices: Vec<Coord<f64>> = Vec::new();
    for &number in numbers {
        let index = if number < 0 { !number } else { number } as usize;
        let arc = arcs.get(index).ok_or_else(|| format!("names arc {index} of {}", arcs.len()))?;
        let mut add = |c: &Coord<f64>| {
            let turn = vertices.last().map_or(0.0, |last| turns(c.x - last.x));
            let vertex = Coord { x: c.x - turn, y: c.y };
            if vertices.last() != Some(&vertex) {
                vertices.push(vertex);
            }
        };
        if number < 0 { arc.iter().rev().for_each(&mut add) } else { arc.iter().for_each(&mut add) }
    }
    let (Some(&first), Some(&last)) = (vertices.first(), vertices.last()) else { return Ok(None) };
    if (last.x - first.x).abs() > 180.0 {
        let pole = 90f64.copysign(first.y);
        vertices.extend([Coord { x: last.x, y: pole }, Coord { x: first.x, y: pole }, first]);
    }
    Ok((vertices.len() > 3).then_some(LineString(vertices)))
}

/// ISO 3166-1 alpha-2 by number, and what was decided for outlines without a number.
struct Codes {
    by_number: BTreeMap<String, String>,
    without: Vec<WithoutIso>,
}

struct WithoutIso {
    name: String,
    longitudes_deg: Option<(f64, f64)>,
    country_iso: Option<String>,
}

impl Codes {
    fn read(folder: &Path) -> Result<Self, Error> {
        let by_number =
            records::read(&folder.join("iso-3166/codes.csv"), &["numeric", "alpha_2", "name"], |r| {
                Ok((r.text(0)?.to_owned(), r.text(1)?.to_owned()))
            })?;
        let header = ["name", "from_longitude_deg", "to_longitude_deg", "country_iso", "reason"];
        let without = records::read(&folder.join("natural-earth/without_iso.csv"), &header, |r| {
            let longitudes_deg = if r.text(1)?.is_empty() { None } else { Some((r.f64(1)?, r.f64(2)?)) };
            let code = r.text(3)?;
            Ok(WithoutIso {
                name: r.text(0)?.to_owned(),
                longitudes_deg,
                country_iso: (!code.is_empty()).then(|| code.to_owned()),
            })
        })?;
        Ok(Self { by_number: by_number.into_iter().collect(), without })
    }

    fn of(&self, path: &Path, outline: &Outline, polygon: &Polygon<f64>) -> Result<Option<String>, Error> {
        let absent = |what: String, file: &str| {
            Error::line(path, 1, format!("{}: {what}; add a row to {file}", outline.name))
        };
        if let Some(id) = &outline.id {
            return self
                .by_number
                .get(id)
                .cloned()
                .map(Some)
                .ok_or_else(|| absent(format!("no ISO code has the number {id}"), "iso-3166/codes.csv"));
        }
        let longitude = polygon.bounding_rect().map_or(0.0, |r| r.center().x);
        let here = |w: &&WithoutIso| {
            w.name == outline.name
                && w.longitudes_deg.is_none_or(|(from, to)| (from..=to).contains(&longitude))
        };
        let decided = self.without.iter().find(here);
        decided.map(|w| w.country_iso.clone()).ok_or_else(|| {
            absent("has no ISO number and nothing is decided for it".into(), "natural-earth/without_iso.csv")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(points: &[(f64, f64)]) -> Vec<Coord<f64>> {
        points.iter().map(|&(x, y)| Coord { x, y }).collect()
    }

    #[test]
    fn a_ring_across_the_antimeridian_stands_on_either_side() {
        let arcs = [
            arc(&[(179.0, 0.0), (-179.0, 0.0), (-179.0, 1.0)]),
            arc(&[(179.0, 0.0), (179.0, 1.0), (-179.0, 1.0)]),
        ];
        let polygon = polygon(&arcs, &[vec![0, -2]]).expect("arcs").expect("a polygon");
        let boxes: Vec<_> = in_the_plane(&polygon)
            .iter()
            .filter_map(|p| p.bounding_rect())
            .map(|r| (r.min().x, r.max().x))
            .collect();
        assert_eq!(boxes, [(-181.0, -179.0), (179.0, 181.0)]);
    }

    #[test]
    fn a_ring_round_a_pole_is_closed_along_it() {
        let arcs = [arc(&[(-180.0, -70.0), (-60.0, -71.0), (60.0, -72.0), (180.0, -70.0)])];
        let polygon = polygon(&arcs, &[vec![0]]).expect("arcs").expect("a polygon");
        let rectangle = polygon.bounding_rect().expect("a box");
        assert_eq!((rectangle.min().y, rectangle.min().x, rectangle.max().x), (-90.0, -180.0, 180.0));
        assert_eq!(in_the_plane(&polygon).len(), 1);
    }

    #[test]
    fn less_than_a_triangle_is_no_polygon() {
        let arcs = [arc(&[(1.0, 1.0), (1.0, 2.0), (1.0, 1.0)])];
        assert!(polygon(&arcs, &[vec![0]]).expect("arcs").is_none());
        assert!(polygon(&arcs, &[vec![7]]).is_err());
    }
}
