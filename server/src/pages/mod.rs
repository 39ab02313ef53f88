//! Pages for people: documentation, console, widgets and the landing page.

pub mod console;
pub(crate) mod docs;
mod html;
pub(crate) mod landing;
pub(crate) mod reference;
pub(crate) mod widget;
mod words;
