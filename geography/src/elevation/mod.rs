//! Heights of the ground on a global grid.

mod world_grid;

pub use world_grid::WorldGrid;
