//! Changes from the generation that was current before.

use artifacts::manifest::{FileEntry, Manifest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Differences between two generations.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// Dataset, version of the builder and format of the earlier generation, and of this one.
    pub generations: [String; 2],
    /// Tables and columns that one of them lacks, and other numbers of rows, as text.
    pub tables: Vec<String>,
}

impl Changes {
    /// Compares two generations.
    pub fn new(before: &Manifest, now: &Manifest) -> Self {
        let rows = [before, now].map(rows_of_tables);
        let mut names: Vec<_> = before.schema.keys().chain(now.schema.keys()).collect();
        names.sort();
        names.dedup();
        let lacking = |columns: &[String], other: &[String]| {
            let lacking: Vec<_> = columns.iter().filter(|c| !other.contains(c)).map(String::as_str).collect();
            (!lacking.is_empty()).then(|| lacking.join(", "))
        };
        let change = |name: &&String| {
            let [from, to] = [&rows[0], &rows[1]].map(|rows| rows.get(*name).copied().unwrap_or(0));
            let parts = match (before.schema.get(*name), now.schema.get(*name)) {
                (None, Some(columns)) => vec![format!("added, {} columns, {to} rows", columns.len())],
                (Some(_), None) => vec!["removed".to_owned()],
                (Some(old), Some(new)) => [
                    lacking(new, old).map(|columns| format!("added {columns}")),
                    lacking(old, new).map(|columns| format!("removed {columns}")),
                    (from != to).then(|| format!("{from} rows are {to}")),
                ]
                .into_iter()
                .flatten()
                .collect(),
                (None, None) => Vec::new(),
            };
            (!parts.is_empty()).then(|| format!("{name}: {}", parts.join("; ")))
        };
        let described = |Manifest { id, inputs, .. }: &Manifest| {
            format!("{id} of version {}, format {}", inputs.engine_version, inputs.format_version)
        };
        let tables = names.iter().filter_map(change).collect();
        Self { generations: [before, now].map(described), tables }
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [before, now] = &self.generations;
        writeln!(f, "changes from {before}\n          to {now}")?;
        if self.tables.is_empty() {
            writeln!(f, "  no table has other columns or another number of rows")?;
        }
        self.tables.iter().try_for_each(|table| writeln!(f, "  {table}"))
    }
}

/// Rows of each table of a generation. A table may have either file or both, of as many rows.
pub(crate) fn rows_of_tables(manifest: &Manifest) -> BTreeMap<String, u64> {
    let rows_of = |(name, file): (&String, &FileEntry)| {
        Some((name.rsplit_once('.').map_or(name.as_str(), |(table, _)| table).to_owned(), file.rows?))
    };
    manifest.files.iter().filter_map(rows_of).collect()
}
