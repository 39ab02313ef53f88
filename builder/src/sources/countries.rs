//! Outlines of the countries and of the land, and the ISO code of each country.

use super::topojson::TopoObject;
use super::{csv, iso_codes, topojson};
use crate::Error;
use geo::{BoundingRect, Polygon};
use places::antimeridian::in_the_plane;
use places::{Area, AreaLayer};
use std::collections::BTreeMap;
use std::path::Path;

/// The outlines of the countries; those with an ISO number first, so that the first outline of a code bears
/// the country's own name.
pub(crate) fn read(folder: &Path) -> Result<Vec<Area>, Error> {
    let path = folder.join("natural-earth/countries-10m.json");
    let codes = Codes::read(folder)?;
    let mut areas = Vec::new();
    let mut outlines = topojson::read(&path, "countries")?;
    outlines.sort_by_key(|o| o.id.is_none());
    for outline in outlines {
        let TopoObject { id, name, polygons } = &outline;
        let name = name.as_deref().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| Error::line(&path, 1, format!("country {id:?} has no name")))?;
        for polygon in polygons.iter().flat_map(in_the_plane) {
            let country_iso = codes.of_outline(&path, id.as_deref(), name, &polygon)?;
            areas.push(Area {
                layer: AreaLayer::Country,
                name: name.to_owned(),
                country_iso,
                mrg_id: None,
                polygon,
            });
        }
    }
    Ok(areas)
}

/// A country as it is written on a map.
pub(crate) struct CountryLabel {
    pub(crate) name: String,
    /// ISO 3166-1 alpha-2 and alpha-3.
    pub(crate) codes: Option<[String; 2]>,
    pub(crate) polygons: Vec<Polygon<f64>>,
}

/// The countries of a file that have an ISO number, and Kosovo. The polygons are in the plane, and stand on
/// one side of the antimeridian where they cross it.
pub(crate) fn named(folder: &Path, file: &str) -> Result<Vec<CountryLabel>, Error> {
    const WITHOUT_NUMBER: &str = "Kosovo";
    let codes = Codes::read(folder)?;
    let path = folder.join(file);
    let named = |outline: TopoObject| {
        let name = outline.name.filter(|name| outline.id.is_some() || name == WITHOUT_NUMBER)?;
        let codes = outline.id.and_then(|id| codes.by_number.get(&id).cloned());
        let polygons = outline.polygons.iter().filter_map(|p| in_the_plane(p).into_iter().next()).collect();
        Some(CountryLabel { name, codes, polygons })
    };
    Ok(topojson::read(&path, "countries")?.into_iter().filter_map(named).collect())
}

/// The land mask, as a country without a code.
pub(crate) fn land(folder: &Path) -> Result<Vec<Area>, Error> {
    let outlines = topojson::read(&folder.join("natural-earth/land-10m.json"), "land")?;
    let polygons = outlines.iter().flat_map(|o| &o.polygons).flat_map(in_the_plane);
    Ok(polygons
        .map(|polygon| Area {
            layer: AreaLayer::Country,
            name: "land".into(),
            country_iso: None,
            mrg_id: None,
            polygon,
        })
        .collect())
}

/// ISO 3166-1 alpha-2 and alpha-3 by number, and what was decided for outlines without a number.
struct Codes {
    by_number: BTreeMap<String, [String; 2]>,
    without: Vec<WithoutIso>,
}

struct WithoutIso {
    name: String,
    longitudes_deg: Option<(f64, f64)>,
    country_iso: Option<String>,
}

impl Codes {
    fn read(folder: &Path) -> Result<Self, Error> {
        let by_number = iso_codes::read(folder)?.into_iter().map(|c| (c.number, [c.alpha_2, c.alpha_3]));
        let header = "name,from_longitude_deg,to_longitude_deg,country_iso,reason";
        let without = csv::read(&folder.join("natural-earth/without_iso.csv"), header, |r| {
            let longitudes_deg = if r.text(1)?.is_empty() { None } else { Some((r.f64(1)?, r.f64(2)?)) };
            let code = r.text(3)?;
            Ok(WithoutIso {
                name: r.text(0)?.to_owned(),
                longitudes_deg,
                country_iso: (!code.is_empty()).then(|| code.to_owned()),
            })
        })?;
        Ok(Self { by_number: by_number.collect(), without })
    }

    fn of_outline(
        &self,
        path: &Path,
        id: Option<&str>,
        name: &str,
        polygon: &Polygon<f64>,
    ) -> Result<Option<String>, Error> {
        let absent =
            |what: String, file: &str| Error::line(path, 1, format!("{name}: {what}; add a row to {file}"));
        if let Some(id) = id {
            return self
                .by_number
                .get(id)
                .map(|[alpha_2, _]| Some(alpha_2.clone()))
                .ok_or_else(|| absent(format!("no ISO code has the number {id}"), "iso-3166/codes.csv"));
        }
        let extent = polygon.bounding_rect().expect("a polygon in the plane has vertices");
        let longitude = extent.center().x;
        let here = |w: &&WithoutIso| {
            w.name == name && w.longitudes_deg.is_none_or(|(from, to)| (from..=to).contains(&longitude))
        };
        let decided = self.without.iter().find(here);
        decided.map(|w| w.country_iso.clone()).ok_or_else(|| {
            absent("has no ISO number and nothing is decided for it".into(), "natural-earth/without_iso.csv")
        })
    }
}
