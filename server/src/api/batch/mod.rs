//! Responses to `POST`: results for the rows of the body, computed while both are streamed.

mod formats;
mod memory;
mod out;
mod payer;
mod respond;
mod run;
mod source;
mod spool;
mod table;
mod work;

pub(crate) use memory::Bodies;
pub use memory::BodyLimits;
pub(crate) use payer::Payer;
pub(crate) use respond::respond;
pub(crate) use source::problem;
pub(crate) use table::{Table, pieces};
pub(crate) use work::{Batch, Results, RowWork};
