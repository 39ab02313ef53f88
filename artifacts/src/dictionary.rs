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
const DIFFERENCE: &str = "
## How far the canon's Moon is from the sky's

Eclipses follow the published canon's lunar theory (ELP 2000-82B), the ephemeris the one fitted to lunar laser ranging (ELP/MPP02). Elongation of the Moon from the Sun, canon minus
ephemeris, root mean square over each century, and what it does to the time of an eclipse:

| years | difference | time of an eclipse |
|---|---|---|
| -2000 … -1901 | 38.5″ | 76 s |
| -1900 … -1801 | 29.9″ | 59 s |
| -1800 … -1701 | 35.1″ | 69 s |
| -1700 … -1601 | 30.6″ | 60 s |
| -1600 … -1501 | 25.2″ | 50 s |
| -1500 … -1401 | 29.4″ | 58 s |
| -1400 … -1301 | 22.8″ | 45 s |
| -1300 … -1201 | 22.2″ | 44 s |
| -1200 … -1101 | 24.0″ | 47 s |
| -1100 … -1001 | 17.5″ | 34 s |
| -1000 … -901 | 19.8″ | 39 s |
| -900 … -801 | 17.9″ | 35 s |
| -800 … -701 | 14.0″ | 28 s |
| -700 … -601 | 16.1″ | 32 s |
| -600 … -501 | 13.1″ | 26 s |
| -500 … -401 | 11.1″ | 22 s |
| -400 … -301 | 12.4″ | 24 s |
| -300 … -201 | 8.7″ | 17 s |
| -200 … -101 | 9.0″ | 18 s |
| -100 … -1 | 8.8″ | 17 s |
| 0 … 99 | 6.5″ | 13 s |
| 100 … 199 | 7.1″ | 14 s |
| 200 … 299 | 6.1″ | 12 s |
| 300 … 399 | 4.6″ | 9 s |
| 400 … 499 | 5.0″ | 10 s |
| 500 … 599 | 3.6″ | 7 s |
| 600 … 699 | 3.1″ | 6 s |
| 700 … 799 | 3.1″ | 6 s |
| 800 … 899 | 2.0″ | 4 s |
| 900 … 999 | 1.9″ | 4 s |
| 1000 … 1099 | 1.4″ | 3 s |
| 1100 … 1199 | 0.8″ | 2 s |
| 1200 … 1299 | 0.7″ | 1 s |
| 1300 … 1399 | 0.4″ | 1 s |
| 1400 … 1499 | 0.2″ | 0 s |
| 1500 … 1599 | 0.2″ | 0 s |
| 1600 … 1699 | 0.1″ | 0 s |
| 1700 … 1799 | 0.1″ | 0 s |
| 1800 … 1899 | 0.1″ | 0 s |
| 1900 … 1999 | 0.1″ | 0 s |
| 2000 … 2099 | 0.1″ | 0 s |
| 2100 … 2199 | 0.1″ | 0 s |
| 2200 … 2299 | 0.2″ | 0 s |
| 2300 … 2399 | 0.4″ | 1 s |
| 2400 … 2499 | 0.6″ | 1 s |
| 2500 … 2599 | 1.0″ | 2 s |
| 2600 … 2699 | 1.5″ | 3 s |
| 2700 … 2799 | 1.7″ | 3 s |
| 2800 … 2899 | 2.5″ | 5 s |
| 2900 … 2999 | 3.0″ | 6 s |
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
| `country_iso`, outlines of countries | Natural Earth 4.1.0, 1:10m; carried by npm world-atlas 2.0.2 | public domain (Natural Earth), ISC (package) |
| ISO 3166-1 codes | carried by npm i18n-iso-countries 7.14.0 | MIT (package); published codes |
| `mrg_id`, names of seas | Marine Regions, IHO Sea Areas v3 (Flanders Marine Institute); only names and ids, the polygons are our own, drawn from IHO S-23 (1953) | facts; our own polygons |
| `tz_id` | timezone-boundary-builder 2026f; carried by the crates tzf-rs 2.3 and tzf-dist 0.0.2026-f | **Open Database License 1.0** (data), MIT (tzf-rs) |

`tz_id` contains information from timezone-boundary-builder, which is made available under the Open Database License (ODbL), https://opendatacommons.org/licenses/odbl/1-0/, and
which is made from OpenStreetMap: © OpenStreetMap contributors, https://www.openstreetmap.org/copyright. Whoever passes the column on must keep this notice.

Numbering, type letters and the meaning of the columns follow the *Five Millennium Canon of Solar Eclipses* and its lunar companion by Fred Espenak and Jean Meeus (NASA); every figure here is computed.
";
