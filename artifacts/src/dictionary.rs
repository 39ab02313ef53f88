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
        let _ = write!(text, "\n## {}\n\n{}. Files: {files}; rows ascend in `{}`.\n\n{}\n\n", table.name, table.title, table.sorted_by, table.notes);
        text.push_str("| column | type | null | unit | meaning | source |\n|---|---|---|---|---|---|\n");
        for c in table.columns {
            let null = if c.nullable { "yes" } else { "" };
            let _ = writeln!(text, "| `{}` | {} | {null} | {} | {} | {} |", c.name, c.kind.word(), c.unit, c.meaning.replace('|', "\\|"), c.source);
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
const DIFFERENCE: &str = "
## How far the canon's Moon is from the sky's

Eclipses follow the published canon's lunar theory (ELP 2000-82B), the ephemeris the one fitted to lunar laser ranging (ELP/MPP02). Elongation of the Moon from the Sun, canon minus
ephemeris, root mean square over each century, and what it does to the time of an eclipse:

@DIFFERENCE@
";

/// Licences of everything that went into the tables.
pub const LICENSES: &str = "# Licences and credits

| what | source | licence |
|---|---|---|
| ELP/MPP02 coefficients | Chapront & Francou 2003, Observatoire de Paris; carried by the crate simple-elpmpp02 0.1.0 | MIT (crate); published figures |
| ELP 2000-82B coefficients | Chapront-Touzé & Chapront 1983, 1988, Bureau des Longitudes; carried by the crate siderust-archive 0.1.5 | BSD-3-Clause (crate); published figures |
| VSOP87 B and D, Earth | Bretagnon & Francou 1988, Bureau des Longitudes; carried by npm astronomia 4.2.0 | MIT (package); published figures |
| Nutation IAU 2000A, long-term precession | Mathews et al. 2002; Vondrák et al. 2011; carried by ERFA in PyPI pyerfa 2.0.1.5 | BSD-3-Clause |
| ΔT 1620–2004 | Meeus 1998, Astronomical Algorithms, table 10.A | published figures |
| ΔT 2005 on | IERS finals2000A in PyPI astropy-iers-data; USNO deltat.preds in the crate siderust-archive | BSD-3-Clause (packages); public data of IERS and USNO |
| ΔT polynomials | Espenak & Meeus 2006, NASA/TP-2006-214141 | public |

Numbering, type letters and the meaning of the columns follow the *Five Millennium Canon of Solar Eclipses* and its lunar companion by Fred Espenak and Jean Meeus (NASA); every figure here is computed.
";
