//! Towns of GeoNames.

use super::csv::CsvFile;
use crate::Error;
use flate2::read::GzDecoder;
use std::io::Read;
use std::path::Path;

pub(crate) struct Town {
    pub(crate) geonames_id: i32,
    pub(crate) name: String,
    pub(crate) country_iso: String,
    /// Name of the first-level division; empty where none is known.
    pub(crate) region: String,
    pub(crate) latitude_deg: f64,
    pub(crate) longitude_deg: f64,
    /// Number of inhabitants; 0 where unknown.
    pub(crate) population: i32,
    /// Height of the ground, metres, from the digital elevation model of GeoNames; none where unknown.
    pub(crate) height_m: Option<i32>,
    /// Kind of place, as GeoNames names it; empty where unknown.
    pub(crate) feature_code: String,
    pub(crate) time_zone: String,
    /// Further names, separated by `|`.
    pub(crate) other_names: String,
}

const HEADER: &str = "geonames_id,name,country_iso,region,latitude_deg,longitude_deg,population,height_m,\
    feature_code,time_zone,other_names";

/// Reads the towns, which must come in order of population, the largest first.
pub(super) fn read(folder: &Path) -> Result<Vec<Town>, Error> {
    let path = folder.join("geonames/towns.csv.gz");
    let file = std::fs::File::open(&path).map_err(Error::source(&path))?;
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).map_err(Error::source(&path))?;
    let mut last = i32::MAX;
    let file = CsvFile::parse(&path, &bytes)?.with_header(HEADER)?;
    let town = |r: super::csv::CsvRecord| {
        let town = Town {
            geonames_id: r.number(0)?,
            name: r.text(1)?.to_owned(),
            country_iso: r.text(2)?.to_owned(),
            region: r.text(3)?.to_owned(),
            latitude_deg: r.f64(4)?,
            longitude_deg: r.f64(5)?,
            population: r.number(6)?,
            height_m: if r.text(7)?.is_empty() { None } else { Some(r.number(7)?) },
            feature_code: r.text(8)?.to_owned(),
            time_zone: r.text(9)?.to_owned(),
            other_names: r.text(10)?.to_owned(),
        };
        if town.population < 0 || town.population > std::mem::replace(&mut last, town.population) {
            return Err(r.error("the population must not be negative, nor larger than in the line before"));
        }
        if !(-90.0..=90.0).contains(&town.latitude_deg) || !(-180.0..=180.0).contains(&town.longitude_deg) {
            return Err(r.error("the place must lie within ±90° and ±180°"));
        }
        Ok(town)
    };
    file.records().map(town).collect()
}
