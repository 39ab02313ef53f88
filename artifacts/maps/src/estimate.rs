//! An estimate of the number of vertices of a map, from a few of its curves with few vertices.

use crate::clock::EclipseClock;
use crate::collection::Collection;
use crate::curves::{CurveOptions, Density};
use crate::error::Error;
use crate::feature::{Feature, Subject};
use crate::job::Job;
use crate::word::PathWord;
use crate::{MapFormat, csv};
use geography::cut::Vertex;

/// Tolerance of the sampled curves, m, unless the map is coarser.
const COARSE_M: f64 = 400.0;
/// Part of the vertices of such a curve whose number does not depend on the tolerance; measured.
const FIXED: f64 = 0.05;
/// Vertices in a degree of arc for each in a degree of longitude, besides those at meridians; measured.
const BETWEEN_MERIDIANS: f64 = 0.95;
/// Measured factor by which mountains and hills increase the vertices of a curve.
const CORNERS: f64 = 1.5;
/// Maximum number of isochrones that are sampled.
const ISOCHRONES: usize = 10;
/// Maximum number of outlines that are sampled.
const OUTLINES: usize = 8;
/// Looks that each outline with mountains or ground needs at least; measured.
const OUTLINE_LOOKS: usize = 2_000;
/// Maximum number of magnitudes, and of obscurations, whose lines are sampled: each takes half a millisecond.
const LINES: usize = 2;

/// Estimates the number of vertices of a map in about a millisecond; within a tenth of it for most maps.
/// [`Error::TooLong`] for more outlines than the looks of the options are enough for.
pub fn vertices(job: &Job) -> Result<usize, Error> {
    let given = &job.options;
    let empty = job.collection(&CurveOptions { words: Vec::new(), ..given.clone() })?;
    let has_edge = given.edge.is_some() && job.format != MapFormat::Csv;
    if has_edge && OUTLINE_LOOKS * outlines(&empty, given)? > given.limits.max_looks as usize {
        return Err(Error::TooLong);
    }
    if job.format == MapFormat::Csv {
        return csv::max_places(&empty, job.step_ms);
    }
    let instants = |word, span, step_ms, max| match span {
        Some(span) if given.words.contains(&word) => some_instants(empty.clock, span, step_ms, max),
        _ => (step_ms, 1.0),
    };
    let paths = empty.paths();
    let (isochrone_step_ms, isochrones) =
        instants(PathWord::Isochrones, paths.penumbra_span()?, given.isochrone_step_ms, ISOCHRONES);
    let (outline_step_ms, outlines) =
        instants(PathWord::Outlines, paths.umbra_span()?, given.outline_step_ms, OUTLINES);
    let (magnitudes, of_magnitudes) = some(&given.magnitudes);
    let (obscurations, of_obscurations) = some(&given.obscurations);
    let metres = match given.density {
        Density::Tolerance { metres } => metres.max(COARSE_M),
        Density::Longitude { .. } => COARSE_M,
    };
    let options = CurveOptions {
        density: Density::Tolerance { metres },
        isochrone_step_ms,
        outline_step_ms,
        magnitudes,
        obscurations,
        durations_s: Vec::new(),
        edge: None,
        ..given.clone()
    };
    let of_geometry =
        |feature: &Feature| feature.geometry.runs().map(|run| finer(run, metres, given.density)).sum::<f64>();
    let of_feature = |feature: &Feature| {
        let number = match feature.subject {
            Subject::Magnitude(_) => of_magnitudes,
            Subject::Obscuration(_) => of_obscurations,
            Subject::Instant(_) if feature.path == PathWord::Isochrones => isochrones,
            Subject::Instant(_) if given.outline_instants_ms.is_empty() => outlines,
            _ => 1.0,
        };
        let has_corners = given.edge.is_some() && matches!(feature.path, PathWord::Area | PathWord::Outlines);
        let corners = if has_corners { CORNERS } else { 1.0 };
        number * corners * of_geometry(feature)
    };
    let features = job.collection(&options)?.features;
    let along_limits = along_limits(given);
    let of_limits = if along_limits > 0.0 {
        let words = vec![PathWord::NorthernLimit, PathWord::SouthernLimit];
        let limits = job.collection(&CurveOptions { words, ..options })?.features;
        along_limits * CORNERS * limits.iter().map(of_geometry).sum::<f64>()
    } else {
        0.0
    };
    Ok((features.iter().map(of_feature).sum::<f64>() + of_limits) as usize)
}

