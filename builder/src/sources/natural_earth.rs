//! The contents of the base map, at three scales.

use super::{countries, csv, topojson};
use crate::Error;
use geo::{LineString, Polygon};
use places::antimeridian::in_the_plane;
use std::path::Path;

/// Everything that the base map shows.
pub(crate) struct NaturalEarth {
    /// The scales from the coarsest.
    pub(crate) scales: [MapScale; 3],
    /// Lines between states and provinces.
    pub(crate) states: Vec<topojson::MultiLine>,
    /// Countries with their names, of the middle scale.
    pub(crate) countries: Vec<countries::CountryLabel>,
    /// Towns, the most important first.
    pub(crate) towns: Vec<Town>,
}

pub(crate) struct MapScale {
    pub(crate) land: Vec<Polygon<f64>>,
    pub(crate) lakes: Vec<Polygon<f64>>,
    pub(crate) rivers: Vec<topojson::MultiLine>,
    /// Borders of countries.
    pub(crate) borders: Vec<LineString<f64>>,
}

pub(crate) struct Town {
    pub(crate) name: String,
    /// The importance, from 0 to 10.
    pub(crate) rank: u8,
    /// `true` for the capital of a country.
    pub(crate) is_capital: bool,
    /// Longitude and latitude, degrees.
    pub(crate) at_deg: [f64; 2],
}

/// Reads what the base map shows.
pub(crate) fn read(folder: &Path) -> Result<NaturalEarth, Error> {
    let folder_here = folder.join("natural-earth");
    let header = "name,rank,capital,latitude_deg,longitude_deg";
    let towns = csv::read(&folder_here.join("places.csv"), header, |r| {
        Ok(Town {
            name: r.text(0)?.to_owned(),
            rank: r.number(1)?,
            is_capital: r.word(2, &["0", "1"])? == 1,
            at_deg: [r.f64(4)?, r.f64(3)?],
        })
    })?;
    let scale = |name: &str, land: &str| MapScale::read(&folder_here, name, land);
    let [coarse, middle] = ["countries-110m.json", "countries-50m.json"];
    Ok(NaturalEarth {
        scales: [scale("110m", coarse)?, scale("50m", middle)?, scale("10m", "land-10m.json")?],
        states: topojson::lines(&folder_here.join("states-10m.json"), "states")?,
        countries: countries::named(folder, &format!("natural-earth/{middle}"))?,
        towns,
    })
}

impl MapScale {
    fn read(folder: &Path, name: &str, land: &str) -> Result<Self, Error> {
        let water = folder.join(format!("water-{name}.json"));
        let outlines = |path: &Path, object: &str| -> Result<Vec<_>, Error> {
            let outlines = topojson::read(path, object)?;
            Ok(outlines.iter().flat_map(|o| &o.polygons).flat_map(in_the_plane).collect())
        };
        Ok(Self {
            land: outlines(&folder.join(land), "land")?,
            lakes: outlines(&water, "lakes")?,
            rivers: topojson::lines(&water, "rivers")?,
            borders: topojson::borders(&folder.join(format!("countries-{name}.json")), "countries")?,
        })
    }
}
