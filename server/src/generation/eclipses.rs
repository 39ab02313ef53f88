//! The elements of all solar eclipses, in order of time.

use crate::generation::elements::{EclipseElements, ElementsTheory, Facts, PlaceNames};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::span::Span;
use artifacts::tables::{delta_t, eclipses, elements, elements_precise};
use astro::time::Tt;
use astro::time::delta_t::DeltaT;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum distance of a Julian Day from greatest eclipse that identifies the eclipse.
pub(crate) const MAX_DAYS_FROM_GREATEST: f64 = 1.5;

/// The elements of all solar eclipses.
pub struct Eclipses {
    /// By the theories of the canon.
    canon: Vec<EclipseElements>,
    /// The part of `canon` in the default span of years.
    usual: Range<usize>,
    /// The eclipses of `canon` by the most accurate theories.
    precise: Vec<EclipseElements>,
}

impl Eclipses {
    /// Reads both tables, with ΔT by the default model.
    pub(super) fn open(generation: &Generation, delta_t: &DeltaT) -> Result<Self, Error> {
        let rows: Vec<_> = elements::read(generation)?.iter().collect();
        let catalog = eclipses::read(generation)?;
        let names = PlaceNames::open(generation)?;
        let facts_of = |eclipse: eclipses::Row| {
            (eclipse.catalog_number, (eclipse.saros, Arc::new(Facts::new(&eclipse, &names))))
        };
        let facts: HashMap<i32, (i16, Arc<Facts>)> = catalog.iter().map(facts_of).collect();
        let of_row = |table, theory, row: &elements::Row| {
            let number = row.catalog_number;
            let unknown = || Error::Contract {
                table,
                problem: format!("the eclipse with catalog_number {number} is not in the table eclipses"),
            };
            let (saros, facts) = facts.get(&number).ok_or_else(unknown)?;
            let outside = |e: astro::Error| Error::Contract {
                table: delta_t::TABLE.name,
                problem: format!("the eclipse with catalog_number {number}: {e}"),
            };
            let delta_t_s = delta_t.at_tt(Tt(row.t_max_jd_tt)).map_err(outside)?;
            Ok(EclipseElements::new(theory, row, *saros, Arc::clone(facts), delta_t_s))
        };
        let of_canon = |row| of_row(elements::TABLE.name, ElementsTheory::Canon, row);
        let of_sky = |row| of_row(elements_precise::TABLE.name, ElementsTheory::Precise, &row);
        Ok(Self {
            canon: rows.iter().map(of_canon).collect::<Result<_, Error>>()?,
            usual: usual(&rows)?,
            precise: elements_precise::read(generation)?.iter().map(of_sky).collect::<Result<_, Error>>()?,
        })
    }

    /// The eclipses of the default span of years.
    pub fn usual(&self) -> &[EclipseElements] {
        &self.canon[self.usual.clone()]
    }

    /// Every eclipse of the canon.
    pub fn all(&self) -> &[EclipseElements] {
        &self.canon
    }

    /// The eclipses of [`Self::usual`] by the most accurate theories.
    pub fn precise(&self) -> &[EclipseElements] {
        &self.precise
    }
}

/// Returns the range of the rows in the default span of years, which must be contiguous.
fn usual(rows: &[elements::Row]) -> Result<Range<usize>, Error> {
    let is_usual = |row: &elements::Row| row.span == Span::Default;
    let first = rows.iter().position(is_usual).unwrap_or(rows.len());
    let usual = first..first + elements::of_default_span(rows).len();
    match rows[usual.end..].iter().find(|row| is_usual(row)) {
        None => Ok(usual),
        Some(row) => Err(Error::Contract {
            table: elements::TABLE.name,
            problem: format!(
                "the eclipse with catalog_number {} has span = default, but does not follow the others that \
                 have it",
                row.catalog_number
            ),
        }),
    }
}

/// Finds the eclipse with greatest eclipse, in UT, within 1.5 days of a Julian Day. Midnight and noon of its
/// date, of the day before and of the day after identify it.
pub(crate) fn on(eclipses: &[EclipseElements], jd: f64) -> Option<&EclipseElements> {
    // Eclipses are at least a lunation apart, so at most one is that near.
    nearest(eclipses, jd).filter(|e| (e.greatest_ut().0 - jd).abs() <= MAX_DAYS_FROM_GREATEST)
}

/// The eclipse nearest in time to a Julian Day of UT; none only if there are no eclipses.
pub(crate) fn nearest(eclipses: &[EclipseElements], jd: f64) -> Option<&EclipseElements> {
    let days = |e: &&EclipseElements| (e.greatest_ut().0 - jd).abs();
    around(eclipses, jd).min_by(|a, b| days(a).total_cmp(&days(b)))
}

/// The eclipses before and after a Julian Day of UT.
pub(crate) fn around(eclipses: &[EclipseElements], jd: f64) -> impl Iterator<Item = &EclipseElements> {
    let (before, after) = eclipses.split_at(eclipses.partition_point(|e| e.greatest_ut().0 < jd));
    before.last().into_iter().chain(after.first())
}

/// The first eclipses after a Julian Day of UT, in order of time.
pub(crate) fn after(eclipses: &[EclipseElements], jd: f64) -> &[EclipseElements] {
    &eclipses[eclipses.partition_point(|e| e.greatest_ut().0 < jd)..]
}
