//! Heights of the ground: the grid of the generation.

use crate::http::problem::{Code, Problem};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::elevation::{self, Heights};
use serde::Serialize;
use utoipa::ToSchema;

/// Heights of the ground above mean sea level.
pub struct Elevation {
    /// The grid of the whole Earth; none if the generation was built before there was one.
    world: Option<Heights>,
}

/// What heights come from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = ElevationSource)]
pub(crate) struct Source {
    /// Name of the data.
    name: &'static str,
    /// From one height to the next, arcseconds.
    resolution: f64,
    /// From what heights count.
    datum: &'static str,
    /// The licence of the data.
    licence: &'static str,
    /// How far heights may be wrong.
    accuracy: &'static str,
}

/// The grid of a generation.
const ETOPO5: Source = Source {
    name: "ETOPO5",
    resolution: 300.0,
    datum: "mean sea level",
    licence: "public domain (NOAA National Geophysical Data Center, 1988)",
    accuracy: "Right to tens of metres on plains, wrong by hundreds up to a thousand in mountains and by more \
        on summits: one height stands for 9 km, and in parts of Asia, Africa and the Americas for up to 100 km.",
};

impl Elevation {
    /// The heights of a generation, which must have the table `elevation` if `has_world`.
    pub(crate) fn open(generation: &Generation, has_world: bool) -> Result<Self, Error> {
        Ok(Self { world: has_world.then(|| elevation::open(generation)).transpose()? })
    }

    /// Height of the ground in metres at a latitude within −90 … 90 and a longitude of any turn, degrees; 0 at
    /// sea. None where there are no data.
    pub fn height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.world.as_ref()?.grid().height_m(latitude_deg, longitude_deg)
    }

    /// What the heights come from.
    pub(crate) fn source(&self) -> Source {
        ETOPO5
    }

    /// The heights, if there are any: otherwise they are not available, and the operator is told how they
    /// come to be.
    pub(crate) fn installed(&self) -> Result<&Self, Problem> {
        let detail = "this server has no elevation: its generation was built before there was the table \
            elevation; the operator runs the builder, which makes it";
        self.world.as_ref().map(|_| self).ok_or_else(|| Problem::new(Code::Unavailable, detail))
    }
}
