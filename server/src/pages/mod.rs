//! Pages for people: documentation and console.

pub mod console;
pub mod docs;
mod html;
pub(crate) mod reference;
