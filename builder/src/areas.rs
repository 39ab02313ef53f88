//! Countries and seas as rows of the tables `places`, `outlines`, `countries` and `seas`, and outlines back.

use crate::Error;
use crate::sources::iso_codes::IsoCode;
use ::places::{Area, AreaLayer};
use artifacts::reader::Generation;
use artifacts::tables::{countries, outlines, places, seas};
use geo::{Coord, LineString, Polygon};
use std::collections::BTreeMap;

pub(crate) fn place_rows(areas: &[Area]) -> Vec<places::Row<'_>> {
    let row = |(polygon, area)| {
        let Area { layer, name, country_iso, mrg_id, .. }: &Area = area;
        places::Row {
            polygon,
            layer: layer.word(),
            name,
            country_iso: country_iso.as_deref(),
            mrg_id: *mrg_id,
        }
    };
    (0..).zip(areas).map(row).collect()
}

/// The rows of `countries`: those of ISO, and those that outlines have a code for by the name of the first.
pub(crate) fn country_rows<'a>(codes: &'a [IsoCode], areas: &'a [Area]) -> Vec<countries::Row<'a>> {
    let of_iso = codes.iter().map(|c| (&c.alpha_2[..], (Some(&c.alpha_3[..]), &c.name[..])));
    let mut names = BTreeMap::from_iter(of_iso);
    for area in areas {
        if let Some(code) = &area.country_iso {
            names.entry(code).or_insert((None, &area.name));
        }
    }
    let row = |(country_iso, (country_iso3, name))| countries::Row { country_iso, country_iso3, name };
    names.into_iter().map(row).collect()
}

/// The rows of `seas`, each by the name of its first polygon.
pub(crate) fn sea_rows(areas: &[Area]) -> Vec<seas::Row<'_>> {
    let mut names = BTreeMap::new();
    for area in areas {
        if let Some(mrg_id) = area.mrg_id {
            names.entry(mrg_id).or_insert(&area.name[..]);
        }
    }
    names.into_iter().map(|(mrg_id, name)| seas::Row { mrg_id, name }).collect()
}

/// The rows of `outlines`: the vertices of the outer ring of each polygon, then those of its holes.
pub(crate) fn outline_rows(areas: &[Area]) -> Vec<outlines::Row> {
    let mut rows = Vec::new();
    for (polygon, area) in (0..).zip(areas) {
        let rings = std::iter::once(area.polygon.exterior()).chain(area.polygon.interiors());
        for (ring, line) in (0..).zip(rings) {
            let vertex =
                |c: &Coord<f64>| outlines::Row { polygon, ring, longitude_deg: c.x, latitude_deg: c.y };
            rows.extend(line.0.iter().map(vertex));
        }
    }
    rows
}

/// The outlines of a generation, in the order in which they decide.
pub fn read(generation: &Generation) -> Result<Vec<Area>, Error> {
    let vertices = outlines::read(generation)?.iter().collect::<Vec<_>>();
    let broken = |problem: String| artifacts::Error::Contract { table: outlines::TABLE.name, problem };
    let mut polygons = vertices.chunk_by(|a, b| a.polygon == b.polygon).peekable();
    let mut areas = Vec::new();
    for place in places::read(generation)?.iter() {
        let number = place.polygon;
        let vertices = polygons
            .next_if(|vertices| vertices[0].polygon == number)
            .ok_or_else(|| broken(format!("polygon {number} has no vertex")))?;
        areas.push(Area {
            layer: AreaLayer::from_word(place.layer)
                .ok_or_else(|| broken(format!("polygon {number}: \"{}\" is no layer", place.layer)))?,
            name: place.name.to_owned(),
            country_iso: place.country_iso.map(str::to_owned),
            mrg_id: place.mrg_id,
            polygon: polygon(vertices),
        });
    }
    Ok(areas)
}

/// A polygon from its vertices, ring after ring.
fn polygon(vertices: &[outlines::Row]) -> Polygon<f64> {
    let ring = |vertices: &[outlines::Row]| {
        LineString(vertices.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect())
    };
    let mut rings = vertices.chunk_by(|a, b| a.ring == b.ring).map(ring);
    let outer = rings.next().expect("a polygon is a chunk of rows, which has at least one");
    Polygon::new(outer, rings.collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_licences_name_the_release_of_the_zones() {
        let zones = ::places::Zones::default();
        let release = format!("timezone-boundary-builder {}", zones.release());
        assert!(artifacts::dictionary::LICENSES.contains(&release), "{release}");
    }
}
