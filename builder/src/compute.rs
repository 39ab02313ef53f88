//! The parallel part: pure functions over lunations and segments. Results stay in order, so the bytes do not
//! depend on the number of threads.

use crate::Error;
use crate::progress::Progress;
use crate::sources::Sources;
use artifacts::tables::CATALOG_YEARS;
use artifacts::tables::theory::TheoryKind;
use astro::eclipse::course::ElementsInterpolation;
use astro::eclipse::global;
use astro::eclipse::global::SolarEclipse;
use astro::eclipse::lunar;
use astro::eclipse::lunar::LunarEclipse;
use astro::eclipse::saros;
use astro::eclipse::saros::Phase;
use astro::ephemeris::chebyshev_table;
use astro::ephemeris::chebyshev_table::{ChebyshevSegment, Fits};
use astro::time::{Date, Tt};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Extra years to search beyond either end, so that every Saros series of the catalog is complete: no series
/// lasts longer than 1,550 years, which is enough to find the middle half of one.
const SAROS_MARGIN_YEARS: i32 = 1300;

/// Eclipses and ephemeris as computed from the sources.
pub struct Computed {
    /// Solar eclipses over the widened range, ascending.
    pub solar: Vec<SolarEclipse>,
    /// Lunar eclipses over the widened range, ascending.
    pub lunar: Vec<LunarEclipse>,
    /// Full moons, ascending, one Saros from an eclipse, which are eclipses only with the traditional
    /// enlargement of the shadow.
    pub traditional_lunar: Vec<i32>,
    /// The beginning of the first segment.
    pub ephemeris_start: Tt,
    /// Segments of the ephemeris.
    pub segments: Vec<ChebyshevSegment>,
}

/// Computes eclipses and ephemeris on rayon's current pool.
pub fn all(sources: &Sources, ephemeris_years: (i32, i32), progress: &Progress) -> Result<Computed, Error> {
    let solar = solar(sources, progress)?;
    let lunar = lunar(sources, progress)?;
    let traditional_lunar = traditional_lunar(sources, &lunar)?;
    let (ephemeris_start, segments) = ephemeris(sources, ephemeris_years, progress)?;
    Ok(Computed { solar, lunar, traditional_lunar, ephemeris_start, segments })
}

/// The lunations of the widened range.
fn lunations() -> RangeInclusive<i32> {
    let lunation = |year: i32| saros::lunation_near(Tt(Date { year, month: 1, day: 1.0 }.civil_jd()));
    lunation(CATALOG_YEARS.start() - SAROS_MARGIN_YEARS)..=lunation(CATALOG_YEARS.end() + SAROS_MARGIN_YEARS)
}

/// Computes all solar eclipses of the widened range.
pub fn solar(sources: &Sources, progress: &Progress) -> Result<Vec<SolarEclipse>, Error> {
    let fit = ElementsInterpolation::fit();
    let stage = progress.stage("solar eclipses", lunations().count());
    let at = |lunation| {
        stage.done(1);
        Ok(global::at_lunation(&sources.canon, &fit, lunation)?)
    };
    lunations().into_par_iter().filter_map(|lunation| at(lunation).transpose()).collect()
}

/// A solar eclipse by the most accurate theory.
pub struct Precise {
    /// Its number in the catalog.
    pub catalog_number: i32,
    /// The theory that it was computed from.
    pub theory: TheoryKind,
    /// The eclipse.
    pub eclipse: SolarEclipse,
}

/// Recomputes the solar eclipses of these lunations by the most accurate theory: from the kernel where it has
/// data, from the series elsewhere. Each lunation comes with its number in the catalog. [`Error::Check`] if
/// one of them is no eclipse.
pub fn precise(
    sources: &Sources,
    lunations: &[(i32, i32)],
    progress: &Progress,
) -> Result<Vec<Precise>, Error> {
    let fit = ElementsInterpolation::fit();
    let stage = progress.stage("precise elements", lunations.len());
    let at = |&(catalog_number, lunation): &(i32, i32)| {
        stage.done(1);
        let (theory, eclipse) = match sources.from_kernel(saros::syzygy(lunation, Phase::New).time) {
            Some(kernel) => (TheoryKind::Kernel, global::at_lunation(&kernel, &fit, lunation)?),
            None => (TheoryKind::Series, global::at_lunation(&sources.apparent, &fit, lunation)?),
        };
        let eclipse = eclipse.ok_or_else(|| {
            Error::Check(format!("eclipse {catalog_number} of the canon is none by the precise theory"))
        })?;
        Ok(Precise { catalog_number, theory, eclipse })
    };
    lunations.par_iter().map(at).collect()
}

/// Computes all lunar eclipses of the widened range.
pub fn lunar(sources: &Sources, progress: &Progress) -> Result<Vec<LunarEclipse>, Error> {
    let stage = progress.stage("lunar eclipses", lunations().count());
    let at = |lunation| {
        stage.done(1);
        Ok(lunar::at_lunation(&sources.canon, lunation)?)
    };
    lunations().into_par_iter().filter_map(|lunation| at(lunation).transpose()).collect()
}

/// The full moons beyond the ends of Saros series that are eclipses by the traditional enlargement alone.
fn traditional_lunar(sources: &Sources, eclipses: &[LunarEclipse]) -> Result<Vec<i32>, Error> {
    let lunations: BTreeSet<i32> = eclipses.iter().map(|e| e.lunation).collect();
    let neighbours = lunations.iter().flat_map(|l| [l - saros::LUNATIONS, l + saros::LUNATIONS]);
    let beyond: BTreeSet<i32> = neighbours.filter(|l| !lunations.contains(l)).collect();
    let met = |&lunation: &i32| match lunar::meets_traditional_penumbra(&sources.canon, lunation) {
        Ok(is_met) => is_met.then_some(Ok(lunation)),
        Err(error) => Some(Err(error.into())),
    };
    let beyond: Vec<i32> = beyond.into_iter().collect();
    beyond.par_iter().filter_map(met).collect()
}

/// Computes the ephemeris of whole years: each segment entirely from the kernel if the kernel covers it,
/// otherwise from the series.
pub fn ephemeris(
    sources: &Sources,
    (from, to): (i32, i32),
    progress: &Progress,
) -> Result<(Tt, Vec<ChebyshevSegment>), Error> {
    let (start, count) = chebyshev_table::segments(from, to)?;
    let fits = Fits::default();
    let stage = progress.stage("ephemeris", count);
    let segment = |i: usize| {
        stage.done(1);
        let begin = start.plus_days(i as f64 * chebyshev_table::SEGMENT_DAYS);
        match sources.from_kernel(begin.plus_days(chebyshev_table::SEGMENT_DAYS / 2.0)) {
            Some(kernel) => ChebyshevSegment::fit(&kernel, &fits, begin),
            None => ChebyshevSegment::fit(&sources.apparent, &fits, begin),
        }
    };
    Ok((start, (0..count).into_par_iter().map(segment).collect()))
}
