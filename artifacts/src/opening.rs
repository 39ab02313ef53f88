//! Opening a generation and checking its tables.
//!
//! This is separate from [`crate::reader`] to avoid a cycle: it lists every table, and every table uses the
//! reader.

use crate::Error;
use crate::built;
use crate::layout;
use crate::manifest::{FileAccess, Manifest, Verification};
use crate::reader::{Generation, Tables, read};
use crate::schema::TableSchema;
use crate::tables;
use bytes::Bytes;
use std::path::Path;

impl Generation {
    /// Opens the current generation of an `artifacts` folder.
    pub fn current(root: &Path) -> Result<Self, Error> {
        Self::open(&layout::current(root)?)
    }

    /// Opens a generation with all of its tables, those of the newest format version.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let generation = Self::with_tables(folder, &tables::ALL, FileAccess::Mapped, Verification::First)?;
        generation.basemap(FileAccess::Mapped)?;
        Ok(generation)
    }

    /// Verifies all checksums except that of the base map, which [`Generation::basemap`] verifies, maps or
    /// copies the Arrow files of some tables, and checks their contracts; or leaves checksums and values for
    /// later.
    pub fn with_tables(
        folder: &Path,
        needed: &[&'static TableSchema],
        access: FileAccess,
        verification: Verification,
    ) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        let is_verified = verification == Verification::First
            || access == FileAccess::Copied
            || !built::is_as_published(folder, &manifest);
        let files = || needed.iter().filter(|t| t.arrow).map(|t| (*t, layout::arrow_file(t)));
        let is_needed = |name: &str| files().any(|(_, file)| file == name);
        let is_checked = |name: &str| is_verified && name != layout::BASEMAP;
        let contents = manifest.load(folder, is_needed, is_checked, access, is_verified)?;
        let mut tables = Tables::new();
        for (table, file) in files() {
            let path = folder.join(&file);
            let bytes =
                contents.get(&file).ok_or_else(|| Error::damaged(&path, "the manifest does not list it"))?;
            tables.insert(table.name, (table, read(&path, bytes, table, is_verified)?));
        }
        Ok(Self::new(folder, manifest, tables, is_verified))
    }

    /// The bytes of the base map, a PMTiles archive, after checking their sum; none if the generation was
    /// built without one.
    pub fn basemap(&self, access: FileAccess) -> Result<Option<Bytes>, Error> {
        let is_it = |name: &str| name == layout::BASEMAP;
        let mut contents = self.manifest().load(self.folder(), is_it, |_| false, access, true)?;
        Ok(contents.remove(layout::BASEMAP).map(Bytes::from_owner))
    }
}
