//! The commands besides the build itself: most read what is published.

pub mod basemap;
pub mod curves;
mod day;
mod names;
pub mod pack;
pub mod paths_limb;
pub mod report;
pub mod show;
pub mod verify;
pub mod visibility;
