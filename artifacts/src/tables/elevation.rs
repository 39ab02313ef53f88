//! The table `elevation`: heights of the whole Earth on a grid of 5′.

use super::credits;
use crate::Error;
use crate::cell::samples;
use crate::reader::Generation;
use arrow_array::Int16Array;
use geography::elevation::WorldGrid;

table! {
    name: "elevation",
    title: "Height of the ground every 5′",
    notes: "Nodes lie on the meridians and parallels of every 5′. Rows are parallels from the south pole to \
           the north pole, both included; a row begins at 180° W, goes eastward and ends at 179°55′ E, so \
           that its last node is the neighbour of its first. Between nodes heights are linear in latitude \
           and longitude. Truly of 5′ are the heights of the USA, Europe, Japan and Australia, of up to 1° \
           those of parts of Asia, South America, northern Canada and Africa: they are right to tens of \
           metres on plains, and wrong by hundreds up to a thousand in mountains, more on summits. In the \
           Great Lakes of North America the source has the bed of the lakes.",
    licence: credits::PUBLIC_DOMAIN,
    attribution: credits::HEIGHTS,
    parquet: false,
    sorted_by: "latitude_deg",
    /// The nodes of a parallel.
    columns<'a>: Row<'a> {
        latitude_deg: f64, "degree", "latitude of the parallel", "counted";
        height_m: &'a [i16; WorldGrid::COLUMNS], "m",
            "heights above mean sea level of the nodes of the parallel; 0 at sea, −30 on the Caspian, \
            −32768 where none is known",
            "ETOPO5, with everything below sea level that is no land set to 0";
    }
}

/// The heights of a generation, held in memory.
#[derive(Debug, Clone)]
pub struct Heights {
    nodes: Int16Array,
}

/// The heights of a generation that has the table `elevation`.
pub fn open(generation: &Generation) -> Result<Heights, Error> {
    let rows = read(generation)?;
    let broken = |problem: String| Error::Contract { table: TABLE.name, problem };
    if rows.count() != WorldGrid::ROWS {
        return Err(broken(format!("{} parallels where there must be {}", rows.count(), WorldGrid::ROWS)));
    }
    let is_wrong = |(row, latitude_deg): (usize, &f64)| *latitude_deg != WorldGrid::latitude_deg(row);
    if let Some(row) = rows.latitude_deg.values().iter().enumerate().position(is_wrong) {
        return Err(broken(format!("row {row} is not the parallel of {}°", WorldGrid::latitude_deg(row))));
    }
    let heights = Heights { nodes: samples(rows.height_m).clone() };
    match heights.grid().first_impossible_row() {
        Some(row) => Err(broken(format!("row {row} has a height that does not occur on land"))),
        None => Ok(heights),
    }
}

impl Heights {
    /// The grid.
    #[inline]
    pub fn grid(&self) -> WorldGrid<'_> {
        WorldGrid::new(self.nodes.values()).expect("their number was checked")
    }
}
