//! Opening a generation: which tables it must hold, and that all of them are sound.
//!
//! It stands apart from [`crate::reader`] because it knows every table, and every table reads itself from a
//! generation.

use crate::Error;
use crate::layout;
use crate::manifest::Manifest;
use crate::reader::{Generation, read};
use crate::schema::Table;
use crate::tables;
use std::collections::BTreeMap;
use std::path::Path;

impl Generation {
    /// Opens the current generation of an `artifacts` folder.
    pub fn current(root: &Path) -> Result<Self, Error> {
        Self::open(&layout::current(root)?)
    }

    /// Opens a generation with all of its tables.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        Self::with_tables(folder, &tables::ALL)
    }

    /// Verifies every checksum, takes the Arrow files of some tables into memory and checks the contracts of
    /// these. What was verified is what is read from then on: nothing is read from the files again.
    pub fn with_tables(folder: &Path, wanted: &[&'static Table]) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        let files = || wanted.iter().filter(|t| t.arrow).map(|t| (*t, layout::arrow_file(t)));
        let contents = manifest.load(folder, |name| files().any(|(_, file)| file == name))?;
        let mut tables = BTreeMap::new();
        for (table, file) in files() {
            let path = folder.join(&file);
            let bytes =
                contents.get(&file).ok_or_else(|| Error::damaged(&path, "the manifest does not list it"))?;
            tables.insert(table.name, read(&path, bytes, table)?);
        }
        Ok(Self::new(folder, manifest, tables))
    }
}
