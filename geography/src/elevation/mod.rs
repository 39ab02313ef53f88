//! Heights of the ground, on grids that are handed in.

mod world_grid;

pub use world_grid::WorldGrid;
