//! Records of the catalogs, as the service returns them and the builder publishes them.

mod lunar;
mod solar;
mod text;

pub use lunar::{LunarCatalogRecord, LunarEclipseTypePrimary};
pub use solar::CatalogRecord;
