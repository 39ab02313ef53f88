//! Pages for people: documentation and console.

pub mod console;
pub mod docs;
mod html;
pub(crate) mod landing;
pub(crate) mod reference;
pub(crate) mod widget;
