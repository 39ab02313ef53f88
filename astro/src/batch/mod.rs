//! Many observers of a solar eclipse at once: arrays in, arrays out.
//!
//! [`Places`] holds observers by column. [`local`] returns what all of them have of an eclipse, [`seen`] only
//! the rows of those who see something, and [`moments`] what is seen at given instants. Results are appended
//! to columns that the caller reuses, so that nothing is allocated once these have grown.
//!
//! Every number has the bits that [`crate::eclipse::local`] gives for the same observer.

mod columns;
mod places;
mod rows;

pub use columns::{ContactColumns, LocalColumns, LocalType, MomentColumns, VisibilityType};
pub use places::Places;
pub use rows::{local, moments, seen};
