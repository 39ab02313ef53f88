//! Names of the files and folders of a generation, and the current generation.

use crate::Error;
use crate::schema::TableSchema;
use std::path::{Path, PathBuf};

/// Version of the layout of a generation that is written. Version 5 brought `catalog_records` and
/// `catalog_blocks`.
pub const FORMAT_VERSION: u32 = 5;
/// The oldest version that programs still read; the server needs the tables of version 5.
pub const OLDEST_FORMAT_VERSION: u32 = 5;
/// The folder of the generations, below the folder `artifacts`.
#[cfg(feature = "write")]
pub(crate) const BUILDS: &str = "builds";
/// The link to the current generation.
pub(crate) const CURRENT: &str = "current";
/// The manifest of a generation.
pub const MANIFEST: &str = "manifest.json";
/// The data dictionary of a generation.
pub const DICTIONARY: &str = "SCHEMA.md";
/// The base map of a generation: vector tiles in a PMTiles archive.
pub const BASEMAP: &str = "basemap.pmtiles";
/// The STAC item of a generation, whose assets are its Parquet tables.
pub const ITEM: &str = "item.json";
/// The STAC collection of the item.
pub const COLLECTION: &str = "collection.json";
/// The licences of a generation.
pub const LICENSES: &str = "LICENSES.md";

/// The name of a table's file for programs.
///
/// ```
/// use artifacts::{layout, tables::elements};
/// assert_eq!(layout::arrow_file(&elements::TABLE), "elements.arrow");
/// assert_eq!(layout::parquet_file(&elements::TABLE), "elements.parquet");
/// ```
pub fn arrow_file(table: &TableSchema) -> String {
    format!("{}.arrow", table.name)
}

/// The name of a table's file for people.
pub fn parquet_file(table: &TableSchema) -> String {
    format!("{}.parquet", table.name)
}

/// The folder of the current generation of `root`, the folder `artifacts`.
pub fn current(root: &Path) -> Result<PathBuf, Error> {
    let link = root.join(CURRENT);
    std::fs::canonicalize(&link).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Error::NotPublished(root.to_owned()),
        _ => Error::io(&link, "follow")(e),
    })
}
