//! The places of a batch, sorted so that neighbours are in one file.

use crate::Error;
use arrow_array::{Array, ArrayRef, Int64Array, UInt32Array};
use artifacts::batch::PlaceColumns;
use artifacts::layout::arrow_file;
use artifacts::manifest::sha256_of_file;
use artifacts::reader::Generation;
use artifacts::tables::towns;
use astro::batch::Places;
use geography::tiles::TileId;
use rows::{Format, Input, Limits, Reader, TemporaryFiles};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The argument that names the published table.
const TOWNS: &str = "towns";
/// Bytes of a file that are read at a time.
const PIECE_BYTES: usize = 1 << 20;

#[derive(Debug, Serialize)]
pub(super) struct PlaceSource {
    /// Name of the file, or `towns`.
    name: String,
    /// SHA-256 of the file.
    sha256: String,
    rows: usize,
}

/// Places by column.
#[derive(Default)]
pub(super) struct PlaceTable {
    /// Number of the row in the file.
    number: Vec<i32>,
    latitude_deg: Vec<f64>,
    longitude_deg: Vec<f64>,
    height_m: Vec<f64>,
    pub(super) ids: Option<ArrayRef>,
}

/// Reads places and sorts them along a Hilbert curve.
pub(super) fn read(generation: &Generation, path: &Path) -> Result<(PlaceTable, PlaceSource), Error> {
    let (table, sha256) = if path == Path::new(TOWNS) {
        (of_towns(generation)?, generation.manifest().files[&arrow_file(&towns::TABLE)].sha256.clone())
    } else {
        (of_file(path)?, sha256_of_file(path)?)
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = PlaceSource { name, sha256, rows: table.len() };
    if table.len() == 0 {
        return Err(problem(path, "there are no places"));
    }
    Ok((table.sorted(path)?, source))
}

fn problem(path: &Path, problem: impl ToString) -> Error {
    Error::Rows { path: path.to_owned(), problem: problem.to_string() }
}

/// The published towns with their numbers in GeoNames.
fn of_towns(generation: &Generation) -> Result<PlaceTable, Error> {
    let towns = towns::open(generation)?;
    let rows = towns.rows();
    let ids: Int64Array = rows.iter().map(|town| Some(i64::from(town.geonames_id))).collect();
    Ok(PlaceTable {
        number: rows.iter().map(|town| town.rank).collect(),
        latitude_deg: rows.latitude_deg.values().to_vec(),
        longitude_deg: rows.longitude_deg.values().to_vec(),
        height_m: rows.iter().map(|town| town.height_m.unwrap_or_default().into()).collect(),
        ids: Some(Arc::new(ids)),
    })
}

fn of_file(path: &Path) -> Result<PlaceTable, Error> {
    let unknown = || problem(path, "its name must end in .parquet, .csv, .ndjson, .json or .arrows");
    let format = Format::of_file_name(&path.to_string_lossy()).ok_or_else(unknown)?;
    let input = Input { has_place: true, has_time: false, time_range_ms: [i64::MIN, i64::MAX] };
    // The file is yours: messages of its Arrow stream may be large.
    let limits = Limits { file_bytes: u64::MAX, memory_bytes: 2 << 30, ..Limits::default() };
    let mut reader = Reader::new(format, input, limits, TemporaryFiles::new(u64::MAX));
    let cannot = |e: std::io::Error| problem(path, format!("cannot be read: {e}"));
    let mut file = File::open(path).map_err(cannot)?;
    let mut piece = vec![0; PIECE_BYTES];
    let (mut table, mut ids) = (PlaceTable::default(), Vec::new());
    loop {
        let count = file.read(&mut piece).map_err(cannot)?;
        let step = if count == 0 { reader.finish() } else { reader.push(&piece[..count]) };
        step.map_err(|e| problem(path, e))?;
        while let Some(rows) = reader.next_rows().map_err(|e| problem(path, e))? {
            if let Some((row, error)) = rows.errors.first() {
                return Err(problem(path, format!("row {}: {error}", rows.first + *row as u64 + 1)));
            }
            table.latitude_deg.extend(rows.lat_deg);
            table.longitude_deg.extend(rows.lng_deg);
            table.height_m.extend(rows.height_m);
            ids.extend(rows.id);
        }
        if count == 0 {
            break;
        }
    }
    let count = i32::try_from(table.len()).map_err(|_| problem(path, "has more than 2,147,483,647 rows"))?;
    table.number = (0..count).collect();
    let ids: Vec<&dyn Array> = ids.iter().map(AsRef::as_ref).collect();
    if !ids.is_empty() {
        table.ids = Some(arrow_select::concat::concat(&ids).map_err(|e| problem(path, e))?);
    }
    Ok(table)
}

/// Position on a Hilbert curve over the map of longitude and latitude, to 40 m.
fn along_curve(latitude_deg: f64, longitude_deg: f64) -> u64 {
    const ZOOM: u8 = 20;
    let cell = |share: f64| ((share * f64::from(1 << ZOOM)) as u32).min((1 << ZOOM) - 1);
    let (x, y) = ((longitude_deg + 180.0).rem_euclid(360.0) / 360.0, (90.0 - latitude_deg) / 180.0);
    TileId { z: ZOOM, x: cell(x), y: cell(y) }.position()
}

impl PlaceTable {
    pub(super) fn len(&self) -> usize {
        self.latitude_deg.len()
    }

    /// Type of the ids, if there are any.
    pub(super) fn id_type(&self) -> Option<arrow_schema::DataType> {
        self.ids.as_ref().map(|ids| ids.data_type().clone())
    }

    /// Returns the places in the order of the curve; those of one cell in the order of the file.
    fn sorted(self, path: &Path) -> Result<Self, Error> {
        let mut order: Vec<u32> = (0..).take(self.len()).collect();
        order.sort_by_cached_key(|&row| {
            let row = row as usize;
            along_curve(self.latitude_deg[row], self.longitude_deg[row])
        });
        let by_order = |values: &[f64]| order.iter().map(|&row| values[row as usize]).collect();
        let (latitude_deg, longitude_deg) = (by_order(&self.latitude_deg), by_order(&self.longitude_deg));
        let (height_m, number) =
            (by_order(&self.height_m), order.iter().map(|&row| self.number[row as usize]).collect());
        let order = UInt32Array::from(order);
        let take = |ids: ArrayRef| arrow_select::take::take(&ids, &order, None).map_err(|e| problem(path, e));
        Ok(Self { number, latitude_deg, longitude_deg, height_m, ids: self.ids.map(take).transpose()? })
    }

    /// At most `count` places from the place `from` on.
    pub(super) fn part(&self, from: usize, count: usize) -> Self {
        let count = count.min(self.len() - from);
        let range = from..from + count;
        Self {
            number: self.number[range.clone()].to_vec(),
            latitude_deg: self.latitude_deg[range.clone()].to_vec(),
            longitude_deg: self.longitude_deg[range.clone()].to_vec(),
            height_m: self.height_m[range].to_vec(),
            ids: self.ids.as_ref().map(|ids| ids.slice(from, count)),
        }
    }

    pub(super) fn observers(&self) -> Places {
        Places::from_degrees(&self.latitude_deg, &self.longitude_deg, &self.height_m)
    }

    pub(super) fn columns<'a>(&'a self, ids: Option<&'a ArrayRef>) -> PlaceColumns<'a> {
        let Self { number, latitude_deg, longitude_deg, height_m, .. } = self;
        PlaceColumns { number, latitude_deg, longitude_deg, height_m, ids }
    }
}
