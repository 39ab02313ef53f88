//! The table `time_zones`: the zone of every place, as runs along rows of latitude.

use super::credits;
use crate::Error;
use crate::reader::Generation;
use crate::tables::time_zone_names;
use arrow_array::{Int16Array, Int32Array};
use geography::zone_grid::nautical_zone;
use geography::zone_grid::{NAUTICAL, cell};

table! {
    name: "time_zones",
    title: "Time zone of every place on Earth",
    notes: "The Earth is cut into 9,000 rows of 0.02° of latitude, from the south, and each row into 180,000 \
           cells of 0.002° of longitude, eastwards from −180°. Cell = row · 180000 + column, both from 0. \
           A run has the zone of its first cell and ends where the next run begins; the zone along the \
           middle of a row holds for all of the row. Points that have another zone in the source lie within \
           about a kilometre of a border.",
    licence: credits::ODBL,
    attribution: credits::TIME_ZONES,
    sorted_by: "cell",
    /// A run of cells with the same zone.
    columns<'a>: Row {
        cell: i32, "1", "number of the first cell of the run", "see notes";
        zone: i16, "1", "number of the zone in time_zone_names; −1 for the nautical zone of the longitude",
            "timezone-boundary-builder 2026f, simplified by tzf";
    }
}

/// The time zones of a generation, held in memory.
pub struct TimeZones {
    cells: Int32Array,
    zones: Int16Array,
    names: Vec<String>,
}

/// The zones of a generation that has the tables `time_zones` and [`time_zone_names`].
pub fn open(generation: &Generation) -> Result<TimeZones, Error> {
    let broken = |problem: String| Error::Contract { table: TABLE.name, problem };
    let names: Vec<_> = time_zone_names::read(generation)?.iter().map(|row| row.name.to_owned()).collect();
    let runs = read(generation)?;
    if runs.count() == 0 || runs.cell.value(0) != 0 {
        return Err(broken("the first run does not begin with the first cell".into()));
    }
    let is_known = |zone: i16| usize::try_from(zone).map_or(zone == NAUTICAL, |zone| zone < names.len());
    if let Some(row) = runs.zone.values().iter().position(|zone| !is_known(*zone)) {
        return Err(broken(format!("row {row} has a zone without a name")));
    }
    Ok(TimeZones { cells: runs.cell.clone(), zones: runs.zone.clone(), names })
}

impl TimeZones {
    /// The IANA zone at a latitude within −90 … 90 and a longitude within −180 … 180, in degrees. Near a
    /// border, within about a kilometre, it may be that of the neighbour.
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> &str {
        let cell = cell(latitude_deg, longitude_deg);
        let next = self.cells.values().partition_point(|first| *first <= cell);
        let zone = self.zones.value(next.saturating_sub(1));
        usize::try_from(zone).map_or_else(|_| nautical_zone(longitude_deg), |zone| &self.names[zone])
    }
}
