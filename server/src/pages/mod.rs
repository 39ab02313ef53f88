//! Pages for people: documentation and console.

pub mod console;
pub mod docs;
pub mod html;
pub mod reference;
