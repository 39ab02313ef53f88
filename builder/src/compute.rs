//! The parallel part: pure functions over lunations and segments. Results stay in order, so that the bytes do
//! not depend on the number of threads.

use crate::Error;
use crate::progress::Progress;
use crate::sources::Sources;
use artifacts::tables::CATALOG_YEARS;
use astro::eclipse::course::Course;
use astro::eclipse::global;
use astro::eclipse::global::SolarEclipse;
use astro::eclipse::lunar;
use astro::eclipse::lunar::LunarEclipse;
use astro::eclipse::saros;
use astro::ephemeris::chebyshev_table;
use astro::ephemeris::chebyshev_table::{Fits, Segment};
use astro::time::{Date, Tt};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Years beyond either end that are searched so that every Saros series of the catalog is whole: no series
/// lasts longer than 1,550 years, and to find the middle half of one that is enough.
const SAROS_MARGIN_YEARS: i32 = 1300;

/// Eclipses and ephemeris as computed from the sources.
pub struct Computed {
    /// Solar eclipses over the widened range, ascending.
    pub solar: Vec<SolarEclipse>,
    /// Lunar eclipses over the widened range, ascending.
    pub lunar: Vec<LunarEclipse>,
    /// The beginning of the first segment.
    pub ephemeris_start: Tt,
    /// Segments of the ephemeris.
    pub segments: Vec<Segment>,
}

/// Computes eclipses and ephemeris on rayon's current pool.
pub fn all(sources: &Sources, ephemeris_years: (i32, i32), progress: &Progress) -> Result<Computed, Error> {
    let solar = solar(sources, progress)?;
    let lunar = lunar(sources, progress)?;
    let (ephemeris_start, segments) = ephemeris(sources, ephemeris_years, progress)?;
    Ok(Computed { solar, lunar, ephemeris_start, segments })
}

/// The lunations of the widened range.
fn lunations() -> RangeInclusive<i32> {
    let lunation = |year: i32| saros::lunation_near(Tt(Date { year, month: 1, day: 1.0 }.civil_jd()));
    lunation(CATALOG_YEARS.start() - SAROS_MARGIN_YEARS)..=lunation(CATALOG_YEARS.end() + SAROS_MARGIN_YEARS)
}

/// Computes all solar eclipses of the widened range.
pub fn solar(sources: &Sources, progress: &Progress) -> Result<Vec<SolarEclipse>, Error> {
    let fit = Course::interpolation();
    let stage = progress.stage("solar eclipses", lunations().count());
    let at = |lunation| {
        stage.done(1);
        Ok(global::at_lunation(&sources.canon, &fit, lunation)?)
    };
    lunations().into_par_iter().filter_map(|lunation| at(lunation).transpose()).collect()
}

/// Computes the solar eclipses of these lunations again, from the theories closest to the sky; each with the
/// number that comes with its lunation. [`Error::Check`] if one of them is no eclipse.
pub fn precise(
    sources: &Sources,
    lunations: &[(i32, i32)],
    progress: &Progress,
) -> Result<Vec<(i32, SolarEclipse)>, Error> {
    let fit = Course::interpolation();
    let stage = progress.stage("precise elements", lunations.len());
    let at = |&(number, lunation): &(i32, i32)| {
        stage.done(1);
        let missing = || Error::Check(format!("eclipse {number} of the canon is none by the precise theory"));
        Ok((number, global::at_lunation(&sources.apparent, &fit, lunation)?.ok_or_else(missing)?))
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

/// Computes the ephemeris of whole years.
pub fn ephemeris(
    sources: &Sources,
    (from, to): (i32, i32),
    progress: &Progress,
) -> Result<(Tt, Vec<Segment>), Error> {
    let (start, count) = chebyshev_table::segments(from, to)?;
    let fits = Fits::default();
    let stage = progress.stage("ephemeris", count);
    let segment = |i: usize| {
        stage.done(1);
        Segment::fit(&sources.apparent, &fits, start.plus_days(i as f64 * chebyshev_table::SEGMENT_DAYS))
    };
    Ok((start, (0..count).into_par_iter().map(segment).collect()))
}
