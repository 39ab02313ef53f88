//! The operations `/elevation…`: heights of the ground, at points and along a line.

mod points;
mod profile;
mod rows;
pub(super) mod sources;

pub(crate) use points::{OF_PATH, OF_QUERY};
pub(crate) use profile::PROFILE;
