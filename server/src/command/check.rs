//! `umbra check`: whether data and accounts fit this program.

use crate::command::data_folders::DataFolders;
use crate::generation::basemap::DataOrigin;
use accounts::place::AccountsPlace;
use accounts::store::sqlite::SqliteStore;
use accounts::store::{SchemaNumbers, StoreError, Stored, shared};
use artifacts::Error;
use artifacts::limb::LimbPack;
use artifacts::manifest::{FileAccess, Verification};
use artifacts::terrain::{self, TerrainPack};
use serde_json::json;
use std::cmp::Ordering;
use std::path::Path;

/// Checks everything; returns a line for each kind of data, and whether all fit.
pub(crate) fn run(folders: &DataFolders, accounts: &AccountsPlace, as_json: bool) -> (String, bool) {
    let state = |folder: Option<&Path>, check: fn(&Path) -> Result<String, Error>| match folder {
        Some(folder) => (folder.display().to_string(), check(folder).map_err(|e| e.to_string())),
        None => (String::new(), Ok("absent".to_owned())),
    };
    let schema = match schema(accounts) {
        Ok(numbers) => Ok(described(numbers)),
        Err(StoreError::NoFile(_)) => Ok("absent; a server creates it".to_owned()),
        Err(e) => Err(e.to_string()),
    };
    let findings = [
        ("artifacts", state(Some(&folders.artifacts), generation)),
        ("accounts", (accounts.to_string(), schema)),
        ("terrain", state(folders.terrain.as_deref(), heights)),
        ("limb", state(folders.limb.as_deref(), profiles)),
    ];
    let is_fit = findings.iter().all(|(_, (_, found))| found.is_ok());
    let rows = findings.map(|(data, (place, found))| {
        let fits = found.is_ok();
        let found = found.unwrap_or_else(|problem| format!("does not fit: {problem}"));
        let separator = if place.is_empty() { "" } else { ": " };
        let line: String = format!("{data:<9}  {place}{separator}{found}");
        let line = line.replace(char::is_control, "?") + "\n";
        (line, json!({ "data": data, "place": place, "fits": fits, "found": found }))
    });
    let (lines, json): (String, Vec<_>) = rows.into_iter().unzip();
    (if as_json { format!("{:#}\n", json!(json)) } else { lines }, is_fit)
}

fn generation(root: &Path) -> Result<String, Error> {
    let generation = DataOrigin::of(root).generation(Verification::First)?;
    generation.basemap(FileAccess::Mapped)?;
    let manifest = generation.manifest();
    Ok(format!("fits: dataset {}, format {}", manifest.id, manifest.inputs.format_version))
}

fn heights(root: &Path) -> Result<String, Error> {
    let pack = TerrainPack::current(root, |_| ())?;
    Ok(format!("fits: dataset {}, format {}", pack.id(), terrain::FORMAT_VERSION))
}

fn profiles(root: &Path) -> Result<String, Error> {
    let pack = LimbPack::current(root)?;
    Ok(format!("fits: dataset {}, format {}", pack.manifest().id, pack.manifest().format_version))
}

fn schema(accounts: &AccountsPlace) -> Stored<SchemaNumbers> {
    match accounts {
        AccountsPlace::File(path) => SqliteStore::schema(path),
        AccountsPlace::Postgres(address) => shared::database().schema(address),
    }
}

fn described(SchemaNumbers { found, known }: SchemaNumbers) -> String {
    let more = match found.cmp(&known) {
        Ordering::Less => format!("; a server migrates it to schema {known} when it starts"),
        Ordering::Equal => String::new(),
        Ordering::Greater => format!("; this program has schema {known} and can use it"),
    };
    format!("fits: schema {found}{more}")
}
