//! JPL's ephemerides as published by NAIF: reads the courses of Sun, Earth and Moon over a range of years
//! from SPK kernels.
//!
//! Source: NAIF, *SPK Required Reading*. A kernel may be larger than memory, so only that range is read.

mod daf;

use crate::Error;
use artifacts::manifest::{self, sha256_of_file};
use astro::constants::{J2000, SECONDS_PER_DAY};
use astro::ephemeris::kernel::{Bodies, Segment, Trajectory};
use astro::time::Date;
use daf::{ArraySummary, Daf};
use std::path::Path;

/// The frame of the coordinates: that of J2000.0, which in JPL's ephemerides since DE403 is the ICRF.
const FRAME: i32 = 1;
/// The type of segments: Chebyshev polynomials of the position.
const DATA_TYPE: i32 = 2;
/// Extra days at either end of the range of years.
const MARGIN_DAYS: f64 = 10.0;
/// Leading numbers of a record: its middle and its half length.
const HEAD: usize = 2;
/// Tolerance for these, s: a double is rounded to 0.03 ms some millennia from J2000.0.
const HEAD_S: f64 = 0.001;

/// A kernel over the years of a build.
pub struct Kernel {
    /// The courses.
    pub bodies: Bodies,
    /// Its entry in the manifest.
    pub(crate) input: manifest::KernelSource,
}

/// A body and its reference body, as in the segments of a kernel.
struct BodyPair {
    name: &'static str,
    target: i32,
    center: i32,
}

const SUN: BodyPair = BodyPair { name: "the Sun", target: 10, center: 0 };
const EARTH_MOON: BodyPair = BodyPair { name: "the barycentre of Earth and Moon", target: 3, center: 0 };
const EARTH: BodyPair = BodyPair { name: "the Earth", target: 399, center: 3 };
const MOON: BodyPair = BodyPair { name: "the Moon", target: 301, center: 3 };

/// Reads the kernel at `path` over whole years, first and last, and computes its checksum. [`Error::Kernel`]
/// if it is not a kernel, is damaged, lacks a body, or has no data for these years.
pub fn read(path: &Path, years: (i32, i32)) -> Result<Kernel, Error> {
    let failed = |problem: String| Error::Kernel { path: path.to_owned(), problem };
    let bodies = bodies(path, years).map_err(failed)?;
    let [from, to] = bodies.centers();
    if from > to {
        return Err(failed("holds less than four days of Sun, Earth and Moon together".into()));
    }
    let input = manifest::KernelSource {
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        sha256: sha256_of_file(path)?,
        // Both are whole.
        from_jd_tt: from.0 as i32,
        to_jd_tt: to.0 as i32,
    };
    Ok(Kernel { bodies, input })
}

fn bodies(path: &Path, (first, last): (i32, i32)) -> Result<Bodies, String> {
    let mut daf = Daf::open(path)?;
    let summaries = daf.summaries()?;
    let tdb_s = |year: i32, days: f64| {
        (Date { year, month: 1, day: 1.0 }.gregorian_jd() + days - J2000) * SECONDS_PER_DAY
    };
    let range_s = [tdb_s(first, -MARGIN_DAYS), tdb_s(last + 1, MARGIN_DAYS)];
    let mut course = |pair: &BodyPair| {
        let segments = segments(&mut daf, &summaries, pair, range_s)?;
        if segments.is_empty() {
            return Err(format!("holds nothing of {} in the years {first} … {last}", pair.described()));
        }
        Trajectory::new(segments).map_err(|gap| {
            format!("leaves a gap in the course of {} between its segments: {gap}", pair.described())
        })
    };
    Ok(Bodies {
        sun: course(&SUN)?,
        earth_moon: course(&EARTH_MOON)?,
        earth: course(&EARTH)?,
        moon: course(&MOON)?,
    })
}

