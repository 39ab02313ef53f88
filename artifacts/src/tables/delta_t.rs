//! The table `delta_t`: TT − UT1 over five millennia.

use super::credits;
use crate::Error;
use crate::reader::Generation;
use astro::time::delta_t::{DeltaT, DeltaTOrigin, Node};

table! {
    name: "delta_t",
    title: "ΔT = TT − UT1",
    notes: "1620–2004 Meeus 1998, table 10.A; from 2005 IERS observations, then IERS and USNO predictions \
           to 2033.75; before and after them Espenak & Meeus 2006 polynomials. Over 1520–1620 and for 50 \
           years after the last prediction the polynomials are shifted by a share of the difference at the \
           seam, so that no seam has a jump.",
    licence: credits::COMPUTED,
    attribution: credits::DELTA_T,
    sorted_by: "year",
    /// ΔT at one instant.
    columns<'a>: Row<'a> {
        year: f64, "year",
            "decimal year: year + (day of the year − 1 + fraction) / days in the year, proleptic \
             Gregorian",
            "of the instant in UT1";
        delta_t_s: f64, "s", "TT − UT1; linear between rows", "see notes";
        sigma_s: f64, "s", "one standard error", "IERS; Morrison & Stephenson 2004; Huber 2000";
        source: &'a str, "text", "table | observed | predicted | polynomial", "see notes";
    }
}

/// The table as the function that `astro` evaluates.
pub fn open(generation: &Generation) -> Result<DeltaT, Error> {
    let broken = |problem: String| Error::Contract { table: TABLE.name, problem };
    let node = |(number, row): (usize, Row)| {
        let source = source_of(TABLE.name, number, row.source)?;
        Ok(Node { year: row.year, delta_t_s: row.delta_t_s, sigma_s: row.sigma_s, source })
    };
    let nodes = read(generation)?.iter().enumerate().map(node).collect::<Result<_, Error>>()?;
    DeltaT::new(nodes).map_err(|e| broken(e.to_string()))
}

pub(super) fn source_of(table: &'static str, row: usize, word: &str) -> Result<DeltaTOrigin, Error> {
    DeltaTOrigin::ALL
        .into_iter()
        .find(|s| s.word() == word)
        .ok_or_else(|| Error::Contract { table, problem: format!("row {row}: \"{word}\" is no source") })
}
