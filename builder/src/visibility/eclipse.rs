//! An eclipse, and the heights of the ground under it.

use artifacts::terrain::TerrainPack;
use astro::eclipse::besselian::Polynomials;
use geography::elevation::WorldGrid;

/// Maximum distance between heights, m; the limit of the skyline of the server too.
pub const MAX_SPACING_M: f64 = 100.0;

/// An eclipse over an operator's terrain.
pub struct TerrainEclipse<'a> {
    /// The elements of the eclipse.
    pub elements: &'a Polynomials,
    /// TT − UT1, s.
    pub delta_t_s: f64,
    /// The heights.
    pub terrain: &'a TerrainPack,
    /// Heights of the whole Earth, which tell the open sea.
    pub world: Option<WorldGrid<'a>>,
}
