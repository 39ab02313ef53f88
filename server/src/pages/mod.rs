//! Pages for people: documentation, console, widgets and the landing page.

pub(crate) mod assets;
pub mod console;
pub(crate) mod docs;
mod document;
mod html;
pub(crate) mod landing;
pub(crate) mod mcp;
mod prelude;
pub(crate) mod reference;
pub(crate) mod site_files;
pub(crate) mod status;
pub(crate) mod widget;
mod words;
