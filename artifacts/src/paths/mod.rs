//! The curves of a solar eclipse as features of a map, as server and builder publish them.
//!
//! [`Collection::new`] asks `astro` for the curves, turns them to geographic longitudes with ΔT, has
//! `geography` cut them, and gives each its identifier, name and colour; [`geojson`] writes the collection.

mod about;
mod clock;
mod collection;
mod curves;
mod error;
mod feature;
pub mod geojson;
mod kind;
mod style;
mod word;

pub use about::About;
pub use clock::Clock;
pub use collection::{Collection, Extras};
pub use curves::{Cut, Density, Options};
pub use error::Error;
pub use feature::{Feature, Subject, decimals};
pub use kind::Kind;
pub use style::Style;
pub use word::PathWord;
