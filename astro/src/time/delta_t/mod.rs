//! ΔT = TT − UT1, by which the rotation of the Earth lags behind uniform time.
//!
//! Four things: the [`Polynomials`] that the eclipse canon uses in all years, the table that this service
//! publishes ([`DeltaT::assemble`] makes it, once), and looking a value up in it ([`DeltaT::at_year`],
//! [`DeltaT::at_ut1`], [`DeltaT::at_tt`]), once or many thousand times ([`Course`]).

mod assemble;
mod course;
mod model;
mod polynomials;
mod source;
mod table;

pub use assemble::sigma_table_s;
pub use course::Course;
pub use model::Model;
pub use polynomials::{Piece, Polynomials};
pub use source::Source;
pub use table::{DeltaT, Node};
