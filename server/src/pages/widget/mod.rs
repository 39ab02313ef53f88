//! The widgets: pages for frames of other sites, which show an eclipse on the map and in the sky.
//!
//! A page is rendered here so far that it is of use without scripts: heading, picture, table of contacts,
//! credits. Scripts then take the data that stand in it and bring it to life.

pub(crate) mod assets;
mod bare;
pub(crate) mod calendar;
mod contacts;
mod data;
pub(crate) mod disc;
pub(crate) mod document;
mod drawn;
mod embedding;
mod globe;
mod land;
pub(crate) mod map;
mod mountains;
mod nearest;
mod panel;
mod parameters;
mod plane;
pub(crate) mod refusal;
mod request;
pub(crate) mod simulator;
mod start;
pub(crate) mod still;
pub(crate) mod words;
