//! The inputs of a batch, which its files name.

use super::options::BatchOptions;
use super::places::PlaceSource;
use crate::Error;
use artifacts::batch::Fields;
use artifacts::layout::MANIFEST;
use artifacts::reader::Generation;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// Version of the layout of the results.
const FORMAT_VERSION: u32 = 1;

/// Everything that decides the bytes of the results.
#[derive(Serialize)]
pub(super) struct Manifest {
    format_version: u32,
    pub(super) engine_version: &'static str,
    /// SHA-256 of the program's own sources.
    engine_sha256: &'static str,
    /// The generation of the elements and of ΔT.
    pub(super) generation: String,
    places: PlaceSource,
    /// First and last year of the eclipses.
    eclipses: (i32, i32),
    theory: &'static str,
    /// Names of the columns.
    fields: Vec<String>,
    /// Number of files of all shards.
    files: usize,
}

impl Manifest {
    pub(super) fn new(
        generation: &Generation,
        options: &BatchOptions,
        fields: &Fields,
        places: PlaceSource,
        files: usize,
    ) -> Self {
        Self {
            format_version: FORMAT_VERSION,
            engine_version: env!("CARGO_PKG_VERSION"),
            engine_sha256: env!("UMBRA_ENGINE_SHA256"),
            generation: generation.manifest().id.clone(),
            places,
            eclipses: options.eclipses,
            theory: if options.is_precise { "precise" } else { "canon" },
            fields: fields.schema().fields().iter().map(|field| field.name().clone()).collect(),
            files,
        }
    }

    /// Writes the manifest into the folder of the results, and returns its text. Rejects a folder with the
    /// results of other inputs.
    pub(super) fn publish(&self, out: &Path) -> Result<String, Error> {
        let text = serde_json::to_string_pretty(self)?;
        let path = out.join(MANIFEST);
        fs::create_dir_all(out).map_err(artifacts::Error::io(out, "create"))?;
        match fs::read_to_string(&path) {
            Ok(found) if found == text => {}
            Ok(found) => {
                let differences = differences(&found, &text);
                return Err(Error::OtherInputs { path, differences });
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                let aside = out.join(format!(".tmp-{MANIFEST}-{}", std::process::id()));
                fs::write(&aside, &text).map_err(artifacts::Error::io(&aside, "write"))?;
                fs::rename(&aside, &path).map_err(artifacts::Error::io(&path, "rename into place"))?;
            }
            Err(e) => return Err(artifacts::Error::io(&path, "read")(e).into()),
        }
        Ok(text)
    }
}

/// Names of the inputs that two manifests do not share.
fn differences(found: &str, expected: &str) -> String {
    let parse = |text| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let (found, expected) = (parse(found), parse(expected));
    let keys = expected.as_object().into_iter().flat_map(|map| map.keys());
    let names: Vec<_> =
        keys.filter(|key| found[key.as_str()] != expected[key.as_str()]).map(String::as_str).collect();
    names.join(", ")
}
