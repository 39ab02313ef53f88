//! ΔT = TT − UT1, by which the rotation of the Earth lags behind uniform time.
//!
//! Five things: the [`DeltaTPolynomials`] that the eclipse canon uses in all years, the model [`Smh2016`],
//! the table that this service publishes ([`DeltaT::assemble`] makes it, once), those of other models
//! ([`DeltaTPolynomials::table`], [`Smh2016::table`]), and looking a value up in one ([`DeltaT::at_year`],
//! [`DeltaT::at_ut1`], [`DeltaT::at_tt`]), once or many thousand times ([`DeltaTInterpolation`]).

mod assemble;
mod course;
mod dense;
mod em2006;
mod model;
mod polynomials;
mod smh2016;
mod source;
mod table;

pub use assemble::sigma_table_s;
pub use course::DeltaTInterpolation;
pub use model::Model;
pub use polynomials::{DeltaTPolynomials, PolynomialPiece};
pub use smh2016::Smh2016;
pub use source::DeltaTOrigin;
pub use table::{DeltaT, Node};
