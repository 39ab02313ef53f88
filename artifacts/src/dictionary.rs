//! `SCHEMA.md` and `LICENSES.md`: made from the definitions that also make the schema.

use crate::tables;
use std::fmt::Write;

/// The data dictionary: every column of every table.
pub fn schema_md() -> String {
    let mut text = String::from(INTRODUCTION);
    for table in tables::ALL {
        let files = match (table.mapped, table.parquet) {
            (true, true) => format!("`{0}.arrow`, `{0}.parquet`", table.name),
            (true, false) => format!("`{}.arrow`", table.name),
            _ => format!("`{}.parquet`", table.name),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n## {}\n\n{}. Files: {files}; rows ascend in `{}`.\n\n{}\n\n",
            table.name, table.title, table.sorted_by, table.notes
        );
        text.push_str("| column | type | null | unit | meaning | source |\n|---|---|---|---|---|---|\n");
        for c in table.columns {
            let null = if c.nullable { "yes" } else { "" };
            let _ = writeln!(
                text,
                "| `{}` | {} | {null} | {} | {} | {} |",
                c.name,
                c.kind.word(),
                c.unit,
                c.meaning.replace('|', "\\|"),
                c.source
            );
        }
    }
    text.push_str(DIFFERENCE);
    text
}

const INTRODUCTION: &str = "# Data dictionary

Angles in degrees, longitudes positive east, seconds, kilometres, Earth equatorial radii (6378.137 km) for `x y l1 l2 gamma`. Null where a quantity does not exist.
TT is Terrestrial Time (the canon's TD); UT is UT1. Dates in `year, month, day` are Julian before 1582 October 15; ISO texts and timestamps are proleptic Gregorian.
";

/// Measured by `tests/canon_and_sky.rs`, which fails if this table no longer holds.
const DIFFERENCE: &str = include_str!("canon_and_sky.md");

/// Licences of everything that went into the tables.
pub const LICENSES: &str = include_str!("LICENSES.md");
