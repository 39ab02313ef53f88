//! The cost and the size of a response.

use super::query::{DEFAULT_TOLERANCE_M, MAX_LOOKS, MAX_VERTICES, PathQuery};
use super::task::{self, Task};
use crate::endpoints::prelude::*;
use maps::{Density, Extras, MapFormat, PathWord};

/// Minimum cost of a response, credits.
pub(super) const MIN: f64 = 10.0;
/// Number of vertices that cost [`MIN`].
const VERTICES: usize = 500;
/// Vertices that each magnitude or obscuration costs at least: its lines are followed before they are cut at
/// the minimum altitude.
const LINE_VERTICES: usize = 50;
/// Factor for vertices of curves with mountains, ground or durations: each is found by a search.
const EDGE_FACTOR: usize = 20;
/// Vertices that a line along a limit with mountains or ground costs besides: the limit is looked at every
/// few kilometres, however few vertices are left of it.
const EDGE_LINE_VERTICES: usize = 40_000;
/// Lines along a limit that take as long as lines of one duration with mountains or ground.
const EDGE_DURATION_LINES: usize = 5;
/// Work that a credit pays for at most, in the looks of `astro`: 1.2 ms of a core. Most calls need half of
/// it, or less.
const LOOKS_PER_CREDIT: f64 = 800.0;
/// Factor that most numbers of vertices do not exceed their estimates by.
const CAUTION: f64 = 1.1;
/// Factor that hardly any estimates exceed the numbers of vertices by.
const EXCESS: f64 = 2.1;

/// Number of vertices that one core computes in about two milliseconds.
const MANY_VERTICES: f64 = 2000.0;
/// Maximum time for which the penumbra touches the Earth, minutes.
const PENUMBRA_MIN: f64 = 420.0;
/// Maximum time for which the umbra touches the Earth, minutes.
const UMBRA_MIN: f64 = 260.0;
/// Number of vertices that take no longer to compute than any curve with mountains or ground.
const EDGE_VERTICES: f64 = 10_000.0;
/// Number of vertices that take as long to compute as a row.
const ROW_VERTICES: f64 = 30.0;

/// Returns the cost of a response with this number of vertices, credits.
pub(super) fn of(query: &PathQuery, vertices: usize) -> f64 {
    let lines = match query.paths.words.iter().any(|word| word.is_equal()) {
        true => query.mag.len() + query.obscuration.len(),
        false => 0,
    };
    let (factor, along_limits) = edge(query);
    let vertices = factor * vertices.max(LINE_VERTICES * lines) + EDGE_LINE_VERTICES * along_limits;
    MIN * vertices.div_ceil(VERTICES).max(1) as f64
}

/// Returns the factor for vertices, and the number of lines along the limits that are searches.
fn edge(query: &PathQuery) -> (usize, usize) {
    let has_edge = query.has_edge();
    let factor = if has_edge || query.dur.is_some() { EDGE_FACTOR } else { 1 };
    if query.format() == MapFormat::Csv {
        // A table has no lines, and ignores durations.
        return (if has_edge { EDGE_FACTOR } else { 1 }, 0);
    }
    let of_word = |word: &PathWord| match word {
        PathWord::Durations if has_edge => EDGE_DURATION_LINES * query.durations_s().len(),
        PathWord::Durations => query.durations_s().len(),
        PathWord::NorthernLimit | PathWord::SouthernLimit if has_edge => 1,
        PathWord::Area | PathWord::Sigma if has_edge => 2,
        PathWord::Valley if has_edge => 3,
        _ => 0,
    };
    (factor, query.paths.words.iter().map(of_word).sum())
}

/// Returns the maximum work for a response of this price, looks.
pub(super) fn max_looks(credits: f64) -> u32 {
    (LOOKS_PER_CREDIT * credits).min(f64::from(MAX_LOOKS)) as u32
}

/// Returns a number of vertices that most responses do not exceed, or an error if there are certainly too
/// many. Other calls with too many are rejected when their curves are sampled.
pub(super) fn estimated(task: &Task) -> Result<usize, Problem> {
    let vertices = task.estimated()? as f64;
    if vertices > EXCESS * MAX_VERTICES as f64 {
        return Err(task::too_large());
    }
    Ok(((CAUTION * vertices) as usize).min(MAX_VERTICES))
}

/// Returns the approximate size in bytes of a response that takes long to compute, from a rough count of its
/// vertices; none for a response that is computed quickly.
pub(super) fn long_bytes(query: &PathQuery) -> Option<usize> {
    if query.format() == MapFormat::Csv {
        // A table is short, even if it takes long to compute.
        let is_long = query.has_edge() || UMBRA_MIN / query.step * ROW_VERTICES > 4.0 * MANY_VERTICES;
        return is_long.then_some(0);
    }
    let density = match query.density() {
        Density::Tolerance { metres } => (DEFAULT_TOLERANCE_M / metres).sqrt().max(0.3),
        // A path near a pole crosses many meridians.
        Density::Longitude { per_degree } => 4.0 * f64::from(per_degree),
    };
    let lines = (query.mag.len() + 10 * query.obscuration.len()) as f64;
    let of_word = |word: &PathWord| match word {
        PathWord::Centre | PathWord::NorthernLimit | PathWord::SouthernLimit => 70.0,
        PathWord::NorthernPartial | PathWord::SouthernPartial => 150.0,
        PathWord::NorthernEqual | PathWord::SouthernEqual => 150.0 * lines,
        PathWord::Area => 200.0,
        PathWord::Region | PathWord::RiseSet | PathWord::MaximumOnHorizon => 400.0,
        PathWord::Isochrones => 200.0 * PENUMBRA_MIN / query.iso_step,
        PathWord::Outlines => 70.0 * query.max_outlines(UMBRA_MIN),
        PathWord::Points => 50.0,
        PathWord::Durations => 140.0 * query.durations_s().len() as f64,
        PathWord::Sigma | PathWord::Valley => 280.0,
    };
    // Each point of the true edge is a search.
    let of_edge = if query.has_edge() || query.dur.is_some() { EDGE_VERTICES } else { 0.0 };
    let extras = query.extras();
    let of_extras = if extras == Extras::default() { 1.0 } else { 2.0 };
    let vertices = query.paths.words.iter().map(of_word).sum::<f64>() * density;
    let bytes = (vertices as usize).min(MAX_VERTICES) * query.format().max_vertex_bytes(extras);
    (vertices * of_extras + of_edge > MANY_VERTICES).then_some(bytes)
}
