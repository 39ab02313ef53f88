//! `SCHEMA.md` and `LICENSES.md`: made from the definitions that also make the schema.

use crate::schema::TableSchema;
use crate::{batch, layout, tables};

/// The data dictionary: every column of every table.
pub fn schema_md() -> String {
    let mut text = String::from(INTRODUCTION);
    for table in tables::ALL {
        let arrow = table.arrow.then(|| format!("`{}`", layout::arrow_file(table)));
        let parquet = table.parquet.then(|| format!("`{}`", layout::parquet_file(table)));
        let files = arrow.into_iter().chain(parquet).collect::<Vec<_>>().join(", ");
        text.push_str(&format!(
            "\n## {}\n\n{}. Files: {files}; rows ascend in `{}`.\n\n{}\n\n",
            table.name, table.title, table.sorted_by, table.notes
        ));
        columns(&mut text, table);
    }
    let table = &tables::paths_limb::TABLE;
    text.push_str(&format!("\n## {}\n\n{}. {PATHS_LIMB}\n\n{}\n\n", table.name, table.title, table.notes));
    columns(&mut text, table);
    text.push_str(BASEMAP);
    text.push_str(BATCH);
    for table in batch::ALL {
        text.push_str(&format!("\n### {}\n\n{}.\n\n{}\n\n", table.name, table.title, table.notes));
        columns(&mut text, table);
    }
    text.push_str(DIFFERENCE);
    text
}

fn columns(text: &mut String, table: &TableSchema) {
    text.push_str(&format!("Licence: {}. Credits: {}.\n\n", table.licence, table.attribution));
    text.push_str("| column | type | null | unit | meaning | source |\n|---|---|---|---|---|---|\n");
    for c in table.columns {
        let null = if c.nullable { "yes" } else { "" };
        text.push_str(&format!(
            "| `{}` | {} | {null} | {} | {} | {} |\n",
            c.name,
            c.kind.word(),
            c.unit,
            c.meaning.replace('|', "\\|"),
            c.source
        ));
    }
}

const INTRODUCTION: &str = include_str!("dictionary.md");

/// Origin of the table that no generation contains.
const PATHS_LIMB: &str = "A generation does not contain this table: `umbra paths-limb` writes it as Parquet, \
    for the eclipses that you name; rows ascend in `catalog_number`.";

/// The file that holds no table.
const BASEMAP: &str = include_str!("basemap.md");

/// Introduction to the tables of results.
const BATCH: &str = include_str!("batch.md");

/// The canon's Moon less the ephemeris's. A whole-set test measures it, and fails if the table no longer
/// holds.
const DIFFERENCE: &str = include_str!("canon_and_sky.md");

/// Licences of everything that went into the tables.
pub const LICENSES: &str = include_str!("LICENSES.md");