/// The segments of a body within the range.
fn segments(
    daf: &mut Daf,
    summaries: &[ArraySummary],
    pair: &BodyPair,
    range_s: [f64; 2],
) -> Result<Vec<Segment>, String> {
    let is_it = |s: &&ArraySummary| s.target == pair.target && s.center == pair.center;
    let found: Vec<_> = summaries.iter().filter(is_it).collect();
    let what = pair.described();
    if found.is_empty() {
        return Err(format!(
            "lacks {what}; use a planetary ephemeris with bodies 10 and 3 against 0, and 301 and 399 against \
             3, such as de440.bsp"
        ));
    }
    let mut segments = Vec::new();
    for summary in found {
        let ArraySummary { data_type, frame, .. } = summary;
        if *data_type != DATA_TYPE {
            return Err(format!("has {what} in a segment of type {data_type}; type {DATA_TYPE} is read"));
        }
        if *frame != FRAME {
            return Err(format!("has {what} in frame {frame}; frame {FRAME} (J2000, ICRF) is read"));
        }
        let problem = |problem: String| format!("{problem} (the segment of {what})");
        segments.extend(segment(daf, summary, range_s).map_err(problem)?);
    }
    Ok(segments)
}

/// The records of a segment that touch the range; none if it lies elsewhere.
///
/// The last four numbers of the array are the start of the first record, the length of each, its count of
/// numbers, and the count of records. A record begins with its middle and its half length.
fn segment(daf: &mut Daf, array: &ArraySummary, range_s: [f64; 2]) -> Result<Option<Segment>, String> {
    const DIRECTORY: usize = 4;
    let end = array.len().checked_sub(DIRECTORY).ok_or("is damaged: an array without a directory")?;
    let directory = daf.numbers(array, end, DIRECTORY)?;
    let [start_s, interval_s] = [directory[0], directory[1]];
    let (width, records) = (directory[2] as usize, directory[3] as usize);
    let is_sound = interval_s > 0.0
        && interval_s.is_finite()
        && start_s.is_finite()
        && width > HEAD
        && (width - HEAD).is_multiple_of(3)
        && records.checked_mul(width) == Some(end);
    if !is_sound {
        return Err(format!(
            "is damaged: {} records of {} numbers in an array of {end}",
            directory[3], directory[2]
        ));
    }
    // Negative numbers become 0.
    let index = |tdb_s: f64| ((tdb_s - start_s) / interval_s) as usize;
    let (first, after) = (index(range_s[0]), index(range_s[1]).saturating_add(1).min(records));
    if range_s[1] < start_s || first >= after {
        return Ok(None);
    }
    let numbers = daf.numbers(array, first * width, (after - first) * width)?;
    for (record, numbers) in (first..).zip(numbers.chunks_exact(width)) {
        let middle_s = start_s + (record as f64 + 0.5) * interval_s;
        check_record(numbers, middle_s, interval_s / 2.0)
            .map_err(|problem| format!("is damaged: record {} {problem}; fetch it again", record + 1))?;
    }
    let start_s = start_s + first as f64 * interval_s;
    let segment = Segment::new(start_s, interval_s, (width - HEAD) / 3, numbers);
    segment.map(Some).ok_or_else(|| "is damaged: a record without coefficients".into())
}

/// Checks that a record has the right position, and that all its coefficients are finite.
fn check_record(numbers: &[f64], middle_s: f64, half_s: f64) -> Result<(), String> {
    let (head, coefficients) = numbers.split_at(HEAD);
    let is_there = |(found, right): (&f64, f64)| (found - right).abs() <= HEAD_S;
    if !head.iter().zip([middle_s, half_s]).all(is_there) {
        return Err(format!(
            "covers {} ± {} s past J2000.0 by its header, but {middle_s} ± {half_s} s by its place",
            head[0], head[1]
        ));
    }
    match coefficients.iter().find(|c| !c.is_finite()) {
        Some(found) => Err(format!("has {found} instead of a coefficient in km")),
        None => Ok(()),
    }
}

impl BodyPair {
    fn described(&self) -> String {
        format!("{} ({} against {})", self.name, self.target, self.center)
    }
}
