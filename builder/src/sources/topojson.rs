//! TopoJSON: outlines whose common borders are stored once, as arcs; and lines.

use crate::Error;
use geo::{Coord, LineString, Polygon};
use places::antimeridian::unrolled;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One object of a topology: its id, its name and its polygons.
pub(crate) struct TopoObject {
    pub(crate) id: Option<String>,
    /// The land mask has none.
    pub(crate) name: Option<String>,
    pub(crate) polygons: Vec<Polygon<f64>>,
}

/// A line, which may have several parts.
pub(crate) struct MultiLine {
    /// The importance, from 0.
    pub(crate) rank: u8,
    pub(crate) parts: Vec<LineString<f64>>,
}

/// The TopoJSON members that are read. Source: The TopoJSON Format Specification (Bostock & Metcalf 2013).
#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    objects: BTreeMap<String, GeometryCollection>,
    arcs: Vec<Vec<[i64; 2]>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Deserialize)]
struct GeometryCollection {
    geometries: Vec<TopoGeometry>,
}

#[derive(Deserialize)]
struct TopoGeometry {
    id: Option<String>,
    #[serde(default)]
    properties: TopoProperties,
    #[serde(flatten)]
    shape: TopoShape,
}

#[derive(Deserialize, Default)]
struct TopoProperties {
    name: Option<String>,
    rank: Option<u8>,
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum TopoShape {
    MultiLineString(Vec<Vec<i64>>),
    Polygon(Vec<Vec<i64>>),
    MultiPolygon(Vec<Vec<Vec<i64>>>),
}

pub(crate) fn read(path: &Path, object: &str) -> Result<Vec<TopoObject>, Error> {
    let (arcs, geometries) = parse(path, object)?;
    let outline = |(number, g): (usize, TopoGeometry)| {
        let polygons = match g.shape {
            TopoShape::Polygon(rings) => vec![rings],
            TopoShape::MultiPolygon(polygons) => polygons,
            TopoShape::MultiLineString(_) => return Err(wrong(path, number, "is a line, not an outline")),
        };
        let polygons = polygons
            .iter()
            .filter_map(|rings| polygon(&arcs, rings).transpose())
            .collect::<Result<_, String>>();
        let polygons = polygons.map_err(|problem| wrong(path, number, &problem))?;
        Ok(TopoObject { id: g.id, name: g.properties.name, polygons })
    };
    (1..).zip(geometries).map(outline).collect()
}

pub(crate) fn lines(path: &Path, object: &str) -> Result<Vec<MultiLine>, Error> {
    let (arcs, geometries) = parse(path, object)?;
    let line = |(number, g): (usize, TopoGeometry)| {
        let TopoShape::MultiLineString(parts) = &g.shape else {
            return Err(wrong(path, number, "is an outline, not a line"));
        };
        let parts = parts.iter().map(|part| Ok(LineString(joined(&arcs, part)?)));
        let parts = parts.collect::<Result<_, String>>().map_err(|problem| wrong(path, number, &problem))?;
        let rank = g.properties.rank.ok_or_else(|| wrong(path, number, "has no rank"))?;
        Ok(MultiLine { rank, parts })
    };
    (1..).zip(geometries).map(line).collect()
}

/// The borders between the outlines of one object of a file: the arcs that two of them have in common.
pub(crate) fn borders(path: &Path, object: &str) -> Result<Vec<LineString<f64>>, Error> {
    let (arcs, geometries) = parse(path, object)?;
    let mut users = vec![BTreeSet::new(); arcs.len()];
    for (number, geometry) in geometries.iter().enumerate() {
        let rings: Vec<&Vec<i64>> = match &geometry.shape {
            TopoShape::Polygon(rings) | TopoShape::MultiLineString(rings) => rings.iter().collect(),
            TopoShape::MultiPolygon(polygons) => polygons.iter().flatten().collect(),
        };
        for arc in rings.into_iter().flatten() {
            if let Some(users) = users.get_mut(index(*arc)) {
                users.insert(number);
            }
        }
    }
    let borders = arcs.into_iter().zip(users).filter(|(_, users)| users.len() > 1);
    Ok(borders.map(|(arc, _)| LineString(arc)).collect())
}

/// A line that geometries share, in degrees.
type Arc = Vec<Coord<f64>>;

/// The arcs of a file and the geometries of one of its objects.
fn parse(path: &Path, object: &str) -> Result<(Vec<Arc>, Vec<TopoGeometry>), Error> {
    let text = std::fs::read_to_string(path).map_err(Error::source(path))?;
    let mut topology: Topology =
        serde_json::from_str(&text).map_err(|e| Error::line(path, e.line() as u64, e.to_string()))?;
    let collection = topology
        .objects
        .remove(object)
        .ok_or_else(|| Error::line(path, 1, format!("has no object \"{object}\"")))?;
    Ok((topology.coordinates(), collection.geometries))
}

fn wrong(path: &Path, number: usize, problem: &str) -> Error {
    Error::line(path, 1, format!("geometry {number}: {problem}"))
}

impl Topology {
    /// The arcs in degrees: the file has integer steps from vertex to vertex.
    fn coordinates(&self) -> Vec<Arc> {
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

/// Makes a polygon from rings of arcs; none if quantisation has left less than a triangle of its outer ring.
fn polygon(arcs: &[Vec<Coord<f64>>], rings: &[Vec<i64>]) -> Result<Option<Polygon<f64>>, String> {
    let rings = rings.iter().map(|r| ring(arcs, r)).collect::<Result<Vec<_>, _>>()?;
    let mut rings = rings.into_iter();
    let Some(Some(outer)) = rings.next() else { return Ok(None) };
    Ok(Some(Polygon::new(outer, rings.flatten().collect())))
}

fn ring(arcs: &[Vec<Coord<f64>>], numbers: &[i64]) -> Result<Option<LineString<f64>>, String> {
    Ok(unrolled(joined(arcs, numbers)?))
}

/// Joins arcs end to end.
fn joined(arcs: &[Vec<Coord<f64>>], numbers: &[i64]) -> Result<Vec<Coord<f64>>, String> {
    let mut vertices = Vec::new();
    for &number in numbers {
        let index = index(number);
        let arc = arcs.get(index).ok_or_else(|| format!("names arc {index} of {}", arcs.len()))?;
        if number < 0 { vertices.extend(arc.iter().rev()) } else { vertices.extend(arc) }
    }
    Ok(vertices)
}

/// The place of an arc in its file. A negative number is the arc ~number backwards.
fn index(number: i64) -> usize {
    (if number < 0 { !number } else { number }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_a_triangle_is_no_polygon_and_an_absent_arc_an_error() {
        let arcs = [[1.0, 2.0, 1.0].map(|y| Coord { x: 1.0, y }).to_vec()];
        assert!(polygon(&arcs, &[vec![0]]).expect("arcs").is_none());
        assert!(polygon(&arcs, &[vec![7]]).is_err());
    }
}
