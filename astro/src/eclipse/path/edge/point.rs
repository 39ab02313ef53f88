//! A point of the edge on a way across it.

use crate::eclipse::path::sample::CurveVertex;

/// The numbers of a way, exactly.
pub(super) type SectionKey = [u64; 7];

#[derive(Debug, Clone, Copy)]
pub(super) struct EdgePoint {
    /// The place, and the instant at which totality or the ring has no duration.
    pub(super) vertex: CurveVertex,
    /// From the beginning of the way, Earth radii.
    pub(super) distance: f64,
    /// The directions of the last and the first light.
    pub(super) directions: [usize; 2],
    /// The Moon with which it was found: as it is seen at a distance on the way, and when.
    pub(super) moon: (f64, f64),
}