fn outlines(empty: &Collection, given: &CurveOptions) -> Result<usize, Error> {
    let Some(span) = empty.paths().umbra_span()? else { return Ok(0) };
    Ok(match given.outline_instants_ms.len() {
        _ if !given.words.contains(&PathWord::Outlines) => 0,
        0 => empty.clock.multiples(span, given.outline_step_ms).count(),
        number => number,
    })
}

/// Returns the number of lines that run along both limits besides these: those of equal duration, both sides
/// of bands, and what the corners of mountains and hills add to the limits themselves.
fn along_limits(given: &CurveOptions) -> f64 {
    let has = |word| given.words.contains(&word);
    let number = |is_there: bool, number: f64| if is_there { number } else { 0.0 };
    let is_edge = given.edge.is_some();
    let corners = [PathWord::NorthernLimit, PathWord::SouthernLimit].map(has);
    let corners = corners.into_iter().filter(|is_there| *is_there && is_edge).count() as f64;
    given.durations_s.len() as f64
        + number(is_edge && has(PathWord::Sigma), 2.0)
        + number(is_edge && has(PathWord::Valley), 2.0)
        + corners / 2.0 * (CORNERS - 1.0) / CORNERS
}

/// The approximate number of vertices of a curve with another density.
fn finer(run: &[Vertex], metres: f64, density: Density) -> f64 {
    match density {
        Density::Tolerance { metres: tolerance_m } => {
            run.len() as f64 * (FIXED + (1.0 - FIXED) * (metres / tolerance_m).sqrt())
        }
        Density::Longitude { per_degree } => {
            let of_edge = |edge: &[Vertex]| {
                let east = (edge[1].longitude_deg - edge[0].longitude_deg).abs();
                let north = edge[1].latitude_deg - edge[0].latitude_deg;
                let arc = north.hypot(east * edge[0].latitude_deg.to_radians().cos());
                f64::from(per_degree) * (east + BETWEEN_MERIDIANS * arc)
            };
            2.0 + run.windows(2).map(of_edge).sum::<f64>()
        }
    }
}

/// Returns a step that gives at most `max` of the multiples of a step, and how many multiples each is for.
fn some_instants(clock: EclipseClock, span: (f64, f64), step_ms: i64, max: usize) -> (i64, f64) {
    let all = clock.multiples(span, step_ms).count();
    let step_ms = step_ms * all.div_ceil(max).max(1) as i64;
    (step_ms, all as f64 / clock.multiples(span, step_ms).count().max(1) as f64)
}

/// Returns a few evenly chosen values, and how many values each is for.
fn some(values: &[f64]) -> (Vec<f64>, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let number = LINES.min(sorted.len());
    // The smallest value has a line if any has.
    let chosen = (0..number).map(|k| sorted[k * sorted.len() / number]).collect();
    (chosen, sorted.len() as f64 / number.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{About, Edge, Extras, WorkLimits};
    use astro::eclipse::path::{EdgeErrors, EdgeSource};
    use astro::eclipse::published::APRIL_2024;
    use astro::sky::libration::Selenographic;
    use astro::sky::limb::Profile;
    use std::sync::Arc;

    struct Flat;

    impl EdgeSource for Flat {
        fn limb(&self, _: Selenographic) -> Result<Option<Profile>, String> {
            Ok(None)
        }

        fn ground_m(&self, _: f64, _: f64) -> f64 {
            0.0
        }
    }

    #[test]
    fn more_outlines_on_the_ground_than_looks_are_too_long() {
        let vertices_of = |outline_step_ms, has_edge: bool, format| {
            let edge = Edge { source: Arc::new(Flat), sun_radius: None, errors: EdgeErrors::default() };
            let options = CurveOptions {
                outline_step_ms,
                edge: has_edge.then_some(edge),
                limits: WorkLimits { max_looks: 2_000_000, ..WorkLimits::default() },
                ..CurveOptions::of(vec![PathWord::Outlines], 1000.0)
            };
            let about = About { kind: 8, delta_t: 69.2, ..About::computed_with(&APRIL_2024, &options) };
            let (extras, step_ms) = (Extras::default(), 60_000);
            vertices(&Job { elements: APRIL_2024, about, options, extras, format, step_ms })
        };
        assert_eq!(vertices_of(1000, true, MapFormat::GeoJson), Err(Error::TooLong));
        for (step_ms, has_edge, format) in [
            (60_000, true, MapFormat::GeoJson),
            (1000, false, MapFormat::GeoJson),
            (1000, true, MapFormat::Csv),
        ] {
            assert!(vertices_of(step_ms, has_edge, format).is_ok_and(|vertices| vertices > 100));
        }
    }
}
