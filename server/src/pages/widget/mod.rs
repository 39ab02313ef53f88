//! The widgets: pages for frames on other sites that show an eclipse on a map and in the sky.
//!
//! The server renders enough of a page to be useful without scripts: heading, picture, table of contacts,
//! credits. The scripts read the data in the page and make it interactive.

pub(crate) mod card;
pub(crate) mod lunar;
pub(crate) mod map;
pub(crate) mod shared;
pub(crate) mod simulator;
