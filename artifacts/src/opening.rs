//! Opening a generation: which tables it must hold, and that all of them are sound.
//!
//! It stands apart from [`crate::reader`] because it knows every table, and every table reads itself from a
//! generation.

use crate::Error;
use crate::layout;
use crate::manifest::Manifest;
use crate::reader::{Generation, read};
use crate::tables;
use std::collections::BTreeMap;
use std::path::Path;

impl Generation {
    /// Opens the current generation of an `artifacts` folder.
    pub fn current(root: &Path) -> Result<Self, Error> {
        Self::open(&layout::current(root)?)
    }

    /// Verifies every checksum, maps every Arrow file and checks every table's contract.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let manifest = Manifest::read(folder)?;
        manifest.verify_files(folder)?;
        let mut mapped = BTreeMap::new();
        for table in tables::ALL.iter().filter(|t| t.mapped) {
            let name = layout::arrow_file(table);
            let path = folder.join(&name);
            if !manifest.files.contains_key(&name) {
                return Err(Error::damaged(&path, "the manifest does not list it"));
            }
            mapped.insert(table.name, read(&path, table)?);
        }
        Ok(Self::new(folder, manifest, mapped))
    }
}
